"""Engines run a game's rules on a record: interpreted at once, native as soon as compiled code is at hand.

Both offer the same few calls on an array of one record, so a match need not know which one serves it.
"""

from __future__ import annotations

import os
import threading
from functools import cache
from typing import Protocol

import numpy as np

from ..core import rng
from ..core.errors import BadOption
from ..core.game import Rulebook
from ..core.record import Proxy
from ..core.rule import interpreted_loader
from . import drivers
from .cache import prepare
from .native import Position, native, ready, rules_unit


class Engine(Protocol):
    """What a match asks of the rules."""

    name: str

    def actor(self, position: Position) -> int: ...
    def legal(self, position: Position) -> list[int]: ...
    def weights(self, position: Position) -> list[int]: ...
    def push(self, position: Position, move: int) -> bool: ...
    def draw(self, position: Position, key: int, ply: int) -> int: ...
    def score(self, position: Position, seat: int) -> int: ...
    def place(self, position: Position, seat: int) -> int: ...
    def redact(self, position: Position, viewer: int) -> None: ...
    def guess(self, position: Position, viewer: int, seed: int) -> None: ...
    def observe(self, position: Position, viewer: int) -> np.ndarray: ...
    def features(self, position: Position, viewer: int) -> np.ndarray: ...
    def known_to(self, position: Position, move: int) -> int: ...
    def rollout_weight(self, position: Position, move: int) -> int: ...


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

    def _bound(self, position: Position) -> Proxy:
        if isinstance(position, np.ndarray):
            return self._proxy(position)
        return self._proxy(np.frombuffer(position, self._book.state.dtype))

    def setup(self, position: Position) -> None:
        self.rules["setup"](self._bound(position))

    def actor(self, position: Position) -> int:
        return int(self.rules["actor"](self._bound(position)))

    def legal(self, position: Position) -> list[int]:
        out = self._scratch.moves
        return out[: self.rules["legal"](self._bound(position), out)].tolist()

    def weights(self, position: Position) -> list[int]:
        s = self._bound(position)
        return [int(self.rules["chance_weight"](s, move)) for move in self.legal(position)]

    def push(self, position: Position, move: int) -> bool:
        if move not in self.legal(position):
            return False
        self.rules["play"](self._bound(position), move)
        return True

    def draw(self, position: Position, key: int, ply: int) -> int:
        with np.errstate(over="ignore"):
            return int(
                self._draw(self._bound(position), self.actor(position), np.uint64(key), ply, self._scratch.moves)
            )

    def score(self, position: Position, seat: int) -> int:
        return int(self.rules["score"](self._bound(position), seat))

    def place(self, position: Position, seat: int) -> int:
        return int(self.rules["place"](self._bound(position), seat))

    def redact(self, position: Position, viewer: int) -> None:
        self.rules["redact"](self._bound(position), viewer)

    def guess(self, position: Position, viewer: int, seed: int) -> None:
        with np.errstate(over="ignore"):
            self.rules["guess"](self._bound(position), viewer, np.uint64(seed))

    def observe(self, position: Position, viewer: int) -> np.ndarray:
        out = np.zeros(observation_size(self._book), np.int16)
        self.rules["observe"](self._bound(position), viewer, out)
        return out

    def features(self, position: Position, viewer: int) -> np.ndarray:
        out = np.zeros(self._book.features.size, np.int16)
        self.rules["features"](self._bound(position), viewer, out)
        return out

    def known_to(self, position: Position, move: int) -> int:
        return int(self.rules["known_to"](self._bound(position), move))

    def rollout_weight(self, position: Position, move: int) -> int:
        return int(self.rules["rollout_weight"](self._bound(position), move))


def observation_size(book: Rulebook) -> int:
    return book.view.OBSERVATION.size


class Boards:
    """An array of records for interpreted drivers: an item is a proxy, and assigning one copies the record."""

    def __init__(self, proxy: type[Proxy], array: np.ndarray) -> None:
        self._bytes = array.view(np.uint8).reshape(array.size, -1)
        self._proxies = [proxy(array[index : index + 1]) for index in range(array.size)]
        self.size = array.size

    def __getitem__(self, index: int) -> Proxy:
        return self._proxies[index]

    def __setitem__(self, index: int, source: Proxy) -> None:
        self._bytes[index] = source.array.view(np.uint8)


@cache
def interpreted(book: Rulebook) -> InterpretedEngine:
    return InterpretedEngine(book)


def forced() -> str | None:
    """What TABLETOWN_ENGINE asks for: "interpreted", "native", or nothing. This is the only place that reads it."""
    wish = os.environ.get("TABLETOWN_ENGINE", "")
    if wish not in ("", "interpreted", "native"):
        raise BadOption(f"TABLETOWN_ENGINE can't be {wish!r}; it is interpreted or native, or not set.")
    return wish or None


def forced_engine(book: Rulebook) -> Engine | None:
    """The engine that TABLETOWN_ENGINE asks for, or None; waits for native code if that is what it asks for."""
    wish = forced()
    if wish is None:
        return None
    return interpreted(book) if wish == "interpreted" else native(book)


def best_engine(book: Rulebook) -> Engine:
    """The native engine if its code is there, else the interpreted one.

    A few calls are not worth the load of native code; after `PATIENCE` of them it is prepared in the background.
    """
    found = ready(book)
    if found is not None:
        return found
    _asked[book] = _asked.get(book, 0) + 1
    if _asked[book] == PATIENCE:
        prepare(rules_unit(book))
    return interpreted(book)


PATIENCE = 60
_asked: dict[Rulebook, int] = {}


def engine(book: Rulebook) -> Engine:
    """The engine to use now: what TABLETOWN_ENGINE asks for, else the best that is there."""
    return forced_engine(book) or best_engine(book)


def throughput_engine(book: Rulebook) -> Engine:
    """The engine for many games: native, compiled while the caller waits, unless TABLETOWN_ENGINE forbids it."""
    return forced_engine(book) or native(book)


def stream_key(seed: int, game: int = 0) -> int:
    """The key of a game's random numbers, for use from Python."""
    with np.errstate(over="ignore"):
        return int(rng.stream(np.uint64(seed), np.uint64(game)))
