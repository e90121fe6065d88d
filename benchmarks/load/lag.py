"""How long each call holds the event loop, in which everybody else waits.

    python benchmarks/load/lag.py [--write]

Sets up tables of all games late in play and one with a log of 36,000 events, starts a server on them, asks for all that
the API and the pages offer, first of tables not in memory, floods it with small steps, and measures inside the server
how long its loop did not turn. Promised: at most 20 ms. On a machine that has other work to do the loop also waits for
the processor, so the processor time that the server's process spent meanwhile is what counts: at most so long did the
loop work, or wait for a thread that had the interpreter. The time on the clock stands beside it, and what the loop
itself did.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
import uvicorn

import tabletown as tt
from tabletown.web import Limits, Settings
from tabletown.web.http.server import CONFIG, process_app
from tabletown.web.push.sender import Pushes
from tabletown.web.store.schema import EVENT, GAME
from tabletown.web.store.storage import Storage, now
from tabletown.web.tables.bots import Bots
from tabletown.web.tables.requests import NewSeat, NewTable
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.tables import Tables

PROMISED_MS = 20
LONG = 36_000
TICK = 0.002
SHARE = 0.8
"""The part of a game of random moves that was played at the tables."""
REPORT = Path(__file__).parent / "lag.md"
MARK = "<!-- lag -->"
PLENTY = "10000000/minute"


def settings(database: str) -> Settings:
    return Settings(
        database=database,
        seeds=True,
        prepare=False,
        bot_tables_each=1000,
        limits=Limits(*[PLENTY] * len(fields(Limits))),
        unfinished_each=500,
    )


# ------------------------------------------------------------------ the tables


async def set_up(database: str) -> list[dict[str, Any]]:
    """Tables late in play, as game, id and token of the seat to move; the last one has a long log."""
    chosen = settings(database)
    storage = Storage(chosen)
    await storage.open()
    pushes = Pushes(storage, chosen)
    tables = Tables(storage, Bots(1, 1.0), chosen, pushes)
    made = [await late_table(tables, name) for name in tt.games()]
    made.append({**await late_table(tables, "little-town"), "game": f"little-town, {LONG} events"})
    await lengthen(storage, made[-1]["id"])
    tables.rooms.forget(await tables.rooms.get(made[-1]["id"]))
    await tables.rooms.get(made[-1]["id"])  # makes the snapshot that there would be if people had played so long
    await tables.rooms.packed()
    tables.rooms.forget(await tables.rooms.get(made[-1]["id"]))
    began = time.process_time()
    await tables.rooms.get(made[-1]["id"])
    made[-1]["spent"] = 1000 * (time.process_time() - began)
    await tables.close()
    await pushes.close()
    await storage.close()
    return made


async def late_table(tables: Tables, name: str) -> dict[str, Any]:
    players = tt.rulebook(name).players[1]
    length = tt.Match(tt.game(name, players=players), seed=1)
    while not length.over:
        length.push(length.random_move())
    seats = [NewSeat(kind="local", name=f"P{seat}") for seat in range(players)]
    made = await tables.create(NewTable(game=name, players=players, seats=seats, seed=1))
    callers = [Caller.of(token=seat["token"]) for seat in made.seats]
    dice = random.Random(1)
    room = await tables.rooms.get(made.id)
    while room.status == "playing" and room.match.ply < SHARE * length.ply:
        assert room.to_move is not None
        await tables.move(made.id, callers[room.to_move], dice.choice(room.match.legal_ids), room.version)
    mover = room.to_move or 0
    return {"game": name, "id": made.id, "token": made.seats[mover]["token"], "legal": room.match.legal_ids}


async def lengthen(storage: Storage, table: str) -> None:
    """Make a log long by taking its last move back and playing it again, as often as it takes."""
    stored = await storage.read(table)
    assert stored is not None
    last = next(event for event in reversed(stored.events) if event["kind"] in ("move", "chance"))
    end = len(stored.events)
    undo = {"kind": "undo", "payload": {"plies": end - last["seq"] + 1}}
    again = [{"kind": event["kind"], "payload": event["payload"]} for event in stored.events[last["seq"] - 1 :]]
    rows: list[dict[str, Any]] = []
    while end + len(rows) < LONG:
        for part in (undo, *again):
            rows.append({"game_id": table, "seq": end + len(rows) + 1, "seat": None, "idem": None, "at": now(), **part})
    async with storage.writing() as connection:
        for begin in range(0, len(rows), 2000):
            await connection.execute(sa.insert(EVENT), rows[begin : begin + 2000])
        await connection.execute(sa.update(GAME).where(GAME.c.id == table).values(version=end + len(rows)))


# ------------------------------------------------------------------ the server


async def serve(database: str, file: str) -> None:
    """Serve, and write down every time at which the loop did not turn for a while."""
    server = uvicorn.Server(uvicorn.Config(process_app(settings(database)), host="127.0.0.1", port=0, **CONFIG))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)
    with open(file, "w", buffering=1) as out:
        while not running.done():
            wall, spent, own = time.monotonic(), time.process_time(), time.thread_time()
            await asyncio.sleep(TICK)
            gap, busy, own = time.monotonic() - wall - TICK, time.process_time() - spent, time.thread_time() - own
            if gap > TICK:
                print(json.dumps([wall, 1000 * gap, 1000 * min(gap, busy), 1000 * own]), file=out)
    await running


# ------------------------------------------------------------------ asking


def calls(table: dict[str, Any]) -> list[tuple[str, str, str, Any]]:
    """Name, method, address and body of everything that can be asked of a table."""
    path, page = f"/api/tables/{table['id']}", f"/table/{table['id']}"
    move = table["legal"][0] if table["legal"] else 0
    return [
        ("view", "GET", path, None),
        ("frame", "GET", f"{path}/frame", None),
        ("frame, phone", "GET", f"{path}/frame?layout=phone", None),
        ("legal", "GET", f"{path}/legal", None),
        ("events", "GET", f"{path}/events", None),
        ("reference", "GET", f"{path}/reference", None),
        ("weigh a move", "GET", f"{path}/moves/{move}", None),
        ("replay", "GET", f"{path}/replay?ply=5", None),
        ("advice", "GET", f"{path}/advice", None),
        ("hint", "POST", f"{path}/hint", None),
        ("export.json", "GET", f"{path}/export.json", None),
        ("export.svg", "GET", f"{path}/export.svg", None),
        ("export.png", "GET", f"{path}/export.png", None),
        ("page of the table", "GET", page, None),
        ("page of the replay", "GET", f"{page}/replay", None),
        ("move", "POST", f"{path}/moves", {"move": move, "version": 0}),
    ]


def ask_all(address: str, made: list[dict[str, Any]]) -> list[tuple[str, str, float, float]]:
    """Every call, with the game and the times of its beginning and end."""
    found = []

    def ask(client: httpx.Client, name: str, game: str, method: str, path: str, body: Any) -> None:
        if name == "move":
            body["version"] = client.get(path.replace("/moves", "/legal")).json()["version"]
        time.sleep(0.05)
        began = time.monotonic()
        answer = client.request(method, path, json=body)
        assert answer.status_code < 500, (name, answer.status_code, answer.text[:200])
        found.append((name, game, began, time.monotonic()))

    with httpx.Client(base_url=address, timeout=120) as client:
        for name, path in (("home", "/"), ("games", "/api/games"), ("tables", "/api/tables")):
            for _ in range(2):
                ask(client, name, "", "GET", path, None)
        for game in tt.games():
            ask(client, "create", game, "POST", "/api/tables", {"game": game})
            ask(client, "page of the game", game, "GET", f"/games/{game}", None)
            ask(client, "form of a table", game, "GET", f"/new/{game}", None)
    for table in made:
        headers = {"authorization": f"Bearer {table['token']}"}
        with httpx.Client(base_url=address, timeout=120, headers=headers) as client:
            for name, method, path, body in [*calls(table)[:-1], *calls(table)]:
                ask(client, name, table["game"], method, path, body)
    for name, beginning, step in floods(made[0]):
        began = time.monotonic()
        flood(address, beginning, step)
        found.append((name, "", began, time.monotonic()))
        time.sleep(0.5)
    return found


def floods(table: dict[str, Any]) -> list[tuple[str, bytes, bytes]]:
    """Name, beginning and what is sent again and again: small steps that each cost something."""
    host = b"host: localhost\r\n"
    chunked = b"POST /api/tables HTTP/1.1\r\n" + host + b"transfer-encoding: chunked\r\n\r\n"
    upgrade = (
        f"GET /api/tables/{table['id']}/live HTTP/1.1\r\nauthorization: Bearer {table['token']}\r\n"
        "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    ).encode()
    return [
        ("a flood of requests", b"", b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n"),
        ("of pieces of a body", chunked, b"1\r\nx\r\n"),
        ("of headers behind a body", chunked + b"0\r\n", b"x: y\r\n"),
        ("of a socket's pings", upgrade + host + b"\r\n", bytes([0x89, 0x80, 0, 0, 0, 0])),
        ("of a socket's messages", upgrade + host + b"\r\n", bytes([0x81, 0x80, 0, 0, 0, 0])),
    ]


def flood(address: str, beginning: bytes, step: bytes) -> None:
    """Send as much as the server takes within a second."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=1) as line, suppress(OSError):
        line.sendall(beginning)
        time.sleep(0.3)  # the socket is open by then
        until = time.monotonic() + 1
        while time.monotonic() < until:
            line.sendall(step * 10_000)


def measure() -> tuple[list[tuple[str, str, float, float, float, float]], str]:
    """Name, game, time to answer, longest lag on the clock, in processor time and in that of the loop alone, all in ms;
    and what the long log took."""
    with tempfile.TemporaryDirectory() as folder:
        database, file = f"sqlite:///{folder}/lag.sqlite3", f"{folder}/lag.txt"
        made = asyncio.run(set_up(database))
        command = [sys.executable, __file__, "--serve", database, file]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            asked = ask_all(f"http://127.0.0.1:{int(server.stdout.readline())}", made)
            time.sleep(0.5)
        finally:
            server.terminate()
            server.wait(20)
        lags = [json.loads(line) for line in Path(file).read_text().splitlines()]
    rows = []
    for name, game, began, ended in asked:
        during = [lag for at, *lag in lags if began - 0.02 <= at <= ended] or [[0.0, 0.0, 0.0]]
        wall, busy, own = map(max, zip(*during, strict=True))
        rows.append((name, game, 1000 * (ended - began), wall, busy, own))
    waited = next(spent for name, game, spent, *_ in rows if str(LONG) in game)
    return rows, f"{waited:.0f} ms, reading it alone {made[-1]['spent']:.0f} ms of processor time"


def summary(rows: list[tuple[str, str, float, float, float, float]], long: str) -> str:
    names = list(dict.fromkeys(row[0] for row in rows))
    lines = [
        f"Measured {time.strftime('%d %B %Y')} on {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}; the "
        f"worst of all games. First look at a table of {LONG} events, not in memory: {long}.",
        "",
        "| call | longest answer, ms | the loop stood still, ms | of that processor time, ms | at | "
        "work of the loop itself, ms |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name in names:
        mine = [row for row in rows if row[0] == name]
        worst = max(mine, key=lambda row: row[4])
        answer, wall, own = (max(row[column] for row in mine) for column in (2, 3, 5))
        lines.append(f"| {name} | {answer:.0f} | {wall:.0f} | {worst[4]:.0f} | {worst[1]} | {own:.0f} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the numbers in lag.md")
    parser.add_argument("--serve", nargs=2, metavar=("DATABASE", "FILE"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        asyncio.run(serve(*chosen.serve))
        return 0
    rows, long = measure()
    text = summary(rows, long)
    print(text)
    if chosen.write:
        before, _, after = REPORT.read_text().partition(MARK)
        _, _, rest = after.partition(MARK)
        REPORT.write_text(f"{before}{MARK}\n{text}\n{MARK}{rest}")
    return 0 if max(row[4] for row in rows) <= PROMISED_MS else 1


if __name__ == "__main__":
    sys.exit(main())
