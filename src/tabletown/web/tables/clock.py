"""Clocks: how much time each player has left, worked out from the times in the log. No rule knows of them.

Only whoever is to move uses time, and only while a person plays the seat: a bot's thinking costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_SECOND, _DAY = 1000, 24 * 3600 * 1000
LEAST = 10 * _SECOND
"""What somebody has at least who comes back after their time ran out."""
LAG = 1 * _SECOND
"""A move that comes this much too late still counts, since it takes time to get here."""
BOT_PATIENCE = 30 * _SECOND
"""A bot that has not moved for so long waits for nobody: the process that asked it may have ended."""
DECISIONS = ("move", "undo")
"""Events of whoever is to move."""


@dataclass(frozen=True)
class Control:
    """Minutes for the whole game with seconds that each turn adds, or days for each turn; one of them is None."""

    minutes: int | None = None
    increment: int = 0
    days: int | None = None

    @property
    def begin(self) -> int:
        """Milliseconds that everybody begins with."""
        return self.days * _DAY if self.days else (self.minutes or 0) * 60 * _SECOND

    @property
    def increment_ms(self) -> int:
        return self.increment * _SECOND

    @property
    def words(self) -> str:
        if self.days:
            return f"{self.days} day{'s' if self.days > 1 else ''} a turn"
        return f"{self.minutes} min" + (f" + {self.increment} s a turn" if self.increment else "")

    def to_json(self) -> dict[str, int]:
        return {"days": self.days} if self.days else {"minutes": self.minutes or 0, "increment": self.increment}


class Clock:
    """The clock of a table. It is fed the events of the log in order and holds nothing that does not follow from them.

    Whose time an event used up is told by the next move: its seat was to move since the last one. A turn lasts until
    somebody else moves; then its player gets the increment, or the days anew. Nobody's first turn costs time, but it
    may not last longer than the time that the game begins with.
    """

    def __init__(self, control: Control, players: int, began: int) -> None:
        self.control = control
        self.since = began
        """The time of the last event."""
        self.left = [control.begin] * players
        """By seat: the time left when its turn began, or at its last move."""
        self.spent = [0] * players
        """By seat: the time since the last move in which its player was there."""
        self.mover: int | None = None
        """Who moved last."""
        self.begun = [False] * players
        """By seat: whether its first turn has ended."""
        self.absent = [False] * players
        self.late = [False] * players
        """By seat: whether its time ran out since its player sat down."""
        self.stuck: int | None = None
        """The seat whose time ran out in the turn that is being played."""

    @classmethod
    def of(cls, control: Mapping[str, int] | None, players: int, began: int) -> Clock | None:
        """The clock of a table that has one, as its row names it."""
        return cls(Control(**control), players, began) if control else None

    def frozen(self) -> dict[str, Any]:
        """All that the log came to so far, ready for JSON."""
        return {name: value for name, value in vars(self).items() if name != "control"}

    def resume(self, known: Mapping[str, Any]) -> None:
        vars(self).update(known)

    def copy(self) -> Clock:
        other = Clock(self.control, len(self.left), self.since)
        other.resume({k: list(v) if isinstance(v, list) else v for k, v in self.frozen().items()})
        return other

    def feed(self, kind: str, seat: int | None, at: int) -> None:
        """Follow an event of the log."""
        at = max(at, self.since)
        for other, absent in enumerate(self.absent):
            self.spent[other] += 0 if absent else at - self.since
        self.since = at
        if kind in ("claim", "bot", "rematch") or (kind == "chance" and self.mover is None):
            self.spent = [0] * len(self.spent)  # before the game begins, and after its end
        if seat is None:
            return
        if kind in DECISIONS:
            self._moved(seat)
        elif kind in ("leave", "timeout"):
            self.absent[seat] = True
            if kind == "timeout":
                self.left[seat], self.spent[seat] = 0, 0
                self.late[seat], self.begun[seat], self.stuck = True, True, seat
        elif kind == "return":
            self._back(seat)

    def _moved(self, seat: int) -> None:
        if seat != self.mover:
            if self.mover is not None:
                self.left[self.mover] = self._after_turn(self.mover)
                self.begun[self.mover] = True
            self.mover, self.stuck = seat, None if self.stuck != seat else seat
        self.left[seat] = max(0, self.left[seat] - self.spent[seat])
        self.spent = [0] * len(self.spent)

    def _back(self, seat: int) -> None:
        """Somebody comes back; a turn that a bot ended for them brings no increment."""
        self.absent[seat] = False
        if self.late[seat]:
            self.left[seat] = max(self.left[seat], self.control.increment_ms, LEAST)
            self.late[seat] = False
        if self.control.days:
            self.left[seat] = self.control.begin
        if self.mover == seat:
            self.mover = None

    def _after_turn(self, seat: int) -> int:
        """What a seat has when its turn has ended."""
        if self.control.days or not self.begun[seat]:
            return self.control.begin
        return self.left[seat] + (0 if self.absent[seat] else self.control.increment_ms)

    def left_at_turn(self, seat: int, to_move: int | None) -> int:
        """What a seat had left at the last event; its turn may just have ended."""
        if seat == to_move:
            return max(0, self.left[seat] - self.spent[seat])
        ended = seat == self.mover and to_move is not None
        return self._after_turn(seat) if ended else self.left[seat]

    def deadline(self, to_move: int | None) -> int | None:
        """When the time of whoever is to move runs out, in milliseconds since 1970; None if nobody's time runs."""
        if to_move is None or self.absent[to_move]:
            return None
        return self.since + self.left_at_turn(to_move, to_move)

    def next_look(self, actor: int | None, bot_to_move: bool) -> int | None:
        """When a table must be looked at though nobody asks: a time has run out, or a bot that is to move has not."""
        if bot_to_move:
            return self.since + BOT_PATIENCE
        deadline = self.deadline(actor)
        return None if deadline is None else deadline + LAG
