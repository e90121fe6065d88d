"""What operators rely on: workers, limits shared between them, restarts, health, metrics, logs, backups put back."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from running_server import Client, RunningServer, a_game, free_port, until
from started import Started, started

from tabletown import cli
from tabletown.web import Limits, backup
from tabletown.web.http import observer
from tabletown.web.store import storage

pytestmark = pytest.mark.anyio

AN_HOUR = {"reading": "1000/hour", "playing": "7/hour", "creating": "1000/hour", "claiming": "1000/hour"}


# ------------------------------------------------------------------ limits shared between processes


async def test_processes_on_one_database_limit_an_address_together(
    new_database: Callable[[str], str], start_server: Any
) -> None:
    database = new_database("postgresql")
    servers = [await start_server(database, limits=Limits(**AN_HOUR)) for _ in range(2)]
    table = await servers[0].table()
    answers = []
    for number in range(20):
        caller = servers[number % 2].program(table.made["seats"][0]["token"])
        answers.append((await caller.post(f"{table.path}/moves", {"move": 0, "version": 0})).status_code)
    assert answers[7:] == [429] * 13
    assert 429 not in answers[:7]


async def test_sockets_of_an_address_are_counted_in_all_processes(
    new_database: Callable[[str], str], start_server: Any
) -> None:
    database = new_database("postgresql")
    first, second = [await start_server(database, sockets_each=2) for _ in range(2)]
    table = await first.table()
    token = table.made["seats"][0]["token"]
    here, there = first.program(token), second.program(token)

    async def is_full() -> bool:
        return not await opens(there, table.id)

    async def has_room() -> bool:
        return await opens(there, table.id)

    async with here.live(table.id) as one, here.live(table.id) as two:
        await one.frame()
        await two.frame()
        await until(is_full)
    await until(has_room)


async def opens(caller: Client, table: str) -> bool:
    """Whether a socket gets a frame, and is not refused."""
    async with caller.live(table) as live:
        try:
            await live.frame()
        except websockets.ConnectionClosed:
            return False
        return True


async def test_without_its_database_a_process_limits_alone(
    new_database: Callable[[str], str], start_server: Any
) -> None:
    server: RunningServer = await start_server(new_database("postgresql"), limits=Limits(**AN_HOUR))
    await server.app.state.shared_limits._pool.close()
    caller = server.program()
    answers = [(await caller.post("/api/tables/abcdefgh/moves", {"move": 0, "version": 0})) for _ in range(9)]
    assert [answer.status_code for answer in answers] == [404] * 7 + [429] * 2


# ------------------------------------------------------------------ workers and restarts


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_restart_loses_no_frame(new_database: Callable[[str], str], tmp_path: Path, workers: int) -> None:
    """Two people play on over SIGHUP: every move is answered, every ply told. Metrics and the log agree."""
    metrics = f"127.0.0.1:{free_port()}"
    options = ("--workers", str(workers), "--metrics", metrics, "--log-format", "json", "--log-level", "info")
    async with (
        started(new_database("sqlite" if workers == 1 else "postgresql"), tmp_path, *options) as server,
        httpx.AsyncClient(base_url=server.address, timeout=60) as client,
    ):
        game = Game(client, await new_table(client))
        watcher = asyncio.create_task(game.watch(server.address))
        playing = asyncio.create_task(game.play())
        await until(lambda: seen(game, 20))
        server.send(signal.SIGHUP)
        await until(lambda: said(server, "Finished server process", workers))
        later = game.version + 5
        await until(lambda: seen(game, later))
        game.stop.set()
        await playing
        await until(lambda: seen(game, game.version))
        watcher.cancel()
        assert game.lost == [], "moves that were not answered"
        assert game.holes == [], "plies that the watcher never heard of"
        assert game.reconnects >= 1
        check_metrics((await client.get(f"http://{metrics}/metrics")).text, game, workers)
        assert await server.end() in (0, -signal.SIGTERM)
    lines = [json.loads(line) for line in server.log.splitlines()]
    moves = [line for line in lines if line["message"] == "POST /api/tables/{table}/moves"]
    assert len(moves) >= len(game.answered)
    assert all(line["request_id"] and line["status"] == 200 and line["table"] == game.table["id"] for line in moves)
    assert not any(seat["token"] in server.log for seat in game.table["seats"])


def check_metrics(told: str, game: Game, workers: int) -> None:
    """Of one process what it counted since its restart, of several the sum with those that were replaced."""
    posts = 'tabletown_requests_total{method="POST",route="/api/tables/{table}/moves",status="200"}'
    assert number(told, posts) >= (len(game.answered) if workers > 1 else 1)
    assert number(told, "tabletown_write_seconds_count") >= number(told, posts)
    assert number(told, "tabletown_frames_total") >= 1
    assert number(told, "tabletown_loop_lag_seconds_count") > 0
    assert number(told, "tabletown_rooms") >= 1
    assert {"tabletown_sockets", "tabletown_bot_queue"} <= set(re.findall(r"^\w+", told, re.MULTILINE))


async def said(server: Started, words: str, times: int) -> bool:
    """Whether a server's log has these words so often by now."""
    return server.log.count(words) >= times


async def seen(game: Game, version: int) -> bool:
    return game.seen >= version


def number(told: str, name: str) -> float:
    return float(next(line.split()[-1] for line in told.splitlines() if line.startswith(name + " ")))


async def new_table(client: httpx.AsyncClient) -> dict[str, Any]:
    made = await client.post("/api/tables", json={"game": a_game(), "seats": [{"kind": "local"}, {"kind": "local"}]})
    found: dict[str, Any] = made.json()
    return found


class Game:
    """Two programs that play with each other over the network, and one that watches as the pages do."""

    def __init__(self, client: httpx.AsyncClient, table: dict[str, Any]) -> None:
        self.client, self.table = client, table
        self.path = f"/api/tables/{table['id']}"
        self.stop = asyncio.Event()
        self.version, self.seen, self.reconnects = 0, 0, 0
        self.answered: list[int] = []
        self.lost: list[Any] = []
        self.holes: list[Any] = []

    async def ask(self, method: str, path: str, seat: int, **more: Any) -> Any:
        """Ask as the pages do: again when the connection broke. What is asked twice has a key."""
        headers = {"authorization": f"Bearer {self.table['seats'][seat]['token']}"}
        for _ in range(5):
            try:
                return await self.client.request(method, f"{self.path}{path}", headers=headers, **more)
            except httpx.TransportError:
                await asyncio.sleep(0.1)
        raise ConnectionError(path)

    async def play(self) -> None:
        while not self.stop.is_set():
            legal = [(await self.ask("GET", "/legal", seat)).json() for seat in (0, 1)]
            mine = [entry for entry in legal if entry["moves"]]
            if not mine:
                return
            body = {"move": mine[0]["moves"][0]["id"], "version": mine[0]["version"], "key": str(mine[0]["version"])}
            answer = await self.ask("POST", "/moves", mine[0]["seat"], json=body)
            if answer.status_code != 200:
                self.lost.append(answer.text)
                return
            self.version = answer.json()["version"]
            self.answered.append(self.version)

    async def watch(self, address: str) -> None:
        """Follow by socket; after a break go on from the version that was seen. Every ply must be told."""
        from running_server import Live

        plies = 0
        where = f"{address.replace('http', 'ws')}{self.path}/live"
        headers = {"authorization": f"Bearer {self.table['seats'][1]['token']}"}
        while True:
            since = f"?since={self.seen}" if self.seen else ""
            try:
                async with websockets.connect(where + since, additional_headers=headers, max_size=None) as connection:
                    while True:
                        frame = await Live(connection).frame()
                        if frame["log_from"] > plies:
                            self.holes.append((plies, frame["log_from"]))
                        plies, self.seen = frame["ply"], frame["version"]
            except (OSError, websockets.WebSocketException):
                self.reconnects += 1


async def test_who_waits_is_answered_when_the_server_ends(sqlite: str, tmp_path: Path) -> None:
    """A long poll gets its answer, a socket is told that the service restarts, and the exit is quick and clean."""
    async with started(sqlite, tmp_path) as server, httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        table = await new_table(client)
        path = f"/api/tables/{table['id']}"
        headers = {"authorization": f"Bearer {table['seats'][0]['token']}"}
        where = f"{server.address.replace('http', 'ws')}{path}/live"
        async with websockets.connect(where, additional_headers=headers, max_size=None) as live:
            await live.recv()
            now = (await client.get(path)).json()["version"]
            sent = asyncio.Event()

            async def heed(step: str, about: dict[str, Any]) -> None:
                if step == "http11.send_request_body.complete":
                    sent.set()

            query = {"since": now, "wait": 25}
            waiting = asyncio.create_task(client.get(f"{path}/events", params=query, extensions={"trace": heed}))
            await sent.wait()
            await client.get(path)  # what was asked first is waiting by the time that this is answered
            server.send(signal.SIGTERM)
            answer = await asyncio.wait_for(waiting, 20)  # long before its time
            assert (answer.status_code, answer.json()["version"]) == (200, now)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await live.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert await server.end() in (0, -signal.SIGTERM)
        assert "Traceback" not in server.log


def test_several_workers_need_postgresql(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--no-browser", "--port", "0", "--workers", "2", "--database", sqlite]) == 2
    assert capsys.readouterr() == ("", "tabletown: Several workers need PostgreSQL; SQLite is for one.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--metrics", "nowhere"], "Metrics are served at HOST:PORT, not at 'nowhere'."),
        (["--metrics", "127.0.0.1:1"], "Metrics can't be served at 127.0.0.1:1"),
        (["--metrics", "127.0.0.1:99999"], "Metrics can't be served at 127.0.0.1:99999"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "The database can't be used"),
    ],
)
def test_a_start_that_fails_is_one_sentence(
    sqlite: str, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "127.0.0.1:1" in options:  # root may take port 1, so it is taken already
        port = socket.create_server(("127.0.0.1", 0))
        taken = f"127.0.0.1:{port.getsockname()[1]}"
        options, sentence = ["--metrics", taken], sentence.replace("127.0.0.1:1", taken)
    given = options if "--database" in options else ["--database", sqlite, *options]
    assert cli.main(["serve", "--no-browser", "--port", "0", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"tabletown: {sentence}")
    assert err.count("\n") == 1
    assert not err.endswith("..\n")


# ------------------------------------------------------------------ health


async def test_health(new_database: Callable[[str], str], start_server: Any) -> None:
    """A server without its database lives, but is not ready; neither question is limited."""
    database = new_database("postgresql")
    server: RunningServer = await start_server(database, limits=Limits(reading="1/hour"))
    caller = server.program()
    for _ in range(3):
        assert (await caller.get("/healthz")).text == "ok\n"
        assert (await caller.get("/readyz")).status_code == 200
    name = database.rpartition("/")[2]
    address = database.replace(name, "postgres")
    for command in (
        f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
    ):
        subprocess.run(["psql", "-q", "-d", address, "-c", command], check=True, stdout=subprocess.DEVNULL, cwd="/")
    answer = await caller.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")
    assert (await caller.get("/healthz")).status_code == 200


async def test_a_database_that_restarts_costs_nobody_an_answer(
    new_database: Callable[[str], str], start_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections that the database has closed meanwhile are replaced before they are used."""
    monkeypatch.setattr(storage, "_IDLE_SECONDS", 0.0)
    database = new_database("postgresql")
    server: RunningServer = await start_server(database)
    table = await server.table()
    for _ in range(3):
        await asyncio.gather(*[table.about() for _ in range(6)])
        name = database.rpartition("/")[2]
        command = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ask = ["psql", "-q", "-d", database.replace(name, "postgres"), "-c", command]
        await asyncio.to_thread(subprocess.run, ask, check=True, stdout=subprocess.DEVNULL, cwd="/")
        await table.play()


async def test_a_server_about_to_end_is_not_ready(server: RunningServer) -> None:
    server.app.state.draining.set()
    assert (await server.program().get("/readyz")).status_code == 503


# ------------------------------------------------------------------ request ids


@pytest.mark.parametrize(("given", "kept"), [("a-B.9_", True), ("x" * 65, False), ("a b", False), ("", False)])
async def test_every_answer_has_a_request_id(server: RunningServer, given: str, kept: bool) -> None:
    """A proxy's id is kept if it is one; every answer has one, also a refusal."""
    headers = {observer.HEADER: given}
    async with httpx.AsyncClient(base_url=server.address, headers=headers) as client:
        answers = [
            await client.get("/healthz"),
            await client.get("/api/none"),
            await client.post("/api/tables", json=1),
        ]
    found = [answer.headers[observer.HEADER] for answer in answers]
    assert all(observer._GIVEN.fullmatch(each) for each in found)
    assert (set(found) == {given}) == kept
    assert kept or len(set(found)) == 3


async def test_a_failure_is_logged_with_the_id_that_its_answer_carries(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(server.tables, "public_tables", broken)
    answer = await server.program().get("/api/tables")
    assert answer.status_code == 500
    assert answer.headers[observer.HEADER]


# ------------------------------------------------------------------ restore


async def test_a_backup_is_put_back_by_command(
    new_database: Callable[[str], str], start_server: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = new_database("sqlite")
    server: RunningServer = await start_server(source)
    table = await server.table()
    await table.play_on(5)
    before = await table.about()
    file = str(tmp_path / "backup.sqlite3")
    assert await asyncio.to_thread(cli.main, ["backup", file, "--database", source]) == 0
    assert capsys.readouterr().out == f"{file} holds 1 tables.\n"
    for kind in ("sqlite", "postgresql"):
        target = new_database(kind)
        assert await asyncio.to_thread(cli.main, ["restore", file, "--database", target]) == 0
        assert capsys.readouterr().out.startswith("1 tables were put into ")
        again: RunningServer = await start_server(target)
        assert await again.program().json(table.path) == before
        assert await asyncio.to_thread(cli.main, ["restore", file, "--database", target]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_what_is_no_backup_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, garbage = tmp_path / "empty.sqlite3", tmp_path / "garbage"
    sqlite3.connect(empty).close()
    empty.touch()
    garbage.write_bytes(b"\x00garbage" * 1000)
    for file in (empty, garbage, tmp_path / "missing"):
        target = tmp_path / "target.sqlite3"
        assert cli.main(["restore", str(file), "--database", f"sqlite:///{target}"]) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert not target.exists()
    with pytest.raises(ValueError, match="no database"):
        backup("nonsense", str(tmp_path / "b"))
