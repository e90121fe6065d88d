"""The record of Pig: everything that makes up a position, and what learners observe of it."""

from tabletown.core.record import SEAT, SEATS, Record, field

PHASES = ["decide", "rolling", "over"]
DECIDE, ROLLING, FINISHED = range(len(PHASES))

STATE = Record(
    field("players", "i1"),
    field("goal", "i2", help="option: how many points win", observed=100),
    field("phase", "i1", values=PHASES, observed="one_hot"),
    field("turn", "i1", limits=SEAT, help="the seat that rolls", observed="seat"),
    field("face", "i1", limits=(0, 6), help="the last face of the die; 0 before the first roll", observed=6),
    field("gathered", "i2", limits=(0, 1000), help="points of this turn that a 1 would take", observed=200),
    field("points", "i2", [SEATS], limits=(0, 1000), observed=200),
)
