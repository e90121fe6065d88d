"""Ratings of bots from the results of their games, with intervals.

Bots don't learn while they play, so all games count alike and in no order: the strengths are those of the
Bradley-Terry model at its maximum likelihood (choix, Luce spectral ranking), not of a running system such as Elo or
TrueSkill. A game of several players is a comparison of each pair at the table; a shared place is half a win each way.
Intervals come from resampling whole games, because pairs of one game are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

MEAN = 1500.0
POINTS = 400 / log(10)
"""On the scale of chess: 400 points more are odds of ten to one."""

RESAMPLES = 200
PRIOR_GAMES = 0.05
"""A touch of a draw between every two bots, so that one who never lost is not infinitely strong."""

Z95 = 1.959964


@dataclass(frozen=True)
class Rating:
    """A strength and the interval that holds it 95 times out of 100."""

    name: str
    points: float
    low: float
    high: float


def rate(names: Sequence[str], tables: Sequence[tuple[Sequence[str], Sequence[int]]], seed: int = 0) -> list[Rating]:
    """Ratings from games, each given as who sat where and which place each seat took."""
    beaten = np.array([_comparisons(names, seats, places) for seats, places in tables])
    points = _strengths(beaten.sum(axis=0))
    generator = np.random.default_rng(seed)
    drawn = [generator.integers(len(beaten), size=len(beaten)) for _ in range(RESAMPLES)]
    spread = np.array([_strengths(beaten[chosen].sum(axis=0)) for chosen in drawn])
    low, high = np.percentile(spread, [2.5, 97.5], axis=0)
    rated = [Rating(name, *map(float, row)) for name, *row in zip(names, points, low, high, strict=True)]
    return sorted(rated, key=lambda r: -r.points)


def _comparisons(names: Sequence[str], seats: Sequence[str], places: Sequence[int]) -> np.ndarray:
    """Who did better than whom in one game: entry [i, j] counts wins of i over j."""
    wins = np.zeros((len(names), len(names)))
    for mine, my_place in zip(seats, places, strict=True):
        for other, other_place in zip(seats, places, strict=True):
            if mine != other and my_place <= other_place:
                wins[names.index(mine), names.index(other)] += 1.0 if my_place < other_place else 0.5
    return wins


def _strengths(beaten: np.ndarray) -> np.ndarray:
    import choix

    if len(beaten) == 1:
        return np.array([MEAN])
    smoothed = beaten + PRIOR_GAMES * (1 - np.eye(len(beaten)))
    found = np.asarray(choix.ilsr_pairwise_dense(smoothed), np.float64)
    points: np.ndarray = MEAN + POINTS * (found - found.mean())
    return points


def interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's interval for a share of `count` games."""
    if count == 0:
        return 0.0, 1.0
    middle = (share + Z95**2 / (2 * count)) / (1 + Z95**2 / count)
    width = Z95 / (1 + Z95**2 / count) * sqrt(max(0.0, share * (1 - share)) / count + Z95**2 / (4 * count**2))
    return max(0.0, middle - width), min(1.0, middle + width)
