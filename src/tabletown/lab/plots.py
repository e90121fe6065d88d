"""The plots of answers, drawn with the kit: intervals first, shapes as well as colours.

The printed game is a hollow circle, a changed one an amber diamond. Reports and pages use the same plots, each beside a
table with the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, log2
from typing import Any

from ..draw.pieces import cart
from ..draw.shapes import circle, path, rect, stroke, tag
from ..draw.text import display, shorten, text_width, words
from ..draw.tokens import CARD, FRESH, INK, INK_SOFT, LINE, var
from .words import signed

Found = Mapping[str, Any]
"""An estimate as JSON has it: value, low, high."""
WIDE, NARROW = 700, 352
"""Widths of plots: beside each other on a wide screen, and on a phone. Text keeps its size."""


class Row:
    """A line of a plot: a name with its picture, what was found as printed and as changed, and the difference."""

    def __init__(
        self, name: str, before: Found | None, after: Found | None, change: Found | None = None, picture: str = ""
    ) -> None:
        self.name, self.before, self.after, self.change, self.picture = name, before, after, change, picture

    @property
    def shown(self) -> list[Found]:
        return [entry for entry in (self.before, self.after) if entry]


def svg(width: float, height: float, *children: str, label: str) -> str:
    box = f"0 0 {width:g} {height:g}"
    return tag("svg", *children, viewBox=box, width=width, role="img", aria_label=label, class_="lab-plot")


def printed_mark(x: float, y: float, r: float = 6.4) -> str:
    return circle(x, y, r, CARD, stroke=INK_SOFT, stroke_width=2.8)


def changed_mark(x: float, y: float, r: float = 8.4) -> str:
    diamond = f"M{x:.1f} {y - r:.1f}L{x + r:.1f} {y:.1f}L{x:.1f} {y + r:.1f}L{x - r:.1f} {y:.1f}Z"
    return path(diamond, FRESH, stroke=var("fresh-ink"), stroke_width=1.8)


def square_mark(x: float, y: float, clear: bool) -> str:
    fill, edge = (var("seat-1-plate"), INK) if clear else (CARD, INK_SOFT)
    return rect(x - 6.5, y - 6.5, 13, 13, fill, 3, stroke=edge, stroke_width=1.6)


def legend(kind: str) -> str:
    """What a mark of the plots looks like, for the line above them."""
    marks: dict[str, Callable[[], str]] = {
        "printed": lambda: printed_mark(12, 10),
        "changed": lambda: changed_mark(12, 10),
        "band": lambda: rect(2, 6, 20, 8, LINE, 4),
        "even": lambda: stroke("M1 10H23", INK, 2, stroke_dasharray="2 4"),
    }
    return tag("svg", marks[kind](), viewBox="0 0 24 20", class_="lab-mark", aria_hidden="true", width=24)


def scale(low: float, high: float, left: float, right: float) -> Callable[[float], float]:
    reach = high - low or 1.0
    return lambda value: left + (value - low) / reach * (right - left)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two others, `most` of them or fewer."""
    for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000):
        first, last = ceil(low / step), floor(high / step)
        if last - first + 1 <= most:
            return [round(n * step, 6) for n in range(first, last + 1)]
    return []


def _grid(x: Callable[[float], float], at: Sequence[float], top: float, bottom: float, unit: str) -> str:
    return "".join(
        stroke(f"M{x(t):.1f} {top}V{bottom}", LINE, 1.2, stroke_dasharray="2 5")
        + words(f"{t:g}{unit}".replace("-", "−"), x(t), bottom + 16, 12, INK_SOFT, 600, "middle")
        for t in at
    )


def _name(row: Row, x: float, y: float, room: float) -> str:
    size = 14 if room > 130 else 13
    before = f'<svg x="{x:g}" y="{y - 15:g}" width="30" height="30" viewBox="0 0 30 30">{row.picture}</svg>'
    left = x + 36 if row.picture else x
    return (before if row.picture else "") + words(
        shorten(row.name, room - left, size, 700), left, y + 5, size, INK, 700
    )


def shares(rows: Sequence[Row], width: float, middle: float | None, label: str) -> str:
    """A row a player: the share as printed and as changed, each with its interval, and the difference at the end."""
    phone = width < 500
    told = any(row.change for row in rows)
    ends = 100 * max([entry["high"] for row in rows for entry in row.shown] + ([middle] if middle else []))
    starts = 100 * min([entry["low"] for row in rows for entry in row.shown] + ([middle] if middle else []))
    low, high = max(0.0, starts - 3), min(100.0, ends + 3)
    left, right, top, height = (126.0, width - 102.0, 8.0, 40.0) if phone else (186.0, width - 128.0, 8.0, 42.0)
    right = right if told else width - 66
    x, bottom = scale(low, high, left, right), top + height * len(rows)
    drawn = [_grid(x, ticks(low, high, 4 if phone else 6), top, bottom, "%")]
    if middle is not None:
        drawn.append(stroke(f"M{x(100 * middle):.1f} {top}V{bottom}", INK, 2, stroke_dasharray="2 4"))
    strongest = max((abs(row.change["value"]) for row in rows if row.change and clear(row.change)), default=0.0)
    for index, row in enumerate(rows):
        y = top + height * (index + 0.5)
        lit = bool(row.change and clear(row.change) and abs(row.change["value"]) == strongest)
        if lit:
            drawn.append(rect(2, y - height / 2 + 1, width - 4, height - 2, var("fresh-tint"), 12))
        drawn.append(_name(row, 10, y, left - 8))
        for entry, colour, opacity in ((row.before, LINE, 1.0), (row.after, FRESH, 0.34)):
            if entry:
                a, b = x(100 * entry["low"]), x(100 * entry["high"])
                drawn.append(rect(a, y - 5, max(b - a, 1), 10, colour, 5, fill_opacity=opacity))
        if row.before:
            drawn.append(printed_mark(x(100 * row.before["value"]), y))
        if row.after:
            drawn.append(changed_mark(x(100 * row.after["value"]), y))
        if row.change:
            half = 50 * (row.change["high"] - row.change["low"])
            number, ink = signed(100 * row.change["value"]), INK if clear(row.change) else INK_SOFT
            drawn.append(display(number, width - (46 if phone else 62), y + 6, 18 if lit else 15.5, ink, "end"))
            drawn.append(words(f"± {half:.1f}", width - (42 if phone else 56), y + 5, 12, INK_SOFT, 600))
        elif row.shown:
            drawn.append(display(f"{100 * row.shown[-1]['value']:.1f}%", width - 8, y + 6, 15.5, INK, "end"))
    return svg(width, bottom + 24, *drawn, label=label)


def clear(change: Found) -> bool:
    """Whether an interval leaves zero out."""
    return bool(change["low"] > 0 or change["high"] < 0)


def funnel(
    trace: Sequence[Found], name: str, middle: float, total: int, width: float, labels: Sequence[str], label: str
) -> str:
    """The shares of one player while games are played: the bands narrow; what is still to come is pale ground."""
    phone = width < 500
    left, right, top = 48.0, width - 22.0, 14.0
    height = 280.0 if phone else 340.0
    bottom = height - 32
    arms = [arm for arm in ("printed", "changed") if name in trace[-1].get(arm, {})]
    first, last = trace[0]["games"], trace[-1]["games"]
    total = max(total, last, first + 1)
    values = [100 * end for point in trace for arm in arms for end in point[arm][name]]
    low, high = max(0.0, min([*values, 100 * middle]) - 1), min(100.0, max([*values, 100 * middle]) + 1)
    x, y = scale(log2(first), log2(total), left, right), scale(low, high, bottom, top)
    here = x(log2(last))
    drawn = [rect(here, top, max(0.0, right - here), bottom - top, var("paper"), 10)]
    for tick in ticks(low, high, 6):
        drawn.append(stroke(f"M{left} {y(tick):.1f}H{right}", LINE, 1.2, stroke_dasharray="2 5"))
        drawn.append(words(f"{tick:g}%", left - 8, y(tick) + 4, 12, INK_SOFT, 600, "end"))
    drawn.append(stroke(f"M{left} {y(100 * middle):.1f}H{right}", INK, 2, stroke_dasharray="2 4"))
    marks = []
    for arm in arms:
        printed = arm == "printed"
        at = [(x(log2(point["games"])), *(y(100 * end) for end in point[arm][name])) for point in trace]
        upper = [f"{px:.1f} {high_y:.1f}" for px, _, _, high_y in at]
        lower = [f"{px:.1f} {low_y:.1f}" for px, _, low_y, _ in reversed(at)]
        band = path(
            "M" + "L".join(upper + lower) + "Z", INK_SOFT if printed else FRESH, fill_opacity=0.16 if printed else 0.26
        )
        line = stroke(
            "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py, *_ in at),
            INK_SOFT if printed else FRESH,
            3,
            stroke_dasharray="7 5" if printed else None,
        )
        drawn += [band, line]
        marks.append((at[-1][1], printed, 100 * trace[-1][arm][name][0]))
    drawn += [printed_mark(here, py) if printed else changed_mark(here, py) for py, printed, _ in marks]
    drawn += _notes(here, marks, right, labels)
    every = [n for n in _doublings(first, total) if n in (first, total) or x(log2(total)) - x(log2(n)) > 58]
    step = max(1, ceil(len(every) / (3 if phone else 6)))
    shown = sorted({*every[::step], total})
    shown = [n for n in shown if n == total or x(log2(total)) - x(log2(n)) > 58]
    drawn += [
        words(f"{n:,}", x(log2(n)), bottom + 21, 12, INK_SOFT, 600, "end" if n == total else "middle") for n in shown
    ]
    return svg(width, height, *drawn, label=label)


def _notes(here: float, marks: Sequence[tuple[float, bool, float]], right: float, labels: Sequence[str]) -> list[str]:
    """The numbers beside the last marks, never one above the other; on the left once the right is full."""
    ordered = sorted(marks)
    places = [py + 6 for py, *_ in ordered]
    if len(places) == 2 and places[1] - places[0] < 22:
        middle = sum(places) / 2
        places = [middle - 11, middle + 11]
    on_left = right - here < 76
    drawn = []
    for place, (_, printed, value) in zip(places, ordered, strict=True):
        x, anchor = (here - 14, "end") if on_left else (here + 14, "start")
        drawn.append(display(f"{value:.1f}%", x, place, 18, INK, anchor))
        label = labels[0 if printed else -1]
        if not on_left and right - here > 80 + text_width(label, 13, 600):
            drawn.append(words(label, x + 66, place - 1, 13, INK_SOFT, 600))
    return drawn


def _doublings(first: int, total: int) -> list[int]:
    found = [first]
    while found[-1] * 2 < total:
        found.append(found[-1] * 2)
    return [*found, total]


def rail(games: int, total: int, stations: Sequence[tuple[int, str]], width: float) -> str:
    """How far a run is: a cart on its way past stations, each a precision."""
    phone = width < 500
    left, right, ground = 22.0, width - 22.0, 66.0
    first = max(1, min([at for at, _ in stations] or [1]) // 8)
    x = scale(log2(first), log2(max(total, first + 1)), left, right - 24)
    here = x(log2(max(first, min(games, total))))
    sleepers = "".join(
        rect(left + i * 16, ground + 2, 7, 8, var("wood"), 1.5) for i in range(int((right - left) // 16) + 1)
    )
    drawn = [sleepers, rect(left - 4, ground - 1.5, right - left + 8, 4, "#8995A3", 2)]
    for at, name in stations:
        done, sx = games >= at, min(max(x(log2(max(at, first))), left + 32), right - 34)
        fill, ink = (var("legal-fill"), var("legal-ink")) if done else (var("wood-light"), var("wood-ink"))
        drawn.append(rect(sx - 2, 30, 4, ground - 30, var("wood")))
        drawn.append(rect(sx - 32, 6, 64, 26, fill, 7, stroke=var("legal") if done else var("wood"), stroke_width=1.6))
        drawn.append(display(name, sx, 24.5, 15, ink, "middle"))
        drawn.append(words(f"{at:,}", sx, ground + 26, 12, INK_SOFT, 600, "middle"))
    size = 38 if phone else 44
    drawn.append(cart(max(here - size / 2, left + size / 2), ground - size * 0.36, size, "gold"))
    return svg(width, ground + 34, *drawn, label=f"{games:,} of about {total:,} games")


def quantiles(arms: Sequence[tuple[bool, Found]], width: float, label: str) -> str:
    """How long games are: from 5 to 95% a line, the middle half a band, the mean a mark, for each arm."""
    parts = ("5%", "25%", "50%", "75%", "95%")
    ends = [arm["quantiles"][part]["value"] for _, arm in arms for part in parts]
    low, high = max(0.0, min(ends) - 1), max(ends) + 1
    x, top, height = scale(low, high, 16.0, width - 70.0), 8.0, 44.0
    bottom = top + height * len(arms)
    drawn = [_grid(x, ticks(low, high, 5 if width < 500 else 7), top, bottom, "")]
    for index, (printed, arm) in enumerate(arms):
        y = top + height * (index + 0.5)
        a, b, c, d, e = (x(arm["quantiles"][part]["value"]) for part in parts)
        colour = INK_SOFT if printed else FRESH
        drawn.append(stroke(f"M{a:.1f} {y}H{e:.1f}", colour, 2.4))
        drawn.append(
            rect(b, y - 11, max(d - b, 2), 22, LINE if printed else FRESH, 6, fill_opacity=1 if printed else 0.5)
        )
        drawn.append(stroke(f"M{c:.1f} {y - 11}V{y + 11}", INK, 2))
        mark = printed_mark if printed else changed_mark
        drawn.append(
            mark(x(arm["rounds"]["value"]), y)
            + display(f"{arm['rounds']['value']:.1f}", width - 8, y + 6, 16, INK, "end")
        )
    return svg(width, bottom + 24, *drawn, label=label)


def worths(rows: Sequence[tuple[Row, Found | None]], width: float, label: str) -> str:
    """What a player loses who may not have a thing, solid; and what its buyers win more, dashed, which is no cause."""
    phone = width < 500
    found = [
        100 * end for row, raw in rows for entry in (row.after, raw) if entry for end in (entry["low"], entry["high"])
    ]
    low, high = min([0.0, *found]) - 2, max([0.0, *found]) + 8
    left, right, top, height = (140.0, width - 10.0, 8.0, 42.0) if phone else (196.0, width - 20.0, 8.0, 42.0)
    x, bottom = scale(low, high, left, right), top + height * len(rows)
    drawn = [
        _grid(x, ticks(low, high, 4 if phone else 7), top, bottom, ""),
        stroke(f"M{x(0):.1f} {top}V{bottom}", INK, 2),
    ]
    for index, (row, raw) in enumerate(rows):
        y = top + height * (index + 0.5)
        drawn.append(_name(row, 6, y, left - 8))
        if raw:
            a, b = sorted((x(0), x(100 * raw["value"])))
            drawn.append(
                rect(a, y - 13, b - a, 9, LINE, 4.5, stroke=INK_SOFT, stroke_width=1.2, stroke_dasharray="3 2.5")
            )
        if row.after:
            value, ends = 100 * row.after["value"], (100 * row.after["low"], 100 * row.after["high"])
            a, b = sorted((x(0), x(value)))
            drawn.append(rect(a, y - 1, max(b - a, 3), 13, var("ribbon-blue"), 5))
            drawn.append(stroke(f"M{x(ends[0]):.1f} {y + 5.5}H{x(ends[1]):.1f}", INK, 2.2))
            drawn.append(display(signed(value), x(max(ends[1], 0)) + 8, y + 11, 15, INK))
    return svg(width, bottom + 24, *drawn, label=label)


def forest(rows: Sequence[Row], width: float, unit: float, label: str, digits: int = 1) -> str:
    """B less A: a row a number, the interval of the difference, clear of zero or not."""
    phone = width < 500
    ends = [unit * end for row in rows if row.change for end in (row.change["low"], row.change["high"])]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    air = (high - low) * 0.06 or 1.0
    low, high = low - air, high + air
    left, right, top, height = (126.0, width - 102.0, 6.0, 40.0) if phone else (186.0, width - 118.0, 6.0, 42.0)
    x, bottom = scale(low, high, left, right), top + height * len(rows)
    drawn = [
        _grid(x, ticks(low, high, 4 if phone else 6), top, bottom, ""),
        stroke(f"M{x(0):.1f} {top}V{bottom}", INK, 2),
    ]
    for index, row in enumerate(rows):
        assert row.change is not None
        y, sure = top + height * (index + 0.5), clear(row.change)
        a, b = x(unit * row.change["low"]), x(unit * row.change["high"])
        drawn.append(_name(row, 10, y, left - 8))
        drawn.append(
            rect(a, y - 6, max(b - a, 6), 12, var("seat-1") if sure else LINE, 6, fill_opacity=0.4 if sure else 1)
        )
        drawn.append(square_mark(x(unit * row.change["value"]), y, sure))
        half = unit * (row.change["high"] - row.change["low"]) / 2
        ink = INK if sure else INK_SOFT
        drawn.append(
            display(signed(unit * row.change["value"], digits), width - 52, y + 6, 17 if sure else 15, ink, "end")
        )
        drawn.append(words(f"± {half:.{digits}f}", width - 47, y + 5, 12, INK_SOFT, 600))
    return svg(width, bottom + 24, *drawn, label=label)


def matrix(
    names: Sequence[str],
    pictures: Sequence[str],
    found: Mapping[str, Mapping[str, Found]],
    keys: Sequence[str],
    width: float,
) -> str:
    """Who beats whom: the row's share against the column."""
    phone, count = width < 500, len(keys)
    left, top = (38.0, 40.0) if phone else (150.0, 40.0)
    size = min(46.0, (width - left - 4) / count)
    drawn = []
    for column in range(count):
        drawn.append(_head(names[column], pictures[column], left + (column + 0.5) * size, 18, size))
    for line, key in enumerate(keys):
        y = top + line * size
        room = left - 8
        if phone:
            drawn.append(_head(names[line], pictures[line], 17, y + size / 2, 34))
        else:
            drawn.append(_name(Row(names[line], None, None, picture=pictures[line]), 4, y + size / 2, room))
        for column, other in enumerate(keys):
            x = left + column * size
            if other == key:
                drawn.append(rect(x + 2, y + 2, size - 4, size - 4, "none", 7, stroke=LINE, stroke_dasharray="4 4"))
                continue
            share = found[key][other]["value"]
            strength = min(1.0, abs(share - 0.5) / 0.36)
            colour = var("ribbon-blue") if share > 0.5 else var("ribbon-red")
            drawn.append(rect(x + 2, y + 2, size - 4, size - 4, LINE, 7, fill_opacity=0.5))
            drawn.append(
                rect(x + 2, y + 2, size - 4, size - 4, colour, 7, fill_opacity=round(0.08 + 0.42 * strength, 2))
            )
            drawn.append(
                display(f"{100 * share:.0f}", x + size / 2, y + size / 2 + 5, min(15, size * 0.36), INK, "middle")
            )
    return svg(
        width, top + count * size + 4, *drawn, label="Who beats whom: the share of wins of the row against the column"
    )


def _head(name: str, picture: str, x: float, y: float, room: float) -> str:
    if picture:
        return f'<svg x="{x - 15:g}" y="{y - 15:g}" width="30" height="30" viewBox="0 0 30 30">{picture}</svg>'
    return words(shorten(name, room, 11, 600), x, y + 4, 11, INK_SOFT, 600, "middle")


def parts(found: Sequence[tuple[str, str, float]], width: float, label: str) -> str:
    """Parts of a whole beside each other, each with its colour and share."""
    whole = sum(max(0.0, share) for *_, share in found) or 1.0
    at, drawn = 2.0, []
    for _, colour, share in found:
        span = max(0.0, share) / whole * (width - 4)
        if span < 4:
            continue
        light = colour == "line"
        drawn.append(rect(at, 2, span - 3, 42, var(colour), 9))
        if span > 44:
            drawn.append(
                display(f"{100 * share:.0f}%", at + span / 2 - 1.5, 29, 17, INK if light else "#fff", "middle")
            )
        at += span
    return svg(width, 46, *drawn, label=label)


def curve(
    points: Sequence[tuple[int, Found]], printed: int, middle: float, width: float, label: str
) -> tuple[str, float | None]:
    """How a share moves with a value, and where it is even, if it crosses the middle."""
    phone = width < 500
    left, right, top, bottom = 46.0, width - 20.0, 40.0, (264.0 if phone else 300.0) - 36
    values = [100 * end for _, entry in points for end in (entry["low"], entry["high"])]
    low, high = min([*values, 100 * middle]) - 1, max([*values, 100 * middle]) + 1
    x, y = scale(points[0][0], points[-1][0], left + 10, right - 10), scale(low, high, bottom, top)
    drawn = []
    for tick in ticks(low, high, 6):
        drawn.append(stroke(f"M{left} {y(tick):.1f}H{right}", LINE, 1.2, stroke_dasharray="2 5"))
        drawn.append(words(f"{tick:g}%", left - 8, y(tick) + 4, 12, INK_SOFT, 600, "end"))
    upper = [f"{x(n):.1f} {y(100 * entry['high']):.1f}" for n, entry in points]
    lower = [f"{x(n):.1f} {y(100 * entry['low']):.1f}" for n, entry in reversed(points)]
    drawn.append(path("M" + "L".join(upper + lower) + "Z", LINE))
    drawn.append(stroke(f"M{left} {y(100 * middle):.1f}H{right}", INK, 2, stroke_dasharray="2 4"))
    even = crossing([(n, entry["value"]) for n, entry in points], middle)
    if even is not None:
        drawn.append(stroke(f"M{x(even):.1f} {top - 8}V{bottom + 4}", var("legal"), 2.6, stroke_dasharray="4 4"))
        at = min(max(x(even), left + 56), right - 56)
        drawn.append(rect(at - 56, 6, 112, 28, var("legal-fill"), 14))
        drawn.append(display(f"even at {even:.1f}", at, 25.4, 15, var("legal-ink"), "middle"))
    line = "M" + "L".join(f"{x(n):.1f} {y(100 * entry['value']):.1f}" for n, entry in points)
    drawn.append(stroke(line, INK, 3))
    for n, entry in points:
        mark = printed_mark if n == printed else changed_mark
        drawn.append(mark(x(n), y(100 * entry["value"])))
        drawn.append(display(str(n), x(n), bottom + 25, 15, INK, "middle"))
    return svg(width, bottom + 36, *drawn, label=label), even


def crossing(points: Sequence[tuple[float, float]], middle: float) -> float | None:
    """Where a line through points crosses a height, if it does so once."""
    found = [
        one + (middle - p) / (q - p) * (other - one)
        for (one, p), (other, q) in pairwise(points)
        if p != q and min(p, q) <= middle <= max(p, q)
    ]
    return found[0] if found else None
