"""Puzzles over HTTP: no answer before it is asked for; the coach only where nobody else sits."""

from __future__ import annotations

import json

import pytest
from running_server import RunningServer

import tabletown as tt
from tabletown.learn import puzzles

pytestmark = pytest.mark.anyio


async def test_puzzles_tell_no_answer_before_it_is_asked_for(server: RunningServer) -> None:
    me = server.browser()
    listed = await me.json("/api/puzzles")
    assert {row["id"] for row in listed} == {p.id for name in tt.games() for p in puzzles.shelf(tt.rulebook(name))}
    keys = {"id", "game", "players", "seat", "grade", "theme"}
    assert all(set(row) == keys for row in listed)
    today = await me.json("/api/puzzles/today")
    assert today["id"] == puzzles.of_today().id
    puzzle = puzzles.find(today["id"])
    shown = await me.json(f"/api/puzzles/{puzzle.id}", layout="phone")
    match = puzzle.match()
    assert [move["id"] for move in shown["moves"]] == match.legal_ids
    for told in (json.dumps(shown), (await me.get(f"/puzzles/{puzzle.id}")).text, (await me.get("/puzzles")).text):
        assert '"right"' not in told
        assert str(puzzle.gap) not in told
        assert puzzle.id in told
    best = match.find(puzzle.right[0])
    wrong = next(move for move in match.legal_ids if match.game.moves.text_of(move) not in puzzle.right)
    address = f"/api/puzzles/{puzzle.id}"
    assert (await me.post("/api/puzzles/today", {"move": len(match.game.moves)})).status_code == 422
    tried = await me.post(address, {"move": wrong})
    assert tried.status_code == 200, tried.text
    assert tried.json()["right"] is False
    assert (await me.post(address, {"move": best})).json()["right"] is True
    assert (await me.post(address, {"move": len(match.game.moves)})).status_code == 422
    assert (await me.post(f"{address}/answer")).json()["move"] == best
    assert (await me.get("/api/puzzles/nothing")).status_code == 404
    assert (await me.get("/puzzles/nothing")).status_code == 404
    assert (await me.get("/api/puzzles", game="nothing")).status_code == 404


async def test_the_coach_is_for_those_who_play_with_bots(server: RunningServer) -> None:
    table = await server.table([{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bo"}])
    for seat in table.seats:
        answer = await seat.get(f"{table.path}/coach", version=0)
        assert answer.status_code == 403
        assert "bots alone" in answer.json()["error"]
