"""Mine Carts: lay track before your carts, roll past pickaxes, dig ore, and don't collide."""

from __future__ import annotations

from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.option import SEAT_NAMES, choice, flag, number

from .components import EDGE_SECTIONS, TILE_COUNT
from .moves import MOVES
from .state import FIRST_PLAYERS, ORDER_CHOICES, STATE, TIE_BREAKS


def conflict(players: int, options: dict[str, Any]) -> str | None:
    first = options["first_player"]
    if first.startswith("seat_") and int(first[-1]) >= players:
        return f"The first player can't be {first}: there are only {players} players."
    return None


RULEBOOK = Rulebook(
    name="mine-carts",
    title="Mine Carts",
    package=__name__,
    players=(2, 4),
    state=STATE,
    moves=MOVES,
    max_legal=max(EDGE_SECTIONS, TILE_COUNT),
    tagline="Lay track before your carts, roll past pickaxes, dig ore, and don’t collide",
    designers="Joel Ek",
    publishers="",
    secrets=True,
    minutes="30-60",
    accent=("#70439F", "#4D2B72", "#E7DBF7"),
    options=(
        flag("hidden_ore", "The others see only how many ore tokens you hold; the end shows all").shown(
            "Ore is kept secret"
        ),
        choice("tie_break", TIE_BREAKS, "Equal scores share the win, or the more precious ore decides").shown(
            "Equal scores", names=("share the win", "finer ore wins"), rare=True
        ),
        choice("first_player", FIRST_PLAYERS, "Who begins: drawn by lot, or a named seat").shown(
            "Who begins?", names=("By lot", *SEAT_NAMES)
        ),
        choice(
            "order_choice", ORDER_CHOICES, "Two carts of one player before a new tile: A first, or the owner is asked"
        ).shown("Two of your carts before one tile", names=("cart A runs first", "you are asked"), rare=True),
        number(
            "setup_changes", 0, 9, 0, "How often each player may move a cart again before the first turn", for_people=3
        ).shown("Second thoughts before the first turn", rare=True),
    ),
    reconstructed=True,
    conflict=conflict,
)
