"""The rules of Pig."""

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from .moves import HOLD, ROLL, ROLLED
from .state import DECIDE, FINISHED, ROLLING

FACES = 6


@rule
def setup(s):
    """Seat 0 begins; a new record is all zeros, which is just that."""
    s.phase = DECIDE


@rule
def actor(s):
    if s.phase == FINISHED:
        return OVER
    return CHANCE if s.phase == ROLLING else s.turn


@rule
def legal(s, moves):
    """Roll, or hold what was gathered; nobody may hold nothing, else a game could go on for ever."""
    if s.phase == FINISHED:
        return 0
    if s.phase == ROLLING:
        for face in range(FACES):
            moves[face] = ROLLED + face
        return FACES
    moves[0] = ROLL
    if s.gathered == 0:
        return 1
    moves[1] = HOLD
    return 2


@rule
def chance_total(s):
    return FACES


@rule
def chance_weight(s, move):
    return 1


@rule
def play(s, move):
    if move == ROLL:
        s.phase = ROLLING
        return
    s.phase = DECIDE
    if move == HOLD:
        s.points[s.turn] += s.gathered
        if s.points[s.turn] >= s.goal:
            s.phase = FINISHED
        else:
            pass_the_die(s)
    else:
        s.face = move - ROLLED + 1
        if s.face == 1:
            pass_the_die(s)
        else:
            s.gathered += s.face


@rule
def pass_the_die(s):
    s.gathered = 0
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


@rule
def score(s, seat):
    return s.points[seat]


@rule
def place(s, seat):
    ahead = 0
    for other in range(s.players):
        if s.points[other] > s.points[seat]:
            ahead += 1
    return ahead + 1
