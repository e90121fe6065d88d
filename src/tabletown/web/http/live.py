"""Live tables: a socket that sends frames down, and a long poll for those who can't have one.

There are no queues: each socket has at most one frame under way and then gets what changed since, however much that is.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from . import frames
from .errors import Forbidden, Refusal, TooOften
from .guard import own_origin
from .room import Room, Who
from .session import tables, who
from .settings import Settings
from .tasks import end

router = APIRouter(tags=["live"])

LONGEST_WAIT = 25.0
_SLOWEST = 20.0
"""Seconds that a frame may take to get away; a socket slower than that is dropped and may come again."""
_REFUSED = 4400

Layout = Annotated[str, Query(description="desktop or phone", max_length=16)]
Since = Annotated[
    int | None, Query(ge=0, le=2**31 - 1, description="the version that is shown; left out: send everything")
]


class Doors:
    """Counts who is connected, so that nobody can open sockets without end."""

    def __init__(self, settings: Settings) -> None:
        self.most, self.most_each = settings.sockets, settings.sockets_each
        self.open: Counter[str] = Counter()

    @contextmanager
    def through(self, connection: HTTPConnection) -> Iterator[None]:
        address = connection.client.host if connection.client else "unknown"
        if self.open.total() >= self.most or self.open[address] >= self.most_each:
            raise TooOften("There are too many open connections; close some and try again.")
        self.open[address] += 1
        try:
            yield
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]


class Watcher:
    """Somebody who watches a table and counts as present for the seats that he holds."""

    def __init__(self, room: Room, caller: Who) -> None:
        self.room, self.caller = room, caller
        self.seats = room.held(caller)

    def look_round(self) -> None:
        """Seats change hands while one watches."""
        held = self.room.held(self.caller)
        if held != self.seats:
            self.room.depart(self.seats)
            self.room.arrive(held)
            self.seats = held


@contextmanager
def watching(room: Room, caller: Who) -> Iterator[Watcher]:
    """Be counted among those who watch, which keeps the table in memory."""
    watcher = Watcher(room, caller)
    room.arrive(watcher.seats)
    try:
        yield watcher
    finally:
        room.depart(watcher.seats)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str, layout: str = "desktop", since: Since = None) -> None:
    """Frames as gzipped JSON in binary messages: at once what changed since the version `since`, then every change."""
    doors: Doors = socket.app.state.doors
    settings: Settings = socket.app.state.settings
    caller = who(socket)
    try:
        if "origin" in socket.headers and not own_origin(socket, settings):
            raise Forbidden("Sockets are opened from this server's own pages only.")
        if "origin" not in socket.headers and caller.token is None:
            raise Forbidden("A socket without an origin needs the token of a seat.")
    except Refusal:
        await socket.close()  # before it was accepted: the browser gets a 403
        return
    await socket.accept()
    try:
        frames.check_layout(layout)
        with doors.through(socket):
            room = await tables(socket).room(table)
            with watching(room, caller) as watcher:
                await _until_either(_listen(socket), _send(socket, watcher, layout, since))
    except Refusal as refusal:
        await socket.close(_REFUSED, refusal.sentence[:120])


async def _until_either(*jobs: Any) -> None:
    """Run until one job ends, then end the others: a dropped socket leaves nothing behind."""
    running = [asyncio.ensure_future(job) for job in jobs]
    try:
        await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(running)


async def _listen(socket: WebSocket) -> None:
    """Nothing is expected from below; reading notices when the other side is gone."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _send(socket: WebSocket, watcher: Watcher, layout: str, since: int | None) -> None:
    room, caller = watcher.room, watcher.caller
    shown: tuple[int | None, int] | None = None if since is None else (room.viewer(caller), since)
    try:
        while True:
            watcher.look_round()
            bell, turn = room.bell, room.drawn.turn
            viewer = room.viewer(caller)  # asked anew each time: seats change hands
            base = shown[1] if shown and shown[0] == viewer and shown[1] <= room.version else None
            frame = frames.packed(room, viewer, layout, base, room.curtained(caller))
            shown = viewer, room.version
            async with asyncio.timeout(_SLOWEST):
                await socket.send_bytes(frame)
            if room.drawn.turn == turn:
                await bell.wait()
    except TimeoutError:
        await socket.close(1013, "too slow")
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


@router.get("/api/tables/{table}/frame", summary="What the page of a table shows; waits for news")
async def frame(
    request: Request,
    table: str,
    layout: Layout = "desktop",
    since: Since = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    room = await tables(request).room(table)
    frames.check_layout(layout)
    caller = who(request)
    if since is not None and wait:
        with request.app.state.doors.through(request), watching(room, caller):
            await news(request, room, since, wait)
    base = since if since is not None and since <= room.version and not room.hot_seat(caller) else None
    body = frames.packed(room, room.viewer(caller), layout, base, room.curtained(caller))
    return Response(
        body, media_type="application/json", headers={"content-encoding": "gzip", "cache-control": "no-store"}
    )


async def news(request: Request, room: Room, since: int, wait: float) -> None:
    """Wait until a table is past a version, the time is over or the caller is gone."""
    deadline = asyncio.get_running_loop().time() + wait
    while room.version == since and not await request.is_disconnected():
        left = deadline - asyncio.get_running_loop().time()
        if left <= 0:
            return
        try:
            async with asyncio.timeout(min(left, 5.0)):
                await room.bell.wait()
        except TimeoutError:
            continue
