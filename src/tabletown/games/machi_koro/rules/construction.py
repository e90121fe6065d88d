"""Construction: what may be built, at what cost, and the fourth landmark."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import AFFORDABLE, CARD_KINDS, COST, DEAREST, IS_MAJOR, LANDMARK_COST, LANDMARK_KINDS
from ..moves import BUILD_CARD, ERECT, PASS
from ..state import BUILD, BUILT, FINISHED, NEW, NEXT, UNBUILT
from .coins import pay_from_bank
from .market import refill_market
from .seats import only_opponent, players_left


@rule
def begin_construction(s):
    """Construction is offered in every turn; the City Hall gives 1 to a player without coins. MK-19, MK-V10"""
    if s.city_hall == 1 and s.coins[s.turn] == 0:
        pay_from_bank(s, s.turn, 1)
    s.phase = BUILD


@rule
def legal_builds(s, moves):
    """Stacks with a card left, affordable and no second major; own unbuilt affordable landmarks; or nothing. MK-82"""
    moves[0] = PASS
    count = 1
    affordable = AFFORDABLE[min(s.coins[s.turn], DEAREST)]
    for card in range(CARD_KINDS):
        if affordable >> card & 1 and s.stacks[card] > 0 and not (IS_MAJOR[card] == 1 and s.cities[s.turn, card] > 0):
            moves[count] = BUILD_CARD + card
            count += 1
    for landmark in range(LANDMARK_KINDS):
        if affordable >> (CARD_KINDS + landmark) & 1 and s.landmarks[s.turn, landmark] == UNBUILT:
            moves[count] = ERECT + landmark
            count += 1
    return count


@rule
def construct(s, move):
    """One establishment, one landmark or nothing. MK-74, MK-75"""
    s.phase = NEXT
    if move >= ERECT and move != PASS:
        erect_landmark(s, move - ERECT)
    elif move != PASS:
        build_establishment(s, move - BUILD_CARD)


@rule
def build_establishment(s, card):
    """The cost goes to the bank, the card from its stack into the city. MK-74, MK-76, MK-78"""
    s.coins[s.turn] -= COST[card]
    s.stacks[card] -= 1
    s.cities[s.turn, card] += 1
    refill_market(s)


@rule
def erect_landmark(s, landmark):
    """Turn a landmark over; with the fourth the player has won at once. MK-84, MK-86, MK-87, MK-102, MK-103, MK-V06"""
    s.coins[s.turn] -= LANDMARK_COST[landmark]
    s.landmarks[s.turn, landmark] = BUILT if s.landmark_active_at_once == 1 else NEW
    if landmarks_built(s, s.turn) == LANDMARK_KINDS:
        win(s)


@rule
def landmarks_built(s, seat):
    """How many landmarks a player has built. MK-105"""
    built = 0
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[seat, landmark] != UNBUILT:
            built += 1
    return built


@rule
def win(s):
    """The game is over, or the winner leaves with everything and the rest play on until one is left. MK-102, MK-V09"""
    s.places[s.turn] = s.players - players_left(s) + 1
    left = players_left(s)
    if s.play_on_for_places == 0:
        s.phase = FINISHED
    elif left == 1:
        s.places[only_opponent(s)] = s.players
        s.phase = FINISHED
    else:
        s.extra_turn_due = 0
        refill_market(s)
