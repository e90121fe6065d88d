"""Who plays Mint Works: the own plate, other players, and the card of a solitaire opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.draw.panels import Purse, draw_purse, plate, player_panel
from tabletown.draw.pieces import mint, pictogram, score_stars, seat_mark
from tabletown.draw.scenery import panel, scene
from tabletown.draw.shapes import circle, group, number, rect, stroke, title
from tabletown.draw.states import Change, Offer, active_glow, chip, chip_width, gain_flag, gain_width
from tabletown.draw.text import DISPLAY, display, fit_lines, paragraph, shorten, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, PAPER_DEEP, seat_colour, var

from ..components import END_STARS, OPPONENTS, RIVALS
from .cards import back_tile, small_building, small_plan, street_tile
from .town import empty_lots, plaque, plaque_width, street

Player = Mapping[str, Any]
Small = tuple[str, str | None, int, int, Change | None]
"""A card in somebody's neighborhood: sort (building, plan, back), plan, worth or number, mints on it, change."""

_TRAITS = {
    "justin": (("start_token", "Begins with the start token"), ("shutter", "A shop he used is closed for the round")),
    "rachael": (
        ("out_of_play", "Her mints at the Supplier leave the game"),
        ("empty_tin", "Wins when the mint supply is empty"),
    ),
    "sonic": (("two_paws", "Takes two turns in a row"), ("no_supplier", "Skips the Supplier while he holds a plan")),
    "mort": (("endless_mints", "Never runs out of mints"), ("no_production", "Never buys Production")),
}
_THEY = {"justin": "he", "rachael": "she", "sonic": "he", "mort": "he"}


@dataclass(frozen=True)
class Opponent:
    """A solitaire opponent as the card says it."""

    key: str
    name: str
    title: str
    dearest_first: bool
    types: tuple[str, ...]

    @property
    def traits(self) -> tuple[tuple[str, str], ...]:
        return _TRAITS[self.key]

    @property
    def buys(self) -> str:
        return f"What {_THEY[self.key]} buys"


CAST = {
    key: Opponent(
        key,
        data["name"],
        data["title"],
        data["cost_preference"] == "high_first",
        tuple(t.lower() for t in data["type_priority"]),
    )
    for key, data in zip(RIVALS, OPPONENTS, strict=True)
}


def token(x: float, cy: float, size: float) -> str:
    """The Starting Player Token; x is its left edge."""
    return group(
        title("Holds the start token and leads the next round"),
        pictogram("mw_start_token", x, cy - size / 2, size),
        id="token",
        role="img",
    )


def _stars(x: float, cy: float, size: float, stars: int, side: int) -> str:
    return group(score_stars(x, cy, size, min(stars, END_STARS), END_STARS), id=f"stars-{side}")


# ---------------------------------------------------------------- the plate one looks from


def own_plate(
    x: float, y: float, width: float, height: float, player: Player, mints: int, stars: int, you: bool, active: bool,
    holds_token: bool, paid: Change | None, shone: Change | None,
) -> str:  # fmt: skip
    middle, side = x + width / 2, player["seat"]
    figure = 46 if mints < 100 else 36
    wide = text_width(str(mints), figure, family=DISPLAY)
    left = middle - (wide + 56) / 2 - (12 if holds_token else 0)
    flag = paid.amount if paid and paid.amount else 0
    high = height > 190
    row = y + (82 if high else 76)
    return (
        plate(x, y, width, height, player, you, active)
        + group(
            mint(left + 22, row, 22), display(mints, left + 54, row + figure * 0.35, figure, INK), id=f"mints-{side}"
        )
        + (token(x + width - 40, y + 66, 30) if holds_token else "")
        + (
            gain_flag(min(left + 58 + wide, x + width - gain_width(flag) - 4), row + (22 if holds_token else -14), flag)
            if flag
            else ""
        )
        + (words("mints to place" if you else "mints", middle, y + 123, 12, INK_SOFT, 500, "middle") if high else "")
        + _stars(middle - 3 * 20.2, y + height - 52, 18, stars, side)
        + display(
            f"{stars} of {END_STARS} stars" if stars <= END_STARS else f"{stars} stars",
            middle,
            y + height - 19,
            16,
            INK,
            "middle",
        )
        + (gain_flag(x + width - 34, y + height - 66, shone.amount, 11) if shone and shone.amount else "")
    )


def town_heading(
    x: float, y: float, width: float, player: Player, mints: int, stars: int, you: bool, holds_token: bool
) -> str:
    """The heading over a neighborhood on the phone."""
    name = "Your neighborhood" if you else f"{player['name']}’s neighborhood"
    size = 16 if text_width(name, 16, family=DISPLAY) <= width - 150 else 13
    right = x + width - 20 - 29 - text_width(str(mints), 20, family=DISPLAY)
    return (
        panel(x, y, width, 56, 13)
        + seat_mark(x + 22, y + 28, 24, player["seat"])
        + display(shorten(name, width - 150, size, family=DISPLAY), x + 44, y + 23, size, INK)
        + score_stars(x + 52, y + 41, 15, min(stars, END_STARS), END_STARS)
        + display(f"{stars}/{END_STARS}", x + 172, y + 46.4, 14.5, INK)
        + (token(right - 36, y + 28, 28) if holds_token else "")
        + draw_purse(Purse("mint", mints), right, y + 28, 20)
    )


# ---------------------------------------------------------------- other players


def _small_card(x: float, y: float, size: float, side: int, card: Small) -> str:
    sort, key, figure, mints, change = card
    if sort == "back" or key is None:
        return back_tile(x + size * 0.1, y, size * 0.76, size, side, figure, change)
    if sort == "plan":
        return small_plan(x, y, size, side, key, change)
    return small_building(x, y, size, side, key, figure, mints, change)


def rival_height(cards: int, columns: int, tile: float) -> float:
    return 80 + (tile + 7) * max(1, -(-cards // columns))


def rival(
    x: float, y: float, width: float, height: float, player: Player, purse: Purse, stars: int, cards: Sequence[Small],
    columns: int, tile: float, active: bool, offer: Offer, holds_token: bool, shone: Change | None, name: str, named: bool,
) -> str:  # fmt: skip
    """Another player: mints, stars towards seven, buildings and plans."""
    side = player["seat"]
    step = (width - 30 + 6) / columns
    drawn = "".join(
        _small_card(x + 17 + (i % columns) * step, y + 75 + (i // columns) * (tile + 7), tile, side, card)
        for i, card in enumerate(cards)
    )
    body = (
        (
            _stars(x + 27, y + 56, 17, stars, side)
            if named
            else score_stars(x + 27, y + 56, 17, min(stars, END_STARS), END_STARS)
        )
        + display(f"{stars}/{END_STARS}", x + width - 14, y + 62, 16, INK, "end")
        + (gain_flag(x + 152, y + 56, shone.amount, 11) if shone and shone.amount else "")
        + (drawn or words("Nothing bought yet", x + 18, y + 96, 12, INK_SOFT, 500))
    )
    mark = token(0, 0, 26) if holds_token else ""
    return player_panel(
        x, y, width, height, player, [purse], active, body, offer, mark=mark, mark_width=30 if mark else 0, name=name
    )


# ---------------------------------------------------------------- the opponent of a solitaire game


def _mint_share(x: float, cy: float, mints: int | None, side: int, named: bool, change: Change | None) -> str:
    if mints is None:
        return group(title("Mort’s mints are not counted"), pictogram("mw_endless_mints", x - 4, cy - 16, 32))
    flag = gain_flag(x + 4, cy - 21, change.amount, 11) if change and change.amount else ""
    return draw_purse(Purse("mint", mints, f"mints-{side}" if named else ""), x, cy, 18) + flag


def _trait(x: float, y: float, width: float, picture: str, text: str) -> str:
    lines, size = fit_lines(text, width - 48, 12.5, 11, 500)
    top = y + (24 if len(lines) == 1 else 17)
    return (
        rect(x, y, width, 40, PAPER_DEEP, 10, fill_opacity=0.6)
        + pictogram(f"mw_{picture}", x + 7, y + 5, 30)
        + paragraph(lines, x + 44, top, size, INK, 500, 1.2)
    )


def _arrow(x: float, y: float) -> str:
    return stroke(f"M{number(x)} {number(y - 4)}l4 4l-4 4", INK_SOFT, 2)


def _step(x: float, y: float, index: int) -> str:
    return circle(x + 9, y, 9, INK) + display(index, x + 9, y + 4.4, 12, CARD, "middle")


def _buying_order(x: float, y: float, about: Opponent) -> str:
    """What it buys, in three steps: cost, then type, then nearness to the deck. 104 high."""
    costs = ((5, 11.5), (3, 9.5), (1, 7.8)) if about.dearest_first else ((1, 7.8), (3, 9.5), (5, 11.5))
    first = (
        "".join(mint(x + 36 + i * 32, y + 34, r, cost) for i, (cost, r) in enumerate(costs))
        + _arrow(x + 51, y + 34)
        + _arrow(x + 82, y + 34)
    )
    types = "".join(pictogram(f"mw_type_{kind}", x + 25 + i * 36, y + 53, 23) for i, kind in enumerate(about.types))
    types += "".join(_arrow(x + 52.6 + i * 36, y + 65) for i in range(len(about.types) - 1))
    return group(
        display(about.buys, x + 2, y + 13, 14.5, INK),
        _step(x, y + 34, 1), first, words("dearest" if about.dearest_first else "cheapest", x + 118, y + 38, 12.5, INK, 500),
        _step(x, y + 65, 2), types,
        _step(x, y + 96, 3), pictogram("mw_card", x + 24, y + 84, 24), words("next to the deck", x + 52, y + 100.4, 12.5, INK, 500),
    )  # fmt: skip


def _standing(x: float, cy: float, place: int | None) -> str:
    """Opponent, and at the end who has won; `place` is the player's."""
    label = {None: "Opponent", 1: "Beaten", 2: "Has won"}[place]
    fill, ink = (var("gold"), var("gold-ink")) if place == 2 else (seat_colour(1, "dark"), "#fff")
    return chip(x + chip_width(label) / 2, cy, label, fill, ink)


CARD_HEIGHT = 372


def opponent_card(
    x: float, y: float, width: float, key: str, mints: int | None, stars: int, active: bool, holds_token: bool,
    paid: Change | None, shone: Change | None, place: int | None, name: str, named: bool,
) -> str:  # fmt: skip
    """The card of the opponent: portrait, what it holds, traits, what it buys first."""
    about, scene_h, side = CAST[key], 106, 1
    height = CARD_HEIGHT
    order = "".join(f"{text}. " for _, text in about.traits)
    said = f"{about.name}, {about.title}. {order}It takes the first shop of the line that it can use and builds its oldest plan."
    ink = var("mint-scene-ink")
    holds = y + scene_h + 25
    return group(
        title(said),
        active_glow(x, y, width, height, 16, side) if active else "",
        panel(x, y, width, height, 16, level=2),
        scene(x + 1, y + 1, width - 2, scene_h, "blue", f"mw_{key}", 90, radius=15, shift=59 - width / 2),
        display(about.name, x + 116, y + 42, 25 if len(about.name) < 7 else 23, ink),
        words(about.title, x + 116, y + 61, 12, ink, 600),
        _standing(x + 116, y + 82, place),
        seat_mark(x + 20, y + 20, 22, side),
        token(x + width - 36, y + 88, 28) if holds_token else "",
        rect(x + 0.5, y + scene_h, width - 1, 5, seat_colour(side)),
        _stars(x + 21, holds, 16, stars, side) if named else score_stars(x + 21, holds, 16, min(stars, END_STARS), END_STARS),
        display(f"{stars}/{END_STARS}" if stars < 10 else stars, x + 154, holds + 6, 16, INK, "middle"),
        gain_flag(x + 122, holds - 15, shone.amount, 11) if shone and shone.amount else "",
        _mint_share(x + width - 48, holds, mints, side, named, paid),
        _trait(x + 12, y + scene_h + 46, width - 24, *about.traits[0]),
        _trait(x + 12, y + scene_h + 92, width - 24, *about.traits[1]),
        _buying_order(x + 14, y + scene_h + 144, about),
        id=name,
        role="group",
    )  # fmt: skip


def rival_street(x: float, y: float, width: float, height: float, name: str, cards: Sequence[Small], note: str) -> str:
    """The opponent's neighborhood: named tiles, plans on blue paper, card backs."""
    gap, top, tile_h = 9, y + 38, height - 50
    count = max(1, len(cards))
    tile = min(92, (width - 28 - gap * (count - 1)) / count)
    rows = 1
    if tile < 58:
        rows = 2
        columns = -(-count // 2)
        tile = min(76, (width - 28 - gap * (columns - 1)) / columns)
        tile_h = (height - 50 - gap) / 2
    columns = -(-count // rows)
    drawn = []
    for i, card in enumerate(cards):
        left, high = x + 14 + (i % columns) * (tile + gap), top + (i // columns) * (tile_h + gap)
        sort, key, figure, mints, change = card
        if sort == "back" or key is None:
            wide = min(tile, tile_h * 0.72)
            drawn.append(back_tile(left + (tile - wide) / 2, high, wide, tile_h, 1, figure, change))
        elif rows == 2:
            drawn.append(_small_card(left, high, min(tile, tile_h), 1, card))
        else:
            drawn.append(
                street_tile(left, high, tile, tile_h, 1, key, None if sort == "plan" else figure, mints, change)
            )
    used = x + 14 + len(cards) * (tile + gap)
    lots = (
        empty_lots(used, top, x + width - 14 - used, tile_h, tile, gap)
        if rows == 1 and x + width - 14 - used >= tile
        else ""
    )
    label = f"{name}’s neighborhood"
    wide = text_width(note, 11, 700) + 16
    return (
        street(x, y, width, height, "rival-street", 58, 20)
        + "".join(drawn)
        + lots
        + plaque(x + 14 + plaque_width(label, 13.5) / 2, y + 6, label, 13.5)
        + (chip(x + width - 14 - wide / 2, y + 19, note, CARD, INK, edge=INK_SOFT) if note else "")
    )
