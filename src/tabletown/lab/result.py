"""The answer to an experiment: every number with its interval, as objects, JSON, rows and a page."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..core.errors import BadOption
from ..core.variant import structure
from . import game_loop
from .experiment import Arm, Experiment, Step
from .metrics import cards, luck
from .sample import Sample
from .stats import Difference, Estimate, holm

MOST_UNFINISHED = 0.01
"""Above this part of unfinished games there is no answer."""


def metric(question: str) -> Any:
    """The module of a question."""
    return importlib.import_module(f"{__package__}.metrics.{question}")


@dataclass(frozen=True)
class PlanAnswer:
    """What is known of one plan."""

    wins: Estimate


class Measured:
    """The numbers of one arm, or the differences between two."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = dict(found)

    def plan(self, name: str) -> PlanAnswer:
        wins = self._wins("plans")
        if name not in wins:
            raise BadOption(f"No plan {name!r} played; there were {', '.join(wins)}.")
        return PlanAnswer(wins[name])

    @property
    def seats(self) -> list[Estimate]:
        """The win shares by order of play."""
        return list(self._wins("seats").values())

    @property
    def length(self) -> Estimate:
        """The rounds of a game."""
        found: Estimate = self.found["length"]["rounds"]
        return found

    def thing(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.found["cards"][name]
        return found

    def _wins(self, question: str) -> dict[str, Estimate]:
        if question not in self.found:
            raise BadOption(f"The question {question!r} was not asked.")
        found: dict[str, Estimate] = self.found[question]["wins"]
        return found

    def to_json(self) -> Any:
        return plain(self.found)


@dataclass(frozen=True)
class Result:
    """What an experiment found, so far or in the end."""

    experiment: Experiment
    played: list[Sample]
    step: Step

    # -------------------------------------------------------------- one arm

    @cached_property
    def _free(self) -> dict[str, Sample]:
        return {entry.arm.label: entry for entry in self.played if entry.ban is None and entry.twin is None}

    def measured(self, arm: Arm) -> Measured:
        """The numbers of one arm."""
        played = self._free[arm.label]
        found = {question: metric(question).measure(played) for question in self._questions}
        banned = {entry.ban: entry for entry in self.played if entry.ban and entry.arm.label == arm.label}
        if banned:
            found["worth"] = {name: cards.worth(played, entry) for name, entry in banned.items()}
            found["clear"] = sorted(holm(found["worth"]))
        twins = {entry.twin: entry for entry in self.played if entry.twin and entry.arm.label == arm.label}
        if twins:
            found["luck"] |= luck.split(played, twins[luck.OTHER_DICE], twins[luck.OTHER_PLAYERS])
        return Measured(found)

    @property
    def _questions(self) -> list[str]:
        return list(self.experiment.ask)

    @cached_property
    def arms(self) -> dict[str, Measured]:
        """All arms by their labels: printed first."""
        return {arm.label: self.measured(arm) for arm in self.experiment.arms}

    @property
    def _asked(self) -> Arm:
        """The arm that was asked about: the last one."""
        return self.experiment.arms[-1]

    def plan(self, name: str) -> PlanAnswer:
        return self.arms[self._asked.label].plan(name)

    @property
    def seats(self) -> list[Estimate]:
        return self.arms[self._asked.label].seats

    @property
    def length(self) -> Estimate:
        return self.arms[self._asked.label].length

    def thing(self, name: str) -> Mapping[str, Any]:
        return self.arms[self._asked.label].thing(name)

    def worth(self, name: str) -> Difference:
        """What the ban test says a thing is worth to who may have it."""
        found: Difference = self.arms[self._asked.label].found["worth"][name]
        return found

    # -------------------------------------------------------------- differences

    @cached_property
    def differences(self) -> dict[str, Measured]:
        """What each changed arm differs in from its printed one, by label, paired by the same dice."""
        found = {}
        for arm in self.experiment.arms:
            if not arm.is_printed and self.experiment.printed:
                before, after = self._free[self.experiment.printed_of(arm).label], self._free[arm.label]
                compared = {question: metric(question).compare(before, after) for question in self._questions}
                found[arm.label] = Measured({question: entry for question, entry in compared.items() if entry})
        return found

    @property
    def against_printed(self) -> Measured:
        if not self.differences:
            raise BadOption("Nothing was changed, so there is nothing to compare with the printed game.")
        return list(self.differences.values())[-1]

    @cached_property
    def widest(self) -> float:
        """The widest half of an interval that decides when to stop: of differences if there are any, else of shares."""
        decisive = [question for question in ("plans", "seats") if question in self._questions]
        changed = [arm for arm in self.experiment.arms if not arm.is_printed and self.experiment.printed]
        pairs = [(self.experiment.printed_of(arm), arm) for arm in changed]
        found: list[Estimate] = []
        for question in decisive:
            ask = metric(question)
            for before, after in pairs:
                found += ask.compare(self._free[before.label], self._free[after.label])["wins"].values()
            if not pairs:
                found += [share for played in self._free.values() for share in ask.wins(played).values()]
        found += [cards.worth(self._free[entry.arm.label], entry) for entry in self.played if entry.ban]
        return max((entry.half_width for entry in found), default=1.0)

    @property
    def unfinished(self) -> int:
        return sum(entry.unfinished for entry in self.played)

    @property
    def void(self) -> bool:
        """Whether so many games didn't end that the numbers say nothing."""
        return self.unfinished > MOST_UNFINISHED * sum(entry.count for entry in self.played)

    # -------------------------------------------------------------- files

    @property
    def exact(self) -> bool:
        """Whether every machine gets the same numbers: players of the Lab count in whole numbers."""
        return not self.experiment.lineup.bots

    def to_json(self) -> dict[str, Any]:
        book = self.experiment.book
        return {
            "tabletown lab": 1,
            "version": __version__,
            "experiment": self.experiment.to_json(),
            "rules": book.version,
            "fingerprint": structure(book)[0],
            "exact": self.exact,
            "dealt": book.lab.DEALT,
            "with_nets": self.experiment.with_nets,
            "games": sum(entry.count for entry in self.played),
            "unfinished": self.unfinished,
            "void": self.void,
            "who": [player.name for player in self.experiment.lineup.players] or list(self.experiment.lineup.bots),
            "arms": {label: measured.to_json() for label, measured in self.arms.items()},
            "differences": {label: measured.to_json() for label, measured in self.differences.items()},
            "sums": {label: self._sums(played) for label, played in self._free.items()},
        }

    def _sums(self, played: Sample) -> dict[str, Any]:
        """What the means of an arm are made of, by their dotted names."""
        found = {f"{q}.{name}": entry for q in self._questions for name, entry in metric(q).sums(played).items()}
        for entry in self.played:
            if entry.ban and entry.arm.label == played.arm.label:
                found[f"worth.{entry.ban}"] = cards.worth_sums(played, entry)
        return {name: entry.to_json() for name, entry in found.items()}

    def save(self, name: str | Path) -> list[Path]:
        """Write NAME.json, NAME.html and the rows, as NAME.parquet or NAME.npz; returns the files."""
        stem = Path(name)
        text, page = stem.with_name(f"{stem.name}.json"), stem.with_name(f"{stem.name}.html")
        text.write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")
        self.report(page)
        return [text, page, self.save_rows(stem)]

    def save_rows(self, stem: Path) -> Path:
        """A row for each game and seat, in a Parquet file if pyarrow is there, else as NumPy's arrays."""
        columns = self.table()
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            file = stem.with_name(f"{stem.name}.npz")
            arrays: dict[str, Any] = dict(columns)
            np.savez_compressed(file, **arrays)
            return file
        file = stem.with_name(f"{stem.name}.parquet")
        pyarrow.parquet.write_table(pyarrow.table(columns), file)
        return file

    def table(self) -> dict[str, np.ndarray]:
        """The rows as columns: arm, game, seat, player, share of the win, score, rounds, and copies of each thing."""
        parts = list(self._free.values())
        things = list(self.experiment.book.lab.THINGS) if "cards" in self.experiment.ask else []
        found: dict[str, list[np.ndarray]] = {}
        for entry in parts:
            n, seats = entry.count, entry.seats
            columns = {
                "arm": np.repeat(entry.arm.label, n * seats),
                "game": np.repeat(np.arange(n), seats),
                "seat": np.tile(np.arange(seats), n),
                "order": ((np.arange(seats) - entry.column(game_loop.FIRST)[:, None]) % seats).ravel(),
                "player": np.array(entry.names)[entry.sitting].ravel(),
                "share": entry.shares.ravel(),
                "score": entry.scores.ravel(),
                "rounds": np.repeat(entry.rounds, seats),
            }
            for number, thing in enumerate(things):
                columns[thing] = entry.rows.things[:, :seats, number, game_loop.BOUGHT].ravel()
                columns[f"{thing}_first_round"] = entry.rows.things[:, :seats, number, game_loop.FIRST_ROUND].ravel()
            for name, column in columns.items():
                found.setdefault(name, []).append(column)
        return {name: np.concatenate(columns) for name, columns in found.items()}

    def report(self, file: str | Path) -> None:
        """The answer as one page without script."""
        from .report import page

        Path(file).write_text(page(self.to_json()), encoding="utf-8")


def plain(found: Any) -> Any:
    """Numbers ready for JSON."""
    if isinstance(found, Estimate):
        return found.to_json()
    if isinstance(found, Mapping):
        return {str(name): plain(entry) for name, entry in found.items()}
    if isinstance(found, (list, tuple)):
        return [plain(entry) for entry in found]
    return found.item() if isinstance(found, np.generic) else found
