"""What gates, cells and carts are called, and counts as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..components import CARTS, COLUMNS, ORES, ROWS
from ..state import REPLACE

LETTERS = "AB"
COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    return COUNT_WORDS[count] if count < len(COUNT_WORDS) else str(count)


def plural(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def cell_name(cell: int) -> str:
    """A cell by row letter and column number, A1 at the top left."""
    row, column = divmod(cell, COLUMNS)
    return f"{chr(ord('A') + row)}{column + 1}"


def gate_name(section: int) -> str:
    """A gate by its side and its number there, counted clockwise."""
    for side, length in (("top", COLUMNS), ("right", ROWS), ("bottom", COLUMNS), ("left", ROWS)):
        if section < 2 * length:
            return f"{side} gate {section + 1}"
        section -= 2 * length
    raise ValueError("the edge has no such section")


def cart_name(cart: int) -> str:
    return f"cart {LETTERS[cart]}"


def cart_to_place(s: Any) -> str:
    """The cart that is placed next in the set-up, or placed elsewhere."""
    return cart_name(s.picked_up if s.phase == REPLACE else min(CARTS - 1, s.placed // s.players))


def whose_cart(figure: int, names: Sequence[str]) -> str:
    """A cart by its number (2 x seat + cart), with its owner."""
    return f"{names[figure // CARTS]}’s {cart_name(figure % CARTS)}"


def ore_words(kinds: Sequence[int]) -> str:
    """Counts by kind in words: 'coal and two silver'."""
    parts = [(f"{number(count)} " if count > 1 else "") + ORES[kind] for kind, count in enumerate(kinds) if count]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
