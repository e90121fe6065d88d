"""Notices from other processes: PostgreSQL's NOTIFY tells which table has a new version. The log itself decides."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from tabletown.web import tasks

from .storage import CHANNEL, Storage

log = logging.getLogger("tabletown.web")

MOST_WAITING = 1000
"""How many notices may wait; what is dropped beyond that is found by the regular look at the versions."""


class Listener:
    """Calls `notified(table, version)` for every notice, at once: a table that is busy keeps no other waiting."""

    def __init__(self, storage: Storage, notified: Callable[[str, int], Awaitable[None]]) -> None:
        self._address = storage.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._notified = notified
        self._waiting: set[asyncio.Task[None]] = set()

    def _receive(self, *message: Any) -> None:
        table, _, version = str(message[-1]).partition(":")
        if version.isdecimal() and len(self._waiting) < MOST_WAITING:
            task = asyncio.create_task(self._tell(table, int(version)), name=f"notice of {table}")
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _tell(self, table: str, version: int) -> None:
        try:
            await self._notified(table, version)
        except Exception as error:
            log.warning("a notice of table %s was not followed; it will be looked at again: %s", table, error)

    async def run(self) -> None:
        """Listen for ever; a lost connection is made again."""
        while True:
            try:
                await self._listen()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("no notices from other processes for the moment: %s", error)
            await asyncio.sleep(1)

    async def _listen(self) -> None:
        connection = await asyncpg.connect(self._address)
        try:
            await connection.add_listener(CHANNEL, self._receive)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await lost.wait()
        finally:
            await tasks.end(self._waiting)
            await connection.close(timeout=1)
