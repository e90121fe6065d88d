"""The searching bot: two threads search the same view with a tree each, and their visits are added up."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..core.game import Game
from . import tree
from .bot import Candidate, Choice, key_of
from .compiled_search import (
    REUSE_DEPTH,
    SearchDrivers,
    Workspace,
    drivers_for,
    interpreted_drivers,
    ready_drivers,
)
from .net import Net, find
from .policy import BOARDS, ROOT

TREES = 2
"""Fixed, not taken from the machine: the same seed and playouts give the same choice everywhere."""

TREE_SIZE = 1 << 17
"""Nodes of one tree: 7 MB."""

CLOCK_SECONDS = 0.02
"""How often a search with a time limit looks at the clock."""

REUSE_NODES = 20_000
"""How many nodes of the last tree are tried to find the present position among them."""


@dataclass(frozen=True)
class Budget:
    """A search ends after this many playouts or seconds, whichever comes first."""

    playouts: int | None = None
    seconds: float | None = None


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="search")


class Tree:
    """The tree of one thread, with a second array of nodes to copy a subtree into."""

    def __init__(self, drivers: SearchDrivers) -> None:
        self.drivers = drivers
        self.work = Workspace(drivers, BOARDS, TREE_SIZE)
        self._spare = drivers.nodes(TREE_SIZE)
        self._queue = np.zeros(TREE_SIZE, np.int64)

    @property
    def nodes(self) -> np.ndarray:
        return self.work.nodes

    @property
    def playouts(self) -> int:
        return int(self.work.counters[tree.PLAYOUTS])

    def begin(self, position: np.ndarray) -> None:
        """Forget everything and search from this position."""
        self.drivers.new_tree(self.work)
        self.work.outcome[:] = 0
        self.work.place_at(ROOT, position)

    def reuse(self, position: np.ndarray, seat: int) -> None:
        """Search from this position with what the last tree knows about it, if anything."""
        node = self._find(position, seat)
        if node == tree.NO_NODE:
            self.begin(position)
            return
        counters = self.work.counters
        self.drivers.keep_subtree(self.work, node, self._spare, self._queue)
        self.work.nodes, self._spare = self._spare, self.work.nodes
        counters[tree.PLAYOUTS] = 0
        counters[tree.MOVES_PLAYED] = 0
        self.work.outcome[:] = 0
        self.work.place_at(ROOT, position)

    def _find(self, position: np.ndarray, seat: int) -> int:
        wanted = REUSE_DEPTH + 1
        work = Workspace(self.drivers, wanted + 2, 1)
        work.nodes = self.nodes
        work.place_at(0, self.work.records[ROOT])
        work.place_at(wanted, position)
        return self.drivers.find_position(work, seat, wanted, REUSE_NODES)

    def grow(self, seat: int, key: int, budget: Budget, deadline: float | None) -> None:
        """Run playouts until the budget is spent, a few at a time if there is a deadline."""
        left = budget.playouts if budget.playouts is not None else 1 << 40
        parcel = left if deadline is None else 8
        while left > 0:
            began = time.perf_counter()
            if deadline is not None and began >= deadline and self.playouts > 0:
                return
            count = min(left, parcel)
            play = self.drivers.parameters
            self.drivers.run_playouts(self.work, key, seat, count, play.rollout, play.rollout_moves)
            left -= count
            if deadline is not None:
                seconds = max(time.perf_counter() - began, 1e-6)
                parcel = max(1, min(2 * parcel, int(parcel * CLOCK_SECONDS / seconds)))

    def children(self, node: int = 0) -> list[int]:
        found = []
        child = int(self.nodes[node]["first"])
        while child != tree.NO_NODE:
            found.append(child)
            child = int(self.nodes[child]["next"])
        return found

    def line(self) -> tuple[int, ...]:
        """The principal variation: the most visited moves from the root on."""
        moves: list[int] = []
        node = 0
        while len(moves) < REUSE_DEPTH:
            visited = [c for c in self.children(node) if self.nodes[c]["visits"] > 0]
            if not visited:
                break
            node = max(visited, key=lambda c: (int(self.nodes[c]["visits"]), -int(self.nodes[c]["move"])))
            if self.nodes[node]["move"] == tree.UNSEEN:
                break
            moves.append(int(self.nodes[node]["move"]))
        return tuple(moves)


class Search:
    """Information-set Monte Carlo tree search with a budget of playouts or of time."""

    threads = TREES
    within: float | None = None
    """Seconds that whoever runs the bot gives it at most, whatever its budget says; None: its budget decides."""

    def __init__(self, name: str, budget: Budget, net: Net | str | None = None, waits: bool = True) -> None:
        """`net` is a net or its file; a search that doesn't wait runs interpreted until native code is there."""
        self.name = name
        self.budget = budget
        self._net = net
        self._waits = waits
        self._trees: list[Tree] = []

    def _drivers(self, game: Game) -> SearchDrivers:
        book = game.rulebook
        if isinstance(self._net, str):
            self._net = find(book, self._net)
        if self._waits:
            return drivers_for(book, net=self._net)
        return ready_drivers(book, self._net) or interpreted_drivers(book, self._net)

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        began = time.perf_counter()
        if len(legal) == 1:
            return Choice(legal[0], game=game, position=position.copy(), seat=seat, line=(legal[0],))
        self._set_up(self._drivers(game), position, seat)
        limits = [seconds for seconds in (self.budget.seconds, self.within) if seconds is not None]
        deadline = began + min(limits) if limits else None
        jobs = []
        for number, one in enumerate(self._trees):
            part = self._part(number)
            jobs.append(_pool().submit(one.grow, seat, key_of(seed, number), part, deadline))
        for job in jobs:
            job.result()
        return self._conclude(game, position, seat)

    def _part(self, number: int) -> Budget:
        """The share of one tree in the playouts."""
        whole = self.budget.playouts
        return Budget(None if whole is None else (whole + number) // TREES, self.budget.seconds)

    def _set_up(self, drivers: SearchDrivers, position: np.ndarray, seat: int) -> None:
        record = position.reshape(-1)[0]
        if not self._trees or self._trees[0].drivers is not drivers:
            self._trees = [Tree(drivers) for _ in range(TREES)]
            for one in self._trees:
                one.begin(record)
        else:
            for one in self._trees:
                one.reuse(record, seat)

    def _conclude(self, game: Game, position: np.ndarray, seat: int) -> Choice:
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for one in self._trees:
            for child in one.children():
                node = one.nodes[child]
                move = int(node["move"])
                visits[move] = visits.get(move, 0) + int(node["visits"])
                totals[move] = totals.get(move, 0.0) + float(node["total"][seat])
        all_visits = max(1, sum(visits.values()))
        candidates = [
            Candidate(move, totals[move] / count if count else 0.0, count / all_visits)
            for move, count in visits.items()
        ]
        candidates.sort(key=lambda c: (-c.share, -c.value, c.move))
        best = candidates[0]
        playouts = sum(one.playouts for one in self._trees)
        lines = [line for one in self._trees if (line := one.line())[:1] == (best.move,)]
        line = lines[0] if lines else (best.move,)
        return Choice(best.move, best.value, tuple(candidates), line, playouts, game, position.copy(), seat)
