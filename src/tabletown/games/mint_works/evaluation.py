"""How good a position of Mint Works is for a player: stars, Plans that will be stars, and mints with what they will earn."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from ...core.rule import rule
from .components import (
    ASSEMBLER,
    CO_OP,
    CORPORATE_HQ,
    CRANE,
    END_STARS,
    GALLERY,
    INCOME,
    LOTTO_DEED,
    PLAN_COUNT,
    TRUCK,
    UPKEEP_MINTS,
    WHOLESALER_DEED,
)
from .mints import purse, sides
from .stars import building_count, stars, worth
from .state import HUMAN, RIVAL

SCALE = 160
ROLLOUT = "greedy"
ROLLOUT_MOVES = 24

STAR = 100
PLAN_WORTH = 60
"""What a star of a face-down Plan counts for: it has still to be built."""
LATE_PLAN_WORTH = 20
"""The same once somebody has the stars that end the game."""
MINT = 22
MANY_MINTS = 8
"""Mints beyond these are worth half."""
TOKEN = 6
LONGEST = 5
"""No income is counted for more rounds than these."""


@rule
def evaluate(s, seat):
    """Stars now and stars to come; alone, the lead over the opponent."""
    if s.players == 1:
        return neighborhood_worth(s, HUMAN) - neighborhood_worth(s, RIVAL)
    return neighborhood_worth(s, seat)


@rule
def neighborhood_worth(s, side):
    left = rounds_left(s)
    mints = min(purse(s, side), 40)
    mints = mints + min(mints, MANY_MINTS)
    total = STAR * stars(s, side) + MINT * mints // 2 + plans_worth(s, side, left)
    total += MINT * (income(s, side) + INCOME) * left * 3 // 4
    if s.token == side:
        total += TOKEN
    return total


@rule
def rounds_left(s):
    """Rounds until somebody has seven stars, roughly; 0 when somebody has."""
    most = 0
    for side in range(sides(s)):
        most = max(most, stars(s, side))
    return max(0, min(LONGEST, END_STARS - most))


@rule
def plans_worth(s, side, left):
    """What face-down Plans will be worth when built."""
    each = PLAN_WORTH if left > 0 else LATE_PLAN_WORTH
    total = 0
    for card in range(PLAN_COUNT):
        if s.plans[side, card] > 0:
            gain = worth(s, side, card)
            if card == GALLERY:
                gain = max(0, left - 1)
            total += each * gain + MINT * earns(s, side, card) * max(0, left - 1) // 2
    return total


@rule
def income(s, side):
    """What the Buildings of a side earn in an Upkeep, mints saved counted as earned."""
    total = 0
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] > 0:
            total += earns(s, side, card)
    return total


@rule
def earns(s, side, card):
    if card == CORPORATE_HQ:
        return building_count(s, side) + 1
    if card == GALLERY:
        return 4
    if card == ASSEMBLER:
        return 2
    if card == CO_OP:
        return 0 if sides(s) == 2 else 1
    if card in (TRUCK, CRANE, WHOLESALER_DEED, LOTTO_DEED):
        return 1
    return UPKEEP_MINTS[card]
