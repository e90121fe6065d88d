"""The Plans as pictures: for sale, built, planned, face down, and small in another's neighborhood."""

from __future__ import annotations

from tabletown.core.grammar import count
from tabletown.draw.accessibility import cached_drawing
from tabletown.draw.cards import count_badge, ribbon_band
from tabletown.draw.icons import mint_icon, pill, word_icon
from tabletown.draw.pieces import mint, pictogram, star
from tabletown.draw.scenery import card_back, panel, scene, shadow
from tabletown.draw.shapes import Value, circle, group, number, rect, stroke
from tabletown.draw.states import (
    Change,
    Offer,
    counting,
    fresh_mark,
    legal_glow,
    legal_outline,
    offer_chip,
    signed,
    target,
)
from tabletown.draw.text import (
    DISPLAY,
    display,
    fit_lines,
    fit_size,
    paragraph,
    rich_lines,
    rich_text,
    shorten,
    text_width,
    words,
)
from tabletown.draw.tokens import CARD, COIN_INK, INK, INK_SOFT, LINE, ribbon, var

from ..text.cards import PLANS, Plan

# ---------------------------------------------------------------- face down


def plan_back(x: float, y: float, width: float, height: float, radius: float = 8) -> str:
    mark = pictogram("mw_mint", x + width * 0.24, y + height / 2 - width * 0.26, width * 0.52)
    return card_back(x, y, width, height, var("mint-back"), var("mint-back-dark"), mark, radius)


def back_tile(x: float, y: float, width: float, height: float, side: int, position: int, change: Change | None) -> str:
    """A face-down plan that the viewer can't know."""
    return group(
        plan_back(x, y, width, height, min(10, width * 0.16)),
        fresh_mark(x, y, width, height, 8, change),
        tip="A secret plan from the Lotto",
        id=f"back-{side}-{position}",
        role="img",
    )


def deck_pile(
    x: float, y: float, width: float, height: float, left: int, change: Change | None, under: tuple[str | None, ...]
) -> str:
    """The deck; its edges show how many plans are left, its tip what is known to lie under them."""
    known = ", ".join(PLANS[key].name if key else "an unknown plan" for key in under)
    tip = f"{count(left, 'plan')} in the deck." + (f" Under it, from the next to the last: {known}." if under else "")
    if left:
        edges = (
            rect(x + 1.6 * i, y + 2.2 * i, width, height, CARD, 10, stroke=LINE, stroke_width=1.2)
            for i in range(min(4, left // 3), 0, -1)
        )
        body = "".join(edges) + plan_back(x, y, width, height, 10)
    else:
        body = rect(x, y, width, height, "none", 10, stroke=INK_SOFT, stroke_dasharray="5 4")
    return group(
        body,
        count_badge(x + width - 8, y + height - 8, left, 16, ""),
        fresh_mark(x, y, width, height, 10, change and Change()),
        tip=tip,
        id="deck",
        role="img",
        **counting(left),
    )


# ---------------------------------------------------------------- for sale


@cached_drawing(1024)
def plan_card(
    x: float,
    y: float,
    width: float,
    height: float,
    card: Plan,
    price: int,
    offer: Offer,
    change: Change | None,
    picture: float,
) -> str:
    """A plan in the supply: stars, price, scene, type, name, effect; `picture` is the height of the scene."""
    dull = bool(offer.reason)
    top = y - 4 if offer.chosen else y
    ink, band = INK_SOFT if dull else INK, top + picture
    level = (2 if offer.chosen else 1) if offer.legal else 0
    effect = card.effect or "No effect"
    size = 11.5 if len(rich_lines(effect, width - 10, 11.5)) <= 2 else 10.5
    return target(
        f"supply-{card.key}",
        offer,
        f"{card.name}, costs {price}",
        legal_glow(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        panel(x, top, width, height, 12, level),
        scene(x + 1, top + 1, width - 2, picture, card.ribbon, f"mw_{card.key}", min(62, picture - 8), dull),
        ribbon_band(x + 0.5, band, width - 1, card.ribbon, card.type.capitalize(), "", dull),
        star(x + 15, top + 16, 11.5, "?" if card.stars is None else card.stars, dull) if card.stars != 0 else "",
        mint(x + width - 16, top + 16, 12.5, price, dull),
        words(card.name, x + 7, band + 31, fit_size(card.name, width - 12, 13, 11), ink, 700),
        rich_text(effect, x + 7, band + 48, width - 10, size, ink, 1.4, dull),
        legal_outline(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        fresh_mark(x, top, width, height, 12, change),
        text=card.spoken,
    )


def plan_chip(x: float, y: float, width: float, height: float, offer: Offer) -> str:
    return offer_chip(x + width / 2, y + height + 2, offer)


def gap_card(x: float, y: float, width: float, height: float, empty: bool) -> str:
    """Where a plan was bought and none has come yet."""
    edge = {"stroke": INK_SOFT, "stroke_dasharray": "6 6"}
    frame = rect(x + 2, y + 2, width - 4, height - 4, "none", 11, stroke_width=1.4, stroke_opacity=0.6, **edge)
    label = "No plan left" if empty else "Sold"
    return frame + words(label, x + width / 2, y + height / 2 + 4, 12, INK_SOFT, 600, "middle")


# ---------------------------------------------------------------- in the neighborhood one looks at


@cached_drawing(1024)
def building_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    side: int,
    card: Plan,
    worth: int,
    mints: int,
    offer: Offer,
    change: Change | None,
    value: int | None,
) -> str:
    """A building: what it is worth now, scene, name, effect; `value` is what the Recycler would pay."""
    roomy, named = height >= 150 and width >= 96, width >= 62
    middle, top = x + width / 2, y - 4 if offer.chosen else y
    picture = _picture_height(height, roomy, named)
    art = min(80, picture - 14, width - 22) if roomy else min(picture - 8, width - 30)
    lines, size = _name_lines(card.name, width, roomy)
    caption = []
    if named:
        text_y = top + picture + (17 if len(lines) > 1 else 21 if roomy else 20)
        caption.append(paragraph(lines, middle, text_y, size, INK, 700, 1.1, "middle"))
    if roomy and len(rich_lines(card.effect, width - 10, 11.5)) < 3:
        effect, text_y = card.effect or card.type.capitalize(), top + picture + (42 if len(lines) == 1 else 47)
        caption.append(rich_text(effect, middle, text_y, width - 10, 11.5, INK_SOFT, 1.3, anchor="middle"))
    return target(
        f"card-{side}-{card.key}",
        offer,
        f"{card.name}, worth {count(worth, 'star')}",
        legal_glow(x, top, width, height, 12, offer.chosen, True) if offer.legal else "",
        shadow(x, top, width, height, 12),
        rect(x, top, width, height, CARD, 12),
        scene(
            x + 1, top + 1, width - 2, picture, card.ribbon, f"mw_{card.key}", art, radius=11, shift=0 if roomy else 10
        ),
        rect(x, top + picture, width, 4, ribbon(card.ribbon)) if named else "",
        rect(x, top, width, height, "none", 12, stroke=ribbon(card.ribbon, "edge"), stroke_width=1.6),
        _type_mark(x + width - 16, top + 16, card.type) if width >= 84 else "",
        star(x + 18, top + 19, 14.5 if width >= 84 else 12, worth, worth == 0),
        _mints_on(x + width - 20, top + picture - 13, mints),
        *caption,
        _pays(middle, top + picture - 14, value, offer),
        *_marks(x, top, width, height, offer, change),
        text=card.spoken,
    )


@cached_drawing(1024)
def plan_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    side: int,
    card: Plan,
    gain: int,
    price: int,
    offer: Offer,
    change: Change | None,
    value: int | None,
    secret: bool,
) -> str:
    """A face-down plan that the viewer knows: blueprint paper, the building faintly, what it would add."""
    roomy, named = height >= 150 and width >= 84, width >= 62
    middle, top = x + width / 2, y - 4 if offer.chosen else y
    picture = _picture_height(height, roomy, named)
    art, faint = min(76, picture - 20, width - 26), None if offer.legal else 0.72
    lines, size = _name_lines(card.name, width, roomy)
    said = f"Plan {card.name}, {signed(gain)} stars when built" + (", known to you alone" if secret else "")
    name_y = top + picture + (20 if roomy else 17)
    return target(
        f"card-{side}-{card.key}",
        offer,
        said,
        legal_glow(x, top, width, height, 12, offer.chosen, True) if offer.legal else "",
        shadow(x, top, width, height, 12, 2 if offer.chosen else 1) if offer.legal else "",
        rect(x, top, width, height, var("blueprint"), 12),
        _blueprint_grid(x, top, width, picture),
        _dashed(x, top, width, height, 9.5, 3.5, 1.5, "6 5", stroke_linecap="round"),
        pictogram(f"mw_{card.key}", x + (width - art) / 2, top + picture - art - 3, art, opacity=faint),
        mint(x + width - 18, top + 19, 12.5 if width >= 84 else 10.5, price, not offer.legal) if value is None else "",
        pictogram("mw_card", x + 7, top + 7, 22) if secret and width >= 84 else "",
        paragraph(lines[:1], middle, name_y, size, INK, 700, 1.1, "middle") if named else "",
        _adds(middle, top + picture + 38, gain) if roomy else "",
        _pays(middle, top + 24, value, offer),
        *_marks(x, top, width, height, offer, change),
        text=card.spoken,
    )


def _picture_height(height: float, roomy: bool, named: bool) -> float:
    """What name and effect leave of a tile."""
    return height - (62 if roomy else 27 if named else 6)


def _name_lines(name: str, width: float, roomy: bool) -> tuple[list[str], float]:
    """The name of a card in two lines, or in one where there is little room; and the size of its letters."""
    if roomy:
        return fit_lines(name, width - 8, 13.5, 10.5)
    size = fit_size(name, width - 6, 12, 10.5)
    return [shorten(name, width - 6, size, 700)], size


def _marks(x: float, y: float, width: float, height: float, offer: Offer, change: Change | None) -> tuple[str, ...]:
    """What lies over a tile: whether it may be touched, what has changed, what is chosen."""
    return (
        legal_outline(x, y, width, height, 12, offer.chosen) if offer.legal else "",
        fresh_mark(x, y, width, height, 12, change),
        offer_chip(x + width / 2, y + height, offer),
    )


def _blueprint_grid(x: float, y: float, width: float, height: float) -> str:
    top, bottom, left, right = number(y + 6), number(y + height), number(x + 6), number(x + width - 6)
    columns = "".join(f"M{number(x + dx)} {top}V{bottom}" for dx in range(15, int(width) - 4, 15))
    rows = "".join(f"M{left} {number(y + dy)}H{right}" for dy in range(16, int(height), 15))
    return stroke(columns + rows, var("blueprint-line"), 0.8, stroke_opacity=0.4)


def _dashed(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    inset: float,
    line: float,
    dashes: str,
    **more: Value,
) -> str:
    """The dashed frame of a plan, `inset` from the edge of its paper."""
    more |= {"stroke": var("blueprint-line"), "stroke_width": line, "stroke_dasharray": dashes}
    return rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, "none", radius, **more)


def _mints_on(x: float, y: float, mints: int) -> str:
    """Mints lying on Gallery."""
    lying = "".join(mint(x - 4 * i, y, 8.4) for i in range(min(mints, 5), 0, -1))
    return lying + (count_badge(x + 5, y - 8, mints, 11, "") if mints > 1 else "")


def _type_mark(cx: float, cy: float, type_: str) -> str:
    return circle(cx, cy, 12, "#FFFDF8") + pictogram(f"mw_type_{type_}", cx - 8.5, cy - 8.5, 17)


def _pays(cx: float, cy: float, value: int | None, offer: Offer) -> str:
    """What the Recycler would pay for a card that may be chosen."""
    return "" if value is None or not offer.legal else pill(cx, cy, [word_icon(signed(value)), mint_icon()], 14)


def _adds(cx: float, cy: float, gain: int) -> str:
    """The stars that a plan would add."""
    text = signed(gain)
    half = (text_width(text, 15, family=DISPLAY) + 22) / 2
    return display(text, cx - half, cy + 5, 15, INK) + star(cx + half - 9, cy, 9.5, dimmed=gain <= 0)


# ---------------------------------------------------------------- small, in another's neighborhood


@cached_drawing(1024)
def small_building(
    x: float, y: float, size: float, side: int, card: Plan, worth: int, mints: int, change: Change | None
) -> str:
    art = size * 0.75
    on_it = f", {count(mints, 'mint')} on it" if mints else ""
    return group(
        rect(x, y + 1.5, size, size, var("shade-small"), 7),
        rect(x, y, size, size, ribbon(card.ribbon, "tile"), 7, stroke=ribbon(card.ribbon), stroke_width=1.5),
        rect(x + 1, y + size - 5, size - 2, 4.4, ribbon(card.ribbon), 2.2),
        pictogram(f"mw_{card.key}", x + (size - art) / 2, y + (size - 5 - art) / 2 + 0.6, art),
        _worth_badge(x + size - 5.5, y + size - 6, min(8.2, size * 0.25), worth) if worth else "",
        fresh_mark(x + 1, y + 1, size - 2, size - 2, 6, change and Change(), 9.5),
        tip=f"{card.name}, worth {count(worth, 'star')}{on_it}. {card.spoken}",
        id=f"card-{side}-{card.key}",
        role="img",
    )


def _worth_badge(cx: float, cy: float, r: float, worth: int) -> str:
    disc = circle(cx, cy, r, "#F7C13B", stroke=CARD, stroke_width=1.6)
    return disc + display(worth, cx, cy + r * 0.48, r * 1.34, COIN_INK, "middle")


@cached_drawing(1024)
def small_plan(x: float, y: float, size: float, side: int, card: Plan, change: Change | None) -> str:
    """A face-down plan that everybody knows, since it was bought openly."""
    art = size * 0.66
    return group(
        rect(x, y, size, size, var("blueprint"), 7),
        _dashed(x, y, size, size, 6, 1.4, 1.4, "4 3"),
        pictogram(f"mw_{card.key}", x + (size - art) / 2, y + (size - art) / 2, art, opacity=0.72),
        fresh_mark(x + 1, y + 1, size - 2, size - 2, 6, change and Change(), 9.5),
        tip=f"Plan {card.name}, face down. {card.spoken}",
        id=f"card-{side}-{card.key}",
        role="img",
    )


@cached_drawing(512)
def street_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    side: int,
    card: Plan,
    worth: int | None,
    mints: int,
    change: Change | None,
) -> str:
    """A card in the opponent's street, with its name; without a worth it is a plan face down."""
    picture = height - 24
    lines, size = fit_lines(card.name, width - 8, 12, 10.5)
    if worth is None:
        art = min(50, picture - 8)
        drawn = (
            rect(x, y, width, height, var("blueprint"), 11)
            + _dashed(x, y, width, height, 8.5, 3, 1.4, "5 4")
            + pictogram(f"mw_{card.key}", x + (width - art) / 2, y + 8, art, opacity=0.72)
        )
        said = f"Plan {card.name}, face down"
    else:
        drawn = (
            shadow(x, y, width, height, 11)
            + rect(x, y, width, height, CARD, 11)
            + scene(x + 1, y + 1, width - 2, picture, card.ribbon, f"mw_{card.key}", min(62, picture - 6), radius=10)
            + rect(x, y + picture, width, 3.4, ribbon(card.ribbon))
            + rect(x, y, width, height, "none", 11, stroke=ribbon(card.ribbon, "edge"), stroke_width=1.6)
            + star(x + 16, y + 17, 12.5, worth, worth == 0)
            + _mints_on(x + width - 18, y + picture - 12, mints)
        )
        said = f"{card.name}, worth {count(worth, 'star')}"
    return group(
        drawn,
        words(lines[0], x + width / 2, y + height - 7, size, INK, 700, "middle"),
        fresh_mark(x, y, width, height, 11, change and Change()),
        tip=f"{said}. {card.spoken}",
        id=f"card-{side}-{card.key}",
        role="img",
    )
