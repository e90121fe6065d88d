"""Engines run a game's rules on a record: interpreted at once, native as soon as compiled code is at hand.

Both offer the same few calls on an array of one record, so a match need not know which one serves it.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import os
import threading
from functools import cache
from typing import Protocol

import numpy as np

from ..core import random as randomness
from ..core.game import Rulebook
from ..core.record import Proxy
from ..core.rule import interpreted_loader
from . import cache as warm
from . import drivers


class Engine(Protocol):
    """What a match asks of the rules. Arrays hold one record."""

    name: str

    def actor(self, array: np.ndarray) -> int: ...
    def legal(self, array: np.ndarray) -> list[int]: ...
    def weights(self, array: np.ndarray) -> list[int]: ...
    def push(self, array: np.ndarray, move: int) -> bool: ...
    def draw(self, array: np.ndarray, key: int, ply: int) -> int: ...
    def score(self, array: np.ndarray, seat: int) -> int: ...
    def place(self, array: np.ndarray, seat: int) -> int: ...
    def redact(self, array: np.ndarray, viewer: int) -> None: ...
    def guess(self, array: np.ndarray, viewer: int, seed: int) -> None: ...
    def observe(self, array: np.ndarray, viewer: int) -> np.ndarray: ...
    def known_to(self, array: np.ndarray, move: int) -> int: ...


class _Scratch(threading.local):
    """Where rules write moves; each thread has its own."""

    def __init__(self, size: int) -> None:
        self.moves = memoryview(np.zeros(size, np.int32))


class InterpretedEngine:
    """The rules as plain Python: slow, checked, there at once."""

    name = "interpreted"

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._proxy = book.state.proxy
        self.rules = book.interpreted_rules
        self._scratch = _Scratch(book.max_legal)
        self._draw = interpreted_loader(book.compiled_rules).load(drivers.draw_move)

    def _bound(self, array: np.ndarray) -> Proxy:
        return self._proxy(array)

    def setup(self, array: np.ndarray) -> None:
        self.rules["setup"](self._bound(array))

    def actor(self, array: np.ndarray) -> int:
        return int(self.rules["actor"](self._bound(array)))

    def legal(self, array: np.ndarray) -> list[int]:
        out = self._scratch.moves
        return out[: self.rules["legal"](self._bound(array), out)].tolist()

    def weights(self, array: np.ndarray) -> list[int]:
        s = self._bound(array)
        return [int(self.rules["chance_weight"](s, move)) for move in self.legal(array)]

    def push(self, array: np.ndarray, move: int) -> bool:
        if move not in self.legal(array):
            return False
        self.rules["play"](self._bound(array), move)
        return True

    def draw(self, array: np.ndarray, key: int, ply: int) -> int:
        with np.errstate(over="ignore"):
            return int(self._draw(self._bound(array), self.actor(array), np.uint64(key), ply, self._scratch.moves))

    def score(self, array: np.ndarray, seat: int) -> int:
        return int(self.rules["score"](self._bound(array), seat))

    def place(self, array: np.ndarray, seat: int) -> int:
        return int(self.rules["place"](self._bound(array), seat))

    def redact(self, array: np.ndarray, viewer: int) -> None:
        self.rules["redact"](self._bound(array), viewer)

    def guess(self, array: np.ndarray, viewer: int, seed: int) -> None:
        with np.errstate(over="ignore"):
            self.rules["guess"](self._bound(array), viewer, np.uint64(seed))

    def observe(self, array: np.ndarray, viewer: int) -> np.ndarray:
        out = np.zeros(observation_size(self._book), np.int16)
        self.rules["observe"](self._bound(array), viewer, out)
        return out

    def known_to(self, array: np.ndarray, move: int) -> int:
        return int(self.rules["known_to"](self._bound(array), move))


def observation_size(book: Rulebook) -> int:
    return book.view.OBSERVATION.size


@cache
def interpreted(book: Rulebook) -> InterpretedEngine:
    return InterpretedEngine(book)


def engine(book: Rulebook) -> Engine:
    """The best engine that is there now; TABLETOWN_ENGINE=interpreted or native forces one."""
    found = _chosen.get(book.name)
    return found if found is not None else _choose(book)


_chosen: dict[str, Engine] = {}
"""Engines that are settled for this process: the native one, or the one that was forced."""


def _choose(book: Rulebook) -> Engine:
    wish = os.environ.get("TABLETOWN_ENGINE", "")
    if wish == "interpreted":
        return interpreted(book)
    ready = warm.ready(book, wait=wish == "native")
    if ready is None:
        return interpreted(book)
    _chosen[book.name] = ready
    return ready


def stream_key(seed: int, game: int = 0) -> int:
    """The key of a game's random numbers, for use from Python."""
    with np.errstate(over="ignore"):
        return int(randomness.stream(np.uint64(seed), np.uint64(game)))
