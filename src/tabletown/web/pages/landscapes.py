"""Landscapes behind the pages: sky, hills, the street of the home page, a town, a podium, a curtain."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from markupsafe import Markup

from tabletown.draw.pieces import house, meeple
from tabletown.draw.scenery import cloud, sky_light
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect
from tabletown.draw.text import display
from tabletown.draw.tokens import var

from .picture import picture

TRUNK = "#8B5629"


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
    return at(x, base, ellipse(1, 0, 11, 2.4, "#0000002E"), rect(-2, -7, 4, 7, TRUNK, 1), tiers, scale=size)


def town(width: float, base: float) -> str:
    """A row of toy houses and trees along a hill, for the waiting room and the invitation."""
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
    clouds = cloud(330, 50) + cloud(612, 36, 0.8) + cloud(92, 58, 0.9) + cloud(905, 56)
    lines = [rect(x, 391, 34, 3.4, var("road-line"), 1.7) for x in range(20, w, 76)]
    return picture(
        w,
        h,
        rect(0, 0, w, h, "url(#sky)"),
        sky_light(1228, 40),
        clouds,
        path("M0 190Q150 96 380 164T800 150T1280 128V400H0Z", var("hill-far")),
        far_town,
        path("M0 214Q260 150 590 206T1280 190V400H0Z", var("hill-near")),
        path("M0 262Q330 226 700 258T1280 244V400H0Z", var("meadow")),
        rect(0, 346, w, 40, var("stone")),
        stones,
        rect(0, 382, w, 18, var("road")),
        rect(0, 382, w, 3, "#0000002E"),
        *lines,
        css="street-picture",
        fit="xMidYMax slice",
    )


def podium(places: Sequence[tuple[int, int]]) -> str:
    """Seats and their places: the first stands highest, the second on the left, the third on the right."""
    spots = ((930, 104), (824, 78), (1036, 60), (1136, 42))
    out = []
    for (seat, place), (x, height) in zip(sorted(places, key=lambda p: p[1]), spots, strict=False):
        top = 250 - height
        size = 78 if place == 1 else 66
        out += [
            rect(x - 48, top, 96, height + 20, "#F0D2A0", 6),
            rect(x + 18, top, 30, height + 20, "#D9B27A", 6),
            rect(x - 52, top - 6, 104, 12, "#DCA268", 6),
            display(place, x - 8, top + 36, 26, "#50310F", "middle"),
            meeple(x, top - size * 0.46, size, seat),
        ]
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


def confetti(width: float, height: float, count: int) -> str:
    random = Random(3)
    colours = ("#E5563F", "#F6C244", "#4C92DA", "#2FA39A", "#8E62C8", "#F7B3A8")
    pieces = []
    for i in range(count):
        x, y = random.uniform(0, width), random.uniform(0, height)
        pieces.append(at(x, y, rect(-3, -1.8, 6.4, 3.8, colours[i % 6], 1.2), angle=random.uniform(0, 180)))
    return group(*pieces, class_="confetti")


def triumph(places: Sequence[tuple[int, int]], won: bool) -> Markup:
    """The head of the end page: a podium in a landscape, under confetti if somebody won."""
    trees = conifer(620, 214, 2.6) + conifer(660, 222, 2)
    party = confetti(1236, 150, 96) if won else ""
    return landscape(1236, 250, trees, podium(places), party, far=0.56, near=0.7, low=0.84, fit="xMaxYMax slice")


def curtain() -> Markup:
    folds = "".join(
        path(f"M{x} 0H{x + 34}Q{x + 44} 120 {x + 34} 240H{x}Q{x - 10} 120 {x} 0Z", "#DE5A45" if i % 2 else "#C94B38")
        for i, x in enumerate(range(-6, 560, 34))
    )
    top = "".join(
        path(f"M{x} 0h46v16a23 18 0 0 1 -46 0Z", "#B63A2B" if i % 2 else "#F6C244")
        for i, x in enumerate(range(0, 560, 46))
    )
    cloth, shade = rect(0, 0, 540, 240, "#B63A2B"), rect(0, 222, 540, 18, "#8F241D8C")
    return picture(540, 240, cloth, folds, shade, top, css="curtain-cloth", fit="xMidYMid slice")
