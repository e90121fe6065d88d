"""The page that says what went wrong, for browsers that asked for a page. Programs get JSON."""

from __future__ import annotations

from functools import lru_cache

from fastapi import Response
from fastapi.responses import HTMLResponse
from starlette.requests import HTTPConnection

from .rendering import page

HEADS = {
    403: "This door is closed",
    404: "There is nothing here",
    405: "That did not work",
    409: "Not just now",
    429: "One moment, please",
    500: "Something broke",
    503: "One moment, please",
}


def wants_page(connection: HTTPConnection) -> bool:
    """Whether the answer is for a person: a browser that opens a page, not a script or a program."""
    path: str = connection.scope["path"]
    return not path.startswith(("/api/", "/static/")) and "text/html" in connection.headers.get("accept", "")


def error_page(sentence: str, status: int) -> Response:
    """One clear sentence and a link to the home page."""
    return HTMLResponse(_text(sentence, status), status, {"Cache-Control": "no-store"})


@lru_cache(maxsize=64)
def _text(sentence: str, status: int) -> bytes:
    """Rendered once: the page that says "too often" must cost next to nothing."""
    return bytes(page("error.html", status, head=HEADS.get(status, "That did not work"), sentence=sentence).body)
