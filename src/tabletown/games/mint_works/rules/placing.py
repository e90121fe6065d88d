"""Placing mints: paying the price, and what each Location does."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    AGENCY_FEE,
    ASSEMBLER,
    BUILDER,
    COUNCIL,
    CROWDFUNDER,
    GAIN,
    LOTTO,
    NO_CARD,
    OTHERS_GAIN,
    RECYCLER,
    SUPPLIER,
    SWAP_MEET,
    TEMP_AGENCY,
)
from ..state import (
    FINISHED,
    GIVE,
    HIRE,
    HIRED_BUILD,
    HIRED_BUY,
    KNOWERS,
    LOTTO_DRAW,
    PAYOUT_SHIFT,
    PLACED,
    PUBLIC,
    RECYCLE,
    RESTOCK,
    TAKE,
)
from .cards import (
    build_plan,
    building_at,
    buildings_held,
    draw_from_below,
    drop_card,
    gain_plan,
    has_unseen,
    lay_out,
    oldest_plan,
    plans_held,
    put_under,
    put_up,
    slot_of,
    supply_count,
)
from .mints import UNLIMITED, gain, pay, purse
from .sides import side_after, sides
from .usable import first_hire, free_space, location_price, only_plan_within, plan_price, plans_within, recycling_value

# ------------------------------------------------------------------ paying


@rule
def put_mints(s, location, amount):
    """The full price goes from the player onto one space. MW-42, MW-45"""
    space = free_space(s, location)
    pay(s, s.turn, amount)
    s.mints_on[location, space] = amount
    s.placed_by[location, space] = s.turn


@rule
def pay_for(s, location, price):
    """Pay at the Location, or all of it and 1 more at the Temp Agency. MW-86, MW-93, MW-96"""
    if s.hired == 1:
        put_mints(s, TEMP_AGENCY, price + AGENCY_FEE)
    else:
        put_mints(s, location, price)


# ------------------------------------------------------------------ what the Locations do


@rule
def use_location(s, location):
    """Pay and carry out the effect of a Location that asks for no Plan of the supply. MW-44"""
    pay_for(s, location, location_price(s, s.turn, location))
    if location == COUNCIL:
        s.token = s.turn
    if location == LOTTO:
        play_lotto(s)
    elif location == RECYCLER:
        ask_for_card(s, RECYCLE)
    elif location == SWAP_MEET:
        ask_for_card(s, GIVE)
    else:
        s.phase = PLACED
        gain(s, s.turn, GAIN[location])
        if location == CROWDFUNDER:
            reward_backers(s)


@rule
def reward_backers(s):
    """Every other player gains 1. MW-76, MW-233"""
    side = s.turn
    for _ in range(1, sides(s)):
        side = side_after(s, side)
        if s.phase != FINISHED:
            gain(s, side, OTHERS_GAIN)


@rule
def build_at_builder(s, card):
    """One own Plan of choice becomes a Building. MW-54..56"""
    pay_for(s, BUILDER, location_price(s, s.turn, BUILDER))
    build_plan(s, s.turn, card)
    s.phase = PLACED


@rule
def buy_from_supplier(s, card):
    """The Plan comes face down, or with an Assembler as a Building; in solitaire another replaces it.

    MW-58..60, MW-94, MW-148..153, MW-209
    """
    pay_for(s, SUPPLIER, plan_price(s, s.turn, card))
    s.supply[slot_of(s, card)] = NO_CARD
    if s.buildings[s.turn, ASSEMBLER] > 0:
        put_up(s, s.turn, card)
    else:
        gain_plan(s, s.turn, card)
    if s.players == 1:
        restock(s)
    else:
        s.phase = PLACED


@rule
def restock(s):
    """Solitaire: a Plan bought is replaced at once by one card, as long as there is one. MW-209..213, MW-237"""
    if has_unseen(s):
        s.phase = RESTOCK
        return
    card = draw_from_below(s)
    if card != NO_CARD:
        lay_out(s, card)
    s.phase = PLACED


@rule
def play_lotto(s):
    """The top card of the deck, seen by its new owner alone unless it was known to lie there. MW-71, MW-189, MW-193"""
    if has_unseen(s):
        s.phase = LOTTO_DRAW
        return
    card = draw_from_below(s)
    if s.secret[card] != PUBLIC:
        s.secret[card] |= 1 << s.turn
    gain_plan(s, s.turn, card)
    s.phase = PLACED


@rule
def draw_secretly(s, card):
    """A card that nobody has seen becomes the secret of its new owner. MW-71, MW-72, MW-189, MW-196"""
    s.deck[card] = 0
    s.secret[card] = 1 << s.turn
    gain_plan(s, s.turn, card)
    s.phase = PLACED


@rule
def ask_for_card(s, phase):
    """Ask which card to part with, unless there is only one. MW-78, MW-98"""
    s.phase = phase
    if plans_held(s, s.turn) + buildings_held(s, s.turn) == 1:
        part_with(s, oldest_card(s, s.turn))


@rule
def oldest_card(s, side):
    """The oldest Plan, or without a Plan the oldest Building. MW-234, MW-235"""
    plan = oldest_plan(s, side)
    return plan if plan != NO_CARD else building_at(s, side, 1)


@rule
def part_with(s, card):
    """Recycle the card or give it at the Swap Meet, where the only Plan left is taken at once. MW-78, MW-98, MW-99"""
    if s.phase == RECYCLE:
        recycle(s, card)
    else:
        hand_in(s, card)
        if supply_count(s) == 1:
            take_in_exchange(s, only_plan_within(s, s.turn, UNLIMITED))


@rule
def recycle(s, card):
    """A card goes under the deck for mints; if it is secret, the others see only the mints.

    MW-12, MW-78, MW-84, MW-192, MW-194
    """
    value = recycling_value(s, s.turn, card)
    if s.secret[card] != PUBLIC:
        s.secret[card] = (s.secret[card] & KNOWERS) + (value << PAYOUT_SHIFT)
    drop_card(s, s.turn, card)
    put_under(s, card)
    s.phase = PLACED
    gain(s, s.turn, value)


@rule
def hand_in(s, card):
    """A card is given at the Swap Meet, for all to see. MW-98, MW-103, MW-190"""
    drop_card(s, s.turn, card)
    s.secret[card] = PUBLIC
    s.given = card
    s.phase = TAKE


@rule
def take_in_exchange(s, card):
    """The Plan taken comes face down and free, the card given lies in its slot. MW-99..102, MW-152, MW-211"""
    s.supply[slot_of(s, card)] = s.given
    s.given = NO_CARD
    gain_plan(s, s.turn, card)
    s.phase = PLACED


# ------------------------------------------------------------------ the Temp Agency


@rule
def open_agency(s):
    """Ask which Location is hired, unless there is only one. MW-87, MW-88"""
    s.phase = HIRE
    first = first_hire(s, s.turn, 0)
    if first_hire(s, s.turn, first + 1) < 0:
        hire(s, first)


@rule
def hire(s, location):
    """Carry out another Location's effect; nothing changes on that Location itself. MW-86, MW-87, MW-93"""
    s.hired = 1
    if location == BUILDER:
        s.phase = HIRED_BUILD
        if plans_held(s, s.turn) == 1:
            build_at_builder(s, oldest_plan(s, s.turn))
    elif location == SUPPLIER:
        s.phase = HIRED_BUY
        if plans_within(s, s.turn, purse(s, s.turn) - AGENCY_FEE) == 1:
            buy_from_supplier(s, only_plan_within(s, s.turn, purse(s, s.turn) - AGENCY_FEE))
    else:
        use_location(s, location)
