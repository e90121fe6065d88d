"""The land of Little Town: terrain, the meadow, the construction site and the round track."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.draw.palette import STONE, STONE_DARK, STONE_LIGHT
from tabletown.draw.pieces import pictogram, worker
from tabletown.draw.scenery import shadow
from tabletown.draw.shapes import at, circle, clip, ellipse, group, number, rect, stroke
from tabletown.draw.text import DISPLAY, READABLE, display, text_width, words
from tabletown.draw.tokens import var

from ..components import COLUMNS, GRIDS, ROUNDS, ROWS, SQUARES, TERRAINS
from .colours import land

PICTURES = {"F": 3, "M": 2, "L": 2, ".": 8}
"""How many pictures there are of each terrain."""


def terrain_at(side: int, square: str) -> str:
    """F, M, L, or a dot for grass."""
    index = SQUARES.index(square)
    return GRIDS[side][index // COLUMNS][index % COLUMNS]


def ground(x: float, y: float, size: float, terrain: str, square: str) -> str:
    """The picture of a terrain; which one of several depends on the square, so that the land looks varied."""
    row, column = divmod(SQUARES.index(square), COLUMNS)
    picture = (column * 73 + row * 151 + column * row * 29) // 3 % PICTURES[terrain]
    return pictogram(f"{TERRAINS[terrain]}_{picture + 1}", x, y, size)


# ---------------------------------------------------------------- the meadow under everything


def _grid(x: float, y: float, size: float) -> str:
    down = "".join(f"M{number(x + c * size)} {number(y)}v{number(ROWS * size)}" for c in range(COLUMNS + 1))
    across = "".join(f"M{number(x)} {number(y + r * size)}h{number(COLUMNS * size)}" for r in range(ROWS + 1))
    return stroke(down + across, land("grid"), 1)


def _coordinates(x: float, y: float, size: float) -> str:
    ink = land("coordinate")
    letters = "".join(display("ABCDEFGHI"[c], x + (c + 0.5) * size, y - 6, 12, ink, "middle") for c in range(COLUMNS))
    return letters + "".join(display(r + 1, x - 13, y + (r + 0.5) * size + 4.5, 12, ink, "middle") for r in range(ROWS))


def meadow(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    grid_x: float,
    grid_y: float,
    size: float,
    named: bool,
) -> str:
    """Rolling grass with bushes at the rim, and the grid of the squares on it."""
    bushes = "".join(
        at(x + bx, y + by, pictogram("bush", -14, -14, 28), scale=scale)
        for bx, by, scale in (
            (1, 70, 0.8),
            (3, height * 0.47, 1),
            (width - 4, 56, 0.9),
            (width - 1, height * 0.45, 0.8),
            (width - 6, height * 0.7, 1),
            (0, height - 20, 1.1),
            (width - 10, height - 10, 1.3),
        )
    )
    far, near = land("far"), land("near")
    return (
        shadow(x, y, width, height, radius)
        + clip("clip-meadow", rect(x, y, width, height, radius=radius))
        + group(
            rect(x, y, width, height, var("meadow")),
            ellipse(x + width * 0.2, y + height * 0.18, width * 0.4, height * 0.2, far),
            ellipse(x + width * 0.82, y + height * 0.62, width * 0.38, height * 0.22, far),
            ellipse(x + width * 0.3, y + height * 0.82, width * 0.42, height * 0.16, near, fill_opacity=0.6),
            bushes,
            clip_path="url(#clip-meadow)",
        )
        + _grid(grid_x, grid_y, size)
        + (_coordinates(grid_x, grid_y, size) if named else "")
    )


# ---------------------------------------------------------------- site and rounds


def construction_site(x: float, y: float, width: float, height: float, builders: Sequence[int]) -> str:
    """The workers that built this round; they stand here until the round ends. `builders` are their seats."""
    narrow, count = width < 240, len(builders)
    caption = f"{count} built" if narrow else f"{count} built this round" if count else "Nobody built yet"
    heading = "Site" if narrow else "Construction site"
    left = x + 62 + max(text_width(heading, 14.5, family=DISPLAY), text_width(caption, 11.5, 600)) + 16
    step = min(35.0, (x + width - 36 - left) / max(1, count - 1)) if count else 0
    crowd = "".join(
        worker(x + width - 22 - i * step, y + height * 0.46, 33, seat, id=f"builder-{count - i}")
        for i, seat in enumerate(reversed(builders))
    )
    ink = land("sand-ink")
    return group(
        rect(x, y + 2, width, height, land("sand-edge"), height * 0.36),
        rect(x, y, width, height, land("sand"), height * 0.36),
        pictogram("crane", x + 12, y + height - 48, 48),
        display(heading, x + 62, y + height * 0.46, 14.5, ink),
        words(caption, x + 62, y + height * 0.46 + 15, 11.5, ink, 600),
        crowd,
        tip="Construction site",
        id="site",
    )


def round_track(x: float, y: float, width: float, height: float, current: int) -> str:
    """Four stepping stones across the meadow; the gold one is the round being played."""
    label = text_width("Round", 14.5, family=DISPLAY) + 10
    step, cy = (width - label) / ROUNDS, y + height / 2
    stones = []
    for stone in range(1, ROUNDS + 1):
        cx, now = x + label + (stone - 0.5) * step, stone == current
        r = height * (0.43 if now else 0.34)
        face = var("gold") if now else STONE_LIGHT if stone > current else STONE
        stones.append(ellipse(cx, cy + 3, r * 1.06, r * 0.96, "#00000040"))
        stones.append(circle(cx, cy + 1.6, r, var("gold-lip") if now else STONE_DARK) + circle(cx, cy, r, face))
        if stone < current:
            stones.append(at(cx, cy + 1, stroke("M-4 0l3 3l5 -6.4", "#2B3140", 1.8)))
        else:
            stones.append(
                display(stone, cx, cy + r * 0.36, max(READABLE, r), "#3A2500" if now else "#3D4653", "middle")
            )
    trail = stroke(
        f"M{number(x + label + step / 2)} {number(cy)}H{number(x + width - step / 2)}",
        land("trail"),
        5,
        stroke_dasharray="1 9",
    )
    return group(
        display("Round", x, cy + 5, 14.5, land("coordinate")),
        trail,
        *stones,
        tip=f"Round {current} of {ROUNDS}",
        id="rounds",
    )
