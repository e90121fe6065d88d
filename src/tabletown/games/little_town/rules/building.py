"""Construction: which tiles can be built, on which squares, and what a new building changes."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    COST_COINS,
    COST_FISH,
    COST_STONE,
    COST_WHEAT,
    COST_WOOD,
    FISH,
    GRASS,
    GRASS_COUNT,
    NO_SQUARE,
    NO_TILE,
    PAYABLE_COSTS,
    POINTS,
    STONE,
    TILE_KINDS,
    WHEAT,
    WOOD,
)
from ..moves import BUILD
from ..state import BUILD_SQUARE, IELLO, NEXT_TURN, NOBODY_HERE, PAY_COST
from .goals import look_at_buildings


@rule
def is_free(s, square):
    """A grass square without tile and worker. LT-33, LT-47, LT-104"""
    return s.tiles[square] + s.standing[square] == NO_TILE + NOBODY_HERE


@rule
def free_squares(s, first, moves):
    """Write a move for every empty grass square; `first` is the move of square 0. LT-47, LT-48, LT-104, LT-105"""
    count = 0
    for index in range(GRASS_COUNT):
        square = GRASS[s.board, index]
        moves[count] = first + square
        count += 1 if is_free(s, square) else 0
    return count


@rule
def payable_costs(s, seat):
    """Bits of the tiles whose cost a seat can pay. LT-93, LT-99, LT-106, LT-107"""
    return PAYABLE_COSTS[
        min(s.cubes[seat, WOOD], COST_WOOD),
        min(s.cubes[seat, STONE], COST_STONE),
        min(s.cubes[seat, FISH], COST_FISH),
        min(s.cubes[seat, WHEAT], COST_WHEAT),
        min(s.coins[seat], COST_COINS),
    ]


@rule
def tiles_to_build(s, count, moves):
    """Add a move for every kind of tile that can be built, wheat fields once. LT-106, LT-109, LT-118"""
    if s.houses[s.active] == 0:
        return count
    payable = payable_costs(s, s.active)
    for kind in range(TILE_KINDS):
        if payable >> kind & 1 == 1 and s.supply[kind] > 0:
            moves[count] = BUILD + kind
            count += 1
    return count


@rule
def only_free_square(s):
    """The last empty grass square, or NO_SQUARE if there are more."""
    found = NO_SQUARE
    for index in range(GRASS_COUNT):
        if is_free(s, GRASS[s.board, index]):
            if found != NO_SQUARE:
                return NO_SQUARE
            found = GRASS[s.board, index]
    return found


@rule
def is_built(s, kind):
    """Whether the only tile of a kind lies on the board."""
    return s.offered[kind] > s.supply[kind]


@rule
def square_of(s, kind):
    """Where the only tile of a kind lies, or NO_SQUARE."""
    if not is_built(s, kind):
        return NO_SQUARE
    for index in range(GRASS_COUNT):
        if s.tiles[GRASS[s.board, index]] == kind:
            return GRASS[s.board, index]
    return NO_SQUARE


@rule
def choose_tile(s, kind):
    """A tile is chosen; next comes its square, or the payment if only one square is left. LT-118"""
    s.kind = kind
    s.square = only_free_square(s)
    s.phase = BUILD_SQUARE if s.square == NO_SQUARE else PAY_COST


@rule
def choose_site(s, square):
    """The square of the tile is chosen; next comes the payment. LT-118"""
    s.square = square
    s.phase = PAY_COST


@rule
def construct(s):
    """The worker goes to the building area and the tile on its square; the turn is over. LT-103, LT-114, LT-116"""
    lay_tile(s)
    look_at_buildings(s, s.active, s.square)
    s.square = NO_SQUARE
    s.kind = NO_TILE
    s.phase = NEXT_TURN


@rule
def lay_tile(s):
    """Worker to the building area, tile on the square, house on the tile. LT-103, LT-117, LT-119, LT-255"""
    s.workers[s.active] -= 1
    s.builders[s.active] += 1
    s.supply[s.kind] -= 1
    s.tiles[s.square] = s.kind
    s.owners[s.square] = s.active
    s.houses[s.active] -= 1
    if s.edition == IELLO:
        s.points[s.active] += POINTS[s.kind]
