"""The street that a neighborhood stands on: sky, houses, lawn and empty lots."""

from __future__ import annotations

from tabletown.draw.scenery import shadow
from tabletown.draw.shapes import circle, clip, group, number, path, rect, use
from tabletown.draw.tokens import var

HOUSE_COUNT = 5
"""How many colours of houses there are."""


def street(x: float, y: float, width: float, height: float, name: str, horizon: float = 84, indent: float = 196) -> str:
    """Sky, a row of small town houses and the lawn; houses begin at `indent` and stand at `horizon`."""
    base, houses, cursor, index = y + horizon, [], x + indent, 0
    while cursor < x + width:
        w, h = 54 + (index * 17) % 26, min(horizon - 34, 30 + (index * 13) % 24)
        houses.append(_house(cursor, base, w, h, index))
        cursor, index = cursor + w + 14 + (index * 11) % 18, index + 1
    sun_x, sun_y = x + width - 40, y + 24
    return (
        shadow(x, y, width, height, 18)
        + clip(f"clip-{name}", rect(x, y, width, height, radius=18))
        + group(
            rect(x, y, width, height, "url(#sky)"),
            circle(sun_x, sun_y, 15, "#FFD95E", opacity=var("sun")),
            circle(sun_x, sun_y, 13, "#F5EBC8", opacity=var("moon")),
            _hill(x, width, y + height, (base, base - 46, base - 12, base - 30), (0.2, 0.45), "hill-far"),
            *houses,
            rect(x, base, width, height, var("hill-near")),
            _hill(x, width, y + height, (base + 34, base + 14, base + 30, base + 24), (0.3, 0.6), "meadow"),
            clip_path=f"url(#clip-{name})",
        )
    )


def _hill(
    x: float,
    width: float,
    bottom: float,
    heights: tuple[float, float, float, float],
    bends: tuple[float, float],
    colour: str,
) -> str:
    """A ridge through four heights, bent at two shares of the width, filled down to the bottom."""
    left, bend, middle, right = (number(height) for height in heights)
    first, second = (number(x + width * share) for share in bends)
    ridge = f"M{number(x)} {left}Q{first} {bend} {second} {middle}T{number(x + width)} {right}"
    return path(f"{ridge}V{number(bottom)}H{number(x)}Z", var(colour))


def _house(x: float, base: float, width: float, height: float, index: int) -> str:
    top, colour = base - height, index % HOUSE_COUNT
    left, middle, right = number(x - 4), number(x + width / 2), number(x + width + 4)
    windows = "".join(
        rect(x + width * share, top + dy, width * 0.2, 9, var("mint-pane"), 1.5)
        for share in (0.18, 0.6)
        for dy in range(12, int(height) - 8, 19)
    )
    return (
        rect(x, top, width, height, var(f"mint-house-{colour}"))
        + path(f"M{left} {number(top)}L{middle} {number(top - 20)}L{right} {number(top)}Z", var(f"mint-roof-{colour}"))
        + windows
    )


def empty_lots(x: float, y: float, width: float, height: float, tile: float, gap: float) -> str:
    """Marked-out lawns for what will be built next."""
    count = int((width + gap) // (tile + gap))
    return "".join(_lot(x + index * (tile + gap), y, tile, height) for index in range(count))


def _lot(x: float, y: float, width: float, height: float) -> str:
    edge = {"stroke": var("mint-lot"), "stroke_dasharray": "3 8", "stroke_linecap": "round"}
    return (
        rect(x, y, width, height, var("meadow"), 12, fill_opacity=0.5)
        + rect(x, y, width, height, "none", 12, stroke_width=1.6, **edge)
        + use("pic-mw_tree", x + width / 2 - 24, y + height * 0.6 - 28, 48, 56)
    )
