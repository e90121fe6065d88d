"""Whether tables with bots stay quick while the Lab is busy.

    python benchmarks/load/lab.py [--tables 4] [--seconds 20] [--rounds 6] [--write]

Starts a server with its Lab. At every table sits one person with two bots. The clock runs from the person's move to the
next move of a bot, without the pause that bots make so that people can follow. Periods in which the Lab plays an
experiment and periods in which it rests follow each other, so that whatever else the machine does falls on both alike.
Promised: 95 of 100 waits take at most a fifth longer while the Lab plays. --write keeps the numbers in README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path

import httpx

from bots import WARM_UP, play, start

README = Path(__file__).with_name("README.md")
MARK = "<!-- lab -->"
LEVEL = "hard"
MOST_LONGER = 1.2
DRAWN = 4000
BUSY = {"game": "little-town", "players": 2, "who": "quick", "games": 100_000, "ask": ["seats", "length", "close"]}
"""More than the Lab plays in any period."""


async def periods(address: str, tables: int, seconds: float, rounds: int) -> tuple[list[float], list[float]]:
    """How long people waited for bots while the Lab rested, and while it played."""
    until = time.monotonic() + WARM_UP + 2 * rounds * seconds + 30
    limits = httpx.Limits(max_connections=None)
    waits: list[tuple[float, float]] = []
    spans: list[tuple[float, float]] = []
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as client:
        games = [game["name"] for game in (await client.get("/api/games")).json() if game["players"][1] >= 3]
        people = [
            asyncio.create_task(play(client, games[number % len(games)], LEVEL, until, waits))
            for number in range(tables)
        ]
        await asyncio.sleep(WARM_UP)
        for number in range(rounds):
            asked = (await client.post("/api/lab/experiments", json=BUSY | {"seed": number})).json()
            name = f"/api/lab/experiments/{asked['id']}"
            while (await client.get(name)).json()["status"] == "queued":
                await asyncio.sleep(0.2)
            began = time.monotonic()
            while time.monotonic() < began + seconds:
                await asyncio.sleep(1)
                assert (await client.get(name)).json()["status"] == "running", "the Lab ended too early"
            spans.append((began, time.monotonic()))
            await client.post(f"{name}/stop")
            while (await client.get(name)).json()["status"] == "running":
                await asyncio.sleep(0.2)
            rested = time.monotonic()
            while time.monotonic() < rested + seconds:
                await asyncio.sleep(1)
                await client.get(name)  # asked as often as while it plays
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    begin = spans[0][0]
    busy = [wait for at, wait in waits if any(low <= at <= high for low, high in spans)]
    rest = [wait for at, wait in waits if at >= begin and not any(low <= at <= high for low, high in spans)]
    return rest, busy


def high(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.95)]


def longer_by(rest: list[float], busy: list[float]) -> tuple[float, float, float]:
    """How many times as long 95 of 100 waits take while the Lab plays, with the interval that drawing anew gives."""
    draw = random.Random(1)
    drawn = sorted(high(draw.choices(busy, k=len(busy))) / high(draw.choices(rest, k=len(rest))) for _ in range(DRAWN))
    return high(busy) / high(rest), drawn[DRAWN // 40], drawn[-DRAWN // 40]


def told(name: str, waits: list[float]) -> str:
    return f"| {name} | {len(waits)} | {sorted(waits)[len(waits) // 2]:.2f} | {high(waits):.2f} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(folder)
        try:
            rest, busy = asyncio.run(periods(address, args.tables, args.seconds, args.rounds))
        finally:
            server.terminate()
            server.wait(30)
    longer, least, most = longer_by(rest, busy)
    load = os.getloadavg()[0]
    text = "\n".join(
        [
            f"{args.tables} tables of two `{LEVEL}` bots, {os.cpu_count()} cores, load average {load:.1f}, "
            f"{args.rounds} periods of {args.seconds:.0f} s each:",
            "",
            "| while the Lab | waits | median, s | 95 of 100, s |",
            "| --- | --- | --- | --- |",
            told("rests", rest),
            told("plays", busy),
            "",
            f"95 of 100 waits take {longer:.2f} ({least:.2f} to {most:.2f}) times as long while it plays; promised are "
            f"{MOST_LONGER} times.",
        ]
    )
    print(text)
    if args.write:
        page = README.read_text(encoding="utf-8")
        README.write_text(re.sub(f"{MARK}.*?{MARK}", lambda _: f"{MARK}\n{text}\n{MARK}", page, flags=re.S), "utf-8")
    return 0 if longer <= MOST_LONGER else 1


if __name__ == "__main__":
    sys.exit(main())
