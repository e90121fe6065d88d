"""Sensitivity and balance: what a value does, and at which value something is even."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import BadOption
from ..core.values import values_of
from .answer import Result
from .experiment import Experiment
from .stats import Difference, Estimate

Z_LOOKS = 2.8
"""For decisions that are looked at again and again while games are played."""

FEWEST, MOST = 2048, 1 << 16


@dataclass(frozen=True)
class Curve:
    """A value and what each of its settings gives, each played with the same dice."""

    key: str
    goal: str
    points: dict[int, Estimate]

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "goal": self.goal, "points": {n: e.to_json() for n, e in self.points.items()}}


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


def goal_of(experiment: Experiment, goal: str) -> tuple[Callable[[Result], Estimate], float]:
    """What a goal such as "cheese = 50" or "first = 50" measures, and its target from 0 to 1."""
    found = re.fullmatch(r"\s*([a-z0-9_]+)\s*=\s*(\d+(?:\.\d+)?)\s*", goal)
    if found is None or not 0 <= float(found[2]) <= 100:
        raise BadOption(f'A goal is written like "cheese = 50", a plan or "first" and a percentage, not {goal!r}.')
    name, target = found[1], float(found[2]) / 100
    if name == "first":
        return (lambda result: result.seats[0]), target
    if not experiment.lineup.league or name not in {player.name for player in experiment.lineup.players}:
        raise BadOption(f'No plan {name!r} plays in this experiment, and it is not "first".')
    return (lambda result: result.plan(name).wins), target


def _at(experiment: Experiment, key: str, value: int, games: int | None = None) -> Experiment:
    """The experiment with one more value set, without the printed game beside it."""
    change = {**experiment.change, key: value}
    if games is None:
        return replace(experiment, change=change, printed=False)
    return replace(experiment, change=change, games=games, precision=None, printed=False)


def _known(experiment: Experiment, key: str) -> Any:
    known = values_of(experiment.book)
    if key not in known:
        experiment.book.configure(None, {key: 0})  # says in one sentence what is wrong with the key
    return known[key]


def sensitivity(
    experiment: Experiment, key: str, settings: Iterable[int] | None = None, goal: str | None = None, **run: Any
) -> Curve:
    """What the settings of one value do to a number: one step below and above the printed value unless told."""
    value = _known(experiment, key)
    chosen = [value.printed - 1, value.printed, value.printed + 1] if settings is None else list(settings)
    chosen = [n for n in chosen if value.low <= n <= value.high]
    goal = goal or (f"{experiment.lineup.players[0].name} = 50" if experiment.lineup.league else "first = 50")
    measure, _ = goal_of(experiment, goal)
    return Curve(key, goal, {n: measure(_at(experiment, key, n).run(**run)) for n in chosen})


def tornado(
    experiment: Experiment, goal: str, keys: Iterable[str] | None = None, **run: Any
) -> dict[str, list[Difference]]:
    """What one step of each value does to a number: paired differences below and above, the strongest value first."""
    measure_name = goal.partition("=")[0].strip()
    found: dict[str, list[Difference]] = {}
    for key in keys if keys is not None else values_of(experiment.book):
        value = _known(experiment, key)
        steps = [n for n in (value.printed - 1, value.printed + 1) if value.low <= n <= value.high]
        changes = [{**experiment.change, key: n} for n in steps]
        results = [replace(experiment, change=change).run(**run).against_printed for change in changes]
        found[key] = [_difference(entry, measure_name) for entry in results]
    return dict(sorted(found.items(), key=lambda item: -max((abs(d.value) for d in item[1]), default=0)))


def _difference(measured: Any, name: str) -> Difference:
    found: Difference = measured.seats[0] if name == "first" else measured.plan(name).wins
    return found


def balance(experiment: Experiment, key: str, goal: str, most_games: int = MOST, **run: Any) -> Balanced:
    """Where a number crosses a goal: bisection over the whole numbers of a value.

    Each setting is played in doublings until its interval leaves the goal, or there are games enough to call it even.
    """
    value = _known(experiment, key)
    measure, target = goal_of(experiment, goal)
    known: dict[int, Estimate] = {}

    def at(n: int) -> Estimate:
        if n not in known:
            games = min(FEWEST, most_games)
            while True:
                known[n] = measure(_at(experiment, key, n, games).run(**run))
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
            value = _known(experiment, key)
            for n in range(max(value.low, value.printed - within), min(value.high, value.printed + within) + 1):
                candidate = {**change, key: n}
                if candidate == change or (n == value.printed and key not in change):
                    continue
                spread = spread_of(candidate)
                tried.append((candidate, spread))
                if spread.value < best.value:
                    change, best, helped = candidate, spread, True
    return {key: n for key, n in change.items() if n != values_of(experiment.book)[key].printed}, tried
