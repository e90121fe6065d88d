"""Colours of the pages beyond the drawing kit's: the street, shadows, and the accent of each game."""

from __future__ import annotations

from tabletown.draw.text import STYLE
from tabletown.draw.tokens import SEAT_COUNT, css

from .game_signs import accent_styles

_LIGHT = {
    "stone": "#CFC4AC",
    "stone-light": "#E0D6C1",
    "road": "#8B8E96",
    "road-line": "#F3EEE3",
    "pane": "#DDF1FF",
    "casing": "#FFFDF8",
    "blueprint-ink": "#3A608A",
    "key-gloss": "#FFFFFF73",
    "dusk": "0%",
    "rise-1": ".5px 1px 0 #4A3A1E1A, 1px 3px 0 #4A3A1E12",
    "rise-2": "1px 2px 0 #4A3A1E1F, 2px 5px 0 #4A3A1E14, 3px 8px 0 #4A3A1E0D",
    "day": "block",
    "evening": "none",
    "line-yellow": "#B98A0C",
}
_DARK = {
    "stone": "#3A414D",
    "stone-light": "#464E5C",
    "road": "#20262F",
    "road-line": "#6B7584",
    "pane": "#FFE292",
    "casing": "#14181F",
    "blueprint-ink": "#A9CBEA",
    "key-gloss": "#FFFFFF1F",
    "dusk": "16%",
    "rise-1": ".5px 1px 0 #00000038, 1px 3px 0 #00000029",
    "rise-2": "1px 2px 0 #00000042, 2px 5px 0 #0000002E, 3px 8px 0 #0000001C",
    "day": "none",
    "evening": "block",
    "line-yellow": "#F2C029",
}
TOKENS = {"light": _LIGHT, "dark": _DARK}


def style_sheet() -> str:
    """The tokens of the drawing kit and the pages, and classes for the games and the seats."""
    seats = "".join(
        f".s-{i}{{--seat:var(--seat-{i}-plate);--seat-ink:var(--seat-{i}-ink);--seat-line:var(--seat-{i}-glow)}}"
        for i in range(SEAT_COUNT)
    )
    return f"{css(TOKENS)}{accent_styles()}\n{seats}\n{STYLE}\n"
