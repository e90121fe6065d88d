"""The rules of one game as native code."""

from __future__ import annotations

import ctypes
import importlib
import threading
from functools import cache
from typing import Any

import numpy as np

from ..core.contract import lab_rules_of
from ..core.game import Rulebook
from ..core.rule import rule
from ..core.value_record import value_record_of
from . import drivers
from .cache import Code, Report, WithValues, library, loaded
from .drivers import actor, chance_weight, draw_move, legal, play
from .handles import ENTRIES, handles
from .unit import Array, Export, Record, Unit

# ------------------------------------------------------------------ what is compiled


@rule
def push(s, move, moves):
    """Play the move and return 1, or leave everything as it is and return 0."""
    for index in range(legal(s, moves)):
        if moves[index] == move:
            play(s, move)
            return 1
    return 0


@rule
def draw(s, key, ply, moves):
    """The move that random play makes here."""
    return draw_move(s, actor(s), key, ply, moves)


@rule
def weights(s, moves):
    """Write the weight of each legal move of chance; returns how many there are."""
    count = legal(s, moves)
    for index in range(count):
        moves[index] = chance_weight(s, moves[index])
    return count


MOVES, OBSERVATION, TALLY = Array(np.int32), Array(np.int16), Array(np.int64)

NOTHING_RETURNED = {"play", "redact", "guess", "observe", "features"}

KINDS: dict[str, Any] = {
    "moves": MOVES,
    "out": OBSERVATION,
    "seed": np.uint64,
    "number": np.uint64,
    "key": np.uint64,
}
"""The types of arguments by name; all others are integers."""


def rules_unit(book: Rulebook) -> Unit:
    """The unit of a game: every rule that drivers call, and random play. Variants share one that takes their values."""
    return _printed_unit(book) if book.printed is None else values_unit(book.printed)


@cache
def _printed_unit(book: Rulebook) -> Unit:
    rules, record, records = book.compiled_rules, Record(book.state.dtype), Array(book.state.dtype)
    functions = rules | {"advance": drivers.advance}
    entries = [
        Export(name, functions[name], (record, *(KINDS.get(a, int) for a in arguments)), name not in NOTHING_RETURNED)
        for name, arguments in ENTRIES.items()
    ]
    return Unit(
        name=book.name,
        title=book.title,
        origin=f"game:{book.package}",
        exports=(
            *entries,
            Export("push", push, (record, int, MOVES)),
            Export("draw", draw, (record, np.uint64, int, MOVES)),
            Export("weights", weights, (record, MOVES)),
            Export(
                "play_many",
                drivers.play_many,
                (records, records, MOVES, np.uint64, int, int, int, TALLY, records),
                returns=False,
            ),
        ),
        bind=lambda: rules,
        made_from=tuple(rules.values()),
    )


LAB_ENTRIES: dict[str, tuple[str, ...]] = {"thing_of": ("move",), "clock": (), "first_seat": (), "chance_owner": ()}
"""The rules of a game's `lab.py`, which follow those of ENTRIES in the table of the form that takes values."""


@cache
def values_unit(book: Rulebook) -> Unit:
    """The unit of a game's rules with its values as a record in front: it plays the printed game and every variant."""
    values = value_record_of(book)
    rules, record, records = book.compiled_rules, Record(book.state.dtype), Array(book.state.dtype)
    functions = rules | {"advance": drivers.advance} | lab_rules_of(book)
    exports = [
        (name, functions[name], (record, *(KINDS.get(a, int) for a in arguments)), name not in NOTHING_RETURNED)
        for name, arguments in (ENTRIES | LAB_ENTRIES).items()
    ]
    exports += [
        ("push", push, (record, int, MOVES), True),
        ("draw", draw, (record, np.uint64, int, MOVES), True),
        ("weights", weights, (record, MOVES), True),
        (
            *("play_many", drivers.play_many),
            *((records, records, MOVES, np.uint64, int, int, int, TALLY, records), False),
        ),
    ]
    made = []
    for _, function, _, _ in exports:  # first all, because each may add a field
        values.reaches_values(function)
    for name, function, arguments, returns in exports:
        front = (Record(values.dtype),) if values.reaches_values(function) else ()
        made.append(Export(name, values.rule(function), (*front, *arguments), returns))
    return Unit(
        name=f"{book.name}-values",
        title=f"{book.title} with any values",
        origin=f"{__name__}:{book.package}",
        exports=tuple(made),
        bind=lambda: rules,
        made_from=(),
    )


def __getattr__(package: str) -> Unit:
    """The unit with values of the game in a package, by which the process that compiles it finds it."""
    if "." not in package:
        raise AttributeError(package)
    return values_unit(importlib.import_module(package).RULEBOOK)


# ------------------------------------------------------------------ the engine


Position = np.ndarray | ctypes.Array[ctypes.c_char]
"""One record that rules may write to: an array of one, or a buffer of its bytes, which costs less to copy and to hand
over."""


def _pointer(position: Position) -> Any:
    """A position as ctypes takes it."""
    return position.ctypes.data if isinstance(position, np.ndarray) else position


class NativeEngine:
    """A game's rules as machine code; the calls are those of `engine.Engine`."""

    name = "native"

    def __init__(self, book: Rulebook, code: Code) -> None:
        self.book = book
        self._code = code
        self._local = threading.local()
        self._observed = book.view.OBSERVATION.size
        self.table = np.array([code.address(name) for name in ENTRIES], np.int64)
        self._table_for_nets = self.table.copy()
        self._table_for_nets[list(ENTRIES).index("observe")] = code.address("features")
        self._actor, self._legal, self._weights = (
            code.function("actor"),
            code.function("legal"),
            code.function("weights"),
        )
        self._push, self._draw, self._score = code.function("push"), code.function("draw"), code.function("score")
        self._place, self._redact, self._guess = code.function("place"), code.function("redact"), code.function("guess")
        self._observe, self._features = code.function("observe"), code.function("features")
        self._known_to, self._rollout_weight = code.function("known_to"), code.function("rollout_weight")
        self._play_many = code.function("play_many")

    def handles(self, records: np.ndarray, for_nets: bool = False) -> np.ndarray:
        """Handles by which drivers that are shared by all games reach these records; for nets, to observe is to see the
        features.
        """
        book, table = self.book, self._table_for_nets if for_nets else self.table
        found = handles(records, table, book.secrets, book.solo_can_be_lost, for_nets and book.hints)
        found["players"] = records["players"]
        return found

    def _scratch(self) -> tuple[np.ndarray, int, int]:
        """Room for moves, one for each thread: several threads may use one engine."""
        try:
            found: tuple[np.ndarray, int, int] = self._local.scratch
        except AttributeError:
            array = np.zeros(self.book.max_legal, np.int32)
            found = self._local.scratch = (array, array.ctypes.data, array.size)
        return found

    def actor(self, position: Position) -> int:
        return self._actor(_pointer(position))

    def legal(self, position: Position) -> list[int]:
        moves, address, size = self._scratch()
        found: list[int] = moves[: self._legal(_pointer(position), address, size)].tolist()
        return found

    def weights(self, position: Position) -> list[int]:
        moves, address, size = self._scratch()
        found: list[int] = moves[: self._weights(_pointer(position), address, size)].tolist()
        return found

    def push(self, position: Position, move: int) -> bool:
        _, address, size = self._scratch()
        return self._push(_pointer(position), move, address, size) == 1

    def draw(self, position: Position, key: int, ply: int) -> int:
        _, address, size = self._scratch()
        return self._draw(_pointer(position), key, ply, address, size)

    def score(self, position: Position, seat: int) -> int:
        return self._score(_pointer(position), seat)

    def place(self, position: Position, seat: int) -> int:
        return self._place(_pointer(position), seat)

    def redact(self, position: Position, viewer: int) -> None:
        self._redact(_pointer(position), viewer)

    def guess(self, position: Position, viewer: int, seed: int) -> None:
        self._guess(_pointer(position), viewer, seed)

    def observe(self, position: Position, viewer: int) -> np.ndarray:
        out = np.zeros(self._observed, np.int16)
        self._observe(_pointer(position), viewer, out.ctypes.data, out.size)
        return out

    def features(self, position: Position, viewer: int) -> np.ndarray:
        out = np.zeros(self.book.features.size, np.int16)
        self._features(_pointer(position), viewer, out.ctypes.data, out.size)
        return out

    def known_to(self, position: Position, move: int) -> int:
        return self._known_to(_pointer(position), move)

    def rollout_weight(self, position: Position, move: int) -> int:
        return self._rollout_weight(_pointer(position), move)

    def play_many(
        self,
        start: np.ndarray,
        seed: int,
        first: int,
        count: int,
        limit: int,
        tally: np.ndarray,
        finals: np.ndarray | None = None,
    ) -> None:
        """Play `count` random games numbered from `first` and add them to the tally; see `drivers.play_many`."""
        board, moves = start.copy(), np.zeros(self.book.max_legal, np.int32)
        last = start[:0] if finals is None else finals
        self._play_many(
            *(start.ctypes.data, 1, board.ctypes.data, 1, moves.ctypes.data, moves.size),
            *(seed, first, count, limit, tally.ctypes.data, tally.size, last.ctypes.data, last.size),
        )


_engines: dict[Rulebook, NativeEngine] = {}


def ready(book: Rulebook) -> NativeEngine | None:
    """The native engine if its code is in this process, without any waiting."""
    found = _engines.get(book)
    if found is None:
        unit = rules_unit(book)
        code = loaded(unit)
        if code is None:
            return None
        bound = code if book.printed is None else WithValues(unit, code, value_record_of(book.printed).block(book))
        found = _engines[book] = NativeEngine(book, bound)
    return found


def native(book: Rulebook, report: Report = lambda progress: None) -> NativeEngine:
    """The native engine, now: loaded from the cache, or compiled while the caller waits."""
    library(rules_unit(book), report)
    found = ready(book)
    assert found is not None
    return found
