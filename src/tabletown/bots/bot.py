"""What a bot is: something that chooses a move from what its seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from ..compile.engine import engine, stream_key
from ..core.errors import IllegalMove
from ..core.game import Game


@dataclass(frozen=True)
class Candidate:
    """A move that was considered: its value for the seat (0 to 1) and its share of the visits."""

    move: int
    value: float
    share: float = 0.0


@dataclass(frozen=True)
class Choice:
    """A chosen move and why: its value, all candidates from best to worst, and the principal variation."""

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
    """One player. Keep an instance for each seat of a match: a bot may remember its last search."""

    name: str

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice | int:
        """One of the legal moves, as its id or as a Choice that also says why.

        `position` is one record, redacted for the seat; `legal` are the ids of its legal moves. The same seed gives the
        same choice.
        """
        ...


def choose(bot: Bot, game: Game, position: np.ndarray, seat: int, seed: int) -> Choice:
    """Ask a bot for a move; an illegal one raises IllegalMove."""
    legal = engine(game.rulebook).legal(position)
    answer = bot.choose(game, position, seat, seed, legal)
    found = (
        answer if isinstance(answer, Choice) else Choice(int(answer), game=game, position=position.copy(), seat=seat)
    )
    if found.move not in legal:
        raise IllegalMove(f"The bot {bot.name!r} chose the move {found.move}, which is not legal now.")
    return found


def key_of(seed: int, number: int = 0) -> int:
    """The key of a bot's random numbers; any whole number will do as a seed."""
    return stream_key(seed & 0xFFFF_FFFF_FFFF_FFFF, number)
