"""What one visitor can take of connections: heads, bodies, requests sent ahead, sockets; slow ones, many, idle ones."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from running_server import RunningServer, Table, a_game_to_undo, until

from tabletown.web.http import slow_readers
from tabletown.web.http.protocol import LARGEST_HEAD, LONGEST_URL, MOST_AHEAD, MOST_PIECES, MOST_TRAILERS, Protocol
from tabletown.web.http.socket_protocol import MOST_BYTES
from tabletown.web.settings import Settings
from tabletown.web.store.schema import GAME

pytestmark = pytest.mark.anyio

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HOST = b"host: localhost\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
POST = b"POST /api/tables HTTP/1.1\r\n" + HOST
LARGE = POST + b"content-length: 20000\r\n\r\n"
HALF = POST + b"content-length: 9\r\n\r\n{"
HERE = "127.0.0.1"


@pytest.fixture
def without_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server takes nobody for a proxy, so the test is a visitor like others."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")


@asynccontextmanager
async def line(server: RunningServer) -> AsyncIterator[Ends]:
    """A bare connection to a server."""
    parts = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def status_of(reader: asyncio.StreamReader, within: float = 30) -> int:
    async with asyncio.timeout(within):
        return int((await reader.readline()).split()[1])


async def all_of(reader: asyncio.StreamReader, within: float = 30) -> bytes:
    """Everything until the server hangs up, whether it says goodbye or not."""
    found = b""
    async with asyncio.timeout(within):
        try:
            while more := await reader.read(65536):
                found += more
        except ConnectionResetError:
            pass
    return found


def asked(question: Any) -> Any:
    """A question for `until`."""

    async def asking() -> bool:
        return bool(question())

    return asking


# ---------------------------------------------------------------- heads and bodies


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\n" + HOST + b"x: y\r\n" * LARGEST_HEAD, 431),
        (b"GET / HTTP/1.1\r\n" + HOST + b"x: " + b"y" * 2 * LARGEST_HEAD, 431),
        (b"GET /" + b"a" * (LONGEST_URL + 1) + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
        (b"GET /?" + b"a" * 2 * LARGEST_HEAD, 431),
        (b"nonsense\r\n\r\n", 400),
        (POST + b"transfer-encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * (MOST_PIECES + 1), 413),
        (POST + b"transfer-encoding: chunked\r\n\r\n0\r\n" + b"x: y\r\n" * (MOST_TRAILERS + 2), 431),
    ],
    ids=["many", "long", "address", "endless", "nonsense", "crumbs", "trailers"],
)
async def test_what_is_no_decent_request_is_refused(server: RunningServer, head: bytes, status: int) -> None:
    async with line(server) as (reader, writer):
        writer.write(head)
        assert await status_of(reader) == status
        await all_of(reader)
    await until(asked(lambda: not Protocol.unfinished))


async def test_a_few_trailers_and_pieces_harm_nobody(server: RunningServer) -> None:
    async with line(server) as (reader, writer):
        body = b'{"game": "?"}'
        pieces = b"".join(b"1\r\n%c\r\n" % letter for letter in body)
        head = POST + b"transfer-encoding: chunked\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n"
        writer.write(head + pieces + b"0\r\nx: y\r\n\r\n")
        answer = await all_of(reader)
        assert b" 422 " in answer
        assert b"There is no game" in answer


# ---------------------------------------------------------------- requests sent ahead


async def test_so_many_requests_are_sent_ahead(server: RunningServer) -> None:
    """They are answered in their order. With too many the server hangs up, and nothing it says is taken for the answer
    to an earlier one."""
    async with line(server) as (reader, writer):
        writer.write(GET * MOST_AHEAD + GET.replace(HOST, HOST + b"connection: close\r\n"))
        assert (await all_of(reader)).count(b"HTTP/1.1 200") == MOST_AHEAD + 1
    async with line(server) as (reader, writer):
        writer.write(GET * 5000)
        answers = await all_of(reader)
        assert answers.count(b"HTTP/1.1 200") <= MOST_AHEAD + 1
        assert b"HTTP/1.1 4" not in answers


@pytest.mark.usefixtures("without_proxy")
async def test_a_refusal_is_never_taken_for_the_answer_to_an_earlier_request(server: RunningServer) -> None:
    """A long poll waits; what is wrong with the request behind it is not told in its place."""
    table = await server.table()
    token = table.made["seats"][0]["token"]
    version = (await table.about())["version"]
    poll = f"GET {table.path}/events?since={version}&wait=20 HTTP/1.1\r\nauthorization: Bearer {token}\r\n"
    async with line(server) as (reader, writer):
        writer.write(poll.encode() + HOST + b"\r\n")
        room = await server.room(table.id)
        await until(asked(lambda: room.watchers))
        writer.write(b"GET /?")
        await until(asked(lambda: Protocol.unfinished[HERE]))
        writer.write(b"a" * 2 * LARGEST_HEAD)
        assert await all_of(reader) == b""


# ---------------------------------------------------------------- slow, many and idle ones


async def test_slow_requests_are_given_up(sqlite: str, start_server: Any) -> None:
    """Nothing at all, half a head, half a body; somebody who keeps a line between two requests is not slow."""
    server = await start_server(sqlite, head_seconds=0.3, body_seconds=0.3)
    for part in (b"", b"GET / HT", HALF):
        async with line(server) as (reader, writer):
            writer.write(part)
            assert await status_of(reader) == 408
    async with line(server) as (reader, writer):
        for _ in range(2):
            writer.write(b"GET /api/bots HTTP/1.1\r\n" + HOST + b"\r\n")
            assert await status_of(reader) == 200
            await reader.readuntil(b"]")
            await asyncio.sleep(0.5)
    await until(asked(lambda: not Protocol.unfinished))


@pytest.mark.usefixtures("without_proxy")
async def test_one_address_may_leave_so_many_requests_unfinished(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, unfinished_each=3)
    async with line(server), line(server), line(server):
        await until(asked(lambda: Protocol.unfinished[HERE] == 3))
        async with line(server) as (reader, _):
            assert await status_of(reader) == 429
    await until(asked(lambda: not Protocol.unfinished))
    assert Settings().unfinished_each == 64


@pytest.mark.usefixtures("without_proxy")
async def test_what_is_one_too_many_is_not_carried_out(sqlite: str, start_server: Any) -> None:
    """Neither on a new connection nor on one that was kept."""
    server = await start_server(sqlite, unfinished_each=1)
    create = b"POST /api/tables HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 21\r\n"
    create += HOST + b'\r\n{"game":"mint-works"}'
    async with line(server) as (kept, writer):
        writer.write(GET)
        assert await status_of(kept) == 200
        await kept.readuntil(b"ok\n")
        async with line(server):
            await until(asked(lambda: Protocol.unfinished[HERE] == 1))
            writer.write(create)
            answer = await all_of(kept)
    assert answer.startswith(b"HTTP/1.1 429")
    assert answer.count(b"HTTP/1.1") == 1
    async with server.tables.storage.reading() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(GAME)) == 0


async def test_behind_a_proxy_unfinished_requests_count_for_its_visitors(sqlite: str, start_server: Any) -> None:
    """One visitor's slow bodies keep nobody else out; a proxy may open as many connections as it needs."""
    server = await start_server(sqlite, unfinished_each=3)

    def of(address: str, request: bytes) -> bytes:
        return request.replace(HOST, HOST + f"x-forwarded-for: {address}\r\n".encode())

    async with AsyncExitStack() as stack:
        for _ in range(20):
            await stack.enter_async_context(line(server))
        lines = [await stack.enter_async_context(line(server)) for _ in range(5)]
        for number, (_, writer) in enumerate(lines[:3]):
            writer.write(of(f"2001:db8::{number}", HALF))
        await until(asked(lambda: Protocol.unfinished == {"2001:db8::": 3}))
        for (reader, writer), (visitor, status) in zip(
            lines[3:], [("2001:db8::f", 429), ("2001:db8:0:1::f", 200)], strict=True
        ):
            writer.write(of(visitor, GET))
            assert await status_of(reader) == status
    await until(asked(lambda: not Protocol.unfinished))


@pytest.mark.usefixtures("without_proxy")
async def test_one_address_keeps_so_many_idle_connections(sqlite: str, start_server: Any) -> None:
    """Also those whose request was answered before all of it had come."""
    server = await start_server(sqlite, unfinished_each=3)
    async with AsyncExitStack() as stack:
        for number, (request, status) in enumerate([(GET, 200), (LARGE, 413), (GET, 200)], 1):
            reader, writer = await stack.enter_async_context(line(server))
            writer.write(request)
            assert await status_of(reader) == status
            writer.write(b"x" * 20_000 if status == 413 else b"")
            await until(asked(lambda number=number: Protocol.idle[HERE] == number))
        async with line(server) as (reader, writer):
            writer.write(GET)
            assert b" 200 " in await all_of(reader), "answered, and then hung up"
    await until(asked(lambda: not Protocol.idle))


async def test_a_proxy_keeps_as_many_as_it_needs(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, unfinished_each=3)
    async with AsyncExitStack() as stack:
        for reader, writer in [await stack.enter_async_context(line(server)) for _ in range(6)]:
            writer.write(GET)
            assert await status_of(reader) == 200
        await until(asked(lambda: Protocol.idle[HERE] == 6))


async def test_an_idle_connection_is_closed_after_a_while(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However its last request was answered."""
    monkeypatch.setattr(server._server.config, "timeout_keep_alive", 0.2)
    for request in (GET, LARGE + b"x" * 20_000):
        async with line(server) as (reader, writer):
            writer.write(request)
            await all_of(reader)


# ---------------------------------------------------------------- sockets, and who reads nothing


@asynccontextmanager
async def narrow_line(server: RunningServer) -> AsyncIterator[Ends]:
    """A connection with small buffers at both ends, whose reader takes next to nothing by itself."""
    parts = urlsplit(server.address)
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    server._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, (parts.hostname, parts.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=1024)
    try:
        yield reader, writer
    finally:
        writer.close()


@asynccontextmanager
async def socket_line(server: RunningServer, table: Table) -> AsyncIterator[Ends]:
    """A WebSocket, open, in bytes."""
    token = table.made["seats"][0]["token"]
    async with narrow_line(server) as (reader, writer):
        writer.write(
            f"GET {table.path}/live HTTP/1.1\r\nauthorization: Bearer {token}\r\nupgrade: websocket\r\n"
            "connection: Upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n".encode()
            + HOST
            + b"\r\n"
        )
        assert await status_of(reader) == 101
        await until(asked(lambda: server.app.state.connections.open))
        yield reader, writer


PING, PONG, TEXT, MORE = 0x89, 0x8A, 0x81, 0x00


@pytest.mark.parametrize("kind", [PING, PONG, TEXT, MORE])
async def test_a_socket_that_is_flooded_is_closed(server: RunningServer, kind: int) -> None:
    """Each of these frames costs as much of everybody's time as a long one."""
    table = await server.table()
    async with socket_line(server, table) as (reader, writer):
        writer.write(bytes([kind, 0x80, 0, 0, 0, 0]) * MOST_BYTES)
        await all_of(reader)
    await until(asked(lambda: not server.app.state.connections.open))


async def test_a_socket_answers_pings(server: RunningServer) -> None:
    table = await server.table()
    async with table.seats[0].live(table.id) as live:
        for _ in range(20):
            await (await live.socket.ping(os.urandom(16)))


async def test_a_socket_that_reads_nothing_is_cut_off(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_readers, "WRITE_SECONDS", 0.2)
    table = await server.table(game=a_game_to_undo(), seed=1)
    connections = server.app.state.connections
    async with socket_line(server, table):

        async def gone() -> bool:
            played = await table.play()
            if (room := await server.room(table.id)).undoable(played["by"]):
                await table.seats[played["by"]].post(f"{table.path}/undo", {"version": room.version})
            return not connections.open

        await until(gone)


async def test_answers_that_nobody_reads_are_cut_off(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_readers, "WRITE_SECONDS", 1.0)
    connections = server._server.server_state.connections
    table = await server.table()
    before = set(connections)
    async with narrow_line(server) as (_, writer):
        await until(asked(lambda: connections - before))
        (mine,) = connections - before
        writer.write(f"GET /table/{table.id} HTTP/1.1\r\n".encode() + HOST + b"\r\n")
        for _ in range(MOST_AHEAD):
            writer.write(b"GET /api/openapi.json HTTP/1.1\r\n" + HOST + b"\r\n")
        await until(asked(lambda: mine._stalled))  # type: ignore[union-attr]
        await until(asked(lambda: mine not in connections))
