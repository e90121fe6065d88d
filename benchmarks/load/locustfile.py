"""Tables under load: each user is a table of two players and a few onlookers, each with a socket.

Whoever is to move waits a little and posts a random legal move; the time is taken until the frame with that move has
come to the other player's socket. Started by run.py, which starts the server too; by hand:

    locust -f benchmarks/load/locustfile.py --host http://127.0.0.1:8321
"""

from __future__ import annotations

import gzip
import json
import os
import random
import time
from pathlib import Path
from typing import Any

import gevent
import websocket
from gevent.event import Event
from locust import HttpUser, between, events, task

GAMES = os.environ.get("LOAD_GAMES", "").split(",") if os.environ.get("LOAD_GAMES") else []
RESULT = os.environ.get("LOAD_RESULT")
WARM_UP = float(os.environ.get("LOAD_WARM_UP", "10"))
SOCKETS = int(os.environ.get("LOAD_SOCKETS", "6"))
"""Sockets at a table: two players, the others look on."""
THINK = [float(part) for part in os.environ.get("LOAD_THINK", "2-4").split("-")]
"""Seconds that somebody thinks before a move: from, to."""

measured: list[float] = []
counted = {"frames": 0, "bytes": 0, "moves": 0, "tables": 0, "errors": 0}
problems: list[str] = []
began = time.monotonic()


class Socket:
    """One open socket: a player's keeps the latest frame and when it came, an onlooker's only counts."""

    def __init__(self, address: str, layout: str, token: str | None, origin: str) -> None:
        self.plays = token is not None
        headers = [f"Authorization: Bearer {token}"] if token else []
        self.socket = websocket.create_connection(
            f"{address}?layout={layout}", header=headers, origin=origin, timeout=60
        )
        self.frame: dict[str, Any] = {"version": -1}
        self.came: dict[int, float] = {}
        self.news = Event()
        self.closing = False
        self.reader = gevent.spawn(self.read)

    def read(self) -> None:
        while not self.closing:
            try:
                message = self.socket.recv()
            except Exception as error:
                if not self.closing:
                    report(f"socket: {error!r}")
                return
            if not isinstance(message, bytes):  # the socket was closed
                return
            now = time.perf_counter()
            counted["frames"] += 1
            counted["bytes"] += len(message)
            if not self.plays and self.frame["version"] >= 0:
                continue  # the client shares the machine with the server, so it does no more than it must
            self.frame = json.loads(gzip.decompress(message))
            self.came.setdefault(self.frame["version"], now)
            self.news.set()

    def past(self, version: int, seconds: float = 10) -> float:
        """When the first frame after a version came."""
        deadline = time.monotonic() + seconds
        while True:
            later = [moment for known, moment in self.came.items() if known > version]
            if later:
                return min(later)
            if time.monotonic() > deadline:
                raise TimeoutError(f"no frame after version {version}")
            self.news.clear()
            self.news.wait(0.5)

    def close(self) -> None:
        self.closing = True
        self.socket.close()
        self.reader.kill()


def report(problem: str) -> None:
    counted["errors"] += 1
    problems.append(problem)


class Table(HttpUser):
    wait_time = between(*THINK)

    sockets: tuple[Socket, ...] | list[Socket] = ()
    thought = False

    def on_start(self) -> None:
        games = GAMES or [game["name"] for game in self.client.get("/api/games").json() if game["players"][0] <= 2]
        game = games[counted["tables"] % len(games)]
        counted["tables"] += 1
        made = self.client.post("/api/tables", json={"game": game, "seats": [{"kind": "local"}] * 2}, name="create")
        self.table = made.json()
        self.path = f"/api/tables/{self.table['id']}"
        self.tokens = [seat["token"] for seat in self.table["seats"]]
        address = f"{self.host.replace('http', 'ws', 1)}{self.path}/live"
        viewers = [
            (self.tokens[0], "desktop"),
            (self.tokens[1], "phone"),
            *[(None, ("desktop", "phone")[number % 2]) for number in range(SOCKETS - 2)],
        ]
        self.sockets = [Socket(address, layout, token, self.host) for token, layout in viewers]
        for socket in self.sockets:
            socket.past(-1, seconds=60)

    @task
    def move(self) -> None:
        if not self.thought:
            self.thought = True  # nobody plays at once: all tables would begin in step
            return
        actor = self.sockets[0].frame["actor"]
        if actor is None:
            self.start_again()
            return
        mine, other = self.sockets[actor], self.sockets[1 - actor]
        mine.past(self.sockets[0].frame["version"] - 1)
        version, moves = mine.frame["version"], mine.frame["moves"]
        if not moves:
            report(f"{self.path}: no moves at version {version}")
            return
        body = {"move": random.choice(moves)["id"], "version": version, "key": f"{random.random()}"}
        sent = time.perf_counter()
        answer = self.client.post(
            f"{self.path}/moves", json=body, headers={"Authorization": f"Bearer {self.tokens[actor]}"}, name="move"
        )
        if answer.status_code != 200:
            report(f"move: {answer.status_code} {answer.text[:200]}")
            return
        counted["moves"] += 1
        try:
            spent = (other.past(version) - sent) * 1000
        except TimeoutError as error:
            report(f"{self.path}: {error}")
            return
        events.request.fire(
            request_type="LIVE",
            name="POST to the other player's frame",
            response_time=spent,
            response_length=0,
            exception=None,
        )
        if time.monotonic() - began > WARM_UP:
            measured.append(spent)
        for socket in self.sockets:
            socket.came = {known: moment for known, moment in socket.came.items() if known > version}

    def start_again(self) -> None:
        for socket in self.sockets:
            socket.close()
        self.on_start()

    def on_stop(self) -> None:
        for socket in self.sockets:
            socket.close()


@events.quitting.add_listener
def write(environment: Any, **_: Any) -> None:
    if RESULT:
        failures = sum(entry.occurrences for entry in environment.stats.errors.values())
        Path(RESULT).write_text(
            json.dumps({"ms": measured, "failures": failures, "problems": problems[:20], **counted})
        )
