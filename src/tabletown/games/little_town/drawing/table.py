"""How Little Town Builders looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.component import component_card
from tabletown.draw.panels import Purse
from tabletown.draw.pictures import load_pictures
from tabletown.draw.pieces import coin_pile, house, medal
from tabletown.draw.sheet import Region, Sheet, boxed, region
from tabletown.draw.shell import (
    BOTTOM,
    MAIN,
    MAIN_WIDTH,
    PAD,
    PHONE_WIDTH,
    desktop_table,
    phone_panels,
    phone_table,
    side_panels,
)

from ..components import COLUMNS, ROWS
from .colours import TOKENS
from .counter import counter, counter_height
from .icons import GOAL, TILE
from .landscape import construction_site, meadow, round_track
from .map import reach, reach_list, reach_list_height, squares_of_row, terrain_squares
from .market import component_tile, market, market_height, stock_shed
from .players import PHONE_PLATE, opponent, opponent_height, own_plate, phone_plate
from .reckoning import reckoning, reckoning_height
from .view_model import TableModel

__all__ = ["DEFS", "TOKENS", "table"]

DEFS = load_pictures(__package__)
EMBLEM = house(0, 0, 31, 0)


# ---------------------------------------------------------------- parts that both layouts have


def _map(model: TableModel, x: float, y: float, size: float) -> list[Region]:
    cells = enumerate(model.rows(), start=1)
    rows = [region(f"row-{number}", None, squares_of_row, x, y, size, row) for number, row in cells]
    reached = model.reached()
    seat = model.me if reached and not reached[4] else int(model.position["active"])
    frame = [region("reach", None, reach, x, y, size, reached[0], seat, *reached[1:])] if reached else []
    return [*rows, *frame]


# ---------------------------------------------------------------- wide screens

_SQUARE, _MAP_TOP = 64, 92
_MAP_WIDTH, _MAP_HEIGHT = COLUMNS * _SQUARE + 48, 22 + ROWS * _SQUARE + 58


def _desktop(model: TableModel) -> Sheet:
    plate_y = _MAP_TOP + _MAP_HEIGHT + 12
    plate = (MAIN, plate_y, _MAP_WIDTH, BOTTOM - plate_y)
    tight = len(model.others()) > 2
    opponents, log_y = side_panels(
        [(seat, opponent_height(tight)) for seat in model.others()],
        lambda seat, box: boxed(f"seat-{seat}", box, opponent, model.holding(seat), tight, ""),
    )
    main = [
        *_desktop_map(model),
        *_desktop_shop(model, MAIN + _MAP_WIDTH + 12, 96, MAIN_WIDTH - _MAP_WIDTH - 12),
        boxed("plate", plate, own_plate, model.holding(model.me), model.fresh_goals()),
    ]
    return desktop_table(model, main, opponents, log_y, EMBLEM)


def _desktop_map(model: TableModel) -> list[Region]:
    x, y, size = MAIN + 26, _MAP_TOP + 22, _SQUARE
    strip = y + ROWS * size + 8
    return [
        boxed("land", (MAIN, _MAP_TOP, _MAP_WIDTH, _MAP_HEIGHT), meadow, 18, x, y, size, True),
        region("terrain", None, terrain_squares, x, y, size, model.position["side"]),
        region("site", None, construction_site, x, strip, 300, 42, model.builders()),
        region("rounds", None, round_track, x + 328, strip, COLUMNS * size - 332, 42, model.position["round"]),
        *_map(model, x, y, size),
    ]


def _desktop_shop(model: TableModel, x: float, y: float, width: float) -> list[Region]:
    """The market; or the counter while one pays, takes or feeds; or the reckoning at the end."""
    if model.over:
        low = y + reckoning_height(model.on_track()) + 16
        return [_reckoning(model, x, y, width), region("stock", None, stock_shed, x, low, width, 130, model.stock())]
    choices = model.choices()
    if choices:
        height = counter_height(len(choices), width)
        low = y + height + 14
        return [
            region("counter", None, counter, x, y, width, height, model.counter_heading, choices),
            region("stock", None, stock_shed, x, low, width, min(130, 706 - low), model.stock()),
        ]
    held = model.held(model.me)
    return [region("market", None, market, x, y, width, 129.5, 4, model.wares(), held, model.me, model.stock())]


def _reckoning(model: TableModel, x: float, y: float, width: float) -> Region:
    data = (model.view["players"], model.position["points"], model.on_track())
    return region("reckoning", None, reckoning, x, y, width, *data)


# ---------------------------------------------------------------- phones


def _phone(model: TableModel) -> Sheet:
    def purses(seat: int) -> list[Purse]:
        points = model.view["players"][seat]["score"] if model.over else model.position["track"][seat]
        return [Purse("star", points, said=count(points, "point")), Purse("coin", model.position["coins"][seat])]

    parts = [_phone_choice, _phone_map, _phone_reach, _phone_plate, _phone_shop, _phone_opponents]
    strip = [(model.player(seat), purses(seat)) for seat in model.seats]
    return phone_table(model, strip, [partial(part, model) for part in parts], EMBLEM, log_lines=14)


def _phone_choice(model: TableModel, y: float) -> tuple[list[Region], float]:
    """What is to be paid, taken or fed, right below the action bar; or the reckoning at the end."""
    if model.over:
        y += 8
        return [_reckoning(model, PAD, y, PHONE_WIDTH)], y + reckoning_height(model.on_track()) + 14
    choices = model.choices()
    if not choices:
        return [], y
    height = counter_height(len(choices), PHONE_WIDTH)
    data = (height, model.counter_heading, choices)
    return [region("counter", None, counter, PAD, y + 6, PHONE_WIDTH, *data)], y + height + 20


def _phone_map(model: TableModel, y: float) -> tuple[list[Region], float]:
    """The map runs from edge to edge, so that the squares are as large as they can be."""
    size = (360 - 9) / COLUMNS
    x, top = 4.5, y + 8
    strip = top + ROWS * size + 8
    height = 8 + ROWS * size + 8 + 44 + 10
    return [
        boxed("land", (0, y, 360, height), meadow, 0, x, top, size, False),
        region("terrain", None, terrain_squares, x, top, size, model.position["side"]),
        region("site", None, construction_site, 8, strip, 186, 44, model.builders()),
        region("rounds", None, round_track, 204, strip + 9, 152, 25, model.position["round"]),
        *_map(model, x, top, size),
    ], y + height + 12


def _phone_reach(model: TableModel, y: float) -> tuple[list[Region], float]:
    """What the chosen square would give, or what lies beside the worker."""
    reached = model.reached()
    if not reached or not reached[1]:
        return [], y
    square, nears, preview, _, _ = reached
    heading = f"{square} would give" if preview else f"Beside {square}"
    height = reach_list_height(len(nears))
    data = (PAD, y, PHONE_WIDTH, heading, model.position["side"], nears)
    return [region("around", (PAD, y, PHONE_WIDTH, height), reach_list, *data)], y + height + 12


def _phone_plate(model: TableModel, y: float) -> tuple[list[Region], float]:
    data = (PAD, y, PHONE_WIDTH, model.holding(model.me), model.fresh_goals())
    return [region("plate", (PAD, y, PHONE_WIDTH, PHONE_PLATE), phone_plate, *data)], y + PHONE_PLATE + 20


def _phone_shop(model: TableModel, y: float) -> tuple[list[Region], float]:
    """The market, or the stock alone while nothing can be built."""
    if model.over or model.choices():
        return [region("stock", None, stock_shed, PAD, y, PHONE_WIDTH, 120, model.stock())], y + 134
    wares = model.wares()
    data = (136, 3, wares, model.held(model.me), model.me, model.stock())
    shop = region("market", None, market, PAD - 4, y, PHONE_WIDTH + 8, *data)
    return [shop], y + market_height(len(wares), 3, 136) + 14


def _phone_opponents(model: TableModel, y: float) -> tuple[list[Region], float]:
    return phone_panels(
        y,
        [(seat, opponent_height(False)) for seat in model.others()],
        lambda seat, box: boxed(f"seat-{seat}", box, opponent, model.holding(seat), False, f"panel-{seat}"),
    )


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    return {"desktop": _desktop, "phone": _phone}[layout](TableModel(view))


def component(thing: str) -> str:
    """A tile of the market, a goal, or the coins that everybody begins with."""
    if thing in TILE:
        return component_tile(thing)
    if thing in GOAL:
        return component_card(GOAL[thing].title, medal(0, 0, 14), "purple", "Goal")
    return component_card("Starting coins", coin_pile(0, 10, 3, step=9), "gold", "Whole game")
