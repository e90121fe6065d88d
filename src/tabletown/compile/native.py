"""Native code: a game's rules compiled by Numba, cached on disk under a key of everything they were made from."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import carray

from ..core.game import Rulebook
from ..core.rule import Loader, fingerprint
from . import drivers
from .drivers import ACTOR, DRAW, GUESS, KNOWN_TO, LEGAL, OBSERVE, PLACE, PUSH, REDACT, SCORE, WEIGHTS, serve
from .engine import observation_size

ROOM = 1 << 16
"""The nominal length of the numbers behind the door; their real length is the caller's care."""

JIT = {"nogil": True, "error_model": "numpy"}
_numba_config = threading.Lock()


def cache_root() -> Path:
    """Where compiled code is kept: TABLETOWN_CACHE, or the user's cache folder."""
    given = os.environ.get("TABLETOWN_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(given) if given else Path(base) / "tabletown"


@cache
def cache_folder(book: Rulebook) -> Path:
    """The folder of a game's compiled code, named by all that the code depends on, so that stale code can never run."""
    import numba

    made_from = fingerprint([*book.compiled_rules.values(), drivers.play_many, drivers.serve])
    text = f"{made_from} {numba.__version__} {np.__version__} {sys.version} {book.state.dtype.descr} {book.max_legal} {tag_of(book)}"
    return cache_root() / f"{book.name}-{hashlib.sha256(text.encode()).hexdigest()[:20]}"


def is_cached(book: Rulebook) -> bool:
    return (cache_folder(book) / "complete").exists()


@contextlib.contextmanager
def caching_in(folder: Path) -> Iterator[None]:
    """Compiled functions declared here are cached in this folder; another process that wants the same waits and then loads it."""
    from numba import config

    folder.mkdir(parents=True, exist_ok=True)
    with _numba_config, open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before
            fcntl.flock(lock, fcntl.LOCK_UN)  # said aloud: a child forked meanwhile holds the file open too


def native_loader(book: Rulebook) -> Loader:
    from numba import njit

    return Loader(lambda function: njit(**JIT)(function), book.compiled_rules, tag=tag_of(book))


def tag_of(book: Rulebook) -> str:
    """What marks the compiled functions of a game."""
    return f"{book.name.replace('-', '_')}_"


def door(op, position, x, y, numbers):
    """`serve` for callers with pointers."""
    return serve(op, carray(position, (1,)), x, y, carray(numbers, (ROOM,)))


class NativeEngine:
    """A game's rules as machine code. Compiles or loads from the cache when it is made."""

    name = "native"

    def __init__(self, book: Rulebook) -> None:
        from numba import cfunc, from_dtype, types

        self.book = book
        self.loader = native_loader(book)
        record = from_dtype(book.state.dtype)
        self.size = max(book.max_legal, observation_size(book))
        signature = types.int64(
            types.int64, types.CPointer(record), types.int64, types.int64, types.CPointer(types.int32)
        )
        with caching_in(cache_folder(book)):
            self._compiled = cfunc(signature, cache=True, error_model="numpy")(self.loader.clone(door))
            self.play_many = self.compile(drivers.play_many, self.batch_signature(record))
        (cache_folder(book) / "complete").touch()
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p
        )
        self._call: Callable[..., int] = kind(self._compiled.address)
        self._local = threading.local()

    def compile(self, driver: Callable[..., Any], signature: Any) -> Callable[..., Any]:
        """A driver compiled for this game; call it inside `caching_in` to have it cached."""
        from numba import njit

        compiled: Callable[..., Any] = njit(signature, cache=True, **JIT)(self.loader.clone(driver))
        return compiled

    @staticmethod
    def batch_signature(record: Any) -> Any:
        from numba import types

        records, numbers, tally = record[::1], types.int32[::1], types.int64[::1]
        whole = types.int64
        return types.void(records, records, numbers, types.uint64, whole, whole, whole, tally, records)

    def _out(self) -> tuple[np.ndarray, int]:
        """Scratch space of this thread: several threads may use one engine."""
        if not hasattr(self._local, "out"):
            array = np.zeros(self.size, np.int32)
            self._local.out = (array, array.ctypes.data)
        found: tuple[np.ndarray, int] = self._local.out
        return found

    def actor(self, array: np.ndarray) -> int:
        return self._call(ACTOR, array.ctypes.data, 0, 0, self._out()[1])

    def legal(self, array: np.ndarray) -> list[int]:
        out, address = self._out()
        found: list[int] = out[: self._call(LEGAL, array.ctypes.data, 0, 0, address)].tolist()
        return found

    def weights(self, array: np.ndarray) -> list[int]:
        out, address = self._out()
        found: list[int] = out[: self._call(WEIGHTS, array.ctypes.data, 0, 0, address)].tolist()
        return found

    def push(self, array: np.ndarray, move: int) -> bool:
        return self._call(PUSH, array.ctypes.data, move, 0, self._out()[1]) == 1

    def draw(self, array: np.ndarray, key: int, ply: int) -> int:
        return self._call(DRAW, array.ctypes.data, _signed(key), ply, self._out()[1])

    def score(self, array: np.ndarray, seat: int) -> int:
        return self._call(SCORE, array.ctypes.data, seat, 0, self._out()[1])

    def place(self, array: np.ndarray, seat: int) -> int:
        return self._call(PLACE, array.ctypes.data, seat, 0, self._out()[1])

    def redact(self, array: np.ndarray, viewer: int) -> None:
        self._call(REDACT, array.ctypes.data, viewer, 0, self._out()[1])

    def guess(self, array: np.ndarray, viewer: int, seed: int) -> None:
        self._call(GUESS, array.ctypes.data, viewer, _signed(seed), self._out()[1])

    def observe(self, array: np.ndarray, viewer: int) -> np.ndarray:
        out, address = self._out()
        out[:] = 0
        self._call(OBSERVE, array.ctypes.data, viewer, 0, address)
        return out[: observation_size(self.book)].astype(np.int16)

    def known_to(self, array: np.ndarray, move: int) -> int:
        return self._call(KNOWN_TO, array.ctypes.data, move, 0, self._out()[1])


def _signed(number: int) -> int:
    """The same 64 bits as a signed integer, which is what the door takes."""
    number &= 0xFFFF_FFFF_FFFF_FFFF
    return number - (1 << 64) if number >> 63 else number
