"""CUDA: the same rules inside a kernel, one game a thread."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, cast

import numpy as np

from ..core.errors import NoDevice
from ..core.game import Game, Rulebook
from ..core.move import CHANCE, OVER
from ..core.rng import stream
from ..core.rule import Loader, rule
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
    draw_move,
    play,
    play_out,
    score,
    winners_of,
)

THREADS = 64
REGISTERS = 32
"""Few registers let every multiprocessor hold its full number of threads, which hides the waiting for memory."""
LARGEST_BATCH, LARGEST_BYTES = 1 << 23, 1 << 34

cuda, MAX_LEGAL, RECORD, KEYS, TILE = cast(Any, None), 0, None, 0, 0  # bound when a kernel is made


def cuda_module() -> Any:
    """numba.cuda, ready for use; NoDevice in one sentence where there is none."""
    for old, new in (("row_stack", "vstack"), ("in1d", "isin")):
        if not hasattr(np, old):  # numba-cuda still looks for names that NumPy has dropped
            setattr(np, old, getattr(np, new))
    try:
        from numba import cuda as found

        if found.is_available():
            return found
    except ImportError:
        pass
    raise NoDevice("This machine has no CUDA GPU that Numba can use; run with --device cpu.")


def available() -> bool:
    try:
        cuda_module()
    except NoDevice:
        return False
    return True


def play_alike(start, boards, seed, first, count, limit, tally):
    """Kernel for games with short rules: thread n plays game first + n from beginning to end.

    The record lies in local memory, where the same field of a warp's games is one access. Games that begin together
    stay alike, which is worth more than the threads that end early.
    """
    number = cuda.grid(1)
    if number >= count:
        return
    moves = cuda.local.array(MAX_LEGAL, np.int16)
    board = cuda.local.array(1, RECORD)
    board[0] = start[0]
    s = board[0]
    plies, by_chance = play_out(s, stream(seed, first + number), limit, moves)
    if number < boards.size:
        boards[number] = board[0]
    count_on_device(s, plies, by_chance, tally)


def play_sorted(start, boards, seed, first, count, limit, tally):
    """Kernel for games with long rules: a block keeps many games and has its threads do like things at the same time.

    In each round the games are sorted by phase, every game's move is drawn, the games are sorted by that move, and the
    moves are played.
    """
    base = cuda.blockIdx.x * TILE
    size = min(TILE, count - base)
    me, width = cuda.threadIdx.x, cuda.blockDim.x
    counts = cuda.shared.array(KEYS, np.int32)
    alive = cuda.shared.array(1, np.int32)
    order = cuda.shared.array(TILE, np.int16)
    keys = cuda.shared.array(TILE, np.int16)
    plies = cuda.shared.array(TILE, np.int32)
    by_chance = cuda.shared.array(TILE, np.int32)
    moves = cuda.local.array(MAX_LEGAL, np.int16)
    for i in range(me, size, width):
        boards[base + i] = start[0]
        plies[i] = 0
        by_chance[i] = 0
        keys[i] = start[0].phase
    sort_tile(keys, order, counts, alive, size, me, width)
    while alive[0] > 0:
        for j in range(me, alive[0], width):
            i = order[j]
            s = boards[base + i]
            who = actor(s)
            if who == CHANCE:
                by_chance[i] += 1
            keys[i] = draw_move(s, who, stream(seed, first + base + i), plies[i], moves)
        sort_tile(keys, order, counts, alive, size, me, width)
        for j in range(me, alive[0], width):
            i = order[j]
            s = boards[base + i]
            play(s, keys[i])
            plies[i] += 1
            keys[i] = s.phase
            if actor(s) == OVER or plies[i] >= limit:
                keys[i] = KEYS - 1
                count_on_device(s, plies[i], by_chance[i], tally)
        sort_tile(keys, order, counts, alive, size, me, width)


@rule
def sort_tile(keys, order, counts, alive, size, me, width):
    """Counting sort of a block's games by key; those with the last key are over and stand behind the alive ones."""
    cuda.syncthreads()
    for key in range(me, KEYS, width):
        counts[key] = 0
    cuda.syncthreads()
    for i in range(me, size, width):
        cuda.atomic.add(counts, keys[i], 1)
    cuda.syncthreads()
    if me == 0:
        total = 0
        for key in range(KEYS):
            here = counts[key]
            counts[key] = total
            total += here
        alive[0] = counts[KEYS - 1]
    cuda.syncthreads()
    for i in range(me, size, width):
        order[cuda.atomic.add(counts, keys[i], 1)] = i
    cuda.syncthreads()


@rule
def count_on_device(s, plies, by_chance, tally):
    """Add a game to the tally that all threads share."""
    decisions = plies - by_chance
    cuda.atomic.min(tally, LENGTH_MIN, decisions)
    cuda.atomic.max(tally, LENGTH_MAX, decisions)
    cuda.atomic.add(tally, GAMES, 1)
    cuda.atomic.add(tally, DECISIONS, decisions)
    cuda.atomic.add(tally, CHANCE_MOVES, by_chance)
    if actor(s) != OVER:
        cuda.atomic.add(tally, UNFINISHED, 1)
        return
    winners, count = winners_of(s)
    for seat in range(s.players):
        points = score(s, seat)
        cuda.atomic.add(tally, SCORES + seat, points)
        cuda.atomic.add(tally, SQUARES + seat, points * points)
        if winners >> seat & 1:
            cuda.atomic.add(tally, WINS + seat, WIN_SHARES // count)


def narrow(table: np.ndarray) -> np.ndarray:
    """A constant table in the narrowest type that holds it: a multiprocessor's cache is small."""
    for kind in (np.int8, np.int16, np.int32):
        if table.dtype == np.int64 and np.array_equal(table.astype(kind), table):
            return table.astype(kind)
    return table


def tile_of(book: Rulebook) -> tuple[int, int]:
    """How many games a block keeps and how many threads play them: fewer where records are large, as measured."""
    return (2048, 512) if book.state.dtype.itemsize < 2048 else (1024, 256)


class CudaEngine:
    """A game's drivers on the GPU."""

    def __init__(self, book: Rulebook) -> None:
        import numba

        self._cuda = cuda_module()
        self._sorted = book.sorted_on_gpu
        self._tile, self._threads = tile_of(book) if self._sorted else (THREADS, THREADS)
        names = {
            "cuda": self._cuda,
            "MAX_LEGAL": book.max_legal,
            "RECORD": numba.from_dtype(book.state.dtype),
            "KEYS": max(len(book.moves), 64) + 1,
            "TILE": self._tile,
        }
        loader = Loader(lambda f: self._device(f, names), book.compiled_rules, narrow)
        kernel = loader.clone(play_sorted if self._sorted else play_alike)
        kernel.__globals__.update(names)
        self._kernel = self._cuda.jit(kernel, max_registers=None if self._sorted else REGISTERS)
        self.batch = min(LARGEST_BATCH, LARGEST_BYTES // book.state.dtype.itemsize)

    def _device(self, function: Any, names: dict[str, Any]) -> Any:
        function.__globals__.update(
            {name: value for name, value in names.items() if name in function.__code__.co_names}
        )
        return self._cuda.jit(device=True)(function)

    def play(
        self, game: Game, seed: int, first: int, count: int, limit: int, keep: int = 0
    ) -> tuple[np.ndarray, np.ndarray, float]:
        """Play a batch; returns its tally, the final records of its first `keep` games and the seconds the GPU took."""
        cuda = self._cuda
        tally = np.zeros(TALLY_SIZE, np.int64)
        tally[LENGTH_MIN] = np.iinfo(np.int64).max
        start, on_device = cuda.to_device(game.start()), cuda.to_device(tally)
        boards = cuda.device_array(count if self._sorted else max(keep, 1), game.rulebook.state.dtype)
        cuda.synchronize()
        began = time.perf_counter()
        blocks = -(-count // self._tile)
        self._kernel[blocks, self._threads](start, boards, np.uint64(seed), first, count, limit, on_device)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        return on_device.copy_to_host(), boards[: max(keep, 1)].copy_to_host()[:keep], seconds


@cache
def engine(book: Rulebook) -> CudaEngine:
    return CudaEngine(book)
