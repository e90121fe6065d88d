"""How Machi Koro looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tabletown.draw.component import HEIGHT, WIDTH, component_card
from tabletown.draw.panels import Purse
from tabletown.draw.pictures import inline_picture
from tabletown.draw.pieces import coin, coin_pile, pictogram
from tabletown.draw.scenery import backdrop, stall
from tabletown.draw.sheet import Box, Region, Sheet, boxed, region
from tabletown.draw.shell import (
    BOTTOM,
    MAIN,
    MAIN_WIDTH,
    PAD,
    PHONE_WIDTH,
    desktop_table,
    phone_panels,
    phone_table,
    roomiest,
    side_panels,
)
from tabletown.draw.states import NOTHING
from tabletown.draw.tokens import Tokens

from ..components import COPIES, ESTABLISHMENTS
from ..text.cards import LANDMARKS, ONE_DIE, TWO_DICE
from .bank import bank_heap, deck_pile
from .cards import DEFS, city_tile, free_place, landmark_card, market_card, market_chip
from .dice import dice_tray, phone_dice
from .players import city_heading, opponent, opponent_height, own_plate
from .view_model import Plot, Stack, TableModel, Tile

__all__ = ["DEFS", "TOKENS", "component", "table"]

TOKENS: Tokens = {"light": {}, "dark": {}}
EMBLEM = inline_picture(__package__, "convenience_store", -16, -16, 32)


# ---------------------------------------------------------------- parts that hold many things


def _market(
    x: float, y: float, width: float, height: float, gap: float, rows: Sequence[Sequence[Stack | None]], row_gap: float
) -> str:
    """Rows of stacks; the chosen card above its neighbours, all chips above all cards; None is a free place."""
    cards, lifted, chips = [], "", []
    for r, row in enumerate(rows):
        for c, stack in enumerate(row):
            box = x + c * (width + gap), y + r * (height + row_gap), width, height
            if stack is None:
                cards.append(free_place(*box))
                continue
            key, left, offer, change = stack
            card = market_card(*box, key, left, offer, change)
            chips.append(market_chip(*box, offer))
            if offer.chosen:
                lifted = card
            else:
                cards.append(card)
    return "".join([*cards, lifted, *chips])


def _aside(x: float, y: float, width: float, height: float, card: float, deck: int, bank: int, limited: bool) -> str:
    """What lies beside a dealt market: its deck and the bank."""
    return deck_pile(x, y, card, height, deck) + bank_heap(x + card + 10, y, width - card - 10, height, bank, limited)


def _plots(
    seat: int, x: float, y: float, width: float, height: float, gap: float, columns: int, plots: Sequence[Plot]
) -> str:
    each = (width - gap * (columns - 1)) / columns
    cards = []
    for i, (key, built, offer, change) in enumerate(plots):
        box = x + (i % columns) * (each + gap), y + (i // columns) * (height + 8), each, height
        cards.append(landmark_card(*box, f"landmark-{seat}-{key}", key, built, offer, change))
    return "".join(cards)


def _tiles(
    seat: int,
    x: float,
    y: float,
    tile: float,
    height: float,
    gap: float,
    row_gap: float,
    columns: int,
    tiles: Sequence[Tile],
    given: str | None,
) -> str:
    drawn = []
    for i, (key, count, offer, change) in enumerate(tiles):
        box = x + (i % columns) * (tile + gap), y + (i // columns) * (height + row_gap), tile, height
        drawn.append(city_tile(*box, f"city-{seat}-{key}", key, count, offer, change, key == given))
    return "".join(drawn)


def _opponent(model: TableModel, seat: int, box: Box, columns: int, tile: float, phone: bool) -> Region:
    plots = [(key, built, change) for key, built, _, change in model.plots(seat)]
    offer = NOTHING if phone else model.targets.offer(f"player-{seat}")
    data = (model.holding(seat), plots, model.tiles(seat), columns, tile, offer)
    return boxed(f"seat-{seat}", box, opponent, *data, f"panel-{seat}" if phone else "")


# ---------------------------------------------------------------- wide screens

_CROWDING = ((3, 58.0, 220), (4, 44.0, 200), (5, 37.0, 170), (6, 33.0, 96), (6, 29.0, 84), (6, 26.0, 66))
"""Columns and height of an opponent's tiles, from roomy to tight, and the least room the log may keep."""


def _opponents(model: TableModel) -> tuple[list[Region], float]:
    """All opponents in turn order, as large as there is room; and where the log may begin."""
    others = model.others()
    kinds = [len(model.tiles(seat)) for seat in others]
    columns, tile, heights = roomiest(
        _CROWDING, lambda columns, tile: [opponent_height(n, columns, tile) for n in kinds]
    )
    return side_panels(
        zip(others, heights, strict=True), lambda seat, box: _opponent(model, seat, box, columns, tile, False)
    )


def _city_rows(
    x: float, y: float, width: float, height: float, kinds: int
) -> tuple[float, float, float, float, float, float, int]:
    """One row of named tiles, or two rows of small ones in a large city."""
    gap, rows = 12, 1 if kinds <= 9 else 2
    columns = max(1, -(-kinds // rows))
    tile = min(96, (width - gap * (columns - 1) - 6) / columns)
    return x, y, tile, (height - gap * (rows - 1)) / rows, gap, gap, columns


_CARD_HEIGHT, _CARD_WIDTH, _ROW_GAP = 140, (MAIN_WIDTH - 24 - 8 * 7) / 9, 13
_STALL_TOP, _STALL_HEIGHT = 94, 34 + 2 * _CARD_HEIGHT + _ROW_GAP + 16


def _desktop_market(model: TableModel) -> list[Region]:
    """The stall with two rows of cards, the dice beside the second; a dealt market has its deck and the bank there."""
    x, y = MAIN + 12, _STALL_TOP + 34
    stacks, beside, bank = model.stacks(), [], model.bank
    if model.dealt:
        columns = -(-model.places // 2)
        rows = [stacks[:columns], stacks[columns:]]
    else:
        rows = [[s for s in stacks if s and s[0] in ONE_DIE], [s for s in stacks if s and s[0] in TWO_DICE]]
        columns = len(rows[1])
    tray_x = x + columns * (_CARD_WIDTH + 7)
    tray_w = MAIN + MAIN_WIDTH - 12 - tray_x
    if model.dealt:
        box = (tray_x, y, tray_w, _CARD_HEIGHT)
        beside, bank = [boxed("bank", box, _aside, _CARD_WIDTH, model.position["deck"], *bank)], (None, False)
    tray = (tray_x, y + _CARD_HEIGHT + _ROW_GAP, tray_w, _CARD_HEIGHT)
    place = (MAIN, _STALL_TOP, MAIN_WIDTH, _STALL_HEIGHT)
    words = (model.caption(), model.note(), list(model.seats))
    return [
        boxed("stall", place, stall, "Market"),
        region("market", place, _market, x, y, _CARD_WIDTH, _CARD_HEIGHT, 7, rows, _ROW_GAP),
        *beside,
        boxed("dice", tray, dice_tray, *model.dice(), *words, *bank),
    ]


def _desktop_city(model: TableModel) -> list[Region]:
    """The town in front: plate, landmarks and cards."""
    me, position, plate_w = model.me, model.position, 168
    y = _STALL_TOP + _STALL_HEIGHT + 12
    height = BOTTOM - y
    x, width = MAIN + plate_w + 26, MAIN_WIDTH - plate_w - 38
    plots, tiles = model.plots(me), model.tiles(me)
    rows = _city_rows(x, y + 120, width, height - 132, len(tiles))
    return [
        boxed("land", (MAIN, y, MAIN_WIDTH, height), backdrop, 96, "city"),
        boxed("plate", (MAIN + 12, y + 12, plate_w, height - 24), own_plate, model.holding(me)),
        region("landmarks", None, _plots, me, x, y + 12, width, 92, 10, 4, plots),
        region("city", None, _tiles, me, *rows, tiles, position["give"]),
    ]


def _desktop(model: TableModel) -> Sheet:
    opponents, log_y = _opponents(model)
    return desktop_table(
        model, [*_desktop_market(model), *_desktop_city(model)], opponents, log_y, EMBLEM, log_lines=12
    )


# ---------------------------------------------------------------- phones


def _phone(model: TableModel) -> Sheet:
    def purses(seat: int) -> list[Purse]:
        holding = model.holding(seat)
        return [holding.purse(f"coins-{seat}"), Purse("star", holding.landmarks, said=holding.spoken_landmarks)]

    parts = {"market": _phone_market, "city": _phone_city, "opponents": _phone_opponents}
    nothing_rolls = model.won or model.phase in ("start", "deal")
    return phone_table(
        model,
        [(model.player(seat), purses(seat)) for seat in model.seats],
        [partial(parts[name], model) for name in _phone_order(model.phase)],
        EMBLEM,
        aside=("", 0) if nothing_rolls else (phone_dice(0, 0, *model.dice()), 104),
        gap=16,
    )


def _phone_order(phase: str) -> tuple[str, str, str]:
    """What must be touched now comes first."""
    if phase == "give":
        return "city", "market", "opponents"
    return ("opponents", "city", "market") if phase == "take" else ("market", "city", "opponents")


def _phone_market(model: TableModel, y: float) -> tuple[list[Region], float]:
    x, width, gap, row_gap, card_h = PAD - 4, PHONE_WIDTH + 8, 7, 18, 140
    card_w = (width - 24 - 2 * gap) / 3
    stacks = model.stacks()
    rows = [stacks[i : i + 3] for i in range(0, len(stacks), 3)]
    height = 34 + max(1, len(rows)) * (card_h + row_gap) - 2
    parts = [
        region("stall", None, stall, x, y, width, height, "Market"),
        region("market", None, _market, x + 12, y + 34, card_w, card_h, gap, rows, row_gap),
    ]
    if not model.dealt:
        return parts, y + height + 14
    box = (PAD, y + height + 10, PHONE_WIDTH, 120)
    parts.append(boxed("bank", box, _aside, 96, model.position["deck"], *model.bank))
    return parts, y + height + 144


def _phone_city(model: TableModel, y: float) -> tuple[list[Region], float]:
    me, position = model.me, model.position
    plots, tiles = model.plots(me), model.tiles(me)
    columns, gap, tile_h, land_h = 4, 9, 104, 102
    tile = (PHONE_WIDTH - 24 - gap * (columns - 1)) / columns
    rows = -(-len(tiles) // columns)
    height = 58 + 2 * (land_h + 8) + rows * (tile_h + 14) + 12
    x, width, top = PAD + 10, PHONE_WIDTH - 20, y + 54 + 2 * (land_h + 8) + 10
    parts = [
        region("land", None, backdrop, PAD, y, PHONE_WIDTH, height, 130, "city"),
        region("heading", None, city_heading, x, y + 10, width, model.holding(me)),
        region("landmarks", None, _plots, me, x, y + 54, width, land_h, 8, 2, plots),
        region("city", None, _tiles, me, x, top, tile, tile_h, gap, 14, columns, tiles, position["give"]),
    ]
    return parts, y + height + 12


def _phone_opponents(model: TableModel, y: float) -> tuple[list[Region], float]:
    """Large enough to be touched while a card is taken."""
    columns, tile = (6, 44.0) if model.phase == "take" and model.targets.moves else (9, 33.0)
    heights = [(seat, opponent_height(len(model.tiles(seat)), columns, tile)) for seat in model.others()]
    return phone_panels(y, heights, lambda seat, box: _opponent(model, seat, box, columns, tile, True))


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    return {"desktop": _desktop, "phone": _phone}[layout](TableModel(view))


def component(thing: str) -> str:
    """A card of the market, a landmark, or the coins that everybody begins with."""
    if thing in ESTABLISHMENTS:
        return market_card(0, 0, WIDTH, HEIGHT, thing, int(COPIES[ESTABLISHMENTS.index(thing)]), NOTHING, None)
    if thing in LANDMARKS:
        card = LANDMARKS[thing]
        price = coin(WIDTH - 17, 17, 13, card.cost)
        return component_card(card.name, pictogram(thing, -16, -16, 32), "gold", card.band, price, card.effect)
    return component_card("Starting coins", coin_pile(0, 10, 3, step=9), "gold", "Whole game")
