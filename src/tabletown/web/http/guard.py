"""Checks on every request: where it comes from, how big it is, how often it comes. Also what a page may load."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.web.pages.error_page import error_page, wants_page
from tabletown.web.refusals import Forbidden, Refusal, TooMuch, TooOften
from tabletown.web.settings import Limits, Settings
from tabletown.web.threads import in_thread

from .hosts import Hosts
from .session import COOKIE, address_of

if TYPE_CHECKING:
    from tabletown.web.store.shared_limits import SharedLimits

LARGEST_BODY = 16 * 1024
UNLIMITED = ("/healthz", "/readyz")
"""Asked every few seconds by those who watch over the server."""
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
NOT_GUESSED = "x-content-type-options"
HEADERS = {
    "content-security-policy": POLICY,
    NOT_GUESSED: "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PARTS_OF_PAGES = ("text/javascript", "text/css", "font/woff2")
"""What is told to a page means nothing to them, and a table has thirty; only their type is not to be guessed."""
HTTPS_ONLY = "max-age=31536000"
"""A browser that came by https once comes by https for a year."""
DRAWN = ("/export.png", "/export.svg", "/card.png")
_ASKS = {
    "/claim": "claiming",
    "/moves": "playing",
    "/undo": "playing",
    "/lesson": "playing",
    "/reactions": "playing",
    "/nudges": "playing",
    "/hint": "thinking",
    "/advice": "thinking",
    "/review": "thinking",
    "/coach": "playing",
    "/stop": "playing",
}


def own_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the Origin header names this server or an origin that the operator allows."""
    origin = connection.headers.get("origin", "")
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    secure = connection.scope["scheme"] in ("https", "wss")
    return parts.scheme == ("https" if secure else "http") and parts.netloc == connection.headers.get("host", "")


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse a change that another site's page asks for in the name of a visitor."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        allowed = site in ("same-origin", "none") or own_origin(connection, settings)
    elif "origin" in connection.headers:
        allowed = own_origin(connection, settings)
    else:
        allowed = COOKIE not in connection.cookies  # a program with a token of its own: there is nobody to impersonate
    if not allowed:
        raise Forbidden("This request comes from another site, so it was not carried out.")


class CutOff(Refusal):
    """Half a request is none; nobody is there any more to read this."""

    status = 400


class Rates:
    """How often one address may ask for what, in this process or, with shared limits, in all of them."""

    def __init__(self, limits: Limits, shared: SharedLimits | None) -> None:
        self._limits = {kind: parse(limit) for kind, limit in asdict(limits).items()}
        self._limiter = shared or SlidingWindowCounterRateLimiter(MemoryStorage())

    async def check(self, scope: Scope) -> None:
        kind = _kind(scope)
        if not await self._limiter.hit(self._limits[kind], kind, address_of(scope)):
            raise TooOften("That was too often in a short time; wait a little and try again.")


def _kind(scope: Scope) -> str:
    path: str = scope["path"]
    if path.endswith(DRAWN):
        return "drawing"
    if scope["type"] == "websocket" or (scope["method"] in SAFE and not path.endswith(("/advice", "/coach"))):
        return "reading"
    if path.startswith("/join/"):
        return "claiming"
    if path.startswith("/api/puzzles/"):
        return "playing"
    if path.startswith(("/lab/", "/api/lab/")) and not path.endswith(("/stop", "/play")):
        return "experimenting"
    return next((kind for ending, kind in _ASKS.items() if path.endswith(ending)), "creating")


class Guard:
    """Middleware for every request. Refusals are one sentence, as JSON or on a page; all answers carry HEADERS."""

    def __init__(self, app: ASGIApp, settings: Settings, shared: SharedLimits | None = None) -> None:
        self.app = app
        self.settings = settings
        self.rates = Rates(settings.limits, shared)
        self.hosts = Hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._open(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sending = _with_headers(send, scope)
        try:
            self.hosts.check(scope)
            if not scope["path"].startswith("/static/") and scope["path"] not in UNLIMITED:
                await self.rates.check(scope)
            if scope["method"] not in SAFE:
                check_origin(HTTPConnection(scope), self.settings)
                receive = await _whole_body(scope, receive)
        except Refusal as refusal:
            await self._refuse(scope, receive, sending, refusal)
            return
        if scope["method"] == "HEAD":  # answered like GET; the server leaves the body out
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive, sending)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
        connection = HTTPConnection(scope)
        if wants_page(connection):
            answer = await in_thread(lambda: error_page(refusal.sentence, refusal.status))
        else:
            answer = JSONResponse(refusal.to_json(), refusal.status)
        if refusal.status == TooOften.status:
            answer.headers["retry-after"] = "10"
        await answer(scope, receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.hosts.check(scope)
            await self.rates.check(scope)
        except Refusal:
            await send({"type": "websocket.close", "code": 1013})  # before it was accepted: the caller gets a 403
            return
        await self.app(scope, receive, send)


async def _whole_body(scope: Scope, receive: Receive) -> Receive:
    """Read the body, up to its limit, before anything is done with it."""
    announced = HTTPConnection(scope).headers.get("content-length", "0")
    body, more = b"", True
    if not announced.isdecimal() or int(announced) > LARGEST_BODY:
        raise TooMuch(f"A request may be {LARGEST_BODY // 1024} kB large, not more.")
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise CutOff("The request was cut off before its end.")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            raise TooMuch(f"A request may be {LARGEST_BODY // 1024} kB large, not more.")
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _with_headers(send: Send, scope: Scope) -> Send:
    """Answers are personal unless they say otherwise: no cache keeps them."""
    more = {"cache-control": "no-store"}
    if scope["scheme"] == "https":
        more["strict-transport-security"] = HTTPS_ONLY

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            kind = headers.get("content-type", "").partition(";")[0]
            part = scope["path"].startswith("/static/") and kind in PARTS_OF_PAGES
            for name, value in ({NOT_GUESSED: HEADERS[NOT_GUESSED]} if part else HEADERS | more).items():
                headers.setdefault(name, value)
        await send(message)

    return sending
