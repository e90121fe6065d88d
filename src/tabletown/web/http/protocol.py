"""HTTP with limits on what one visitor can hold: how large the head of a request is, how long it takes, how many are
unfinished. All of this happens before the application hears of a request."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from functools import cache
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tabletown.web.settings import Settings

LARGEST_HEAD = 16 * 1024
LONGEST_URL = 4 * 1024
WRITE_SECONDS = 30.0
"""Seconds in which somebody who was sent more than the buffers hold must read some of it."""
_DESCRIPTORS_BESIDE = 128
"""Descriptors that are kept for the database, bots and files when there are too many visitors."""

_SENTENCES = {
    408: "The request did not come in time.",
    414: f"An address may be {LONGEST_URL // 1024} kB long, not more.",
    429: "Too many requests from your address are unfinished; finish some of them first.",
    431: f"The head of a request may be {LARGEST_HEAD // 1024} kB large, not more.",
    503: "There are too many visitors at the moment; try again in a while.",
}


class Protocol(HttpToolsProtocol):
    """One connection. Its request is unfinished from its first byte, or from the connection on, to its last byte."""

    unfinished: ClassVar[Counter[str]] = Counter()
    """By address, in this process."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._settings = _settings_of(self.app)
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._counted: str | None = None
        self._head = 0
        """Bytes that came while the head of a request is not complete."""
        self._in_head = False
        self._refused = False

    # -------------------------------------------------------------- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > _most_connections():
            self._refuse(503)
            return
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()
        self._readable_again()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > LARGEST_HEAD and not self._refused:
            self._refuse(431)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._readable_again()
        super().resume_writing()

    def _readable_again(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    # -------------------------------------------------------------- a request

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._counted is None:
            self._begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if self._refused or len(self.url) > LONGEST_URL or size > LARGEST_HEAD:
            self._refuse(414 if len(self.url) > LONGEST_URL else 431)
            return
        self._limit(self._settings.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._finish()
        if not self._refused:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._finish()
        if not self._refused:
            super().handle_websocket_upgrade()

    # -------------------------------------------------------------- limits

    def _begin(self) -> None:
        """A request is expected."""
        address = self.client[0] if self.client else "unknown"
        if self.unfinished[address] >= self._settings.unfinished_each:
            self._refuse(429)
            return
        self.unfinished[address] += 1
        self._counted, self._in_head, self._head = address, True, 0
        self._limit(self._settings.head_seconds)

    def _limit(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._refuse, 408)

    def _finish(self) -> None:
        """The request has come completely, or never will."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._counted is not None:
            self.unfinished[self._counted] -= 1
            if not self.unfinished[self._counted]:
                del self.unfinished[self._counted]
            self._counted = None

    def _refuse(self, status: int) -> None:
        """Answer with a sentence and hang up."""
        self._finish()
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        body = json.dumps({"error": _SENTENCES[status]}).encode()
        head = [
            b"content-type: application/json",
            b"content-length: %d" % len(body),
            b"cache-control: no-store",
            b"retry-after: 10",
            b"connection: close",
        ]
        self.transport.write(STATUS_LINE[status] + b"\r\n".join(head) + b"\r\n\r\n" + body)
        self.transport.close()


def _settings_of(app: Any) -> Settings:
    """The settings of the application, which may be wrapped."""
    while not hasattr(app, "state"):
        app = app.app
    found: Settings = app.state.settings
    return found


@cache
def _most_connections() -> int:
    """How many connections there may be before descriptors run out."""
    if sys.platform == "win32":
        return 2**31
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2**31 if soft == resource.RLIM_INFINITY else max(16, soft - _DESCRIPTORS_BESIDE)
