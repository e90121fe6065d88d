"""Named styles of text tables, for dark and light screens in true colour and for the sixteen colours of any terminal.

A style is one or several names with a space between them: "seat-0 bold". A name is one of those below, one that the
game declares in the `STYLES` of its text table, or an attribute (bold, italic, underline, reverse, dim).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from rich.style import Style

Theme = Literal["dark", "light", "ansi"]
Styles = Mapping[str, tuple[str, str, str]]
"""By name: how it looks on a dark screen, on a light one, and with sixteen colours."""

THEMES: tuple[Theme, ...] = ("dark", "light", "ansi")
ATTRIBUTES = ("bold", "italic", "underline", "reverse", "dim", "strike")

SHARED: Styles = {
    # what is said about an element
    "soft": ("#9AA6B6", "#565D6C", "dim"),
    "line": ("#4B5768", "#A99F8A", "dim"),
    "heading": ("bold #F2F4F8", "bold #1E2430", "bold"),
    "legal": ("bold #5BD8A6", "bold #087A50", "bold green"),
    "chosen": ("bold #07150F on #5BD8A6", "bold #FFFFFF on #087A50", "bold black on green"),
    "fresh": ("#FFC24D", "#8F5A00", "bold yellow"),
    "danger": ("bold #FF8A7D", "bold #B3241A", "bold red"),
    # seats; each also has a mark of its own shape
    "seat-0": ("#7CB0FF", "#1F5FBF", "bright_blue"),
    "seat-1": ("#FF9D57", "#B84300", "red"),
    "seat-2": ("#F4CF5B", "#7E6000", "yellow"),
    "seat-3": ("#EE9BD0", "#7A1E5A", "magenta"),
    # families of cards
    "blue": ("#86BAF5", "#1F62AB", "bright_blue"),
    "green": ("#7FD08A", "#2C7A2F", "green"),
    "red": ("#FF8F83", "#B3301F", "red"),
    "purple": ("#CBA0F0", "#70439F", "magenta"),
    "gold": ("#F2C94C", "#7E6000", "yellow"),
    # goods and money
    "coin": ("#F2C94C", "#7E6000", "yellow"),
    "mint": ("#79E3BB", "#0A7350", "green"),
    "star": ("#FFD75E", "#7E6000", "bold yellow"),
    "wood": ("#D99E62", "#855318", "yellow"),
    "stone": ("#C2CAD6", "#555D69", "white"),
    "fish": ("#74CBEE", "#0F6D93", "cyan"),
    "wheat": ("#EED067", "#7E6000", "bright_yellow"),
    "coal": ("#A3ACBA", "#3A3F48", "bright_black"),
    "sheep": ("#F4F2EA", "#6B675C", "bright_white"),
}

MARKS = "▲■●◆"
"""The mark of each seat."""
GOODS = {"wood": "♠", "stone": "▬", "fish": "∝", "wheat": "ψ", "coal": "¤", "sheep": "ω"}
"""A character for each kind of cube; none of them is the mark of a seat."""
COIN, MINT, STAR = "¢", "•", "★"


def seat_style(seat: int) -> str:
    return f"seat-{seat}"


def legend(goods: Mapping[str, object] | list[str]) -> list[tuple[str, str]]:
    """What the characters of these goods mean, as pieces of a line."""
    pieces: list[tuple[str, str]] = []
    for good in goods:
        pieces += [(f"{GOODS[good]} ", f"{good} bold"), (f"{good}  ", "soft")]
    return pieces


class Palette:
    """Looks up named styles in one theme."""

    def __init__(self, theme: Theme, own: Styles | None = None) -> None:
        self.theme = theme
        self._own = own or {}

    @cached_property
    def _known(self) -> dict[str, Style]:
        column = THEMES.index(self.theme)
        return {name: Style.parse(looks[column]) for name, looks in {**SHARED, **self._own}.items()}

    def __call__(self, names: str) -> Style:
        found = self._found.get(names)
        if found is None:
            parts = [
                self._known[name] if name in self._known else Style.parse(self._attribute(name))
                for name in names.split()
            ]
            found = self._found[names] = Style.combine(parts) if parts else Style.null()
        return found

    @cached_property
    def _found(self) -> dict[str, Style]:
        return {}

    @staticmethod
    def _attribute(name: str) -> str:
        if name not in ATTRIBUTES:
            raise KeyError(f"no style is named {name!r}")
        return name
