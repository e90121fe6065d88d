"""How good a position of Machi Koro is for a seat: the rounds it still needs, judged by its income."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from tabletown.core.rule import constants, rule

from ..components import (
    ACTIVE_ON,
    AMOUNT,
    AMUSEMENT_PARK,
    BLUE,
    BUSINESS_CENTER,
    CARD_KINDS,
    CARDS,
    COLOUR,
    FACES,
    GREEN,
    LANDMARK_COST,
    LANDMARK_KINDS,
    RADIO_TOWER,
    RED,
    STADIUM,
    TRAIN_STATION,
    TV_STATION,
)
from ..rules import landmarks_built
from ..rules.income import card_income
from ..state import UNBUILT

SCALE = 120
"""So many points of evaluation make a seat e times as likely to win."""

ROLLOUT = "greedy"
ROLLOUT_MOVES = 8
"""Two or three turns: to the end the dice drown the difference between two moves, and none leaves out what they may bring."""
PRIOR_SHARPNESS = 20
EXPLORATION = 1.2

PAIRS = FACES * FACES
"""Chances are counted in 36ths, so that one die and two dice are both whole numbers."""


def _pairs_that_make(roll: int) -> int:
    return sum(first + second == roll for first in range(1, FACES + 1) for second in range(1, FACES + 1))


def _chance(card: int, dice: int) -> int:
    rolls = [roll for roll in range(len(ACTIVE_ON)) if card in ACTIVE_ON[roll]]
    return sum(FACES * (1 <= roll <= FACES) if dice == 1 else _pairs_that_make(roll) for roll in rolls)


CHANCE_OF = constants([[_chance(card, dice) for dice in (1, 2)] for card in range(len(CARDS))])
"""How often a card pays, in 36ths, by card and by one or two dice."""

SWAP_WORTH = 2
"""What an exchange at the Business Center is worth, in coins."""

LANDMARK_ROUNDS = 90
"""A landmark takes a turn of its own, whatever the income: in hundredths of a round."""

PATIENCE = 1000
"""Rounds, in hundredths, at which the evaluation has fallen half-way."""


@rule
def evaluate(s, seat):
    """The fewer rounds a seat needs for all landmarks, the better: 1000 at the goal, 500 ten rounds before it."""
    if s.places[seat] > 0:
        return 1000
    missing = 0
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[seat, landmark] == UNBUILT:
            missing += LANDMARK_COST[landmark]
    left = (LANDMARK_KINDS - landmarks_built(s, seat)) * LANDMARK_ROUNDS
    short = max(0, missing * 100 - s.coins[seat] * 95)
    rounds = left + short * PAIRS // max(1, income_a_round(s, seat))
    return 1000 * PATIENCE // (PATIENCE + rounds)


@rule
def income_a_round(s, seat):
    """Coins that a seat may expect from one turn of everybody, in 36ths."""
    one = own_turn_income(s, seat, 0)
    if s.landmarks[seat, TRAIN_STATION] != UNBUILT:
        two = own_turn_income(s, seat, 1)
        if s.landmarks[seat, AMUSEMENT_PARK] != UNBUILT:
            two += two // FACES
        one = max(one, two)
    if s.landmarks[seat, RADIO_TOWER] != UNBUILT:
        one += one // 4
    for other in range(s.players):
        if other != seat and s.places[other] == 0:
            one += income_from(s, seat, other)
    return one


@rule
def own_turn_income(s, seat, dice):
    """Blue, green and major establishments at the own roll, in 36ths."""
    income = 0
    for card in range(CARD_KINDS):
        if s.cities[seat, card] > 0 and (COLOUR[card] == BLUE or COLOUR[card] == GREEN):
            income += CHANCE_OF[card, dice] * card_income(s, seat, card)
    if s.cities[seat, STADIUM] > 0:
        income += CHANCE_OF[STADIUM, dice] * AMOUNT[STADIUM] * (s.players - 1)
    if s.cities[seat, TV_STATION] > 0:
        income += CHANCE_OF[TV_STATION, dice] * AMOUNT[TV_STATION]
    if s.cities[seat, BUSINESS_CENTER] > 0:
        income += CHANCE_OF[BUSINESS_CENTER, dice] * SWAP_WORTH
    return income


@rule
def income_from(s, seat, other):
    """Blue and red establishments at another player's roll, in 36ths; a Train Station is taken to be used."""
    dice = 1 if s.landmarks[other, TRAIN_STATION] != UNBUILT else 0
    income = 0
    for card in range(CARD_KINDS):
        if s.cities[seat, card] > 0 and (COLOUR[card] == BLUE or COLOUR[card] == RED):
            income += CHANCE_OF[card, dice] * card_income(s, seat, card)
    return income
