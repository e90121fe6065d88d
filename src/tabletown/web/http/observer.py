"""Every request gets an id, is counted and timed, and stands in the log with its route, never with its secrets."""

from __future__ import annotations

import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.web import metrics
from tabletown.web.logs import request_id

log = logging.getLogger("tabletown.access")

HEADER = "x-request-id"
_METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""An id that a proxy gave; anything else is replaced, so that nobody writes into the log."""
_TABLE = re.compile(r"[a-z0-9]{6,32}")


class Observer:
    """Middleware around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        request_id.set(given if _GIVEN.fullmatch(given) else secrets.token_hex(8))
        watch = _watch_answer if scope["type"] == "http" else _watch_socket
        await watch(self.app, scope, receive, send)


async def _watch_answer(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    status, began = 500, time.perf_counter()

    async def sending(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            MutableHeaders(scope=message)[HEADER] = request_id.get()
        await send(message)

    try:
        await app(scope, receive, sending)
    finally:
        spent, route = time.perf_counter() - began, _route(scope)
        metrics.REQUESTS.labels(_method(scope), route, str(status)).inc()
        metrics.REQUEST_SECONDS.labels(route).observe(spent)
        _write(scope, route, status=status, ms=round(1000 * spent, 1))


async def _watch_socket(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    frames, opened, began = 0, False, time.perf_counter()

    async def sending(message: Message) -> None:
        nonlocal frames, opened
        if message["type"] == "websocket.accept":
            opened = True
            metrics.SOCKETS.inc()
        await send(message)
        if message["type"] == "websocket.send":
            frames += 1
            metrics.FRAMES.inc()
            metrics.FRAME_BYTES.inc(len(message.get("bytes") or b""))

    try:
        await app(scope, receive, sending)
    finally:
        if opened:
            metrics.SOCKETS.dec()
        _write(scope, _route(scope), opened=opened, frames=frames, seconds=round(time.perf_counter() - began, 1))


def _route(scope: Scope) -> str:
    """The route as it was declared: its parameters may be secrets, and each would be a metric of its own."""
    route = scope.get("route")
    path: str | None = getattr(route, "path", None)
    return path or ("/static" if scope["path"].startswith("/static/") else "other")


def _method(scope: Scope) -> str:
    """The method; a word that somebody made up is not a metric of its own."""
    method: str = scope.get("method", "SOCKET")
    return method if method in (*_METHODS, "SOCKET") else "other"


def _write(scope: Scope, route: str, **more: object) -> None:
    if log.isEnabledFor(logging.INFO):
        client = scope.get("client")
        table = str(scope.get("path_params", {}).get("table"))
        known = {"table": table} if _TABLE.fullmatch(table) else {}
        log.info("%s %s", _method(scope), route, extra={**known, **more, "address": client[0] if client else None})
