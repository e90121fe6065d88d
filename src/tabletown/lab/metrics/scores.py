"""Scores: how many points a game yields, by order of play, and to the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Sample
from ..stats import Sums, mean, paired, quantile, summed
from .length import QUANTILES
from .seats import ORDINALS


def _by_order(sample: Sample) -> np.ndarray:
    found: np.ndarray = np.take_along_axis(sample.scores, sample.order, axis=1)
    return found


def measure(sample: Sample) -> dict[str, Any]:
    points = _by_order(sample)
    return {
        "points": {ORDINALS[place]: mean(points[:, place]) for place in range(sample.seats)},
        "best": mean(points.max(axis=1)),
        "quantiles": {f"{part:.0%}": quantile(points.max(axis=1), part) for part in QUANTILES},
    }


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    one, other = _by_order(before), _by_order(after)
    return {
        "points": {ORDINALS[place]: paired(one[:, place], other[:, place]) for place in range(before.seats)},
        "best": paired(one.max(axis=1), other.max(axis=1)),
    }


def sums(sample: Sample) -> dict[str, Sums]:
    points = _by_order(sample)
    found = {f"points.{ORDINALS[place]}": summed(points[:, place], sample.blocks) for place in range(sample.seats)}
    return {**found, "best": summed(points.max(axis=1), sample.blocks)}
