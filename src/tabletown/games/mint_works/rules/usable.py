"""What things cost, and which Locations and Plans a side can use now."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    AGENCY_FEE,
    BUILDER,
    COST,
    CRANE,
    JUSTIN,
    LAST_SPACE,
    LOCATION_COUNT,
    LOTTO,
    MORT,
    MOST_SPACES,
    NO_CARD,
    PRICE,
    PRODUCTION,
    RECYCLER,
    SONIC,
    SPACES,
    SUPPLIER,
    SUPPLY_SIZE,
    SWAP_MEET,
    TEMP_AGENCY,
    TRUCK,
    TYPE,
)
from ..state import LATER_EDITION, RIVAL
from .cards import deck_size, has_card, plan_count
from .mints import UNLIMITED, purse
from .stars import payout, worth

# ------------------------------------------------------------------ prices


@rule
def plan_price(s, side, card):
    """The printed cost, with a Truck 1 less, never below 1. MW-58, MW-137, MW-138"""
    if s.buildings[side, TRUCK] > 0:
        return max(1, COST[card] - 1)
    return COST[card]


@rule
def location_price(s, side, location):
    """The price of a space, except at the Supplier; a Crane makes the Builder cheaper. MW-52, MW-54, MW-140, MW-141"""
    if location == BUILDER and s.buildings[side, CRANE] > 0:
        return PRICE[BUILDER] - 1
    return PRICE[location]


@rule
def recycling_value(s, side, card):
    """Printed cost and stars; in a later printing a Building pays its present stars instead. MW-78..81, MW-278"""
    if s.recycler_edition == LATER_EDITION and s.buildings[side, card] > 0:
        return worth(s, side, card)
    return payout(s, card)


# ------------------------------------------------------------------ what can be used


@rule
def free_space(s, location):
    """The first free space of a Location, or -1. MW-41, MW-46, MW-48"""
    for space in range(SPACES[location, s.players - 1]):
        if s.mints_on[location, space] == 0:
            return space
    return -1


@rule
def closed_by_justin(s, location):
    """A Location on which Justin has placed is closed to both for the rest of the phase. MW-240..244"""
    if s.rival != JUSTIN:
        return False
    for space in range(MOST_SPACES):
        if s.mints_on[location, space] > 0 and s.placed_by[location, space] == RIVAL:
            return True
    return False


@rule
def wants(s, side, card):
    """Mort takes no Production Plan; everybody else takes any. MW-266, MW-270"""
    return side != RIVAL or s.rival != MORT or TYPE[card] != PRODUCTION


@rule
def can_buy(s, side, card, mints):
    """Whether the side wants this Plan of the supply and the mints cover its price. MW-58, MW-219"""
    return card != NO_CARD and plan_price(s, side, card) <= mints and wants(s, side, card)


@rule
def barred_from_supplier(s, side):
    """Sonic skips the Supplier in a turn that he begins with a face-down Plan. MW-257..260"""
    return side == RIVAL and s.rival == SONIC and plan_count(s, side) > 0


@rule
def can_shop(s, side, mints):
    """Whether there is a Plan that the side can buy. MW-49, MW-219"""
    return not barred_from_supplier(s, side) and plans_within(s, side, mints) > 0


@rule
def plans_within(s, side, mints):
    """How many Plans of the supply the side could buy with these mints."""
    count = 0
    for slot in range(SUPPLY_SIZE):
        if can_buy(s, side, s.supply[slot], mints):
            count += 1
    return count


@rule
def only_plan_within(s, side, mints):
    """The Plan of the supply that the side could buy with these mints, when there is just one."""
    found = NO_CARD
    for slot in range(SUPPLY_SIZE):
        if can_buy(s, side, s.supply[slot], mints):
            found = s.supply[slot]
    return found


@rule
def can_swap(s, side):
    """Whether there is a card to give and a Plan to take for it. MW-49, MW-270"""
    return has_card(s, side) and plans_within(s, side, UNLIMITED) > 0


@rule
def can_do(s, side, location, mints):
    """Whether the mints cover the price and the effect can be carried out; not for the Temp Agency.

    MW-43, MW-49, MW-50, MW-74, MW-215
    """
    if location == SUPPLIER:
        return can_shop(s, side, mints)
    if location_price(s, side, location) > mints:
        return False
    if location == BUILDER:
        return plan_count(s, side) > 0
    if location == LOTTO:
        return deck_size(s) > 0
    if location == RECYCLER:
        return has_card(s, side)
    if location == SWAP_MEET:
        return can_swap(s, side)
    return True


@rule
def can_hire(s, side, location, mints):
    """Whether the Temp Agency can carry out this Location's effect: another, open, occupied one. MW-86..95, MW-243"""
    if location == TEMP_AGENCY or s.mints_on[location, 0] == 0 or closed_by_justin(s, location):
        return False
    return can_do(s, side, location, mints - AGENCY_FEE)


@rule
def first_hire(s, side, start):
    """The first Location from `start` on that the Temp Agency can carry out, or -1. MW-236"""
    for location in range(start, LOCATION_COUNT):
        if can_hire(s, side, location, purse(s, side)):
            return location
    return -1


@rule
def is_free(s, location):
    """Whether a Location is open, has a free space and is not closed by Justin. MW-41, MW-46, MW-48, MW-240"""
    last = LAST_SPACE[location, s.players - 1]
    return s.open[location] > 0 and s.mints_on[location, last] == 0 and not closed_by_justin(s, location)


@rule
def can_place(s, side, location):
    """Whether the side may place on this Location now. MW-41..50, MW-215"""
    if not is_free(s, location):
        return False
    if location == TEMP_AGENCY:
        return first_hire(s, side, 0) >= 0
    return can_do(s, side, location, purse(s, side))
