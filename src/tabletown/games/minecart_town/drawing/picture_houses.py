"""Houses, works and stalls that pictures are built on."""

from __future__ import annotations

from tabletown.draw.paint import (
    BLUE,
    BLUE_LIGHT,
    CREAM,
    CREAM_DARK,
    GOLD,
    GOLD_LIGHT,
    INK,
    RED,
    RED_DARK,
    RED_LIGHT,
    STONE_DARK,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    awning,
)
from tabletown.draw.shapes import circle, group, path, rect, stroke

from .picture_parts import BRICK, BRICK_DARK

# ------------------------------------------------------------------ bases: houses, works and stalls


def gable(
    x: float,
    foot: float,
    width: float,
    wall_h: float,
    roof_h: float,
    wall: tuple[str, ...] = (CREAM, CREAM_DARK),
    roof: tuple[str, ...] = (RED, RED_DARK),
    eave: float = 2.6,
) -> str:
    """House from the front: wall with a shaded right third, gable roof."""
    top, mid = foot - wall_h, x + width / 2
    return group(
        path(f"M{x} {foot} V{top} L{mid} {top - roof_h} L{x + width} {top} V{foot}Z", wall[0]),
        path(f"M{x + width * 0.72} {foot} V{top - roof_h * 0.56} L{x + width} {top} V{foot}Z", wall[1]),
        path(
            f"M{x - eave} {top + 1.4} L{mid} {top - roof_h - 3} L{x + width + eave} {top + 1.4} L{x + width + eave - 3} {top + 3.4} L{mid} {top - roof_h + 1.6} L{x - eave + 3} {top + 3.4}Z",
            roof[0],
            stroke=roof[0],
            stroke_width=1.4,
            stroke_linejoin="round",
        ),
        path(
            f"M{mid} {top - roof_h - 3} L{x + width + eave} {top + 1.4} L{x + width + eave - 3} {top + 3.4} L{mid} {top - roof_h + 1.6}Z",
            roof[1],
            stroke=roof[1],
            stroke_width=1.4,
            stroke_linejoin="round",
        ),
    )


def long_house(
    x: float,
    foot: float,
    width: float,
    wall_h: float,
    roof_h: float,
    wall: tuple[str, ...] = (CREAM, CREAM_DARK),
    roof: tuple[str, ...] = (RED, RED_DARK),
) -> str:
    """House from the long side: a sloping roof over a low wall."""
    top = foot - wall_h
    return group(
        rect(x, top, width, wall_h, wall[0]),
        rect(x + width * 0.74, top, width * 0.26, wall_h, wall[1]),
        path(
            f"M{x - 2.4} {top + 1} L{x + 4} {top - roof_h} H{x + width - 4} L{x + width + 2.4} {top + 1}Z",
            roof[0],
            stroke=roof[0],
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        path(
            f"M{x + width * 0.7} {top - roof_h} H{x + width - 4} L{x + width + 2.4} {top + 1} H{x + width * 0.76}Z",
            roof[1],
            stroke=roof[1],
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
    )


def barn_front(x: float, foot: float, width: float, tone: tuple[str, ...] = (RED, RED_DARK, RED_LIGHT)) -> str:
    """Gambrel barn with a crossed door."""
    red, dark, _ = tone
    w, mid = width, x + width / 2
    return group(
        path(
            f"M{x} {foot} V{foot - w * 0.52} L{x + w * 0.2} {foot - w * 0.8} L{mid} {foot - w * 0.96} L{x + w * 0.8} {foot - w * 0.8} L{x + w} {foot - w * 0.52} V{foot}Z",
            red,
        ),
        path(
            f"M{x + w * 0.74} {foot} V{foot - w * 0.83} L{x + w * 0.8} {foot - w * 0.8} L{x + w} {foot - w * 0.52} V{foot}Z",
            dark,
        ),
        stroke(
            f"M{x - 1} {foot - w * 0.5} L{x + w * 0.19} {foot - w * 0.82} L{mid} {foot - w} L{x + w * 0.81} {foot - w * 0.82} L{x + w + 1} {foot - w * 0.5}",
            CREAM,
            3,
        ),
        rect(mid - w * 0.2, foot - w * 0.4, w * 0.4, w * 0.4, CREAM_DARK),
        rect(mid - w * 0.16, foot - w * 0.36, w * 0.32, w * 0.36, dark),
        stroke(
            f"M{mid - w * 0.16} {foot - w * 0.36} L{mid + w * 0.16} {foot} M{mid + w * 0.16} {foot - w * 0.36} L{mid - w * 0.16} {foot}",
            CREAM,
            1.6,
        ),
        circle(mid, foot - w * 0.64, w * 0.09, CREAM),
    )


def door(x: float, foot: float, width: float, height: float, colour: str = WOOD_DARK) -> str:
    return path(
        f"M{x} {foot} v{-height + width / 2} a{width / 2} {width / 2} 0 0 1 {width} 0 v{height - width / 2}Z", colour
    )


def pane(x: float, y: float, width: float = 5.0, height: float = 5.0, lit: bool = True) -> str:
    return rect(x, y, width, height, GOLD_LIGHT if lit else BLUE_LIGHT, 0.8) + rect(
        x + width * 0.5, y, width * 0.5, height, GOLD if lit else BLUE, 0.8
    )


def chimney(
    x: float, foot: float, height: float, width: float = 5.0, tone: tuple[str, ...] = (BRICK, BRICK_DARK)
) -> str:
    return (
        rect(x, foot - height, width, height, tone[0])
        + rect(x + width * 0.58, foot - height, width * 0.42, height, tone[1])
        + rect(x - 1, foot - height - 1, width + 2, 3, tone[1], 1)
    )


def planks(x: float, y: float, width: float, height: float) -> str:
    """A wall of boards."""
    rows = max(2, round(height / 5))
    return "".join(
        rect(x, y + i * height / rows, width, height / rows - 0.5, WOOD_LIGHT if i % 2 == 0 else WOOD, 0.6)
        for i in range(rows)
    ) + rect(x + width * 0.76, y, width * 0.24, height, WOOD_DARK, 0.6, fill_opacity=0.55)


def market_stall(
    x: float, foot: float, width: float, first: str, second: str, goods: str = "", stripes: int = 5
) -> str:
    return group(
        rect(x + 2, foot - 28, 2.6, 28, WOOD_DARK),
        rect(x + width - 4.6, foot - 28, 2.6, 28, WOOD_DARK),
        goods,
        rect(x, foot - 12, width, 12, WOOD, 1.4),
        rect(x, foot - 12, width, 3.4, WOOD_LIGHT, 1.4),
        rect(x + width * 0.76, foot - 8.6, width * 0.24, 8.6, WOOD_DARK),
        awning(x - 2, foot - 36, width + 4, stripes, first, second, 8),
        path(f"M{x - 2} {foot - 36} h{width + 4} v2.4 h{-width - 4}Z", INK, fill_opacity=0.16),
    )


def columns(x: float, foot: float, width: float, wall: tuple[str, ...] = (CREAM, CREAM_DARK), count: int = 4) -> str:
    """Temple front: steps, columns and a pediment."""
    step = (width - 10) / (count - 1)
    return group(
        rect(x, foot - 4, width, 4, wall[1]),
        rect(x + 2, foot - 7, width - 4, 3, wall[0]),
        rect(x + 4, foot - 22, width - 8, 15, "#8E7B5E"),
        *[
            rect(x + 3 + i * step, foot - 22, 4, 15, wall[0]) + rect(x + 5.4 + i * step, foot - 22, 1.6, 15, wall[1])
            for i in range(count)
        ],
        rect(x + 1, foot - 25, width - 2, 3.4, wall[1], 1),
        path(
            f"M{x} {foot - 25} L{x + width / 2} {foot - 36} L{x + width} {foot - 25}Z",
            wall[0],
            stroke=wall[0],
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        path(f"M{x + width / 2} {foot - 36} L{x + width} {foot - 25} H{x + width * 0.66}Z", wall[1]),
    )


def rails(d: str) -> str:
    return stroke(d, STONE_DARK, 2)
