"""The example bot of the documentation plays whole games against a real server, by its own table and by invite."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from running_server import RunningServer

import tabletown as tt

pytestmark = pytest.mark.anyio

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


async def run(*arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(BOT),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    out, problems = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, problems.decode()
    return out.decode()


def test_it_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < 60


async def test_it_plays_a_game_of_its_own(server: RunningServer) -> None:
    game = min(tt.games(), key=lambda name: tt.rulebook(name).players[0])
    told = await run(server.address, game)
    assert "Player 1" in told.splitlines()[-tt.rulebook(game).players[0]]


async def test_it_follows_an_invite(server: RunningServer) -> None:
    table = await server.table([{"kind": "open"}, {"kind": "bot", "bot": "random"}])
    told = await run(server.address + table.made["seats"][0]["invite"])
    assert "Example bot" in told
    assert (await table.about())["status"] == "over"
