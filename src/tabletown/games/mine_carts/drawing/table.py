"""How Mine Carts looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from tabletown.draw.pieces import piece
from tabletown.draw.sheet import Region, Sheet, region
from tabletown.draw.states import NOTHING, Change, Targets
from tabletown.draw.view_model import Seen

from ..components import CARTS
from ..text.names import LETTERS
from .colours import TOKENS
from .mine import Grid, frame, gate_choices, gate_ghosts, laid_track, own_cells, standing_carts
from .pieces import DEFS
from .piles import piles
from .players import gained, own_plate, rival
from .runs import last_move, previews
from .trays import LAST_MOVE, end_tray, hand_height, hand_tray, start_tray, waiting_tray

__all__ = ["DEFS", "TOKENS", "table"]

Box = tuple[float, float, float, float]

SET_UP = ("start", "place", "confirm", "replace", "first")


class _Seen(Seen):
    """What is asked of a view to draw this table."""

    @property
    def seats(self) -> range:
        return range(len(self.view["players"]))

    @property
    def names(self) -> list[str]:
        return [player["name"] for player in self.view["players"]]

    @property
    def actor(self) -> int | None:
        """The seat that is waited for, or for which chance draws."""
        if self.view["over"] or self.phase in ("start", "first", "over"):
            return None
        if self.phase == "dig":
            return next((int(run["seat"]) for run in self.runs if run["digging"]), int(self.position["turn"]))
        actor = self.view["actor"]
        return actor if isinstance(actor, int) else int(self.position["turn"])

    @property
    def runs(self) -> list[Mapping[str, Any]]:
        last = self.position["last"]
        return list(last["runs"]) if last else []

    def player(self, seat: int) -> dict[str, Any]:
        player = self.view["players"][seat]
        return {key: player.get(key) for key in ("seat", "name", "bot", "place")}

    def in_mine(self, seat: int) -> list[bool]:
        standing = {(entry["seat"], entry["cart"]) for entry in self.position["carts"]}
        return [(seat, index) in standing for index in range(CARTS)]

    def holding(self, seat: int) -> tuple[Any, ...]:
        """What panel and plate show of a player: ore, carts, whether out, values, what the last move brought."""
        position = self.position
        carts = [True] * CARTS if self.phase in SET_UP else self.in_mine(seat)
        return position["ore"][seat], carts, seat in position["out"], position["values"], *gained(self.runs, seat)

    def others(self) -> list[int]:
        """The other seats in turn order."""
        return [(self.me + step) % len(self.seats) for step in self.seats][1:]

    def carts(self) -> list[tuple[Any, ...]]:
        found = []
        for entry in self.position["carts"]:
            name = f"cart-{entry['seat']}-{entry['cart']}"
            found.append((entry, self.names[entry["seat"]], self.targets.offer(name), self.targets.fresh(name)))
        return found

    @property
    def choosing_gate(self) -> bool:
        return any(move["name"] == "place" for move in self.targets.moves)

    @property
    def laying(self) -> bool:
        return any(move["name"] == "play" for move in self.targets.moves)

    def gates(self) -> list[tuple[Mapping[str, int], Any]]:
        """Every gate with what may be done there."""
        return [(spot, self.targets.offer(f"gate-{index}")) for index, spot in enumerate(self.position["gates"])]

    def choices(self) -> list[tuple[Mapping[str, Any], Any]]:
        return [(choice, self.targets.offer(choice["target"])) for choice in self.position["previews"]]

    def keys(self) -> tuple[Key, ...]:
        """What has no element on the table gets a key."""
        for part in (self.carts, self.gates, self.choices):
            part()
        return keys_of(self.targets, primary="confirm")

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        return prompt["sentence"], prompt["hint"], self.actor

    def log(self, last: int) -> list[Mapping[str, Any]]:
        return list(self.view["log"][-last:])

    @property
    def round(self) -> str:
        return f"Tile {self.position['turns']}" if self.position["turns"] else "Set-up"


# ---------------------------------------------------------------- regions that both layouts share


def _mine_regions(seen: _Seen, grid: Grid) -> list[Region]:
    """The mine from below to above: frame, track, the last move, carts, what one may choose, what would happen."""
    position, me = seen.position, seen.me
    laid, carts = position["board"], position["carts"]
    regions = [
        region("mine", grid.box, frame, grid, position["gates"]),
        region("track", grid.box, laid_track, grid, laid),
    ]
    if position["last"]:
        regions.append(region("trail", grid.box, last_move, grid, laid, carts, position["last"]))
    if seen.laying:
        own = [entry for entry in carts if entry["seat"] == me]
        regions.append(region("cells", grid.box, own_cells, grid, me, own))
    regions.append(region("carts", grid.box, standing_carts, grid, laid, seen.carts()))
    if seen.choosing_gate:
        letter = LETTERS[position["placing"]["cart"]]
        regions.append(region("gates", grid.box, gate_choices, grid, seen.gates()))
        regions.append(region("previews", grid.box, gate_ghosts, grid, seen.gates(), me, letter))
    if seen.laying:
        tile = position["hand"]["tile"]
        regions.append(region("previews", grid.box, previews, grid, laid, carts, tile, seen.names, seen.choices()))
    return regions


def _tray_region(seen: _Seen, box: Box, phone: bool) -> Region:
    """The tray: tiles to choose from, the start, the result, or what somebody else holds."""
    position, players = seen.position, [seen.player(seat) for seat in seen.seats]
    if seen.view["over"]:
        return region("tray", box, end_tray, *box, players, position["ore"])
    if seen.phase in SET_UP:
        placing = position["placing"] or {
            "cart": None,
            "confirmed": [False] * len(players),
            "changes_left": [0] * len(players),
        }
        placed = [seen.in_mine(seat) for seat in seen.seats]
        return region(
            "tray",
            box,
            start_tray,
            *box,
            players,
            seen.actor,
            placing["cart"],
            placed,
            placing["confirmed"],
            placing["changes_left"],
        )
    if seen.laying:
        return region(
            "tray", box, hand_tray, *box, position["hand"]["tile"], seen.me, seen.names, seen.choices(), phone
        )
    tile = position["hand"]["tile"] if position["hand"] else None
    heading, seat = LAST_MOVE, None
    if tile:
        heading, seat = f"{seen.names[position['turn']]}’s tile", position["turn"]
    return region("tray", box, waiting_tray, *box, heading, seat, tile, seen.runs, seen.names, position["values"])


def _rival(seen: _Seen, seat: int, box: Box, name: str) -> Region:
    return region(f"seat-{seat}", box, rival, *box, seen.player(seat), *seen.holding(seat), seat == seen.actor, name)


def _plate(seen: _Seen, box: Box) -> Region:
    return region(
        "plate", box, own_plate, *box, seen.player(seen.me), *seen.holding(seen.me), seen.me == seen.actor, seen.you
    )


def _piles(seen: _Seen, box: Box) -> Region:
    position = seen.position
    return region(
        "piles",
        box,
        piles,
        *box,
        position["pile"],
        position["ground"]["tokens"],
        position["ground"]["kinds"],
        position["values"],
    )


EMBLEM = piece("cart-gold", 0, 0, 31)


def _head(x: float, cy: float, width: float, name: str, size: float, phone: bool) -> str:
    buttons = round_button(x + width - 16, cy, 15, "menu", "Menu", "menu")
    if phone:
        buttons = round_button(x + width - 60, cy, 15, "help", "How to play", "help") + buttons
    return wordmark(x + 2, cy, name, size, EMBLEM, width - 44) + buttons


# ---------------------------------------------------------------- wide screens


def _desktop(seen: _Seen) -> Sheet:
    side, main, wide = 12, 250, 1018
    grid = Grid(main, 90, 94, 28)
    right = main + grid.width + 12
    column = main + wide - right
    mine, tray = _mine_regions(seen, grid), _tray_region(seen, (right, 90, column, 286), False)
    y, each = 58, 122
    rivals = []
    for seat in seen.others():
        rivals.append(_rival(seen, seat, (side, y, 226, each), ""))
        y += each + 10
    regions = [
        region("head", (side, 10, 226, 40), _head, side, 30, 226, seen.view["title"], 23, False),
        region(
            "action", (main, 12, wide, 66), action_bar, main, 12, wide, 66, *seen.bar(), seen.keys(), seen.view["over"]
        ),
        *mine,
        tray,
        _plate(seen, (right, 388, column, 206)),
        _piles(seen, (right, 606, column, 104)),
        *rivals,
        region("log", None, log_strip, side, y, 226, 710 - y, seen.log(14), seen.round),
    ]
    return Sheet(1280, 720, tuple(regions), f"{seen.view['title']} table", "mine-carts:desktop")


# ---------------------------------------------------------------- phones


def _phone_tray_height(seen: _Seen) -> float:
    if seen.laying:
        return hand_height(seen.choices(), True)
    if seen.phase in SET_UP or seen.view["over"]:
        return 58 + 54 * len(seen.seats)
    return 190


def _purses(seen: _Seen, seat: int) -> list[Purse]:
    points, values = seen.position["ore"][seat]["points"], seen.position["values"]
    gain = sum(values[kind] for kind in gained(seen.runs, seat)[0])
    return [Purse("star", points, f"strip-{seat}", Change(gain) if gain else None)] if points is not None else []


def _phone(seen: _Seen) -> Sheet:
    pad, width = 10, 340
    choosing = seen.choosing_gate
    # fingers need larger gates while one is chosen
    rim = 30.0 if choosing else 17.0
    cell = (352 - 2 * rim) / 6
    tray_h = _phone_tray_height(seen)
    keys = seen.keys()
    bar_h = phone_bar_height(keys, width)
    top = 104 + bar_h + 12
    board_y, tray_y = (top, top + 352 + 12) if not seen.laying else (top + tray_h + 12, top)
    grid = Grid(4, board_y, cell, rim)
    mine, tray = _mine_regions(seen, grid), _tray_region(seen, (pad, tray_y, width, tray_h), True)
    y = top + tray_h + 352 + 24
    regions = [
        region("head", (0, 0, 360, 48), _head, pad, 25, width, seen.view["title"], 20, True),
        region(
            "players", (pad, 48, width, 46), score_strip, pad, 48, width, [seen.player(s) for s in seen.seats],
            [_purses(seen, s) for s in seen.seats], seen.actor, [NOTHING for _ in seen.seats], seen.view["viewer"],
        ),
        region("action", (pad, 104, width, bar_h), _phone_action, pad, 104, width, *seen.bar(), keys, seen.view["over"]),
        *([tray, *mine] if seen.laying else [*mine, tray]),
        _plate(seen, (pad, y, width, 214)),
        _piles(seen, (pad, y + 226, width, 104)),
    ]  # fmt: skip
    y += 342
    for seat in seen.others():
        regions.append(_rival(seen, seat, (pad, y, width, 122), f"panel-{seat}"))
        y += 132
    log = seen.log(12)
    height = log_height(log, width)
    regions.append(region("log", None, log_strip, pad, y, width, height, log, seen.round))
    return Sheet(360, round(y + height + 14), tuple(regions), f"{seen.view['title']} table", "mine-carts:phone")


def _phone_action(
    x: float, y: float, width: float, sentence: str, hint: str, seat: int | None, keys: Sequence[Key], won: bool
) -> str:
    return phone_bar(x, y, width, sentence, hint, seat, keys, won=won)


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table of a view. layout: desktop (1280 x 720) or phone (360 wide)."""
    seen = _Seen(view, Targets.of(view))
    return _phone(seen) if layout == "phone" else _desktop(seen)
