"""Coins: the bank and payments between players."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import BOX_COINS


@rule
def bank(s):
    """What lies in the bank; below 0 when more is in circulation than the box holds. MK-10, MK-12"""
    rest = BOX_COINS
    for seat in range(s.players):
        rest -= s.coins[seat]
    return rest


@rule
def pay_from_bank(s, seat, income):
    """The bank pays in full, unless the option limits it to the coins of the box. MK-12, MK-V07"""
    if s.limited_bank == 1:
        income = min(income, bank(s))
    s.coins[seat] += income


@rule
def transfer(s, payer, receiver, due):
    """A player who can't pay in full pays everything; the rest is cancelled. MK-43, MK-44, MK-47, MK-48"""
    paid = min(due, s.coins[payer])
    s.coins[payer] -= paid
    s.coins[receiver] += paid
