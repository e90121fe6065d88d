"""Sample games of one arm of an experiment, as arrays by game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..compile.drivers import WIN_SHARES
from . import game_loop
from .driver import Rows
from .experiment import Arm
from .stats import BLOCKS


@dataclass(frozen=True)
class Sample:
    """The games of an arm, in the order of their numbers; `ban` is what one seat could not get, if anything."""

    arm: Arm
    ban: str | None
    rows: Rows
    seating: tuple[tuple[int, ...], ...]
    base: int
    """How many seatings there are without the ban."""
    names: tuple[str, ...]
    """Who played, by the numbers that `seating` has."""
    twin: str | None = None
    """What differs from the arm's own games where luck is asked for: other dice or other players."""

    @property
    def seats(self) -> int:
        return self.arm.game.players

    @property
    def count(self) -> int:
        return len(self.rows.rows)

    def column(self, name: int) -> np.ndarray:
        found: np.ndarray = self.rows.rows[:, name]
        return found

    @cached_property
    def tables(self) -> np.ndarray:
        """Which seating each game had."""
        return np.arange(self.count) % len(self.seating)

    @cached_property
    def blocks(self) -> np.ndarray:
        """Which of the blocks each game belongs to; every seating is as often in each."""
        return np.arange(self.count) // len(self.seating) % BLOCKS

    @cached_property
    def shares(self) -> np.ndarray:
        """By game and seat: the share of the win, from 0 to 1; an unfinished game has no winner."""
        found: np.ndarray = self.rows.rows[:, game_loop.SHARES : game_loop.SHARES + self.seats] / WIN_SHARES
        return found

    @cached_property
    def order(self) -> np.ndarray:
        """By game: the seats in the order of play."""
        found: np.ndarray = (self.column(game_loop.FIRST)[:, None] + np.arange(self.seats)) % self.seats
        return found

    @cached_property
    def order_shares(self) -> np.ndarray:
        """The same by order of play: the first column is who began."""
        return np.take_along_axis(self.shares, self.order, axis=1)

    @cached_property
    def scores(self) -> np.ndarray:
        found: np.ndarray = self.rows.rows[:, game_loop.SCORES : game_loop.SCORES + self.seats]
        return found

    @cached_property
    def luck(self) -> np.ndarray:
        """By game and seat: what chance gave beyond its average, as a part of the win."""
        found: np.ndarray = self.rows.rows[:, game_loop.LUCK : game_loop.LUCK + self.seats] / game_loop.CHANCE_UNIT
        return found

    @cached_property
    def order_luck(self) -> np.ndarray:
        """The same by order of play."""
        return np.take_along_axis(self.luck, self.order, axis=1)

    @cached_property
    def sitting(self) -> np.ndarray:
        """By game and seat: who sat there, by number."""
        found: np.ndarray = np.array(self.seating)[self.tables]
        return found

    @property
    def unfinished(self) -> int:
        return int((self.column(game_loop.FINISHED) == 0).sum())

    @cached_property
    def rounds(self) -> np.ndarray:
        """By game: its rounds, or its decisions where the game has no clock."""
        clock = self.column(game_loop.ROUNDS)
        return clock if clock.any() else self.column(game_loop.DECISIONS)
