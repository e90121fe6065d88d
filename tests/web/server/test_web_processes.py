"""Several servers on one PostgreSQL: one truth, whoever is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from running_server import RunningServer, Table, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def servers(new_database: Callable[[str], str], start_server: Any) -> list[RunningServer]:
    database = new_database("postgresql")
    return [await start_server(database), await start_server(database)]


def at(server: RunningServer, table: Table) -> list[Any]:
    return [server.program(seat["token"]) for seat in table.made["seats"]]


async def test_of_moves_at_two_servers_one_is_played(servers: list[RunningServer]) -> None:
    table = await servers[0].table()
    for step in range(6):
        seat, legal = await table.legal()
        body = {"move": legal["moves"][0]["id"], "version": legal["version"]}
        callers = [at(server, table)[seat] for server in servers] * 3
        answers = await asyncio.gather(
            *[c.post(f"{table.path}/moves", {**body, "key": f"{step}-{i}"}) for i, c in enumerate(callers)]
        )
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]


async def test_a_duplicate_at_another_server_gets_the_stored_answer(servers: list[RunningServer]) -> None:
    table = await servers[0].table()
    for step in range(6):
        seat, legal = await table.legal()
        body = {"move": legal["moves"][0]["id"], "version": legal["version"], "key": str(step)}
        callers = [at(server, table)[seat] for server in servers] * 3
        answers = await asyncio.gather(*[caller.post(f"{table.path}/moves", body) for caller in callers])
        assert {(a.status_code, a.json()["version"]) for a in answers} == {(200, answers[0].json()["version"])}
    kinds = [event["kind"] for event in (await table.host.json(f"{table.path}/events"))["events"]]
    assert kinds.count("move") == 6


async def test_a_socket_at_one_server_hears_of_moves_at_another(servers: list[RunningServer]) -> None:
    table = await servers[0].table()
    watcher = at(servers[1], table)[0]
    async with watcher.live(table.id) as live:
        await live.frame()
        for _ in range(5):
            played = await table.play()
            assert (await live.until(played["answer"]))["version"] == played["answer"]


async def test_a_busy_table_keeps_no_other_from_its_news(new_database: Callable[[str], str], start_server: Any) -> None:
    database = new_database("postgresql")
    one, other = await start_server(database, sweep=600), await start_server(database, sweep=600)
    busy, quiet = await one.table(), await one.table()
    async with at(other, busy)[0].live(busy.id) as first, at(other, quiet)[0].live(quiet.id) as second:
        await first.frame()
        await second.frame()
        async with other.tables.rooms.locked(busy.id):
            late = await busy.play()
            played = await quiet.play()
            assert (await second.until(played["answer"]))["version"] == played["answer"]
        assert (await first.until(late["answer"]))["version"] == late["answer"]


async def test_a_lost_notice_is_made_good(servers: list[RunningServer], monkeypatch: pytest.MonkeyPatch) -> None:
    table = await servers[0].table()

    async def deaf(*_: Any) -> None:
        return

    monkeypatch.setattr(servers[1].tables.rooms, "notified", deaf)
    async with at(servers[1], table)[0].live(table.id) as live:
        await live.frame()
        played = await table.play()
        assert (await live.until(played["answer"]))["version"] == played["answer"]


async def test_one_rematch_from_two_servers(servers: list[RunningServer]) -> None:
    table = await servers[0].table(seed=4)
    await table.finish()
    answers = await asyncio.gather(
        *[caller.post(f"{table.path}/rematch") for server in servers for caller in at(server, table)]
    )
    assert len({answer.json()["id"] for answer in answers}) == 1


async def test_bots_of_two_servers_make_each_move_once(servers: list[RunningServer]) -> None:
    table = await servers[0].table([{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}])
    other = servers[1].program()

    async def far() -> bool:
        state = await other.json(f"{table.path}/events", since=2**30)
        return bool(state["status"] == "over" or state["version"] > 40)

    await until(far)
    events = (await other.json(f"{table.path}/events"))["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
