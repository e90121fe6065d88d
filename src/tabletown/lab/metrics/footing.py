"""On equal footing: do those who take a thing win more often than those who could have and did not, in like positions?

Every decision in which a thing could be taken belongs to a class: the mover's chance to win, in tenths, and the third
of the game. Within a class the results after taking and after leaving are compared; classes in which both are frequent
count most. Players must slip now and then, or they always do the same in like positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile.drivers import WIN_SHARES
from .. import game_loop
from ..sample import Sample
from ..stats import Difference, Sums, holm, jackknife

ENOUGH = 30
"""A thing that was taken or left less often in comparable positions has no estimate."""


def measure(sample: Sample) -> dict[str, Any]:
    names = sample.arm.game.rulebook.lab.THINGS
    found = {name: _estimate(sample, number) for number, name in enumerate(names)}
    known = {name: entry for name, entry in found.items() if entry is not None}
    return {"things": known, "clear": sorted(holm(known))}


def _estimate(sample: Sample, thing: int) -> Difference | None:
    sums = sample.rows.footing[:, thing]
    total = sums.sum(axis=0)
    both = np.minimum(total[:, game_loop.TAKEN], total[:, game_loop.LEFT]).sum()
    if both < ENOUGH:
        return None
    return Difference(*jackknife([sums], difference), sample.count, paired=False)


def difference(sums: np.ndarray) -> float:
    """The mean over classes of what was won after taking less what was won after leaving."""
    taken, won, left, won_else = (sums[:, column].astype(float) for column in range(game_loop.SUMMED))
    both = (taken > 0) & (left > 0)
    weights = taken[both] * left[both] / (taken[both] + left[both])
    apart = won[both] / taken[both] - won_else[both] / left[both]
    return float((weights * apart).sum() / max(weights.sum(), 1e-9)) / WIN_SHARES


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    """Nothing: what differs is who takes what, which is no pair of games."""
    return {}


def sums(sample: Sample) -> dict[str, Sums]:
    """None: sums by class of position would be larger than all the rest of an answer."""
    return {}
