"""What a position is worth to a player: the ore held, and what the carts in the mine can still dig."""

from __future__ import annotations

from tabletown.core.rule import number, rule

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
from ..rules import score
from ..rules.running import cart_at, ore_left
from ..state import FINISHED, NOBODY_MET

SCALE = 1500
ROLLOUT_MOVES = 1000
"""More than a game has left: rollouts go to the end."""
LEAF = 100
SURENESS = 0.8

POINT = 100
CART = 150
"""A cart in the mine, wherever it stands."""
WAY = 70
"""Each way out of the cell ahead that would keep the cart in the mine."""
WAYS_EXPECTED = 3
"""The number of such ways for a cart that is still to advance over the new tile."""
PICKAXE_AHEAD = 20
"""Each pickaxe on a way."""
ROOM = 40
"""Each cell between a cart and the nearest edge."""
RIVAL_AHEAD = 100
"""The cost of another cart before the same cell: they may collide."""
FEW_ORE = number(ORE_TOKENS // 4)
"""With less ore than this in the ground carts are worth less."""


@rule
def evaluate(s, seat):
    """Ore held at its value, ore owed at the mean value of the ore in the ground, and the carts."""
    total = POINT * score(s, seat)
    if s.phase == FINISHED:
        return total
    if s.owed > 0 and s.digger // CARTS == seat:
        total += POINT * s.owed * ground_value(s) // max(1, ore_left(s))
    for cart in range(CARTS):
        if s.carts[seat, cart] != NOWHERE:
            total += cart_value(s, seat, cart)
    return total


@rule
def ground_value(s):
    """The value of all ore in the ground."""
    points = 0
    for kind in range(ORE_KINDS):
        points += s.heap[kind] * ORE_VALUE[kind]
    return points


@rule
def cart_value(s, seat, cart):
    """More with more ways on from the cell ahead, more empty cells and more room; less when little ore is left."""
    cell = s.carts[seat, cart] // POINTS_PER_TILE
    row = cell // COLUMNS
    column = cell % COLUMNS
    room = min(min(row, ROWS - 1 - row), min(column, COLUMNS - 1 - column))
    total = CART + ROOM * room + ways_value(s, seat, cart, cell)
    for other in range(CARTS * s.players):
        if other != CARTS * seat + cart:
            place = s.carts[other // CARTS, other % CARTS]
            if place != NOWHERE and place // POINTS_PER_TILE == cell:
                total -= RIVAL_AHEAD
    return POINT + total * (2 * CELLS - s.turns) // (2 * CELLS) * min(ore_left(s), FEW_ORE) // FEW_ORE


@rule
def ways_value(s, seat, cart, cell):
    """All points by which the next tile may send the cart on, each followed to where its track ends."""
    if s.board[cell] > 0:
        return WAYS_EXPECTED * WAY
    total = 0
    for point in range(POINTS_PER_TILE):
        leaving = cell * POINTS_PER_TILE + point
        if leaving != s.carts[seat, cart]:
            total += way_value(s, seat, cart, leaving)
    return total


@rule
def way_value(s, seat, cart, leaving):
    """Nothing if the way leads into another cart; its pickaxes, and more if it ends inside the mine."""
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
