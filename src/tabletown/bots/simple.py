"""Bots that don't search: random moves, and the best step by the game's own evaluation."""

from __future__ import annotations

import numpy as np

from ..compile.engine import engine
from ..core.game import Game
from . import tree
from .bot import Candidate, Choice, key_of
from .compiled_search import Desk, Mind, interpreted_mind, ready_mind
from .policy import BOARDS, ROOT


class Random:
    """Any legal move, each as likely as the others."""

    name = "random"

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int) -> Choice:
        found = engine(game.rulebook).draw(position, key_of(seed), 0)
        return Choice(found, game=game, position=position.copy(), seat=seat)


class Greedy:
    """The move after which the game's evaluation is best, its own turn finished and chance averaged."""

    name = "greedy"

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int) -> Choice:
        mind = ready_mind(game.rulebook) or interpreted_mind(game.rulebook)
        candidates = rate(mind, position, seat, seed)
        best = candidates[0]
        return Choice(best.move, best.value, candidates, (best.move,), 0, game, position.copy(), seat)


class Careless:
    """Greedy, but one move in so many is any move at all."""

    def __init__(self, name: str, one_in: int) -> None:
        self.name = name
        self._one_in = one_in

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int) -> Choice:
        slips = np.random.default_rng(seed & 0xFFFF_FFFF_FFFF_FFFF).integers(self._one_in) == 0
        chooser = Random() if slips else Greedy()
        return chooser.choose(game, position, seat, seed)


def rate(mind: Mind, position: np.ndarray, seat: int, seed: int) -> tuple[Candidate, ...]:
    """All legal moves with what the seat may expect of each, from best to worst."""
    desk = Desk(mind, BOARDS, 1)
    desk.records[ROOT] = position.reshape(-1)[0]
    count = mind.think(tree.RATE, desk, key_of(seed), seat)
    rated = [Candidate(int(desk.moves[i]), float(desk.values[i])) for i in range(count)]
    return tuple(sorted(rated, key=lambda c: (-c.value, c.move)))
