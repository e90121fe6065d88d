"""What the pictures of Minecart Town are put together from: land, houses, and things that live, grow or are carried.

A 48 grid, flat, two tones per material, light from the top left, no outlines.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletown.draw.paint import (
    CREAM,
    CREAM_DARK,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIGHT,
    RED,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    wheat_ear,
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

COAL, COAL_DARK, COAL_LIGHT = "#454D5A", "#262C36", "#737E8E"
EARTH, EARTH_DARK, EARTH_LIGHT = "#A9743F", "#7C5128", "#CB9A5E"
WATER, WATER_DARK, WATER_LIGHT = "#4FB0D8", "#2E86B0", "#A8E0F3"
BRICK, BRICK_DARK = "#C9694B", "#9C4A33"
WOOL, WOOL_DARK = "#FBF4E4", "#D0C0A0"
THATCH, THATCH_DARK = "#D9A441", "#AD7A24"


# ------------------------------------------------------------------ attributes: things that live, grow or are carried


def mirrored(x: float, *children: str) -> str:
    """Children drawn facing left, flipped about the vertical line x."""
    return group(*children, transform=f"translate({2 * x} 0) scale(-1 1)")


def sheep(x: float, foot: float, scale: float = 1.0, lamb: bool = False) -> str:
    """A sheep in profile, looking left; (x, foot) is the middle of its feet."""
    wool = [(-6, -10, 5), (-1, -12.4, 5.4), (5, -11, 5.2), (8.4, -7.4, 4), (-7, -6.6, 4), (1, -6, 5.2), (5, -6, 4.4)]
    return at(
        x,
        foot,
        stroke("M-5 -4 V-0.6 M-1.4 -3.4 V-0.6 M4 -3.4 V-0.6 M7 -4 V-0.6", INK, 2.3),
        *[circle(cx, cy, r, WOOL_DARK) for cx, cy, r in ((8.8, -6.4, 3.6), (3, -4.6, 4.4), (-4, -4.8, 3.8))],
        *[circle(cx, cy, r, WOOL) for cx, cy, r in wool],
        path("M-8 -12 Q-6 -14 -7.4 -15.6 Q-10.6 -16 -12.4 -14 Q-15 -11 -14 -7.4 Q-12.4 -5 -10 -7.4Z", INK),
        path("M-8.6 -14.6 Q-5 -14.8 -4.8 -12 Q-7.6 -11.4 -9 -13Z", "#515A6B"),
        circle(-11.4, -11.6, 0.9, "#fff"),
        circle(-8.4, -15.4, 2.5, WOOL) if not lamb else "",
        scale=scale,
    )


def sheep_head(x: float, y: float, scale: float = 1.0) -> str:
    """Sheep from the front, the counterpart of the cow on the kit's ranch."""
    curls = [(-9, -9, 6), (0, -12, 7), (9, -9, 6), (-13, -1, 6), (13, -1, 6), (-11, 8, 6), (11, 8, 6), (0, 8, 9)]
    return at(
        x,
        y,
        *[circle(cx + 1, cy + 1.4, r, WOOL_DARK) for cx, cy, r in curls],
        *[circle(cx, cy, r, WOOL) for cx, cy, r in curls],
        at(-12, 1, ellipse(0, 0, 6, 3.2, "#515A6B"), angle=24),
        at(12, 1, ellipse(0, 0, 6, 3.2, INK), angle=-24),
        path("M-9 -4 Q-8 -10 0 -10 Q8 -10 9 -4 L7 9 Q5 15 0 15 Q-5 15 -7 9Z", "#3A4252"),
        path("M2 -10 Q8 -9.4 9 -4 L7 9 Q5 15 0 15 Q6 6 2 -10Z", INK),
        *[circle(cx, -9, 4, WOOL) for cx in (-4.4, 0.4, 5)],
        circle(-4, -0.6, 2, "#fff"),
        circle(4, -0.6, 2, "#fff"),
        circle(-3.7, -0.3, 1.1, INK),
        circle(4.3, -0.3, 1.1, INK),
        stroke("M-2.4 9.4 Q0 11.4 2.4 9.4", "#9AA5B5", 1.5),
        scale=scale,
    )


def ear(x: float, top: float, scale: float = 0.62, tilt: float = 0.0) -> str:
    return at(x, top, wheat_ear(0, 0, tilt), scale=scale)


def ear_row(xs: Iterable[float], top: float, scale: float = 0.5) -> str:
    return "".join(ear(x, top + (i % 2) * 1.4, scale) for i, x in enumerate(xs))


def sheaf(x: float, foot: float, scale: float = 1.0) -> str:
    return at(
        x,
        foot,
        stroke("M-3 0 L-8 -20 M3 0 L8 -20 M0 0 V-22 M-1 0 L-4 -21 M1 0 L4 -21", GOLD_DARK, 2.4),
        *[
            at(dx, dy, path("M0 -6 Q4.6 0 0 6 Q-4.6 0 0 -6Z", GOLD if dx <= 0 else GOLD_DARK), angle=dx * 3)
            for dx, dy in ((-9.4, -22), (9.4, -22), (-5, -26), (5, -26), (0, -28), (-2.4, -21), (3, -21))
        ],
        path("M-5 0 L-3.6 -11 H3.6 L5 0Z", GOLD),
        path("M0.6 -11 H3.6 L5 0 H1Z", GOLD_DARK),
        rect(-5, -12.4, 10, 3.4, RED, 1.6),
        scale=scale,
    )


def sprout(x: float, foot: float, scale: float = 1.0) -> str:
    return at(
        x,
        foot,
        stroke("M0 0 V-5", LEAF_DARK, 1.8),
        path("M0 -4.4 Q-6 -4 -6.4 -9 Q-0.6 -9.4 0 -4.4Z", LEAF_LIGHT),
        path("M0 -4.4 Q6 -4 6.4 -9 Q0.6 -9.4 0 -4.4Z", LEAF),
        scale=scale,
    )


def reed(x: float, foot: float, height: float) -> str:
    return (
        stroke(f"M{x} {foot} V{foot - height}", LEAF_DARK, 1.8)
        + rect(x - 1.9, foot - height - 2, 3.8, 8, WOOD_DARK, 1.9)
        + stroke(f"M{x} {foot} Q{x + 4} {foot - height * 0.4} {x + 5} {foot - height * 0.7}", LEAF, 2)
    )


def flower(x: float, y: float, colour: str) -> str:
    return stroke(f"M{x} {y} v5", LEAF_DARK, 1.6) + circle(x, y, 2.6, colour) + circle(x, y, 1.1, GOLD_LIGHT)


def flame(x: float, foot: float, scale: float = 1.0) -> str:
    return at(
        x,
        foot,
        path("M0 0 C-7 0 -8 -7 -4 -11 C-3 -8 -1.6 -9 -1 -16 C5 -12 8 -6 6 -2.6 Q4.4 0 0 0Z", RED),
        path("M0 0 C-4 0 -4.4 -4 -1.6 -7 C-0.6 -5 1.4 -6 1.2 -9 C5 -6 4.4 0 0 0Z", GOLD),
        scale=scale,
    )


def smoke(x: float, y: float, scale: float = 1.0) -> str:
    return at(
        x,
        y,
        circle(0, 0, 3, STONE_LIGHT),
        circle(3, -5, 4, STONE_LIGHT),
        circle(-0.6, -10.4, 4.8, "#E8ECF0"),
        circle(5, -12, 3, "#E8ECF0"),
        scale=scale,
    )


def steam(xs: Iterable[float], y: float, height: float = 8) -> str:
    return stroke(" ".join(f"M{x} {y} q-3 {-height * 0.5} 0 {-height}" for x in xs), "#D5E6EA", 2.8)


def log(x: float, y: float, length: float = 20, r: float = 4.2) -> str:
    """A log lying across, its cut end on the left."""
    return (
        rect(x, y - r, length, 2 * r, WOOD, r)
        + path(
            f"M{x + r} {y + r * 0.2} H{x + length} Q{x + length} {y + r} {x + length - r} {y + r} H{x + r}Z", WOOD_DARK
        )
        + circle(x + r, y, r, WOOD_LIGHT)
        + circle(x + r, y, r * 0.5, "none", stroke=WOOD_DARK, stroke_width=1.1)
    )


def log_pile(x: float, foot: float) -> str:
    return log(x, foot - 4.2) + log(x + 9, foot - 4.2) + log(x + 4.5, foot - 11.4)


def boulder(x: float, foot: float, scale: float = 1.0) -> str:
    return at(
        x,
        foot,
        path(
            "M-9 0 L-10 -6 L-4 -12 L5 -11 L10 -4 L8 0Z", STONE, stroke=STONE, stroke_width=1.4, stroke_linejoin="round"
        ),
        path("M5 -11 L10 -4 L8 0 H1 L3 -6Z", STONE_DARK),
        path("M-10 -6 L-4 -12 L5 -11 L3 -6 L-4 -5Z", STONE_LIGHT),
        scale=scale,
    )


def block(x: float, y: float, width: float, height: float) -> str:
    return (
        rect(x, y, width, height, STONE, 1)
        + path(f"M{x} {y + 1} q0 -1 1 -1 H{x + width} l-3 3 H{x}Z", STONE_LIGHT)
        + path(f"M{x + width} {y} v{height} h-3 v{3 - height}Z", STONE_DARK)
    )


def coal(x: float, foot: float, scale: float = 1.0) -> str:
    return at(
        x,
        foot,
        path(
            "M-13 0 L-11 -6 L-6 -7 L-3 -12 L4 -11 L6 -6 L11 -5 L13 0Z",
            COAL,
            stroke=COAL,
            stroke_width=1.4,
            stroke_linejoin="round",
        ),
        path("M4 -11 L6 -6 L11 -5 L13 0 H3 L1 -6Z", COAL_DARK),
        path("M-3 -12 L4 -11 L1 -6 L-5 -5Z M-11 -6 L-6 -7 L-5 -3 L-9 -1Z", COAL_LIGHT),
        scale=scale,
    )


def cart(x: float, foot: float, heap: tuple[str, str, str], scale: float = 1.0) -> str:
    light, middle, dark = heap
    return at(
        x,
        foot,
        circle(-3.4, -8.4, 3, middle),
        circle(0.8, -9.8, 3.4, light),
        circle(4.4, -8.4, 2.6, dark),
        path("M-8 -8 H8 L5.8 -1.6 H-5.8Z", STONE_LIGHT),
        path("M2 -8 H8 L5.8 -1.6 H2Z", STONE),
        circle(-3.8, -1.4, 2.2, STONE_DARK),
        circle(3.8, -1.4, 2.2, STONE_DARK),
        scale=scale,
    )


def crate(x: float, y: float, size: float, mark: str = "") -> str:
    return (
        rect(x, y, size, size, WOOD, 1.4)
        + rect(x, y, size, size * 0.24, WOOD_LIGHT, 1.2)
        + path(f"M{x + size * 0.76} {y} H{x + size} V{y + size} H{x + size * 0.76}Z", WOOD_DARK)
        + rect(x, y + size * 0.76, size, size * 0.24, WOOD_DARK, 1.2)
        + mark
    )


def sack(x: float, foot: float, scale: float = 1.0, band: str = RED) -> str:
    return at(
        x,
        foot,
        path("M-7 -1 Q-9 -9 -3.4 -13 L-5 -17 H5 L3.4 -13 Q9 -9 7 -1 Q6 0 0 0 Q-6 0 -7 -1Z", CREAM_DARK),
        path("M3.4 -13 Q9 -9 7 -1 Q6 0 1 0 Q5 -6 1 -13Z", "#C8AE7F"),
        path("M-5.4 -3 Q-6.4 -8 -2.6 -11 Q-4 -6 -3.4 -2.6Z", CREAM),
        rect(-4, -14, 8, 2.4, band, 1.2),
        scale=scale,
    )


def barrel(x: float, foot: float, scale: float = 1.0, tone: tuple[str, ...] = (WOOD, WOOD_DARK, WOOD_LIGHT)) -> str:
    middle, dark, light = tone
    return at(
        x,
        foot,
        path("M-7 0 Q-10.4 -9 -7 -18 H7 Q10.4 -9 7 0Z", middle),
        path("M2.6 -18 H7 Q10.4 -9 7 0 H2.6 Q5 -9 2.6 -18Z", dark),
        path("M-7 -2 Q-9.4 -9 -6.6 -16 L-4 -16 Q-6.4 -9 -4.4 -2Z", light),
        path("M-8.4 -14 H8.4 L8.9 -11.4 H-8.9Z M-8.9 -6.6 H8.9 L8.4 -4 H-8.4Z", STONE_DARK),
        scale=scale,
    )


def pick(x: float, y: float, scale: float = 1.0, angle: float = 30) -> str:
    return at(
        x,
        y,
        rect(-1.5, -6, 3, 24, WOOD, 1.5),
        rect(0.2, -6, 1.3, 24, WOOD_DARK, 0.6),
        path("M-12 0 Q-6 -9 0 -8.4 Q6 -9 12 0 Q6 -4.6 0 -4 Q-6 -4.6 -12 0Z", STONE),
        path("M0 -8.4 Q6 -9 12 0 Q6 -4.6 0 -4Z", STONE_DARK),
        scale=scale,
        angle=angle,
    )


def axe(x: float, y: float, scale: float = 1.0, angle: float = 30) -> str:
    return at(
        x,
        y,
        rect(-1.6, -8, 3.2, 28, WOOD, 1.6),
        rect(0.2, -8, 1.4, 28, WOOD_DARK, 0.7),
        path("M-1.6 -7 L-9 -9.4 Q-12.4 -2 -9 4.4 L-1.6 1.6Z", STONE_LIGHT),
        path("M-9 -9.4 Q-12.4 -2 -9 4.4 L-7.4 3.8 Q-9.6 -2 -7.4 -8.9Z", "#fff"),
        rect(-2.4, -8, 5, 10.4, STONE_DARK, 1),
        scale=scale,
        angle=angle,
    )


def spade(x: float, y: float, scale: float = 1.0, angle: float = 0) -> str:
    return at(
        x,
        y,
        rect(-1.5, -16, 3, 18, WOOD, 1.5),
        rect(-4.4, -18.4, 8.8, 3.2, WOOD_DARK, 1.6),
        path("M-5.4 1 H5.4 V8 Q5.4 13 0 15 Q-5.4 13 -5.4 8Z", STONE),
        path("M0.6 1 H5.4 V8 Q5.4 13 0 15Z", STONE_DARK),
        scale=scale,
        angle=angle,
    )


def gear(cx: float, cy: float, r: float, colour: str = GOLD, dark: str = GOLD_DARK, hub: str = CREAM) -> str:
    teeth = "".join(
        at(cx, cy, rect(-r * 0.19, -r * 1.22, r * 0.38, r * 0.5, dark if 0 < k < 4 else colour, r * 0.1), angle=k * 45)
        for k in range(8)
    )
    return (
        teeth
        + circle(cx, cy, r, colour)
        + path(f"M{cx} {cy - r} A{r} {r} 0 0 1 {cx} {cy + r}Z", dark)
        + circle(cx, cy, r * 0.42, hub)
    )


def flag(x: float, foot: float, height: float, colour: str, width: float = 8) -> str:
    return stroke(f"M{x} {foot} V{foot - height}", INK, 1.7) + path(
        f"M{x} {foot - height} l{width} {width * 0.32} l{-width} {width * 0.34}Z", colour
    )


def bell(x: float, y: float, scale: float = 1.0) -> str:
    return at(
        x,
        y,
        path("M-5 4 Q-4 2 -4 -1 Q-4 -6 0 -6 Q4 -6 4 -1 Q4 2 5 4Z", GOLD),
        path("M0.6 -6 Q4 -5.6 4 -1 Q4 2 5 4 H1Z", GOLD_DARK),
        circle(0, 5, 1.6, GOLD_DARK),
        scale=scale,
    )


# ------------------------------------------------------------------ bases: land


def mound(colour: str, shade: str, light: str, top: float = 33.0) -> str:
    """Low ground under everything that stands on open land."""
    return (
        path(f"M1 44 Q3 {top} 24 {top} Q45 {top} 47 44Z", colour)
        + path(f"M34 {top + 1.6} Q45 {top + 3} 47 44 H30 Q36 39 34 {top + 1.6}Z", shade)
        + path(f"M3 42 Q5 {top + 1} 20 {top + 0.6} Q9 {top + 3} 7 42Z", light)
    )


def grass(top: float = 33.0) -> str:
    return mound(LEAF, LEAF_DARK, LEAF_LIGHT, top)


def soil(top: float = 33.0) -> str:
    return mound(EARTH, EARTH_DARK, EARTH_LIGHT, top)


def ash(top: float = 33.0) -> str:
    return mound(COAL, COAL_DARK, COAL_LIGHT, top)


def big_hill() -> str:
    return (
        path("M1 44 Q8 17 25 17 Q42 17 47 44Z", LEAF)
        + path("M30 18 Q43 22 47 44 H34 Q40 32 30 18Z", LEAF_DARK)
        + path("M4 40 Q10 21 22 18.6 Q12 26 9 41Z", LEAF_LIGHT)
    )


def peak(
    x: float, top: float, half: float, foot: float = 43, tone: tuple[str, ...] = (STONE, STONE_DARK), snow: bool = True
) -> str:
    light, dark = tone
    cap = (
        path(
            f"M{x - half * 0.22} {top + (foot - top) * 0.22} L{x} {top} L{x + half * 0.22} {top + (foot - top) * 0.22} L{x + half * 0.06} {top + (foot - top) * 0.17} L{x - half * 0.06} {top + (foot - top) * 0.27}Z",
            "#fff",
        )
        if snow
        else ""
    )
    return (
        path(
            f"M{x - half} {foot} L{x} {top} L{x + half} {foot}Z",
            light,
            stroke=light,
            stroke_width=1.6,
            stroke_linejoin="round",
        )
        + path(f"M{x} {top} L{x + half} {foot} H{x + half * 0.3} L{x + half * 0.12} {top + (foot - top) * 0.5}Z", dark)
        + cap
    )


def adit(x: float = 24, foot: float = 43, load: str = "") -> str:
    """Timbered mouth of a mine with whatever comes out of it."""
    return group(
        path(f"M{x - 11} {foot} v-13 q0 -6 11 -6 q11 0 11 6 v13Z", "#232833"),
        rect(x - 13, foot - 16, 4.6, 16, WOOD),
        rect(x + 8.4, foot - 16, 4.6, 16, WOOD_DARK),
        rect(x - 15, foot - 19.6, 30, 5, WOOD_LIGHT, 1.4),
        path(f"M{x + 2} {foot - 19.6} h11.6 q1.4 0 1.4 1.4 v3.6 h-13Z", WOOD),
        load,
    )


def pool(cx: float, cy: float, rx: float, ry: float, tone: tuple[str, ...] = (WATER, WATER_DARK, WATER_LIGHT)) -> str:
    middle, dark, light = tone
    return (
        ellipse(cx, cy + 1.4, rx + 1.6, ry + 1.2, dark)
        + ellipse(cx, cy, rx, ry, middle)
        + stroke(
            f"M{cx - rx * 0.6} {cy - ry * 0.2} h{rx * 0.5} M{cx - rx * 0.1} {cy + ry * 0.4} h{rx * 0.6}", light, 1.8
        )
    )


def fence(x: float, foot: float, width: float, posts: int = 4, height: float = 10) -> str:
    step = (width - 3) / (posts - 1)
    bars = rect(x, foot - height + 2, width, 2.4, WOOD_LIGHT, 1.2) + rect(x, foot - height + 6, width, 2.4, WOOD, 1.2)
    return bars + "".join(
        rect(x + i * step, foot - height, 3, height, WOOD if i < posts / 2 else WOOD_DARK, 1.2) for i in range(posts)
    )


def dead_tree(x: float, foot: float, scale: float = 1.0) -> str:
    return at(x, foot, stroke("M0 0 V-22 M0 -9 L-6 -16 M0 -13 L6 -20 M-3.4 -13 L-3 -17", COAL_DARK, 2.6), scale=scale)
