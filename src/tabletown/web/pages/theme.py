"""Colours of the pages beyond the drawing kit's: the street, shadows, and the accent of each game."""

from __future__ import annotations

from tabletown.draw.text import STYLE
from tabletown.draw.tokens import SEAT_COUNT, css, load_colours

from .game_signs import accent_styles

TOKENS = load_colours(__package__)


def style_sheet() -> str:
    """The tokens of the drawing kit and the pages, and classes for the games and the seats."""
    seats = "".join(
        f".s-{i}{{--seat:var(--seat-{i}-plate);--seat-ink:var(--seat-{i}-ink);--seat-line:var(--seat-{i}-glow)}}"
        for i in range(SEAT_COUNT)
    )
    return f"{css(TOKENS)}{accent_styles()}\n{seats}\n{STYLE}\n"
