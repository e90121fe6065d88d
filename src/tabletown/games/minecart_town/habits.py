"""What a player of Minecart Town does without thinking: how much rather a playout makes one move than another."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from ...core.rule import rule
from .components import (
    CONVERT,
    GIVEN,
    MAX_EFFECTS,
    OP,
    OPEN_SIDES,
    POINTS,
    RESOURCE,
    SHAPE_ENDS,
    SPENT,
    TYPES,
    VP_PER_CUBE,
)
from .moves import AT, CELL, CUBE, DONE, END_PICK, END_PULL, END_TRACKS, PASS, SHAPE, TRACKS, UPGRADE
from .state import ACTION, DROP, LOOP, PICK, PLACE, PULL, SHAPING, STEP
from .town import COLUMN_STEP, ROW_STEP, ends_into, kind_of
from .transport import next_type

NONE = -1
SELDOM, ALIKE, OFTEN = 1, 4, 12


@rule
def lean(s, move):
    """The weight of a legal move in a playout."""
    phase = s.phase
    if phase == DROP:
        return lean_to_home(s, move - AT)
    if phase in (PICK, PULL):
        return SELDOM if move in (END_PICK, END_PULL) else OFTEN
    if phase == ACTION:
        return lean_to_action(move)
    if phase == PLACE:
        return SELDOM + OFTEN * count_of_bits(ends_into(s, s.turn, move - CELL))
    if phase == STEP:
        return lean_to_step(s, move)
    if phase == SHAPING:
        return lean_to_shape(s, move - SHAPE)
    if phase == LOOP:
        return lean_to_finish(move)
    return ALIKE


@rule
def lean_to_action(move):
    """Build while there is something to build with."""
    if move == PASS:
        return SELDOM
    return ALIKE if move == TRACKS else OFTEN


@rule
def lean_to_finish(move):
    """Round 4: convert what can be converted, then move cubes, then be done."""
    if move == DONE:
        return SELDOM
    return ALIKE if move >= CUBE else OFTEN


@rule
def lean_to_home(s, building):
    """Set a cube down where it is worth points, or becomes something else."""
    resource = next_type(s)
    kind = kind_of(s, s.turn, building)
    weight = SELDOM
    for effect in range(MAX_EFFECTS):
        if OP[kind, effect] == CONVERT and SPENT[kind, effect, resource] > 0:
            given = 0
            for other in range(TYPES):
                given += GIVEN[kind, effect, other]
            weight += ALIKE * (POINTS[kind, effect] + given)
        elif OP[kind, effect] == VP_PER_CUBE and RESOURCE[kind, effect] == resource:
            weight += ALIKE * max(0, POINTS[kind, effect])
    return weight


# ------------------------------------------------------------------ tracks


@rule
def lean_to_step(s, move):
    """Lay tracks in cells that touch several tiles; stop early."""
    if move == END_TRACKS:
        return OFTEN
    if move >= UPGRADE:
        return SELDOM
    touched = 0
    for side in range(4):
        if neighbour(s, move - CELL, side) != NONE:
            touched += 1
    return SELDOM + OFTEN * (touched - 1)


@rule
def lean_to_shape(s, shape):
    """Shapes that link what lies around."""
    if s.cell == NONE:
        return ALIKE
    linked = 0
    for side in range(4):
        if (SHAPE_ENDS[shape] >> side) & 1 == 1:
            other = neighbour(s, s.cell, side)
            if other != NONE and (OPEN_SIDES[s.tiles[s.turn, other]] >> (side ^ 2)) & 1 == 1:
                linked += 1
    return SELDOM + OFTEN * linked * linked


@rule
def neighbour(s, cell, side):
    """The tile on a side of an empty cell, or NONE."""
    row = s.rows[s.turn, cell >> 2] + ROW_STEP[cell & 3] + ROW_STEP[side]
    column = s.columns[s.turn, cell >> 2] + COLUMN_STEP[cell & 3] + COLUMN_STEP[side]
    for tile in range(s.tile_count[s.turn]):
        if s.rows[s.turn, tile] == row and s.columns[s.turn, tile] == column:
            return tile
    return NONE


@rule
def count_of_bits(sides):
    return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1)
