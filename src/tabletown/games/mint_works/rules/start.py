"""Set-up after the components are laid out: the opponent, advanced Locations, and the starting player."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ADVANCED,
    BOX_MINTS,
    FIRST_ADVANCED,
    JUSTIN,
    LOCATION_COUNT,
    RACHAEL,
    RIVAL_MINTS,
    STARTING_MINTS,
)
from ..state import ADVANCE, BY_CHANCE, DEAL, HUMAN, NAMED_SEAT, RIVAL, START

ADVANCED_COUNT = len(ADVANCED)


@rule
def meet_opponent(s, rival):
    """The opponent gets its mints; Justin begins, otherwise the player does. MW-198, MW-204..206, MW-246"""
    s.rival = rival
    s.mints[RIVAL] = RIVAL_MINTS[rival]
    s.token = RIVAL if rival == JUSTIN else HUMAN
    if rival == RACHAEL:
        s.bank = BOX_MINTS - STARTING_MINTS - RIVAL_MINTS[rival]
    choose_advanced(s)


@rule
def choose_advanced(s):
    """No advanced Locations, those the table named, or some at random. MW-20, MW-21, MW-201, MW-273"""
    for index in range(ADVANCED_COUNT):
        s.open[FIRST_ADVANCED + index] = (s.advanced_locations >> index) & 1
    if s.advanced == 1 and advanced_in_play(s) == 0:
        s.phase = ADVANCE
    else:
        choose_first_player(s)


@rule
def advanced_in_play(s):
    count = 0
    for location in range(FIRST_ADVANCED, LOCATION_COUNT):
        count += s.open[location]
    return count


@rule
def add_advanced(s, index):
    """Two at random, in solitaire one. MW-21, MW-201"""
    s.open[FIRST_ADVANCED + index] = 1
    if advanced_in_play(s) == 2 or s.players == 1:
        choose_first_player(s)


@rule
def choose_first_player(s):
    """The token goes to a seat by lot, or to the one the table named. MW-25, MW-206, MW-274"""
    if s.players == 1:
        s.phase = DEAL
    elif s.starting_player == BY_CHANCE:
        s.phase = START
    else:
        give_token(s, s.starting_player - NAMED_SEAT)


@rule
def give_token(s, seat):
    s.token = seat
    s.phase = DEAL
