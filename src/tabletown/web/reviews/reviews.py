"""Reviews that are asked for: one at a time in a worker, told as they come, stored when they are done."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import HTTPConnection

from tabletown.core.registry import rulebook_of
from tabletown.learn.review import ACCURACY_SPREAD, engine_of
from tabletown.web.refusals import Conflict, Refusal
from tabletown.web.store.storage import Storage
from tabletown.web.tables.bots import LEVEL_OF_SUBSTITUTES
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.tables import Tables
from tabletown.web.threads import in_thread
from tabletown.web.worker import Failed, Worker

log = logging.getLogger("tabletown.web")

MOST_WAITING = 20
"""How many reviews may wait for their turn."""
MOST_STORED = 10_000
MOST_COUNTED = 50
"""How many of one's last games count for accuracy and luck."""
MOST_SHOWN = 12
"""How many of them are shown one by one."""
REMEMBERED = 64
"""Reviews that are kept in memory after they are done."""
PARCEL_SECONDS = 0.35
"""How long the worker judges before it tells what it found."""
START_SECONDS, ANSWER_SECONDS = 300.0, 60.0
"""How long the worker may take to get ready, which may include compiling, and to answer."""
TRIES = 2

WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"


class Busy(Refusal):
    """Too many reviews wait already."""

    status = 503

    def __init__(self) -> None:
        super().__init__("Many games are being reviewed at the moment; try again in a minute.", changed=False)


class Job:
    """A review: what is known of it so far."""

    def __init__(self, table: str, engine: str) -> None:
        self.table, self.engine = table, engine
        self.state, self.of, self.sentence = WAITING, 0, ""
        self.result: list[float] = []
        self.by_points = False
        self.seats: list[dict[str, Any]] = []
        self.events: dict[int, dict[str, Any]] = {}
        self.at: dict[int, int] = {}
        """By event: the number of the change in which it was last judged."""
        self.changes = 0
        self.news = asyncio.Event()

    def changed(self) -> None:
        """Tell all who wait."""
        self.changes += 1
        self.news.set()
        self.news = asyncio.Event()

    @property
    def ended(self) -> bool:
        return self.state in (DONE, FAILED)

    def told(self, since: int = 0) -> dict[str, Any]:
        """What changed since a number, ready for JSON."""
        fresh = [self.events[index] for index in sorted(self.events) if self.at.get(index, 0) > since]
        return {
            "state": self.state,
            "sentence": self.sentence,
            "done": len(self.events),
            "of": self.of,
            "next": self.changes,
            "engine": self.engine,
            "unit": "points" if self.by_points else "win",
            "result": self.result,
            "events": fresh,
            "seats": self.seats,
        }

    def body(self) -> bytes:
        return gzip.compress(json.dumps(self.told()).encode(), 6)

    @classmethod
    def stored(cls, table: str, engine: str, body: bytes) -> Job:
        told = json.loads(gzip.decompress(body))
        job = cls(table, engine)
        job.state, job.of, job.result, job.seats = told["state"], told["of"], told["result"], told["seats"]
        job.by_points = told["unit"] == "points"
        job.events = {event["index"]: event for event in told["events"]}
        job.at = dict.fromkeys(job.events, 1)
        job.changes = 1
        return job


class Reviews:
    """All reviews of this server process."""

    def __init__(self, storage: Storage, tables: Tables) -> None:
        self.playouts: int | None = None
        """Playouts of a tree; None: as many as the game declares."""
        self._storage, self._tables = storage, tables
        self._worker = Worker("tabletown.web.reviews.review_worker")
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def check(self, table: str, caller: Caller) -> dict[str, Any]:
        """What is known of a table that may be reviewed; others are refused."""
        about = await self._tables.about(table, caller)
        if about["status"] != "over":
            raise Conflict("A game can be reviewed when it is over.", version=about["version"])
        return about

    async def start(self, table: str, caller: Caller) -> Job:
        """Begin a review, or find the one that there is."""
        about = await self.check(table, caller)
        engine = await in_thread(lambda: engine_of(rulebook_of(about)))
        job = await self._find(table)
        if job is not None and job.engine == engine and job.state != FAILED:
            return job
        if self._queue.qsize() >= MOST_WAITING:
            raise Busy
        job = self._remember(Job(table, engine))
        self._queue.put_nowait(job)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="reviews")
        return job

    async def find(self, table: str, caller: Caller) -> Job | None:
        """The review of a table, if one was begun."""
        await self.check(table, caller)
        return await self._find(table)

    async def _find(self, table: str) -> Job | None:
        job = self._jobs.get(table)
        if job is None and (stored := await self._storage.analysis(table)) is not None:
            job = self._remember(Job.stored(table, *stored))
        return job

    def _remember(self, job: Job) -> Job:
        self._jobs[job.table] = job
        self._jobs.move_to_end(job.table)
        for name in [name for name, old in self._jobs.items() if old.ended][: max(0, len(self._jobs) - REMEMBERED)]:
            del self._jobs[name]
        return job

    async def record(self, caller: Caller) -> list[dict[str, Any]]:
        """Accuracy and luck of a browser over its last games that were reviewed, by game and strength of the others.

        Games with a coach don't count.
        """
        ended = {entry["id"]: entry for entry in await self._tables.history(caller) if not entry["coached"]}
        bodies = await self._storage.analyses(list(ended)[:MOST_COUNTED])
        return await in_thread(lambda: record_of(ended, bodies)) if bodies else []

    # -------------------------------------------------------------- the work

    async def _work(self) -> None:
        while True:
            job = await self._queue.get()
            try:
                await self._review(job)
            except Exception:
                log.exception("the review of %s failed", job.table)
                job.state, job.sentence = FAILED, "The review failed; it can be started again."
                job.changed()

    async def _review(self, job: Job) -> None:
        for attempt in range(TRIES):
            try:
                await self._judge(job)
                break
            except Failed:
                if attempt + 1 == TRIES:
                    last = max((event["ply"] for event in job.events.values()), default=0)
                    job.state = FAILED
                    job.sentence = f"The review failed at move {last}; it can be started again."
                    job.changed()
                    return
        await self._storage.keep_analysis(job.table, job.engine, await in_thread(job.body), MOST_STORED)

    async def _judge(self, job: Job) -> None:
        job.state, job.sentence = WORKING, "The reviewer is getting ready."
        job.changed()
        text = await self._tables.save(job.table)
        about = await self._ask({"match": text, "playouts": self.playouts}, START_SECONDS)
        job.of, job.result, job.by_points = about["of"], about["result"], about["by_points"]
        job.sentence = ""
        done = False
        while not done:
            answer = await self._ask({"seconds": PARCEL_SECONDS}, ANSWER_SECONDS)
            job.changes += 1
            for event in answer["events"]:
                job.events[event["index"]] = event
                job.at[event["index"]] = job.changes
            done = answer["done"]
            if done:
                job.state, job.seats = DONE, answer["seats"]
            job.news.set()
            job.news = asyncio.Event()

    async def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer = await self._worker.ask(question, seconds)
        if "error" in answer:
            log.error("the reviewer said: %s", answer["error"])
            raise Failed
        return answer

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._worker.stop()


def record_of(tables: Mapping[str, Mapping[str, Any]], bodies: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """Reviewed games added up, those with most games first. Accuracy adds up by what hung on decisions; `last` has that
    of the latest games, the latest first.
    """
    groups: dict[tuple[str, str], dict[str, Any]] = {}
    for table in [table for table in tables if table in bodies]:
        entry, told = tables[table], json.loads(gzip.decompress(bodies[table]))
        mine = [seat["seat"] for seat in entry["seats"] if seat["you"]]
        if told["state"] != DONE or told["unit"] != "win" or len(mine) != 1:
            continue
        row, key = told["seats"][mine[0]], (entry["game"], opposition(entry["seats"]))
        group = groups.setdefault(
            key,
            {"game": key[0], "title": entry["title"], "against": key[1]}
            | {"games": 0, "lost": 0, "spread": 0, "luck": 0, "last": []},
        )
        group["games"] += 1
        if row["spread"] >= ACCURACY_SPREAD and len(group["last"]) < MOST_SHOWN:
            group["last"].append({"table": table, "accuracy": round(1 - row["lost"] / row["spread"], 3)})
        for name in ("lost", "spread", "luck"):
            group[name] += row[name]
    found = sorted(groups.values(), key=lambda group: (-group["games"], group["game"], group["against"]))
    return [
        {key: group[key] for key in ("game", "title", "against", "games")}
        | {"accuracy": round(1 - group["lost"] / max(group["spread"], 1e-9), 3)}
        | {"luck": round(group["luck"] / group["games"], 3), "last": group["last"]}
        for group in found
        if group["spread"] >= ACCURACY_SPREAD
    ]


def opposition(seats: Sequence[Mapping[str, Any]]) -> str:
    """Whom one played with: people, or the levels of the bots."""
    others = [seat for seat in seats if not seat["you"]]
    if not others:
        return "alone"
    if any(seat["kind"] != "bot" for seat in others):
        return "people"
    return ", ".join(sorted({seat["bot"] or LEVEL_OF_SUBSTITUTES for seat in others}))


def reviews(connection: HTTPConnection) -> Reviews:
    found: Reviews = connection.app.state.reviews
    return found
