"""How Minecart Town looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from tabletown.draw.pieces import cart
from tabletown.draw.scenery import panel
from tabletown.draw.sheet import Region, Sheet, region
from tabletown.draw.states import Offer, Targets
from tabletown.draw.view_model import Seen

from ..components import NAMES, RESOURCES, SHAPE_COST, SHAPES, UPGRADE_COST
from .choices import CubeKey, cube_choice, cube_choice_height, shape_choice, type_choice
from .market import TRAIN_HEIGHT, Card, goods_train, market_shelf, shelf_height
from .platform import phone_platform, phone_platform_height, platform
from .players import goods_row, opponent, own_plate, solo_panel, town_heading
from .progress import progress
from .rails import TOKENS
from .tiles import Plot
from .town import earth, tile_size, town

__all__ = ["DEFS", "TOKENS", "table"]

DEFS = load_pictures(__package__)

MOVING = ("pick", "drop", "pull", "loop")
NAMING = ("keep", "gain", "set")
PRIMARY = {"step": "end_tracks", "pull": "end_pull", "pick": "end_pick", "set": "end_set", "loop": "done"}
TOUCHABLE = 56
"""Below this size of a tile its cubes are too small to be touched one by one."""


class _Seen(Seen):
    """What is asked of a view to draw this table."""

    @property
    def me(self) -> int:
        """The seat whose town lies in front: the viewer's, or that of the player in turn for a spectator."""
        viewer = self.view["viewer"]
        return int(self.position["turn"]) if viewer is None else int(viewer)

    @property
    def mine(self) -> bool:
        """Whether the choice under way is about the town in front."""
        return bool(self.position["turn"] == self.me and not self.view["over"])

    @property
    def actor(self) -> int | None:
        if self.view["over"] or self.phase == "start":
            return None
        return int(self.position["turn"])

    @property
    def work(self) -> Mapping[str, Any]:
        work: Mapping[str, Any] = self.position["work"]
        return work

    def player(self, seat: int) -> Mapping[str, Any]:
        player = self.view["players"][seat]
        return {key: player.get(key) for key in ("seat", "name", "bot", "place")}

    def town(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.position["towns"][seat]
        return found

    def note(self, seat: int) -> str:
        if seat in self.position["passed"]:
            return "Passed"
        return "Expert" if self.town(seat)["expert"] else ""

    def first(self, seat: int) -> bool:
        return bool(self.position["first"] == seat and len(self.view["players"]) > 1)

    def others(self) -> list[int]:
        count = len(self.view["players"])
        return [(self.me + step) % count for step in range(1, count)]

    # -------------------------------------------------------------- what may be touched

    def cards(self) -> list[Card | None]:
        cards: list[Card | None] = []
        for space in self.position["market"]:
            name = f"space-{space['space']}"
            if self.work["buying"] and space["space"] == self.work["space"]:
                cards.append((name, space["area"], self.work["buying"], space["count"] + 1, Offer(chosen=True), None))
                continue
            if space["tile"] is None:
                cards.append(None)
                continue
            cards.append(
                (name, space["area"], space["tile"], space["count"], self.targets.offer(name), self.targets.fresh(name))
            )
        return cards

    @property
    def leaving(self) -> list[bool]:
        """Solo: the tiles that leave the game when another of their area is bought, the leftmost of each row."""
        if self.position["solo"] is None:
            return [False] * len(self.position["market"])
        seen: set[tuple[str, int]] = set()
        found = []
        for space in self.position["market"]:
            row = space["area"], space["row"]
            found.append(space["tile"] is not None and row not in seen)
            seen |= {row} if space["tile"] is not None else set()
        return found

    @property
    def areas(self) -> list[str]:
        return [space["area"] for space in self.position["market"]]

    def plots(self, touch_cubes: bool) -> list[Plot]:
        """The tiles of the town in front; their cubes are targets of their own where they are large enough."""
        lifted: dict[int, int] = {}
        previews: dict[int, int] = {}
        if self.mine:
            for entry in self.work["lifted"]:
                lifted[entry["building"]] = lifted.get(entry["building"], 0) + entry["count"]
            previews = {entry["building"]: entry["vp"] for entry in self.position["forecast"]}
        return [self._plot(tile, touch_cubes, lifted, previews) for tile in self.town(self.me)["tiles"]]

    def _plot(
        self, tile: Mapping[str, Any], touch_cubes: bool, lifted: Mapping[int, int], previews: Mapping[int, int]
    ) -> Plot:
        building = tile["building"]
        if building is None:
            name = f"tile-{self.me}-{tile['tile']}"
            route = next(
                (entry["lines"] for entry in self.work["route"] if self.mine and entry["tile"] == tile["tile"]), ()
            )
            return Plot(tile, name, self.targets.offer(name), self.targets.fresh(name), route=tuple(route))
        name, cubes = f"building-{self.me}-{building}", f"cube-{self.me}-{building}"
        offers = (
            {resource: self.targets.offer(f"{cubes}-{resource}") for resource in tile["cubes"]} if touch_cubes else {}
        )
        return Plot(
            tile, name, self.targets.offer(name), self.targets.fresh(name), offers, cubes if touch_cubes else "",
            lifted.get(building, 0), previews.get(building, 0),
        )  # fmt: skip

    def cells(self) -> list[tuple[str, int, int, Offer]]:
        if not self.mine:
            return []
        names = [
            (f"cell-{self.me}-{cell['tile']}-{cell['side']}", cell["row"], cell["column"])
            for cell in self.position["cells"]
        ]
        return [(name, row, column, self.targets.offer(name)) for name, row, column in names]

    def cube_keys(self) -> list[CubeKey]:
        """The cubes that may be touched, as keys."""
        found = []
        for tile in self.town(self.me)["tiles"]:
            for resource, count in tile["cubes"].items():
                name = f"cube-{self.me}-{tile['building']}-{resource}"
                offer = self.targets.offer(name)
                if offer.legal:
                    found.append((name, tile["kind"], resource, count, offer))
        return found

    @property
    def picks_cubes(self) -> bool:
        return any(move["name"] == "cube" for move in self.targets.moves)

    def shapes(self) -> list[tuple[str, int, Offer]]:
        upgrade = self.work["planned"] and self.work["planned"]["upgrade"] is not None
        found = [
            (shape, UPGRADE_COST if upgrade else int(SHAPE_COST[n]), self.targets.offer(f"shape-{shape}"))
            for n, shape in enumerate(SHAPES)
        ]
        return [entry for entry in found if entry[2].legal]

    def types(self) -> list[tuple[str, str, Offer]]:
        found = []
        for resource in RESOURCES:
            offer = self.targets.offer(f"type-{resource}")
            if offer.legal:
                found.append((resource, offer.label, offer))
        return found

    @property
    def site_kind(self) -> str:
        """The kind of the building that gains or converts."""
        site = self.work["site"]
        return next(
            (str(tile["kind"]) for tile in self.town(self.position["turn"])["tiles"] if tile["building"] == site), ""
        )

    def keys(self) -> tuple[Key, ...]:
        """Call last: what has no element on the table gets a key."""
        return keys_of(self.targets, primary=PRIMARY.get(self.phase, ""))

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        return prompt["sentence"], prompt["hint"], self.actor if self.actor is not None else int(self.position["turn"])

    @property
    def ring(self) -> bool:
        """While tiles are laid room is kept for new cells, so that nothing jumps from one to the next."""
        return self.mine and self.phase in ("pay", "place", "step", "shape")

    def log(self) -> list[Mapping[str, Any]]:
        return list(self.view["log"][-14:])


EMBLEM = cart(0, 0, 32, "gold")


def _head(x: float, cy: float, width: float, name: str, size: float, phone: bool) -> str:
    buttons = round_button(x + width - 16, cy, 15, "menu", "Menu", "menu")
    if phone:
        buttons = round_button(x + width - 60, cy, 15, "help", "How to play", "help") + buttons
    return wordmark(x + 2, cy, name, size, EMBLEM, room=width - 44) + buttons


# ------------------------------------------------------------------ wide screens


def _stage(seen: _Seen, box: tuple[float, float, float, float], cubes: list[CubeKey]) -> Region:
    """The upper half: the market, or what is to be chosen, or cart and forecast."""
    work = seen.work
    if seen.mine and seen.phase == "shape" and seen.targets.moves:
        heading = "Turn the track which way?" if work["planned"]["upgrade"] is not None else "Tracks that fit here"
        return region("stage", box, shape_choice, *box, heading, seen.shapes(), 10)
    if seen.mine and seen.phase in NAMING and seen.targets.moves:
        return region("stage", box, type_choice, *box, NAMES[seen.site_kind], seen.site_kind, seen.types())
    if cubes:
        return region("stage", box, cube_choice, *box, max(7, -(-len(cubes) // 2)), "Which cubes?", cubes)
    if seen.mine and seen.phase in MOVING:
        return region("stage", box, platform, *box, work["hand"], seen.position["forecast"], seen.town(seen.me)["end"])
    return region(
        "stage", box, goods_train, box[0], box[1], box[2], seen.cards(), seen.areas, seen.position["bags"], seen.leaving
    )


def _opponent(seen: _Seen, seat: int, box: tuple[float, float, float, float], name: str) -> Region:
    return region(
        f"seat-{seat}", box, opponent, *box, seen.player(seat), seen.town(seat), seat == seen.actor, seen.first(seat), seen.note(seat),
        seen.targets.fresh(f"vp-{seat}"), name,
    )  # fmt: skip


def _progress(seen: _Seen, x: float, y: float, width: float) -> Region:
    position = seen.position
    return region(
        "progress",
        (x, y, width, 86),
        progress,
        x,
        y,
        width,
        position["round"],
        position["part"],
        position["round"] == position["rounds"],
    )


def _desktop(seen: _Seen) -> Sheet:
    position, me = seen.position, seen.me
    side, main, wide, plate_w = 12.0, 250.0, 1018.0, 168.0
    town_y = 90 + TRAIN_HEIGHT + 10
    town_h = 710.0 - town_y
    box = (main + plate_w + 22, town_y + 6, wide - plate_w - 32, town_h - 12)
    largest = 88.0 if seen.ring else 108.0
    size = tile_size(box[2], box[3], largest, seen.town(me)["tiles"], seen.ring)
    small = size < TOUCHABLE and seen.picks_cubes
    cubes = seen.cube_keys() if small else []
    stage = _stage(seen, (main, 90, wide, TRAIN_HEIGHT), cubes)
    plots, cells = seen.plots(not small), seen.cells()
    plate_box = (main + 12, town_y + 12, plate_w, town_h - 24)
    others = seen.others()
    height = {0: 0, 1: 250, 2: 188, 3: 150}[len(others)]
    opponents = [
        _opponent(seen, seat, (side, 152 + i * (height + 10), 226, height), "") for i, seat in enumerate(others)
    ]
    log_y = 152 + len(others) * (height + 10)
    regions = [
        region("head", (side, 10, 226, 40), _head, side, 30, 226, seen.view["title"], 20, False),
        region("action", (main, 12, wide, 66), action_bar, main, 12, wide, 66, *seen.bar(), seen.keys(), seen.view["over"]),
        stage,
        region("land", (main, town_y, wide, town_h), earth, main, town_y, wide, town_h, "town"),
        region("town", None, town, *box, largest, plots, cells, seen.work["planned"] if seen.mine else None, seen.ring),
        region(
            "plate", plate_box, own_plate, *plate_box, seen.player(me), seen.town(me), seen.you, me == seen.actor, seen.first(me),
            seen.note(me), seen.targets.fresh(f"vp-{me}"), seen.work["hand"] if seen.mine else {}, position["solo"],
        ),
        _progress(seen, side, 56, 226),
        *opponents,
        region("log", None, log_strip, side, log_y, 226, 710 - log_y, seen.log(), f"Round {position['round']}"),
    ]  # fmt: skip
    return Sheet(1280, 720, tuple(regions), f"{seen.view['title']} table", "minecart-town:desktop")


# ------------------------------------------------------------------ phones

Part = Callable[[float], tuple[list[Region], float]]


def _phone(seen: _Seen) -> Sheet:
    pad, width = 10.0, 340.0
    seats = range(len(seen.view["players"]))
    purses = [[Purse("medal", seen.town(seat)["vp"], f"vp-{seat}", seen.targets.fresh(f"vp-{seat}"))] for seat in seats]
    choice, own, market = (
        _phone_choice(seen, pad, width),
        _phone_town(seen, pad, width),
        _phone_market(seen, pad, width),
    )
    loading = _phone_platform(seen, pad, width)
    keys = seen.keys()
    bar_h = phone_bar_height(keys, width)
    regions = [
        region("head", (0, 0, 360, 48), _head, pad, 25, width, seen.view["title"], 20, True),
        region(
            "players", (pad, 48, width, 46), score_strip, pad, 48, width, [seen.player(s) for s in seats], purses, seen.actor,
            [Offer() for _ in seats], seen.view["viewer"],
        ),
        _progress(seen, pad, 104, width),
        region("action", (pad, 202, width, bar_h), phone_bar, pad, 202, width, *seen.bar(), keys, "", 0, seen.view["over"]),
    ]  # fmt: skip
    y = 202 + bar_h + 12
    for part in (choice, market, own) if seen.phase == "action" and seen.mine else (choice, own, loading, market):
        drawn, y = part(y)
        regions += drawn
    for seat in seen.others():
        regions.append(_opponent(seen, seat, (pad, y, width, 222), f"panel-{seat}"))
        y += 232
    log = seen.log()
    height = log_height(log, width)
    regions.append(region("log", None, log_strip, pad, y, width, height, log, f"Round {seen.position['round']}"))
    return Sheet(360, round(y + height + 14), tuple(regions), f"{seen.view['title']} table", "minecart-town:phone")


def _phone_choice(seen: _Seen, pad: float, width: float) -> Part:
    """What is to be chosen, right below the action bar."""
    x, wide = pad - 4, width + 8
    parts: list[tuple[str, Any, tuple[Any, ...], float]] = []
    if seen.mine and seen.phase == "shape" and seen.targets.moves:
        shapes = seen.shapes()
        height = 42.0 + -(-len(shapes) // 5) * 94
        parts.append(("shapes", shape_choice, (height, "Which track?", shapes, 5), height))
    elif seen.mine and seen.phase in NAMING and seen.targets.moves:
        parts.append(("types", type_choice, (152, "Which cube?", seen.site_kind, seen.types()), 152))
    cubes = seen.cube_keys()
    if cubes:
        height = cube_choice_height(len(cubes))
        parts.append(("cubes", cube_choice, (height, 3, "Which cubes?", cubes), height))

    def place(y: float) -> tuple[list[Region], float]:
        drawn = []
        for name, draw, data, height in parts:
            drawn.append(region(name, None, draw, x, y, wide, *data))
            y += height + 12
        return drawn, y

    return place


def _phone_platform(seen: _Seen, pad: float, width: float) -> Part:
    """Cart and forecast, below the town."""
    plan, end = seen.position["forecast"], seen.town(seen.me)["end"]
    height = phone_platform_height(plan)

    def place(y: float) -> tuple[list[Region], float]:
        if not seen.mine or seen.phase not in MOVING:
            return [], y
        drawn = region("platform", None, phone_platform, pad - 4, y, width + 8, height, seen.work["hand"], plan, end)
        return [drawn], y + height + 12

    return place


def _phone_town(seen: _Seen, pad: float, width: float) -> Part:
    me, x, wide = seen.me, pad - 4, width + 8
    tiles = seen.town(me)["tiles"]
    size = tile_size(wide - 8, 4000, 64, tiles, seen.ring)
    rows = max(tile["row"] for tile in tiles) - min(tile["row"] for tile in tiles) + (3 if seen.ring else 1)
    plots, cells = seen.plots(False), seen.cells()
    planned, solo = seen.work["planned"] if seen.mine else None, seen.position["solo"]

    def place(y: float) -> tuple[list[Region], float]:
        town_h = rows * size + 12
        height = 66 + town_h + 48
        marks = [region("marks", None, solo_panel, x, y + height + 12, wide, solo)] if solo else []
        return [
            region("land", None, earth, x, y, wide, height, "town"),
            region(
                "heading",
                None,
                town_heading,
                x + 8,
                y + 8,
                wide - 16,
                seen.player(me),
                seen.town(me),
                seen.you,
                seen.note(me),
                seen.first(me),
            ),
            region("town", None, town, x + 4, y + 66, wide - 8, town_h, 64, plots, cells, planned, seen.ring),
            region("goods", None, _goods_panel, x + 8, y + height - 42, wide - 16, seen.town(me)["totals"]),
            *marks,
        ], y + height + 12 + (110 if solo else 0)

    return place


def _goods_panel(x: float, y: float, width: float, totals: Mapping[str, int]) -> str:
    return panel(x, y, width, 34, 12) + goods_row(x + 14, y + 17, width - 24, totals, 20)


def _phone_market(seen: _Seen, pad: float, width: float) -> Part:
    cards, areas, bags = seen.cards(), seen.areas, seen.position["bags"]

    def place(y: float) -> tuple[list[Region], float]:
        return [
            region("market", None, market_shelf, pad - 4, y, width + 8, cards, areas, bags, seen.leaving)
        ], y + shelf_height(areas) + 12

    return place


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    seen = _Seen(view, Targets.of(view))
    return {"desktop": _desktop, "phone": _phone}[layout](seen)
