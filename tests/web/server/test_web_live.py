"""Live tables: frames down the socket, the long poll, reconnecting, and that dropped sockets leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import random
import weakref
from typing import Any

import pytest
import websockets
from running_server import RunningServer, Table, until

from tabletown.core.line import total
from tabletown.core.view import told
from tabletown.web.frames import frame as frames
from tabletown.web.tables.room import Room

pytestmark = pytest.mark.anyio


class Page:
    """What a browser keeps: regions by name, replaced by frames."""

    def __init__(self) -> None:
        self.regions: dict[str, str] = {}
        self.log: list[dict[str, Any]] = []
        self.order: list[str] = []
        self.version = -1

    def take(self, frame: dict[str, Any]) -> None:
        if frame["full"]:
            self.regions, self.log = {}, []
        self.regions = {name: {**self.regions, **frame["regions"]}[name] for name in frame["order"]}
        self.log = [line for line in self.log if line["ply"] < frame["log_from"]] + frame["log"]
        self.order, self.version = frame["order"], frame["version"]


def whole(room: Room, viewer: int | None, layout: str) -> dict[str, Any]:
    return frames.frame_of(room, viewer, layout, None)


async def test_a_frame_has_what_a_page_needs(server: RunningServer) -> None:
    table = await server.table()
    seat = await table.actor()
    async with table.seats[seat].live(table.id) as live:
        frame = await live.frame()
    assert frame["full"] is True
    assert frame["viewer"] == frame["actor"] == seat
    assert sorted(frame["order"]) == sorted(frame["regions"])
    assert all(drawing.startswith(f'<g id="region-{name}"') for name, drawing in frame["regions"].items())
    assert frame["moves"]
    assert set(frame["moves"][0]) == {"id", "name", "args", "text", "label", "target"}
    assert frame["waiting_for"] is None
    assert frame["players"][seat]["connected"] is True
    assert frame["players"][1 - seat]["connected"] is False
    assert frame["table"]["status"] == "playing"
    expected = {
        "version",
        "ply",
        "full",
        "width",
        "height",
        "label",
        "order",
        "regions",
        "viewer",
        "actor",
        "over",
        "prompt",
        "waiting_for",
        "can_undo",
    }
    assert expected | {"moves", "reasons", "log", "players", "changes", "announce", "curtain", "table"} <= set(frame)


@pytest.mark.parametrize("layout", frames.LAYOUTS)
async def test_frames_add_up_to_the_whole_table(server: RunningServer, layout: str) -> None:
    """Whoever follows the changes, through moves and take-backs, sees what a newcomer sees."""
    table = await server.table(seed=8)
    viewers: list[int | None] = [0, 1, None]
    pages = {viewer: Page() for viewer in viewers}
    dice = random.Random(2)
    partial = 0
    async with (
        table.seats[0].live(table.id, layout) as a,
        table.seats[1].live(table.id, layout) as b,
        server.browser().live(table.id, layout) as c,
    ):
        lives = dict(zip(viewers, (a, b, c), strict=True))
        version = (await server.room(table.id)).version
        for _ in range(25):
            for viewer, page in pages.items():
                while page.version < version:
                    frame = await lives[viewer].frame()
                    page.take(frame)
                    partial += not frame["full"]
                complete = whole(await server.room(table.id), viewer, layout)
                assert page.regions == complete["regions"]
                assert page.log == complete["log"]
            room = await server.room(table.id)
            if room.to_move is not None and room.undoable(room.to_move) and dice.random() < 0.5:
                answer = await table.seats[room.to_move].post(f"{table.path}/undo", {"version": room.version})
                version = answer.json()["version"]
            else:
                version = (await table.play(random=dice))["answer"]
    assert partial > 60, "most frames carry only what changed"


async def test_a_reconnect_continues_where_it_was(server: RunningServer) -> None:
    table = await server.table(seed=8)
    page = Page()
    async with table.seats[0].live(table.id) as live:
        page.take(await live.frame())
    for _ in range(4):
        await table.play()
        async with table.seats[0].live(table.id, since=page.version) as live:
            frame = await live.frame()
            assert not frame["full"]
            page.take(frame)
        assert page.regions == whole(await server.room(table.id), 0, "desktop")["regions"]
    async with table.seats[0].live(table.id, since=10**6) as live:
        assert (await live.frame())["full"] is True


async def test_those_who_see_the_same_share_the_same_bytes(server: RunningServer) -> None:
    table = await server.table()
    guests = [server.browser() for _ in range(5)]
    async with guests[0].live(table.id) as a, guests[1].live(table.id) as b, guests[2].live(table.id) as c:
        first = {await live.raw() for live in (a, b, c)}
        assert len(first) == 1
        await table.play()
        assert len({await live.raw() for live in (a, b, c)}) == 1
        room = await server.room(table.id)
        assert len(room.frames.frames) == 1, "drawn and packed once for all three"


async def test_the_server_does_not_compress_twice(server: RunningServer) -> None:
    table = await server.table()
    async with table.seats[0].live(table.id) as live:
        assert "permessage-deflate" not in str(live.socket.response.headers.get("sec-websocket-extensions"))
        assert gzip.decompress(await live.raw())


async def test_the_long_poll_answers_at_the_next_move(server: RunningServer) -> None:
    table = await server.table()
    me = table.seats[0]
    shown = await me.json(f"{table.path}/frame", layout="phone")
    waiting = asyncio.create_task(me.json(f"{table.path}/frame", layout="phone", since=shown["version"], wait=25))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    played = await table.play()
    heard = await asyncio.wait_for(waiting, 22)
    assert heard["version"] == played["answer"]
    assert heard["full"] is False
    quiet = await me.json(f"{table.path}/frame", layout="phone", since=played["answer"], wait=0.1)
    assert quiet["version"] == played["answer"]
    assert quiet["regions"] == {}


async def test_events_wait_for_news(server: RunningServer) -> None:
    table = await server.table()
    version = (await table.about())["version"]
    waiting = asyncio.create_task(table.seats[0].json(f"{table.path}/events", since=version, wait=25))
    await asyncio.sleep(0.1)
    played = await table.play()
    heard = await asyncio.wait_for(waiting, 22)
    assert heard["version"] == played["answer"]
    assert heard["events"][0]["seat"] == played["by"]


async def test_a_slow_socket_skips_what_it_missed(server: RunningServer) -> None:
    table = await server.table(seed=1)
    page = Page()
    async with table.seats[0].live(table.id) as live:
        for _ in range(30):
            played = await table.play()
        while page.version < played["answer"]:
            page.take(await live.frame())
    assert page.regions == whole(await server.room(table.id), 0, "desktop")["regions"]


async def test_dropped_sockets_leave_nothing_behind(server: RunningServer) -> None:
    table = await server.table()
    room = await server.room(table.id)
    before = len(asyncio.all_tasks())
    for _ in range(3):
        sockets = []
        for caller in (*table.seats, *[server.browser() for _ in range(10)]):
            context = caller.live(table.id)
            live = await context.__aenter__()
            await live.frame()
            sockets.append((context, live))
        assert room.watchers == 12
        assert room.connected() == {0, 1}
        for number, (context, live) in enumerate(sockets):
            if number % 2:
                live.socket.transport.abort()
            await context.__aexit__(None, None, None)
        await table.play()

    async def empty() -> bool:
        none = room.watchers == 0 and not room.connected() and server.app.state.connections.open.total() == 0
        return none and len(asyncio.all_tasks()) <= before + 2

    await until(empty)
    assert len(room.frames.frames) <= 4


async def test_unwatched_tables_are_forgotten_and_found_again(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, rooms=3)
    tables = [await server.table() for _ in range(3)]
    async with tables[0].seats[0].live(tables[0].id) as live:
        await live.frame()
        watched = weakref.ref(await server.room(tables[0].id))
        forgotten = weakref.ref(await server.room(tables[1].id))
        more = [await server.table() for _ in range(4)]
        for table in more:
            await table.about()
        gc.collect()
        assert forgotten() is None
        assert watched() is not None
        await tables[0].play()
        assert (await live.frame())["version"] > 0
    assert (await tables[1].about())["id"] == tables[1].id
    assert len(server.tables.rooms) <= 4


async def test_tables_that_nobody_uses_are_let_go(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, idle=0.3)
    table, watched = await server.table(), await server.table()
    await table.about()
    async with watched.seats[0].live(watched.id) as live:
        await live.frame()

        async def gone() -> bool:
            return table.id not in server.tables.rooms

        await until(gone)
        assert watched.id in server.tables.rooms
        played = await watched.play()
        await live.until(played["answer"])
    assert (await table.about())["status"] == "playing"


async def test_a_move_reaches_everybody_at_the_table(server: RunningServer) -> None:
    table = await server.table()
    async with (
        table.seats[0].live(table.id) as a,
        table.seats[1].live(table.id, "phone") as b,
        server.browser().live(table.id) as c,
    ):
        for live in (a, b, c):
            await live.frame()
        played = await table.play()
        heard = [await live.until(played["answer"]) for live in (a, b, c)]
    assert [frame["viewer"] for frame in heard] == [0, 1, None]
    assert {frame["ply"] for frame in heard} == {heard[0]["ply"]}
    assert all(frame["announce"] for frame in heard)


async def test_coming_and_going_is_shown(server: RunningServer) -> None:
    table = await server.table()
    async with table.seats[0].live(table.id) as live:
        assert [p["connected"] for p in (await live.frame())["players"]] == [True, False]
        async with table.seats[1].live(table.id) as other:
            await other.frame()
            assert [p["connected"] for p in (await live.frame())["players"]] == [True, True]
        assert [p["connected"] for p in (await live.frame())["players"]] == [True, False]


async def test_a_socket_sees_a_change_of_seats(server: RunningServer) -> None:
    """Who looks on and then sits down looks through the eyes of the seat, on the socket that was open already."""
    host, guest = server.browser(), server.browser()
    table = await server.table([{"kind": "me"}, {"kind": "open"}], caller=host)
    async with guest.live(table.id) as live:
        assert (await live.frame())["viewer"] is None
        invite = table.made["seats"][1]["invite"].rsplit("/", 1)[1]
        await guest.post(f"{table.path}/claim", {"seat": 1, "invite": invite})
        frame = await live.frame()
        while frame["table"]["status"] == "waiting":
            frame = await live.frame()
        assert (frame["viewer"], frame["full"]) == (1, True)
        assert frame["players"][1]["connected"] is True


async def test_a_hot_seat_turns_with_the_move(server: RunningServer) -> None:
    me = server.browser()
    table = await server.table([{"kind": "me"}, {"kind": "local"}], caller=me, curtain=True)
    async with me.live(table.id) as live:
        frame = await live.frame()
        seen = {frame["viewer"]}
        for _ in range(10):
            body = {"move": frame["moves"][-1]["id"], "version": frame["version"]}
            version = (await me.post(f"{table.path}/moves", body)).json()["version"]
            frame = await live.until(version)
            assert frame["viewer"] == frame["actor"]
            assert frame["curtain"] is True
            seen.add(frame["viewer"])
    assert seen == {0, 1}


async def test_sockets_are_counted(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, sockets_each=2)
    table = await server.table()
    async with table.seats[0].live(table.id) as a, table.seats[0].live(table.id) as b:
        await a.frame(), await b.frame()
        async with table.seats[0].live(table.id) as third:
            with pytest.raises(websockets.ConnectionClosed, match="too many"):
                await third.frame()
    async with table.seats[0].live(table.id) as again:
        await again.frame()


async def test_news_are_what_the_last_decision_did(server: RunningServer) -> None:
    """A view marks what the last player's move did and chance after it, never the sum of several turns."""
    table: Table = await server.table(seed=6)
    for _ in range(12):
        await table.play()
    room = await server.room(table.id)
    start = max(ply for ply, mover in enumerate(room.movers) if mover is not None)
    expected = total(line for lines in told(room.match, 0)[start:] for line in lines)
    assert (await table.seats[0].json(table.path))["view"]["changes"] == expected
    assert json.dumps(expected)


async def test_a_replay_shows_each_ply_as_it_was_seen(server: RunningServer) -> None:
    table = await server.table(seed=6)
    seen = {}
    for _ in range(6):
        room = await server.room(table.id)
        seen[room.match.ply] = (
            room.match.at(room.match.ply).tobytes(),
            [line["text"] for line in frames.view_of(room, 1)["log"]],
        )
        await table.play()
    room = await server.room(table.id)
    for ply, (record, log) in seen.items():
        frame = await table.seats[1].json(f"{table.path}/replay", ply=ply, layout="phone")
        assert frame["ply"] == ply
        assert frame["plies"] == room.match.ply
        assert [line["text"] for line in frame["log"]] == log
        assert frames.match_at(room.match, ply).at(ply).tobytes() == record
    assert (await table.seats[1].get(f"{table.path}/replay", ply=10**6)).status_code == 422
