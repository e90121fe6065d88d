"""Income of a roll: restaurants first, then the bank, then the major establishments."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ACTIVE_ON,
    AMOUNT,
    AMUSEMENT_PARK,
    BLUE,
    CARD_KINDS,
    COLOUR,
    COUNTS_ICON,
    EFFECT,
    FACES,
    FLAT,
    GREEN,
    HAS_MALL_BONUS,
    MOST_ACTIVE,
    NO_CARD,
    RED,
    RED_ON,
    SHOPPING_MALL,
)
from ..state import BUILT, CONSTRUCT
from .coins import pay_from_bank, transfer
from .majors import fill_stadium, turn_on_tv
from .seats import clockwise


@rule
def earn_income(s):
    """Red first, then green and blue together, then purple; then construction. MK-18, MK-28, MK-36, MK-37"""
    note_doubles(s)
    roll = s.dice[0] + s.dice[1]
    pay_restaurants(s, roll)
    collect_from_bank(s, roll)
    if roll == FACES:
        fill_stadium(s)
        turn_on_tv(s)
    else:
        s.phase = CONSTRUCT


@rule
def note_doubles(s):
    """Doubles of the final roll earn the owner of an Amusement Park another turn. MK-29, MK-92, MK-94, MK-96, MK-V04"""
    if s.dice[0] == s.dice[1] and s.landmarks[s.turn, AMUSEMENT_PARK] == BUILT:
        s.extra_turn_due = 1 if s.extra_turn == 0 else s.extra_turn_chains


@rule
def pay_restaurants(s, roll):
    """The roller pays each owner counter-clockwise, as far as the coins go. MK-34, MK-43, MK-45, MK-46"""
    if RED_ON[roll] == 0:
        return
    for step in range(1, s.players):
        owner = clockwise(s, s.turn, s.players - step)
        claim = restaurant_claim(s, owner, roll)
        if claim > 0 and s.places[owner] == 0:
            transfer(s, s.turn, owner, claim)


@rule
def restaurant_claim(s, owner, roll):
    """What all red cards of one owner ask for this roll. MK-39, MK-91"""
    claim = 0
    for index in range(MOST_ACTIVE):
        card = ACTIVE_ON[roll, index]
        if card == NO_CARD:
            break
        if COLOUR[card] == RED:
            claim += card_income(s, owner, card)
    return claim


@rule
def collect_from_bank(s, roll):
    """Green cards pay the roller, blue cards everybody, the active player first. MK-32, MK-33, MK-38"""
    for step in range(s.players):
        seat = clockwise(s, s.turn, step)
        income = bank_income(s, seat, roll)
        if income > 0 and s.places[seat] == 0:
            pay_from_bank(s, seat, income)


@rule
def bank_income(s, seat, roll):
    """What the bank owes one player for this roll. MK-30, MK-39"""
    income = 0
    for index in range(MOST_ACTIVE):
        card = ACTIVE_ON[roll, index]
        if card == NO_CARD:
            break
        if COLOUR[card] == BLUE or (COLOUR[card] == GREEN and seat == s.turn):
            income += card_income(s, seat, card)
    return income


@rule
def card_income(s, owner, card):
    """What all copies of a card bring. MK-39, MK-67, MK-73, MK-89, MK-90

    Each copy brings its amount, or its amount for each icon it counts, and 1 more with a Shopping Mall.
    """
    copies = s.cities[owner, card]
    if copies == 0:
        return 0
    each = AMOUNT[card] if EFFECT[card] == FLAT else AMOUNT[card] * icons(s, owner, card)
    if HAS_MALL_BONUS[card] == 1 and s.landmarks[owner, SHOPPING_MALL] == BUILT:
        each += 1
    return copies * each


@rule
def icons(s, owner, card):
    """How many own establishments carry an icon that this card counts. MK-73"""
    count = 0
    for other in range(CARD_KINDS):
        count += COUNTS_ICON[card, other] * s.cities[owner, other]
    return count
