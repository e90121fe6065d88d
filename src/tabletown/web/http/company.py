"""The part of the API that tells who is at a table, and carries reactions and nudges."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from tabletown.web.tables.requests import Handover, Nudge, Reaction

from .description import always, refuses
from .session import caller, tables

router = APIRouter(prefix="/api", tags=["tables"], responses=always())

Json = dict[str, Any]
Number = Annotated[int | None, Query(ge=0, le=2**31 - 1)]


@router.get("/tables/{table}/company", summary="Who is here, and signs given since", responses=refuses(404, 409))
async def company(request: Request, table: str, since: Number = None) -> Json:
    """`away` is for how many seconds a player is known to be away, `replaceable` whether a bot may play for them,
    `late` whether their time ran out, `now` the server's time in milliseconds since 1970."""
    return await tables(request).company(table, caller(request), since)


@router.post("/tables/{table}/reactions", summary="Show the others a picture", responses=refuses(403, 404, 409))
async def react(request: Request, table: str, body: Reaction) -> Json:
    return await tables(request).react(table, caller(request), body.picture)


@router.post("/tables/{table}/nudges", summary="Remind whoever is to move", responses=refuses(403, 404, 409))
async def nudge(request: Request, table: str, body: Nudge) -> Json:
    return await tables(request).nudge(table, caller(request), body.seat)


@router.post(
    "/tables/{table}/substitutes",
    summary="Let a bot play for somebody who has been away for long; they may come back",
    responses=refuses(403, 404, 409),
)
async def substitute(request: Request, table: str, body: Handover) -> Json:
    return {"version": await tables(request).substitute(table, caller(request), body.seat)}
