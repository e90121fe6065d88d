"""Deleting tables that nobody has touched for a long time, a few at a time, if the operator wants it."""

from __future__ import annotations

import time
from collections.abc import Set

from tabletown.web.settings import Settings
from tabletown.web.store.storage import Storage, now

BATCH = 50
"""How many tables are deleted at once: nobody has to wait for more than this."""
_DAY = 24 * 3600 * 1000
_EVERY = 600.0
"""Seconds between two looks, as long as there is nothing to delete."""


class Expiry:
    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._days = {True: settings.keep_finished, False: settings.keep_abandoned}
        self._again = 0.0

    async def delete_some(self, in_use: Set[str]) -> list[str]:
        """Delete a batch of what is too old, but no table in use. Returns the tables that were deleted."""
        if not any(self._days.values()) or time.monotonic() < self._again:
            return []
        deleted: list[str] = []
        full = False
        for over, days in self._days.items():
            if days > 0:
                before = now() - int(days * _DAY)
                old = await self._storage.untouched(before, over, BATCH + len(in_use))
                batch = [table for table in old if table not in in_use][:BATCH]
                deleted += await self._storage.delete(batch, before) if batch else []
                full = full or len(batch) == BATCH
        self._again = 0.0 if full else time.monotonic() + _EVERY
        return deleted
