"""What a player of Minecart Town does without thinking: how much rather a playout makes one move than another."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    CONVERT,
    CONVERT_DIFFERENT,
    FOREST,
    IS_BUILDING,
    MINE,
    OP,
    OPEN_SIDES,
    ROUNDS,
    SHAPE_ENDS,
    SLOTS,
    SPENT,
    STONE,
    TYPES,
    WOOD,
)
from ..moves import (
    AT,
    BUY,
    CELL,
    CUBE,
    DONE,
    END_PICK,
    END_PULL,
    END_SET,
    END_TRACKS,
    PASS,
    SHAPE,
    TRACKS,
    TYPE,
    UPGRADE,
)
from ..rules.effects import conversion_of
from ..rules.town import COLUMN_STEP, ROW_STEP, ends_into, free_slots, homes_of, in_town, kind_of, linked_sides
from ..rules.transport import next_type
from ..state import ACTION, DROP, GAIN, LOOP, PICK, PLACE, PULL, SET, SHAPING, STEP
from .tile_value import cubes_spent, demand, tile_worth, worth_on

NONE = -1
SELDOM, ALIKE, OFTEN, ALWAYS = 1, 4, 12, 400
HALF_A_POINT = 6


@rule
def rollout_weight(s, move):
    """The weight of a legal move in a playout."""
    phase = s.phase
    if phase == DROP:
        return lean_to_home(s, move - AT)
    if phase == PICK:
        return SELDOM if move == END_PICK else lean_to_lift(s, move - CUBE, s.last)
    if phase == ACTION:
        return lean_to_action(s, move)
    if phase == PLACE:
        return lean_to_cell(s, move - CELL)
    if phase == STEP:
        return lean_to_step(s, move)
    if phase == SHAPING:
        return lean_to_shape(s, move - SHAPE)
    if phase == LOOP:
        return lean_to_finish(s, move)
    if phase == PULL:
        return SELDOM if move == END_PULL else OFTEN
    if phase == SET:
        return SELDOM if move == END_SET else OFTEN
    if phase == GAIN:
        return SELDOM + demand(s, move - TYPE)
    return ALIKE


# ------------------------------------------------------------------ building


@rule
def lean_to_action(s, move):
    """Buy what fits the town where rail waits for it, link what isn't linked."""
    if move == PASS:
        return SELDOM
    if move == TRACKS:
        return lean_to_tracks(s)
    if move >= CUBE:
        return SELDOM
    kind = s.display[move - BUY]
    worth = max(0, tile_worth(s, kind)) // HALF_A_POINT
    if SLOTS[kind] > 0 and not rail_end_waits(s):
        worth = min(worth, SELDOM)
    return min(SELDOM, ROUNDS - s.round) + worth * worth


@rule
def lean_to_tracks(s):
    """As much as there are buildings without rail; or when no rail end waits for a building."""
    weight = 0 if rail_end_waits(s) else OFTEN * (1 + ROUNDS - s.round)
    for building in range(s.building_count[s.turn]):
        if waits_for_rail(s, s.tile_of[s.turn, building]):
            weight += OFTEN
    return weight


@rule
def rail_end_waits(s):
    for tile in range(s.tile_count[s.turn]):
        if s.incoming[s.turn, tile] != 0:
            return True
    return False


@rule
def waits_for_rail(s, tile):
    """Whether a building that takes cubes has no link; wood and stone pay where they lie, so Forest and Mine may have no need of one."""
    kind = s.tiles[s.turn, tile]
    if IS_BUILDING[kind] == 0 or SLOTS[kind] == 0 or linked_sides(s, s.turn, tile) != 0:
        return False
    if kind in (MINE, FOREST):
        return demand(s, STONE if kind == MINE else WOOD) > 0
    return True


@rule
def lean_to_cell(s, cell):
    """A building that takes cubes goes where rail waits for it, another one anywhere else."""
    ends = count_of_bits(ends_into(s, s.turn, cell))
    if SLOTS[s.buying] > 0:
        return SELDOM + ALWAYS * ends
    if ends > 0:
        return SELDOM
    return ALIKE * tiles_around(s, cell)


@rule
def tiles_around(s, cell):
    touched = 0
    for side in range(4):
        if neighbour(s, cell, side) != NONE:
            touched += 1
    return touched


# ------------------------------------------------------------------ cubes


@rule
def home_worth(s, building, resource):
    """What a cube brings on a building as it is filled now: little where its partners are missing."""
    kind = kind_of(s, s.turn, building)
    worth = worth_on(s, kind, resource)
    effect = conversion_of(kind)
    if worth == 0 or effect == NONE:
        return worth
    if OP[kind, effect] == CONVERT_DIFFERENT:
        return worth if s.cubes[s.turn, building, resource] == 0 else 0
    if OP[kind, effect] == CONVERT:
        return worth * sets_to_join(s, building, kind, effect, resource) // ALIKE
    return worth


@rule
def sets_to_join(s, building, kind, effect, resource):
    """In quarters: whether the next cube of a type finds its partners on the building, among the lifted cubes or not at all."""
    sets = s.cubes[s.turn, building, resource] // SPENT[kind, effect, resource]
    if (sets + 1) * cubes_spent(kind, effect) > SLOTS[kind]:
        return 0
    for other in range(TYPES):
        if other != resource and SPENT[kind, effect, other] > 0:
            there = s.cubes[s.turn, building, other] + lifted(s, other)
            if s.phase != DROP:
                there = in_town(s, s.turn, other)
            if there < (sets + 1) * SPENT[kind, effect, other]:
                return 1
    return ALIKE


@rule
def lifted(s, resource):
    total = 0
    for building in range(s.building_count[s.turn]):
        total += s.hand[building, resource]
    return total


@rule
def lean_to_home(s, building):
    """Set a cube down where it is worth points, or becomes something else."""
    worth = home_worth(s, building, next_type(s))
    return SELDOM + worth * worth * worth


@rule
def lean_to_lift(s, code, first):
    """Lift the cubes that are worth more elsewhere, in the order in which they are asked for."""
    if not is_misplaced(s, code):
        return 0
    for earlier in range(first, code):
        if is_misplaced(s, earlier):
            return 0
    return ALWAYS


@rule
def is_misplaced(s, code):
    """Whether a cube is worth more on another building that has a free slot."""
    building = code // TYPES
    resource = code % TYPES
    if s.cubes[s.turn, building, resource] == 0:
        return False
    here = worth_on(s, kind_of(s, s.turn, building), resource)
    homes = homes_of(s, building, resource)
    for other in range(s.building_count[s.turn]):
        if (
            homes >> other & 1 == 1
            and other != building
            and free_slots(s, s.turn, other) > 0
            and home_worth(s, other, resource) > here
        ):
            return True
    return False


@rule
def lean_to_finish(s, move):
    """Round 4: convert what can be converted, then move cubes, then be done."""
    if move == DONE:
        return SELDOM
    if move >= CUBE:
        return lean_to_lift(s, move - CUBE, 0)
    return ALWAYS


# ------------------------------------------------------------------ tracks


@rule
def lean_to_step(s, move):
    """Lay a track that links a building to the rest, or one that leads on from it; and stop."""
    if move == END_TRACKS:
        return ALWAYS if rail_end_waits(s) else OFTEN
    if move >= UPGRADE:
        return lean_to_upgrade(s, move - UPGRADE)
    fresh = 0
    joined = 0
    for side in range(4):
        other = neighbour(s, move - CELL, side)
        if other != NONE and waits_for_rail(s, other):
            fresh += 1
        elif other != NONE and (s.tiles[s.turn, other] == FOREST or linked_sides(s, s.turn, other) != 0):
            joined = 1
    if ends_into(s, s.turn, move - CELL) != 0:
        joined = 1
    return SELDOM + joined * (OFTEN + 4 * OFTEN * fresh)


@rule
def lean_to_upgrade(s, tile):
    """For a building without rail beside a track, or for an end that leads on."""
    weight = SELDOM
    for side in range(4):
        if (OPEN_SIDES[s.tiles[s.turn, tile]] >> side) & 1 == 0:
            other = s.beside[s.turn, tile, side]
            if other < 0 and not rail_end_waits(s):
                weight += OFTEN
            elif other >= 0 and waits_for_rail(s, other):
                weight += 4 * OFTEN
    return weight


@rule
def lean_to_shape(s, shape):
    """Shapes that link what lies around, and those with an end for what is to come."""
    tile = s.upgrading
    linked = 0
    free = 0
    for side in range(4):
        if (SHAPE_ENDS[shape] >> side) & 1 == 1:
            other = neighbour(s, s.cell, side) if tile == NONE else max(NONE, s.beside[s.turn, tile, side])
            if other == NONE:
                free += 1
            elif (OPEN_SIDES[s.tiles[s.turn, other]] >> (side ^ 2)) & 1 == 1 and SLOTS[s.tiles[s.turn, other]] > 0:
                linked += 1
    if linked == 0:
        return SELDOM
    return OFTEN * OFTEN * (linked - 1) + OFTEN * free + SELDOM


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
