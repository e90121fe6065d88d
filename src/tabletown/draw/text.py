"""Measuring, wrapping, shrinking and setting text, and text with small icons between the words."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .shapes import Value, attributes, escaped, number

DISPLAY, BODY = "Fredoka One", "Hanken Grotesk"
_SPACE = 0.26  # between words and icons, in ems
READABLE = 10.2
"""The smallest size of a letter or figure: 11 pixels on a phone that is 390 pixels wide."""


def _font_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.submodule_search_locations[0]) / "files"


def font_paths() -> dict[tuple[str, int], Path]:
    """The static font files by family and weight."""
    grotesk = _font_folder("font_hanken_grotesk")
    return {
        (DISPLAY, 400): _font_folder("font_fredoka_one") / "FredokaOne-Regular.ttf",
        (BODY, 400): grotesk / "HankenGrotesk-Regular.otf",
        (BODY, 500): grotesk / "HankenGrotesk-Medium.otf",
        (BODY, 600): grotesk / "HankenGrotesk-SemiBold.otf",
        (BODY, 700): grotesk / "HankenGrotesk-Bold.otf",
    }


# Classes of text elements. A page puts this into its style sheet; stand-alone pictures carry it with them.
STYLE = (
    f'.t4,.t5,.t6,.t7{{font-family:"{BODY}",system-ui,sans-serif}}'
    ".t4{font-weight:400}.t5{font-weight:500}.t6{font-weight:600}.t7{font-weight:700}"
    f'.td{{font-family:"{DISPLAY}","{BODY}",system-ui,sans-serif;font-weight:400}}'
)
CLASSES = {"t4": (BODY, 400), "t5": (BODY, 500), "t6": (BODY, 600), "t7": (BODY, 700), "td": (DISPLAY, 400)}


@lru_cache(maxsize=8)
def _advances(family: str, weight: int) -> tuple[dict[str, float], float]:
    from fontTools.ttLib import TTFont

    font = TTFont(font_paths()[(family, weight)])
    em, widths = font["head"].unitsPerEm, font["hmtx"]
    table = {chr(code): widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}
    # a character the font lacks comes from some other font: assume that it is wide
    return table, 1.0


@lru_cache(maxsize=8192)
def _ems(string: str, weight: int, family: str) -> float:
    table, unknown = _advances(family, weight)
    return sum([table.get(char, unknown) for char in string])


def text_width(string: str, size: float, weight: int = 400, family: str = BODY) -> float:
    return _ems(string, 400 if family == DISPLAY else weight, family) * size


def fit_size(string: str, width: float, size: float, smallest: float, weight: int = 700, family: str = BODY) -> float:
    """The largest size, in half points, at which the string fits the width; `smallest` if none does."""
    while size > smallest and text_width(string, size, weight, family) > width:
        size -= 0.5
    return size


def shorten(string: str, width: float, size: float, weight: int = 400, family: str = BODY) -> str:
    """The string, or as much of it as fits with an ellipsis."""
    if text_width(string, size, weight, family) <= width:
        return string
    while string and text_width(string + "…", size, weight, family) > width:
        string = string[:-1].rstrip()
    return string + "…"


def wrap(
    string: str,
    width: float,
    size: float,
    weight: int = 400,
    max_lines: int | None = None,
    family: str = BODY,
) -> list[str]:
    """Lines no wider than the width; words longer than a line and lines beyond `max_lines` are shortened."""
    lines: list[str] = []
    line = ""
    for word in string.split():
        candidate = f"{line} {word}" if line else word
        if line and text_width(candidate, size, weight, family) > width:
            lines.append(line)
            candidate = word
        line = candidate
    lines.append(line)
    if max_lines and len(lines) > max_lines:
        lines[max_lines - 1 :] = [" ".join(lines[max_lines - 1 :])]
    return [shorten(each, width, size, weight, family) for each in lines]


def fit_lines(
    string: str,
    width: float,
    size: float,
    smallest: float,
    weight: int = 700,
    max_lines: int = 2,
    family: str = BODY,
) -> tuple[list[str], float]:
    """The string on at most `max_lines` lines at the largest size, in half points, that needs no ellipsis."""
    while True:
        lines = wrap(string, width, size, weight, max_lines, family)
        if size <= smallest or " ".join(lines) == " ".join(string.split()):
            return lines, size
        size -= 0.5


def words(
    string: object,
    x: float,
    y: float,
    size: float,
    colour: str,
    weight: int = 400,
    anchor: str = "start",
    **more: Value,
) -> str:
    """One line in the body face; (x, y) is on the baseline."""
    return _text(str(string), x, y, size, colour, f"t{weight // 100}", anchor, more)


def display(string: object, x: float, y: float, size: float, colour: str, anchor: str = "start", **more: Value) -> str:
    """One line in the display face: sentences, numbers, signs; never prose."""
    return _text(str(string), x, y, size, colour, "td", anchor, more)


def _text(
    string: str, x: float, y: float, size: float, colour: str, kind: str, anchor: str, more: dict[str, Value]
) -> str:
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    head = f'<text class="{kind}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}"{side}'
    return f"{head}{attributes(more)}>{escaped(string)}</text>"


def paragraph(
    lines: Sequence[str],
    x: float,
    y: float,
    size: float,
    colour: str,
    weight: int = 400,
    leading: float = 1.25,
    anchor: str = "start",
) -> str:
    return "".join(words(line, x, y + i * size * leading, size, colour, weight, anchor) for i, line in enumerate(lines))


# ---------------------------------------------------------------- text with icons


@dataclass(frozen=True)
class Inline:
    """An icon between words. `draw(label, cx, cy, box, dimmed)` fills a box of `width` times 1.5 ems."""

    draw: Callable[[str, float, float, float, bool], str]
    width: float = 1.0


INLINE: dict[str, Inline] = {}
_ICON = re.compile(r"\{(\w+):([\w−+-]*)\}")


def register_inline(name: str, draw: Callable[[str, float, float, float, bool], str], width: float = 1.0) -> None:
    """Make `{name:label}` known to `rich_text`. A name can be registered once only."""
    known = INLINE.get(name)
    if known and known.draw.__qualname__ != draw.__qualname__:
        raise ValueError(f"the inline icon {name!r} is taken")
    INLINE[name] = Inline(draw, width)


Piece = tuple[str, str, float]  # icon name or "", label or word, width in ems


@lru_cache(maxsize=2048)
def _pieces(word: str) -> tuple[Piece, ...]:
    """A word cut into plain parts and icons: `{coin:3},` is an icon and a comma."""
    out: list[Piece] = []
    end = 0
    for match in _ICON.finditer(word):
        if match.start() > end:
            out.append(("", word[end : match.start()], text_width(word[end : match.start()], 1, 500)))
        if match[1] not in INLINE:
            raise ValueError(f"no inline icon is called {match[1]!r}")
        out.append((match[1], match[2], 1.5 * INLINE[match[1]].width))
        end = match.end()
    if end < len(word):
        out.append(("", word[end:], text_width(word[end:], 1, 500)))
    return tuple(out)


def _word_width(word: str, size: float) -> float:
    return sum(width for _, _, width in _pieces(word)) * size


def rich_lines(markup: str, width: float, size: float) -> list[list[str]]:
    """Wrap words and inline icons: `{coin:3} per {pic:ranch}`."""
    lines: list[list[str]] = [[]]
    used = 0.0
    for word in markup.split():
        need = _word_width(word, size)
        if lines[-1] and used + size * _SPACE + need > width:
            lines.append([])
            used = 0.0
        used += need + (size * _SPACE if lines[-1] else 0)
        lines[-1].append(word)
    return lines


def rich_width(line: Sequence[str], size: float) -> float:
    return sum(_word_width(word, size) for word in line) + size * _SPACE * (len(line) - 1)


def rich_text(
    markup: str,
    x: float,
    y: float,
    width: float,
    size: float,
    colour: str,
    leading: float = 1.36,
    dimmed: bool = False,
    anchor: str = "start",
    weight: int = 500,
) -> str:
    """Text with icons set inline; (x, y) is the first baseline, at the left or in the middle."""
    out: list[str] = []
    for row, line in enumerate(rich_lines(markup, width, size)):
        base = y + row * size * leading
        cursor = x - rich_width(line, size) / 2 if anchor == "middle" else x
        start, plain = cursor, ""
        for word in line:
            for icon, label, ems in _pieces(word):
                if icon:
                    if plain.strip():
                        out.append(words(plain.strip(), start, base, size, colour, weight))
                    box = size * 1.5
                    middle = cursor + ems * size / 2
                    out.append(INLINE[icon].draw(label, middle, base - size * 0.36, box, dimmed))
                    plain, start = "", cursor + ems * size
                else:
                    plain += label
                cursor += ems * size
            plain += " "
            cursor += size * _SPACE
            if not plain.strip():
                plain, start = "", cursor
        if plain.strip():
            out.append(words(plain.strip(), start, base, size, colour, weight))
    return "".join(out)
