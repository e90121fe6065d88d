"""The cards of Machi Koro as pictures: on the market, in a city, and as landmarks."""

from __future__ import annotations

from tabletown.draw.accessibility import cached_drawing
from tabletown.draw.cards import count_badge, mini_tile, number_badge, ribbon_band, roundel
from tabletown.draw.pictures import load_pictures
from tabletown.draw.pieces import coin, pictogram, star
from tabletown.draw.scenery import blueprint, panel, scene, shadow, side_scene, stack_edges
from tabletown.draw.shapes import Value, group, rect
from tabletown.draw.states import (
    Change,
    Offer,
    chip_width,
    chosen_chip,
    fresh_mark,
    legal_glow,
    legal_outline,
    offer_chip,
    reason_chip,
    target,
)
from tabletown.draw.text import fit_lines, paragraph, rich_lines, rich_text, wrap
from tabletown.draw.tokens import CARD, GOLD_EDGE, INK, INK_SOFT, ribbon

from ..text.cards import CARDS, LANDMARKS, Card, spoken

DEFS = load_pictures(__package__)

_SHORT_NAMES = {"fruit_and_vegetable_market": "Fruit and Veg. Market"}
"""For tiles that are too narrow for the whole name."""


# ---------------------------------------------------------------- the market


def market_chip(x: float, y: float, width: float, height: float, offer: Offer) -> str:
    """The chip on the lower edge of a card; the market draws all chips above all cards."""
    return offer_chip(x + width / 2, y + height + 1, offer)


def free_place(x: float, y: float, width: float, height: float) -> str:
    """Where a dealt market waits for a card."""
    line: dict[str, Value] = {"stroke": INK_SOFT, "stroke_width": 1.4, "stroke_dasharray": "6 6", "stroke_opacity": 0.5}
    return rect(x + 2, y + 2, width - 4, height - 4, "none", 11, **line)


@cached_drawing(1024)
def market_card(
    x: float, y: float, width: float, height: float, key: str, left: int, offer: Offer, change: Change | None
) -> str:
    """A stack of the market: scene, ribbon with the number left, name, effect."""
    card, picture = CARDS[key], height - 74
    dull = not offer.legal and (left == 0 or bool(offer.reason))
    top = y - 4 if offer.chosen else y
    ink, band_y, wide = INK_SOFT if dull else INK, top + picture, len(card.numbers) > 3
    lines, size = fit_lines(card.name, width - 12, 12.5, 10.5)
    air = 4 if len(lines) == 1 else -1.5
    level = (2 if offer.chosen else 1) if offer.legal else 0
    return target(
        f"market-{key}",
        offer,
        f"{card.name}, {left} left",
        stack_edges(x, top, width, height, 12, left),
        legal_glow(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        panel(x, top, width, height, 12, level),
        scene(x + 1, top + 1, width - 2, picture, card.family, key, 52, dull, shift=5 if wide else 0),
        ribbon_band(x + 0.5, band_y, width - 1, card.family, card.band, f"×{left}", dull),
        number_badge(x + 5, top + 5, card.numbers, card.family, 12.5 if wide else 14.5),
        coin(x + width - 17, top + 17, 13, card.cost, dull),
        paragraph(lines, x + 7, band_y + 31 + air, size, ink, 700, 1.1),
        rich_text(card.effect, x + 7, band_y + 34 + len(lines) * 14 + 2 * air, width - 10, 12, ink, dimmed=dull),
        legal_outline(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        fresh_mark(x, top, width, height, 12, change),
        text=spoken(card),
    )


# ---------------------------------------------------------------- the city one looks at, and the others


def name_on_tile(card: Card, width: float) -> tuple[list[str], float]:
    """The name on two lines of a narrow tile and their size; abbreviated where it would have to be cut."""
    lines, size = fit_lines(card.name, width, 11.5, 10)
    if lines[-1].endswith("…"):
        return fit_lines(_SHORT_NAMES.get(card.key, card.name), width, 11.5, 10)
    return lines, size


@cached_drawing(1024)
def city_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    name: str,
    key: str,
    count: int,
    offer: Offer,
    change: Change | None,
    given: bool = False,
) -> str:
    """One kind of building in the city one looks at; further copies show behind it."""
    card, named = CARDS[key], height >= 96
    picture = height - (38 if named else 5)
    edge = ribbon(card.family, "edge")
    lines, size = name_on_tile(card, width - 8)
    copies = "".join(
        rect(x + 3 * i, y - 3 * i, width, height, CARD, 11, stroke=edge, stroke_width=1.4)
        for i in range(min(count, 3) - 1, 0, -1)
    )
    art = min(68, picture - (24 if named else 8), width - 14)
    shift = (8 if len(card.numbers) > 3 else 0) if named else 9
    words_y = y + picture + (23.5 if len(lines) == 1 else 17)
    words = paragraph(lines, x + width / 2, words_y, size, INK, 700, 1.12, "middle")
    return target(
        name,
        offer,
        f"{card.name}, {count} built",
        legal_glow(x, y, width, height, 11, offer.chosen or given, True) if offer.legal or given else "",
        shadow(x, y, width, height, 11),
        copies,
        rect(x, y, width, height, CARD, 11),
        scene(x + 1, y + 1, width - 2, picture, card.family, key, art, radius=10, shift=shift),
        rect(x, y + picture, width, 4, ribbon(card.family)) if named else "",
        rect(x, y, width, height, "none", 11, stroke=edge, stroke_width=1.6),
        number_badge(x + 5, y + 5, card.numbers, card.family, 14 if named else 12.5),
        count_badge(x + width - 15, y + picture - (7 if named else 11), count) if count > 1 else "",
        words if named else "",
        legal_outline(x, y, width, height, 11, offer.chosen or given) if offer.legal or given else "",
        chosen_chip(x + width / 2, y + height, "You give" if given else "Chosen") if offer.chosen or given else "",
        fresh_mark(x, y, width, height, 11, change),
        text=spoken(card),
    )


def small_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    name: str,
    key: str,
    count: int,
    offer: Offer,
    change: Change | None,
) -> str:
    """One kind of building in an opponent's city."""
    card = CARDS[key]
    frame = legal_outline(x, y, width, height, 7, offer.chosen, 2.4) if offer.legal else ""
    return target(
        name,
        offer,
        f"{card.name}, {count} built",
        legal_glow(x, y, width, height, 7, offer.chosen, small=True) if offer.legal else "",
        mini_tile(x, y, width, height, card.family, key, count, frame),
        fresh_mark(x + 1, y + 1, width - 2, height - 2, 6, change, 9.5),
        text=spoken(card),
    )


# ---------------------------------------------------------------- landmarks


def landmark_roundel(cx: float, cy: float, r: float, name: str, key: str, built: bool, change: Change | None) -> str:
    """A landmark of an opponent: its picture in a circle, pale until it is built."""
    card = LANDMARKS[key]
    said = f"{card.name}, {'built' if built else 'not built'}. {card.text}"
    fresh = fresh_mark(cx - r, cy - r, 2 * r, 2 * r, r, change, 9.5)
    return group(roundel(cx, cy, r, key, built), fresh, tip=said, id=name, role="img")


def _landmark_words(x: float, y: float, width: float, height: float, card: Card, reason: str) -> str:
    """Name, effect and reason as one block, centred on the height of the card."""
    lines, size = wrap(card.name, width, 13, 700, 2), 11.5
    effect = rich_lines(card.effect, width, size)
    block = len(lines) * 14.6 + len(effect) * size * 1.3 + (26 if reason else 3)
    top = y + (height - block) / 2 + 11
    effect_y = top + len(lines) * 14.6 + 3
    chip_y = effect_y + (len(effect) - 1) * size * 1.3 + 18
    return (
        paragraph(lines, x, top, 13, INK, 700, 1.12)
        + rich_text(card.effect, x, effect_y, width, size, INK_SOFT, 1.3)
        + (reason_chip(x + chip_width(reason) / 2, chip_y, reason) if reason else "")
    )


@cached_drawing(512)
def landmark_card(
    x: float,
    y: float,
    width: float,
    height: float,
    name: str,
    key: str,
    built: bool,
    offer: Offer,
    change: Change | None,
) -> str:
    """A landmark of the city one looks at: gold when built, before that a blueprint with a faint picture."""
    card, side = LANDMARKS[key], round(width * 0.38)
    art = min(60, side - 10)
    if built:
        body = (
            panel(x, y, width, height, 13, 2)
            + side_scene(x + 1, y + 1, side, height - 2, "gold", key, art)
            + _landmark_words(x + side + 9, y, width - side - 18, height, card, "")
            + rect(x, y, width, height, "none", 13, stroke=GOLD_EDGE, stroke_width=3)
            + star(x + 15, y + 15, 11)
        )
    else:
        ground = (
            legal_glow(x, y, width, height, 13, offer.chosen, True)
            + panel(x, y, width, height, 13, 2 if offer.chosen else 1)
            + legal_outline(x, y, width, height, 13, offer.chosen)
            if offer.legal
            else blueprint(x, y, width, height, side)
        )
        body = (
            ground
            + pictogram(key, x + (side - art) / 2 + 3, y + height - art - 8, art, opacity=None if offer.legal else 0.5)
            + coin(x + 19, y + 19, 14, card.cost, not offer.legal)
            + _landmark_words(x + side + 9, y, width - side - 18, height, card, offer.reason)
            + (chosen_chip(x + width / 2, y + height) if offer.chosen else "")
        )
    state = "built" if built else f"costs {card.cost}"
    return target(
        name, offer, f"{card.name}, {state}", body, fresh_mark(x, y, width, height, 13, change), text=card.text
    )
