"""What a position of Machi Koro is worth to a seat: the fewer rounds its income needs for the landmarks, the more."""

from __future__ import annotations

from tabletown.core.rule import constants, rule

from ..components import (
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
from ..rules.construction import landmarks_built
from ..rules.income import card_income
from ..state import UNBUILT

SCALE = 120
ROLLOUT = "greedy"
ROLLOUT_MOVES = 8
"""Two or three turns: in longer rollouts the dice outweigh the move under test, without any the next rolls count for
nothing."""
PRIOR_SHARPNESS = 20
EXPLORATION = 1.2
NET_EASY = (6, 0.08)
NET_NORMAL = (3, 0.03)
"""A move brings little here, so little is given away."""
LEAF = 16
LEAF_ERROR = 0.005
SURENESS = 1.2

PAIRS = FACES * FACES
"""Probabilities are counted in 36ths, so that those of one die and of two dice are whole numbers."""

ONE_DIE, TWO_DICE = range(2)

CHANCE_OF = constants(
    [
        [
            sum(FACES for roll in card["activation"] if roll <= FACES),
            sum(FACES - abs(roll - FACES - 1) for roll in card["activation"]),
        ]
        for card in CARDS
    ]
)
"""How likely a roll is that activates a card, in 36ths, by card and by one or two dice."""

EXCHANGE_VALUE = 2
"""What an exchange at the Business Center is worth, in coins."""

LANDMARK_ROUNDS = 90
"""A landmark takes a turn of its own, whatever the income: in hundredths of a round."""

HALF_VALUE_ROUNDS = 1000
"""How far from the goal a position is worth half of the maximum, in hundredths of a round."""


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
    rounds = left + short * PAIRS // max(1, income_per_round(s, seat))
    return 1000 * HALF_VALUE_ROUNDS // (HALF_VALUE_ROUNDS + rounds)


@rule
def income_per_round(s, seat):
    """Coins that a seat may expect from one turn of everybody, in 36ths."""
    income = own_turn_income(s, seat, ONE_DIE)
    if s.landmarks[seat, TRAIN_STATION] != UNBUILT:
        with_two = own_turn_income(s, seat, TWO_DICE)
        if s.landmarks[seat, AMUSEMENT_PARK] != UNBUILT:
            with_two += with_two // FACES
        income = max(income, with_two)
    if s.landmarks[seat, RADIO_TOWER] != UNBUILT:
        income += income // 4
    for other in range(s.players):
        if other != seat and s.places[other] == 0:
            # opponents with a Train Station are taken to use it
            dice = TWO_DICE if s.landmarks[other, TRAIN_STATION] != UNBUILT else ONE_DIE
            income += card_incomes(s, seat, RED, dice)
    return income


@rule
def own_turn_income(s, seat, dice):
    """Blue, green and major establishments at the own roll, in 36ths."""
    income = card_incomes(s, seat, GREEN, dice)
    if s.cities[seat, STADIUM] > 0:
        income += CHANCE_OF[STADIUM, dice] * AMOUNT[STADIUM] * (s.players - 1)
    if s.cities[seat, TV_STATION] > 0:
        income += CHANCE_OF[TV_STATION, dice] * AMOUNT[TV_STATION]
    if s.cities[seat, BUSINESS_CENTER] > 0:
        income += CHANCE_OF[BUSINESS_CENTER, dice] * EXCHANGE_VALUE
    return income


@rule
def card_incomes(s, seat, colour, dice):
    """Blue establishments and those of one more colour, in 36ths: green at the own roll, red at another player's."""
    income = 0
    for card in range(CARD_KINDS):
        if s.cities[seat, card] > 0 and (COLOUR[card] == BLUE or COLOUR[card] == colour):
            income += CHANCE_OF[card, dice] * card_income(s, seat, card)
    return income
