"""The API of reviews."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from tabletown.web.http.description import always, refuses
from tabletown.web.http.live import LONGEST_WAIT, Layout
from tabletown.web.http.session import caller, tables
from tabletown.web.refusals import Unknown

from .reviews import Job, reviews

router = APIRouter(prefix="/api", tags=["reviews"], responses=always())

Json = dict[str, Any]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]
NOT_BEGUN = "This game has not been reviewed yet; ask for a review first."


@router.get("/reviews", summary="Your accuracy and luck over your last reviewed games; those of this browser")
async def record(request: Request) -> list[Json]:
    """By game and by whom you played with; games with a coach don't count. `luck` is the mean of a game, in parts of a
    win; `last` has the accuracy of the latest games, the latest first."""
    return await reviews(request).record(caller(request))


@router.post(
    "/tables/{table}/review",
    status_code=202,
    summary="Review a finished game, or find its review",
    responses=refuses(403, 404, 409),
)
async def start(request: Request, table: str) -> Json:
    """409 while the game runs. Nothing is worked out twice: a game has one review by the same engine."""
    job = await reviews(request).start(table, caller(request))
    return {"state": job.state, "done": len(job.events), "of": job.of}


@router.get(
    "/tables/{table}/review",
    summary="What was judged since a number; waits for news",
    response_model=Json,
    responses=refuses(404, 409),
)
async def news(
    request: Request,
    table: str,
    since: Number = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """Ask with `since` = the `next` of the last answer and `wait=25`, until `state` is done or failed.

    Values are parts of a win, or points in a game for one. An event that is told again replaces what was said before.
    """
    job = await found(request, table)
    waiting = job.news
    if wait and job.changes <= since and not job.ended:
        with suppress(TimeoutError):
            await asyncio.wait_for(waiting.wait(), wait)
    return JSONResponse(job.told(since))


@router.get(
    "/tables/{table}/review/{index}",
    summary="One event: candidates, reasons in words, and the table before it",
    response_model=Json,
    responses=refuses(404, 409),
)
async def event(
    request: Request, table: str, index: Annotated[int, Path(ge=0, le=2**31 - 1)], layout: Layout = "desktop"
) -> Response:
    job = await found(request, table)
    if index not in job.events:
        raise Unknown("There is no such event in this review.")
    told = job.events[index]
    frame = await tables(request).replay(table, caller(request), told["ply"], layout)
    return JSONResponse({**told, "frame": frame})


async def found(request: Request, table: str) -> Job:
    job = await reviews(request).find(table, caller(request))
    if job is None:
        raise Unknown(NOT_BEGUN)
    return job
