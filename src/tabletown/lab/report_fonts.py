"""The typefaces of reports, cut to the characters that reports use and carried within the page."""

from __future__ import annotations

import base64
import io
import logging
from functools import cache

from ..draw.text import BODY, DISPLAY, font_paths

FACES = ((BODY, 500), (BODY, 700), (DISPLAY, 400))
CHARACTERS = [*map(chr, range(0x20, 0x7F)), *"äöüåéèñß–−±×½¼…“”’•✓"]
"""What reports are written with; anything else is shown in the reader's own typeface."""


@cache
def font_faces() -> str:
    """The faces as rules of a style sheet; cutting them takes a second, once."""
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};src:url({_cut(family, weight)})}}'
        for family, weight in FACES
    )


def _cut(family: str, weight: int) -> str:
    from fontTools import subset

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    options = subset.Options(flavor="woff", hinting=False, drop_tables=["FFTM", "DSIG"])
    font = subset.load_font(str(font_paths()[family, weight]), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(CHARACTERS))
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return f"data:font/woff;base64,{base64.b64encode(out.getvalue()).decode()}"
