"""A thread pool in which the caller works too: whoever is free takes the next piece.

A thread that wakes up late, because the machine is busy, delays nobody: the others take its pieces.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from queue import SimpleQueue
from typing import Any

Call = Callable[..., None]
Job = tuple[Call, Iterator[Sequence[Any]], "SimpleQueue[BaseException | None]"]


class ThreadPool:
    """Threads of this process, started when they are first needed and kept for all batches."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._helpers = 0
        self._growing = threading.Lock()

    def share(self, call: Call, pieces: Sequence[Sequence[Any]], helpers: int) -> None:
        """Call with each piece's arguments, here and on `helpers` threads; returns when all pieces are done."""
        self._grow(helpers)
        waiting, done = iter(pieces), SimpleQueue[BaseException | None]()
        for _ in range(helpers):
            self._jobs.put((call, waiting, done))
        errors = [_error_of(call, arguments) for arguments in waiting]
        errors += [done.get() for _ in range(len(pieces) - len(errors))]
        for error in filter(None, errors):
            raise error

    def _grow(self, helpers: int) -> None:
        if self._helpers < helpers:
            with self._growing:
                while self._helpers < helpers:
                    threading.Thread(target=self._help, name="tabletown step", daemon=True).start()
                    self._helpers += 1

    def _help(self) -> None:
        while True:
            call, waiting, done = self._jobs.get()
            for arguments in waiting:
                done.put(_error_of(call, arguments))


def _error_of(call: Call, arguments: Sequence[Any]) -> BaseException | None:
    try:
        call(*arguments)
    except BaseException as error:  # it is the caller's, who raises it
        return error
    return None


@cache
def thread_pool() -> ThreadPool:
    return ThreadPool()


if hasattr(os, "register_at_fork"):  # not on Windows; a forked child has none of its parent's threads
    os.register_at_fork(after_in_child=thread_pool.cache_clear)
