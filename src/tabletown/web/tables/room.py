"""A table in memory: the match rebuilt from its log, its seats, and what is cached of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core import registry
from tabletown.core import view as views
from tabletown.core.errors import TabletownError
from tabletown.core.match import Match
from tabletown.core.move import CHANCE, EVERYBODY, Move
from tabletown.web.frames.cache import FrameCache
from tabletown.web.refusals import Conflict
from tabletown.web.store.storage import Row, Stored

from .seat import Caller, Seat, bot_to_move

PLAYED = ("move", "chance")
"""The kinds of events that carry a move of the game."""

Changes = list[dict[str, Any]]


@dataclass(frozen=True)
class Logged:
    """An event of the log; `owner` is the only seat that knows what the move says, or EVERYBODY."""

    seq: int
    kind: str
    seat: int | None
    payload: dict[str, Any]
    move: Move | None
    owner: int
    at: int

    def to_json(self, viewer: int | None) -> dict[str, Any]:
        """The event as the viewer may know it."""
        entry: dict[str, Any] = {"seq": self.seq, "kind": self.kind, "seat": self.seat, "at": self.at}
        if self.move is not None:
            open_to_viewer = self.owner in (EVERYBODY, viewer)
            seen = self.move if open_to_viewer else Move(-1, self.move.name, dict.fromkeys(self.move.args))
            entry |= {"move": seen.text, "name": seen.name, "args": seen.args}
        elif self.kind == "undo":
            entry["plies"] = self.payload["plies"]
        elif "name" in self.payload:
            entry["name"] = self.payload["name"]
        return entry


class Room:
    """A table in memory. It follows the log: `catch_up` replays what others wrote, `advance` takes over what was
    written here."""

    def __init__(self, stored: Stored) -> None:
        row = stored.game
        self.id: str = row["id"]
        book = registry.rulebook(row["kind"])
        if book.version != row["rules_version"]:
            raise Conflict(
                f"This table was begun under version {row['rules_version']} of the rules of {book.title}; "
                f"this server plays version {book.version}."
            )
        self.game = book.configure(row["players"], **row["options"])
        self.seeded = row["seed"] is not None
        self.match = Match(self.game, seed=row["seed"] or 0)
        self.events: list[Logged] = []
        self.plies: list[int] = [0]
        """By version: how many moves stood then."""
        self.movers: list[int | None] = []
        """By ply: the seat that moved, None for chance."""
        self.answers: dict[tuple[int | None, str], int] = {}
        """By seat and idempotency key: the version that was the answer."""
        self.frames = FrameCache()
        self.present: Counter[int] = Counter()
        self.watchers = 0
        self.last_used = time.monotonic()
        self.changed = asyncio.Event()
        """Set when there is something new to show, and then replaced by a fresh one."""
        self.bot_task: asyncio.Task[None] | None = None
        self.in_sync = True
        """False during a write, and after one whose end is not known: the log must be read again."""
        self._changes: dict[int | None, list[Changes]] = {}
        self._row: Row = {}
        self.catch_up(stored)

    # -------------------------------------------------------------- the log

    @property
    def version(self) -> int:
        return len(self.plies) - 1

    def catch_up(self, stored: Stored) -> None:
        """Replay the events that were stored since, and take over the table's row and seats as they are now."""
        for event in stored.events:
            if event["seq"] != self.version + 1:
                raise RuntimeError(f"the log of table {self.id} lacks event {self.version + 1}")
            self._replay(event)
            self._record(event, self.match.ply)
        self._update(stored.game, [Seat.of(seat) for seat in stored.seats])

    def advance(self, events: Iterable[Row], game: Row, seats: list[Seat], after: Match) -> None:
        """Take over events that were just stored, with the match that they led to: nothing is played again."""
        ply, self.match = self.match.ply, after
        for event in events:
            ply += (event["kind"] in PLAYED) - (event["payload"]["plies"] if event["kind"] == "undo" else 0)
            self._record(event, ply)
        self._update(game, seats)

    def _replay(self, event: Row) -> None:
        if event["kind"] == "undo":
            for _ in range(event["payload"]["plies"]):
                self.match.pop()
        elif event["kind"] in PLAYED:
            try:
                self.match.push(event["payload"]["move"])
            except TabletownError as error:
                raise Conflict(f"The log of this table can't be replayed under these rules: {error}") from error

    def _record(self, event: Row, ply: int) -> None:
        """Keep an event in memory; `ply` is how many moves stand after it."""
        move, owner = None, EVERYBODY
        if event["kind"] in PLAYED:
            owner = self.match.known_to(ply - 1)
            move = self.match.move_seen_by(owner, ply - 1)
            self.movers.append(event["seat"])
        elif event["kind"] == "undo":
            del self.movers[ply:]
            for changes in self._changes.values():
                del changes[ply:]
        if event["idem"]:
            self.answers[event["seat"], event["idem"]] = event["payload"]["version"]
        self.plies.append(ply)
        self.events.append(
            Logged(event["seq"], event["kind"], event["seat"], event["payload"], move, owner, event["at"])
        )

    def _update(self, game: Row, seats: list[Seat]) -> None:
        self._row = {**self._row, **game}
        self.seats = seats
        names = [seat.name for seat in seats]
        if names != self.match.names:
            self.match.names = names
            self.match.told.clear()
        self.notify()

    @property
    def status(self) -> str:
        return str(self._row["status"])

    @property
    def visibility(self) -> str:
        return str(self._row["visibility"])

    @property
    def curtain(self) -> bool:
        return bool(self._row["curtain"])

    @property
    def host(self) -> str | None:
        """The hash of the host's secret."""
        found: str | None = self._row["host"]
        return found

    @property
    def rematch(self) -> str | None:
        found: str | None = self._row["rematch"]
        return found

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, once it has."""
        found: dict[str, Any] | None = self._row.get("result")
        return found

    @property
    def branch_of(self) -> str | None:
        found: str | None = self._row["branch_of"]
        return found

    # -------------------------------------------------------------- who sits where

    def held(self, caller: Caller) -> list[int]:
        """The seats that a caller holds, also those that a bot plays for the time being."""
        return [seat.seat for seat in self.seats if seat.held_by(caller)]

    def viewer(self, caller: Caller) -> int | None:
        """The seat that a caller sees the table from: of several the one to move; None for a spectator."""
        held = self.held(caller)
        if not held:
            return None
        return self.to_move if self.to_move in held else held[0]

    def hot_seat(self, caller: Caller) -> bool:
        """Whether a caller holds several seats, so that people share one screen."""
        return len(self.held(caller)) > 1

    def curtained(self, caller: Caller) -> bool:
        """Whether a curtain comes down between the seats of this browser."""
        return self.hot_seat(caller) and (self.game.rulebook.secrets or self.curtain)

    @property
    def to_move(self) -> int | None:
        """The seat that is to move."""
        actor = self.match.actor if self.status == "playing" else None
        return None if actor == CHANCE else actor

    @property
    def bot_to_move(self) -> bool:
        return bot_to_move(self.seats, self.to_move)

    def undoable(self, seat: int) -> int:
        """How many plies the seat may take back at once: 1 for its last move, 0 if that stands."""
        return 1 if self.status == "playing" and not self.seats[seat].gone and self.match.can_undo(seat) else 0

    # -------------------------------------------------------------- what happened

    def changes(self, viewer: int | None) -> list[Changes]:
        """What each ply changed on the table for a viewer; worked out once."""
        known = self._changes.setdefault(viewer, [])
        known += [views.changes(self.match, viewer, ply) for ply in range(len(known), self.match.ply)]
        return known

    def unseen_from(self, viewer: int | None) -> int:
        """The ply of the viewer's last move, from which on changes are news; for a spectator the last move's."""
        for ply in range(self.match.ply - 1, -1, -1):
            mover = self.movers[ply]
            if mover == viewer if viewer is not None else mover is not None:
                return ply
        return 0

    def standing_since(self, version: int) -> int:
        """How many of the moves that stood at a version were never taken back since."""
        return min(self.plies[version:])

    # -------------------------------------------------------------- who watches

    def notify(self) -> None:
        """Wake everybody who waits: there is something new to show."""
        self.frames.renew()
        self.changed.set()
        self.changed = asyncio.Event()

    def add_watcher(self, seats: Sequence[int]) -> None:
        self.watchers += 1
        self._count(seats, 1)

    def remove_watcher(self, seats: Sequence[int]) -> None:
        self.watchers -= 1
        self.last_used = time.monotonic()
        self._count(seats, -1)

    def _count(self, seats: Sequence[int], step: int) -> None:
        before = self.connected()
        for seat in seats:
            self.present[seat] += step
        if self.connected() != before:
            self.notify()

    def connected(self) -> set[int]:
        return {seat for seat, count in self.present.items() if count > 0}
