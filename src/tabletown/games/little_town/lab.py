"""What experiments with Little Town Builders may change, and what they count."""

from __future__ import annotations

from tabletown.core.rule import rule
from tabletown.core.values import Values

from .components import BUILDINGS, CUBES, TILE_KINDS, TILES, most_of
from .moves import BUILD

BOUNDS = [
    Values("building", "vp", 0, 20, "points", "points"),
    *(
        Values("building", f"cost.{cube}", 0, most_of(tile, cube), f"cost in {cube}", "cubes", where=("id", (tile,)))
        for tile in BUILDINGS
        for cube in CUBES
    ),
    *(Values("building", f"output.{cube}", 1, 5, cube, "cubes") for cube in CUBES),
    Values("building", "output.coin", 1, 9, "coins", "coins"),
    Values("building", "output.vp", 1, 12, "points when used", "points"),
    Values("building", "output.vp_per", 0, 8, "points each", "points"),
    Values("goal", "vp", 0, 10, "points", "points"),
    Values("components", "start_coins", 0, 10, "coins at the start", "coins"),
]

THINGS = BUILDINGS

CLOSE = 3


@rule
def thing_of(s, move):
    """The tile that is built."""
    return move - BUILD if BUILD <= move < BUILD + TILE_KINDS else -1


@rule
def clock(s):
    """The round."""
    return s.round


def covers(one: str, other: str) -> bool:
    """A tile that does the same, costs no more, takes no more and gives no less, in points as well."""
    a, b = (TILES[BUILDINGS.index(name)] for name in (one, other))
    if a["kind"] != b["kind"] or a["kind"] not in ("gain", "convert"):
        return False
    asked = (*CUBES, "coin", "any")
    cheap = all(a[part].get(kind, 0) <= b[part].get(kind, 0) for part in ("cost", "input") for kind in asked)
    kinds = a["output"].keys() | b["output"].keys()
    rich = all(a["output"].get(kind, 0) >= b["output"].get(kind, 0) for kind in kinds)
    return cheap and rich and a["vp"] >= b["vp"]
