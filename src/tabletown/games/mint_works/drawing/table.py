"""How Mint Works looks: a view drawn as a sheet of regions, for wide screens and for phones, for several and alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tabletown.draw.component import HEIGHT, WIDTH, component_card
from tabletown.draw.panels import Purse
from tabletown.draw.pictures import inline_picture, load_pictures
from tabletown.draw.pieces import mint, pictogram
from tabletown.draw.sheet import Box, Region, Sheet, boxed, region
from tabletown.draw.shell import (
    MAIN,
    MAIN_WIDTH,
    PAD,
    PHONE_WIDTH,
    SIDE,
    SIDE_TOP,
    SIDE_WIDTH,
    desktop_table,
    phone_panels,
    phone_table,
    roomiest,
    side_panels,
)
from tabletown.draw.states import NOTHING, Change
from tabletown.draw.text import words
from tabletown.draw.tokens import INK, load_colours

from ..text.cards import PLANS, SHOPS
from .cards import back_tile, building_tile, deck_pile, gap_card, plan_card, plan_chip, plan_tile
from .opponent import CARD_HEIGHT, opponent_card, rival_street
from .players import own_plate, rival, rival_height, town_heading
from .shops import next_chip, order_badge, shop, shop_chip
from .street import empty_lots, street
from .tin import hinge, mint_heap, plaque, plaque_width, tin_half
from .view_model import Front, Sale, TableModel, Tile

__all__ = ["DEFS", "TOKENS", "table"]

DEFS = load_pictures(__package__, "mw_")
TOKENS = load_colours(__package__, "mint-")
EMBLEM = inline_picture(__package__, "mint", -15, -15, 30)

# ---------------------------------------------------------------- parts that hold many things


def _front(x: float, y: float, width: float, height: float, front: Front) -> str:
    """One shop with its chip and, alone, its number in the line."""
    offer, order = front[7], front[11]
    badge = order_badge(x + 4, y + (0 if offer.chosen else 4), order) if order else ""
    return shop(x, y, width, height, *front) + shop_chip(x, y, width, height, offer) + badge


def _shops(
    x: float, y: float, width: float, height: float, columns: int, gap: float, row_gap: float, fronts: Sequence[Front]
) -> list[Region]:
    """All shops, each a region of its own; the chosen one lies above its neighbours."""
    each = (width - gap * (columns - 1)) / columns
    found = []
    for index, front in enumerate(fronts):
        box = x + (index % columns) * (each + gap), y + (index // columns) * (height + row_gap), each, height
        found.append((front[7].chosen, region(f"shop-{front[0].key}", box, _front, *box, front)))
    return [part for _, part in sorted(found, key=lambda entry: entry[0])]


def _sales(
    x: float, y: float, width: float, height: float, gap: float, picture: float, sales: Sequence[Sale], empty: bool
) -> str:
    """The plans for sale; chips above all cards."""
    cards, chips = [], []
    for index, sale in enumerate(sales):
        box = x + index * (width + gap), y, width, height
        if sale is None:
            cards.append(gap_card(*box, empty))
            continue
        plan, price, offer, change = sale
        cards.append(plan_card(*box, plan, price, offer, change, picture))
        chips.append(plan_chip(*box, offer))
    return "".join([*cards, *chips])


def _deck(
    x: float,
    y: float,
    width: float,
    height: float,
    left: int,
    under: Sequence[str | None],
    change: Change | None,
    label_y: float,
) -> str:
    return deck_pile(x, y, width, height, left, change, tuple(under)) + words(
        "Plan deck", x + width / 2, label_y, 12, INK, 700, "middle"
    )


def _bank(
    cx: float, base: float, size: float, rows: Sequence[int], left: int | None, removed: int, label_y: float
) -> str:
    label = f"Mint supply, {removed} removed" if removed else "Mint supply"
    return mint_heap(cx, base, size, tuple(rows), left) + words(label, cx, label_y, 12, INK, 700, "middle")


def _tin(x: float, y: float, base_w: float, lid_w: float, height: float) -> str:
    lid_x = x + base_w + 8
    return (
        tin_half(x, y, base_w, height)
        + tin_half(lid_x, y, lid_w, height)
        + hinge(x + base_w + 4, y + 82, 46)
        + hinge(x + base_w + 4, y + height - 82, 46)
        + plaque(lid_x + lid_w / 2, y - 9, "Plans for sale")
        + plaque(x + base_w / 2, y - 9, "Main Street")
    )


def _tile(box: Box, side: int, tile: Tile) -> str:
    sort, plan, figure, second, offer, change, value, secret = tile
    if sort == "back" or plan is None:
        wide = min(box[2], box[3] * 0.72)
        return back_tile(box[0] + (box[2] - wide) / 2, box[1], wide, box[3], side, figure, change)
    if sort == "building":
        return building_tile(*box, side, plan, figure, second, offer, change, value)
    return plan_tile(*box, side, plan, figure, second, offer, change, value, secret)


_DIVIDE = 14


def _town(x: float, y: float, width: float, height: float, side: int, tiles: Sequence[Tile], whose: str) -> str:
    """Buildings on the left, plans on the right, lots where there is room; many cards go to two rows."""
    gap, count = 12, max(1, len(tiles))
    built = sum(tile[0] == "building" for tile in tiles)
    top, low = y + 35, height - 49
    each = min(146.0, (width - _DIVIDE - gap * (count - 1)) / count)
    if each < 92:
        return _two_rows(x, y, width, height, side, tiles, whose)
    drawn, cursor = [], x
    for index, tile in enumerate(tiles):
        cursor += _DIVIDE if index == built and built else 0
        drawn.append(_tile((cursor, top, each, low), side, tile))
        cursor += each + gap
    free = x + width - cursor
    lots = empty_lots(cursor, top, free, low, each, gap) if free >= each else ""
    plans_x = x + built * (each + gap) + (_DIVIDE if built else 0)
    return "".join(drawn) + lots + _headings(x, y, plans_x, built, len(tiles) - built, whose)


def _two_rows(x: float, y: float, width: float, height: float, side: int, tiles: Sequence[Tile], whose: str) -> str:
    gap = 9
    columns = -(-len(tiles) // 2)
    each = min(110.0, (width - gap * (columns - 1)) / columns)
    tall = (height - 49 - gap) / 2
    boxes = [
        (x + (i % columns) * (each + gap), y + 35 + (i // columns) * (tall + gap), each, tall)
        for i in range(len(tiles))
    ]
    label = f"{whose} neighborhood"
    return "".join(_tile(box, side, tile) for box, tile in zip(boxes, tiles, strict=True)) + plaque(
        x + plaque_width(label, 13.5) / 2, y, label, 13.5
    )


def _headings(x: float, y: float, plans_x: float, built: int, plans: int, whose: str) -> str:
    """Plaques over buildings and plans; one for both where they would touch."""
    buildings, hidden = f"{whose} buildings", "Face-down plans"
    if not built and not plans:
        buildings = f"{whose} neighborhood"
    if not built and plans:
        return plaque(x + plaque_width(hidden, 13.5) / 2, y, hidden, 13.5)
    if plans and x + plaque_width(buildings, 13.5) + 8 > plans_x:
        buildings, plans = f"{whose} neighborhood", 0
    left = plaque(x + plaque_width(buildings, 13.5) / 2, y, buildings, 13.5)
    return left + (plaque(plans_x + plaque_width(hidden, 13.5) / 2, y, hidden, 13.5) if plans else "")


def _deck_region(model: TableModel, x: float, y: float, width: float, height: float, label_y: float) -> Region:
    position = model.position
    pile = (position["deck"], position["under"], model.targets.fresh("deck"))
    return region("deck", None, _deck, x, y, width, height, *pile, label_y)


def _bank_region(model: TableModel, cx: float, base: float, size: float, rows: Sequence[int], label_y: float) -> Region:
    left, removed = model.position["bank"], model.position["removed"]
    return region("bank", None, _bank, cx, base, size, rows, left, removed, label_y)


def _rival(model: TableModel, side: int, box: Box, columns: int, tile: float, named: bool) -> Region:
    offer = model.targets.offer(f"player-{side}") if named else NOTHING
    data = (model.holding(side), model.smalls(side), columns, tile, offer)
    return boxed(f"seat-{side}", box, rival, *data, "" if named else f"panel-{side}")


def _opponent_card(model: TableModel, x: float, y: float, width: float, named: bool) -> Region:
    data = (x, y, width, model.opponent, model.holding(1), model.position["opponent_standing"], named)
    return region("opponent", (x, y, width, CARD_HEIGHT), opponent_card, *data)


# ---------------------------------------------------------------- wide screens

_CROWDING = ((4, 36.0, 150), (5, 33.0, 120), (6, 28.0, 90), (7, 24.0, 70), (8, 21.0, 60))
"""Columns and size of small cards, from roomy to tight, and the least room the log may keep."""


def _rivals(model: TableModel) -> tuple[list[Region], float]:
    """All other players in turn order, as large as there is room; and where the log may begin."""
    others = model.others()
    cards = [len(model.smalls(side)) for side in others]
    columns, tile, heights = roomiest(_CROWDING, lambda columns, tile: [rival_height(n, columns, tile) for n in cards])
    return side_panels(
        zip(others, heights, strict=True), lambda side, box: _rival(model, side, box, columns, tile, True)
    )


def _own(model: TableModel, y: float, height: float) -> list[Region]:
    """The street in front: plate, buildings and plans."""
    me, plate_w = model.me, 168
    plate = (MAIN + 12, y + 12, plate_w, height - 24)
    town = (MAIN + plate_w + 28, y + 11, MAIN_WIDTH - plate_w - 42, height - 11)
    whose = "Your" if model.you else f"{model.name(me)}’s"
    return [
        boxed("street", (MAIN, y, MAIN_WIDTH, height), street, "street"),
        boxed("plate", plate, own_plate, model.holding(me)),
        region("town", None, _town, *town, me, model.tiles(), whose),
    ]


def _desktop(model: TableModel) -> Sheet:
    """Shops in the base of the tin, plans for sale in its lid."""
    tin_y, tin_h, lid_w = 92, 372, 342
    base_w = MAIN_WIDTH - lid_w - 8
    lid_x, low = MAIN + base_w + 8, tin_y + 207
    fronts, empty = model.fronts(), model.position["deck"] == 0
    columns = 4 if len(fronts) > 6 else 3
    shop_h = (tin_h - 22 - 11 - 21 - 19) / 2
    main = [
        region("tin", (MAIN, tin_y, MAIN_WIDTH, tin_h), _tin, MAIN, tin_y, base_w, lid_w, tin_h),
        *_shops(MAIN + 19, tin_y + 22, base_w - 38, shop_h, columns, 9, 21, fronts),
        region("supply", None, _sales, lid_x + 19.5, tin_y + 28, 96, 158, 7.5, 76, model.sales(), empty),
        _deck_region(model, lid_x + 28, low + 10, 82, 112, low + 145),
        _bank_region(model, lid_x + 222, low + 110, 37, (2, 4, 5, 6), low + 145),
        *_own(model, 476, 234),
    ]
    rivals, log_y = _rivals(model)
    return desktop_table(model, main, rivals, log_y, EMBLEM)


def _line_tin(x: float, y: float, width: float, height: float) -> str:
    return tin_half(x, y, width, height, 26, 10)


def _next(x: float, y: float, width: float, gap: float, fronts: Sequence[str], goal: str | None, name: str) -> str:
    """Which shop of the line the opponent would take now."""
    if goal is None:
        return ""
    each = (width - gap * (len(fronts) - 1)) / len(fronts)
    return next_chip(x + list(fronts).index(goal) * (each + gap) + each / 2, y, name, 1)


def _solo_desktop(model: TableModel) -> Sheet:
    """The shops in one line, as the opponent goes through them; below them its street and the plans for sale."""
    fronts, empty = model.fronts(), model.position["deck"] == 0
    y, lid_x = 315, MAIN + 516
    keys = [front[0].key for front in fronts]
    line = (MAIN + 20, 106, MAIN_WIDTH - 40, 13)
    main = [
        boxed("tin", (MAIN, 90, MAIN_WIDTH, 213), _line_tin),
        *_shops(MAIN + 20, 126, MAIN_WIDTH - 40, 147, len(fronts), 13, 0, fronts),
        region("next", None, _next, *line, keys, model.position["opponent_next"], model.name(1)),
        boxed("lid", (lid_x, y, 502, 164), _line_tin),
        region("supply", None, _sales, lid_x + 20, y + 17, 104, 124, 9, 46, model.sales(), empty),
        _deck_region(model, lid_x + 248, y + 22, 74, 102, y + 147),
        _bank_region(model, lid_x + 410, y + 114, 31, (2, 4, 5), y + 147),
        *_own(model, 491, 219),
    ]
    if not model.opponent:
        return desktop_table(model, main, [], SIDE_TOP, EMBLEM)
    main.append(_rival_street(model, MAIN, y, 504, model.note()))
    card = _opponent_card(model, SIDE, SIDE_TOP, SIDE_WIDTH, True)
    return desktop_table(model, main, [card], SIDE_TOP + CARD_HEIGHT + 10, EMBLEM)


def _rival_street(model: TableModel, x: float, y: float, width: float, note: str) -> Region:
    return region("rival-street", None, rival_street, x, y, width, 164, model.name(1), model.smalls(1), note)


# ---------------------------------------------------------------- phones


def _phone_shops(model: TableModel, y: float) -> tuple[list[Region], float]:
    fronts = model.fronts()
    rows = -(-len(fronts) // 2)
    height, shop_h = 40 + rows * 150 + (rows - 1) * 23 + 8, 150
    x, width = PAD - 4, PHONE_WIDTH + 8
    parts = [
        region("tin", None, _phone_half, x, y, width, height, "Main Street"),
        *_shops(x + 17, y + 22, width - 34, shop_h, 2, 11, 23, fronts),
    ]
    return parts, y + height + 22


def _phone_half(x: float, y: float, width: float, height: float, label: str) -> str:
    return tin_half(x, y, width, height, 26, 9) + plaque(x + width / 2, y - 11, label)


def _phone_lid(model: TableModel, y: float) -> tuple[list[Region], float]:
    x, width, height = PAD - 4, PHONE_WIDTH + 8, 318
    sales, empty = model.sales(), model.position["deck"] == 0
    each = (width - 34 - 7 * 2) / 3
    left = x + (width - len(sales) * each - (len(sales) - 1) * 7) / 2
    low = y + 192
    parts = [
        region("lid", None, _phone_half, x, y, width, height, "Plans for sale"),
        region("supply", None, _sales, left, y + 22, each, 158, 7, 74, sales, empty),
        _deck_region(model, x + 32, low + 8, 62, 84, low + 110),
        _bank_region(model, x + 222, low + 76, 34, (2, 4, 5), low + 110),
    ]
    return parts, y + height + 14


def _phone_tiles(x: float, y: float, width: float, side: int, tiles: Sequence[Tile]) -> str:
    """Three cards a row; plans after buildings."""
    each = (width - 20) / 3
    return "".join(
        _tile((x + (i % 3) * (each + 10), y + (i // 3) * 180, each, 166), side, tile) for i, tile in enumerate(tiles)
    )


def _phone_town(model: TableModel, y: float) -> tuple[list[Region], float]:
    me, tiles = model.me, model.tiles()
    x, width = PAD + 10, PHONE_WIDTH - 20
    height = 82 + -(-len(tiles) // 3) * 180 if tiles else 130
    parts = [
        region("street", None, street, PAD, y, PHONE_WIDTH, height, "street", 110, 10),
        region("heading", None, town_heading, x, y + 10, width, model.holding(me)),
        region("town", None, _phone_tiles, x, y + 80, width, me, tiles),
    ]
    return parts, y + height + 20


def _phone_rivals(model: TableModel, y: float) -> tuple[list[Region], float]:
    if not model.alone:
        heights = [(side, rival_height(len(model.smalls(side)), 7, 36)) for side in model.others()]
        return phone_panels(y, heights, lambda side, box: _rival(model, side, box, 7, 36, False))
    if not model.opponent:
        return [], y
    card = _opponent_card(model, PAD + (PHONE_WIDTH - 260) / 2, y + 176, 260, False)
    return [_rival_street(model, PAD, y, PHONE_WIDTH, ""), card], y + 176 + CARD_HEIGHT + 12


def _phone(model: TableModel) -> Sheet:
    def purses(side: int) -> list[Purse]:
        holding = model.holding(side)
        stars = Purse("star", holding.stars)
        return [stars] if holding.mints is None else [holding.purse(f"mints-{side}"), stars]

    sides = [side for side in model.sides() if side < len(model.view["players"]) or model.opponent]
    strip = [(model.player(side), purses(side)) for side in sides]
    parts = {"shops": _phone_shops, "lid": _phone_lid, "town": _phone_town, "rivals": _phone_rivals}
    return phone_table(
        model, strip, [partial(parts[name], model) for name in _phone_order(model.phase)], EMBLEM, gap=22
    )


def _phone_order(phase: str) -> tuple[str, ...]:
    """What must be touched now comes first."""
    if phase in ("recycle", "give", "hired_build"):
        return "town", "shops", "lid", "rivals"
    if phase in ("take", "hired_buy"):
        return "lid", "town", "shops", "rivals"
    return "shops", "lid", "town", "rivals"


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    model = TableModel(view)
    if layout == "phone":
        return _phone(model)
    return _solo_desktop(model) if model.alone else _desktop(model)


def component(thing: str) -> str:
    """A Plan for sale, a shop of Main Street, or the tin of mints."""
    if thing in PLANS:
        return plan_card(0, 0, WIDTH, HEIGHT, PLANS[thing], PLANS[thing].cost, NOTHING, None, HEIGHT - 74)
    place = thing.removeprefix("at_")
    if place in SHOPS:
        return component_card(SHOPS[place].name, pictogram(f"mw_{thing}", -16, -16, 32), "green", "Location")
    return component_card({"setup": "Setup", "round": "Every round"}[thing], mint(0, 0, 13), "green", "Whole game")
