"""The four solitaire opponents, who act by rule: where they go, what they buy and give up."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    AGENCY_FEE,
    BUILDER,
    COST,
    DEAREST_FIRST,
    LOCATION_COUNT,
    NO_CARD,
    RECYCLER,
    SUPPLIER,
    SUPPLY_SIZE,
    SWAP_MEET,
    TEMP_AGENCY,
    TYPE,
    TYPE_RANK,
)
from .cards import oldest_plan
from .mints import UNLIMITED, purse
from .placing import (
    build_at_builder,
    buy_from_supplier,
    hand_in,
    oldest_card,
    pay_for,
    recycle,
    take_in_exchange,
    use_location,
)
from .usable import can_buy, can_place, first_hire, location_price

NOWHERE = -1


@rule
def next_location(s, side):
    """The first Location of the line that the opponent can use, or NOWHERE. MW-214..216"""
    for location in range(LOCATION_COUNT):
        if can_place(s, side, location):
            return location
    return NOWHERE


@rule
def preference(s, card):
    """How much the opponent wants a Plan: first by printed cost, then by type.

    MW-220, MW-221, MW-223, MW-238, MW-245, MW-255, MW-263
    """
    cost = COST[card] if DEAREST_FIRST[s.rival] == 1 else -COST[card]
    return cost * 16 - TYPE_RANK[s.rival, TYPE[card]]


@rule
def favourite(s, mints):
    """The Plan that the opponent buys with these mints; of equals the one next to the deck. MW-219, MW-222, MW-235"""
    best = NO_CARD
    for slot in range(SUPPLY_SIZE):
        card = s.supply[slot]
        if can_buy(s, s.turn, card, mints) and (best == NO_CARD or preference(s, card) >= preference(s, best)):
            best = card
    return best


@rule
def opponent_places(s, location):
    """Pay and carry out the effect, at the Temp Agency that of the first Location it can hire. MW-217, MW-236"""
    mints = purse(s, s.turn)
    if location == TEMP_AGENCY:
        location = first_hire(s, s.turn, 0)
        mints -= AGENCY_FEE
        s.hired = 1
    opponent_carries_out(s, location, mints)


@rule
def opponent_carries_out(s, location, mints):
    """It builds its oldest Plan, buys by its order and gives up its oldest card. MW-218..222, MW-233..235"""
    if location == BUILDER:
        build_at_builder(s, oldest_plan(s, s.turn))
    elif location == SUPPLIER:
        buy_from_supplier(s, favourite(s, mints))
    elif location == RECYCLER:
        pay_for(s, location, location_price(s, s.turn, location))
        recycle(s, oldest_card(s, s.turn))
    elif location == SWAP_MEET:
        pay_for(s, location, location_price(s, s.turn, location))
        taken = favourite(s, UNLIMITED)
        hand_in(s, oldest_card(s, s.turn))
        take_in_exchange(s, taken)
    else:
        use_location(s, location)
