"""How Minecart Town looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletown.draw.component import HEIGHT, WIDTH
from tabletown.draw.panels import Purse
from tabletown.draw.pictures import load_pictures
from tabletown.draw.pieces import cart
from tabletown.draw.scenery import panel
from tabletown.draw.sheet import Box, Region, Sheet, boxed, region
from tabletown.draw.shell import (
    BOTTOM,
    MAIN,
    MAIN_WIDTH,
    PAD,
    PHONE_WIDTH,
    SIDE,
    SIDE_WIDTH,
    desktop_table,
    phone_panels,
    phone_table,
    side_panels,
)
from tabletown.draw.states import NOTHING
from tabletown.draw.tokens import load_colours

from ..components import NAMES
from ..text.effect_words import DEFAULTS
from .choices import CubeKey, cube_choice, cube_choice_height, shape_choice, type_choice
from .loading_platform import phone_platform, phone_platform_height, platform
from .market import TRAIN_HEIGHT, goods_train, market_shelf, shelf_height
from .players import goods_row, opponent, own_plate, solo_panel, town_heading
from .progress import progress
from .tiles import market_card
from .town import earth, tile_size, town
from .view_model import TableModel

__all__ = ["DEFS", "TOKENS", "table"]

DEFS = load_pictures(__package__)
TOKENS = load_colours(__package__, "rails-")

MOVING = ("pick", "pull", "loop")
NAMING = ("keep", "gain", "set")
EMBLEM = cart(0, 0, 32, "gold")
TOUCHABLE = 56
"""Below this size of a tile its cubes are too small to be touched one by one."""


# ------------------------------------------------------------------ wide screens


def _stage(model: TableModel, box: Box, cubes: list[CubeKey]) -> Region:
    """The upper half: the market, or what is to be chosen, or cart and forecast."""
    work = model.work
    if model.mine and model.phase == "shape" and model.targets.moves:
        heading = "Turn the track which way?" if work["planned"]["upgrade"] is not None else "Tracks that fit here"
        return boxed("stage", box, shape_choice, heading, model.shapes(), 10)
    if model.mine and model.phase in NAMING and model.targets.moves:
        return boxed("stage", box, type_choice, NAMES[model.site_kind], model.site_kind, model.types())
    if cubes:
        return boxed("stage", box, cube_choice, max(7, -(-len(cubes) // 2)), "Which cubes?", cubes)
    if model.mine and model.phase in MOVING:
        return boxed("stage", box, platform, work["hand"], model.position["forecast"], model.town(model.me)["end"])
    market = (model.cards(), model.areas, model.position["bags"], model.leaving, model.tile_options)
    return region("stage", box, goods_train, *box[:3], *market)


def _opponent(model: TableModel, seat: int, box: Box, name: str) -> Region:
    return boxed(f"seat-{seat}", box, opponent, model.holding(seat), name)


def _progress(model: TableModel, x: float, y: float, width: float) -> Region:
    position = model.position
    now = (position["round"], position["part"], position["round"] == position["rounds"])
    return region("progress", (x, y, width, 86), progress, x, y, width, *now)


def _desktop(model: TableModel) -> Sheet:
    me, plate_w = model.me, 168.0
    town_y = 90 + TRAIN_HEIGHT + 10
    town_h = float(BOTTOM) - town_y
    box = (MAIN + plate_w + 22, town_y + 6, MAIN_WIDTH - plate_w - 32, town_h - 12)
    largest = 88.0 if model.ring else 108.0
    size = tile_size(box[2], box[3], largest, model.town(me)["tiles"], model.ring)
    small = size < TOUCHABLE and model.picks_cubes
    plan, hand = (model.work["planned"], model.work["hand"]) if model.mine else (None, {})
    plate = (MAIN + 12, town_y + 12, plate_w, town_h - 24)
    main = [
        _stage(model, (MAIN, 90, MAIN_WIDTH, TRAIN_HEIGHT), model.cube_keys() if small else []),
        boxed("land", (MAIN, town_y, MAIN_WIDTH, town_h), earth, "town"),
        region("town", None, town, *box, largest, model.plots(not small), model.cells(), plan, model.ring),
        boxed("plate", plate, own_plate, model.holding(me), hand, model.position["solo"]),
    ]
    others = model.others()
    height = {0: 0, 1: 250, 2: 188, 3: 150}[len(others)]
    opponents, log_y = side_panels(
        [(seat, height) for seat in others], lambda seat, box: _opponent(model, seat, box, ""), 152
    )
    return desktop_table(model, main, [_progress(model, SIDE, 56, SIDE_WIDTH), *opponents], log_y, EMBLEM)


# ------------------------------------------------------------------ phones


def _phone(model: TableModel) -> Sheet:
    def purses(seat: int) -> list[Purse]:
        return [model.holding(seat).points(f"vp-{seat}")]

    parts = [_phone_town, _phone_platform, _phone_market]
    if model.phase == "action" and model.mine:
        parts = [_phone_market, _phone_town]
    return phone_table(
        model,
        [(model.player(seat), purses(seat)) for seat in model.seats],
        [partial(part, model) for part in (*parts, _phone_opponents)],
        EMBLEM,
        above=lambda y: ([_progress(model, PAD, y, PHONE_WIDTH)], y + 98),
        below=partial(_phone_choice, model),
        log_lines=14,
    )


def _phone_choice(model: TableModel, y: float) -> tuple[list[Region], float]:
    """What is to be chosen, right below the action bar."""
    parts: list[tuple[str, Any, tuple[Any, ...], float]] = []
    if model.mine and model.phase == "shape" and model.targets.moves:
        shapes = model.shapes()
        height = 42.0 + -(-len(shapes) // 5) * 94
        parts.append(("shapes", shape_choice, ("Which track?", shapes, 5), height))
    elif model.mine and model.phase in NAMING and model.targets.moves:
        parts.append(("types", type_choice, ("Which cube?", model.site_kind, model.types()), 152))
    cubes = model.cube_keys()
    if cubes:
        parts.append(("cubes", cube_choice, (3, "Which cubes?", cubes), cube_choice_height(len(cubes))))
    drawn = []
    for name, draw, data, height in parts:
        drawn.append(region(name, None, draw, PAD - 4, y, PHONE_WIDTH + 8, height, *data))
        y += height + 12
    return drawn, y


def _phone_platform(model: TableModel, y: float) -> tuple[list[Region], float]:
    """Cart and forecast, below the town."""
    if not model.mine or model.phase not in MOVING:
        return [], y
    plan, end = model.position["forecast"], model.town(model.me)["end"]
    height = phone_platform_height(plan)
    box = (PAD - 4, y, PHONE_WIDTH + 8, height)
    return [region("platform", None, phone_platform, *box, model.work["hand"], plan, end)], y + height + 12


def _phone_town(model: TableModel, y: float) -> tuple[list[Region], float]:
    me, x, width = model.me, PAD - 4, PHONE_WIDTH + 8
    own, solo, plan = model.town(me), model.position["solo"], model.work["planned"] if model.mine else None
    rows = [tile["row"] for tile in own["tiles"]]
    size = tile_size(width - 8, 4000, 64, own["tiles"], model.ring)
    town_h = (max(rows) - min(rows) + (3 if model.ring else 1)) * size + 12
    height = 66 + town_h + 48
    town_box = (x + 4, y + 66, width - 8, town_h)
    return [
        region("land", None, earth, x, y, width, height, "town"),
        region("heading", None, town_heading, x + 8, y + 8, width - 16, model.holding(me)),
        region("town", None, town, *town_box, 64, model.plots(False), model.cells(), plan, model.ring),
        region("goods", None, _goods_panel, x + 8, y + height - 42, width - 16, own["totals"]),
        *([region("marks", None, solo_panel, x, y + height + 12, width, solo)] if solo else []),
    ], y + height + 12 + (110 if solo else 0)


def _goods_panel(x: float, y: float, width: float, totals: Mapping[str, int]) -> str:
    return panel(x, y, width, 34, 12) + goods_row(x + 14, y + 17, width - 24, totals, 20)


def _phone_market(model: TableModel, y: float) -> tuple[list[Region], float]:
    goods = (model.cards(), model.areas, model.position["bags"], model.leaving, model.tile_options)
    shelf = region("market", None, market_shelf, PAD - 4, y, PHONE_WIDTH + 8, *goods)
    return [shelf], y + shelf_height(model.areas) + 12


def _phone_opponents(model: TableModel, y: float) -> tuple[list[Region], float]:
    heights = [(seat, 222) for seat in model.others()]
    return phone_panels(y, heights, lambda seat, box: _opponent(model, seat, box, f"panel-{seat}"))


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    return {"desktop": _desktop, "phone": _phone}[layout](TableModel(view))


def component(thing: str) -> str:
    """A tile of the market."""
    return market_card(0, 6, WIDTH, HEIGHT - 6, f"component-{thing}", thing, 1, NOTHING, None, DEFAULTS, 56)
