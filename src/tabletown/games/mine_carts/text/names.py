"""What gates, cells and carts are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import possessive

from ..components import CARTS, COLUMNS, ROWS
from ..state import REPLACE

LETTERS = "AB"
"""The carts of a player."""

ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:ROWS]
"""The rows of the mine, from the top."""

SIDES = (("top", 2 * COLUMNS), ("right", 2 * ROWS), ("bottom", 2 * COLUMNS), ("left", 2 * ROWS))
"""The sides of the mine with the number of their gates, clockwise."""


def cell_name(cell: int) -> str:
    """A cell by row letter and column number, A1 at the top left."""
    row, column = divmod(cell, COLUMNS)
    return f"{ROW_LETTERS[row]}{column + 1}"


def gate_name(section: int) -> str:
    """A gate by its side and its number there."""
    for side, gates in SIDES:
        if section < gates:
            return f"{side} gate {section + 1}"
        section -= gates
    raise ValueError("the edge has no such section")


def gate_number(section: int) -> int:
    """The number of a gate on its side, counted clockwise."""
    return int(gate_name(section).rpartition(" ")[2])


def cart_name(cart: int) -> str:
    return f"cart {LETTERS[cart]}"


def cart_to_place(s: Any) -> str:
    """The cart that is placed next in the set-up, or placed elsewhere."""
    return cart_name(s.picked_up if s.phase == REPLACE else s.placed // s.players)


def whose_cart(figure: int, names: Sequence[str]) -> str:
    """A cart by its number (2 x seat + cart), with its owner."""
    return f"{possessive(names[figure // CARTS])} {cart_name(figure % CARTS)}"
