"""What all text tables have in common: how an element looks that may be chosen, marks of seats, names, small cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ..draw.states import Change, Offer
from ..draw.view_model import ViewModel
from .canvas import Canvas, shorten
from .styles import MARKS, seat_style

Piece = tuple[str, str]
"""Text and its style."""


def state_style(offer: Offer, change: Change | None = None, quiet: str = "") -> str:
    """How an element looks: chosen, legal, impossible, just changed, or as it looks when nothing is the matter."""
    if offer.chosen:
        return "chosen"
    if offer.legal:
        return "legal"
    if offer.reason:
        return "soft"
    return "fresh" if change else quiet


def pointer(offer: Offer) -> Piece:
    """A sign before what may be chosen, so that colour alone says nothing."""
    return ("▶", "chosen") if offer.chosen else ("▸", "legal") if offer.legal else (" ", "")


def gain(change: Change | None) -> str:
    """' +3', or nothing."""
    return f" {change.amount:+d}".replace("-", "−") if change and change.amount else ""


def player_name(model: ViewModel, seat: int, room: int = 24) -> list[Piece]:
    """The mark and the name of a player; whoever is waited for is underlined, and winners wear a cup."""
    player = model.view["players"][seat]
    style = seat_style(seat)
    waited = " underline" if model.actor == seat else ""
    won = f" {player['place']}." if model.over and player["place"] else ""
    return [(f"{MARKS[seat]} ", style), (shorten(str(player["name"]), room), f"{style} bold{waited}"), (won, "star")]


def length(pieces: Sequence[Piece]) -> int:
    return sum(cell_len(text) for text, _ in pieces)


def flow(canvas: Canvas, x: int, y: int, width: int, items: Sequence[tuple[Sequence[Piece], str]], gap: int = 2) -> int:
    """Write items one after the other, in as many rows as they need; each has pieces and an element id. Returns the
    row after them."""
    column = x
    for pieces, target in items:
        needed = length(pieces)
        if column > x and column + needed > x + width:
            column, y = x, y + 1
        column = canvas.parts(column, y, pieces, target) + gap
    return y + 1 if items else y


def card(
    width: int,
    height: int,
    left: str,
    right: str,
    body: Sequence[Piece],
    foot: tuple[str, str],
    style: str,
    target: str,
    kind: str = "round",
) -> Canvas:
    """A card: words in the upper corners of its frame, lines inside, words in its lower corners."""
    canvas = Canvas(width, height)
    canvas.frame(0, 0, width, height, style, target, kind)
    for text, row in ((left, 0), (foot[0], height - 1)):
        if text:
            canvas.put(1, row, f" {shorten(text, width - 4)} ", style, target)
    for text, row in ((right, 0), (foot[1], height - 1)):
        if text:
            canvas.put(width - 3 - cell_len(text), row, f" {text} ", style, target)
    y = 1
    for text, look in body:
        y = canvas.paragraph(2, y, width - 4, text, look, height - 1 - y)
        if y >= height - 1:
            break
    return canvas
