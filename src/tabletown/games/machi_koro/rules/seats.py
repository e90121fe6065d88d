"""Round the table: who sits where, and who still plays."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from tabletown.core.rule import rule


@rule
def clockwise(s, seat, steps):
    """The seat so many steps on; fewer steps than players. MK-16"""
    seat += steps
    return seat - s.players if seat >= s.players else seat


@rule
def players_left(s):
    left = 0
    for seat in range(s.players):
        if s.places[seat] == 0:
            left += 1
    return left


@rule
def other_player(s):
    """The only other player still in the game."""
    found = 0
    for seat in range(s.players):
        if seat != s.turn and s.places[seat] == 0:
            found = seat
    return found
