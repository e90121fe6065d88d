"""The round track and the ribbon of the four phases."""

from __future__ import annotations

from tabletown.draw.pieces import cart
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import at, circle, group, path
from tabletown.draw.text import display, fit_size, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, PAPER_DEEP, WOOD, ribbon

from .rails import long_rail

PARTS = {"production": "blue", "construction": "gold", "transportation": "green", "processing": "red"}
"""The phases of a round and the colours of their ribbons."""

PART_WORDS = {
    "production": "Production",
    "construction": "Construction",
    "transportation": "Transport",
    "processing": "Processing",
}
PART_GLYPHS = {
    "production": "M0 8V-1M0 0Q-8 0 -8 -8Q0 -8 0 0ZM0 -2Q1 -8 8 -8Q8 -2 0 -1Z",
    "construction": "M-8 8L2 -2M-2 -7L3 -9L9 -3L7 2Z",
    "transportation": "M-9 -5H9L6 4H-6ZM-4 8V8.1M4 8V8.1",
    "processing": "M-7 -2A7.4 7.4 0 0 1 6 -4M7 2A7.4 7.4 0 0 1 -6 4M7 -9V-3H1M-7 9V3H-1",
}


def _part_shape(cursor: float, y: float, width: float, first: bool) -> str:
    if first:
        return f"M{cursor + 8:.1f} {y}h{width - 15:.1f}l7 14l-7 14h{15 - width:.1f}q-8 0 -8 -8v-12q0 -8 8 -8Z"
    return f"M{cursor:.1f} {y}h{width - 7:.1f}l7 14l-7 14h{7 - width:.1f}l5 -14Z"


def progress(x: float, y: float, width: float, round: int, part: str, mix: bool) -> str:
    """The round track (a rail with four stations, the cart at the present one) and the ribbon of phases. 86 high.

    In the final round transport and processing are one: `mix` says so.
    """
    start, step = x + 30, (width - 60) / 3
    stations = []
    for n in range(1, 5):
        cx, past = start + (n - 1) * step, n < round
        if n == round:
            stations.append(
                cart(cx, y + 24, 38, "gold")
                + circle(cx, y + 25, 7.6, "#FFFDF8")
                + display(str(n), cx, y + 29.8, 13.5, "#2B3140", "middle")
            )
        else:
            station = circle(cx, y + 30, 11, WOOD if past else CARD, stroke=WOOD, stroke_width=2.4)
            stations.append(station + display(str(n), cx, y + 34.8, 13.5, "#FFF4DF" if past else INK, "middle"))
    bar, small = y + 50, 31.0
    wide, cursor, ribbons = width - 16 - 3 * (small + 3), x + 8, []
    for i, (name, family) in enumerate(PARTS.items()):
        now = name == part
        w = wide if now else small
        label = "Final mix" if now and mix and name == "transportation" else PART_WORDS[name]
        colour = "#fff" if now else INK_SOFT
        glyph = path(
            PART_GLYPHS[name],
            colour if name == "production" else "none",
            stroke=colour,
            stroke_width=2.6,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        ribbons.append(
            group(
                path(_part_shape(cursor, bar, w, i == 0), ribbon(family) if now else PAPER_DEEP),
                at(cursor + (16 if now else w / 2 + 1), bar + 14, glyph, scale=15 / 24),
                words(label, cursor + 28, bar + 18.4, fit_size(label, w - 38, 13, 10), "#fff", 700) if now else "",
                tip=PART_WORDS[name],
            )
        )
        cursor += w + 3
    return group(
        panel(x, y, width, 86),
        long_rail(x + 14, y + 37, width - 28),
        *stations,
        *ribbons,
        aria_label=f"Round {round} of 4, {PART_WORDS[part]}",
    )
