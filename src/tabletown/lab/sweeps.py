"""Sweeps: what a number of a game does, one value after the other, and everything else as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import BadOption
from ..core.values import Value, values_of
from .experiment import Experiment
from .result import Result
from .stats import Difference, Estimate


@dataclass(frozen=True)
class Curve:
    """A value and what each of its settings gives, each played with the same dice."""

    key: str
    goal: str
    points: dict[int, Estimate]

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "goal": self.goal, "points": {n: e.to_json() for n, e in self.points.items()}}


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


def with_value(experiment: Experiment, key: str, value: int, games: int | None = None) -> Experiment:
    """The experiment with one more value set, without the printed game beside it."""
    change = {**experiment.change, key: value}
    if games is None:
        return replace(experiment, change=change, printed=False)
    return replace(experiment, change=change, games=games, precision=None, printed=False)


def value_called(experiment: Experiment, key: str) -> Value:
    known = values_of(experiment.book)
    if key not in known:
        experiment.book.configure(None, {key: 0})  # says in one sentence what is wrong with the key
    return known[key]


def sensitivity(
    experiment: Experiment, key: str, settings: Iterable[int] | None = None, goal: str | None = None, **run: Any
) -> Curve:
    """What the settings of one value do to a number: one step below and above the printed value unless told."""
    value = value_called(experiment, key)
    chosen = [value.printed - 1, value.printed, value.printed + 1] if settings is None else list(settings)
    chosen = [n for n in chosen if value.low <= n <= value.high]
    goal = goal or (f"{experiment.lineup.players[0].name} = 50" if experiment.lineup.league else "first = 50")
    measure, _ = goal_of(experiment, goal)
    return Curve(key, goal, {n: measure(with_value(experiment, key, n).run(**run)) for n in chosen})


STEPS = (-1, 1)


def tornado(
    experiment: Experiment, goal: str, keys: Iterable[str] | None = None, **run: Any
) -> dict[str, dict[int, Difference]]:
    """What one step of each value does to a number: paired differences by step, the strongest value first.

    A step out of bounds, or to a game that nobody could play, is left out.
    """
    name = goal.partition("=")[0].strip()
    found: dict[str, dict[int, Difference]] = {}
    for key in keys if keys is not None else values_of(experiment.book):
        value = value_called(experiment, key)
        found[key] = {}
        for step in STEPS:
            if value.low <= value.printed + step <= value.high:
                with suppress(BadOption):
                    question = replace(experiment, change={**experiment.change, key: value.printed + step})
                    found[key][step] = _difference(question.run(**run).against_printed, name)
    return dict(sorted(found.items(), key=lambda item: -max((abs(d.value) for d in item[1].values()), default=0)))


def _difference(measured: Any, name: str) -> Difference:
    found: Difference = measured.seats[0] if name == "first" else measured.plan(name).wins
    return found
