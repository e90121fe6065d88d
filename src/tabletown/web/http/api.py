"""The JSON API: what the pages use, and what authors of bots use."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from tabletown.core import registry
from tabletown.core.errors import UnknownGame
from tabletown.web.refusals import Unknown
from tabletown.web.tables import lessons, requests
from tabletown.web.tables.bots import levels, native_code
from tabletown.web.tables.tables import MOST_EVENTS

from . import exports
from .description import always, refuses
from .live import LONGEST_WAIT, Layout, wait_for_news
from .session import caller, tables

router = APIRouter(prefix="/api", tags=["tables"], responses=always())

Json = dict[str, Any]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]
AT_A_TABLE = refuses(404, 409)
"""409: the table can't be shown, since it was begun under other rules."""
IN_A_SEAT = refuses(403, 404, 409)


@router.get("/games", summary="The games, their players and options")
async def games() -> list[Json]:
    return [{**book.to_json(), "version": book.version} for book in registry.rulebooks().values()]


@router.get(
    "/games/{name}/native",
    summary="Whether a game's native code is ready, and how far its compilation is",
    responses=refuses(404),
)
async def native(name: str) -> Json:
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
async def lists(request: Request) -> Json:
    service, me = tables(request), caller(request)
    return {"mine": await service.tables_of(me), "public": await service.public_tables(me)}


@router.get("/bests", summary="Your best results in games for one, by game and setup; those of this browser")
async def bests(request: Request) -> list[Json]:
    return await tables(request).bests(caller(request))


@router.post("/tables", status_code=201, summary="Set up a table", responses=refuses(403))
async def create(request: Request, new: requests.NewTable) -> Json:
    """Your seats belong to your browser's cookie. Without a cookie each of them comes with a token: keep it."""
    return (await tables(request).create(new, caller(request))).to_json()


@router.get("/tables/{table}", summary="A table as you may see it", response_model=Json, responses=AT_A_TABLE)
async def table(request: Request, table: str) -> Response:
    return JSONResponse(await tables(request).about_with_view(table, caller(request)))


@router.delete("/tables/{table}", status_code=204, summary="Delete your table for good", responses=IN_A_SEAT)
async def delete(request: Request, table: str) -> None:
    """Its host may do so, or whoever sits there, while nobody else sits there."""
    await tables(request).delete(table, caller(request))


@router.get(
    "/tables/{table}/legal",
    summary="Your legal moves; none when it is not your turn",
    response_model=Json,
    responses=AT_A_TABLE,
)
async def legal(request: Request, table: str) -> Response:
    return JSONResponse(await tables(request).legal(table, caller(request)))


@router.get(
    "/tables/{table}/reference",
    summary="All components with what is left of each, as far as you may know",
    responses=AT_A_TABLE,
)
async def reference(request: Request, table: str) -> Json:
    """`lines` is empty for a game whose table shows all of it."""
    return await tables(request).reference(table, caller(request))


@router.get(
    "/tables/{table}/events",
    summary="What happened after a version; waits for news",
    response_model=Json,
    responses=AT_A_TABLE,
)
async def events(
    request: Request,
    table: str,
    since: Number = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS, description="how many events at most")] = MOST_EVENTS,
) -> Response:
    """Ask with `since` = the last version you know and `wait=25`, again and again: a stream of events.

    Of many you get the first `limit`. If there is `more`, ask again with `since` = `next`.
    """
    if wait:
        await wait_for_news(request, table, since, wait)
    return JSONResponse(await tables(request).events(table, caller(request), since, limit))


@router.get("/lessons", summary="Guided first games")
async def list_lessons() -> list[Json]:
    return await run_in_threadpool(lessons.listed)


@router.post(
    "/lessons/{game}",
    status_code=201,
    summary="Begin a guided first game, at a table of its own",
    responses=refuses(404),
)
async def begin_lesson(request: Request, game: str, new: requests.NewLesson) -> Json:
    """Your seat belongs to your browser's cookie, or comes with a token. Frames of the table tell each step."""
    return (await tables(request).begin_lesson(game, new, caller(request))).to_json()


@router.post("/tables/{table}/lesson", summary="Touch an element in a lesson, or go a step back", responses=IN_A_SEAT)
async def lesson(request: Request, table: str, body: requests.InLesson) -> Json:
    """422 if the step does not ask for that, 409 with the new version if the table has moved on."""
    return {"version": await tables(request).lesson(table, caller(request), body)}


@router.post("/tables/{table}/moves", summary="Play a legal move", responses=IN_A_SEAT)
async def move(request: Request, table: str, body: requests.Move) -> Json:
    """409 with the new version if the table has moved on, 422 if the move is not legal.

    In a lesson a legal move that is not asked for is answered by `said`, and nothing changes.
    """
    version = await tables(request).move(table, caller(request), body.move, body.version, body.key, body.seat)
    return {"version": version}


@router.get("/tables/{table}/moves/{move}", summary="What a legal move would do", responses=IN_A_SEAT)
async def weigh(
    request: Request, table: str, move: Annotated[int, Path(ge=0, le=2**31 - 1)], layout: Layout = "desktop"
) -> Json:
    """In words and as a picture. It is final if it can't be taken back: the turn passes on, chance speaks or something
    is shown."""
    return await tables(request).weigh(table, caller(request), move, layout)


@router.post("/tables/{table}/undo", summary="Take your last move back", responses=IN_A_SEAT)
async def undo(request: Request, table: str, body: requests.Undo) -> dict[str, int]:
    return {"version": await tables(request).undo(table, caller(request), body.version, body.key, body.seat)}


@router.post("/tables/{table}/claim", summary="Take a seat, or come back to yours", responses=IN_A_SEAT)
async def claim(request: Request, table: str, body: requests.Claim) -> Json:
    version, token = await tables(request).claim(table, body, caller(request))
    return {"version": version, "seat": body.seat, "token": token}


@router.post("/tables/{table}/leave", summary="Leave; a bot plays on until you come back", responses=IN_A_SEAT)
async def leave(request: Request, table: str, body: requests.Leave) -> dict[str, int]:
    return {"version": await tables(request).leave(table, caller(request), body.seat)}


@router.post("/tables/{table}/bot", summary="Give an open seat of your table to a bot", responses=IN_A_SEAT)
async def bot(request: Request, table: str, body: requests.SeatBot) -> dict[str, int]:
    return {"version": await tables(request).seat_bot(table, body.seat, caller(request), body.bot)}


@router.post(
    "/tables/{table}/rematch",
    status_code=201,
    summary="The same game with the same people again",
    responses=IN_A_SEAT,
)
async def rematch(request: Request, table: str) -> dict[str, str]:
    fresh = await tables(request).rematch(table, caller(request))
    return {"id": fresh, "url": f"/table/{fresh}"}


@router.post(
    "/tables/{table}/branch", status_code=201, summary="Go another way from a ply, against bots", responses=IN_A_SEAT
)
async def branch(request: Request, table: str, body: requests.Branch) -> Json:
    return (await tables(request).branch(table, caller(request), body.ply)).to_json()


@router.post("/tables/{table}/coach", summary="Switch the coach on or off", responses=IN_A_SEAT)
async def coach(request: Request, table: str, body: requests.Coach) -> dict[str, int]:
    """For somebody who plays with bots alone. The log tells it, and the game's result is no best result."""
    return {"version": await tables(request).set_coach(table, caller(request), body.level)}


@router.post("/tables/{table}/hint", summary="What a strong bot would do in your place", responses=IN_A_SEAT)
async def hint(request: Request, table: str) -> Json:
    return await tables(request).hint(table, caller(request))


@router.get(
    "/tables/{table}/advice",
    summary="What the game itself advises, if it does: moves, a sentence, and how the table would look",
    response_model=Json,
    responses=IN_A_SEAT,
)
async def advice(request: Request, table: str, layout: Layout = "desktop") -> Response:
    """404 if the game gives no advice, 403 if it is not your turn, 409 if there is nothing to be advised now."""
    return JSONResponse(await tables(request).advice(table, caller(request), layout))


@router.post(
    "/tables/{table}/advice", summary="Play all the moves of the advice that you were shown", responses=IN_A_SEAT
)
async def take_advice(request: Request, table: str, body: requests.Accept) -> Json:
    """All of them or none: 409 with the new version if the table has moved on."""
    return {"version": await tables(request).take_advice(table, caller(request), body.version, body.key, body.seat)}


@router.get(
    "/tables/{table}/replay",
    summary="The table as you saw it at a ply",
    response_model=Json,
    responses=AT_A_TABLE,
)
async def replay(request: Request, table: str, ply: Number = 0, layout: Layout = "desktop") -> Response:
    return JSONResponse(await tables(request).replay(table, caller(request), ply, layout))


@router.get(
    "/tables/{table}/scenes",
    summary="What happened from a ply on, as you saw it, move by move",
    response_model=Json,
    responses=AT_A_TABLE,
)
async def scenes(request: Request, table: str, start: Number = 0, layout: Layout = "desktop") -> Response:
    """The table before, and for each move since its lines, their changes and the regions that changed."""
    return JSONResponse(await tables(request).scenes(table, caller(request), start, layout))


@router.get(
    "/tables/{table}/export.{form}",
    summary="A table as txt (when it is over), json, svg or png",
    response_class=Response,
    responses={200: {"content": {kind.partition(";")[0]: {} for kind in exports.TYPES.values()}}, **AT_A_TABLE},
)
async def export(
    request: Request,
    table: str,
    form: str,
    theme: Literal["light", "dark"] = "light",
    layout: Layout = "desktop",
) -> Response:
    return await exports.export(request, table, form, theme, layout)
