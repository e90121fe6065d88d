"""The cards of Mint Works as pictures: for sale, built, planned, face down, and small in another's neighborhood."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tabletown.draw.cards import count_badge, ribbon_band
from tabletown.draw.icons import mint_icon, pill, word_icon
from tabletown.draw.pieces import mint, pictogram, star
from tabletown.draw.scenery import card_back, panel, scene, shadow
from tabletown.draw.shapes import circle, group, number, rect, stroke, title
from tabletown.draw.states import (
    Change,
    Offer,
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

from ..components import CARDS as DATA
from ..components import PLANS as KEYS

FAMILY = {"culture": "purple", "production": "red", "utility": "blue", "deed": "gold"}
_EFFECTS = {
    "bridge": "Counts as 2 {pic:mw_type_culture}",
    "museum": "{star:1} per {pic:mw_type_culture}",
    "gallery": "{pic:mw_mint} a round, {star:1} each",
    "co_op": "{mint:1} a round, {mint:1} to another",
    "mine": "{mint:1} a round",
    "workshop": "{mint:1} a round",
    "factory": "{mint:1} a round",
    "plant": "{mint:2} a round",
    "stripmine": "{mint:3} a round",
    "corporate_hq": "{mint:1} per building",
    "truck": "{pic:mw_at_supplier} {mint:1} less",
    "crane": "{pic:mw_at_builder} {mint:1} less",
    "landfill": "{pic:mw_type_culture} lose {star:1} each",
    "obelisk": "{star:1} per building",
    "assembler": "{pic:mw_at_supplier} plans arrive built",
    "vault": "{star:2} per {pic:mw_card}",
    "wholesaler": "Opens {pic:mw_at_wholesaler}",
    "lotto": "Opens {pic:mw_at_lotto}",
}


@dataclass(frozen=True)
class Plan:
    """What is printed on a card; `effect` is the short form in pictures, `text` the rule in words. No stars: a formula."""

    key: str
    name: str
    cost: int
    stars: int | None
    type: str
    effect: str
    text: str

    @property
    def family(self) -> str:
        return FAMILY[self.type]

    @property
    def spoken(self) -> str:
        worth = f"{self.stars} star{'' if self.stars == 1 else 's'}" if self.stars is not None else "stars by its rule"
        return f"{self.type.capitalize()}. Costs {self.cost}, {worth}. {self.text[0].upper()}{self.text[1:]}"


def _plan(key: str, data: dict[str, Any]) -> Plan:
    stars = None if data["star_rule"] else data["stars"]
    return Plan(key, data["name"], data["cost"], stars, data["type"].lower(), _EFFECTS.get(key, ""), data["text"])


PLANS = {key: _plan(key, data) for key, data in zip(KEYS, DATA, strict=True)}

BACK, BACK_DARK = var("mint-back"), var("mint-back-dark")


def plan_back(x: float, y: float, width: float, height: float, radius: float = 8) -> str:
    mark = pictogram("mw_mint", x + width * 0.24, y + height / 2 - width * 0.26, width * 0.52)
    return card_back(x, y, width, height, BACK, BACK_DARK, mark, radius)


# ---------------------------------------------------------------- for sale


@lru_cache(maxsize=1024)
def plan_card(
    x: float,
    y: float,
    width: float,
    height: float,
    key: str,
    price: int,
    offer: Offer,
    change: Change | None,
    picture: float,
) -> str:
    """A plan in the supply: stars, price, scene, type, name, effect."""
    card = PLANS[key]
    dull = bool(offer.reason)
    top = y - 4 if offer.chosen else y
    ink, band = INK_SOFT if dull else INK, top + picture
    level = (2 if offer.chosen else 1) if offer.legal else 0
    size = 11.5 if len(rich_lines(card.effect or "No effect", width - 10, 11.5)) <= 2 else 10.5
    return target(
        f"supply-{key}",
        offer,
        f"{card.name}, costs {price}",
        legal_glow(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        panel(x, top, width, height, 12, level),
        scene(x + 1, top + 1, width - 2, picture, card.family, f"mw_{key}", min(62, picture - 8), dull),
        ribbon_band(x + 0.5, band, width - 1, card.family, card.type.capitalize(), "", dull),
        star(x + 15, top + 16, 11.5, "?" if card.stars is None else card.stars, dull) if card.stars != 0 else "",
        mint(x + width - 16, top + 16, 12.5, price, dull),
        words(card.name, x + 7, band + 31, fit_size(card.name, width - 12, 13, 11), ink, 700),
        rich_text(card.effect or "No effect", x + 7, band + 48, width - 10, size, ink, 1.4, dull),
        legal_outline(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        fresh_mark(x, top, width, height, 12, change),
        text=card.spoken,
    )


def plan_chip(x: float, y: float, width: float, height: float, offer: Offer) -> str:
    return offer_chip(x + width / 2, y + height + 2, offer)


def gap_card(x: float, y: float, width: float, height: float, empty: bool) -> str:
    """Where a plan was bought and none has come yet."""
    label = "No plan left" if empty else "Sold"
    return (
        rect(x + 2, y + 2, width - 4, height - 4, "none", 11, stroke=INK_SOFT, stroke_width=1.4, stroke_dasharray="6 6", stroke_opacity=0.6)
        + words(label, x + width / 2, y + height / 2 + 4, 12, INK_SOFT, 600, "middle")
    )  # fmt: skip


def deck_pile(
    x: float, y: float, width: float, height: float, left: int, change: Change | None, under: tuple[str | None, ...]
) -> str:
    """The face-down plans; the edges show how many, the tip what is known to lie under them."""
    known = ", ".join(PLANS[key].name if key else "an unknown plan" for key in under)
    tip = f"{left} plan{'' if left == 1 else 's'} in the deck." + (
        f" Under it, from the next to the last: {known}." if under else ""
    )
    if not left:
        body = rect(x, y, width, height, "none", 10, stroke=INK_SOFT, stroke_dasharray="5 4")
    else:
        edges = range(min(4, left // 3), 0, -1)
        body = "".join(
            rect(x + 1.6 * i, y + 2.2 * i, width, height, CARD, 10, stroke=LINE, stroke_width=1.2) for i in edges
        )
        body += plan_back(x, y, width, height, 10)
    return group(
        title(tip),
        body,
        count_badge(x + width - 8, y + height - 8, left, 16, ""),
        fresh_mark(x, y, width, height, 10, change and Change()),
        id="deck",
        role="img",
    )


# ---------------------------------------------------------------- in the neighborhood one looks at


def _mints_on(x: float, y: float, mints: int) -> str:
    """Mints lying on Gallery."""
    return "".join(mint(x - 4 * i, y, 8.4) for i in range(min(mints, 5), 0, -1)) + (
        count_badge(x + 5, y - 8, mints, 11, "") if mints > 1 else ""
    )


@lru_cache(maxsize=1024)
def building_tile(
    x: float, y: float, width: float, height: float, side: int, key: str, worth: int, mints: int, offer: Offer,
    change: Change | None, value: int | None,
) -> str:  # fmt: skip
    """A building: what it is worth now, scene, name, effect; `value` is what the Recycler would pay."""
    card = PLANS[key]
    roomy, named = height >= 150 and width >= 96, width >= 62
    picture = height - (62 if roomy else 27 if named else 6)
    top = y - 4 if offer.chosen else y
    edge = ribbon(card.family, "edge")
    art = min(80, picture - 14, width - 22) if roomy else min(picture - 8, width - 30)
    lines, size = _name_lines(card.name, width, roomy)
    return target(
        f"card-{side}-{key}",
        offer,
        f"{card.name}, worth {worth} star{'' if worth == 1 else 's'}",
        legal_glow(x, top, width, height, 12, offer.chosen, True) if offer.legal else "",
        shadow(x, top, width, height, 12),
        rect(x, top, width, height, CARD, 12),
        scene(x + 1, top + 1, width - 2, picture, card.family, f"mw_{key}", art, radius=11, shift=0 if roomy else 10),
        rect(x, top + picture, width, 4, ribbon(card.family)) if named else "",
        rect(x, top, width, height, "none", 12, stroke=edge, stroke_width=1.6),
        _type_mark(x + width - 16, top + 16, card.type) if width >= 84 else "",
        star(x + 18, top + 19, 14.5 if width >= 84 else 12, worth, worth == 0),
        _mints_on(x + width - 20, top + picture - 13, mints) if mints else "",
        paragraph(lines, x + width / 2, top + picture + (17 if len(lines) > 1 else 21 if roomy else 20), size, INK, 700, 1.1, "middle") if named else "",
        rich_text(card.effect or card.type.capitalize(), x + width / 2, top + picture + (42 if len(lines) == 1 else 47), width - 10, 11.5, INK_SOFT, 1.3, anchor="middle")
        if roomy and len(rich_lines(card.effect, width - 10, 11.5)) < 3 else "",
        _pays(x + width / 2, top + picture - 14, value) if value is not None and offer.legal else "",
        legal_outline(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        fresh_mark(x, top, width, height, 12, change),
        offer_chip(x + width / 2, top + height, offer),
        text=card.spoken,
    )  # fmt: skip


def _name_lines(name: str, width: float, roomy: bool) -> tuple[list[str], float]:
    """The name of a card in two lines, or in one where there is little room."""
    if roomy:
        return fit_lines(name, width - 8, 13.5, 10.5)
    size = fit_size(name, width - 6, 12, 10.5)
    return [shorten(name, width - 6, size, 700)], size


def _type_mark(cx: float, cy: float, type_: str) -> str:
    return circle(cx, cy, 12, "#FFFDF8") + pictogram(f"mw_type_{type_}", cx - 8.5, cy - 8.5, 17)


def _pays(cx: float, cy: float, value: int) -> str:
    """What the Recycler would pay."""
    return pill(cx, cy, [word_icon(signed(value)), mint_icon()], 14)


@lru_cache(maxsize=1024)
def plan_tile(
    x: float, y: float, width: float, height: float, side: int, key: str, gain: int, price: int, offer: Offer,
    change: Change | None, value: int | None, secret: bool,
) -> str:  # fmt: skip
    """A face-down plan that the viewer knows: blueprint paper, the ghost of the building, what it would add."""
    card = PLANS[key]
    roomy, named = height >= 150 and width >= 84, width >= 62
    top = y - 4 if offer.chosen else y
    picture = height - (62 if roomy else 27 if named else 6)
    art = min(76, picture - 20, width - 26)
    grid = "".join(
        f"M{number(x + dx)} {number(top + 6)}V{number(top + picture)}" for dx in range(15, int(width) - 4, 15)
    )
    grid += "".join(
        f"M{number(x + 6)} {number(top + dy)}H{number(x + width - 6)}" for dy in range(16, int(picture), 15)
    )
    lines, size = _name_lines(card.name, width, roomy)
    said = f"Plan {card.name}, {signed(gain)} stars when built" + (", known to you alone" if secret else "")
    level = (2 if offer.chosen else 1) if offer.legal else 0
    return target(
        f"card-{side}-{key}",
        offer,
        said,
        legal_glow(x, top, width, height, 12, offer.chosen, True) if offer.legal else "",
        shadow(x, top, width, height, 12, level) if level else "",
        rect(x, top, width, height, var("blueprint"), 12),
        stroke(grid, var("blueprint-line"), 0.8, stroke_opacity=0.4),
        rect(x + 3.5, top + 3.5, width - 7, height - 7, "none", 9.5, stroke=var("blueprint-line"), stroke_width=1.5, stroke_dasharray="6 5", stroke_linecap="round"),
        pictogram(f"mw_{key}", x + (width - art) / 2, top + picture - art - 3, art, opacity=None if offer.legal else 0.72),
        mint(x + width - 18, top + 19, 12.5 if width >= 84 else 10.5, price, not offer.legal) if value is None else "",
        pictogram("mw_card", x + 7, top + 7, 22) if secret and width >= 84 else "",
        paragraph(lines[:1], x + width / 2, top + picture + (20 if roomy else 17), size, INK, 700, 1.1, "middle") if named else "",
        _adds(x + width / 2, top + picture + 38, gain) if roomy else "",
        _pays(x + width / 2, top + 24, value) if value is not None and offer.legal else "",
        legal_outline(x, top, width, height, 12, offer.chosen) if offer.legal else "",
        fresh_mark(x, top, width, height, 12, change),
        offer_chip(x + width / 2, top + height, offer),
        text=card.spoken,
    )  # fmt: skip


def _adds(cx: float, cy: float, gain: int) -> str:
    text = signed(gain)
    wide = text_width(text, 15, family=DISPLAY)
    return display(text, cx - (wide + 22) / 2, cy + 5, 15, INK) + star(
        cx + (wide + 22) / 2 - 9, cy, 9.5, dimmed=gain <= 0
    )


def back_tile(x: float, y: float, width: float, height: float, side: int, position: int, change: Change | None) -> str:
    """A face-down plan that the viewer can't know."""
    return group(
        title("A secret plan from the Lotto"),
        plan_back(x, y, width, height, min(10, width * 0.16)),
        fresh_mark(x, y, width, height, 8, change),
        id=f"back-{side}-{position}",
        role="img",
    )


# ---------------------------------------------------------------- small, in another's neighborhood


@lru_cache(maxsize=1024)
def small_building(
    x: float, y: float, size: float, side: int, key: str, worth: int, mints: int, change: Change | None
) -> str:
    card = PLANS[key]
    art = size * 0.75
    badge = min(8.2, size * 0.25)
    on_it = f", {mints} mints on it" if mints else ""
    return group(
        title(f"{card.name}, worth {worth} star{'' if worth == 1 else 's'}{on_it}. {card.spoken}"),
        rect(x, y + 1.5, size, size, var("shade-small"), 7),
        rect(x, y, size, size, ribbon(card.family, "tile"), 7, stroke=ribbon(card.family), stroke_width=1.5),
        rect(x + 1, y + size - 5, size - 2, 4.4, ribbon(card.family), 2.2),
        pictogram(f"mw_{key}", x + (size - art) / 2, y + (size - 5 - art) / 2 + 0.6, art),
        circle(x + size - 5.5, y + size - 6, badge, "#F7C13B", stroke=CARD, stroke_width=1.6)
        + display(worth, x + size - 5.5, y + size - 6 + badge * 0.48, badge * 1.34, COIN_INK, "middle")
        if worth else "",
        fresh_mark(x + 1, y + 1, size - 2, size - 2, 6, change and Change(), 9.5),
        id=f"card-{side}-{key}",
        role="img",
    )  # fmt: skip


@lru_cache(maxsize=1024)
def small_plan(x: float, y: float, size: float, side: int, key: str, change: Change | None) -> str:
    """A face-down plan that everybody knows, since it was bought openly."""
    card = PLANS[key]
    art = size * 0.66
    return group(
        title(f"Plan {card.name}, face down. {card.spoken}"),
        rect(x, y, size, size, var("blueprint"), 7),
        rect(x + 1.4, y + 1.4, size - 2.8, size - 2.8, "none", 6, stroke=var("blueprint-line"), stroke_width=1.4, stroke_dasharray="4 3"),
        pictogram(f"mw_{key}", x + (size - art) / 2, y + (size - art) / 2, art, opacity=0.72),
        fresh_mark(x + 1, y + 1, size - 2, size - 2, 6, change and Change(), 9.5),
        id=f"card-{side}-{key}",
        role="img",
    )  # fmt: skip


@lru_cache(maxsize=512)
def street_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    side: int,
    key: str,
    worth: int | None,
    mints: int,
    change: Change | None,
) -> str:
    """A card in the opponent's street, with its name; without a worth it is a plan face down."""
    card = PLANS[key]
    picture = height - 24
    lines, size = fit_lines(card.name, width - 8, 12, 10.5)
    if worth is None:
        ground = rect(x, y, width, height, var("blueprint"), 11) + rect(
            x + 3,
            y + 3,
            width - 6,
            height - 6,
            "none",
            8.5,
            stroke=var("blueprint-line"),
            stroke_width=1.4,
            stroke_dasharray="5 4",
        )
        art = pictogram(f"mw_{key}", x + (width - min(50, picture - 8)) / 2, y + 8, min(50, picture - 8), opacity=0.72)
        said = f"Plan {card.name}, face down"
    else:
        ground = (
            shadow(x, y, width, height, 11)
            + rect(x, y, width, height, CARD, 11)
            + scene(x + 1, y + 1, width - 2, picture, card.family, f"mw_{key}", min(62, picture - 6), radius=10)
            + rect(x, y + picture, width, 3.4, ribbon(card.family))
            + rect(x, y, width, height, "none", 11, stroke=ribbon(card.family, "edge"), stroke_width=1.6)
        )
        art = star(x + 16, y + 17, 12.5, worth, worth == 0) + (
            _mints_on(x + width - 18, y + picture - 12, mints) if mints else ""
        )
        said = f"{card.name}, worth {worth} star{'' if worth == 1 else 's'}"
    label = words(lines[0], x + width / 2, y + height - 7, size, INK, 700, "middle")
    return group(
        title(f"{said}. {card.spoken}"),
        ground,
        art,
        label,
        fresh_mark(x, y, width, height, 11, change and Change()),
        id=f"card-{side}-{key}",
        role="img",
    )
