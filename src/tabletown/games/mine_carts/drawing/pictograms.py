"""The art of Mine Carts: track, tiles, gates, carts, ore tokens, lanterns. Seen from above; light from the top left.

A tile is drawn in a box of 96 x 96. Its points are numbered clockwise from the top-left one; points and directions are
complex numbers (x + y j). Sections, floors, rocks, carts and tokens are symbols that travel once with the page.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import atan2, degrees

from tabletown.draw.pieces import SEAT_SHAPES, pickaxe
from tabletown.draw.shapes import (
    Value,
    at,
    circle,
    ellipse,
    group,
    number,
    path,
    rect,
    stroke,
    symbol,
    tag,
    use,
)
from tabletown.draw.text import display
from tabletown.draw.tokens import DANGER, INK_SOFT, PAPER_DEEP, SEAT_COUNT, Tokens, mix, seat_colour, var

from ..components import DATA, TILES

# ---------------------------------------------------------------- colours

TOKENS: Tokens = {
    "light": {
        "mc-rock": "#4A4240",  # cells without a tile
        "mc-rock-light": "#5A504B",
        "mc-rock-deep": "#342D2C",  # frame, tunnels
        "mc-floor": "#93806B",  # dug-out floor of a tile
        "mc-floor-light": "#A08D77",
        "mc-floor-dark": "#83715E",
        "mc-bed": "#5F5145",  # gravel under the track
        "mc-bed-edge": "#4B3F36",
        "mc-wood": "#C48D55",
        "mc-wood-light": "#DFB07A",
        "mc-wood-dark": "#8A5C31",
        "mc-plank": mix("#C48D55", "#8A5C31", 0.45),
        "mc-steel": "#F1F4F7",
        "mc-steel-dark": "#7E8894",
        "mc-lamp": "#FFDF8C",
        "mc-danger-ink": "#B3301F",
    },
    "dark": {
        "mc-rock": "#221F24",
        "mc-rock-light": "#2E2A2F",
        "mc-rock-deep": "#161419",
        "mc-floor": "#53493F",
        "mc-floor-light": "#5E5347",
        "mc-floor-dark": "#493F36",
        "mc-bed": "#332C27",
        "mc-bed-edge": "#262019",
        "mc-wood": "#A0713F",
        "mc-wood-light": "#C08D56",
        "mc-wood-dark": "#5E3F22",
        "mc-plank": mix("#A0713F", "#5E3F22", 0.45),
        "mc-steel": "#D5DCE5",
        "mc-steel-dark": "#5D6671",
        "mc-lamp": "#FFD070",
        "mc-danger-ink": "#FF9C8A",
    },
}
CREAM, COAL, RED, DARK_RED = "#FFF4DF", "#241D1A", "#E5563F", "#A92E20"


def mine(part: str) -> str:
    """A colour of the mine."""
    return var(f"mc-{part}")


# ---------------------------------------------------------------- curves

TILE = 96
POINTS = (32 + 0j, 64 + 0j, 96 + 32j, 96 + 64j, 64 + 96j, 32 + 96j, 0 + 64j, 0 + 32j)
INWARD = (1j, 1j, -1 + 0j, -1 + 0j, -1j, -1j, 1 + 0j, 1 + 0j)


def _pair(z: complex) -> str:
    return f"{number(float(z.real))} {number(float(z.imag))}"


def angle_of(direction: complex) -> float:
    return degrees(atan2(direction.imag, direction.real))


@dataclass(frozen=True)
class Curve:
    """One cubic Bézier curve."""

    start: complex
    first: complex
    second: complex
    end: complex

    def point(self, t: float) -> complex:
        s = 1 - t
        return s**3 * self.start + 3 * s * s * t * self.first + 3 * s * t * t * self.second + t**3 * self.end

    def direction(self, t: float) -> complex:
        s = 1 - t
        slope = (
            s * s * (self.first - self.start)
            + 2 * s * t * (self.second - self.first)
            + t * t * (self.end - self.second)
        )
        return slope / abs(slope)

    def length(self, steps: int = 24) -> float:
        points = [self.point(i / steps) for i in range(steps + 1)]
        return sum(abs(b - a) for a, b in pairwise(points))

    def moved(self, origin: complex, scale: float) -> Curve:
        return Curve(*(origin + scale * z for z in (self.start, self.first, self.second, self.end)))

    def pieces(self) -> str:
        return f"C{_pair(self.first)} {_pair(self.second)} {_pair(self.end)}"

    def data(self) -> str:
        return f"M{_pair(self.start)}{self.pieces()}"

    def parallel(self, offset: float, steps: int = 4) -> str:
        """Path data of the curve at a constant distance, for one rail."""
        if abs(self.direction(0) - self.direction(0.5)) < 1e-6:
            shift = offset * 1j * self.direction(0)
            return f"M{_pair(self.start + shift)}L{_pair(self.end + shift)}"
        marks = [(self.point(t), self.direction(t)) for t in (i / steps for i in range(steps + 1))]
        marks = [(p + offset * 1j * d, d) for p, d in marks]
        data = f"M{_pair(marks[0][0])}"
        for (p, d), (q, e) in pairwise(marks):
            reach = abs(q - p) / 3
            data += f"C{_pair(p + d * reach)} {_pair(q - e * reach)} {_pair(q)}"
        return data


@cache
def section(a: int, b: int) -> Curve:
    """The track from point a to point b of a tile: leaves and arrives at right angles to the sides, so that tiles connect."""
    p, q, u, v = POINTS[a], POINTS[b], INWARD[a], INWARD[b]
    gap = q - p
    if a // 2 == b // 2:
        reach = other = 25.0
    elif u == -v:
        reach = other = 32.0 if abs(gap) == TILE else 50.0
    else:
        along, across = abs((gap * u.conjugate()).real), abs((gap * v.conjugate()).real)
        mean = (along + across) / 2
        reach, other = (0.5523 * (0.7 * run + 0.3 * mean) for run in (along, across))
    return Curve(p, p + reach * u, q + other * v, q)


# ---------------------------------------------------------------- track and tiles


def track(curve: Curve) -> str:
    """Gravel bed, sleepers and two rails along one curve; one group, so that a later track lies over an earlier one."""
    length = curve.length()
    period = length / max(2, round(length / 8.6))
    dash = period * 0.5
    ties: dict[str, Value] = {
        "stroke_dasharray": f"{number(dash)} {number(period - dash)}",
        "stroke_dashoffset": (dash - period) / 2,
    }
    centre, rails = curve.data(), curve.parallel(-4.9) + curve.parallel(4.9)
    return (
        path(centre, stroke=mine("bed-edge"), stroke_width=23)
        + path(centre, stroke=mine("bed"), stroke_width=20.4)
        + path(centre, "none", stroke=mine("wood-dark"), stroke_width=18.6, **ties)
        + path(centre, "none", stroke=mine("wood"), stroke_width=16.6, **ties)
        + path(rails, stroke=COAL, stroke_opacity=0.45, stroke_width=4.6)
        + path(rails, stroke=mine("steel-dark"), stroke_width=3.2)
        + path(rails, stroke=mine("steel"), stroke_width=1.7)
    )


_SPOTS = tuple(
    complex(x, y)
    for x, y in (
        (14, 14),
        (82, 14),
        (14, 82),
        (82, 82),
        (48, 13),
        (83, 48),
        (48, 83),
        (13, 48),
        (48, 48),
        (30, 48),
        (66, 48),
        (48, 30),
        (48, 66),
    )
)
FLOORS = 6
ROCKS = 9


def turned(tile: int, turns: int) -> tuple[tuple[int, int], ...]:
    """The sections of a tile as pairs of points after so many quarter turns clockwise."""
    return tuple(((a + 2 * turns) % 8, (b + 2 * turns) % 8) for a, b in TILES[tile - 1]["pairs"])


@cache
def free_spot(tile: int, turns: int) -> complex:
    """The roomiest place between the tracks of a tile, for its pickaxe."""
    marks = [section(a, b).point(i / 12) for a, b in turned(tile, turns) for i in range(13)]
    return max(_SPOTS, key=lambda spot: round(min(abs(spot - mark) for mark in marks)))


def track_tile(x: float, y: float, size: float, tile: int, turns: int) -> str:
    """Any tile in any orientation; the light stays at the top left."""
    out = use(f"mc-floor-{tile % FLOORS}", x, y, size, size)
    for a, b in turned(tile, turns):
        out += use(f"mc-section-{min(a, b)}{max(a, b)}", x, y, size, size)
    spot, unit = free_spot(tile, turns), size / TILE
    left, top = x + (spot.real - 14) * unit, y + (spot.imag - 14) * unit
    return out + use("mc-pick" if TILES[tile - 1]["pickaxe"] else "mc-pebbles", left, top, 28 * unit, 28 * unit)


def tile_back(x: float, y: float, size: float) -> str:
    return use("mc-back", x, y, size, size)


def rock_cell(x: float, y: float, size: float, kind: int) -> str:
    """Undug rock, now and then with a vein that glints."""
    return use(f"mc-rock-{kind % ROCKS}", x, y, size, size)


def _floor(kind: int) -> str:
    """Uneven stone: a few lighter and darker slabs, lit at the top left."""
    chance, slabs = random.Random(kind), []
    for index in range(5):
        x, y, w, h = chance.uniform(4, 66), chance.uniform(4, 70), chance.uniform(14, 28), chance.uniform(9, 18)
        slab = f"M{x:.0f} {y + h * 0.4:.0f}L{x + w * 0.3:.0f} {y:.0f}L{x + w:.0f} {y + h * 0.2:.0f}L{x + w * 0.9:.0f} {y + h:.0f}L{x + w * 0.2:.0f} {y + h * 0.9:.0f}Z"
        slabs.append(path(slab, mine("floor-light" if index % 2 else "floor-dark")))
    return (
        rect(0, 0, TILE, TILE, mine("floor"))
        + "".join(slabs)
        + path(f"M0 {TILE}V0H{TILE}L{TILE - 2} 2H2V{TILE - 2}Z", mine("floor-light"))
        + path(f"M0 {TILE}H{TILE}V0L{TILE - 2} 2V{TILE - 2}H2Z", mine("bed"), fill_opacity=0.8)
    )


def _pebbles() -> str:
    chance = random.Random(5)
    return "".join(
        at(
            14 + chance.uniform(-7, 7),
            14 + chance.uniform(-6, 6),
            ellipse(0.5, 0.8, r, r * 0.8, mine("bed-edge")),
            ellipse(0, 0, r, r * 0.8, mine("floor-light")),
        )
        for r in (3.4, 2.6, 2.0)
    )


def _glint(cx: float, cy: float, size: float, colour: str = "#FFF3C4") -> str:
    return at(cx, cy, path("M0 -5L1.1 -1.1L5 0L1.1 1.1L0 5L-1.1 1.1L-5 0L-1.1 -1.1Z", colour), scale=size / 10)


def _bright_pickaxe(size: float) -> str:
    """A pickaxe in lantern light: readable at 20 px on dark ore."""
    head = "M-12 -3Q-7 -12.4 0 -11.6Q7 -12.4 12 -3Q5.4 -8 0 -6.6Q-5.4 -8 -12 -3Z"
    parts = (
        stroke("M0 -8V12", COAL, 5.4),
        path(head, COAL, stroke=COAL, stroke_width=2.6, stroke_linejoin="round"),
        stroke("M0 -8V12", "#E2A866", 3.2),
        path(head, "#F4F7FA"),
        path("M0 -11.6Q7 -12.4 12 -3Q5.4 -8 0 -6.6Z", "#B4BFCB"),
        rect(-2.4, -12.2, 4.8, 6.2, "#7E8894", 1.2),
    )
    return at(0, 0, *parts, scale=size / 24, angle=30)


def _pick_mark() -> str:
    """A pickaxe on a lump of ore: this tile pays one ore for each pass."""
    lump = path(
        "M-13 5L-11 -6L-3 -12L7 -11L13 -3L12 8L3 13L-8 12Z",
        "#2A2F39",
        stroke="#F7C13B",
        stroke_width=1.5,
        stroke_linejoin="round",
    )
    flecks = path("M-10 3l3 -2l2 3l-3 2ZM6 7l3 -2l1.6 3l-3 2ZM7 -6l2 -1l1 2l-2 1Z", "#F7C13B")
    return at(
        14,
        14,
        ellipse(1.5, 3, 14, 12.5, "#00000047"),
        lump,
        flecks,
        at(-0.4, 0.2, _bright_pickaxe(23)),
        _glint(-9.4, -9.4, 9),
        scale=26 / 28,
    )


def _back() -> str:
    """A face-down tile: crossed pickaxes on rough timber."""
    planks = "".join(rect(4, 4 + i * 22, TILE - 8, 21, mine("wood" if i % 2 else "plank"), 4) for i in range(4))
    nails = "".join(circle(dx, i * 22 + 14.5, 2, "#241D1A73") for i in range(4) for dx in (10, TILE - 10))
    return (
        rect(0, 0, TILE, TILE, mine("wood-dark"), 9, stroke="#241D1A80", stroke_width=1.6)
        + planks
        + nails
        + circle(48, 48, 30, mine("rock-deep"))
        + circle(48, 48, 30, stroke=mine("wood-light"), stroke_width=3)
        + pickaxe(45, 47, 38)
        + group(pickaxe(0, 0, 38), transform="translate(51 47) scale(-1 1)")
    )


def _rock(kind: int) -> str:
    chance, out = random.Random(1000 + kind), []
    for _ in range(4):
        cx, cy, r = chance.uniform(16, 80), chance.uniform(16, 80), chance.uniform(8, 15)
        shade = path("M-10 3L-7 -6L2 -9L9 -4L10 5L2 9L-6 8Z", mine("rock-deep"), fill_opacity=0.7)
        out.append(at(cx, cy, shade, path("M-10 3L-7 -6L2 -9L9 -4L3 -2L-4 0Z", mine("rock-light")), scale=r / 10))
    if kind % 3 == 0:
        colour = ("#F7C13B", "#D9793F", "#C5CDD6")[kind // 3 % 3]
        cx, cy = chance.uniform(26, 70), chance.uniform(26, 70)
        vein = f"M{cx - 7:.0f} {cy + 3:.0f}l4 -5l4 3l-3 4ZM{cx + 3:.0f} {cy - 2:.0f}l4 -4l3 4l-4 3Z"
        out.append(path(vein, colour, fill_opacity=0.85) + _glint(cx + 8, cy - 8, 8))
    edge = rect(0.5, 0.5, TILE - 1, TILE - 1, "none", stroke=mine("rock-deep"), stroke_width=1.6)
    return rect(0, 0, TILE, TILE, mine("rock")) + "".join(out) + edge


# ---------------------------------------------------------------- the mine around the tiles

GATE_DEPTH = 26


def _gate() -> str:
    """A tunnel mouth that leads to the right, from x = 0 to GATE_DEPTH; its track ends at (GATE_DEPTH, 16)."""
    d = GATE_DEPTH
    stub = track(Curve(complex(2, 0), complex(d * 0.3, 0), complex(d * 0.7, 0), complex(d, 0)))
    timber = (
        rect(1, -14.4, d - 2, 4.6, mine("wood-dark"), 1.6)
        + rect(1, 9.8, d - 2, 4.6, mine("wood-dark"), 1.6)
        + rect(1, -14.4, d - 2, 2.2, mine("wood-light"), 1.1)
        + rect(1, 9.8, d - 2, 2.2, mine("wood"), 1.1)
    )
    mouth = path("M3 -10H10Q15 0 10 10H3Z", "#241D1AC7")
    lintel = rect(-0.5, -15.6, 6.4, 31.2, mine("wood"), 2) + rect(-0.5, -15.6, 2.6, 31.2, mine("wood-light"), 1.3)
    nails = circle(3, -11.4, 1.2, "#241D1A80") + circle(3, 11.4, 1.2, "#241D1A80")
    return at(0, 16, rect(1, -11, d - 1, 22, COAL), stub, mouth, timber, lintel, nails)


def gate(z: complex, inward: complex, unit: float, depth: float) -> str:
    """A gate at the border point z; `inward` leads into the board, `depth` is how far the gate reaches out."""
    scale = depth / (GATE_DEPTH * unit)
    art = use("mc-gate", -GATE_DEPTH * scale, -16, GATE_DEPTH * scale, 32, preserveAspectRatio="none")
    return at(z.real, z.imag, art, scale=unit, angle=angle_of(inward))


def _lantern() -> str:
    return (
        ellipse(1, 10.4, 8, 2.4, "#0000004D")
        + stroke("M-5 -7Q0 -14 5 -7", "#8A95A3", 1.8)
        + rect(-5.6, -8.4, 11.2, 3.4, "#59636F", 1.4)
        + rect(-5, -5, 10, 11, "#FFC94A", 2)
        + path("M-5 -3Q-5 -5 -3 -5H0V6H-3Q-5 6 -5 4Z", "#FFE9A8")
        + ellipse(0, 1.4, 2.1, 3.4, "#FFF8E0")
        + rect(-6.4, 5.6, 12.8, 3.6, "#3A414D", 1.6)
        + rect(-6.4, 5.6, 6, 3.6, "#59636F", 1.6)
    )


def lamplight(cx: float, cy: float, r: float, strength: float = 1.0) -> str:
    disc = f"M{number(cx - r)} {number(cy)}a{number(r)} {number(r)} 0 1 1 {number(2 * r)} 0a{number(r)} {number(r)} 0 1 1 {number(-2 * r)} 0Z"
    return path(disc, "url(#mc-lamplight)", opacity=strength if strength < 1 else None, pointer_events="none")


def lantern(cx: float, cy: float, size: float, glow: float = 2.4) -> str:
    light = lamplight(cx, cy, size * glow) if glow else ""
    return light + use("mc-lantern", cx - size / 2, cy - size / 2, size, size)


# ---------------------------------------------------------------- carts

LETTERS = "AB"


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
    """The seat's shape and the cart's letter: always upright."""
    shape = SEAT_SHAPES[seat]
    drop = 3.1 if seat == 0 else 0
    return (
        path(shape, CREAM, stroke=CREAM, stroke_width=4.4, stroke_linejoin="round")
        + path(shape, seat_colour(seat), stroke=seat_colour(seat), stroke_width=1.6, stroke_linejoin="round")
        + display(letter, 0, 3.9 + drop * 0.9, 10.7, seat_colour(seat, "ink"), "middle")
    )


def cart(cx: float, cy: float, size: float, seat: int, letter: str, angle: float = 0, state: str = "parked") -> str:
    """A cart, nose and headlamp towards `angle`. state: running (lamp on), parked, ghost (where it would stand) or wreck."""
    zoom = max(1.0, 35 / size)  # keeps the letter readable on small boards
    beam = path("M18 -2L40 -12Q46 0 40 12L18 2Z", "#FFE9A84D") if state == "running" else ""
    smoke = circle(-9, -12, 5, "#D3DAE180") + circle(-2, -17, 4, "#D3DAE159") if state == "wreck" else ""
    side = 25 * zoom * 1.16
    return at(
        cx,
        cy,
        at(1.6, 2.6, rect(-18, -13, 38, 27, "#00000057", 6), angle=angle),
        at(0, 0, beam, use(f"mc-cart-{seat}", -24, -24, 48, 48), angle=angle),
        use(f"mc-plate-{seat}-{letter}", -side / 2, -side / 2, side, side),
        smoke,
        scale=size / 40,
        opacity={"ghost": 0.78, "wreck": 0.9}.get(state),
    )


def cart_badge(cx: float, cy: float, size: float, seat: int, letter: str, in_play: bool, lost: bool = True) -> str:
    """A cart in a player's panel; a lost cart, or one still to be placed, is an empty dashed place."""
    if in_play:
        return cart(cx, cy, size, seat, letter)
    box = rect(
        cx - size * 0.45,
        cy - size * 0.32,
        size * 0.9,
        size * 0.64,
        PAPER_DEEP,
        size * 0.14,
        stroke=INK_SOFT,
        stroke_width=1.3,
        stroke_dasharray="3.4 3",
    )
    if lost:
        return box + at(cx, cy, stroke("M-4.4 -4.4l8.8 8.8M4.4 -4.4l-8.8 8.8", INK_SOFT, 2.2))
    return box + display(letter, cx, cy + size * 0.13, size * 0.36, INK_SOFT, "middle")


# ---------------------------------------------------------------- ore

# outline, lit facet, shaded facet; base, light, dark
ORE_SHAPES = {
    "coal": (
        "M-10 2L-6 -7L3 -9L9 -4L10 5L2 9L-7 8Z",
        "M-10 2L-6 -7L3 -9L-1 -1Z",
        "M9 -4L10 5L2 9L-1 -1Z",
        "#3F4652",
        "#6C7584",
        "#22272F",
    ),
    "copper": (
        "M-10 7L-7 -3L0 -9L7 -3L10 7L0 9Z",
        "M-7 -3L0 -9L0 2Z",
        "M7 -3L10 7L0 9L0 2Z",
        "#D9793F",
        "#F4B084",
        "#A1501F",
    ),
    "iron": ("M-10 -5H4L10 -1V6H-4L-10 3Z", "M-10 -5H4L10 -1H-4Z", "M-4 -1H10V6H-4Z", "#9A5B52", "#C98F86", "#6C3A35"),
    "silver": (
        "M-8 -4L0 -10L8 -4L8 5L0 10L-8 5Z",
        "M-8 -4L0 -10L0 0Z",
        "M8 -4L8 5L0 10L0 0Z",
        "#C5CDD6",
        "#F2F5F8",
        "#8A95A3",
    ),
    "gold": (
        "M-10 4L-5 -6L3 -8L10 -1L8 7L-4 9Z",
        "M-10 4L-5 -6L0 0Z",
        "M10 -1L8 7L-4 9L0 0Z",
        "#F7C13B",
        "#FFE59A",
        "#C98412",
    ),
}


def _token(light: str, dark: str, face: str, lift: float) -> str:
    return (
        circle(0.4, 1.8, 14, "#00000038")
        + circle(0, 0, 14, dark)
        + circle(0, -0.4, 12.6, CREAM)
        + circle(0, -0.4, 11, mix(light, CREAM, 0.55))
        + at(0, lift, face, scale=0.76)
    )


def _nugget(kind: str) -> str:
    outline, lit, shaded, base, light, dark = ORE_SHAPES[kind]
    return (
        path(outline, base, stroke=base, stroke_width=1.6, stroke_linejoin="round")
        + path(lit, light)
        + path(shaded, dark)
    )


def _valued_token(kind: str, value: int) -> str:
    """The nugget's own form, and its points on a small plate below."""
    *_, light, dark = ORE_SHAPES[kind]
    plate = rect(-6.8, 4.6, 13.6, 12.6, mix(dark, COAL, 0.25), 6.3, stroke="#FFF9EC", stroke_width=1.4)
    return _token(light, dark, _nugget(kind), -3.4) + plate + display(value, 0, 14.8, 11, "#fff", "middle")


def ore_token(cx: float, cy: float, r: float, kind: str, value: bool = True) -> str:
    """A round token; `hidden` is one that lies face down."""
    return use(
        f"mc-ore-{kind}" + ("" if value else "-plain"), cx - r * 18 / 14, cy - r * 18 / 14, r * 36 / 14, r * 36 / 14
    )


def ore_heap(cx: float, cy: float, scale: float) -> str:
    """What is left in the ground: a cart heaped with tokens."""
    return use("mc-heap", cx - 32 * scale, cy - 28 * scale, 64 * scale, 64 * scale)


def _heap() -> str:
    places = ((-17, -4, "coal"), (17, -3, "iron"), (-9, -13, "copper"), (8, -13, "silver"), (0, -6, "gold"))
    heap = "".join(ore_token(dx, dy, 10.5, kind, value=False) for dx, dy, kind in places)
    wheels = "".join(circle(dx, 16, 6.4, "#2B3140") + circle(dx, 16, 2.4, "#A7B1BD") for dx in (-12, 12))
    tub = (
        path("M-27 -8H27L20 14H-20Z", "#7B8796")
        + path("M8 -8H27L20 14H8Z", "#59636F")
        + rect(-29, -11, 58, 6, "#A7B1BD", 3)
    )
    return heap + at(0, 10, ellipse(1, 20, 24, 4, "#00000040"), tub, wheels)


# ---------------------------------------------------------------- signs


def danger_mark(cx: float, cy: float, size: float) -> str:
    """Here a cart would be lost."""
    return use("mc-danger", cx - size / 2, cy - size / 2, size, size)


def _danger() -> str:
    shape = "M0 -12.6L13 10H-13Z"
    return (
        path(shape, "#fff", stroke="#fff", stroke_width=6, stroke_linejoin="round")
        + path(shape, RED, stroke=RED, stroke_width=2.6, stroke_linejoin="round")
        + rect(-1.7, -6.4, 3.4, 9, "#fff", 1.7)
        + circle(0, 6.2, 2, "#fff")
    )


def crash_burst(cx: float, cy: float, size: float) -> str:
    """A collision that has happened."""
    return use("mc-burst", cx - size / 2, cy - size / 2, size, size)


def _burst() -> str:
    spikes = [(15 if i % 2 else 25) * (1 + 0.08 * (i % 3)) for i in range(18)]
    ring = (
        "M"
        + "L".join(_pair(r * complex(0, -1) * complex(0.9396926, 0.3420201) ** i) for i, r in enumerate(spikes))
        + "Z"
    )
    return (
        path(ring, DARK_RED, stroke="#fff", stroke_width=2.4, stroke_linejoin="round")
        + at(0, 0, path(ring, DANGER), scale=0.84)
        + at(0, 0, path(ring, "#FFC94A"), scale=0.56)
    )


# ---------------------------------------------------------------- what travels once with the page


def _definitions() -> dict[str, str]:
    whole = f"0 0 {TILE} {TILE}"
    found: dict[str, tuple[str, str]] = {
        "mc-pick": (_pick_mark(), "0 0 28 28"),
        "mc-pebbles": (_pebbles(), "0 0 28 28"),
        "mc-back": (_back(), whole),
        "mc-lantern": (_lantern(), "-12 -12 24 24"),
        "mc-danger": (_danger(), "-15 -15 30 30"),
        "mc-burst": (_burst(), "-26 -26 52 52"),
        "mc-ore-hidden": (_token("#A7B1BD", "#59636F", pickaxe(0, 1, 24), -1), "-18 -18 36 36"),
        "mc-heap": (_heap(), "-32 -28 64 64"),
    }
    found |= {f"mc-section-{a}{b}": (track(section(a, b)), whole) for a, b in combinations(range(8), 2)}
    found |= {f"mc-floor-{kind}": (_floor(kind), whole) for kind in range(FLOORS)}
    found |= {f"mc-rock-{kind}": (_rock(kind), whole) for kind in range(ROCKS)}
    for seat in range(SEAT_COUNT):
        found[f"mc-cart-{seat}"] = (_cart_body(seat), "-24 -24 48 48")
        found |= {f"mc-plate-{seat}-{letter}": (_cart_plate(seat, letter), "-12.5 -12.5 25 25") for letter in LETTERS}
    for ore in DATA["ore"]:
        *_, light, dark = ORE_SHAPES[ore["id"]]
        found[f"mc-ore-{ore['id']}"] = (_valued_token(ore["id"], ore["vp"]), "-18 -18 36 36")
        found[f"mc-ore-{ore['id']}-plain"] = (_token(light, dark, _nugget(ore["id"]), -0.2), "-18 -18 36 36")
    defs = {name: symbol(name, drawing, box) for name, (drawing, box) in found.items()}
    stretched = tag(
        "symbol", _gate(), id="mc-gate", viewBox=f"0 0 {GATE_DEPTH} 32", overflow="visible", preserveAspectRatio="none"
    )
    stops = "".join(
        tag("stop", offset=o, stop_color=mine("lamp"), stop_opacity=a) for o, a in ((0, 0.55), (0.45, 0.18), (1, 0))
    )
    return defs | {"mc-gate": stretched, "mc-lamplight": tag("radialGradient", stops, id="mc-lamplight")}


DEFS: dict[str, str] = _definitions()
