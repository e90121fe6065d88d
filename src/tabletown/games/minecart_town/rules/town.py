"""A town: tiles on an endless grid, rails, and the networks they make."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ACCEPTS,
    DEPICTS,
    FIRST_SHAPE,
    FIRST_TEE,
    FOREST,
    IS_BUILDING,
    LINE_OF,
    MAX_BUILDINGS,
    MINE,
    OPEN_SIDES,
    SHAPE_ENDS,
    SLOTS,
    STONE,
    TYPES,
    WOOD,
)
from ..state import ACTION, FREE_TRANSPORT, KEEP, LOOP, PICK, PULL, SET

ROW_STEP = (-1, 0, 1, 0)
COLUMN_STEP = (0, 1, 0, -1)
NOWHERE = -1


# ------------------------------------------------------------------ laying tiles


@rule
def found_town(s, seat):
    """The starting tile: Mine west, Forest east, two buildings without rails or cubes. MT-14, MT-34"""
    lay_tile(s, seat, MINE, 0, 0)
    lay_tile(s, seat, FOREST, 0, 1)


@rule
def lay_tile(s, seat, kind, row, column):
    """Put a tile into an empty cell; it keeps its number and its place for good. MT-28, MT-33"""
    tile = s.tile_count[seat]
    s.tiles[seat, tile] = kind
    s.rows[seat, tile] = row
    s.columns[seat, tile] = column
    enter_tile(s, seat, tile)
    return tile


@rule
def survey(s, seat, count):
    """Work out numbers, neighbours and rail ends of a town from its tiles."""
    s.tile_count[seat] = 0
    s.building_count[seat] = 0
    for tile in range(count):
        enter_tile(s, seat, tile)


@rule
def enter_tile(s, seat, tile):
    """Number a tile that has its place, and record it and its neighbours with each other."""
    s.tile_count[seat] = tile + 1
    s.building_of[seat, tile] = NOWHERE
    if IS_BUILDING[s.tiles[seat, tile]] == 1:
        building = s.building_count[seat]
        s.building_of[seat, tile] = building
        s.tile_of[seat, building] = tile
        s.building_count[seat] = building + 1
    s.incoming[seat, tile] = 0
    for side in range(4):
        s.beside[seat, tile, side] = -1 - (4 * tile + side)
    for other in range(tile):
        meet(s, seat, tile, other)
    point_ends(s, seat, tile)


@rule
def meet(s, seat, tile, other):
    """An earlier tile is a neighbour, or touches the same empty cells and has named them already. MT-228"""
    down = s.rows[seat, other] - s.rows[seat, tile]
    right = s.columns[seat, other] - s.columns[seat, tile]
    distance = abs(down) + abs(right)
    if distance == 1:
        side = side_towards(down, right)
        name = -1 - s.beside[seat, other, side ^ 2]
        if name >= 0:
            s.incoming[seat, name >> 2] &= ~(15 << (4 * (name & 3)))
        s.beside[seat, tile, side] = other
        s.beside[seat, other, side ^ 2] = tile
    elif distance == 2:
        if down == 0 or right == 0:
            share_cell(s, seat, tile, side_towards(down, right), other, side_towards(-down, -right))
        else:
            share_cell(s, seat, tile, side_towards(down, 0), other, side_towards(0, -right))
            share_cell(s, seat, tile, side_towards(0, right), other, side_towards(-down, 0))


@rule
def side_towards(down, right):
    if down != 0:
        return 2 if down > 0 else 0
    return 1 if right > 0 else 3


@rule
def share_cell(s, seat, tile, side, other, other_side):
    """The cell on this side has a name from an earlier tile, and keeps it until it is filled. MT-228"""
    if s.beside[seat, tile, side] < 0 and s.beside[seat, other, other_side] < 0:
        s.beside[seat, tile, side] = max(s.beside[seat, tile, side], s.beside[seat, other, other_side])


@rule
def point_ends(s, seat, tile):
    """Note in the empty cells around which rail ends of this tile point into them. MT-44"""
    kind = s.tiles[seat, tile]
    for side in range(4):
        name = -1 - s.beside[seat, tile, side]
        if name >= 0:
            bit = 1 << (4 * (name & 3) + (side ^ 2))
            if IS_BUILDING[kind] == 0 and OPEN_SIDES[kind] >> side & 1:
                s.incoming[seat, name >> 2] |= bit
            else:
                s.incoming[seat, name >> 2] &= ~bit


@rule
def ends_into(s, seat, cell):
    """The sides of an empty cell, named 4 x tile + side, on which a rail end points into it. MT-44"""
    return s.incoming[seat, cell >> 2] >> (4 * (cell & 3)) & 15


@rule
def is_cell(s, seat, cell):
    """Whether this is the one name of an empty cell beside the town. MT-29, MT-228"""
    return s.beside[seat, cell >> 2, cell & 3] == -1 - cell


@rule
def lay_in_cell(s, seat, kind, cell):
    """Put a tile into the empty cell on a side of a placed tile. MT-29, MT-30"""
    tile = cell >> 2
    side = cell & 3
    return lay_tile(s, seat, kind, s.rows[seat, tile] + ROW_STEP[side], s.columns[seat, tile] + COLUMN_STEP[side])


# ------------------------------------------------------------------ links


@rule
def is_linked(s, seat, tile, side):
    """A rail end links to a building or to an end that faces it; two buildings never link. MT-38..43"""
    other = s.beside[seat, tile, side]
    if other < 0:
        return False
    kind = s.tiles[seat, tile]
    facing = s.tiles[seat, other]
    if IS_BUILDING[kind] == 1 and IS_BUILDING[facing] == 1:
        return False
    return OPEN_SIDES[kind] >> side & 1 == 1 and OPEN_SIDES[facing] >> (side ^ 2) & 1 == 1


@rule
def linked_sides(s, seat, tile):
    """The sides on which a tile is linked, as bits."""
    sides = 0
    for side in range(4):
        if is_linked(s, seat, tile, side):
            sides |= 1 << side
    return sides


@rule
def can_upgrade(s, seat, tile):
    """Straights and curves can become T-junctions; nothing else changes. MT-90, MT-93"""
    return FIRST_SHAPE <= s.tiles[seat, tile] < FIRST_TEE


@rule
def upgrade_track(s, seat, tile, shape):
    """Flip a track to its T side; the new shape has every end that was linked. MT-90"""
    s.tiles[seat, tile] = FIRST_SHAPE + shape
    point_ends(s, seat, tile)


@rule
def shape_keeps(shape, sides):
    """Whether a shape has an end on each of these sides. MT-44, MT-90"""
    return SHAPE_ENDS[shape] & sides == sides


# ------------------------------------------------------------------ cubes


@rule
def kind_of(s, seat, building):
    return s.tiles[seat, s.tile_of[seat, building]]


@rule
def cubes_on(s, seat, building):
    total = 0
    for resource in range(TYPES):
        total += s.cubes[seat, building, resource]
    return total


@rule
def cubes_left(s, seat):
    """All cubes of a town. MT-187"""
    total = 0
    for building in range(s.building_count[seat]):
        total += cubes_on(s, seat, building)
    return total


@rule
def free_slots(s, seat, building):
    """Each slot holds one cube. MT-12"""
    return SLOTS[kind_of(s, seat, building)] - cubes_on(s, seat, building)


@rule
def in_town(s, seat, resource):
    """The cubes of a type in all buildings of a town. MT-68"""
    total = 0
    for building in range(s.building_count[seat]):
        total += s.cubes[seat, building, resource]
    return total


@rule
def building_cubes(s, seat):
    """The wood and stone of a town: what pays for tracks. MT-87"""
    return in_town(s, seat, WOOD) + in_town(s, seat, STONE)


# ------------------------------------------------------------------ networks


@rule
def line_at(s, seat, tile, side):
    """The line of a tile that a side belongs to: a junction has two, which meet only by option. MT-156, MT-159"""
    if s.junction_lines_meet == 1:
        return 2 * tile
    return 2 * tile + LINE_OF[s.tiles[seat, tile], side]


@rule
def root_of(s, line):
    while s.group[line] != line:
        line = s.group[line]
    return line


@rule
def passes(s, seat, tile, resource, expert):
    """Whether cubes of a type may go through; an expert's only where they are accepted. MT-104, MT-192..195"""
    kind = s.tiles[seat, tile]
    return not expert or IS_BUILDING[kind] == 0 or ACCEPTS[kind, resource] == 1


@rule
def join_across(s, seat, tile, side):
    """Join the lines that meet at a side of a tile."""
    one = root_of(s, line_at(s, seat, tile, side))
    two = root_of(s, line_at(s, seat, s.beside[seat, tile, side], side ^ 2))
    s.group[max(one, two)] = min(one, two)


@rule
def join_lines(s, seat, resource, expert):
    """Join all linked lines that cubes of a type can pass. MT-103, MT-193"""
    count = s.tile_count[seat]
    for line in range(2 * count):
        s.group[line] = line
    for tile in range(count):
        if passes(s, seat, tile, resource, expert):
            for side in range(1, 3):
                other = s.beside[seat, tile, side]
                if other >= 0 and is_linked(s, seat, tile, side) and passes(s, seat, other, resource, expert):
                    join_across(s, seat, tile, side)


@rule
def is_expert(s, seat):
    return s.expert >> seat & 1 == 1


@rule
def map_networks(s, seat):
    """Which buildings each type can reach from which, and where it may end its way. MT-103, MT-193, MT-229"""
    forget_networks(s)
    expert = is_expert(s, seat)
    for resource in range(TYPES):
        if resource == 0 or expert:
            join_lines(s, seat, resource, expert)
        name_networks(s, seat, resource)
    sweep(s, seat)
    s.mapped = 1


@rule
def networks_in_use(s):
    """Networks are known while cubes may be moved; at other times the record says nothing about them."""
    if s.phase == SET or s.phase == KEEP:
        return s.back == LOOP
    if s.phase == ACTION:
        return s.construction_transport == FREE_TRANSPORT
    return s.phase == PICK or s.phase == PULL or s.phase == LOOP


@rule
def forget_networks(s):
    if s.mapped == 1:
        for resource in range(TYPES):
            for building in range(MAX_BUILDINGS):
                s.network[resource, building] = 0
                s.homes[resource, building] = 0
        s.mapped = 0


@rule
def sweep(s, seat):
    """Clear the scratch fields, so that equal positions have equal bytes."""
    for line in range(2 * s.tile_count[seat]):
        s.group[line] = 0
        s.mark[line] = 0


@rule
def name_networks(s, seat, resource):
    """A network is named by its lowest building; its homes are the buildings that accept the type."""
    for line in range(2 * s.tile_count[seat]):
        s.mark[line] = NOWHERE
    for building in range(s.building_count[seat]):
        tile = s.tile_of[seat, building]
        root = root_of(s, 2 * tile)
        if s.mark[root] == NOWHERE:
            s.mark[root] = building
            s.homes[resource, building] = 0
        name = s.mark[root]
        s.network[resource, building] = name
        if ACCEPTS[s.tiles[seat, tile], resource] == 1:
            s.homes[resource, name] |= 1 << building


@rule
def homes_of(s, building, resource):
    """The buildings where a cube of this type, lying here, may lie after transport. MT-105, MT-229"""
    return s.homes[resource, s.network[resource, building]]


# ------------------------------------------------------------------ surroundings


@rule
def surrounds(s, seat, tile, other):
    """The surroundings are the 8 cells around a tile; a tile doesn't surround itself. MT-35, MT-167"""
    if tile == other:
        return False
    return (
        abs(s.rows[seat, tile] - s.rows[seat, other]) <= 1 and abs(s.columns[seat, tile] - s.columns[seat, other]) <= 1
    )


@rule
def types_depicted_around(s, seat, tile):
    """The concrete types in effects of surrounding buildings, as bits. MT-76, MT-152, MT-166"""
    types = 0
    for other in range(s.tile_count[seat]):
        if surrounds(s, seat, tile, other):
            for resource in range(TYPES):
                types |= DEPICTS[s.tiles[seat, other], resource] << resource
    return types


@rule
def join_rails(s, seat):
    """Join linked lines of rail only. MT-168, MT-169"""
    count = s.tile_count[seat]
    for line in range(2 * count):
        s.group[line] = line
    for tile in range(count):
        for side in range(1, 3):
            other = s.beside[seat, tile, side]
            if (
                other >= 0
                and is_linked(s, seat, tile, side)
                and s.building_of[seat, tile] < 0
                and s.building_of[seat, other] < 0
            ):
                join_across(s, seat, tile, side)


@rule
def mark_rails_from(s, seat, tile):
    """Mark every line of rail that begins at a side of this building."""
    for line in range(2 * s.tile_count[seat]):
        s.mark[line] = 0
    for side in range(4):
        if is_linked(s, seat, tile, side):
            s.mark[root_of(s, line_at(s, seat, s.beside[seat, tile, side], side ^ 2))] = 1


@rule
def touches_marked_rail(s, seat, tile):
    for side in range(4):
        if (
            is_linked(s, seat, tile, side)
            and s.mark[root_of(s, line_at(s, seat, s.beside[seat, tile, side], side ^ 2))] == 1
        ):
            return True
    return False


@rule
def directly_connected(s, seat, tile):
    """Other buildings reachable over rail alone, each counted once. MT-168, MT-169, MT-185"""
    join_rails(s, seat)
    mark_rails_from(s, seat, tile)
    count = 0
    for building in range(s.building_count[seat]):
        other = s.tile_of[seat, building]
        if other != tile and touches_marked_rail(s, seat, other):
            count += 1
    sweep(s, seat)
    return count
