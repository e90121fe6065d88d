"""The process that checks questions: a question makes the games it asks for, and those take memory that only the end of
a process gives back."""

from __future__ import annotations

from typing import Any

from tabletown import __version__
from tabletown.core.errors import TabletownError
from tabletown.core.variant import structure, variants_made
from tabletown.lab.experiment import Experiment
from tabletown.web.worker_loop import answer_requests

MOST_VARIANTS = 100
"""Games made, after which the server begins a fresh process."""


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What an experiment would be, or why it is none."""
    try:
        experiment = Experiment(**question)
    except TabletownError as error:
        return {"refused": str(error)}
    except (TypeError, ValueError, AttributeError, KeyError):
        return {"refused": "This is no experiment; see docs/lab.md."}
    lineup = experiment.lineup
    return {
        "question": experiment.to_json(),
        "rules": [__version__, experiment.book.version, structure(experiment.book)[0]],
        "arms": len(experiment.arms),
        "bans": len(experiment.bans),
        "players": max(arm.game.players for arm in experiment.arms),
        "league": lineup.league,
        "bots": list(lineup.bots),
        "full": variants_made() >= MOST_VARIANTS,
    }


if __name__ == "__main__":
    answer_requests(answer)
