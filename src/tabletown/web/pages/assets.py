"""Files that every visitor gets alike: scripts, styles, glyphs, fonts.

Their addresses lie in a folder that is named by a digest of all of them, so a browser may keep them for ever, and
scripts find each other by relative names. They are compressed once, as well as can be, and not for every visitor.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path

import brotli

from tabletown.core.registry import rulebooks
from tabletown.draw.tokens import css

from . import theme
from .fonts import font_names, font_styles

FOLDER = Path(__file__).parent.parent / "static"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_IMPORT = re.compile(r'^(?:import|export)\b[^"]*"\./([\w.-]+)";?$', re.MULTILINE)


@cache
def texts() -> dict[str, bytes]:
    """All files but the fonts by name; the style sheet begins with the colours and the fonts."""
    found = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir()) if path.is_file()}
    found["pages.css"] = f"{font_styles()}\n{theme.style_sheet()}\n".encode() + found["pages.css"]
    for book in rulebooks().values():
        found[f"{book.name}.css"] = css(book.table.TOKENS).encode()
    return found


@cache
def digest() -> str:
    """Names everything that the files are made of."""
    made = hashlib.blake2b(digest_size=6)
    for name, data in texts().items():
        made.update(name.encode() + data)
    return made.hexdigest()


def address(name: str) -> str:
    """Where a browser finds a file, for ever the same as now."""
    if name not in texts() and name not in font_names():
        raise ValueError(f"there is no file {name!r} among the assets")
    return f"/static/{digest()}/{name}"


@cache
def modules(name: str) -> list[str]:
    """The addresses of the scripts that a script imports, directly or not: a page fetches all of them at once."""
    found: list[str] = []

    def follow(script: str) -> None:
        for imported in _IMPORT.findall(texts()[script].decode()):
            if imported not in found:
                found.append(imported)
                follow(imported)

    follow(name)
    return [address(imported) for imported in found]


def accepted(header: str) -> str:
    """The better one of the encodings that a browser says it takes; empty if it takes neither."""
    taken = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        taken[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((name for name in ("br", "gzip") if taken.get(name, taken.get("*", False))), "")


@cache
def compressed(name: str, encoding: str) -> bytes:
    """A file in one of the encodings of `accepted`."""
    data = texts()[name]
    if encoding == "br":
        return bytes(brotli.compress(data, quality=11))
    return gzip.compress(data, 9, mtime=0) if encoding == "gzip" else data
