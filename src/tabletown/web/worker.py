"""A process beside the server that answers questions, one line of JSON each way."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any

_START_SECONDS = 60.0
"""Seconds that a new worker may take to start."""
_LONGEST_LINE = 64 * 2**20
"""Bytes of an answer; a picture of a large table has about one million."""


class Failed(Exception):
    """A worker ended, gave no usable answer or took too long."""


class Worker:
    """A process that runs a module; it is started when it is first asked, and ends with its server."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: asyncio.subprocess.Process | None = None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            command = [sys.executable, "-m", self._module]
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, start_new_session=True, limit=_LONGEST_LINE
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
