"""Who is told what: whose turn it is, if they are not at the table; who is nudged; whose time has run out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tabletown.web import tasks
from tabletown.web.refusals import Refusal
from tabletown.web.tables.room import Room

from .sender import Notice, Pushes

log = logging.getLogger("tabletown.web")

SOON, LATER = 4.0, 60.0
"""Seconds until it is looked who is not at the table, and until it is looked again for those who were: a page that was
put away still counts as there for a while."""
YOUR_TURN = "It is your turn."


class Turns:
    """Watches the turns of the tables that this process writes to."""

    def __init__(self, pushes: Pushes, room: Callable[[str], Awaitable[Room]]) -> None:
        self.pushes, self._room = pushes, room
        self.soon, self.later = SOON, LATER
        self._waiting: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        await tasks.end(self._waiting.values())

    def moved(self, room: Room, before: int | None) -> None:
        """Note that the turn may have passed from one seat to another."""
        seat = room.to_move
        if seat == before:
            return
        waiting = self._waiting.pop(room.id, None)
        if waiting:
            waiting.cancel()
        if seat is None or room.seats[seat].holder is None or room.seats[seat].played_by_bot:
            return
        if before is not None and room.seats[before].holder == room.seats[seat].holder:
            return  # at one screen
        task = asyncio.create_task(self._remind(room.id, seat), name=f"turn at {room.id}")
        self._waiting[room.id] = task
        task.add_done_callback(lambda done: self._waiting.get(room.id) is done and self._waiting.pop(room.id))

    async def _remind(self, table: str, seat: int) -> None:
        for pause in (self.soon, self.later):
            await asyncio.sleep(pause)
            try:
                room = await self._room(table)
            except Refusal:  # the table was deleted meanwhile
                return
            except Exception:
                log.exception("nobody was told whose turn it is at table %s", table)
                return
            if room.to_move != seat:
                return
            if seat not in room.connected():
                return self.tell(room, seat, YOUR_TURN)

    def tell(self, room: Room, seat: int, sentence: str) -> None:
        """Send a sentence to whoever holds a seat."""
        holder = room.seats[seat].holder
        if holder is not None:
            self.pushes.send(holder, Notice(room.game.title, sentence, f"/table/{room.id}", room.id))
