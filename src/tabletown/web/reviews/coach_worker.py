"""The process in which the coach judges positions. It gets what one seat may see and nothing else."""

from __future__ import annotations

import base64
import json
from functools import lru_cache
from typing import Any

import numpy as np

from tabletown.core import registry
from tabletown.learn.coach import Coach
from tabletown.web.worker_loop import answer_requests

MOST_VALUES = 20_000


@lru_cache(8)
def coach_of(game: str, players: int, options: str, change: str) -> Coach:
    return Coach(registry.game(game, players, change=json.loads(change), **json.loads(options)))


def answer(question: dict[str, Any]) -> dict[str, Any]:
    options, change = json.dumps(question["options"]), json.dumps(question["change"])
    coach = coach_of(question["game"], question["players"], options, change)
    if len(coach.judge.branches) > MOST_VALUES:
        coach.judge.branches.clear()
        coach.judge.forget()
    record = np.frombuffer(bytearray(base64.b64decode(question["record"])), coach.game.rulebook.state.dtype)
    return coach.advise(record, question["seat"], question["names"], question["move"])


def main() -> None:
    answer_requests(answer)


if __name__ == "__main__":
    main()
