"""A table as a file to download: moves as text, the view as data, the table as a picture."""

from __future__ import annotations

import json

from fastapi import Request, Response

from tabletown.web.refusals import Unknown

from .pictures import pictures
from .session import caller, tables

TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png"}
_SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A stand-alone picture carries its own style sheet; it is a file to keep, not a page of ours."""


async def export(request: Request, table: str, form: str, theme: str, layout: str) -> Response:
    if form not in TYPES:
        raise Unknown(f"There is no export as {form!r}; there are {', '.join(TYPES)}.")
    service, me = tables(request), caller(request)
    version, view = await service.view(table, me)
    if form == "txt":
        body = (await service.save(table)).encode()
    elif form == "json":
        body = json.dumps(view, ensure_ascii=False, indent=1).encode()
    else:
        still = {**view, "moves": [], "reasons": {}, "advice": None}
        key = table, version, view["viewer"], form, theme, layout
        question = {"kind": form, "theme": theme, "layout": layout, "view": still}
        body = await pictures(request).get(key, question, me.address)
    headers = {"content-disposition": f'attachment; filename="{view["game"]}-{table}.{form}"'}
    if form == "svg":
        headers["content-security-policy"] = _SANDBOX
    return Response(body, media_type=TYPES[form], headers=headers)
