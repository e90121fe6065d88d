"""What must hold for every game, count and option; the checks themselves are in `tabletown.testing.checks`."""

from __future__ import annotations

import pytest

import tabletown as tt
from tabletown.testing import SEEDS, label, variants
from tabletown.testing.checks import CHECKS, NATIVE, Check

GAMES = [game for name in tt.games() for game in variants(tt.rulebook(name))]


@pytest.mark.parametrize("game", GAMES, ids=label)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_game(check: Check, game: tt.Game) -> None:
    check(game, SEEDS[0])


@pytest.mark.parametrize("game", GAMES, ids=label)
@pytest.mark.parametrize("check", NATIVE, ids=lambda check: check.__name__)
def test_every_game_compiled(check: Check, game: tt.Game) -> None:
    for seed in SEEDS:
        check(game, seed)
