"""Interface glyphs, taken from the Lucide set at run time."""

from __future__ import annotations

import re
from functools import cache

from lucide import lucide_icon
from markupsafe import Markup

GLYPHS = {
    "advice": "wand-sparkles",
    "back": "skip-back",
    "board": "layout-grid",
    "book": "book-open",
    "bot": "bot",
    "branch": "git-branch",
    "chair": "armchair",
    "check": "check",
    "clock": "clock",
    "copy": "copy",
    "cross": "x",
    "down": "chevron-down",
    "download": "download",
    "end": "chevrons-right",
    "eye": "eye",
    "forward": "skip-forward",
    "hint": "lightbulb",
    "home": "house",
    "leave": "door-open",
    "less": "minus",
    "link": "link",
    "log": "scroll-text",
    "moon": "moon",
    "more": "plus",
    "motion": "wind",
    "moves": "list-ordered",
    "offline": "wifi-off",
    "pause": "pause",
    "play": "play",
    "players": "users",
    "rematch": "repeat",
    "replay": "rotate-ccw-clock",
    "settings": "sliders-horizontal",
    "share": "share-2",
    "sound": "volume-2",
    "start": "chevrons-left",
    "sun": "sun-moon",
    "undo": "undo-2",
    "warn": "triangle-alert",
}

_BODY = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@cache
def glyph(name: str, css: str = "icon") -> Markup:
    """A small line drawing in the colour of the text around it; says nothing to screen readers."""
    found = _BODY.search(lucide_icon(GLYPHS[name]))
    if found is None:
        raise ValueError(f"the glyph set has no picture {GLYPHS[name]!r}")
    return Markup(
        f'<svg class="{css}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.3"'
        f' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">{found[1].strip()}</svg>'
    )
