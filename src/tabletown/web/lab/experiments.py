"""The Lab of a server: a queue of experiments, played in processes of their own, and their answers for a while."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from tabletown.compile.cache import is_compiled, prepare
from tabletown.compile.engine import forced
from tabletown.compile.native import values_unit
from tabletown.core.variant import structure
from tabletown.lab.driver import UNIT
from tabletown.lab.experiment import Experiment
from tabletown.web.refusals import Forbidden, Invalid, TooOften, Unknown
from tabletown.web.worker import Failed, Worker

log = logging.getLogger("tabletown.web")

MOST_QUICK, MOST_PLANNED = 200_000, 2_000_000
"""How many games one experiment may take here."""
KEPT = 200
"""How many answers are kept; the one that was asked for longest ago goes first."""
STEP_SECONDS = 600.0
"""A worker that takes longer for one step is ended."""

WAITING, RUNNING = ("compiling", "queued"), "running"


@dataclass
class Asked:
    """An experiment that somebody asked for, and how far it is."""

    id: str
    experiment: Experiment
    owner: str
    status: str = "queued"
    answer: dict[str, Any] | None = None
    step: str = ""
    stopping: bool = field(default=False, repr=False)

    @property
    def over(self) -> bool:
        return self.status in ("done", "stopped", "failed")


class Lab:
    """Experiments by id, which is a hash of the question and the rules: the same question is played once."""

    def __init__(self, workers: int, seconds: float, most_waiting: int) -> None:
        self._seconds, self._most_waiting = seconds, most_waiting
        self._workers = [Worker("tabletown.web.lab.lab_worker") for _ in range(workers)]
        self._kept: OrderedDict[str, Asked] = OrderedDict()
        self._queue: asyncio.Queue[Asked] = asyncio.Queue()
        self._tasks = [asyncio.create_task(self._work(worker), name="lab") for worker in self._workers]

    def get(self, name: str) -> Asked:
        if name not in self._kept:
            raise Unknown("This answer is not kept any more; ask again.")
        self._kept.move_to_end(name)
        return self._kept[name]

    def ask(self, experiment: Experiment, owner: str) -> Asked:
        """Queue an experiment; the same question again gives what is there."""
        check(experiment)
        name = identity(experiment)
        found = self._kept.get(name)
        if found is not None and found.status not in ("failed", "stopped"):
            return found
        waiting = [entry for entry in self._kept.values() if not entry.over]
        if len(waiting) >= self._most_waiting:
            raise TooOften("Many experiments are waiting already; ask again in a few minutes.")
        if owner and any(entry.owner == owner for entry in waiting):
            raise TooOften("Your last experiment is still being played; stop it, or wait for its answer.")
        asked = self._kept[name] = Asked(name, experiment, owner)
        while len(self._kept) > KEPT and next(iter(self._kept.values())).over:
            self._kept.popitem(last=False)
        self._queue.put_nowait(asked)
        return asked

    def stop(self, name: str, owner: str) -> Asked:
        """End a run and keep what is there; only who asked may."""
        asked = self.get(name)
        if asked.owner != owner:
            raise Forbidden("Only who asked may stop an experiment.")
        asked.stopping = True
        return asked

    async def _work(self, worker: Worker) -> None:
        while True:
            asked = await self._queue.get()
            try:
                await self._prepare(asked)
                await self._play(worker, asked)
            except Failed:
                asked.status = "failed"
            except Exception:
                log.exception("an experiment failed")
                asked.status = "failed"

    async def _prepare(self, asked: Asked) -> None:
        """Have the rules compiled in the form that takes values, once for each game."""
        if forced() == "interpreted":
            return
        units = [values_unit(asked.experiment.book), UNIT]
        if not all(is_compiled(unit) for unit in units):
            asked.status = "compiling"
            prepare(*units)
        while not all(is_compiled(unit) for unit in units) and not asked.stopping:
            await asyncio.sleep(0.5)

    async def _play(self, worker: Worker, asked: Asked) -> None:
        asked.status, began = RUNNING, time.monotonic()
        question = {"id": asked.id, "experiment": asked.experiment.to_json()}
        while not asked.stopping:
            said = await worker.ask(question, STEP_SECONDS)
            if said.get("done"):
                asked.status = "done"
                return
            if "answer" not in said:
                raise RuntimeError(said.get("error"))
            asked.answer, asked.step = said["answer"], said["step"]
            if time.monotonic() - began > self._seconds:
                asked.status = "done"
                return
        asked.status = "stopped"

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()


def identity(experiment: Experiment) -> str:
    """A name that the same question always has, as long as the rules are the same."""
    told = json.dumps([experiment.to_json(), structure(experiment.book)[0]], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def check(experiment: Experiment) -> None:
    """Refuse what is too much for a server."""
    if experiment.lineup.bots:
        raise Invalid("This server plays experiments with quick, random and plans; others run at home: tabletown lab.")
    most = MOST_PLANNED if experiment.lineup.league else MOST_QUICK
    games = (experiment.games or 0) * len(experiment.arms) * (1 + len(experiment.bans))
    if games > most:
        raise Invalid(
            f"This asks for {games:,} games; this server plays {most:,}. Run the file with: tabletown lab FILE."
        )
