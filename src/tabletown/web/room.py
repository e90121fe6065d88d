"""A table in memory: the match rebuilt from its log, its seats, and what has been told and drawn of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..core import registry
from ..core import view as views
from ..core.errors import TabletownError
from ..core.match import Match
from ..core.move import CHANCE, EVERYBODY, Move
from . import secrets
from .drawn import Drawn
from .errors import Conflict
from .storage import Row, Stored

PLAYED = ("move", "chance")
"""The kinds of events that carry a move of the game."""


@dataclass(frozen=True)
class Who:
    """Who asks: a browser by its cookie or a program by the token of a seat; only hashes, and the browser's own secret."""

    browser: str | None = None
    token: str | None = None
    secret: str | None = None

    @classmethod
    def of(cls, browser: str | None = None, token: str | None = None) -> Who:
        return cls(secrets.hashed(browser) if browser else None, secrets.hashed(token) if token else None, browser)


NOBODY = Who()


@dataclass(frozen=True)
class Seat:
    """A chair: `kind` is person, open or bot; `bot` is the strength of the bot that plays it; `gone`: a bot plays for a leaver."""

    seat: int
    kind: str
    name: str
    bot: str | None = None
    holder: str | None = None
    token: str | None = None
    invite: str | None = None
    gone: bool = False

    @classmethod
    def of(cls, row: Row) -> Seat:
        return cls(**{f.name: row[f.name] for f in fields(cls)})

    @property
    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.gone

    def held_by(self, who: Who) -> bool:
        return secrets.same(self.holder, who.browser) or secrets.same(self.token, who.token)

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "kind": self.kind, "name": self.name, "bot": self.bot, "left": self.gone}


def bot_moves(seats: Sequence[Seat], to_move: int | None) -> bool:
    """Whether a bot is to move. When all the people have left, bots do not play on among themselves."""
    people = [seat for seat in seats if seat.kind == "person"]
    abandoned = bool(people) and all(seat.gone for seat in people)
    return to_move is not None and seats[to_move].played_by_bot and not abandoned


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


@dataclass
class Told:
    """What a viewer was told of each ply: lines of the log and changes on the table."""

    lines: list[list[dict[str, Any]]] = field(default_factory=list)
    changes: list[list[dict[str, Any]]] = field(default_factory=list)

    def forget(self, ply: int) -> None:
        del self.lines[ply:]
        del self.changes[ply:]


class Room:
    def __init__(self, stored: Stored) -> None:
        row = stored.game
        self.id: str = row["id"]
        book = registry.rulebook(row["kind"])
        if book.version != row["rules_version"]:
            raise Conflict(
                f"This table was begun under version {row['rules_version']} of the rules of {book.title}; this server plays version {book.version}."
            )
        self.game = book.configure(row["players"], **row["options"])
        self.seeded = row["seed"] is not None
        self.match = Match(self.game, seed=row["seed"] or 0)
        self.has_secrets = book.secrets
        self.events: list[Logged] = []
        self.plies: list[int] = [0]
        """By version: how many moves stood then."""
        self.movers: list[int | None] = []
        """By ply: the seat that moved, None for chance."""
        self.answers: dict[tuple[int | None, str], int] = {}
        self.told: dict[int | None, Told] = {}
        self.drawn = Drawn()
        self.present: Counter[int] = Counter()
        self.watchers = 0
        self.used = time.monotonic()
        self.bell = asyncio.Event()
        self.sure = True
        """False while, or after, a write whose end is not known: the log must be read again."""
        self._row: Row = {}
        self.take(stored)

    # -------------------------------------------------------------- the log

    @property
    def version(self) -> int:
        return len(self.plies) - 1

    def take(self, stored: Stored) -> None:
        """Add what was stored since: events by replay, the rest as it is now."""
        self.grow(stored.events, stored.game, [Seat.of(seat) for seat in stored.seats])

    def grow(self, events: Iterable[Row], game: Row, seats: list[Seat]) -> None:
        """Add events that stand in the log, with what they changed of the game's row and of the seats."""
        self._row = {**self._row, **game}
        self._replay(events)
        self._seat(seats)
        self.ring()

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

    def _replay(self, events: Iterable[Row]) -> None:
        for event in events:
            if event["seq"] != self.version + 1:
                raise RuntimeError(f"the log of table {self.id} lacks event {self.version + 1}")
            move, owner = None, EVERYBODY
            if event["kind"] in PLAYED:
                move, owner = self._push(event)
            elif event["kind"] == "undo":
                self._pop(event["payload"]["plies"])
            if event["idem"]:
                self.answers[event["seat"], event["idem"]] = event["payload"]["version"]
            self.plies.append(self.match.ply)
            self.events.append(
                Logged(event["seq"], event["kind"], event["seat"], event["payload"], move, owner, event["at"])
            )

    def _push(self, event: Row) -> tuple[Move, int]:
        try:
            number = self.match.find(event["payload"]["move"])
            self.match.push(number)
        except TabletownError as error:
            raise Conflict(f"The log of this table can't be replayed under these rules: {error}") from error
        self.movers.append(event["seat"])
        return self.game.moves.decode(number), self.match.known_to(self.match.ply - 1)

    def _pop(self, plies: int) -> None:
        for _ in range(plies):
            self.match.pop()
        del self.movers[self.match.ply :]
        for told in self.told.values():
            told.forget(self.match.ply)

    def _seat(self, seats: list[Seat]) -> None:
        self.seats = seats
        names = [seat.name for seat in seats]
        if names != self.match.names:
            self.match.names = names
            self.told.clear()

    # -------------------------------------------------------------- who sits where

    def held(self, who: Who) -> list[int]:
        """The seats that someone holds, also those that a bot plays for the time being."""
        return [seat.seat for seat in self.seats if seat.held_by(who)]

    def viewer(self, who: Who) -> int | None:
        """The seat whose eyes one looks through: of several the one that is to move; None for a spectator."""
        held = self.held(who)
        if not held:
            return None
        return self.to_move if self.to_move in held else held[0]

    def hot_seat(self, who: Who) -> bool:
        return len(self.held(who)) > 1

    def curtained(self, who: Who) -> bool:
        """Whether a curtain comes down between the seats of this browser."""
        return self.hot_seat(who) and (self.has_secrets or self.curtain)

    @property
    def to_move(self) -> int | None:
        """The seat that is waited for."""
        actor = self.match.actor if self.status == "playing" else None
        return None if actor == CHANCE else actor

    @property
    def bot_to_move(self) -> bool:
        return bot_moves(self.seats, self.to_move)

    def undoable(self, seat: int) -> int:
        """How many plies the seat may take back at once: its last move, 0 if that stands."""
        return 1 if self.status == "playing" and not self.seats[seat].gone and self.match.can_undo(seat) else 0

    # -------------------------------------------------------------- what was told

    def tell(self, viewer: int | None) -> Told:
        """All lines and changes for a viewer, each made once."""
        told = self.told.setdefault(viewer, Told())
        start = len(told.lines)
        told.lines += [[] for _ in range(start, self.match.ply)]
        for line in views.story(self.match, viewer, start):
            told.lines[line["ply"]].append(line)
        told.changes += [views.changes(self.match, viewer, ply) for ply in range(start, self.match.ply)]
        return told

    def unseen_from(self, viewer: int | None) -> int:
        """The ply of the viewer's own last move, from which on changes are news; a spectator's news is the last move."""
        for ply in range(self.match.ply - 1, -1, -1):
            mover = self.movers[ply]
            if mover == viewer if viewer is not None else mover is not None:
                return ply
        return 0

    def standing_since(self, version: int) -> int:
        """How many moves of then still stand unaltered now."""
        return min(self.plies[version:])

    # -------------------------------------------------------------- who watches

    def ring(self) -> None:
        """Tell everybody who waits that there is something new."""
        self.drawn.renew()
        self.bell.set()
        self.bell = asyncio.Event()

    def arrive(self, seats: Sequence[int]) -> None:
        self.watchers += 1
        self._count(seats, 1)

    def depart(self, seats: Sequence[int]) -> None:
        self.watchers -= 1
        self.used = time.monotonic()
        self._count(seats, -1)

    def _count(self, seats: Sequence[int], step: int) -> None:
        before = self.connected()
        for seat in seats:
            self.present[seat] += step
        if self.connected() != before:
            self.ring()

    def connected(self) -> set[int]:
        return {seat for seat, count in self.present.items() if count > 0}
