"""The GPU beside the CPU: are the games the same bit for bit, and how fast is each?

    python benchmarks/gpu.py [--compare 1000000] [--json FILE] [GAME ...]

Plays the same numbered games of one seed on both, compares every byte of every final position, then times the GPU on
more games. Kernels take long to compile: start one process for each game, and they wait for each other only while the
GPU is measured.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from filelock import FileLock

import tabletown as tt
from tabletown.compile import cuda
from tabletown.compile.drivers import TALLY_SIZE
from tabletown.compile.native import native
from tabletown.lab.simulate import PLY_LIMIT, simulate

CHUNK = 2048


@contextlib.contextmanager
def gpu_alone() -> Iterator[None]:
    """One process measures at a time."""
    with FileLock(os.path.join(tempfile.gettempdir(), "tabletown-gpu.lock")):
        yield


def compare(game: tt.Game, games: int, seed: int = 20) -> dict[str, Any]:
    engine = cuda.engine(game.rulebook)
    began = time.perf_counter()
    engine.play(game, seed, 0, 64, PLY_LIMIT)
    compile_s = time.perf_counter() - began
    different, batch = 0, min(games, 1 << 18)
    for first in range(0, games, batch):
        count = min(batch, games - first)
        _, on_gpu, _ = engine.play(game, seed, first, count, PLY_LIMIT, keep=count)
        on_cpu = cpu_finals(game, seed, first, count)
        different += int(np.any(_bytes(on_gpu) != _bytes(on_cpu), axis=1).sum())
    with gpu_alone():
        few = simulate(game, 1 << 18, seed + 1, "cuda").to_json()
        more = max(1 << 18, min(engine.batch, int(few["games_per_second"])))
        began = time.perf_counter()
        timed = simulate(game, more, seed + 2, "cuda").to_json()
        whole = time.perf_counter() - began
    cpu = simulate(game, max(2000, games // 50), seed + 1).to_json()
    return {
        "game": str(game),
        "record_bytes": game.rulebook.state.dtype.itemsize,
        "compared_games": games,
        "different_games": different,
        "cuda_moves_per_second": timed["moves_per_second"],
        "cuda_games_per_second": timed["games_per_second"],
        "cuda_wall_moves_per_second": round(timed["moves"] / whole),
        "cuda_compile_s": round(compile_s, 1),
        "cpu_cores": os.cpu_count(),
        "cpu_moves_per_second": cpu["moves_per_second"],
        "mean_decisions": timed["length"]["mean"],
        "unfinished": timed["unfinished"],
    }


def cpu_finals(game: tt.Game, seed: int, first: int, count: int) -> np.ndarray:
    """The final positions of games first .. first+count-1, played on all cores."""
    engine, start = native(game.rulebook), game.start()
    finals = game.rulebook.state.new(count)

    def batch(offset: int) -> None:
        part = finals[offset : offset + CHUNK]
        engine.play_many(start, seed, first + offset, part.size, PLY_LIMIT, np.zeros(TALLY_SIZE, np.int64), part)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(batch, range(0, count, CHUNK)))
    return finals


def _bytes(records: np.ndarray) -> np.ndarray:
    return records.view(np.uint8).reshape(records.size, -1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--compare", type=int, default=1_000_000, help="games to compare byte for byte")
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    rows = []
    for name in args.games or tt.games():
        book = tt.rulebook(name)
        for players in sorted({book.players[1], book.players[0]}, reverse=True):
            rows.append(compare(book.configure(players), args.compare))
            print(json.dumps(rows[-1]), flush=True)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
