"""A table in memory: what is written here is taken over as it is, and looks the same when it is read from the log."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
from running_server import RunningServer, a_game_to_undo

import tabletown as tt
from tabletown.core import view as views
from tabletown.core.view import told
from tabletown.web import http, pages
from tabletown.web.frames import frame as frames
from tabletown.web.tables.play import play
from tabletown.web.tables.room import Room
from tabletown.web.tables.seat import Caller

pytestmark = pytest.mark.anyio


async def test_a_table_played_here_equals_the_same_table_read_from_its_log(server: RunningServer) -> None:
    """Moves, answers of chance and undos, for every viewer."""
    table = await server.table(game=a_game_to_undo(), seed=3)
    dice, undone = random.Random(2), 0
    for _ in range(30):
        played = await table.play(random=dice)
        room = await server.room(table.id)
        frames.view_of(room, played["by"])  # fills what is cached
        if room.undoable(played["by"]) and dice.random() < 0.5:
            body = {"version": played["answer"], "key": f"undo{undone}"}
            assert (await table.seats[played["by"]].post(f"{table.path}/undo", body)).status_code == 200
            undone += 1
    assert undone
    room = await server.room(table.id)
    stored = await server.tables.storage.read(table.id)
    assert stored is not None
    again = Room(stored)
    assert again.match.position.array.tobytes() == room.match.position.array.tobytes()
    assert [event.to_json(0) for event in again.events] == [event.to_json(0) for event in room.events]
    assert (again.plies, again.movers, again.answers) == (room.plies, room.movers, room.answers)
    for viewer in (None, 0, 1):
        assert told(again.match, viewer) == told(room.match, viewer)
        assert views.story(again.match, viewer) == views.story(room.match, viewer)


async def test_a_move_is_played_once_on_its_way_to_the_log(server: RunningServer) -> None:
    """The match that was worked out before the write is the one that is shown after it."""
    table = await server.table(seed=3)
    room = await server.room(table.id)
    assert room.to_move is not None
    after, events = play(room, room.to_move, [room.match.legal_ids[0]], None)
    await server.tables.rooms.append(room, events, after)
    assert room.match is after
    assert room.plies[-1] == after.ply


async def test_the_log_in_words_is_kept_when_a_match_is_copied() -> None:
    match = tt.Match(tt.game(tt.games()[0], players=2), seed=1)
    for _ in range(12):
        match.push(match.random_move())
    lines = match.story(0)
    earlier = frames.match_at(match, 6)
    assert earlier.story(0) == [line for line in lines if line["ply"] < 6]
    assert match.story(0) == lines


@pytest.mark.parametrize("package", [http, pages])
def test_only_tables_reaches_into_rooms_and_storage(package: object) -> None:
    """The API, the sockets and the pages ask `Tables` for everything; the application puts the parts together, and
    the server tries the database before it listens."""
    for path in Path(package.__file__).parent.glob("*.py"):  # type: ignore[attr-defined]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
        inner = imported & {
            "tabletown.web.store.schema",
            "tabletown.web.store.storage",
            "tabletown.web.tables.room",
            "tabletown.web.tables.rooms",
        }
        if path.name not in ("app.py", "server.py"):
            assert not inner, path.name
            assert not used & {"rooms", "storage"}, path.name


async def test_a_watcher_is_counted_until_it_goes(server: RunningServer) -> None:
    table = await server.table()
    caller = Caller.of(token=table.made["seats"][0]["token"])
    room = await server.room(table.id)
    async with server.tables.watch(table.id, caller) as watch:
        assert (room.watchers, room.connected()) == (1, {0})
        assert await watch.frame("desktop")
    assert (room.watchers, room.connected()) == (0, set())
