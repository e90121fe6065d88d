"""The view model of the table: what lies where, what may be touched, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.draw.keys import Key, keys_of
from tabletown.draw.states import NOTHING
from tabletown.draw.view_model import ViewModel

from ..components import COLUMNS, HOUSES, MARKET_SIZE, ROUNDS, ROWS, SQUARES
from ..state import EDITIONS
from ..text.phrases import marker_words, minus
from .counter import Choice
from .icons import GOODS_SHOWN, TILE
from .landscape import terrain_at
from .map import GIVES, Cell, Near
from .market import Ware
from .players import Holding

SET_UP = ("start", "market", "deal_goals", "swap_goals")
COUNTER = {"pay_cost": "Pay", "pay_input": "Pay", "gain": "Take", "food": "Feed"}


class TableModel(ViewModel):
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
        return prompt["sentence"], prompt["hint"], self.me if self.actor is None else self.actor
