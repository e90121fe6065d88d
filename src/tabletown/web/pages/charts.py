"""Charts of scores: bars by source, and lines move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from tabletown.core.reckoning import Mark
from tabletown.draw.pieces import pictogram
from tabletown.draw.pieces import piece as kit_piece
from tabletown.draw.pieces import seat_mark as kit_mark
from tabletown.draw.shapes import circle, group, rect, stroke
from tabletown.draw.text import display, words
from tabletown.draw.tokens import contrast, seat_colour, var

from .picture import picture


def line_colour(seat: int) -> str:
    return var("line-yellow") if seat == 2 else seat_colour(seat, "glow")


def stacked_bar(
    parts: Sequence[tuple[int, str, str]], most: int, label: str, width: float = 560, css: str = "bar"
) -> Markup:
    """Points by source; every stretch carries its number, losses come last and are hollow and dashed."""
    scale, x, out = width / max(1, most), 0.0, []
    for points, colour, ink in sorted(parts, key=lambda part: part[0] < 0):
        length = abs(points) * scale
        if points < 0:
            frame = rect(
                x + 2.2,
                3.2,
                max(length - 3.4, 2),
                27.6,
                "none",
                8,
                stroke=colour,
                stroke_width=2.6,
                stroke_dasharray="6 3",
            )
            out.append(
                frame + (display(f"−{-points}", x + length / 2, 22.4, 15, var("ink"), "middle") if length > 22 else "")
            )
        elif points:
            number = display(points, x + length / 2 - 1, 22.6, 15, ink, "middle") if length > 15 else ""
            out.append(rect(x, 2, max(length - 2, 2), 30, colour, min(8, length / 2)) + number)
        x += length
    return picture(
        width, 34, rect(0, 2, width, 30, var("paper-deep"), 8), *out, label=label, css=css, fit="xMinYMid meet"
    )


def score_lines(
    series: Sequence[Sequence[int]], now: int, label: str, width: float = 1180, height: float = 120
) -> Markup:
    """One line a seat, its score ply by ply; what lies after `now` is pale."""
    left, right, top, bottom = 40.0, 26.0, 8.0, 20.0
    values = [v for row in series for v in row]
    low, high = min([0, *values]), max([1, *values])
    steps = max(1, max(len(row) for row in series) - 1)

    def x(ply: float) -> float:
        return left + ply * (width - left - right) / steps

    def y(value: float) -> float:
        return top + (1 - (value - low) / (high - low)) * (height - top - bottom)

    grid = ""
    for v, dashes in ((low, None), ((low + high) / 2, "2 6"), (high, None)):
        grid += stroke(f"M{left} {y(v):.1f}H{width - right}", var("line"), 1.2, stroke_dasharray=dashes)
        grid += group(words(str(round(v)), left - 8, y(v) + 5, 14, var("ink-soft"), 600, "end"), class_="upright")
    past: list[str] = []
    future: list[str] = []
    marks: list[str] = []
    for seat, row in sorted(enumerate(series), key=lambda item: item[1][min(now, len(item[1]) - 1)]):
        points = [f"{x(i):.1f} {y(v):.1f}" for i, v in enumerate(row)]
        for box, part in ((past, points[: now + 1]), (future, points[now:])):
            if len(part) > 1:
                d = "M" + "L".join(part)
                box.append(stroke(d, var("casing"), 5.4) + stroke(d, line_colour(seat), 3.2))
        marks.append(kit_mark(x(min(now, len(row) - 1)), y(row[min(now, len(row) - 1)]), 22, seat))
    cursor = rect(x(now) - 5, 0, 10, height - bottom + 8, var("fresh"), 5, fill_opacity=0.3)
    return picture(
        width,
        height,
        grid,
        cursor,
        group(*future, opacity=0.34),
        *past,
        group(*marks, class_="upright"),
        label=label,
        css="curve",
        fit="none",
    )


def ink_on(colour: str) -> str:
    """White or dark, whichever reads better on a colour."""
    return "#fff" if contrast("#FFFFFF", colour) >= contrast("#1E2430", colour) else "#1E2430"


def counted(piece: str) -> Markup:
    """The piece that a chart counts."""
    return picture(28, 28, kit_piece(piece, 14, 14, 26), css="piece")


def race(marks: Sequence[Mark], names: Mapping[int, str], plies: int, width: float = 860, css: str = "race") -> Markup:
    """A lane for each seat, and on it what was reached, where it was reached."""
    left, step, right = 40.0, 56.0, 34.0
    size = 22.0 if width > 500 else 17.0
    long = width - left - right
    lanes, told = [], []
    for row, (seat, name) in enumerate(names.items()):
        own = [mark for mark in marks if mark.seat == seat]
        y = row * step + 30
        end = left + (max((mark.ply for mark in own), default=0) + 1) * long / max(1, plies)
        lanes += [
            rect(left, y - 5, long + 20, 10, var("paper-deep"), 5),
            rect(left, y - 5, max(10.0, end - left), 10, line_colour(seat), 5) if own else "",
            kit_mark(18, y, 28, seat),
        ]
        for mark in own:
            x = left + (mark.ply + 1) * long / max(1, plies)
            disc = circle(x, y, size, var("card"), stroke="#D8962B", stroke_width=3)
            lanes.append(disc + pictogram(mark.picture, x - size * 0.73, y - size * 0.73, size * 1.46))
        reached = ", ".join(f"{mark.name} after move {mark.ply + 1}" for mark in own)
        told.append(f"{name}: {reached or 'none'}")
    return picture(width, len(names) * step + 4, *lanes, label="; ".join(told), css=css, fit="xMinYMid meet")


def trend(shares: Sequence[float], width: float = 132, height: float = 34) -> Markup:
    """A bar for each of one's last games, the latest on the right; the height is how accurately it was played."""
    step = width / 12
    left = width - step * len(shares)
    bars = [rect(left + step * i, 0, step - 2.5, height, var("paper-deep"), 2.5) for i in range(len(shares))]
    for i, share in enumerate(shares):
        tall = max(3.0, min(1.0, share) * height)
        bars.append(rect(left + step * i, height - tall, step - 2.5, tall, var("legal-fill"), 2.5))
    told = ", ".join(f"{share:.0%}" for share in shares)
    return picture(width, height, *bars, label=f"The last games, the latest last: {told}", css="trend")


def swatch(colour: str, lost: bool = False) -> Markup:
    """The colour of a source in a legend; what is only lost is hollow, as in its bar."""
    hollow = rect(2.2, 2.2, 15.6, 15.6, "none", 5, stroke=colour, stroke_width=2.6, stroke_dasharray="5 3")
    return picture(20, 20, hollow if lost else rect(1, 1, 18, 18, colour, 6), css="swatch")
