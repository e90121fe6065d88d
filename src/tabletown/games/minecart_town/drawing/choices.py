"""What is chosen off the board: track shapes, types of cubes, and cubes as large keys."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.draw.pieces import good, pictogram
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import clip, group, rect
from tabletown.draw.states import Offer, legal_glow, legal_outline, target
from tabletown.draw.text import display, shorten, words
from tabletown.draw.tokens import INK, PAPER_DEEP, ribbon

from ..components import BY_ID
from .icons import family_of
from .rails import rail_tile


def shape_choice(
    x: float,
    y: float,
    width: float,
    height: float,
    heading: str,
    shapes: Sequence[tuple[str, int, Offer]],
    columns: int,
) -> str:
    """The tracks that fit a cell, each with its price."""
    size = min(92.0, (width - 28 - 10 * (columns - 1)) / columns)
    out = [rect(x, y, width, height, PAPER_DEEP, 16), display(heading, x + 16, y + 25, 16, INK)]
    for i, (shape, price, offer) in enumerate(shapes):
        sx, sy = x + 14 + (i % columns) * (size + 10), y + 36 + (i // columns) * (size + 36)
        price_tag = display(str(price), sx + size / 2 - 15, sy + size + 19, 13, INK, "middle")
        price_tag += good("wood", sx + size / 2 - 1, sy + size + 14.6, 14) + good(
            "stone", sx + size / 2 + 11, sy + size + 14.6, 14
        )
        out.append(
            target(
                f"shape-{shape}",
                offer,
                f"{price} wood or stone",
                legal_glow(sx, sy, size, size, 10, offer.chosen),
                clip(f"clip-shape-{shape}", rect(sx, sy, size, size, radius=10)),
                group(rail_tile(sx, sy, size, [shape]), clip_path=f"url(#clip-shape-{shape})"),
                legal_outline(sx, sy, size, size, 10, offer.chosen),
                price_tag,
            )
        )
    return "".join(out)


def type_choice(
    x: float, y: float, width: float, height: float, heading: str, picture: str, types: Sequence[tuple[str, str, Offer]]
) -> str:
    """The types of cubes to keep, gain or convert."""
    out = [rect(x, y, width, height, PAPER_DEEP, 16), display(heading, x + 16, y + 25, 16, INK)]
    side = min(84.0, (width - 28 - 10 * (len(types) - 1)) / max(1, len(types)))
    start = x + 14
    if width > 500 and picture:
        out.append(
            rect(x + 16, y + 42, 104, 104, ribbon(family_of(picture), "tile"), 12)
            + pictogram(picture, x + 24, y + 48, 88)
        )
        start = x + 140
    for i, (resource, note, offer) in enumerate(types):
        sx, sy = start + i * (side + 12), y + 44
        out.append(
            target(
                f"type-{resource}",
                offer,
                resource,
                legal_glow(sx, sy, side, 96, 12, offer.chosen) if offer.legal else "",
                panel(sx, sy, side, 96, 12),
                good(resource, sx + side / 2, sy + 38, min(50, side * 0.7)),
                words(shorten(note, side - 6, 12, 700), sx + side / 2, sy + 84, 12, INK, 700, "middle"),
                legal_outline(sx, sy, side, 96, 12, offer.chosen) if offer.legal else "",
            )
        )
    return "".join(out)


CubeKey = tuple[str, str, str, int, Offer]  # name, kind of building, type, how many, offer


def cube_choice_height(count: int, columns: int = 3) -> float:
    return 40 + -(-count // columns) * 54


def cube_choice(
    x: float, y: float, width: float, height: float, columns: int, heading: str, cubes: Sequence[CubeKey]
) -> str:
    """The cubes that may be touched, as large keys: for phones, and for towns too large to touch single cubes."""
    each = (width - 20 - 8 * (columns - 1)) / columns
    out = [rect(x, y, width, height, PAPER_DEEP, 16), display(heading, x + 14, y + 25, 15.5, INK)]
    for i, (name, kind, resource, count, offer) in enumerate(cubes):
        cx, cy = x + 10 + (i % columns) * (each + 8), y + 36 + (i // columns) * 54
        out.append(
            target(
                name,
                offer,
                f"{count} {resource} on {BY_ID[kind]['name']}",
                legal_glow(cx, cy, each, 46, 11, offer.chosen, small=True),
                panel(cx, cy, each, 46, 11),
                pictogram(kind, cx + 5, cy + 5, 36),
                good(resource, cx + 58, cy + 23, 26),
                display(f"×{count}", cx + each - 8, cy + 29, 15, INK, "end"),
                legal_outline(cx, cy, each, 46, 11, offer.chosen),
            )
        )
    return "".join(out)
