"""Comparisons of two answers: of the same game, in memory or from their files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import BadOption
from . import words
from .result import Result
from .stats import Difference, Mean, Share, Sums, newcombe, paired_sums, welch


@dataclass(frozen=True)
class Comparison:
    """What B has more than A, number by number. Where both played the same games, number for number, with the same
    players and dice, differences are paired."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    differences: dict[str, Difference]
    shares: frozenset[str]

    def to_json(self) -> dict[str, Any]:
        return {
            "a": self.before["experiment"],
            "b": self.after["experiment"],
            "differences": {name: entry.to_json() for name, entry in self.differences.items()},
        }

    @property
    def paired(self) -> bool:
        """Whether any difference is paired."""
        return any(entry.paired for entry in self.differences.values())

    def rows(self) -> list[tuple[str, str, str]]:
        """Each difference in words, with whether it is clear."""
        found = []
        for name, entry in self.differences.items():
            told = entry.to_json()
            shown = words.points(told) if name in self.shares else words.change(told)
            found.append((name, shown, "clear" if entry.clear else ""))
        return found

    def report(self, file: str | Path) -> None:
        """The comparison as one page."""
        from .report import comparison

        Path(file).write_text(comparison(self), encoding="utf-8")


def compare(a: Result | Mapping[str, Any], b: Result | Mapping[str, Any]) -> Comparison:
    """Compare two answers, the last arm of each.

    Paired by the sums of blocks if game number, seating and dice mean the same in both; otherwise Newcombe's interval
    for shares and Welch's for means.
    """
    before, after = (entry.to_json() if isinstance(entry, Result) else entry for entry in (a, b))
    if before["experiment"]["game"] != after["experiment"]["game"]:
        raise BadOption("A and B are different games; compare two of the same.")
    arms = [list(answer["arms"].values())[-1] for answer in (before, after)]
    sums = [list(answer["sums"].values())[-1] for answer in (before, after)] if same_games(before, after) else [{}, {}]
    found: dict[str, Difference] = {}
    shares = set()
    for name, one, other in _common(arms[0], arms[1]):
        if one["kind"] == "share":
            shares.add(name)
            found[name] = newcombe(Share(*_numbers(one)), Share(*_numbers(other)))
        elif one["kind"] == "mean":
            found[name] = welch(Mean(*_numbers(one)), Mean(*_numbers(other)))
        else:
            continue
        blocks = [Sums.read(entry[name]) for entry in sums if name in entry]
        if len(blocks) == 2 and enough(*blocks):
            found[name] = paired_sums(*blocks, alone=found[name].half_width)
    if not found:
        raise BadOption("A and B were asked nothing in common.")
    return Comparison(before, after, found, frozenset(shares))


ANSWER = {"tabletown lab", "experiment", "arms", "sums", "rules", "fingerprint", "exact", "who"}
"""What an answer has at least."""

SAME = ("players", "who", "plans", "plan", "options", "seed", "slip")
"""What must be the same in two experiments for their games to be the same, number for number, but for what changed."""

ENOUGH = 4
"""Games in every block, from which blocks tell how much they differ."""


def same_games(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether game number, seating and dice mean the same in two answers."""
    one, other = before["experiment"], after["experiment"]
    alike = all(one.get(name) == other.get(name) for name in SAME) and not (one.get("vary") or other.get("vary"))
    rules = all(before[name] == after[name] for name in ("rules", "fingerprint", "who"))
    return bool(alike and rules and before["exact"] and after["exact"])


def enough(before: Sums, after: Sums) -> bool:
    """Whether both have the same games in every block, and enough of them."""
    return bool(np.array_equal(before.counts, after.counts) and before.counts.min() >= ENOUGH)


def _numbers(entry: Mapping[str, Any]) -> tuple[float, float, float, int]:
    return entry["value"], entry["low"], entry["high"], entry["games"]


def _common(one: Any, other: Any, before: str = "") -> list[tuple[str, Any, Any]]:
    """The numbers that both have, with dotted names."""
    found: list[tuple[str, Any, Any]] = []
    for name in one:
        mine, theirs = one[name], other.get(name)
        if not isinstance(mine, Mapping) or not isinstance(theirs, Mapping) or name in ("matrix", "quantiles"):
            continue
        if "kind" in mine:
            found.append((f"{before}{name}", mine, theirs))
        else:
            found += _common(mine, theirs, f"{before}{name}.")
    return found


def read(file: str | Path) -> dict[str, Any]:
    """An answer from its JSON file."""
    try:
        found = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOption(f"{file} can't be read: {(error.strerror or 'an error').lower()}.") from error
    except ValueError as error:
        raise BadOption(f"{file} is no answer of the Lab.") from error
    if not isinstance(found, dict) or not found.keys() >= ANSWER:
        raise BadOption(f"{file} is no answer of the Lab.")
    return found
