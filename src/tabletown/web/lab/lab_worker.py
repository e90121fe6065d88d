"""The process in which experiments are played. A thread plays; questions ask how far it is and what was found."""

from __future__ import annotations

import base64
import os
import tempfile
import threading
from pathlib import Path
from typing import Any

from tabletown.core.game import Game
from tabletown.core.variant import variants_made
from tabletown.lab.driver import Order, Rows
from tabletown.lab.experiment import Experiment
from tabletown.lab.run import play_bots
from tabletown.web.worker_loop import answer_requests

from . import printed_games

PAUSE = 0.25
"""Seconds between two answers while games are played: so often a page gets news at the most."""
MOST_ROWS = 8 * 2**20
"""Bytes of a Parquet file that are kept."""
MOST_VARIANTS = 100
END_SECONDS = 1.0


class Ended(Exception):
    """The experiment is to end here."""


class Run:
    """An experiment that is being played."""

    def __init__(self, question: dict[str, Any]) -> None:
        self.experiment = Experiment(**question["experiment"])
        self.name, self.most = question["id"], question["most"]
        self.games = 0
        self.result: Any = None
        self.trace: list[dict[str, Any]] = []
        self.over = self.cut = False
        self.failure = ""
        self._told: Any = None
        self._ending = False
        self._news = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self) -> None:
        try:
            for result in self.experiment.steps(cores=1, play=self._span):
                self.trace.append(point(result))
                self.result = result
                self._news.set()
                if result.step.games * 2 > self.most and not is_sure(result):
                    self.cut = True
                    break
        except Ended:
            pass
        except Exception as error:
            self.failure = repr(error)
        self.over = True
        self._news.set()

    def _span(self, game: Game, order: Order) -> Rows:
        if self._ending:
            raise Ended
        rows = play_bots(order) if order.bots else printed_games.play(game, order)
        self.games += order.count
        return rows

    def told(self) -> dict[str, Any]:
        """What is new, after a pause or at once if something was found."""
        self._news.wait(PAUSE)
        self._news.clear()
        over, result = self.over, self.result  # in this order: what was found last belongs to the end
        step = result.step if result else None
        said: dict[str, Any] = {"games": self.games, "of": step and step.of, "width": step and step.width}
        if result is not None and result is not self._told:
            said |= {"answer": result.to_json(), "trace": self.trace}
            self._told = result
        if over:
            said |= {
                "over": True,
                "cut": self.cut,
                "failure": self.failure,
                "rows": rows_of(result) if result else None,
            }
        return said

    def end(self) -> dict[str, Any]:
        """End here. What the thread is at takes too long sometimes; then the process is not fit for another run."""
        self._ending = True
        self._thread.join(END_SECONDS)
        self.over = True
        return self.told()

    @property
    def stuck(self) -> bool:
        return self._thread.is_alive() and self._ending


def is_sure(result: Any) -> bool:
    """Whether an answer is as sure as was asked, or has all the games that were."""
    step, precision = result.step, result.experiment.precision
    return bool(step.games >= step.of if step.of else precision and step.width <= precision / 100)


def point(result: Any) -> dict[str, Any]:
    """What pages show of the way to the answer: the shares of the game asked about and of its printed one."""
    arms = result.experiment.arms
    last = arms[-1]
    shown = {"changed": last}
    if not last.is_printed and result.experiment.printed:
        shown = {"printed": result.experiment.printed_of(last), "changed": last}
    found: dict[str, Any] = {"games": result.step.games // max(1, len(result.played))}
    for name, arm in shown.items():
        measured = result.arms[arm.label].found
        wins = (measured.get("plans") or measured.get("seats") or {}).get("wins", {})
        found[name] = {who: [round(x, 5) for x in (e.value, e.low, e.high)] for who, e in wins.items()}
    return found


def rows_of(result: Any) -> str | None:
    """The rows of all games as a Parquet file, if that can be made here and is not too large."""
    with tempfile.TemporaryDirectory() as folder:
        file = result.save_rows(Path(folder) / "rows")
        if file.suffix != ".parquet" or file.stat().st_size > MOST_ROWS:
            return None
        return base64.b64encode(file.read_bytes()).decode()


_run: Run | None = None


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Play an experiment, or go on with it; with `end` it ends where it is."""
    global _run
    if _run is None or _run.name != question["id"]:
        if _run is not None:
            _run.end()
        _run = Run(question)
    said = _run.end() if question.get("end") else _run.told()
    if said.get("over"):
        said["full"] = _run.stuck or variants_made() >= MOST_VARIANTS
        _run = None
    return said


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(15)  # players come first, and pictures too
    answer_requests(answer)


if __name__ == "__main__":
    main()
