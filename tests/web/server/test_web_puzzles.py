"""Puzzles over HTTP: no answer before it is asked for; the coach only where nobody else sits."""

from __future__ import annotations

import json
import random

import pytest
from running_server import RunningServer

import tabletown as tt
from tabletown.learn import puzzles
from tabletown.web.tables import snapshot
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.seat_tokens import new_secret

pytestmark = pytest.mark.anyio


async def test_puzzles_tell_no_answer_before_it_is_asked_for(server: RunningServer) -> None:
    me = server.browser()
    listed = await me.json("/api/puzzles")
    assert {row["id"] for row in listed} == {p.id for name in tt.games() for p in puzzles.puzzles_of(tt.rulebook(name))}
    keys = {"id", "game", "players", "seat", "clicks", "grade", "theme"}
    assert all(set(row) == keys for row in listed)
    today = await me.json("/api/puzzles/today")
    assert today["id"] == puzzles.of_today().id
    puzzle = puzzles.find(today["id"])
    shown = await me.json(f"/api/puzzles/{puzzle.id}", layout="phone")
    match = puzzle.match()
    assert [move["id"] for move in shown["moves"]] == match.legal_ids
    for told in (json.dumps(shown), (await me.get(f"/puzzles/{puzzle.id}")).text, (await me.get("/puzzles")).text):
        assert not [key for key in ("right", "lines", "losses", "value", "gap") if f'"{key}":' in told]
        assert puzzle.id in told
    best = match.find(puzzle.right[0])
    wrong = next(move for move in match.legal_ids if match.game.moves.text_of(move) not in puzzle.right)
    address = f"/api/puzzles/{puzzle.id}"
    nonsense = len(match.game.moves)
    assert (await me.post("/api/puzzles/today", {"moves": [nonsense]})).status_code == 422
    tried = await me.post(address, {"moves": [wrong]})
    assert tried.status_code == 200, tried.text
    assert tried.json()["right"] is False
    assert tried.json()["frame"] is None
    for refused in ([wrong, best], [nonsense], [], ["build"]):
        assert (await me.post(address, {"moves": refused})).status_code == 422
    hinted = (await me.post(f"{address}/hint")).json()["sentence"]
    assert hinted == puzzles.hint(puzzle)
    assert match.game.moves.text_of(best) not in hinted
    assert (await me.post(f"{address}/hint", {"moves": [wrong]})).status_code == 422
    assert (await me.post(f"{address}/answer")).json()["move"] == best
    assert (await me.post(f"{address}/answer", {"moves": [wrong]})).status_code == 422
    assert (await me.get("/api/puzzles/nothing")).status_code == 404
    assert (await me.get("/puzzles/nothing")).status_code == 404
    assert (await me.get("/api/puzzles", game="nothing")).status_code == 404


async def test_a_puzzle_goes_on_until_the_turn_ends(server: RunningServer) -> None:
    me = server.browser()
    every = [puzzle for name in tt.games() for puzzle in puzzles.puzzles_of(tt.rulebook(name))]
    puzzle = max(every, key=lambda found: found.clicks)
    made: list[int] = []
    for number, text in enumerate(puzzle.lines[0], 1):
        move = puzzle.match(made).find(text)
        told = (await me.post(f"/api/puzzles/{puzzle.id}", {"moves": [*made, move], "layout": "phone"})).json()
        assert told["right"]
        assert told["solved"] == (number == puzzle.clicks)
        made.append(move)
        after = puzzle.match(made)
        assert [entry["id"] for entry in told["frame"]["moves"]] == ([] if told["solved"] else after.legal_ids)
        if not told["solved"]:
            following = (await me.post(f"/api/puzzles/{puzzle.id}/answer", {"moves": made})).json()
            assert following["label"] == following["line"][0]
    assert puzzle.clicks > 1
    assert (await me.post(f"/api/puzzles/{puzzle.id}", {"moves": [*made, made[0]]})).status_code == 422


async def test_the_coach_is_for_those_who_play_with_bots(server: RunningServer) -> None:
    table = await server.table([{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bo"}])
    for seat in table.seats:
        answer = await seat.get(f"{table.path}/coach", version=0)
        assert answer.status_code == 403
        assert "bots alone" in answer.json()["error"]
        assert (await seat.post(f"{table.path}/coach", {"level": "full"})).status_code == 403


async def test_the_coach_is_switched_at_the_table_and_told(any_server: RunningServer) -> None:
    """The log keeps it, the story and the result tell it, and the result is no best."""
    secret = new_secret()
    me = any_server.browser(secret)
    seats = [{"kind": "me", "name": "Ana"}]
    made = (await me.post("/api/tables", {"game": "mint-works", "players": 1, "seats": seats, "seed": 3})).json()
    table, path = made["id"], f"/api/tables/{made['id']}"
    about = await me.json(path)
    assert (about["coach"], about["coached"]) == ("off", False)
    assert (await me.get(f"{path}/coach", version=about["version"])).status_code == 403
    assert (await me.post(f"{path}/coach", {"level": "strict"})).status_code == 422
    assert (await any_server.browser().post(f"{path}/coach", {"level": "full"})).status_code == 403
    version = (await me.post(f"{path}/coach", {"level": "full"})).json()["version"]
    assert version == about["version"] + 1
    assert (await me.post(f"{path}/coach", {"level": "full"})).json()["version"] == version
    event = (await me.json(f"{path}/events", since=version - 1))["events"][-1]
    assert (event["kind"], event["level"]) == ("coach", "full")
    frame = await me.json(f"{path}/frame")
    assert (frame["table"]["coach"], frame["table"]["coached"]) == ("full", True)
    assert [line["coach"] for line in frame["log"] if "coach" in line] == ["full"]
    assert "coach" not in (await me.json(f"{path}/frame", since=version - 1))["announce"]
    await me.post(f"{path}/coach", {"level": "off"})
    any_server.tables.rooms.forget_id(table)
    assert (await any_server.room(table)).coached == [(frame["ply"], "full"), (frame["ply"], "off")]
    dice = random.Random(3)
    while (room := await any_server.room(table)).status == "playing":
        await any_server.tables.move(table, Caller.of(secret), dice.choice(room.match.legal_ids), room.version)
    kept = snapshot.unpack(snapshot.pack(room.frozen()))
    assert kept.coached == room.coached
    assert room.result is not None
    assert room.result["coached"] is True
    assert (await me.post(f"{path}/coach", {"level": "full"})).status_code == 409
    assert await me.json("/api/bests") == []
    assert "with a coach" in (await me.get(f"/table/{table}")).text
    assert "with a coach" in (await me.get("/history")).text
