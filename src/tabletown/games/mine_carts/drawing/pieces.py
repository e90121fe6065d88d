"""Carts, ore tokens, lanterns and signs, and the definitions of all pictures of this table."""

from __future__ import annotations

from tabletown.draw.pictures import load_pictures
from tabletown.draw.pieces import SEAT_SHAPES, pictogram
from tabletown.draw.shapes import at, circle, number, path, rect, stroke, symbol, tag, use
from tabletown.draw.text import display
from tabletown.draw.tokens import INK_SOFT, PAPER_DEEP, SEAT_COUNT, seat_colour

from ..components import ORE_VALUE, ORES
from ..text.names import LETTERS
from .colours import CREAM, mine_colour

# ---------------------------------------------------------------- carts


def cart(cx: float, cy: float, size: float, seat: int, letter: str, angle: float = 0, state: str = "parked") -> str:
    """A cart with its nose and headlamp towards `angle`.

    state: "running" (lamp on), "parked", "ghost" (where it would stand) or "wreck".
    """
    zoom = max(1.0, 35 / size)  # keeps the letter readable on small boards
    beam = path("M18 -2L40 -12Q46 0 40 12L18 2Z", "#FFE9A84D") if state == "running" else ""
    smoke = circle(-9, -12, 5, "#D3DAE180") + circle(-2, -17, 4, "#D3DAE159") if state == "wreck" else ""
    side = 25 * zoom * 1.16
    return at(
        cx,
        cy,
        at(1.6, 2.6, rect(-18, -13, 38, 27, "#00000057", 6), angle=angle),
        at(0, 0, beam, use(f"mc-cart-{seat}", -24, -24, 48, 48), angle=angle, class_="nose"),
        use(f"mc-plate-{seat}-{letter}", -side / 2, -side / 2, side, side),
        smoke,
        scale=size / 40,
        opacity={"ghost": 0.78, "wreck": 0.9}.get(state),
    )


def cart_badge(cx: float, cy: float, size: float, seat: int, letter: str, in_play: bool, lost: bool = True) -> str:
    """A cart in a player's panel; a lost cart, or one still to be placed, is an empty dashed box."""
    if in_play:
        return cart(cx, cy, size, seat, letter)
    box = rect(
        *(cx - size * 0.45, cy - size * 0.32, size * 0.9, size * 0.64),
        PAPER_DEEP,
        size * 0.14,
        stroke=INK_SOFT,
        stroke_width=1.3,
        stroke_dasharray="3.4 3",
    )
    if lost:
        return box + at(cx, cy, stroke("M-4.4 -4.4l8.8 8.8M4.4 -4.4l-8.8 8.8", INK_SOFT, 2.2))
    return box + display(letter, cx, cy + size * 0.13, size * 0.36, INK_SOFT, "middle")


def _cart_body(seat: int) -> str:
    """A cart from above, its nose to the right."""
    wheels = "".join(rect(x, y, 8, 4.4, "#1C1A1E", 1.6) for x in (-13, 4) for y in (-14.6, 10.2))
    dark = seat_colour(seat, "dark")
    return (
        wheels
        + rect(-17.6, -12.6, 35.2, 25.2, CREAM, 6)
        + path("M15 -8L22 -3.6V3.6L15 8Z", CREAM)
        + path("M15 -6.4L20.4 -2.6V2.6L15 6.4Z", dark)
        + rect(-16, -11, 32, 22, dark, 4.6)
        + rect(-16, -11, 32, 19.6, seat_colour(seat), 4.6)
        + rect(-12.4, -7.6, 24.8, 14.6, dark, 3)
        + rect(-12.4, -7.6, 24.8, 14.6, "#00000073", 3)
        + circle(18.8, 0, 2.5, "#FFE08A")
    )


def _cart_plate(seat: int, letter: str) -> str:
    """The seat's shape with the cart's letter; it stays upright however the cart is turned."""
    shape, colour = SEAT_SHAPES[seat], seat_colour(seat)
    drop = 3.1 if seat == 0 else 0  # the middle of a triangle lies lower
    return (
        path(shape, CREAM, stroke=CREAM, stroke_width=4.4, stroke_linejoin="round")
        + path(shape, colour, stroke=colour, stroke_width=1.6, stroke_linejoin="round")
        + display(letter, 0, 3.9 + drop * 0.9, 10.7, seat_colour(seat, "ink"), "middle")
    )


# ---------------------------------------------------------------- ore


def ore_token(cx: float, cy: float, r: float, kind: str, value: bool = True) -> str:
    """A round token, with its points on a small plate unless `value` is false; the kind "hidden" lies face down."""
    name = "pic-ore_face_down" if kind == "hidden" else f"mc-ore-{kind}" if value else f"pic-{kind}"
    half = r * 18 / 14
    return use(name, cx - half, cy - half, r * 36 / 14, r * 36 / 14)


def _valued_token(kind: str, value: int) -> str:
    return pictogram(f"{kind}_with_plate", -18, -18, 36) + display(value, 0, 15.3, 12.5, "#fff", "middle")


def ore_heap(cx: float, cy: float, scale: float) -> str:
    """What is left in the ground: a cart heaped with tokens."""
    return pictogram("ore_heap", cx - 32 * scale, cy - 28 * scale, 64 * scale)


# ---------------------------------------------------------------- light and signs


def lamplight(cx: float, cy: float, r: float, strength: float = 1.0) -> str:
    left, radius, across = f"{number(cx - r)} {number(cy)}", number(r), number(2 * r)
    disc = f"M{left}a{radius} {radius} 0 1 1 {across} 0a{radius} {radius} 0 1 1 {number(-2 * r)} 0Z"
    return path(disc, "url(#mc-lamplight)", opacity=strength if strength < 1 else None, pointer_events="none")


def lantern(cx: float, cy: float, size: float) -> str:
    return pictogram("lantern", cx - size / 2, cy - size / 2, size)


def danger_mark(cx: float, cy: float, size: float) -> str:
    """Here a cart would be lost."""
    return pictogram("danger", cx - size / 2, cy - size / 2, size)


def crash_burst(cx: float, cy: float, size: float) -> str:
    """A collision that has happened."""
    return pictogram("crash", cx - size / 2, cy - size / 2, size)


# ---------------------------------------------------------------- definitions


def _definitions() -> dict[str, str]:
    """The picture files, and the symbols that depend on seats and on the values of ore."""
    found = dict(load_pictures(__package__))
    for seat in range(SEAT_COUNT):
        found[f"mc-cart-{seat}"] = symbol(f"mc-cart-{seat}", _cart_body(seat), "-24 -24 48 48")
        for letter in LETTERS:
            name = f"mc-plate-{seat}-{letter}"
            found[name] = symbol(name, _cart_plate(seat, letter), "-12.5 -12.5 25 25")
    for kind, value in zip(ORES, ORE_VALUE.tolist(), strict=True):
        found[f"mc-ore-{kind}"] = symbol(f"mc-ore-{kind}", _valued_token(kind, value), "-18 -18 36 36")
    lamp, fading = mine_colour("lamp"), ((0, 0.55), (0.45, 0.18), (1, 0))
    stops = "".join(tag("stop", offset=offset, stop_color=lamp, stop_opacity=opacity) for offset, opacity in fading)
    return found | {"mc-lamplight": tag("radialGradient", stops, id="mc-lamplight")}


DEFS: dict[str, str] = _definitions()
