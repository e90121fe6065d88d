"""Who is at a table besides the game: who is there, who is away, and the small signs that people give each other.

All of it is worth nothing a minute later, so it is kept in memory, by each process for those who are connected to it.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from typing import Any, Literal

from tabletown.web.refusals import Forbidden, Invalid, TooOften
from tabletown.web.store.storage import now

from .room import Room
from .seat import Caller

REACTIONS = ("thumbs-up", "party-popper", "heart", "sparkles", "cloud-rain", "hourglass")
"""The pictures that one may show the others: names of glyphs."""
SIGNS_KEPT, SIGN_SECONDS, PAUSE_SECONDS = 24, 30.0, 1.0
MOST_TABLES = 2000


class Company:
    """The company of one table."""

    def __init__(self) -> None:
        self._signs: deque[dict[str, Any]] = deque(maxlen=SIGNS_KEPT)
        self._count = 0
        self._away: dict[int, float] = {}
        self._last: dict[int, float] = {}

    def look(self, room: Room) -> None:
        """Note who is away, and since when."""
        here, now = room.connected(), time.monotonic()
        for seat in room.seats:
            if seat.kind != "person" or seat.gone or seat.seat in here:
                self._away.pop(seat.seat, None)
            else:
                self._away.setdefault(seat.seat, now)

    def away(self, seat: int) -> float | None:
        """For how many seconds a seat's player is known to be away."""
        since = self._away.get(seat)
        return None if since is None else time.monotonic() - since

    def sign(self, kind: Literal["reaction", "nudge"], seat: int, **more: Any) -> None:
        now = time.monotonic()
        if now < self._last.get(seat, -PAUSE_SECONDS) + PAUSE_SECONDS:
            raise TooOften("One sign a second is enough.")
        self._last[seat] = now
        self._count += 1
        self._signs.append({"number": self._count, "kind": kind, "seat": seat, "at": now, **more})

    def signs(self, since: int) -> list[dict[str, Any]]:
        """The signs after one that the caller knows, if they are fresh."""
        old = time.monotonic() - SIGN_SECONDS
        return [
            {name: value for name, value in sign.items() if name != "at"}
            for sign in self._signs
            if sign["number"] > since and sign["at"] > old
        ]

    @property
    def count(self) -> int:
        return self._count


class Companies:
    """The company of every table that somebody looked at; the longest unused go first."""

    def __init__(self, hand_over: float) -> None:
        self.hand_over = hand_over
        self._known: OrderedDict[str, Company] = OrderedDict()

    def of(self, room: Room) -> Company:
        found = self._known.setdefault(room.id, Company())
        self._known.move_to_end(room.id)
        while len(self._known) > MOST_TABLES:
            self._known.popitem(last=False)
        found.look(room)
        return found

    def told(self, room: Room, caller: Caller, since: int | None) -> dict[str, Any]:
        """Who is here, as the caller is told it; without `since`, signs given so far are not news."""
        company, held = self.of(room), room.held(caller)
        known = company.count if since is None else since
        return {
            "now": now(),
            "watching": not held,
            "watchers": max(0, room.watchers - sum(room.present.values())),
            "last": company.count,
            "to_move": room.to_move,
            "seats": [
                {
                    **seat.to_json(),
                    "you": seat.seat in held,
                    "here": seat.seat in room.connected(),
                    "late": room.clock is not None and room.clock.late[seat.seat],
                    "away": None if (away := company.away(seat.seat)) is None else round(away),
                    "replaceable": bool(held) and self.may_hand_over(room, seat.seat),
                }
                for seat in room.seats
            ],
            "signs": company.signs(known),
        }

    def may_hand_over(self, room: Room, seat: int) -> bool:
        """Whether a bot may play for somebody: who is to move, and has been away for long enough."""
        away = self.of(room).away(seat)
        return room.to_move == seat and away is not None and away >= self.hand_over

    def react(self, room: Room, caller: Caller, picture: str) -> None:
        if picture not in REACTIONS:
            raise Invalid(f"There is no such picture; there are {', '.join(REACTIONS)}.")
        self.of(room).sign("reaction", self._seat_of(room, caller), picture=picture)

    def nudge(self, room: Room, caller: Caller, seat: int) -> int:
        """Returns the seat that nudges."""
        mine = self._seat_of(room, caller)
        if room.to_move != seat or seat in room.held(caller) or room.seats[seat].played_by_bot:
            raise Invalid("Only somebody else whose turn it is can be nudged.")
        self.of(room).sign("nudge", mine, to=seat)
        return mine

    @staticmethod
    def _seat_of(room: Room, caller: Caller) -> int:
        held = room.held(caller)
        if not held:
            raise Forbidden("Whoever watches gives no signs; take a seat first.")
        return room.to_move if room.to_move in held else held[0]
