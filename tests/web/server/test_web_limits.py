"""What one visitor can take: pictures, bots, long logs, old tables; connections have tests of their own."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from running_server import RunningServer, Table, a_game, a_game_to_undo, until

import tabletown as tt
from tabletown.core import view as views
from tabletown.core.view import told
from tabletown.web.settings import Limits, Settings
from tabletown.web.store.schema import EVENT, GAME, SNAPSHOT
from tabletown.web.store.storage import NewEvent, Snapshot, Storage, now
from tabletown.web.tables import room as room_module
from tabletown.web.tables import snapshot
from tabletown.web.tables.bots import LONGEST_ON_LAST, PATIENCE, SHORTEST, Bots, Turn
from tabletown.web.tables.room import Room
from tabletown.web.tables.seat import Caller

pytestmark = pytest.mark.anyio

# ---------------------------------------------------------------- pictures


async def test_a_picture_is_drawn_elsewhere_and_once(server: RunningServer) -> None:
    """The same picture again costs nothing; other versions and viewers get others."""
    table = await server.table(seed=1)
    await table.play_on(4)
    path = f"{table.path}/export.png"
    pictures = server.app.state.pictures
    asked: list[dict[str, Any]] = []
    ask = pictures._worker.ask

    async def counting(question: dict[str, Any], seconds: float) -> Any:
        asked.append(question)
        return await ask(question, seconds)

    pictures._worker.ask = counting
    answers = await asyncio.gather(*[table.seats[0].get(path) for _ in range(3)])
    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.content.startswith(b"\x89PNG") for answer in answers)
    assert len({answer.content for answer in answers}) == len(asked) == 1
    path = f"{table.path}/export.svg"
    for theme in ("light", "dark", "light"):
        await table.seats[0].get(path, theme=theme)
    await server.browser().get(path)
    assert [question["view"]["viewer"] for question in asked] == [0, 0, 0, None]
    await table.play()
    await table.seats[0].get(path)
    assert len(asked) == 5


async def test_pictures_have_a_limit_of_their_own(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, limits=Limits(drawing="2/minute"))
    table = await server.table()
    forms = ("svg", "svg", "png", "json")
    answers = [await table.seats[0].get(f"{table.path}/export.{form}", layout="poster") for form in forms]
    assert [answer.status_code for answer in answers] == [422, 422, 429, 422]


# ---------------------------------------------------------------- bots


class Thinkers(Bots):
    """Bots whose workers think exactly as long as they are told, on a clock that the test turns."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, 5.0)
        self.time = 0.0
        self.served: list[str] = []
        self.free_at: list[tuple[float, asyncio.Event]] = []

    def clock(self) -> float:  # type: ignore[override]
        return self.time

    async def ask(self, address: str, table: str, level_seconds: float) -> float:
        """How long an answer took."""
        began = self.time
        async with self._turn(address, table) as (_, seconds):
            self.served.append(address)
            done = asyncio.Event()
            self.free_at.append((self.time + min(seconds, level_seconds), done))
            await done.wait()
        return self.time - began

    async def run(self) -> None:
        """Let all questions be answered, the next end of thinking first."""
        await asyncio.sleep(0)
        while self.free_at:
            self.free_at.sort(key=lambda entry: entry[0])
            self.time, done = self.free_at.pop(0)
            done.set()
            for _ in range(6):
                await asyncio.sleep(0)


EXPERT, EASY = 2.5, 0.01


async def test_one_visitors_many_tables_do_not_slow_anothers_easy_bot() -> None:
    """Whenever it is asked: before the crowd, in its midst, and with every worker just taken."""
    for workers in (1, 2, 4):
        for crowd in (1, 2, 3, 60):
            bots = Thinkers(workers)
            many = [asyncio.ensure_future(bots.ask("crowd", f"t{i}", EXPERT)) for i in range(crowd)]
            for _ in range(3):
                await asyncio.sleep(0)
            one = asyncio.ensure_future(bots.ask("one", "mine", EASY))
            await bots.run()
            assert await one <= 2.0, (workers, crowd)
            await asyncio.gather(*many)


async def test_with_thirty_tables_of_experts_nobody_waits_long() -> None:
    """Two workers; every table asks again as soon as it was answered, and all of them begin at the same moment."""
    bots = Thinkers(2)
    waits: list[float] = []

    async def table(number: int) -> None:
        for _ in range(6):
            waits.append(await bots.ask(f"a{number}", f"t{number}", EXPERT))

    tables = [asyncio.ensure_future(table(number)) for number in range(30)]
    await bots.run()
    await asyncio.gather(*tables)
    assert max(waits) < 5.0


async def test_workers_go_round_among_addresses_and_tables() -> None:
    bots = Thinkers(1)
    asked = [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("b", "b2"), ("c", "c1")]
    waiting = [asyncio.ensure_future(bots.ask(address, table, EASY)) for address, table in asked]
    await bots.run()
    await asyncio.gather(*waiting)
    assert bots.served == ["a", "b", "c", "a", "b", "a"]
    assert len(bots) == 0


async def test_thinking_time_shrinks_before_anybody_waits() -> None:
    found = []
    for waiting in (0, 1, 5, 50, 5000):
        bots = Thinkers(2)
        bots._idle.clear()
        bots._working = [Turn("a", "t", 0.0)] * 2
        bots._waiting = [Turn("a", "t", 0.0)] * waiting
        found.append(bots._thinking())
    assert found[0] == LONGEST_ON_LAST
    assert found == sorted(found, reverse=True)
    assert found[2] == pytest.approx(PATIENCE * 2 / 7)
    assert found[-1] == SHORTEST
    bots._waiting = [Turn("a", "t", 0.0)]
    bots.time = PATIENCE
    assert bots._thinking() == SHORTEST, "somebody has waited long enough"


def test_a_search_obeys_whoever_runs_it() -> None:
    """The time that the server allows counts, also for a level whose own budget is longer, with a net or without."""
    from tabletown import bots

    for game in (tt.game("machi-koro", players=2), tt.game("mine-carts", players=2)):
        match = tt.Match(game, seed=1)
        while match.actor == tt.CHANCE or len(match.legal_ids) < 2:
            match.push(match.random_move())
        for name in ("expert", "master", "search:3000"):
            bot = bots.bot(name)
            bot.within = 0.0  # type: ignore[attr-defined]
            choice = bots.choose(bot, game, match.redacted(match.actor), match.actor, 1)
            assert choice.playouts < 1500, f"{name} would play 3,000 or more by itself"


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system can't say")
def test_there_is_a_worker_for_each_core() -> None:
    assert Settings().bot_workers == len(os.sched_getaffinity(0))


async def test_bots_play_while_somebody_is_there(sqlite: str, start_server: Any) -> None:
    """A table of bots plays while it is watched; one with people while one of them is present, not for onlookers."""
    server = await start_server(sqlite, presence=0.0)
    two = [{"kind": "bot", "bot": "random"}] * 2
    table = await server.table(two, seed=5)
    room = await server.room(table.id)
    before = room.version
    await asyncio.sleep(0.3)
    assert room.version == before, "nobody watches"
    async with server.browser().live(table.id) as live:
        await live.until(before + 5)
    await until(_rests(room))
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    mine = await server.table(seats, seed=5)
    room = await server.room(mine.id)
    caller = Caller.of(token=mine.made["seats"][0]["token"])
    while room.to_move == 0:
        await server.tables.move(mine.id, caller, room.match.legal_ids[0], room.version)
    version = room.version
    async with server.browser().live(mine.id):
        await asyncio.sleep(0.3)
        assert room.version == version, "an onlooker is not a player"
    async with mine.seats[0].live(mine.id) as live:
        await live.until(version + 1)


def _rests(room: Room) -> Any:
    async def asked() -> bool:
        return room.bot_task is None

    return asked


async def test_a_call_counts_as_presence_for_a_while(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, presence=30.0)
    table = await server.table([{"kind": "bot", "bot": "random"}] * 2, seed=5)
    version = (await table.about())["version"]
    room = await server.room(table.id)

    async def moved() -> bool:
        return room.version > version

    await until(moved)


async def test_one_address_has_so_many_tables_with_bots(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, bot_tables_each=2, bot_pause=60.0)
    caller = server.program()
    body = {"game": a_game(), "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    made = [await caller.post("/api/tables", body) for _ in range(2)]
    for answer in made:
        token = answer.json()["seats"][0]["token"]
        await server.program(token).get(f"/api/tables/{answer.json()['id']}")
    third = await caller.post("/api/tables", body)
    assert (third.status_code, "2 tables with bots" in third.json()["error"]) == (429, True)
    people = {"game": a_game(), "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert (await caller.post("/api/tables", people)).status_code == 201


# ---------------------------------------------------------------- long logs


async def lengthened(server: RunningServer, game: str, events: int) -> Table:
    """A table whose log was made long by taking a move back again and again, written straight into the database."""
    table = await server.table(game=game, seed=1)
    for _ in range(200):
        played = await table.play()
        room = await server.room(table.id)
        if room.undoable(played["by"]):
            break
    move, seat, version = room.events[-1].payload["move"], played["by"], room.version
    pair = [NewEvent("undo", seat, {"plies": 1}), NewEvent("move", seat, {"move": move})]
    rows = [
        {"game_id": table.id, "seq": version + 1 + n, "at": now(), "seat": seat, "idem": None}
        | {"kind": pair[n % 2].kind, "payload": pair[n % 2].payload}
        for n in range(events // 2 * 2)
    ]
    async with server.tables.storage.writing() as connection:
        for begin in range(0, len(rows), 2000):
            await connection.execute(sa.insert(EVENT), rows[begin : begin + 2000])
        await connection.execute(sa.update(GAME).where(GAME.c.id == table.id).values(version=version + len(rows)))
    server.tables.rooms._rooms.clear()
    return table


async def test_a_long_log_is_read_from_its_snapshot(any_server: RunningServer) -> None:
    """The second time only what came after the snapshot is read, and the table is the same."""
    table = await lengthened(any_server, a_game_to_undo(), 1200)
    storage = any_server.tables.storage
    whole = await any_server.room(table.id)
    assert whole.events_from == 0
    await until(_kept(any_server, table.id))
    await table.play()

    async def read_again() -> Room | None:
        any_server.tables.rooms._rooms.clear()
        room = await any_server.room(table.id)
        return room if room.events_from else None

    short = await until(read_again)
    assert len(short.events) == short.version - short.events_from < snapshot.EVERY
    stored = await storage.read(table.id)
    assert stored is not None
    again = Room(stored)
    assert again.events_from == 0
    assert again.match.at(again.match.ply).tobytes() == short.match.at(short.match.ply).tobytes()
    assert again.match.history == short.match.history
    assert (again.plies, again.movers, again.owners) == (short.plies, short.movers, short.owners)
    for viewer in (None, 0, 1):
        assert told(again.match, viewer) == told(short.match, viewer)
        assert views.story(again.match, viewer) == views.story(short.match, viewer)
    await table.play_on(3)


def _kept(server: RunningServer, table: str) -> Any:
    async def asked() -> bool:
        async with server.tables.storage.reading() as connection:
            return await connection.scalar(sa.select(SNAPSHOT.c.version).where(SNAPSHOT.c.game_id == table)) is not None

    return asked


async def test_what_holds_the_loop_can_still_be_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark sets up its tables, the last of them with a long log and its snapshot."""
    spec = importlib.util.spec_from_file_location("lag", Path(__file__).parents[3] / "benchmarks" / "load" / "lag.py")
    assert spec is not None
    assert spec.loader is not None
    lag = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lag)
    monkeypatch.setattr(lag, "LONG", 600)
    monkeypatch.setattr(lag, "SHARE", 0.1)
    database = f"sqlite:///{tmp_path}/lag.sqlite3"
    made = await lag.set_up(database)
    assert {table["game"] for table in made} >= set(tt.games())
    storage = Storage(lag.settings(database))
    await storage.open()
    try:
        stored = await storage.read(made[-1]["id"], made_by=lambda kind: snapshot.made_by(tt.rulebook(kind)))
    finally:
        await storage.close()
    assert stored is not None
    assert stored.game["version"] >= 600
    assert stored.snapshot is not None


async def test_a_snapshot_of_other_code_is_not_read(server: RunningServer) -> None:
    table = await lengthened(server, a_game_to_undo(), 400)
    version = (await server.room(table.id)).version
    await until(_kept(server, table.id))
    async with server.tables.storage.writing() as connection:
        await connection.execute(sa.update(SNAPSHOT).values(made_by="another", data=b"nonsense"))
    server.tables.rooms._rooms.clear()
    room = await server.room(table.id)
    assert (room.version, room.events_from) == (version, 0)


@pytest.mark.parametrize("game", tt.games())
def test_a_snapshot_holds_all_of_a_match(game: str) -> None:
    players = tt.rulebook(game).players[1]
    match = tt.Match(tt.game(game, players=players), seed=2)
    while not match.over and match.ply < 60:
        match.push(match.random_move())
    movers = [n % players or None for n in range(match.ply)]
    plies, owners, coached = list(range(match.ply + 1)), [-1] * match.ply, [(2, "warn"), (4, "off")]
    record, more = match.at(match.ply).tobytes(), {"clock": {"left": [60_000, 1]}}
    contents = snapshot.Contents(match.history, record, movers, plies, owners, 3, coached, more)
    assert snapshot.unpack(snapshot.pack(contents)) == contents
    twin = tt.Match(tt.game(game, players=players), seed=2)
    twin.resume(contents.history, contents.record)
    assert twin.dump() == match.dump()
    assert twin.story(None) == match.story(None)
    twin.pop()
    assert twin.ply == match.ply - 1


async def test_events_come_in_pages(server: RunningServer) -> None:
    """From the log and from memory alike, each as it would be told without pages, and never what is hidden."""
    table = await lengthened(server, a_game_to_undo(), 900)
    room = await server.room(table.id)
    whole = [event.to_json(0) for event in room.events]
    await until(_kept(server, table.id))
    server.tables.rooms._rooms.clear()
    found: list[Any] = []
    answer: dict[str, Any] = {"more": True, "next": 0}
    while answer["more"]:
        answer = await table.seats[0].json(f"{table.path}/events", since=answer["next"], limit=200)
        assert len(answer["events"]) <= 200
        found += answer["events"]
    assert found == whole
    assert answer["next"] == answer["version"] == len(whole)
    assert len((await table.seats[0].json(f"{table.path}/events"))["events"]) == 500
    late = await table.seats[0].json(f"{table.path}/events", since=2**30)
    assert (late["events"], late["more"]) == ([], False)


async def test_a_key_is_known_however_long_ago_it_was_used(server: RunningServer) -> None:
    table = await server.table(game=a_game_to_undo(), seed=1)
    seat, legal = await table.legal()
    body = {"move": legal["moves"][0]["id"], "version": legal["version"], "key": "first"}
    answer = await table.seats[seat].post(f"{table.path}/moves", body)
    room = await server.room(table.id)
    kept = Snapshot(room.version, snapshot.made_by(room.game.rulebook), snapshot.pack(room.frozen()))
    await server.tables.storage.keep_snapshot(table.id, kept)
    server.tables.rooms._rooms.clear()
    assert (await server.room(table.id)).events == []
    assert (await table.seats[seat].post(f"{table.path}/moves", body)).json() == answer.json()
    other = {**body, "version": body["version"] + 1}
    assert (await table.seats[seat].post(f"{table.path}/moves", other)).status_code == 422


async def test_moves_are_taken_back_so_often_in_a_turn(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the page offers it no longer and the server refuses, until a move stands."""
    monkeypatch.setattr(room_module, "MOST_UNDOS", 3)
    table = await server.table(game=a_game_to_undo(), seed=3)
    dice = random.Random(5)
    undone = 0
    for _ in range(400):
        played = await table.play(random=dice)
        room = await server.room(table.id)
        seat, version = played["by"], played["answer"]
        if not room.match.can_undo(seat):
            undone = 0
        elif room.undoable(seat):
            assert undone < 3
            assert (await table.seats[seat].post(f"{table.path}/undo", {"version": version})).status_code == 200
            undone += 1
        else:
            assert undone == 3
            refused = await table.seats[seat].post(f"{table.path}/undo", {"version": version})
            assert (refused.status_code, "this turn" in refused.json()["error"]) == (409, True)
            return
    raise AssertionError("the limit was never reached")


async def test_a_log_does_not_grow_for_ever(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could be switched to and fro for ever is refused when a log is long; moves are not."""
    table = await server.table([{"kind": "me"}, {"kind": "bot"}], game=a_game_to_undo(), seed=3)
    await until(_to_move(server, table, 0))
    me = table.seats[0]
    for level in ("gentle", "off"):
        assert (await me.post(f"{table.path}/coach", {"level": level})).status_code == 200
    room = await server.room(table.id)
    monkeypatch.setattr(room_module, "LONGEST_LOG", room.version)
    refused = await me.post(f"{table.path}/coach", {"level": "gentle"})
    assert (refused.status_code, "only moves" in refused.json()["error"]) == (409, True)
    await table.play()
    version = (await table.about())["version"]
    assert (await me.post(f"{table.path}/undo", {"version": version})).status_code == 409
    assert (await me.post(f"{table.path}/leave", {})).status_code == 200


def _to_move(server: RunningServer, table: Table, seat: int) -> Any:
    async def asked() -> bool:
        return (await server.room(table.id)).to_move == seat

    return asked


# ---------------------------------------------------------------- old tables


async def test_old_tables_are_deleted_if_the_operator_wants_it(database: str, start_server: Any) -> None:
    server = await start_server(database, keep_finished=10.0, keep_abandoned=20.0)
    days: dict[str, tuple[str, float]] = {}
    for status, age in (("over", 11), ("over", 9), ("playing", 21), ("waiting", 21), ("playing", 19)):
        table = await server.table()
        days[table.id] = status, age
        async with server.tables.storage.writing() as connection:
            values = {"status": status, "updated": now() - age * 24 * 3600 * 1000}
            await connection.execute(sa.update(GAME).where(GAME.c.id == table.id).values(**values))
    server.tables.expiry._again = 0.0

    async def left() -> bool:
        async with server.tables.storage.reading() as connection:
            found = {row.id for row in await connection.execute(sa.select(GAME.c.id))}
        return found == {table for table, (_, age) in days.items() if age in (9, 19)}

    await until(left)
    for table, (_, age) in days.items():
        answer = await server.program().get(f"/api/tables/{table}")
        assert answer.status_code == (200 if age in (9, 19) else 404), "also one that was in memory"
    async with server.tables.storage.reading() as connection:
        owners = {row.game_id for row in await connection.execute(sa.select(EVENT.c.game_id))}
    assert owners <= {table for table, (_, age) in days.items() if age in (9, 19)}


def test_nothing_is_deleted_unless_the_operator_wants_it() -> None:
    assert (Settings().keep_finished, Settings().keep_abandoned) == (0, 0)
