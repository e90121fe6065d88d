"""Tests that every game gets for free, inside this package and outside it.

from tabletown.testing import check_game
from my_game import RULEBOOK

def test_my_game():
    check_game(RULEBOOK)
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.game import Rulebook
from ..core.registry import register
from .checks import CHECKS, NATIVE
from .lessons import check_lesson
from .variants import label, variants

__all__ = ["check_game", "check_lesson", "label", "variants"]

SEEDS = (3, 14)


def check_game(rulebook: Rulebook, native: bool = True, seeds: Sequence[int] = SEEDS) -> None:
    """Run every check for every player count and option of a game; the first failure raises AssertionError.

    With `native` the rules are compiled too and compared with the interpreted ones byte for byte.
    """
    register(rulebook)
    check_lesson(rulebook)
    for game in variants(rulebook):
        for check in [*CHECKS, *(NATIVE if native else [])]:
            for seed in seeds:
                try:
                    check(game, seed)
                except Exception as error:
                    said = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
                    name = check.__name__.replace("_", " ")
                    raise AssertionError(f"{name!r} fails for {game}, seed {seed}: {said}") from error
