"""Stars, the size of a neighborhood, and who is ahead of whom."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    BRIDGE,
    BRIDGE_COUNTS,
    COST,
    CULTURE,
    END_STARS,
    GALLERY,
    LANDFILL,
    MUSEUM,
    OBELISK,
    PLAN_COUNT,
    PRINTED_STARS,
    RACHAEL,
    STARS_PER_PLAN,
    TYPE,
    VAULT,
)
from ..state import EVERYWHERE, FINISHED, HUMAN, RIVAL
from .cards import plan_count
from .mints import purse
from .sides import sides

BEST_AGE = 42


@rule
def counts_as(s, card):
    """One Building is one, a Bridge two, unless the option keeps that to the Museum. MW-119, MW-121, MW-276"""
    if card == BRIDGE and s.bridge_scope == EVERYWHERE:
        return BRIDGE_COUNTS
    return 1


@rule
def building_count(s, side):
    """Own Buildings as Obelisk, Corporate HQ and the tie-break count them. MW-121, MW-136, MW-147"""
    count = 0
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] > 0:
            count += counts_as(s, card)
    return count


@rule
def culture_count(s, side):
    """Own Culture Buildings, a Bridge as two. MW-120, MW-123"""
    count = 0
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] > 0 and TYPE[card] == CULTURE:
            count += BRIDGE_COUNTS if card == BRIDGE else 1
    return count


@rule
def printed_stars(s, card):
    """The number printed on a card; a formula counts 0. MW-80, MW-277"""
    if card == VAULT:
        return s.vault_star
    return PRINTED_STARS[card]


@rule
def full_worth(s, side, card):
    """The stars of one Building if there were no Landfill. MW-106, MW-110, MW-116..118, MW-124, MW-145..147, MW-154"""
    value = printed_stars(s, card)
    if card == MUSEUM:
        value = culture_count(s, side)
    elif card == GALLERY:
        value = s.gallery
    elif card == OBELISK:
        value = building_count(s, side)
    elif card == VAULT:
        value += STARS_PER_PLAN * plan_count(s, side)
    return value


@rule
def worth(s, side, card):
    """The stars of one Building now; a Landfill takes one from each Culture Building. MW-106, MW-107, MW-142..144"""
    value = full_worth(s, side, card)
    if TYPE[card] == CULTURE and s.buildings[side, LANDFILL] > 0:
        value = max(0, value - 1)
    return value


@rule
def stars(s, side):
    """The stars of all Buildings: printed ones, four formulas, less what a Landfill spoils. MW-104, MW-174"""
    total = 0
    for card in range(PLAN_COUNT):
        if s.buildings[side, card] > 0:
            total += PRINTED_STARS[card]
    if s.buildings[side, GALLERY] > 0:
        total += full_worth(s, side, GALLERY)
    if s.buildings[side, MUSEUM] > 0:
        total += full_worth(s, side, MUSEUM)
    if s.buildings[side, OBELISK] > 0:
        total += full_worth(s, side, OBELISK)
    if s.buildings[side, VAULT] > 0:
        total += full_worth(s, side, VAULT)
    if s.buildings[side, LANDFILL] > 0:
        total -= spoiled_stars(s, side)
    return total


@rule
def spoiled_stars(s, side):
    """One star of each Culture Building that has any. MW-142..144"""
    spoiled = 0
    for card in range(PLAN_COUNT):
        if TYPE[card] == CULTURE and s.buildings[side, card] > 0 and full_worth(s, side, card) > 0:
            spoiled += 1
    return spoiled


@rule
def somebody_has_seven(s):
    """Whether any player, the opponent included, has 7 stars or more. MW-159"""
    for side in range(sides(s)):
        if stars(s, side) >= END_STARS:
            return True
    return False


@rule
def payout(s, card):
    """What a card brings at the Recycler: printed cost and printed stars. MW-78..81"""
    return COST[card] + printed_stars(s, card)


# ------------------------------------------------------------------ who is ahead


@rule
def size(s, side):
    """The size of a neighborhood: Plans and Buildings. MW-121, MW-122, MW-176"""
    return plan_count(s, side) + building_count(s, side)


@rule
def years_from_42(s, side):
    """How far an age is from 42; 0 if ages are not given, and in solitaire. MW-178, MW-180"""
    if s.players == 1 or s.ages[side] < 0:
        return 0
    return abs(s.ages[side] - BEST_AGE)


@rule
def keeper_has_won(s):
    """Rachael wins at once when the Mint Supply is empty, whatever the stars. MW-251"""
    return s.phase == FINISHED and s.rival == RACHAEL and s.bank == 0


@rule
def is_ahead(s, one, other):
    """More stars, or as many and the tie-break; Rachael also by an empty supply. MW-175..182, MW-232, MW-271"""
    if keeper_has_won(s):
        return one == RIVAL and other == HUMAN
    more_stars = stars(s, one) - stars(s, other)
    return more_stars > 0 or (more_stars == 0 and wins_tie(s, one, other))


@rule
def wins_tie(s, one, other):
    """Of equal stars the smaller neighborhood, then more mints, then the age nearest to 42. MW-176..180"""
    larger = size(s, one) - size(s, other)
    if larger != 0:
        return larger < 0
    more_mints = purse(s, one) - purse(s, other)
    if more_mints != 0:
        return more_mints > 0
    return years_from_42(s, one) < years_from_42(s, other)
