"""The Lab: a question is asked by a form or a program, played in a process of its own, and answered at an address."""

from __future__ import annotations

import asyncio
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from running_server import Client, RunningServer

from tabletown.core.game import Game
from tabletown.lab.driver import Order, Rows, play_span
from tabletown.lab.experiment import Experiment
from tabletown.web.lab import printed_games

pytestmark = pytest.mark.anyio

CHEESE = {"players": "2", "who": "league", "precision": "2", "cheese_factory.cost": "6"}
SHORT = {"game": "machi-koro", "players": 2, "who": "random", "games": 16, "change": {"cheese_factory.cost": 6}}
LONG = {**SHORT, "games": 90_000}
EXPERIMENTS = "/api/lab/experiments"


async def asked(client: Client, question: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post(EXPERIMENTS, question)
    assert answer.status_code in (200, 201), answer.text
    return dict(answer.json())


async def ended(client: Client, name: str) -> dict[str, Any]:
    """An experiment once it is over, by waiting for news like a program does."""
    known = -1
    for _ in range(400):
        told = (await client.get(f"{EXPERIMENTS}/{name}", since=known, wait=25)).json()
        known = told["version"]
        if told["status"] in ("done", "stopped", "failed"):
            return dict((await client.get(f"{EXPERIMENTS}/{name}")).json())
    raise AssertionError(told)


async def running(client: Client, name: str) -> None:
    for _ in range(400):
        if (await client.get(f"{EXPERIMENTS}/{name}")).json()["status"] == "running":
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never began")


async def test_two_clicks_to_an_answer(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOWN_ENGINE")
    reader = server.browser()
    assert "/lab/machi-koro" in (await reader.get("/lab")).text
    form = (await reader.get("/lab/machi-koro", **{"cheese_factory.cost": "6"})).text
    assert 'name="cheese_factory.cost" type="number" inputmode="numeric" value="6"' in form
    click = await reader.client.post("/lab/machi-koro", data=CHEESE)
    assert click.status_code == 303
    address = click.headers["location"]
    found = await ended(reader, address.rpartition("/")[2])
    assert found["status"] == "done"
    assert found["answer"]["experiment"]["change"] == {"cheese_factory.cost": 6}
    page = (await reader.get(address)).text
    assert "At 6 the Cheese Factory" in page
    assert "Plans against each other" in page
    goal = await reader.get("/lab/little-town", **{"three_touching.vp": "4"})
    assert "“Three tiles touch” had" in goal.text
    stranger = server.browser()
    again = await stranger.client.post("/lab/machi-koro", data=CHEESE)
    assert again.headers["location"] == address
    assert (await stranger.get(f"{address}/result.json")).json() == found["answer"]
    assert "<script" not in (await reader.get(f"{address}/report.html")).text
    table = await reader.client.post(f"{address}/play")
    assert "Machi Koro, changed" in (await reader.get(table.headers["location"])).text


async def test_bad_questions_get_one_sentence(server: RunningServer) -> None:
    reader = server.browser()
    for changed, sentence in (
        ({"cheese_factory.cost": "31"}, "cheese_factory.cost is a whole number from 0 to 30, not 31."),
        ({"cheese_factory.cost": "dear"}, "cheese_factory.cost is a whole number from 0 to 30"),
        ({"players": "9"}, "Machi Koro is for 2 to 4 players, not 9."),
        ({"precision": "0"}, "The precision is one of 2, 1, 0.5"),
        ({"who": "net:/etc/passwd"}, "The players are quick, random, search or league"),
    ):
        refused = await reader.client.post("/lab/machi-koro", data=CHEESE | changed)
        assert refused.status_code == 422
        assert sentence in refused.text
    for more, sentence in (
        ({"games": 3_000_000}, "this server plays 200,000. Run the file with: tabletown lab FILE."),
        ({"who": "net:/etc/passwd"}, "This server has no player 'net:/etc/passwd'"),
        ({"vary": {"players": [2] * 9, "change": {"bakery.cost": [1] * 9}}}, "This asks for 81 games side by side"),
        ({"change": {"cheese.cost": 6}}, "did you mean cheese_factory?"),
        ({"ask": ["weather"]}, "There is no question 'weather'"),
        ({"who": "expert", "games": 500}, "this server plays 400"),
        ({"plan": {"x": {"wish": 3}}, "who": "league"}, "."),
    ):
        refused = await reader.post(EXPERIMENTS, SHORT | more)
        assert refused.status_code == 422, refused.text
        assert sentence in refused.json()["error"]
    assert (await reader.get(EXPERIMENTS)).json() == []
    for address in ("/lab/r/nothing", "/lab/chess", "/api/lab/chess", f"{EXPERIMENTS}/nothing", "/lab/compare?a=x&b=y"):
        assert (await reader.get(address)).status_code == 404
    assert (await reader.get("/lab", **{"who": "x"})).status_code == 200


async def test_searching_bots_play_what_a_server_allows(server: RunningServer) -> None:
    """They are asked for like any players, get the games that there may be, and answer after a few of them."""
    reader = server.browser()
    assert 'value="search"' in (await reader.get("/lab/machi-koro")).text
    asked_for = {"players": "2", "who": "search", "cheese_factory.cost": "6", "ask": ["seats", "worth"]}
    click = await reader.client.post("/lab/machi-koro", data=asked_for)
    name = click.headers["location"].rpartition("/")[2]
    question = (await reader.get(f"{EXPERIMENTS}/{name}")).json()["experiment"]
    assert (question["games"], "ban" in question, "precision" in question) == (200, False, False)
    assert (await reader.post(f"{EXPERIMENTS}/{name}/stop")).status_code == 200
    few = {**SHORT, "who": "greedy", "games": 12}
    found = await ended(reader, (await asked(reader, few))["id"])
    assert (found["status"], found["answer"]["games"], found["games"]) == ("done", 24, 24)
    worker = server.app.state.lab._workers[0]._process.pid
    assert os.getpriority(os.PRIO_PROCESS, worker) >= 10  # whoever plays at a table, and his bots, come first


async def test_a_program_asks_and_gets_files(any_server: RunningServer) -> None:
    program, other = any_server.browser(), any_server.browser()
    about = (await program.get("/api/lab/machi-koro")).json()
    assert {"key": "cheese_factory.cost", "printed": 5}.items() <= about["values"][9].items() or about["values"]
    first = await program.post(EXPERIMENTS, SHORT)
    assert first.status_code == 201
    name = first.json()["id"]
    again = await other.post(EXPERIMENTS, SHORT)
    assert (again.status_code, again.json()["id"], again.json()["mine"]) == (200, name, False)
    found = await ended(program, name)
    assert found["status"] == "done"
    assert found["answer"]["games"] == 32
    assert found["answer"]["differences"]
    address = f"{EXPERIMENTS}/{name}"
    assert (await other.get(address, since=found["version"])).json()["answer"] is None
    assert (await other.get(f"{address}/result.json")).json() == found["answer"]
    assert "cheese_factory.cost" in (await other.get(f"{address}/result.toml")).text
    assert (await other.get(f"{address}/report.html")).text.startswith("<!doctype html>")
    rows = await other.get(f"{address}/result.parquet")
    assert rows.content[:4] == b"PAR1" or rows.status_code == 409
    second = await ended(program, (await asked(program, SHORT | {"change": {"cheese_factory.cost": 7}}))["id"])
    both = (await other.get("/api/lab/compare", a=name, b=second["id"])).json()
    assert both["b"]["change"] == {"cheese_factory.cost": 7}
    assert "length.rounds" in both["differences"]
    page = (await other.get("/lab/compare", a=name, b=second["id"])).text
    assert "B less A" in page
    assert "share no dice" in page  # too few games for blocks to tell how much they differ
    assert [row["id"] for row in (await program.get(EXPERIMENTS)).json()] == [second["id"], name]


async def test_stop_queue_and_limits(sqlite: str, start_server: Any) -> None:
    server: RunningServer = await start_server(sqlite, lab_queue=3)
    one, two, three = server.browser(), server.browser(), server.browser()
    played = await asked(one, LONG)
    waits = await asked(one, LONG | {"seed": 2})
    refused = await one.post(EXPERIMENTS, LONG | {"seed": 3})
    assert (refused.status_code, "another waits" in refused.json()["error"]) == (429, True)
    await asked(two, LONG | {"seed": 4})
    full = await three.post(EXPERIMENTS, LONG | {"seed": 5})
    assert (full.status_code, "Many experiments" in full.json()["error"]) == (429, True)
    await running(one, played["id"])
    assert (await one.get(f"{EXPERIMENTS}/{waits['id']}")).json()["place"] == 1
    address = f"{EXPERIMENTS}/{played['id']}"
    assert (await two.post(f"{address}/stop")).status_code == 403
    assert (await one.post(f"{EXPERIMENTS}/{waits['id']}/stop")).json()["status"] == "stopped"
    assert (await one.post(f"{address}/stop")).status_code == 200
    assert (await ended(one, played["id"]))["status"] == "stopped"
    assert (await one.post(EXPERIMENTS, LONG | {"seed": 2})).status_code == 201


async def test_a_run_that_nobody_watches_ends(sqlite: str, start_server: Any) -> None:
    server: RunningServer = await start_server(sqlite, presence=0.5)
    me = server.browser()
    name = (await asked(me, LONG))["id"]
    await running(me, name)
    kept = server.app.state.lab.experiments
    for _ in range(200):
        row = await kept.find(name)
        if row["status"] == "stopped":
            return
        await asyncio.sleep(0.1)
    raise AssertionError(row)


async def test_a_killed_worker_is_survived(server: RunningServer) -> None:
    me = server.browser()
    name = (await asked(me, SHORT | {"games": 60}))["id"]
    await running(me, name)
    worker = server.app.state.lab._workers[0]
    for _ in range(200):
        if worker._process is not None:
            break
        await asyncio.sleep(0.02)
    os.kill(worker._process.pid, signal.SIGKILL)
    found = await ended(me, name)
    assert (found["status"], found["answer"]["games"]) == ("done", 120)


async def test_answers_survive_a_restart_and_the_oldest_go(sqlite: str, start_server: Any) -> None:
    server: RunningServer = await start_server(sqlite)
    me = server.browser()
    found = await ended(me, (await asked(me, SHORT))["id"])
    going = await asked(me, SHORT | {"seed": 9})
    await server.close()
    server = await start_server(sqlite, lab_kept=2)
    me = server.browser()
    again = (await me.get(f"{EXPERIMENTS}/{found['id']}")).json()
    assert again["answer"] == found["answer"]
    assert (await ended(me, going["id"]))["status"] == "done"
    await ended(me, (await asked(me, SHORT | {"seed": 10}))["id"])
    for _ in range(100):
        if (await me.get(f"{EXPERIMENTS}/{found['id']}")).status_code == 404:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("three answers are kept")


async def test_processes_share_the_queue_and_the_answers(new_database: Any, start_server: Any) -> None:
    database = new_database("postgresql")
    one: RunningServer = await start_server(database)
    other: RunningServer = await start_server(database, lab_workers=1)
    me = one.browser()
    first, second = await asked(me, SHORT), await asked(other.browser(), SHORT | {"seed": 2})
    assert (await ended(other.browser(), first["id"]))["answer"]["games"] == 32
    assert (await ended(one.browser(), second["id"]))["answer"]["games"] == 32


async def test_a_server_without_a_lab(sqlite: str, start_server: Any) -> None:
    server: RunningServer = await start_server(sqlite, lab_workers=0)
    assert (await server.browser().get("/lab")).status_code == 404
    assert (await server.program().post(EXPERIMENTS, SHORT)).status_code == 404
    assert 'href="/lab"' not in (await server.browser().get("/")).text


def test_printed_games_are_played_once_and_give_the_same_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path))
    played: list[bool] = []

    def player(game: Game, order: Order) -> Rows:
        played.append(bool(game.change))
        return play_span(game, order)

    def found(price: int, remembered: bool = True) -> dict[str, Any]:
        question = Experiment(
            "machi-koro", players=2, who="random", games=12, change={"bakery.cost": price}, ask=["seats", "cards"]
        )
        play = partial(printed_games.play, player=player) if remembered else play_span
        *_, last = question.steps(cores=1, play=play)
        return last.to_json()

    assert found(2) == found(2, remembered=False)
    assert played == [False, True]
    assert found(3) == found(3, remembered=False)
    assert played == [False, True, True]
    for file in printed_games.folder().iterdir():
        file.write_bytes(b"damaged")
    assert found(2) == found(2, remembered=False)
    monkeypatch.setattr(printed_games, "MOST_BYTES", 1)
    printed_games.drop_oldest(printed_games.folder())
    assert list(printed_games.folder().iterdir()) == []
