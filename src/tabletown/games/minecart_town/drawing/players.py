"""The players: panels of opponents, the plate of the seat in front, and the marks of a solo game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tabletown.draw.panels import Purse, plate, player_panel
from tabletown.draw.pieces import cart, good, medal, seat_mark
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import circle, group, rect, stroke
from tabletown.draw.states import Change, chip, counting, gain_flag
from tabletown.draw.text import DISPLAY, display, shorten, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LINE, PAPER_DEEP, WOOD

from ..components import RESOURCES
from .rails import BED, BED_EDGE, small_track
from .town import small_town


@dataclass(frozen=True)
class Holding:
    """A player and the town; `first` has the first-player marker, `change` is of the points."""

    player: Mapping[str, Any]
    town: Mapping[str, Any]
    you: bool
    active: bool
    first: bool
    note: str
    change: Change | None

    def points(self, name: str) -> Purse:
        return Purse("medal", self.town["vp"], name, self.change)

    @property
    def size(self) -> str:
        """How many buildings and tracks the town has, in words."""
        return ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for what, n in self._counts())

    def _counts(self) -> list[tuple[str, int]]:
        return [("building", self.town["buildings"]), ("track", self.town["tracks"])]


def goods_row(x: float, cy: float, width: float, totals: Mapping[str, int], size: float = 19.0) -> str:
    step = width / len(RESOURCES)
    return "".join(
        good(resource, x + i * step + size * 0.5, cy, size)
        + display(
            str(totals[resource]),
            x + i * step + size * 1.12,
            cy + size * 0.28,
            size * 0.76,
            INK if totals[resource] else INK_SOFT,
        )
        for i, resource in enumerate(RESOURCES)
    )


def first_cart(cx: float, cy: float) -> str:
    """The first-player marker."""
    return group(
        circle(cx, cy, 12, CARD, stroke=WOOD, stroke_width=2),
        cart(cx, cy - 0.5, 17, "gold"),
        tip="First player of this round",
    )


def opponent(x: float, y: float, width: float, height: float, holding: Holding, name: str) -> str:
    """Another player: score, miniature town, cubes."""
    narrow, built = width < 300, holding.town
    body = small_town(
        x + 14, y + 42, width - 24, height - 76, holding.player["seat"], built["tiles"], 34 if narrow else 46
    )
    body += goods_row(x + 16, y + height - 17, width - 22, built["totals"], 17 if narrow else 20)
    body += first_cart(x + width - 24, y + 56) if holding.first else ""
    body += chip(x + width / 2, y + 43, holding.note, CARD, INK, 10.5) if holding.note else ""
    purse = holding.points("" if name else f"vp-{holding.player['seat']}")
    return player_panel(x, y, width, height, holding.player, [purse], holding.active, body, name=name)


def own_plate(
    x: float,
    y: float,
    width: float,
    height: float,
    holding: Holding,
    hand: Mapping[str, int],
    solo: Mapping[str, Any] | None,
) -> str:
    """The plate of the seat in front: score, cubes in town, free slots; solo also the marks to reach."""
    player, built, note, change = holding.player, holding.town, holding.note, holding.change
    mid, score = x + width / 2, str(built["vp"])
    score_width = text_width(score, 46, family=DISPLAY)
    left = mid - (score_width + 54) / 2
    rows = []
    for i, resource in enumerate(RESOURCES):
        cx, cy = x + 30 + (i % 2) * (width / 2 - 6), y + 142 + (i // 2) * 34
        rows.append(
            good(resource, cx, cy, 27)
            + display(str(built["totals"][resource] + hand.get(resource, 0)), cx + 20, cy + 7, 20, INK)
        )
    cx, cy = x + 30 + (width / 2 - 6), y + 142 + 68
    slot = rect(cx - 10, cy - 10, 20, 20, PAPER_DEEP, 6, stroke=INK_SOFT, stroke_width=1.6, stroke_dasharray="3.4 2.6")
    rows.append(group(slot, display(str(built["free"]), cx + 20, cy + 7, 20, INK_SOFT), tip="Free slots"))
    low = y + 240
    counts = words(holding.size, mid, low + 16, 12.5, INK, 700, "middle")
    counts += words(f"{built['end']} VP at the end", mid, low + 34, 12, INK_SOFT, 500, "middle") if built["end"] else ""
    counts += chip(mid, low + 54, note, PAPER_DEEP, INK, 11) if note else ""
    marks = _marks(x + 14, y + height - 104, width - 28, solo) if solo else _prices(x + 14, y + height - 82, width - 28)
    return (
        plate(x, y, width, height, player, holding.you, holding.active)
        + group(
            medal(left + 20, y + 84, 24),
            display(score, left + 54, y + 99, 46, INK),
            id=f"vp-{player['seat']}",
            **counting(built["vp"]),
        )
        + (
            gain_flag(left + 54 + score_width - 4, y + 60, change.amount, 13, f"vp-{player['seat']}")
            if change and change.amount
            else ""
        )
        + stroke(f"M{x + 16} {y + 117}H{x + width - 16}", LINE, 1.4)
        + "".join(rows)
        + stroke(f"M{x + 16} {low - 6}H{x + width - 16}", LINE, 1.4)
        + counts
        + marks
        + (first_cart(x + width - 24, y + 117) if holding.first else "")
    )


def _prices(x: float, y: float, width: float) -> str:
    """What tracks cost."""
    out = [stroke(f"M{x + 2} {y - 4}H{x + width - 2}", LINE, 1.4)]
    cell = 36.0
    step = (width - cell) / 2
    for i, (shape, price, name) in enumerate((("EW", 1, "Straight"), ("NE", 1, "Curve"), ("NEW", 2, "T-junction"))):
        tx = x + i * step
        tag = rect(tx, y + 6, cell, cell, BED, 7, stroke=BED_EDGE, stroke_width=1.2) + small_track(
            tx + 1, y + 7, cell - 2, [shape]
        )
        price_tag = display(str(price), tx + cell / 2 - 14, y + cell + 25, 12.5, INK, "middle")
        price_tag += good("wood", tx + cell / 2 - 1, y + cell + 21, 13) + good(
            "stone", tx + cell / 2 + 10, y + cell + 21, 13
        )
        out.append(group(tag, price_tag, tip=f"{name}: {price} wood or stone"))
    return "".join(out)


def _marks(x: float, y: float, width: float, solo: Mapping[str, Any]) -> str:
    """Solo: the four marks, and how far the town as it stands would come."""
    out = [display(f"{solo['score']} as it stands", x + width / 2, y + 20, 14, INK, "middle")]
    step = width / 4
    for i, mark in enumerate(solo["thresholds"]):
        cx, reached = x + (i + 0.5) * step, i < solo["rank"]
        out.append(group(medal(cx, y + 46, 13, dimmed=not reached), opacity=None if reached else 0.45))
        out.append(display(str(mark), cx, y + 76, 12.5, INK if reached else INK_SOFT, "middle"))
    return "".join(out)


def town_heading(x: float, y: float, width: float, holding: Holding) -> str:
    """Phones: whose town it is, its score and its size."""
    player, note = holding.player, holding.note
    name = "Your town" if holding.you else player["name"]
    return (
        panel(x, y, width, 48, 12)
        + seat_mark(x + 22, y + 24, 24, player["seat"])
        + display(shorten(name, width - 190, 16, family=DISPLAY), x + 42, y + 22, 16, INK)
        + words(holding.size, x + 42, y + 38, 11.5, INK_SOFT, 600)
        + (chip(x + width - 118, y + 17, note, PAPER_DEEP, INK, 10.5) if note else "")
        + medal(x + width - 72, y + 24, 13)
        + display(str(holding.town["vp"]), x + width - 54, y + 31, 22, INK)
        + (first_cart(x + width - 18, y + 14) if holding.first else "")
    )


def solo_panel(x: float, y: float, width: float, solo: Mapping[str, Any]) -> str:
    """Phones: the marks of a solo game. 98 high."""
    return panel(x, y, width, 98, 12) + _marks(x + 14, y + 8, width - 28, solo)
