"""Points: the track, and everything else that is counted at the end."""

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
from ..state import IELLO
from .building import square_of
from .goals import is_met


@rule
def printed_points(s, seat):
    """The printed points of all own tiles. LT-224"""
    total = 0
    for index in range(GRASS_COUNT):
        square = GRASS[s.board, index]
        if s.owners[square] == seat:
            total += POINTS[s.tiles[square]]
    return total


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
def score(s, seat):
    """The total if the game ended now; IELLO's track already has the points of tiles and goals. LT-222..227, LT-257"""
    total = s.points[seat] + landmark_points(s, seat) + s.coins[seat] // COINS_PER_POINT
    if s.edition != IELLO:
        total += printed_points(s, seat) + goal_points(s, seat)
    return total
