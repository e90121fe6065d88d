"""A rulebook is one game as its folder declares it; a game is a rulebook with players and options chosen."""

from __future__ import annotations

import importlib.resources
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import contract
from .errors import BadOption
from .move import Moves
from .observation import Observation
from .option import Option
from .record import MAX_SEATS, Record
from .rule import interpreted_loader

if TYPE_CHECKING:
    from .lesson import Lesson


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
    accent: tuple[str, str, str] = ("#4A5A6E", "#313D4C", "#DDE4EC")
    """The colour of the game on the pages, its shade, and a pale ground for the emblem."""
    secrets: bool = False
    """Whether a seat may know something that another may not. Then `view.py` must say what: redact, guess, known_to."""
    sorted_on_gpu: bool = False
    """Whether the GPU sorts a batch by phase and move: faster where rules are long and games soon differ."""
    solo_can_be_lost: bool = False
    """Whether a game of one player is won (place 1) or lost (place 2); if not, only its score counts."""
    conflict: Callable[[int, dict[str, Any]], str | None] = field(default=lambda players, options: None)
    """Says in one sentence why these options can't be combined, or None."""
    change: Mapping[str, int] = field(default_factory=dict)
    """The values of a variant that differ from the printed game; see variant.py."""
    printed: Rulebook | None = None
    """The printed game that a variant was made from."""

    def __post_init__(self) -> None:
        missing = [o.name for o in self.options if o.name not in self.state.fields]
        if missing or "players" not in self.state.fields:
            raise ValueError(f"the record of {self.name} lacks the fields {missing or ['players']}")
        if not 1 <= self.players[0] <= self.players[1] <= MAX_SEATS:
            raise ValueError(f"{self.name} can't seat {self.players}")

    # The files of the game's folder, each with defaults for what it leaves out; see contract.py.

    @cached_property
    def declarations(self) -> contract.State:
        """What `state.py` says about positions beyond the record."""
        return cast(contract.State, contract.load(self, "state.py"))

    @cached_property
    def validity(self) -> contract.Validity:
        return cast(contract.Validity, contract.load(self, "validity.py"))

    @cached_property
    def rules(self) -> contract.Rules:
        return cast(contract.Rules, contract.load(self, "rules/__init__.py"))

    @cached_property
    def view(self) -> contract.View:
        return cast(contract.View, contract.load(self, "view.py"))

    @cached_property
    def words(self) -> contract.Words:
        return cast(contract.Words, contract.load(self, "text/words.py"))

    @cached_property
    def reference(self) -> contract.Reference:
        return cast(contract.Reference, contract.load(self, "text/reference.py"))

    @cached_property
    def reckoning(self) -> contract.Reckoning:
        return cast(contract.Reckoning, contract.load(self, "text/reckoning.py"))

    @cached_property
    def table(self) -> contract.Table:
        return cast(contract.Table, contract.load(self, "drawing/table.py"))

    @cached_property
    def text_table(self) -> contract.TextTable:
        return cast(contract.TextTable, contract.load(self, "text/table.py"))

    @cached_property
    def evaluation(self) -> contract.Evaluation:
        return cast(contract.Evaluation, contract.load(self, "bot/evaluation.py"))

    @cached_property
    def features(self) -> Observation:
        """What a net sees of a position."""
        return cast(contract.Features, contract.load(self, "bot/features.py")).FEATURES

    @cached_property
    def hints(self) -> bool:
        """Whether nets are told how likely the game's own rollouts choose each move."""
        return self.evaluation.rollout_weight is not contract.equally_likely

    @cached_property
    def advice(self) -> contract.Advisor:
        return cast(contract.Advisor, contract.load(self, "bot/advice.py"))

    @cached_property
    def gives_advice(self) -> bool:
        """Whether the game has help of its own for players."""
        return contract.has_file(self, "bot/advice.py")

    @cached_property
    def lab(self) -> contract.Lab:
        return cast(contract.Lab, contract.load(self, "lab.py"))

    @cached_property
    def compiled_rules(self) -> dict[str, Callable[..., Any]]:
        """The rules that drivers call, by the drivers' names."""
        return contract.rules_of(self)

    @cached_property
    def interpreted_rules(self) -> dict[str, Callable[..., Any]]:
        """The same as plain Python functions over a proxy of the record."""
        loader = interpreted_loader(self.compiled_rules)
        return {name: loader.load(function) for name, function in self.compiled_rules.items()}

    @cached_property
    def guide(self) -> str:
        """How to play, as Markdown."""
        file = importlib.resources.files(self.package).joinpath("text/guide.md")
        text = file.read_text(encoding="utf-8") if file.is_file() else f"# {self.title}\n\n{self.tagline}.\n"
        if not self.change:
            return text
        listed = ", ".join(f"`{key}` is {value}" for key, value in self.change.items())
        heading, _, rest = text.partition("\n")
        return f"{heading}\n\n*This game is changed: {listed}. What follows describes the printed game.*\n{rest}"

    @cached_property
    def lesson(self) -> Lesson | None:
        """The guided first game, if the game has one."""
        from . import lesson

        return lesson.read(self)

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

    def configure(self, players: int | None = None, change: Mapping[str, Any] | None = None, **options: Any) -> Game:
        """The game for these players and options; options left out take their defaults. `change` are other values."""
        if change:
            from .variant import variant

            return variant(self, change).configure(players, **options)
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
    def change(self) -> Mapping[str, int]:
        """The values that differ from the printed game."""
        return self.rulebook.change

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
        self.rulebook.interpreted_rules["setup"](self.rulebook.state.proxy(array))
        return array

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = (self.name, self.players, self.options), (other.name, other.players, other.options)
        return mine == theirs and self.change == other.change

    def __hash__(self) -> int:
        return hash((self.name, self.players, repr(self.options), tuple(self.change.items())))

    def __str__(self) -> str:
        words = [self.title, f"{self.players} player{'s' if self.players > 1 else ''}"]
        words += [f"{name}={value}" for name, value in self.chosen_options.items()]
        words += [f"{key}={value}" for key, value in self.change.items()]
        return ", ".join(words)


def check_names(names: Sequence[str] | None, players: int) -> list[str]:
    if names is None:
        return [f"Player {seat + 1}" for seat in range(players)]
    if len(names) != players:
        raise BadOption(f"{players} names are needed, one a seat, not {len(names)}.")
    return [str(name) for name in names]
