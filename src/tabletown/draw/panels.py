"""What players hold and who they are: purses, panels, the plate of the seat in front, the score strip of phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import place_badge
from .pieces import CURRENCIES, bot_badge, piece, seat_mark
from .scenery import panel
from .shapes import at, group, path, top_rounded
from .states import Change, Offer, active_glow, chip, counting, gain_flag, gain_width, legal_glow, legal_outline, target
from .text import DISPLAY, display, fit_lines, fit_size, shorten, text_width, words
from .tokens import INK, seat_colour


@dataclass(frozen=True)
class Purse:
    """An amount of something a player holds; `name` is the element's id, `change` what has just come or gone.

    `supply` is the element that it comes from and goes to, if nobody else pays or is paid. `said` is how the amount is
    read out where its piece stands for something else: a star for a point, "1 of 4 landmarks".
    """

    currency: str
    amount: int
    name: str = ""
    change: Change | None = None
    supply: str = ""
    said: str = ""


_UNITS = {"coin": "coin", "mint": "mint", "star": "star", "medal": "point"}


def many(amount: int, unit: str) -> str:
    """An amount with its unit: "1 star", "2 stars"."""
    return f"{amount} {unit}{'' if amount == 1 else 's'}"


def spoken_name(player: Mapping[str, Any], purses: Sequence[Purse], you: bool = False) -> str:
    """A player and what they hold, with units, as it is read out: "Bram: 2 coins, 1 star"."""
    held = ", ".join(p.said or many(p.amount, _UNITS[p.currency]) for p in purses)
    name = f"{player['name']} (you)" if you else str(player["name"])
    return f"{name}: {held}" if held else name


def purse_width(purse: Purse, size: float = 18) -> float:
    return size * 1.5 + text_width(str(purse.amount), size, family=DISPLAY)


def draw_purse(purse: Purse, x: float, cy: float, size: float = 18, ink: str = INK) -> str:
    """The piece and its number; x is the left edge."""
    r = size * 0.58
    text = str(purse.amount)
    return group(
        CURRENCIES[purse.currency](x + r, cy, r),
        display(text, x + 2 * r + size * 0.22, cy + size * 0.355, size, ink),
        **({"id": purse.name, **counting(purse.amount, purse.supply)} if purse.name else {}),
    )


def player_panel(
    x: float,
    y: float,
    width: float,
    height: float,
    player: Mapping[str, Any],
    purses: Sequence[Purse] = (),
    active: bool = False,
    body: str = "",
    offer: Offer | None = None,
    name_size: float = 15,
    mark: str = "",
    mark_width: float = 0,
    text: str = "",
    name: str = "",
) -> str:
    """Frame and heading of a player: seat mark, name, bot badge, `mark` (a token) and purses; `body` lies below.

    The panel is the element `player-SEAT` (unless `name` says otherwise) and a target as a whole if the offer is legal.
    """
    seat = player["seat"]
    offer = offer or Offer()
    badge = 24 if player.get("bot") else 0
    needed = 43 + badge + mark_width + 14 + sum(purse_width(purse) + 10 for purse in purses)
    beside = width - needed > text_width(player["name"], 12.5, 700) + 34  # room for flags beside the purses
    place = player.get("place")
    cursor, goods = x + width - 14, []
    for purse in reversed(purses):
        cursor -= purse_width(purse)
        goods.append(draw_purse(purse, cursor, y + 23))
        if purse.change and purse.change.amount:
            flag_width = gain_width(purse.change.amount, 12)
            if beside:
                cursor -= flag_width + 4
            goods.append(gain_flag(cursor, y + (22 if beside else 3), purse.change.amount, 12, purse.name))
        cursor -= 10
    room = cursor - (x + 43) - badge - mark_width - (26 if place and beside else 0)
    name_size = fit_size(player["name"], room, name_size, 12.5, 700)
    shown = shorten(player["name"], room, name_size, 700)
    end = x + 43 + text_width(shown, name_size, 700)
    strip = f"M{x + 7} {y + 1.9}A14 14 0 0 0 {x} {y + 14}V{y + height - 14}A14 14 0 0 0 {x + 7} {y + height - 1.9}Z"
    return target(
        name or f"player-{seat}",
        offer,
        spoken_name(player, purses),
        legal_glow(x, y, width, height, 14, offer.chosen) if offer.legal else "",
        active_glow(x, y, width, height, 14, seat) if active and not offer.legal else "",
        panel(x, y, width, height),
        path(strip, seat_colour(seat)),
        legal_outline(x, y, width, height, 14, offer.chosen) if offer.legal else "",
        seat_mark(x + 24, y + 23, 25, seat),
        group(words(shown, x + 43, y + 28, name_size, INK, 700), tip=player["name"] if shown != player["name"] else ""),
        bot_badge(end + 8, y + 22) if badge else "",
        (place_badge(end + 21 + badge, y + 23, place) if beside else place_badge(x + 35, y + 34, place, 9))
        if place
        else "",
        at(end + 8 + badge + (26 if place and beside else 0), y + 23, mark) if mark else "",
        *goods,
        body,
        text=text,
        kind="panel",
    )


def plate(x: float, y: float, width: float, height: float, player: Mapping[str, Any], you: bool, active: bool) -> str:
    """The large plate of the seat one looks from: coloured heading with mark and name; the rest is the game's.

    It is the element `plate-SEAT`.
    """
    seat, ink = player["seat"], seat_colour(player["seat"], "ink")
    place = 26 if player.get("place") else 0
    tail = 52 if you else 30 if player.get("bot") else 8
    name = player["name"]
    if you and text_width(name, 14, family=DISPLAY) > width - 50 - tail - place:
        you, tail = False, 8  # a long name needs the room; that the plate is one's own can be seen
    room = width - 50 - tail - place
    size = fit_size(name, room, 18, 14, family=DISPLAY)
    lines, size = (
        ([name], size)
        if text_width(name, size, family=DISPLAY) <= room
        else fit_lines(name, room, 13.5, 11, 400, 2, DISPLAY)
    )
    right, top = x + width - 29, y + 21.5 + size * 0.36 - (len(lines) - 1) * size * 0.56
    if you:
        last = chip(right, y + 21.5, "You", "#fff", "#1E2430", 11.5)
    else:
        last = bot_badge(right + 2, y + 21) if player.get("bot") and tail > 8 else ""
    return group(
        active_glow(x, y, width, height, 16, seat) if active else "",
        panel(x, y, width, height, 16, level=2),
        path(top_rounded(x, y, width, 42, 16), seat_colour(seat, "plate")),
        seat_mark(x + 25, y + 21.5, 26, seat),
        *(display(row, x + 46, top + i * size * 1.12, size, ink) for i, row in enumerate(lines)),
        last,
        place_badge(x + width - tail - 14, y + 21.5, player["place"], 11) if place else "",
        id=f"plate-{seat}",
    )


def score_strip(
    x: float,
    y: float,
    width: float,
    players: Sequence[Mapping[str, Any]],
    purses: Sequence[Sequence[Purse]],
    active: int | None,
    offers: Sequence[Offer],
    viewer: int | None = None,
) -> str:
    """All players in one line, for phones: who they are and what they hold; each cell is `player-SEAT`."""
    count = len(players)
    gap = 6
    cell = (width - gap * (count - 1)) / count
    cells = []
    for index, player in enumerate(players):
        left, seat, offer = x + index * (cell + gap), player["seat"], offers[index]
        size = 13.5 if sum(len(str(p.amount)) for p in purses[index]) < 4 or cell > 90 else 12
        cursor, held = left + 8, []
        for purse in purses[index]:
            held.append(draw_purse(purse, cursor, y + 34, size))
            cursor += purse_width(purse, size) + 5
            if purse.change and purse.change.amount and cell > 100:
                held.append(gain_flag(cursor - 1, y + 34, purse.change.amount, 10.5, purse.name))
                cursor += gain_width(purse.change.amount, 10.5) + 5
        badge = 16 if player.get("bot") and cell > 90 else 0
        cells.append(
            target(
                f"player-{seat}",
                offer,
                spoken_name(player, purses[index], seat == viewer),
                legal_glow(left, y, cell, 46, 11, offer.chosen) if offer.legal else "",
                active_glow(left, y, cell, 46, 11, seat) if seat == active and not offer.legal else "",
                panel(left, y, cell, 46, 11),
                legal_outline(left, y, cell, 46, 11, offer.chosen) if offer.legal else "",
                seat_mark(left + 16, y + 15, 17, seat),
                words(shorten(player["name"], cell - 34 - badge, 12, 700), left + 29, y + 19, 12, INK, 700),
                piece("bot", left + cell - 13, y + 14, 14) if badge else "",
                place_badge(left + cell - 7, y + 3, player["place"], 9) if player.get("place") else "",
                *held,
            )
        )
    return "".join(cells)
