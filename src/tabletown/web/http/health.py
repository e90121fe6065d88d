"""For those who watch over the server: whether it lives, and whether it should be sent visitors."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from .session import tables

log = logging.getLogger("tabletown.web")

router = APIRouter(tags=["operation"])

_DATABASE_SECONDS = 2.0


@router.get(
    "/healthz", summary="Whether the process answers at all; if not, restart it", response_class=PlainTextResponse
)
async def healthz() -> PlainTextResponse:
    return _told("ok")


@router.get(
    "/readyz",
    summary="Whether visitors may be sent here: the database answers, and the server is not about to end",
    response_class=PlainTextResponse,
    responses={503: {"description": "not now, and why"}},
)
async def readyz(request: Request) -> PlainTextResponse:
    if request.app.state.draining.is_set():
        return _told("The server is about to end.", 503)
    try:
        async with asyncio.timeout(_DATABASE_SECONDS):
            await tables(request).ask_database()
    except (TimeoutError, OSError, sa.exc.SQLAlchemyError) as error:
        log.warning("not ready: the database does not answer: %s", error)
        return _told("The database does not answer.", 503)
    return _told("ready")


def _told(sentence: str, status: int = 200) -> PlainTextResponse:
    return PlainTextResponse(sentence + "\n", status, {"cache-control": "no-store"})
