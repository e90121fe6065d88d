"""Who calls: the browser's cookie or a seat's token, read once for every request."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.web.tables import seat_tokens
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.tables import Tables

from .addresses import UNKNOWN, network_of

COOKIE = "tabletown"
_MAX_AGE = 400 * 24 * 3600
_BEARER = "bearer "


def caller(connection: HTTPConnection) -> Caller:
    """Who calls. A token in the request counts before the cookie."""
    found: Caller = connection.state.caller
    return found


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return network_of(client[0]) if client else UNKNOWN


def tables(connection: HTTPConnection) -> Tables:
    found: Tables = connection.app.state.tables
    return found


def read_token(connection: HTTPConnection) -> str | None:
    words = connection.headers.get("authorization", "")
    token = words[len(_BEARER) :].strip()
    return token if words.lower().startswith(_BEARER) and seat_tokens.looks_like_a_secret(token) else None


class Session:
    """Reads the cookie; a browser that opens a page without one gets it with the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token = read_token(connection)
        cookie = connection.cookies.get(COOKIE)
        known = seat_tokens.looks_like_a_secret(cookie)
        fresh = seat_tokens.new_secret() if not known and not token and _opens_a_page(connection) else None
        who = None if token else (cookie if known else fresh)
        scope.setdefault("state", {})["caller"] = Caller.of(who, token, address_of(scope))
        await self.app(scope, receive, _with_cookie(send, fresh, scope) if fresh else send)


def _opens_a_page(connection: HTTPConnection) -> bool:
    """A page that a script fetches to keep it for later is not opened: two cookies would be on their way at once."""
    path: str = connection.scope["path"]
    opened = connection.headers.get("sec-fetch-mode", "navigate") == "navigate"
    return opened and connection.scope["type"] == "http" and not path.startswith(("/api/", "/static/"))


def cookie_of(secret: str, scope: Scope) -> str:
    """The header that makes a browser known by a secret."""
    secure = "; Secure" if scope["scheme"] == "https" else ""
    return f"{COOKIE}={secret}; Path=/; Max-Age={_MAX_AGE}; HttpOnly; SameSite=Lax{secure}"


def _with_cookie(send: Send, secret: str, scope: Scope) -> Send:
    cookie = cookie_of(secret, scope)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            answers = headers.get("content-type", "").startswith("text/html") or 300 <= message["status"] < 400
            if answers and "set-cookie" not in headers:
                headers.append("set-cookie", cookie)
        await send(message)

    return sending
