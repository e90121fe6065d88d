"""Length: how many rounds and decisions a game takes."""

from __future__ import annotations

from typing import Any

from .. import game_loop
from ..sample import Sample
from ..stats import Sums, mean, paired, quantile, summed

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def measure(sample: Sample) -> dict[str, Any]:
    return {
        "rounds": mean(sample.rounds),
        "decisions": mean(sample.column(game_loop.DECISIONS)),
        "quantiles": {f"{part:.0%}": quantile(sample.rounds, part) for part in QUANTILES},
        "longest": int(sample.rounds.max()),
    }


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    return {
        "rounds": paired(before.rounds, after.rounds),
        "decisions": paired(before.column(game_loop.DECISIONS), after.column(game_loop.DECISIONS)),
    }


def sums(sample: Sample) -> dict[str, Sums]:
    return {
        "rounds": summed(sample.rounds, sample.blocks),
        "decisions": summed(sample.column(game_loop.DECISIONS), sample.blocks),
    }
