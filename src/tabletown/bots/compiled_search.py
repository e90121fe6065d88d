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
from ..core.actions import actions
from ..core.game import Rulebook
from ..core.record import MAX_SEATS
from ..core.rule import interpreted_loader
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
_TREE = (_NODES, _COUNTS, _COUNTS, _COUNTS)
_NET = (_REALS, _COUNTS, _IDS, Array(np.int16), _REALS)
_SCRATCH = (_IDS, _VALUES, _VALUES)
_PLAYOUTS = (_BOARDS, _TREE, _NET, _SCRATCH, _VALUES, _VALUES, np.uint64, int, int, int, int)

UNIT = Unit(
    name="search",
    title="the search",
    origin=f"{__name__}:UNIT",
    exports=(
        Export("rate_moves", policy.rate_moves, (_BOARDS, int, np.uint64, _VALUES, _IDS, _IDS, _VALUES, _VALUES)),
        Export("run_playouts", tree.run_playouts, _PLAYOUTS, returns=False),
        Export("grow_trees", tree.grow_trees, _PLAYOUTS, returns=False),
        Export("new_tree", tree.new_tree, (_NODES, _COUNTS), returns=False),
        Export("keep_subtree", tree.keep_subtree, (_NODES, int, _NODES, _COUNTS, _COUNTS), returns=False),
        Export("find_position", tree.find_position, (_BOARDS, _BYTES, _NODES, _IDS, _COUNTS, int, int, int)),
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
        self.inputs = np.zeros(book.features.size, np.int16)
        self.hidden = np.zeros(2 * int(drivers.net_shape[network.WIDTH]), np.float32)
        self.outcome = np.zeros(tree.OUTCOME, np.float64)

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
        self._call = dict(zip((export.name for export in UNIT.exports), load(book), strict=True))

    def rate_moves(self, work: Workspace, seed: int, seat: int) -> int:
        """Value the legal moves of the root into `moves` and `values`; returns how many there are."""
        scratch = (work.moves, work.replies, work.result, work.values)
        return int(self._call["rate_moves"](work.boards, seat, np.uint64(seed), self.parameters.numbers, *scratch))

    def run_playouts(self, work: Workspace, seed: int, seat: int, count: int, rollout: int, limit: int) -> None:
        """Go on with the tree of a workspace; see `tree.run_playouts`."""
        self._call["run_playouts"](*self._arguments(work), np.uint64(seed), count, seat, rollout, limit)

    def grow_trees(self, work: Workspace, seed: int, seat: int, count: int, rollout: int, limit: int) -> None:
        """Begin as many trees as `outcome` has room for; see `tree.grow_trees`."""
        self._call["grow_trees"](*self._arguments(work), np.uint64(seed), count, seat, rollout, limit)

    def new_tree(self, work: Workspace) -> None:
        self._call["new_tree"](work.nodes, work.counters)

    def keep_subtree(self, work: Workspace, node: int, target: np.ndarray, queue: np.ndarray) -> None:
        """Copy the tree below a node into another array of nodes."""
        self._call["keep_subtree"](work.nodes, node, target, work.counters, queue)

    def find_position(self, work: Workspace, seat: int, wanted: int, patience: int) -> int:
        """The node of the position on board `wanted`; see `tree.find_position`."""
        arrays = (work.boards, work.raw, work.nodes, work.moves, work.path)
        return int(self._call["find_position"](*arrays, seat, wanted, patience))

    def _arguments(self, work: Workspace) -> tuple[Any, ...]:
        """What playouts work on, grouped as in tree.py."""
        return (
            work.boards,
            (work.nodes, work.counters, work.path, work.marks),
            (self._net, self.net_shape, actions(self.book).action_of, work.inputs, work.hidden),
            (work.moves, work.result, work.values),
            self.parameters.numbers,
            work.outcome,
        )

    def boards(self, records: np.ndarray) -> Any:
        """Records as the drivers take them: handles for native code, proxies for interpreted code."""
        if self.native:
            return native(self.book).handles(records)
        return Boards(self.book.state.proxy, records)

    def nodes(self, count: int) -> np.ndarray:
        array = np.zeros(count, tree.NODE)
        return array if self.native else array.view(np.recarray)


def _interpreted_functions(book: Rulebook) -> list[Callable[..., Any]]:
    loader = interpreted_loader(book.compiled_rules | network.INTERPRETED)
    return [_wrapping(loader.load(export.function)) for export in UNIT.exports]


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
