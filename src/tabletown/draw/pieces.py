"""Coins, dice, cubes, meeples and the other things one could hold in the hand.

Each piece is a symbol that travels once with the page (`DEFS`); drawing it on a table is one `<use>`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .shapes import Value, at, circle, ellipse, group, path, rect, stroke, symbol, title, use
from .text import display, register_inline
from .tokens import COIN_INK, INK, INK_SOFT, PAPER_DEEP, SEAT_COUNT, seat_colour, var

SEAT_SHAPES = (
    "M0 -9L9 7.5H-9Z",
    "M-7.6 -7.6H7.6V7.6H-7.6Z",
    "M0 -8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0 -8.6Z",
    "M0 -10L9.4 0L0 10L-9.4 0Z",
)
SEAT_NAMES = ("blue", "orange", "yellow", "plum")
SHAPE_NAMES = ("triangle", "square", "circle", "diamond")
STAR = "M0 -11L3.3 -3.9L11 -3.1L5.2 2L6.9 9.6L0 5.7L-6.9 9.6L-5.2 2L-11 -3.1L-3.3 -3.9Z"
MEEPLE = (
    "M0 -12A4.6 4.6 0 0 1 4.4 -5.8C9 -4.6 12.6 -2.4 12.6 0C12.6 2 10 2.4 6.2 1.8C7.4 5 10 8.4 10 10.4Q10 12 8 12H3.4"
    "Q2.2 12 1.6 10.6L0 7.4L-1.6 10.6Q-2.2 12 -3.4 12H-8Q-10 12 -10 10.4C-10 8.4 -7.4 5 -6.2 1.8C-10 2.4 -12.6 2"
    " -12.6 0C-12.6 -2.4 -9 -4.6 -4.4 -5.8A4.6 4.6 0 0 1 0 -12Z"
)
_SHADOW = "#00000030"


def _gloss(d: str, colour: str = "#fff", width: float = 1.7, opacity: float | None = None) -> str:
    return stroke(d, colour, width, stroke_opacity=opacity)


# ---------------------------------------------------------------- the drawings, each about (0, 0)


def _seat_mark(seat: int) -> str:
    """The seat's own shape inside a double ring."""
    shape = SEAT_SHAPES[seat]

    def layer(colour: str, width: float) -> str:
        return path(shape, colour, stroke=colour, stroke_width=width, stroke_linejoin="round")

    return (
        layer(INK, 9)
        + layer(var("ring"), 5.4)
        + layer(seat_colour(seat), 1.4)
        + _gloss("M-3.6 -2.6Q-1.6 -5.2 1 -4.4", width=1.6, opacity=0.55)
    )


def _coin_face(rim: str, face: str, ring: str, shine: str) -> str:
    return (
        circle(0, 0.9, 10, rim)
        + circle(0, -0.3, 9.6, face)
        + circle(0, -0.3, 7.6, stroke=ring)
        + _gloss("M-7.6 -2.4A8 8 0 0 1 1.6 -8.1", shine)
    )


def _coin(dimmed: bool) -> str:
    if dimmed:
        return _coin_face("#8F8A80", "#CFC9BD", "#B2AB9C", "#E5E0D6")
    return _coin_face("#B9760E", "#F7C13B", "#DE9C22", "#FFE59A")


def _coin_house() -> str:
    return _coin(False) + path("M0 -4.6L4.8 -.6V4.2H1.4V1H-1.4V4.2H-4.8V-.6Z", "#B9760E")


def _lying_coin() -> str:
    """A coin of a pile, seen from above at a slant."""
    return (
        ellipse(0, 3, 13, 5.6, "#A9680A")
        + rect(-13, -1, 26, 4, "#C98412")
        + ellipse(0, -1, 13, 5.6, "#F7C13B")
        + ellipse(0, -1, 9, 3.4, "#FFD970")
    )


PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(value: int) -> str:
    one = value == 1
    pips = "".join(circle(x * 6, y * 6, 3.9 if one else 2.7, "#D8392C" if one else "#2B3140") for x, y in PIPS[value])
    return (
        rect(-12, -9.4, 25.4, 25, "#0000003D", 6)
        + rect(-12, -10.6, 24, 25, "#CFC4AC", 6)
        + rect(-12, -12, 24, 24, "#FFFDF8", 6)
        + path("M12 -5V6Q12 12 6 12H-6Q10 10 12 -5Z", "#EFE6D2")
        + pips
    )


def _tumbling_die() -> str:
    """A die in the air: three faces to be seen, none of them up."""
    pips = "".join(circle(x, y, 2.1, "#2B3140") for x, y in ((-8, -1.5), (-3.4, 7), (7.6, -2), (5.4, 3), (3.2, 8)))
    return (
        path("M0 -14Q1 -14.4 2 -14L11.6 -8.6Q12.6 -8 12.6 -7V5Q12.6 6.2 11.6 6.8L1.4 12.6Q0 13.4 -1.4 12.6L-11.6 6.8"
             "Q-12.6 6.2 -12.6 5V-7Q-12.6 -8 -11.6 -8.6Z", "#EFE6D2")
        + path("M12.4 -7.6V5Q12.4 6.2 11.4 6.8L1.2 12.6L0 13V-.6Z", "#D5C9B0")
        + path("M0 -14Q1 -14.4 2 -14L11.6 -8.6Q12.4 -8 11.6 -7.4L1.4 -1.4Q0 -.6 -1.4 -1.4L-11.6 -7.4Q-12.4 -8 -11.6 -8.6Z",
               "#FFFFFF")
        + ellipse(0, -7.8, 3.4, 2.1, "#D8392C")
        + pips
    )  # fmt: skip


@dataclass(frozen=True)
class Good:
    """Colours of a cube and the engraving on its front face, drawn in a 10 x 10 box."""

    light: str
    base: str
    dark: str
    glyph: str
    ink: str


GOODS = {
    "wood": Good("#E0AC72", "#BE7C42", "#8B5629", "M5 1.4a3.6 3.6 0 1 0 .1 0M5 3.6a1.4 1.4 0 1 0 .1 0", "#5C3413"),
    "stone": Good("#DCE2E8", "#A7B1BD", "#76818F", "M1.4 8.4L5 1.6L8.6 8.4ZM3.4 5.4L6.4 8.2", "#3D4653"),
    "wheat": Good("#FFE9A8", "#F6C244", "#D8962B", "M5 1.4V9M5 4L2 2M5 4L8 2M5 7L2 5M5 7L8 5", "#7A4D07"),
    "coal": Good("#5B6371", "#3A414D", "#22272F", "M1.6 5L5 1.6L8.4 5L5 8.4Z", "#E8ECF2"),
    "joker": Good("#FFFFFF", "#EDE4F8", "#B79BDD", "M3 3.4Q3 1.6 5 1.6Q7 1.6 7 3.4Q7 4.8 5 5.4V6.2M5 8.2V8.4", "#5B3A8C"),
}  # fmt: skip
CUBE_EDGE = "M0 -12.6L11 -6.3V6.3L0 12.6L-11 6.3V-6.3Z"


def _cube(good: Good, edge: str = "") -> str:
    face = stroke(good.glyph, good.ink, 1.5)
    return (
        (path(CUBE_EDGE, edge, stroke=edge, stroke_width=1.4, stroke_linejoin="round") if edge else "")
        + ellipse(1, 11, 10, 3, _SHADOW)
        + path("M0 -12L10.4 -6L0 0L-10.4 -6Z", good.light)
        + path("M-10.4 -6L0 0V12L-10.4 6Z", good.base)
        + path("M10.4 -6L0 0V12L10.4 6Z", good.dark)
        + group(face, transform="matrix(.9 .52 0 1.04 -9.7 -4.9)")
    )


def _any_cube() -> str:
    """A cube with a patch of every kind: any resource."""
    wood, stone, wheat = GOODS["wood"], GOODS["stone"], GOODS["wheat"]
    return (
        ellipse(1, 11, 10, 3, _SHADOW)
        + path("M0 -12L10.4 -6L0 0L-10.4 -6Z", wheat.base)
        + path("M-10.4 -6L0 0V12L-10.4 6Z", wood.base)
        + path("M10.4 -6L0 0V12L10.4 6Z", "#3BA7CC")
        + path("M-10.4 0L0 6V12L-10.4 6Z", stone.base)
        + path("M10.4 0L0 6V12L10.4 6Z", stone.dark)
    )


def _animal_disc(light: str, base: str, dark: str) -> str:
    return circle(0, 1.4, 11, dark) + circle(0, -0.4, 11, base) + _gloss("M-8.4 -3A9 9 0 0 1 2 -9.2", light, 1.8)


def _sheep() -> str:
    return (
        _animal_disc("#FFFFFF", "#F3ECDD", "#CFC3AA")
        + circle(0, -0.4, 8.6, "#BFD8A0")
        + stroke("M-3 4V7.4M2.6 4V7.4", "#2B3140", 1.9)
        + circle(-4, 0, 3.6, "#fff")
        + circle(0, -2.2, 4, "#fff")
        + circle(3.6, 0.4, 3.6, "#fff")
        + circle(-0.4, 2, 4, "#fff")
        + ellipse(6, -2.2, 2.9, 3.5, "#2B3140")
        + circle(6.8, -2.8, 0.7, "#fff")
    )


def _fish() -> str:
    body = path("M-8 -.4Q-3 -6.4 3 -.9L8 -4.6V3.8L3 .2Q-3 5.6 -8 -.4Z", "#fff")
    return _animal_disc("#8FD8EE", "#3BA7CC", "#237A99") + body + circle(-4.4, -1.1, 1.1, "#237A99")


def _meeple(seat: int) -> str:
    return (
        ellipse(1, 12.4, 11, 2.6, _SHADOW)
        + at(0, 1.3, path(MEEPLE, seat_colour(seat, "dark")))
        + path(MEEPLE, seat_colour(seat))
        + _gloss("M-2.6 -9A3 3 0 0 1 .4 -10.6M-10 -.4Q-7 -3.4 -3.4 -4.2", width=1.4, opacity=0.55)
        + at(0, 2.4, path(SEAT_SHAPES[seat], "#fff", fill_opacity=0.9), scale=0.3)
    )


def _worker(seat: int) -> str:
    helmet = path("M-5 -8A5 5 0 0 1 5 -8Z", "#FFD24A") + rect(-6.4, -8.6, 12.8, 2, "#D8962B", 1)
    return _meeple(seat) + helmet + at(9.4, 0.5, _pickaxe(), scale=0.67)


def _house(seat: int) -> str:
    colour, dark = seat_colour(seat), seat_colour(seat, "dark")
    return (
        ellipse(1, 11, 11, 2.4, _SHADOW)
        + path("M-9 -2H9V11H-9Z", colour)
        + path("M3 -2H9V11H3Z", dark)
        + path("M-12 -1L0 -12L12 -1Q12 1 10 1H-10Q-12 1 -12 -1Z", dark)
        + path("M-12 -1L0 -12L2 -10L-6 1H-10Q-12 1 -12 -1Z", colour)
        + rect(-3, 3.4, 6, 7.6, "#FFF4DF", 1)
        + at(0, 7, path(SEAT_SHAPES[seat], dark), scale=0.17)
    )


def _mint() -> str:
    blade = path("M0 0Q3 -5 0 -9.2Q6 -8.4 7 -4.6Q4 -1 0 0Z", "#7FD6B5")
    swirl = "".join(at(0, -0.4, blade, angle=angle) for angle in range(0, 360, 72))
    return (
        circle(0, 1.6, 11, "#3E9E7C")
        + circle(0, -0.4, 11, "#F4FFF9")
        + swirl
        + circle(0, -0.4, 10.4, stroke="#4DBB93", stroke_width=1.2)
        + _gloss("M-8 -3.4A9 9 0 0 1 1.6 -9", width=1.8)
    )


def _green_mint() -> str:
    """The other sort in the tin: pressed, pale green, with a leaf."""
    return (
        circle(0, 1.8, 11, "#2F8C6C")
        + circle(0, -0.4, 11, "#8FDDBE")
        + circle(0, -0.4, 8.6, stroke="#66C4A0", stroke_width=1.4)
        + path("M-5 4.6Q-6.4 -4.6 5 -5.8Q6.6 4.8 -5 4.6Z", "#3FA981")
        + stroke("M-6 5.4Q-1 .4 3 -3.4", "#BDF0DB", 1.3)
        + _gloss("M-8 -3.4A9 9 0 0 1 1.6 -9", "#DDF8EC", 1.8)
    )


def _plain_mint(dimmed: bool) -> str:
    """A mint without its swirl, to carry a number."""
    lip, face, ring = ("#8F8A80", "#DAD5CA", "#B9B2A4") if dimmed else ("#3E9E7C", "#F4FFF9", "#7FD6B5")
    return circle(0, 1, 10, lip) + circle(0, -0.3, 9.8, face) + circle(0, -0.3, 8.3, stroke=ring, stroke_width=2.2)


def _star() -> str:
    return (
        path(STAR, "#B9760E", stroke="#B9760E", stroke_width=2.4, stroke_linejoin="round")
        + path(STAR, "#F7C13B")
        + path("M0 -11L3.3 -3.9L11 -3.1L5.2 2L6.9 9.6L0 5.7Z", "#E5A229")
    )


def _open_star() -> str:
    return path(STAR, PAPER_DEEP, stroke=INK_SOFT, stroke_width=1.8, stroke_linejoin="round", stroke_opacity=0.75)


def _plain_star(dimmed: bool) -> str:
    """A fuller star, to carry a number."""
    edge, face = ("#8F8A80", "#DAD5CA") if dimmed else ("#B9760E", "#F7C13B")
    return path(STAR, edge, stroke=edge, stroke_width=4, stroke_linejoin="round") + path(
        STAR, face, stroke=face, stroke_width=1.6, stroke_linejoin="round"
    )


def _plain_medal() -> str:
    """Victory points: a gold rosette on two ribbon tails."""
    return (
        path("M-6.4 3L-8.6 11.6L-4.6 10.4L-2 12.6L0 5Z", "#C2382F")
        + path("M6.4 3L8.6 11.6L4.6 10.4L2 12.6L0 5Z", "#8F241D")
        + circle(0, -1.4, 10.4, "#B9760E")
        + circle(0, -2, 10, "#F7C13B")
        + circle(0, -2, 8.4, "#FFF0C4")
        + _gloss("M-8 -4A8.4 8.4 0 0 1 1 -10.2", "#FFE9A8", 1.6)
    )


def _medal() -> str:
    return _plain_medal() + at(0, -2, path(STAR, "#D8962B"), scale=0.5)


def _trophy() -> str:
    return (
        ellipse(0, 11.4, 8, 2, _SHADOW)
        + stroke("M-7 -8H-10.6Q-11 -1 -5.4 0M7 -8H10.6Q11 -1 5.4 0", "#C98412", 2.2)
        + path("M-7.4 -11H7.4Q7.6 2 1.6 4V7H5V11H-5V7H-1.6V4Q-7.6 2 -7.4 -11Z", "#F7C13B")
        + path("M2 -11H7.4Q7.6 2 1.6 4V7H5V11H1.6Q4 -1 2 -11Z", "#DE9C22")
        + path("M-5.4 -9Q-5.4 -3 -3.6 -.4Q-3.8 -5 -3.4 -9Z", "#FFE59A")
        + at(0, -4.4, path(STAR, "#FFF6D6"), scale=0.32)
    )


def _pickaxe() -> str:
    head = (
        rect(-1.5, -8, 3, 20, "#BE7C42", 1.5)
        + rect(0.2, -8, 1.3, 20, "#8B5629", 0.6)
        + path("M-11 -4Q-6 -12 0 -11.4Q6 -12 11 -4Q5 -8.2 0 -7.2Q-5 -8.2 -11 -4Z", "#A7B1BD")
        + path("M0 -11.4Q6 -12 11 -4Q5 -8.2 0 -7.2Z", "#76818F")
        + rect(-2.4, -12, 4.8, 5.6, "#5A6472", 1.2)
    )
    return at(0, 0, head, angle=28)


# base, shade, light, outline, bright facet, dark facet
ORES = {
    "gold": ("#F7C13B", "#C98412", "#FFE59A", "M-10 4L-5 -6L3 -8L10 -1L8 7L-4 9Z", "M-10 4L-5 -6L0 0Z",
             "M10 -1L8 7L-4 9L0 0Z"),
    "silver": ("#C5CDD6", "#8A95A3", "#F2F5F8", "M-8 -4L0 -10L8 -4L8 5L0 10L-8 5Z", "M-8 -4L0 -10L0 0Z",
               "M8 -4L8 5L0 10L0 0Z"),
    "copper": ("#D9793F", "#A1501F", "#F4B084", "M-10 7L-7 -3L0 -9L7 -3L10 7L0 9Z", "M-7 -3L0 -9L0 2Z",
               "M7 -3L10 7L0 9L0 2Z"),
    "gem": ("#34B3C9", "#1E7E92", "#A6EDF5", "M-10 -3L-5 -9H5L10 -3L0 10Z", "M-10 -3L-5 -9L-3 -3Z",
            "M10 -3L0 10L3 -3Z"),
}  # fmt: skip


def _ore(name: str) -> str:
    base, dark, light, outline, facet, shade = ORES[name]
    return (
        ellipse(1, 9.6, 9, 2.4, _SHADOW)
        + path(outline, base, stroke=base, stroke_width=1.6, stroke_linejoin="round")
        + path(facet, light)
        + path(shade, dark)
    )


_LOADS = {"gold": ("#FFE59A", "#F7C13B", "#C98412"), "coal": ("#5B6371", "#3A414D", "#22272F")}


def _cart(load: str) -> str:
    lumps = ((-5, -4, 4.0), (1, -6, 4.6), (6, -4, 3.6))
    heap = "".join(circle(x, y, r, _LOADS[load][i]) for i, (x, y, r) in enumerate(lumps)) if load else ""
    wheels = "".join(circle(x, 8.4, 3.4, "#2B3140") + circle(x, 8.4, 1.3, "#A7B1BD") for x in (-5.4, 5.4))
    return (
        ellipse(0, 11.4, 12, 2.2, _SHADOW)
        + heap
        + path("M-12 -4H12L8.6 7H-8.6Z", "#7B8796")
        + path("M3 -4H12L8.6 7H3Z", "#59636F")
        + rect(-13, -5.6, 26, 3.4, "#A7B1BD", 1.7)
        + wheels
    )


def _bot() -> str:
    card = var("card")
    return (
        stroke("M0 -3V-6", INK_SOFT, 1.6)
        + circle(0, -6.6, 1.6, INK_SOFT)
        + rect(-7.5, -3, 15, 12, INK_SOFT, 4)
        + circle(-2.7, 2.6, 1.8, card)
        + circle(2.7, 2.6, 1.8, card)
        + rect(-2.9, 6, 5.8, 1.2, card)
    )


def _arrow() -> str:
    return stroke("M-8 0H5", INK_SOFT, 4) + path("M3 -7L11 0L3 7Z", INK_SOFT)


_BOX24, _BOX26, _BOX20, _BOX28 = "-12 -12 24 24", "-13 -13 26 26", "-10 -10 20 20", "-14 -14 28 28"

_DRAWINGS: dict[str, tuple[Callable[[], str], str]] = {
    "coin": (_coin_house, _BOX20),
    "coin-blank": (lambda: _coin(False), _BOX20),
    "coin-dim": (lambda: _coin(True), _BOX20),
    "coin-lying": (_lying_coin, "-13 -7 26 16"),
    "die-air": (_tumbling_die, _BOX24),
    "any": (_any_cube, _BOX24),
    "sheep": (_sheep, _BOX24),
    "fish": (_fish, _BOX24),
    "mint": (_mint, _BOX24),
    "mint-green": (_green_mint, _BOX24),
    "mint-blank": (lambda: _plain_mint(False), _BOX20),
    "mint-dim": (lambda: _plain_mint(True), _BOX20),
    "star": (_star, _BOX24),
    "star-open": (_open_star, _BOX24),
    "star-blank": (lambda: _plain_star(False), "-12.5 -12.5 25 25"),
    "star-dim": (lambda: _plain_star(True), "-12.5 -12.5 25 25"),
    "medal": (_medal, _BOX24),
    "medal-blank": (_plain_medal, _BOX24),
    "trophy": (_trophy, _BOX24),
    "pickaxe": (_pickaxe, _BOX24),
    "cart": (lambda: _cart(""), _BOX26),
    "cart-gold": (lambda: _cart("gold"), _BOX26),
    "cart-coal": (lambda: _cart("coal"), _BOX26),
    "bot": (_bot, "-9 -9 18 18"),
    "arrow": (_arrow, _BOX24),
}


def _definitions() -> dict[str, str]:
    out = {f"p-{name}": symbol(f"p-{name}", draw(), box) for name, (draw, box) in _DRAWINGS.items()}
    for value in PIPS:
        out[f"p-die-{value}"] = symbol(f"p-die-{value}", _die(value), _BOX24)
    for name, good in GOODS.items():
        edge = var("coal-edge") if name == "coal" else ""
        out[f"p-{name}"] = symbol(f"p-{name}", _cube(good, edge), _BOX24)
    for name in ORES:
        out[f"p-ore-{name}"] = symbol(f"p-ore-{name}", _ore(name), _BOX24)
    for seat in range(SEAT_COUNT):
        out[f"p-seat-{seat}"] = symbol(f"p-seat-{seat}", _seat_mark(seat), _BOX28)
        out[f"p-meeple-{seat}"] = symbol(f"p-meeple-{seat}", _meeple(seat), _BOX26)
        out[f"p-worker-{seat}"] = symbol(f"p-worker-{seat}", _worker(seat), _BOX26)
        out[f"p-house-{seat}"] = symbol(f"p-house-{seat}", _house(seat), _BOX26)
    return out


DEFS: dict[str, str] = _definitions()


# ---------------------------------------------------------------- showing them


def piece(name: str, cx: float, cy: float, size: float, **more: Value) -> str:
    """Any piece by name, centred, `size` wide and high: `coin`, `wood`, `any`, `mint`, `medal`, `cart-gold` ..."""
    if f"p-{name}" not in DEFS:
        raise ValueError(f"no piece is called {name!r}")
    return use(f"p-{name}", cx - size / 2, cy - size / 2, size, size, **more)


def _figure(label: object, cx: float, cy: float, r: float, ink: str, sizes: tuple[float, ...]) -> str:
    """A number inside a piece of radius r; `sizes` are for one, two, three digits."""
    text = str(label)
    size = r * sizes[min(len(text), len(sizes)) - 1]
    return display(text, cx, cy + size * 0.355, size, ink, "middle")


def coin(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    """A coin; with a label, a price."""
    if label is None:
        return piece("coin-dim" if dimmed else "coin", cx, cy, 2 * r)
    face = piece("coin-dim" if dimmed else "coin-blank", cx, cy, 2 * r)
    return face + _figure(label, cx, cy - r * 0.03, r, COIN_INK, (1.04, 0.9, 0.7))


def mint(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    if label is None:
        return piece("mint-dim" if dimmed else "mint", cx, cy, 2.18 * r)
    ink = "#4A4740" if dimmed else "#12513B"
    return piece("mint-dim" if dimmed else "mint-blank", cx, cy, 2 * r) + _figure(
        label, cx, cy, r, ink, (1.06, 0.9, 0.7)
    )


def star(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    """A star; with a label, points. `dimmed` without a label is a star not earned."""
    if label is None:
        return piece("star-open" if dimmed else "star", cx, cy, 2 * r)
    ink = "#4A4740" if dimmed else COIN_INK
    face = piece("star-dim" if dimmed else "star-blank", cx, cy, 2.2 * r)
    return face + _figure(label, cx, cy + r * 0.02, r, ink, (0.96, 0.82, 0.62))


def medal(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    more: dict[str, Value] = {"opacity": 0.55} if dimmed else {}
    if label is None or label == "":
        return piece("medal", cx, cy, 2 * r, **more)
    return piece("medal-blank", cx, cy, 2 * r, **more) + _figure(
        label, cx, cy - r * 0.17, r, COIN_INK, (1.12, 0.94, 0.74)
    )


def die(cx: float, cy: float, size: float, value: int, angle: float = 0, **more: Value) -> str:
    """A die showing `value`; 0 is a die in the air."""
    face = piece(f"die-{value}" if value else "die-air", 0, 0, size)
    return at(cx, cy, face, scale=1, angle=angle, **more)


def good(name: str, cx: float, cy: float, size: float, **more: Value) -> str:
    """Goods differ in form: engraved cubes for materials, round discs for animals; `any` is any of them."""
    return piece(name, cx, cy, size, **more)


def seat_mark(cx: float, cy: float, size: float, seat: int) -> str:
    return piece(f"seat-{seat}", cx, cy, size)


def meeple(cx: float, cy: float, size: float, seat: int, **more: Value) -> str:
    return piece(f"meeple-{seat}", cx, cy, size, **more)


def worker(cx: float, cy: float, size: float, seat: int, **more: Value) -> str:
    return piece(f"worker-{seat}", cx, cy, size, **more)


def house(cx: float, cy: float, size: float, seat: int, **more: Value) -> str:
    return piece(f"house-{seat}", cx, cy, size, **more)


def pickaxe(cx: float, cy: float, size: float) -> str:
    return piece("pickaxe", cx, cy, size)


def ore(name: str, cx: float, cy: float, size: float, **more: Value) -> str:
    return piece(f"ore-{name}", cx, cy, size, **more)


def cart(cx: float, cy: float, size: float, load: str = "") -> str:
    return piece(f"cart-{load}" if load else "cart", cx, cy, size)


def bot_badge(x: float, cy: float) -> str:
    return group(title("Computer player"), piece("bot", x + 7.5, cy, 18))


def coin_pile(cx: float, base: float, count: int, most: int = 16, step: float = 31) -> str:
    """Stacks of four: money one can see, not only read."""
    shown = min(count, most)
    stacks = max(1, -(-shown // 4))
    out = []
    for index in range(shown):
        level, column = divmod(index, stacks)
        x, y = cx + (column - (stacks - 1) / 2) * step, base - level * 6
        out.append(use("p-coin-lying", x - 13, y - 7, 26, 16))
    return "".join(out)


def score_stars(x: float, y: float, size: float, earned: int, total: int) -> str:
    """`earned` of `total` stars in a row; x is the middle of the first."""
    return "".join(star(x + i * size * 1.12, y, size / 2, dimmed=i >= earned) for i in range(total))


def pictogram(name: str, x: float, y: float, size: float, **more: Value) -> str:
    """A game's picture by name; (x, y) is its upper left corner."""
    return use(f"pic-{name}", x, y, size, size, **more)


def pictograms(drawings: dict[str, Callable[[], str]]) -> dict[str, str]:
    """Definitions of a game's pictures, drawn on a 48 grid."""
    return {f"pic-{name}": symbol(f"pic-{name}", draw(), "0 0 48 48") for name, draw in drawings.items()}


# ---------------------------------------------------------------- between words


def _inline_pic(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return pictogram(label, cx - box / 2, cy - box / 2, box, opacity=0.55 if dimmed else None)


def _inline_good(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return good(label, cx, cy, box * 0.94, opacity=0.55 if dimmed else None)


def _inline_coin(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return coin(cx, cy, box / 2 - 0.4, label or None, dimmed)


def _inline_mint(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return mint(cx, cy, box / 2 - 0.4, label or None, dimmed)


def _inline_star(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return star(cx, cy, box * 0.46, label or None, dimmed)


def _inline_medal(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return medal(cx, cy, box / 2, label or None, dimmed)


register_inline("pic", _inline_pic)
register_inline("good", _inline_good)
register_inline("coin", _inline_coin)
register_inline("mint", _inline_mint)
register_inline("star", _inline_star)
register_inline("medal", _inline_medal)
