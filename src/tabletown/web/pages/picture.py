"""Inline drawings, made with the drawing kit. Colours are custom properties of the style sheet, so one drawing serves
both themes."""

from __future__ import annotations

import importlib.resources
from functools import cache

from markupsafe import Markup

from tabletown.draw.pictures import read_picture
from tabletown.draw.pieces import house
from tabletown.draw.pieces import seat_mark as kit_mark
from tabletown.draw.shapes import tag
from tabletown.draw.sheet import KIT_DEFS


def picture(
    width: float, height: float, *children: str, label: str = "", css: str = "", fit: str = "xMidYMid meet"
) -> Markup:
    """An inline drawing; without a label it is decoration."""
    named: dict[str, str] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return Markup(
        tag(
            "svg",
            *children,
            viewBox=f"0 0 {width:g} {height:g}",
            preserveAspectRatio=fit,
            class_=css or None,
            focusable="false",
            **named,
        )
    )


@cache
def picture_file(name: str) -> tuple[str, str]:
    """The viewBox and the content of a static picture of the pages, `pictures/NAME.svg`."""
    file = importlib.resources.files(__package__).joinpath("pictures", f"{name}.svg")
    return read_picture(file.read_text(encoding="utf-8"), file.name)


def static_picture(name: str, css: str, fit: str = "xMidYMid meet") -> Markup:
    """A static picture as an inline drawing."""
    box, drawing = picture_file(name)
    width, height = map(float, box.split()[2:])
    return picture(width, height, drawing, css=css, fit=fit)


def sprite(more: str = "") -> Markup:
    """The kit's symbols and gradients, once on every page."""
    return Markup(
        tag(
            "svg",
            tag("defs", *KIT_DEFS.values(), more),
            class_="sprite",
            aria_hidden="true",
            focusable="false",
            id="definitions",
        )
    )


def seat_mark(seat: int, size: int = 24) -> Markup:
    return picture(28, 28, kit_mark(14, 14, 28, seat), css=f"mark mark-{size}")


def wordmark_house() -> Markup:
    return picture(28, 28, house(14, 14, 28, 1), css="piece")
