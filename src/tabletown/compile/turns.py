"""Compiling in the background, one after the other: what was asked for last comes first."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Lets one thread at a time go on; of those that wait, the one whose work was wanted most recently."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._wanted: dict[str, int] = {}
        self._waiting: list[str] = []
        self._busy = False
        self._count = 0

    def want(self, name: str) -> None:
        """Say that something is in demand."""
        with self._changed:
            self._count += 1
            self._wanted[name] = self._count

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Wait for the turn of something, and keep the others waiting meanwhile."""
        with self._changed:
            self._waiting.append(name)
            self._changed.wait_for(lambda: not self._busy and name == max(self._waiting, key=self._demand))
            self._waiting.remove(name)
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()

    def _demand(self, name: str) -> int:
        return self._wanted.get(name, 0)
