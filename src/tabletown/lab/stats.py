"""Estimates with their intervals: shares, means, differences. 95 intervals of 100 hold the true number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

import numpy as np

from .ratings import interval

Z95 = 1.959964
BLOCKS = 64
"""Games are counted in so many blocks by number, from which the jackknife makes an interval for anything."""


@dataclass(frozen=True)
class Estimate:
    """A number, the interval around it, and from how many games it was made."""

    value: float
    low: float
    high: float
    games: int

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": type(self).__name__.lower(),
            "value": round(self.value, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
            "games": self.games,
        }


@dataclass(frozen=True)
class Share(Estimate):
    """A part of the whole, from 0 to 1."""


@dataclass(frozen=True)
class Mean(Estimate):
    """An average."""


@dataclass(frozen=True)
class Difference(Estimate):
    """How much two numbers differ. `saved` is how many times fewer games a paired difference needs; 1 if not paired."""

    saved: float = 1.0
    paired: bool = True

    @property
    def clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"saved": round(self.saved, 2), "paired": self.paired, "clear": self.clear}


def share(values: np.ndarray) -> Share:
    """The mean of values between 0 and 1, one a game: Wilson's interval."""
    count = int(values.size)
    found = float(values.mean()) if count else 0.0
    return Share(found, *interval(found, count), count)


def mean(values: np.ndarray) -> Mean:
    """The mean of any values, one a game: the normal interval."""
    count = int(values.size)
    if count == 0:
        return Mean(0.0, 0.0, 0.0, 0)
    found = float(values.mean())
    width = Z95 * float(values.std(ddof=1)) / sqrt(count) if count > 1 else 0.0
    return Mean(found, found - width, found + width, count)


def ratio(tops: np.ndarray, bottoms: np.ndarray) -> Share:
    """A share of things that hang together within a game: sum of tops / sum of bottoms, each one entry a game.

    The interval counts games, not things, so that two seats of one game are not taken for two games.
    """
    found, spread = _ratio(tops, bottoms)
    width = Z95 * float(np.sqrt((spread**2).sum()))
    return Share(found, max(0.0, found - width), min(1.0, found + width), int(tops.size))


def ratio_difference(
    before: tuple[np.ndarray, np.ndarray], after: tuple[np.ndarray, np.ndarray], is_paired: bool = False
) -> Difference:
    """The difference of two such shares of the same games."""
    one, other = _ratio(*before), _ratio(*after)
    width = Z95 * float(np.sqrt(((other[1] - one[1]) ** 2).sum()))
    found = other[0] - one[0]
    return Difference(found, found - width, found + width, int(before[0].size), paired=is_paired)


def _ratio(tops: np.ndarray, bottoms: np.ndarray) -> tuple[float, np.ndarray]:
    """A ratio of sums, and how much each game moves it."""
    whole = max(float(bottoms.sum()), 1e-9)
    found = float(tops.sum()) / whole
    games = max(2, tops.size)
    return found, (tops - found * bottoms) / whole * sqrt(games / (games - 1))


def adjusted(values: np.ndarray, luck: np.ndarray) -> tuple[Share, float]:
    """The mean of values with what luck explains taken out, and how many times fewer games that needs.

    How much a piece of luck counts comes from the other half of the games, so that no game judges itself; luck is 0 on
    average, so nothing is added to the mean.
    """
    count = int(values.size)
    if count < 8:
        return share(values), 1.0
    halves = np.arange(count) % 2 == 0
    rest = values.astype(float).copy()
    for here, there in ((halves, ~halves), (~halves, halves)):
        spread = float(luck[there].var())
        slope = float(np.cov(values[there], luck[there])[0, 1]) / spread if spread else 0.0
        rest[here] -= slope * luck[here]
    found, width = float(rest.mean()), Z95 * float(rest.std(ddof=1)) / sqrt(count)
    fewer = float(values.var(ddof=1) / rest.var(ddof=1)) if rest.var(ddof=1) else 1.0
    return Share(found, found - width, found + width, count), fewer


def correlation(one: np.ndarray, other: np.ndarray) -> Share:
    """The part of the variance of one that the other explains: r², with Fisher's interval."""
    count = int(one.size)
    if count < 5 or not one.std() or not other.std():
        return Share(0.0, 0.0, 1.0, count)
    found = float(np.corrcoef(one, other)[0, 1])
    middle, width = np.arctanh(min(abs(found), 1 - 1e-12)), Z95 / sqrt(count - 3)
    low, high = (float(np.tanh(max(0.0, end))) ** 2 for end in (middle - width, middle + width))
    return Share(found**2, low, high, count)


def quantile(values: np.ndarray, part: float) -> Estimate:
    """A quantile with the order statistics around its rank as its interval."""
    count = int(values.size)
    if count == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    ordered = np.sort(values)
    spread = Z95 * sqrt(count * part * (1 - part))
    ranks = [count * part, count * part - spread, count * part + spread]
    middle, low, high = (float(ordered[min(count - 1, max(0, int(rank)))]) for rank in ranks)
    return Estimate(middle, low, high, count)


def paired(before: np.ndarray, after: np.ndarray) -> Difference:
    """after - before, game by game: the same number, seating and chance in both."""
    count = int(before.size)
    if count < 2:
        return Difference(0.0, -1.0, 1.0, count)
    changes = after - before
    found, spread = float(changes.mean()), float(changes.std(ddof=1))
    apart = float(before.var(ddof=1) + after.var(ddof=1))
    width = Z95 * spread / sqrt(count)
    return Difference(found, found - width, found + width, count, apart / spread**2 if spread else 1.0)


def newcombe(before: Share, after: Share) -> Difference:
    """The difference of two shares of games that have nothing to do with each other: Newcombe's interval."""
    found = after.value - before.value
    low = found - sqrt((after.value - after.low) ** 2 + (before.high - before.value) ** 2)
    high = found + sqrt((after.high - after.value) ** 2 + (before.value - before.low) ** 2)
    return Difference(found, low, high, min(before.games, after.games), paired=False)


def welch(before: Mean, after: Mean) -> Difference:
    """The difference of two means of games that have nothing to do with each other: Welch's interval."""
    found = after.value - before.value
    width = sqrt(before.half_width**2 + after.half_width**2)
    return Difference(found, found - width, found + width, min(before.games, after.games), paired=False)


def jackknife(sums: Sequence[np.ndarray], statistic: Any) -> tuple[float, float, float]:
    """A statistic of sums over all games, with the interval that leaving out one block at a time gives.

    Each entry of `sums` has the blocks as its first axis; `statistic` takes the entries summed over blocks.
    """
    totals = [np.asarray(entry).sum(axis=0) for entry in sums]
    found = float(statistic(*totals))
    blocks = len(sums[0])
    without = np.array(
        [
            statistic(*(total - np.asarray(entry)[block] for total, entry in zip(totals, sums, strict=True)))
            for block in range(blocks)
        ]
    )
    width = Z95 * sqrt((blocks - 1) / blocks * float(((without - without.mean()) ** 2).sum()))
    return found, found - width, found + width


@dataclass(frozen=True)
class Sums:
    """What a mean is made of: whole numbers by block of games, in parts of a unit, and of how many there were."""

    totals: np.ndarray
    counts: np.ndarray
    unit: int = 1

    def to_json(self) -> dict[str, Any]:
        return {"unit": self.unit, "totals": self.totals.tolist(), "counts": self.counts.tolist()}

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Sums:
        return cls(np.array(found["totals"], np.int64), np.array(found["counts"], np.int64), int(found["unit"]))


TWELFTHS, FINE = 12, 1 << 20
"""Units: of shares of a win, and of what is no whole number."""


def summed(values: np.ndarray, blocks: np.ndarray, unit: int = 1) -> Sums:
    """The sums of a mean of values, one a game."""
    return Sums(block_sums(np.round(unit * values), blocks), np.bincount(blocks, minlength=BLOCKS), unit)


def paired_sums(before: Sums, after: Sums, alone: float) -> Difference:
    """after - before of two runs with the same games in every block; `alone` is the half-width that strangers have."""

    def apart(one: np.ndarray, other: np.ndarray, games: np.ndarray) -> float:
        return float(other - one) / before.unit / max(1, int(games))

    found, low, high = jackknife([before.totals, after.totals, before.counts], apart)
    half = (high - low) / 2
    return Difference(found, low, high, int(before.counts.sum()), (alone / half) ** 2 if half else 1.0)


def block_sums(values: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    """Sums of integer values by block."""
    if values.ndim == 1:  # exact: sums stay far below 2^53
        return np.bincount(blocks, np.asarray(values, float), BLOCKS).astype(np.int64)
    found = np.zeros((BLOCKS, *values.shape[1:]), np.int64)
    whole = values.astype(np.int64)
    for block in range(BLOCKS):
        found[block] = whole[blocks == block].sum(axis=0)
    return found


def holm(differences: Mapping[str, Difference]) -> set[str]:
    """Which of many differences are clear after Holm's correction: those that chance alone would hardly make."""

    def chance_of(entry: Difference) -> float:
        return erfc(abs(entry.value) / max(entry.half_width / Z95, 1e-12) / sqrt(2)) if entry.half_width else 1.0

    found: set[str] = set()
    by_chance = sorted(differences, key=lambda name: chance_of(differences[name]))
    for number, name in enumerate(by_chance):
        if chance_of(differences[name]) > 0.05 / (len(by_chance) - number):
            break
        found.add(name)
    return found
