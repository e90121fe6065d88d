"""What a position is worth to a side: stars, Plans that will become stars, mints and what they will earn."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ASSEMBLER,
    CO_OP,
    CORPORATE_HQ,
    CRANE,
    END_STARS,
    GALLERY,
    LOTTO_DEED,
    OBELISK,
    PLAN_COUNT,
    TRUCK,
    UPKEEP_MINTS,
    WHOLESALER_DEED,
)
from ..rules.mints import purse
from ..rules.sides import sides
from ..rules.stars import building_count, stars, worth
from ..state import HUMAN, RIVAL

SCALE = 160
ROLLOUT_MOVES = 1000
"""Rollouts go to the end, which is never far."""
LEAF = 16
LEAF_ERROR = 0.005
SURENESS = 0.8

STAR = 100
PLAN_PART = 45
"""The share of a Building that its face-down Plan is worth, in hundredths."""
STILL_TO_BUILD = 25
"""What is taken off a Plan, because building it takes a turn and a space."""
MINT, MINT_A_ROUND, LAST_MINT = 14, 3, 5
"""The worth of a mint: at least, more for each round to come, and in the last round."""
MANY_MINTS = 8
"""Mints beyond these are worth half."""
TOKEN = 6
LONGEST = 5
"""The most rounds for which income is counted."""


@rule
def evaluate(s, seat):
    """The worth of a neighborhood; in solitaire the lead over the opponent's."""
    left = rounds_left(s)
    if s.players == 1:
        return neighborhood_worth(s, HUMAN, left) - neighborhood_worth(s, RIVAL, left)
    return neighborhood_worth(s, seat, left)


@rule
def rounds_left(s):
    """Rounds until somebody has seven stars, roughly; 0 when somebody has."""
    most = 0
    for side in range(sides(s)):
        most = max(most, stars(s, side))
    return max(0, min(LONGEST, END_STARS - most))


@rule
def neighborhood_worth(s, side, left):
    """Mints, Buildings and Plans, with what they will bring in the rounds left."""
    mint = MINT + MINT_A_ROUND * left if left > 0 else LAST_MINT
    mints = min(purse(s, side), 4 * MANY_MINTS)
    total = mint * (mints + min(mints, MANY_MINTS)) // 2
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] > 0:
            total += STAR * worth(s, side, card) + future_worth(s, side, card, left, mint)
        elif s.plans[side, card] > 0:
            whole = STAR * worth(s, side, card) + future_worth(s, side, card, max(0, left - 1), mint)
            total += max(0, whole * PLAN_PART // 100 - STILL_TO_BUILD)
    if s.token == side:
        total += TOKEN
    return total


@rule
def future_worth(s, side, card, left, mint):
    """What a Building will still bring: mints, or stars on the Gallery."""
    if card == GALLERY:
        return STAR * left * 7 // 10
    if card == OBELISK and s.buildings[side, card] == 0:
        return STAR
    return mint * earns(s, side, card) * left * 2 // 3


@rule
def earns(s, side, card):
    """Mints that a Building earns each round; mints saved count as earned."""
    if card == CORPORATE_HQ:
        return building_count(s, side) + 1
    if card == ASSEMBLER:
        return 2
    if card == CO_OP and sides(s) == 2:
        return 0
    if card in (TRUCK, CRANE, WHOLESALER_DEED, LOTTO_DEED):
        return 1
    return UPKEEP_MINTS[card]
