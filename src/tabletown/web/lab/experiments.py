"""The Lab of a server: experiments are asked for, wait in the database, and are played in processes of their own."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tabletown.compile.cache import is_compiled, prepare
from tabletown.compile.engine import forced
from tabletown.core.registry import rulebook
from tabletown.lab.experiment import MOST_ARMS
from tabletown.lab.run import units_for
from tabletown.web.refusals import Forbidden, Invalid, Refusal, TooOften, Unknown
from tabletown.web.settings import Settings
from tabletown.web.store.experiments import DONE, FAILED, OVER, QUEUED, STOPPED, Experiments, Full
from tabletown.web.store.storage import Row, Storage, now
from tabletown.web.tables.bots import levels
from tabletown.web.tables.seat import Caller
from tabletown.web.threads import in_thread
from tabletown.web.worker import Failed, Worker

log = logging.getLogger("tabletown.web")

MOST_PLANNED, MOST_QUICK, MOST_BOTS = 2_000_000, 200_000, 400
"""How many games one experiment may take here, by who plays."""
MOST_EACH = 2
"""Experiments of one visitor in the queue: one is played, the next waits."""
MOST_LISTED = 50
CHECK_SECONDS = 60.0
STEP_SECONDS = 120.0
"""A process that says nothing for so long is ended."""
TRIES = 2
LOOK_EVERY = 5.0
"""Seconds between two notes in the database that somebody looks."""
NEWS_EVERY = 0.5
"""Seconds between two looks for news of an experiment that another server process plays."""
TELL_EVERY = 0.25
SPEEDS = {"league": 10_000.0, "quick": 5_000.0, "random": 50_000.0}
"""Games a second until the first experiment has told better; bots take seconds."""
BOT_SPEED = 4.0


class NoAnswer(Refusal):
    """There is an experiment, but not yet what was asked for."""

    status = 409


@dataclass(frozen=True)
class Asked:
    """An experiment as it stands."""

    row: Row
    answer: dict[str, Any] | None
    trace: list[dict[str, Any]]
    ahead: int
    seconds: float
    mine: bool

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def status(self) -> str:
        return str(self.row["status"])

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def question(self) -> dict[str, Any]:
        return dict(self.row["question"])

    @property
    def progress(self) -> dict[str, Any]:
        return dict(self.row["progress"])

    def to_json(self, since: int = -1) -> dict[str, Any]:
        """For programs; the answer only if it came after `since`."""
        progress = self.progress
        fresh = self.answer is not None and progress.get("answered", 0) > since
        return {
            "id": self.id,
            "url": f"/lab/r/{self.id}",
            "status": self.status,
            "version": self.row["version"],
            "mine": self.mine,
            "place": self.ahead if self.status == QUEUED else 0,
            "seconds": round(self.seconds, 1),
            "compiling": bool(progress.get("compiling")) and not self.over,
            "games": progress.get("games", 0),
            "of": progress.get("of"),
            "width": progress.get("width"),
            "experiment": self.question,
            "answer": self.answer if fresh else None,
        }


class Lab:
    """Experiments by id, which is a hash of the question and the rules: the same question is played once."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.settings = settings
        self.experiments = Experiments(storage)
        self._shared = storage.shared
        self._checker = Worker("tabletown.web.lab.check_worker")
        self._checking = asyncio.Lock()
        self._workers = [Worker("tabletown.web.lab.lab_worker") for _ in range(settings.lab_workers)]
        self._work_waits = asyncio.Event()
        self._news: dict[str, asyncio.Event] = {}
        self._looked: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        if not self._shared:  # nobody else plays in this database
            await self.experiments.give_back()
        await self._forget()
        self._tasks = [asyncio.create_task(self._work(worker), name="lab") for worker in self._workers]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in (*self._workers, self._checker):
            await worker.stop()

    # -------------------------------------------------------------- asking

    async def check(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """What an experiment would be; what is none, or too much for a server, is refused in a sentence."""
        check_players(question)
        check_arms(question)
        async with self._checking:
            try:
                said = await self._checker.ask(dict(question), CHECK_SECONDS)
            except Failed:
                raise TooOften("The Lab could not look at this question just now; ask again in a minute.") from None
            if said.get("full"):
                await self._checker.stop()
        if "refused" in said or "error" in said:
            raise Invalid(said.get("refused", "This is no experiment; see docs/lab.md."))
        return checked(said)

    async def ask(self, question: Mapping[str, Any], caller: Caller) -> tuple[Asked, bool]:
        """Queue an experiment; the same question again gives what is there. Whether it was queued."""
        about = await self.check(question)
        name = identity(about)
        row = {"id": name, "game": about["question"]["game"], "question": about["question"], "owner": owner_of(caller)}
        try:
            found, fresh = await self.experiments.put(row, self.settings.lab_queue, MOST_EACH)
        except Full as full:
            if full.mine:
                raise TooOften(
                    "One of your experiments is being played and another waits; stop one, or wait for its answer."
                ) from None
            raise TooOften("Many experiments are waiting already; ask again in a few minutes.") from None
        if fresh:
            self._work_waits.set()
        return await self._asked(found, caller), fresh

    async def get(self, name: str, caller: Caller) -> Asked:
        """An experiment as it stands; that somebody looks at it is remembered."""
        row = await self.experiments.find(name)
        if row is None:
            raise Unknown("This answer is not kept any more; ask again.")
        if time.monotonic() - self._looked.get(name, -math.inf) > LOOK_EVERY:
            self._looked[name] = time.monotonic()
            await self.experiments.look(name)
            self._looked = {key: at for key, at in self._looked.items() if at > time.monotonic() - 60}
        return await self._asked(row, caller)

    async def _asked(self, row: Row, caller: Caller) -> Asked:
        body = await self.experiments.answer(str(row["id"])) if row["size"] else None
        told = await in_thread(lambda: json.loads(gzip.decompress(body))) if body else {"answer": None, "trace": []}
        ahead = await self.experiments.ahead(row) if row["status"] == QUEUED else 0
        seconds = 0.0 if row["status"] in OVER else await self.expected(dict(row["question"]))
        mine = row["owner"] == owner_of(caller)
        return Asked(row, told["answer"], told["trace"], ahead, seconds, mine)

    async def news(
        self, name: str, caller: Caller, since: int, seconds: float, gone: Callable[[], Awaitable[bool]]
    ) -> Asked:
        """An experiment as it stands once there is something after `since`, or the time is over."""
        deadline = time.monotonic() + seconds
        while True:
            event = self._news.setdefault(name, asyncio.Event())
            row = await self.experiments.find(name)
            over = row is None or row["status"] in OVER or row["version"] > since
            left = deadline - time.monotonic()
            if over or left <= 0 or await gone():
                return await self.get(name, caller)
            if time.monotonic() - self._looked.get(name, -math.inf) > LOOK_EVERY:
                await self.get(name, caller)
            try:
                async with asyncio.timeout(min(left, NEWS_EVERY)):
                    await event.wait()
            except TimeoutError:
                continue

    async def stop(self, name: str, caller: Caller) -> Asked:
        """End a run and keep what is there; only who asked first may."""
        asked = await self.get(name, caller)
        if not asked.mine:
            raise Forbidden("Only who asked first may stop an experiment.")
        await self.experiments.stop(name)
        self._tell(name)
        return await self.get(name, caller)

    async def expected(self, question: Mapping[str, Any]) -> float:
        """About how many seconds an experiment takes."""
        who = str(question.get("who", "quick"))
        speed = await self.experiments.speed(str(question["game"]), who)
        games = expected_games(question)
        return min(self.settings.lab_seconds, games / (speed or SPEEDS.get(who, BOT_SPEED)))

    async def of(self, caller: Caller) -> list[dict[str, Any]]:
        """The experiments that a visitor asked first, the latest first."""
        return [
            {"id": row["id"], "url": f"/lab/r/{row['id']}", "status": row["status"], "experiment": row["question"]}
            for row in await self.experiments.of(owner_of(caller), MOST_LISTED)
        ]

    # -------------------------------------------------------------- playing

    def _tell(self, name: str) -> None:
        """Wake all who wait for news of an experiment."""
        event = self._news.pop(name, None)
        if event:
            event.set()

    async def _forget(self) -> None:
        await self.experiments.forget(self.settings.lab_kept, self.settings.lab_megabytes * 10**6)

    async def _work(self, worker: Worker) -> None:
        while True:
            self._work_waits.clear()
            try:
                row = await self.experiments.take()
                if row is None:
                    async with asyncio.timeout(1.0 if self._shared else None):
                        await self._work_waits.wait()
                    continue
                await self._play(worker, row)
                self._work_waits.set()  # somebody's next one may be free now
                await self._forget()
            except TimeoutError:
                continue
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the Lab could not go on; it tries again")
                await asyncio.sleep(1)

    async def _play(self, worker: Worker, row: Row) -> None:
        name = str(row["id"])
        self._tell(name)
        try:
            for attempt in range(TRIES):
                try:
                    await self._prepare(row)
                    return await self._run(worker, row)
                except Failed:
                    log.warning("the process that played the experiment %s ended", name)
                    if attempt + 1 == TRIES:
                        await self._end(name, FAILED, {})
        except asyncio.CancelledError:
            await self.experiments.give_back(name)
            raise
        except Exception:
            log.exception("the experiment %s failed", name)
            await self._end(name, FAILED, {})

    async def _end(self, name: str, status: str, progress: dict[str, Any], **more: Any) -> None:
        await self.experiments.tell(name, status=status, progress=progress, **more)
        self._tell(name)

    async def _prepare(self, row: Row) -> None:
        """Have the rules compiled in the form that takes values, once for each game."""
        if forced() == "interpreted":
            return
        who = str(row["question"].get("who", "quick"))
        units = units_for(rulebook(row["game"]), by_bots=plays_slowly(who))
        if not all(is_compiled(unit) for unit in units):
            prepare(*units)
        while not all(is_compiled(unit) for unit in units):
            asked = await self.experiments.tell(str(row["id"]), progress={"compiling": True})
            self._tell(str(row["id"]))
            if asked is None or asked["stopping"]:
                return
            await asyncio.sleep(1)

    async def _run(self, worker: Worker, row: Row) -> None:
        name, began = str(row["id"]), time.monotonic()
        question = {"id": name, "experiment": row["question"], "most": most_games(row["question"])}
        progress: dict[str, Any] = {}
        version, sizes, told_at = int(row["version"]), {"answer": 0, "rows": 0}, 0.0
        ending = ""
        while True:
            said = await worker.ask(question | ({"end": True} if ending else {}), STEP_SECONDS)
            if "error" in said or said.get("failure"):
                log.error("the experiment %s failed: %s", name, said.get("error") or said["failure"])
                return await self._end(name, FAILED, progress)
            over = bool(said.get("over"))
            progress |= {key: said[key] for key in ("games", "of", "width")}
            values: dict[str, Any] = {}
            if "answer" in said:
                kept = {"answer": said["answer"], "trace": said["trace"]}
                values["answer"] = await in_thread(lambda kept=kept: gzip.compress(json.dumps(kept).encode(), 6))  # type: ignore[misc]
                progress["answered"] = version + 1
                sizes["answer"] = len(values["answer"])
            if over and said["rows"]:
                values["rows"] = base64.b64decode(said["rows"])
                sizes["rows"] = len(values["rows"])
            taken = time.monotonic() - began
            if over:
                progress["cut"] = progress.get("cut", False) or said["cut"]
                if said["games"] and taken > 0.2:
                    values["speed"] = said["games"] / taken
                values["status"] = ending or DONE
            if said.get("full"):
                await worker.stop()
            if values or time.monotonic() - told_at >= TELL_EVERY:
                told_at, version = time.monotonic(), version + 1
                asked = await self.experiments.tell(name, progress=dict(progress), size=sum(sizes.values()), **values)
                self._tell(name)
                if over or asked is None:
                    return
                away = now() - asked["watched"] > 1000 * self.settings.presence
                ending = STOPPED if asked["stopping"] or away else ""
                if not ending and taken > self.settings.lab_seconds:
                    ending = DONE
                    progress["cut"] = True


def owner_of(caller: Caller) -> str:
    """Whom an experiment belongs to: a browser, a token, or else an address."""
    return caller.browser or caller.token or caller.address[:64]


def identity(about: Mapping[str, Any]) -> str:
    """A name that the same question always has, as long as the rules are the same."""
    told = json.dumps([about["question"], about["rules"]], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def most_games(question: Mapping[str, Any]) -> int:
    """How many games an experiment may take here. Counting things takes memory for every game."""
    who = str(question.get("who", "quick"))
    if who == "league" or who.startswith("plan:"):
        most = MOST_PLANNED
    else:
        most = MOST_BOTS if plays_slowly(who) else MOST_QUICK
    return min(most, MOST_QUICK) if "cards" in question.get("ask", ()) else most


def plays_slowly(who: str) -> bool:
    """Whether registered bots play, and not the Lab's own players."""
    own = ("quick", "random", "league")
    return any(name.strip() not in own and not name.strip().startswith("plan:") for name in who.split(","))


def expected_games(question: Mapping[str, Any]) -> float:
    """About how many games an experiment takes."""
    sides = combinations(question.get("vary", {})) + 1 if question.get("change") or question.get("vary") else 1
    sides *= 1 + len(question.get("ban", ()))
    if question.get("games"):
        return float(question["games"] * sides)
    if not question.get("precision"):
        return 10_240.0 * sides
    each = 38_416 * (0.5 / question["precision"]) ** 2
    return float(1024 * 2 ** max(0, math.ceil(math.log2(each / 1024))) * sides)


def check_players(question: Mapping[str, Any]) -> None:
    """Refuse players that a server does not have; the names of some would open files."""
    known = list(dict.fromkeys(("quick", "random", "league", *levels())))
    for name in str(question.get("who", "quick")).split(","):
        if name.strip() not in known and not name.strip().startswith("plan:"):
            raise Invalid(f"This server has no player {name.strip()[:40]!r}; there are {', '.join(known)}.")


def combinations(values: Any) -> int:
    """How many combinations of values a `vary` asks for."""
    if isinstance(values, Mapping):
        return math.prod(combinations(entry) for entry in values.values())
    return len(values) if isinstance(values, list) else 1


def check_arms(question: Mapping[str, Any]) -> None:
    """Refuse too many games side by side, before all of them are made."""
    if (arms := combinations(question.get("vary", {}))) > MOST_ARMS:
        raise Invalid(f"This asks for {arms} games side by side; at most {MOST_ARMS} are possible.")


def checked(about: dict[str, Any]) -> dict[str, Any]:
    """Refuse what is too much for a server."""
    question = about["question"]
    most = most_games(question)
    games = (question.get("games") or 0) * about["arms"] * (1 + about["bans"])
    if about["bots"] and not question.get("games"):
        raise Invalid(f"Bots play slowly here: say how many games, up to {most:,}.")
    if games > most:
        raise Invalid(
            f"This asks for {games:,} games; this server plays {most:,}. Run the file with: tabletown lab FILE."
        )
    return about
