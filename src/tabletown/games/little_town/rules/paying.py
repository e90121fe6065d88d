"""Bills: the costs of tiles and the inputs of effects, and the ways to pay them with cubes and coins."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    BILL_ANY,
    BILL_COINS,
    BILL_UNITS,
    BILL_WAY_COUNT,
    BILL_WAYS,
    COINS_PER_CUBE,
    CUBE_KINDS,
    TILE_KINDS,
    WAY_CUBES,
    WAY_SIZE,
)
from ..moves import PAY
from ..state import PAY_COST
from .goals import look_at_coins

SEVERAL = -1


@rule
def cost_of(kind):
    """The bill of a tile's printed cost."""
    return kind


@rule
def input_of(kind):
    """The bill of what a tile's effect takes."""
    return TILE_KINDS + kind


@rule
def open_bill(s):
    """The bill that is to be paid now."""
    return cost_of(s.kind) if s.phase == PAY_COST else input_of(s.kind)


@rule
def coins_due(bill, way):
    """The printed coins, and 3 for each cube that a way of payment leaves out. LT-95, LT-102"""
    return BILL_COINS[bill] + COINS_PER_CUBE * (BILL_UNITS[bill] - WAY_SIZE[way])


@rule
def can_pay_way(s, seat, bill, way):
    """Whether a seat has the cubes and the coins of a way of payment. LT-95, LT-101, LT-102"""
    for cube in range(CUBE_KINDS):
        if WAY_CUBES[way, cube] > s.cubes[seat, cube]:
            return False
    return coins_due(bill, way) <= s.coins[seat]


@rule
def only_way(s, seat, bill):
    """The way to pay if there is just one, or SEVERAL; with no coins to spare all cubes are due. LT-101"""
    no_coins_left = s.coins[seat] - BILL_COINS[bill] < COINS_PER_CUBE
    if BILL_WAY_COUNT[bill] == 1 or (no_coins_left and BILL_ANY[bill] == 0):
        return BILL_WAYS[bill, 0]
    found = SEVERAL
    for index in range(BILL_WAY_COUNT[bill]):
        if can_pay_way(s, seat, bill, BILL_WAYS[bill, index]):
            if found != SEVERAL:
                return SEVERAL
            found = BILL_WAYS[bill, index]
    return found


@rule
def ways_to_pay(s, moves):
    """Write a move for every way to pay that the player can afford. LT-101"""
    bill = open_bill(s)
    count = 0
    for index in range(BILL_WAY_COUNT[bill]):
        if can_pay_way(s, s.active, bill, BILL_WAYS[bill, index]):
            moves[count] = PAY + BILL_WAYS[bill, index]
            count += 1
    return count


@rule
def settle(s, bill, way):
    """Cubes and coins go to the stock, exactly as printed. LT-89, LT-97, LT-102, LT-106, LT-239"""
    for cube in range(CUBE_KINDS):
        if WAY_CUBES[way, cube] > 0:
            s.cubes[s.active, cube] -= WAY_CUBES[way, cube]
            s.stock[cube] += WAY_CUBES[way, cube]
    coins = coins_due(bill, way)
    s.coins[s.active] -= coins
    s.bank += coins
    look_at_coins(s, s.active)
