"""Colours and parts that the buildings of Little Town Builders are drawn from, on a 48 grid."""

from __future__ import annotations

from tabletown.draw.paint import CREAM, CREAM_DARK, INK, STONE_DARK, WOOD, WOOD_DARK, WOOD_LIGHT
from tabletown.draw.shapes import at, circle, path, rect, stroke

BRICK, BRICK_DARK = "#D2714F", "#A24E34"
WATER, WATER_DARK, WATER_LIGHT = "#5BB8E0", "#2F86B5", "#C6ECFA"
SAND = "#F1D9A6"
PANE = "#8FD3F4"
NIGHT_DOOR = "#5C3413"


def awning(x: float, y: float, width: float, stripes: int, first: str, second: str, depth: float) -> str:
    step = width / stripes
    bend = f"a{step / 2:.2f} {step / 2:.2f} 0 0 1 {-step:.2f} 0Z"
    return "".join(
        path(f"M{x + i * step:.2f} {y} h{step:.2f} v{depth} {bend}", second if i % 2 else first) for i in range(stripes)
    )


def walls(
    x: float, y: float, width: float, height: float, light: str = CREAM, dark: str = CREAM_DARK, share: float = 0.7
) -> str:
    """A front with its right part in shade."""
    cut = x + width * share
    return rect(x, y, width, height, light, 1) + rect(cut, y, x + width - cut, height, dark, 1)


def gable(cx: float, y: float, half: float, rise: float, colour: str, dark: str, light: str | None = None) -> str:
    """A pointed roof over the middle `cx`; y is the eaves."""
    shine = path(f"M{cx} {y - rise} L{cx - half} {y} h4.4 L{cx} {y - rise + 4.6}Z", light) if light else ""
    return (
        path(
            f"M{cx} {y - rise} L{cx + half} {y} H{cx - half}Z",
            colour,
            stroke=colour,
            stroke_width=1.6,
            stroke_linejoin="round",
        )
        + path(f"M{cx} {y - rise} L{cx + half} {y} H{cx + half * 0.2:.1f}Z", dark)
        + shine
    )


def hip_roof(x: float, y: float, width: float, height: float, colour: str, dark: str, light: str) -> str:
    """A broad roof seen from the front; y is the ridge."""
    return (
        path(f"M{x + 5} {y} H{x + width - 5} L{x + width} {y + height} H{x}Z", colour)
        + path(f"M{x + width * 0.68:.1f} {y} H{x + width - 5} L{x + width} {y + height} H{x + width * 0.72:.1f}Z", dark)
        + path(f"M{x + 5} {y} H{x + width - 5} L{x + width - 4.4:.1f} {y + 2.2} H{x + 4.2:.1f}Z", light)
    )


def door(x: float, y: float, width: float, height: float, colour: str = WOOD_DARK) -> str:
    r = width / 2
    return path(f"M{x} {y + height} V{y + r} a{r} {r} 0 0 1 {width} 0 V{y + height}Z", colour)


def window(x: float, y: float, width: float = 5, height: float = 6) -> str:
    return rect(x, y, width, height, PANE, 1) + path(
        f"M{x} {y + height} V{y + 1} q0 -1 1 -1 h{width - 1.6}Z", "#DDF4FF"
    )


def flag(x: float, y: float, colour: str, dark: str, length: float = 9) -> str:
    return (
        stroke(f"M{x} {y} v{length + 3}", INK, 1.6)
        + path(f"M{x} {y} h{length} l-2.4 3 l2.4 3 h-{length}Z", colour)
        + path(f"M{x} {y + 3} h{length - 2.4} l2.4 3 h-{length}Z", dark)
    )


def smoke(x: float, y: float) -> str:
    return circle(x, y, 2.6, "#FFFDF8", fill_opacity=0.9) + circle(x + 3.2, y - 4, 3.2, "#FFFDF8", fill_opacity=0.9)


def barrel(cx: float, cy: float, scale: float = 1.0) -> str:
    return at(
        cx,
        cy,
        path("M-6 -9 H6 Q9.4 0 6 9 H-6 Q-9.4 0 -6 -9Z", WOOD),
        path("M2 -9 H6 Q9.4 0 6 9 H2 Q4.6 0 2 -9Z", WOOD_DARK),
        path("M-4 -9 Q-6.6 0 -4 9 H-1.6 Q-4 0 -1.6 -9Z", WOOD_LIGHT),
        rect(-7.6, -5.6, 15.2, 2.4, STONE_DARK),
        rect(-7.6, 3.4, 15.2, 2.4, STONE_DARK),
        scale=scale,
    )


def battlements(x: float, y: float, width: float, colour: str) -> str:
    step = width / 5
    return "".join(rect(x + i * 2 * step, y, step, 4, colour) for i in range(3))


def fish_shape(colour: str, dark: str) -> str:
    """A fish in a -10..10 box, looking left."""
    return (
        path("M-10 0 Q-3 -8 5 -1 L10 -5 V5 L5 1 Q-3 8 -10 0Z", colour)
        + path("M-10 0 Q-3 8 5 1 L10 5 V0 L5 0Z", dark)
        + circle(-5.6, -1.2, 1.3, INK)
    )
