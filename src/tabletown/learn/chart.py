"""The pictures of a review: the curve of chances with luck below it, and the bars of the sum."""

from __future__ import annotations

from collections.abc import Sequence

from ..draw.pieces import seat_mark
from ..draw.shapes import circle, group, rect, stroke, tag
from ..draw.text import display, words
from ..draw.tokens import seat_colour, var
from .review import LUCKY, Review
from .words import amount, sum_of

SIGN_COLOURS = {"blunder": "danger", "mistake": "danger", "slip": "fresh"}


def line_colour(seat: int) -> str:
    return seat_colour(seat, "dark") if seat == 2 else seat_colour(seat, "glow")


def svg(width: float, height: float, *children: str, label: str, css: str) -> str:
    return tag("svg", *children, viewBox=f"0 0 {width:g} {height:g}", role="img", aria_label=label, class_=css)


class Scale:
    """Where plies and values lie in the picture."""

    def __init__(self, review: Review, width: float, height: float) -> None:
        self.left, self.right, self.top, self.bottom = 52.0, 18.0, 12.0, 58.0
        self.width, self.height = width, height
        values = [value for row in review.curve for value in row]
        self.low, self.high = (min([0.0, *values]), max([1.0, *values])) if review.by_points else (0.0, 1.0)
        self.last = max(1, review.events[-1].ply + review.events[-1].plies if review.events else 1)

    def x(self, ply: float) -> float:
        return self.left + ply * (self.width - self.left - self.right) / self.last

    def y(self, value: float) -> float:
        return self.top + (1 - (value - self.low) / (self.high - self.low)) * (self.height - self.top - self.bottom)


def curve(
    review: Review, seat: int, now: int | None = None, width: float = 760, height: float = 205, settled: bool = True
) -> str:
    """Every seat's chance along the game, the reader's on top, marks on its decisions, and luck as bars below.

    `now` is the index of the event that is looked at. A curve that may still change is pale.
    """
    scale = Scale(review, width, height)
    plies = [*(event.ply for event in review.events), scale.last]
    lines = []
    for other in sorted(range(len(review.names)), key=lambda entry: entry == seat):
        points = [f"{scale.x(ply):.1f} {scale.y(row[other]):.1f}" for ply, row in zip(plies, review.curve, strict=True)]
        d = "M" + "L".join(points)
        lines.append(stroke(d, var("card"), 6) + stroke(d, line_colour(other), 4 if other == seat else 2.4))
    chosen = "" if now is None else _cursor(scale, plies[now])
    marks = "" if now is None else _standings(scale, plies[now], review.curve[now])
    label = f"What {review.names[seat]} could expect, move by move; the list below tells the numbers."
    return svg(
        width,
        height,
        _grid(review, scale),
        chosen,
        group(*lines, opacity=None if settled else 0.55),
        _signs(review, scale, seat),
        marks,
        _luck(review, scale, seat),
        label=label,
        css="chances",
    )


def _grid(review: Review, scale: Scale) -> str:
    found = ""
    for value in (scale.low, (scale.low + scale.high) / 2, scale.high):
        found += stroke(f"M{scale.left} {scale.y(value):.1f}H{scale.width - scale.right}", var("line"), 1.2)
        found += words(amount(review, value), scale.left - 8, scale.y(value) + 4, 13, var("ink-soft"), 600, "end")
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if scale.last / step <= 9)
    for ply in range(0, scale.last + 1, step):
        found += words(str(ply), scale.x(ply), scale.height - 4, 13, var("ink-soft"), 600, "middle")
    return found


def _cursor(scale: Scale, ply: int) -> str:
    return rect(scale.x(ply) - 6, 2, 12, scale.height - 24, var("fresh"), 6, fill_opacity=0.35)


def _standings(scale: Scale, ply: int, values: Sequence[float]) -> str:
    return "".join(seat_mark(scale.x(ply), scale.y(value), 20, seat) for seat, value in enumerate(values))


def _signs(review: Review, scale: Scale, seat: int) -> str:
    """A mark above the curve for each decision of the reader that was marked."""
    found = ""
    for event in review.decisions(seat):
        if event.mark in SIGN_COLOURS:
            x, y = scale.x(event.ply), max(scale.top + 2, scale.y(event.curve[seat]) - 17)
            colour = var(SIGN_COLOURS[event.mark])
            found += circle(x, y, 8.5, colour, stroke=var("card"), stroke_width=2)
            found += display(
                "?", x, y + 4.6, 13, var("danger-ink") if colour == var("danger") else var("fresh-ink"), "middle"
            )
    return found


def _luck(review: Review, scale: Scale, seat: int) -> str:
    """Luck of the reader as bars up and down."""
    middle, most = scale.height - 36, 16.0
    found = stroke(f"M{scale.left} {middle}H{scale.width - scale.right}", var("line"), 1.2)
    found += words("luck", scale.left - 8, middle + 4, 13, var("ink-soft"), 600, "end")
    lucks = [(event.ply, event.change[seat]) for event in review.events if event.kind == "chance"]
    top = max([LUCKY, *(abs(luck) for _, luck in lucks)])
    for ply, luck in lucks:
        length = abs(luck) / top * most
        if length >= 0.5:
            colour = line_colour(0) if luck > 0 else var("danger")
            found += rect(scale.x(ply) - 1.4, middle - (length if luck > 0 else 0), 2.8, length, colour, 1)
    return found


def sum_bars(review: Review, seat: int, width: float = 520, row: float = 29) -> str:
    """The sum as bars that hang on one another, from the start to the end."""
    rows = sum_of(review, seat)
    levels, level = [], 0.0
    for name, number in rows[:-1]:
        levels.append((name, number, level, level + number))
        level += number
    ends = [0.0, *(end for *_, end in levels)]
    low, high = min(ends), max([*ends, 1e-6])
    left, right = 168.0, 70.0

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (width - left - right)

    out = [stroke(f"M{x(0):.1f} 0V{row * len(rows)}", var("line"), 1.4)]
    for number, (name, value, start, end) in enumerate(levels):
        y = number * row
        near, far = sorted((x(start), x(end)))
        pale = name == "Unexplained"
        colour = var("danger") if value < 0 else line_colour(0)
        bar = rect(
            near,
            y + 6,
            max(far - near, 2),
            row - 12,
            "none" if pale else colour,
            6,
            stroke=colour if pale else None,
            stroke_dasharray="3 3" if pale else None,
        )
        signed = amount(review, value, signed=number > 0)
        out.append(words(name, 4, y + row / 2 + 5, 15, var("ink"), 600) + bar)
        out.append(display(signed, width - 4, y + row / 2 + 6, 17, var("ink"), "end"))
    y = (len(rows) - 1) * row
    out.append(words(rows[-1][0], 4, y + row / 2 + 5, 15, var("ink"), 600))
    out.append(display(amount(review, rows[-1][1]), width - 4, y + row / 2 + 6, 17, var("ink"), "end"))
    told = "; ".join(f"{name} {amount(review, number, signed=True)}" for name, number in rows)
    return svg(width, row * len(rows), *out, label=told, css="sum")
