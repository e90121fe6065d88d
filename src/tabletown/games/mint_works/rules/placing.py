"""Placing mints: prices, what can be used, and what each Location does. Numbers are those of docs/rules/mint_works.md."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    AGENCY_FEE,
    ASSEMBLER,
    BUILDER,
    COST,
    COUNCIL,
    CRANE,
    CROWDFUNDER,
    GAIN,
    JUSTIN,
    LAST_SPACE,
    LOCATION_COUNT,
    LOTTO,
    MORT,
    MOST_SPACES,
    NO_CARD,
    OTHERS_GAIN,
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
from ..state import (
    FINISHED,
    GIVE,
    HIRE,
    HIRED_BUILD,
    HIRED_BUY,
    KNOWERS,
    LATER_EDITION,
    LOTTO_DRAW,
    PAYOUT_SHIFT,
    PLACED,
    PUBLIC,
    RECYCLE,
    RESTOCK,
    RIVAL,
    TAKE,
)
from .cards import (
    build_plan,
    building_at,
    buildings_held,
    deck_size,
    draw_from_below,
    drop_card,
    gain_plan,
    has_card,
    has_unseen,
    lay_out,
    oldest_plan,
    plan_count,
    plans_held,
    put_under,
    put_up,
    slot_of,
    supply_count,
)
from .mints import UNLIMITED, gain, pay, purse, side_after, sides
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
    """The price of a space where it depends on no Plan; a Crane makes the Builder cheaper. MW-52, MW-54, MW-140, MW-141"""
    if location == BUILDER and s.buildings[side, CRANE] > 0:
        return PRICE[BUILDER] - 1
    return PRICE[location]


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
    """A Plan of the supply that the mints pay for. MW-58, MW-219"""
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
    """How many Plans of the supply the mints could buy."""
    count = 0
    for slot in range(SUPPLY_SIZE):
        if can_buy(s, side, s.supply[slot], mints):
            count += 1
    return count


@rule
def can_swap(s, side):
    """A card to give and a Plan to take for it. MW-49, MW-270"""
    return has_card(s, side) and plans_within(s, side, UNLIMITED) > 0


@rule
def can_do(s, side, location, mints):
    """Whether the mints cover the price and the effect can be carried out; all but the Temp Agency. MW-43, MW-49, MW-50, MW-74, MW-215"""
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
    """Open, the last space to be filled free, and not closed by Justin. MW-41, MW-46, MW-48, MW-240"""
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
    """Then every other player gains 1. MW-76, MW-233"""
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
    """The Plan comes face down, with an Assembler as a Building; in solitaire another takes its place. MW-58..60, MW-94, MW-148..153, MW-209"""
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
    """A player chooses the card to part with; a single one needs no question. MW-78, MW-98"""
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
    if s.phase == RECYCLE:
        recycle(s, card)
    else:
        hand_in(s, card)
        if supply_count(s) == 1:
            take_in_exchange(s, only_plan_within(s, s.turn, UNLIMITED))


@rule
def recycling_value(s, side, card):
    """Printed cost and stars; in a later printing a Building pays its present stars instead. MW-78..81, MW-278"""
    if s.recycler_edition == LATER_EDITION and s.buildings[side, card] > 0:
        return worth(s, side, card)
    return payout(s, card)


@rule
def recycle(s, card):
    """A card goes under the deck for mints; of a secret one the others see only the mints. MW-12, MW-78, MW-84, MW-192, MW-194"""
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
    """The player names the Location whose effect is hired; a single one needs no question. MW-87, MW-88"""
    s.phase = HIRE
    first = first_hire(s, s.turn, 0)
    if first_hire(s, s.turn, first + 1) < 0:
        hire(s, first)


@rule
def hire(s, location):
    """Carry out another Location's effect as if placed there; nothing changes on the target itself. MW-86, MW-87, MW-93"""
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


@rule
def only_plan_within(s, side, mints):
    """The one Plan of the supply that the mints could buy."""
    found = NO_CARD
    for slot in range(SUPPLY_SIZE):
        if can_buy(s, side, s.supply[slot], mints):
            found = s.supply[slot]
    return found
