"""The sides that take turns: the players, or in solitaire the player and the opponent."""

from __future__ import annotations

from tabletown.core.rule import rule


@rule
def sides(s):
    """How many take turns: the players, or one player and the opponent. MW-35, MW-207"""
    return 2 if s.players == 1 else s.players


@rule
def side_after(s, side):
    """The next side clockwise."""
    return side + 1 if side + 1 < sides(s) else 0


@rule
def steps_to(s, viewer, side):
    """How many places after the viewer a side sits, clockwise."""
    return side - viewer if side >= viewer else side - viewer + sides(s)
