"""The rules of Pig."""

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from ..moves import HOLD, ROLL, ROLLED
from ..state import DECIDE, FINISHED, ROLLING

FACES = 6


@rule
def setup(s):
    """Seat 0 begins; a new record is all zeros, so there is nothing else to do."""
    s.phase = DECIDE


@rule
def actor(s):
    """The die belongs to chance, everything else to the seat whose turn it is."""
    if s.phase == FINISHED:
        return OVER
    return CHANCE if s.phase == ROLLING else s.turn


@rule
def legal(s, moves):
    """Roll, or hold what was gathered; nobody may hold nothing, or a game could go on for ever."""
    if s.phase == FINISHED:
        return 0
    if s.phase == ROLLING:
        for face in range(FACES):
            moves[face] = ROLLED + face
        return FACES
    moves[0] = ROLL
    moves[1] = HOLD
    return 2 if s.gathered > 0 else 1


@rule
def play(s, move):
    """Rolling hands over to chance; points that are held are safe and may win; a 1 loses those of this turn."""
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
    """The next seat clockwise begins its turn with nothing gathered."""
    s.gathered = 0
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


@rule
def score(s, seat):
    """The points that a seat has held."""
    return s.points[seat]
