"""A table to take away: as text to replay, as data, as a picture."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import Response

from ..core.game import Rulebook
from ..draw import sheet as sheets
from ..draw.png import png
from . import frames
from .errors import Conflict, Invalid, Unknown
from .room import Room

THEMES = ("light", "dark")
TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png"}
_SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A stand-alone picture carries its own style sheet; it is a file to keep, not a page of ours."""


async def export(room: Room, viewer: int | None, form: str, theme: str, layout: str) -> Response:
    if form not in TYPES:
        raise Unknown(f"There is no export as {form!r}; there are {', '.join(TYPES)}.")
    if theme not in THEMES:
        raise Invalid(f"There is no theme {theme!r}; there are {' and '.join(THEMES)}.")
    frames.check_layout(layout)
    body = _text(room, viewer, form) if form in ("txt", "json") else await _picture(room, viewer, form, theme, layout)
    headers = {"content-disposition": f'attachment; filename="{room.game.name}-{room.id}.{form}"'}
    if form == "svg":
        headers["content-security-policy"] = _SANDBOX
    return Response(body, media_type=TYPES[form], headers=headers)


def _text(room: Room, viewer: int | None, form: str) -> bytes:
    if form == "json":
        return json.dumps(frames.view_of(room, viewer), ensure_ascii=False, indent=1).encode()
    if room.status != "over":
        raise Conflict(
            "The moves can be taken away when the game is over; until then they would tell what is hidden.",
            version=room.version,
        )
    return room.match.save().encode()


async def _picture(room: Room, viewer: int | None, form: str, theme: str, layout: str) -> bytes:
    """Drawn beside the event loop, from a view that is nobody else's."""
    view = {**frames.view_of(room, viewer), "moves": [], "reasons": {}, "advice": None}
    return await asyncio.to_thread(_drawn, room.game.rulebook, view, form, theme, layout)


def _drawn(book: Rulebook, view: dict[str, Any], form: str, theme: str, layout: str) -> bytes:
    table = book.table
    drawing = sheets.svg(table.table(view, layout), table.DEFS, table.TOKENS, theme)
    return png(drawing) if form == "png" else drawing.encode()
