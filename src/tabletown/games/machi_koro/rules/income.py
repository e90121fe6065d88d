"""Income: restaurants, the bank, the majors, in this order. Numbers are those of docs/rules/machi_koro.md."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ACTIVE_ON,
    AMOUNT,
    AMUSEMENT_PARK,
    BLUE,
    BOX_COINS,
    BUSINESS_CENTER,
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
    STADIUM,
    TV_STATION,
)
from ..moves import DECLINE, GIVE_CARD
from ..state import BUILT, CONSTRUCT, GIVE, TAKE, TV
from .seats import clockwise, other_player, players_left


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
def transfer(s, payer, receiver, due):
    """A player who owes more than he has pays all he has; the rest is cancelled. MK-43, MK-44, MK-47, MK-48"""
    paid = min(due, s.coins[payer])
    s.coins[payer] -= paid
    s.coins[receiver] += paid


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
    """What all copies of one card bring: so much each, times icons, one more each with a Mall. MK-39, MK-67, MK-73, MK-89, MK-90"""
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


@rule
def pay_from_bank(s, seat, income):
    """The bank pays in full, unless the option limits it to the coins of the box. MK-12, MK-V07"""
    if s.limited_bank == 1:
        income = min(income, bank(s))
    s.coins[seat] += income


@rule
def bank(s):
    """What lies in the bank; below 0 when more is in circulation than the box holds. MK-10, MK-12"""
    rest = BOX_COINS
    for seat in range(s.players):
        rest -= s.coins[seat]
    return rest


@rule
def fill_stadium(s):
    """Each other player pays 2 to the owner who rolled. MK-51, MK-64"""
    if s.cities[s.turn, STADIUM] > 0:
        for seat in range(s.players):
            if seat != s.turn and s.places[seat] == 0:
                transfer(s, seat, s.turn, AMOUNT[STADIUM])


@rule
def turn_on_tv(s):
    """The owner names a player, who pays 5; with a single other player there is nothing to ask. MK-21, MK-40, MK-65"""
    if s.cities[s.turn, TV_STATION] == 0:
        open_business_center(s)
    elif players_left(s) == 2:
        charge_player(s, other_player(s))
    else:
        s.phase = TV


@rule
def charge_player(s, seat):
    transfer(s, seat, s.turn, AMOUNT[TV_STATION])
    open_business_center(s)


@rule
def open_business_center(s):
    """The owner may exchange one card. MK-58"""
    if s.cities[s.turn, BUSINESS_CENTER] > 0:
        s.phase = GIVE
    else:
        s.phase = CONSTRUCT


@rule
def offer_card(s, move):
    if move == DECLINE:
        s.phase = CONSTRUCT
    else:
        s.given = move - GIVE_CARD
        s.phase = TAKE


@rule
def exchange_cards(s, seat, card):
    """Both cards change places at the same moment; equal kinds may be exchanged. MK-61, MK-62"""
    s.cities[s.turn, s.given] -= 1
    s.cities[seat, s.given] += 1
    s.cities[seat, card] -= 1
    s.cities[s.turn, card] += 1
    s.given = NO_CARD
    s.phase = CONSTRUCT
