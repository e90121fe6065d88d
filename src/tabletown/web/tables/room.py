"""A table in memory: the match rebuilt from its log, its seats, and what is cached of it."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from tabletown.core import registry
from tabletown.core import view as views
from tabletown.core.errors import TabletownError
from tabletown.core.game import Game
from tabletown.core.lesson import Lesson, Walk
from tabletown.core.match import Match, plies_of_last_turn
from tabletown.core.move import CHANCE, EVERYBODY, Move
from tabletown.web.frames.cache import FrameCache
from tabletown.web.refusals import Conflict
from tabletown.web.store.storage import NewEvent, Row, Stored

from . import seat_tokens, snapshot
from .clock import LAG, Clock
from .seat import Caller, Seat, bot_to_move

MOST_UNDOS = 40
"""How many moves a player may take back before playing one that stands; every one of them makes the log longer."""
LONGEST_LOG = 50_000
"""After so many events nothing is taken any more that could go on for ever; no game needs a tenth of them."""
ENDLESS = ("undo", "coach", "return", "tap", "back")
"""Events that lead nowhere, so that somebody could store them for ever."""
PLAYED = ("move", "chance")
"""The kinds of events that carry a move of the game."""
OFF = "off"
"""The level of a coach who says nothing."""
NOTES = {
    "leave": "{} has left; a bot plays on.",
    "timeout": "The time of {} has run out; a bot plays on.",
    "return": "{} is back.",
}
"""Events that are told in the story beside the moves."""
LESSON = ("setup", "step", "tap", "back")
"""The kinds of events of lessons, see core/lesson.py; a `setup` alone begins a branch of one."""


@dataclass(frozen=True)
class Answered:
    """The answer to a request that changed the table, and a hash of its body; old events have no hash."""

    version: int
    body: str | None

    @classmethod
    def of(cls, event: Row) -> Answered:
        return cls(event["payload"]["version"], event["payload"].get("body"))


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

    @classmethod
    def of(cls, event: Row, game: Game, owner: int) -> Logged:
        move = None
        if event["kind"] in PLAYED:
            number = game.moves.id_of(event["payload"]["move"])
            assert number is not None
            move = game.moves.decode(number)
        return cls(event["seq"], event["kind"], event["seat"], event["payload"], move, owner, event["at"])

    def to_json(self, viewer: int | None) -> dict[str, Any]:
        """The event as the viewer may know it."""
        entry: dict[str, Any] = {"seq": self.seq, "kind": self.kind, "seat": self.seat, "at": self.at}
        if self.move is not None:
            open_to_viewer = self.owner in (EVERYBODY, viewer)
            seen = self.move if open_to_viewer else Move(-1, self.move.name, dict.fromkeys(self.move.args))
            entry |= {"move": seen.text, "name": seen.name, "args": seen.args}
        elif self.kind == "undo":
            entry["plies"] = self.payload["plies"]
        else:
            entry |= {name: self.payload[name] for name in ("name", "step", "element", "level") if name in self.payload}
        return entry


@dataclass(frozen=True)
class Stage:
    """How a lesson's table stood at the beginning of a step; `lesson` is the fingerprint of the lesson's text."""

    step: str
    lesson: str
    match: Match
    movers: list[int | None]


@dataclass(frozen=True)
class Note:
    """A line of the story that tells of no move: somebody came or went when `ply` moves stood."""

    ply: int
    seat: int
    text: str


@dataclass
class Telling:
    """What happened at a table, told to a viewer on a copy of the match."""

    viewer: int | None
    match: Match

    def work(self) -> None:
        views.told(self.match, self.viewer)


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
        self.game = book.configure(row["players"], row["change"], **row["options"])
        self._seeded = row["seed"] is not None
        self.match = Match(self.game, seed=row["seed"] or 0)
        self.events: list[Logged] = []
        """The latest events: those after `events_from`, the version of the snapshot that the table was read from."""
        self.events_from = 0
        self.plies: list[int] = [0]
        """By version: how many moves stood then."""
        self.owners: list[int] = []
        """By event: the only seat that knows what its move says, or EVERYBODY."""
        self.movers: list[int | None] = []
        """By ply: the seat that moved, None for chance."""
        self.undone = 0
        """How many moves were taken back since one was played that stands."""
        self.coached: list[tuple[int, str]] = []
        """How the coach was switched: how many moves stood then, and its level."""
        self.notes: list[Note] = []
        self.clock = Clock.of(row["clock"], row["players"], row["created"])
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when the time of whoever is to move has run out."""
        self.stages: list[Stage] = []
        """The steps of a lesson that were begun and not gone back from; none when it is over."""
        self.lesson_ended: int | None = None
        """How many moves stood when the lesson ended."""
        self.answers: dict[tuple[int | None, str], Answered] = {}
        """By seat and idempotency key, for the latest events."""
        self.frames = FrameCache()
        self.present: Counter[int] = Counter()
        self.watchers = 0
        self.last_used = time.monotonic()
        self.visited = -math.inf
        """When somebody came by for whom bots play."""
        self.address = ""
        """From where: the table's bots think on the account of this address."""
        self.changed = asyncio.Event()
        """Set when there is something new to show, and then replaced by a fresh one."""
        self.bot_task: asyncio.Task[None] | None = None
        self.deleted = False
        self.in_sync = True
        """False during a write, and after one whose end is not known: the log must be read again."""
        self._row: Row = {}
        if stored.snapshot:
            self._resume(snapshot.unpack(stored.snapshot.data))
        self.snapshot_at = self.events_from
        """The version of the latest snapshot."""
        self.catch_up(stored)

    # -------------------------------------------------------------- the log

    @property
    def version(self) -> int:
        return len(self.plies) - 1

    def _resume(self, known: snapshot.Contents) -> None:
        self.match.resume(known.history, known.record)
        self.plies, self.owners, self.movers, self.undone = known.plies, known.owners, known.movers, known.undone
        self.coached = known.coached
        self.notes = [Note(**note) for note in known.more["notes"]]
        if self.clock:
            self.clock.resume(known.more["clock"])
        self.events_from = self.version

    def frozen(self) -> snapshot.Contents:
        """What a snapshot of the present version holds."""
        match = self.match
        record = match.at(match.ply).tobytes()
        lists = list(self.movers), list(self.plies), list(self.owners)
        more = {"clock": self.clock.frozen() if self.clock else None, "notes": [vars(note) for note in self.notes]}
        return snapshot.Contents(list(match.history), record, *lists, self.undone, list(self.coached), deepcopy(more))

    def catch_up(self, stored: Stored) -> None:
        """Replay the events that were stored since, and take over the table's row and seats as they are now."""
        self._follow(stored.events)
        self._update(stored.game, [Seat.of(seat) for seat in stored.seats])

    def advance(self, events: Iterable[Row], game: Row, seats: list[Seat], after: Match) -> None:
        """Take over events that were just stored, with the match that they led to: nothing is played again."""
        events = list(events)
        if any(event["kind"] in LESSON for event in events):
            self.match = self.match.copy()
            self._follow(events)
            self._update(game, seats)
            return
        ply, self.match = self.match.ply, after
        for event in events:
            ply += (event["kind"] in PLAYED) - (event["payload"]["plies"] if event["kind"] == "undo" else 0)
            self._record(event, ply)
        if self.undone:
            self._count_undos()
        self._update(game, seats)

    def _follow(self, events: Iterable[Row]) -> None:
        """Play events of the log."""
        for event in events:
            if event["seq"] != self.version + 1:
                raise RuntimeError(f"the log of table {self.id} lacks event {self.version + 1}")
            self._replay(event)
            self._record(event, self.match.ply)
            if self.undone:
                self._count_undos()

    def _count_undos(self) -> None:
        """Begin to count anew after a move that stands."""
        last = self.events[-1]
        if last.kind in PLAYED and (last.seat is None or not self.match.can_undo(last.seat)):
            self.undone = 0

    def _replay(self, event: Row) -> None:
        if event["kind"] == "undo":
            for _ in range(event["payload"]["plies"]):
                self.match.pop()
        elif event["kind"] == "setup":
            position, names = event["payload"]["position"], self.match.names
            self.match = Match(self.game, seed=self.match.seed, position=position, names=names)
        elif event["kind"] == "back":
            self.match = self.stages[-2].match.copy()
        elif event["kind"] in PLAYED:
            try:
                self.match.push(event["payload"]["move"])
            except TabletownError as error:
                raise Conflict(f"The log of this table can't be replayed under these rules: {error}") from error

    def _record(self, event: Row, ply: int) -> None:
        """Keep an event in memory; `ply` is how many moves stand after it."""
        owner = EVERYBODY
        if event["kind"] in PLAYED:
            owner = self.match.known_to(ply - 1)
            self.movers.append(event["seat"])
        elif event["kind"] == "undo":
            self.undone += not event["payload"].get("turn")
            del self.movers[ply:]
            self.coached = [(min(then, ply), level) for then, level in self.coached]
        elif event["kind"] == "coach":
            self.coached.append((ply, event["payload"]["level"]))
            self.notes = [replace(note, ply=min(note.ply, ply)) for note in self.notes]
        elif event["kind"] in NOTES:
            self.notes.append(Note(ply, event["seat"], NOTES[event["kind"]].format(event["payload"]["name"])))
        elif event["kind"] in LESSON:
            self._record_lesson(event)
        if self.clock:
            self.clock.feed(event["kind"], event["seat"], event["at"])
        if event["idem"]:
            self.answers[event["seat"], event["idem"]] = Answered.of(event)
        self.plies.append(ply)
        self.owners.append(owner)
        self.events.append(Logged.of(event, self.game, owner))

    def _record_lesson(self, event: Row) -> None:
        if event["kind"] == "setup":
            self.movers = []
            self.frames.forget()
        elif event["kind"] == "back":
            self.stages.pop()
            self.movers = list(self.stages[-1].movers)
            self.frames.forget()
        elif event["kind"] == "step":
            step = event["payload"]["step"]
            if step is None:
                self.stages, self.lesson_ended = [], self.match.ply
            else:
                self.stages.append(Stage(step, event["payload"]["lesson"], self.match.copy(), list(self.movers)))

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
    def retried(self) -> bool:
        """Whether whole turns were taken back here: such a game is no best result."""
        return bool(self._row.get("retried"))

    @property
    def seeded(self) -> bool:
        """Whether chance follows from the table's seed. Not once a turn was taken back: the same dice would fall."""
        return self._seeded and not self.retried

    @property
    def coach(self) -> str:
        """The level of the coach, `off` where there is none."""
        return self.coached[-1][1] if self.coached else OFF

    @property
    def deadline(self) -> int | None:
        """When the time of whoever is to move runs out; None if nobody's time runs."""
        seat = self.to_move
        if self.clock is None or seat is None or self.seats[seat].played_by_bot:
            return None
        return self.clock.deadline(seat)

    def next_look(self, events: Sequence[NewEvent], row: Row, at: int) -> int | None:
        """When this table must be looked at though nobody asks, once these events are stored with this row."""
        if self.clock is None or row["status"] != "playing":
            return None
        clock = self.clock.copy()
        for event in events:
            clock.feed(event.kind, event.seat, at)
        return clock.next_look(row["actor"], row["bot_to_move"])

    def out_of_time(self, at: int) -> bool:
        """Whether a bot should play on, since the time of whoever is to move has run out by a moment."""
        return self.deadline is not None and at > self.deadline + LAG

    def set_alarm(self, alarm: asyncio.TimerHandle | None) -> None:
        """Wait for one deadline at a time."""
        if self.alarm:
            self.alarm.cancel()
        self.alarm = alarm

    @property
    def branch_of(self) -> str | None:
        found: str | None = self._row["branch_of"]
        return found

    # -------------------------------------------------------------- lessons

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is being taken here; a table whose lesson was written anew since goes on as a game."""
        found = self.game.rulebook.lesson if self.stages else None
        return found if found and found.fingerprint == self.stages[-1].lesson else None

    def walk(self) -> Walk | None:
        """That lesson, where it stands, to be gone on with on a copy of the match."""
        lesson = self.lesson
        return Walk(lesson, [stage.match for stage in self.stages]) if lesson else None

    @property
    def just_learned(self) -> Lesson | None:
        """The lesson that has ended here, until the learner makes a move in earnest."""
        found = self.game.rulebook.lesson if self.lesson_ended is not None else None
        return found if found and found.seat not in self.movers[self.lesson_ended :] else None

    def step_after(self, events: Sequence[NewEvent]) -> str | None:
        """The step that the lesson stands at after further events, or None."""
        steps = [stage.step for stage in self.stages] if self.lesson else []
        for event in events:
            if event.kind == "back":
                steps.pop()
            elif event.kind == "step":
                steps = [*steps, event.payload["step"]] if event.payload["step"] else []
        return steps[-1] if steps else None

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
        return self.lesson is None and bot_to_move(self.seats, self.to_move)

    @property
    def undone_enough(self) -> bool:
        """Whether no more moves may be taken back before one stands."""
        return self.undone >= MOST_UNDOS

    def too_long_for(self, events: Sequence[NewEvent]) -> bool:
        """Whether the log is so long that it takes these events no more."""
        return self.version >= LONGEST_LOG and events[0].kind in ENDLESS

    def takeback(self, seat: int) -> int:
        """How many plies lie between now and the first decision of the seat's last turn; 0 if there are other people,
        for whom a turn that is over stands."""
        others = [other for other in self.seats if other.seat != seat and other.kind != "bot"]
        if others or self.lesson or self.status != "playing" or self.seats[seat].gone:
            return 0
        return plies_of_last_turn(self.movers, seat)

    def undoable(self, seat: int) -> int:
        """How many plies the seat may take back at once: 1 for its last move, 0 if that stands."""
        return (
            1
            if not self.undone_enough
            and self.status == "playing"
            and self.lesson is None
            and not self.seats[seat].gone
            and self.match.can_undo(seat)
            else 0
        )

    # -------------------------------------------------------------- what happened

    def untold(self, viewer: int | None) -> int:
        """How many plies were not yet told to a viewer."""
        return self.match.ply - len(self.match.told.get((viewer, False), ()))

    def telling(self, viewer: int | None) -> Telling:
        """The job of telling what is untold, to be done beside the event loop."""
        return Telling(viewer, self.match.copy())

    def take_over(self, telling: Telling) -> None:
        """Keep what was told while the table stayed at the same version."""
        self.match.told[telling.viewer, False] = telling.match.told[telling.viewer, False]

    def unseen_from(self, viewer: int | None) -> int:
        """The ply after the viewer's last move, from which on others moved; for a spectator there is none."""
        if viewer is None:
            return self.match.ply
        return next((ply + 1 for ply in range(self.match.ply - 1, -1, -1) if self.movers[ply] == viewer), 0)

    def standing_since(self, version: int) -> int:
        """How many of the moves that stood at a version were never taken back since."""
        return min(self.plies[version:])

    # -------------------------------------------------------------- who watches

    def visit(self, caller: Caller) -> None:
        """Note that somebody came by; who sits here counts, and at a table of bots everybody."""
        if self.held(caller) or not self.has_people:
            self.visited = time.monotonic()
            self.address = caller.address

    def attended(self, seconds: float) -> bool:
        """Whether somebody is there for whom bots should play: a player, or at a table of bots an onlooker, who watches
        or came by within some seconds."""
        watched = bool(self.connected()) if self.has_people else self.watchers > 0
        return watched or time.monotonic() < self.visited + seconds

    @property
    def has_people(self) -> bool:
        return any(seat.kind == "person" for seat in self.seats)

    @property
    def has_bots(self) -> bool:
        """Whether bots play here: not any more when the game is over."""
        return self.status == "playing" and any(seat.played_by_bot for seat in self.seats)

    def hosted_by(self, caller: Caller) -> bool:
        """Whether the caller made the table: by cookie, or a program by the token of its seat."""
        same = seat_tokens.same
        return same(self.host, caller.browser) or same(self.host, caller.token)

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
