"""The Lab's driver for one game: native code that is compiled once for all games, or interpreted."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from ..bots.registry import Maker
from ..compile import indirect_path
from ..compile.cache import Report, WithValues, flat, library
from ..compile.engine import Boards, forced
from ..compile.handles import ENTRIES, HANDLE, handles
from ..compile.native import LAB_ENTRIES, values_unit
from ..compile.unit import Array, Export, Unit
from ..core.contract import lab_rules_of
from ..core.game import Game, Rulebook
from ..core.record import MAX_SEATS
from ..core.registry import rulebook
from ..core.rule import interpreted_loader, rule
from ..core.value_record import value_record_of
from . import game_loop, players
from .stats import BLOCKS

LIMIT = 20_000
"""A game with more moves than this counts as unfinished."""


@dataclass(frozen=True)
class Player:
    """Who sits at a table: `quick`, `random`, or a plan with wishes (thing, copies) and preferred moves, best first."""

    name: str
    kind: int = players.QUICK
    wishes: tuple[tuple[int, int], ...] = ()
    preferred: tuple[int, ...] = ()


@dataclass(frozen=True)
class Order:
    """A span of games with everything that is needed to play them, so that it can travel to another machine."""

    game: str
    players: int
    options: Mapping[str, Any]
    change: Mapping[str, int]
    seed: int
    first: int
    count: int
    who: tuple[Player, ...]
    seating: tuple[tuple[int, ...], ...]
    bans: tuple[tuple[int, ...], ...] = ()
    slip: int = 0
    watch: bool = False
    """Whether who leads is looked at after every decision."""
    things: bool = False
    """Whether what each seat gets is counted."""
    luck: bool = False
    """Whether the luck of chance is added up."""
    thirds: tuple[int, int] = (0, 0)
    """The last rounds of the first and the second third of a game; if given, things are compared on equal footing."""
    bots: tuple[str, ...] = ()
    """The registered bots that play, by name, if those of the Lab don't."""
    makers: Mapping[str, Maker] = field(default_factory=dict)
    """What makes those of them that only this program knows."""
    with_nets: bool = True
    """Whether levels of play use the game's net."""


@dataclass(frozen=True)
class Rows:
    """Played games: a row each, and if asked for what each seat got and sums of things on equal footing."""

    rows: np.ndarray
    things: np.ndarray = field(default_factory=lambda: np.zeros((0, MAX_SEATS, 0, game_loop.COUNTED), np.int16))
    footing: np.ndarray = field(default_factory=lambda: no_footing(0, 0))


def no_footing(blocks: int, things: int) -> np.ndarray:
    """Sums of things on equal footing before anything was played."""
    return np.zeros((blocks, things, game_loop.CLASSES, game_loop.SUMMED), np.int64)


# ------------------------------------------------------------------ native code


def _bound() -> dict[str, Callable[..., Any]]:
    from ..compile.indirect import _CALLS, RULES

    found = dict(RULES)
    for number, (name, arguments) in enumerate(LAB_ENTRIES.items(), start=len(ENTRIES)):
        given = "".join(f", {argument}" for argument in arguments)
        scope: dict[str, Any] = {"call": _CALLS[len(arguments)], "INDEX": np.int64(number)}
        exec(f"def {name}(s{given}):\n    return call(s.table, INDEX, s.address{given})\n", scope)
        scope[name].__module__ = __name__
        found[name] = rule(scope[name])
    return found


_IDS, _COUNTS = Array(np.int32), Array(np.int64)

UNIT = Unit(
    name="lab",
    title="the Lab",
    origin=f"{__name__}:UNIT",
    exports=(
        Export(
            "play_games",
            game_loop.play_games,
            (
                *(Array(HANDLE), _IDS, _IDS, _IDS, _COUNTS, _COUNTS, Array(np.int64, 3), Array(np.int8, 2)),
                *(Array(np.int64, 2), Array(np.int64, 2), np.uint64, int, int),
                *(_COUNTS, Array(np.int64, 2), _IDS, Array(np.int64, 2), Array(np.int64, 4)),
                *(Array(np.int32, 2), Array(np.int16, 4), Array(np.int64, 4)),
            ),
        ),
        Export("add_luck", game_loop.add_luck, (Array(HANDLE), int, _IDS, int, Array(np.int64, 2))),
        Export("leader_of", game_loop.leader_of, (Array(HANDLE),)),
    ),
    bind=_bound,
    made_from=(indirect_path(),),
)
"""The native driver of the Lab, the same for all games."""


class NativeDriver:
    """The driver on the form of a game's rules that takes values: the printed game and all variants run one code."""

    def __init__(self, book: Rulebook, report: Report) -> None:
        printed = book.printed or book
        unit = values_unit(printed)
        self._code = WithValues(unit, library(unit, report), value_record_of(printed).block(book))
        self.table = np.array([self._code.address(name) for name in (*ENTRIES, *LAB_ENTRIES)], np.int64)
        self._book = book
        code = library(UNIT, report)
        self._play, self._add_luck = code.function("play_games"), code.function("add_luck")
        self._leader_of = code.function("leader_of")

    def boards(self, records: np.ndarray) -> np.ndarray:
        found = handles(records, self.table, self._book.secrets, self._book.solo_can_be_lost)
        found["players"] = records["players"]
        return found

    def __call__(self, *arguments: Any) -> None:
        self._play(*flat(arguments))

    def add_luck(self, *arguments: Any) -> None:
        self._add_luck(*flat(arguments))

    def leader_of(self, boards: Any) -> int:
        return self._leader_of(*flat([boards]))


class InterpretedDriver:
    """The driver as plain Python."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        loader = interpreted_loader(book.compiled_rules | lab_rules_of(book))
        self._play, self._add_luck = loader.load(game_loop.play_games), loader.load(game_loop.add_luck)
        self._leader_of = loader.load(game_loop.leader_of)

    def boards(self, records: np.ndarray) -> Boards:
        return Boards(self._book.state.proxy, records)

    def __call__(self, *arguments: Any) -> None:
        boards, moves, replies, gets, *rest = arguments
        with np.errstate(over="ignore"):
            self._play(boards, memoryview(moves), memoryview(replies), memoryview(gets), *rest)

    def add_luck(self, boards: Any, move: int, moves: np.ndarray, halving: int, luck: np.ndarray) -> None:
        self._add_luck(boards, move, memoryview(moves), halving, luck)

    def leader_of(self, boards: Any) -> int:
        return int(self._leader_of(boards))


_lock = threading.Lock()


@cache
def _driver(book: Rulebook, interpreted: bool, report: Report) -> NativeDriver | InterpretedDriver:
    return InterpretedDriver(book) if interpreted else NativeDriver(book, report)


def _silent(progress: Any) -> None:
    """Tell nobody."""


def driver(book: Rulebook, report: Report = _silent) -> NativeDriver | InterpretedDriver:
    """The driver of a game: native, compiled while the caller waits, or what TABLETOWN_ENGINE asks for."""
    with _lock:
        return _driver(book, forced() == "interpreted", report)


# ------------------------------------------------------------------ playing


def play_order(order: Order) -> Rows:
    """Play the games of an order, here."""
    game = rulebook(order.game).configure(order.players, order.change, **order.options)
    return play_span(game, order)


def play_span(game: Game, order: Order) -> Rows:
    """Play the games of an order of a game that is at hand."""
    book = game.rulebook
    run = driver(book)
    records = book.state.new(players.BOARDS)
    records[:] = game.start()[0]
    things = len(book.lab.THINGS)
    moves, replies, gets = (np.zeros(book.max_legal, np.int32) for _ in range(3))
    asked = int(order.watch), book.lab.PATIENCE, int(book.lab.BY_WEIGHT), int(order.luck), halving(book), *order.thirds
    settings = np.array([LIMIT, order.slip, *asked], np.int64)
    kinds = np.array([player.kind for player in order.who], np.int64)
    seating = np.array([seats + (0,) * (MAX_SEATS - len(seats)) for seats in order.seating], np.int64)
    bans = np.full(seating.shape, -1, np.int64)
    for table, seats in enumerate(order.bans):
        bans[table, : len(seats)] = seats
    rows = np.zeros((order.count, game_loop.ROW), np.int32)
    counted = np.zeros((order.count if order.things else 0, MAX_SEATS, things, game_loop.COUNTED), np.int16)
    footing = no_footing(BLOCKS if order.thirds[1] else 0, things)
    run(
        *(run.boards(records), moves, replies, gets, settings, kinds, _wishes(order.who), _preferred(book, order.who)),
        *(seating, bans, np.uint64(order.seed), order.first, order.count),
        *(np.zeros(game_loop.SLIPS + MAX_SEATS, np.int64), np.zeros((MAX_SEATS, max(1, things)), np.int64)),
        *(np.zeros(game_loop.LONGEST, np.int32), np.zeros((game_loop.LUCK_ROWS, MAX_SEATS), np.int64)),
        *(np.zeros((MAX_SEATS, things if order.thirds[1] else 0, game_loop.CLASSES, 2), np.int64), rows, counted),
        footing,
    )
    return Rows(rows, counted, footing)


def halving(book: Rulebook) -> int:
    """The lead in evaluation that halves the odds, by the scale that the game's bots use."""
    return max(1, round(book.evaluation.SCALE * math.log(2)))


def _wishes(who: Sequence[Player]) -> np.ndarray:
    longest = max([1, *(len(player.wishes) + 1 for player in who)])
    found = np.full((len(who), longest, 2), players.END, np.int64)
    for index, player in enumerate(who):
        for place, (thing, copies) in enumerate(player.wishes):
            found[index, place] = thing, copies
    return found


def _preferred(book: Rulebook, who: Sequence[Player]) -> np.ndarray:
    found = np.zeros((len(who), len(book.moves)), np.int8)
    for index, player in enumerate(who):
        for rank, move in enumerate(player.preferred):
            found[index, move] = len(player.preferred) - rank
    return found
