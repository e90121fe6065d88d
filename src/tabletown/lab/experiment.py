"""An experiment: which game, with which values, who plays, and what is asked. It is a text file, or made in Python.

```toml
game = "machi-koro"
players = 2
who = "league"
plans = ["shops", "cheese", "mine"]
games = 20_000
ask = ["plans", "seats", "length"]
[change]
cheese_factory.cost = 6
```
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bots import registry as bots
from ..bots.levels import Level
from ..core.errors import BadOption, TabletownError
from ..core.game import Game, Rulebook
from ..core.registry import rulebook
from ..core.values import checked
from . import players
from .driver import Player
from .plans import plan, written_plans

if TYPE_CHECKING:
    from .result import Result
    from .run import PlaySpan

QUESTIONS = ("seats", "length", "close", "scores", "plans", "cards", "footing", "luck")
DEFAULT_GAMES = 10_240
MOST_GAMES = 100_000_000
MOST_ARMS = 64
MOST_STEPS = 10_000
UNIT = 1024
"""Precision is looked at after 1, 2, 4, 8 … times so many games, never in between."""

FIND = ("around", "steps", "games")
BALANCE = ("values", "within", "goal")
"""What the tables [find] and [balance] of a file may say; the command carries them out."""

Progress = Callable[["Step"], None]


@dataclass(frozen=True)
class Step:
    """How far a run is: games played so far of those that are certain to be played, and the widest interval."""

    games: int
    of: int | None
    width: float | None

    def __str__(self) -> str:
        width = "" if self.width is None else f", ± {100 * self.width:.2g} points"
        return f"{self.games:,} games{f' of {self.of:,}' if self.of else ''}{width}"


@dataclass(frozen=True)
class Arm:
    """One game that an experiment plays."""

    game: Game
    label: str

    @property
    def is_printed(self) -> bool:
        return not self.game.change


@dataclass
class Experiment:
    """What is asked; `run` plays it. Everything is checked when it is made."""

    game: str
    players: int | None = None
    who: str = "quick"
    plans: Sequence[str] | str = ()
    change: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    vary: Mapping[str, Any] = field(default_factory=dict)
    ask: Sequence[str] = ()
    games: int | None = None
    precision: float | None = None
    seed: int = 1
    slip: int = 0
    ban: Sequence[str] | str = ()
    plan: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    find: Mapping[str, Any] = field(default_factory=dict)
    balance: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    printed: bool = True
    """Whether the printed game is played beside a changed one."""

    def __post_init__(self) -> None:
        for name in ("change", "options", "vary", "plan", "find", "balance"):
            if not isinstance(getattr(self, name), Mapping):
                raise BadOption(f"{name} is a table, not {getattr(self, name)!r}.")
        for name in ("game", "who", "title"):
            if not isinstance(getattr(self, name), str):
                raise BadOption(f"{name} is a text, not {getattr(self, name)!r}.")
        for name in ("ask", "plans", "ban"):
            given = getattr(self, name)
            if not isinstance(given, str) and not _are_texts(given):
                raise BadOption(f"{name} is a list of texts, not {given!r}.")
        for name, own in self.plan.items():
            if not isinstance(own, Mapping):
                raise BadOption(f"plan.{name} is a table with a wish list, not {own!r}.")
        if isinstance(self.plans, str) and self.plans not in ("all", "found", ""):
            self.plans = (self.plans,)
        self.change = flattened(self.change)
        self.ask = (self.ask,) if isinstance(self.ask, str) else self.ask
        if not self.ask:
            self.ask = ("plans", "seats", "length") if self.who == "league" else ("seats", "length")
        unknown = [name for name in self.ask if name not in QUESTIONS]
        if unknown:
            raise BadOption(f"There is no question {unknown[0]!r}; there are {', '.join(QUESTIONS)}.")
        if self.games is not None and self.precision is not None:
            raise BadOption("Say how many games or which precision, not both.")
        if self.games is not None and (not _whole(self.games) or not 1 <= self.games <= MOST_GAMES):
            raise BadOption(f"games is a whole number from 1 to {MOST_GAMES:,}, not {self.games}.")
        if self.precision is not None and not (isinstance(self.precision, (int, float)) and 0 < self.precision <= 50):
            raise BadOption(f"precision is a number of points above 0 and up to 50, not {self.precision}.")
        if not _whole(self.seed) or not 0 <= self.seed < 2**63:
            raise BadOption(f"seed is a whole number from 0 on, not {self.seed}.")
        if not _whole(self.slip) or not 0 <= self.slip <= 1000 or self.slip == 1:
            raise BadOption(f"slip is 0, or from 2 to 1000: one decision in so many is random; not {self.slip}.")
        for thing in self.bans:
            if thing not in self.book.lab.THINGS:
                raise BadOption(f"{self.book.title} has no thing {thing!r} that could be banned.")
        for name, known in (("find", FIND), ("balance", BALANCE)):
            unknown = [entry for entry in getattr(self, name) if entry not in known]
            if unknown:
                raise BadOption(f"[{name}] has the unknown entry {unknown[0]!r}; there are {', '.join(known)}.")
        for name, entry in (("find", "steps"), ("find", "games"), ("balance", "within")):
            number = getattr(self, name).get(entry, 1)
            if not _whole(number) or not 1 <= number <= MOST_STEPS:
                raise BadOption(f"{entry} of [{name}] is a whole number from 1 to {MOST_STEPS:,}, not {number}.")
        self.arms  # noqa: B018  all games are configured, so that a fault is found before anything is played
        self.lineup  # noqa: B018
        if self.book.lab.DEALT and (self.bans or "footing" in self.ask):
            raise BadOption(
                f"Chance deals the things of {self.book.title} and nobody can decline them, so nothing can be "
                "forbidden or left; ask 'cards': who got one by chance shows what it is worth."
            )
        if self.bans and self.lineup.bots:
            raise BadOption("A ban test needs quick, random or plans; registered bots choose by themselves.")
        if "plans" in self.ask and self.who != "league":
            raise BadOption("The question 'plans' needs who = \"league\".")
        if "luck" in self.ask and 1 in {arm.game.players for arm in self.arms}:
            raise BadOption("The question 'luck' needs two players or more.")
        if "footing" in self.ask and self.lineup.bots:
            raise BadOption("The question 'footing' needs quick, random or plans.")
        if "footing" in self.ask and not self.slip and self.who != "random":
            raise BadOption(
                "The question 'footing' needs slip, such as slip = 12: who always does the same shows no other choice."
            )

    # -------------------------------------------------------------- what is played

    @property
    def book(self) -> Rulebook:
        return rulebook(self.game)

    @property
    def bans(self) -> list[str]:
        """The things that are forbidden one after the other, to see what they are worth."""
        return (
            list(self.book.lab.THINGS)
            if self.ban == "every"
            else [self.ban]
            if isinstance(self.ban, str)
            else list(self.ban)
        )

    @cached_property
    def arms(self) -> list[Arm]:
        """The games: printed first, then changed; with `vary` one for each combination, each beside its printed one."""
        varied = flattened(self.vary, lists=True)
        for name in varied:
            if name != "players" and not name.startswith(("change.", "options.")):
                raise BadOption(f"vary can't vary {name!r}; there are players, change.… and options.….")
        choices = [[(name, value) for value in values] for name, values in varied.items()]
        found: dict[str, Arm] = {}
        for combination in itertools.product(*choices):
            chosen = dict(combination)
            players = chosen.get("players", self.players)
            options = {**self.options, **_part(chosen, "options.")}
            change = {**self.change, **_part(chosen, "change.")}
            checked(self.book, change) if change else None
            for values in ({}, change) if self.printed or not change else (change,):
                game = self.book.configure(players, values, **options)
                arm = Arm(game, _label(game, self.vary))
                found.setdefault(arm.label, arm)
        if len(found) > MOST_ARMS:
            raise BadOption(f"This asks for {len(found)} games side by side; at most {MOST_ARMS} are possible.")
        return list(found.values())

    def printed_of(self, arm: Arm) -> Arm:
        """The printed game that an arm is compared with."""
        game = arm.game
        return next(
            a for a in self.arms if a.is_printed and (a.game.players, a.game.options) == (game.players, game.options)
        )

    @cached_property
    def lineup(self) -> Lineup:
        """Who plays."""
        counts = {arm.game.players for arm in self.arms}
        if self.who == "league":
            named = list(written_plans(self.book)) if self.plans in ((), "all", "found") else list(self.plans)
            named += [name for name in self.plan if name not in named]
            for name in named:
                if named.count(name) > 1:
                    raise BadOption(f"The plan {name!r} is named twice.")
            if len(named) < max(2, *counts):
                least = "two plans" if max(counts) == 2 else f"{max(counts)} plans"
                raise BadOption(f"A league needs {least} or more.")
            return Lineup(tuple(plan(self.book, name, self.plan) for name in named), (), league=True)
        names = [part.strip() for part in str(self.who).split(",")]
        if len(names) > 1 and {len(names)} != counts:
            raise BadOption(f"Name one player, or one for each of the {max(counts)} seats, not {len(names)}.")
        if all(name in ("quick", "random") or name.startswith("plan:") for name in names):
            return Lineup(tuple(self._player(name) for name in names), ())
        for name in names:
            bots.bot(name)
        return Lineup((), tuple(names))

    def _player(self, name: str) -> Player:
        if name.startswith("plan:"):
            return plan(self.book, name.removeprefix("plan:"), self.plan)
        return Player(name, players.QUICK if name == "quick" else players.RANDOM)

    @property
    def splits_luck(self) -> bool:
        """Whether luck is split into who plays, the dice and how they meet: between two of a league."""
        return "luck" in self.ask and self.lineup.league and {arm.game.players for arm in self.arms} == {2}

    @property
    def with_nets(self) -> bool:
        """Whether levels of play, if any are there, use the game's net: only if nothing is changed, because it learned
        the printed values, and both games are to be played by the same bots."""
        levels = any(isinstance(bots.bot(name), Level) for name in self.lineup.bots)
        return not levels or all(arm.is_printed for arm in self.arms)

    # -------------------------------------------------------------- running it

    def steps(
        self, cores: int | None = None, cluster: str | None = None, play: PlaySpan | None = None
    ) -> Iterator[Result]:
        """Play in steps: the results so far after each, the last is the answer. For `play` see `run.steps`."""
        from .run import steps

        return steps(self, cores, cluster, play)

    def run(
        self,
        progress: Progress = lambda step: None,
        cores: int | None = None,
        cluster: str | None = None,
        device: str = "cpu",
    ) -> Result:
        """Play the experiment. The same experiment gives the same numbers on any number of cores."""
        if device != "cpu":
            raise BadOption("Experiments run on the CPU; there is no other device for them yet.")
        found = None
        for found in self.steps(cores, cluster):
            progress(found.step)
        assert found is not None
        return found

    def to_json(self) -> dict[str, Any]:
        """The experiment as its file has it, without what is left at its default."""
        plain = {entry.name: entry.default for entry in fields(self)}
        found = {
            name: value for name, value in asdict(self).items() if value != plain.get(name) and value not in ({}, ())
        }
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


@dataclass(frozen=True)
class Lineup:
    """Who sits at the tables: players of the Lab, or registered bots by name. In a league every seating is played."""

    players: tuple[Player, ...]
    bots: tuple[str, ...]
    league: bool = False

    def seating(self, seats: int) -> tuple[tuple[int, ...], ...]:
        count = len(self.players) or len(self.bots)
        if self.league:
            return tuple(itertools.permutations(range(count), seats))
        return (tuple(range(seats)) if count > 1 else (0,) * seats,)


def flattened(given: Mapping[str, Any], lists: bool = False, before: str = "") -> dict[str, Any]:
    """Nested tables as dotted names: `{"cheese_factory": {"cost": 6}}` becomes `{"cheese_factory.cost": 6}`."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, Mapping):
            found |= flattened(value, lists, f"{before}{name}.")
        elif lists and not (isinstance(value, (list, tuple, range)) and value):
            raise BadOption(f"vary.{before}{name} is a list of values, not {value!r}.")
        else:
            found[f"{before}{name}"] = value
    return found


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(given: Any) -> bool:
    return isinstance(given, (list, tuple)) and all(isinstance(entry, str) for entry in given)


def _part(chosen: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in chosen.items() if name.startswith(prefix)}


def _label(game: Game, vary: Mapping[str, Any]) -> str:
    words = [f"{game.players} players"] if "players" in vary else []
    words += [f"{name} = {value}" for name, value in game.chosen_options.items() if "options" in vary]
    words += [f"{key} = {value}" for key, value in game.change.items()] or ["printed"]
    return ", ".join(words)


def load(file: str | Path) -> Experiment:
    """An experiment from its file."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadOption(f"{file} can't be read: {(error.strerror or 'an error').lower()}.") from error
    return parse(text, path.name, path.stem)


def parse(text: str, where: str, title: str = "") -> Experiment:
    """An experiment from the text of its file."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"{where} is no TOML: {error}.") from error
    known = {entry.name for entry in fields(Experiment)}
    unknown = [name for name in given if name not in known]
    if unknown:
        raise BadOption(f"{where} has the unknown entry {unknown[0]!r}; there are {', '.join(sorted(known))}.")
    if "game" not in given:
        raise BadOption(f'{where} doesn\'t say which game: game = "machi-koro".')
    try:
        return Experiment(**{"title": title, **given})
    except (TypeError, AttributeError, ValueError) as error:
        if isinstance(error, TabletownError):
            raise
        raise BadOption(f"{where} is no experiment: {error}.") from error
