"""The process in which experiments are played, step by step, so that results so far can be shown."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from tabletown.lab.experiment import Experiment
from tabletown.web.answering import answer_all

_running: dict[str, Iterator[Any]] = {}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Play the next step of an experiment; `done` says that there is none."""
    name = question["id"]
    if name not in _running:
        _running.clear()  # one at a time: what was stopped is not gone on with
        _running[name] = Experiment(**question["experiment"]).steps(cores=1)
    result = next(_running[name], None)
    if result is None:
        del _running[name]
        return {"done": True}
    return {"done": False, "answer": result.to_json(), "step": str(result.step)}


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # players come first, and pictures too
    answer_all(answer)


if __name__ == "__main__":
    main()
