"""What a bot is: something that chooses a move from what its seat can see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from ..compile.engine import stream_key
from ..core.game import Game


@dataclass(frozen=True)
class Candidate:
    """A move that was considered: what the seat may expect of it (0 to 1) and the part of the thinking it got."""

    move: int
    value: float
    share: float = 0.0


@dataclass(frozen=True)
class Choice:
    """A chosen move and why: the value expected, all candidates from best to worst, and the main line of play."""

    move: int
    value: float | None = None
    candidates: tuple[Candidate, ...] = ()
    line: tuple[int, ...] = ()
    playouts: int = 0
    game: Game | None = field(default=None, repr=False)
    position: np.ndarray | None = field(default=None, repr=False, compare=False)
    seat: int = 0


@runtime_checkable
class Bot(Protocol):
    """One player. Keep an instance for each seat of a match: it may remember what it thought before."""

    name: str

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int) -> Choice:
        """A legal move. `position` is one record, redacted for the seat; the same seed gives the same choice."""
        ...


def key_of(seed: int, number: int = 0) -> int:
    """The key of a bot's random numbers; any whole number will do as a seed."""
    return stream_key(seed & 0xFFFF_FFFF_FFFF_FFFF, number)
