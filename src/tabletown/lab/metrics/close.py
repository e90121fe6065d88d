"""Close: how near the second is to the first, how often the lead changes, and when a game is decided."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import game_loop
from ..sample import Sample
from ..stats import mean, paired, share


def _close(played: Sample) -> np.ndarray:
    """By game: whether the second was within the game's CLOSE points of the first."""
    ordered = np.sort(played.scores, axis=1)
    apart = ordered[:, -1] - ordered[:, -2] if played.seats > 1 else np.zeros(played.count)
    found: np.ndarray = (apart <= played.arm.game.rulebook.lab.CLOSE).astype(float)
    return found


def _decided(played: Sample) -> np.ndarray:
    """By game: the round of the last change of lead as a part of all rounds."""
    found: np.ndarray = played.column(game_loop.LAST_CHANGE) / np.maximum(1, played.rounds)
    return found


def measure(played: Sample) -> dict[str, Any]:
    found: dict[str, Any] = {"close": share(_close(played))}
    if played.column(game_loop.LEAD_CHANGES).any():
        found["lead_changes"] = mean(played.column(game_loop.LEAD_CHANGES))
        found["decided"] = mean(_decided(played))
        found["comeback"] = share(played.column(game_loop.COMEBACK).astype(float))
    return found


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    found = {"close": paired(_close(before), _close(after))}
    if before.column(game_loop.LEAD_CHANGES).any():
        found["lead_changes"] = paired(before.column(game_loop.LEAD_CHANGES), after.column(game_loop.LEAD_CHANGES))
        found["comeback"] = paired(before.column(game_loop.COMEBACK), after.column(game_loop.COMEBACK))
    return found


def sums(played: Sample) -> dict[str, Any]:
    return {}
