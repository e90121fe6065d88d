"""Small drawings of the Lab's pages: its sign, the awning of the bench, the marks of plots."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from tabletown.draw.scenery import awning as kit_awning
from tabletown.draw.shapes import circle, path, rect, stroke
from tabletown.draw.tokens import var
from tabletown.lab import plots
from tabletown.web.pages.charts import swatch as plain_swatch
from tabletown.web.pages.picture import picture

WOOD, DARK, IRON = "#BE7C42", "#8B5629", "#647488"


@cache
def scales(css: str = "piece") -> Markup:
    """The Lab's sign: a balance with a coin and a house."""
    return picture(
        48,
        48,
        rect(22, 9, 4, 30, WOOD, 2) + rect(24, 9, 2, 30, DARK, 1) + path("M14 43Q14 38 24 38Q34 38 34 43Z", DARK),
        stroke("M6 14L24 10L42 17", WOOD, 3.4) + circle(24, 9.5, 3.6, "#F6C244"),
        stroke("M6 14L1.5 26M6 14L10.5 26", IRON, 1.4) + path("M0 26H12Q11 32 6 32Q1 32 0 26Z", "#A7B1BD"),
        stroke("M42 17L37.5 29M42 17L46.5 29", IRON, 1.4) + path("M36 29H48Q47 35 42 35Q37 35 36 29Z", "#A7B1BD"),
        circle(6, 22.5, 4.6, "#F7C13B") + circle(6, 22.5, 3, "#FFE08A"),
        path("M37 29V24L42 20L47 24V29H42Z", "#E5563F"),
        css=css,
    )


@cache
def awning() -> Markup:
    """The awning above the bench, as long as it is."""
    return picture(1000, 34, kit_awning(0, 4, 1000, 12, stripe=40), css="awning", fit="none")


@cache
def legend(kind: str) -> Markup:
    return Markup(plots.legend(kind))


@cache
def swatch(colour: str) -> Markup:
    return plain_swatch(var(colour))
