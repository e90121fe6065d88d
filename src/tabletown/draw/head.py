"""The head of a table: the game's name behind its emblem, and the page's own keys."""

from __future__ import annotations

from .pieces import house
from .shapes import at, circle, stroke, tag
from .text import DISPLAY, display, fit_size
from .tokens import CARD, INK, LINE


def head(x: float, cy: float, width: float, name: str, emblem: str, phone: bool) -> str:
    """The game's name beside its emblem, the menu at the right, on phones the help beside it."""
    buttons = round_button(x + width - 16, cy, 15, "menu", "Menu", "menu")
    if phone:
        buttons = round_button(x + width - 60, cy, 15, "help", "How to play", "help") + buttons
    size, room = (20, width - 82) if phone else (23, width - 44)
    return wordmark(x + 2, cy, name, size, emblem, room) + buttons


def round_button(cx: float, cy: float, r: float, icon: str, label: str, name: str) -> str:
    """A round key of the page's own (`menu`, `help`); it plays no move. To the touch it is at least 44 wide."""
    marks = {
        "help": display("?", cx, cy + 6, 17, INK, "middle"),
        "menu": stroke("M-6 -5h12M-6 0h12M-6 5h12", INK, 2.2, transform=f"translate({cx:g} {cy:g})"),
    }
    return tag(
        "g",
        circle(cx, cy, max(r, 22), "transparent"),
        circle(cx, cy + 1.5, r, LINE),
        circle(cx, cy, r, CARD, stroke=LINE),
        marks[icon],
        tip=label,
        id=name,
        class_="page-button",
        role="button",
        tabindex=0,
        aria_label=label,
    )


def wordmark(x: float, cy: float, name: str, size: float = 23, emblem: str = "", room: float = 400) -> str:
    """The game's name beside its emblem; `emblem` is drawn about (0, 0), 30 wide; a house unless given."""
    size = fit_size(name, room - 37, size, 14, family=DISPLAY)
    sign = at(x + 15, cy + 1, emblem or house(0, 0, 30, 1), class_="wordmark-emblem")
    return sign + display(name, x + 37, cy + size * 0.36, size, INK)
