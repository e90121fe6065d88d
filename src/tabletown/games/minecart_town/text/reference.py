"""Every tile with what is left of it: what the bags hold is open, only their order is not."""

from __future__ import annotations

from typing import Any

from ..components import (
    COPIES,
    LETTERS,
    MARKET_KINDS,
    MARKET_ROWS,
    ROUNDS,
    SHAPE_COST,
    SPACES,
    SWAP_AFTER,
    TEE_COST,
    UPGRADE_COST,
)
from ..state import town_tiles
from ..view import bags_left
from .effect_words import TileOptions, rule_text


def reference(s: Any, names: list[str]) -> list[str]:
    """The bags and the tracks, then all tiles, those of a bag together. MT-10"""
    bags = bags_left(s)
    return [
        *(f"Bag {letter}, {bags[letter]} tiles left. {_when(letter)}" for letter in LETTERS),
        f"Tracks never run out. A straight or a curve costs {int(SHAPE_COST[0])} wood or stone, "
        f"a T-junction {TEE_COST}, turning a track into one {UPGRADE_COST}",
        *(_tile(s, kind) for kind in range(MARKET_KINDS)),
    ]


def _when(letter: str) -> str:
    return {
        "A": f"Its tiles come to the market in rounds 1 and {SWAP_AFTER}",
        "B": f"Its tiles come to the market in rounds {SWAP_AFTER + 1} and {ROUNDS}",
        "C": "Its tiles come to the market in every round",
    }[letter]


def _tile(s: Any, kind: int) -> str:
    row = MARKET_ROWS[kind]
    shown = sum(s.stacks[space] for space in range(SPACES) if s.display[space] == kind)
    built = sum(town_tiles(s, seat).count(kind) for seat in range(s.players)) + (s.buying == kind)
    counts = {"on the market": shown, "in the bag": s.bag[kind], "built": built, "out of the game": s.removed[kind]}
    places = ", ".join(f"{count} {where}" for where, count in counts.items() if count)
    price = " and ".join(f"{count} {cube}" for cube, count in row["cost"].items() if count)
    slots = f", {row['slots']} slots" if row["slots"] else ""
    left = f"{shown + s.bag[kind]} of {int(COPIES[kind])} left"
    text = rule_text(row["id"], TileOptions.at(s))
    return f"{row['name']} ({row['type']}), {left}: {places}. Costs {price}{slots}. {text}"
