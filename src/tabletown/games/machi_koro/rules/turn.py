"""The course of turns: the first one, the next player, extra turns."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import LANDMARK_KINDS
from ..state import BUILT, DEAL, NEW, NEXT
from .dice import prepare_roll
from .market import row_to_refill
from .seats import clockwise


@rule
def name_first_player(s, seat):
    """The first turn follows, in a dealt market after its first cards are revealed. MK-13, MK-V01"""
    s.first = seat
    s.turn = seat
    s.phase = DEAL if row_to_refill(s) >= 0 else NEXT


@rule
def begin_turn(s):
    """A turn opens with the roll. MK-17, MK-23"""
    if s.landmark_active_at_once == 0:
        put_landmarks_to_work(s)
    s.rerolled = 0
    s.extra_turn_due = 0
    s.dice[0] = 0
    s.dice[1] = 0
    prepare_roll(s)


@rule
def put_landmarks_to_work(s):
    """What was built in the last turn works from now on. MK-V06"""
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[s.turn, landmark] == NEW:
            s.landmarks[s.turn, landmark] = BUILT


@rule
def end_turn(s):
    """The next player clockwise, unless doubles brought another turn or the game just begins. MK-16, MK-92, MK-95"""
    s.extra_turn = s.extra_turn_due
    if s.round == 0:
        s.round = 1
    elif s.extra_turn_due == 0:
        pass_turn(s)
    begin_turn(s)


@rule
def pass_turn(s):
    """Players who have left the game are passed over; past the first player's seat a new round begins. MK-16, MK-V09"""
    passing = True
    while passing:
        s.turn = clockwise(s, s.turn, 1)
        if s.turn == s.first:
            s.round += 1
        passing = s.places[s.turn] > 0
