"""People and bots: the piece of a player, and the face of a bot by its level."""

from __future__ import annotations

from markupsafe import Markup

from tabletown.draw.pieces import meeple
from tabletown.draw.shapes import ellipse, path
from tabletown.draw.tokens import var

from .picture import picture, static_picture


def figure(seat: int | None) -> Markup:
    """A player's piece, large; None is a seat that waits for somebody."""
    if seat is None:
        return static_picture("empty_seat", "figure")
    return picture(128, 128, ellipse(64, 116, 44, 8, "#0000001F"), meeple(64, 66, 104, seat), css="figure")


def bust(seat: int) -> Markup:
    """The seat's figure looks over the edge of its card."""
    window = path("M16 0H76V54H0Z", "url(#sky)") + path("M4 40Q30 26 76 38V54H0Z", var("hill-near"))
    return picture(76, 54, window, meeple(42, 44, 55, seat), css="bust")


def bot_face(strength: int) -> Markup:
    """The stronger the bot, the more it wears: an antenna, two, a mortarboard, a crown, a star on it."""
    return static_picture(f"bot_face_{min(strength, 4)}", "bot-face")
