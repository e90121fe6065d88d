"""What a position of Little Town Builders is worth to a seat: points, goods that become points, and the next meal."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    BILL_UNITS,
    COINS_PER_CUBE,
    COINS_PER_POINT,
    DIRECTION_COUNT,
    FISH,
    GRASS,
    GRASS_COUNT,
    HUNGER,
    IS_ACTIVATABLE,
    NEIGHBOUR,
    NO_SQUARE,
    NO_TILE,
    POINTS,
    ROUNDS,
    STONE,
    WHEAT,
    WOOD,
    WORKERS,
)
from ..rules.scoring import score
from ..state import ACTIVATE, BUILD_SQUARE, FINISHED, GAIN, PAY_COST, PAY_INPUT

SCALE = 400
ROLLOUT = "random"
ROLLOUT_MOVES = 1000
"""Rollouts run to the end of the game, which even random play reaches soon."""
PRIOR_SHARPNESS = 40
"""High, because the evaluation judges the next step better than random rollouts do."""
NET_EASY = (4, 0.01)
NET_NORMAL = (2, 0.05)
"""A game has many moves, of which most look alike to a value: few are thought of."""
LEAF = 16
LEAF_ERROR = 0.06
SURENESS = 1.2

POINT = 100
COIN = 36
BRICK = 85
"""Wood or stone, as far as tiles can still be built with it."""
BRICKS_PER_TILE = 3
FOOD = 50
"""A fish or wheat beyond the next meal."""
RENT_A_ROUND = 30
"""What a building brings its owner in a round, used or rented out."""
OFFER = 60
"""A building that a worker at work may still use."""


@rule
def evaluate(s, seat):
    """An estimate of the final score in hundredths of a point."""
    total = POINT * (score(s, seat) - s.coins[seat] // COINS_PER_POINT) + COIN * s.coins[seat]
    if s.phase == FINISHED:
        return total
    placements = s.workers[seat] + (ROUNDS - s.round) * WORKERS[s.players]
    bricks = s.cubes[seat, WOOD] + s.cubes[seat, STONE]
    total += BRICK * min(bricks, BRICKS_PER_TILE * min(placements, s.houses[seat]))
    total += meal_worth(s, seat) + town_worth(s, seat)
    if s.active == seat:
        total += unfinished(s, seat)
    return total


@rule
def meal_worth(s, seat):
    """Spare food for later rounds, less the hunger at the next meal; hunger counts less with workers in hand."""
    need = WORKERS[s.players]
    food = s.cubes[seat, FISH] + s.cubes[seat, WHEAT]
    missing = max(0, need - food)
    spare = min(max(0, food - need), (ROUNDS - s.round) * need)
    bought = min(missing, s.coins[seat] // COINS_PER_CUBE)
    hungry = missing - bought
    total = FOOD * spare - COIN * COINS_PER_CUBE * bought
    if s.workers[seat] > 0:
        return total - HUNGER * POINT * hungry * 6 // 10
    return total - HUNGER * POINT * hungry


@rule
def town_worth(s, seat):
    """Buildings that workers can use in the rounds to come."""
    useful = 0
    for index in range(GRASS_COUNT):
        square = GRASS[s.board, index]
        if s.owners[square] == seat and IS_ACTIVATABLE[s.tiles[square]] == 1:
            useful += 1
    return useful * RENT_A_ROUND * (ROUNDS - s.round + 1)


@rule
def unfinished(s, seat):
    """A tile that is being built counts as built, and a worker at work may still use its neighbours."""
    if s.phase == BUILD_SQUARE or s.phase == PAY_COST:
        return POINT * POINTS[s.kind] - BRICK * BILL_UNITS[s.kind] + POINT
    if s.phase != ACTIVATE and s.phase != PAY_INPUT and s.phase != GAIN:
        return 0
    offers = 0
    for direction in range(DIRECTION_COUNT):
        square = NEIGHBOUR[s.square, direction]
        if square != NO_SQUARE and s.used[direction] == 0 and s.tiles[square] != NO_TILE:
            offers += IS_ACTIVATABLE[s.tiles[square]]
    return OFFER * offers
