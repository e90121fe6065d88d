"""The searching bot: one tree for each of two threads, grown from the same view and read together."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..core.game import Game, Rulebook
from . import tree
from .bot import Candidate, Choice, key_of
from .compiled_search import LEVELS_FOLLOWED, Desk, Mind, waited_mind
from .policy import BOARDS, ROOT

TREES = 2
"""Fixed, not by the machine: the same seed and playouts give the same choice everywhere."""

ROOM = 1 << 17
"""Nodes of one tree: 7 MB."""

PARCEL_SECONDS = 0.02
PATIENCE = 20_000
"""So many nodes of the last tree are tried to find the present position among them."""


@dataclass(frozen=True)
class Budget:
    """Thinking ends with the playouts or the seconds, whichever comes first."""

    playouts: int | None = None
    seconds: float | None = None


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="search")


class Tree:
    """The memory of one thread: nodes in use, and as many to move into what came true."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.desk = Desk(mind, BOARDS, ROOM)
        self._spare = mind.nodes(ROOM)
        self._queue = np.zeros(ROOM, np.int64)

    @property
    def nodes(self) -> np.ndarray:
        return self.desk.nodes

    @property
    def playouts(self) -> int:
        return int(self.desk.counters[tree.PLAYOUTS])

    def plant(self, position: np.ndarray) -> None:
        self.mind.plant(self.nodes, self.desk.counters)
        self.desk.records[ROOT] = position

    def take_up(self, position: np.ndarray, seat: int) -> None:
        """Keep what was thought about this position, if the last tree came to it; else begin anew."""
        node = self._find(position, seat)
        if node == tree.NOBODY_THERE:
            self.plant(position)
            return
        counters = self.desk.counters
        self.mind.transplant(self.nodes, node, self._spare, counters, self._queue)
        self.desk.nodes, self._spare = self._spare, self.desk.nodes
        counters[tree.PLAYOUTS] = 0
        counters[tree.MOVES_PLAYED] = 0
        self.desk.records[ROOT] = position

    def _find(self, position: np.ndarray, seat: int) -> int:
        wanted = LEVELS_FOLLOWED + 1
        desk = Desk(self.mind, wanted + 2, 1)
        desk.nodes = self.nodes
        desk.records[0] = self.desk.records[ROOT]
        desk.records[wanted] = position
        return self.mind.think(tree.FOLLOW, desk, 0, seat, wanted, PATIENCE)

    def grow(self, seat: int, key: int, budget: Budget, deadline: float | None) -> None:
        """Playouts until the budget is spent; parcelled so that the clock is looked at."""
        left = budget.playouts if budget.playouts is not None else 1 << 40
        parcel = left if deadline is None else 8
        while left > 0:
            began = time.perf_counter()
            if deadline is not None and began >= deadline and self.playouts > 0:
                return
            count = min(left, parcel)
            judged = self.mind.judgement
            self.mind.think(tree.GROW, self.desk, key, seat, count, judged.style, judged.limit)
            left -= count
            if deadline is not None:
                seconds = max(time.perf_counter() - began, 1e-6)
                parcel = max(1, min(2 * parcel, int(parcel * PARCEL_SECONDS / seconds)))

    def children(self, node: int = 0) -> list[int]:
        found = []
        child = int(self.nodes[node]["first"])
        while child != tree.NOBODY_THERE:
            found.append(child)
            child = int(self.nodes[child]["next"])
        return found

    def line(self) -> tuple[int, ...]:
        """The moves most thought about, from the root on."""
        moves: list[int] = []
        node = 0
        while len(moves) < LEVELS_FOLLOWED:
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

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self.budget = budget
        self._book: Rulebook | None = None
        self._trees: list[Tree] = []

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int) -> Choice:
        began = time.perf_counter()
        mind = waited_mind(game.rulebook)
        forced = _only_move(mind, position)
        if forced is not None:
            return Choice(forced, game=game, position=position.copy(), seat=seat, line=(forced,))
        self._look_at(mind, position, seat)
        deadline = None if self.budget.seconds is None else began + self.budget.seconds
        jobs = []
        for number, thought in enumerate(self._trees):
            part = self._part(number)
            jobs.append(_pool().submit(thought.grow, seat, key_of(seed, number), part, deadline))
        for job in jobs:
            job.result()
        return self._conclude(game, position, seat)

    def _part(self, number: int) -> Budget:
        """The share of one tree in the playouts."""
        whole = self.budget.playouts
        return Budget(None if whole is None else (whole + number) // TREES, self.budget.seconds)

    def _look_at(self, mind: Mind, position: np.ndarray, seat: int) -> None:
        record = position.reshape(-1)[0]
        if self._book is not mind.book or not self._trees or self._trees[0].mind is not mind:
            self._book = mind.book
            self._trees = [Tree(mind) for _ in range(TREES)]
            for thought in self._trees:
                thought.plant(record)
        else:
            for thought in self._trees:
                thought.take_up(record, seat)

    def _conclude(self, game: Game, position: np.ndarray, seat: int) -> Choice:
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for thought in self._trees:
            for child in thought.children():
                node = thought.nodes[child]
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
        playouts = sum(thought.playouts for thought in self._trees)
        lines = [line for thought in self._trees if (line := thought.line())[:1] == (best.move,)]
        line = lines[0] if lines else (best.move,)
        return Choice(best.move, best.value, tuple(candidates), line, playouts, game, position.copy(), seat)


def _only_move(mind: Mind, position: np.ndarray) -> int | None:
    from ..compile.engine import engine

    legal = engine(mind.book).legal(position)
    return legal[0] if len(legal) == 1 else None
