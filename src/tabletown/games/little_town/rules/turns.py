"""The course of play: whose turn is next, and everything that happens without a decision."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import GRASS, GRASS_COUNT
from ..state import ARRIVING, FEEDING, FINISHED, NEXT_TURN, ROUND_END, TURN, WORKING
from .building import is_free
from .round_end import next_to_feed, round_end_buildings
from .seats import seat_after
from .working import begin_work, finish_work, keep_working


@rule
def next_turn(s):
    """The next seat with a worker in hand; when nobody has one the round ends. LT-35, LT-40, LT-42, LT-43"""
    for _ in range(s.players):
        s.active = seat_after(s, s.active, 1)
        if s.workers[s.active] > 0:
            if has_free_square(s):
                s.phase = TURN
            else:
                s.workers[s.active] -= 1
            return
    s.step = 0
    s.phase = ROUND_END


@rule
def has_free_square(s):
    """Whether a worker can be placed anywhere. LT-43"""
    for index in range(GRASS_COUNT):
        if is_free(s, GRASS[s.board, index]):
            return True
    return False


@rule
def advance(s):
    """Carry out the phase that needs no decision."""
    if s.phase == ARRIVING:
        begin_work(s)
    elif s.phase == WORKING:
        keep_working(s)
    elif s.phase == NEXT_TURN:
        next_turn(s)
    elif s.phase == ROUND_END:
        round_end_buildings(s)
    elif s.phase == FEEDING:
        next_to_feed(s)
    else:
        finish_work(s)


@rule
def proceed(s):
    """Carry out all phases that need no decision, in the order of play, so that games on a GPU keep together."""
    while s.phase > FINISHED:
        for phase in range(ARRIVING, FEEDING + 1):
            if s.phase == phase:
                advance(s)
