"""Bots at the web's tables: they think in processes of their own, for a bounded time, and see only what their seat may see."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import secrets
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from .. import bots
from ..core.match import Match

RANDOM = "random"
LEVELS = ("easy", "normal", "hard", "expert")
"""The strengths that are offered to people, the weakest first."""
_START = 60.0
"""Seconds that a new worker may take to load its programs."""


@dataclass(frozen=True)
class Thought:
    """What a bot would do, and why if it says so."""

    move: int
    reason: str = ""
    by: str = RANDOM


def levels() -> list[str]:
    """All bots that may sit at a table, by name."""
    return bots.names()


def usual_level() -> str:
    """The strength of a bot that sits in for somebody."""
    return "normal"


def strongest_level() -> str:
    """The strength that gives hints."""
    return LEVELS[-1]


class Failed(Exception):
    """A worker ended, said nonsense or took too long."""


class Worker:
    """A process that answers questions about moves, one line of JSON each way."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            command = [sys.executable, "-m", "tabletown.web.bot_worker"]
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, start_new_session=True
            )
            async with asyncio.timeout(_START):
                await self._line(self._process)
        return self._process

    @staticmethod
    async def _line(process: asyncio.subprocess.Process) -> dict[str, Any]:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise Failed
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer within so many seconds; otherwise the process is ended and Failed is raised."""
        try:
            process = await self._running()
            assert process.stdin is not None
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(seconds):
                return await self._line(process)
        except (Failed, OSError, ValueError, TimeoutError) as error:
            await self.stop()
            raise Failed from error
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with whatever it started itself
            await process.wait()


class Bots:
    """A few workers, shared by all tables; who comes when all are busy waits for the next free one."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self._workers = [Worker() for _ in range(workers)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, match: Match, seat: int, level: str, table: str) -> Thought:
        """A legal move for a seat. A bot that fails or dawdles is replaced by chance."""
        legal = match.legal_ids
        if level == RANDOM or len(legal) == 1:
            return Thought(secrets.choice(legal))
        question = {
            "game": match.game.name,
            "players": match.game.players,
            "options": match.game.options,
            "record": base64.b64encode(match.redacted(seat).tobytes()).decode(),
            "seat": seat,
            "seed": secrets.randbits(53),
            "level": level,
            "table": table,
            "names": match.names,
        }
        worker = await self._idle.get()
        try:
            answer = await worker.ask(question, self.seconds)
        except Failed:
            answer = {}
        finally:
            self._idle.put_nowait(worker)
        if answer.get("move") not in legal:
            return Thought(secrets.choice(legal))
        return Thought(answer["move"], str(answer.get("reason") or ""), level)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
