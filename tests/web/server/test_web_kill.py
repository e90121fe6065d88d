"""kill -9 at any moment loses no acknowledged move: real servers, killed in the middle of all games at once."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from running_server import NO_TLS, PLENTY, a_game, games_for_two, until

pytestmark = pytest.mark.anyio

TABLES = games_for_two()
"""The games of the tables that are played at the same time."""
KILLS = 2
ENVIRONMENT = {
    **{f"TABLETOWN_LIMIT_{kind}": PLENTY for kind in ("READING", "PLAYING", "CREATING", "CLAIMING", "THINKING")},
    "TABLETOWN_ENGINE": "interpreted",
    "TABLETOWN_BOT_PAUSE": "0",
    "TABLETOWN_PREPARE": "false",
    "TABLETOWN_SWEEP": "1000",  # so that only hints tell one server of another
}


@dataclass
class Acknowledged:
    """A table as its players remember it."""

    id: str
    tokens: list[str]
    moves: list[tuple[int, str, int]] = field(default_factory=list)
    """Seat, text and version of every move that was answered with 200."""
    under_way: dict[str, Any] | None = None
    """The move that was sent and not answered, with its seat."""


class Server:
    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


@asynccontextmanager
async def server(database: str) -> AsyncIterator[Server]:
    command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--database", database]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, **ENVIRONMENT}
    )
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
        address = line.split()[-1]
        async with httpx.AsyncClient(verify=NO_TLS) as client:

            async def answers() -> bool:
                with suppress(httpx.TransportError):
                    return (await client.get(f"{address}/api/bots")).status_code == 200
                return False

            await until(answers)
        yield Server(process, address)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def post(client: httpx.AsyncClient, table: Acknowledged, action: str, seat: int, body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {table.tokens[seat]}"}
    return await client.post(f"/api/tables/{table.id}/{action}", json=body, headers=headers)


async def look(client: httpx.AsyncClient, table: Acknowledged, seat: int) -> Any:
    headers = {"authorization": f"Bearer {table.tokens[seat]}"}
    return (await client.get(f"/api/tables/{table.id}/legal", headers=headers)).json()


async def play(client: httpx.AsyncClient, table: Acknowledged, dice: random.Random) -> None:
    """Play until the server is gone."""
    with suppress(httpx.TransportError):
        while True:
            state = (await client.get(f"/api/tables/{table.id}/events", params={"since": 2**30})).json()
            if state["status"] == "over":
                return
            seat = state["to_move"]
            legal = await look(client, table, seat)
            chosen = dice.choice(legal["moves"])
            body = {"move": chosen["id"], "version": legal["version"], "key": f"{dice.random()}"}
            table.under_way = {"seat": seat, "text": chosen["text"], "body": body}
            answer = await post(client, table, "moves", seat, body)
            assert answer.status_code == 200, answer.text
            table.moves.append((seat, chosen["text"], answer.json()["version"]))
            table.under_way = None


async def log_of(client: httpx.AsyncClient, table: Acknowledged, seat: int) -> Any:
    """The whole log as a seat may know it; it has no gaps."""
    headers = {"authorization": f"Bearer {table.tokens[seat]}"}
    found = (await client.get(f"/api/tables/{table.id}/events", headers=headers)).json()
    assert [event["seq"] for event in found["events"]] == list(range(1, found["version"] + 1))
    return found["events"]


async def check(client: httpx.AsyncClient, table: Acknowledged) -> None:
    """Every acknowledged move stands in the log once, in its order and at its version, even if it was repeated."""
    if table.under_way is not None:
        seat, text, body = table.under_way["seat"], table.under_way["text"], table.under_way["body"]
        answer = await post(client, table, "moves", seat, body)
        assert answer.status_code == 200, answer.text
        table.moves.append((seat, text, answer.json()["version"]))
        table.under_way = None
    seen = [await log_of(client, table, seat) for seat in range(len(table.tokens))]
    events = seen[0]
    played = [
        seen[event["seat"]][event["seq"] - 1] for event in events if event["kind"] == "move"
    ]  # as the mover knows it
    assert [(event["seat"], event["move"]) for event in played] == [(seat, text) for seat, text, _ in table.moves]
    for event, (_, _, version) in zip(played, table.moves, strict=True):
        assert event["seq"] <= version
        assert all(later["kind"] == "chance" for later in events[event["seq"] : version])


async def open_table(client: httpx.AsyncClient, game: str) -> Acknowledged:
    made = (
        await client.post("/api/tables", json={"game": game, "seats": [{"kind": "local"}, {"kind": "local"}]})
    ).json()
    return Acknowledged(made["id"], [seat["token"] for seat in made["seats"]])


async def test_no_acknowledged_move_is_lost(database: str) -> None:
    dice = random.Random(9)
    tables: list[Acknowledged] = []
    for turn in range(KILLS):
        async with (
            server(database) as running,
            httpx.AsyncClient(base_url=running.address, timeout=90, verify=NO_TLS) as client,
        ):
            for table in tables:
                await check(client, table)
            tables = tables or [await open_table(client, game) for game in TABLES]
            before = [len(table.moves) for table in tables]
            players = [asyncio.create_task(play(client, table, random.Random(dice.random()))) for table in tables]
            while not all(
                len(table.moves) > old + turn or player.done()
                for table, old, player in zip(tables, before, players, strict=True)
            ):
                await asyncio.sleep(0.01)
            await asyncio.sleep(dice.random() * 0.2)
            await running.kill()
            await asyncio.gather(*players)
    async with (
        server(database) as running,
        httpx.AsyncClient(base_url=running.address, timeout=90, verify=NO_TLS) as client,
    ):
        for table in tables:
            await check(client, table)
    assert all(len(table.moves) > KILLS for table in tables)


async def test_two_processes_see_each_others_moves(new_database: Callable[[str], str]) -> None:
    """Two servers on one PostgreSQL: what one acknowledges the other shows at once, to lookers and to waiters."""
    database = new_database("postgresql")
    async with server(database) as first, server(database) as second:
        one, two = [
            httpx.AsyncClient(base_url=running.address, timeout=90, verify=NO_TLS) for running in (first, second)
        ]
        async with one, two:
            table = await open_table(one, a_game())
            for step in range(12):
                here, there = (one, two) if step % 2 else (two, one)
                state = (await here.get(f"/api/tables/{table.id}/events", params={"since": 2**30})).json()
                waiting = asyncio.create_task(
                    there.get(f"/api/tables/{table.id}/events", params={"since": state["version"], "wait": 25})
                )
                await asyncio.sleep(0.05)
                legal = await look(here, table, state["to_move"])
                body = {"move": legal["moves"][0]["id"], "version": legal["version"], "key": str(step)}
                answer = await post(here, table, "moves", state["to_move"], body)
                assert answer.status_code == 200, answer.text
                heard = (await asyncio.wait_for(waiting, 22)).json()
                assert heard["version"] == answer.json()["version"]
                assert (await there.get(f"/api/tables/{table.id}")).json()["version"] == heard["version"]
                again = await post(there, table, "moves", state["to_move"], body)
                assert (again.status_code, again.json()) == (200, answer.json()), "a duplicate is known to both"
                stale = await post(there, table, "moves", state["to_move"], {**body, "key": "other"})
                assert stale.status_code == 409
