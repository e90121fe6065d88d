"""The market: a goods train on wide screens, rows of wagons on phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.draw.shapes import circle, group, rect, stroke, use
from tabletown.draw.states import Change, Offer
from tabletown.draw.text import display, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LINE, PAPER_DEEP, WOOD, var

from ..text.effect_words import TileOptions
from .rails import long_rail
from .tiles import market_card, market_chip

Card = tuple[str, str, str, int, Offer, Change | None]
"""A space of the market: name of its element, area, kind of tile, copies, offer, change."""

TRAIN_HEIGHT = 169


def _wagon(x: float, y: float, width: float) -> str:
    wheels = "".join(
        circle(x + dx, y + 10, 6, "#2B3140", stroke="#59636F", stroke_width=1.4)
        + circle(x + dx, y + 10, 2.4, "#A7B1BD")
        for dx in (width * 0.24, width * 0.76)
    )
    bed = rect(x - 5, y + 2.4, width + 10, 3, "#59636F", 1.5) + rect(x + 1, y, width - 2, 8, WOOD, 3)
    return bed + rect(x + 4, y + 1, width - 8, 2, "#FFFFFF38", 1) + wheels


def _locomotive(x: float, foot: float) -> str:
    """The little mine engine that pulls the market."""
    return use("pic-locomotive", x - 4, foot - 94, 62, 96)


def _letter(cx: float, cy: float, letter: str, left: int) -> str:
    """Which bag an area is filled from, and how much is left in it."""
    sign = rect(cx - 10, cy - 10, 20, 20, WOOD, 6) + rect(cx - 8.4, cy - 8.4, 16.8, 16.8, var("wood-light"), 4.6)
    note = words(str(left), cx, cy + 23, 10.5, INK_SOFT, 600, "middle")
    return group(
        sign,
        display(letter, cx, cy + 5, 14, var("wood-ink"), "middle"),
        note,
        tip=f"{left} {letter} tiles left in the bag",
    )


def _empty(x: float, y: float, width: float, height: float) -> str:
    return rect(x + 2, y + 2, width - 4, height - 6, "none", 10, stroke=LINE, stroke_width=2, stroke_dasharray="6 5")


def _leaves(x: float, y: float, width: float) -> str:
    """Solo: this tile leaves the game when another of its area is bought."""
    cx, cy = x + width - 9, y + 1
    disc = circle(cx, cy, 9, CARD, stroke=INK_SOFT, stroke_width=1.4)
    return group(
        disc,
        stroke(f"M{cx + 4:.1f} {cy:.1f}h-7m3 -3.4l-3.4 3.4l3.4 3.4", INK_SOFT, 1.8),
        tip="Leaves when another tile of this area is bought",
    )


def goods_train(
    x: float,
    y: float,
    width: float,
    cards: Sequence[Card | None],
    areas: Sequence[str],
    bags: Mapping[str, int],
    leaving: Sequence[bool],
    options: TileOptions,
) -> str:
    """The market on wide screens: an engine, the wagons of the left area, then those of the C area."""
    engine, gap, pause, height, top = 64, 6, 32, 130, 13
    each = (width - engine - 10 - pause - gap * (len(cards) - 2)) / len(cards)
    each = min(each, 96)
    deck, foot = y + top + height - 1, y + top + height + 16
    drawn, lifted, chips, wagons, cursor = [], "", [], [], x + engine
    for i, card in enumerate(cards):
        if i and areas[i] != areas[i - 1]:
            wagons.append(_letter(cursor + pause / 2 - gap, y + 34, areas[i], bags[areas[i]]))
            cursor += pause - gap
        wagons.append(_wagon(cursor, deck, each))
        box = cursor, y + top, each, height
        if card is None:
            drawn.append(_empty(*box))
        else:
            name, _, kind, count, offer, change = card
            art = market_card(*box, name, kind, count, offer, change, options)
            chips.append(market_chip(*box, offer) + (_leaves(*box[:3]) if leaving[i] else ""))
            lifted, drawn = (art, drawn) if offer.chosen else (lifted, [*drawn, art])
        cursor += each + gap
    return group(
        rect(x, y, width, foot - y + 10, PAPER_DEEP, 16),
        long_rail(x + 8, foot, width - 16),
        _locomotive(x + 8, foot),
        _letter(x + engine - 16, y + 34, areas[0], bags[areas[0]]),
        *wagons,
        *drawn,
        lifted,
        *chips,
        aria_label="Market",
    )


def market_shelf(
    x: float,
    y: float,
    width: float,
    cards: Sequence[Card | None],
    areas: Sequence[str],
    bags: Mapping[str, int],
    leaving: Sequence[bool],
    options: TileOptions,
    columns: int = 4,
) -> str:
    """The market on phones: rows of wagons on their own rails, the left area first."""
    pad, gap, height, each_row = 8, 6, 130, 170
    each = (width - 2 * pad - gap * (columns - 1)) / columns
    note = ", ".join(f"{bags[a]} {a}" for a in dict.fromkeys(areas)) + " in the bags"
    out = [
        rect(x, y, width, shelf_height(areas, columns), PAPER_DEEP, 16),
        display("Market", x + 14, y + 26, 17, INK),
        words(note, x + width - 14, y + 25, 12, INK_SOFT, 600, "end"),
    ]
    chips = []
    for r, line in enumerate(_shelf_rows(areas, columns)):
        top = y + 46 + r * each_row
        out.append(long_rail(x + 6, top + height + 16, width - 12))
        for c, index in enumerate(line):
            box = x + pad + c * (each + gap), top, each, height
            card = cards[index]
            out.append(_wagon(box[0], top + height - 1, each))
            if card is None:
                out.append(_empty(*box))
                continue
            name, _, kind, count, offer, change = card
            out.append(market_card(*box, name, kind, count, offer, change, options))
            chips.append(market_chip(*box, offer) + (_leaves(*box[:3]) if leaving[index] else ""))
        if len(line) < columns:
            out.append(_locomotive(x + pad + len(line) * (each + gap) + 8, top + height + 16))
    return group(*out, *chips, aria_label="Market")


def _shelf_rows(areas: Sequence[str], columns: int) -> list[list[int]]:
    rows: list[list[int]] = []
    for area in dict.fromkeys(areas):
        here = [i for i, a in enumerate(areas) if a == area]
        each = {6: 3, 4: columns}.get(len(here), columns)
        rows += [here[i : i + each] for i in range(0, len(here), each)]
    return rows


def shelf_height(areas: Sequence[str], columns: int = 4) -> float:
    return len(_shelf_rows(areas, columns)) * 170 + 42
