"""The tables in memory: read from the log when they are needed, kept up to date, let go when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from tabletown.core import registry
from tabletown.core.match import Match
from tabletown.web import tasks
from tabletown.web.refusals import Conflict, Unknown
from tabletown.web.settings import Settings
from tabletown.web.store.storage import Answer, NewEvent, NewGame, Snapshot, Stale, Storage, now
from tabletown.web.threads import in_thread

from . import snapshot
from .bests import result_of
from .play import status_of, turn_of
from .room import LONGEST_LOG, Answered, Logged, Room
from .seat import Seat

log = logging.getLogger("tabletown.web")

_ID = re.compile(r"[a-z0-9]{6,32}")


_AT_ONCE = 20
"""How many events are replayed before the event loop gets a turn."""


class Rooms:
    """Tables by id. `on_change` is called with a room that was read, caught up or written; `on_turn` with one that was
    written here, and the seat that was to move before."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        on_change: Callable[[Room], None],
        on_turn: Callable[[Room, int | None], None],
    ) -> None:
        self._storage = storage
        self._settings = settings
        self._on_change, self._on_turn = on_change, on_turn
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._packing: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        await tasks.end(self._packing)

    @staticmethod
    def slow(room: Room, viewer: int | None) -> bool:
        """Whether there is so much to put into words for a viewer that it is done beside the loop."""
        return room.untold(viewer) > _AT_ONCE

    async def prepare(self, room: Room, viewer: int | None) -> None:
        """Put what happened at a locked table into words for a viewer; beside the loop, if it is much."""
        if self.slow(room, viewer):
            telling = room.telling(viewer)
            await in_thread(telling.work)
            room.take_over(telling)

    def __contains__(self, table: str) -> bool:
        return table in self._rooms

    def __len__(self) -> int:
        return len(self._rooms)

    def all(self) -> list[Room]:
        return list(self._rooms.values())

    def used(self) -> set[str]:
        """The tables that somebody watches or that bots play at."""
        return {room.id for room in self._rooms.values() if room.watchers or room.bot_task}

    def bot_tasks(self) -> list[asyncio.Task[None]]:
        return [room.bot_task for room in self._rooms.values() if room.bot_task]

    @asynccontextmanager
    async def locked(self, table: str, at_least: int | None = None) -> AsyncIterator[Room]:
        """A table at its latest version, for one caller at a time; or at a version at least, so that the database is
        asked only if there must be something new."""
        if not _ID.fullmatch(table):
            raise Unknown(f"There is no table {table[:40]!r}.")
        async with self._locks.setdefault(table, asyncio.Lock()):
            room = self._rooms.get(table)
            if room is None:
                room = await self._load(table)
            elif not room.in_sync or await self._written_by_others(room, at_least):
                await self._catch_up(room)
            self._rooms[table] = room
            self._rooms.move_to_end(table)
            room.last_used = time.monotonic()
            yield room

    async def get(self, table: str) -> Room:
        """A table at its latest version."""
        async with self.locked(table) as room:
            return room

    async def _written_by_others(self, room: Room, at_least: int | None) -> bool:
        if at_least is not None:
            return room.version < at_least
        return self._storage.shared and await self._storage.version(room.id) != room.version

    async def events(self, room: Room, since: int, most: int) -> list[Logged]:
        """The first events after a version: the latest from memory, older ones from the log."""
        if since >= room.events_from:
            return room.events[since - room.events_from :][:most]
        rows = await self._storage.events(room.id, since, most)
        return [Logged.of(row, room.game, room.owners[row["seq"] - 1]) for row in rows if row["seq"] <= room.version]

    async def answered(self, room: Room, seats: Sequence[int], key: str | None) -> Answered | None:
        """The answer that one of these seats got before to the same key."""
        if key is None:
            return None
        known = next((room.answers[seat, key] for seat in seats if (seat, key) in room.answers), None)
        if known or not room.events_from:
            return known
        event = await self._storage.event_with(room.id, seats, key)
        return Answered.of(event) if event else None

    async def _load(self, table: str) -> Room:
        stored = await self._storage.read(table, made_by=lambda kind: snapshot.made_by(registry.rulebook(kind)))
        if stored is None:
            raise Unknown(f"There is no table {table!r}.")
        room = await in_thread(lambda: Room(stored))
        self._rooms[table] = room
        self._evict()
        self._keep_snapshot(room)
        self._on_change(room)
        return room

    def _keep_snapshot(self, room: Room) -> None:
        """Store a snapshot if the log has become that much longer; nobody waits for it."""
        if room.version >= room.snapshot_at + snapshot.EVERY and not room.stages and not room.match.began_from:
            room.snapshot_at = room.version
            task = asyncio.create_task(self._pack(room, room.frozen()), name=f"snapshot of {room.id}")
            self._packing.add(task)
            task.add_done_callback(self._packing.discard)

    async def packed(self) -> None:
        """Wait until all snapshots that are being made are stored."""
        await asyncio.gather(*self._packing)

    async def _pack(self, room: Room, frozen: snapshot.Contents) -> None:
        try:
            data = await in_thread(lambda: snapshot.pack(frozen))
            kept = Snapshot(len(frozen.owners), snapshot.made_by(room.game.rulebook), data)
            await self._storage.keep_snapshot(room.id, kept)
        except Exception:
            log.exception("no snapshot of table %s could be kept; its whole log will be read", room.id)

    def _evict(self) -> None:
        """Let the least recently used tables go, but never one that somebody watches or that bots play at."""
        surplus = len(self._rooms) - self._settings.rooms
        long_ago = time.monotonic() - self._settings.idle
        free = [room for room in self._rooms.values() if not room.watchers and not room.bot_task]
        for number, room in enumerate(free):
            if number < surplus or room.last_used < long_ago:
                room.set_alarm(None)
                del self._rooms[room.id]

    async def _catch_up(self, room: Room) -> None:
        stored = await self._storage.read(room.id, after=room.version)
        if stored is None:
            self.forget(room)
            raise Unknown(f"There is no table {room.id!r} any more.")
        for begin in range(0, len(stored.events) or 1, _AT_ONCE):
            room.catch_up(replace(stored, events=stored.events[begin : begin + _AT_ONCE]))
            await asyncio.sleep(0)
        room.in_sync = True
        self._keep_snapshot(room)
        self._on_change(room)

    def forget(self, room: Room) -> None:
        """Drop a table that is no longer in the database, and tell those who watch it."""
        self._rooms.pop(room.id, None)
        room.deleted = True
        room.set_alarm(None)
        room.notify()

    def forget_id(self, table: str) -> None:
        room = self._rooms.get(table)
        if room is not None:
            self.forget(room)

    async def notified(self, table: str, version: int) -> None:
        """Another process says that a table has a new version."""
        room = self._rooms.get(table)
        if room is not None and room.version < version:
            async with self.locked(table, at_least=version):
                pass

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
        answer: Answer | None = None,
        **changes: Any,
    ) -> int:
        """Store events that lead to the match `after`, then show them. Another's write in between raises Stale."""
        if events and room.too_long_for(events):
            raise Conflict(f"After {LONGEST_LOG} events only moves are taken at this table.", version=room.version)
        sitting = [(seats or {}).get(seat.seat, seat) for seat in room.seats]
        status = status_of(after, sitting)
        values = {**changes, "status": status, **turn_of(after, sitting, status)}
        values["lesson"] = room.step_after(events)
        if values["lesson"] and room.lesson:
            values |= {"actor": room.lesson.seat, "bot_to_move": False}
        values["deadline"] = room.next_look(events, values, now())
        if status == "over" and room.status != "over":
            helped = {"retried": room.retried, "coached": bool(room.coached)}
            values["result"] = result_of(after, now()) | {name: True for name, found in helped.items() if found}
        rows = {number: seat.to_row() for number, seat in (seats or {}).items()}
        before = room.to_move
        room.in_sync = False
        try:
            written = await self._storage.append(room.id, room.version, events, values, rows, beside, answer)
        except Stale:
            await self._catch_up(room)
            raise
        room.advance(written, values, sitting, after)
        room.in_sync = True
        self._keep_snapshot(room)
        self._on_change(room)
        self._on_turn(room, before)
        return room.version
