"""A component as a card by itself, outside any table: as the Lab shows what can be changed."""

from __future__ import annotations

from .cards import ribbon_band
from .scenery import panel
from .shapes import path, rect, top_rounded
from .text import fit_lines, paragraph, rich_text
from .tokens import INK, ribbon

WIDTH, HEIGHT = 112, 150


def component_card(name: str, picture: str, family: str, band: str, corner: str = "", effect: str = "") -> str:
    """A card of a family with a picture drawn about (0, 0), 30 wide, and what stands in its upper right corner."""
    half = HEIGHT - 74
    lines, size = fit_lines(name, WIDTH - 12, 12.5, 10.5)
    return (
        panel(0, 0, WIDTH, HEIGHT, 12)
        + path(top_rounded(1, 1, WIDTH - 2, half, 11), f"url(#sky-{family})")
        + rect(1, half - 14, WIDTH - 2, 15, ribbon(family, "ground"))
        + f'<svg x="{WIDTH / 2 - 27:g}" y="{half - 60}" width="54" height="54" viewBox="-16 -16 32 32">{picture}</svg>'
        + ribbon_band(0.5, half, WIDTH - 1, family, band, "")
        + corner
        + paragraph(lines, 7, half + 33, size, INK, 700, 1.1)
        + (rich_text(effect, 7, half + 38 + len(lines) * 14, WIDTH - 10, 11, INK) if effect else "")
    )
