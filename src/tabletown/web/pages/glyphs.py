"""Interface glyphs, taken from the Lucide set at run time."""

from __future__ import annotations

import re
from functools import cache

from lucide import lucide_icon
from markupsafe import Markup

_BODY = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@cache
def glyph(name: str, css: str = "icon") -> Markup:
    """A drawing of the Lucide set by its name there, in the colour of the text around it; screen readers skip it."""
    found = _BODY.search(lucide_icon(name))
    if found is None:
        raise ValueError(f"the glyph set has no picture {name!r}")
    return Markup(
        f'<svg class="{css}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.3"'
        f' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">{found[1].strip()}</svg>'
    )
