"""What a table reads from a view before it draws: the position, who is waited for, what may be touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .keys import Key, keys_of
from .states import Change, Offer, Targets


class ViewModel:
    """A view and its targets, with the questions that every table asks. A game's own model adds its own."""

    idle_phases: ClassVar[tuple[str, ...]] = ("start",)
    """Phases of the set-up in which nobody is waited for."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.targets = Targets.of(view)

    # ------------------------------------------------------------ the position

    @property
    def position(self) -> Mapping[str, Any]:
        position: Mapping[str, Any] = self.view["position"]
        return position

    @property
    def phase(self) -> str:
        return str(self.position.get("phase", ""))

    @property
    def over(self) -> bool:
        return bool(self.view["over"])

    @property
    def won(self) -> bool:
        """Whether the action bar celebrates."""
        return self.over

    @property
    def round(self) -> str:
        """How far the game is, beside the heading of the log."""
        return f"Round {self.position['round']}" if "round" in self.position else ""

    # ------------------------------------------------------------ the players

    @property
    def me(self) -> int:
        """The seat whose place lies in front: the viewer's, or the first for a spectator."""
        viewer = self.view["viewer"]
        return 0 if viewer is None else int(viewer)

    @property
    def you(self) -> bool:
        """Whether the place in front is the viewer's own."""
        return self.view["viewer"] is not None

    @property
    def seats(self) -> range:
        return range(len(self.view["players"]))

    @property
    def actor(self) -> int | None:
        """The seat that is waited for, or for which chance decides."""
        if self.over or self.phase in self.idle_phases:
            return None
        actor = self.view["actor"]
        return actor if isinstance(actor, int) else self.position.get("turn")

    def name(self, seat: int) -> str:
        return str(self.view["players"][seat]["name"])

    def player(self, seat: int) -> dict[str, Any]:
        """What panels show of a player."""
        player = self.view["players"][seat]
        return {key: player.get(key) for key in ("seat", "name", "bot", "place")}

    def others(self) -> list[int]:
        """The other seats in turn order."""
        count = len(self.seats)
        return [(self.me + step) % count for step in range(1, count)]

    # ------------------------------------------------------------ what may be touched, and what is said

    def state(self, element: str) -> tuple[Offer, Change | None]:
        """What may be done with an element that is about to be drawn, and what has just changed about it."""
        return self.targets.offer(element), self.targets.fresh(element)

    def keys(self) -> tuple[Key, ...]:
        """Keys for the moves without an element, so this is called after every element was asked for its offer."""
        return keys_of(self.targets)

    def bar(self) -> tuple[str, str, int | None]:
        """The sentence of the action bar, the hint below it, and the seat whose mark stands beside them."""
        prompt = self.view["prompt"]
        return prompt["sentence"], prompt["hint"], self.position.get("turn") if self.actor is None else self.actor

    def log(self, last: int) -> list[Mapping[str, Any]]:
        return list(self.view["log"][-last:])
