"""The text table of a game that declares none: what the view says, field by field, and each player's share of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ..draw.default_table import NOT_SHOWN, label_of, spoken
from ..draw.view_model import ViewModel
from .canvas import Canvas, beside, stacked
from .elements import player_name, state_style
from .styles import STAR, Styles

STYLES: Styles = {}
NARROWEST = 26
"""The least width of a player's panel."""


def table(view: Mapping[str, Any], width: int, height: int, by_seat: Collection[str] = ()) -> Canvas:
    """The fields that belong to all, then a panel for each player; `by_seat` names the fields with a value a seat."""
    model = ViewModel(view)
    across = max(1, min(len(model.seats), width // NARROWEST))
    panels = [_panel(model, seat, (width - 2 * (across - 1)) // across, by_seat) for seat in model.seats]
    return stacked(width, [_shared(model, width, by_seat), beside(width, panels, 2)])


def prose(view: Mapping[str, Any], by_seat: Collection[str] = ()) -> list[str]:
    """The same fields as sentences."""
    model = ViewModel(view)
    said = [f"{label_of(name)}: {spoken(value)}." for name, value in _common(model, by_seat)]
    for seat in model.seats:
        held = "; ".join(f"{label_of(name).lower()} {spoken(value)}" for name, value in _own(model, seat, by_seat))
        score = model.view["players"][seat]["score"]
        known = "hidden score" if score is None else f"score {score}"
        said.append(f"{model.name(seat)}: {known}{f'; {held}' if held else ''}.")
    return said


def _belongs(model: ViewModel, name: str, value: object, by_seat: Collection[str]) -> bool:
    return name in by_seat and isinstance(value, Sequence) and len(value) == len(model.seats)


def _common(model: ViewModel, by_seat: Collection[str]) -> Iterator[tuple[str, object]]:
    for name, value in model.position.items():
        empty = value is None or value in ("", [], {})
        if name not in NOT_SHOWN and not empty and not _belongs(model, name, value, by_seat):
            yield name, value


def _own(model: ViewModel, seat: int, by_seat: Collection[str]) -> Iterator[tuple[str, object]]:
    for name, value in model.position.items():
        if _belongs(model, name, value, by_seat):
            yield name, value[seat]


def _shared(model: ViewModel, width: int, by_seat: Collection[str]) -> Canvas:
    canvas = Canvas(width)
    y = 0
    for name, value in _common(model, by_seat):
        offer, change = model.state(name)
        x = canvas.put(0, y, f"{label_of(name)}: ", "soft", name)
        y = _value(model, canvas, x, y, width - x, name, value, state_style(offer, change, "heading"))
    return canvas


def _value(model: ViewModel, canvas: Canvas, x: int, y: int, width: int, name: str, value: Any, style: str) -> int:
    """A value in words; entries of lists and dicts are elements of their own. Returns the row after it."""
    if isinstance(value, Mapping):
        entries = list(value.items())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        entries = list(enumerate(value))
    else:
        return canvas.paragraph(x, y, width, spoken(value), style)
    start = x
    for key, inner in entries:
        element = f"{name}-{key}"
        offer, change = model.state(element)
        text = spoken(inner) if isinstance(value, Sequence) else f"{label_of(key)} {spoken(inner)}"
        if x > start and x + len(text) > start + width:
            x, y = start, y + 1
        x = canvas.put(x, y, text, state_style(offer, change, style), element) + 2
    return y + 1


def _panel(model: ViewModel, seat: int, width: int, by_seat: Collection[str]) -> Canvas:
    canvas = Canvas(width)
    canvas.rule(0)
    points = model.view["players"][seat]["score"]
    score = "?" if points is None else points
    canvas.parts(
        1, 0, [(" ", ""), *player_name(model, seat, width - 14), (f" {score}{STAR} ", "star bold")], f"player-{seat}"
    )
    y = 1
    for name, value in _own(model, seat, by_seat):
        element = f"{name}-{seat}"
        offer, change = model.state(element)
        x = canvas.put(1, y, f"{label_of(name)}: ", "soft", element)
        y = _value(model, canvas, x, y, width - x, element, value, state_style(offer, change))
    return canvas
