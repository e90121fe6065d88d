"""Fixed plans for Machi Koro as bots of one's own, let loose in the arena: python examples/plans.py [PLAYERS] [GAMES]

A plan is a list of cards with the number wanted of each; the player builds the first that is wanted and affordable, and
saves for landmarks when all are there. Plans show what a strategy is worth and how a bot is added in a few lines.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console

import tabletown as tt
from tabletown import bots
from tabletown.compile.engine import engine
from tabletown.lab.arena import arena

PLANS = {
    "cheese": [("ranch", 5), ("train_station", 1), ("cheese_factory", 3)],
    "furniture": [("forest", 4), ("train_station", 1), ("furniture_factory", 2), ("mine", 2)],
    "market": [("wheat_field", 4), ("train_station", 1), ("fruit_and_vegetable_market", 3), ("apple_orchard", 2)],
    "shops": [("bakery", 4), ("convenience_store", 4), ("shopping_mall", 1)],
    "restaurants": [("cafe", 4), ("convenience_store", 2), ("train_station", 1), ("family_restaurant", 4)],
}
LANDMARKS = [("train_station", 1), ("shopping_mall", 1), ("amusement_park", 1), ("radio_tower", 1)]


class Plan:
    """Follows its list; two dice once the Train Station stands, unless the plan lives on low numbers."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._wishes = [*PLANS[name], *LANDMARKS]
        self._two_dice = ("train_station", 1) in PLANS[name]

    def choose(self, game: tt.Game, position: np.ndarray, seat: int, seed: int) -> bots.Choice:
        legal = {game.moves.text_of(move): move for move in engine(game.rulebook).legal(position)}
        return bots.Choice(legal[self._wanted(game, position, seat, legal)], game=game, position=position, seat=seat)

    def _wanted(self, game: tt.Game, position: np.ndarray, seat: int, legal: dict[str, int]) -> str:
        if "dice 1" in legal:
            return "dice 2" if self._two_dice else "dice 1"
        s: Any = game.rulebook.state.proxy(position)
        for wish, number in self._wishes:
            field = game.rulebook.state.fields[
                "landmarks" if game.moves.id_of(f"erect {wish}") is not None else "cities"
            ]
            held = getattr(s, field.name)[seat, list(field.by[1]).index(wish)]  # type: ignore[arg-type]
            for text in (f"build {wish}", f"erect {wish}"):
                if held < number and text in legal:
                    return text
        return next(text for text in ("pass", "keep", "decline", *legal) if text in legal)


def maker(name: str) -> Callable[[], Plan]:
    return lambda: Plan(name)


def main(players: int = 2, games: int = 200) -> None:
    for name in PLANS:
        bots.register(name, maker(name))
    result = arena(tt.game("machi-koro", players=players), list(PLANS), games, seed=1, jobs=1)
    Console().print(result.table())
    print("wins by seat:", [round(share, 3) for share in result.wins_by_seat])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
