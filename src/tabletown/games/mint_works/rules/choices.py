"""What may be done in each phase: rules that write the ids of legal moves and return how many there are."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    BUILDER,
    CO_OP,
    COUNCIL,
    FIRST_ADVANCED,
    LOCATION_COUNT,
    NO_CARD,
    PLAN_COUNT,
    PRODUCER,
    RIVALS,
    SUPPLIER,
    SUPPLY_SIZE,
    WHOLESALER,
)
from ..moves import (
    ADD,
    BEGIN,
    BUILD,
    BUY,
    GIFT_TO,
    HIRE_AT,
    OPPONENT_PASSES,
    OPPONENT_USES,
    OPPOSE,
    PASS,
    TAKE_CARD,
    USE,
)
from ..state import ADVANCE, OPPONENT, START
from .solitaire import NOWHERE, next_location
from .start import ADVANCED_COUNT
from .upkeep import owner_of
from .usable import can_buy, can_hire, can_place, is_free, location_price

RIVAL_COUNT = len(RIVALS)


@rule
def legal_placements(s, moves):
    """Pass, or place on any Location that can be used. MW-33, MW-34, MW-37, MW-41..50"""
    moves[0] = PASS
    mints = s.mints[s.turn]
    if mints == 0:
        return 1
    count = add_location(s, PRODUCER, moves, 1)
    count = add_location(s, WHOLESALER, moves, count)
    if is_free(s, BUILDER) and location_price(s, s.turn, BUILDER) <= mints:
        count = plans_to_build(s, moves, count)
    if is_free(s, SUPPLIER):
        count = plans_to_buy(s, mints, moves, count)
    for location in range(COUNCIL, LOCATION_COUNT):
        count = add_location(s, location, moves, count)
    return count


@rule
def add_location(s, location, moves, count):
    """Add a Location that asks for no Plan, if it can be used. MW-41..50"""
    if can_place(s, s.turn, location):
        moves[count] = USE + location
        return count + 1
    return count


@rule
def opponent_move(s):
    """What the opponent does by its card. MW-208, MW-216"""
    location = next_location(s, s.turn)
    return OPPONENT_PASSES if location == NOWHERE else OPPONENT_USES + location


@rule
def plans_to_buy(s, mints, moves, count):
    """Every Plan of the supply that the mints pay for. MW-58"""
    for slot in range(SUPPLY_SIZE):
        if can_buy(s, s.turn, s.supply[slot], mints):
            moves[count] = BUY + s.supply[slot]
            count += 1
    return count


@rule
def plans_to_build(s, moves, count):
    """Every own face-down Plan. MW-55, MW-56"""
    for card in range(PLAN_COUNT):
        moves[count] = BUILD + card
        count += 1 if s.plans[s.turn, card] > 0 else 0
    return count


@rule
def locations_to_hire(s, moves):
    """Every occupied Location that the Temp Agency can carry out. MW-88..91, MW-95"""
    count = 0
    for location in range(LOCATION_COUNT):
        if can_hire(s, s.turn, location, s.mints[s.turn]):
            moves[count] = HIRE_AT + location
            count += 1
    return count


@rule
def cards_to_part_with(s, first, moves):
    """Any own Plan or Building. MW-78, MW-98"""
    count = 0
    for card in range(PLAN_COUNT):
        if s.plans[s.turn, card] > 0 or s.buildings[s.turn, card] > 0:
            moves[count] = first + card
            count += 1
    return count


@rule
def plans_to_take(s, moves):
    """Any Plan of the supply but the card just given. MW-100, MW-102"""
    count = 0
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] != NO_CARD:
            moves[count] = TAKE_CARD + s.supply[slot]
            count += 1
    return count


@rule
def players_to_gift(s, moves):
    """Any other player. MW-129, MW-130"""
    owner = owner_of(s, CO_OP)
    count = 0
    for seat in range(s.players):
        if seat != owner:
            moves[count] = GIFT_TO + seat
            count += 1
    return count


@rule
def cards_that_may_come(s, first, moves):
    """Any card that nobody has seen may lie on top. MW-22, MW-185"""
    count = 0
    for card in range(PLAN_COUNT):
        if s.deck[card] > 0:
            moves[count] = first + card
            count += 1
    return count


@rule
def choices_of_setup(s, moves):
    """What chance names before the first round. MW-21, MW-25, MW-198, MW-201"""
    count = 0
    if s.phase == START:
        for seat in range(s.players):
            moves[count] = BEGIN + seat
            count += 1
    elif s.phase == OPPONENT:
        for rival in range(RIVAL_COUNT):
            moves[count] = OPPOSE + rival
            count += 1
    elif s.phase == ADVANCE:
        for index in range(ADVANCED_COUNT):
            if s.open[FIRST_ADVANCED + index] == 0:
                moves[count] = ADD + index
                count += 1
    return count
