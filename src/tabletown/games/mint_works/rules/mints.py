"""Mints: who gains, who pays, and the finite supply of a game against Rachael. Numbers are those of docs/rules/mint_works.md."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import MORT, RACHAEL
from ..state import FINISHED, RIVAL

UNLIMITED = 1 << 40


@rule
def sides(s):
    """How many take turns: the players, or one player and the opponent. MW-35, MW-207"""
    return 2 if s.players == 1 else s.players


@rule
def side_after(s, side):
    """The next side clockwise."""
    return side + 1 if side + 1 < sides(s) else 0


@rule
def purse(s, side):
    """What a side can pay with; Mort can afford everything. MW-43, MW-264"""
    if s.rival == MORT and side == RIVAL:
        return UNLIMITED
    return s.mints[side]


@rule
def take_from_supply(s, amount):
    """What the Mint Supply gives: all of it, or against Rachael what is left; an empty supply is her win at once. MW-15, MW-251, MW-252"""
    if s.rival != RACHAEL:
        return amount
    given = min(amount, s.bank)
    s.bank -= given
    if s.bank == 0:
        s.phase = FINISHED
    return given


@rule
def gain(s, side, amount):
    """Mints from the Mint Supply into a neighborhood; Mort's are not counted. MW-11, MW-253, MW-265"""
    if s.rival == MORT and side == RIVAL:
        return
    s.mints[side] += take_from_supply(s, amount)


@rule
def put_back(s, amount):
    """Mints that are lost or returned go to the Mint Supply. MW-13, MW-246"""
    if s.rival == RACHAEL:
        s.bank += amount


@rule
def pay(s, side, amount):
    """Mort's placements are paid from the supply, everybody else's from the own mints. MW-42, MW-217, MW-264"""
    if s.rival != MORT or side != RIVAL:
        s.mints[side] -= amount
