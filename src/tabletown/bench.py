"""How fast each game runs (interpreted, through Match, native, on CUDA), and how long its native code takes to
compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .bots import bot, choose, compiled_search
from .bots.compiled_search import native_drivers
from .compile import cuda
from .compile.cache import BUILDER
from .compile.engine import interpreted, stream_key
from .compile.native import native, rules_unit
from .core.game import Game, Rulebook
from .core.match import Match
from .core.move import CHANCE, OVER
from .envs import batch as environments
from .envs.batch import Batch
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
    native(game.rulebook)

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


def playouts(game: Game) -> int:
    """Playouts a second of a search, both of its threads together."""
    match = Match(game, 1)
    while match.actor == CHANCE or len(match.legal_ids) < 2:
        match.push(match.random_move())
    assert match.actor is not None
    native_drivers(game.rulebook)
    began, done, seed = time.perf_counter(), 0, 0
    while time.perf_counter() - began < SECONDS:
        chosen = choose(bot("search:4000"), game, match.redacted(match.actor), match.actor, seed)
        done, seed = done + chosen.playouts, seed + 1
    return round(done / (time.perf_counter() - began))


def vector_env_steps(game: Game, games: int = 4096) -> int:
    """Steps a second of many games side by side on all cores, every seat a learner; choosing actions is not timed."""
    batch, generator, seconds, steps = Batch(game, games), np.random.default_rng(1), 0.0, 0
    batch.begin(1)
    while seconds < SECONDS:
        actions = batch.sample(generator)
        began = time.perf_counter()
        batch.step(actions)
        seconds, steps = seconds + time.perf_counter() - began, steps + games
    return round(steps / seconds)


def compile_seconds(book: Rulebook) -> tuple[dict[str, float], float]:
    """Seconds to compile each unit of native code, and to load a game's unit from the cache in a new process."""
    units = {"rules": rules_unit(book), "search": compiled_search.UNIT, "environments": environments.UNIT}
    load = (
        "import sys, time; import tabletown; book = tabletown.rulebook(sys.argv[1]); began = time.perf_counter();"
        "from tabletown.compile.native import native; native(book); print(time.perf_counter() - began)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TABLETOWN_CACHE": folder}
        found = {}
        for name, unit in units.items():
            began = time.perf_counter()
            (Path(folder) / name).mkdir()
            command = [sys.executable, "-m", BUILDER, unit.origin, str(Path(folder) / name)]
            subprocess.Popen(command, env=environment, stdin=subprocess.PIPE).wait()
            found[name] = round(time.perf_counter() - began, 2)
    native(book)
    loading = subprocess.run([sys.executable, "-c", load, book.name], capture_output=True, check=True, text=True)
    return found, float(loading.stdout)


def bench(book: Rulebook) -> dict[str, Any]:
    """All numbers of one game with as many players as it seats."""
    game = book.configure(book.players[1])
    compiling, warm_s = compile_seconds(book)
    return {
        "game": book.name,
        "players": game.players,
        "interpreted": by_interpreter(game),
        "match_api": by_match(game),
        "native_1_core": on_cores(game, 1),
        "native_all_cores": on_cores(game, os.cpu_count() or 1),
        "cuda": on_cuda(game),
        "playouts": playouts(game),
        "vector_env_steps": vector_env_steps(game),
        "compile_s": compiling["rules"],
        "compile_search_s": compiling["search"],
        "compile_environments_s": compiling["environments"],
        "warm_s": round(warm_s, 2),
        "record_bytes": book.state.dtype.itemsize,
    }
