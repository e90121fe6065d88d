"""Where cards are and how they move: neighborhoods, the deck and the Plan Supply."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import GALLERY, NO_CARD, OPENS, PLAN_COUNT, SOLO_SUPPLY_SIZE, SUPPLY_SIZE
from ..state import PUBLIC
from .mints import put_back

# ------------------------------------------------------------------ neighborhoods


@rule
def plans_held(s, side):
    """How many face-down Plans a side has, in a view those that the viewer knows."""
    held = 0
    for card in range(PLAN_COUNT):
        if s.plans[side, card] > 0:
            held += 1
    return held


@rule
def buildings_held(s, side):
    held = 0
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] > 0:
            held += 1
    return held


@rule
def plan_count(s, side):
    """All face-down Plans, also those that a viewer can't know. MW-154, MW-188"""
    count = plans_held(s, side)
    if s.masked_plans > 0:
        for number in range(PLAN_COUNT):
            if s.masked[side, number] > 0:
                count += 1
    return count


@rule
def has_card(s, side):
    return plan_count(s, side) + buildings_held(s, side) > 0


@rule
def oldest_plan(s, side):
    """The Plan held longest, or NO_CARD. MW-109, MW-218"""
    for card in range(PLAN_COUNT):
        if s.plans[side, card] == 1:
            return card
    return NO_CARD


@rule
def building_at(s, side, number):
    """The Building with this number in the order built, or NO_CARD. MW-109"""
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] == number:
            return card
    return NO_CARD


@rule
def gain_plan(s, side, card):
    """A card comes face down into the neighborhood, as the newest Plan. MW-11, MW-59, MW-109"""
    s.plans[side, card] = plans_held(s, side) + 1


@rule
def drop_plan(s, side, card):
    """A Plan leaves; the others keep their order. MW-109"""
    number = s.plans[side, card]
    s.plans[side, card] = 0
    for other in range(PLAN_COUNT):
        if s.plans[side, other] > number:
            s.plans[side, other] -= 1


@rule
def drop_building(s, side, card):
    """A Building leaves with effect and stars; mints on a Gallery go to the supply. MW-82, MW-83, MW-103, MW-109"""
    number = s.buildings[side, card]
    s.buildings[side, card] = 0
    for other in range(PLAN_COUNT):
        if s.buildings[side, other] > number:
            s.buildings[side, other] -= 1
    if card == GALLERY:
        put_back(s, s.gallery)
        s.gallery = 0


@rule
def drop_card(s, side, card):
    if s.plans[side, card] > 0:
        drop_plan(s, side, card)
    else:
        drop_building(s, side, card)


@rule
def put_up(s, side, card):
    """A card stands as a Building for all to see; a Deed opens its Location. MW-105, MW-111, MW-150, MW-190"""
    s.buildings[side, card] = buildings_held(s, side) + 1
    s.secret[card] = PUBLIC
    if OPENS[card] >= 0:
        s.open[OPENS[card]] = 1


@rule
def build_plan(s, side, card):
    """Turn a Plan face up. MW-55, MW-56"""
    drop_plan(s, side, card)
    put_up(s, side, card)


# ------------------------------------------------------------------ the deck


@rule
def unseen(s):
    """How many cards of the deck nobody has seen; they lie above those put under it. MW-14"""
    count = 0
    for card in range(PLAN_COUNT):
        count += s.deck[card]
    return count


@rule
def has_unseen(s):
    """Whether a card that nobody has seen is left. MW-14"""
    for card in range(PLAN_COUNT):
        if s.deck[card] > 0:
            return True
    return False


@rule
def cards_below(s):
    """How many cards were put under the deck and have not come up again."""
    count = 0
    for card in range(PLAN_COUNT):
        if s.bottom[card] > 0:
            count += 1
    return count


@rule
def deck_size(s):
    """The size of the whole deck, in a view as well as in the game. MW-185"""
    return unseen(s) + cards_below(s) - s.masked_plans


@rule
def put_under(s, card):
    """A card that is lost goes face down to the very bottom of the deck. MW-12, MW-192"""
    s.bottom[card] = cards_below(s) + 1


@rule
def draw_from_below(s):
    """When nothing unseen is left, the cards put under the deck come up in their order. MW-14, MW-193"""
    found = NO_CARD
    for card in range(PLAN_COUNT):
        if s.bottom[card] == 1:
            found = card
        if s.bottom[card] > 0:
            s.bottom[card] -= 1
    return found


# ------------------------------------------------------------------ the Plan Supply


@rule
def supply_size(s):
    """Three Plans lie open, two in solitaire. MW-23, MW-202"""
    return SOLO_SUPPLY_SIZE if s.players == 1 else SUPPLY_SIZE


@rule
def supply_count(s):
    count = 0
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] != NO_CARD:
            count += 1
    return count


@rule
def slot_of(s, card):
    found = 0
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] == card:
            found = slot
    return found


@rule
def lay_out(s, card):
    """A card comes up into the first gap; in solitaire the other moves away from the deck. MW-161, MW-203, MW-212"""
    s.secret[card] = PUBLIC
    if s.players == 1 and s.supply[0] == NO_CARD:
        s.supply[0] = s.supply[1]
        s.supply[1] = NO_CARD
    gap = 0
    while s.supply[gap] != NO_CARD:
        gap += 1
    s.supply[gap] = card


@rule
def fill_supply(s):
    """Fill gaps with known cards; true if a card nobody has seen must be turned up first. MW-161, MW-193, MW-228"""
    while supply_count(s) < supply_size(s):
        if has_unseen(s):
            return True
        if cards_below(s) == 0:
            return False
        lay_out(s, draw_from_below(s))
    return False
