"""The application: routes, guards and what runs beside them."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from .. import __version__
from . import api, live, pages, tasks
from .bots import Bots
from .errors import Refusal, Unavailable
from .guard import HEADERS, Guard
from .hints import Listener
from .session import Session
from .settings import Settings
from .storage import Storage
from .tables import Tables

log = logging.getLogger("tabletown.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application."""
    settings = settings or Settings()
    app = FastAPI(
        title="Tabletown",
        version=__version__,
        description="Play at Tabletown's tables by program: create a table, take a seat, ask for legal moves, play.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.include_router(api.router)
    app.include_router(live.router)
    app.include_router(pages.router)  # last: it has an answer to every address
    app.add_middleware(Session)
    app.add_middleware(Guard, settings=settings)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    for error in (OperationalError, InterfaceError, DBAPIError, PoolTimeout, ConnectionError):
        app.add_exception_handler(error, _storage_failed)
    app.add_exception_handler(Exception, _failed)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    storage = Storage(settings)
    await storage.open()
    bots = Bots(settings.bot_workers, settings.bot_seconds)
    tables = Tables(storage, bots, settings)
    app.state.tables = tables
    app.state.doors = live.Doors(settings)
    stopped = threading.Event()
    beside = [asyncio.create_task(_sweep(tables, settings.sweep), name="sweep")]
    if settings.covers:
        beside.append(asyncio.create_task(_draw_covers(stopped), name="covers"))
    if storage.shared:
        beside.append(asyncio.create_task(Listener(storage, tables).run(), name="hints"))
    try:
        yield
    finally:
        stopped.set()
        await tasks.end(beside)
        await tables.close()
        await bots.close()
        await storage.close()


async def _draw_covers(stopped: threading.Event) -> None:
    try:
        await asyncio.to_thread(pages.draw_covers, stopped)
    except Exception:
        log.exception("a cover could not be drawn")


async def _sweep(tables: Tables, seconds: float) -> None:
    while True:
        try:
            await tables.sweep()
        except Exception:
            log.exception("looking for news failed; it will be tried again")
        await asyncio.sleep(seconds)


# ---------------------------------------------------------------- answers to what went wrong

_NO_JSON = "The request is not valid JSON."


def _answer(request: Request, status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """A refusal as JSON, or as a page for somebody who looks at it."""
    if not pages.wants_page(request):
        return JSONResponse(body, status, headers)
    answer = pages.lost(body["error"], status)
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
    sentence = {
        400: _NO_JSON,
        404: f"There is nothing at {request.url.path[:80]}.",
        405: f"{request.method[:16]} is not possible here.",
    }
    return _answer(
        request, error.status_code, {"error": sentence.get(error.status_code, str(error.detail))}, error.headers
    )


async def _storage_failed(request: Request, error: Any) -> Response:
    log.error("the database failed: %s", error)
    refusal = Unavailable("The database can't be reached at the moment; nothing was changed, try again.")
    return _answer(request, refusal.status, refusal.to_json())


async def _failed(request: Request, error: Any) -> Response:
    """The last resort, outside all guards: it brings their headers itself."""
    return _answer(
        request, 500, {"error": "Something went wrong on our side; it was written to the server's log."}, HEADERS
    )
