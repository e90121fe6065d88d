"""Plans: what beats what in a league, how even it is, and which mixture nothing beats."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Sample
from ..stats import TWELFTHS, Estimate, Share, Sums, block_sums, holm, jackknife, paired, share, summed

STEPS = 20_000


def seats_of(sample: Sample, player: int) -> tuple[np.ndarray, np.ndarray]:
    """The games in which somebody sat, and where."""
    games, seats = np.nonzero(sample.sitting == player)
    return games, seats


def shares_of(sample: Sample, player: int) -> tuple[np.ndarray, np.ndarray]:
    """The games in which somebody sat, and his share of each win."""
    games, seats = seats_of(sample, player)
    return games, sample.shares[games, seats]


def wins(sample: Sample) -> dict[str, Share]:
    """Each plan's share against the field."""
    return {name: share(shares_of(sample, player)[1]) for player, name in enumerate(sample.names)}


def measure(sample: Sample) -> dict[str, Any]:
    names = sample.names
    found: dict[str, Any] = {"wins": wins(sample), "spread": spread(sample, len(names))}
    if sample.seats == 2:
        matrix = {
            name: {other: _against(sample, one, two) for two, other in enumerate(names) if two != one}
            for one, name in enumerate(names)
        }
        found["matrix"] = matrix
        found["best_answer"] = {
            name: max((other for other in names if other != name), key=lambda other: matrix[other][name].value)
            for name in names
        }
        found["mixture"] = mixture(names, matrix)
    return found


def _against(sample: Sample, one: int, two: int) -> Share:
    games, seats = np.nonzero(sample.sitting == one)
    facing = sample.sitting[games, 1 - seats] == two
    return share(sample.shares[games[facing], seats[facing]])


def spread(sample: Sample, count: int) -> Estimate:
    """How uneven the plans are: the root of the mean squared distance from an equal share, less what chance makes."""
    equal = 1 / sample.seats
    twelfths = np.zeros((sample.count, count))
    sat = np.zeros((sample.count, count))
    for player in range(count):
        games, shares = shares_of(sample, player)
        twelfths[games, player] = np.round(12 * shares)
        sat[games, player] = 1
    sums = [block_sums(twelfths, sample.blocks), block_sums(sat, sample.blocks)]

    def statistic(won: np.ndarray, games: np.ndarray) -> float:
        shares = won / np.maximum(1, games) / 12
        noise = shares * (1 - shares) / np.maximum(1, games)
        return float(np.sqrt(max(0.0, ((shares - equal) ** 2 - noise).mean())))

    return Estimate(*jackknife(sums, statistic), sample.count)


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


def sums(sample: Sample) -> dict[str, Sums]:
    found = {}
    for player, name in enumerate(sample.names):
        games, shares = shares_of(sample, player)
        found[f"wins.{name}"] = summed(shares, sample.blocks[games], TWELFTHS)
    return found
