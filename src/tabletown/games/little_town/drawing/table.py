"""How Little Town Builders looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletown.draw.keys import Key, keys_of
from tabletown.draw.panels import Purse
from tabletown.draw.pictures import load_pictures
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
from tabletown.draw.states import NOTHING
from tabletown.draw.view_model import ViewModel

from ..components import COLUMNS, HOUSES, MARKET_SIZE, ROUNDS, ROWS, SQUARES
from ..state import EDITIONS
from ..text.phrases import marker_words, minus
from .colours import TOKENS
from .counter import Choice, counter, counter_height
from .icons import GOODS_SHOWN, TILE
from .landscape import construction_site, meadow, round_track, terrain_at
from .map import GIVES, Cell, Near, reach, reach_list, reach_list_height, squares_of_row, terrain_squares
from .market import Ware, market, market_height, stock_shed
from .players import PHONE_PLATE, Holding, opponent, opponent_height, own_plate, phone_plate
from .reckoning import reckoning, reckoning_height

__all__ = ["DEFS", "TOKENS", "table"]

DEFS = load_pictures(__package__)
SET_UP = ("start", "market", "deal_goals", "swap_goals")
COUNTER = {"pay_cost": "Pay", "pay_input": "Pay", "gain": "Take", "food": "Feed"}


class _Model(ViewModel):
    """What this table reads from a view."""

    @property
    def actor(self) -> int | None:
        return None if self.over or self.phase in SET_UP else int(self.position["active"])

    @property
    def round(self) -> str:
        return f"Round {self.position['round']} of {ROUNDS}"

    # ------------------------------------------------------------ the map

    def cell(self, square: str) -> Cell:
        name = f"square-{square}"
        here = self.position["board"].get(square, {})
        offer, change = self.targets.offer(name), self.targets.fresh(name)
        if "tile" in here:
            work = self.position["work"] or {}
            used = square in work.get("used", ())
            return Cell(square, here["tile"], here["owner"], self.name(here["owner"]), offer, change, used)
        if "worker" in here:
            return Cell(square, "", here["worker"], self.name(here["worker"]), NOTHING, change)
        return Cell(square, offer=offer)

    def rows(self) -> list[list[Cell]]:
        side = self.position["side"]
        lines = [SQUARES[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
        return [[self.cell(square) for square in line if terrain_at(side, square) == "."] for line in lines]

    def near(self, square: str) -> Near:
        kind = terrain_at(self.position["side"], square)
        if kind != ".":
            return Near(square, GIVES[kind])
        here = self.position["board"][square]
        return Near(square, "", here["tile"], here["owner"] if here["owner"] != self.position["active"] else -1)

    def reached(self) -> tuple[str, list[Near], bool, str, bool] | None:
        """The square to frame, what its neighbours give, whether to show effects, a tile to lay, whether one works."""
        chosen, work = self.targets.chosen(), self.position["work"]
        if chosen and chosen["name"] == "place":
            square = str(chosen["args"]["square"])
            return square, [self.near(n) for n in self.position["reach"].get(square, ())], True, "", False
        if chosen and chosen["name"] == "site":
            return str(chosen["args"]["square"]), [], False, str(work["tile"]), False
        if self.phase not in ("activate", "pay_input", "gain") or not work:
            return None
        usable = [move["args"]["square"] for move in self.targets.moves if move["name"] in ("use", "rent")]
        waiting = [
            n for n in work["around"] if work["pending"].get(GIVES.get(terrain_at(self.position["side"], n), ""))
        ]
        return str(work["square"]), [self.near(n) for n in [*waiting, *usable]], False, "", True

    def builders(self) -> list[int]:
        return [seat for seat, count in enumerate(self.position["builders"]) for _ in range(count)]

    # ------------------------------------------------------------ the market and the counter

    def wares(self) -> list[Ware | None]:
        """The twelve in the order of the list, with free places before they are drawn; the wheat fields last."""
        wares = {entry["tile"]: self.ware(entry) for entry in self.position["market"]}
        wheat = wares.pop("wheat_field")
        return [*wares.values(), *[None] * (MARKET_SIZE - len(wares)), wheat]

    def ware(self, entry: Mapping[str, Any]) -> Ware:
        tile, left = entry["tile"], entry["left"]
        last = entry["built"][-1] if entry["built"] and tile != "wheat_field" else None
        owner, name, square = (last["owner"], self.name(last["owner"]), last["square"]) if last else (-1, "", "")
        building = self.phase == "build_square" and (self.position["work"] or {}).get("tile") == tile
        return Ware(tile, left, *self.state(f"market-{tile}"), owner, name, square, building)

    def choices(self) -> list[Choice]:
        moves = {move["id"]: move for move in self.targets.moves}
        found = []
        for entry in self.position["choices"]:
            if entry["move"] in moves:
                name = str(moves[entry["move"]]["target"])
                found.append(Choice(name, self.targets.offer(name), entry["cubes"], entry["coins"], entry["lost"]))
        return found

    @property
    def counter_heading(self) -> str:
        tile = (self.position["work"] or {}).get("tile")
        return f"{COUNTER[self.phase]}: {TILE[tile].name}" if tile else f"{COUNTER[self.phase]} the workers"

    def stock(self) -> dict[str, int]:
        return {**self.position["stock"], "coin": self.position["bank"]}

    # ------------------------------------------------------------ players

    def held(self, seat: int) -> dict[str, int]:
        return {**self.position["cubes"][seat], "coin": self.position["coins"][seat]}

    def on_track(self) -> tuple[str, ...]:
        """The parts of the score that this edition counts at once."""
        return ("tiles", "goals") if EDITIONS[self.position["edition"]] == "iello" else ()

    def notes(self, seat: int) -> list[str]:
        points, over = self.position["points"][seat], self.view["over"]
        total = self.view["players"][seat]["score"]
        if over:
            return [f"track {minus(points['track'])}"]
        late = [
            (points[part], word)
            for part, word in (("tiles", "tiles"), ("goals", "goals"))
            if part not in self.on_track()
        ]
        plus = [f"+{n} in {word}" for n, word in late if n]
        return [*plus, f"{minus(total)} in all"]

    def holding(self, seat: int) -> Holding:
        position = self.position
        goals, player = position["goals"][seat], self.view["players"][seat]
        changes = {cube: self.targets.fresh(f"cubes-{seat}-{cube}") for cube in GOODS_SHOWN[:-1]}
        changes["coin"] = self.targets.fresh(f"coins-{seat}")
        tiles = [here["tile"] for here in position["board"].values() if here.get("owner") == seat]
        return Holding(
            self.player(seat),
            self.held(seat),
            {name: change.amount for name, change in changes.items() if change and change.amount},
            position["workers"][seat],
            position["workers_each"],
            position["houses"][seat],
            int(HOUSES[len(self.view["players"])]),
            tiles,
            goals["met"],
            goals["unmet"],
            goals["hidden"],
            player["score"] if self.view["over"] else position["track"][seat],
            player["score"],
            self.notes(seat),
            marker_words(position["markers"][seat]),
            position["start"] == seat and self.phase != "start",
            seat == self.actor,
            seat == self.view["viewer"],
        )

    def fresh_goals(self) -> list[str]:
        hand = self.position["goals"][self.me]["met"]
        return [goal for goal in hand if self.targets.fresh(f"goal-{self.me}-{goal}")]

    # ------------------------------------------------------------ the bar and the log

    def keys(self) -> tuple[Key, ...]:
        return keys_of(self.targets, primary="done")

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        return prompt["sentence"], self.hint() or prompt["hint"], self.me if self.actor is None else self.actor

    def hint(self) -> str:
        """What the chosen square would bring, in a few words."""
        reached = self.reached()
        if not reached or not reached[2]:
            return ""
        square, nears, *_ = reached
        cubes = [near.cube for near in nears if near.cube]
        parts = [f"{cubes.count(cube)} {cube}" for cube in GOODS_SHOWN if cube in cubes]
        tiles = [TILE[near.tile].name for near in nears if near.tile]
        gives = f"{square} gives {', '.join(parts)}" if parts else f"{square} has no terrain beside it"
        return f"{gives}; buildings: {', '.join(tiles)}." if tiles else f"{gives}."


# ---------------------------------------------------------------- parts that both layouts have


def _map(model: _Model, x: float, y: float, size: float) -> list[Region]:
    cells = enumerate(model.rows(), start=1)
    rows = [region(f"row-{number}", None, squares_of_row, x, y, size, row) for number, row in cells]
    reached = model.reached()
    seat = model.me if reached and not reached[4] else int(model.position["active"])
    frame = [region("reach", None, reach, x, y, size, reached[0], seat, *reached[1:])] if reached else []
    return [*rows, *frame]


# ---------------------------------------------------------------- wide screens

_SQUARE, _MAP_TOP = 64, 92
_MAP_WIDTH, _MAP_HEIGHT = COLUMNS * _SQUARE + 48, 22 + ROWS * _SQUARE + 58


def _desktop(model: _Model) -> Sheet:
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
    return desktop_table(model, main, opponents, log_y)


def _desktop_map(model: _Model) -> list[Region]:
    x, y, size = MAIN + 26, _MAP_TOP + 22, _SQUARE
    strip = y + ROWS * size + 8
    return [
        boxed("land", (MAIN, _MAP_TOP, _MAP_WIDTH, _MAP_HEIGHT), meadow, 18, x, y, size, True),
        region("terrain", None, terrain_squares, x, y, size, model.position["side"]),
        region("site", None, construction_site, x, strip, 300, 42, model.builders()),
        region("rounds", None, round_track, x + 328, strip, COLUMNS * size - 332, 42, model.position["round"]),
        *_map(model, x, y, size),
    ]


def _desktop_shop(model: _Model, x: float, y: float, width: float) -> list[Region]:
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


def _reckoning(model: _Model, x: float, y: float, width: float) -> Region:
    data = (model.view["players"], model.position["points"], model.on_track())
    return region("reckoning", None, reckoning, x, y, width, *data)


# ---------------------------------------------------------------- phones


def _phone(model: _Model) -> Sheet:
    def purses(seat: int) -> list[Purse]:
        points = model.view["players"][seat]["score"] if model.over else model.position["track"][seat]
        return [Purse("star", points), Purse("coin", model.position["coins"][seat])]

    parts = [_phone_choice, _phone_map, _phone_reach, _phone_plate, _phone_shop, _phone_opponents]
    strip = [(model.player(seat), purses(seat)) for seat in model.seats]
    return phone_table(model, strip, [partial(part, model) for part in parts], log_lines=14)


def _phone_choice(model: _Model, y: float) -> tuple[list[Region], float]:
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


def _phone_map(model: _Model, y: float) -> tuple[list[Region], float]:
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


def _phone_reach(model: _Model, y: float) -> tuple[list[Region], float]:
    """What the chosen square would give, or what lies beside the worker."""
    reached = model.reached()
    if not reached or not reached[1]:
        return [], y
    square, nears, preview, _, _ = reached
    heading = f"{square} would give" if preview else f"Beside {square}"
    height = reach_list_height(len(nears))
    data = (PAD, y, PHONE_WIDTH, heading, model.position["side"], nears)
    return [region("around", (PAD, y, PHONE_WIDTH, height), reach_list, *data)], y + height + 12


def _phone_plate(model: _Model, y: float) -> tuple[list[Region], float]:
    data = (PAD, y, PHONE_WIDTH, model.holding(model.me), model.fresh_goals())
    return [region("plate", (PAD, y, PHONE_WIDTH, PHONE_PLATE), phone_plate, *data)], y + PHONE_PLATE + 20


def _phone_shop(model: _Model, y: float) -> tuple[list[Region], float]:
    """The market, or the stock alone while nothing can be built."""
    if model.over or model.choices():
        return [region("stock", None, stock_shed, PAD, y, PHONE_WIDTH, 120, model.stock())], y + 134
    wares = model.wares()
    data = (136, 3, wares, model.held(model.me), model.me, model.stock())
    shop = region("market", None, market, PAD - 4, y, PHONE_WIDTH + 8, *data)
    return [shop], y + market_height(len(wares), 3, 136) + 14


def _phone_opponents(model: _Model, y: float) -> tuple[list[Region], float]:
    return phone_panels(
        y,
        [(seat, opponent_height(False)) for seat in model.others()],
        lambda seat, box: boxed(f"seat-{seat}", box, opponent, model.holding(seat), False, f"panel-{seat}"),
    )


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    return {"desktop": _desktop, "phone": _phone}[layout](_Model(view))
