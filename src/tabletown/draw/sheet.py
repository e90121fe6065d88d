"""A table as a set of regions, each drawn only when what it shows has changed.

A region is a name, the data it depends on, and a function of nothing but that data; `region` ties the last two
together. Definitions (gradients, symbols) travel once with a page; `changed` gives what a page must replace.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from hashlib import blake2b
from threading import Lock
from typing import Any

from . import pieces, scenery
from .accessibility import draw_with_labels
from .shapes import escaped, number
from .text import STYLE
from .tokens import PAPER, Tokens, resolve

Box = tuple[float, float, float, float]
Crop = tuple[Box, tuple[float, float]]
"""A part of a table, and the width and height at which it is shown."""


@dataclass(frozen=True)
class Region:
    """A part of a table. `data` is all that the drawing depends on; `box` is where it lies (x, y, width, height)."""

    name: str
    data: object
    draw: Callable[[], str]
    box: Box | None = None


@dataclass(frozen=True)
class Sheet:
    """A whole table. `key` tells sheets of different games and layouts apart.

    `breaks` are the places where a column may go on in another one: the number of regions above, and the height.
    """

    width: float
    height: float
    regions: tuple[Region, ...]
    label: str
    key: str = ""
    breaks: tuple[tuple[int, float], ...] = ()


def region(name: str, box: Box | None, draw: Callable[..., str], *data: Any) -> Region:
    """A region drawn by `draw(*data)`: it can't depend on anything but its data."""
    return Region(name, data, partial(draw, *data), box)


def boxed(name: str, box: Box, draw: Callable[..., str], *data: Any) -> Region:
    """A region whose drawing begins with its box: `draw(x, y, width, height, *data)`."""
    return region(name, box, draw, *box, *data)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields(kind))


def _plain(value: object) -> object:
    """A dataclass as a dict of its fields, for json.dumps, which asks again for dataclasses among them."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in _fields(type(value))}
    raise TypeError(f"a region's data must be JSON-able, not {type(value).__name__}")


def fingerprint(sheet: Sheet, part: Region) -> str:
    """A short text that is the same exactly when the region looks the same."""
    text = json.dumps([sheet.key, part.name, part.data], default=_plain, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=12).hexdigest()


def fingerprints(sheet: Sheet) -> dict[str, str]:
    return {part.name: fingerprint(sheet, part) for part in sheet.regions}


@dataclass(frozen=True)
class Drawing:
    """A region as it is drawn, and the accessible names of its elements."""

    svg: str
    labels: tuple[str, ...]


class Cache:
    """Drawings of regions by fingerprint; the least recently used go first. Safe to share between threads."""

    def __init__(self, size: int = 4096) -> None:
        self.size = size
        self.drawn = 0
        self._kept: OrderedDict[tuple[str, bool], Drawing] = OrderedDict()
        self._lock = Lock()

    def get(self, sheet: Sheet, part: Region, mark: str | None = None, page: bool = False) -> Drawing:
        """The drawing of a region, for a page or for a document; `mark` is its fingerprint if that is known."""
        key = mark or fingerprint(sheet, part), page
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        body, labels = draw_with_labels(part.draw, page)
        drawing = Drawing(f'<g id="region-{part.name}" class="region">{body}</g>', labels)
        with self._lock:
            self.drawn += 1
            self._kept[key] = drawing
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return drawing

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


CACHE = Cache()


def rendered(sheet: Sheet, cache: Cache = CACHE, page: bool = False) -> dict[str, str]:
    """Every region as `<g id="region-NAME">`, in drawing order, for a page or for a document."""
    return {part.name: cache.get(sheet, part, page=page).svg for part in sheet.regions}


def labels(sheet: Sheet, cache: Cache = CACHE) -> list[str]:
    """What a screen reader says of the elements of a table, in drawing order."""
    return [label for part in sheet.regions for label in cache.get(sheet, part).labels]


def component_labels(sheet: Sheet) -> list[str]:
    """Each label once that says more than a name: what a thing does, or how many of it are left."""
    return [label for label in dict.fromkeys(labels(sheet)) if ". " in label or " left" in label]


def changed(before: Mapping[str, str], sheet: Sheet, cache: Cache = CACHE) -> tuple[dict[str, str], dict[str, str]]:
    """The regions that differ from the fingerprints `before`, drawn for a page, and the fingerprints of now.

    Regions that are in `before` but not in the second answer are to be removed.
    """
    now = fingerprints(sheet)
    parts = {part.name: part for part in sheet.regions}
    fresh = {
        name: cache.get(sheet, parts[name], mark, True).svg for name, mark in now.items() if before.get(name) != mark
    }
    return fresh, now


# ---------------------------------------------------------------- documents

KIT_DEFS: dict[str, str] = {**pieces.DEFS, **scenery.DEFS}


def definitions(defs: Mapping[str, str]) -> str:
    """The kit's and a game's gradients and symbols, for the `<defs>` of a page."""
    return "".join((KIT_DEFS | dict(defs)).values())


def opening(sheet: Sheet, crop: Crop | None = None) -> str:
    """The opening `<svg>` tag of a table, or of a part of it."""
    box, (width, height) = crop or ((0, 0, sheet.width, sheet.height), (sheet.width, sheet.height))
    view_box = " ".join(f"{value:g}" for value in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{width:g}" height="{height:g}"'
        f' class="table" role="group" aria-label="{escaped(sheet.label)}">'
    )


def svg(
    sheet: Sheet,
    defs: Mapping[str, str],
    tokens: Tokens | None = None,
    theme: str = "light",
    cache: Cache = CACHE,
    crop: Crop | None = None,
) -> str:
    """The whole table, or the part of it in `crop`, as a stand-alone document with the theme's colours."""
    body = "".join(rendered(sheet, cache).values())
    paper = f'<rect width="{number(sheet.width)}" height="{number(sheet.height)}" fill="{PAPER}"/>'
    text = f"{opening(sheet, crop)}<style>{STYLE}</style><defs>{definitions(defs)}</defs>{paper}{body}</svg>"
    return resolve(text, theme, *([tokens] if tokens else []))
