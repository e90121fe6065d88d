"""Tuning: at which value something is even, and which changes make a league even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core.values import values_of
from .experiment import Experiment
from .stats import Estimate
from .sweeps import goal_of, value_called, with_value

Z_LOOKS = 2.8
"""For decisions that are looked at again and again while games are played."""

FEWEST, MOST = 2048, 1 << 16


@dataclass(frozen=True)
class Balanced:
    """The answer to where something is even: the two neighbours around it and the crossing between them."""

    key: str
    goal: str
    target: float
    below: tuple[int, Estimate] | None
    above: tuple[int, Estimate] | None

    @property
    def value(self) -> float | None:
        """The crossing, by a straight line between the neighbours; None if nothing within bounds reaches the goal."""
        if self.below is None or self.above is None:
            return None
        (low, one), (high, other) = self.below, self.above
        if one.value == other.value:
            return float(low)
        return low + (self.target - one.value) / (other.value - one.value) * (high - low)

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.goal} is not reached by any {self.key} within its bounds."
        return f"{self.goal}: even at {self.value:.1f}."

    def to_json(self) -> dict[str, Any]:
        ends = {name: None if end is None else [end[0], end[1].to_json()] for name, end in self._ends.items()}
        return {"key": self.key, "goal": self.goal, "value": self.value, **ends}

    @property
    def _ends(self) -> dict[str, Any]:
        return {"below": self.below, "above": self.above}


def balance(experiment: Experiment, key: str, goal: str, most_games: int = MOST, **run: Any) -> Balanced:
    """Where a number crosses a goal: bisection over the whole numbers of a value.

    Each setting is played in doublings until its interval leaves the goal, or there are games enough to call it even.
    """
    value = value_called(experiment, key)
    measure, target = goal_of(experiment, goal)
    known: dict[int, Estimate] = {}

    def at(n: int) -> Estimate:
        if n not in known:
            games = min(FEWEST, most_games)
            while True:
                known[n] = measure(with_value(experiment, key, n, games).run(**run))
                width = known[n].half_width * Z_LOOKS / 1.96
                if abs(known[n].value - target) > width or games >= most_games:
                    break
                games *= 2
        return known[n]

    low, high = value.low, value.high
    rising = at(low).value < at(high).value
    if not min(at(low).value, at(high).value) <= target <= max(at(low).value, at(high).value):
        return Balanced(key, goal, target, None, None)
    while high - low > 1:
        middle = (low + high) // 2
        if (at(middle).value < target) == rising:
            low = middle
        else:
            high = middle
    return Balanced(key, goal, target, (low, at(low)), (high, at(high)))


def even_out(
    experiment: Experiment, keys: Iterable[str], within: int = 1, **run: Any
) -> tuple[dict[str, int], list[tuple[Mapping[str, int], Estimate]]]:
    """Coordinate descent on the spread of a league: each value within some steps of the printed one, until none helps.

    Returns the changes and what was tried on the way, each with its spread.
    """
    change: dict[str, int] = {}

    def spread_of(changes: Mapping[str, int]) -> Estimate:
        result = replace(experiment, change=dict(changes), printed=False).run(**run)
        found: Estimate = list(result.arms.values())[-1].found["plans"]["spread"]
        return found

    best = spread_of(change)
    tried: list[tuple[Mapping[str, int], Estimate]] = [({}, best)]
    helped = True
    while helped:
        helped = False
        for key in keys:
            value = value_called(experiment, key)
            for n in range(max(value.low, value.printed - within), min(value.high, value.printed + within) + 1):
                candidate = {**change, key: n}
                if candidate == change or (n == value.printed and key not in change):
                    continue
                spread = spread_of(candidate)
                tried.append((candidate, spread))
                if spread.value < best.value:
                    change, best, helped = candidate, spread, True
    return {key: n for key, n in change.items() if n != values_of(experiment.book)[key].printed}, tried
