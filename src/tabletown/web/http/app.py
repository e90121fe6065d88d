"""The application: routes, guards and what runs beside them."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from tabletown import __version__
from tabletown.web import pages, tasks
from tabletown.web.settings import Settings
from tabletown.web.store.notify import Listener
from tabletown.web.store.storage import Storage
from tabletown.web.tables.bots import Bots
from tabletown.web.tables.tables import Tables

from . import api, errors, live
from .guard import Guard
from .session import Session

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
    errors.add_handlers(app)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    storage = Storage(settings)
    await storage.open()
    bots = Bots(settings.bot_workers, settings.bot_seconds)
    tables = Tables(storage, bots, settings)
    app.state.tables = tables
    app.state.connections = live.Connections(settings)
    stopped = threading.Event()
    background = [asyncio.create_task(_refresh(tables, settings.sweep), name="refresh")]
    if settings.covers:
        background.append(asyncio.create_task(_draw_covers(stopped), name="covers"))
    if storage.shared:
        background.append(asyncio.create_task(Listener(storage, tables.notified).run(), name="notices"))
    try:
        yield
    finally:
        stopped.set()
        await tasks.end(background)
        await tables.close()
        await bots.close()
        await storage.close()


async def _draw_covers(stopped: threading.Event) -> None:
    try:
        await asyncio.to_thread(pages.draw_covers, stopped)
    except Exception:
        log.exception("a cover could not be drawn")


async def _refresh(tables: Tables, seconds: float) -> None:
    while True:
        try:
            await tables.refresh()
        except Exception:
            log.exception("looking for news failed; it will be tried again")
        await asyncio.sleep(seconds)
