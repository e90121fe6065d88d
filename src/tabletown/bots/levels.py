"""Levels of play by name. None waits for a compiler: until native code is ready, the searching levels play greedily."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.game import Game
from .bot import Bot, Choice
from .compiled_search import prepare, ready_drivers
from .search import Budget, Search
from .simple import Careless, Greedy


class Level:
    """A searching level; greedy until its game's native code is ready."""

    threads = Search.threads

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self._search = Search(name, budget)
        self._meanwhile = Greedy()

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        if ready_drivers(game.rulebook) is None:
            prepare(game.rulebook)
            return self._meanwhile.choose(game, position, seat, seed, legal)
        return self._search.choose(game, position, seat, seed, legal)


def easy() -> Bot:
    """Plays every second move without thinking."""
    return Careless("easy", one_in=2)


def normal() -> Bot:
    """Looks one step ahead."""
    renamed = Greedy()
    renamed.name = "normal"
    return renamed


def hard() -> Bot:
    """Searches for a moment."""
    return Level("hard", Budget(playouts=800, seconds=0.8))


def expert() -> Bot:
    """Searches as long as people like to wait."""
    return Level("expert", Budget(playouts=20_000, seconds=2.5))
