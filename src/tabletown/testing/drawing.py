"""Does a drawing hold together? Text that leaves its card, text on text, ids used twice, colours left open.

For tests. `overflowing(svg)` and the others take a stand-alone document and give a list of complaints in words;
`picture_faults` does so for the file of a picture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import cos, dist, radians, sin
from xml.etree import ElementTree

from ..draw.palette import BLACK, INK, PALETTE, WHITE
from ..draw.text import CLASSES, text_width
from ..draw.tokens import mix

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_STEP = re.compile(r"(translate|rotate|scale|matrix)\(([^)]*)\)")
Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Area:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass
class _Found:
    """What was painted, in painting order."""

    surfaces: list[tuple[int, Area, tuple[str, ...]]] = field(default_factory=list)
    texts: list[tuple[int, Area, str, tuple[str, ...]]] = field(default_factory=list)
    owners: dict[str, list[Area]] = field(default_factory=dict)
    order: int = 0


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _transform(text: str) -> Matrix:
    out = _SAME
    for name, inner in _STEP.findall(text):
        values = [float(n) for n in _NUMBER.findall(inner)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
        elif name == "scale":
            step = (values[0], 0, 0, values[-1], 0, 0)
        elif name == "rotate":
            a = radians(values[0])
            step = (cos(a), sin(a), -sin(a), cos(a), 0, 0)
        else:
            step = (values[0], values[1], values[2], values[3], values[4], values[5])
        out = _times(out, step)
    return out


def _moved(area: Area, matrix: Matrix) -> Area:
    xs, ys = [], []
    for x, y in ((area.left, area.top), (area.right, area.top), (area.left, area.bottom), (area.right, area.bottom)):
        xs.append(matrix[0] * x + matrix[2] * y + matrix[4])
        ys.append(matrix[1] * x + matrix[3] * y + matrix[5])
    return Area(min(xs), min(ys), max(xs), max(ys))


def _shape(name: str, get: dict[str, str]) -> Area | None:
    """The box of a filled shape, if it is one that text may lie on."""
    if name == "circle":
        x, y, r = float(get.get("cx", 0)), float(get.get("cy", 0)), float(get["r"])
        return Area(x - r, y - r, x + r, y + r)
    if name == "use" and get.get("href", "").startswith("#pic-"):
        return None
    x, y = float(get.get("x", 0)), float(get.get("y", 0))
    return Area(x, y, x + float(get["width"]), y + float(get["height"]))


def _text_area(element: ElementTree.Element) -> Area:
    size, x, y = (float(element.get(key, "0")) for key in ("font-size", "x", "y"))
    family, weight = CLASSES[element.get("class", "t4").split()[0]]
    width = text_width(element.text or "", size, weight, family)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[element.get("text-anchor", "start")]
    return Area(left, y - size * 0.74, left + width, y + size * 0.02)


def _walk(element: ElementTree.Element, matrix: Matrix, owners: tuple[str, ...], found: _Found) -> None:
    name = element.tag.rsplit("}", 1)[-1]
    if name in ("defs", "clipPath", "style", "title", "symbol"):
        return
    if moved := element.get("transform"):
        matrix = _times(matrix, _transform(moved))
    if "target" in element.get("class", "").split() and "panel" not in element.get("class", "").split():
        owners = (*owners, element.get("id", ""))
    found.order += 1
    if name == "text" and element.text:
        found.texts.append((found.order, _moved(_text_area(element), matrix), element.text, owners))
    elif name in ("rect", "circle", "use") and element.get("fill") != "none":
        area = _shape(name, dict(element.attrib))
        if area:
            found.surfaces.append((found.order, _moved(area, matrix), owners))
            for owner in owners:
                found.owners.setdefault(owner, []).append(_moved(area, matrix))
    for child in element:
        _walk(child, matrix, owners, found)


@lru_cache(maxsize=1)  # one document is asked about several things in a row
def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@lru_cache(maxsize=1)
def _look(svg: str) -> tuple[_Found, Area]:
    root = parsed(svg)
    found = _Found()
    _walk(root, _SAME, (), found)
    x, y, width, height = (float(n) for n in root.get("viewBox", "0 0 0 0").split())
    return found, Area(x, y, x + width, y + height)


def overflowing(svg: str, slack: float = 1.0) -> list[str]:
    """Text that is wider than the surface it lies on, hangs out of its target, or leaves the sheet."""
    found, sheet = _look(svg)
    complaints = []
    for order, area, text, owners in found.texts:
        x, y = area.middle
        ground = next(
            (s for when, s, _ in reversed(found.surfaces) if when < order and s.holds(x, y) and s.bottom - s.top >= 9),
            sheet,
        )
        if area.left < ground.left - slack or area.right > ground.right + slack:
            wide = f"{area.left:.0f}..{area.right:.0f} on {ground.left:.0f}..{ground.right:.0f}"
            complaints.append(f"{text!r} is too wide: {wide}")
        if owners:
            parts = found.owners.get(owners[-1], [])
            low, high = max((p.bottom for p in parts), default=0), min((p.top for p in parts), default=0)
            if parts and (area.bottom > low + slack or area.top < high - slack):
                complaints.append(f"{text!r} hangs out of {owners[-1]}: {area.top:.0f}..{area.bottom:.0f}")
        if area.left < sheet.left or area.right > sheet.right or area.bottom > sheet.bottom or area.top < sheet.top:
            complaints.append(f"{text!r} leaves the sheet")
    return complaints


def colliding(svg: str, slack: float = 2.0) -> list[str]:
    """Pairs of texts that lie over one another with nothing painted between them."""
    found, _ = _look(svg)
    complaints = []
    for i, (order, area, text, _) in enumerate(found.texts):
        left, top, right, bottom = area.left + slack, area.top + slack, area.right - slack, area.bottom - slack
        for later, other, words, _ in found.texts[i + 1 :]:
            if other.left < right and other.right > left and other.top < bottom and other.bottom > top:
                x = (max(area.left, other.left) + min(area.right, other.right)) / 2
                y = (max(area.top, other.top) + min(area.bottom, other.bottom)) / 2
                if not any(order < when < later and s.holds(x, y) for when, s, _ in found.surfaces):
                    complaints.append(f"{text!r} and {words!r} collide at {x:.0f}, {y:.0f}")
    return complaints


def repeated_ids(svg: str) -> list[str]:
    """Ids that stand more than once in a document."""
    counts = Counter(re.findall(r'\bid="([^"]+)"', svg))
    return sorted(name for name, count in counts.items() if count > 1)


def broken(svg: str) -> list[str]:
    """References to definitions that are not there, and colours that were not resolved."""
    known = set(re.findall(r'\bid="([^"]+)"', svg))
    wanted = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    return sorted(f"nothing is called {name}" for name in wanted - known) + sorted(
        set(re.findall(r"var\([^)]*\)?", svg))
    )


def sizes_of_text(svg: str) -> dict[str, float]:
    """Every text of a document, also in its symbols, with the smallest size at which it is shown."""
    root = ElementTree.fromstring(svg)
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    sizes: dict[str, float] = {}

    def walk(element: ElementTree.Element, matrix: Matrix) -> None:
        name = element.tag.rsplit("}", 1)[-1]
        if name in ("defs", "clipPath", "style", "title", "symbol"):
            return
        matrix = _times(matrix, _transform(element.get("transform", "")))
        if name == "text" and element.text:
            size = float(element.get("font-size", "0")) * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
            sizes[element.text] = min(size, sizes.get(element.text, size))
        symbol = named.get(element.get("href", "")[1:]) if name == "use" else None
        if symbol is not None and symbol.get("viewBox"):
            scale = float(element.get("width", "1")) / float(symbol.get("viewBox", "0 0 1 1").split()[2])
            for child in symbol:
                walk(child, _times(matrix, (scale, 0, 0, scale, 0, 0)))
        for child in element:
            walk(child, matrix)

    walk(root, _SAME)
    return sizes


def complaints(svg: str) -> list[str]:
    """All of it; an empty list is a sound drawing."""
    return overflowing(svg) + colliding(svg) + [f"id {name} twice" for name in repeated_ids(svg)] + broken(svg)


# ---------------------------------------------------------------- files of pictures

SHAPES = ("svg", "g", "path", "rect", "circle", "ellipse", "use")
PAINTS = ("fill", "stroke", "color", "stop-color")
TOLERANCE = 0.035
"""How far a colour may lie from the palette, as a distance in OKLab, where 0.02 is just noticeable."""


def picture_faults(text: str, definitions: Collection[str], tokens: Collection[str]) -> list[str]:
    """What is wrong with a picture: its elements, its references, its colours; an empty list is a sound picture."""
    root = ElementTree.fromstring(text)
    faults = [] if len(root.get("viewBox", "").split()) == 4 else ["no viewBox"]
    known = {*definitions, *(node.get("id", "") for node in root.iter())}
    for node in root.iter():
        name = node.tag.rsplit("}", 1)[-1]
        if name not in SHAPES:
            faults.append(f"<{name}> is no plain shape")
        for key, value in node.attrib.items():
            references = re.findall(r"url\(#([^)]+)\)", value) + ([value[1:]] if key == "href" else [])
            faults += [f"nothing is called {reference}" for reference in references if reference not in known]
            faults += [
                f"no token is called {token}" for token in re.findall(r"var\(--([^)]+)\)", value) if token not in tokens
            ]
            if key in PAINTS and not references and not _is_paint(value):
                faults.append(f"{key}={value!r} is no colour of the palette")
    return faults


def _is_paint(value: str) -> bool:
    if re.fullmatch(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})", value):
        return from_palette(value)
    return value in ("none", "currentColor") or bool(re.fullmatch(r"var\(--[\w-]+\)", value))


@cache
def from_palette(colour: str) -> bool:
    """Whether a colour (#RGB, #RRGGBB or #RRGGBBAA) is one of the palette's, or a tint or shade of one."""
    digits = colour[1:7] if len(colour) > 4 else "".join(digit * 2 for digit in colour[1:])
    wanted = _oklab(f"#{digits}")
    return any(dist(wanted, tone) <= TOLERANCE for tone in _tones())


@cache
def _tones() -> list[tuple[float, ...]]:
    """The palette with its tints (towards white) and shades (towards ink and black) in twenty steps each."""
    return [
        _oklab(mix(colour, end, step / 20))
        for colour in PALETTE.values()
        for end in (WHITE, INK, BLACK)
        for step in range(20)
    ]


def _oklab(colour: str) -> tuple[float, ...]:
    """A #RRGGBB colour in OKLab, in which equal distances look equally large."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    cones = [sum(weight * part for weight, part in zip(row, linear, strict=True)) ** (1 / 3) for row in _CONES]
    return tuple(sum(weight * cone for weight, cone in zip(row, cones, strict=True)) for row in _LAB)


_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
