"""How a page is made: templates, the drawings they call, and addresses that change with the content behind them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import segno
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.draw.shapes import path, rect
from tabletown.draw.tokens import css

from . import figures, game_signs, landscapes, picture, theme
from .glyphs import glyph

WEB = Path(__file__).parent.parent
STATIC = WEB / "static"
TAGLINE = "Small town-and-mine games. Play now seats you with bots at once."


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()


@cache
def static(name: str) -> str:
    return f"/static/{name}?{_digest((STATIC / name).read_bytes())}"


@cache
def tokens_url() -> str:
    return f"/tokens.css?{_digest(theme.style_sheet().encode())}"


@cache
def game_style(book: Rulebook) -> str:
    return css(book.table.TOKENS)


def game_tokens(book: Rulebook) -> str:
    return f"/games/{book.name}/tokens.css?{_digest(game_style(book).encode())}"


@cache
def qr(url: str) -> Markup:
    """The address as a QR code."""
    code = segno.make(url, error="m", boost_error=False)
    rows = [list(row) for row in code.matrix]
    side = len(rows) + 4
    dots = "".join(f"M{x + 2} {y + 2}h1v1h-1Z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    ground = rect(0, 0, side, side, "#FFFFFF", 2)
    return picture.picture(side, side, ground, path(dots, "#1E2430"), label="QR code of the invitation", css="qr")


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(WEB / "templates"),
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
    game_tokens=game_tokens,
    glyph=glyph,
    landscape=landscapes.landscape,
    roof=game_signs.roof,
    seat_mark=cache(picture.seat_mark),
    sprite=cache(picture.sprite),
    static=static,
    street=cache(landscapes.street),
    tagline=TAGLINE,
    town=landscapes.town,
    wordmark_house=cache(picture.wordmark_house),
)


def page(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page from a template. Pages show what this browser may see, so they are never stored by caches."""
    values = {"book": None, "tokens_url": tokens_url(), **context}
    text = _ENVIRONMENT.get_template(template).render(values)
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def absolute(request: Request, address: str) -> str:
    """An address with the host under which the reader reached this server."""
    return str(request.base_url).rstrip("/") + address
