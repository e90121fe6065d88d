"""Every value of every game at both of its bounds, each by itself: too many games for the suite.

    python tests/lab/every_value.py [GAME ...]

Each game is played to its end by plain Python, with all its checks, then drawn, saved and read back.
"""

from __future__ import annotations

import os
import sys

import tabletown as tt
from tabletown.core.game import Game
from tabletown.core.values import values_of
from tabletown.core.variant import structure
from tabletown.testing.drawing import complaints


def check_variant(game: Game, moves: int) -> tt.Match:
    """A changed game has the printed one's structure, conserves, draws itself and reads itself back."""
    printed = game.rulebook.printed
    assert printed is not None, "nothing is changed"
    assert structure(game.rulebook) == structure(printed)
    match = tt.Match(game, seed=11)
    kept = game.rulebook.declarations.conserved(match.position)
    for _ in range(moves):
        if not match.over:
            match.step_chance() if match.actor == tt.CHANCE else match.push(match.random_move())
    assert game.rulebook.declarations.conserved(match.position) == kept
    again = tt.Match.load(match.save())
    assert again.dump() == match.dump()
    assert again.game == game
    assert not complaints(match.svg(0)), game.change
    return match


def main() -> None:
    os.environ["TABLETOWN_ENGINE"] = "interpreted"
    for name in sys.argv[1:] or tt.games():
        played = 0
        for key, value in values_of(tt.rulebook(name)).items():
            for number in {value.low, value.high} - {value.printed}:
                match = check_variant(tt.game(name, players=2, change={key: number}), moves=20_000)
                assert match.over, (key, number)
                played += 1
        print(f"{name}: {played} games", flush=True)


if __name__ == "__main__":
    main()
