"""How good a position of Mine Carts is for a player: the ore held, and what the carts in the mine will still dig."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from ...core.rule import rule
from .components import (
    CARTS,
    CELLS,
    COLUMNS,
    NOWHERE,
    ORE_KINDS,
    ORE_TOKENS,
    ORE_VALUE,
    POINTS_PER_TILE,
    ROWS,
)
from .running import ore_left
from .state import FINISHED

SCALE = 500
ROLLOUT = "greedy"
ROLLOUT_MOVES = 60

POINT = 100
CART = 500
"""What a cart in the mine is good for, besides its room, while the mine is empty."""
ROOM = 120
"""What each row of cells between a cart and the nearest edge adds."""
RIVAL_AHEAD = 150
"""What another cart before the same cell costs: they may collide."""


@rule
def evaluate(s, seat):
    """Ore held at its value, ore owed at the mean of what is in the ground, and the carts."""
    total = POINT * ore_worth(s, seat)
    if s.phase == FINISHED:
        return total
    if s.owed > 0 and s.digger // CARTS == seat:
        total += POINT * s.owed * ground_worth(s) // max(1, ore_left(s))
    for cart in range(CARTS):
        if s.carts[seat, cart] != NOWHERE:
            total += cart_worth(s, seat, cart)
    return total


@rule
def ore_worth(s, seat):
    points = 0
    for kind in range(ORE_KINDS):
        points += s.ore[seat, kind] * ORE_VALUE[kind]
    return points


@rule
def ground_worth(s):
    points = 0
    for kind in range(ORE_KINDS):
        points += s.heap[kind] * ORE_VALUE[kind]
    return points


@rule
def cart_worth(s, seat, cart):
    """A cart is worth more the more cells are empty and the further it is from the edge."""
    cell = s.carts[seat, cart] // POINTS_PER_TILE
    row = cell // COLUMNS
    column = cell % COLUMNS
    room = min(min(row, ROWS - 1 - row), min(column, COLUMNS - 1 - column))
    total = (CART + ROOM * room) * (CELLS - s.turns) // CELLS + POINT
    for other in range(CARTS * s.players):
        if other != CARTS * seat + cart:
            place = s.carts[other // CARTS, other % CARTS]
            if place != NOWHERE and place // POINTS_PER_TILE == cell:
                total -= RIVAL_AHEAD
    return total * min(ore_left(s), ORE_TOKENS // 4) // (ORE_TOKENS // 4)
