"""Parts of cards and tiles: badges, counts, ribbons, small tiles, roundels."""

from __future__ import annotations

from .pieces import house, pictogram, piece
from .shapes import circle, rect
from .text import DISPLAY, READABLE, display, shorten, text_width, words
from .tokens import CARD, GOLD_EDGE, INK, INK_SOFT, PAPER_DEEP, ribbon, var


def number_badge(x: float, y: float, string: str, family: str, size: float = 15) -> str:
    """A number on the colour of its family, in the corner of a card."""
    width = max(size * 1.7, text_width(string, size, family=DISPLAY) + size * 0.8)
    plate = rect(x, y, width, size * 1.6, ribbon(family), 8, stroke="#fff", stroke_width=1.6)
    return plate + display(string, x + width / 2, y + size * 1.16, size, "#fff", "middle")


def count_badge(cx: float, cy: float, count: int, size: float = 14, sign: str = "×") -> str:
    """How many there are: a round badge in ink."""
    text = f"{sign}{count}"
    figure = max(READABLE, size * (0.86 if len(text) < 3 else 0.7))
    plate = circle(cx, cy, size * 0.86, INK, stroke=CARD, stroke_width=2 if size > 12 else 1.6)
    return plate + display(text, cx, cy + figure * 0.37, figure, CARD, "middle")


def ribbon_band(
    x: float, y: float, width: float, family: str, label: str, right: str = "", pale: bool = False, height: float = 16
) -> str:
    """The band between the picture and the words of a card; `pale` on a card that is impossible now."""
    fill, ink = (ribbon(family, "pale"), ribbon(family, "pale-ink")) if pale else (ribbon(family), "#fff")
    room = width - 14 - (text_width(right, 12, family=DISPLAY) + 4 if right else 0)
    return (
        rect(x, y, width, height, fill)
        + words(shorten(label, room, 10.5, 700), x + 7, y + height * 0.74, 10.5, ink, 700)
        + (display(right, x + width - 7, y + height * 0.775, 12, ink, "end") if right else "")
    )


def mini_tile(
    x: float,
    y: float,
    width: float,
    height: float,
    family: str,
    picture: str,
    count: int = 1,
    frame: str = "",
) -> str:
    """A kind of building in somebody else's town, small; copies are a number. `frame` lies below the number."""
    art = min(25 * height / 33, width - 4)
    badge = 12 if height > 40 else 10.5 if height > 29 else 9
    return (
        rect(x, y + 1.5, width, height, var("shade-small"), 7)
        + rect(x, y, width, height, ribbon(family, "tile"), 7, stroke=ribbon(family), stroke_width=1.5)
        + rect(x + 1, y + height - 5, width - 2, 4.4, ribbon(family), 2.2)
        + pictogram(picture, x + (width - art) / 2, y + (height - 5 - art) / 2 + 0.6, art)
        + frame
        + (count_badge(x + width - 5.5, y + height - 6, count, badge) if count > 1 else "")
    )


def roundel(cx: float, cy: float, r: float, picture: str, earned: bool) -> str:
    """A round token: gold when earned, a dashed ghost before."""
    if not earned:
        side = r * 1.36
        ring = circle(cx, cy, r, PAPER_DEEP, stroke=INK_SOFT, stroke_width=1.3, stroke_dasharray="3.4 3")
        return ring + pictogram(picture, cx - side / 2, cy - side / 2, side, opacity=0.34)
    side = r * 1.44
    ring = circle(cx, cy, r, "#FDECC0", stroke=GOLD_EDGE, stroke_width=2.4)
    return ring + pictogram(picture, cx - side / 2, cy - side / 2 - r * 0.02, side)


def owner_chip(cx: float, cy: float, name: str, seat: int, width: float = 200) -> str:
    """Whose it is: a house in the seat's colour and the name."""
    name = shorten(name, width - 34, 11, 700)
    need = text_width(name, 11, 700) + 34
    left = cx - need / 2
    return (
        rect(left, cy - 10, need, 20, CARD, 10, stroke=INK_SOFT, stroke_width=1.2)
        + house(left + 14, cy - 0.5, 16, seat)
        + words(name, left + 25, cy + 4, 11, INK, 700)
    )


_PLACES = {1: ("#F7C13B", "#3A2500"), 2: ("#D3DAE1", "#2B3140"), 3: ("#E3A878", "#3A2500")}


def place_badge(cx: float, cy: float, place: int, r: float = 12) -> str:
    """Where a player came in: gold, silver, bronze, or plain."""
    fill, ink = _PLACES.get(place, ("#FFFDF8", "#2B3140"))
    return circle(cx, cy, r, fill, stroke="#8F8A80" if place > 3 else "#fff", stroke_width=1.8) + display(
        place, cx, cy + r * 0.4, max(READABLE, r * 1.12), ink, "middle"
    )


def winner_mark(cx: float, cy: float, size: float) -> str:
    return piece("trophy", cx, cy, size)
