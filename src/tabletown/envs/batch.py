"""Many games side by side, stepped by native code on all cores: what every environment of this package stands on."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ..compile.engine import engine, observation_size
from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from ..core.record import MAX_SEATS, Proxy
from ..core.rule import Loader, fingerprint, interpreted_loader
from . import driver
from .driver import CLOCK, DRAWN_SEAT, EVERY_SEAT, NEW_GAME, SAME_STEP, SETTINGS
from .thread_pool import crew

MAX_PLIES = 20_000
"""A learner may play badly for ever; a game this long is cut off. Random play ends far sooner in every game."""

SMALLEST_PIECE = 64
"""Fewer games than this are not worth a call of their own."""

CACHE_LINES = 128
"""Bytes that cores fetch together: two lines of 64."""


# ------------------------------------------------------------------ actions


@dataclass(frozen=True)
class Actions:
    """The actions of a learner: the moves of players without those of chance, in the order of their ids."""

    move_of: np.ndarray
    action_of: np.ndarray

    @property
    def count(self) -> int:
        return int(self.move_of.size)


def _numbered(moves: list[int], total: int) -> Actions:
    move_of = np.array(moves, np.int32)
    action_of = np.full(total, -1, np.int32)
    action_of[move_of] = np.arange(move_of.size)
    return Actions(move_of, action_of)


@cache
def actions(book: Rulebook) -> Actions:
    return _numbered([move for move in range(len(book.moves)) if not book.moves.kind_of(move).chance], len(book.moves))


@cache
def outcomes(book: Rulebook) -> Actions:
    """The same for the moves of chance."""
    return _numbered([move for move in range(len(book.moves)) if book.moves.kind_of(move).chance], len(book.moves))


def observation_bounds(book: Rulebook) -> tuple[np.ndarray, np.ndarray]:
    """The least and the greatest value of each entry of an observation."""
    return book.view.OBSERVATION.bounds


# ------------------------------------------------------------------ the driver, bound to a game


def bound_rules(book: Rulebook) -> dict[str, Any]:
    """The rules that the driver calls; a game that keeps no secrets needs no redacted copies."""
    return book.compiled_rules | {
        "look": driver.look_redacted if book.secrets else driver.look_openly,
        "solo_return": driver.win_or_loss if book.solo_can_be_lost else driver.scaled_score,
        "pay_for_lead": driver.pay_for_growth,
    }


@cache
def cache_folder(book: Rulebook) -> Path:
    """Beside the game's own compiled rules; named by all that the driver depends on."""
    from ..compile import native

    made_from = fingerprint([*bound_rules(book).values(), driver.step_many])
    return native.cache_root() / f"{native.cache_folder(book).name}-step-{made_from}"


@cache
def native_step(book: Rulebook) -> Callable[..., None]:
    """The step as machine code: loaded from the cache on disk, or compiled while the caller waits.

    It allocates nothing, so it counts no references: those atomic counters took a third of a step.
    """
    from numba import from_dtype, njit, types

    from ..compile.native import JIT, caching_in, tag_of

    records, clocks, settings = (from_dtype(dtype)[::1] for dtype in (book.state.dtype, CLOCK, SETTINGS))
    ids, flags, reals, table = types.int32[::1], types.boolean[::1], types.float32[::1], types.float32[:, ::1]
    seen = types.int16[:, ::1]
    signature = types.void(
        *(records, records, clocks, records, types.int64[::1], ids, ids, ids),
        *(seen, types.boolean[:, ::1], seen, table, types.int64[:, ::1], reals, flags, flags, settings, types.float64),
    )
    options = {**JIT, "_nrt": False}
    loader = Loader(lambda function: njit(**options)(function), bound_rules(book), tag=tag_of(book))
    with caching_in(cache_folder(book)):
        return njit(signature, cache=True, **options)(loader.clone(driver.step_many))  # type: ignore[no-any-return]


class Boards:
    """Records to copy from place to place, for the interpreted driver."""

    def __init__(self, proxy: type[Proxy], array: np.ndarray) -> None:
        self._array = array
        self._proxies = [proxy(array[index : index + 1]) for index in range(array.size)]

    def __getitem__(self, index: int) -> Proxy:
        return self._proxies[index]

    def __setitem__(self, index: int, source: Proxy) -> None:
        self._array[index] = source.array[0]


@cache
def interpreted_step(book: Rulebook) -> Callable[..., None]:
    step = interpreted_loader(bound_rules(book)).load(driver.step_many)
    proxy = book.state.proxy

    def call(start: Any, boards: Any, clocks: Any, scratch: Any, *rest: Any) -> None:
        *most, settings, shaping = rest
        with np.errstate(over="ignore"):
            step(
                *(Boards(proxy, start), Boards(proxy, boards), clocks.view(np.recarray), Boards(proxy, scratch)),
                *(*most, settings.view(np.recarray), shaping),
            )

    return call


def step_of(book: Rulebook) -> Callable[..., None]:
    return interpreted_step(book) if os.environ.get("TABLETOWN_ENGINE") == "interpreted" else native_step(book)


# ------------------------------------------------------------------ games side by side


class Batch:
    """Games side by side. `seat` moves from outside, the others play at random: a seat, None for a seat drawn
    for each game, or "all" for every seat. What `step` and `begin` leave in the arrays is theirs until the next call.
    """

    def __init__(
        self,
        game: Game,
        games: int = 1,
        seat: int | str | None = "all",
        autoreset: int = SAME_STEP,
        max_plies: int = MAX_PLIES,
        shaping: float = 0.0,
        threads: int | None = None,
    ) -> None:
        book = game.rulebook
        self.game = game
        self.games = whole(games, "The number of games")
        self.actions = actions(book)
        self._shaping = float(shaping)
        self._settings = _apart(1, SETTINGS)
        self._settings["games"], self._settings["mode"] = games, autoreset
        self._settings["limit"], self._settings["mine"] = (
            whole(max_plies, "The limit of plies"),
            read_seat(seat, game.players),
        )
        self._start = _apart(1, book.state.dtype)
        self._start[:] = game.start()
        self.boards = np.repeat(self._start, games)
        self.clocks = np.zeros(games, CLOCK)
        self.observations = np.zeros((games, observation_size(book)), np.int16)
        self.last_observations = np.zeros_like(self.observations)
        self.masks = np.zeros((games, self.actions.count), np.bool_)
        self.gains = np.zeros((games, MAX_SEATS), np.float32)
        self._leads = np.zeros((games, MAX_SEATS), np.int64)
        self.rewards = np.zeros(games, np.float32)
        self.terminated, self.truncated = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        self._chosen = np.zeros(games, np.int64)
        self._step = step_of(book)
        threads = threads or os.cpu_count() or 1
        self._pieces = [self._piece(part) for part in _parts(games, threads)]
        self._helpers = min(threads, len(self._pieces)) - 1

    def _piece(self, part: slice) -> tuple[Any, ...]:
        """The arguments of the driver for a part of the games."""
        book = self.game.rulebook
        return (
            *(self._start, self.boards[part], self.clocks[part], _apart(1, book.state.dtype), self._chosen[part]),
            *(self.actions.move_of, self.actions.action_of, _apart(book.max_legal, np.int32)),
            *(
                self.observations[part],
                self.masks[part],
                self.last_observations[part],
                self.gains[part],
                self._leads[part],
            ),
            *(self.rewards[part], self.terminated[part], self.truncated[part], self._settings, self._shaping),
        )

    def _run(self) -> None:
        if self._helpers:
            crew().share(self._step, self._pieces, self._helpers)
        else:
            self._step(*self._pieces[0])

    def begin(self, seed: int | None = None, which: np.ndarray | None = None) -> None:
        """New games everywhere, or where `which` says so. A seed begins its stream anew; without one the stream goes on."""
        if seed is not None:
            self._settings["seed"] = seed & 0xFFFF_FFFF_FFFF_FFFF
            self.clocks["game"] = np.arange(self.games) - self.games
        if which is None or bool(np.all(which)):
            self._chosen[:] = NEW_GAME
            self._run()
            return
        for index in np.flatnonzero(which).tolist():
            one = slice(index, index + 1)
            self._chosen[index] = NEW_GAME
            self._step(*self._piece(one))

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
    """Rounds of one piece a thread, each round most of what is left: a core keeps most of its games from step to step in its own
    cache, and the small pieces at the end let all cores finish together.
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
