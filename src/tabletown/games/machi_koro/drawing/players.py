"""The players: the plate of the city one looks at, its heading on a phone, and the opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.cards import winner_mark
from tabletown.draw.panels import Purse, draw_purse, plate, player_panel
from tabletown.draw.pieces import coin, coin_pile, score_stars, seat_mark, star
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import group
from tabletown.draw.states import Change, Offer, counting, gain_flag, gain_width
from tabletown.draw.text import DISPLAY, display, shorten, text_width, words
from tabletown.draw.tokens import INK, INK_SOFT

from ..text.cards import LANDMARKS
from .cards import landmark_roundel, small_tile


@dataclass(frozen=True)
class Holding:
    """What a player has; `out` once all landmarks are built and the others play on."""

    player: Mapping[str, Any]
    coins: int
    landmarks: int
    buildings: int
    you: bool
    active: bool
    change: Change | None
    out: bool

    @property
    def spoken_landmarks(self) -> str:
        return f"{self.landmarks} of {len(LANDMARKS)} landmarks"

    def purse(self, name: str) -> Purse:
        return Purse("coin", self.coins, name, self.change, "bank")


def own_plate(x: float, y: float, width: float, height: float, holding: Holding) -> str:
    """The plate of the city one looks at: name, coins to read and to see, landmarks."""
    player, coins, landmarks, change = holding.player, holding.coins, holding.landmarks, holding.change
    middle, figure = x + width / 2, 46 if coins < 100 else 38
    wide = text_width(str(coins), figure, family=DISPLAY)
    gain = change.amount if change and change.amount else 0
    flag = gain_width(gain) if gain else 0
    left = middle - (wide + 52) / 2  # with a flag and without: a purse does not move because something was paid
    beside = left + 57 + wide + flag <= x + width - 4
    flag_x, flag_y = (left + 57 + wide, y + 68) if beside else (min(left + 38 + wide, x + width - flag - 4), y + 59)
    purse = coin(left + 21, y + 82, 21) + display(coins, left + 52, y + 82 + figure * 0.355, figure, INK)
    built = f"{holding.buildings} building{'' if holding.buildings == 1 else 's'}"
    return (
        plate(x, y, width, height, player, holding.you, holding.active)
        + group(purse, id=f"coins-{player['seat']}", **counting(coins, "bank"))
        + (gain_flag(flag_x, flag_y, gain, of=f"coins-{player['seat']}") if gain else "")
        + (coin_pile(middle, y + 139, coins) if height > 200 else "")
        + score_stars(middle - 1.5 * 29, y + height - 66, 26, landmarks, len(LANDMARKS))
        + words(f"{landmarks} of {len(LANDMARKS)} landmarks", middle, y + height - 33, 13, INK, 700, "middle")
        + words(built, middle, y + height - 15, 12, INK_SOFT, 500, "middle")
        + (winner_mark(x + width - 24, y + height - 62, 30) if holding.out else "")
    )


def city_heading(x: float, y: float, width: float, holding: Holding) -> str:
    """The heading of the city one looks at on a phone."""
    player, coins, landmarks = holding.player, holding.coins, holding.landmarks
    name = "Your city" if holding.you else f"{player['name']}’s city"
    room = width - 48 - 130
    size = 17 if text_width(name, 17, family=DISPLAY) <= room else 14
    return (
        panel(x, y, width, 36, 12)
        + seat_mark(x + 20, y + 18, 22, player["seat"])
        + display(shorten(name, room, size, family=DISPLAY), x + 38, y + 18 + size * 0.36, size, INK)
        + star(x + width - 128, y + 18, 10)
        + display(f"{landmarks}/{len(LANDMARKS)}", x + width - 114, y + 24, 16, INK)
        + draw_purse(Purse("coin", coins), x + width - 20 - 27 - text_width(str(coins), 18, family=DISPLAY), y + 18)
    )


def opponent_height(kinds: int, columns: int, tile: float) -> float:
    """The height of a panel that holds this many kinds of buildings."""
    return 84 + (tile + 6) * max(1, -(-kinds // columns))


def opponent(
    x: float,
    y: float,
    width: float,
    height: float,
    holding: Holding,
    landmarks: Sequence[tuple[str, bool, Change | None]],
    tiles: Sequence[tuple[str, int, Offer, Change | None]],
    columns: int,
    tile_height: float,
    offer: Offer,
    name: str,
) -> str:
    """Another player: coins, landmarks as roundels, every kind of building as a small tile."""
    seat, gap = holding.player["seat"], 5
    tile = (width - 30 - gap * (columns - 1)) / columns
    marks = "".join(
        landmark_roundel(x + 30 + i * 34, y + 58, 14, f"landmark-{seat}-{key}", key, built, change)
        for i, (key, built, change) in enumerate(landmarks)
    )
    score = display(f"{holding.landmarks}/{len(LANDMARKS)}", x + width - 14, y + 64, 16, INK, "end")
    score += star(x + width - 57, y + 58, 9)
    drawn = ""
    for i, (key, amount, tile_offer, change) in enumerate(tiles):
        tile_x, tile_y = x + 16 + (i % columns) * (tile + gap), y + 79 + (i // columns) * (tile_height + 6)
        drawn += small_tile(tile_x, tile_y, tile, tile_height, f"city-{seat}-{key}", key, amount, tile_offer, change)
    body = marks + score + drawn
    mark, mark_width = (winner_mark(11, 0, 22), 26) if holding.out else ("", 0)
    purses, state = [holding.purse("" if name else f"coins-{seat}")], (holding.active, body, offer)
    built = f"{holding.spoken_landmarks}, {count(holding.buildings, 'building')}"
    return player_panel(
        x, y, width, height, holding.player, purses, *state, mark=mark, mark_width=mark_width, text=built, name=name
    )
