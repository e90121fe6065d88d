"""Landscapes behind the pages: sky, hills, the street of the home page, a town, a podium, a curtain."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from markupsafe import Markup

from tabletown.draw.pieces import house, meeple
from tabletown.draw.scenery import cloud, sky_light
from tabletown.draw.shapes import at, circle, group, path, rect
from tabletown.draw.text import display
from tabletown.draw.tokens import var

from .picture import picture, picture_file, static_picture


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
    return at(x, base, picture_file("conifer")[1], scale=size)


def town(width: float, base: float) -> str:
    """A row of toy houses and trees along a hill, for the waiting room and the invitation."""
    spots = ((0.04, 0, 1.3), (0.1, -8, 1.0), (0.92, 2, 1.2), (0.975, -4, 1.5))
    trees = "".join(conifer(width * x, base + dy, size * 2.4) for x, dy, size in spots)
    homes = ((0.17, 8, 104, 1), (0.27, -6, 78, 2), (0.745, -8, 74, 3), (0.84, 10, 108, 0))
    return group(trees, *[house(width * x, base + dy - size * 0.36, size, seat) for x, dy, size, seat in homes])


def plain_scene(emblem: str) -> str:
    """The window of a game that has no scene of its own: its emblem, large, in a landscape."""
    large = f'<svg x="74" y="26" width="92" height="92" viewBox="-16 -16 32 32">{emblem}</svg>'
    sky = rect(0, 0, 240, 146, "url(#sky)") + cloud(52, 34, 0.6) + cloud(196, 28, 0.5)
    return sky + hills(240, 146, 0.6, 0.72, 0.82) + conifer(30, 118, 0.9) + conifer(212, 120, 1.1) + large


def street() -> Markup:
    """Backdrop of the home page: sky, hills, a far town, pavement and road."""
    return static_picture("street", "street-picture", "xMidYMax slice")


def podium(places: Sequence[tuple[int, int]]) -> str:
    """Seats and their places: the first stands highest, the second on the left, the third on the right.

    Few stand further to the right than four, so that the headline has room beside them.
    """
    spots = ((930, 112), (824, 88), (1036, 72), (1136, 58))
    aside = 0.6 * (1136 - max(x for x, _ in spots[: max(1, len(places))]))
    out = []
    for (seat, place), (spot, height) in zip(sorted(places, key=lambda p: p[1]), spots, strict=False):
        x, top = spot + aside, 250 - height
        size = 78 if place == 1 else 66
        out += [
            rect(x - 48, top, 96, height + 20, "#F0D2A0", 6),
            rect(x + 18, top, 30, height + 20, "#D9B27A", 6),
            rect(x - 52, top - 6, 104, 12, "#DCA268", 6),
            display(place, x - 8, top + 32, 24, "#50310F", "middle"),
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
    """What hides the table while the device is handed over."""
    return static_picture("curtain", "curtain-cloth", "xMidYMid slice")
