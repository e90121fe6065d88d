"""Bots at the tables: they run in processes of their own, within a time limit, and see only what their seat may see."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tabletown import bots
from tabletown.bots import compiled_search
from tabletown.compile import cache
from tabletown.compile.native import rules_unit
from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.web.refusals import TooOften
from tabletown.web.worker import Failed, Worker

RANDOM = "random"
LEVEL_OF_SUBSTITUTES = "normal"
"""The level of a bot that plays for somebody who left, and of one whose level nobody chose."""
LEVEL_OF_HINTS = "expert"
PATIENCE = 2.0
"""Seconds in which all questions that are there at one time should be answered."""
SHORTEST = 0.05
"""Seconds that a bot may think however many questions there are."""
LONGEST_ON_LAST = 1.5
"""Seconds that a bot may think on the last free worker, so that whoever comes next has one soon."""
MOST_WAITING = 32
"""How many questions of one address may wait before it gets no more hints."""
_REMEMBERED = 4096


@dataclass(frozen=True)
class BotChoice:
    """The move that a bot chose, its reason if it gives one, and the level that really chose."""

    move: int
    reason: str = ""
    by: str = RANDOM


def levels() -> list[str]:
    """The names of all bots that may sit at a table."""
    return bots.names()


def native_code(book: Rulebook) -> dict[str, Any]:
    """Whether the native code that bots need for a game is compiled, and what is being compiled now."""
    missing = [unit for unit in (rules_unit(book), compiled_search.UNIT) if not cache.is_compiled(unit)]
    running = [progress for unit in missing if (progress := cache.progress_of(unit))]
    return {
        "ready": not missing,
        "compiling": [{"what": p.unit.title, "step": p.step, "share": p.share} for p in running],
    }


class Turn:
    """A question that waits for a worker, or is being answered."""

    def __init__(self, address: str, table: str, asked: float) -> None:
        self.address, self.table, self.asked = address, table, asked
        self.worker: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()


class Bots:
    """A few workers, shared fairly by all tables.

    A free worker goes to the address that has the fewest of them, of those to the one that had its last turn longest
    ago, and there to the table that had its last turn longest ago. Bots think for a shorter time when many questions
    are there, so that nobody has to wait long.
    """

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self._workers = [Worker("tabletown.web.tables.bot_worker") for _ in range(workers)]
        self._idle = list(self._workers)
        self._waiting: list[Turn] = []
        self._working: list[Turn] = []
        self._turns = 0
        self._served: dict[str, int] = {}
        """By address and by table: the number of its last turn."""
        self._last_worker: dict[str, Worker] = {}
        """By table: its bots find what they remember of their last search there."""

    @staticmethod
    def clock() -> float:
        return asyncio.get_running_loop().time()

    @property
    def waiting(self) -> int:
        """How many questions wait for a free worker."""
        return len(self._waiting)

    def __len__(self) -> int:
        """How many questions wait or are being answered."""
        return len(self._waiting) + len(self._working)

    async def choose(
        self, match: Match, seat: int, level: str, table: str, address: str = "", in_words: bool = False
    ) -> BotChoice:
        """A legal move for a seat, on request with reasons in words. If a bot fails or is too slow, a random move is
        chosen for it."""
        legal = match.legal_ids
        if level == RANDOM or len(legal) == 1:
            return BotChoice(secrets.choice(legal))
        question = {
            "game": match.game.name,
            "players": match.game.players,
            "options": match.game.options,
            "change": dict(match.game.change),
            "record": base64.b64encode(match.redacted(seat).tobytes()).decode(),
            "seat": seat,
            "seed": secrets.randbits(53),
            "level": level,
            "table": table,
            "names": match.names,
            "in_words": in_words,
        }
        async with self._turn(address, table) as (worker, thinking):
            try:
                answer = await worker.ask({**question, "seconds": thinking}, self.seconds)
            except Failed:
                answer = {}
        if answer.get("move") not in legal:
            return BotChoice(secrets.choice(legal))
        return BotChoice(answer["move"], str(answer.get("reason") or ""), level)

    async def hint(self, match: Match, seat: int, table: str, address: str) -> BotChoice:
        """What a strong bot would do; refused if this address waits for too many hints already."""
        if sum(turn.address == address for turn in self._waiting) >= MOST_WAITING:
            raise TooOften("Your bots are still thinking at other tables; ask again in a moment.")
        return await self.choose(match, seat, LEVEL_OF_HINTS, table, address, in_words=True)

    @asynccontextmanager
    async def _turn(self, address: str, table: str) -> AsyncIterator[tuple[Worker, float]]:
        """A worker, and the seconds that a bot may think there."""
        turn = Turn(address, table, self.clock())
        self._waiting.append(turn)
        self._hand_out()
        try:
            worker = await turn.worker
            yield worker, self._thinking()
        finally:
            if turn in self._waiting:
                self._waiting.remove(turn)
            if turn.worker.done() and not turn.worker.cancelled():
                self._working.remove(turn)
                self._idle.append(turn.worker.result())
                self._hand_out()

    def _hand_out(self) -> None:
        """Give idle workers to the questions whose turn it is."""
        while self._idle and self._waiting:
            turn = min(self._waiting, key=self._rank)
            self._waiting.remove(turn)
            preferred = self._last_worker.pop(turn.table, None)
            worker = preferred if preferred in self._idle else self._idle[-1]
            self._idle.remove(worker)
            self._working.append(turn)
            self._turns += 1
            _remember(self._served, turn.address, self._turns)
            _remember(self._served, turn.table, self._turns)
            _remember(self._last_worker, turn.table, worker)
            turn.worker.set_result(worker)

    def _rank(self, turn: Turn) -> tuple[int, int, int, float]:
        busy = sum(other.address == turn.address for other in self._working)
        return busy, self._served.get(turn.address, 0), self._served.get(turn.table, 0), turn.asked

    def _thinking(self) -> float:
        """Seconds for the next bot: less the more questions there are and the longer they have waited, and never long
        on the last free worker."""
        waited = self.clock() - min((turn.asked for turn in self._waiting), default=self.clock())
        share = (PATIENCE - waited) * len(self._workers) / len(self)
        return max(SHORTEST, min(self.seconds, share, self.seconds if self._idle else LONGEST_ON_LAST))

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()


def _remember(latest: dict[str, Any], name: str, value: Any) -> None:
    """Set an entry and make it the newest; the oldest is forgotten when there are too many."""
    latest.pop(name, None)
    latest[name] = value
    if len(latest) > _REMEMBERED:
        del latest[next(iter(latest))]
