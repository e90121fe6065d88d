"""Answers to what went wrong: one sentence, as JSON or on a page."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from tabletown.web.logs import request_id
from tabletown.web.pages.error_page import error_page, wants_page
from tabletown.web.refusals import Refusal, Unavailable
from tabletown.web.threads import in_thread

from .guard import HEADERS

log = logging.getLogger("tabletown.web")

_NO_JSON = "The request is not valid JSON."


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    for error in (OperationalError, InterfaceError, DBAPIError, PoolTimeout, ConnectionError, TimeoutError):
        app.add_exception_handler(error, _storage_failed)
    app.add_exception_handler(Exception, _failed)


async def _answer(
    request: Request, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    """A refusal as JSON, or as a page for a person with a browser."""
    if not wants_page(request):
        return JSONResponse(body, status, headers)
    answer = await in_thread(lambda: error_page(body["error"], status))
    answer.headers.update(headers or {})
    return answer


async def _refused(request: Request, error: Any) -> Response:
    return await _answer(request, error.status, error.to_json())


async def _malformed(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return await _answer(request, 422, {"error": _NO_JSON})
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return await _answer(request, 422, {"error": f"{where or 'The request'}: {first['msg'].rstrip('.')}."})


async def _http(request: Request, error: Any) -> Response:
    sentences = {
        400: _NO_JSON,
        404: f"There is nothing at {request.url.path[:80]}.",
        405: f"{request.method[:16]} is not possible here.",
    }
    sentence = sentences.get(error.status_code, str(error.detail))
    headers = {"allow": ", ".join(_possible(request))} if error.status_code == 405 else error.headers
    return await _answer(request, error.status_code, {"error": sentence}, headers)


def _single(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Each route by itself; newer versions of FastAPI keep those of a router together."""
    for route in routes:
        router = getattr(route, "original_router", None)
        yield from _single(router.routes) if router else [route]


def _possible(request: Request) -> list[str]:
    """All methods that an address answers to, whichever route has them."""
    found: set[str] = set()
    for route in _single(request.app.routes):
        if route.matches(request.scope)[0] != Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return sorted(found | ({"HEAD"} if "GET" in found else set()))


async def _storage_failed(request: Request, error: Any) -> Response:
    """Errors of the database come here from reading, and from changes that were rolled back; see Uncertain."""
    log.error("the database failed: %s", error)
    refusal = Unavailable()
    return await _answer(request, refusal.status, refusal.to_json())


async def _failed(request: Request, error: Any) -> Response:
    """The last resort. It runs outside all middleware, so it adds the guard's headers itself."""
    sentence = "Something went wrong on our side; it was written to the server's log."
    return await _answer(request, 500, {"error": sentence}, {**HEADERS, "x-request-id": request_id.get()})
