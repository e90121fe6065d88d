"""The tables: the one door through which the API and the pages create, join, play and look.

Every change is an event in the log. A change is worked out on a copy, stored, and only then shown.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from ..core.advice import Advice, advise
from ..core.match import Match
from . import frames, secrets, tasks
from .bests import best_of, result_of
from .bots import Bots, strongest_level, usual_level
from .errors import Conflict, Forbidden, Invalid, Unknown
from .listing import about, listed
from .models import NewSeat, NewTable
from .names import clean_name
from .play import (
    chair_of,
    chance,
    game_of,
    level_of,
    new_game,
    person,
    play,
    seat_row,
    stale,
    status_of,
    turn_of,
)
from .room import NOBODY, Room, Seat, Who
from .settings import Settings
from .storage import NewEvent, NewGame, Row, Stale, Storage, now

log = logging.getLogger("tabletown.web")

_ID = re.compile(r"[a-z0-9]{6,32}")


@dataclass(frozen=True)
class Created:
    """A new table: its id and version, and for each seat the secrets that its creator may hand on."""

    id: str
    version: int
    seats: list[Seat]
    invites: dict[int, str]
    tokens: dict[int, str]

    def to_json(self) -> dict[str, Any]:
        seats = [
            {
                **seat.to_json(),
                "invite": f"/join/{self.id}/{seat.seat}/{self.invites[seat.seat]}"
                if seat.seat in self.invites
                else None,
                "token": self.tokens.get(seat.seat),
            }
            for seat in self.seats
        ]
        return {"id": self.id, "url": f"/table/{self.id}", "version": self.version, "seats": seats}


class Tables:
    def __init__(self, storage: Storage, bots: Bots, settings: Settings) -> None:
        self.storage = storage
        self.bots = bots
        self.settings = settings
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._drivers: dict[str, asyncio.Task[None]] = {}

    # -------------------------------------------------------------- rooms

    @asynccontextmanager
    async def locked(self, table: str, sure: bool = True) -> AsyncIterator[Room]:
        """A table at its latest version, for one at a time. `sure` asks the database whether another process wrote."""
        if not _ID.fullmatch(table):
            raise Unknown(f"There is no table {table[:40]!r}.")
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock:
            room = self._rooms.get(table)
            if room is None:
                room = await self._load(table)
            elif not room.sure or (sure and self.storage.shared and await self.storage.version(table) != room.version):
                await self._catch_up(room)
            self._rooms[table] = room
            self._rooms.move_to_end(table)
            room.used = time.monotonic()
            yield room

    async def room(self, table: str, sure: bool = True) -> Room:
        async with self.locked(table, sure) as room:
            return room

    async def _load(self, table: str) -> Room:
        stored = await self.storage.read(table)
        if stored is None:
            raise Unknown(f"There is no table {table!r}.")
        room = Room(stored)
        self._rooms[table] = room
        self._forget_some()
        self.drive(room)
        return room

    def _forget_some(self) -> None:
        """Let go of the tables that were not used for longest; never of one that somebody watches or that bots play."""
        surplus = len(self._rooms) - self.settings.rooms
        long_ago = time.monotonic() - self.settings.idle
        free = [room for room in self._rooms.values() if not room.watchers and room.id not in self._drivers]
        for number, room in enumerate(free):
            if number < surplus or room.used < long_ago:
                del self._rooms[room.id]

    async def _catch_up(self, room: Room) -> None:
        stored = await self.storage.read(room.id, after=room.version)
        if stored is not None:
            room.take(stored)
            room.sure = True
            self.drive(room)

    async def hinted(self, table: str, version: int) -> None:
        """Another process says that it wrote."""
        room = self._rooms.get(table)
        if room is not None and room.version < version:
            await self.room(table)

    async def sweep(self) -> None:
        """Let go of what nobody uses; look for what no hint told of: news at watched tables, and bots that nobody moves."""
        self._forget_some()
        watched = {room.id: room.version for room in self._rooms.values() if room.watchers}
        if self.storage.shared and watched:
            for table, version in (await self.storage.versions(list(watched))).items():
                if version != watched.get(table):
                    await self.room(table)
        for table in await self.storage.waiting_for_bots():
            try:
                self.drive(await self.room(table))
            except Conflict as error:
                log.warning("table %s: %s", table, error.sentence)

    # -------------------------------------------------------------- appending

    async def _append(
        self,
        room: Room,
        events: Sequence[NewEvent],
        after: Match,
        seats: Mapping[int, Seat] | None = None,
        beside: NewGame | None = None,
        **changes: Any,
    ) -> int:
        """Store events that lead to the match `after`, then show them. Another's write in between raises Stale."""
        sitting = [(seats or {}).get(seat.seat, seat) for seat in room.seats]
        status = status_of(after, sitting)
        values = {**changes, "status": status, **turn_of(after, sitting, status)}
        if status == "over" and room.status != "over":
            values["result"] = result_of(after, now())
        rows = {number: seat_row(seat) for number, seat in (seats or {}).items()}
        room.sure = False
        try:
            written = await self.storage.append(room.id, room.version, events, values, rows, beside)
        except Stale:
            await self._catch_up(room)
            raise
        room.grow(written, values, sitting)
        room.sure = True
        self.drive(room)
        return room.version

    async def close(self) -> None:
        await tasks.end(self._drivers.values())

    # -------------------------------------------------------------- creating

    async def create(self, new: NewTable, who: Who = NOBODY) -> Created:
        game = game_of(new)
        if new.seed is not None and not self.settings.seeds:
            raise Invalid("This server doesn't let callers choose the seed.")
        wanted = new.seats or [NewSeat(kind="me"), *[NewSeat(kind="bot")] * (game.players - 1)]
        if len(wanted) != game.players:
            raise Invalid(f"{game.players} seats are needed for {game.players} players, not {len(wanted)}.")
        table = secrets.new_table_id()
        made = Created(table, 0, [], {}, {})
        for number, chair in enumerate(wanted):
            made.seats.append(self._chair(made, number, chair, who))
        values = {"visibility": new.visibility, "curtain": new.curtain, "seed": new.seed, "host": who.browser}
        match = Match(game, seed=new.seed)
        version = await self._store(new_game(table, match, made.seats, [], values))
        return replace(made, version=version)

    def _chair(self, made: Created, number: int, new: NewSeat, who: Who) -> Seat:
        default = f"Player {number + 1}"
        if new.kind == "bot":
            return Seat(number, "bot", clean_name(new.name, f"Bot {number + 1}"), bot=level_of(new.bot))
        if new.bot is not None:
            raise Invalid(f"Seat {number} is no bot, so it has no strength.")
        if new.kind == "open":
            invite = secrets.invitation(who.secret, made.id, number) if who.secret else secrets.new_secret()
            made.invites[number] = invite
            return Seat(number, "open", clean_name(new.name, default), invite=secrets.hashed(invite))
        return person(made.tokens, number, clean_name(new.name, default), who)

    async def _store(self, new: NewGame) -> int:
        await self.storage.create(new)
        await self._begin(new)
        return len(new.events)

    async def _begin(self, new: NewGame) -> None:
        if new.game["bot_to_move"]:
            await self.room(str(new.game["id"]))

    # -------------------------------------------------------------- seats

    async def claim(
        self, table: str, seat: int, who: Who, invite: str | None = None, name: str = ""
    ) -> tuple[int, str | None]:
        """Sit down on an open chair, or come back to one's own. Returns the version, and a token for programs without a cookie."""
        async with self.locked(table) as room:
            chair = chair_of(room, seat)
            if chair.held_by(who):
                return await self._come_back(room, chair), None
            if chair.kind != "open":
                raise Forbidden(f"Seat {seat} is taken.")
            if room.visibility != "public" and not secrets.same(
                chair.invite, secrets.hashed(invite) if invite else None
            ):
                raise Forbidden("This seat needs its own invite link; ask the host for it.")
            tokens: dict[int, str] = {}
            taken = person(tokens, seat, clean_name(name, chair.name), who)
            return await self._sit(room, taken, "claim"), tokens.get(seat)

    async def _come_back(self, room: Room, chair: Seat) -> int:
        if not chair.gone:
            return room.version
        return await self._sit(room, replace(chair, gone=False, bot=None), "return")

    async def seat_bot(self, table: str, seat: int, who: Who, level: str | None = None) -> int:
        """The host gives an open chair to a bot."""
        async with self.locked(table) as room:
            chair = chair_of(room, seat)
            if not (secrets.same(room.host, who.browser) or room.held(who)):
                raise Forbidden("Only somebody who sits at the table may give a seat to a bot.")
            if chair.kind != "open":
                raise Conflict(f"Seat {seat} is taken.", version=room.version)
            return await self._sit(room, Seat(seat, "bot", chair.name, bot=level_of(level)), "bot")

    async def _sit(self, room: Room, chair: Seat, kind: str) -> int:
        """Change who sits on a chair; when the last one is taken the game begins."""
        after = room.match.copy()
        sitting = [chair if other.seat == chair.seat else other for other in room.seats]
        events = [NewEvent(kind, chair.seat, {"name": chair.name})]
        if status_of(after, sitting) == "playing":
            events += chance(after, room.seeded)
        try:
            return await self._append(room, events, after, {chair.seat: chair})
        except Stale:
            raise Conflict("Somebody was quicker; look again.", version=room.version) from None

    async def leave(self, table: str, who: Who, seat: int | None = None) -> int:
        """Get up; a bot plays on until the leaver comes back."""
        async with self.locked(table) as room:
            held = room.held(who)
            if not held or (seat is not None and seat not in held):
                raise Forbidden("You don't hold this seat.")
            for number in held if seat is None else [seat]:
                chair = room.seats[number]
                if not chair.gone and room.status != "over":
                    await self._sit(room, replace(chair, gone=True, bot=usual_level()), "leave")
            return room.version

    # -------------------------------------------------------------- playing

    async def move(
        self, table: str, who: Who, move: int | str, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Play a legal move of the version that it was chosen at; the same key again gives the same answer."""
        async with self.locked(table) as room:
            return await self._play(room, who, lambda mine: [move], version, key, seat)

    async def weigh(self, table: str, who: Who, move: int) -> dict[str, Any]:
        """Whether a legal move of the caller would be final."""
        room = await self.room(table)
        seat = room.viewer(who)
        if seat is None or seat != room.to_move:
            raise Forbidden("Moves are for the player whose turn it is.")
        if move not in room.match.legal_ids:
            raise Invalid(f"Move {move} is not legal now.", version=room.version)
        return {"version": room.version, "move": move, "final": room.match.would_be_final(seat, move)}

    async def _play(
        self,
        room: Room,
        who: Who,
        chosen: Callable[[int], Sequence[int | str]],
        version: int,
        key: str | None,
        seat: int | None,
    ) -> int:
        """Play what is chosen for the seat that moves, all of it or nothing."""
        for last_try in (False, True):
            answer = self._answered(room, who, key)
            if answer is not None:
                return answer
            mine = self._my_turn(room, who, version, seat)
            after, events = play(room, mine, chosen(mine), key)
            try:
                return await self._append(room, events, after)
            except Stale:
                if last_try:
                    raise
        raise AssertionError("unreachable")

    async def undo(self, table: str, who: Who, version: int, key: str | None = None, seat: int | None = None) -> int:
        """Take one's last move back: an event like any other."""
        async with self.locked(table) as room:
            answer = self._answered(room, who, key)
            if answer is not None:
                return answer
            mine = self._my_turn(room, who, version, seat)
            plies = room.undoable(mine)
            if not plies:
                raise Conflict(
                    "There is nothing to take back: chance has spoken, something was shown or the turn has passed on.",
                    version=room.version,
                )
            after = frames.match_at(room.match, room.match.ply - plies)
            event = NewEvent("undo", mine, {"plies": plies, "version": room.version + 1}, key)
            try:
                return await self._append(room, [event], after)
            except Stale:
                raise stale(room) from None

    @staticmethod
    def _answered(room: Room, who: Who, key: str | None) -> int | None:
        """The answer that a key was given before."""
        held = room.held(who)
        if not held:
            raise Forbidden("You hold no seat at this table.")
        return next((room.answers[seat, key] for seat in held if key and (seat, key) in room.answers), None)

    @staticmethod
    def _my_turn(room: Room, who: Who, version: int, seat: int | None) -> int:
        """The seat that moves, if it belongs to the caller, who must know the present version."""
        held = room.held(who)
        if seat is not None and seat not in held:
            raise Forbidden(f"Seat {seat} is not yours.")
        if version != room.version:
            raise stale(room)
        if room.status == "waiting":
            raise Conflict("The game begins when every seat is taken.", version=room.version)
        if room.status == "over":
            raise Conflict("The game is over.", version=room.version)
        mover = room.to_move
        if mover is None or mover not in ([seat] if seat is not None else held):
            raise Forbidden(f"It is the turn of {room.seats[mover or 0].name}, not yours.")
        if room.seats[mover].gone:
            raise Forbidden("You left this seat and a bot plays it; claim it to come back.")
        return mover

    # -------------------------------------------------------------- bots

    def drive(self, room: Room) -> None:
        """Let the bots of a table move, if one of them is to."""
        if room.bot_to_move and room.id not in self._drivers:
            self._drivers[room.id] = asyncio.create_task(self._drive(room.id), name=f"bots of {room.id}")

    async def _drive(self, table: str) -> None:
        try:
            room = await self.room(table)
            while room.bot_to_move:
                await self._bot_step(room)
                room = await self.room(table)
        except Exception:
            log.exception("the bots of table %s stopped", table)
        finally:
            self._drivers.pop(table, None)

    async def _bot_step(self, room: Room) -> None:
        """One move of a bot, thought out without holding the table up."""
        seat, version = room.to_move, room.version
        if seat is None:
            return
        pause = asyncio.create_task(asyncio.sleep(self.settings.bot_pause))
        thought = await self.bots.choose(room.match.copy(), seat, room.seats[seat].bot or usual_level(), room.id)
        await pause
        async with self.locked(room.id) as room:
            if room.version == version:
                after, events = play(room, seat, [thought.move], None)
                try:
                    await self._append(room, events, after)
                except Stale:
                    log.info("table %s moved on while its bot was thinking", room.id)

    async def hint(self, table: str, who: Who) -> dict[str, Any]:
        """What a strong bot would do in the caller's place, from what the caller may know."""
        room = await self.room(table)
        seat = room.viewer(who)
        if seat is None or seat != room.to_move:
            raise Forbidden("Hints are for the player whose turn it is.")
        version, match = room.version, room.match.copy()
        thought = await self.bots.choose(match, seat, strongest_level(), room.id)
        move = next(move for move in match.legal_moves if move.id == thought.move)
        shown = {"move": move.id, "text": move.text, "label": move.label, "target": move.target}
        return {"version": version, **shown, "reason": thought.reason, "by": thought.by}

    # -------------------------------------------------------------- help of the game's own

    async def advice(self, table: str, who: Who, layout: str) -> dict[str, Any]:
        """What the game itself advises the caller to do now, and how the table would look."""
        frames.check_layout(layout)
        room = await self.room(table)
        mine = self._asks_for_advice(room, who)
        version, found = room.version, await self._advised(room, mine)
        return {"version": version, "seat": mine, **frames.advice_of(room, found, mine, layout)}

    async def take_advice(
        self, table: str, who: Who, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Play all the moves of the advice that was given at a version."""
        async with self.locked(table) as room:
            answer = self._answered(room, who, key)
            if answer is not None:
                return answer
            mine = self._my_turn(room, who, version, seat)
            found = await self._advised(room, mine)
            if not found.moves:
                raise Conflict("The advice is to change nothing, so there is nothing to play.", version=version)
            return await self._play(room, who, lambda _: found.moves, version, key, seat)

    @staticmethod
    def _asks_for_advice(room: Room, who: Who) -> int:
        seat = room.viewer(who)
        if seat is None or seat != room.to_move or room.seats[seat].gone:
            raise Forbidden("Advice is for the player whose turn it is.")
        return seat

    async def _advised(self, room: Room, seat: int) -> Advice:
        """The advice for a seat, thought out once beside the event loop."""
        if room.game.rulebook.advice is None:
            raise Unknown(f"{room.game.title} has no advice to give; ask for a hint.")
        if room.drawn.advice is None:
            drawn = room.drawn
            turn = drawn.turn
            found = await asyncio.to_thread(advise, room.match.copy(), seat)
            if found is None:
                raise Conflict("There is nothing to be advised at this moment.", version=room.version)
            if drawn.turn == turn:
                drawn.advice = found
            return found
        return room.drawn.advice

    # -------------------------------------------------------------- again

    async def rematch(self, table: str, who: Who) -> str:
        """A new table with the same game and the same people; whoever asks second gets the same one."""
        async with self.locked(table) as room:
            if not room.held(who):
                raise Forbidden("You hold no seat at this table.")
            if room.rematch:
                return room.rematch
            if room.status != "over":
                raise Conflict("A rematch can begin when the game is over.", version=room.version)
            fresh = secrets.new_table_id()
            values = {"visibility": room.visibility, "curtain": room.curtain, "host": room.host}
            new = new_game(fresh, Match(room.game), room.seats, [], values)
            try:
                await self._append(
                    room, [NewEvent("rematch", payload={"table": fresh})], room.match, beside=new, rematch=fresh
                )
            except Stale:
                if room.rematch is None:
                    raise stale(room) from None
                return room.rematch
        await self._begin(new)
        return fresh

    async def branch(self, table: str, who: Who, ply: int) -> Created:
        """A table of one's own that goes on from a ply of this one, against bots; chance will fall anew."""
        room = await self.room(table)
        others = [seat for seat in room.seats if seat.kind != "bot" and not seat.held_by(who)]
        if room.status != "over" and others:
            raise Conflict("One can go another way from this game when it is over.", version=room.version)
        match = frames.match_at(room.match, ply)
        if match.over:
            raise Conflict(f"The game is over at ply {ply}; branch from an earlier one.", version=room.version)
        fresh = secrets.new_table_id()
        made = Created(fresh, 0, [], {}, {})
        mine = room.viewer(who) or 0
        for seat in room.seats:
            if seat.seat == mine or seat.held_by(who):
                made.seats.append(person(made.tokens, seat.seat, seat.name, who))
            else:
                made.seats.append(Seat(seat.seat, "bot", seat.name, bot=seat.bot or usual_level()))
        events = [
            NewEvent("move" if mover is not None else "chance", mover, {"move": move.text})
            for mover, move in zip(room.movers[:ply], match.moves, strict=True)
        ]
        values = {"visibility": "private", "curtain": room.curtain, "host": who.browser, "branch_of": room.id}
        version = await self._store(new_game(fresh, match, made.seats, events, values))
        return replace(made, version=version)

    # -------------------------------------------------------------- looking

    async def view(self, table: str, who: Who) -> dict[str, Any]:
        room = await self.room(table)
        return frames.view_of(room, room.viewer(who))

    async def frame(self, table: str, who: Who, layout: str, since: int | None = None) -> dict[str, Any]:
        room = await self.room(table)
        return frames.frame_of(room, room.viewer(who), layout, since, room.curtained(who))

    async def replay(self, table: str, who: Who, ply: int, layout: str) -> dict[str, Any]:
        room = await self.room(table)
        return frames.frame_at(room, room.viewer(who), ply, layout)

    async def about(self, table: str, who: Who) -> dict[str, Any]:
        """A table in words: who sits where, whose turn it is, which seats are the caller's; invites only for the host."""
        return about(await self.room(table), who)

    async def tables_of(self, who: Who) -> list[dict[str, Any]]:
        """The tables of a browser: those that wait for it first, then running ones, then those that are over."""
        if who.browser is None:
            return []
        found = [listed(game, seats, who) for game, seats in await self.storage.tables_of(who.browser)]
        return sorted(found, key=lambda entry: (not entry["your_turn"], entry["status"] == "over"))

    async def bests(self, who: Who) -> list[dict[str, Any]]:
        """The best results of a browser in games for one, by game and setup."""
        if who.browser is None:
            return []
        rows = await self.storage.finished_alone(who.browser)
        return best_of([row for row in [await self._with_result(row) for row in rows] if row["result"]])

    async def _with_result(self, row: Row) -> Row:
        """A finished game with its result; one that ended before results were kept is looked up in its log, once."""
        if row["result"]:
            return row
        try:
            room = await self.room(row["id"])
        except Conflict:
            return row  # begun under other rules: what it was worth is not known any more
        result = result_of(room.match, max(event.at for event in room.events if event.move))
        await self.storage.keep_result(room.id, result)
        return {**row, "result": result}

    async def public_tables(self, who: Who = NOBODY) -> list[dict[str, Any]]:
        """Public tables, those with a free seat first."""
        found = [listed(game, seats, who) for game, seats in await self.storage.public_tables()]
        return sorted(found, key=lambda entry: entry["status"] != "waiting")
