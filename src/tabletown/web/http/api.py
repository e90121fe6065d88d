"""The JSON API: what the pages use, and what authors of bots use."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from tabletown.core import registry
from tabletown.core.errors import UnknownGame
from tabletown.web.refusals import Unknown
from tabletown.web.tables import requests
from tabletown.web.tables.bots import levels, native_code

from . import exports
from .live import LONGEST_WAIT, wait_for_news
from .session import caller, tables

router = APIRouter(prefix="/api", tags=["tables"])

Ply = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("/games", summary="The games, their players and options")
async def games() -> list[dict[str, Any]]:
    return [{**book.to_json(), "version": book.version} for book in registry.rulebooks().values()]


@router.get("/games/{name}/native", summary="Whether a game's native code is ready, and how far its compilation is")
async def native(name: str) -> dict[str, Any]:
    """Until it is ready, rules run interpreted and the searching bots look only one move ahead."""
    try:
        book = registry.rulebook(name)
    except UnknownGame as error:
        raise Unknown(str(error)) from None
    return await run_in_threadpool(native_code, book)


@router.get("/bots", summary="The strengths of bots, the weakest first")
async def bots() -> list[str]:
    return levels()


@router.get("/tables", summary="Public tables, and those of this browser")
async def lists(request: Request) -> dict[str, Any]:
    service, me = tables(request), caller(request)
    return {"mine": await service.tables_of(me), "public": await service.public_tables(me)}


@router.get("/bests", summary="Your best results in games for one, by game and setup; those of this browser")
async def bests(request: Request) -> list[dict[str, Any]]:
    return await tables(request).bests(caller(request))


@router.post("/tables", status_code=201, summary="Set up a table")
async def create(request: Request, new: requests.NewTable) -> dict[str, Any]:
    """Your seats belong to your browser's cookie. Without a cookie each of them comes with a token: keep it."""
    return (await tables(request).create(new, caller(request))).to_json()


@router.get("/tables/{table}", summary="A table as you may see it")
async def table(request: Request, table: str) -> dict[str, Any]:
    return await tables(request).about_with_view(table, caller(request))


@router.get("/tables/{table}/legal", summary="Your legal moves; none when it is not your turn")
async def legal(request: Request, table: str) -> dict[str, Any]:
    return await tables(request).legal(table, caller(request))


@router.get("/tables/{table}/reference", summary="All components with what is left of each, as far as you may know")
async def reference(request: Request, table: str) -> dict[str, Any]:
    """`lines` is empty for a game whose table shows all of it."""
    return await tables(request).reference(table, caller(request))


@router.get("/tables/{table}/events", summary="What happened after a version; waits for news")
async def events(
    request: Request,
    table: str,
    since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> dict[str, Any]:
    """Ask with `since` = the last version you know and `wait=25`, again and again: a stream of events."""
    if wait:
        await wait_for_news(request, table, since, wait)
    return await tables(request).events(table, caller(request), since)


@router.post("/tables/{table}/moves", summary="Play a legal move")
async def move(request: Request, table: str, body: requests.Move) -> dict[str, int]:
    """409 with the new version if the table has moved on, 422 if the move is not legal."""
    version = await tables(request).move(table, caller(request), body.move, body.version, body.key, body.seat)
    return {"version": version}


@router.get("/tables/{table}/moves/{move}", summary="Whether a legal move would be final")
async def weigh(request: Request, table: str, move: Annotated[int, Path(ge=0, le=2**31 - 1)]) -> dict[str, Any]:
    """A move is final if it can't be taken back: the turn passes on, chance speaks or something is shown."""
    return await tables(request).is_final(table, caller(request), move)


@router.post("/tables/{table}/undo", summary="Take your last move back")
async def undo(request: Request, table: str, body: requests.Undo) -> dict[str, int]:
    return {"version": await tables(request).undo(table, caller(request), body.version, body.key, body.seat)}


@router.post("/tables/{table}/claim", summary="Take a seat, or come back to yours")
async def claim(request: Request, table: str, body: requests.Claim) -> dict[str, Any]:
    version, token = await tables(request).claim(table, body.seat, caller(request), body.invite, body.name)
    return {"version": version, "seat": body.seat, "token": token}


@router.post("/tables/{table}/leave", summary="Leave; a bot plays on until you come back")
async def leave(request: Request, table: str, body: requests.Leave) -> dict[str, int]:
    return {"version": await tables(request).leave(table, caller(request), body.seat)}


@router.post("/tables/{table}/bot", summary="Give an open seat to a bot")
async def bot(request: Request, table: str, body: requests.SeatBot) -> dict[str, int]:
    return {"version": await tables(request).seat_bot(table, body.seat, caller(request), body.bot)}


@router.post("/tables/{table}/rematch", status_code=201, summary="The same game with the same people again")
async def rematch(request: Request, table: str) -> dict[str, str]:
    fresh = await tables(request).rematch(table, caller(request))
    return {"id": fresh, "url": f"/table/{fresh}"}


@router.post("/tables/{table}/branch", status_code=201, summary="Go another way from a ply, against bots")
async def branch(request: Request, table: str, body: requests.Branch) -> dict[str, Any]:
    return (await tables(request).branch(table, caller(request), body.ply)).to_json()


@router.post("/tables/{table}/hint", summary="What a strong bot would do in your place")
async def hint(request: Request, table: str) -> dict[str, Any]:
    return await tables(request).hint(table, caller(request))


@router.get(
    "/tables/{table}/advice",
    summary="What the game itself advises, if it does: moves, a sentence, and how the table would look",
)
async def advice(
    request: Request, table: str, layout: Annotated[str, Query(max_length=16)] = "desktop"
) -> dict[str, Any]:
    """404 if the game gives no advice, 403 if it is not your turn, 409 if there is nothing to be advised now."""
    return await tables(request).advice(table, caller(request), layout)


@router.post("/tables/{table}/advice", summary="Play all the moves of the advice that you were shown")
async def take_advice(request: Request, table: str, body: requests.Accept) -> dict[str, int]:
    """All of them or none: 409 with the new version if the table has moved on."""
    return {"version": await tables(request).take_advice(table, caller(request), body.version, body.key, body.seat)}


@router.get("/tables/{table}/replay", summary="The table as you saw it at a ply")
async def replay(
    request: Request, table: str, ply: Ply = 0, layout: Annotated[str, Query(max_length=16)] = "desktop"
) -> dict[str, Any]:
    return await tables(request).replay(table, caller(request), ply, layout)


@router.get("/tables/{table}/export.{form}", summary="A table as txt (when it is over), json, svg or png")
async def export(
    request: Request,
    table: str,
    form: str,
    theme: Annotated[str, Query(max_length=16)] = "light",
    layout: Annotated[str, Query(max_length=16)] = "desktop",
) -> Response:
    return await exports.export(tables(request), table, caller(request), form, theme, layout)
