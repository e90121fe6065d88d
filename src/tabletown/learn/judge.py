"""The value of a position: every seat's chance to win, with its error, from a few small trees of the bots' search.

The value is a function of the position, the viewer, the seed and the number of playouts alone: the same on every
machine, on any number of threads and in any order. All trees of the same number use the same random numbers, so that
differences between positions have less noise than the positions themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..bots import tree
from ..bots.bot import key_of
from ..bots.compiled_search import Workspace, drivers_for
from ..bots.levels import net_of
from ..bots.policy import ALL, BOARDS, ROOT
from ..compile.engine import Engine, forced_engine, throughput_engine
from ..core.game import Game
from ..core.move import OVER

TREES = 8
"""Trees that value one position; their spread gives the error."""

INTERVAL = 2.36
"""Standard errors in half of a 95% interval: Student's t with 7 degrees of freedom."""

ROOM = 1 << 15
"""Nodes of one tree; a tree that is full goes on with rollouts from its leaves."""

__all__ = ["ALL", "INTERVAL", "TREES", "Judge", "Position"]


class Position(NamedTuple):
    """A record and the seat from whose knowledge it is valued; ALL values it with all cards open."""

    record: bytes
    viewer: int


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2, thread_name_prefix="review")


class Judge:
    """Values positions of one game. What was valued once is remembered."""

    def __init__(self, game: Game, seed: int = 0, threads: int = 2) -> None:
        book = game.rulebook
        self.game = game
        self.seed = seed
        self.by_points = game.players == 1 and not book.solo_can_be_lost
        """Whether values are points, because the game is for one and can't be lost."""
        net = None if self.by_points else net_of(book)
        self.drivers = drivers_for(book, net=net)
        self.rules: Engine = forced_engine(book) or throughput_engine(book)
        self.branches: dict[tuple[bytes, bool, int, int], Any] = {}
        """Where moves lead: the outcomes of each, which every pass over a game needs again."""
        self.spent = 0
        """How many playouts were made so far."""
        self._net = net
        self._threads = threads
        limit = None if self.by_points else book.evaluation.LEAF_ROLLOUT_MOVES
        self._rollout_moves = self.drivers.parameters.rollout_moves if limit is None else limit
        self._sureness = float(book.evaluation.SURENESS)
        self._seed = seed & 0xFFFF_FFFF_FFFF_FFFF
        self._values: dict[tuple[Position, int], np.ndarray] = {}
        self._local = threading.local()

    def array(self, record: bytes) -> np.ndarray:
        """The record as an array that may be written to."""
        return np.frombuffer(bytearray(record), self.game.rulebook.state.dtype)

    def forget(self) -> None:
        """Forget all values, so that memory is free again."""
        self._values.clear()

    # -------------------------------------------------------------- values

    def result(self, array: np.ndarray) -> np.ndarray:
        """The outcome of a finished game: each seat's share of the win, or the points of a game for one."""
        if self.by_points:
            return np.array([float(self.rules.score(array, 0))])
        places = [self.rules.place(array, seat) for seat in range(self.game.players)]
        return np.array([1.0 / places.count(1) if place == 1 else 0.0 for place in places])

    def values(self, positions: Sequence[Position], playouts: int) -> list[np.ndarray]:
        """The value of each position, by tree and seat."""
        missing = [p for p in dict.fromkeys(positions) if (p, playouts) not in self._values]
        if self._threads > 1 and len(missing) > 1:
            halves = [missing[::2], missing[1::2]]
            found = [
                part
                for job in [_pool().submit(self._grow_all, half, playouts) for half in halves]
                for part in job.result()
            ]
            missing = [*halves[0], *halves[1]]
        else:
            found = self._grow_all(missing, playouts)
        for position, value in zip(missing, found, strict=True):
            self._values[position, playouts] = value
        return [self._values[position, playouts] for position in positions]

    def _grow_all(self, positions: Sequence[Position], playouts: int) -> list[np.ndarray]:
        return [self._grow(position, playouts) for position in positions]

    def _grow(self, position: Position, playouts: int) -> np.ndarray:
        array = self.array(position.record)
        players = self.game.players
        if self.rules.actor(array) == OVER:
            return np.tile(self.result(array), (TREES, 1))
        work = self._workspace()
        work.place_at(ROOT, array[0])
        work.outcome[:] = 0
        rollout = self.drivers.parameters.rollout
        self.drivers.grow_trees(work, self._seed, position.viewer, playouts, rollout, self._rollout_moves)
        first = tree.POINTS if self.by_points else tree.WON
        found: np.ndarray = work.outcome.reshape(TREES, tree.OUTCOME)[:, first : first + players] / playouts
        self.spent += TREES * playouts
        return found if self.by_points else self._honest(found)

    def _honest(self, shares: np.ndarray) -> np.ndarray:
        """Shares of the win raised to the game's power, so that they are won as often as they say."""
        if self._sureness == 1.0:
            return shares
        if shares.shape[1] == 1:
            return self._honest(np.hstack([shares, 1.0 - shares]))[:, :1]
        raised = np.clip(shares, 0.0, 1.0) ** self._sureness
        honest: np.ndarray = raised / raised.sum(axis=1, keepdims=True)
        return honest

    def _workspace(self) -> Workspace:
        """Boards and a tree, one for each thread."""
        try:
            found: Workspace = self._local.work
        except AttributeError:
            found = self._local.work = Workspace(self.drivers, BOARDS, ROOM)
            found.outcome = np.zeros(TREES * tree.OUTCOME)
        return found

    # -------------------------------------------------------------- which moves are worth valuing

    def ranked(self, array: np.ndarray, seat: int) -> list[int]:
        """The legal moves of a redacted position from the most to the least promising, by net or by evaluation."""
        legal = self.rules.legal(array)
        if self._net is not None:
            rated = self._net.think(self.rules, array, seat, legal)[0].tolist()
        else:
            work = self._workspace()
            work.place_at(ROOT, array[0])
            count = self.drivers.rate_moves(work, key_of(self.seed), seat)
            legal, rated = work.moves[:count].tolist(), work.values[:count].tolist()
        order = sorted(range(len(legal)), key=lambda index: (-rated[index], legal[index]))
        return [legal[index] for index in order]


def error(values: np.ndarray) -> np.ndarray:
    """Half of the 95% interval of the mean over trees."""
    spread: np.ndarray = values.std(axis=0, ddof=1) * (INTERVAL / TREES**0.5)
    return spread
