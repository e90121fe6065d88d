"""Bots that don't search: random moves, and the best move by the game's own evaluation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..compile.engine import engine
from ..core.game import Game
from .bot import Candidate, Choice, key_of
from .compiled_search import SearchDrivers, Workspace, interpreted_drivers, ready_drivers
from .policy import BOARDS, ROOT


class Random:
    """Any legal move, each as likely as the others."""

    name = "random"

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        found = engine(game.rulebook).draw(position, key_of(seed), 0)
        return Choice(found, game=game, position=position.copy(), seat=seat)


class Greedy:
    """The move after which the game's evaluation is best, its own turn finished and chance averaged."""

    name = "greedy"

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        drivers = ready_drivers(game.rulebook) or interpreted_drivers(game.rulebook)
        candidates = rate(drivers, position, seat, seed)
        best = candidates[0]
        return Choice(best.move, best.value, candidates, (best.move,), 0, game, position.copy(), seat)


class Careless:
    """Greedy, but one move in `one_in` is random."""

    def __init__(self, name: str, one_in: int) -> None:
        self.name = name
        self._one_in = one_in

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        slips = np.random.default_rng(seed & 0xFFFF_FFFF_FFFF_FFFF).integers(self._one_in) == 0
        chooser = Random() if slips else Greedy()
        return chooser.choose(game, position, seat, seed, legal)


def rate(drivers: SearchDrivers, position: np.ndarray, seat: int, seed: int) -> tuple[Candidate, ...]:
    """All legal moves with their values for the seat, from best to worst."""
    work = Workspace(drivers, BOARDS, 1)
    work.place_at(ROOT, position.reshape(-1)[0])
    count = drivers.rate_moves(work, key_of(seed), seat)
    rated = [Candidate(int(work.moves[i]), float(work.values[i])) for i in range(count)]
    return tuple(sorted(rated, key=lambda c: (-c.value, c.move)))
