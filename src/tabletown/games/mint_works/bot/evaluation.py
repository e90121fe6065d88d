"""How good a position of Mint Works is for a player: stars, Plans that will be stars, and mints with what they will earn."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

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
from ..rules.mints import purse, sides
from ..rules.stars import building_count, stars, worth
from ..state import HUMAN, RIVAL

SCALE = 160
ROLLOUT = "random"
ROLLOUT_MOVES = 1000
"""To the end, which is never far."""

STAR = 100
PLAN_PART = 45
"""What a face-down Plan is worth, in hundredths of the Building it will be."""
STILL_TO_BUILD = 25
"""Taken off a Plan, because building it takes a turn and a space."""
MINT, MINT_A_ROUND, LAST_MINT = 14, 3, 5
"""A mint, more for each round to come, and when the last round is on."""
MANY_MINTS = 8
"""Mints beyond these are worth half."""
TOKEN = 6
LONGEST = 5
"""No income is counted for more rounds than these."""


@rule
def evaluate(s, seat):
    """Stars now and stars to come; alone, the lead over the opponent."""
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
    """Mints in an Upkeep; mints saved count as earned."""
    if card == CORPORATE_HQ:
        return building_count(s, side) + 1
    if card == ASSEMBLER:
        return 2
    if card == CO_OP and sides(s) == 2:
        return 0
    if card in (TRUCK, CRANE, WHOLESALER_DEED, LOTTO_DEED):
        return 1
    return UPKEEP_MINTS[card]
