"""The part of the API by which browsers ask for notifications."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from tabletown.web.push.sender import Pushes
from tabletown.web.tables.requests import NewSubscription

from .description import always, refuses
from .session import caller

router = APIRouter(prefix="/api", tags=["notifications"], responses=always())

Name = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


def pushes(request: Request) -> Pushes:
    found: Pushes = request.app.state.pushes
    return found


@router.get("/push", summary="The key that a browser subscribes to notifications with", responses=refuses(404))
async def key(request: Request) -> dict[str, Any]:
    """404 if this server sends none."""
    return {"key": await pushes(request).public_key()}


@router.post(
    "/push", status_code=201, summary="Be told outside the page when it is your turn", responses=refuses(403, 404)
)
async def subscribe(request: Request, body: NewSubscription) -> dict[str, str]:
    """For browsers, which have a cookie: the subscription belongs to it. The answer names it, to be ended."""
    keys = body.keys
    name = await pushes(request).subscribe(caller(request), body.endpoint, keys.p256dh, keys.auth)
    return {"id": name}


@router.delete("/push/{name}", status_code=204, summary="End a subscription of this browser", responses=refuses(404))
async def unsubscribe(request: Request, name: Name) -> None:
    await pushes(request).unsubscribe(caller(request), name)
