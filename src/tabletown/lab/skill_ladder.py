"""The skill ladder: each rung plays the one below, and what that is worth in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log10
from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from .arena import arena
from .stats import Share, share

RUNGS = ("random", "greedy", "search:50", "search:100", "search:200")


@dataclass(frozen=True)
class Rung:
    """A bot and its share of the wins against the rung below."""

    name: str
    below: str
    wins: Share

    @property
    def points(self) -> tuple[float, float]:
        """The difference on the scale of chess, at both ends of the interval."""
        return _points(self.wins.low), _points(self.wins.high)

    @property
    def coin_share(self) -> float:
        """A sure win mixed with so many coin flips would win as often."""
        return 2 * (1 - self.wins.value)

    def to_json(self) -> dict[str, Any]:
        points = [None if abs(entry) == inf else round(entry, 1) for entry in self.points]
        return {
            "name": self.name,
            "below": self.below,
            "wins": self.wins.to_json(),
            "points_95": points,
            "coin_share": round(self.coin_share, 4),
        }


def _points(part: float) -> float:
    return -inf if part <= 0 else inf if part >= 1 else 400 * log10(part / (1 - part))


def ladder(game: Game, rungs: Sequence[str] = RUNGS, games: int = 300, seed: int = 0, **run: Any) -> list[Rung]:
    """Let each bot play the one before it, from both seats."""
    if game.players != 2:
        raise BadOption("A ladder is for two players.")
    if len(rungs) < 2:
        raise BadOption("A ladder needs two bots or more.")
    found = []
    for below, name in pairwise(rungs):
        rows = arena(game, [below, name], games, seed, **run).games
        shares = np.array([row.win_share(row.seats.index(name)) for row in rows])
        found.append(Rung(name, below, share(shares)))
    return found
