"""Live tables: a socket that sends frames, and a long poll for those who can't open one.

There are no queues: each socket has at most one frame under way and then gets what changed since, however much that is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from tabletown.web.frames.frame import check_layout
from tabletown.web.refusals import Forbidden, Refusal, TooOften
from tabletown.web.settings import Settings
from tabletown.web.store.shared_limits import Held
from tabletown.web.tables.watch import Watch
from tabletown.web.tasks import end

from .description import always, refuses
from .guard import own_origin
from .session import address_of, caller, tables

router = APIRouter(tags=["live"])

LONGEST_WAIT = 25.0
_SEND_SECONDS = 20.0
"""Seconds that sending a frame may take; a slower socket is dropped and may connect again."""
_REFUSED = 4400
_LONGEST_REASON = 123

Layout = Literal["desktop", "phone", "tablet"]
Since = Annotated[
    int | None, Query(ge=0, le=2**31 - 1, description="the version that is shown; left out: send everything")
]


class Connections:
    """Counts open sockets and long polls; limits them in this process, and for one address in all processes."""

    def __init__(self, settings: Settings) -> None:
        self.most, self.most_each = settings.sockets, settings.sockets_each
        self.held = Held()
        self.open = self.held.here

    @contextmanager
    def counted(self, connection: HTTPConnection) -> Iterator[None]:
        address = address_of(connection.scope)
        if self.open.total() >= self.most or self.held[address] >= self.most_each:
            raise TooOften("There are too many open connections; close some and try again.")
        self.open[address] += 1
        try:
            yield
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]


def connections(connection: HTTPConnection) -> Connections:
    found: Connections = connection.app.state.connections
    return found


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str, layout: str = "desktop", since: Since = None) -> None:
    """Frames as gzipped JSON in binary messages: at once what changed since the version `since`, then every change."""
    settings: Settings = socket.app.state.settings
    try:
        if "origin" in socket.headers and not own_origin(socket, settings):
            raise Forbidden("Sockets are opened from this server's own pages only.")
        if "origin" not in socket.headers and caller(socket).token is None:
            raise Forbidden("A socket without an origin needs the token of a seat.")
    except Refusal:
        await socket.close()  # before it was accepted: the browser gets a 403
        return
    await socket.accept()
    try:
        check_layout(layout)
        with connections(socket).counted(socket):
            async with tables(socket).watch(table, caller(socket), since) as watch:
                await _until_either(_listen(socket), _send(socket, watch, layout))
    except Refusal as refusal:
        await socket.close(_REFUSED, close_reason(refusal.sentence))


def close_reason(sentence: str) -> str:
    """As much of a sentence as a close frame can carry: 123 bytes, whole characters."""
    return sentence.encode()[:_LONGEST_REASON].decode(errors="ignore")


async def _until_either(*jobs: Any) -> None:
    """Run until one job ends, then end the others: a dropped socket leaves nothing behind.

    What a job refused is raised.
    """
    running = [asyncio.ensure_future(job) for job in jobs]
    try:
        done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for job in done:
            if isinstance(job.exception(), Refusal):
                job.result()
    finally:
        await end(running)


async def _listen(socket: WebSocket) -> None:
    """Nothing is expected from the client; reading notices when the other side is gone."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _send(socket: WebSocket, watch: Watch, layout: str) -> None:
    try:
        while True:
            frame = await watch.frame(layout)
            async with asyncio.timeout(_SEND_SECONDS):
                await socket.send_bytes(frame)
            await watch.news()
    except TimeoutError:
        await socket.close(1013, "too slow")
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


@router.get(
    "/api/tables/{table}/frame",
    summary="What the page of a table shows; waits for news",
    response_model=dict[str, Any],
    responses={**always(), **refuses(404, 409)},
)
async def frame(
    request: Request,
    table: str,
    layout: Layout = "desktop",
    since: Since = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    check_layout(layout)
    if since is not None and wait:
        await wait_for_news(request, table, since, wait)
    body = await tables(request).frame(table, caller(request), layout, since)
    headers = {"content-encoding": "gzip", "cache-control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


async def wait_for_news(request: Request, table: str, since: int, seconds: float) -> None:
    """Wait until a table is past a version, the time is over, the caller is gone or the server is to end."""
    with connections(request).counted(request):
        async with tables(request).watch(table, caller(request)) as watch:
            waiting = watch.past(since, seconds, request.is_disconnected)
            await _until_either(waiting, request.app.state.draining.wait())
