"""Names and numbers of this game as parts of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import listed

from ..components import FIRST_SHAPE, FIRST_T, NAMES, RESOURCES, TILES
from ..state import town_tiles


def name_of(kind: int) -> str:
    """The name of a tile; tracks are named by their form."""
    if kind < FIRST_SHAPE:
        return NAMES[TILES[kind]]
    shape = kind - FIRST_SHAPE
    return "T-junction" if shape >= FIRST_T else "straight track" if shape < 2 else "curve"


def building_name(s: Any, seat: int, building: int) -> str:
    """A building by name, and by place where the town has another of that name."""
    if building >= s.building_count[seat]:
        return f"building {building}"
    return tile_name(s, seat, s.tile_of[seat, building])


def tile_name(s: Any, seat: int, tile: int) -> str:
    kind = s.tiles[seat, tile]
    name = str(name_of(kind))
    return name if town_tiles(s, seat).count(kind) == 1 else f"{name} {place_words(s, seat, tile)}"


def place_words(s: Any, seat: int, tile: int) -> str:
    """Where a tile lies, seen from the Mine: '2 north, 1 east of the Mine'."""
    if tile >= s.tile_count[seat]:
        return f"number {tile}"
    row, column = s.rows[seat, tile], s.columns[seat, tile]
    parts = [f"{abs(row)} {'south' if row > 0 else 'north'}"] if row else []
    parts += [f"{abs(column)} {'east' if column > 0 else 'west'}"] if column else []
    return f"{', '.join(parts)} of the Mine"


def points(vp: int) -> str:
    return f"{vp} VP"


def cubes_in_words(counts: Sequence[int]) -> str:
    """'3 stone and 5 wood'; the empty text for nothing."""
    return listed([f"{count} {resource}" for resource, count in zip(RESOURCES, counts, strict=True) if count])
