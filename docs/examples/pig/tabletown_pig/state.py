"""The record of Pig: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import SEATS, Record, field

PHASES = ["decide", "rolling", "over"]
DECIDE, ROLLING, FINISHED = range(len(PHASES))

STATE = Record(
    field("players", "i1"),
    field("goal", "i2", help="option: how many points win"),
    field("phase", "i1", values=PHASES),
    field("turn", "i1", help="the seat that rolls"),
    field("face", "i1", help="the last face of the die; 0 before the first"),
    field("gathered", "i2", help="points of this turn that a 1 would take"),
    field("points", "i2", [SEATS]),
)


def conserved(s: Any) -> dict[str, int]:
    """Nothing is handed round in Pig."""
    return {}


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    if not 0 <= s.turn < s.players or not 0 <= s.face <= 6 or s.gathered < 0:
        return f"The turn is that of a seat from 0 to {s.players - 1}, the die shows 1 to 6, and no points are below 0."
    won = any(s.points[seat] >= s.goal for seat in range(s.players))
    return (
        None if won == (s.phase == FINISHED) else f"The game is over when somebody has {s.goal} points, and not before."
    )
