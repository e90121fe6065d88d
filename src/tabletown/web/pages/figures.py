"""People and bots: the piece of a player, and the face of a bot by its level."""

from __future__ import annotations

from markupsafe import Markup

from tabletown.draw.pieces import MEEPLE, meeple
from tabletown.draw.shapes import at, circle, ellipse, path, rect, stroke
from tabletown.draw.tokens import var

from .picture import picture


def figure(seat: int | None) -> Markup:
    """A player's piece, large; None is a seat that waits for somebody."""
    shade = ellipse(64, 116, 44, 8, "#0000001F")
    if seat is None:
        ghost = path(MEEPLE, var("blueprint"), stroke=var("blueprint-line"), stroke_width=0.8, stroke_dasharray="2 1.4")
        return picture(128, 128, shade, at(64, 68, ghost, scale=4), css="figure")
    return picture(128, 128, shade, meeple(64, 66, 104, seat), css="figure")


def bust(seat: int) -> Markup:
    """The seat's figure looks over the edge of its card."""
    window = path("M16 0H76V54H0Z", "url(#sky)") + path("M4 40Q30 26 76 38V54H0Z", var("hill-near"))
    return picture(76, 54, window, meeple(42, 44, 55, seat), css="bust")


_ANTENNA = stroke("M24 12V6", "#647488", 2.6) + circle(24, 5, 3.4, "#F6C244")
_ANTENNAS = stroke("M17 12V7M31 12V7", "#647488", 2.6) + circle(17, 6, 3, "#4C92DA") + circle(31, 6, 3, "#4C92DA")
_MORTARBOARD = (
    path("M4 9L24 2L44 9L24 16Z", "#2B3140") + path("M24 2L44 9L24 16Z", "#131722") + stroke("M42 9V18", "#F6C244", 2.2)
)
_CROWN = (
    path("M9 14L7 1L16 8L24 0L32 8L41 1L39 14Z", "#F7C13B")
    + path("M24 0L32 8L41 1L39 14H27Z", "#D8962B")
    + circle(24, 9, 2.4, "#E5563F")
)
_HATS = (_ANTENNA, _ANTENNAS, _MORTARBOARD, _CROWN)


def bot_face(strength: int) -> Markup:
    """The stronger the bot, the more it wears: an antenna, two, a mortarboard, a crown."""
    body, dark, eye = "#8FA0B5", "#647488", "#FFFDF8"
    level = min(strength, 3)
    head = rect(6, 12, 36, 28, body, 10) + path("M32 12Q42 12 42 22V30Q42 40 32 40H26Q36 34 32 12Z", dark)
    ears = rect(2, 22, 5, 10, dark, 2.4) + rect(41, 22, 5, 10, dark, 2.4)
    eyes = "".join(circle(x, 24, 4.4, eye) + circle(x + 0.5, 24.6, 2, "#2B3140") for x in (17.5, 30.5))
    mouth = rect(18, 32, 12, 2.8, eye, 1.4) if level in (1, 2) else stroke("M19 32.6Q24 36.6 29 32.6", eye, 2.4)
    glasses = "".join(circle(x, 24, 6, stroke="#2B3140", stroke_width=2) for x in (17.5, 30.5))
    return picture(48, 42, head, ears, eyes, glasses if level == 2 else "", mouth, _HATS[level], css="bot-face")
