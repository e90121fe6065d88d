"""Help that a game may offer the player in turn: a sequence of moves with a sentence, to be looked at before it is accepted.

A game offers it by a module `advice` in its folder: `offered(s, seat)` is quick and gives the label of the offer or None, `advise(s, seat)`
works it out. Both get what the seat may see and nothing else.
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
    """Moves that are worth considering; `shown` is the position to look at: as it would be before anything else follows from them."""

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
