"""CUDA: the same rules inside a kernel, one game a thread."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np


from .drivers import (
    CHANCE_MOVES,
    DECISIONS,
    GAMES,
    LENGTH_MAX,
    LENGTH_MIN,
    SCORES,
    SQUARES,
    TALLY_SIZE,
    UNFINISHED,
    WIN_SHARES,
    WINS,
    actor,
    place,
    play_out,
    score,
)
from .engine import source_rules
from .errors import NoDevice
from .game import Game, Rulebook
from .move import OVER
from .random import stream
from .rule import Loader

THREADS = 128
MAX_LEGAL = 0  # bound to the game's own number when a kernel is made


def cuda_module() -> Any:
    """numba.cuda, ready for use; NoDevice in one sentence where there is none."""
    for old, new in (("row_stack", "vstack"), ("in1d", "isin")):
        if not hasattr(np, old):  # numba-cuda still looks for names that NumPy has dropped
            setattr(np, old, getattr(np, new))
    try:
        from numba import cuda

        if cuda.is_available():
            return cuda
    except ImportError:
        pass
    raise NoDevice("This machine has no CUDA GPU that Numba can use; run with --device cpu.")


def available() -> bool:
    try:
        cuda_module()
    except NoDevice:
        return False
    return True


def play_batch(start, boards, seed, first, limit, tally):  # type: ignore[no-untyped-def]
    """Kernel: thread i plays game first + i on board i and adds it to the tally."""
    thread = cuda.grid(1)  # type: ignore[name-defined]  # noqa: F821  (numba.cuda, bound when the kernel is made)
    if thread < boards.size:
        moves = cuda.local.array(MAX_LEGAL, np.int32)  # type: ignore[name-defined]  # noqa: F821
        boards[thread] = start[0]
        s = boards[thread]
        plies, by_chance = play_out(s, stream(seed, first + thread), limit, moves)
        decisions = plies - by_chance
        add = cuda.atomic.add  # type: ignore[name-defined]  # noqa: F821
        cuda.atomic.min(tally, LENGTH_MIN, decisions)  # type: ignore[name-defined]  # noqa: F821
        cuda.atomic.max(tally, LENGTH_MAX, decisions)  # type: ignore[name-defined]  # noqa: F821
        add(tally, GAMES, 1)
        add(tally, DECISIONS, decisions)
        add(tally, CHANCE_MOVES, by_chance)
        if actor(s) != OVER:
            add(tally, UNFINISHED, 1)
        else:
            winners = 0
            for seat in range(s.players):
                if place(s, seat) == 1:
                    winners += 1
            for seat in range(s.players):
                points = score(s, seat)
                add(tally, SCORES + seat, points)
                add(tally, SQUARES + seat, points * points)
                if place(s, seat) == 1:
                    add(tally, WINS + seat, WIN_SHARES // winners)


class CudaEngine:
    """A game's drivers on the GPU."""

    def __init__(self, book: Rulebook) -> None:
        self._cuda = cuda_module()
        cuda = self._cuda
        loader = Loader(lambda function: cuda.jit(device=True)(function), source_rules(book))
        kernel = loader.clone(play_batch)
        kernel.__globals__.update(cuda=cuda, MAX_LEGAL=book.max_legal)
        self._kernel = cuda.jit(kernel)
        self._boards: Any = None

    def play(self, game: Game, seed: int, first: int, count: int, limit: int) -> tuple[np.ndarray, float]:
        """Play a batch; returns its tally and the seconds the GPU took."""
        cuda = self._cuda
        if self._boards is None or self._boards.size < count:
            self._boards = cuda.device_array(count, game.rulebook.state.dtype)
        tally = np.zeros(TALLY_SIZE, np.int64)
        tally[LENGTH_MIN] = np.iinfo(np.int64).max
        start, on_device = cuda.to_device(game.start()), cuda.to_device(tally)
        cuda.synchronize()
        began = time.perf_counter()
        blocks = -(-count // THREADS)
        self._kernel[blocks, THREADS](start, self._boards[:count], np.uint64(seed), first, limit, on_device)
        cuda.synchronize()
        return on_device.copy_to_host(), time.perf_counter() - began

    def finals(self, count: int) -> np.ndarray:
        """The records at the end of the last batch's first games."""
        found: np.ndarray = self._boards[:count].copy_to_host()
        return found


@cache
def engine(book: Rulebook) -> CudaEngine:
    return CudaEngine(book)


