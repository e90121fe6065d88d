"""Clocks: what the log says of everybody's time, a bot for whose time runs out, and deadlines that outlive a server."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import sqlalchemy as sa
from running_server import RunningServer, Table, until

from tabletown.web.settings import database_url
from tabletown.web.store.schema import EVENT, GAME
from tabletown.web.tables.clock import LAG, LEAST, Clock, Control

pytestmark = pytest.mark.anyio

MINUTES = {"minutes": 10, "increment": 5}
TWO = [{"kind": "local", "name": "Ana"}, {"kind": "local", "name": "Bo"}]
SECOND, MINUTE, DAY = 1000, 60_000, 24 * 3600 * 1000


# ---------------------------------------------------------------- what follows from the log


def fed(control: Control, events: list[tuple[str, int | None, int]], players: int = 2) -> Clock:
    clock = Clock(control, players, 0)
    for kind, seat, at in events:
        clock.feed(kind, seat, at)
    return clock


async def test_a_turn_costs_its_time_and_brings_the_increment() -> None:
    first_turns = [("move", 0, 50 * SECOND), ("move", 1, 90 * SECOND)]
    clock = fed(Control(**MINUTES), first_turns)
    assert [clock.left_at_turn(seat, 0) for seat in (0, 1)] == [10 * MINUTE, 10 * MINUTE], "first turns are free"
    clock.feed("move", 0, 120 * SECOND)
    clock.feed("move", 0, 121 * SECOND)
    assert clock.left_at_turn(0, 0) == 10 * MINUTE - 31 * SECOND, "the turn goes on: no increment yet"
    assert clock.left_at_turn(0, 1) == 10 * MINUTE - 26 * SECOND, "it is over"
    assert clock.deadline(1) == 121 * SECOND + 10 * MINUTE


async def test_what_is_taken_back_and_chance_give_no_time() -> None:
    begun = [("move", 0, 0), ("chance", None, 0), ("move", 1, 0), ("move", 0, 3 * SECOND)]
    clock = fed(
        Control(**MINUTES), [*begun, ("undo", 0, 9 * SECOND), ("move", 0, 10 * SECOND), ("chance", None, 10_000)]
    )
    assert clock.left_at_turn(0, 0) == 10 * MINUTE - 10 * SECOND


async def test_days_come_back_with_every_turn() -> None:
    clock = fed(Control(days=2), [("move", 0, DAY), ("move", 1, 2 * DAY), ("move", 0, 3 * DAY)])
    assert clock.left_at_turn(0, 0) == DAY, "a second move in one turn has what the first left"
    assert clock.left_at_turn(0, 1) == 2 * DAY
    assert clock.deadline(1) == 5 * DAY


async def test_nobody_pays_while_a_bot_plays_for_them_and_who_was_late_comes_back_with_one_increment() -> None:
    begun = [
        ("move", 0, 0),
        ("move", 1, 0),
        ("leave", 0, 7 * SECOND),
        ("move", 0, 60 * SECOND),
        ("move", 1, 61 * SECOND),
    ]
    clock = fed(Control(**MINUTES), [*begun, ("return", 0, 62 * SECOND)])
    clock.feed("move", 0, 63 * SECOND)
    assert clock.left_at_turn(0, 0) == 10 * MINUTE - 8 * SECOND, "what passed before leaving and after coming back"
    clock.feed("timeout", 0, 700 * SECOND)
    assert (clock.deadline(0), clock.stuck) == (None, 0)
    for kind, seat, at in (("move", 0, 701), ("move", 1, 702), ("return", 0, 703)):
        clock.feed(kind, seat, at * SECOND)
    assert clock.stuck is None
    assert clock.left_at_turn(0, 0) == LEAST


@pytest.mark.parametrize("control", [Control(**MINUTES), Control(days=1), Control(minutes=1)])
async def test_a_clock_that_is_kept_and_taken_up_again_goes_on_alike(control: Control) -> None:
    """Any log: nobody has less than nothing, and where the log was cut makes no difference."""
    dice = random.Random(3)
    at, events = 0, []
    for _ in range(300):
        at += dice.choice((0, 0, 500, 20_000, 900_000))
        kind = dice.choice(("move", "move", "move", "undo", "chance", "leave", "return", "timeout"))
        events.append((kind, None if kind == "chance" else dice.randrange(3), at))
    for cut in (0, 1, 57, 299):
        kept = Clock(control, 3, 0)
        kept.resume(fed(control, events[:cut], 3).frozen())
        for event in events[cut:]:
            kept.feed(*event)
        assert kept.frozen() == fed(control, events, 3).frozen()
        assert min(kept.left_at_turn(seat, actor) for seat in range(3) for actor in range(3)) >= 0


# ---------------------------------------------------------------- at real tables


async def shift(database: str, table: str, ms: int) -> None:
    """As if everything at a table had happened earlier."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.execute(sa.update(EVENT).where(EVENT.c.game_id == table).values(at=EVENT.c.at - ms))
        earlier = {name: GAME.c[name] - ms for name in ("created", "updated", "deadline")}
        await connection.execute(sa.update(GAME).where(GAME.c.id == table).values(**earlier))
    await engine.dispose()


async def test_a_clock_is_chosen_with_the_table_and_told_to_everybody(any_server: RunningServer) -> None:
    table = await any_server.table(TWO, clock=MINUTES, seed=3)
    seat = await table.actor()
    told = (await table.about())["clock"]
    assert (told["minutes"], told["increment"], told["words"]) == (10, 5, "10 min + 5 s a turn")
    assert (told["left"], told["running"]) == ([10 * MINUTE] * 2, seat)
    async with any_server.program(table.made["seats"][0]["token"]).live(table.id) as live:
        assert (await live.frame())["clock"]["deadline"] == told["deadline"]
    alone = {"game": table.made["seats"] and (await table.about())["game"], "clock": MINUTES}
    refused = await any_server.program().post("/api/tables", alone)
    assert refused.status_code == 422
    assert "two people" in refused.json()["error"]
    for nonsense in ({"minutes": 0}, {"days": 1, "minutes": 1}, {"increment": 5}, {}):
        wrong = {**alone, "seats": TWO, "clock": nonsense}
        assert (await any_server.program().post("/api/tables", wrong)).status_code == 422


async def test_time_that_runs_out_is_told_and_a_bot_plays_on_after_a_restart(database: str, start_server: Any) -> None:
    server = await start_server(database)
    table = await server.table(TWO, clock=MINUTES, seed=3)
    await table.play()
    late = await table.actor()
    await server.close()
    await shift(database, table.id, 10 * MINUTE + LAG + SECOND)

    again = await start_server(database)
    about = await until(lambda: _if_left(again, table, late))  # nobody asked; the server looked by itself
    caller = again.program(table.made["seats"][late]["token"])
    events = (await caller.json(f"{table.path}/events"))["events"]
    assert [(e["seat"], e["name"]) for e in events if e["kind"] == "timeout"] == [(late, TWO[late]["name"])]
    assert about["clock"]["left"][late] == 0

    async def moved() -> bool:
        return bool((await again.room(table.id)).to_move == 1 - late)

    await until(moved)
    frame = await caller.json(f"{table.path}/frame")
    assert [line["text"] for line in frame["log"] if line.get("note")] == [
        f"The time of {TWO[late]['name']} has run out; a bot plays on."
    ]
    assert (await caller.post(f"{table.path}/claim", {"seat": late})).status_code == 200
    assert (await caller.json(table.path))["clock"]["left"][late] == LEAST


async def _if_left(server: RunningServer, table: Table, seat: int) -> Any:
    room = server.tables.rooms
    if table.id not in room or not (await server.room(table.id)).seats[seat].gone:
        return None
    return await server.program().json(table.path)


async def test_an_alarm_ends_the_time_while_somebody_looks_on_and_a_late_move_is_refused(
    sqlite: str, start_server: Any
) -> None:
    server = await start_server(sqlite)
    table = await server.table(TWO, clock=MINUTES, seed=3)
    late = await table.actor()
    version, legal = (await server.room(table.id)).version, (await server.room(table.id)).match.legal_ids
    await server.close()
    await shift(sqlite, table.id, 10 * MINUTE + LAG - SECOND)

    again = await start_server(sqlite, sweep=1000.0, bot_pause=600.0)
    async with again.browser().live(table.id) as live:
        while not (frame := await live.frame())["players"][late]["left"]:
            assert frame["clock"]["running"] == late, "a second is left"
    assert frame["clock"]["running"] is None
    caller = again.program(table.made["seats"][late]["token"])
    refused = await caller.post(f"{table.path}/moves", {"move": legal[0], "version": version + 1})
    assert refused.status_code == 403
    assert "time has run out" in refused.json()["error"]
    back = await caller.post(f"{table.path}/claim", {"seat": late})
    assert back.status_code == 409, "not within the turn that it ran out in"


async def test_of_two_servers_one_ends_the_time(new_database: Any, start_server: Any) -> None:
    database = new_database("postgresql")
    servers = [await start_server(database, bot_pause=600.0) for _ in range(2)]
    table = await servers[0].table(TWO, clock={"days": 1}, seed=3)
    late = await table.actor()
    await shift(database, table.id, DAY + LAG + SECOND)
    for server in servers:
        server.tables.rooms.forget_id(table.id)  # what they know of it is from before the shift
    await asyncio.gather(*(server.tables.refresh() for server in servers))
    events = (await servers[1].program().json(f"{table.path}/events"))["events"]
    assert [e["seat"] for e in events if e["kind"] == "timeout"] == [late]


async def test_a_rematch_has_the_same_clock(server: RunningServer) -> None:
    table = await server.table(TWO, clock=MINUTES, seed=3)
    await table.finish()
    fresh = (await table.seats[0].post(f"{table.path}/rematch")).json()["id"]
    assert (await server.room(fresh)).clock.control == Control(**MINUTES)
