"""Static pictures: one SVG file for each, loaded as symbols that a drawing refers to by name."""

from __future__ import annotations

import importlib.resources
import re
from functools import cache

from .shapes import at, symbol

FOLDER = "pictures"

_DOCUMENT = re.compile(r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="([-\d. ]+)">(.*)</svg>\s*', re.DOTALL)


@cache
def load_pictures(package: str, prefix: str = "", kind: str = "pic-") -> dict[str, str]:
    """The files `pictures/NAME.svg` of a package as symbols with the id KIND+PREFIX+NAME, sorted by name.

    A file is one `<svg>` element with a viewBox and nothing else around it. Colours are written out, or as tokens
    (`var(--card)`) where they depend on the theme.
    """
    folder = importlib.resources.files(package).joinpath(FOLDER)
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name, dot, ending = file.name.partition(".")
        if dot and ending == "svg":
            box, drawing = read_picture(file.read_text(encoding="utf-8"), file.name)
            found[f"{kind}{prefix}{name}"] = symbol(f"{kind}{prefix}{name}", drawing, box)
    return found


def inline_picture(package: str, name: str, x: float, y: float, size: float) -> str:
    """The file `pictures/NAME.svg` drawn in place, for pages that don't have the game's definitions."""
    file = importlib.resources.files(package).joinpath(FOLDER, f"{name}.svg")
    box, drawing = read_picture(file.read_text(encoding="utf-8"), file.name)
    left, top, width, _ = map(float, box.split())
    scale = size / width
    return at(x - left * scale, y - top * scale, drawing, scale=scale)


def read_picture(text: str, name: str) -> tuple[str, str]:
    """The viewBox and the content of a picture file."""
    document = _DOCUMENT.fullmatch(text)
    if document is None:
        raise ValueError(f"{name} must be one <svg> element with a viewBox and no other attribute.")
    return document[1], re.sub(r">\s+<", "><", document[2].strip())
