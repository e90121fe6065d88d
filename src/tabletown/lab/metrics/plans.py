"""Plans: what beats what in a league, how even it is, and which mixture nothing beats."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Sample
from ..stats import Estimate, Share, block_sums, holm, jackknife, paired, share

STEPS = 20_000


def shares_of(played: Sample, player: int) -> tuple[np.ndarray, np.ndarray]:
    """The games in which somebody sat, and his share of each win."""
    games, seats = np.nonzero(played.sitting == player)
    return games, played.shares[games, seats]


def wins(played: Sample) -> dict[str, Share]:
    """Each plan's share against the field."""
    return {name: share(shares_of(played, player)[1]) for player, name in enumerate(played.names)}


def measure(played: Sample) -> dict[str, Any]:
    names = played.names
    found: dict[str, Any] = {"wins": wins(played), "spread": spread(played, len(names))}
    if played.seats == 2:
        matrix = {
            name: {other: _against(played, one, two) for two, other in enumerate(names) if two != one}
            for one, name in enumerate(names)
        }
        found["matrix"] = matrix
        found["best_answer"] = {
            name: max((other for other in names if other != name), key=lambda other: matrix[other][name].value)
            for name in names
        }
        found["mixture"] = mixture(names, matrix)
    return found


def _against(played: Sample, one: int, two: int) -> Share:
    games, seats = np.nonzero(played.sitting == one)
    facing = played.sitting[games, 1 - seats] == two
    return share(played.shares[games[facing], seats[facing]])


def spread(played: Sample, count: int) -> Estimate:
    """How uneven the plans are: the root of the mean squared distance from an equal share, less what chance makes."""
    equal = 1 / played.seats
    twelfths = np.zeros((played.count, count))
    sat = np.zeros((played.count, count))
    for player in range(count):
        games, shares = shares_of(played, player)
        twelfths[games, player] = np.round(12 * shares)
        sat[games, player] = 1
    sums = [block_sums(twelfths, played.blocks), block_sums(sat, played.blocks)]

    def statistic(won: np.ndarray, games: np.ndarray) -> float:
        shares = won / np.maximum(1, games) / 12
        noise = shares * (1 - shares) / np.maximum(1, games)
        return float(np.sqrt(max(0.0, ((shares - equal) ** 2 - noise).mean())))

    return Estimate(*jackknife(sums, statistic), played.count)


def mixture(names: tuple[str, ...], matrix: dict[str, dict[str, Share]]) -> dict[str, float]:
    """For two players: how often to play each plan so that nothing in the league beats the mixture.

    Multiplicative weights on the matrix; plans that are hardly ever played are left out.
    """
    payoff = np.array([[0.5 if one == two else matrix[one][two].value for two in names] for one in names])
    weights, total = np.full(len(names), 1 / len(names)), np.zeros(len(names))
    rate = np.sqrt(np.log(len(names)) / STEPS) if len(names) > 1 else 0.0
    for _ in range(STEPS):
        total += weights
        weights = weights * np.exp(rate * (payoff @ weights - 0.5))
        weights /= weights.sum()
    return {name: round(float(part), 4) for name, part in zip(names, total / STEPS, strict=True) if part >= 0.005}


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    found = {}
    for player, name in enumerate(before.names):
        found[name] = paired(shares_of(before, player)[1], shares_of(after, player)[1])
    return {"wins": found, "clear": sorted(holm(found))}


def sums(played: Sample) -> dict[str, Any]:
    found = {}
    for player, name in enumerate(played.names):
        games, shares = shares_of(played, player)
        found[name] = block_sums(np.round(12 * shares), played.blocks[games]).tolist()
    return {"twelfths_by_plan": found}
