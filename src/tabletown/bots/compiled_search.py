"""The thinking of bots about one game: drivers bound to its rules, interpreted at once or native when compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Rulebook
from ..core.record import MAX_SEATS
from ..core.rule import Loader, fingerprint, interpreted_loader
from . import policy, tree

LONGEST_PATH = 1 << 10

LEVELS_FOLLOWED = 12
"""So many moves may lie between two decisions of a seat for its tree to be taken up again."""


@dataclass(frozen=True)
class Judgement:
    """What a game's folder declares for bots in its evaluation.py, or what stands for it."""

    style: int
    limit: int
    temper: np.ndarray


@cache
def judgement(book: Rulebook) -> Judgement:
    declared = book.evaluation
    style = {"random": policy.RANDOM, "greedy": policy.GREEDY}[declared.ROLLOUT]
    parameters = [declared.SCALE, declared.EXPLORATION, declared.PRIOR_SHARPNESS, declared.POINTS_SHARE]
    return Judgement(style, declared.ROLLOUT_MOVES, np.array(parameters, np.float64))


def bound_rules(book: Rulebook) -> dict[str, Any]:
    return book.compiled_rules


class Desk:
    """The arrays of one thinker: boards, a tree and scratch space."""

    def __init__(self, mind: Mind, boards: int, room: int) -> None:
        book = mind.book
        self.records = book.state.new(boards)
        self.raw = self.records.view(np.uint8).reshape(boards, -1)
        self.boards = mind.boards(self.records)
        self.nodes = mind.nodes(room)
        self.counters = np.zeros(tree.COUNTERS, np.int64)
        self.path = np.zeros(LONGEST_PATH, np.int64)
        self.marks = np.zeros(len(book.moves), np.int64)
        self.moves = np.zeros(book.max_legal, np.int32)
        self.replies = np.zeros(book.max_legal, np.int32)
        self.result = np.zeros(MAX_SEATS, np.float64)
        self.values = np.zeros(book.max_legal, np.float64)


class Mind:
    """The drivers of one game on one target."""

    def __init__(self, book: Rulebook, native: bool) -> None:
        self.book = book
        self.native = native
        self.judgement = judgement(book)
        load = _native_functions(book) if native else _interpreted_functions(book)
        self._think, self.transplant, self.plant = load

    def think(self, op: int, desk: Desk, seed: int, seat: int, x: int = 0, y: int = 0, z: int = 0) -> int:
        """Through the one door; what x, y and z mean stands in `tree.think`."""
        return int(
            self._think(
                op, desk.boards, desk.raw, desk.nodes, desk.counters, desk.path, desk.marks, desk.moves, desk.replies,
                desk.result, desk.values, self.judgement.temper, np.uint64(seed), seat, x, y, z,
            )
        )  # fmt: skip

    def boards(self, array: np.ndarray) -> Any:
        return (
            array if self.native else [self.book.state.proxy(array[place : place + 1]) for place in range(len(array))]
        )

    def nodes(self, count: int) -> np.ndarray:
        array = np.zeros(count, tree.NODE)
        return array if self.native else array.view(np.recarray)


DRIVERS: tuple[Callable[..., Any], ...] = (tree.think, tree.transplant, tree.plant)


def _interpreted_functions(book: Rulebook) -> list[Callable[..., Any]]:
    loader = interpreted_loader(bound_rules(book))
    return [_wrapping(loader.load(driver)) for driver in DRIVERS]


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """The generator's numbers wrap around at 64 bits; NumPy would warn of it."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call


def _native_functions(book: Rulebook) -> list[Callable[..., Any]]:
    from numba import njit

    from ..compile.native import JIT, caching_in, tag_of

    loader = Loader(lambda function: njit(**JIT)(function), bound_rules(book), tag=tag_of(book))
    folder = cache_folder(book)
    with caching_in(folder):
        compiled = [
            njit(signature, cache=True, **JIT)(loader.clone(driver))
            for driver, signature in zip(DRIVERS, _signatures(book), strict=True)
        ]
    (folder / "complete").touch()
    return compiled


def _signatures(book: Rulebook) -> list[Any]:
    from numba import from_dtype, types

    whole, seed = types.int64, types.uint64
    boards, nodes = from_dtype(book.state.dtype)[::1], from_dtype(tree.NODE)[::1]
    ids, counts, values, raw = types.int32[::1], types.int64[::1], types.float64[::1], types.uint8[:, ::1]
    arrays = (boards, raw, nodes, counts, counts, counts, ids, ids, values, values, values)
    return [
        whole(whole, *arrays, seed, whole, whole, whole, whole),
        types.void(nodes, whole, nodes, counts, counts),
        types.void(nodes, counts),
    ]


@cache
def cache_folder(book: Rulebook) -> Path:
    """Beside the game's own compiled rules; named by all that these drivers depend on."""
    from ..compile import native

    made_from = fingerprint([*bound_rules(book).values(), *DRIVERS])
    return native.cache_root() / f"{native.cache_folder(book).name}-bots-{made_from}"


# ------------------------------------------------------------------ who is ready

_lock = threading.Lock()
_native: dict[str, Mind] = {}
_workers: dict[str, threading.Thread] = {}


@cache
def interpreted_mind(book: Rulebook) -> Mind:
    return Mind(book, native=False)


def native_mind(book: Rulebook) -> Mind:
    """The native mind, now: loaded from the cache or compiled while the caller waits."""
    with _lock:
        if book.name not in _native:
            _native[book.name] = Mind(book, native=True)
        return _native[book.name]


def ready_mind(book: Rulebook) -> Mind | None:
    """The native mind if it is there, without any waiting."""
    return None if _forced_interpreted() else _native.get(book.name)


def waited_mind(book: Rulebook) -> Mind:
    """The native mind, or the interpreted one where TABLETOWN_ENGINE asks for it."""
    return interpreted_mind(book) if _forced_interpreted() else native_mind(book)


def compiled(book: Rulebook) -> None:
    """Wait for the native mind, for callers who are about to play many games."""
    waited_mind(book)


def _forced_interpreted() -> bool:
    return os.environ.get("TABLETOWN_ENGINE") == "interpreted"


def prepare(book: Rulebook) -> threading.Thread:
    """Get the native mind ready in the background; it is compiled in a process of its own, so that this one stays quick."""
    with _lock:
        worker = _workers.get(book.name)
        if worker is None:
            worker = threading.Thread(target=_prepare, args=(book,), name=f"bots-{book.name}", daemon=True)
            _workers[book.name] = worker
            worker.start()
    return worker


def _prepare(book: Rulebook) -> None:
    if _forced_interpreted():
        return
    complete = cache_folder(book) / "complete"
    if not complete.exists():
        command = [
            sys.executable,
            "-c",
            f"from tabletown.bots import compiled_search; compiled_search.compile_for({book.name!r})",
        ]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if complete.exists():
        native_mind(book)


def compile_for(name: str) -> None:
    from ..core.registry import rulebook

    native_mind(rulebook(name))
