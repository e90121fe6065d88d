"""How fast each game runs: interpreted, through Match, native on one core and on all, on CUDA; and how long a start takes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from .compile import cache as warm
from .compile import cuda
from .compile.engine import interpreted, stream_key
from .core.game import Game, Rulebook
from .core.match import Match
from .core.move import OVER
from .lab.simulate import simulate

SECONDS = 1.5
"""How long each measurement runs at least."""


def rate(play: Callable[[int], int], seconds: float = SECONDS) -> int:
    """Moves a second of a function that plays game number n and returns its moves."""
    moves, number, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        moves += play(number)
        number += 1
    return round(moves / (time.perf_counter() - began))


def by_interpreter(game: Game) -> int:
    engine = interpreted(game.rulebook)

    def play(number: int) -> int:
        array, key, ply = game.start(), stream_key(1, number), 0
        while engine.actor(array) != OVER:
            engine.push(array, engine.draw(array, key, ply))
            ply += 1
        return ply

    return rate(play)


def by_match(game: Game) -> int:
    """A library user's loop: ask, choose, push."""
    warm.native(game.rulebook)

    def play(number: int) -> int:
        match = Match(game, number)
        while not match.over:
            match.push(match.random_move())
        return match.ply

    play(0)
    return rate(play)


def on_cores(game: Game, cores: int) -> int:
    games = 256
    while True:
        outcome = simulate(game, games, seed=1, cores=cores)
        if outcome.seconds >= SECONDS:
            return round(outcome.moves / outcome.seconds)
        games *= 2 if outcome.seconds > 0.2 else 8


def on_cuda(game: Game) -> int | None:
    if not cuda.available():
        return None
    simulate(game, 64, device="cuda")
    outcome = simulate(game, 1 << 21, seed=1, device="cuda")
    return round(outcome.moves / outcome.seconds)


def starts(book: Rulebook) -> tuple[float, float]:
    """Seconds until native code is ready in a new process: the first time ever, and from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TABLETOWN_CACHE": folder}
        command = [sys.executable, "-m", "tabletown.compile.cache", book.name]
        times = [
            float(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)
            for _ in range(2)
        ]
    return times[0], times[1]


def bench(book: Rulebook) -> dict[str, Any]:
    """All numbers of one game with as many players as it seats."""
    game = book.configure(book.players[1])
    compile_s, warm_s = starts(book)
    return {
        "game": book.name,
        "players": game.players,
        "interpreted": by_interpreter(game),
        "match_api": by_match(game),
        "native_1_core": on_cores(game, 1),
        "native_all_cores": on_cores(game, os.cpu_count() or 1),
        "cuda": on_cuda(game),
        "compile_s": round(compile_s, 2),
        "warm_s": round(warm_s, 2),
        "record_bytes": book.state.dtype.itemsize,
    }
