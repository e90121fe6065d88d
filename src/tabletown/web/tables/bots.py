"""Bots at the tables: they run in processes of their own, within a time limit, and see only what their seat may see."""

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

from tabletown import bots
from tabletown.bots import compiled_search
from tabletown.compile import cache
from tabletown.compile.native import rules_unit
from tabletown.core.game import Rulebook
from tabletown.core.match import Match

RANDOM = "random"
LEVEL_OF_SUBSTITUTES = "normal"
"""The level of a bot that plays for somebody who left, and of one whose level nobody chose."""
LEVEL_OF_HINTS = "expert"
_START_SECONDS = 60.0
"""Seconds that a new worker may take to start."""


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


class Failed(Exception):
    """A worker ended, gave no usable answer or took too long."""


class Worker:
    """A process that answers questions about moves, one line of JSON each way."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            command = [sys.executable, "-m", "tabletown.web.tables.bot_worker"]
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, start_new_session=True
            )
            async with asyncio.timeout(_START_SECONDS):
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
        """The answer of the process; if it takes longer than this, the process is ended and Failed is raised."""
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
                _kill(process)
            await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a worker at once, with whatever it started itself where the system knows process groups."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


class Bots:
    """A few workers, shared by all tables; when all are busy, a question waits for the next free one."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self._workers = [Worker() for _ in range(workers)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, match: Match, seat: int, level: str, table: str) -> BotChoice:
        """A legal move for a seat. If a bot fails or is too slow, a random move is chosen for it."""
        legal = match.legal_ids
        if level == RANDOM or len(legal) == 1:
            return BotChoice(secrets.choice(legal))
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
            return BotChoice(secrets.choice(legal))
        return BotChoice(answer["move"], str(answer.get("reason") or ""), level)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
