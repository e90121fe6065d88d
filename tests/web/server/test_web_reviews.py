"""Reviews on the server: refused while a game runs, told as they come, stored, and gone with their table."""

from __future__ import annotations

import gzip
import json
import random

import pytest
import sqlalchemy as sa
from running_server import Client, RunningServer

from tabletown.web.reviews.reviews import Reviews, record_of
from tabletown.web.store.schema import ANALYSIS
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.seat_tokens import new_secret

GAME = "mine-carts"


async def open_table(server: RunningServer, secret: str) -> str:
    made = await server.browser(secret).post(
        "/api/tables",
        {"game": GAME, "players": 2, "seats": [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bo"}], "seed": 4},
    )
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def play_on(server: RunningServer, table: str, secret: str) -> None:
    dice = random.Random(2)
    while (room := await server.room(table)).status == "playing":
        await server.tables.move(table, Caller.of(secret), dice.choice(room.match.legal_ids), room.version)


async def refused_to_all(callers: list[Client], table: str) -> None:
    for caller in callers:
        answers = [
            await caller.post(f"/api/tables/{table}/review", {}),
            await caller.get(f"/api/tables/{table}/review"),
            await caller.get(f"/api/tables/{table}/review/0"),
        ]
        for answer in answers:
            assert answer.status_code == 409
            assert answer.json()["error"] == "A game can be reviewed when it is over."
        assert (await caller.get(f"/table/{table}/review")).status_code == 409


@pytest.mark.anyio
async def test_a_review_from_the_first_question_to_the_last(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TABLETOWN_ENGINE")
    secret = new_secret()
    me, reviews = server.browser(secret), server.app.state.reviews
    assert isinstance(reviews, Reviews)
    reviews.playouts = 1
    table = await open_table(server, secret)
    await refused_to_all([me, server.program(), server.browser()], table)
    await play_on(server, table, secret)
    assert (await me.get(f"/api/tables/{table}/review")).status_code == 404
    started = await me.post(f"/api/tables/{table}/review", {})
    assert started.status_code == 202
    told, since = {}, 0
    while True:
        news = (await me.get(f"/api/tables/{table}/review", since=since, wait=20)).json()
        told |= {event["index"]: event for event in news["events"]}
        since = news["next"]
        if news["state"] != "working" and news["state"] != "waiting":
            break
    assert news["state"] == "done"
    assert len(told) == news["done"] == news["of"]
    for seat, row in enumerate(news["seats"]):
        changes = sum(event["change"][seat] for event in told.values())
        assert row["start"] + changes + row["unexplained"] == pytest.approx(news["result"][seat], abs=1e-3)
    assert all(bool(event["why"]) == (event.get("loss", 0) > 0 and event["mark"] != "") for event in told.values())
    one = (await me.get(f"/api/tables/{table}/review/{max(told)}", layout="phone")).json()
    assert one["title"] == told[max(told)]["title"]
    assert one["frame"]["regions"]
    assert (await me.get(f"/api/tables/{table}/review/{len(told)}")).status_code == 404
    page = await me.get(f"/table/{table}/review", seat=1, show="all")
    assert page.status_code == 200
    assert all(f'id="entry-{index}"' in page.text for index in told)

    assert await me.json("/api/reviews") == []  # both seats were hers: whose play would it be?
    assert (await me.get("/")).status_code == 200

    reviews._jobs.clear()  # as after a new start: what is stored is found
    again = await me.post(f"/api/tables/{table}/review", {})
    assert again.json() == {"state": "done", "done": len(told), "of": len(told)}
    assert (await me.get(f"/api/tables/{table}/review")).json()["seats"] == news["seats"]
    assert (await me.client.delete(f"/api/tables/{table}")).status_code == 204
    async with server.tables.storage.reading() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(ANALYSIS)) == 0


def test_reviewed_games_add_up() -> None:
    def entry(bot: str | None) -> dict[str, object]:
        seats = [{"seat": 0, "you": True, "kind": "person", "bot": None}]
        seats.append({"seat": 1, "you": False, "kind": "bot" if bot else "person", "bot": bot})
        return {"game": GAME, "title": "Mine Carts", "seats": seats}

    def body(lost: float, spread: float, luck: float) -> bytes:
        row = {"lost": lost, "spread": spread, "luck": luck}
        return gzip.compress(json.dumps({"state": "done", "unit": "win", "seats": [row, row]}).encode())

    tables = {"a": entry("easy"), "b": entry("easy"), "c": entry(None)}
    found = record_of(tables, {"a": body(0.1, 1.0, 0.2), "b": body(0.5, 2.0, -0.4), "c": body(0.0, 0.01, 0.0)})
    assert found == [
        {"game": GAME, "title": "Mine Carts", "against": "easy", "games": 2, "accuracy": 0.8, "luck": -0.1}
        | {"last": [{"table": "a", "accuracy": 0.9}, {"table": "b", "accuracy": 0.75}]}
    ]
