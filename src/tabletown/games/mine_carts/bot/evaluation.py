"""How good a position of Mine Carts is for a player: the ore held, and what the carts in the mine will still dig."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    BEYOND,
    CARTS,
    CELLS,
    COLUMNS,
    JOINED,
    NOWHERE,
    ORE_KINDS,
    ORE_TOKENS,
    ORE_VALUE,
    OUTSIDE,
    PICKAXE,
    POINTS_PER_TILE,
    ROWS,
)
from ..rules.running import cart_at, ore_left
from ..state import FINISHED, NOBODY_MET

SCALE = 1500
ROLLOUT = "random"
ROLLOUT_MOVES = 1000
"""To the end, which is never far."""

POINT = 100
CART = 150
"""What a cart in the mine is good for, besides the ways before it."""
WAY = 70
"""What each way adds that would keep the cart in the mine, while the mine is empty."""
WAYS_MEANT = 3
"""What stands for the ways before a cart that has still to advance over a new tile."""
PICKAXE_AHEAD = 20
"""What each pickaxe on such a way adds."""
ROOM = 40
"""What each row of cells between a cart and the nearest edge adds."""
RIVAL_AHEAD = 100
"""What another cart before the same cell costs: they may collide."""
FEW_ORE = ORE_TOKENS // 4
"""Carts are worth less when less ore than this is in the ground."""


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
    """A cart is worth more the more ways lead on from the cell before it, the more cells are empty, the further the edge is."""
    cell = s.carts[seat, cart] // POINTS_PER_TILE
    row = cell // COLUMNS
    column = cell % COLUMNS
    room = min(min(row, ROWS - 1 - row), min(column, COLUMNS - 1 - column))
    total = CART + ROOM * room + ways_worth(s, seat, cart, cell)
    for other in range(CARTS * s.players):
        if other != CARTS * seat + cart:
            place = s.carts[other // CARTS, other % CARTS]
            if place != NOWHERE and place // POINTS_PER_TILE == cell:
                total -= RIVAL_AHEAD
    return POINT + total * (2 * CELLS - s.turns) // (2 * CELLS) * min(ore_left(s), FEW_ORE) // FEW_ORE


@rule
def ways_worth(s, seat, cart, cell):
    """All points by which the next tile may send the cart on, followed to where they end; a cart about to advance has one way."""
    if s.board[cell] > 0:
        return WAYS_MEANT * WAY
    total = 0
    for point in range(POINTS_PER_TILE):
        leaving = cell * POINTS_PER_TILE + point
        if leaving != s.carts[seat, cart]:
            total += way_worth(s, seat, cart, leaving)
    return total


@rule
def way_worth(s, seat, cart, leaving):
    pickaxes = 0
    here = BEYOND[leaving]
    if cart_at(s, CARTS * seat + cart, leaving, here) != NOBODY_MET:
        return 0
    while here != OUTSIDE and s.board[here // POINTS_PER_TILE] > 0:
        cell = here // POINTS_PER_TILE
        pickaxes += PICKAXE[s.board[cell]]
        leaving = cell * POINTS_PER_TILE + JOINED[s.board[cell], s.turned[cell], here % POINTS_PER_TILE]
        here = BEYOND[leaving]
    alive = WAY if here != OUTSIDE else 0
    return alive + PICKAXE_AHEAD * pickaxes
