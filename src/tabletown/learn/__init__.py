"""Learning from games: a review that tells luck and skill apart, a coach, and puzzles. It needs core and bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.match import Match
    from .review import Event, Review


def review(
    match: Match,
    playouts: int | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
) -> Review:
    """Review a finished match: what was luck, what was play. `playouts` is the size of each tree.

    The same match, playouts and seed give the same review on every machine. A match that is not over raises
    ReviewError.
    """
    from .review import review as run

    return run(match, playouts, seed, progress)
