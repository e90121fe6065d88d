"""Points: what stands on the track and what else would count if the game ended now."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    AROUND,
    CASTLE,
    COINS_PER_POINT,
    DIRECTION_COUNT,
    GOAL_KINDS,
    GOAL_POINTS,
    GRASS,
    GRASS_COUNT,
    NO_SQUARE,
    NO_TERRAIN,
    NO_TILE,
    PER_CASTLE_NEIGHBOUR,
    PER_WATCHED_SQUARE,
    POINTS,
    STEP,
    TERRAIN,
    WATCHTOWER,
)
from ..state import IELLO, NOBODY_HERE
from .building import square_of
from .goals import is_met

POINT_BITS = 12
MOST_POINTS = (1 << POINT_BITS) - 1


@rule
def points_of_tiles(s):
    """The printed points of everybody's tiles in one number, POINT_BITS a seat. LT-224"""
    total = 0
    for index in range(GRASS_COUNT):
        square = GRASS[s.board, index]
        if s.owners[square] != NOBODY_HERE:
            total += POINTS[s.tiles[square]] << POINT_BITS * s.owners[square]
    return total


@rule
def printed_points(s, seat):
    """The printed points of all own tiles. LT-224"""
    return points_of_tiles(s) >> POINT_BITS * seat & MOST_POINTS


@rule
def goal_points(s, seat):
    """The points of all met goals. LT-194, LT-195, LT-223"""
    total = 0
    for goal in range(GOAL_KINDS):
        if is_met(s, seat, goal):
            total += GOAL_POINTS[goal]
    return total


@rule
def castle_points(s, square):
    """4 for each neighbouring building of the castle's owner. LT-132"""
    count = 0
    for direction in range(DIRECTION_COUNT):
        if AROUND[square] >> direction & 1 == 1 and s.owners[square + STEP[direction]] == s.owners[square]:
            count += 1
    return PER_CASTLE_NEIGHBOUR * count


@rule
def watchtower_points(s, square):
    """2 for each neighbouring grass square without a tile; the workers have gone home by then. LT-144, LT-147"""
    count = 0
    for direction in range(DIRECTION_COUNT):
        if AROUND[square] >> direction & 1 == 1:
            neighbour = square + STEP[direction]
            if s.tiles[neighbour] == NO_TILE and TERRAIN[s.board, neighbour] == NO_TERRAIN:
                count += 1
    return PER_WATCHED_SQUARE * count


@rule
def landmark_points(s, seat):
    """What an own castle and watchtower bring at the end. LT-132, LT-144"""
    total = 0
    castle = square_of(s, CASTLE)
    if castle != NO_SQUARE and s.owners[castle] == seat:
        total += castle_points(s, castle)
    watchtower = square_of(s, WATCHTOWER)
    if watchtower != NO_SQUARE and s.owners[watchtower] == seat:
        total += watchtower_points(s, watchtower)
    return total


@rule
def total_points(s, seat, tiles):
    """The total with the points of all tiles at hand; goals and tiles are on IELLO's track already. LT-222..227, LT-257"""
    total = s.points[seat] + landmark_points(s, seat) + s.coins[seat] // COINS_PER_POINT
    if s.edition == IELLO:
        return total
    return total + (tiles >> POINT_BITS * seat & MOST_POINTS) + goal_points(s, seat)


@rule
def score(s, seat):
    """The total if the game ended now. LT-222..227, LT-257"""
    return total_points(s, seat, points_of_tiles(s))


@rule
def place(s, seat):
    """One more than the players with a higher score; equal scores share the place. LT-228, LT-229"""
    tiles = points_of_tiles(s)
    mine = total_points(s, seat, tiles)
    higher = 0
    for other in range(s.players):
        if other != seat and total_points(s, other, tiles) > mine:
            higher += 1
    return higher + 1
