"""How Little Town Builders looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.draw.panels import (
    Key,
    Purse,
    action_bar,
    keys_of,
    log_height,
    log_strip,
    phone_bar,
    phone_bar_height,
    round_button,
    score_strip,
    wordmark,
)
from tabletown.draw.pictures import load_pictures
from tabletown.draw.sheet import Region, Sheet, region
from tabletown.draw.states import NOTHING, Targets
from tabletown.draw.view_model import Seen

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


class _Seen(Seen):
    """What is asked of a view to draw this table."""

    @property
    def active(self) -> int | None:
        return None if self.view["over"] or self.phase in SET_UP else int(self.position["active"])

    def name(self, seat: int) -> str:
        return str(self.view["players"][seat]["name"])

    def others(self) -> list[int]:
        """The other seats in turn order."""
        count = len(self.view["players"])
        return [(self.me + step) % count for step in range(1, count)]

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
        """The square to frame, what its neighbours give, whether to show effects, a tile to lay, whether one works there."""
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
        name = f"market-{entry['tile']}"
        last = entry["built"][-1] if entry["built"] and entry["tile"] != "wheat_field" else None
        builder = int(last["owner"]) if last else -1
        work = self.position["work"] or {}
        building = self.phase == "build_square" and work.get("tile") == entry["tile"]
        return Ware(
            entry["tile"],
            entry["left"],
            self.targets.offer(name),
            self.targets.fresh(name),
            builder,
            self.name(builder) if builder >= 0 else "",
            last["square"] if last else "",
            building,
        )

    def choices(self) -> list[Choice]:
        moves = {move["id"]: move for move in self.targets.moves}
        found = [(entry, moves[entry["move"]]) for entry in self.position["choices"] if entry["move"] in moves]
        return [
            Choice(
                str(move["target"]),
                self.targets.offer(str(move["target"])),
                entry["cubes"],
                entry["coins"],
                entry["lost"],
            )
            for entry, move in found
        ]

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
            {key: player.get(key) for key in ("seat", "name", "bot", "place")},
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
            seat == self.active,
            seat == self.view["viewer"],
        )

    def fresh_goals(self) -> list[str]:
        hand = self.position["goals"][self.me]["met"]
        return [goal for goal in hand if self.targets.fresh(f"goal-{self.me}-{goal}")]

    # ------------------------------------------------------------ the bar and the log

    def keys(self) -> tuple[Key, ...]:
        """Call last: what has no element on the table gets a key."""
        return keys_of(self.targets, primary="done")

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        return prompt["sentence"], self.hint() or prompt["hint"], self.active if self.active is not None else self.me

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

    def log(self) -> list[Mapping[str, Any]]:
        return list(self.view["log"][-14:])

    @property
    def round_note(self) -> str:
        return f"Round {self.position['round']} of {ROUNDS}"


# ---------------------------------------------------------------- parts that both layouts have


def _head(x: float, cy: float, width: float, name: str, size: float, phone: bool) -> str:
    buttons = round_button(x + width - 16, cy, 15, "menu", "Menu", "menu")
    if phone:
        buttons = round_button(x + width - 60, cy, 15, "help", "How to play", "help") + buttons
    return wordmark(x + 2, cy, name, size, room=width - (82 if phone else 44)) + buttons


def _map(seen: _Seen, x: float, y: float, size: float, cells: list[list[Cell]]) -> list[Region]:
    rows = [region(f"row-{number}", None, squares_of_row, x, y, size, row) for number, row in enumerate(cells, start=1)]
    reached = seen.reached()
    seat = seen.me if reached and not reached[4] else int(seen.position["active"])
    frame = [region("reach", None, reach, x, y, size, reached[0], seat, *reached[1:])] if reached else []
    return [*rows, *frame]


# ---------------------------------------------------------------- wide screens


def _desktop(seen: _Seen) -> Sheet:
    position, me = seen.position, seen.me
    side, main, wide, size, top = 12, 250, 1018, 64, 92
    grid_x, grid_y = main + 26, top + 22
    map_w, map_h = COLUMNS * size + 48, 22 + ROWS * size + 58
    strip, plate_y = grid_y + ROWS * size + 8, top + map_h + 12
    plate = (main, plate_y, map_w, 710 - plate_y)
    land = _map(seen, grid_x, grid_y, size, seen.rows())
    shop = _desktop_shop(seen, main + map_w + 12, 96, wide - map_w - 12)
    rivals, log_y = _desktop_rivals(seen, side, 58, 226)
    regions = [
        region("head", (side, 10, 226, 40), _head, side, 30, 226, seen.view["title"], 23, False),
        region(
            "action", (main, 12, wide, 66), action_bar, main, 12, wide, 66, *seen.bar(), seen.keys(), seen.view["over"]
        ),
        region("land", (main, top, map_w, map_h), meadow, main, top, map_w, map_h, 18, grid_x, grid_y, size, True),
        region("terrain", None, terrain_squares, grid_x, grid_y, size, position["side"]),
        region("site", None, construction_site, grid_x, strip, 300, 42, seen.builders()),
        region("rounds", None, round_track, grid_x + 328, strip, COLUMNS * size - 332, 42, position["round"]),
        *land,
        *shop,
        region("plate", plate, own_plate, *plate, seen.holding(me), seen.fresh_goals()),
        *rivals,
        region("log", None, log_strip, side, log_y, 226, 710 - log_y, seen.log(), seen.round_note),
    ]
    return Sheet(1280, 720, tuple(regions), f"{seen.view['title']} table", "little-town:desktop")


def _desktop_shop(seen: _Seen, x: float, y: float, width: float) -> list[Region]:
    """The market; or the counter while one pays, takes or feeds; or the reckoning at the end."""
    if seen.view["over"]:
        board = region(
            "reckoning", None, reckoning, x, y, width, seen.view["players"], seen.position["points"], seen.on_track()
        )
        low = y + reckoning_height(seen.on_track()) + 16
        return [board, region("stock", None, stock_shed, x, low, width, 130, seen.stock())]
    choices = seen.choices()
    if choices:
        height = counter_height(len(choices), width)
        desk = region("counter", None, counter, x, y, width, height, seen.counter_heading, choices)
        low = y + height + 14
        return [desk, region("stock", None, stock_shed, x, low, width, min(130, 706 - low), seen.stock())]
    held = seen.held(seen.me)
    return [region("market", None, market, x, y, width, 129.5, 4, seen.wares(), held, seen.me, seen.stock())]


def _desktop_rivals(seen: _Seen, x: float, y: float, width: float) -> tuple[list[Region], float]:
    tight = len(seen.others()) > 2
    height, regions = opponent_height(tight), []
    for seat in seen.others():
        box = (x, y, width, height)
        regions.append(region(f"seat-{seat}", box, opponent, *box, seen.holding(seat), tight, ""))
        y += height + 10
    return regions, y


# ---------------------------------------------------------------- phones


def _phone(seen: _Seen) -> Sheet:
    pad, width = 10, 340
    position = seen.position
    seats = range(len(seen.view["players"]))
    size = (360 - 9) / COLUMNS
    purses = [
        [
            Purse("star", seen.view["players"][s]["score"] if seen.view["over"] else position["track"][s]),
            Purse("coin", position["coins"][s]),
        ]
        for s in seats
    ]
    choices = seen.choices()
    shop = seen.wares() if not choices and not seen.view["over"] else []
    cells = seen.rows()
    keys = seen.keys()
    bar_h = phone_bar_height(keys, width)
    regions = [
        region("head", (0, 0, 360, 48), _head, pad, 25, width, seen.view["title"], 20, True),
        region(
            "players",
            (pad, 48, width, 46),
            score_strip,
            pad,
            48,
            width,
            [seen.holding(s).player for s in seats],
            purses,
            seen.active,
            [NOTHING for _ in seats],
            seen.view["viewer"],
        ),
        region(
            "action", (pad, 104, width, bar_h), phone_bar, pad, 104, width, *seen.bar(), keys, "", 0, seen.view["over"]
        ),
    ]
    y = 104 + bar_h + 12
    if seen.view["over"]:
        y += 8
        regions.append(
            region(
                "reckoning", None, reckoning, pad, y, width, seen.view["players"], position["points"], seen.on_track()
            )
        )
        y += reckoning_height(seen.on_track()) + 14
    if choices:
        height = counter_height(len(choices), width)
        regions.append(region("counter", None, counter, pad, y + 6, width, height, seen.counter_heading, choices))
        y += height + 20
    land, height = _phone_map(seen, y, size, cells)
    regions += land
    y += height + 12
    regions, y = _phone_reach(seen, regions, y, pad, width)
    regions.append(
        region(
            "plate", (pad, y, width, PHONE_PLATE), phone_plate, pad, y, width, seen.holding(seen.me), seen.fresh_goals()
        )
    )
    y += PHONE_PLATE + 20
    if shop:
        regions.append(
            region(
                "market", None, market, pad - 4, y, width + 8, 136, 3, shop, seen.held(seen.me), seen.me, seen.stock()
            )
        )
        y += market_height(len(shop), 3, 136) + 14
    else:
        regions.append(region("stock", None, stock_shed, pad, y, width, 120, seen.stock()))
        y += 134
    for seat in seen.others():
        box = (pad, y, width, opponent_height(False))
        regions.append(region(f"seat-{seat}", box, opponent, *box, seen.holding(seat), False, f"panel-{seat}"))
        y += opponent_height(False) + 10
    height = log_height(seen.log(), width)
    regions.append(region("log", None, log_strip, pad, y, width, height, seen.log(), seen.round_note))
    return Sheet(360, round(y + height + 14), tuple(regions), f"{seen.view['title']} table", "little-town:phone")


def _phone_map(seen: _Seen, y: float, size: float, cells: list[list[Cell]]) -> tuple[list[Region], float]:
    """The map runs from edge to edge, so that the squares are as large as they can be."""
    grid_x, grid_y = 4.5, y + 8
    strip = grid_y + ROWS * size + 8
    height = 8 + ROWS * size + 8 + 44 + 10
    return [
        region("land", (0, y, 360, height), meadow, 0, y, 360, height, 0, grid_x, grid_y, size, False),
        region("terrain", None, terrain_squares, grid_x, grid_y, size, seen.position["side"]),
        region("site", None, construction_site, 8, strip, 186, 44, seen.builders()),
        region("rounds", None, round_track, 204, strip + 9, 152, 25, seen.position["round"]),
        *_map(seen, grid_x, grid_y, size, cells),
    ], height


def _phone_reach(seen: _Seen, regions: list[Region], y: float, pad: float, width: float) -> tuple[list[Region], float]:
    reached = seen.reached()
    if not reached or not reached[1]:
        return regions, y
    square, nears, preview, _, _ = reached
    heading = f"{square} would give" if preview else f"Beside {square}"
    height = reach_list_height(len(nears))
    part = region("around", (pad, y, width, height), reach_list, pad, y, width, heading, seen.position["side"], nears)
    return [*regions, part], y + height + 12


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    seen = _Seen(view, Targets.of(view))
    return {"desktop": _desktop, "phone": _phone}[layout](seen)
