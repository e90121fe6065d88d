"""Who waits for a compiler? Nobody: engines get ready behind the scenes and are used from the moment they are."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from ..core.game import Rulebook

if TYPE_CHECKING:
    from .native import NativeEngine

PATIENCE = 60
"""So many interpreted questions are asked before native code is worth its start."""

_lock = threading.Lock()
_ready: dict[str, NativeEngine] = {}
_asked: dict[str, int] = {}
_workers: dict[str, threading.Thread] = {}


def native(book: Rulebook) -> NativeEngine:
    """The native engine, now: loaded from the cache or compiled while the caller waits."""
    from .native import NativeEngine

    with _lock:
        if book.name not in _ready:
            _ready[book.name] = NativeEngine(book)
        return _ready[book.name]


def ready(book: Rulebook, wait: bool = False) -> NativeEngine | None:
    """The native engine if it is there. The first questions pass for nothing; a busy match starts the preparation."""
    if wait:
        return native(book)
    found = _ready.get(book.name)
    if found is None:
        _asked[book.name] = _asked.get(book.name, 0) + 1
        if _asked[book.name] == PATIENCE:
            prepare(book)
    return found


def prepare(book: Rulebook) -> threading.Thread:
    """Get native code ready in the background; compiles in a process of its own, so that this one stays quick."""
    worker = _workers.get(book.name)
    if worker is None:
        worker = threading.Thread(target=_prepare, args=(book,), name=f"warm-{book.name}", daemon=True)
        _workers[book.name] = worker
        worker.start()
    return worker


def _prepare(book: Rulebook) -> None:
    from .native import is_cached

    if not is_cached(book):
        command = [sys.executable, "-m", "tabletown.compile.cache", book.name]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if is_cached(book):
        native(book)


def main(names: list[str]) -> None:
    """Prepare games in a process of their own; prints the seconds that took."""
    from ..core.registry import rulebook

    began = time.perf_counter()
    for name in names:
        native(rulebook(name))
    print(f"{time.perf_counter() - began:.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
