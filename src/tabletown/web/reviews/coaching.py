"""The coach at a table: for somebody who plays with bots alone, from what the seat may see."""

from __future__ import annotations

import asyncio
import base64
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from tabletown.web.http.description import always, refuses
from tabletown.web.http.session import caller
from tabletown.web.refusals import Invalid, Refusal
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.tables import Tables
from tabletown.web.worker import Failed, Worker

router = APIRouter(prefix="/api", tags=["tables"], responses=always())

SECONDS = 20.0
"""How long the coach may think, its first start included; a page doesn't wait that long."""


class Silent(Refusal):
    """The coach has no answer."""

    status = 503

    def __init__(self) -> None:
        super().__init__("The coach has no answer now; play on.", changed=False)


class Coaching:
    """Asks the coach's process, one question at a time."""

    def __init__(self, service: Tables) -> None:
        self._tables = service
        self._worker = Worker("tabletown.web.reviews.coach_worker")
        self._turn = asyncio.Lock()

    async def advise(self, table: str, who: Caller, version: int, move: int | None) -> dict[str, Any]:
        """What the coach says to a move, or to the position as it stands."""
        match, seat = await self._tables.coached(table, who, version)
        if move is not None and move not in match.legal_ids:
            raise Invalid("That move is not legal now.")
        question = {
            "game": match.game.name,
            "players": match.game.players,
            "options": match.game.options,
            "change": dict(match.game.change),
            "record": base64.b64encode(match.redacted(seat).tobytes()).decode(),
            "seat": seat,
            "names": match.names,
            "move": move,
        }
        async with self._turn:
            try:
                answer = await self._worker.ask(question, SECONDS)
            except Failed:
                raise Silent from None
        if "error" in answer:
            raise Silent
        return {"version": version, **answer}

    async def close(self) -> None:
        await self._worker.stop()


@router.get(
    "/tables/{table}/coach",
    summary="What the coach says to a move, or to your position",
    responses=refuses(403, 404, 409),
)
async def coach(
    request: Request,
    table: str,
    version: Annotated[int, Query(ge=0, le=2**31 - 1)],
    move: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
) -> dict[str, Any]:
    """403 if the coach is off, a person sits elsewhere at the table or it is not your turn.

    Without a move: what each promising move is worth.
    With one: `mark` is empty, slip, mistake or blunder; `loss` is what it gives away, and `why` says why."""
    found: Coaching = request.app.state.coaching
    return await found.advise(table, caller(request), version, move)
