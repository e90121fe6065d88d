"""Answers to what went wrong: one sentence, as JSON or on a page."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from tabletown.web.pages.error_page import error_page, wants_page
from tabletown.web.refusals import Refusal, Unavailable

from .guard import HEADERS

log = logging.getLogger("tabletown.web")

_NO_JSON = "The request is not valid JSON."


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    for error in (OperationalError, InterfaceError, DBAPIError, PoolTimeout, ConnectionError):
        app.add_exception_handler(error, _storage_failed)
    app.add_exception_handler(Exception, _failed)


def _answer(request: Request, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """A refusal as JSON, or as a page for a person with a browser."""
    if not wants_page(request):
        return JSONResponse(body, status, headers)
    answer = error_page(body["error"], status)
    answer.headers.update(headers or {})
    return answer


async def _refused(request: Request, error: Any) -> Response:
    return _answer(request, error.status, error.to_json())


async def _malformed(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _answer(request, 422, {"error": _NO_JSON})
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return _answer(request, 422, {"error": f"{where or 'The request'}: {first['msg'].rstrip('.')}."})


async def _http(request: Request, error: Any) -> Response:
    sentences = {
        400: _NO_JSON,
        404: f"There is nothing at {request.url.path[:80]}.",
        405: f"{request.method[:16]} is not possible here.",
    }
    sentence = sentences.get(error.status_code, str(error.detail))
    return _answer(request, error.status_code, {"error": sentence}, error.headers)


async def _storage_failed(request: Request, error: Any) -> Response:
    log.error("the database failed: %s", error)
    refusal = Unavailable("The database can't be reached at the moment; nothing was changed, try again.")
    return _answer(request, refusal.status, refusal.to_json())


async def _failed(request: Request, error: Any) -> Response:
    """The last resort. It runs outside all middleware, so it adds the guard's headers itself."""
    sentence = "Something went wrong on our side; it was written to the server's log."
    return _answer(request, 500, {"error": sentence}, HEADERS)
