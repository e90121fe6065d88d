"""How a page is made: templates, the drawings they call, and addresses that change with the content behind them."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from tabletown.compile.cache import cache_root
from tabletown.draw.png import png
from tabletown.draw.shapes import path, rect
from tabletown.web.tables.lessons import lesson_of

from . import assets, figures, game_signs, landscapes, picture
from .glyphs import glyph

WEB = Path(__file__).parent.parent
TAGLINE = "Small town-and-mine games. Play now seats you with bots at once."


@cache
def icon_png(size: int) -> bytes:
    """The icon of the pages on a ground that may be cut to a circle."""
    drawing = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", assets.texts()["icon.svg"].decode())
    ground = '<rect x="-20" y="-20" width="40" height="40" fill="#F3EEE3"/>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="-20 -20 40 40">'
    return png(f"{head}{ground}{drawing}</svg>", size / 40)


@cache
def qr(url: str) -> Markup:
    """The address as a QR code."""
    import segno

    code = segno.make(url, error="m", boost_error=False)
    rows = [list(row) for row in code.matrix]
    side = len(rows) + 4
    dots = "".join(f"M{x + 2} {y + 2}h1v1h-1Z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    ground = rect(0, 0, side, side, "#FFFFFF", 2)
    return picture.picture(side, side, ground, path(dots, "#1E2430"), label="QR code of the invitation", css="qr")


def _kept_templates() -> jinja2.BytecodeCache | None:
    """Compiled templates in the cache folder, so that a start need not compile them again."""
    folder = cache_root() / "templates"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return jinja2.FileSystemBytecodeCache(str(folder))
    return None


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(WEB / "templates"),
    bytecode_cache=_kept_templates(),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=False,
)
_ENVIRONMENT.globals.update(
    bot_face=cache(figures.bot_face),
    bust=cache(figures.bust),
    curtain=cache(landscapes.curtain),
    emblem=game_signs.emblem,
    figure=cache(figures.figure),
    glyph=glyph,
    landscape=landscapes.landscape,
    lesson_of=lesson_of,
    modules=assets.modules,
    roof=game_signs.roof,
    scene=game_signs.scene,
    seat_mark=cache(picture.seat_mark),
    sprite=cache(picture.sprite),
    static=assets.address,
    street=cache(landscapes.street),
    tagline=TAGLINE,
    town=landscapes.town,
    wordmark_house=cache(picture.wordmark_house),
)


def compile_templates() -> None:
    """Compile all templates, which takes a while, before somebody waits for a page."""
    for name in _ENVIRONMENT.list_templates():
        _ENVIRONMENT.get_template(name)


def page(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page from a template. Pages show what this browser may see, so they are never stored by caches."""
    values = {"book": None, "social": "", **context}
    text = _ENVIRONMENT.get_template(template).render(values)
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def absolute(request: Request, address: str) -> str:
    """An address with the host under which the reader reached this server."""
    return str(request.base_url).rstrip("/") + address
