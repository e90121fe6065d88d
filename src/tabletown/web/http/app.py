"""The application: routes, guards and what runs beside them."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from tabletown import __version__
from tabletown.compile.engine import forced
from tabletown.core import registry
from tabletown.web import metrics, pages, tasks
from tabletown.web.lab import api as lab_api
from tabletown.web.lab import pages as lab_pages
from tabletown.web.lab.experiments import Lab
from tabletown.web.pages import rendering
from tabletown.web.push.sender import Pushes
from tabletown.web.puzzles import api as puzzle_api
from tabletown.web.puzzles import pages as puzzle_pages
from tabletown.web.reviews import api as review_api
from tabletown.web.reviews import coaching as coach_api
from tabletown.web.reviews import pages as review_pages
from tabletown.web.reviews.reviews import Reviews
from tabletown.web.settings import BadSetting, Settings
from tabletown.web.store.storage import Storage, in_one_line
from tabletown.web.tables.bots import Bots
from tabletown.web.tables.tables import Tables
from tabletown.web.threads import in_thread

from . import api, company, errors, health, live, push
from .description import describe
from .guard import Guard
from .observer import Observer
from .pictures import Pictures
from .session import Session

if TYPE_CHECKING:
    from tabletown.web.store.shared_limits import SharedLimits

log = logging.getLogger("tabletown.web")

_QUIET = 1.0
_COMPRESSION = 6
_COMPRESSED_IN_PLACE = 32 * 1024
"""Bytes of an answer that are compressed within a millisecond; more is compressed in a thread."""


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
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.settings = settings
    shared = None
    if settings.url.get_backend_name() == "postgresql":
        from tabletown.web.store.shared_limits import SharedLimits

        shared = SharedLimits(settings.url)
    app.state.shared_limits = shared
    app.include_router(api.router)
    app.include_router(review_api.router)
    app.include_router(coach_api.router)
    app.include_router(puzzle_api.router)
    app.include_router(lab_api.router)
    app.include_router(company.router)
    app.include_router(push.router)
    app.include_router(live.router)
    app.include_router(health.router)
    app.include_router(review_pages.router)
    app.include_router(puzzle_pages.router)
    app.include_router(lab_pages.router)
    app.include_router(pages.router)
    app.add_middleware(Session)
    app.add_middleware(Guard, settings=settings, shared=shared)
    app.add_middleware(GZipMiddleware, compresslevel=_COMPRESSION, thread_minimum_size=_COMPRESSED_IN_PLACE)
    app.add_middleware(Observer)  # the outermost: it sees refusals of the guard too
    errors.add_handlers(app)
    describe(app)
    return app


async def prepare_database(settings: Settings) -> None:
    """Open the database once before anybody is let in: bring its tables up to date, or say why that is not possible."""
    storage = Storage(settings)
    try:
        await storage.open()
    except (OSError, sa.exc.DBAPIError) as error:
        raise BadSetting(f"The database can't be used: {in_one_line(error)}.") from None
    finally:
        await storage.close()


@cache
def warm_up() -> None:
    """Load what every page needs and holds the interpreter for long when it is first used: games, and templates."""
    registry.rulebooks()
    rendering.compile_templates()


@cache
def load_native() -> None:
    """Load what native code needs, as soon as visitors are let in and before a table asks for it."""
    if forced() != "interpreted":
        import llvmlite.binding

        llvmlite.binding.initialize_native_target()


def build_routes(app: FastAPI) -> None:
    """Have routes made now; FastAPI would do so at the first request."""
    for route in app.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []})


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    storage = Storage(settings)
    await storage.open()
    await in_thread(warm_up)
    shared: SharedLimits | None = app.state.shared_limits
    if shared:
        await shared.open()
    bots = Bots(settings.bot_workers, settings.bot_seconds)
    app.state.pushes = pushes = Pushes(storage, settings)
    tables = Tables(storage, bots, settings, pushes)
    app.state.tables = tables
    app.state.reviews = reviews = Reviews(storage, tables)
    app.state.coaching = coaching = coach_api.Coaching(tables)
    app.state.pictures = pictures = Pictures()
    app.state.lab = lab = Lab(storage, settings) if settings.lab_workers else None
    if lab:
        await lab.open()
    app.state.connections = live.Connections(settings)
    app.state.draining = asyncio.Event()
    background: list[asyncio.Task[Any]] = [
        asyncio.create_task(_prepare(app), name="preparing"),
        asyncio.create_task(_refresh(tables, settings.sweep), name="refresh"),
        asyncio.create_task(metrics.sample(lambda: len(tables.rooms), lambda: bots.waiting), name="metrics"),
    ]
    pushes.start()
    if settings.prepare:
        background.append(asyncio.create_task(pictures.cut_fonts(), name="fonts"))
    if storage.shared:
        from tabletown.web.store.notify import Listener

        background.append(asyncio.create_task(Listener(storage, tables.notified).run(), name="notices"))
    if shared:
        background.append(asyncio.create_task(shared.exchange(app.state.connections.held), name="limits"))
    try:
        with _noticing_the_end(app.state.draining):
            yield
    finally:
        await tasks.end(background)
        await reviews.close()
        await coaching.close()
        await tables.close()
        await pushes.close()
        await bots.close()
        await pictures.close()
        if lab:
            await lab.close()
        if shared:
            await shared.close()
        await storage.close()


@contextmanager
def _noticing_the_end(draining: asyncio.Event) -> Iterator[None]:
    """Set the event as soon as the process is asked to end, before connections are closed: long polls are answered."""
    loop = asyncio.get_running_loop()
    handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(draining.set)
        handlers[number](number, frame)

    if threading.current_thread() is threading.main_thread():
        for number in filter(None, (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None))):
            if callable(before := signal.getsignal(number)):
                handlers[number] = before
                signal.signal(number, handle)
    try:
        yield
    finally:
        for handled, handler in handlers.items():
            signal.signal(handled, handler)


async def _prepare(app: FastAPI) -> None:
    """Make beside everything else what somebody will ask for soon."""
    await asyncio.sleep(_QUIET)  # the first visitors come first
    await in_thread(load_native)
    await in_thread(app.openapi)


async def _refresh(tables: Tables, seconds: float) -> None:
    while True:
        try:
            await tables.refresh()
        except Exception:
            log.exception("looking for news failed; it will be tried again")
        await asyncio.sleep(seconds)
