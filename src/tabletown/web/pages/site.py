"""How a page is made: templates, the drawings they call, addresses of style sheets that change only with their text."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import segno
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.draw.pieces import house
from tabletown.draw.shapes import path, rect
from tabletown.draw.sheet import rendered, used_definitions
from tabletown.draw.tokens import css

from . import art, covers, look
from .glyphs import glyph

_EMBLEM = re.compile(r'<g [^>]*class="wordmark-emblem"[^>]*>')
_GROUP = re.compile(r"<g[ >]|</g>")
HERE = Path(__file__).parent.parent
STATIC = HERE / "static"
TAGLINE = "Small town-and-mine games. Play now seats you with bots at once."


def _mark(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()


@cache
def static(name: str) -> str:
    return f"/static/{name}?{_mark((STATIC / name).read_bytes())}"


@cache
def tokens_url() -> str:
    return f"/tokens.css?{_mark(look.style_sheet().encode())}"


@cache
def game_style(book: Rulebook) -> str:
    return css(book.table.TOKENS)


def game_tokens(book: Rulebook) -> str:
    return f"/games/{book.name}/tokens.css?{_mark(game_style(book).encode())}"


def _sign(book: Rulebook) -> str:
    """The emblem that stands before the game's name on its own table, drawn about the middle and 30 wide."""
    for part in rendered(covers.sheet_of(book)).values():
        found = _EMBLEM.search(part)
        if found:
            depth, end = 0, found.end()
            for tag in _GROUP.finditer(part, found.end()):
                depth += -1 if tag[0] == "</g>" else 1
                end = tag.start()
                if depth < 0:
                    return part[found.end() : end]
    return _plain_sign(book)


def _plain_sign(book: Rulebook) -> str:
    return house(0, 0, 30, look.number_of(book.name) % 4)


def emblem(book: Rulebook, size: str = "emblem") -> Markup:
    """The game's own little sign, as on its table; a plain house until that is drawn, since a page doesn't wait."""
    return _emblem(book, size) if covers.at_hand(book) else _framed(book, size, _plain_sign(book))


@cache
def _emblem(book: Rulebook, size: str) -> Markup:
    return _framed(book, size, _sign(book))


def _framed(book: Rulebook, size: str, sign: str) -> Markup:
    drawing = f'<svg x="2" y="2" width="44" height="44" viewBox="-16 -16 32 32">{sign}</svg>'
    own = used_definitions(sign, book.table.DEFS)
    return art.picture(
        48, 48, f"<defs>{own}</defs>" if own else "", drawing, css=f"{size} {look.accent_class(book.name)}"
    )


@cache
def qr(url: str) -> Markup:
    """The address as a code to be photographed."""
    code = segno.make(url, error="m", boost_error=False)
    rows = [list(row) for row in code.matrix]
    size = len(rows)
    dots = "".join(f"M{x + 2} {y + 2}h1v1h-1Z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return art.picture(
        size + 4, size + 4, rect(0, 0, size + 4, size + 4, "#FFFFFF", 2), path(dots, "#1E2430"), label="QR code of the invitation", css="qr"
    )  # fmt: skip


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=False,
)
_ENVIRONMENT.globals.update(
    bot_face=cache(art.bot_face),
    bust=cache(art.bust),
    curtain=cache(art.curtain),
    emblem=emblem,
    figure=cache(art.figure),
    game_tokens=game_tokens,
    glyph=glyph,
    landscape=art.landscape,
    roof=cache(art.roof),
    seat_mark=cache(art.seat_mark),
    sprite=cache(art.sprite),
    static=static,
    street=cache(art.street),
    tagline=TAGLINE,
    town=art.town,
    wordmark_house=cache(art.wordmark_house),
)


def page(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page from a template. Pages show what a browser may see and are never kept."""
    values = {"book": None, "tokens_url": tokens_url(), **context}
    text = _ENVIRONMENT.get_template(template).render(values)
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def absolute(request: Request, address: str) -> str:
    """An address with the host under which the reader reached us."""
    return str(request.base_url).rstrip("/") + address
