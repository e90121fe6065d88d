"""The view model of the table: what lies where, what may be touched, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.draw.keys import Key, keys_of
from tabletown.draw.states import Offer
from tabletown.draw.view_model import ViewModel

from ..components import RESOURCES, SHAPE_COST, SHAPES, UPGRADE_COST
from ..text.effect_words import TileOptions
from .choices import CubeKey
from .market import Card
from .players import Holding
from .tiles import Plot

PRIMARY = {"step": "end_tracks", "pull": "end_pull", "pick": "end_pick", "set": "end_set", "loop": "done"}


class TableModel(ViewModel):
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

    @property
    def tile_options(self) -> TileOptions:
        return TileOptions.of(self.view["options"])

    def holding(self, seat: int) -> Holding:
        """What panel and plate show of a player."""
        position, town = self.position, self.town(seat)
        return Holding(
            self.player(seat),
            town,
            seat == self.view["viewer"],
            seat == self.actor,
            position["first"] == seat and len(self.seats) > 1,
            "Passed" if seat in position["passed"] else "Expert" if town["expert"] else "",
            self.targets.fresh(f"vp-{seat}"),
        )

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
        return Plot(tile, name, *self.state(name), offers, cubes, taken, preview, options=self.tile_options)

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
