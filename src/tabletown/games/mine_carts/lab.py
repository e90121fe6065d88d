"""What experiments with Mine Carts may change, and what they count."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.core.rule import rule
from tabletown.core.values import Values

from .components import CARTS, ORES, TILE_NAMES, TURNS
from .moves import PLAY_TILE
from .state import DRAW

MOST_TOKENS = 120
"""The record has room for so many."""

BOUNDS = [
    Values("ore", "vp", 0, 12, "points", "points"),
    Values("ore", "count", 0, 40, "tokens", "tokens"),
]

THINGS = TILE_NAMES

DEALT = True

CLOSE = 3
"""One iron."""


def refusal(values: Mapping[str, int]) -> str | None:
    """There must be something to dig, and room for it."""
    tokens = sum(values[f"{ore}.count"] for ore in ORES)
    if tokens == 0:
        return "With no ore in the ground there is nothing to dig; leave at least one token."
    if tokens > MOST_TOKENS:
        return f"There can be {MOST_TOKENS} ore tokens at most, not {tokens}."
    return None


@rule
def thing_of(s, move):
    """The tile that was drawn and is laid."""
    return s.hand - 1 if PLAY_TILE <= move < PLAY_TILE + CARTS * TURNS else -1


@rule
def clock(s):
    """The round: how often everybody has laid a tile, and one more."""
    return 1 + s.turns // s.players


@rule
def chance_owner(s):
    """A tile belongs to the player who draws it; ore and the first turn to nobody."""
    return s.turn if s.phase == DRAW else -1
