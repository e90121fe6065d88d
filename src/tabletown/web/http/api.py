"""The JSON API: what the pages use, and what authors of bots use."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from ..core import registry
from . import exports, frames, models
from .bots import levels
from .listing import about
from .live import LONGEST_WAIT, news, watching
from .session import tables, who

router = APIRouter(prefix="/api", tags=["tables"])

Ply = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("/games", summary="The games, their players and options")
async def games() -> list[dict[str, Any]]:
    return [
        {**registry.rulebook(name).to_json(), "version": registry.rulebook(name).version} for name in registry.games()
    ]


@router.get("/bots", summary="The strengths of bots, the weakest first")
async def bots() -> list[str]:
    return levels()


@router.get("/tables", summary="Public tables, and those of this browser")
async def lists(request: Request) -> dict[str, Any]:
    caller = who(request)
    return {"mine": await tables(request).tables_of(caller), "public": await tables(request).public_tables(caller)}


@router.get("/bests", summary="Your best results in games for one, by game and setup; those of this browser")
async def bests(request: Request) -> list[dict[str, Any]]:
    return await tables(request).bests(who(request))


@router.post("/tables", status_code=201, summary="Set up a table")
async def create(request: Request, new: models.NewTable) -> dict[str, Any]:
    """Your seats belong to your browser's cookie. Without a cookie each of them comes with a token: keep it."""
    return (await tables(request).create(new, who(request))).to_json()


@router.get("/tables/{table}", summary="A table as you may see it")
async def table(request: Request, table: str) -> dict[str, Any]:
    room = await tables(request).room(table)
    caller = who(request)
    return {**about(room, caller), "view": frames.view_of(room, room.viewer(caller))}


@router.get("/tables/{table}/legal", summary="Your legal moves; none when it is not your turn")
async def legal(request: Request, table: str) -> dict[str, Any]:
    room = await tables(request).room(table)
    viewer = room.viewer(who(request))
    return {"version": room.version, "seat": viewer, "moves": frames.view_of(room, viewer)["moves"]}


@router.get("/tables/{table}/reference", summary="All components with what is left of each, as far as you may know")
async def reference(request: Request, table: str) -> dict[str, Any]:
    """`lines` is empty for a game whose table shows all of it."""
    room = await tables(request).room(table)
    return {"version": room.version, "lines": room.match.reference(room.viewer(who(request)))}


@router.get("/tables/{table}/events", summary="What happened after a version; waits for news")
async def events(
    request: Request,
    table: str,
    since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> dict[str, Any]:
    """Ask with `since` = the last version you know and `wait=25`, again and again: a stream of events."""
    room = await tables(request).room(table)
    caller = who(request)
    if wait:
        with request.app.state.doors.through(request), watching(room, caller):
            await news(request, room, since, wait)
    viewer = room.viewer(caller)
    state = {
        key: value
        for key, value in about(room, caller).items()
        if key in ("version", "status", "to_move", "your_turn", "viewer")
    }
    return {**state, "events": [event.to_json(viewer) for event in room.events[since:]]}


@router.post("/tables/{table}/moves", summary="Play a legal move")
async def move(request: Request, table: str, body: models.Move) -> dict[str, int]:
    """409 with the new version if the table has moved on, 422 if the move is not legal."""
    version = await tables(request).move(table, who(request), body.move, body.version, body.key, body.seat)
    return {"version": version}


@router.get("/tables/{table}/moves/{move}", summary="Whether a legal move would be final")
async def weigh(request: Request, table: str, move: Annotated[int, Path(ge=0, le=2**31 - 1)]) -> dict[str, Any]:
    """A move is final if it can't be taken back: the turn passes on, chance speaks or something is shown."""
    return await tables(request).weigh(table, who(request), move)


@router.post("/tables/{table}/undo", summary="Take your last move back")
async def undo(request: Request, table: str, body: models.Undo) -> dict[str, int]:
    return {"version": await tables(request).undo(table, who(request), body.version, body.key, body.seat)}


@router.post("/tables/{table}/claim", summary="Take a seat, or come back to yours")
async def claim(request: Request, table: str, body: models.Claim) -> dict[str, Any]:
    version, token = await tables(request).claim(table, body.seat, who(request), body.invite, body.name)
    return {"version": version, "seat": body.seat, "token": token}


@router.post("/tables/{table}/leave", summary="Leave; a bot plays on until you come back")
async def leave(request: Request, table: str, body: models.Leave) -> dict[str, int]:
    return {"version": await tables(request).leave(table, who(request), body.seat)}


@router.post("/tables/{table}/bot", summary="Give an open seat to a bot")
async def bot(request: Request, table: str, body: models.SeatBot) -> dict[str, int]:
    return {"version": await tables(request).seat_bot(table, body.seat, who(request), body.bot)}


@router.post("/tables/{table}/rematch", status_code=201, summary="The same game with the same people again")
async def rematch(request: Request, table: str) -> dict[str, str]:
    fresh = await tables(request).rematch(table, who(request))
    return {"id": fresh, "url": f"/table/{fresh}"}


@router.post("/tables/{table}/branch", status_code=201, summary="Go another way from a ply, against bots")
async def branch(request: Request, table: str, body: models.Branch) -> dict[str, Any]:
    return (await tables(request).branch(table, who(request), body.ply)).to_json()


@router.post("/tables/{table}/hint", summary="What a strong bot would do in your place")
async def hint(request: Request, table: str) -> dict[str, Any]:
    return await tables(request).hint(table, who(request))


@router.get(
    "/tables/{table}/advice",
    summary="What the game itself advises, if it does: moves, a sentence, and how the table would look",
)
async def advice(
    request: Request, table: str, layout: Annotated[str, Query(max_length=16)] = "desktop"
) -> dict[str, Any]:
    """404 if the game gives no advice, 403 if it is not your turn, 409 if there is nothing to be advised now."""
    return await tables(request).advice(table, who(request), layout)


@router.post("/tables/{table}/advice", summary="Play all the moves of the advice that you were shown")
async def take_advice(request: Request, table: str, body: models.Accept) -> dict[str, int]:
    """All of them or none: 409 with the new version if the table has moved on."""
    return {"version": await tables(request).take_advice(table, who(request), body.version, body.key, body.seat)}


@router.get("/tables/{table}/replay", summary="The table as you saw it at a ply")
async def replay(
    request: Request, table: str, ply: Ply = 0, layout: Annotated[str, Query(max_length=16)] = "desktop"
) -> dict[str, Any]:
    return await tables(request).replay(table, who(request), ply, layout)


@router.get("/tables/{table}/export.{form}", summary="A table as txt (when it is over), json, svg or png")
async def export(
    request: Request,
    table: str,
    form: str,
    theme: Annotated[str, Query(max_length=16)] = "light",
    layout: Annotated[str, Query(max_length=16)] = "desktop",
) -> Response:
    room = await tables(request).room(table)
    return await exports.export(room, room.viewer(who(request)), form, theme, layout)
