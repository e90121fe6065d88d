"""Construction: buying and placing buildings, laying and upgrading tracks, paying for it, passing."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    CHEAPEST_SHAPE,
    FIRST_SHAPE,
    FIRST_T,
    MAX_BUILDINGS,
    MAX_TILES,
    NO_TILE,
    SHAPE_COST,
    SHAPE_KINDS,
    SPACES,
    STONE,
    STONE_COST,
    TYPES,
    UPGRADE_COST,
    WOOD,
    WOOD_COST,
)
from ..moves import BUY, CELL, CUBE, END_TRACKS, PASS, SHAPE, TRACKS, UPGRADE
from ..state import ACTION, ARRIVE, FREE_TRANSPORT, PAY, PLACE, SHAPING, STEP
from .market import take_top
from .town import (
    building_cubes,
    can_upgrade,
    ends_into,
    in_town,
    is_cell,
    lay_in_cell,
    linked_sides,
    map_networks,
    shape_keeps,
    upgrade_track,
)
from .transport import NONE, allow_lifts, anything_to_lift, liftable_cubes

EITHER = 2


# ------------------------------------------------------------------ turns


@rule
def has_passed(s, seat):
    return s.passed >> seat & 1 == 1


@rule
def begin_turn(s):
    """A turn is one building, one track action or a pass. MT-64"""
    s.phase = ACTION
    s.pieces = 0
    if s.construction_transport == FREE_TRANSPORT:
        s.moved = 0
        allow_lifts(s)
        map_networks(s, s.turn)


@rule
def next_builder(s):
    """The next player clockwise who has not passed; the last one left goes on alone. MT-65, MT-66"""
    for step in range(1, s.players + 1):
        seat = (s.turn + step) % s.players
        if not has_passed(s, seat):
            return seat
    return NONE


@rule
def has_room(s, seat):
    """Room in the record: no town can pay for more than there is. MT-241"""
    return s.tile_count[seat] < MAX_TILES


@rule
def only_pass_is_left(s):
    """Without wood and stone nothing can be built. Who has moved cubes passes in so many words. MT-96, MT-222"""
    if building_cubes(s, s.turn) > 0 and has_room(s, s.turn):
        return False
    return s.moved == 0 and not anything_to_lift(s, s.turn)


@rule
def actions(s, moves):
    """Affordable tiles, tracks, passing, and by option cubes to lift before. MT-64, MT-67, MT-68, MT-97, MT-222"""
    wood = in_town(s, s.turn, WOOD)
    stone = in_town(s, s.turn, STONE)
    count = 0
    if has_room(s, s.turn):
        if s.building_count[s.turn] < MAX_BUILDINGS:
            for space in range(SPACES):
                kind = s.display[space]
                if kind != NO_TILE and WOOD_COST[kind] <= wood and STONE_COST[kind] <= stone:
                    moves[count] = BUY + space
                    count += 1
        if wood + stone > 0:
            moves[count] = TRACKS
            count += 1
    moves[count] = PASS
    count += 1
    return liftable_cubes(s, moves, count)


# ------------------------------------------------------------------ buildings


@rule
def buy_tile(s, space):
    """Choose a tile, then pay and place it. MT-67, MT-72"""
    s.space = space
    s.buying = take_top(s, space)
    s.due[WOOD] = WOOD_COST[s.buying]
    s.due[STONE] = STONE_COST[s.buying]
    s.phase = PAY


@rule
def place_building(s, cell):
    """Any empty cell that shares an edge with the town; then its immediate effect. MT-32, MT-73"""
    tile = lay_in_cell(s, s.turn, s.buying, cell)
    s.buying = NO_TILE
    s.site = s.building_of[s.turn, tile]
    s.cursor = 0
    s.phase = ARRIVE


@rule
def cells(s, moves, count):
    """Every empty cell beside the town, once each. MT-29..32, MT-228"""
    for cell in range(4 * s.tile_count[s.turn]):
        if is_cell(s, s.turn, cell):
            moves[count] = CELL + cell
            count += 1
    return count


# ------------------------------------------------------------------ paying


@rule
def nothing_due(s):
    return s.due[WOOD] == 0 and s.due[STONE] == 0 and s.due[EITHER] == 0


@rule
def pays(s, resource):
    """Wood first, then stone; tracks take either. Nothing else pays. MT-71, MT-87, MT-95"""
    if s.due[EITHER] > 0:
        return resource <= STONE
    if s.due[WOOD] > 0:
        return resource == WOOD
    return resource == STONE


@rule
def payments(s, moves):
    """Cubes of the type due, from any building of the town. MT-69, MT-95"""
    count = 0
    for building in range(s.building_count[s.turn]):
        for resource in range(STONE + 1):
            if s.cubes[s.turn, building, resource] > 0 and pays(s, resource):
                moves[count] = CUBE + TYPES * building + resource
                count += 1
    return count


@rule
def only_payment(s):
    """The code of the only cube that can be paid, or -1 if there is a choice."""
    found = NONE
    for building in range(s.building_count[s.turn]):
        for resource in range(STONE + 1):
            if s.cubes[s.turn, building, resource] > 0 and pays(s, resource):
                if found != NONE:
                    return NONE
                found = TYPES * building + resource
    return found


@rule
def pay_cube(s, code):
    """The cube goes back to the stock; its slot is free. MT-70"""
    resource = code % TYPES
    s.cubes[s.turn, code // TYPES, resource] -= 1
    if s.due[EITHER] > 0:
        s.due[EITHER] -= 1
    else:
        s.due[resource] -= 1


@rule
def finish_payment(s):
    """A paid building is placed by its owner, a paid track lies where it was planned. MT-72, MT-85"""
    if s.buying != NO_TILE:
        s.phase = PLACE
        return
    if s.upgrading != NONE:
        upgrade_track(s, s.turn, s.upgrading, s.shape)
    else:
        lay_in_cell(s, s.turn, FIRST_SHAPE + s.shape, s.cell)
    s.cell = NONE
    s.upgrading = NONE
    s.shape = 0
    s.pieces += 1
    s.phase = STEP


# ------------------------------------------------------------------ tracks


@rule
def track_steps(s, moves):
    """Cells where a payable track fits, tracks to upgrade, and the end after the first piece. MT-85, MT-86, MT-90"""
    budget = building_cubes(s, s.turn)
    count = 0
    if s.pieces > 0:
        moves[0] = END_TRACKS
        count = 1
    if has_room(s, s.turn):
        for cell in range(4 * s.tile_count[s.turn]):
            if is_cell(s, s.turn, cell) and CHEAPEST_SHAPE[ends_into(s, s.turn, cell)] <= budget:
                moves[count] = CELL + cell
                count += 1
    if budget >= UPGRADE_COST:
        for tile in range(s.tile_count[s.turn]):
            if can_upgrade(s, s.turn, tile):
                moves[count] = UPGRADE + tile
                count += 1
    return count


@rule
def plan_cell(s, cell):
    s.cell = cell
    s.upgrading = NONE
    s.phase = SHAPING


@rule
def plan_upgrade(s, tile):
    s.cell = NONE
    s.upgrading = tile
    s.phase = SHAPING


@rule
def shape_price(s, shape):
    """1 for a straight or curve, 2 for a T, 1 for an upgrade. MT-87..89"""
    return UPGRADE_COST if s.upgrading != NONE else SHAPE_COST[shape]


@rule
def shape_fits(s, shape):
    """A new track meets every rail end that points into its cell; an upgraded one keeps every link. MT-44, MT-90"""
    if s.upgrading != NONE:
        return shape >= FIRST_T and shape_keeps(shape, linked_sides(s, s.turn, s.upgrading))
    return shape_keeps(shape, ends_into(s, s.turn, s.cell))


@rule
def shapes_that_fit(s):
    """The legal and payable shapes, as bits. MT-45, MT-92"""
    budget = building_cubes(s, s.turn)
    found = 0
    for shape in range(SHAPE_KINDS):
        if shape_fits(s, shape) and shape_price(s, shape) <= budget:
            found |= 1 << shape
    return found


@rule
def shapes(s, moves):
    fitting = shapes_that_fit(s)
    count = 0
    for shape in range(SHAPE_KINDS):
        if fitting >> shape & 1 == 1:
            moves[count] = SHAPE + shape
            count += 1
    return count


@rule
def choose_shape(s, shape):
    s.shape = shape
    s.due[EITHER] = shape_price(s, shape)
    s.phase = PAY
