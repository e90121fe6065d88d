"""Safety, point by point: secrets, cookies, origins, sizes, names, policy, rates, bots."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import re
import sqlite3
import time
from typing import Any

import httpx
import pytest
import websockets
from running_server import NO_TLS, RunningServer, quick

import tabletown as tt
from tabletown.web import Limits, Settings
from tabletown.web.frames import frame as frames
from tabletown.web.http.guard import HEADERS, LARGEST_BODY, POLICY
from tabletown.web.tables import names, seat_tokens
from tabletown.web.tables.bots import Bots

pytestmark = pytest.mark.anyio


def rows_of(server: RunningServer) -> str:
    """The whole database as text."""
    with sqlite3.connect(str(server.settings.url.database)) as database:
        return "\n".join(database.iterdump())


# ---------------------------------------------------------------- secrets


async def test_secrets_have_at_least_128_bits_and_are_stored_hashed(server: RunningServer) -> None:
    browser = seat_tokens.new_secret()
    table = await server.table([{"kind": "me"}, {"kind": "open"}, {"kind": "local"}], caller=server.browser(browser))
    program = await server.table([{"kind": "me"}, {"kind": "open"}])
    invites = [made["seats"][1]["invite"].rsplit("/", 1)[1] for made in (table.made, program.made)]
    known = [browser, program.made["seats"][0]["token"], *invites]
    stored = rows_of(server)
    for secret in known:
        assert len(secret) * 6 >= 128
        assert secret not in stored
        assert seat_tokens.hashed(secret) in stored
    assert len(set(known)) == len(known)


async def test_a_cookie_keeps_the_token_out_of_scripts(server: RunningServer) -> None:
    table = await server.table(caller=server.browser())
    assert [seat["token"] for seat in table.made["seats"]] == [None, None]


async def test_no_answer_carries_a_secret_or_its_hash(server: RunningServer) -> None:
    browser = seat_tokens.new_secret()
    host = server.browser(browser)
    table = await server.table([{"kind": "me"}, {"kind": "open"}], caller=host, visibility="public")
    room = await server.room(table.id)
    hidden = [browser, seat_tokens.hashed(browser), *[seat.invite for seat in room.seats if seat.invite]]
    for caller in (host, server.browser(), server.program()):
        for path in (
            table.path,
            f"{table.path}/events",
            f"{table.path}/frame",
            f"{table.path}/legal",
            "/api/tables",
            f"{table.path}/export.json",
        ):
            text = (await caller.get(path)).text
            assert not any(secret in text for secret in hidden), path


def test_hashes_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(a: str, b: str) -> bool:
        compared.append((a, b))
        return a == b

    monkeypatch.setattr(hmac, "compare_digest", compare)
    assert seat_tokens.same("a" * 64, "a" * 64)
    assert not seat_tokens.same("a" * 64, "b" * 64)
    assert not seat_tokens.same(None, "b")
    assert not seat_tokens.same("a", None)
    assert len(compared) == 2


async def test_nonsense_for_a_secret_is_nobody(server: RunningServer) -> None:
    table = await server.table()
    version = (await table.about())["version"]
    for token in ("x", "ä" * 40, "a" * 5000, "'; DROP TABLE seat; --", "../../etc/passwd"):
        headers = {"authorization": f"Bearer {token}".encode()}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=90, verify=NO_TLS) as client:
            assert (await client.post(f"{table.path}/moves", json={"move": 0, "version": version})).status_code == 403
            assert (await client.get(table.path)).json()["viewer"] is None


# ---------------------------------------------------------------- cookies


async def test_a_page_gives_a_browser_its_cookie(server: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=90, verify=NO_TLS) as client:
        cookie = (await client.get("/")).headers["set-cookie"]
        attributes = {part.strip().lower().split("=")[0] for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite", "path", "max-age"} <= attributes
        assert "samesite=lax" in cookie.lower()
        assert "secure" not in attributes, "plain http on loopback"
        assert "domain" not in attributes
        again = await client.get("/")
        assert "set-cookie" not in again.headers
        assert "set-cookie" not in (await client.get("/api/games", headers={"cookie": ""})).headers
        kept_for_later = {"cookie": "", "sec-fetch-mode": "cors"}
        assert "set-cookie" not in (await client.get("/", headers=kept_for_later)).headers


async def test_a_cookie_over_https_is_secure(server: RunningServer) -> None:
    headers = {"x-forwarded-proto": "https"}
    async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=90, verify=NO_TLS) as client:
        assert "; Secure" in (await client.get("/")).headers["set-cookie"]


# ---------------------------------------------------------------- origins


async def test_changes_are_asked_for_from_our_own_pages_only(server: RunningServer) -> None:
    cookie = {"cookie": f"tabletown={seat_tokens.new_secret()}"}
    own, other = {"origin": server.address}, {"origin": "https://evil.example"}
    port = server.address.rsplit(":", 1)[1]
    refused: list[dict[str, str]] = [
        cookie,
        {**cookie, **other},
        {**cookie, "origin": "null"},
        {**cookie, "origin": f"https://127.0.0.1:{port}"},
        {**cookie, "origin": "http://127.0.0.1"},
        {**cookie, "origin": f"{server.address}.evil.example"},
        {**cookie, "sec-fetch-site": "cross-site"},
        {**cookie, "sec-fetch-site": "same-site"},
        {**cookie, "sec-fetch-site": "cross-site", **other},
        other,
    ]
    allowed: list[dict[str, str]] = [
        {**cookie, **own},
        {**cookie, "sec-fetch-site": "same-origin"},
        {**cookie, "sec-fetch-site": "none"},
        {},
    ]
    body = {"game": (await server.program().json("/api/games"))[0]["name"]}
    for headers in refused:
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=90, verify=NO_TLS) as client:
            answer = await client.post("/api/tables", json=body)
            assert answer.status_code == 403, headers
            assert "another site" in answer.json()["error"]
    for headers in allowed:
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=90, verify=NO_TLS) as client:
            assert (await client.post("/api/tables", json=body)).status_code == 201, headers


async def test_an_operator_may_allow_an_origin(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, origins=("https://tabletown.example",))
    headers = {"origin": "https://tabletown.example", "cookie": f"tabletown={seat_tokens.new_secret()}"}
    async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=90, verify=NO_TLS) as client:
        body = {"game": (await client.get("/api/games")).json()[0]["name"]}
        assert (await client.post("/api/tables", json=body)).status_code == 201


async def test_sockets_open_from_our_own_pages_only(server: RunningServer) -> None:
    table = await server.table()
    caller = server.browser()
    for headers in (
        {**caller.headers, "origin": "https://evil.example"},
        {**caller.headers, "origin": "null"},
        {"cookie": caller.headers["cookie"]},
        {},
    ):
        with pytest.raises(websockets.InvalidStatus, match="403"):
            async with caller.live(table.id, headers=headers):
                raise AssertionError("the socket opened")
    async with caller.live(table.id) as live:
        await live.frame()
    async with table.seats[0].live(table.id) as live:
        assert (await live.frame())["viewer"] == 0


# ---------------------------------------------------------------- sizes


async def test_bodies_over_16_kb_are_refused(server: RunningServer) -> None:
    caller = server.program()
    big = {"game": "x" * LARGEST_BODY}
    assert (await caller.post("/api/tables", big)).status_code == 413

    async def pieces() -> Any:
        for _ in range(40):
            yield b" " * 1024

    answer = await caller.client.post("/api/tables", content=pieces())
    assert answer.status_code == 413
    just = json.dumps({"game": "no such game", "options": {}}).ljust(LARGEST_BODY)
    assert (
        await caller.client.post("/api/tables", content=just, headers={"content-type": "application/json"})
    ).status_code == 422


async def test_a_socket_takes_no_large_message(server: RunningServer) -> None:
    table = await server.table()
    async with table.seats[0].live(table.id) as live:
        await live.frame()
        await live.socket.send("x" * 100_000)
        with pytest.raises(websockets.ConnectionClosed):
            await live.frame()


# ---------------------------------------------------------------- names

NAMES = {
    "  Ada   Lovelace ": "Ada Lovelace",
    "Ada\u202egnp.exe": "Adagnp.exe",
    "\u2066Bram\u2069\u200e\u200f\u061c": "Bram",
    "a\x00b\x1bc\x7fd": "abcd",
    "line\nbreak\ttab": "line break tab",
    "x" * 40: "x" * 24,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 30: "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 24,
    "e\u0301" * 30: "\u00e9" * 24,
    "": "Nobody",
    "   ": "Nobody",
    "<script>alert(1)</script>": "<script>alert(1)</script>"[:24],
    "日本語のなまえ": "日本語のなまえ",
    "שלום": "שלום",
}


@pytest.mark.parametrize(("given", "kept"), NAMES.items())
def test_names_are_made_fit_to_show(given: str, kept: str) -> None:
    assert names.clean_name(given, "Nobody") == kept


def test_marks_do_not_pile_up() -> None:
    assert len(names.clean_name("Z" + "\u0335" * 400, "Nobody")) <= 13
    assert len(names.clean_name(("Z" + "\u0335" * 400) * 50, "Nobody")) <= 24 * 12


async def test_names_are_escaped_wherever_they_are_drawn(server: RunningServer) -> None:
    rude = "<b x=\"'&"
    table = await server.table([{"kind": "me", "name": rude}, {"kind": "local", "name": "B"}])
    await table.play_on(4)
    frame = await table.seats[0].json(f"{table.path}/frame")
    assert frame["players"][0]["name"] == rude
    drawn = "".join(frame["regions"].values())
    assert rude not in drawn
    assert "<b " not in drawn
    assert "&lt;b" in drawn


# ---------------------------------------------------------------- what a page may load


async def test_every_answer_carries_the_policy(server: RunningServer) -> None:
    table = await server.table()
    answers = [
        await server.program().get(path)
        for path in ("/", "/api/games", table.path, "/nowhere", f"{table.path}/frame", "/static/nowhere")
    ]
    answers.append(await server.program().post("/api/tables", {"game": 1}))
    answers.append(await server.program().post("/api/tables", {"x": "y" * LARGEST_BODY}))
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, answer.url


def test_the_policy_is_strict() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in POLICY
    assert "*" not in POLICY


@pytest.mark.parametrize("game", tt.games())
async def test_drawings_have_no_inline_style_or_script(server: RunningServer, game: str) -> None:
    table = await server.table([{"kind": "local"}] * tt.rulebook(game).players[1], game=game)
    for _ in range(3):
        await table.play_on(2)
        for layout in frames.LAYOUTS:
            drawn = "".join((await table.seats[0].json(f"{table.path}/frame", layout=layout))["regions"].values())
            assert not re.search(
                r"<(style|script|foreignObject|iframe|a)\b|\sstyle=|\son\w+=|javascript:|https?://", drawn
            )


async def test_a_picture_to_keep_is_a_file_not_a_page(server: RunningServer) -> None:
    table = await server.table()
    for form in ("svg", "png", "json"):
        answer = await table.seats[0].get(f"{table.path}/export.{form}", theme="dark", layout="phone")
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].startswith("attachment")
        assert len(answer.content) > 1000
    assert "sandbox" in (await table.seats[0].get(f"{table.path}/export.svg")).headers["content-security-policy"]


# ---------------------------------------------------------------- rates


@pytest.mark.parametrize(
    ("kind", "path", "body"),
    [
        ("reading", "/api/games", None),
        ("creating", "/api/tables", {"game": "no such game"}),
        ("claiming", "/api/tables/aaaaaaaa/claim", {"seat": 0}),
        ("playing", "/api/tables/aaaaaaaa/moves", {"move": 0, "version": 0}),
        ("thinking", "/api/tables/aaaaaaaa/hint", {}),
    ],
)
async def test_who_asks_too_often_must_wait(sqlite: str, start_server: Any, kind: str, path: str, body: Any) -> None:
    server = await start_server(sqlite, limits=Limits(**{kind: "5/minute"}))
    caller = server.program()
    answers = [await (caller.get(path) if body is None else caller.post(path, body)) for _ in range(8)]
    assert [answer.status_code == 429 for answer in answers] == [False] * 5 + [True] * 3
    assert answers[-1].json()["error"].endswith(".")
    assert int(answers[-1].headers["retry-after"]) > 0


async def test_who_opens_sockets_too_often_must_wait(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, limits=Limits(reading="3/minute"))
    table = await server.table()
    for _ in range(3):
        async with table.seats[0].live(table.id) as live:
            await live.frame()
    with pytest.raises(websockets.InvalidStatus):
        async with table.seats[0].live(table.id):
            raise AssertionError("the socket opened")


def test_there_are_limits_by_default() -> None:
    assert Settings().limits == Limits()
    assert quick("sqlite:///x").limits != Limits()
    assert not Settings().seeds


async def test_the_seed_is_the_servers_own(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, seeds=False)
    game = (await server.program().json("/api/games"))[0]["name"]
    assert (await server.program().post("/api/tables", {"game": game, "seed": 1})).status_code == 422
    stored = [await server.table() for _ in range(3)]
    for table in stored:
        assert not (await server.room(table.id)).seeded


# ---------------------------------------------------------------- bots


SLOW = """
import sys, time
from tabletown import bots
from tabletown.web.tables import bot_worker

class Dawdler:
    name = "dawdler"
    def choose(self, game, position, seat, seed, legal):
        print("a bot that talks", flush=True)
        if {busy}:
            while True: pass
        raise SystemExit(3)

bots.register("dawdler", Dawdler)
bot_worker.main()
"""


@pytest.mark.parametrize("busy", [True, False])
async def test_a_bot_that_hangs_or_dies_costs_its_time_and_nothing_else(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, busy: bool
) -> None:
    """The loop stays free while a bot is busy; after its time a random legal move is played, and the next bot works."""
    script = tmp_path / "slow.py"
    script.write_text(SLOW.replace("{busy}", str(busy)))
    start = asyncio.create_subprocess_exec

    async def slow(program: str, *command: str, **more: Any) -> Any:
        return await start(program, str(script), **more)

    table = await server.table()
    room = await server.room(table.id)
    seat = room.to_move
    assert seat is not None
    workers = Bots(1, 0.5)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "create_subprocess_exec", slow)
            asking = asyncio.create_task(workers.choose(room.match, seat, "dawdler", table.id))
            longest, last = 0.0, time.perf_counter()
            while not asking.done():
                await asyncio.sleep(0.01)
                longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
            thought = await asking
        assert thought.move in room.match.legal_ids
        assert thought.by == "random"
        assert longest < 60, "a busy bot in the loop would never let go"
        workers.seconds = 120
        after = await workers.choose(room.match, seat, "easy", table.id)
        assert after.move in room.match.legal_ids
        assert after.by == "easy" or len(room.match.legal_ids) == 1
    finally:
        await workers.close()


async def test_a_bot_is_told_only_what_its_seat_may_know(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    async def ask(self: Any, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        asked.append(question)
        return {"move": -1}

    monkeypatch.setattr("tabletown.web.tables.bots.Worker.ask", ask)
    for game in tt.games():
        table = await server.table([{"kind": "local"}] * 2, game=game, seed=1)
        await table.play_on(6)
        room = await server.room(table.id)
        seat = room.to_move
        if seat is not None and len(room.match.legal_ids) > 1:
            await server.tables.bots.choose(room.match, seat, "easy", table.id)
            assert base64.b64decode(asked[-1]["record"]) == room.match.redacted(seat).tobytes()
            assert set(asked[-1]) == {
                "game",
                "players",
                "options",
                "record",
                "seat",
                "seed",
                "level",
                "table",
                "names",
                "seconds",
                "change",
                "in_words",
            }
    assert asked
