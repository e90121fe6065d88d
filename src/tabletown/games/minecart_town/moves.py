"""The decisions of Minecart Town, of players and of chance."""

from __future__ import annotations

from tabletown.core.move import Moves, kind
from tabletown.core.record import MAX_SEATS

from .components import BUILDING_TILES, MAX_BUILDINGS, MAX_TILES, RESOURCES, SHAPES, SIDES, SPACES, TYPES

MOVES = Moves(
    kind("buy", space=range(SPACES), target="space-{space}"),
    kind("tracks"),
    kind("pass"),
    kind("end_tracks"),
    kind("end_pull"),
    kind("end_pick"),
    kind("end_set"),
    kind("done"),
    kind("type", resource=RESOURCES),
    kind("shape", shape=SHAPES),
    kind("at", building=range(MAX_BUILDINGS), target="building-{me}-{building}"),
    kind("cube", building=range(MAX_BUILDINGS), resource=RESOURCES, target="cube-{me}-{building}-{resource}"),
    kind("cell", tile=range(MAX_TILES), side=SIDES, target="cell-{me}-{tile}-{side}"),
    kind("upgrade", tile=range(MAX_TILES), target="tile-{me}-{tile}"),
    kind("begin", seat=range(MAX_SEATS), chance=True),
    kind("reveal", tile=BUILDING_TILES, chance=True),
)

MAX_LEGAL = 1 + MAX_BUILDINGS * (1 + TYPES)
"""Round 4: be done, convert on each building, or lift a cube of each type from it."""

BUY = MOVES.first("buy")
TRACKS = MOVES.first("tracks")
PASS = MOVES.first("pass")
END_TRACKS = MOVES.first("end_tracks")
END_PULL = MOVES.first("end_pull")
END_PICK = MOVES.first("end_pick")
END_SET = MOVES.first("end_set")
DONE = MOVES.first("done")
TYPE = MOVES.first("type")
SHAPE = MOVES.first("shape")
AT = MOVES.first("at")
CUBE = MOVES.first("cube")
CELL = MOVES.first("cell")
UPGRADE = MOVES.first("upgrade")
BEGIN = MOVES.first("begin")
REVEAL = MOVES.first("reveal")
