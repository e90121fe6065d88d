"""The players round the table: who begins, who comes next, who is still in the game."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..state import LOWEST_SEAT, NAMED_SEAT, YOUNGEST


@rule
def starting_seat(s):
    """The lowest seat, the youngest player, or the seat that the host named. MK-13, MK-V11"""
    if s.starting_player == LOWEST_SEAT:
        return 0
    if s.starting_player == YOUNGEST:
        youngest = 0
        for seat in range(1, s.players):
            if s.ages[seat] < s.ages[youngest]:
                youngest = seat
        return youngest
    return s.starting_player - NAMED_SEAT


@rule
def clockwise(s, seat, steps):
    """The seat that is `steps` places on, for fewer steps than players. MK-16"""
    seat += steps
    return seat - s.players if seat >= s.players else seat


@rule
def is_opponent(s, seat):
    """Whether a seat is another player than the active one and still in the game."""
    return seat != s.turn and s.places[seat] == 0


@rule
def only_opponent(s):
    """The opponent of the active player when just one is left."""
    found = 0
    for seat in range(s.players):
        if is_opponent(s, seat):
            found = seat
    return found


@rule
def players_left(s):
    """How many players are still in the game."""
    left = 0
    for seat in range(s.players):
        if s.places[seat] == 0:
            left += 1
    return left
