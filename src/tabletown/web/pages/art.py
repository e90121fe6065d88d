"""Drawings of the pages, made with the kit: the street, its roofs, landscapes, figures, charts.

Colours are custom properties of the style sheet, so one drawing serves day and evening.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from markupsafe import Markup

from tabletown.draw.pieces import MEEPLE, cart, house, meeple, mint, ore, star
from tabletown.draw.pieces import seat_mark as kit_mark
from tabletown.draw.scenery import awning, cloud, sky_light
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke, tag
from tabletown.draw.sheet import KIT_DEFS
from tabletown.draw.text import display, words
from tabletown.draw.tokens import seat_colour, var

GAME, LIP, WOOD = var("game"), var("game-lip"), var("wood")
STEEL, STEEL_LIGHT, TIMBER, TIMBER_DARK = "#5A6472", "#A7B1BD", "#BE7C42", "#8B5629"


def picture(
    width: float, height: float, *children: str, label: str = "", css: str = "", fit: str = "xMidYMid meet"
) -> Markup:
    """An inline drawing; without a label it is decoration."""
    named: dict[str, str] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return Markup(
        tag(
            "svg",
            *children,
            viewBox=f"0 0 {width:g} {height:g}",
            preserveAspectRatio=fit,
            class_=css or None,
            focusable="false",
            **named,
        )
    )


def sprite(more: str = "") -> Markup:
    """The kit's symbols and gradients, once on every page."""
    return Markup(
        tag(
            "svg",
            tag("defs", *KIT_DEFS.values(), more),
            class_="sprite",
            aria_hidden="true",
            focusable="false",
            id="definitions",
        )
    )


def seat_mark(seat: int, size: int = 24) -> Markup:
    return picture(28, 28, kit_mark(14, 14, 28, seat), css=f"mark mark-{size}")


def wordmark_house() -> Markup:
    return picture(28, 28, house(14, 14, 28, 1), css="piece")


# ---------------------------------------------------------------- landscapes


def hills(w: float, h: float, far: float, near: float, low: float) -> str:
    return (
        path(
            f"M0 {h * far:.0f}Q{w * 0.12:.0f} {h * (far - 0.2):.0f} {w * 0.3:.0f} {h * (far - 0.05):.0f}"
            f"T{w * 0.62:.0f} {h * (far - 0.07):.0f} T{w:g} {h * (far - 0.12):.0f}V{h:g}H0Z",
            var("hill-far"),
        )
        + path(
            f"M0 {h * near:.0f}Q{w * 0.2:.0f} {h * (near - 0.12):.0f} {w * 0.46:.0f} {h * near:.0f}"
            f"T{w:g} {h * (near - 0.03):.0f}V{h:g}H0Z",
            var("hill-near"),
        )
        + path(
            f"M0 {h * low:.0f}Q{w * 0.3:.0f} {h * (low - 0.07):.0f} {w * 0.6:.0f} {h * low:.0f}"
            f"T{w:g} {h * (low - 0.02):.0f}V{h:g}H0Z",
            var("meadow"),
        )
    )


def sky(width: float, height: float) -> str:
    return (
        rect(0, 0, width, height, "url(#sky)")
        + sky_light(width - 60, 46)
        + cloud(width * 0.30, 50)
        + cloud(width * 0.66, 40, 0.8)
        + cloud(width * 0.08, 44, 0.7)
    )


def landscape(
    width: float,
    height: float,
    *children: str,
    far: float = 0.62,
    near: float = 0.74,
    low: float = 0.88,
    fit: str = "xMidYMax slice",
) -> Markup:
    return picture(
        width, height, sky(width, height), hills(width, height, far, near, low), *children, css="landscape", fit=fit
    )


def conifer(x: float, base: float, size: float) -> str:
    tiers = "".join(
        path(f"M{-w} {y}L0 {y - 15}L{w} {y}Z", "#4E9A5B") + path(f"M0 {y - 15}L{w} {y}H2Z", "#37764A")
        for w, y in ((11, -6), (9, -14), (7, -22))
    )
    return at(x, base, ellipse(1, 0, 11, 2.4, "#0000002E"), rect(-2, -7, 4, 7, TIMBER_DARK, 1), tiers, scale=size)


def town(width: float, base: float) -> str:
    """A row of toy houses and trees along a hill, for the pages of waiting and of triumph."""
    spots = ((0.04, 0, 1.3), (0.1, -8, 1.0), (0.92, 2, 1.2), (0.975, -4, 1.5))
    trees = "".join(conifer(width * x, base + dy, size * 2.4) for x, dy, size in spots)
    homes = ((0.17, 8, 104, 1), (0.27, -6, 78, 2), (0.745, -8, 74, 3), (0.84, 10, 108, 0))
    return group(trees, *[house(width * x, base + dy - size * 0.36, size, seat) for x, dy, size, seat in homes])


def street() -> Markup:
    """Backdrop of the home page: sky, hills, a far town, pavement and road."""
    w, h = 1280, 400
    far_town = "".join(
        house(x, y, size, seat, opacity=0.5)
        for x, y, size, seat in ((262, 168, 46, 2), (505, 176, 50, 0), (774, 168, 54, 3), (1018, 172, 46, 1))
    ) + "".join(conifer(x, 196, 2) for x in (24, 236, 540, 742, 990, 1050, 1258))
    stones = "".join(
        rect(x, 350 + 15 * row, 62, 12, var("stone-light"), 3) for row in (0, 1) for x in range(2 - 33 * row, w, 66)
    )
    return picture(
        w, h,
        rect(0, 0, w, h, "url(#sky)"), sky_light(1228, 40), cloud(330, 50), cloud(612, 36, 0.8), cloud(92, 58, 0.9), cloud(905, 56),
        path("M0 190Q150 96 380 164T800 150T1280 128V400H0Z", var("hill-far")), far_town,
        path("M0 214Q260 150 590 206T1280 190V400H0Z", var("hill-near")),
        path("M0 262Q330 226 700 258T1280 244V400H0Z", var("meadow")),
        rect(0, 346, w, 40, var("stone")), stones, rect(0, 382, w, 18, var("road")), rect(0, 382, w, 3, "#0000002E"),
        *[rect(x, 391, 34, 3.4, var("road-line"), 1.7) for x in range(20, w, 76)],
        css="street-picture", fit="xMidYMax slice",
    )  # fmt: skip


# ---------------------------------------------------------------- roofs (256 x 66): every house its own silhouette


def _flag(x: float, y: float, colour: str, height: float = 26) -> str:
    return stroke(f"M{x} {y}V{y - height}", STEEL, 2.4) + path(
        f"M{x + 1} {y - height}L{x + 19} {y - height + 5.5}L{x + 1} {y - height + 11}Z", colour
    )


def _track(x: float, y: float, length: int) -> str:
    ties = "".join(rect(x + d, y + 1, 5, 6, TIMBER_DARK, 1.4) for d in range(3, length - 3, 13))
    return ties + rect(x, y - 1.4, length, 3.4, "#C5CDD6", 1.7) + rect(x, y + 0.6, length, 1.4, "#76818F", 0.7)


def _market_roof() -> str:
    return (
        _flag(38, 40, "#F6C244") + _flag(218, 40, "#4C92DA") + path("M22 40L36 24H220L234 40Z", GAME) + path("M160 24H220L234 40H166Z", LIP)
        + rect(84, 4, 88, 29, WOOD, 8) + rect(86.5, 6.5, 83, 24, "#FFF4DF", 6) + "".join(star(98 + i * 20, 19, 8.6) for i in range(4))
        + awning(4, 40, 248, 11, GAME, "#FFF6E4", 15)
    )  # fmt: skip


def _factory_roof() -> str:
    teeth = "".join(
        path(f"M{x} 62V30L{x + 50} 50V62Z", GAME) + path(f"M{x} 30L{x + 50} 50V56L{x} 36Z", "#FFFFFF70") + rect(x + 6, 46, 13, 11, var("pane"), 2)
        for x in (14, 64, 114)
    )  # fmt: skip
    puffs = "".join(
        circle(x, y, r, "#F4FFF9", fill_opacity=o)
        for x, y, r, o in ((196, 6, 6, 0.95), (206, -2, 8, 0.9), (220, -9, 10, 0.8))
    )
    chimney = (
        rect(184, 14, 22, 48, "#E7D3AE", 2)
        + rect(184, 14, 14, 48, "#FFF4DF", 2)
        + rect(184, 22, 22, 6, "#E5563F")
        + rect(184, 36, 22, 6, "#E5563F")
    )
    return (
        puffs + chimney + rect(181, 11, 28, 6, STEEL, 3) + rect(212, 34, 28, 28, GAME, 2) + teeth + mint(226, 40, 13)
        + rect(2, 56, 252, 10, LIP, 5) + rect(8, 57.6, 240, 2, "#FFFFFF40", 1)
    )  # fmt: skip


def _cottage_roof() -> str:
    tiles = "".join(
        path(f"M{x} {y}h16v4a8 6 0 0 1 -16 0Z", LIP if (x // 16 + y) % 2 else GAME, fill_opacity=0.75)
        for y, left, n in ((52, 4, 15), (43, 12, 14), (34, 28, 12)) for x in range(left, left + n * 16, 16)
    )  # fmt: skip
    return (
        rect(196, 8, 18, 30, TIMBER, 1) + rect(207, 8, 7, 30, TIMBER_DARK, 1) + rect(193, 5, 24, 6, TIMBER_DARK, 2) + path("M4 58L40 26H216L252 58Z", GAME)
        + tiles + path("M84 58L128 6L172 58Z", "#FFF4DF") + path("M128 6L172 58H140Q140 30 128 6Z", "#E7D3AE") + stroke("M78 60L128 4L178 60", LIP, 6)
        + circle(128, 38, 11, LIP) + circle(128, 38, 8, "#8FD3F4") + stroke("M128 30V46M120 38H136", "#fff", 2) + _flag(128, 3, "#E5563F", 14)
        + rect(0, 58, 256, 8, LIP, 4)
    )  # fmt: skip


def _pit_head_roof() -> str:
    planks = "".join(rect(x, 40, 20, 20, "#DCA268" if i % 2 else "#CE9055", 1) for i, x in enumerate(range(8, 246, 20)))
    wheel = (
        circle(68, 5, 11, "none", stroke=STEEL, stroke_width=3.4)
        + stroke("M68 -6V16M57 5H79", STEEL, 2)
        + circle(68, 5, 3, "#D8962B")
    )
    return (
        stroke("M44 42L60 4M92 42L76 4", TIMBER_DARK, 5) + stroke("M50 30H86M54 18H82", TIMBER, 4) + wheel + stroke("M79 5L150 40", STEEL, 1.8)
        + _track(112, 36, 138) + cart(178, 22, 32, "gold") + cart(214, 22, 32, "coal") + planks + rect(0, 58, 256, 8, TIMBER_DARK, 4) + rect(4, 38, 248, 4, "#E9BE8C", 2)
    )  # fmt: skip


def _mountain_roof() -> str:
    return (
        path("M2 66L30 32Q38 24 48 30L66 40L96 8Q106 0 116 8L142 34L164 20Q174 14 184 22L214 40Q222 36 230 42L254 66Z", "#8D97A4")
        + path("M106 3Q112 3 116 8L142 34L136 66H112Q126 40 106 3ZM176 17Q180 18 184 22L214 40Q222 36 230 42L254 66H206Q204 40 176 17Z", "#6B7684")
        + path("M88 17L96 8Q106 0 116 8L124 16L114 22L106 15L98 23ZM154 27L164 20Q174 14 184 22L188 25L178 30L170 24L162 31Z", "#F2F5F8")
        + path("M36 66V52Q36 38 52 38Q68 38 68 52V66Z", "#2B3140") + stroke("M34 66V50Q36 36 52 36Q68 36 70 50V66", TIMBER_DARK, 5)
        + ore("gem", 92, 48, 16) + ore("gold", 196, 48, 17) + ore("copper", 150, 50, 15) + cart(52, 56, 25, "gold") + rect(0, 60, 256, 6, "#59636F", 3)
    )  # fmt: skip


_ROOFS: tuple[Callable[[], str], ...] = (_market_roof, _factory_roof, _cottage_roof, _pit_head_roof, _mountain_roof)


def roof(number: int) -> Markup:
    return picture(256, 66, _ROOFS[number % len(_ROOFS)](), css="roof", fit="xMidYMax meet")


# ---------------------------------------------------------------- people and bots


def figure(seat: int | None) -> Markup:
    """A player's piece, large; None is a seat that waits for somebody."""
    shade = ellipse(64, 116, 44, 8, "#0000001F")
    if seat is None:
        ghost = path(MEEPLE, var("blueprint"), stroke=var("blueprint-line"), stroke_width=0.8, stroke_dasharray="2 1.4")
        return picture(128, 128, shade, at(64, 68, ghost, scale=4), css="figure")
    return picture(128, 128, shade, meeple(64, 66, 104, seat), css="figure")


def bust(seat: int, ghost: bool = False) -> Markup:
    """The seat's figure looks over the edge of its card."""
    window = path("M16 0H76V54H0Z", "url(#sky)") + path("M4 40Q30 26 76 38V54H0Z", var("hill-near"))
    nobody = at(
        42, 44, path(MEEPLE, var("blueprint"), stroke=var("blueprint-line"), stroke_width=0.9, stroke_dasharray="2 1.4"), scale=2.1
    )  # fmt: skip
    return picture(76, 54, window, nobody if ghost else meeple(42, 44, 55, seat), css="bust ghost" if ghost else "bust")


_HATS: tuple[Callable[[], str], ...] = (
    lambda: stroke("M24 12V6", "#647488", 2.6) + circle(24, 5, 3.4, "#F6C244"),
    lambda: stroke("M17 12V7M31 12V7", "#647488", 2.6) + circle(17, 6, 3, "#4C92DA") + circle(31, 6, 3, "#4C92DA"),
    lambda: path("M4 9L24 2L44 9L24 16Z", "#2B3140") + path("M24 2L44 9L24 16Z", "#131722") + stroke("M42 9V18", "#F6C244", 2.2),
    lambda: path("M9 14L7 1L16 8L24 0L32 8L41 1L39 14Z", "#F7C13B") + path("M24 0L32 8L41 1L39 14H27Z", "#D8962B") + circle(24, 9, 2.4, "#E5563F"),
)  # fmt: skip


def bot_face(strength: int) -> Markup:
    """The stronger the bot, the more it wears: an antenna, two, a mortarboard, a crown."""
    body, dark, eye = "#8FA0B5", "#647488", "#FFFDF8"
    level = min(strength, 3)
    head = rect(6, 12, 36, 28, body, 10) + path("M32 12Q42 12 42 22V30Q42 40 32 40H26Q36 34 32 12Z", dark)
    ears = rect(2, 22, 5, 10, dark, 2.4) + rect(41, 22, 5, 10, dark, 2.4)
    eyes = "".join(circle(x, 24, 4.4, eye) + circle(x + 0.5, 24.6, 2, "#2B3140") for x in (17.5, 30.5))
    mouth = rect(18, 32, 12, 2.8, eye, 1.4) if level in (1, 2) else stroke("M19 32.6Q24 36.6 29 32.6", eye, 2.4)
    glasses = "".join(circle(x, 24, 6, stroke="#2B3140", stroke_width=2) for x in (17.5, 30.5))
    return picture(48, 42, head, ears, eyes, glasses if level == 2 else "", mouth, _HATS[level](), css="bot-face")


def podium(places: Sequence[tuple[int, int]]) -> str:
    """Seats and their places: the first stands highest, the second on the left, the third on the right."""
    spots = ((930, 104), (824, 78), (1036, 60), (1136, 42))
    out = []
    for (seat, place), (x, height) in zip(sorted(places, key=lambda p: p[1]), spots, strict=False):
        top = 250 - height
        size = 78 if place == 1 else 66
        out.append(
            rect(x - 48, top, 96, height + 20, "#F0D2A0", 6) + rect(x + 18, top, 30, height + 20, "#D9B27A", 6)
            + rect(x - 52, top - 6, 104, 12, "#DCA268", 6) + display(place, x - 8, top + 36, 26, "#50310F", "middle")
            + meeple(x, top - size * 0.46, size, seat)
        )  # fmt: skip
        if place == 1:
            out.append(
                at(
                    x,
                    top - size * 0.46 - size * 0.5,
                    path("M-17 9L-20 -10L-9 -1L0 -14L9 -1L20 -10L17 9Z", "#F7C13B"),
                    path("M0 -14L9 -1L20 -10L17 9H3Z", "#D8962B"),
                    circle(0, 3, 3, "#E5563F"),
                )
            )
    return "".join(out)


def confetti(width: float, height: float, count: int = 70) -> str:
    random = Random(3)
    colours = ("#E5563F", "#F6C244", "#4C92DA", "#2FA39A", "#8E62C8", "#F7B3A8")
    return group(
        *[
            at(random.uniform(0, width), random.uniform(0, height), rect(-3, -1.8, 6.4, 3.8, colours[i % 6], 1.2), angle=random.uniform(0, 180))
            for i in range(count)
        ],
        class_="confetti",
    )  # fmt: skip


def curtain() -> Markup:
    folds = "".join(
        path(f"M{x} 0H{x + 34}Q{x + 44} 120 {x + 34} 240H{x}Q{x - 10} 120 {x} 0Z", "#DE5A45" if i % 2 else "#C94B38")
        for i, x in enumerate(range(-6, 560, 34))
    )
    top = "".join(
        path(f"M{x} 0h46v16a23 18 0 0 1 -46 0Z", "#B63A2B" if i % 2 else "#F6C244")
        for i, x in enumerate(range(0, 560, 46))
    )
    return picture(
        540, 240, rect(0, 0, 540, 240, "#B63A2B"), folds, rect(0, 222, 540, 18, "#8F241D8C"), top, css="curtain-cloth", fit="xMidYMid slice"
    )  # fmt: skip


# ---------------------------------------------------------------- charts


def line_colour(seat: int) -> str:
    return var("line-yellow") if seat == 2 else seat_colour(seat, "glow")


def stacked_bar(
    parts: Sequence[tuple[int, str, str]], most: int, label: str, width: float = 560, css: str = "bar"
) -> Markup:
    """Points by source; every stretch carries its number, losses come last and are hollow and dashed."""
    scale, x, out = width / max(1, most), 0.0, []
    for points, colour, ink in sorted(parts, key=lambda part: part[0] < 0):
        length = abs(points) * scale
        if points < 0:
            frame = rect(
                x + 2.2,
                3.2,
                max(length - 3.4, 2),
                27.6,
                "none",
                8,
                stroke=colour,
                stroke_width=2.6,
                stroke_dasharray="6 3",
            )
            out.append(
                frame + (display(f"−{-points}", x + length / 2, 22.4, 15, var("ink"), "middle") if length > 22 else "")
            )
        elif points:
            number = display(points, x + length / 2 - 1, 22.6, 15, ink, "middle") if length > 15 else ""
            out.append(rect(x, 2, max(length - 2, 2), 30, colour, min(8, length / 2)) + number)
        x += length
    return picture(
        width, 34, rect(0, 2, width, 30, var("paper-deep"), 8), *out, label=label, css=css, fit="xMinYMid meet"
    )


def score_lines(
    series: Sequence[Sequence[int]], now: int, label: str, width: float = 1180, height: float = 120
) -> Markup:
    """One line a seat, its score ply by ply; what lies after `now` is pale."""
    left, right, top, bottom = 40.0, 26.0, 8.0, 20.0
    values = [v for row in series for v in row]
    low, high = min([0, *values]), max([1, *values])
    steps = max(1, max(len(row) for row in series) - 1)

    def x(ply: float) -> float:
        return left + ply * (width - left - right) / steps

    def y(value: float) -> float:
        return top + (1 - (value - low) / (high - low)) * (height - top - bottom)

    grid = "".join(
        stroke(f"M{left} {y(v):.1f}H{width - right}", var("line"), 1.2, stroke_dasharray=None if v in (low, high) else "2 6")
        + group(words(str(round(v)), left - 8, y(v) + 4, 12, var("ink-soft"), 600, "end"), class_="upright")
        for v in (low, (low + high) / 2, high)
    )  # fmt: skip
    past: list[str] = []
    future: list[str] = []
    marks: list[str] = []
    for seat, row in sorted(enumerate(series), key=lambda item: item[1][min(now, len(item[1]) - 1)]):
        points = [f"{x(i):.1f} {y(v):.1f}" for i, v in enumerate(row)]
        for box, part in ((past, points[: now + 1]), (future, points[now:])):
            if len(part) > 1:
                d = "M" + "L".join(part)
                box.append(stroke(d, var("casing"), 5.4) + stroke(d, line_colour(seat), 3.2))
        marks.append(kit_mark(x(min(now, len(row) - 1)), y(row[min(now, len(row) - 1)]), 22, seat))
    cursor = rect(x(now) - 5, 0, 10, height - bottom + 8, var("fresh"), 5, fill_opacity=0.3)
    return picture(
        width,
        height,
        grid,
        cursor,
        group(*future, opacity=0.34),
        *past,
        group(*marks, class_="upright"),
        label=label,
        css="curve",
        fit="none",
    )


def swatch(colour: str) -> Markup:
    return picture(20, 20, rect(1, 1, 18, 18, colour, 6), css="swatch")
