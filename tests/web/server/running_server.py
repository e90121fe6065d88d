"""A server in the test's own event loop, with real sockets, and people and programs that call on it."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

import httpx
import uvicorn
import websockets

import tabletown as tt
from tabletown.web import Limits, Settings, create_app
from tabletown.web.http.server import CONFIG
from tabletown.web.tables.room import Room
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.seat_tokens import new_secret
from tabletown.web.tables.tables import Tables

PLENTY = "1000000/minute"
DICE = random.Random(1)
NO_TLS = False
"""For clients of servers without TLS; each would otherwise read all certificates of the system, which takes longer
than most tests."""
NO_LIMITS = Limits(*[PLENTY] * 7)


def quick(database: str, **changes: Any) -> Settings:
    """Settings without pauses of bots, limits and fonts made ahead; tests may choose the seed."""
    return Settings(
        database=database,
        **{"bot_pause": 0.0, "seeds": True, "prepare": False, "limits": NO_LIMITS, "sweep": 0.2, **changes},
    )


def free_port() -> int:
    """A port that nobody listens at: none of those that systems give to callers, so that none of them takes it before
    it is used."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def games_for_two() -> list[str]:
    return [name for name in tt.games() if tt.rulebook(name).players[0] <= 2 <= tt.rulebook(name).players[1]]


def a_game() -> str:
    """Any game for two."""
    return games_for_two()[0]


@cache
def a_game_to_undo() -> str:
    """The game for two in which a move can be taken back soonest."""
    return min(games_for_two(), key=first_undoable)


def first_undoable(game: str) -> int:
    match = tt.Match(tt.game(game, players=2), seed=1)
    while not match.over and match.ply < 100:
        match.push(match.random_move())
        if match.actor is not None and match.actor != tt.CHANCE and match.can_undo(match.actor):
            return match.ply
    return 1000


class RunningServer:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._server = uvicorn.Server(uvicorn.Config(self.app, **{**CONFIG, "timeout_graceful_shutdown": 1}))
        self._clients: list[httpx.AsyncClient] = []

    async def open(self) -> None:
        self._task = asyncio.create_task(self._server._serve([self._socket]))
        while not self._server.started:
            if self._task.done():
                self._task.result()
                raise RuntimeError("the server did not start")
            await asyncio.sleep(0.005)

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()
        self._server.should_exit = True
        _, going = await asyncio.wait([self._task], timeout=90)
        if going:
            for task in asyncio.all_tasks():
                task.print_stack()
            raise RuntimeError("the server did not go down")

    @property
    def tables(self) -> Tables:
        found: Tables = self.app.state.tables
        return found

    async def room(self, table: str) -> Room:
        return await self.tables.rooms.get(table)

    def program(self, token: str | None = None) -> Client:
        """A caller without a cookie, maybe with a seat's token."""
        return self._caller({"authorization": f"Bearer {token}"} if token else {})

    def browser(self, secret: str | None = None) -> Client:
        """A caller with a cookie, on a page of this server."""
        return self._caller({"origin": self.address, "cookie": f"tabletown={secret or new_secret()}"})

    def _caller(self, headers: dict[str, str]) -> Client:
        # A connection is given up before the server gives it up, or a request may meet its end on a busy machine.
        limits = httpx.Limits(keepalive_expiry=1)
        client = httpx.AsyncClient(base_url=self.address, headers=headers, timeout=90, verify=NO_TLS, limits=limits)
        self._clients.append(client)
        return Client(client, self.address, headers)

    async def table(
        self,
        seats: list[dict[str, Any]] | None = None,
        game: str | None = None,
        caller: Client | None = None,
        **more: Any,
    ) -> Table:
        """A new table; by default for two programs."""
        seats = seats or [{"kind": "local"}, {"kind": "local"}]
        host = caller or self.program()
        made = await host.post("/api/tables", {"game": game or a_game(), "players": len(seats), "seats": seats, **more})
        assert made.status_code == 201, made.text
        return Table(self, made.json(), host)


class Client:
    def __init__(self, client: httpx.AsyncClient, address: str, headers: dict[str, str]) -> None:
        self.client, self.address, self.headers = client, address, headers

    async def get(self, path: str, **params: Any) -> httpx.Response:
        return await self.client.get(path, params=params)

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        return await self.client.post(path, json=body)

    async def json(self, path: str, **params: Any) -> Any:
        answer = await self.get(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @asynccontextmanager
    async def live(
        self, table: str, layout: str = "desktop", since: int | None = None, headers: dict[str, str] | None = None
    ) -> AsyncIterator[Live]:
        query = f"layout={layout}" + (f"&since={since}" if since is not None else "")
        address = f"{self.address.replace('http', 'ws')}/api/tables/{table}/live?{query}"
        async with websockets.connect(
            address, additional_headers=self.headers if headers is None else headers, max_size=None
        ) as socket:
            yield Live(socket)


class Live:
    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def frame(self, within: float = 60) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(gzip.decompress(await self.raw(within)))
        return found

    async def raw(self, within: float = 60) -> bytes:
        message = await asyncio.wait_for(self.socket.recv(), within)
        assert isinstance(message, bytes)
        return message

    async def until(self, version: int) -> dict[str, Any]:
        """The first frame that shows a version or a later one."""
        while (frame := await self.frame())["version"] < version:
            pass
        return frame


class Table:
    """A table with a caller for each seat that has a token."""

    def __init__(self, server: RunningServer, made: dict[str, Any], host: Client) -> None:
        self.server, self.id, self.made, self.host = server, made["id"], made, host
        self.path = f"/api/tables/{self.id}"
        self.seats = [server.program(seat["token"]) if seat["token"] else host for seat in made["seats"]]

    async def about(self, caller: Client | None = None) -> Any:
        return await (caller or self.host).json(self.path)

    async def actor(self) -> int:
        """The seat that is waited for."""
        seat = (await self.server.room(self.id)).to_move
        assert seat is not None
        return seat

    async def legal(self) -> tuple[int, dict[str, Any]]:
        seat = await self.actor()
        return seat, await self.seats[seat].json(f"{self.path}/legal")

    async def play(self, key: str | None = None, random: random.Random = DICE) -> dict[str, Any]:
        """Play a random legal move; returns the body that was sent, with the seat and the version in the answer."""
        room = await self.server.room(self.id)
        seat = room.to_move
        assert seat is not None
        body = {"move": random.choice(room.match.legal_ids), "version": room.version, "key": key}
        answer = await self.seats[seat].post(f"{self.path}/moves", body)
        assert answer.status_code == 200, answer.text
        return {**body, "by": seat, "answer": answer.json()["version"]}

    async def play_on(self, moves: int) -> None:
        for _ in range(moves):
            if (await self.server.room(self.id)).status != "playing":
                return
            await self.play()

    async def finish(self) -> None:
        """Play to the end without the network, by the same calls as the API makes."""
        dice, tables = random.Random(4), self.server.tables
        callers = [Caller.of(token=seat["token"]) for seat in self.made["seats"]]
        while (room := await tables.rooms.get(self.id)).status == "playing":
            assert room.to_move is not None
            await tables.move(self.id, callers[room.to_move], dice.choice(room.match.legal_ids), room.version)


async def until(question: Any, within: float = 90) -> Any:
    """Ask again and again until the answer is yes."""
    async with asyncio.timeout(within):
        while not (answer := await question()):
            await asyncio.sleep(0.02)
    return answer
