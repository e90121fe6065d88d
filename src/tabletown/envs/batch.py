"""Many games side by side, stepped by native code on all cores: what every environment of this package stands on."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from ..compile import indirect_path
from ..compile.cache import Report, flat, library
from ..compile.drivers import play_to_decision
from ..compile.engine import Boards, engine, forced, observation_size
from ..compile.handles import HANDLE
from ..compile.native import native
from ..compile.unit import Array, Export, Unit
from ..core.actions import actions
from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from ..core.record import MAX_SEATS
from ..core.rule import interpreted_loader
from . import driver
from .driver import DRAWN_SEAT, EPISODE, EVERY_SEAT, NEW_GAME, SAME_STEP, SETTINGS
from .thread_pool import thread_pool

MAX_PLIES = 20_000
"""A learner may play badly for ever; a game this long is cut off. Random play ends far sooner in every game."""

SMALLEST_PIECE = 64
"""Fewer games than this are not worth a call of their own."""

CACHE_LINES = 128
"""Bytes that cores fetch together: two lines of 64."""


def observation_bounds(book: Rulebook) -> tuple[np.ndarray, np.ndarray]:
    """The least and the greatest value of each entry of an observation."""
    return book.view.OBSERVATION.bounds


# ------------------------------------------------------------------ the driver


def bound_rules(book: Rulebook, for_nets: bool = False) -> dict[str, Any]:
    """What the driver calls when it is bound to one game, interpreted or on CUDA."""
    rules = book.compiled_rules
    return rules | {
        "observe": rules["features" if for_nets else "observe"],
        "play_to_decision": play_to_decision,
        "look": driver.look_redacted if book.secrets else driver.look_openly,
        "hint": driver.hint_weights if for_nets and book.hints else driver.hint_nothing,
        "solo_return": driver.win_or_loss if book.solo_can_be_lost else driver.scaled_score,
        "pay_for_lead": driver.pay_for_growth,
    }


def _native_rules() -> dict[str, Any]:
    """What the driver calls when it is compiled for all games."""
    from ..compile.indirect import RULES

    return RULES | {
        "play_to_decision": driver.play_to_decision_by_handle,
        "look": driver.look_by_handle,
        "hint": driver.hint_by_handle,
        "solo_return": driver.solo_return_by_handle,
        "pay_for_lead": driver.pay_for_growth,
    }


_BOARDS, _IDS, _FLAGS, _REALS = Array(HANDLE), Array(np.int32), Array(np.bool_), Array(np.float32)
_SEEN, _TABLE = Array(np.int16, 2), Array(np.float32, 2)

UNIT = Unit(
    name="environments",
    title="the environments",
    origin=f"{__name__}:UNIT",
    exports=(
        Export(
            "step_many",
            driver.step_many,
            (
                *(_BOARDS, _BOARDS, Array(EPISODE), _BOARDS, Array(np.int64), _IDS, _IDS, _IDS),
                *(_SEEN, Array(np.bool_, 2), _SEEN, _TABLE, Array(np.int64, 2), _REALS, _FLAGS, _FLAGS),
                *(Array(SETTINGS), float),
            ),
            returns=False,
        ),
    ),
    bind=_native_rules,
    made_from=(indirect_path(),),
)
"""The native driver of environments, the same for all games."""


@cache
def interpreted_step(book: Rulebook, for_nets: bool = False) -> Callable[..., None]:
    step = interpreted_loader(bound_rules(book, for_nets)).load(driver.step_many)
    proxy = book.state.proxy

    def call(start: Any, boards: Any, episodes: Any, scratch: Any, *rest: Any) -> None:
        *most, settings, shaping = rest
        with np.errstate(over="ignore"):
            step(
                *(Boards(proxy, start), Boards(proxy, boards), episodes.view(np.recarray), Boards(proxy, scratch)),
                *(*most, settings.view(np.recarray), shaping),
            )

    return call


def native_step(report: Report = lambda progress: None) -> Callable[..., int]:
    """The step as native code: loaded from the cache, or compiled while the caller waits. It takes C arguments."""
    return library(UNIT, report).function("step_many")


# ------------------------------------------------------------------ games side by side


@dataclass(frozen=True)
class Piece:
    """The driver's arguments for a part of the games; `kept` are the arrays that native code knows by address."""

    arguments: tuple[Any, ...]
    kept: tuple[Any, ...]


class Batch:
    """Games side by side. `seat` moves from outside, the others play at random: a seat, None for a seat drawn
    for each game, or "all" for every seat. What `step` and `begin` leave in the arrays is theirs until the next call.

    Several games of one rulebook, with other players and options, take turns: game number n is of the kind n modulo
    their count. `for_nets` shows the features of nets in place of the observation.
    """

    def __init__(
        self,
        game: Game | Sequence[Game],
        games: int = 1,
        seat: int | str | None = "all",
        autoreset: int = SAME_STEP,
        max_plies: int = MAX_PLIES,
        shaping: float = 0.0,
        threads: int | None = None,
        for_nets: bool = False,
    ) -> None:
        kinds = kinds_of(game)
        book = kinds[0].rulebook
        self.game = kinds[0]
        self._for_nets = for_nets
        self.games = whole(games, "The number of games")
        self.actions = actions(book)
        self._shaping = float(shaping)
        self._settings = _apart(1, SETTINGS)
        self._settings["games"], self._settings["mode"] = games, autoreset
        self._settings["limit"], self._settings["mine"] = (
            whole(max_plies, "The limit of plies"),
            read_seat(seat, min(kind.players for kind in kinds)),
        )
        self._start = _apart(len(kinds), book.state.dtype)
        for number, kind in enumerate(kinds):
            self._start[number] = kind.start()[0]
        self.boards = np.repeat(self._start[:1], games)
        self.episodes = np.zeros(games, EPISODE)
        self.observations = np.zeros((games, row_size(book, for_nets)), np.int16)
        self.last_observations = np.zeros_like(self.observations)
        self.masks = np.zeros((games, self.actions.count), np.bool_)
        self.gains = np.zeros((games, MAX_SEATS), np.float32)
        self._leads = np.zeros((games, MAX_SEATS), np.int64)
        self.rewards = np.zeros(games, np.float32)
        self.terminated, self.truncated = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        self._chosen = np.zeros(games, np.int64)
        self._native = forced() != "interpreted"
        self._step: Callable[..., Any] = native_step() if self._native else interpreted_step(book, for_nets)
        self._handles = self._handles_of(self.boards)
        threads = threads or os.cpu_count() or 1
        self._pieces = [self._piece(part) for part in _parts(games, threads)]
        self._helpers = min(threads, len(self._pieces)) - 1

    def _piece(self, part: slice) -> Piece:
        """A part of the games, as the driver takes it."""
        book = self.game.rulebook
        scratch = _apart(1, book.state.dtype)
        arguments = (
            *(self._handles_of(self._start), self._handles[part], self.episodes[part], self._handles_of(scratch)),
            *(self._chosen[part], self.actions.move_of, self.actions.action_of, _apart(book.max_legal, np.int32)),
            *(self.observations[part], self.masks[part], self.last_observations[part]),
            *(self.gains[part], self._leads[part], self.rewards[part], self.terminated[part], self.truncated[part]),
            *(self._settings, self._shaping),
        )
        return Piece(tuple(flat(arguments)) if self._native else arguments, (scratch, *arguments))

    def _handles_of(self, records: np.ndarray) -> np.ndarray:
        """Records as the driver takes them: handles for native code, the records themselves for interpreted code."""
        return native(self.game.rulebook).handles(records, self._for_nets) if self._native else records

    def _run(self) -> None:
        if self._helpers:
            thread_pool().share(self._step, [piece.arguments for piece in self._pieces], self._helpers)
        else:
            self._step(*self._pieces[0].arguments)

    def begin(self, seed: int | None = None, which: np.ndarray | None = None) -> None:
        """Begin new games everywhere, or where `which` is true. A seed restarts the random stream; without one it goes
        on.
        """
        if seed is not None:
            self._settings["seed"] = seed & 0xFFFF_FFFF_FFFF_FFFF
            self.episodes["game"] = np.arange(self.games) - self.games
        if which is None or bool(np.all(which)):
            self._chosen[:] = NEW_GAME
            self._run()
            return
        for index in np.flatnonzero(which).tolist():
            one = slice(index, index + 1)
            self._chosen[index] = NEW_GAME
            piece = self._piece(one)
            self._step(*piece.arguments)

    def step(self, chosen: Any) -> None:
        """One action for each game."""
        self._chosen[:] = chosen
        self._run()

    def sample(self, generator: np.random.Generator) -> np.ndarray:
        """A legal action for each game, each as likely as the others; 0 where there is none."""
        legal = np.flatnonzero(self.masks)
        rows = np.arange(self.games + 1) * self.actions.count
        ends = np.searchsorted(legal, rows)
        counts = np.diff(ends)
        numbers = ends[:-1] + (generator.random(self.games) * counts).astype(np.int64)
        chosen = np.append(legal, 0)[numbers] - rows[:-1]
        return np.where(counts, chosen, 0)

    def seen_by(self, index: int, seat: int) -> np.ndarray:
        """What any seat sees of a game, whether it is to move or not."""
        return engine(self.game.rulebook).observe(self.redacted(index, seat), seat)

    def redacted(self, index: int, seat: int) -> np.ndarray:
        """One board as a seat may see it."""
        array = copied(self.boards[index : index + 1])
        engine(self.game.rulebook).redact(array, seat)
        return array


def row_size(book: Rulebook, for_nets: bool) -> int:
    """The entries of a row: the observation, or for nets the features and, where the game has them, the hints."""
    if not for_nets:
        return observation_size(book)
    return book.features.size + (actions(book).count if book.hints else 0)


def kinds_of(game: Game | Sequence[Game]) -> list[Game]:
    """The games that a batch plays in turn: one, or several of the same rulebook."""
    kinds = [game] if isinstance(game, Game) else list(game)
    if not kinds or any(kind.rulebook is not kinds[0].rulebook for kind in kinds):
        raise BadOption("The games of a batch must be of one rulebook.")
    return kinds


def copied(records: np.ndarray) -> np.ndarray:
    """A copy by bytes: NumPy alone would copy records field by field."""
    return records.view(np.uint8).copy().view(records.dtype)


def whole(number: int, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise BadOption(f"{what} must be a whole number from 1 on, not {number!r}.")
    return int(number)


def read_seat(seat: int | str | None, players: int) -> int:
    if seat == "all":
        return EVERY_SEAT
    if seat is None:
        return DRAWN_SEAT
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise BadOption(f"The learner's seat is 0 to {players - 1}, None for any or 'all', not {seat!r}.")
    return seat


def _parts(games: int, threads: int) -> list[slice]:
    """Slices of the games: rounds of one slice a thread, each round most of what is left.

    A core keeps most of its games in its own cache from step to step, and the small slices at the end let all cores
    finish together.
    """
    if threads == 1 or games < 4 * SMALLEST_PIECE:
        return [slice(0, games)]
    ends = [0]
    while ends[-1] < games:
        size = max(SMALLEST_PIECE, (games - ends[-1]) * 3 // (4 * threads))
        ends += [min(games, ends[-1] + number * size) for number in range(1, threads + 1)]
    return [slice(first, last) for first, last in pairwise(ends) if first < last]


def _apart(count: int, dtype: Any) -> np.ndarray:
    """Zeros far enough from all else: cores that write to neighbouring places wait for each other."""
    room = -(-CACHE_LINES // np.dtype(dtype).itemsize)
    return np.zeros(count + 2 * room, dtype)[room : room + count]
