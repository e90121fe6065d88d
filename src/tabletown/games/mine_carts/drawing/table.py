"""How Mine Carts looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletown.draw.component import component_card
from tabletown.draw.pieces import pickaxe
from tabletown.draw.sheet import Box, Region, Sheet, boxed, region
from tabletown.draw.shell import (
    MAIN,
    MAIN_WIDTH,
    PAD,
    PHONE_WIDTH,
    desktop_table,
    phone_panels,
    phone_table,
    side_panels,
)

from ..components import ORE_NAMES
from ..text.names import LETTERS
from .colours import TOKENS
from .mine import Grid, frame, gate_choices, gate_ghosts, laid_track, lost_carts, own_cells, standing_carts
from .pieces import DEFS, ore_token
from .piles import piles
from .players import own_plate, rival
from .runs import last_move, previews
from .trays import LAST_MOVE, end_tray, hand_height, hand_tray, start_tray, waiting_tray
from .view_model import SET_UP, TableModel

__all__ = ["DEFS", "TOKENS", "table"]

EMBLEM = pickaxe(0, 0, 31)
PANEL_HEIGHT = 122


# ---------------------------------------------------------------- regions that both layouts share


def _mine_regions(model: TableModel, grid: Grid) -> list[Region]:
    """The mine from below to above: frame, track, the last move, carts, what one may choose, what would happen."""
    position, me = model.position, model.me
    laid, carts = position["board"], position["carts"]
    regions = [
        region("mine", grid.box, frame, grid, position["gates"], model.phase in SET_UP),
        region("track", grid.box, laid_track, grid, laid),
    ]
    if position["last"]:
        regions.append(region("trail", grid.box, last_move, grid, laid, carts, position["last"]))
    if model.laying:
        regions.append(region("cells", grid.box, own_cells, grid, model.places()))
    if model.runs:
        regions.append(region("lost", grid.box, lost_carts, grid, laid, model.runs, model.names))
    regions.append(region("carts", grid.box, standing_carts, grid, laid, model.carts(), model.runs))
    if model.choosing_gate:
        letter = LETTERS[position["placing"]["cart"]]
        regions.append(region("gates", grid.box, gate_choices, grid, model.gates()))
        regions.append(region("previews", grid.box, gate_ghosts, grid, model.gates(), me, letter))
    if model.laying:
        tile = position["hand"]["tile"]
        regions.append(region("previews", grid.box, previews, grid, laid, carts, tile, model.names, model.choices()))
    return regions


def _tray_region(model: TableModel, box: Box, phone: bool) -> Region:
    """The tray: tiles to choose from, the start, the result, or what somebody else holds."""
    position, players = model.position, [model.player(seat) for seat in model.seats]
    if model.over:
        return boxed("tray", box, end_tray, players, position["ore"])
    if model.phase in SET_UP:
        nobody = {"cart": None, "confirmed": [False] * len(players), "changes_left": [0] * len(players)}
        placing, placed = position["placing"] or nobody, [model.in_mine(seat) for seat in model.seats]
        progress = (placing["cart"], placed, placing["confirmed"], placing["changes_left"])
        return boxed("tray", box, start_tray, players, model.actor, *progress)
    hand = position["hand"]["tile"] if position["hand"] else None
    if model.laying:
        return boxed("tray", box, hand_tray, hand, model.me, model.names, model.choices(), phone)
    turn = position["turn"]
    heading, seat = (f"{model.name(turn)}’s tile", turn) if hand else (LAST_MOVE, None)
    return boxed("tray", box, waiting_tray, heading, seat, hand, model.runs, model.names, position["values"])


def _opponent(model: TableModel, seat: int, box: Box, name: str) -> Region:
    return boxed(f"seat-{seat}", box, rival, model.holding(seat), name)


def _plate(model: TableModel, box: Box) -> Region:
    return boxed("plate", box, own_plate, model.holding(model.me), model.you)


def _piles(model: TableModel, box: Box) -> Region:
    position, ground = model.position, model.position["ground"]
    return boxed("piles", box, piles, position["pile"], ground["tokens"], ground["kinds"], position["values"])


# ---------------------------------------------------------------- wide screens


def _desktop(model: TableModel) -> Sheet:
    grid = Grid(MAIN, 90, 94, 28)
    x = MAIN + grid.width + 12
    width = MAIN + MAIN_WIDTH - x
    heights = [(seat, PANEL_HEIGHT) for seat in model.others()]
    opponents, log_y = side_panels(heights, lambda seat, box: _opponent(model, seat, box, ""))
    main = [
        *_mine_regions(model, grid),
        _tray_region(model, (x, 90, width, 286), False),
        _plate(model, (x, 388, width, 206)),
        _piles(model, (x, 606, width, 104)),
    ]
    return desktop_table(model, main, opponents, log_y, EMBLEM)


# ---------------------------------------------------------------- phones


def _phone(model: TableModel) -> Sheet:
    parts = [_phone_mine, _phone_tray, _phone_holdings, _phone_opponents]
    strip = [(model.player(seat), model.purses(seat)) for seat in model.seats]
    return phone_table(model, strip, [partial(part, model) for part in parts], EMBLEM)


def _phone_mine(model: TableModel, y: float) -> tuple[list[Region], float]:
    """The mine from edge to edge; fingers need larger gates while one is chosen."""
    rim = 30.0 if model.choosing_gate else 17.0
    return _mine_regions(model, Grid(4, y, (352 - 2 * rim) / 6, rim)), y + 364


def _phone_tray(model: TableModel, y: float) -> tuple[list[Region], float]:
    if model.laying:
        height = hand_height(model.choices(), True)
    else:
        height = 58 + 54 * len(model.seats) if model.phase in SET_UP or model.over else 190
    return [_tray_region(model, (PAD, y, PHONE_WIDTH, height), True)], y + height + 12


def _phone_holdings(model: TableModel, y: float) -> tuple[list[Region], float]:
    return [_plate(model, (PAD, y, PHONE_WIDTH, 214)), _piles(model, (PAD, y + 226, PHONE_WIDTH, 104))], y + 342


def _phone_opponents(model: TableModel, y: float) -> tuple[list[Region], float]:
    heights = [(seat, PANEL_HEIGHT) for seat in model.others()]
    return phone_panels(y, heights, lambda seat, box: _opponent(model, seat, box, f"panel-{seat}"))


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    return {"desktop": _desktop, "phone": _phone}[layout](TableModel(view))


def component(thing: str) -> str:
    """A kind of ore."""
    return component_card(ORE_NAMES[thing], ore_token(0, 0, 12, thing), "blue", "Ore")
