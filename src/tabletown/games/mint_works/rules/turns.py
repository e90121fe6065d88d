"""Rounds, turns and passes."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import SONIC
from ..state import DEVELOP, RIVAL, RIVAL_TURN, UPKEEP
from .sides import side_after, sides


@rule
def begin_turn(s):
    """A player decides; the opponent of a solitaire game acts by its card. MW-31, MW-208"""
    s.phase = RIVAL_TURN if s.rival >= 0 and s.turn == RIVAL else DEVELOP


@rule
def begin_round(s):
    """The holder of the token leads each Development phase. MW-26, MW-30, MW-65, MW-171"""
    s.round += 1
    s.passes = 0
    s.second_turn = 0
    s.turn = s.token
    begin_turn(s)


@rule
def next_turn(s):
    """The turn goes on clockwise, whatever happened to the token. MW-27, MW-32"""
    s.second_turn = 0
    s.turn = side_after(s, s.turn)
    begin_turn(s)


@rule
def end_placement(s):
    """After a placement the run of passes is over; Sonic takes two turns in a row. MW-36, MW-256"""
    s.hired = 0
    s.passes = 0
    if s.turn == RIVAL and s.rival == SONIC and s.second_turn == 0:
        s.second_turn = 1
        begin_turn(s)
    else:
        next_turn(s)


@rule
def pass_turn(s):
    """A pass is for this turn only; when all have passed in a row, Upkeep follows. MW-33..36, MW-261, MW-262"""
    s.passes += 1
    if s.passes == sides(s):
        s.phase = UPKEEP
    else:
        next_turn(s)
