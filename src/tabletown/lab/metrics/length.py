"""Length: how many rounds and decisions a game takes."""

from __future__ import annotations

from typing import Any

from .. import game_loop
from ..sample import Sample
from ..stats import block_sums, mean, paired, quantile

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def measure(played: Sample) -> dict[str, Any]:
    return {
        "rounds": mean(played.rounds),
        "decisions": mean(played.column(game_loop.DECISIONS)),
        "quantiles": {f"{part:.0%}": quantile(played.rounds, part) for part in QUANTILES},
        "longest": int(played.rounds.max()),
    }


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    return {
        "rounds": paired(before.rounds, after.rounds),
        "decisions": paired(before.column(game_loop.DECISIONS), after.column(game_loop.DECISIONS)),
    }


def sums(played: Sample) -> dict[str, Any]:
    return {
        "rounds": block_sums(played.rounds, played.blocks).tolist(),
        "decisions": block_sums(played.column(game_loop.DECISIONS), played.blocks).tolist(),
    }
