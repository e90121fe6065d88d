"""Length: how many rounds and decisions a game takes."""

from __future__ import annotations

from typing import Any

from .. import play
from ..played import Played
from ..stats import block_sums, mean, paired, quantile

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def measure(played: Played) -> dict[str, Any]:
    return {
        "rounds": mean(played.rounds),
        "decisions": mean(played.column(play.DECISIONS)),
        "quantiles": {f"{part:.0%}": quantile(played.rounds, part) for part in QUANTILES},
        "longest": int(played.rounds.max()),
    }


def compare(before: Played, after: Played) -> dict[str, Any]:
    return {
        "rounds": paired(before.rounds, after.rounds),
        "decisions": paired(before.column(play.DECISIONS), after.column(play.DECISIONS)),
    }


def sums(played: Played) -> dict[str, Any]:
    return {
        "rounds": block_sums(played.rounds, played.blocks).tolist(),
        "decisions": block_sums(played.column(play.DECISIONS), played.blocks).tolist(),
    }
