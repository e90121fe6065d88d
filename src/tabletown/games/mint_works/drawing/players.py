"""The players of Mint Works: the own plate, the heading of a neighborhood on a phone, and the panels of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.panels import Purse, draw_purse, plate, player_panel
from tabletown.draw.pieces import mint, pictogram, score_stars, seat_mark
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import group
from tabletown.draw.states import Change, Offer, counting, gain_flag, gain_width
from tabletown.draw.text import DISPLAY, display, shorten, text_width, words
from tabletown.draw.tokens import INK, INK_SOFT

from ..components import END_STARS
from ..text.cards import Plan
from .cards import back_tile, small_building, small_plan

Small = tuple[str, Plan | None, int, int, Change | None]
"""A card in somebody's neighborhood: sort (building, plan, back), plan, worth or number, mints on it, change."""


@dataclass(frozen=True)
class Holding:
    """What a side has; `mints` is None where they aren't counted, `paid` and `shone` are changes of mints and stars."""

    player: Mapping[str, Any]
    mints: int | None
    stars: int
    you: bool
    active: bool
    token: bool
    paid: Change | None
    shone: Change | None

    def purse(self, name: str) -> Purse:
        return Purse("mint", self.mints or 0, name, self.paid, "bank")


def token(x: float, cy: float, size: float) -> str:
    """The Starting Player Token; x is its left edge."""
    return group(
        pictogram("mw_start_token", x, cy - size / 2, size),
        tip="Holds the start token and leads the next round",
        id="token",
        role="img",
    )


def star_row(x: float, cy: float, size: float, stars: int, side: int | None) -> str:
    """The stars on the way to seven; with a side they are the element of its stars."""
    row = score_stars(x, cy, size, min(stars, END_STARS), END_STARS)
    return row if side is None else group(row, id=f"stars-{side}", **counting(stars))


def gained(x: float, y: float, change: Change | None, size: float, of: str) -> str:
    """The flag of what has just come to an element or gone from it, if anything has."""
    return gain_flag(x, y, change.amount, size, of) if change and change.amount else ""


# ---------------------------------------------------------------- the neighborhood in front


def own_plate(x: float, y: float, width: float, height: float, holding: Holding) -> str:
    """Mints and stars of the player in front."""
    mints, stars, paid, holds_token = holding.mints or 0, holding.stars, holding.paid, holding.token
    middle, side = x + width / 2, holding.player["seat"]
    figure = 46 if mints < 100 else 36
    wide = text_width(str(mints), figure, family=DISPLAY)
    left = middle - (wide + 56) / 2 - (12 if holds_token else 0)
    high = height > 190
    row = y + (82 if high else 76)
    flag_x = min(left + 58 + wide, x + width - gain_width(paid.amount if paid and paid.amount else 0) - 4)
    reached = f"{stars} of {END_STARS} stars" if stars <= END_STARS else count(stars, "star")
    return (
        plate(x, y, width, height, holding.player, holding.you, holding.active)
        + group(
            mint(left + 22, row, 22),
            display(mints, left + 54, row + figure * 0.35, figure, INK),
            id=f"mints-{side}",
            **counting(mints, "bank"),
        )
        + (token(x + width - 40, y + 66, 30) if holds_token else "")
        + gained(flag_x, row + (22 if holds_token else -14), paid, 14, f"mints-{side}")
        + (
            words("mints to place" if holding.you else "mints", middle, y + 123, 12, INK_SOFT, 500, "middle")
            if high
            else ""
        )
        + star_row(middle - 3 * 20.2, y + height - 52, 18, stars, side)
        + display(reached, middle, y + height - 19, 16, INK, "middle")
        + gained(x + width - 34, y + height - 66, holding.shone, 11, f"stars-{side}")
    )


def town_heading(x: float, y: float, width: float, holding: Holding) -> str:
    """The heading over a neighborhood on the phone."""
    player, mints, stars = holding.player, holding.mints or 0, holding.stars
    name = "Your neighborhood" if holding.you else f"{player['name']}’s neighborhood"
    size = 16 if text_width(name, 16, family=DISPLAY) <= width - 150 else 13
    right = x + width - 20 - 29 - text_width(str(mints), 20, family=DISPLAY)
    return (
        panel(x, y, width, 56, 13)
        + seat_mark(x + 22, y + 28, 24, player["seat"])
        + display(shorten(name, width - 150, size, family=DISPLAY), x + 44, y + 23, size, INK)
        + star_row(x + 52, y + 41, 15, stars, None)
        + display(f"{stars}/{END_STARS}", x + 172, y + 46.4, 14.5, INK)
        + (token(right - 36, y + 28, 28) if holding.token else "")
        + draw_purse(Purse("mint", mints), right, y + 28, 20)
    )


# ---------------------------------------------------------------- other players


def small_card(x: float, y: float, size: float, side: int, card: Small) -> str:
    sort, plan, figure, mints, change = card
    if sort == "back" or plan is None:
        return back_tile(x + size * 0.1, y, size * 0.76, size, side, figure, change)
    if sort == "plan":
        return small_plan(x, y, size, side, plan, change)
    return small_building(x, y, size, side, plan, figure, mints, change)


def rival_height(cards: int, columns: int, tile: float) -> float:
    return 80 + (tile + 7) * max(1, -(-cards // columns))


def rival(
    x: float,
    y: float,
    width: float,
    height: float,
    holding: Holding,
    cards: Sequence[Small],
    columns: int,
    tile: float,
    offer: Offer,
    name: str,
) -> str:
    """Another player: mints, stars, buildings and plans; without a `name`, mints and stars are elements as well."""
    player, stars, side = holding.player, holding.stars, holding.player["seat"]
    step = (width - 30 + 6) / columns
    drawn = "".join(
        small_card(x + 17 + (i % columns) * step, y + 75 + (i // columns) * (tile + 7), tile, side, card)
        for i, card in enumerate(cards)
    )
    body = (
        star_row(x + 27, y + 56, 17, stars, None if name else side)
        + display(f"{stars}/{END_STARS}", x + width - 14, y + 62, 16, INK, "end")
        + gained(x + 152, y + 56, holding.shone, 11, f"stars-{side}")
        + (drawn or words("Nothing bought yet", x + 18, y + 96, 12, INK_SOFT, 500))
    )
    mark, purses = (token(0, 0, 26) if holding.token else ""), [holding.purse("" if name else f"mints-{side}")]
    state = (holding.active, body, offer)
    return player_panel(x, y, width, height, player, purses, *state, mark=mark, mark_width=30 if mark else 0, name=name)
