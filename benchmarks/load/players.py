"""Players at many tables, as light as they can be, because they share the processor with the server that they measure.

At each table two players and some onlookers have a socket. Whoever is to move thinks a while and posts a random legal
move; the clock stops when the frame with that move has come down the other player's socket. A frame is unpacked only by
whoever is to move next; of all others only the version is read. Started by run.py, which starts the server too.

    python benchmarks/load/players.py ADDRESS --tables 400 --each 5 --think 10-30 --ramp 50 --seconds 60

Prints a line when measuring begins and a JSON object at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import gzip
import json
import os
import random
import sys
import time
import zlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

MEASURING = "measuring"
"""The line that is printed when everybody is there and the clock counts."""
PATIENCE = 30.0
"""Seconds after which a frame that has not come is an error."""
TICK = 0.05
_HEAD = 40
"""Bytes of a frame that surely hold its version, which comes first."""
_BINARY, _CLOSE, _PING, _PONG = 2, 8, 9, 10
_MASKED = 0x80


@dataclass
class Counts:
    """What happened while it was measured, and what went wrong at any time."""

    measuring: bool = False
    ms: list[float] = field(default_factory=list)
    moves: int = 0
    frames: int = 0
    bytes: int = 0
    tables: int = 0
    late: list[float] = field(default_factory=list)
    """How late the clock of this program was, in ms: so much of what was measured is its own fault."""
    problems: list[str] = field(default_factory=list)


class Server:
    """Where it is, and how it is asked: a new connection for every request, as after somebody has thought."""

    def __init__(self, address: str) -> None:
        self.origin = address
        where = urlsplit(address)
        self.host, self.port = where.hostname or "127.0.0.1", where.port or 80

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        payload = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"host: {self.host}:{self.port}", "connection: close"]
        head += [f"authorization: Bearer {token}"] if token else []
        head += ["content-type: application/json", f"content-length: {len(payload)}"] if payload else []
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write("\r\n".join([*head, "", ""]).encode() + payload)
            answer = await asyncio.wait_for(reader.read(-1), PATIENCE)
        finally:
            writer.close()
        status, _, content = answer.partition(b"\r\n\r\n")
        return int(status.split(b" ", 2)[1]), json.loads(content)

    def upgrade(self, path: str, token: str | None) -> bytes:
        """The request for a socket."""
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET {path} HTTP/1.1", f"host: {self.host}:{self.port}", f"origin: {self.origin}"]
        head += ["upgrade: websocket", "connection: Upgrade", "sec-websocket-version: 13", f"sec-websocket-key: {key}"]
        head += [f"authorization: Bearer {token}"] if token else []
        return "\r\n".join([*head, "", ""]).encode()


class Socket(asyncio.Protocol):
    """One open socket, which knows as much of WebSocket as the server sends: whole binary messages, pings, the end."""

    def __init__(self, request: bytes, counts: Counts) -> None:
        self._request, self._counts = request, counts
        self._buffer = bytearray()
        self._open = False
        self._waiting: list[tuple[int, asyncio.Future[float]]] = []
        self._latest = b""
        self.version = -1
        self.closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if self.closing:
            return
        self._counts.problems.append(f"socket: {error or 'closed'} {bytes(self._buffer[:80])!r}")
        for _, moment in self._waiting:
            if not moment.done():
                moment.set_exception(ConnectionError("a socket was closed"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0 or not self._buffer.startswith(b"HTTP/1.1 101"):
                return
            del self._buffer[: end + 4]
            self._open = True
        while self._message():
            pass

    def _message(self) -> bool:
        """Take one message from the buffer, if there is a whole one."""
        buffer, begin = self._buffer, 2
        if len(buffer) < begin:
            return False
        size = buffer[1]
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + size:
            return False
        kind, payload = buffer[0] & 15, bytes(buffer[begin : begin + size])
        del buffer[: begin + size]
        if kind == _BINARY:
            self._frame(payload)
        elif kind == _PING:
            self._transport.write(bytes([_MASKED | _PONG, _MASKED | len(payload), 0, 0, 0, 0]) + payload)
        return True

    def _frame(self, payload: bytes) -> None:
        now = time.perf_counter()
        self._counts.frames += self._counts.measuring
        self._counts.bytes += len(payload) * self._counts.measuring
        start = zlib.decompressobj(31).decompress(payload, _HEAD)
        self.version = int(start.partition(b":")[2].partition(b",")[0])
        self._latest = payload
        for entry in [entry for entry in self._waiting if entry[0] < self.version]:
            self._waiting.remove(entry)
            if not entry[1].done():
                entry[1].set_result(now)

    async def past(self, version: int) -> float:
        """When the first frame after a version came, from now on."""
        if self.version > version:
            return time.perf_counter()
        return await asyncio.wait_for(self.expect(version), PATIENCE)

    def expect(self, version: int) -> asyncio.Future[float]:
        """The time at which the first frame after a version will have come."""
        moment: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting.append((version, moment))
        return moment

    def frame(self) -> Any:
        return json.loads(gzip.decompress(self._latest))

    def close(self) -> None:
        self.closing = True
        self._transport.write(bytes([_MASKED | _CLOSE, _MASKED, 0, 0, 0, 0]))
        self._transport.close()


class Table:
    """Two players and those who look on, from one game to the next."""

    def __init__(self, server: Server, game: str, each: int, think: tuple[float, float], counts: Counts) -> None:
        self._server, self._game, self._each, self._think, self._counts = server, game, each, think, counts
        self._sockets: list[Socket] = []

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            try:
                await self._sit_down()
                while time.monotonic() < until and await self._move():
                    pass
            except (OSError, TimeoutError, ValueError, LookupError) as error:
                self._counts.problems.append(f"{self._game}: {error!r}")
                await asyncio.sleep(1)
            except asyncio.CancelledError:
                break
        self._get_up()

    async def _sit_down(self) -> None:
        self._get_up()
        body = {"game": self._game, "seats": [{"kind": "local"}] * 2}
        status, made = await self._server.ask("POST", "/api/tables", body)
        if status >= 300:
            raise ValueError(f"create: {status} {made}")
        self._counts.tables += 1
        self._path = f"/api/tables/{made['id']}"
        self._tokens = [seat["token"] for seat in made["seats"]]
        layouts = ("desktop", "phone")
        for number in range(self._each):
            token = self._tokens[number] if number < 2 else None
            request = self._server.upgrade(f"{self._path}/live?layout={layouts[number % 2]}", token)
            self._sockets.append(await self._connect(request))
        for socket in self._sockets:
            await socket.past(-1)

    async def _connect(self, request: bytes) -> Socket:
        loop, where = asyncio.get_running_loop(), (self._server.host, self._server.port)
        _, socket = await loop.create_connection(lambda: Socket(request, self._counts), *where)
        return socket

    async def _move(self) -> bool:
        """Think, and play a move; False if the game is over."""
        await asyncio.sleep(random.uniform(*self._think))
        frame = self._sockets[0].frame()
        if frame["actor"] is None:
            return False
        mover = frame["actor"]
        mine, other = self._sockets[mover], self._sockets[1 - mover]
        if mover:
            await mine.past(frame["version"] - 1)
            frame = mine.frame()
        version = frame["version"]
        body = {"move": random.choice(frame["moves"])["id"], "version": version, "key": f"{random.random()}"}
        came = other.expect(version)
        sent, measured = time.perf_counter(), self._counts.measuring
        status, answer = await self._server.ask("POST", f"{self._path}/moves", body, self._tokens[mover])
        if status != 200:
            raise ValueError(f"move: {status} {answer}")
        spent = await asyncio.wait_for(came, PATIENCE) - sent
        await self._sockets[0].past(version)
        if measured:
            self._counts.moves += 1
            self._counts.ms.append(1000 * spent)
        return True

    def _get_up(self) -> None:
        for socket in self._sockets:
            socket.close()
        self._sockets = []


async def watch_clock(counts: Counts) -> None:
    """Notice how late this program is by itself."""
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        if counts.measuring:
            counts.late.append(max(0.0, 1000 * (time.perf_counter() - due)))


async def crowd(chosen: argparse.Namespace) -> dict[str, Any]:
    server, counts = Server(chosen.address), Counts()
    least, most = (float(part) for part in chosen.think.split("-"))
    _, games = await server.ask("GET", "/api/games")
    names = [game["name"] for game in games if game["players"][0] <= 2]
    began = time.monotonic()
    until = began + chosen.ramp + chosen.seconds
    clock = asyncio.create_task(watch_clock(counts))
    playing = []
    for number in range(chosen.tables):
        await asyncio.sleep(began + number / chosen.rate - time.monotonic())
        table = Table(server, names[number % len(names)], chosen.each, (least, most), counts)
        playing.append(asyncio.create_task(table.play(until)))
    await asyncio.sleep(began + chosen.ramp - time.monotonic())
    gc.collect()
    gc.freeze()
    spent, counts.measuring = time.process_time(), True
    print(MEASURING, flush=True)
    await asyncio.sleep(until - time.monotonic())
    spent, counts.measuring = time.process_time() - spent, False
    for task in playing:
        task.cancel()  # those who think
    await asyncio.gather(*playing, return_exceptions=True)
    clock.cancel()
    late = sorted(counts.late) or [0.0]
    return {
        "ms": counts.ms,
        "moves": counts.moves,
        "frames": counts.frames,
        "bytes": counts.bytes,
        "tables": counts.tables,
        "errors": len(counts.problems),
        "problems": counts.problems[:20],
        "own_cpu": spent / chosen.seconds,
        "own_lag": late[int(0.95 * (len(late) - 1))],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--each", type=int, default=6, help="sockets at a table")
    parser.add_argument("--think", default="2-4", help="seconds from-to that a player thinks")
    parser.add_argument("--rate", type=float, default=10, help="tables that are set up in a second")
    parser.add_argument("--ramp", type=float, default=15, help="seconds until measuring begins")
    parser.add_argument("--seconds", type=float, default=60, help="seconds of measuring")
    found = asyncio.run(crowd(parser.parse_args()))
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
