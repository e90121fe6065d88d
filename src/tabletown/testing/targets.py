"""The targets that a game's rules run on, as the checks ask for them: interpreted, native and CUDA."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ..compile import cache, cuda, engine
from ..compile.drivers import TALLY_SIZE
from ..core.game import Game, Rulebook


def interpreted(book: Rulebook) -> engine.Engine:
    """The rules as plain Python."""
    return engine.interpreted(book)


def native(book: Rulebook) -> engine.Engine:
    """The rules as machine code; the caller waits while they are compiled."""
    return cache.native(book)


@contextmanager
def interpreted_only() -> Iterator[None]:
    """Within this block matches run interpreted rules, which check every index and every value that they store."""
    wish, chosen = os.environ.get("TABLETOWN_ENGINE"), dict(engine._chosen)
    os.environ["TABLETOWN_ENGINE"] = "interpreted"
    engine._chosen.clear()
    try:
        yield
    finally:
        del os.environ["TABLETOWN_ENGINE"]
        if wish is not None:
            os.environ["TABLETOWN_ENGINE"] = wish
        engine._chosen.update(chosen)


def native_batch(game: Game, seed: int, games: int, limit: int) -> bytes:
    """The last records of the first games of a seed, played by the native batch driver."""
    start, finals = game.start(), game.rulebook.state.new(games)
    moves, tally = np.zeros(game.rulebook.max_legal, np.int32), np.zeros(TALLY_SIZE, np.int64)
    play_many = cache.native(game.rulebook).play_many
    play_many(start, start.copy(), moves, np.uint64(seed), 0, games, limit, tally, finals)
    return finals.tobytes()


def cuda_batch(game: Game, seed: int, games: int, limit: int) -> bytes | None:
    """The same played on the GPU; None where there is no GPU."""
    if not cuda.available():
        return None
    _, finals, _ = cuda.engine(game.rulebook).play(game, seed, 0, games, limit, keep=games)
    found: bytes = finals.tobytes()
    return found
