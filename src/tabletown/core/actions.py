"""The numbers by which learners name moves, and what a finished game is worth to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from .game import Rulebook

SOLO_HALF = 50.0
"""The score of a game for one that gives a return of one half; no score gives 1."""


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
