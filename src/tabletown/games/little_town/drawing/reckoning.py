"""The final reckoning: where everybody's points come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.cards import place_badge
from tabletown.draw.pieces import seat_mark, star
from tabletown.draw.scenery import hanging_sign, panel
from tabletown.draw.shapes import rect, stroke
from tabletown.draw.text import DISPLAY, display, shorten, text_width, words
from tabletown.draw.tokens import INK, INK_SOFT, LINE, var

from ..text.phrases import minus

_PARTS = (
    ("track", "Track"),
    ("tiles", "Tiles"),
    ("goals", "Goals"),
    ("landmarks", "Castle, tower"),
    ("coins", "Coins"),
)


def reckoning(
    x: float,
    y: float,
    width: float,
    players: Sequence[Mapping[str, Any]],
    points: Sequence[Mapping[str, int]],
    on_track: Sequence[str],
) -> str:
    """What everybody's points come from, best first. `on_track` names the parts that the track already holds."""
    order = sorted(players, key=lambda player: (player["place"] or 0, player["seat"]))
    parts = [part for part in _PARTS if part[0] not in on_track]
    label = 92
    cell = (width - label - 18) / len(order)
    head = "".join(
        seat_mark(x + label + (i + 0.5) * cell, y + 56, 30, player["seat"])
        + (place_badge(x + label + (i + 0.5) * cell + 15, y + 43, player["place"], 9) if player["place"] else "")
        + words(
            shorten(player["name"], cell - 6, 12, 700), x + label + (i + 0.5) * cell, y + 88, 12, INK, 700, "middle"
        )
        for i, player in enumerate(order)
    )
    rows = []
    for number, (key, name) in enumerate(parts):
        base = y + 120 + number * 34
        rows.append(stroke(f"M{x + 12} {base - 22}h{width - 24}", LINE, 1))
        rows.append(words(name, x + 16, base, 12.5, INK_SOFT, 600))
        for i, player in enumerate(order):
            rows.append(
                display(minus(points[player["seat"]][key]), x + label + (i + 0.5) * cell, base + 1, 16, INK, "middle")
            )
    base = y + 132 + len(parts) * 34
    rows.append(rect(x + 10, base - 26, width - 20, 44, var("fresh-tint"), 12))
    rows.append(display("Total", x + 18, base + 3, 16, INK))
    for i, player in enumerate(order):
        text = minus(player["score"])
        cx = x + label + (i + 0.5) * cell
        wide = text_width(text, 21, family=DISPLAY)
        mark = star(cx - wide / 2 - 8, base - 4, 9) if player["place"] == 1 and cell > 60 else ""
        rows.append(mark + display(text, cx + (7 if mark else 0), base + 4, 21, INK, "middle"))
    return (
        panel(x, y, width, reckoning_height(on_track), 16, level=2)
        + hanging_sign(x + width / 2, y - 8, "Final reckoning")
        + head
        + "".join(rows)
    )


def reckoning_height(on_track: Sequence[str]) -> float:
    return 132 + (len(_PARTS) - len(on_track)) * 34 + 30
