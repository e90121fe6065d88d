"""The order of seats round the table."""

from __future__ import annotations

from tabletown.core.rule import rule


@rule
def seat_after(s, seat, steps):
    """The seat that is `steps` seats clockwise of another; fewer than two rounds of the table."""
    seat = seat + steps
    return seat - s.players if seat >= s.players else seat


@rule
def steps_from(s, first, seat):
    """How many steps clockwise lead from one seat to another."""
    return seat - first if seat >= first else seat - first + s.players
