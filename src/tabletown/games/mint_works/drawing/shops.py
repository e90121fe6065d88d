"""The shop fronts of Main Street: sign, awning, window and pavement with the spaces; and the chips beside them."""

from __future__ import annotations

from tabletown.core.grammar import count
from tabletown.draw.accessibility import cached_drawing
from tabletown.draw.cards import count_badge
from tabletown.draw.pieces import mint, pictogram, seat_mark
from tabletown.draw.scenery import awning, panel
from tabletown.draw.shapes import circle, clip, group, number, rect, stroke
from tabletown.draw.states import Change, Offer, counting, fresh_mark, legal_glow, legal_outline, offer_chip, target
from tabletown.draw.text import DISPLAY, display, fit_size, rich_lines, rich_text, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LEGAL, LINE, PAPER_DEEP, seat_colour, var

from ..text.cards import SHOPS, Shop

Placed = tuple[tuple[int, int], ...]
"""The spaces taken, as (side, mints)."""
R = 17
"""The radius of a space."""
SIGN_H, PAVEMENT_H = 25, 47

# ---------------------------------------------------------------- the front


@cached_drawing(1024)
def shop(
    x: float,
    y: float,
    width: float,
    height: float,
    about: Shop,
    open_: bool,
    owner: int | None,
    owner_name: str,
    spaces: int,
    placed: Placed,
    price: int | None,
    offer: Offer,
    ready: bool,
    change: Change | None,
    barred: bool,
    order: int,
) -> str:
    """A whole shop. `ready`: it can be used by touching a card; `order`: its number in the solitaire line, or 0."""
    key = about.key
    lit = offer.legal or ready
    dull = bool(offer.reason) or not open_
    y -= 4 if offer.chosen else 0
    pave_y = y + height - PAVEMENT_H
    inset = 15 if order else 9
    room = width - inset - 8
    size = fit_size(about.name, room, 15, 10.5, 400, DISPLAY)
    label = (
        f"{about.name}, {spaces - len(placed)} of {count(spaces, 'space')} free" if open_ else f"{about.name}, closed"
    )
    if open_:
        inside = _window_text(x, y, width, height, key, dull, owner, owner_name)
        pavement = _spaces(x, pave_y + 22.5, width, key, price, spaces, placed, lit, dull, barred)
    else:
        inside, pavement = "", _closed_sign(x + width / 2, pave_y + 23)
    return target(
        f"location-{key}",
        offer,
        label,
        legal_glow(x, y, width, height, 12, offer.chosen) if offer.legal else "",
        panel(x, y, width, height, 12, (2 if offer.chosen else 1) if lit else 0),
        clip(f"shop-{key}", rect(x, y, width, height, radius=12)),
        _front(x, y, width, height, key, open_, dull),
        display(about.name, x + inset + room / 2, y + 18, size, INK_SOFT if dull else "#fff", "middle"),
        inside,
        pavement,
        legal_outline(x, y, width, height, 12, offer.chosen)
        if offer.legal
        else rect(x, y, width, height, "none", 12, stroke=LINE),
        fresh_mark(x, y, width, height, 12, change and Change()),
        text=about.text,
        **counting(sum(amount for _, amount in placed), "bank"),
    )


def _picture_size(width: float, height: float) -> float:
    return min(54, height - SIGN_H - PAVEMENT_H - 12, width * 0.36)


def _front(x: float, y: float, width: float, height: float, key: str, open_: bool, dull: bool) -> str:
    """Wall, picture, awning and sign, clipped to the card."""
    wall_h = height - SIGN_H - PAVEMENT_H
    wall_y, pave_y, kind = y + SIGN_H, y + height - PAVEMENT_H, f"mint-{SHOPS[key].kind}"
    picture = _picture_size(width, height)
    return group(
        rect(x, wall_y, width, wall_h, var(f"{kind}-wall")),
        rect(x, pave_y, width, PAVEMENT_H, CARD),
        rect(x, pave_y, width, 4, var(f"{kind}-curb")),
        "" if open_ else _shutter(x + 8, wall_y + 12, width - 16, wall_h - 12),
        pictogram(f"mw_at_{key}", x + 7, pave_y - picture - 1, picture, opacity=None if open_ else 0.4),
        rect(x, wall_y, width, wall_h, CARD, fill_opacity=var("mint-shop-veil")) if dull else "",
        awning(x, wall_y - 1, width, 8, var(f"{kind}-awning"), stripe=width / 9, rail=False),
        rect(x, wall_y, width, 15, CARD, fill_opacity=0.4) if dull else "",
        rect(x, y, width, SIGN_H, var(f"{kind}-sign-pale" if dull else f"{kind}-sign")),
        "" if dull else rect(x + 6, y + 2.4, width - 12, 2, "#FFFFFF40", 1),
        clip_path=f"url(#shop-{key})",
    )


def _window_text(
    x: float, y: float, width: float, height: float, key: str, dull: bool, owner: int | None, owner_name: str
) -> str:
    """The effect beside the picture, and below it who owns the shop."""
    about, picture = SHOPS[key], _picture_size(width, height)
    wall_h, pave_y = height - SIGN_H - PAVEMENT_H, y + height - PAVEMENT_H
    left, room = x + picture + 12, width - picture - 17
    lines = rich_lines(about.effect, room, 12)
    top = y + SIGN_H + 9 + (wall_h - 9 - len(lines) * 17) / 2 + 15 - (13 if owner is not None else 0)
    text = rich_text(about.effect, left, top, room, 12, INK_SOFT if dull else INK, 1.42, dull)
    if owner is None:
        return text
    return text + _owner_plate(min(left - 1, x + width - 69), pave_y - 27, owner, owner_name, about.owner_pay)


def _owner_plate(x: float, y: float, owner: int, name: str, pay: int) -> str:
    """Who owns the deed and what the owner gets when the shop is used."""
    return group(
        rect(x, y, 62, 22, CARD, 11, stroke=seat_colour(owner, "glow"), stroke_width=1.8),
        seat_mark(x + 13, y + 11, 15, owner),
        display(f"+{pay}", x + 23, y + 15.4, 12.5, INK),
        mint(x + 51, y + 11, 7),
        tip=f"{name} owns this and gains {pay} when it is used",
    )


def _shutter(x: float, y: float, width: float, height: float) -> str:
    """Rolled down: the deed has not been built."""
    slats = "".join(f"M{number(x)} {number(y + dy)}h{number(width)}" for dy in range(5, int(height), 6))
    return rect(x, y, width, height, var("mint-shutter")) + stroke(slats, INK_SOFT, 1.2, stroke_opacity=0.38)


def _closed_sign(cx: float, cy: float) -> str:
    return (
        stroke(f"M{number(cx - 24)} {number(cy - 9)}l24 -10l24 10", INK_SOFT, 1.4)
        + rect(cx - 33, cy - 10, 66, 21, CARD, 6, stroke=INK_SOFT, stroke_width=1.4)
        + display("Closed", cx, cy + 5, 13.5, INK_SOFT, "middle")
    )


# ---------------------------------------------------------------- the spaces


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


def _taken(cx: float, cy: float, side: int, amount: int) -> str:
    """A mint in the ring of its seat; the seat's mark says whose, the figure how many."""
    stack = "".join(mint(cx, cy + (1 if amount > 1 else 0) - i * 4, 11.4) for i in range(min(amount, 3)))
    return (
        circle(cx, cy, R, CARD)
        + circle(cx, cy, R - 1.6, "none", stroke=seat_colour(side, "glow"), stroke_width=4.6)
        + stack
        + seat_mark(cx - R * 0.74, cy + R * 0.66, 14, side)
        + (count_badge(cx + R * 0.76, cy - R * 0.62, amount, 10.5, "") if amount > 1 else "")
    )


def _free(cx: float, cy: float, key: str, price: int | None, glow: bool, dimmed: bool) -> str:
    """An empty round space with its price; it glows where the viewer would place next."""
    halo, edge = "", circle(cx, cy, R, "none", stroke=INK_SOFT, stroke_width=1.5, stroke_dasharray="4 3.4")
    if glow:
        rings = (
            circle(cx, cy, R, "none", stroke=LEGAL, stroke_width=width, stroke_opacity=opacity)
            for width, opacity in ((10, 0.16), (6, 0.24))
        )
        halo, edge = group(*rings, class_="halo"), circle(cx, cy, R, "none", stroke=LEGAL, stroke_width=2.6)
    if key == "supplier":
        mark = pictogram("mw_card", cx - 11, cy - 11, 22, opacity=0.5 if dimmed else None)
    else:
        figure = "1+" if key == "temp_agency" else price or ""
        mark = display(figure, cx, cy + 5.8, 16, INK_SOFT if dimmed else INK, "middle")
    return halo + circle(cx, cy, R, CARD) + circle(cx, cy + 1, R - 2, PAPER_DEEP, fill_opacity=0.55) + edge + mark


# ---------------------------------------------------------------- beside the shop


def shop_chip(x: float, y: float, width: float, height: float, offer: Offer) -> str:
    return offer_chip(x + width / 2, y + height + 4, offer)


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
