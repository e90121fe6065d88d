"""How Mint Works looks: a view drawn as a sheet of regions, for wide screens and for phones, for several and alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.panels import (
    Purse,
    action_bar,
    log_height,
    log_strip,
    phone_bar,
    phone_bar_height,
    round_button,
    score_strip,
    wordmark,
)
from tabletown.draw.pictures import load_pictures
from tabletown.draw.pieces import pictogram
from tabletown.draw.sheet import Region, Sheet, region
from tabletown.draw.states import NOTHING, Change, Targets
from tabletown.draw.text import words
from tabletown.draw.tokens import INK

from .cards import back_tile, building_tile, deck_pile, gap_card, plan_card, plan_chip, plan_tile
from .colours import TOKENS
from .opponent import CARD_HEIGHT, opponent_card, rival_street
from .players import own_plate, rival, rival_height, town_heading
from .shops import next_chip, order_badge, shop, shop_chip
from .street import empty_lots, street
from .tin import hinge, mint_heap, plaque, plaque_width, tin_half
from .view_model import Front, Sale, Seen, Tile

__all__ = ["DEFS", "TOKENS", "table"]

DEFS = load_pictures(__package__, "mw_")

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
        found.append((front[7].chosen, region(f"shop-{front[0]}", box, _front, *box, front)))
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
        key, price, offer, change = sale
        cards.append(plan_card(*box, key, price, offer, change, picture))
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


def _tile(box: tuple[float, float, float, float], side: int, tile: Tile) -> str:
    sort, key, figure, second, offer, change, value, secret = tile
    if sort == "back" or key is None:
        wide = min(box[2], box[3] * 0.72)
        return back_tile(box[0] + (box[2] - wide) / 2, box[1], wide, box[3], side, figure, change)
    if sort == "building":
        return building_tile(*box, side, key, figure, second, offer, change, value)
    return plan_tile(*box, side, key, figure, second, offer, change, value, secret)


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


EMBLEM = pictogram("mw_mint", -15, -15, 30)


def _head(x: float, cy: float, width: float, name: str, size: float, phone: bool) -> str:
    buttons = round_button(x + width - 16, cy, 15, "menu", "Menu", "menu")
    if phone:
        buttons = round_button(x + width - 60, cy, 15, "help", "How to play", "help") + buttons
    return wordmark(x + 2, cy, name, size, EMBLEM, room=width - 44) + buttons


# ---------------------------------------------------------------- wide screens

SIDE, SIDE_W, MAIN, MAIN_W = 12, 226, 250, 1018
_CROWDING = ((4, 36.0, 150), (5, 33.0, 120), (6, 28.0, 90), (7, 24.0, 70), (8, 21.0, 60))
"""Columns and size of small cards, from roomy to tight, and the least room the log may keep."""


def _rivals(seen: Seen, y: float, bottom: float) -> tuple[list[Region], float]:
    """All other players in turn order, as large as there is room; and where the next part may begin."""
    others = seen.others()
    for columns, tile, log in _CROWDING:
        heights = [rival_height(len(seen.smalls(side)), columns, tile) for side in others]
        if y + sum(heights) + 10 * len(heights) + log <= bottom:
            break
    regions = []
    for side, height in zip(others, heights, strict=True):
        regions.append(_rival(seen, side, (SIDE, y, SIDE_W, height), columns, tile, True))
        y += height + 10
    return regions, y


def _rival(
    seen: Seen, side: int, box: tuple[float, float, float, float], columns: int, tile: float, named: bool
) -> Region:
    offer = seen.targets.offer(f"player-{side}") if named else NOTHING
    return region(
        f"seat-{side}", box, rival, *box, seen.player(side), seen.purse(side, named), seen.home(side)["stars"], seen.smalls(side), columns, tile,
        side == seen.actor, offer, seen.position["token"] == side, seen.targets.fresh(f"stars-{side}"), "" if named else f"panel-{side}", named,
    )  # fmt: skip


def _own(seen: Seen, y: float, height: float) -> list[Region]:
    """The street in front: plate, buildings and plans."""
    me, plate_w = seen.me, 168
    home = seen.home(me)
    plate = (MAIN + 12, y + 12, plate_w, height - 24)
    x = MAIN + plate_w + 28
    whose = "Your" if seen.you else f"{seen.name(me)}’s"
    return [
        region("street", (MAIN, y, MAIN_W, height), street, MAIN, y, MAIN_W, height, "street"),
        region(
            "plate", plate, own_plate, *plate, seen.player(me), home["mints"], home["stars"], seen.you, me == seen.actor,
            seen.position["token"] == me, seen.targets.fresh(f"mints-{me}"), seen.targets.fresh(f"stars-{me}"),
        ),
        region("town", None, _town, x, y + 11, MAIN_W - plate_w - 42, height - 11, me, seen.tiles(), whose),
    ]  # fmt: skip


def _common(seen: Seen) -> list[Region]:
    return [region("head", (SIDE, 10, SIDE_W, 40), _head, SIDE, 30, SIDE_W, seen.view["title"], 23, False)]


def _desktop(seen: Seen) -> Sheet:
    position = seen.position
    tin_y, tin_h, lid_w = 92, 372, 342
    base_w = MAIN_W - lid_w - 8
    lid_x, low = MAIN + base_w + 8, tin_y + 207
    fronts, sales = seen.fronts(), seen.sales()
    columns = 4 if len(fronts) > 6 else 3
    shop_h = (tin_h - 22 - 11 - 21 - 19) / 2
    own = _own(seen, 476, 234)
    rivals, log_y = _rivals(seen, 58, 710)
    bar = (MAIN, 12, MAIN_W, 66)
    regions = [
        *_common(seen),
        region("action", bar, action_bar, *bar, *seen.bar(), seen.keys(), seen.won),
        region("tin", (MAIN, tin_y, MAIN_W, tin_h), _tin, MAIN, tin_y, base_w, lid_w, tin_h),
        *_shops(MAIN + 19, tin_y + 22, base_w - 38, shop_h, columns, 9, 21, fronts),
        region("supply", None, _sales, lid_x + 19.5, tin_y + 28, 96, 158, 7.5, 76, sales, position["deck"] == 0),
        region(
            "deck",
            None,
            _deck,
            lid_x + 28,
            low + 10,
            82,
            112,
            position["deck"],
            position["under"],
            seen.targets.fresh("deck"),
            low + 145,
        ),
        region(
            "bank",
            None,
            _bank,
            lid_x + 222,
            low + 110,
            37,
            (2, 4, 5, 6),
            position["bank"],
            position["removed"],
            low + 145,
        ),
        *own,
        *rivals,
        region("log", None, log_strip, SIDE, log_y, SIDE_W, 710 - log_y, seen.log(14), seen.round),
    ]
    return Sheet(1280, 720, tuple(regions), f"{seen.view['title']} table", "mint-works:desktop")


def _line_tin(x: float, y: float, width: float, height: float) -> str:
    return tin_half(x, y, width, height, 26, 10)


def _next(x: float, y: float, width: float, gap: float, fronts: Sequence[str], goal: str | None, name: str) -> str:
    """Which shop of the line the opponent would take now."""
    if goal is None:
        return ""
    each = (width - gap * (len(fronts) - 1)) / len(fronts)
    return next_chip(x + list(fronts).index(goal) * (each + gap) + each / 2, y, name, 1)


def _opponent_card(seen: Seen, x: float, y: float, width: float, named: bool) -> Region:
    home = seen.home(1)
    box = (x, y, width, CARD_HEIGHT)
    place = seen.view["players"][0]["place"]
    return region(
        "opponent", box, opponent_card, x, y, width, seen.opponent, home["mints"], home["stars"], seen.actor == 1, seen.position["token"] == 1,
        seen.targets.fresh("mints-1"), seen.targets.fresh("stars-1"), place, "player-1" if named else "panel-1", named,
    )  # fmt: skip


def _solo_desktop(seen: Seen) -> Sheet:
    position = seen.position
    fronts, sales = seen.fronts(), seen.sales()
    middle, lid_x = 315, MAIN + 516
    own = _own(seen, 491, 219)
    bar = (MAIN, 12, MAIN_W, 66)
    keys = [front[0] for front in fronts]
    log_y = 58 + CARD_HEIGHT + 10 if seen.opponent else 58
    regions = [
        *_common(seen),
        region("action", bar, action_bar, *bar, *seen.bar(), seen.keys(), seen.won),
        region("tin", (MAIN, 90, MAIN_W, 213), _line_tin, MAIN, 90, MAIN_W, 213),
        *_shops(MAIN + 20, 126, MAIN_W - 40, 147, len(fronts), 13, 0, fronts),
        region("next", None, _next, MAIN + 20, 106, MAIN_W - 40, 13, keys, position["opponent_next"], seen.name(1)),
        region("lid", (lid_x, middle, 502, 164), _line_tin, lid_x, middle, 502, 164),
        region("supply", None, _sales, lid_x + 20, middle + 17, 104, 124, 9, 46, sales, position["deck"] == 0),
        region(
            "deck",
            None,
            _deck,
            lid_x + 248,
            middle + 22,
            74,
            102,
            position["deck"],
            position["under"],
            seen.targets.fresh("deck"),
            middle + 147,
        ),
        region(
            "bank",
            None,
            _bank,
            lid_x + 410,
            middle + 114,
            31,
            (2, 4, 5),
            position["bank"],
            position["removed"],
            middle + 147,
        ),
        *own,
    ]
    if seen.opponent:
        regions += [
            region(
                "rival-street", None, rival_street, MAIN, middle, 504, 164, seen.name(1), seen.smalls(1), seen.note()
            ),
            _opponent_card(seen, SIDE, 58, SIDE_W, True),
        ]
    regions.append(region("log", None, log_strip, SIDE, log_y, SIDE_W, 710 - log_y, seen.log(14), seen.round))
    return Sheet(1280, 720, tuple(regions), f"{seen.view['title']} table", "mint-works:solo-desktop")


# ---------------------------------------------------------------- phones

PAD, WIDE = 10, 340


def _phone_shops(seen: Seen, fronts: Sequence[Front], y: float) -> tuple[list[Region], float]:
    rows = -(-len(fronts) // 2)
    height, shop_h = 40 + rows * 150 + (rows - 1) * 23 + 8, 150
    x, wide = PAD - 4, WIDE + 8
    parts = [
        region("tin", None, _phone_half, x, y, wide, height, "Main Street"),
        *_shops(x + 17, y + 22, wide - 34, shop_h, 2, 11, 23, fronts),
    ]
    return parts, y + height + 14


def _phone_half(x: float, y: float, width: float, height: float, label: str) -> str:
    return tin_half(x, y, width, height, 26, 9) + plaque(x + width / 2, y - 11, label)


def _phone_lid(seen: Seen, sales: Sequence[Sale], y: float) -> tuple[list[Region], float]:
    position = seen.position
    x, wide, height = PAD - 4, WIDE + 8, 318
    count = len(sales)
    each = (wide - 34 - 7 * 2) / 3
    left = x + (wide - count * each - (count - 1) * 7) / 2
    low = y + 192
    parts = [
        region("lid", None, _phone_half, x, y, wide, height, "Plans for sale"),
        region("supply", None, _sales, left, y + 22, each, 158, 7, 74, sales, position["deck"] == 0),
        region(
            "deck",
            None,
            _deck,
            x + 32,
            low + 8,
            62,
            84,
            position["deck"],
            position["under"],
            seen.targets.fresh("deck"),
            low + 110,
        ),
        region("bank", None, _bank, x + 222, low + 76, 34, (2, 4, 5), position["bank"], position["removed"], low + 110),
    ]
    return parts, y + height + 14


def _phone_tiles(x: float, y: float, width: float, side: int, tiles: Sequence[Tile]) -> str:
    """Three cards a row; plans after buildings."""
    each = (width - 20) / 3
    return "".join(
        _tile((x + (i % 3) * (each + 10), y + (i // 3) * 180, each, 166), side, tile) for i, tile in enumerate(tiles)
    )


def _phone_town(seen: Seen, tiles: Sequence[Tile], y: float) -> tuple[list[Region], float]:
    me, home = seen.me, seen.home(seen.me)
    rows = max(1, -(-len(tiles) // 3))
    height = 82 + rows * 180 if tiles else 130
    parts = [
        region("street", None, street, PAD, y, WIDE, height, "street", 110, 10),
        region(
            "heading", None, town_heading, PAD + 10, y + 10, WIDE - 20, seen.player(me), home["mints"], home["stars"], seen.you,
            seen.position["token"] == me,
        ),
        region("town", None, _phone_tiles, PAD + 10, y + 80, WIDE - 20, me, tiles),
    ]  # fmt: skip
    return parts, y + height + 12


def _phone_rivals(seen: Seen, y: float) -> tuple[list[Region], float]:
    parts = []
    if seen.alone:
        if seen.opponent:
            parts.append(
                region("rival-street", None, rival_street, PAD, y, WIDE, 164, seen.name(1), seen.smalls(1), "")
            )
            parts.append(_opponent_card(seen, PAD + (WIDE - 260) / 2, y + 176, 260, False))
            y += 176 + CARD_HEIGHT + 12
        return parts, y
    for side in seen.others():
        height = rival_height(len(seen.smalls(side)), 7, 36)
        parts.append(_rival(seen, side, (PAD, y, WIDE, height), 7, 36, False))
        y += height + 10
    return parts, y


def _phone(seen: Seen) -> Sheet:
    sides = [side for side in seen.sides() if side < len(seen.view["players"]) or seen.opponent]
    purses = [[seen.purse(side), Purse("star", seen.home(side)["stars"])] if seen.home(side)["mints"] is not None
              else [Purse("star", seen.home(side)["stars"])] for side in sides]  # fmt: skip
    offers = [seen.targets.offer(f"player-{side}") for side in sides]
    fronts, sales, tiles = seen.fronts(), seen.sales(), seen.tiles()
    keys = seen.keys()
    bar_h = phone_bar_height(keys, WIDE)
    regions = [
        region("head", (0, 0, 360, 48), _head, PAD, 25, WIDE, seen.view["title"], 20, True),
        region(
            "players",
            (PAD, 48, WIDE, 46),
            score_strip,
            PAD,
            48,
            WIDE,
            [seen.player(side) for side in sides],
            purses,
            seen.actor,
            offers,
            seen.view["viewer"],
        ),
        region("action", (PAD, 104, WIDE, bar_h), phone_bar, PAD, 104, WIDE, *seen.bar(), keys, "", 0, seen.won),
    ]
    y: float = 104 + bar_h + 22
    parts = {
        "shops": lambda top: _phone_shops(seen, fronts, top),
        "lid": lambda top: _phone_lid(seen, sales, top),
        "town": lambda top: _phone_town(seen, tiles, top),
        "rivals": lambda top: _phone_rivals(seen, top),
    }
    for part in _phone_order(seen.phase):
        drawn, y = parts[part](y)
        regions += drawn
        y += 8 if part in ("town", "shops") else 0
    log = seen.log(12)
    height = log_height(log, WIDE)
    regions.append(region("log", None, log_strip, PAD, y, WIDE, height, log, seen.round))
    return Sheet(360, round(y + height + 14), tuple(regions), f"{seen.view['title']} table", "mint-works:phone")


def _phone_order(phase: str) -> tuple[str, ...]:
    """What must be touched now comes first."""
    if phase in ("recycle", "give", "hired_build"):
        return "town", "shops", "lid", "rivals"
    if phase in ("take", "hired_buy"):
        return "lid", "town", "shops", "rivals"
    return "shops", "lid", "town", "rivals"


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    seen = Seen(view, Targets.of(view))
    if layout == "phone":
        return _phone(seen)
    return _solo_desktop(seen) if seen.alone else _desktop(seen)
