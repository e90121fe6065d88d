"""Bad input everywhere: one clear sentence, a 4xx, nothing changed, never a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from running_server import RunningServer, Table

pytestmark = pytest.mark.anyio

NASTY: list[Any] = [
    None,
    True,
    0,
    -1,
    2**80,
    1.5,
    "",
    "x",
    "\x00",
    "\ud83d",
    "🎲" * 300,
    [],
    [[]],
    {},
    {"a": {"b": {}}},
    {"version": "1", "move": 1},
    {"version": 1.0, "move": 1},
    {"version": True, "move": True},
    {"version": None, "move": None},
    {"version": -1, "move": 0},
    {"version": 2**70, "move": 2**70},
    {"version": 0, "move": []},
    {"version": 0, "move": {}},
    {"version": 0, "move": "x" * 5000},
    {"version": 0, "move": 0, "key": ""},
    {"version": 0, "move": 0, "key": "k" * 65},
    {"version": 0, "move": 0, "key": "a\nb"},
    {"version": 0, "move": 0, "seat": 99},
    {"version": 0, "move": 0, "extra": 1},
    {"seat": -1},
    {"seat": 16},
    {"seat": "0"},
    {"seat": 0, "invite": 5},
    {"seat": 0, "name": 5},
    {"seat": 0, "name": "n" * 201},
    {"seat": 0, "bot": "no such bot"},
    {"seat": 3},
    {"ply": -1},
    {"ply": "one"},
    {"ply": 10**9},
    {"game": "no such game"},
    {"game": 5},
    {"game": None},
    {"game": "machi-koro'; DROP TABLE game"},
]

RAW = [
    b"",
    b"{",
    b"not json",
    b"\xff\xfe\x00",
    b"[" * 8000,
    b"{}{}",
    b'{"version": NaN, "move": 1}',
    b'{"move": Infinity, "version": 0}',
    b"null",
]


async def snapshot(server: RunningServer, table: Table) -> Any:
    room = await server.room(table.id)
    return room.version, room.match.at(room.match.ply).tobytes(), room.seats, room.status


def check_refusal(answer: Any, what: Any) -> None:
    assert 400 <= answer.status_code < 500, (what, answer.status_code, answer.text[:300])
    assert answer.headers["content-type"] == "application/json", (what, str(answer.url))
    body = answer.json()
    sentence = body["error"]
    assert isinstance(sentence, str)
    assert 5 < len(sentence) < 600, (what, sentence)
    assert sentence[-1] in ".;", (what, sentence)
    assert "\n" not in sentence
    assert "Traceback" not in sentence


def posts(server: RunningServer) -> list[str]:
    paths = server.app.openapi()["paths"]
    return [path for path, methods in paths.items() if "post" in methods and path.startswith("/api/")]


async def test_bad_bodies_are_refused_and_change_nothing(server: RunningServer) -> None:
    table = await server.table()
    await table.play_on(3)
    seat = await table.actor()
    before = await snapshot(server, table)
    without_body = ("/rematch", "/hint")
    asked = 0
    for number, path in enumerate(posts(server)):
        if path.endswith(without_body):
            continue
        address = path.replace("{table}", table.id)
        for body in NASTY if path.endswith("/moves") else NASTY[number % 3 :: 3]:
            if body == {} and path.endswith("/leave"):
                continue
            content = json.dumps(body).encode()
            answer = await table.seats[seat].client.post(
                address, content=content, headers={"content-type": "application/json"}
            )
            check_refusal(answer, (path, body))
            asked += 1
        for raw in RAW:
            answer = await table.seats[seat].client.post(
                address, content=raw, headers={"content-type": "application/json"}
            )
            check_refusal(answer, (path, raw))
    assert asked > 150
    assert await snapshot(server, table) == before


async def test_bad_addresses_are_refused(server: RunningServer) -> None:
    table = await server.table()
    caller = table.seats[0]
    for name in ("nosuchtable", "x", "%00", "%2e%2e%2f", "A" * 12, "a" * 500, "'; --", "🎲", "null"):
        for path in posts(server):
            if "{table}" in path:
                answer = await caller.client.post(
                    path.replace("{table}", name), json={"version": 0, "move": 0, "seat": 0, "ply": 0}
                )
                check_refusal(answer, (path, name))
        for path in ("", "/legal", "/events", "/frame", "/replay", "/export.svg", "/export.txt"):
            check_refusal(await caller.get(f"/api/tables/{name}{path}"), (path, name))
    check_refusal(await caller.get("/api/nowhere"), "nowhere")
    check_refusal(await caller.client.delete(table.path), "delete")
    check_refusal(await caller.client.put(f"{table.path}/moves", json={}), "put")
    check_refusal(await caller.client.request("PATCH", "/api/tables"), "patch")


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("frame", "layout=poster"),
        ("frame", "layout="),
        ("frame", "since=-1"),
        ("frame", "since=x"),
        ("frame", "since=99999999999999999999"),
        ("frame", "wait=-1"),
        ("frame", "wait=1e9"),
        ("frame", "wait=nan"),
        ("frame", "wait=abc"),
        ("events", "since=-1"),
        ("events", "since=1.5"),
        ("events", "wait=inf"),
        ("replay", "ply=-1"),
        ("replay", "ply=zzz"),
        ("replay", "ply=100000"),
        ("replay", "layout=x"),
        ("export.svg", "theme=plaid"),
        ("export.svg", "layout=poster"),
        ("export.exe", ""),
        ("export.txt", ""),
    ],
)
async def test_bad_questions_are_refused(server: RunningServer, path: str, query: str) -> None:
    table = await server.table()
    check_refusal(await table.seats[0].client.get(f"{table.path}/{path}?{query}"), (path, query))


async def test_bad_tables_are_refused_and_none_is_made(server: RunningServer) -> None:
    caller = server.program()
    games = await caller.json("/api/games")
    made = len(await server.tables.public_tables())
    for game in games:
        low, high = game["players"]
        name = game["name"]
        bad: list[dict[str, Any]] = [
            {"players": high + 1},
            {"players": 0},
            {"players": low, "seats": [{"kind": "me"}] * (low + 1)},
            {"options": {"no_such_option": 1}},
            {"options": {o["name"]: {"x": []} for o in game["options"]} or {"x": 1}},
            {"options": []},
            {"seats": [{"kind": "king"}] * low},
            {"seats": [{"kind": "bot", "bot": "deep thought"}] * low},
            {"seats": [{"kind": "me", "bot": "easy"}] * low},
            {"visibility": "secret"},
            {"seed": -1},
            {"seed": 2**64},
            {"curtain": "yes"},
            {"seats": [{"kind": "me"}] * 17},
        ]
        for more in bad:
            check_refusal(
                await caller.post("/api/tables", {"game": name, "visibility": "public", **more}), (name, more)
            )
    assert len(await server.tables.public_tables()) == made


async def test_a_refusal_names_what_is_allowed(server: RunningServer) -> None:
    caller = server.program()
    game = (await caller.json("/api/games"))[0]
    assert game["name"] in (await caller.post("/api/tables", {"game": "chess"})).json()["error"]
    assert (
        str(game["players"][1])
        in (await caller.post("/api/tables", {"game": game["name"], "players": 9})).json()["error"]
    )
    table = await server.table()
    seat, legal = await table.legal()
    wrong = await table.seats[seat].post(f"{table.path}/moves", {"move": "jump", "version": legal["version"]})
    assert "jump" in wrong.json()["error"]


async def test_a_database_that_fails_is_told_in_one_sentence(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is acknowledged, nothing is shown, and the table goes on when the database is back."""
    from sqlalchemy.exc import OperationalError

    table = await server.table()
    seat, legal = await table.legal()
    body = {"move": legal["moves"][0]["id"], "version": legal["version"], "key": "k"}

    async def broken(*_: Any, **__: Any) -> Any:
        raise OperationalError("UPDATE", {}, Exception("disk I/O error"))

    with monkeypatch.context() as failing:
        failing.setattr(server.tables.storage, "append", broken)
        answer = await table.seats[seat].post(f"{table.path}/moves", body)
        assert answer.status_code == 503
        assert answer.json()["error"].endswith(".")
    assert (await table.about())["version"] == legal["version"]
    assert (await table.seats[seat].post(f"{table.path}/moves", body)).status_code == 200


async def test_a_fault_of_ours_shows_no_traceback(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await server.table()

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("secret inside")

    monkeypatch.setattr(server.tables.rooms, "locked", broken)
    answer = await table.seats[0].get(table.path)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
