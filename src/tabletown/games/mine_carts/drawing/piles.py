"""The piles: face-down tiles, and the ore still in the ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.core.grammar import count
from tabletown.draw.shapes import group, rect
from tabletown.draw.states import NOTHING, target
from tabletown.draw.text import display, words
from tabletown.draw.tokens import INK, INK_SOFT, PAPER_DEEP

from ..components import ORE_COUNT, ORE_NAMES, ORE_TOKENS, ORES, PICKAXE, TILE_COUNT
from .pieces import ore_heap, ore_token
from .track import tile_back


def piles(
    x: float,
    y: float,
    width: float,
    height: float,
    tiles: Sequence[int],
    ore: int,
    left: Mapping[str, int] | None,
    values: Mapping[str, int],
) -> str:
    """Face-down tiles and the ore still to be drawn; `left` is None while the kinds are hidden."""
    half, cy, size = width / 2, y + 36, 46
    depth = 1 + min(4, len(tiles) * 5 // (TILE_COUNT + 1)) if tiles else 0
    note = "Tile faces, pickaxes and ore values are reconstructed"
    stack = "".join(tile_back(x + 22 + i * 2.4, cy - size / 2 + 5 - i * 3, size) for i in range(depth))
    text_x = x + 22 + size + 24
    tiles_left, picks = f"Track tiles, {len(tiles)} of {TILE_COUNT} left", sum(int(PICKAXE[tile]) for tile in tiles)
    return group(
        rect(x, y, width, height, PAPER_DEEP, 16),
        target("pile", NOTHING, tiles_left, stack, text=f"{picks} of them show a pickaxe"),
        display(len(tiles), text_x, cy + 1, 24, INK),
        words("tile left" if len(tiles) == 1 else "tiles left", text_x, cy + 19, 12, INK_SOFT, 600),
        target(
            "ground",
            NOTHING,
            f"Ore, {ore} of {ORE_TOKENS} tokens left",
            ore_heap(x + half + 50, cy, 0.82),
            text="One is drawn blind for every pickaxe that a cart passes",
        ),
        display(ore, x + half + 92, cy + 1, 24, INK),
        words("ore left", x + half + 92, cy + 19, 12, INK_SOFT, 600),
        *[_kind_left(x + width * (i + 0.5) / len(ORES), y + 76, i, left, values) for i in range(len(ORES))],
        words(note, x + width / 2, y + height - 7, 10.5, INK_SOFT, 500, "middle"),
    )


def _kind_left(cx: float, cy: float, index: int, left: Mapping[str, int] | None, values: Mapping[str, int]) -> str:
    """One kind of ore and how much of it is in the ground, if that is known."""
    kind, total, worth = ORES[index], int(ORE_COUNT[index]), values[ORES[index]]
    known = f"{left[kind]} of {total} left" if left is not None else f"{total} in all"
    return target(
        f"kind-{kind}",
        NOTHING,
        f"{ORE_NAMES[kind]}, {known}",
        ore_token(cx - 13 if left is not None else cx, cy, 9.5, kind, value=False),
        words(f"×{left[kind]}", cx + 2, cy + 4.5, 12.5, INK, 700) if left is not None else "",
        text=f"Worth {count(worth, 'point')}",
    )
