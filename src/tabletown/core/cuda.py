"""CUDA: the same rules inside a kernel, one game a thread."""
# mypy: disable-error-code="no-untyped-def, name-defined"

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
    winners_of,
)
from .engine import source_rules
from .errors import NoDevice
from .game import Game, Rulebook
from .move import OVER
from .random import stream
from .rule import Loader

THREADS = 64
REGISTERS = 32
"""Few registers let every multiprocessor hold its full number of threads, which hides the waiting for memory."""
MAX_LEGAL, RECORD = 0, None  # bound to the game's own when a kernel is made


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


def play_batch(start, finals, seed, first, count, limit, tally):
    """Kernel: thread n plays game first + n. The record lies in local memory, where the same field of a warp's games is one access.

    One game a thread: games that begin together stay alike, which is worth more than the threads that end early.
    """
    number = cuda.grid(1)  # noqa: F821
    if number >= count:
        return
    moves = cuda.local.array(MAX_LEGAL, np.int16)  # noqa: F821
    board = cuda.local.array(1, RECORD)  # noqa: F821
    board[0] = start[0]
    s = board[0]
    plies, by_chance = play_out(s, stream(seed, first + number), limit, moves)
    if number < finals.size:
        finals[number] = board[0]
    decisions = plies - by_chance
    add = cuda.atomic.add  # noqa: F821
    cuda.atomic.min(tally, LENGTH_MIN, decisions)  # noqa: F821
    cuda.atomic.max(tally, LENGTH_MAX, decisions)  # noqa: F821
    add(tally, GAMES, 1)
    add(tally, DECISIONS, decisions)
    add(tally, CHANCE_MOVES, by_chance)
    if actor(s) != OVER:
        add(tally, UNFINISHED, 1)
        return
    winners = winners_of(s)
    for seat in range(s.players):
        points = score(s, seat)
        add(tally, SCORES + seat, points)
        add(tally, SQUARES + seat, points * points)
        if place(s, seat) == 1:
            add(tally, WINS + seat, WIN_SHARES // winners)


def narrow(table: np.ndarray) -> np.ndarray:
    """A constant table in the narrowest type that holds it: a multiprocessor's cache is small."""
    for kind in (np.int8, np.int16, np.int32):
        if table.dtype == np.int64 and np.array_equal(table.astype(kind), table):
            return table.astype(kind)
    return table


class CudaEngine:
    """A game's drivers on the GPU."""

    def __init__(self, book: Rulebook) -> None:
        import numba

        self._cuda = cuda_module()
        cuda = self._cuda
        loader = Loader(lambda function: cuda.jit(device=True)(function), source_rules(book), narrow)
        kernel = loader.clone(play_batch)
        kernel.__globals__.update(cuda=cuda, MAX_LEGAL=book.max_legal, RECORD=numba.from_dtype(book.state.dtype))
        self._kernel = cuda.jit(kernel, max_registers=REGISTERS)

    def play(
        self, game: Game, seed: int, first: int, count: int, limit: int, keep: int = 0
    ) -> tuple[np.ndarray, np.ndarray, float]:
        """Play a batch; returns its tally, the final records of its first `keep` games and the seconds the GPU took."""
        cuda = self._cuda
        tally = np.zeros(TALLY_SIZE, np.int64)
        tally[LENGTH_MIN] = np.iinfo(np.int64).max
        start, on_device = cuda.to_device(game.start()), cuda.to_device(tally)
        finals = cuda.device_array(max(keep, 1), game.rulebook.state.dtype)
        cuda.synchronize()
        began = time.perf_counter()
        blocks = -(-count // THREADS)
        self._kernel[blocks, THREADS](start, finals[:keep], np.uint64(seed), first, count, limit, on_device)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        return on_device.copy_to_host(), finals.copy_to_host()[:keep], seconds


@cache
def engine(book: Rulebook) -> CudaEngine:
    return CudaEngine(book)
