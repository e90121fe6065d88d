"""Lessons at real tables: walked whole over the API, read again from the log in the middle, then played in earnest."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from running_server import Client, RunningServer, until

import tabletown as tt
from tabletown.core.lesson import NOT_YET, Lesson
from tabletown.web.tables import lessons

pytestmark = pytest.mark.anyio

GAMES = [name for name in tt.games() if tt.rulebook(name).lesson]
WALKED = ["machi-koro", "minecart-town"]
"""One with chapters, one with advice; all of them are walked in the browser."""


def lesson_of(game: str) -> Lesson:
    lesson = tt.rulebook(game).lesson
    assert lesson is not None
    return lesson


class Learner:
    """Somebody who takes a lesson with a browser."""

    def __init__(self, server: RunningServer, game: str, reader: Client) -> None:
        self.server, self.game, self.reader = server, game, reader
        self.lesson = lesson_of(game)

    async def begin(self, **body: Any) -> None:
        answer = await self.reader.post(f"/api/lessons/{self.game}", body)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        self.path = f"/api/tables/{self.id}"

    async def frame(self) -> Any:
        return await self.reader.json(f"{self.path}/frame")

    async def mine(self) -> Any:
        """The table in the list of one's tables."""
        (entry,) = (await self.reader.json("/api/tables"))["mine"]
        return entry

    async def stand(self) -> tuple[int, bytes]:
        room = await self.server.room(self.id)
        return room.version, room.match.position.array.tobytes()

    async def follow(self) -> None:
        """Do what the step asks for."""
        room = await self.server.room(self.id)
        step, version = self.lesson.steps[len(room.stages) - 1], room.version
        if step.tap:
            answer = await self.reader.post(f"{self.path}/lesson", {"version": version, "tap": step.tap})
        elif step.do:
            answer = await self.reader.post(f"{self.path}/moves", {"version": version, "move": step.do[0]})
        else:
            answer = await self.reader.post(f"{self.path}/advice", {"version": version})
        assert answer.status_code == 200, answer.text
        assert answer.json() == {"version": (await self.server.room(self.id)).version}

    async def back(self) -> None:
        version = (await self.server.room(self.id)).version
        answer = await self.reader.post(f"{self.path}/lesson", {"version": version, "back": True})
        assert answer.status_code == 200, answer.text

    async def forgotten(self) -> None:
        """The server lets the table go, and will read it from the log."""
        self.server.tables.rooms._rooms.pop(self.id, None)


@pytest.mark.parametrize("game", WALKED)
async def test_a_lesson_from_the_first_step_to_the_game(server: RunningServer, game: str) -> None:
    learner = Learner(server, game, server.browser())
    await learner.begin(name="Zoë")
    seat, steps = learner.lesson.seat, learner.lesson.steps
    for number, step in enumerate(steps, 1):
        if number % 5 == 1:  # to draw a table takes long
            frame = await learner.frame()
            assert (frame["lesson"]["step"], frame["lesson"]["of"]) == (number, len(steps))
            assert frame["announce"].endswith(step.say)
            assert not frame["can_undo"]
        room, before = await server.room(learner.id), await learner.stand()
        asked = [room.game.moves.id_of(text) for text in step.do]
        others = [move for move in room.match.legal_ids if room.to_move == seat and move not in asked]
        if others:
            answer = await learner.reader.post(f"{learner.path}/moves", {"move": others[0], "version": before[0]})
            assert answer.status_code == 200
            assert answer.json()["said"] == (step.otherwise or NOT_YET)
            assert answer.json()["version"] == before[0]
            assert await learner.stand() == before
        if number == len(steps) or step.position:
            await learner.back()
            assert (await learner.mine())["lesson"]["step"] == number - 1
            await learner.forgotten()
            await learner.follow()
            assert (await learner.stand())[1] == before[1]
        entry = await learner.mine()
        assert (entry["lesson"], entry["your_turn"]) == ({"step": number, "of": len(steps)}, True)
        if number % 4 == 0:
            await learner.forgotten()
            assert (await learner.stand())[1] == before[1]
        await learner.follow()
    assert (await learner.frame())["lesson"] == {
        "done": True,
        "say": learner.lesson.last,
        "title": learner.lesson.title,
    }

    async def learner_to_move() -> Any:
        return (await server.room(learner.id)).to_move == seat

    await until(learner_to_move)
    assert (await learner.mine())["lesson"] is None
    await learner.forgotten()
    room = await server.room(learner.id)
    assert room.just_learned
    assert room.seats[1 - seat].played_by_bot
    body = {"move": room.match.legal_ids[0], "version": room.version}
    assert (await learner.reader.post(f"{learner.path}/moves", body)).status_code == 200
    assert not (await server.room(learner.id)).just_learned
    late = await learner.reader.post(f"{learner.path}/lesson", {"version": 1, "tap": "coins-0"})
    assert late.status_code == 409


async def test_what_can_not_be_done_in_a_lesson_is_refused_and_changes_nothing(server: RunningServer) -> None:
    """Wrong elements, old versions, strangers, hints, undo, nonsense; and the same key twice does it once."""
    assert {entry["game"] for entry in await server.program().json("/api/lessons")} == set(GAMES)
    assert (await server.program().post("/api/lessons/chess", {})).status_code == 404
    assert (await server.program().post(f"/api/lessons/{GAMES[0]}", {"seat": 1})).status_code == 422
    learner = Learner(server, GAMES[0], server.browser())
    key = "a-key-that-nobody-can-guess"
    await learner.begin(key=key)
    first = learner.id
    await learner.begin(key=key)
    assert learner.id == first
    before = await learner.stand()
    version, tap = before[0], learner.lesson.steps[0].tap
    for body, status in (
        ({"version": version, "tap": "no-such-element"}, 422),
        ({"version": version, "tap": tap, "back": True}, 422),
        ({"version": version}, 422),
        ({"version": version, "back": True}, 422),
        ({"version": version - 1, "tap": tap}, 409),
        ({"version": version, "tap": "x" * 200}, 422),
    ):
        answer = await learner.reader.post(f"{learner.path}/lesson", body)
        assert answer.status_code == status, body
        assert answer.json()["error"]
    stranger = await server.browser().post(f"{learner.path}/lesson", {"version": version, "tap": tap})
    assert stranger.status_code == 403
    for path, body in (("hint", None), ("undo", {"version": version})):
        assert (await learner.reader.post(f"{learner.path}/{path}", body)).status_code == 409
    assert await learner.stand() == before
    for _ in range(2):
        answer = await learner.reader.post(f"{learner.path}/lesson", {"version": version, "tap": tap, "key": "once"})
        assert answer.json() == {"version": version + 2}
    ordinary = await server.table()
    answer = await ordinary.seats[0].post(f"{ordinary.path}/lesson", {"version": 1, "back": True})
    assert answer.status_code == 409


async def test_a_lesson_is_gone_on_with_from_the_page_and_a_branch_keeps_its_position(server: RunningServer) -> None:
    game = next(game for game in GAMES if any(step.position for step in lesson_of(game).steps))
    reader = server.browser()
    home = (await reader.get("/")).text
    assert f"Learn it in {lesson_of(game).minutes} minutes" in home
    assert f"/learn/{game}" in (await reader.get(f"/games/{game}")).text
    opened = [await reader.post(f"/learn/{game}", None) for _ in range(2)]
    assert opened[0].status_code == 303
    assert opened[0].headers["location"] == opened[1].headers["location"]
    learner = Learner(server, game, reader)
    learner.id = opened[0].headers["location"].rpartition("/")[2]
    learner.path = f"/api/tables/{learner.id}"
    assert f"Lesson: step 1 of {len(learner.lesson.steps)}" in (await reader.get("/")).text
    while not learner.lesson.steps[(await learner.mine())["lesson"]["step"] - 1].position:
        await learner.follow()
    await learner.follow()
    record, ply = (await learner.stand())[1], (await server.room(learner.id)).match.ply
    branch = (await reader.post(f"{learner.path}/branch", {"ply": ply})).json()["id"]
    server.tables.rooms._rooms.pop(branch, None)
    room = await server.room(branch)
    assert room.match.at(ply).tobytes() == record
    assert room.lesson is None


async def test_a_lesson_that_was_written_anew_goes_on_as_a_game(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = Learner(server, GAMES[0], server.browser())
    await learner.begin()
    book = tt.rulebook(GAMES[0])
    monkeypatch.setitem(book.__dict__, "lesson", dataclasses.replace(learner.lesson, fingerprint="another"))
    await learner.forgotten()
    frame = await learner.frame()
    assert frame["lesson"] is None
    body = {"move": frame["moves"][0]["id"], "version": frame["version"]}
    answer = await learner.reader.post(f"{learner.path}/moves", body)
    assert answer.status_code == 200
    assert "said" not in answer.json()


async def test_a_lesson_that_does_not_fit_the_rules_is_not_offered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    book = tt.rulebook(GAMES[0])
    lesson = lesson_of(GAMES[0])
    last = dataclasses.replace(lesson.steps[-1], then=("no such move",))
    monkeypatch.setitem(book.__dict__, "lesson", dataclasses.replace(lesson, steps=(*lesson.steps[:-1], last)))
    lessons.lesson_of.cache_clear()
    try:
        assert GAMES[0] not in {entry["game"] for entry in lessons.listed()}
        assert f"step {len(lesson.steps)} ({last.id})" in caplog.text
    finally:
        lessons.lesson_of.cache_clear()
