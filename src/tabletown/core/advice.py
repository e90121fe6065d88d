"""Help that a game may offer the player to move: a sequence of moves with a sentence, to be looked at before it is
accepted.

A game offers it in `bot/advice.py`; see `contract.Advisor`. Its functions get what the seat may see and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .record import Proxy

if TYPE_CHECKING:
    from .match import Match


@dataclass(frozen=True)
class Advice:
    """Moves that are worth considering; `shown` is the position after them, before anything else follows."""

    label: str
    sentence: str
    moves: Sequence[int]
    shown: Proxy


def offered(match: Match, seat: int) -> str | None:
    """The label of the help that a seat may ask for now, or None."""
    return match.game.rulebook.advice.offered(_seen(match, seat), seat) if match.actor == seat else None


def advise(match: Match, seat: int) -> Advice | None:
    """The help itself, or None when there is none to be had now."""
    if offered(match, seat) is None:
        return None
    return match.game.rulebook.advice.advise(_seen(match, seat), seat)


def _seen(match: Match, seat: int) -> Proxy:
    return match.game.rulebook.state.proxy(match.redacted(seat))
