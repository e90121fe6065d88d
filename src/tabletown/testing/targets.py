"""The targets that a game's rules run on, as the checks ask for them: interpreted, native and CUDA."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ..compile import cuda
from ..compile.drivers import TALLY_SIZE
from ..compile.engine import Engine, interpreted
from ..compile.native import native
from ..core.game import Game

__all__ = ["Engine", "cuda_batch", "interpreted", "interpreted_only", "native", "native_batch"]


@contextmanager
def interpreted_only() -> Iterator[None]:
    """Within this block matches run interpreted rules, which check every index and every value that they store."""
    wish = os.environ.get("TABLETOWN_ENGINE")
    os.environ["TABLETOWN_ENGINE"] = "interpreted"
    try:
        yield
    finally:
        del os.environ["TABLETOWN_ENGINE"]
        if wish is not None:
            os.environ["TABLETOWN_ENGINE"] = wish


def native_batch(game: Game, seed: int, games: int, limit: int) -> bytes:
    """The last records of the first games of a seed, played by the native batch driver."""
    finals, tally = game.rulebook.state.new(games), np.zeros(TALLY_SIZE, np.int64)
    native(game.rulebook).play_many(game.start(), seed, 0, games, limit, tally, finals)
    return finals.tobytes()


def cuda_batch(game: Game, seed: int, games: int, limit: int) -> bytes | None:
    """The same played on the GPU; None where there is no GPU."""
    if not cuda.available():
        return None
    _, finals, _ = cuda.engine(game.rulebook).play(game, seed, 0, games, limit, keep=games)
    return finals.tobytes()
