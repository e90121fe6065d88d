"""The search's drivers for one game, with a net or without one: interpreted at once, native when compiled.

The native drivers are compiled once for all games; they reach positions and rules through handles.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..compile import cache as code_cache
from ..compile import indirect_path
from ..compile.cache import Report, flat
from ..compile.engine import Boards, forced
from ..compile.handles import HANDLE
from ..compile.native import native, ready, rules_unit
from ..compile.unit import Array, Export, Unit
from ..core.game import Rulebook
from ..core.record import MAX_SEATS
from ..core.rule import interpreted_loader
from ..envs.batch import actions
from . import network, policy, tree
from .net import Net

LONGEST_PATH = 1 << 10

REUSE_DEPTH = 12
"""How many moves may lie between two decisions of a seat for its tree to be reused."""


@dataclass(frozen=True)
class SearchParameters:
    """How the search plays a game: what its `bot/evaluation.py` declares, as the drivers take it."""

    rollout: int
    rollout_moves: int
    numbers: np.ndarray


@cache
def search_parameters(book: Rulebook) -> SearchParameters:
    declared = book.evaluation
    rollout = {"random": policy.RANDOM, "greedy": policy.GREEDY}[declared.ROLLOUT]
    numbers = [declared.SCALE, declared.EXPLORATION, declared.PRIOR_SHARPNESS, declared.POINTS_SHARE]
    numbers += [declared.NET_EXPLORATION, declared.NET_ROLLOUT_SHARE]
    return SearchParameters(rollout, declared.ROLLOUT_MOVES, np.array(numbers, np.float64))


def _native_rules() -> dict[str, Callable[..., Any]]:
    from ..compile.indirect import RULES

    return RULES | network.NATIVE


_BOARDS, _NODES, _IDS = Array(HANDLE), Array(tree.NODE), Array(np.int32)
_COUNTS, _VALUES, _REALS, _BYTES = Array(np.int64), Array(np.float64), Array(np.float32), Array(np.uint8, 2)

UNIT = Unit(
    name="search",
    title="the search",
    origin=f"{__name__}:UNIT",
    exports=(
        Export(
            "search",
            tree.search,
            (
                *(int, _BOARDS, _BYTES, _NODES, _COUNTS, _COUNTS, _COUNTS, _IDS, _IDS),
                *(_VALUES, _VALUES, _VALUES, _REALS, _COUNTS, _IDS, Array(np.int16), _REALS),
                *(_VALUES, np.uint64, int, int, int, int),
            ),
        ),
        Export("keep_subtree", tree.keep_subtree, (_NODES, int, _NODES, _COUNTS, _COUNTS), returns=False),
        Export("new_tree", tree.new_tree, (_NODES, _COUNTS), returns=False),
    ),
    bind=_native_rules,
    made_from=(indirect_path(),),
)
"""The native drivers of the search, the same for all games."""


class Workspace:
    """The arrays of one search thread: boards, a tree and scratch space."""

    def __init__(self, drivers: SearchDrivers, boards: int, room: int) -> None:
        book = drivers.book
        self.records = book.state.new(boards)
        self.raw = self.records.view(np.uint8).reshape(boards, -1)
        self.boards = drivers.boards(self.records)
        self.nodes = drivers.nodes(room)
        self.counters = np.zeros(tree.COUNTERS, np.int64)
        self.path = np.zeros(LONGEST_PATH, np.int64)
        self.marks = np.zeros(len(book.moves), np.int64)
        self.moves = np.zeros(book.max_legal, np.int32)
        self.replies = np.zeros(book.max_legal, np.int32)
        self.result = np.zeros(MAX_SEATS, np.float64)
        self.values = np.zeros(book.max_legal, np.float64)
        self.seen = np.zeros(book.features.size, np.int16)
        self.outcome = np.zeros(tree.OUTCOME, np.float64)
        self.hidden = np.zeros(2 * int(drivers.net_shape[network.WIDTH]), np.float32)

    def place_at(self, board: int, position: Any) -> None:
        """Put a position on a board. All boards of a workspace hold the same game, so they have the same players."""
        self.records[board] = position
        if isinstance(self.boards, np.ndarray):
            self.boards["players"] = self.records[board]["players"]


class SearchDrivers:
    """The drivers of the search for one game on one target."""

    def __init__(self, book: Rulebook, native: bool, net: Net | None = None) -> None:
        self.book = book
        self.native = native
        self.net_shape, self._net = network.shape_of(book, net), network.weights_of(net)
        self.parameters = search_parameters(book)
        load = _native_functions if native else _interpreted_functions
        self._search, self.keep_subtree, self.new_tree = load(book)

    def search(self, operation: int, work: Workspace, seed: int, seat: int, x: int = 0, y: int = 0, z: int = 0) -> int:
        """Run one of the operations of `tree.search`, which also says what x, y and z mean."""
        return int(
            self._search(
                *(operation, work.boards, work.raw, work.nodes, work.counters, work.path, work.marks, work.moves),
                *(work.replies, work.result, work.values, self.parameters.numbers),
                *(self._net, self.net_shape, actions(self.book).action_of, work.seen, work.hidden),
                *(work.outcome, np.uint64(seed), seat, x, y, z),
            )
        )

    def boards(self, records: np.ndarray) -> Any:
        """Records as the drivers take them: handles for native code, proxies for interpreted code."""
        if self.native:
            return native(self.book).handles(records)
        return Boards(self.book.state.proxy, records)

    def nodes(self, count: int) -> np.ndarray:
        array = np.zeros(count, tree.NODE)
        return array if self.native else array.view(np.recarray)


FUNCTIONS: tuple[Callable[..., Any], ...] = (tree.search, tree.keep_subtree, tree.new_tree)


def _interpreted_functions(book: Rulebook) -> list[Callable[..., Any]]:
    loader = interpreted_loader(book.compiled_rules | network.INTERPRETED)
    return [_wrapping(loader.load(function)) for function in FUNCTIONS]


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """The random numbers wrap around at 64 bits, of which NumPy would warn."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call


def _native_functions(book: Rulebook) -> list[Callable[..., Any]]:
    code = code_cache.library(UNIT)
    return [_flattening(code.function(export.name)) for export in UNIT.exports]


def _flattening(function: Callable[..., int]) -> Callable[..., int]:
    return lambda *arguments: function(*flat(arguments))


# ------------------------------------------------------------------ which drivers are ready


_native: dict[tuple[Rulebook, Net | None], SearchDrivers] = {}


@cache
def interpreted_drivers(book: Rulebook, net: Net | None = None) -> SearchDrivers:
    return SearchDrivers(book, native=False, net=net)


def native_drivers(book: Rulebook, report: Report = lambda progress: None, net: Net | None = None) -> SearchDrivers:
    """The native drivers, now: loaded from the cache or compiled while the caller waits."""
    found = _native.get((book, net))
    if found is None:
        native(book, report)
        code_cache.library(UNIT, report)
        found = _native[book, net] = SearchDrivers(book, native=True, net=net)
    return found


def ready_drivers(book: Rulebook, net: Net | None = None) -> SearchDrivers | None:
    """The native drivers if their code is in this process, without any waiting."""
    if forced() == "interpreted" or ready(book) is None or code_cache.loaded(UNIT) is None:
        return None
    return native_drivers(book, net=net)


def drivers_for(book: Rulebook, report: Report = lambda progress: None, net: Net | None = None) -> SearchDrivers:
    """The native drivers, or the interpreted ones where TABLETOWN_ENGINE asks for them."""
    return interpreted_drivers(book, net) if forced() == "interpreted" else native_drivers(book, report, net)


def prepare(book: Rulebook) -> threading.Thread:
    """Get the native drivers ready in the background; join the thread to wait for them."""
    return code_cache.prepare(rules_unit(book), UNIT)
