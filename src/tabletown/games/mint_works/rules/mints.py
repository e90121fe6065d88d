"""Mints: gaining, paying, and the finite supply of a game against Rachael."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import MORT, RACHAEL
from ..state import FINISHED, RIVAL

UNLIMITED = 1 << 40


@rule
def purse(s, side):
    """What a side can pay with; Mort can afford everything. MW-43, MW-264"""
    if s.rival == MORT and side == RIVAL:
        return UNLIMITED
    return s.mints[side]


@rule
def take_from_supply(s, amount):
    """Take mints from the Mint Supply; if it runs out against Rachael, she wins at once. MW-15, MW-251, MW-252"""
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
    """Everybody pays from their own mints, only Mort from the supply. MW-42, MW-217, MW-264"""
    if s.rival != MORT or side != RIVAL:
        s.mints[side] -= amount
