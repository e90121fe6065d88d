"""Notices from other processes: PostgreSQL's NOTIFY tells which table has a new version. The log itself decides."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from .storage import CHANNEL, Storage

log = logging.getLogger("tabletown.web")

_QUEUE_SIZE = 1000
"""How many notices may wait; what is dropped beyond that is found by the regular look at the versions."""


class Listener:
    """Calls `notified(table, version)` for every notice."""

    def __init__(self, storage: Storage, notified: Callable[[str, int], Awaitable[None]]) -> None:
        self._address = storage.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._notified = notified
        self._queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue(_QUEUE_SIZE)

    def _receive(self, *message: Any) -> None:
        table, _, version = str(message[-1]).partition(":")
        if version.isdecimal() and not self._queue.full():
            self._queue.put_nowait((table, int(version)))

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
            while not lost.is_set():
                try:
                    async with asyncio.timeout(1):
                        table, version = await self._queue.get()
                except TimeoutError:
                    continue
                await self._notified(table, version)
        finally:
            await connection.close(timeout=1)
