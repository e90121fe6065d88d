"""A table as a file to download: moves as text, the view as data, the table as a picture."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import Response

from tabletown.core import registry
from tabletown.draw import sheet as sheets
from tabletown.draw.png import png
from tabletown.web.frames.frame import check_layout
from tabletown.web.refusals import Invalid, Unknown
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.tables import Tables

THEMES = ("light", "dark")
TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png"}
_SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A stand-alone picture carries its own style sheet; it is a file to keep, not a page of ours."""


async def export(tables: Tables, table: str, caller: Caller, form: str, theme: str, layout: str) -> Response:
    view = await tables.view(table, caller)
    if form not in TYPES:
        raise Unknown(f"There is no export as {form!r}; there are {', '.join(TYPES)}.")
    if theme not in THEMES:
        raise Invalid(f"There is no theme {theme!r}; there are {' and '.join(THEMES)}.")
    check_layout(layout)
    if form == "txt":
        body = (await tables.save(table)).encode()
    elif form == "json":
        body = json.dumps(view, ensure_ascii=False, indent=1).encode()
    else:
        still = {**view, "moves": [], "reasons": {}, "advice": None}
        body = await asyncio.to_thread(_picture, still, form, theme, layout)
    headers = {"content-disposition": f'attachment; filename="{view["game"]}-{table}.{form}"'}
    if form == "svg":
        headers["content-security-policy"] = _SANDBOX
    return Response(body, media_type=TYPES[form], headers=headers)


def _picture(view: dict[str, Any], form: str, theme: str, layout: str) -> bytes:
    table = registry.rulebook(view["game"]).table
    drawing = sheets.svg(table.table(view, layout), table.DEFS, table.TOKENS, theme)
    return png(drawing) if form == "png" else drawing.encode()
