"""The Upkeep phase, step by step in the order of the rulebook."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    CO_OP,
    CORPORATE_HQ,
    GALLERY,
    GIFT_MINTS,
    INCOME,
    LOCATION_COUNT,
    LOTTO,
    LOTTO_DEED,
    MOST_SPACES,
    NO_CARD,
    OWNER_PAY,
    RACHAEL,
    SUPPLIER,
    SUPPLY_SIZE,
    UPKEEP_CARDS,
    UPKEEP_MINTS,
    WHOLESALER,
    WHOLESALER_DEED,
)
from ..state import CLEARING, DEEDS, FINISHED, FLUSH, FLUSHING, GIFT, REFILL, REFILLING, RIVAL, RUNNING
from .cards import building_at, deck_size, fill_supply, put_under, supply_count, supply_size
from .mints import gain, put_back, take_from_supply
from .sides import side_after, sides
from .stars import building_count, somebody_has_seven
from .turns import begin_round


@rule
def begin_upkeep(s):
    """Step 1 and the check of step 2: seven stars or too few Plans end the game at once. MW-158..164, MW-183, MW-230"""
    s.phase = FINISHED if somebody_has_seven(s) or too_few_plans(s) else REFILLING


@rule
def too_few_plans(s):
    """Whether the deck has too few cards to fill the Plan Supply. MW-162"""
    gaps = supply_size(s) - supply_count(s)
    return gaps > 0 and deck_size(s) < gaps


@rule
def refill_supply(s):
    """Step 2: the Plan Supply is filled up from the top of the deck. MW-161..163"""
    s.phase = REFILL if fill_supply(s) else RUNNING


# ------------------------------------------------------------------ step 3


@rule
def run_buildings(s):
    """Step 3: Buildings with an Upkeep effect work once, from the token holder clockwise. MW-165, MW-166"""
    side = s.token
    for _ in range(sides(s)):
        if s.rival == RACHAEL:
            run_in_order(s, side)
        else:
            run_in_any_order(s, side)
        side = side_after(s, side)
    if s.phase != FINISHED:
        s.phase = GIFT if s.players > 2 and owner_of(s, CO_OP) >= 0 else DEEDS


@rule
def run_in_order(s, side):
    """Against Rachael the Mint Supply can run out, so the order built decides who still gains. MW-165, MW-251"""
    number = 1
    card = building_at(s, side, number)
    while card != NO_CARD and s.phase != FINISHED:
        run_building(s, side, card)
        number += 1
        card = building_at(s, side, number)


@rule
def run_in_any_order(s, side):
    """Where mints never run out, the order makes no difference. MW-15, MW-165"""
    for index in range(len(UPKEEP_CARDS)):
        if s.buildings[side, UPKEEP_CARDS[index]] > 0:
            run_building(s, side, UPKEEP_CARDS[index])


@rule
def run_building(s, side, card):
    """Mints for the owner or onto Gallery; between two a Co-Op's gift needs no choice. MW-125, MW-128..136, MW-231"""
    if card == GALLERY:
        s.gallery += take_from_supply(s, 1)
    elif card == CORPORATE_HQ:
        gain(s, side, building_count(s, side))
    elif UPKEEP_MINTS[card] > 0:
        gain(s, side, UPKEEP_MINTS[card])
    if card == CO_OP and sides(s) == 2 and s.phase != FINISHED:
        gain(s, 1 - side, GIFT_MINTS)


@rule
def owner_of(s, card):
    """Who has this Building, or -1. MW-113..115"""
    for side in range(sides(s)):
        if s.buildings[side, card] > 0:
            return side
    return -1


@rule
def give_gift(s, receiver):
    """The player named by the owner of the Co-Op gains 1 from the supply. MW-128, MW-129"""
    s.phase = DEEDS
    gain(s, receiver, GIFT_MINTS)


# ------------------------------------------------------------------ steps 4 to 7


@rule
def pay_deed_owners(s):
    """Step 4: owners are paid for Deed Locations with a mint on them. MW-69, MW-73, MW-115, MW-167, MW-168"""
    if s.mints_on[WHOLESALER, 0] > 0:
        pay_owner(s, WHOLESALER, owner_of(s, WHOLESALER_DEED))
    if s.mints_on[LOTTO, 0] > 0:
        pay_owner(s, LOTTO, owner_of(s, LOTTO_DEED))
    if s.phase != FINISHED:
        flush_supply(s)


@rule
def pay_owner(s, location, owner):
    if owner >= 0 and s.mints_on[location, 0] > 0 and s.phase != FINISHED:
        gain(s, owner, OWNER_PAY[location])


@rule
def flush_supply(s):
    """Solitaire: if nobody used the Supplier, both Plans go under the deck and two new ones come up. MW-226..229"""
    if s.players > 1 or s.mints_on[SUPPLIER, 0] > 0:
        s.phase = CLEARING
        return
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] != NO_CARD:
            put_under(s, s.supply[slot])
            s.supply[slot] = NO_CARD
    s.phase = FLUSHING


@rule
def finish_flush(s):
    s.phase = FLUSH if fill_supply(s) else CLEARING


@rule
def return_mints(s):
    """Step 5: all mints on Locations go back; Rachael's on the Supplier leave the game. MW-169, MW-248, MW-250"""
    for location in range(LOCATION_COUNT):
        if s.mints_on[location, 0] > 0:
            for space in range(MOST_SPACES):
                clear_space(s, location, space)
    pay_income(s)


@rule
def clear_space(s, location, space):
    if s.rival == RACHAEL and location == SUPPLIER and s.placed_by[location, space] == RIVAL:
        s.removed += s.mints_on[location, space]
    else:
        put_back(s, s.mints_on[location, space])
    s.mints_on[location, space] = 0
    s.placed_by[location, space] = 0


@rule
def pay_income(s):
    """Step 6: everybody gains 1; then the next round begins. MW-170, MW-171"""
    side = s.token
    for _ in range(sides(s)):
        if s.phase != FINISHED:
            gain(s, side, INCOME)
        side = side_after(s, side)
    if s.phase != FINISHED:
        begin_round(s)
