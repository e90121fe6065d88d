"""How long people wait for bots when many play at once.

    python benchmarks/load/bots.py [--tables 30] [--seconds 60]

Starts a server with a bot process for each core. At every table sits one person with two experts, all from one address;
at one more table, from another address, a person with easy bots. The clock runs from the person's move to the next move
of a bot, without the pause that bots make so that people can follow. Promised on two cores: at most 5 s for the next
move of an expert, at most 2 s for one of the easy bots.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx

PLENTY = "10000000/minute"
MOST_EXPERT, MOST_EASY = 5.0, 2.0
OTHER = "127.0.0.2"
WARM_UP = 15.0
"""Seconds in which bot processes start and load native code."""


def start(folder: str) -> tuple[subprocess.Popen[str], str]:
    kinds = ("READING", "PLAYING", "CREATING", "CLAIMING", "THINKING", "EXPERIMENTING")
    environment = {
        **os.environ,
        **{f"TABLETOWN_LIMIT_{kind}": PLENTY for kind in kinds},
        "TABLETOWN_BOT_TABLES_EACH": "1000",
        "TABLETOWN_SOCKETS_EACH": "5000",
        "TABLETOWN_BOT_PAUSE": "0",
        "TABLETOWN_PREPARE": "false",
        "TABLETOWN_DATABASE": f"sqlite:///{folder}/bots.sqlite3",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "tabletown.web", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert server.stdout is not None
    return server, server.stdout.readline().split()[-1]


async def play(
    client: httpx.AsyncClient, game: str, level: str, until: float, waits: list[tuple[float, float]]
) -> None:
    """One person at one table after the other, who thinks a second or two."""
    while time.monotonic() < until:
        seats: list[dict[str, Any]] = [{"kind": "me"}, *[{"kind": "bot", "bot": level}] * 2]
        made = (await client.post("/api/tables", json={"game": game, "seats": seats})).json()
        path, headers = f"/api/tables/{made['id']}", {"authorization": f"Bearer {made['seats'][0]['token']}"}
        moved: float | None = None
        version, again = 0, False
        while time.monotonic() < until:
            query = {"since": version, "wait": 0 if again else 20}
            news = (await client.get(f"{path}/events", params=query, headers=headers)).json()
            version = news["version"]
            if moved is not None and bot_moved(news):
                waits.append((moved, time.monotonic() - moved))
                moved = None
            if news["status"] == "over":
                break
            if news["your_turn"]:
                await asyncio.sleep(random.uniform(0.5, 2.5))
                legal = (await client.get(f"{path}/legal", headers=headers)).json()
                body = {"move": random.choice(legal["moves"])["id"], "version": legal["version"]}
                answer = (await client.post(f"{path}/moves", json=body, headers=headers)).json()
                version = answer["version"]
                asked = time.monotonic()
                state = (await client.get(f"{path}/events", params={"since": version}, headers=headers)).json()
                version, again = state["version"], state["your_turn"]
                if bot_moved(state):
                    waits.append((asked, time.monotonic() - asked))
                elif state["to_move"] not in (None, 0):
                    moved = asked


def bot_moved(news: dict[str, Any]) -> bool:
    return any(event["kind"] == "move" and event["seat"] != 0 for event in news["events"])


async def measure(address: str, tables: int, seconds: float) -> tuple[list[float], list[float]]:
    began = time.monotonic()
    until = began + WARM_UP + seconds
    experts: list[tuple[float, float]] = []
    easy: list[tuple[float, float]] = []
    limits = httpx.Limits(max_connections=None)
    other = httpx.AsyncHTTPTransport(local_address=OTHER, limits=limits)
    async with (
        httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as crowd,
        httpx.AsyncClient(base_url=address, timeout=120, transport=other) as one,
    ):
        games = [game["name"] for game in (await crowd.get("/api/games")).json() if game["players"][1] >= 3]
        jobs = [play(crowd, games[number % len(games)], "expert", until, experts) for number in range(tables)]
        await asyncio.gather(*jobs, play(one, games[0], "easy", until, easy))
    return (
        [wait for at, wait in experts if at > began + WARM_UP],
        [wait for at, wait in easy if at > began + WARM_UP],
    )


def told(name: str, waits: list[float], promised: float) -> str:
    waits = sorted(waits)
    middle, high = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
    return f"| {name} | {len(waits)} | {middle:.2f} | {high:.2f} | {waits[-1]:.2f} | {promised:.0f} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(folder)
        try:
            experts, easy = asyncio.run(measure(address, chosen.tables, chosen.seconds))
        finally:
            server.terminate()
            server.wait(30)
    print(f"{chosen.tables} tables of two experts, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}\n")
    print("| next move of | waits | median, s | 95 of 100, s | longest, s | promised, s |")
    print("| --- | --- | --- | --- | --- | --- |")
    print(told("an expert", experts, MOST_EXPERT))
    print(told("another visitor's easy bot", easy, MOST_EASY))
    return 0 if max(experts) <= MOST_EXPERT and max(easy) <= MOST_EASY else 1


if __name__ == "__main__":
    sys.exit(main())
