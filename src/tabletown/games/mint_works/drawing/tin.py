"""The open mint tin: its halves, the hinge, the plaques with headings, and the heap of mints."""

from __future__ import annotations

from tabletown.draw.cards import count_badge
from tabletown.draw.pieces import piece
from tabletown.draw.shapes import at, circle, ellipse, group, rect
from tabletown.draw.states import counting
from tabletown.draw.text import DISPLAY, display, text_width
from tabletown.draw.tokens import PAPER_DEEP, var


def tin_half(x: float, y: float, width: float, height: float, radius: float = 30, rim: float = 11) -> str:
    """One half of the open tin from above: enamel outside, a rolled silver rim, paper inside."""
    inner_w, inner_h, inner_r = width - 2 * rim, height - 2 * rim, radius - rim
    return (
        rect(x + 2, y + 6, width, height, var("shade-small"), radius)
        + rect(x, y + 3, width, height, var("mint-enamel-shade"), radius)
        + rect(x, y, width, height, var("mint-enamel"), radius)
        + rect(x + radius, y + 2, width - 2 * radius, 2.4, "#fff", 1.2, fill_opacity=var("mint-shine"))
        + rect(x + rim - 5, y + rim - 5, inner_w + 10, inner_h + 10, var("mint-rim-dark"), inner_r + 5)
        + rect(x + rim - 4, y + rim - 4, inner_w + 7, inner_h + 7, var("mint-rim"), inner_r + 4)
        + rect(x + rim, y + rim, inner_w, inner_h, var("mint-well"), inner_r)
        + rect(x + rim + 3, y + rim + 5, inner_w - 3, inner_h - 5, PAPER_DEEP, inner_r)
    )


def hinge(x: float, y: float, length: float) -> str:
    dark, top = var("mint-hinge-dark"), -length / 2
    return at(
        x,
        y,
        rect(-6, top, 12, length, dark, 5),
        rect(-6, top, 9, length, var("mint-hinge"), 5),
        rect(-3.6, top + 3, 2.4, length - 6, var("mint-hinge-light"), 1.2),
        *(rect(-6, top + length * third / 3 - 0.6, 12, 1.2, dark) for third in (1, 2)),
    )


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
    said = f"Mints left in the mint supply: {left}" if left is not None else "Mint supply: it never runs out"
    return group(*out, badge, tip=said, id="bank", role="img", **({} if left is None else counting(left)))
