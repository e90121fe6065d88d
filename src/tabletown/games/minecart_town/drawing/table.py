"""How Minecart Town looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletown.draw.keys import Key, keys_of
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
from tabletown.draw.states import Offer
from tabletown.draw.view_model import ViewModel

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
EMBLEM = cart(0, 0, 32, "gold")
TOUCHABLE = 56
"""Below this size of a tile its cubes are too small to be touched one by one."""


class _Model(ViewModel):
    """What this table reads from a view."""

    @property
    def me(self) -> int:
        """The seat whose town lies in front: the viewer's, or that of the player in turn for a spectator."""
        viewer = self.view["viewer"]
        return int(self.position["turn"]) if viewer is None else int(viewer)

    @property
    def mine(self) -> bool:
        """Whether the choice under way is about the town in front."""
        return bool(self.position["turn"] == self.me and not self.over)

    @property
    def work(self) -> Mapping[str, Any]:
        work: Mapping[str, Any] = self.position["work"]
        return work

    def town(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.position["towns"][seat]
        return found

    def note(self, seat: int) -> str:
        if seat in self.position["passed"]:
            return "Passed"
        return "Expert" if self.town(seat)["expert"] else ""

    def first(self, seat: int) -> bool:
        return bool(self.position["first"] == seat and len(self.view["players"]) > 1)

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
            cards.append((name, space["area"], space["tile"], space["count"], *self.state(name)))
        return cards

    @property
    def leaving(self) -> list[bool]:
        """Solo: the tiles that leave the game when another of their area is bought, the leftmost of each row."""
        if self.position["solo"] is None:
            return [False] * len(self.position["market"])
        begun: set[tuple[str, int]] = set()
        found = []
        for space in self.position["market"]:
            row = space["area"], space["row"]
            found.append(space["tile"] is not None and row not in begun)
            begun |= {row} if space["tile"] is not None else set()
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
            routes = self.work["route"] if self.mine else ()
            route = next((entry["lines"] for entry in routes if entry["tile"] == tile["tile"]), ())
            return Plot(tile, name, *self.state(name), route=tuple(route))
        name, cubes = f"building-{self.me}-{building}", f"cube-{self.me}-{building}" if touch_cubes else ""
        offers = {kind: self.targets.offer(f"{cubes}-{kind}") for kind in tile["cubes"]} if touch_cubes else {}
        taken, preview = lifted.get(building, 0), previews.get(building, 0)
        return Plot(tile, name, *self.state(name), offers, cubes, taken, preview)

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
        site, tiles = self.work["site"], self.town(self.position["turn"])["tiles"]
        return next((str(tile["kind"]) for tile in tiles if tile["building"] == site), "")

    def keys(self) -> tuple[Key, ...]:
        return keys_of(self.targets, primary=PRIMARY.get(self.phase, ""))

    @property
    def ring(self) -> bool:
        """While tiles are laid room is kept for new cells, so that nothing jumps from one to the next."""
        return self.mine and self.phase in ("pay", "place", "step", "shape")


# ------------------------------------------------------------------ wide screens


def _stage(model: _Model, box: Box, cubes: list[CubeKey]) -> Region:
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
    market = (model.cards(), model.areas, model.position["bags"], model.leaving)
    return region("stage", box, goods_train, *box[:3], *market)


def _opponent(model: _Model, seat: int, box: Box, name: str) -> Region:
    state = (seat == model.actor, model.first(seat), model.note(seat), model.targets.fresh(f"vp-{seat}"))
    return boxed(f"seat-{seat}", box, opponent, model.player(seat), model.town(seat), *state, name)


def _progress(model: _Model, x: float, y: float, width: float) -> Region:
    position = model.position
    now = (position["round"], position["part"], position["round"] == position["rounds"])
    return region("progress", (x, y, width, 86), progress, x, y, width, *now)


def _desktop(model: _Model) -> Sheet:
    me, plate_w = model.me, 168.0
    town_y = 90 + TRAIN_HEIGHT + 10
    town_h = float(BOTTOM) - town_y
    box = (MAIN + plate_w + 22, town_y + 6, MAIN_WIDTH - plate_w - 32, town_h - 12)
    largest = 88.0 if model.ring else 108.0
    size = tile_size(box[2], box[3], largest, model.town(me)["tiles"], model.ring)
    small = size < TOUCHABLE and model.picks_cubes
    plan, hand = (model.work["planned"], model.work["hand"]) if model.mine else (None, {})
    state = (model.you, me == model.actor, model.first(me), model.note(me), model.targets.fresh(f"vp-{me}"))
    plate = (MAIN + 12, town_y + 12, plate_w, town_h - 24)
    main = [
        _stage(model, (MAIN, 90, MAIN_WIDTH, TRAIN_HEIGHT), model.cube_keys() if small else []),
        boxed("land", (MAIN, town_y, MAIN_WIDTH, town_h), earth, "town"),
        region("town", None, town, *box, largest, model.plots(not small), model.cells(), plan, model.ring),
        boxed("plate", plate, own_plate, model.player(me), model.town(me), *state, hand, model.position["solo"]),
    ]
    others = model.others()
    height = {0: 0, 1: 250, 2: 188, 3: 150}[len(others)]
    opponents, log_y = side_panels(
        [(seat, height) for seat in others], lambda seat, box: _opponent(model, seat, box, ""), 152
    )
    return desktop_table(model, main, [_progress(model, SIDE, 56, SIDE_WIDTH), *opponents], log_y, EMBLEM)


# ------------------------------------------------------------------ phones


def _phone(model: _Model) -> Sheet:
    def purses(seat: int) -> list[Purse]:
        return [Purse("medal", model.town(seat)["vp"], f"vp-{seat}", model.targets.fresh(f"vp-{seat}"))]

    parts = [_phone_choice, _phone_town, _phone_platform, _phone_market]
    if model.phase == "action" and model.mine:
        parts = [_phone_choice, _phone_market, _phone_town]
    return phone_table(
        model,
        [(model.player(seat), purses(seat)) for seat in model.seats],
        [partial(part, model) for part in (*parts, _phone_opponents)],
        EMBLEM,
        above=lambda y: ([_progress(model, PAD, y, PHONE_WIDTH)], y + 98),
        log_lines=14,
    )


def _phone_choice(model: _Model, y: float) -> tuple[list[Region], float]:
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


def _phone_platform(model: _Model, y: float) -> tuple[list[Region], float]:
    """Cart and forecast, below the town."""
    if not model.mine or model.phase not in MOVING:
        return [], y
    plan, end = model.position["forecast"], model.town(model.me)["end"]
    height = phone_platform_height(plan)
    box = (PAD - 4, y, PHONE_WIDTH + 8, height)
    return [region("platform", None, phone_platform, *box, model.work["hand"], plan, end)], y + height + 12


def _phone_town(model: _Model, y: float) -> tuple[list[Region], float]:
    me, x, width = model.me, PAD - 4, PHONE_WIDTH + 8
    own, solo, plan = model.town(me), model.position["solo"], model.work["planned"] if model.mine else None
    rows = [tile["row"] for tile in own["tiles"]]
    size = tile_size(width - 8, 4000, 64, own["tiles"], model.ring)
    town_h = (max(rows) - min(rows) + (3 if model.ring else 1)) * size + 12
    height = 66 + town_h + 48
    town_box = (x + 4, y + 66, width - 8, town_h)
    heading = (model.player(me), own, model.you, model.note(me), model.first(me))
    return [
        region("land", None, earth, x, y, width, height, "town"),
        region("heading", None, town_heading, x + 8, y + 8, width - 16, *heading),
        region("town", None, town, *town_box, 64, model.plots(False), model.cells(), plan, model.ring),
        region("goods", None, _goods_panel, x + 8, y + height - 42, width - 16, own["totals"]),
        *([region("marks", None, solo_panel, x, y + height + 12, width, solo)] if solo else []),
    ], y + height + 12 + (110 if solo else 0)


def _goods_panel(x: float, y: float, width: float, totals: Mapping[str, int]) -> str:
    return panel(x, y, width, 34, 12) + goods_row(x + 14, y + 17, width - 24, totals, 20)


def _phone_market(model: _Model, y: float) -> tuple[list[Region], float]:
    goods = (model.cards(), model.areas, model.position["bags"], model.leaving)
    shelf = region("market", None, market_shelf, PAD - 4, y, PHONE_WIDTH + 8, *goods)
    return [shelf], y + shelf_height(model.areas) + 12


def _phone_opponents(model: _Model, y: float) -> tuple[list[Region], float]:
    heights = [(seat, 222) for seat in model.others()]
    return phone_panels(y, heights, lambda seat, box: _opponent(model, seat, box, f"panel-{seat}"))


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    return {"desktop": _desktop, "phone": _phone}[layout](_Model(view))
