"""The view model of the table: what lies where, what may be touched, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.draw.keys import Key, keys_of
from tabletown.draw.panels import Purse
from tabletown.draw.view_model import ViewModel

from ..components import CARTS, COLUMNS
from ..text.names import LETTERS
from .players import Holding

SET_UP = ("start", "place", "confirm", "replace", "first")


class TableModel(ViewModel):
    """What this table reads from a view."""

    idle_phases = ("start", "first")

    @property
    def names(self) -> list[str]:
        return [self.name(seat) for seat in self.seats]

    @property
    def actor(self) -> int | None:
        """The seat that is waited for, or for which chance draws."""
        if self.phase == "dig" and not self.over:
            return next((int(run["seat"]) for run in self.runs if run["digging"]), int(self.position["turn"]))
        return super().actor

    @property
    def round(self) -> str:
        return f"Tile {self.position['turns']}" if self.position["turns"] else "Set-up"

    @property
    def runs(self) -> list[Mapping[str, Any]]:
        last = self.position["last"]
        return list(last["runs"]) if last else []

    def in_mine(self, seat: int) -> list[bool]:
        standing = {(entry["seat"], entry["cart"]) for entry in self.position["carts"]}
        return [(seat, index) in standing for index in range(CARTS)]

    def holding(self, seat: int) -> Holding:
        """What panel and plate show of a player."""
        position, own = self.position, [run for run in self.runs if run["seat"] == seat]
        return Holding(
            self.player(seat),
            position["ore"][seat],
            [True] * CARTS if self.phase in SET_UP else self.in_mine(seat),
            seat in position["out"],
            position["values"],
            [kind for run in own for kind in run["ore"] or ()],
            sum(run["drawn"] for run in own),
            seat == self.actor,
        )

    def carts(self) -> list[tuple[Any, ...]]:
        found = []
        for entry in self.position["carts"]:
            name = f"cart-{entry['seat']}-{entry['cart']}"
            found.append((entry, self.name(entry["seat"]), *self.state(name)))
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

    def places(self) -> list[tuple[int, str, list[int]]]:
        """The cells where the tile may go, the carts before each, and how the first of them may have it laid."""
        found: dict[int, tuple[str, int, list[int]]] = {}
        for choice, offer in self.choices():
            cell = COLUMNS * choice["row"] + choice["column"]
            letters, cart, moves = found.get(cell, ("", choice["cart"], []))
            letter = LETTERS[choice["cart"]]
            letters = letters if letter in letters else f"{letters} {letter}".strip()
            found[cell] = (letters, cart, [*moves, offer.move] if choice["cart"] == cart else moves)
        return [(cell, letters, moves) for cell, (letters, _, moves) in found.items()]

    def keys(self) -> tuple[Key, ...]:
        return keys_of(self.targets, primary="confirm")

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        return prompt["sentence"], prompt["hint"], self.actor

    def purses(self, seat: int) -> list[Purse]:
        return self.holding(seat).points("")
