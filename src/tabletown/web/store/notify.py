"""Hints from other processes: PostgreSQL tells which table has a new event. Only a hint, the log is the truth."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import asyncpg

from .storage import CHANNEL, Storage
from .tables import Tables

log = logging.getLogger("tabletown.web")

_WAITING = 1000
"""So many hints may wait; what is dropped beyond that the sweep finds."""


class Listener:
    def __init__(self, storage: Storage, tables: Tables) -> None:
        self._address = storage.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._tables = tables
        self._heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue(_WAITING)

    def _hear(self, *message: Any) -> None:
        table, _, version = str(message[-1]).partition(":")
        if version.isdecimal() and not self._heard.full():
            self._heard.put_nowait((table, int(version)))

    async def run(self) -> None:
        """Listen for ever; a lost connection is made again."""
        while True:
            try:
                await self._listen()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("no hints from other processes for the moment: %s", error)
            await asyncio.sleep(1)

    async def _listen(self) -> None:
        connection = await asyncpg.connect(self._address)
        try:
            await connection.add_listener(CHANNEL, self._hear)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            while not lost.is_set():
                try:
                    async with asyncio.timeout(1):
                        table, version = await self._heard.get()
                except TimeoutError:
                    continue
                await self._tables.hinted(table, version)
        finally:
            await connection.close(timeout=1)
