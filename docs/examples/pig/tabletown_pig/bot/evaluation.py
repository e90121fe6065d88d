"""How good a position of Pig is for a player: points held, and most of those at stake."""

from tabletown.core.rule import rule

SCALE = 120
ROLLOUT = "random"
ROLLOUT_MOVES = 1000


@rule
def evaluate(s, seat):
    return 10 * s.points[seat] + (7 * s.gathered if seat == s.turn else 0)
