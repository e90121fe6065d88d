"""Close: how near the second is to the first, how often the lead changes, and when a game is decided."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import game_loop
from ..sample import Sample
from ..stats import FINE, Sums, mean, paired, share, summed


def _close(sample: Sample) -> np.ndarray:
    """By game: whether the second was within the game's CLOSE points of the first."""
    ordered = np.sort(sample.scores, axis=1)
    apart = ordered[:, -1] - ordered[:, -2] if sample.seats > 1 else np.zeros(sample.count)
    found: np.ndarray = (apart <= sample.arm.game.rulebook.lab.CLOSE).astype(float)
    return found


def _decided(sample: Sample) -> np.ndarray:
    """By game: the round of the last change of lead as a part of all rounds."""
    found: np.ndarray = sample.column(game_loop.LAST_CHANGE) / np.maximum(1, sample.rounds)
    return found


def measure(sample: Sample) -> dict[str, Any]:
    found: dict[str, Any] = {"close": share(_close(sample))}
    if sample.seats > 1:
        found["lead_changes"] = mean(sample.column(game_loop.LEAD_CHANGES))
        found["decided"] = mean(_decided(sample))
        found["comeback"] = share(sample.column(game_loop.COMEBACK).astype(float))
    return found


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    found = {"close": paired(_close(before), _close(after))}
    if before.seats > 1:
        found["lead_changes"] = paired(before.column(game_loop.LEAD_CHANGES), after.column(game_loop.LEAD_CHANGES))
        found["decided"] = paired(_decided(before), _decided(after))
        found["comeback"] = paired(before.column(game_loop.COMEBACK), after.column(game_loop.COMEBACK))
    return found


def sums(sample: Sample) -> dict[str, Sums]:
    found = {"close": summed(_close(sample), sample.blocks)}
    if sample.seats > 1:
        found["lead_changes"] = summed(sample.column(game_loop.LEAD_CHANGES), sample.blocks)
        found["decided"] = summed(_decided(sample), sample.blocks, FINE)
        found["comeback"] = summed(sample.column(game_loop.COMEBACK), sample.blocks)
    return found
