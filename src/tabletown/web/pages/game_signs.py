"""What tells one game from another on the pages, as its folder declares it: accent colours, roof, scene and emblem."""

from __future__ import annotations

import importlib.resources
from functools import cache

from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.registry import rulebooks
from tabletown.draw.pictures import read_picture
from tabletown.draw.shapes import at

from .landscapes import plain_scene
from .picture import picture, picture_file

ROOF = "drawing/roof.svg"
"""The file of a game's folder with the roof of its house on the home page; a plain roof stands in for it."""


SCENE = "drawing/scene.svg"
"""The file with what is seen in its window, 240 wide and 146 high; the emblem in a landscape stands in for it."""


def accent_class(book: Rulebook) -> str:
    return f"g-{book.name}"


def accent_styles() -> str:
    """A class for each game that sets its accent, the shade of it and a pale ground."""
    return "".join(
        ".{}{{--game:{};--game-lip:{};--tint:{}}}".format(accent_class(book), *book.accent)
        for book in rulebooks().values()
    )


def _own_drawing(book: Rulebook, file: str) -> str | None:
    own = importlib.resources.files(book.package).joinpath(file)
    return read_picture(own.read_text(encoding="utf-8"), own.name)[1] if own.is_file() else None


@cache
def roof(book: Rulebook) -> Markup:
    drawing = _own_drawing(book, ROOF) or picture_file("plain_roof")[1]
    return picture(256, 66, drawing, css="roof", fit="xMidYMax meet")


@cache
def scene(book: Rulebook) -> Markup:
    """What the game is about, in one picture."""
    drawing = _own_drawing(book, SCENE) or plain_scene(book.table.EMBLEM)
    return picture(240, 146, drawing, css="game-scene", fit="xMidYMax slice")


@cache
def emblem(book: Rulebook, size: str = "emblem") -> Markup:
    """The emblem of a game's own table, as a picture."""
    drawing = f'<svg x="2" y="2" width="44" height="44" viewBox="-16 -16 32 32">{book.table.EMBLEM}</svg>'
    return picture(48, 48, drawing, css=f"{size} {accent_class(book)}")


@cache
def option_picture(book: Rulebook, option: str, value: str) -> Markup:
    """The file `drawing/options/OPTION-VALUE.svg` of a game, or what its table shows for the value, or nothing."""
    folder = importlib.resources.files(book.package)
    for file in (f"drawing/options/{option}-{value}.svg", f"drawing/pictures/{value}.svg"):
        own = folder.joinpath(file)
        if own.is_file():
            box, drawing = read_picture(own.read_text(encoding="utf-8"), own.name)
            left, top, width, height = map(float, box.split())
            return picture(width, height, at(-left, -top, drawing), css="art")
    return Markup("")
