"""Servers as operators start them: processes of their own, by the command line."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from running_server import PLENTY

ENVIRONMENT = {
    **{
        f"TABLETOWN_LIMIT_{kind}": PLENTY
        for kind in ("READING", "PLAYING", "CREATING", "CLAIMING", "THINKING", "EXPERIMENTING")
    },
    "TABLETOWN_ENGINE": "interpreted",
    "TABLETOWN_BOT_PAUSE": "0",
    "TABLETOWN_PREPARE": "false",
}


class Started:
    """A running server."""

    def __init__(self, process: asyncio.subprocess.Process, address: str, log: Path) -> None:
        self.process, self.address, self._log = process, address, log

    @property
    def log(self) -> str:
        return self._log.read_text()

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    async def end(self) -> int:
        """Ask it to end; its exit status."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), 60)


@asynccontextmanager
async def started(database: str, folder: Path, *options: str, **environment: str) -> AsyncIterator[Started]:
    """Start a server, and end it; its log goes into the folder."""
    command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--database", database, *options]
    log = folder / "log.txt"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=errors, env={**os.environ, **ENVIRONMENT, **environment}
        )
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
        assert line.startswith("Tabletown is open at "), log.read_text()
        server = Started(process, line.split()[-1], log)
        yield server
    finally:
        if process.returncode is None:
            await Started(process, "", log).end()
