"""Best results of games for one: kept with the game, found again by browser, game and setup."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from running_server import Client, RunningServer

import tabletown as tt
from tabletown.web import backup, restore
from tabletown.web.store.schema import GAME
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.seat_tokens import new_secret

pytestmark = pytest.mark.anyio

SOLO = [game for game in tt.games() if tt.rulebook(game).players[0] == 1]
GAME_ALONE = SOLO[0]


async def play_alone(server: RunningServer, game: str, secret: str, seed: int, **options: Any) -> tuple[str, int]:
    """A game for one, played at random by a browser to its end: the table and the score."""
    me = server.browser(secret)
    made = await me.post(
        "/api/tables",
        {"game": game, "players": 1, "seats": [{"kind": "me", "name": "Ana"}], "seed": seed, "options": options},
    )
    assert made.status_code == 201, made.text
    table, dice = made.json()["id"], random.Random(seed)
    while (room := await server.room(table)).status == "playing":
        await server.tables.move(table, Caller.of(secret), dice.choice(room.match.legal_ids), room.version)
    return table, room.match.scores[0]


async def bests(caller: Client) -> Any:
    return await caller.json("/api/bests")


def without_moment(found: Any) -> Any:
    return [{**group, "best": [{**entry, "at": None} for entry in group["best"]]} for group in found]


@pytest.mark.parametrize("game", SOLO)
async def test_the_best_come_first_and_say_what_they_are(any_server: RunningServer, game: str) -> None:
    secret = new_secret()
    me = any_server.browser(secret)
    assert await bests(me) == []
    played = dict([await play_alone(any_server, game, secret, seed) for seed in range(4)])
    found = await bests(me)
    assert {group["game"] for group in found} == {game}
    assert sum(group["played"] for group in found) == 4
    for group in found:
        assert group["setup"]
        assert [entry["score"] for entry in group["best"]] == [played[entry["table"]] for entry in group["best"]]
        ranked = [(entry["won"] is False, -entry["score"]) for entry in group["best"]]
        assert ranked == sorted(ranked)
        assert all(entry["mark"] for entry in group["best"])
        assert [(await me.get(entry["url"])).status_code for entry in group["best"]] == [200] * len(group["best"])


async def test_they_are_of_this_browser_alone(server: RunningServer) -> None:
    secret = new_secret()
    await play_alone(server, GAME_ALONE, secret, 1)
    assert len(await bests(server.browser(secret))) == 1
    assert await bests(server.browser()) == []
    assert await bests(server.program()) == []


async def test_setups_are_listed_apart(server: RunningServer) -> None:
    secret = new_secret()
    book = next(tt.rulebook(game) for game in SOLO if any(o.type == "choice" for o in tt.rulebook(game).options))
    option = next(o for o in book.options if o.type == "choice" and o.name in book.words.SOLO_OPTIONS)
    values = [
        value
        for value in option.values
        if book.conflict(1, {o.name: o.default for o in book.options} | {option.name: value}) is None
    ]
    for value in values[-2:]:
        await play_alone(server, book.name, secret, 2, **{option.name: value})
    found = await bests(server.browser(secret))
    assert len({group["setup"] for group in found}) == 2


async def test_games_that_are_not_over_or_not_alone_or_branches_do_not_count(server: RunningServer) -> None:
    secret = new_secret()
    me = server.browser(secret)
    await me.post("/api/tables", {"game": GAME_ALONE, "players": 1, "seats": [{"kind": "me"}]})
    table = await server.table(game=GAME_ALONE, caller=me, seats=[{"kind": "me"}, {"kind": "local"}])
    dice = random.Random(1)
    while (room := await server.room(table.id)).status == "playing":
        await server.tables.move(table.id, Caller.of(secret), dice.choice(room.match.legal_ids), room.version)
    assert await bests(me) == []
    alone, _ = await play_alone(server, GAME_ALONE, secret, 3)
    late = (await server.room(alone)).match.ply - 2
    branch = (await me.post(f"/api/tables/{alone}/branch", {"ply": late})).json()["id"]
    while (room := await server.room(branch)).status == "playing":
        await server.tables.move(branch, Caller.of(secret), dice.choice(room.match.legal_ids), room.version)
    assert [entry["table"] for group in await bests(me) for entry in group["best"]] == [alone]


async def test_games_from_before_results_were_kept_are_found_too(any_server: RunningServer) -> None:
    secret = new_secret()
    await play_alone(any_server, GAME_ALONE, secret, 5)
    me = any_server.browser(secret)
    kept = without_moment(await bests(me))
    storage = any_server.tables.storage
    async with storage.writing() as connection:
        await connection.execute(sa.update(GAME).values(result=sa.null()))
    assert without_moment(await bests(me)) == kept
    assert all(row["result"] for row in await storage.finished_alone(Caller.of(secret).browser or ""))


async def test_pages_show_them(server: RunningServer) -> None:
    secret = new_secret()
    me = server.browser(secret)
    assert "Your best" not in (await me.get("/")).text
    table, score = await play_alone(server, GAME_ALONE, secret, 6)
    setup = (await bests(me))[0]["setup"]
    for address in ("/", f"/games/{GAME_ALONE}", f"/table/{table}/result"):
        text = (await me.get(address)).text
        assert "Your best" in text, address
        assert setup.replace("&", "&amp;") in text, address
        assert f"{score}</b>" in text, address
    assert "this game" in (await me.get(f"/table/{table}/result")).text
    assert "Your best" not in (await server.browser().get(f"/table/{table}/result")).text


async def test_a_backup_from_before_results_can_be_restored(
    sqlite: str, new_database: Any, tmp_path: Path, start_server: Any
) -> None:
    server = await start_server(sqlite)
    secret = new_secret()
    await play_alone(server, GAME_ALONE, secret, 7)
    kept = without_moment(await bests(server.browser(secret)))
    file = tmp_path / "old.sqlite3"
    await asyncio.to_thread(backup, sqlite, str(file))
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE game DROP COLUMN result"))
    engine.dispose()
    target = new_database("sqlite")
    assert await asyncio.to_thread(restore, str(file), target) == 1
    again = await start_server(target)
    assert without_moment(await bests(again.browser(secret))) == kept
