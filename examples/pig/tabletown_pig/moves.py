"""The moves of Pig, of players and of chance."""

from tabletown.core.move import Moves, kind

MOVES = Moves(
    kind("roll"),
    kind("hold"),
    kind("rolled", face=range(1, 7), chance=True),
)

ROLL, HOLD, ROLLED = MOVES.first("roll"), MOVES.first("hold"), MOVES.first("rolled")
