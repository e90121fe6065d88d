"""What experiments with Minecart Town may change, and what they count."""

from __future__ import annotations

from tabletown.core.rule import rule
from tabletown.core.values import Values

from .components import BUILDING_TILES, MAX_EFFECTS, RESOURCES, SPACES
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

CLOSE = 5


@rule
def thing_of(s, move):
    """The tile that is bought."""
    return s.display[move - BUY] if BUY <= move < BUY + SPACES else -1


@rule
def clock(s):
    """The round."""
    return s.round
