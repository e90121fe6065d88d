"""What experiments with Minecart Town may change, and what they count."""

from __future__ import annotations

from typing import Any

from tabletown.core.rule import rule
from tabletown.core.values import Values

from .components import BUILDING_TILES, MARKET_ROWS, MAX_EFFECTS, RESOURCES, SPACES
from .moves import BUY

BUILDING_CUBES = ("wood", "stone")
OTHER_CUBES = tuple(kind for kind in RESOURCES if kind not in BUILDING_CUBES)


def _effect(n: int) -> list[Values]:
    """The values of one effect of every tile. More wood or stone would build more tiles than a town has room for."""
    gain = (f"effects.{n}.op", ("gain",))
    return [
        Values("building", f"effects.{n}.vp", 1, 20, "points", "points"),
        Values("building", f"effects.{n}.full_bonus.vp", 1, 20, "points when full", "points"),
        *(Values("building", f"effects.{n}.resources.{kind}", 1, 3, kind, "cubes", gain) for kind in BUILDING_CUBES),
        *(Values("building", f"effects.{n}.resources.{kind}", 1, 6, kind, "cubes", gain) for kind in OTHER_CUBES),
        *(Values("building", f"effects.{n}.output.{kind}", 1, 6, kind, "cubes") for kind in OTHER_CUBES),
    ]


BOUNDS = [
    *(Values("building", f"cost.{kind}", 0, 5, f"cost in {kind}", "cubes") for kind in BUILDING_CUBES),
    *(value for n in range(MAX_EFFECTS) for value in _effect(n)),
]

THINGS = BUILDING_TILES

BY_WEIGHT = True
"""A tile that is bought scores once it is placed, linked and supplied, many decisions later."""

CLOSE = 5


@rule
def thing_of(s, move):
    """The tile that is bought."""
    return s.display[move - BUY] if BUY <= move < BUY + SPACES else -1


@rule
def clock(s):
    """The round."""
    return s.round


def covers(one: str, other: str) -> bool:
    """A tile of the same bag that takes the same cubes, costs no more and has no fewer slots and no smaller effects."""
    a, b = (MARKET_ROWS[BUILDING_TILES.index(name)] for name in (one, other))
    same = all(a[key] == b[key] for key in ("type", "accepts", "is_building")) and a["slots"] >= b["slots"]
    cheap = all(a["cost"][kind] <= b["cost"][kind] for kind in BUILDING_CUBES)
    return same and cheap and no_less(a["effects"], b["effects"])


def no_less(one: Any, other: Any) -> bool:
    """Whether two effects have the same words and the first has no smaller number; what it takes is the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            one[key] == other[key] if key == "input" else no_less(one[key], other[key]) for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(no_less, one, other))
    if isinstance(one, int) and isinstance(other, int) and not isinstance(one, bool):
        return one >= other
    return bool(one == other)
