"""Following a table: frames as they come, and waiting for news."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tabletown.web.frames import frame
from tabletown.web.refusals import Unknown

from .room import Room
from .rooms import Rooms
from .seat import Caller

_LOOK_AGAIN = 5.0
"""Seconds after which it is checked whether somebody who waits is still connected."""


class Watch:
    """A caller who watches a table, and counts as present for the seats that the caller holds.

    `since` is the version that the caller already sees, if any. Being watched keeps a table in memory.
    """

    def __init__(self, room: Room, caller: Caller, rooms: Rooms, since: int | None = None) -> None:
        self._room, self._caller, self._rooms = room, caller, rooms
        self._shown = None if since is None else (room.viewer(caller), since)
        self._changed, self._generation = room.changed, room.frames.generation
        self._seats = room.held(caller)
        room.add_watcher(self._seats)

    def close(self) -> None:
        self._room.remove_watcher(self._seats)

    async def frame(self, layout: str) -> bytes:
        """What changed since the last frame, as gzipped JSON."""
        room = self._room
        if room.deleted:
            raise Unknown("This table was deleted.")
        if self._rooms.slow(room, room.viewer(self._caller)):
            async with self._rooms.locked(room.id):
                await self._rooms.prepare(room, room.viewer(self._caller))
        await frame.first_drawing(room, room.viewer(self._caller), layout)
        self._update_seats()
        self._changed, self._generation = room.changed, room.frames.generation
        viewer = room.viewer(self._caller)  # asked anew each time: seats change hands
        seen = self._shown
        base = seen[1] if seen and seen[0] == viewer and seen[1] <= room.version else None
        self._shown = viewer, room.version
        return frame.packed(room, viewer, layout, base, room.curtained(self._caller))

    def _update_seats(self) -> None:
        held = self._room.held(self._caller)
        if held != self._seats:
            self._room.remove_watcher(self._seats)
            self._room.add_watcher(held)
            self._seats = held

    async def news(self) -> None:
        """Wait until there is more to show than the last frame showed."""
        if self._room.frames.generation == self._generation:
            await self._changed.wait()

    async def past(self, version: int, seconds: float, gone: Callable[[], Awaitable[bool]]) -> None:
        """Wait until the table is past a version, the time is over or whoever waits is gone."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + seconds
        while self._room.version == version and not self._room.deleted and not await gone():
            left = deadline - clock()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(min(left, _LOOK_AGAIN)):
                    await self._room.changed.wait()
            except TimeoutError:
                continue
