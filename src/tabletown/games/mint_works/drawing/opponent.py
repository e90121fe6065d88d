"""The solitaire opponent: its card, with what it does and buys, and the street of its neighborhood."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.draw.panels import draw_purse
from tabletown.draw.pieces import mint, pictogram, seat_mark
from tabletown.draw.scenery import panel, scene
from tabletown.draw.shapes import circle, group, number, rect, stroke
from tabletown.draw.states import active_glow, chip, chip_width
from tabletown.draw.text import display, fit_lines, paragraph, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, PAPER_DEEP, seat_colour, var

from ..components import END_STARS
from ..state import RIVAL
from ..text.cards import OPPONENTS, Opponent
from .cards import back_tile, street_tile
from .players import Holding, Small, gained, small_card, star_row, token
from .street import empty_lots, street
from .tin import plaque, plaque_width

CARD_HEIGHT = 372
SCENE_HEIGHT = 106

# ---------------------------------------------------------------- the card


def opponent_card(x: float, y: float, width: float, key: str, holding: Holding, standing: str, named: bool) -> str:
    """Portrait, what it holds, traits, what it buys first; `standing` is how a finished game went for it."""
    stars = holding.stars
    about = OPPONENTS[key]
    traits = "".join(f"{text}. " for _, text in about.traits)
    course = "It takes the first shop of the line that it can use and builds its oldest plan."
    ink = var("mint-scene-ink")
    low = y + SCENE_HEIGHT
    reached = f"{stars}/{END_STARS}" if stars < 10 else stars
    return group(
        active_glow(x, y, width, CARD_HEIGHT, 16, RIVAL) if holding.active else "",
        panel(x, y, width, CARD_HEIGHT, 16, level=2),
        scene(x + 1, y + 1, width - 2, SCENE_HEIGHT, "blue", f"mw_{key}", 90, radius=15, shift=59 - width / 2),
        display(about.name, x + 116, y + 42, 25 if len(about.name) < 7 else 23, ink),
        words(about.title, x + 116, y + 61, 12, ink, 600),
        _standing(x + 116, y + 82, standing),
        seat_mark(x + 20, y + 20, 22, RIVAL),
        token(x + width - 36, y + 88, 28) if holding.token else "",
        rect(x + 0.5, low, width - 1, 5, seat_colour(RIVAL)),
        star_row(x + 21, low + 25, 16, stars, RIVAL if named else None),
        display(reached, x + 154, low + 31, 16, INK, "middle"),
        gained(x + 122, low + 10, holding.shone, 11, f"stars-{RIVAL}"),
        _mint_share(x + width - 48, low + 25, holding, named),
        _trait(x + 12, low + 46, width - 24, *about.traits[0]),
        _trait(x + 12, low + 92, width - 24, *about.traits[1]),
        _buying_order(x + 14, low + 144, about),
        tip=f"{about.name}, {about.title}. {traits}{course}",
        id="player-1" if named else "panel-1",
        role="group",
    )


def _standing(x: float, cy: float, standing: str) -> str:
    """A chip that says what the opponent is: at the end, how the game went for it."""
    label = {"": "Opponent", "lost": "Beaten", "drawn": "A draw", "won": "Has won"}[standing]
    fill, ink = (var("gold"), var("gold-ink")) if standing == "won" else (seat_colour(RIVAL, "dark"), "#fff")
    return chip(x + chip_width(label) / 2, cy, label, fill, ink)


def _mint_share(x: float, cy: float, holding: Holding, named: bool) -> str:
    if holding.mints is None:
        return group(pictogram("mw_endless_mints", x - 4, cy - 16, 32), tip="Mort’s mints are not counted")
    purse = holding.purse(f"mints-{RIVAL}" if named else "")
    return draw_purse(purse, x, cy, 18) + gained(x + 4, cy - 21, holding.paid, 11, f"mints-{RIVAL}")


def _trait(x: float, y: float, width: float, picture: str, text: str) -> str:
    lines, size = fit_lines(text, width - 48, 12.5, 11, 500)
    top = y + (24 if len(lines) == 1 else 17)
    return (
        rect(x, y, width, 40, PAPER_DEEP, 10, fill_opacity=0.6)
        + pictogram(f"mw_{picture}", x + 7, y + 5, 30)
        + paragraph(lines, x + 44, top, size, INK, 500, 1.2)
    )


def _buying_order(x: float, y: float, about: Opponent) -> str:
    """What it buys, in three steps: by cost, then by type, then next to the deck."""
    costs = [(1, 7.8), (3, 9.5), (5, 11.5)]
    if about.dearest_first:
        costs.reverse()
    return group(
        display(f"What {about.pronoun} buys", x + 2, y + 13, 14.5, INK),
        _step(x, y + 34, 1),
        *(mint(x + 36 + i * 32, y + 34, r, cost) for i, (cost, r) in enumerate(costs)),
        _arrow(x + 51, y + 34),
        _arrow(x + 82, y + 34),
        words("dearest" if about.dearest_first else "cheapest", x + 118, y + 38, 12.5, INK, 500),
        _step(x, y + 65, 2),
        *(pictogram(f"mw_type_{kind}", x + 25 + i * 36, y + 53, 23) for i, kind in enumerate(about.types)),
        *(_arrow(x + 52.6 + i * 36, y + 65) for i in range(len(about.types) - 1)),
        _step(x, y + 96, 3),
        pictogram("mw_card", x + 24, y + 84, 24),
        words("next to the deck", x + 52, y + 100.4, 12.5, INK, 500),
    )


def _step(x: float, y: float, index: int) -> str:
    return circle(x + 9, y, 9, INK) + display(index, x + 9, y + 4.4, 12, CARD, "middle")


def _arrow(x: float, y: float) -> str:
    return stroke(f"M{number(x)} {number(y - 4)}l4 4l-4 4", INK_SOFT, 2)


# ---------------------------------------------------------------- the neighborhood


def rival_street(x: float, y: float, width: float, height: float, name: str, cards: Sequence[Small], note: str) -> str:
    """Named tiles, plans on blue paper, card backs; many cards go to two rows of small ones."""
    gap, top, tile_h, rows = 9, y + 38, height - 50, 1
    columns = max(1, len(cards))
    tile = min(92, (width - 28 - gap * (columns - 1)) / columns)
    if tile < 58:
        rows, columns = 2, -(-columns // 2)
        tile = min(76, (width - 28 - gap * (columns - 1)) / columns)
        tile_h = (height - 50 - gap) / 2
    drawn = "".join(
        _street_card(
            x + 14 + (i % columns) * (tile + gap), top + (i // columns) * (tile_h + gap), tile, tile_h, card, rows
        )
        for i, card in enumerate(cards)
    )
    used = x + 14 + len(cards) * (tile + gap)
    free = x + width - 14 - used
    label = f"{name}’s neighborhood"
    wide = text_width(note, 11, 700) + 16
    return (
        street(x, y, width, height, "rival-street", 58, 20)
        + drawn
        + (empty_lots(used, top, free, tile_h, tile, gap) if rows == 1 and free >= tile else "")
        + plaque(x + 14 + plaque_width(label, 13.5) / 2, y + 6, label, 13.5)
        + (chip(x + width - 14 - wide / 2, y + 19, note, CARD, INK, edge=INK_SOFT) if note else "")
    )


def _street_card(x: float, y: float, width: float, height: float, card: Small, rows: int) -> str:
    sort, plan, figure, mints, change = card
    if sort == "back" or plan is None:
        wide = min(width, height * 0.72)
        return back_tile(x + (width - wide) / 2, y, wide, height, RIVAL, figure, change)
    if rows == 2:
        return small_card(x, y, min(width, height), RIVAL, card)
    return street_tile(x, y, width, height, RIVAL, plan, None if sort == "plan" else figure, mints, change)
