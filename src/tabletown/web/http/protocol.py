"""HTTP with limits on what one visitor can hold: how large the head of a request is, how long it takes, how many are
unfinished. All of this happens before the application hears of a request.

Everything that came at once is read in one go, while everybody else waits; so what makes many steps of few bytes is
limited too: requests that are sent before the last one was answered, pieces of a body, headers after it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from functools import cache
from typing import Any, ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tabletown.web.settings import Settings

from .addresses import UNKNOWN, network_of
from .slow_readers import EndsSlowReaders

LARGEST_HEAD = 16 * 1024
LONGEST_URL = 4 * 1024
MOST_AHEAD = 8
"""How many requests may be sent ahead on one connection."""
MOST_PIECES = 1000
"""In how many pieces a body may come."""
MOST_TRAILERS = 16
"""How many headers may come after a body; nobody reads them."""
_DESCRIPTORS_BESIDE = 128
"""Descriptors that are kept for the database, bots and files when there are too many visitors."""

_SENTENCES = {
    400: "This is no request that can be read.",
    408: "The request did not come in time.",
    413: f"A body may come in {MOST_PIECES} pieces, not more.",
    414: f"An address may be {LONGEST_URL // 1024} kB long, not more.",
    429: "Too many requests from your address are unfinished; finish some of them first.",
    431: f"The head of a request may be {LARGEST_HEAD // 1024} kB large, not more.",
    503: "There are too many visitors at the moment; try again in a while.",
}


class _Enough(Exception):
    """Nothing more is read of what came."""


class Protocol(EndsSlowReaders, HttpToolsProtocol):
    """One connection. Its request is unfinished from its first byte, or from the connection on, to its last byte.

    Requests of a trusted proxy count for the visitors that it names, once their heads have come: a proxy sends those
    complete.
    """

    unfinished: ClassVar[Counter[str]] = Counter()
    """By visitor, in this process."""
    idle: ClassVar[Counter[str]] = Counter()
    """By visitor: connections that are kept for a next request."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._settings = _settings_of(self.app)
        self._proxies: Any = getattr(self.app, "trusted_hosts", ())
        self._peer = UNKNOWN
        self._timer: asyncio.TimerHandle | None = None
        self._counted: str | None = None
        self._idle = False
        self._head = 0
        """Bytes that came while the head of a request is not complete."""
        self._pieces = self._trailers = 0
        self._expected = self._in_head = False
        """A request, and its head, have not come completely."""
        self._refused = False

    # -------------------------------------------------------------- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else UNKNOWN
        if len(self.connections) > _most_connections():
            self._refuse(503)
            return
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()
        self._rest(False)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._rest(False)
        self._unset_keepalive_if_required()
        self._head += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(400)
        if self._in_head and self._head > LARGEST_HEAD:
            self._refuse(431)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait_for_next()

    def _wait_for_next(self) -> None:
        """Keep the connection for a next request, for some seconds; not if all is not yet read or answered."""
        if self._expected or self.pipeline or not self.cycle.response_complete or self.transport.is_closing():
            return
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        self._rest(True)

    def _rest(self, idle: bool) -> None:
        """Count a connection that waits for a next request; a visitor who has many such connections loses it."""
        if idle == self._idle:
            return
        self._idle = idle
        visitor = network_of(self._peer)
        _count(self.idle, visitor, 1 if idle else -1)
        if idle and self.idle[visitor] > self._settings.unfinished_each and self._peer not in self._proxies:
            self.transport.close()

    # -------------------------------------------------------------- a request

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            self._stop(429)
        super().on_message_begin()
        if not self._expected:
            self._begin()
        if self._refused:
            raise _Enough

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:
            super().on_header(name, value)
            return
        self._trailers += 1
        if self._trailers > MOST_TRAILERS:
            self._stop(431)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if len(self.url) > LONGEST_URL or size > LARGEST_HEAD:
            self._stop(414 if len(self.url) > LONGEST_URL else 431)
        if self._peer in self._proxies and not self._count(self._visitor()):
            self._stop(429)
        self._in_head = False
        self._limit(self._settings.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            self._stop(413)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._finish()
        super().on_message_complete()
        if self.cycle is not None:
            self._wait_for_next()  # a request that was answered before all of it had come

    def handle_websocket_upgrade(self) -> None:
        self._finish()
        self._rest(False)
        self._unset_keepalive_if_required()
        super().handle_websocket_upgrade()

    # -------------------------------------------------------------- limits

    def _begin(self) -> None:
        """A request is expected."""
        if self._peer not in self._proxies and not self._count(network_of(self._peer)):
            self._refuse(429)
            return
        self._expected = self._in_head = True
        self._head = self._pieces = self._trailers = 0
        self._limit(self._settings.head_seconds)

    def _visitor(self) -> str:
        """Whom a proxy asks for; the proxy itself, if it doesn't say."""
        told = b", ".join(value for name, value in self.headers if name == b"x-forwarded-for").decode("latin1")
        host = self._proxies.get_trusted_client_address(told)[0] if told else ""
        return network_of(host or self._peer)

    def _count(self, visitor: str) -> bool:
        """Count an unfinished request; False if this visitor has too many."""
        if self.unfinished[visitor] >= self._settings.unfinished_each:
            return False
        self._counted = visitor
        _count(self.unfinished, visitor, 1)
        return True

    def _limit(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._refuse, 408)

    def _finish(self) -> None:
        """The request has come completely, or never will."""
        self._expected = self._in_head = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._counted is not None:
            _count(self.unfinished, self._counted, -1)
            self._counted = None

    def _stop(self, status: int) -> None:
        """Refuse a request in the midst of reading it, and leave the rest unread."""
        self._refuse(status)
        raise _Enough

    def _refuse(self, status: int) -> None:
        """Answer with a sentence and hang up; silently if that could be taken for the answer to something else."""
        answerable = not self._owes_answers()
        self._finish()
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        if answerable:
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

    def _owes_answers(self) -> bool:
        """Whether an earlier request waits for its answer, or the answer to this one has begun."""
        if self.cycle is None or self.cycle.response_complete:
            return False
        its_own = self._expected and not self._in_head
        return not its_own or bool(self.pipeline) or self.cycle.response_started


def _count(counter: Counter[str], name: str, step: int) -> None:
    """Change a number, and forget it when it is nothing."""
    counter[name] += step
    if not counter[name]:
        del counter[name]


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
