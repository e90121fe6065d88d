"""The rollout policy of Minecart Town: how likely a rollout is to choose one legal move rather than another.

It links buildings that have no rail, buys tiles that fit the town, and carries cubes to where they bring points.
"""

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
from ..state import ACTION, GAIN, LOOP, PICK, PLACE, PULL, SET, SHAPING, STEP
from .tile_value import cubes_spent, demand, tile_value, value_on

NONE = -1
RARE, EVEN, LIKELY, DOMINANT = 1, 4, 12, 400
HALF_A_POINT = 6
QUARTERS = 4


@rule
def rollout_weight(s, move):
    """The weight of a legal move in a rollout."""
    phase = s.phase
    if phase == PICK:
        return weight_of_pick(s, move)
    if phase == ACTION:
        return weight_of_action(s, move)
    if phase == PLACE:
        return weight_of_cell(s, move - CELL)
    if phase == STEP:
        return weight_of_step(s, move)
    if phase == SHAPING:
        return weight_of_shape(s, move - SHAPE)
    if phase == LOOP:
        return weight_of_final_move(s, move)
    if phase == PULL:
        return RARE if move == END_PULL else LIKELY
    if phase == SET:
        return RARE if move == END_SET else LIKELY
    if phase == GAIN:
        return RARE + demand(s, move - TYPE)
    return EVEN


# ------------------------------------------------------------------ building


@rule
def weight_of_action(s, move):
    """Buy what fits the town if a rail end is ready for it; otherwise lay tracks."""
    if move == PASS:
        return RARE
    if move == TRACKS:
        return weight_of_tracks(s)
    if move >= CUBE:
        return RARE
    kind = s.display[move - BUY]
    value = max(0, tile_value(s, kind)) // HALF_A_POINT
    if SLOTS[kind] > 0 and not has_open_rail_end(s):
        value = min(value, RARE)
    return min(RARE, ROUNDS - s.round) + value * value


@rule
def weight_of_tracks(s):
    """More for each building without rail, and when no rail end points into an empty cell."""
    weight = 0 if has_open_rail_end(s) else LIKELY * (1 + ROUNDS - s.round)
    for building in range(s.building_count[s.turn]):
        if needs_rail(s, s.tile_of[s.turn, building]):
            weight += LIKELY
    return weight


@rule
def has_open_rail_end(s):
    """Whether a rail end of the town points into an empty cell."""
    for tile in range(s.tile_count[s.turn]):
        if s.incoming[s.turn, tile] != 0:
            return True
    return False


@rule
def needs_rail(s, tile):
    """Whether a building that takes cubes has no link yet.

    Wood and stone can be paid from where they lie, so Mine and Forest need a link only if the town has a use for them.
    """
    kind = s.tiles[s.turn, tile]
    if IS_BUILDING[kind] == 0 or SLOTS[kind] == 0 or linked_sides(s, s.turn, tile) != 0:
        return False
    if kind in (MINE, FOREST):
        return demand(s, STONE if kind == MINE else WOOD) > 0
    return True


@rule
def weight_of_cell(s, cell):
    """A building that takes cubes goes where rail ends point, any other building elsewhere."""
    ends = count_bits(ends_into(s, s.turn, cell))
    if SLOTS[s.buying] > 0:
        return RARE + DOMINANT * ends
    if ends > 0:
        return RARE
    return EVEN * tiles_around(s, cell)


@rule
def tiles_around(s, cell):
    touched = 0
    for side in range(4):
        if neighbour(s, cell, side) != NONE:
            touched += 1
    return touched


# ------------------------------------------------------------------ cubes


@rule
def weight_of_pick(s, move):
    """Lift all cubes that have more value elsewhere, then set them down, then end the session."""
    if move == END_PICK:
        return RARE
    if move >= CUBE:
        return weight_of_lift(s, move - CUBE)
    return weight_of_drop(s, move - AT)


@rule
def home_value(s, building, resource, from_hand):
    """The value of a cube on a building as it is filled now: little where the other cubes of its set are missing.

    They are looked for among the cubes there and in the hand, or in the whole town.
    """
    kind = kind_of(s, s.turn, building)
    value = value_on(s, kind, resource)
    effect = conversion_of(kind)
    if value == 0 or effect == NONE:
        return value
    if OP[kind, effect] == CONVERT_DIFFERENT:
        return value if s.cubes[s.turn, building, resource] == 0 else 0
    if OP[kind, effect] == CONVERT:
        return value * share_of_set(s, building, kind, effect, resource, from_hand) // QUARTERS
    return value


@rule
def share_of_set(s, building, kind, effect, resource, from_hand):
    """How much of its value the next cube of a type has here, in quarters.

    All of it if the other cubes of its set are at hand, a quarter if they are missing, nothing if the slots are full.
    """
    sets = s.cubes[s.turn, building, resource] // SPENT[kind, effect, resource]
    if (sets + 1) * cubes_spent(kind, effect) > SLOTS[kind]:
        return 0
    for other in range(TYPES):
        if other != resource and SPENT[kind, effect, other] > 0:
            there = s.cubes[s.turn, building, other] + lifted(s, other)
            if not from_hand:
                there = in_town(s, s.turn, other)
            if there < (sets + 1) * SPENT[kind, effect, other]:
                return 1
    return QUARTERS


@rule
def lifted(s, resource):
    total = 0
    for building in range(s.building_count[s.turn]):
        total += s.hand[building, resource]
    return total


@rule
def weight_of_drop(s, building):
    """Set a cube down where it has most value."""
    value = home_value(s, building, next_type(s), True)
    return RARE + value * value * value


@rule
def weight_of_lift(s, code):
    """Lift the cubes that have more value elsewhere, in the order of their codes."""
    if not is_misplaced(s, code):
        return 0
    for earlier in range(code):
        if is_misplaced(s, earlier):
            return 0
    return DOMINANT


@rule
def is_misplaced(s, code):
    """Whether a cube has more value on another building that has a free slot."""
    building = code // TYPES
    resource = code % TYPES
    if s.cubes[s.turn, building, resource] == 0:
        return False
    here = value_on(s, kind_of(s, s.turn, building), resource)
    homes = homes_of(s, building, resource)
    for other in range(s.building_count[s.turn]):
        if (
            homes >> other & 1 == 1
            and other != building
            and free_slots(s, s.turn, other) > 0
            and home_value(s, other, resource, False) > here
        ):
            return True
    return False


@rule
def weight_of_final_move(s, move):
    """Round 4: convert what can be converted, then move cubes, then be done."""
    if move == DONE:
        return RARE
    if move >= CUBE:
        return weight_of_lift(s, move - CUBE)
    return DOMINANT


# ------------------------------------------------------------------ tracks


@rule
def weight_of_step(s, move):
    """Lay a track that links a building to the network or extends it, then stop."""
    if move == END_TRACKS:
        return DOMINANT if has_open_rail_end(s) else LIKELY
    if move >= UPGRADE:
        return weight_of_upgrade(s, move - UPGRADE)
    fresh = 0
    joined = 0
    for side in range(4):
        other = neighbour(s, move - CELL, side)
        if other != NONE and needs_rail(s, other):
            fresh += 1
        elif other != NONE and (s.tiles[s.turn, other] == FOREST or linked_sides(s, s.turn, other) != 0):
            joined = 1
    if ends_into(s, s.turn, move - CELL) != 0:
        joined = 1
    return RARE + joined * (LIKELY + 4 * LIKELY * fresh)


@rule
def weight_of_upgrade(s, tile):
    """Upgrade a track beside a building without rail, or to get an open rail end where there is none."""
    weight = RARE
    for side in range(4):
        if (OPEN_SIDES[s.tiles[s.turn, tile]] >> side) & 1 == 0:
            other = s.beside[s.turn, tile, side]
            if other < 0 and not has_open_rail_end(s):
                weight += LIKELY
            elif other >= 0 and needs_rail(s, other):
                weight += 4 * LIKELY
    return weight


@rule
def weight_of_shape(s, shape):
    """Shapes that link the surrounding tiles, then those with open ends for tiles to come."""
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
        return RARE
    return LIKELY * LIKELY * (linked - 1) + LIKELY * free + RARE


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
def count_bits(sides):
    return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1)
