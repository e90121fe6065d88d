"""Goals: when their conditions hold, and what a met goal brings.

A condition is recorded for every seat, whoever holds the goal, so that the record doesn't depend on hidden goals.
"""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ACTIVATE_FOUR,
    CUBE_KINDS,
    DOUBLE_FOOD,
    EAST,
    ENOUGH_ACTIVATIONS,
    ENOUGH_COINS,
    ENOUGH_CUBES,
    ENOUGH_SCORING,
    FEED_ALL_FISH,
    FISH,
    GATHER_FIVE,
    GOAL_LIST,
    GOAL_NEED,
    GOAL_POINTS,
    GRASS,
    GRASS_COUNT,
    HOUSES,
    LAKE_MOUNTAIN_FOREST,
    LISTED_IN,
    MORE_BUILDINGS_THAN_WORKERS,
    NEIGHBOUR,
    NO_COINS,
    NO_SQUARE,
    NORTH,
    OWNING_GOALS,
    SETS_TOUCHED,
    SIX_COINS,
    SOUTH,
    SPEND_FRESH_CUBE,
    TERRAIN_MASK,
    TERRAIN_SET_SIZES,
    THREE_TOUCHING,
    TILE_KINDS,
    TWO_TYPE_INPUT,
    VP_FROM_TWO,
    WAY_CUBES,
    WAY_MIXTURE,
    WEST,
    WHEAT,
    WORKERS,
)
from ..state import IELLO

THREE = 3
EDGES = (NORTH, WEST, EAST, SOUTH)


@rule
def fulfil(s, seat, goal):
    """Record that a condition has held; it counts once and for good. LT-188, LT-189, LT-192, LT-196, LT-256"""
    if s.fulfilled[seat, goal] == 0:
        s.fulfilled[seat, goal] = 1
        if s.edition == IELLO and s.goals[seat, goal] > 0:
            s.points[seat] += GOAL_POINTS[goal]


@rule
def achievable(s, goal):
    """Whether the market has the tiles that a goal needs. LT-183"""
    missing = GOAL_NEED[goal]
    kind = 0
    while missing > 0 and kind < TILE_KINDS:
        missing -= s.offered[kind] * GOAL_LIST[goal, kind]
        kind += 1
    return missing <= 0


@rule
def is_met(s, seat, goal):
    """A dealt goal whose condition has held. LT-188"""
    return s.goals[seat, goal] > 0 and s.fulfilled[seat, goal] > 0


# ------------------------------------------------------------------ holdings


@rule
def look_at_coins(s, seat):
    """No coins at all, or six and more. LT-213, LT-214"""
    if s.coins[seat] == 0:
        fulfil(s, seat, NO_COINS)
    elif s.coins[seat] >= ENOUGH_COINS:
        fulfil(s, seat, SIX_COINS)


@rule
def look_at_food(s, seat):
    """Fish and wheat for twice the workers. LT-204"""
    if s.cubes[seat, FISH] + s.cubes[seat, WHEAT] >= 2 * WORKERS[s.players]:
        fulfil(s, seat, DOUBLE_FOOD)


# ------------------------------------------------------------------ what happens in a turn


@rule
def look_at_harvest(s):
    """The active player has received cubes. LT-190, LT-204, LT-218"""
    look_at_food(s, s.active)
    if s.received[0] + s.received[1] + s.received[2] + s.received[3] >= ENOUGH_CUBES:
        fulfil(s, s.active, GATHER_FIVE)


@rule
def look_at_payment(s, way):
    """A worker paid cubes into a building: two kinds, or one received in this turn. LT-199, LT-206, LT-215"""
    if s.residence_works == 1:
        return
    if WAY_MIXTURE[way] >= 2:
        fulfil(s, s.active, TWO_TYPE_INPUT)
    for cube in range(CUBE_KINDS):
        if WAY_CUBES[way, cube] > 0 and s.received[cube] > 0:
            fulfil(s, s.active, SPEND_FRESH_CUBE)


@rule
def look_at_activations(s):
    """Four buildings used, or points from two, in one turn. LT-216, LT-217"""
    if s.activated >= ENOUGH_ACTIVATIONS:
        fulfil(s, s.active, ACTIVATE_FOUR)
    if s.scored_from >= ENOUGH_SCORING:
        fulfil(s, s.active, VP_FROM_TWO)


@rule
def look_at_meal(s, seat, fish):
    """As many fish as workers. LT-207"""
    if fish >= WORKERS[s.players]:
        fulfil(s, seat, FEED_ALL_FISH)


# ------------------------------------------------------------------ buildings


@rule
def look_at_buildings(s, seat, square):
    """A tile of the seat has just been laid on the square. LT-190, LT-202, LT-203, LT-205, LT-208..212, LT-219"""
    built = HOUSES[s.players] - s.houses[seat]
    if built > WORKERS[s.players]:
        fulfil(s, seat, MORE_BUILDINGS_THAN_WORKERS)
    if built >= THREE and s.fulfilled[seat, THREE_TOUCHING] == 0 and touches_two(s, seat, square):
        fulfil(s, seat, THREE_TOUCHING)
    if built >= THREE and s.fulfilled[seat, LAKE_MOUNTAIN_FOREST] == 0 and stands_by_all_terrain(s, seat):
        fulfil(s, seat, LAKE_MOUNTAIN_FOREST)
    listed = LISTED_IN[s.tiles[square]]
    for index in range(len(OWNING_GOALS)):
        if listed >> index & 1 == 1:
            look_at_list(s, seat, OWNING_GOALS[index])


@rule
def look_at_list(s, seat, goal):
    """A tile of a goal's list has just been laid. LT-208..212, LT-219"""
    if s.fulfilled[seat, goal] == 0 and (GOAL_NEED[goal] == 1 or owned_of_list(s, seat, goal) >= GOAL_NEED[goal]):
        fulfil(s, seat, goal)


@rule
def owned_of_list(s, seat, goal):
    """How many of the tiles that a goal lists the seat owns. LT-196, LT-197"""
    owned = 0
    for index in range(GRASS_COUNT):
        square = GRASS[s.board, index]
        if s.owners[square] == seat:
            owned += GOAL_LIST[goal, s.tiles[square]]
    return owned


@rule
def owned_at(s, seat, square, direction):
    """1 if the neighbour in that direction is a building of the seat."""
    neighbour = NEIGHBOUR[square, direction]
    return 1 if neighbour != NO_SQUARE and s.owners[neighbour] == seat else 0


@rule
def owned_beside(s, seat, square):
    """Buildings of the seat that share an edge with the square. LT-202"""
    count = 0
    for index in range(len(EDGES)):
        count += owned_at(s, seat, square, EDGES[index])
    return count


@rule
def touches_two(s, seat, square):
    """Three tiles that touch have one in the middle: the new tile itself, or one beside it. LT-202"""
    if owned_beside(s, seat, square) >= 2:
        return True
    for index in range(len(EDGES)):
        if owned_at(s, seat, square, EDGES[index]) == 1 and owned_beside(s, seat, NEIGHBOUR[square, EDGES[index]]) >= 2:
            return True
    return False


@rule
def stands_by_all_terrain(s, seat):
    """Three different buildings, one beside a lake, one beside a mountain and one beside a forest. LT-205

    By Hall's theorem they exist if for any n of the three terrains at least n buildings are beside one of them.
    """
    touched = 0
    for index in range(GRASS_COUNT):
        square = GRASS[s.board, index]
        if s.owners[square] == seat:
            touched += SETS_TOUCHED[TERRAIN_MASK[s.board, square]]
    for index in range(len(TERRAIN_SET_SIZES)):
        if touched >> 4 * index & 15 < TERRAIN_SET_SIZES[index]:
            return False
    return True
