"""Wooden rails: straight, curve, T-junction and the bridge of a Railroad Junction, large and small."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from tabletown.draw.shapes import at, group, path, rect, stroke
from tabletown.draw.tokens import LEGAL, var

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
EARTH, SPECK, BED, BED_EDGE = var("rails-earth"), var("rails-speck"), var("rails-bed"), var("rails-bed-edge")
SLEEPER, RAIL, SHINE, DECK = var("rails-sleeper"), var("rails-rail"), var("rails-shine"), var("rails-deck")


def edge_point(x: float, y: float, size: float, side: str) -> tuple[float, float]:
    row, column = STEPS[side]
    return x + size / 2 + column * size / 2, y + size / 2 + row * size / 2


def _pair(lines: str, size: float) -> str:
    return stroke(lines, RAIL, size * 0.052) + at(-0.4, -0.6, stroke(lines, SHINE, size * 0.018))


def _straight(x: float, y: float, size: float, side: str, half: str = "") -> tuple[str, str]:
    """Sleepers and rails of a straight through the cell; `half` limits the sleepers to one side's half."""
    gauge, across, reach = size * 0.13, side in "EW", 3
    spots = [(i + 0.5) / 5 for i in range(5)]
    if half:
        spots = [s for s in spots if (s > 0.62) == (half in "ES") and abs(s - 0.5) > 0.15]
    thick, wide = size * 0.09, size * 0.42
    sleepers = "".join(
        rect(x + s * size - thick / 2, y + (size - wide) / 2, thick, wide, SLEEPER, thick * 0.35)
        if across
        else rect(x + (size - wide) / 2, y + s * size - thick / 2, wide, thick, SLEEPER, thick * 0.35)
        for s in spots
    )
    mid = size / 2
    lines = " ".join(
        f"M{x - reach:.1f} {y + mid + d:.1f}h{size + 2 * reach:.1f}"
        if across
        else f"M{x + mid + d:.1f} {y - reach:.1f}v{size + 2 * reach:.1f}"
        for d in (-gauge, gauge)
    )
    return sleepers, _pair(lines, size)


def _curve(x: float, y: float, size: float, ends: str, with_sleepers: bool = True) -> tuple[str, str]:
    """A quarter circle about the corner between the two ends."""
    row, column = (sum(STEPS[end][i] for end in ends) for i in (0, 1))
    cx, cy = x + size / 2 + column * size / 2, y + size / 2 + row * size / 2
    start = {(-1, 1): 90, (1, 1): 180, (1, -1): 270, (-1, -1): 0}[row, column]
    gauge, thick, wide = size * 0.13, size * 0.09, size * 0.42
    sleeper = rect(size / 2 - wide / 2, -thick / 2, wide, thick, SLEEPER, thick * 0.35)
    sleepers = "".join(at(cx, cy, sleeper, angle=start + 9 + i * 18) for i in range(5)) if with_sleepers else ""

    def arc(radius: float) -> str:
        a, b = start * pi / 180, (start + 90) * pi / 180
        first = f"M{cx + radius * cos(a):.1f} {cy + radius * sin(a):.1f}"
        return f"{first}A{radius:.1f} {radius:.1f} 0 0 1 {cx + radius * cos(b):.1f} {cy + radius * sin(b):.1f}"

    stubs = []
    for end in ends:
        (ex, ey), (er, ec) = edge_point(x, y, size, end), STEPS[end]
        stubs += [f"M{ex + er * d:.1f} {ey + ec * d:.1f}l{ec * 3} {er * 3}" for d in (-gauge, gauge)]
    return sleepers, _pair(" ".join((arc(size / 2 - gauge), arc(size / 2 + gauge), *stubs)), size)


def bridge(x: float, y: float, size: float) -> str:
    """The upper line of a Railroad Junction: the two lines cross without meeting."""
    q = size * 0.24
    deck = rect(x + 2, y + q + 3, size - 4, size - 2 * q, "#00000038", 3) + rect(
        x - 1, y + q, size + 2, size - 2 * q, DECK, 3
    )
    return deck + rect(x - 1, y + q, size + 2, size * 0.07, SHINE, 2) + "".join(_straight(x, y, size, "E"))


def track(x: float, y: float, size: float, lines: Sequence[str]) -> str:
    """The rails of one cell; two lines are a bridge."""
    if len(lines) > 1:
        return "".join(_straight(x, y, size, "N")) + bridge(x, y, size)
    ends = lines[0]
    if ends in ("NS", "EW"):
        return "".join(_straight(x, y, size, ends[0]))
    if len(ends) == 2:
        return "".join(_curve(x, y, size, ends))
    branch = next(end for end in ends if OPPOSITE[end] not in ends)
    through = "".join(end for end in ends if end != branch)
    sleepers, rails = _straight(x, y, size, through[0])
    stub = _straight(x, y, size, branch, branch)[0]
    return stub + sleepers + "".join(_curve(x, y, size, branch + end, False)[1] for end in through) + rails


def small_track(x: float, y: float, size: float, lines: Sequence[str]) -> str:
    """Rails below 40 px: one broad wooden line."""
    mid = x + size / 2, y + size / 2

    def wide(d: str, colour: str, width: float) -> str:
        return path(d, "none", stroke=colour, stroke_width=width)

    if len(lines) > 1:
        down, across = f"M{mid[0]:.1f} {y:.1f}v{size:.1f}", f"M{x:.1f} {mid[1]:.1f}h{size:.1f}"
        lower = wide(down, RAIL, size * 0.24) + wide(down, SHINE, size * 0.08)
        return (
            lower + wide(across, BED, size * 0.4) + wide(across, RAIL, size * 0.24) + wide(across, SHINE, size * 0.08)
        )
    ends = lines[0]
    if len(ends) == 2 and OPPOSITE[ends[0]] != ends[1]:
        (ax, ay), (bx, by) = edge_point(x, y, size, ends[0]), edge_point(x, y, size, ends[1])
        d = f"M{ax:.1f} {ay:.1f}Q{mid[0]:.1f} {mid[1]:.1f} {bx:.1f} {by:.1f}"
    else:
        d = " ".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*edge_point(x, y, size, end), *mid) for end in ends)
    return wide(d, RAIL, size * 0.24) + wide(d, SHINE, size * 0.08)


def route_line(x: float, y: float, size: float, lines: Sequence[str]) -> str:
    """Where a cube may travel: a dotted line between the rails."""
    mid = x + size / 2, y + size / 2
    d = []
    for ends in lines:
        if len(ends) == 2:
            (ax, ay), (bx, by) = edge_point(x, y, size, ends[0]), edge_point(x, y, size, ends[1])
            d.append(f"M{ax:.1f} {ay:.1f}Q{mid[0]:.1f} {mid[1]:.1f} {bx:.1f} {by:.1f}")
        else:
            d += ["M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*edge_point(x, y, size, end), *mid) for end in ends]
    line = " ".join(d)
    band = path(line, "none", stroke=LEGAL, stroke_width=size * 0.16, stroke_opacity=0.3, stroke_linecap="round")
    dots = path(
        line,
        "none",
        stroke=var("rails-dots"),
        stroke_width=max(2.4, size * 0.04),
        stroke_dasharray=f"1 {size * 0.09:.1f}",
        stroke_linecap="round",
    )
    return group(band, dots, class_="route", pointer_events="none")


def track_glyph(cx: float, cy: float, size: float, lines: Sequence[str]) -> str:
    """A small rail tile as an icon."""
    x, y = cx - size / 2, cy - size / 2
    return rect(x, y, size, size, BED, size * 0.14, stroke=BED_EDGE, stroke_width=1) + small_track(x, y, size, lines)


def rail_tile(x: float, y: float, size: float, lines: Sequence[str]) -> str:
    """A track on its bed."""
    bed = rect(x + 1.5, y + 2.5, size - 3, size - 3, BED_EDGE, size * 0.1) + rect(
        x + 1.5, y + 1, size - 3, size - 3, BED, size * 0.1
    )
    return group(bed, track(x, y, size, lines) if size >= 40 else small_track(x, y, size, lines))


def long_rail(x: float, y: float, width: float) -> str:
    """A rail seen from the side."""
    sleepers = "".join(
        rect(x + i * 18, y + 1, 9, 5.4, SLEEPER, 1.4) for i in range(int(width // 18) + 1) if i * 18 + 9 <= width
    )
    return sleepers + rect(x, y - 1.4, width, 3.4, "#7B8796", 1.7)
