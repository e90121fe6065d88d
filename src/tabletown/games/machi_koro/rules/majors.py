"""The major establishments, which work on a 6 of their owner: Stadium, TV Station, Business Center."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import AMOUNT, BUSINESS_CENTER, CARD_KINDS, IS_MAJOR, NO_CARD, STADIUM, TV_STATION
from ..moves import CHARGE, DECLINE, GIVE_CARD, TAKE_CARD
from ..state import CONSTRUCT, GIVE, TAKE, TV
from .coins import transfer
from .seats import is_opponent, only_opponent, players_left


@rule
def fill_stadium(s):
    """Each other player pays 2 to the owner who rolled. MK-51, MK-64"""
    if s.cities[s.turn, STADIUM] > 0:
        for seat in range(s.players):
            if is_opponent(s, seat):
                transfer(s, seat, s.turn, AMOUNT[STADIUM])


@rule
def turn_on_tv(s):
    """The owner names a player, who pays 5; with a single other player there is nothing to ask. MK-21, MK-40, MK-65"""
    if s.cities[s.turn, TV_STATION] == 0:
        open_business_center(s)
    elif players_left(s) == 2:
        charge_player(s, only_opponent(s))
    else:
        s.phase = TV


@rule
def players_to_charge(s, moves):
    """Any other player may be named, also one without coins. MK-66"""
    count = 0
    for seat in range(s.players):
        if is_opponent(s, seat):
            moves[count] = CHARGE + seat
            count += 1
    return count


@rule
def charge_player(s, seat):
    """The named player pays for the TV Station; the Business Center is next. MK-40, MK-65"""
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
def cards_to_give(s, moves):
    """Any own card but a major; declining is possible unless the exchange is compulsory. MK-58, MK-59, MK-V08"""
    count = 0
    if s.business_center_optional == 1:
        moves[0] = DECLINE
        count = 1
    for card in range(CARD_KINDS):
        if s.cities[s.turn, card] > 0 and IS_MAJOR[card] == 0:
            moves[count] = GIVE_CARD + card
            count += 1
    return count


@rule
def offer_card(s, move):
    """The owner declines, or names the own card and then chooses the other one. MK-58"""
    if move == DECLINE:
        s.phase = CONSTRUCT
    else:
        s.given = move - GIVE_CARD
        s.phase = TAKE


@rule
def cards_to_take(s, moves):
    """Any card of another player but a major. MK-59"""
    count = 0
    for seat in range(s.players):
        if is_opponent(s, seat):
            for card in range(CARD_KINDS):
                if s.cities[seat, card] > 0 and IS_MAJOR[card] == 0:
                    moves[count] = TAKE_CARD + seat * CARD_KINDS + card
                    count += 1
    return count


@rule
def exchange_cards(s, seat, card):
    """Both cards change places at the same moment; equal kinds may be exchanged. MK-61, MK-62"""
    s.cities[s.turn, s.given] -= 1
    s.cities[seat, s.given] += 1
    s.cities[seat, card] -= 1
    s.cities[s.turn, card] += 1
    s.given = NO_CARD
    s.phase = CONSTRUCT
