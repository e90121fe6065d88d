"""A rulebook is one game as its folder declares it; a game is a rulebook with players and options chosen."""

from __future__ import annotations

import importlib
import importlib.resources
import importlib.util
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .errors import BadOption
from .move import Moves
from .option import Option
from .record import MAX_SEATS, Record


@dataclass(frozen=True, eq=False)
class Rulebook:
    """What a game's folder declares. Modules of the folder are imported when they are first needed."""

    name: str
    title: str
    package: str
    players: tuple[int, int]
    state: Record
    moves: Moves
    max_legal: int
    tagline: str
    designers: str
    publishers: str
    minutes: str
    options: tuple[Option, ...] = ()
    reconstructed: bool = False
    version: int = 1
    sorted_on_gpu: bool = False
    """Whether the GPU sorts the games of a batch by phase and move: quicker where rules are long and games soon differ."""
    solo_can_be_lost: bool = False
    """Whether a game of one player is won (place 1) or lost (place 2); if not, only its score counts."""
    conflict: Callable[[int, dict[str, Any]], str | None] = field(default=lambda players, options: None)
    """Says in one sentence why these options can't be combined, or None."""

    def __post_init__(self) -> None:
        missing = [o.name for o in self.options if o.name not in self.state.fields]
        if missing or "players" not in self.state.fields:
            raise ValueError(f"the record of {self.name} lacks the fields {missing or ['players']}")
        if not 1 <= self.players[0] <= self.players[1] <= MAX_SEATS:
            raise ValueError(f"{self.name} can't seat {self.players}")

    def _module(self, name: str) -> types.ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def declarations(self) -> types.ModuleType:
        """The module of the record, with what is conserved and what is impossible."""
        return self._module("state")

    @cached_property
    def rules(self) -> types.ModuleType:
        return self._module("rules")

    @cached_property
    def view(self) -> types.ModuleType:
        return self._module("view")

    @cached_property
    def words(self) -> types.ModuleType:
        return self._module("text.words")

    @cached_property
    def table(self) -> types.ModuleType:
        return self._module("drawing.table")

    @cached_property
    def advice(self) -> types.ModuleType | None:
        """The module with help for players, of games that offer some."""
        return self._module("bot.advice") if importlib.util.find_spec(f"{self.package}.bot.advice") else None

    @cached_property
    def reference(self) -> types.ModuleType | None:
        """The module that lists all components with what is left, of games that don't show them all on the table."""
        return self._module("text.reference") if importlib.util.find_spec(f"{self.package}.text.reference") else None

    @cached_property
    def guide(self) -> str:
        return importlib.resources.files(self.package).joinpath("text/guide.md").read_text(encoding="utf-8")

    @cached_property
    def not_in_dumps(self) -> frozenset[str]:
        derived = [name for name, entry in self.state.fields.items() if entry.derived]
        return frozenset(["players", *(o.name for o in self.options), *derived])

    def option(self, name: str) -> Option:
        for entry in self.options:
            if entry.name == name:
                return entry
        valid = ", ".join(o.name for o in self.options) or "none"
        raise BadOption(f"{self.title} has no option {name!r}; its options: {valid}.")

    def configure(self, players: int | None = None, **options: Any) -> Game:
        """The game for these players and options; options left out take their defaults."""
        low, high = self.players
        seats = low if players is None else players
        if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
            raise BadOption(f"{self.title} is for {low} to {high} players, not {players!r}.")
        chosen = {o.name: o.default for o in self.options}
        for name, value in options.items():
            chosen[name] = self.option(name).read(value, seats)
        sentence = self.conflict(seats, chosen)
        if sentence:
            raise BadOption(sentence)
        return Game(self, seats, chosen)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "players": list(self.players),
            "options": [o.to_json() for o in self.options],
            "reconstructed": self.reconstructed,
            "minutes": self.minutes,
            "designers": self.designers,
            "publishers": self.publishers,
        }


@dataclass(frozen=True)
class Game:
    """One rulebook, a number of players and options: all that is needed to set up."""

    rulebook: Rulebook
    players: int
    options: dict[str, Any]

    @property
    def name(self) -> str:
        return self.rulebook.name

    @property
    def title(self) -> str:
        return self.rulebook.title

    @property
    def moves(self) -> Moves:
        return self.rulebook.moves

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {o.name: self.options[o.name] for o in self.rulebook.options if self.options[o.name] != o.default}

    def start(self) -> np.ndarray:
        """A new record, set up, before the first move."""
        array = self.rulebook.state.new()
        array["players"] = self.players
        for entry in self.rulebook.options:
            array[entry.name][0] = entry.store(self.options[entry.name])
        from ..compile.engine import interpreted

        interpreted(self.rulebook).setup(array)
        return array

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.players, self.options) == (other.name, other.players, other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.players, repr(self.options)))

    def __str__(self) -> str:
        words = [self.title, f"{self.players} player{'s' if self.players > 1 else ''}"]
        words += [f"{name}={value}" for name, value in self.chosen_options.items()]
        return ", ".join(words)


def check_names(names: Sequence[str] | None, players: int) -> list[str]:
    if names is None:
        return [f"Player {seat + 1}" for seat in range(players)]
    if len(names) != players:
        raise BadOption(f"{players} names are needed, one a seat, not {len(names)}.")
    return [str(name) for name in names]
