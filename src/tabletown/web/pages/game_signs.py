"""What tells one game from another on the pages, as its folder declares it: accent colours, roof and emblem."""

from __future__ import annotations

import importlib.resources
from functools import cache

from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.registry import rulebooks
from tabletown.draw.pictures import read_picture
from tabletown.draw.sheet import used_definitions

from .picture import picture

ROOF = "drawing/roof.svg"
"""The file of a game's folder with the roof of its house on the home page; a plain roof stands in for it."""


def accent_class(book: Rulebook) -> str:
    return f"g-{book.name}"


def accent_styles() -> str:
    """A class for each game that sets its accent, the shade of it and a pale ground."""
    return "".join(
        ".{}{{--game:{};--game-lip:{};--tint:{}}}".format(accent_class(book), *book.accent)
        for book in rulebooks().values()
    )


@cache
def roof(book: Rulebook) -> Markup:
    own = importlib.resources.files(book.package).joinpath(ROOF)
    file = own if own.is_file() else importlib.resources.files(__package__).joinpath("plain_roof.svg")
    _, drawing = read_picture(file.read_text(encoding="utf-8"), file.name)
    return picture(256, 66, drawing, css="roof", fit="xMidYMax meet")


@cache
def emblem(book: Rulebook, size: str = "emblem") -> Markup:
    """The emblem of a game's own table, as a picture."""
    sign = book.table.EMBLEM
    drawing = f'<svg x="2" y="2" width="44" height="44" viewBox="-16 -16 32 32">{sign}</svg>'
    own = used_definitions(sign, book.table.DEFS)
    return picture(48, 48, f"<defs>{own}</defs>" if own else "", drawing, css=f"{size} {accent_class(book)}")
