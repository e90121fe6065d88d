"""The tables in memory: read from the log when they are needed, kept up to date, let go when nobody uses them."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from tabletown.core.match import Match
from tabletown.web.refusals import Unknown
from tabletown.web.settings import Settings
from tabletown.web.store.storage import NewEvent, NewGame, Stale, Storage, now

from .bests import result_of
from .play import status_of, turn_of
from .room import Room
from .seat import Seat

_ID = re.compile(r"[a-z0-9]{6,32}")


class Rooms:
    """Tables by id. `on_change` is called with a room that was read, caught up or written."""

    def __init__(self, storage: Storage, settings: Settings, on_change: Callable[[Room], None]) -> None:
        self._storage = storage
        self._settings = settings
        self._on_change = on_change
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __contains__(self, table: str) -> bool:
        return table in self._rooms

    def __len__(self) -> int:
        return len(self._rooms)

    def bot_tasks(self) -> list[asyncio.Task[None]]:
        return [room.bot_task for room in self._rooms.values() if room.bot_task]

    @asynccontextmanager
    async def locked(self, table: str) -> AsyncIterator[Room]:
        """A table at its latest version, for one caller at a time."""
        if not _ID.fullmatch(table):
            raise Unknown(f"There is no table {table[:40]!r}.")
        async with self._locks.setdefault(table, asyncio.Lock()):
            room = self._rooms.get(table)
            if room is None:
                room = await self._load(table)
            elif not room.in_sync or await self._written_by_others(room):
                await self._catch_up(room)
            self._rooms[table] = room
            self._rooms.move_to_end(table)
            room.last_used = time.monotonic()
            yield room

    async def get(self, table: str) -> Room:
        """A table at its latest version."""
        async with self.locked(table) as room:
            return room

    async def _written_by_others(self, room: Room) -> bool:
        return self._storage.shared and await self._storage.version(room.id) != room.version

    async def _load(self, table: str) -> Room:
        stored = await self._storage.read(table)
        if stored is None:
            raise Unknown(f"There is no table {table!r}.")
        room = Room(stored)
        self._rooms[table] = room
        self._evict()
        self._on_change(room)
        return room

    def _evict(self) -> None:
        """Let the least recently used tables go, but never one that somebody watches or that bots play at."""
        surplus = len(self._rooms) - self._settings.rooms
        long_ago = time.monotonic() - self._settings.idle
        free = [room for room in self._rooms.values() if not room.watchers and not room.bot_task]
        for number, room in enumerate(free):
            if number < surplus or room.last_used < long_ago:
                del self._rooms[room.id]

    async def _catch_up(self, room: Room) -> None:
        stored = await self._storage.read(room.id, after=room.version)
        if stored is not None:
            room.catch_up(stored)
            room.in_sync = True
            self._on_change(room)

    async def notified(self, table: str, version: int) -> None:
        """Another process says that a table has a new version."""
        room = self._rooms.get(table)
        if room is not None and room.version < version:
            await self.get(table)

    async def refresh(self) -> None:
        """Let go of what nobody uses, and look for news at watched tables that no notice announced."""
        self._evict()
        watched = {room.id: room.version for room in self._rooms.values() if room.watchers}
        if self._storage.shared and watched:
            for table, version in (await self._storage.versions(list(watched))).items():
                if version != watched.get(table):
                    await self.get(table)

    async def append(
        self,
        room: Room,
        events: Sequence[NewEvent],
        after: Match,
        seats: Mapping[int, Seat] | None = None,
        beside: NewGame | None = None,
        **changes: Any,
    ) -> int:
        """Store events that lead to the match `after`, then show them. Another's write in between raises Stale."""
        sitting = [(seats or {}).get(seat.seat, seat) for seat in room.seats]
        status = status_of(after, sitting)
        values = {**changes, "status": status, **turn_of(after, sitting, status)}
        if status == "over" and room.status != "over":
            values["result"] = result_of(after, now())
        rows = {number: seat.to_row() for number, seat in (seats or {}).items()}
        room.in_sync = False
        try:
            written = await self._storage.append(room.id, room.version, events, values, rows, beside)
        except Stale:
            await self._catch_up(room)
            raise
        room.advance(written, values, sitting, after)
        room.in_sync = True
        self._on_change(room)
        return room.version
