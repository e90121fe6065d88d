"""What a seat may see of Pig: everything."""

from __future__ import annotations

from typing import Any

from tabletown.core.observation import Feature
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .state import PHASES

MOST = 200

OBSERVATION = (
    Feature("goal", 1, 100),
    Feature("last face", 1, 6),
    Feature("points of this turn", 1, MOST),
    Feature("points, from the viewer clockwise", MAX_SEATS, MOST),
    Feature("whose turn, from the viewer clockwise", MAX_SEATS, 1),
)


@rule
def redact(s, viewer):
    """Nothing is hidden."""


@rule
def guess(s, viewer, seed):
    """There is nothing to guess."""


@rule
def observe(s, viewer, out):
    out[0] = s.goal
    out[1] = s.face
    out[2] = min(s.gathered, MOST)
    for step in range(s.players):
        seat = viewer + step if viewer + step < s.players else viewer + step - s.players
        out[3 + step] = min(s.points[seat], MOST)
        if seat == s.turn:
            out[3 + MAX_SEATS + step] = 1


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "goal": s.goal,
        "face": s.face,
        "gathered": s.gathered,
        "points": [s.points[seat] for seat in range(s.players)],
    }
