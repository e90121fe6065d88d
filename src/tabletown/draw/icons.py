"""Rows of small pieces that say what something costs, gives or swaps, without prose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .pieces import coin, good, house, medal, meeple, mint, pictogram, star
from .shapes import group, rect, use
from .text import DISPLAY, READABLE, display, text_width
from .tokens import CARD, INK, INK_SOFT, var

_GAP = 0.16


@dataclass(frozen=True)
class Icon:
    """One thing in a row: its width in units of the row's size, and how to draw it about (cx, cy)."""

    width: float
    draw: Callable[[float, float, float], str]


def word_icon(string: str, colour: str = INK) -> Icon:
    def draw(cx: float, cy: float, size: float) -> str:
        return display(string, cx, cy + size * 0.31, max(READABLE, size * 0.86), colour, "middle")

    return Icon(text_width(string, 0.86, family=DISPLAY), draw)


def good_icons(name: str, count: int = 1, most: int = 3) -> list[Icon]:
    """Up to `most` pieces lie side by side; more are a number and one piece."""
    if count > most:
        return [word_icon(str(count)), Icon(0.95, lambda cx, cy, size: good(name, cx, cy, size))]

    def side_by_side(cx: float, cy: float, size: float) -> str:
        return "".join(good(name, cx + (i - (count - 1) / 2) * 0.58 * size, cy, size) for i in range(count))

    return [Icon(0.92 + 0.58 * (count - 1), side_by_side)]


def coin_icon(amount: object = None) -> Icon:
    return Icon(1.12, lambda cx, cy, size: coin(cx, cy, size * 0.54, amount))


def mint_icon(amount: object = None) -> Icon:
    return Icon(1.12, lambda cx, cy, size: mint(cx, cy, size * 0.54, amount))


def star_icon(amount: object = None) -> Icon:
    return Icon(1.3, lambda cx, cy, size: star(cx, cy, size * 0.66, amount))


def medal_icon(amount: object = None) -> Icon:
    return Icon(1.04, lambda cx, cy, size: medal(cx, cy, size * 0.6, amount))


def house_icon(seat: int) -> Icon:
    return Icon(1.1, lambda cx, cy, size: house(cx, cy, size * 1.06, seat))


def meeple_icon(seat: int) -> Icon:
    return Icon(1.1, lambda cx, cy, size: meeple(cx, cy, size * 1.04, seat))


def pic_icon(name: str) -> Icon:
    return Icon(1.1, lambda cx, cy, size: pictogram(name, cx - size * 0.54, cy - size * 0.54, size * 1.08))


ARROW = Icon(0.8, lambda cx, cy, size: use("p-arrow", cx - size * 0.4, cy - size * 0.4, size * 0.8, size * 0.8))
PER = word_icon("/", INK_SOFT)


def icons_width(icons: Sequence[Icon], size: float) -> float:
    return size * (sum(icon.width for icon in icons) + _GAP * max(0, len(icons) - 1))


def icon_row(
    icons: Sequence[Icon], x: float, cy: float, width: float, size: float, anchor: str = "middle", dimmed: bool = False
) -> str:
    """Icons in a row inside a width; the whole row shrinks if it must."""
    need = icons_width(icons, 1)
    size = min(size, width / need) if need else size
    cursor = x + (width - need * size) / 2 if anchor == "middle" else x
    out = []
    for icon in icons:
        out.append(icon.draw(cursor + icon.width * size / 2, cy, size))
        cursor += (icon.width + _GAP) * size
    return group(*out, opacity=0.55 if dimmed else None)


def pill(cx: float, cy: float, icons: Sequence[Icon], size: float, edge: str = INK) -> str:
    """A small card with icons: a price tag, or what a place would give."""
    width, height = icons_width(icons, size) + size * 0.8, size * 1.5
    left, top = cx - width / 2, cy - height / 2
    return group(
        rect(left + 0.6, top + 2, width, height, var("shade-small"), height / 2),
        rect(left, top, width, height, CARD, height / 2, stroke=edge, stroke_width=1.3),
        icon_row(icons, left + size * 0.4, cy, width - size * 0.8, size, "start"),
    )


def counted(name: str, count: int, cx: float, cy: float, size: float, ink: str = "") -> str:
    """A good with its number beside it; faint if the number is 0."""
    text = str(count)
    width = size * 1.08 + 4 + text_width(text, size * 0.8, family=DISPLAY)
    left = cx - width / 2
    picture = coin(left + size * 0.54, cy, size * 0.54) if name == "coin" else good(name, left + size * 0.54, cy, size)
    colour = ink or (INK if count else INK_SOFT)
    return group(picture, opacity=None if count else 0.45) + display(
        text, left + size * 1.08 + 4, cy + size * 0.28, size * 0.8, colour
    )


def piece_line(
    draw: Callable[[float, float, float], str], x: float, cy: float, size: float, step: float, left: int, total: int
) -> str:
    """Pieces still in hand, then the spent ones as faint copies."""
    return "".join(group(draw(x + i * step, cy, size), opacity=None if i < left else 0.22) for i in range(total))
