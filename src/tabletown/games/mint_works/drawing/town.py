"""The set pieces of Mint Works: the open mint tin with its shops, and the street a neighborhood stands on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tabletown.draw.cards import count_badge
from tabletown.draw.pieces import mint, pictogram, piece, seat_mark
from tabletown.draw.scenery import awning, panel, shadow
from tabletown.draw.shapes import at, circle, clip, ellipse, group, number, path, rect, stroke, title
from tabletown.draw.states import (
    Change,
    Offer,
    fresh_mark,
    legal_glow,
    legal_outline,
    offer_chip,
    reason_chip,
    target,
)
from tabletown.draw.text import DISPLAY, display, fit_size, rich_lines, rich_text, text_width, words
from tabletown.draw.tokens import (
    CARD,
    INK,
    INK_SOFT,
    LEGAL,
    LINE,
    NIGHT,
    PAPER_DEEP,
    Tokens,
    mix,
    seat_colour,
    var,
)

from ..components import KINDS, LOCATIONS, PLACES

_EFFECTS = {
    "producer": "Gain {mint:2}",
    "builder": "Build a {pic:mw_card}",
    "supplier": "Buy a {pic:mw_card}",
    "leadership_council": "Gain {pic:mw_start_token} {mint:1}",
    "wholesaler": "Gain {mint:2}",
    "lotto": "Secret {pic:mw_card}",
    "crowdfunder": "Gain {mint:3} others {mint:1}",
    "recycler": "{pic:mw_card} into {pic:mw_mint}",
    "temp_agency": "Use a busy shop",
    "swap_meet": "Swap a {pic:mw_card}",
}
_TEXTS = {
    "producer": "Place 1 mint, gain 2",
    "builder": "Place 2 mints and turn up one of your plans",
    "supplier": "Place the cost of a plan in the supply and take it face down",
    "leadership_council": "Place 1 mint, gain 1 and the start token",
    "wholesaler": "Place 1 mint, gain 2. Its owner gains 1 in Upkeep if it was used",
    "lotto": "Place 3 mints and draw the top plan of the deck, seen by you alone. Its owner gains 2 in Upkeep if it was used",
    "crowdfunder": "Place 1 mint, gain 3; everybody else gains 1",
    "recycler": "Place 1 mint and put a plan or building under the deck for its cost and stars in mints",
    "temp_agency": "Place 1 mint more than another shop costs, and do what it does; a mint must lie there",
    "swap_meet": "Place 2 mints, hand in a plan or building and take a plan of the supply, face down",
}


@dataclass(frozen=True)
class Shop:
    """A Location as the table shows it."""

    name: str
    kind: str
    effect: str
    text: str
    owner_pay: int


def _shop(key: str, kind: str, data: dict[str, Any]) -> Shop:
    return Shop(data["name"], kind, _EFFECTS[key], _TEXTS[key], data.get("owner_upkeep_if_occupied", 0))


SHOPS = {key: _shop(key, kind, data) for key, kind, data in zip(LOCATIONS, KINDS, PLACES, strict=True)}

# ---------------------------------------------------------------- colours

_KINDS = {"core": ("#DE5A45", "#A23E30", "#FDDDD0", "#C2382F"), "deed": ("#D79A1E", "#8F6410", "#FDECC0", "#9A6400"),
          "advanced": ("#8E62C8", "#5F3F8E", "#E7DBF7", "#70439F")}  # fmt: skip
_WALLS = ("#FFE1C4", "#FBD0C6", "#D7E9F7", "#FFF1C9", "#E3DAF3")


def _tokens(evening: bool) -> dict[str, str]:
    card = "#232A36" if evening else "#FFFDF8"
    out = {
        "mint-enamel": "#2C6657" if evening else "#BFE8D8",
        "mint-enamel-shade": "#1C463C" if evening else "#86C9B0",
        "mint-shine": "0.2" if evening else "0.6",
        "mint-rim": "#7C8894" if evening else "#EEF2F4",
        "mint-rim-dark": "#4B5661" if evening else "#B4BEC6",
        "mint-well": mix("#1B212B" if evening else "#E4D9C3", "#000000", 0.14),
        "mint-plaque": "#DDEBE5" if evening else "#F7FBF9",
        "mint-plaque-edge": "#1C463C" if evening else "#86C9B0",
        "mint-plaque-ink": "#1E5C49",
        "mint-hinge-light": "#8D98A3" if evening else "#F6F8F9",
        "mint-hinge": "#5E6A76" if evening else "#C3CCD3",
        "mint-hinge-dark": "#3A444E" if evening else "#8C98A2",
        "mint-back": "#257F79" if evening else "#2FA39A",
        "mint-back-dark": "#175B56" if evening else "#1D7670",
        "mint-shutter": mix("#1B212B", "#A9B3C3", 0.2) if evening else mix("#E4D9C3", "#565D6C", 0.2),
        "mint-pane": "#FFD98A" if evening else "#FFFFFF",
        "mint-lot": mix("#2B5E41", "#FFFFFF", 0.45) if evening else mix("#83BA62", "#FFFFFF", 0.45),
        "mint-leaf": mix("#2B5E41", "#000000", 0.35) if evening else mix("#83BA62", "#1E4A1A", 0.3),
        "mint-scene-ink": "#FFFFFF" if evening else "#1E2430",
        "mint-shop-veil": "0.46" if evening else "0.5",
    }
    for kind, (bright, dark, sky, ribbon) in _KINDS.items():
        out |= {
            f"mint-{kind}-awning": mix(dark, "#FFFFFF", 0.1) if evening else mix(bright, "#FFFFFF", 0.1),
            f"mint-{kind}-sign": dark,
            f"mint-{kind}-sign-pale": mix(dark, card, 0.74),
            f"mint-{kind}-curb": mix(dark, card, 0.45),
            f"mint-{kind}-wall": mix(ribbon, card, 0.72) if evening else sky,
        }
    for index, wall in enumerate(_WALLS):
        face = mix(wall, NIGHT, 0.72) if evening else wall
        out[f"mint-house-{index}"] = face
        out[f"mint-roof-{index}"] = mix(face, "#000000" if evening else "#A1503A", 0.42)
    return out


TOKENS: Tokens = {"light": _tokens(False), "dark": _tokens(True)}


# ---------------------------------------------------------------- the tin


def tin_half(x: float, y: float, width: float, height: float, radius: float = 30, rim: float = 11) -> str:
    """One half of the open tin from above: enamel outside, a rolled silver rim, paper inside."""
    return (
        rect(x + 2, y + 6, width, height, var("shade-small"), radius)
        + rect(x, y + 3, width, height, var("mint-enamel-shade"), radius)
        + rect(x, y, width, height, var("mint-enamel"), radius)
        + rect(x + radius, y + 2, width - 2 * radius, 2.4, "#fff", 1.2, fill_opacity=var("mint-shine"))
        + rect(
            x + rim - 5,
            y + rim - 5,
            width - 2 * rim + 10,
            height - 2 * rim + 10,
            var("mint-rim-dark"),
            radius - rim + 5,
        )
        + rect(x + rim - 4, y + rim - 4, width - 2 * rim + 7, height - 2 * rim + 7, var("mint-rim"), radius - rim + 4)
        + rect(x + rim, y + rim, width - 2 * rim, height - 2 * rim, var("mint-well"), radius - rim)
        + rect(x + rim + 3, y + rim + 5, width - 2 * rim - 3, height - 2 * rim - 5, PAPER_DEEP, radius - rim)
    )


def hinge(x: float, y: float, length: float, upright: bool = True) -> str:
    dark = var("mint-hinge-dark")
    barrel = (
        rect(-6, -length / 2, 12, length, dark, 5)
        + rect(-6, -length / 2, 9, length, var("mint-hinge"), 5)
        + rect(-3.6, -length / 2 + 3, 2.4, length - 6, var("mint-hinge-light"), 1.2)
        + "".join(rect(-6, -length / 2 + length * k / 3 - 0.6, 12, 1.2, dark) for k in (1, 2))
    )
    return at(x, y, barrel, angle=0 if upright else 90)


def plaque_width(label: str, size: float = 15) -> float:
    return text_width(label, size, family=DISPLAY) + 26


def plaque(cx: float, y: float, label: str, size: float = 15) -> str:
    """An embossed tin plate with a heading."""
    width, edge = plaque_width(label, size), var("mint-plaque-edge")
    left, middle = cx - width / 2, y + (size + 11) / 2
    return (
        rect(left, y + 2, width, size + 11, var("shade-small"), 9)
        + rect(left, y, width, size + 11, edge, 9)
        + rect(left + 2, y + 2, width - 4, size + 7, var("mint-plaque"), 7)
        + circle(left + 7, middle, 1.5, edge)
        + circle(left + width - 7, middle, 1.5, edge)
        + display(label, cx, y + size + 3.6, size, var("mint-plaque-ink"), "middle")
    )


def mint_heap(cx: float, base: float, size: float, rows: tuple[int, ...], left: int | None = None) -> str:
    """A heap of loose mints, back rows first; against Rachael with their number."""
    out = [ellipse(cx, base + size * 0.32, rows[-1] * size * 0.44, size * 0.34, "#000", fill_opacity=0.16)]
    for row, count in enumerate(rows):
        y = base - (len(rows) - 1 - row) * size * 0.46
        for column in range(count):
            x = cx + (column - (count - 1) / 2) * size * 0.8
            bob = ((column * 7 + row * 5) % 4 - 1.5) * size * 0.05
            green = (column * 2 + row * 3) % 5 in (1, 4)
            out.append(piece("mint-green" if green else "mint", x, y + bob, size))
    badge = count_badge(cx + rows[-1] * size * 0.4, base, left, 16, "") if left is not None else ""
    said = f"{left} mints are left in the supply" if left is not None else "Mint supply: it never runs out"
    return group(title(said), *out, badge, id="bank", role="img")


# ---------------------------------------------------------------- shops

Placed = tuple[tuple[int, int], ...]
R = 17


def _taken(cx: float, cy: float, side: int, amount: int) -> str:
    """A mint in the ring of its seat; the seat's mark says whose, the figure how many."""
    stack = "".join(mint(cx, cy + (1 if amount > 1 else 0) - i * 4, 11.4) for i in range(min(amount, 3)))
    count = count_badge(cx + R * 0.76, cy - R * 0.62, amount, 10.5, "") if amount > 1 else ""
    return (
        circle(cx, cy, R, CARD)
        + circle(cx, cy, R - 1.6, "none", stroke=seat_colour(side, "glow"), stroke_width=4.6)
        + stack
        + seat_mark(cx - R * 0.74, cy + R * 0.66, 14, side)
        + count
    )


def _free(cx: float, cy: float, key: str, price: int | None, glow: bool, dimmed: bool) -> str:
    """An empty round space with its price; the first one glows when the shop is open to the viewer."""
    halo, edge = "", circle(cx, cy, R, "none", stroke=INK_SOFT, stroke_width=1.5, stroke_dasharray="4 3.4")
    if glow:
        rings = "".join(
            circle(cx, cy, R, "none", stroke=LEGAL, stroke_width=w, stroke_opacity=o)
            for w, o in ((10, 0.16), (6, 0.24))
        )
        halo, edge = group(rings, class_="halo"), circle(cx, cy, R, "none", stroke=LEGAL, stroke_width=2.6)
    if key == "supplier":
        mark = pictogram("mw_card", cx - 11, cy - 11, 22, opacity=0.5 if dimmed else None)
    else:
        mark = display(
            "1+" if key == "temp_agency" else price or "", cx, cy + 5.8, 16, INK_SOFT if dimmed else INK, "middle"
        )
    return halo + circle(cx, cy, R, CARD) + circle(cx, cy + 1, R - 2, PAPER_DEEP, fill_opacity=0.55) + edge + mark


def _spaces(
    x: float,
    y: float,
    width: float,
    key: str,
    price: int | None,
    total: int,
    placed: Placed,
    lit: bool,
    dimmed: bool,
    barred: bool,
) -> str:
    step = min(2 * R + 9, (width - 2 * R - 12) / max(1, total - 1))
    left = x + width / 2 - step * (total - 1) / 2
    out = [_taken(left + i * step, y, side, amount) for i, (side, amount) in enumerate(placed)]
    for i in range(len(placed), total):
        out.append(_free(left + i * step, y, key, price, lit and i == len(placed), dimmed))
        if barred:
            out.append(stroke(f"M{number(left + i * step - 9)} {number(y + 9)}l18 -18", var("danger"), 3))
    return "".join(out)


def _shutter(x: float, y: float, width: float, height: float) -> str:
    """Rolled down: the deed has not been built."""
    slats = "".join(f"M{number(x)} {number(y + dy)}h{number(width)}" for dy in range(5, int(height), 6))
    return rect(x, y, width, height, var("mint-shutter")) + stroke(slats, INK_SOFT, 1.2, stroke_opacity=0.38)


def _closed_sign(cx: float, cy: float) -> str:
    return (
        stroke(
            f"M{number(cx - 24)} {number(cy - 9)}L{number(cx)} {number(cy - 19)}L{number(cx + 24)} {number(cy - 9)}",
            INK_SOFT,
            1.4,
        )
        + rect(cx - 33, cy - 10, 66, 21, CARD, 6, stroke=INK_SOFT, stroke_width=1.4)
        + display("Closed", cx, cy + 5, 13.5, INK_SOFT, "middle")
    )


def _owner_plate(x: float, y: float, owner: int, name: str, pay: int) -> str:
    """Who owns the deed and what the owner gets when the shop is used."""
    return group(
        title(f"{name} owns this and gains {pay} when it is used"),
        rect(x, y, 62, 22, CARD, 11, stroke=seat_colour(owner, "glow"), stroke_width=1.8),
        seat_mark(x + 13, y + 11, 15, owner),
        display(f"+{pay}", x + 23, y + 15.4, 12.5, INK),
        mint(x + 51, y + 11, 7),
    )


@lru_cache(maxsize=1024)
def shop(
    x: float, y: float, width: float, height: float, key: str, open_: bool, owner: int | None, owner_name: str,
    spaces: int, placed: Placed, price: int | None, offer: Offer, ready: bool, change: Change | None, barred: bool, order: int,
) -> str:  # fmt: skip
    """A shop front: sign, awning, window with picture and effect, pavement with the spaces. `ready`: usable by way of a card."""
    about = SHOPS[key]
    lit = offer.legal or ready
    dull = bool(offer.reason) or not open_
    y -= 4 if offer.chosen else 0
    sign_h, pave_h = 25, 47
    wall_h = height - sign_h - pave_h
    pave_y, kind = y + height - pave_h, about.kind
    pic = min(54, wall_h - 12, width * 0.36)
    ink = INK_SOFT if dull else INK
    text_x, text_w = x + pic + 12, width - pic - 17
    lines = rich_lines(about.effect, text_w, 12)
    text_y = y + sign_h + 9 + (wall_h - 9 - len(lines) * 17) / 2 + 15 - (13 if owner is not None else 0)
    inset = 15 if order else 9
    room = width - inset - 8
    frame = f"shop-{key}"
    front = group(
        rect(x, y + sign_h, width, wall_h, var(f"mint-{kind}-wall")),
        rect(x, pave_y, width, pave_h, CARD),
        rect(x, pave_y, width, 4, var(f"mint-{kind}-curb")),
        _shutter(x + 8, y + sign_h + 12, width - 16, wall_h - 12) if not open_ else "",
        pictogram(f"mw_at_{key}", x + 7, pave_y - pic - 1, pic, opacity=None if open_ else 0.4),
        rect(x, y + sign_h, width, wall_h, CARD, fill_opacity=var("mint-shop-veil")) if dull else "",
        awning(x, y + sign_h - 1, width, 8, var(f"mint-{kind}-awning"), stripe=width / 9, rail=False),
        rect(x, y + sign_h, width, 15, CARD, fill_opacity=0.4) if dull else "",
        rect(x, y, width, sign_h, var(f"mint-{kind}-sign-pale" if dull else f"mint-{kind}-sign")),
        rect(x + 6, y + 2.4, width - 12, 2, "#FFFFFF40", 1) if not dull else "",
        clip_path=f"url(#{frame})",
    )
    size = fit_size(about.name, room, 15, 10.5, 400, DISPLAY)
    label = f"{about.name}, {spaces - len(placed)} of {spaces} spaces free" if open_ else f"{about.name}, closed"
    return target(
        f"location-{key}",
        offer,
        label,
        legal_glow(x, y, width, height, 12, offer.chosen) if offer.legal else "",
        panel(x, y, width, height, 12, (2 if offer.chosen else 1) if lit else 0),
        clip(frame, rect(x, y, width, height, radius=12)),
        front,
        display(about.name, x + inset + room / 2, y + 18, size, INK_SOFT if dull else "#fff", "middle"),
        rich_text(about.effect, text_x, text_y, text_w, 12, ink, 1.42, dull) if open_ else "",
        _owner_plate(min(text_x - 1, x + width - 69), pave_y - 27, owner, owner_name, about.owner_pay) if owner is not None else "",
        _spaces(x, pave_y + 22.5, width, key, price, spaces, placed, lit, dull, barred) if open_ else _closed_sign(x + width / 2, pave_y + 23),
        legal_outline(x, y, width, height, 12, offer.chosen) if offer.legal else rect(x, y, width, height, "none", 12, stroke=LINE),
        fresh_mark(x, y, width, height, 12, change and Change()),
        text=about.text,
    )  # fmt: skip


def shop_chip(x: float, y: float, width: float, height: float, offer: Offer) -> str:
    return (
        offer_chip(x + width / 2, y + height + 4, offer)
        if offer.chosen or not offer.reason
        else reason_chip(x + width / 2, y + height + 4, offer.reason)
    )


def order_badge(cx: float, cy: float, order: int) -> str:
    return circle(cx, cy, 11, INK, stroke=CARD, stroke_width=2) + display(order, cx, cy + 4.6, 13, CARD, "middle")


def next_chip(cx: float, cy: float, name: str, side: int) -> str:
    """Where the opponent would go now."""
    label = f"{name} next"
    width = text_width(label, 11.5, 700) + 38
    left = cx - width / 2
    return group(
        rect(left, cy - 11.5, width, 23, CARD, 11.5, stroke=seat_colour(side), stroke_width=2.2),
        pictogram("mw_paw", left + 6, cy - 9.5, 18) if name == "Sonic" else seat_mark(left + 15, cy, 15, side),
        words(label, left + 28, cy + 4, 11.5, INK, 700),
        pointer_events="none",
    )


# ---------------------------------------------------------------- streets


def _house(x: float, base: float, width: float, height: float, index: int) -> str:
    windows = "".join(
        rect(x + width * fx, base - height + dy, width * 0.2, 9, var("mint-pane"), 1.5)
        for fx in (0.18, 0.6)
        for dy in range(12, int(height) - 8, 19)
    )
    roof = f"M{number(x - 4)} {number(base - height)}L{number(x + width / 2)} {number(base - height - 20)}L{number(x + width + 4)} {number(base - height)}Z"
    return (
        rect(x, base - height, width, height, var(f"mint-house-{index % 5}"))
        + path(roof, var(f"mint-roof-{index % 5}"))
        + windows
    )


def street(x: float, y: float, width: float, height: float, name: str, horizon: float = 84, indent: float = 196) -> str:
    """Sky, a row of small town houses and the lawn that a neighborhood stands on."""
    base, houses, cursor, index = y + horizon, [], x + indent, 0
    while cursor < x + width:
        w, h = 54 + (index * 17) % 26, min(horizon - 34, 30 + (index * 13) % 24)
        houses.append(_house(cursor, base, w, h, index))
        cursor, index = cursor + w + 14 + (index * 11) % 18, index + 1
    far = f"M{number(x)} {number(base)}Q{number(x + width * 0.2)} {number(base - 46)} {number(x + width * 0.45)} {number(base - 12)}T{number(x + width)} {number(base - 30)}V{number(y + height)}H{number(x)}Z"
    near = f"M{number(x)} {number(base + 34)}Q{number(x + width * 0.3)} {number(base + 14)} {number(x + width * 0.6)} {number(base + 30)}T{number(x + width)} {number(base + 24)}V{number(y + height)}H{number(x)}Z"
    light = circle(x + width - 40, y + 24, 15, "#FFD95E", opacity=var("sun")) + circle(
        x + width - 40, y + 24, 13, "#F5EBC8", opacity=var("moon")
    )
    return (
        shadow(x, y, width, height, 18)
        + clip(f"clip-{name}", rect(x, y, width, height, radius=18))
        + group(
            rect(x, y, width, height, "url(#sky)"),
            light,
            path(far, var("hill-far")),
            *houses,
            rect(x, base, width, height, var("hill-near")),
            path(near, var("meadow")),
            clip_path=f"url(#clip-{name})",
        )
    )


def empty_lots(x: float, y: float, width: float, height: float, tile: float, gap: float) -> str:
    """Marked-out lawns for what will be built next."""
    count = int((width + gap) // (tile + gap))
    return "".join(
        rect(left, y, tile, height, var("meadow"), 12, fill_opacity=0.5)
        + rect(
            left,
            y,
            tile,
            height,
            "none",
            12,
            stroke=var("mint-lot"),
            stroke_width=1.6,
            stroke_dasharray="3 8",
            stroke_linecap="round",
        )
        + _tree(left + tile / 2, y + height * 0.6)
        for left in (x + i * (tile + gap) for i in range(count))
    )


def _tree(cx: float, cy: float) -> str:
    return (
        ellipse(cx + 2, cy + 22, 20, 4, "#000", fill_opacity=0.12)
        + rect(cx - 3, cy, 6, 22, "#8B5629", 2)
        + circle(cx, cy - 8, 19, var("mint-leaf"))
        + circle(cx - 4, cy - 12, 14, var("hill-near"))
    )
