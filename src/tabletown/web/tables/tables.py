"""The tables: the API, the sockets and the pages create, join, play and look through this class and no other way.

Every change is an event in the log. A change is worked out on a copy, stored, and only then shown.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from tabletown.core.advice import Advice, advise
from tabletown.core.lesson import Walk
from tabletown.core.match import Match
from tabletown.web import tasks
from tabletown.web.frames import frame as frames
from tabletown.web.push.sender import Pushes
from tabletown.web.push.turns import Turns
from tabletown.web.refusals import Conflict, Forbidden, Invalid, Refusal, Reused, TooOften, Unknown
from tabletown.web.settings import Settings
from tabletown.web.store.storage import Answer, NewEvent, NewGame, Row, Stale, Storage, now
from tabletown.web.threads import in_thread

from . import lessons, seat_tokens
from .answers import Asked, digest
from .bests import best_of, result_of
from .bots import LEVEL_OF_SUBSTITUTES, Bots
from .clock import LAG
from .company import Companies
from .expiry import Expiry
from .listing import about, listed
from .names import clean_name
from .play import game_of, hashed_body, level_of, new_game, person, play, play_chance, seat_at, stale, status_of
from .requests import Claim, InLesson, NewLesson, NewSeat, NewTable
from .room import MOST_UNDOS, OFF, Room
from .rooms import Rooms
from .seat import ANONYMOUS, Caller, Seat
from .watch import Watch

log = logging.getLogger("tabletown.web")

MOST_EVENTS = 500
"""How many events one answer tells at most."""
NO_UNDO = "There is nothing to take back: chance has spoken, something was shown or the turn has passed on."
NO_MORE_UNDOS = f"You have taken back {MOST_UNDOS} moves in this turn; play one that stands."


@dataclass(frozen=True)
class Created:
    """A new table: its id and version, and for each seat the secrets that its creator may hand on."""

    id: str
    version: int
    seats: list[dict[str, Any]]

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "url": f"/table/{self.id}", "version": self.version, "seats": self.seats}


def coached_seat(room: Room, caller: Caller) -> int:
    """The seat of somebody who plays with bots alone, or by himself."""
    held = room.held(caller)
    if len(held) != 1 or any(seat.kind != "bot" for seat in room.seats if seat.seat not in held):
        raise Forbidden("The coach is for somebody who plays with bots alone.")
    return held[0]


class Tables:
    def __init__(self, storage: Storage, bots: Bots, settings: Settings, pushes: Pushes) -> None:
        self.storage = storage
        self.bots = bots
        self.settings = settings
        self.rooms = Rooms(storage, settings, self._look_after, lambda room, before: self.turns.moved(room, before))
        self.turns = Turns(pushes, self.rooms.get)
        self.expiry = Expiry(storage, settings)
        self.companies = Companies(settings.hand_over)
        self._rung: set[asyncio.Task[None]] = set()
        """Alarms that have rung and are being answered."""

    async def close(self) -> None:
        await tasks.end([*self.rooms.bot_tasks(), *self._rung])
        await self.turns.close()
        for room in self.rooms.all():
            room.set_alarm(None)
        await self.rooms.close()

    async def ask_database(self) -> None:
        """Raises what the database raises if it does not answer."""
        await self.storage.ask()

    async def notified(self, table: str, version: int) -> None:
        """Another process says that a table has a new version."""
        with suppress(Unknown):
            await self.rooms.notified(table, version)

    async def refresh(self) -> None:
        """Look for what no notice announced, start bots that wait for nothing any more, and delete what is too old."""
        await self.rooms.refresh()
        for room in self.rooms.all():
            self._start_bots(room)
        for table in await self.storage.due(now()):
            await self._look_at_clock(table)
        for table in await self.expiry.delete_some(self.rooms.used()):
            self.rooms.forget_id(table)
            log.info("table %s was deleted: nobody has touched it for a long time", table)

    @asynccontextmanager
    async def _at(self, table: str, caller: Caller) -> AsyncIterator[Room]:
        """A table at its latest version, for one caller at a time; bots play there while somebody comes by."""
        async with self.rooms.locked(table) as room:
            room.visit(caller)
            await self._end_time(room)
            self._start_bots(room)
            yield room

    @asynccontextmanager
    async def _seen(self, table: str, caller: Caller) -> AsyncIterator[tuple[Room, int | None]]:
        """A table and the seat that the caller sees it from, ready to be shown."""
        async with self._at(table, caller) as room:
            viewer = room.viewer(caller)
            await self.rooms.prepare(room, viewer)
            yield room, viewer

    # -------------------------------------------------------------- creating

    async def create(self, new: NewTable, caller: Caller = ANONYMOUS) -> Created:
        """A new table; with a key, the one that was made for the same request before."""
        asked = Asked(new, caller)
        known = await asked.answered(self.storage)
        if known is not None:
            return self._created_before(known, asked)
        game = await in_thread(lambda: game_of(new)) if new.change else game_of(new)
        if new.seed is not None and not self.settings.seeds:
            raise Invalid("This server doesn't let callers choose the seed.")
        wanted = new.seats or [NewSeat(kind="me"), *[NewSeat(kind="bot")] * (game.players - 1)]
        if len(wanted) != game.players:
            raise Invalid(f"{game.players} seats are needed for {game.players} players, not {len(wanted)}.")
        table = seat_tokens.new_table_id()
        seats = [self._new_seat(table, number, seat, asked) for number, seat in enumerate(wanted)]
        if new.clock and sum(seat.kind != "bot" for seat in seats) < 2:
            raise Invalid("A clock is for tables with two people or more; bots take no time from anybody.")
        self._check_bots(caller, seats)
        host = caller.browser or next((seat.token for seat in seats if seat.token), None)
        clock = new.clock.model_dump() if new.clock else None
        values = {"visibility": new.visibility, "curtain": new.curtain, "seed": new.seed, "host": host, "clock": clock}
        made = new_game(table, Match(game, seed=new.seed), seats, [], values)
        payload = {"id": table, "version": len(made.events), "seats": [seat.to_json() for seat in seats]}
        try:
            await self._store(made, caller, asked.answer(payload))
        except Stale:
            return self._created_before(await asked.answered(self.storage), asked)
        return self._created_before(payload, asked)

    async def begin_lesson(self, game: str, new: NewLesson, caller: Caller = ANONYMOUS) -> Created:
        """A new table at the first step of a game's lesson; the others are played by bots when it has ended."""
        lesson, asked = lessons.known_lesson(game), Asked(new, caller, game)
        known = await asked.answered(self.storage)
        if known is not None:
            return self._created_before(known, asked)
        table, names = seat_tokens.new_table_id(), lesson.named(clean_name(new.name, lesson.names[lesson.seat]))
        seats = [Seat(seat, "bot", name, bot=level_of(lesson.bot)) for seat, name in enumerate(names)]
        seats[lesson.seat] = person(lesson.seat, names[lesson.seat], caller, asked.token(table, lesson.seat))
        self._check_bots(caller, seats)
        walk = Walk.begin(lesson, names[lesson.seat])
        values = {
            "visibility": "private",
            "curtain": False,
            "host": caller.browser or seats[lesson.seat].token,
            "lesson": walk.step.id,
            "actor": lesson.seat,
            "bot_to_move": False,
        }
        made = new_game(table, walk.match, seats, lessons.logged(lesson, walk.events), values)
        payload = {"id": table, "version": len(made.events), "seats": [seat.to_json() for seat in seats]}
        try:
            await self._store(made, caller, asked.answer(payload))
        except Stale:
            return self._created_before(await asked.answered(self.storage), asked)
        return self._created_before(payload, asked)

    @staticmethod
    def _new_seat(table: str, number: int, new: NewSeat, asked: Asked) -> Seat:
        default = f"Player {number + 1}"
        if new.kind == "bot":
            return Seat(number, "bot", clean_name(new.name, f"Bot {number + 1}"), bot=level_of(new.bot))
        if new.bot is not None:
            raise Invalid(f"Seat {number} is no bot, so it has no strength.")
        if new.kind == "open":
            invite = asked.invite(table, number)
            return Seat(number, "open", clean_name(new.name, default), invite=seat_tokens.hashed(invite))
        return person(number, clean_name(new.name, default), asked.caller, asked.token(table, number))

    @staticmethod
    def _created_before(payload: Row, asked: Asked) -> Created:
        """The answer to a request for a table; secrets are not stored with it, they follow from the request."""
        table, seats = payload["id"], []
        for seat in payload["seats"]:
            number = seat["seat"]
            invite = f"/join/{table}/{number}/{asked.invite(table, number)}" if seat["kind"] == "open" else None
            token = asked.token(table, number) if seat["kind"] == "person" and not asked.caller.browser else None
            seats.append({**seat, "invite": invite, "token": token})
        return Created(table, payload["version"], seats)

    async def _store(self, new: NewGame, caller: Caller, answer: Answer | None = None) -> None:
        await self.storage.create(new, answer)
        await self._begin(new, caller)

    async def _begin(self, new: NewGame, caller: Caller) -> None:
        """Read a new table into memory if bots have to move there. The table is made: nothing may fail any more."""
        if new.game["bot_to_move"]:
            try:
                async with self.rooms.locked(str(new.game["id"])) as room:
                    if room.held(caller):
                        room.visit(caller)
                        self._start_bots(room)
            except Exception as error:
                log.warning("the bots of the new table %s wait for a visitor: %s", new.game["id"], error)

    # -------------------------------------------------------------- seats

    async def claim(self, table: str, claim: Claim, caller: Caller) -> tuple[int, str | None]:
        """Take an open seat, or come back to one's own.

        Returns the version, and a token for programs, which have no cookie.
        """
        asked = Asked(claim, caller, table)
        async with self._at(table, caller) as room:
            for last_try in (False, True):
                known = await asked.answered(self.storage)
                if known is not None:
                    return known["version"], asked.token(table, claim.seat) if known["token"] else None
                try:
                    return await self._claim(room, claim, asked)
                except Conflict:
                    if last_try or not claim.key:
                        raise
        raise AssertionError("unreachable")

    async def _claim(self, room: Room, claim: Claim, asked: Asked) -> tuple[int, str | None]:
        wanted, caller = seat_at(room, claim.seat), asked.caller
        if wanted.held_by(caller):
            return await self._come_back(room, wanted), None
        if wanted.kind != "open":
            raise Forbidden(f"Seat {claim.seat} is taken.")
        given = seat_tokens.hashed(claim.invite) if claim.invite else None
        if room.visibility != "public" and not seat_tokens.same(wanted.invite, given):
            raise Forbidden("This seat needs its own invite link; ask the host for it.")
        token = asked.token(room.id, claim.seat)
        taken = person(claim.seat, clean_name(claim.name, wanted.name), caller, token)
        version = await self._sit(room, [taken], "claim", asked)
        return version, None if caller.browser else token

    async def _come_back(self, room: Room, seat: Seat) -> int:
        if not seat.gone:
            return room.version
        if room.clock and room.clock.stuck == seat.seat == room.to_move and room.bot_to_move:
            raise Conflict(
                "Your time for this turn has run out; a bot plays it. Come back after it.", version=room.version
            )
        return await self._sit(room, [replace(seat, gone=False, bot=None)], "return")

    async def seat_bot(self, table: str, seat: int, caller: Caller, level: str | None = None) -> int:
        """Give an open seat to a bot."""
        async with self._at(table, caller) as room:
            wanted = seat_at(room, seat)
            if not room.hosted_by(caller):
                raise Forbidden("Only the host of the table may give a seat to a bot.")
            if wanted.kind != "open":
                raise Conflict(f"Seat {seat} is taken.", version=room.version)
            given = Seat(seat, "bot", wanted.name, bot=level_of(level))
            self._check_bots(caller, [given], room)
            return await self._sit(room, [given], "bot")

    async def _sit(self, room: Room, changed: Sequence[Seat], kind: str, asked: Asked | None = None) -> int:
        """Change who sits on seats, all at once; when the last one is taken the game begins."""
        after = room.match.copy()
        seats = {seat.seat: seat for seat in changed}
        sitting = [seats.get(other.seat, other) for other in room.seats]
        events = [NewEvent(kind, seat.seat, {"name": seat.name}) for seat in changed]
        if status_of(after, sitting) == "playing":
            events += play_chance(after, room.seeded)
        token = bool(changed and changed[0].token)
        answer = asked.answer({"version": room.version + len(events), "token": token}) if asked else None
        try:
            return await self.rooms.append(room, events, after, seats, answer=answer)
        except Stale:
            raise Conflict("Somebody was quicker; look again.", version=room.version) from None

    async def leave(self, table: str, caller: Caller, seat: int | None = None) -> int:
        """Leave a seat, or all of one's own; a bot plays on until the leaver comes back."""
        async with self._at(table, caller) as room:
            held = room.held(caller)
            if not held or (seat is not None and seat not in held):
                raise Forbidden("You don't hold this seat.")
            left = [room.seats[number] for number in (held if seat is None else [seat])]
            leaving = [replace(old, gone=True, bot=LEVEL_OF_SUBSTITUTES) for old in left if not old.gone]
            if leaving and room.status != "over":
                await self._sit(room, leaving, "leave")
            return room.version

    # -------------------------------------------------------------- who is there

    async def company(self, table: str, caller: Caller, since: int | None) -> dict[str, Any]:
        """Who is at the table now, and the signs that were given after one that the caller knows."""
        async with self._at(table, caller) as room:
            return self.companies.told(room, caller, since)

    async def react(self, table: str, caller: Caller, picture: str) -> dict[str, Any]:
        """Show the others a picture for a moment."""
        async with self._at(table, caller) as room:
            self.companies.react(room, caller, picture)
            return self.companies.told(room, caller, None)

    async def nudge(self, table: str, caller: Caller, seat: int) -> dict[str, Any]:
        """Remind somebody that it is their turn."""
        async with self._at(table, caller) as room:
            mine = self.companies.nudge(room, caller, seat_at(room, seat).seat)
            if seat not in room.connected():
                self.turns.tell(room, seat, f"{room.seats[mine].name} nudges you: it is your turn.")
            return self.companies.told(room, caller, None)

    async def substitute(self, table: str, caller: Caller, seat: int) -> int:
        """Let a bot play for somebody who is to move and has been away for long; they may come back."""
        async with self._at(table, caller) as room:
            away = seat_at(room, seat)
            if not room.held(caller):
                raise Forbidden("Only somebody who sits at the table may let a bot play for another.")
            if not self.companies.may_hand_over(room, seat):
                raise Conflict(f"{away.name} is not to move, or has not been away for long.", version=room.version)
            return await self._sit(room, [replace(away, gone=True, bot=LEVEL_OF_SUBSTITUTES)], "leave")

    async def delete(self, table: str, caller: Caller) -> None:
        """Delete a table for good. Its host may do so, or whoever sits there, while nobody else does."""
        async with self.rooms.locked(table) as room:
            held = room.held(caller)
            if not held and not room.hosted_by(caller):
                raise Forbidden("Only the host of a table, or somebody who sits there, may delete it.")
            others = [seat for seat in room.seats if seat.kind == "person" and not seat.gone and seat.seat not in held]
            if others:
                raise Conflict(
                    f"{others[0].name} sits at this table too, so it can't be deleted; you may leave it.",
                    version=room.version,
                )
            await self.storage.delete([table])
            self.rooms.forget(room)

    # -------------------------------------------------------------- playing

    async def move(
        self, table: str, caller: Caller, move: int | str, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Play a legal move of the version that it was chosen at; the same key again gives the same answer."""
        async with self._at(table, caller) as room:
            body = digest("move", move, version, seat)
            if room.lesson:
                return await self._in_lesson(room, caller, version, key, seat, body, lambda walk: walk.play(move))
            return await self._play(room, caller, [move], version, key, seat, body)

    async def weigh(self, table: str, caller: Caller, move: int, layout: str) -> dict[str, Any]:
        """What a legal move of the caller would do, whether it would be final, and the table with it chosen."""
        async with self._seen(table, caller) as (room, seat):
            if seat is None or seat != room.to_move:
                raise Forbidden("Moves are for the player whose turn it is.")
            return frames.weighed(room, seat, move, layout)

    async def _play(
        self,
        room: Room,
        caller: Caller,
        moves: Sequence[int | str],
        version: int,
        key: str | None,
        seat: int | None,
        body: str,
    ) -> int:
        """Play moves for the seat whose turn it is, all of them or none."""

        def change(mine: int) -> tuple[Match, list[NewEvent]]:
            return play(room, mine, moves, key, body)

        return await self._change(room, caller, version, key, seat, body, change)

    async def undo(
        self, table: str, caller: Caller, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Take one's last move back; against bots alone also a whole turn, after which chance is drawn anew.

        It is an event like any other.
        """
        body = digest("undo", version, seat)

        def change(mine: int) -> tuple[Match, list[NewEvent]]:
            if room.lesson:
                raise Conflict("In a lesson, “Back” goes to the step before.", version=room.version)
            plies = room.undoable(mine)
            turn = {} if plies else {"turn": True}
            plies = plies or room.takeback(mine)
            if not plies:
                raise Conflict(NO_MORE_UNDOS if room.undone_enough else NO_UNDO, version=room.version)
            after = frames.match_at(room.match, room.match.ply - plies)
            payload = {"plies": plies, "version": room.version + 1, **turn, **hashed_body(key, body)}
            return after, [NewEvent("undo", mine, payload, key)]

        async with self._at(table, caller) as room:
            return await self._change(room, caller, version, key, seat, body, change)

    async def lesson(self, table: str, caller: Caller, asked: InLesson) -> int:
        """Touch an element in a lesson, or go back to the step before."""

        def act(walk: Walk) -> None:
            return walk.back() if asked.back else walk.tap(str(asked.tap))

        async with self._at(table, caller) as room:
            body = digest("lesson", asked.tap, asked.back, asked.version)
            return await self._in_lesson(room, caller, asked.version, asked.key, None, body, act)

    async def _in_lesson(
        self,
        room: Room,
        caller: Caller,
        version: int,
        key: str | None,
        seat: int | None,
        body: str,
        act: lessons.Act,
    ) -> int:
        """Store what the learner does, if the lesson asks for it."""

        def change(mine: int) -> tuple[Match, list[NewEvent]]:
            return lessons.follow(room, act, key, body)

        return await self._change(room, caller, version, key, seat, body, change, lessons.learner)

    async def _change(
        self,
        room: Room,
        caller: Caller,
        version: int,
        key: str | None,
        seat: int | None,
        body: str,
        change: Callable[[int], tuple[Match, list[NewEvent]]],
        who: Callable[[Room, Caller, int, int | None], int] | None = None,
    ) -> int:
        """Store what the seat whose turn it is does; or give the answer that was given before to the same key.

        `who` finds that seat, or refuses; in lessons it is the learner's.
        """
        for last_try in (False, True):
            answer = await self._answered(room, caller, key, body)
            if answer is not None:
                return answer
            after, events = change((who or self._my_turn)(room, caller, version, seat))
            retried: dict[str, Any] = {"retried": True} if any(event.payload.get("turn") for event in events) else {}
            try:
                return await self.rooms.append(room, events, after, **retried)
            except Stale:
                if last_try:
                    raise stale(room) from None
        raise AssertionError("unreachable")

    async def _answered(self, room: Room, caller: Caller, key: str | None, body: str) -> int | None:
        """The answer that was given before to the same request with the same key."""
        held = room.held(caller)
        if not held:
            raise Forbidden("You hold no seat at this table.")
        known = await self.rooms.answered(room, held, key)
        if known is None:
            return None
        if known.body not in (None, body):
            raise Reused
        return known.version

    @staticmethod
    def _my_turn(room: Room, caller: Caller, version: int, seat: int | None) -> int:
        """The seat to move, if it is the caller's and the caller knows the present version."""
        held = room.held(caller)
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
            late = room.clock is not None and room.clock.late[mover]
            reason = "Your time has run out" if late else "You left this seat"
            raise Forbidden(f"{reason} and a bot plays it; claim it to come back.")
        return mover

    # -------------------------------------------------------------- the coach

    async def set_coach(self, table: str, caller: Caller, level: str) -> int:
        """Switch the coach of a table at which the caller plays with bots alone. The log tells it."""
        async with self._at(table, caller) as room:
            seat = coached_seat(room, caller)
            if room.lesson:
                raise Conflict("The lesson says what to do; the coach comes after it.", version=room.version)
            if room.status != "playing":
                raise Conflict("The game is over.", version=room.version)
            if room.coach == level:
                return room.version
            try:
                return await self.rooms.append(room, [NewEvent("coach", seat, {"level": level})], room.match)
            except Stale:
                raise stale(room) from None

    async def coached(self, table: str, caller: Caller, version: int) -> tuple[Match, int]:
        """The match as it stands for the coach, and whom it advises."""
        async with self._at(table, caller) as room:
            seat = coached_seat(room, caller)
            if room.coach == OFF:
                raise Forbidden("The coach is off at this table.")
            if version != room.version:
                raise stale(room)
            if room.to_move != seat:
                raise Forbidden("The coach speaks when it is your turn.")
            return room.match.copy(), seat

    # -------------------------------------------------------------- time

    def _look_after(self, room: Room) -> None:
        """Let a table's bots move, and wait for the deadline of whoever is to move; it was read or has changed."""
        self._start_bots(room)
        alarm = None
        if room.deadline is not None:
            seconds = max(0.0, (room.deadline + LAG - now()) / 1000)
            alarm = asyncio.get_running_loop().call_later(seconds, self._ring, room.id)
        room.set_alarm(alarm)

    def _ring(self, table: str) -> None:
        task = asyncio.create_task(self._look_at_clock(table), name=f"clock of {table}")
        self._rung.add(task)
        task.add_done_callback(self._rung.discard)

    async def _look_at_clock(self, table: str) -> None:
        """End a time that has run out, and let bots play, though nobody asks."""
        try:
            async with self.rooms.locked(table) as room:
                await self._end_time(room)
                self._look_after(room)
        except Refusal as refusal:
            await self.storage.set_deadline(table, None)  # deleted meanwhile, or begun under other rules
            log.info("nobody looks at the clock of table %s any more: %s", table, refusal.sentence)
        except Exception:
            log.exception("the clock of table %s could not be looked at; it will be tried again", table)

    async def _end_time(self, room: Room) -> None:
        """Let a bot play on for whoever is to move, if their time has run out."""
        seat = room.to_move
        if seat is not None and room.out_of_time(now()):
            with suppress(Conflict):  # somebody was quicker, and the table was read anew
                await self._sit(room, [replace(room.seats[seat], gone=True, bot=LEVEL_OF_SUBSTITUTES)], "timeout")
                self.turns.tell(room, seat, "Your time has run out; a bot plays on until you come back.")

    # -------------------------------------------------------------- bots

    def _check_bots(self, caller: Caller, seats: Sequence[Seat], there: Room | None = None) -> None:
        """Refuse another table with bots to an address that has enough of them."""
        most, address = self.settings.bot_tables_each, caller.address
        if any(seat.played_by_bot for seat in seats):
            playing = [room for room in self.rooms.all() if room is not there and room.address == address]
            if sum(room.has_bots and self._attended(room) for room in playing) >= most:
                raise TooOften(
                    f"There are already {most} tables with bots in play from your address; finish one first."
                )

    def _attended(self, room: Room) -> bool:
        return room.attended(self.settings.presence)

    def _bots_may_play(self, room: Room) -> bool:
        """Whether somebody is there, or a clock must not wait for anybody; then they play until a person is to move."""
        return room.clock is not None or self._attended(room)

    def _start_bots(self, room: Room) -> None:
        """Let the bots of a table move, if one of them is to and somebody is there."""
        if room.bot_to_move and room.bot_task is None and self._bots_may_play(room):
            room.bot_task = asyncio.create_task(self._play_bots(room), name=f"bots of {room.id}")

    async def _play_bots(self, room: Room) -> None:
        try:
            await self.rooms.get(room.id)
            while room.bot_to_move and self._bots_may_play(room):
                await self._play_bot(room)
                await self.rooms.get(room.id)
        except Unknown:
            log.info("table %s was deleted while its bots were playing", room.id)
        except Exception:
            log.exception("the bots of table %s stopped", room.id)
        finally:
            room.bot_task = None

    async def _play_bot(self, room: Room) -> None:
        """One move of a bot, worked out while the table stays unlocked."""
        seat, version = room.to_move, room.version
        if seat is None:
            return
        pause = asyncio.create_task(asyncio.sleep(self.settings.bot_pause))
        level = room.seats[seat].bot or LEVEL_OF_SUBSTITUTES
        choice = await self.bots.choose(room.match.copy(), seat, level, room.id, room.address)
        await pause
        async with self.rooms.locked(room.id):
            if room.version == version:
                after, events = play(room, seat, [choice.move], None)
                try:
                    await self.rooms.append(room, events, after)
                except Stale:
                    log.info("table %s moved on while its bot was thinking", room.id)

    async def hint(self, table: str, caller: Caller) -> dict[str, Any]:
        """What a strong bot would do in the caller's place, from what the caller may know."""
        async with self._at(table, caller) as room:
            seat = room.viewer(caller)
            if seat is None or seat != room.to_move:
                raise Forbidden("Hints are for the player whose turn it is.")
            if room.lesson:
                raise Conflict("The lesson says what to do; press “Show me” to see where.", version=room.version)
            version, match = room.version, room.match.copy()
        choice = await self.bots.hint(match, seat, room.id, caller.address)
        move = next(move for move in match.legal_moves if move.id == choice.move)
        shown = {"move": move.id, "text": move.text, "label": move.label, "target": move.target}
        return {"version": version, **shown, "reason": choice.reason, "by": choice.by}

    # -------------------------------------------------------------- the game's own advice

    async def advice(self, table: str, caller: Caller, layout: str) -> dict[str, Any]:
        """What the game itself advises the caller to do now, and how the table would look."""
        frames.check_layout(layout)
        async with self._seen(table, caller) as (room, seat):
            if seat is None or seat != room.to_move or room.seats[seat].gone:
                raise Forbidden("Advice is for the player whose turn it is.")
            version = room.version
        found = await self._advised(room, seat)
        async with self.rooms.locked(table):
            if room.version != version:
                raise stale(room)
            job = frames.showing_advice(room, found, seat, layout)
        return {"version": version, "seat": seat, **await in_thread(job)}

    async def take_advice(
        self, table: str, caller: Caller, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Play all the moves of the advice that was given at a version."""
        body = digest("advice", version, seat)
        async with self._at(table, caller) as room:
            answer = await self._answered(room, caller, key, body)
            if answer is not None:
                return answer
            mine = self._my_turn(room, caller, version, seat)
            found = await self._advised(room, mine)
            if room.lesson:
                moves = found.moves
                return await self._in_lesson(room, caller, version, key, seat, body, lambda walk: walk.accept(moves))
            if not found.moves:
                raise Conflict("The advice is to change nothing, so there is nothing to play.", version=version)
            return await self._play(room, caller, found.moves, version, key, seat, body)

    async def _advised(self, room: Room, seat: int) -> Advice:
        """The advice for a seat, worked out once in a thread beside the event loop."""
        if not room.game.rulebook.gives_advice:
            raise Unknown(f"{room.game.title} has no advice to give; ask for a hint.")
        if room.frames.advice is not None:
            return room.frames.advice
        generation, match = room.frames.generation, room.match.copy()
        found = await in_thread(lambda: advise(match, seat))
        if found is None:
            raise Conflict("There is nothing to be advised at this moment.", version=room.version)
        if room.frames.generation == generation:
            room.frames.advice = found
        return found

    # -------------------------------------------------------------- rematches and branches

    async def rematch(self, table: str, caller: Caller) -> str:
        """A new table with the same game and the same people; whoever asks second gets the same one."""
        async with self._at(table, caller) as room:
            if not room.held(caller):
                raise Forbidden("You hold no seat at this table.")
            if room.rematch:
                return room.rematch
            if room.status != "over":
                raise Conflict("A rematch can begin when the game is over.", version=room.version)
            self._check_bots(caller, room.seats, room)
            fresh = seat_tokens.new_table_id()
            clock = room.clock.control.to_json() if room.clock else None
            values = {"visibility": room.visibility, "curtain": room.curtain, "host": room.host, "clock": clock}
            new = new_game(fresh, Match(room.game), room.seats, [], values)
            event = NewEvent("rematch", payload={"table": fresh})
            try:
                await self.rooms.append(room, [event], room.match, beside=new, rematch=fresh)
            except Stale:
                if room.rematch is None:
                    raise stale(room) from None
                return room.rematch
        await self._begin(new, caller)
        return fresh

    async def branch(self, table: str, caller: Caller, ply: int) -> Created:
        """A table of one's own that goes on from a ply of this one, against bots; chance is drawn anew."""
        async with self._at(table, caller) as room:
            others = [seat for seat in room.seats if seat.kind != "bot" and not seat.held_by(caller)]
            if room.status != "over" and others:
                raise Conflict("One can go another way from this game when it is over.", version=room.version)
            match = frames.match_at(room.match, ply)
            if match.over:
                raise Conflict(f"The game is over at ply {ply}; branch from an earlier one.", version=room.version)
            mine = room.viewer(caller) or 0
            movers = room.movers[:ply]
        fresh, seats, tokens = seat_tokens.new_table_id(), list[Seat](), dict[int, str]()
        for seat in room.seats:
            if seat.seat == mine or seat.held_by(caller):
                tokens[seat.seat] = seat_tokens.new_secret()
                seats.append(person(seat.seat, seat.name, caller, tokens[seat.seat]))
            else:
                seats.append(Seat(seat.seat, "bot", seat.name, bot=seat.bot or LEVEL_OF_SUBSTITUTES))
        self._check_bots(caller, seats)
        events = [NewEvent("setup", None, {"position": match.began_from})] if match.began_from else []
        events += [
            NewEvent("move" if mover is not None else "chance", mover, {"move": move.text})
            for mover, move in zip(movers, match.moves, strict=True)
        ]
        host = caller.browser or seats[mine].token
        values = {"visibility": "private", "curtain": room.curtain, "host": host, "branch_of": room.id}
        new = new_game(fresh, match, seats, events, values)
        await self._store(new, caller)
        shown = [
            {**seat.to_json(), "invite": None, "token": tokens.get(seat.seat) if seat.token else None} for seat in seats
        ]
        return Created(fresh, len(new.events), shown)

    # -------------------------------------------------------------- looking at a table

    async def about(self, table: str, caller: Caller) -> dict[str, Any]:
        """A table in words: who sits where, whose turn it is, which seats are the caller's; invites for the host."""
        async with self._at(table, caller) as room:
            return about(room, caller)

    async def view(self, table: str, caller: Caller) -> tuple[int, dict[str, Any]]:
        """The version of a table, and what the caller may see, ready for JSON."""
        async with self._seen(table, caller) as (room, viewer):
            return room.version, frames.view_of(room, viewer)

    async def about_with_view(self, table: str, caller: Caller) -> dict[str, Any]:
        """Both of them, at the same version."""
        async with self._seen(table, caller) as (room, viewer):
            return {**about(room, caller), "view": frames.view_of(room, viewer)}

    async def legal(self, table: str, caller: Caller) -> dict[str, Any]:
        """The legal moves of the caller; none when it is somebody else's turn."""
        async with self._seen(table, caller) as (room, viewer):
            return {"version": room.version, "seat": viewer, "moves": frames.view_of(room, viewer)["moves"]}

    async def reference(self, table: str, caller: Caller) -> dict[str, Any]:
        """All components with what is left of each, as far as the caller may know, and what lies on the table."""
        async with self._at(table, caller) as room:
            viewer = room.viewer(caller)
            lines, components = room.match.reference(viewer), frames.components_of(room, viewer)
            return {"version": room.version, "lines": lines, "table": components}

    async def events(self, table: str, caller: Caller, since: int, most: int = MOST_EVENTS) -> dict[str, Any]:
        """The first events after a version, as far as the caller may know, and whose turn it is now.

        `next` is the version to ask from for more, if there is `more`.
        """
        async with self._at(table, caller) as room:
            words, viewer = about(room, caller), room.viewer(caller)
            state = {key: words[key] for key in ("version", "status", "viewer", "to_move", "your_turn")}
            found = [event.to_json(viewer) for event in await self.rooms.events(room, since, most)]
            seen = found[-1]["seq"] if found else max(since, room.version)
            return {**state, "events": found, "next": seen, "more": seen < room.version}

    async def frame(self, table: str, caller: Caller, layout: str, since: int | None = None) -> bytes:
        """What the page of a table shows, as gzipped JSON; with `since`, only what changed after that version."""
        frames.check_layout(layout)
        async with self._seen(table, caller) as (room, viewer):
            await frames.first_drawing(room, viewer, layout)
            base = since if since is not None and since <= room.version and not room.hot_seat(caller) else None
            return frames.packed(room, viewer, layout, base, room.curtained(caller))

    @asynccontextmanager
    async def watch(self, table: str, caller: Caller, since: int | None = None) -> AsyncIterator[Watch]:
        """Follow a table; `since` is the version that the caller already sees."""
        async with self._at(table, caller) as room:
            watch = Watch(room, caller, self.rooms, since)
            self._start_bots(room)
        try:
            yield watch
        finally:
            watch.close()

    async def replay(self, table: str, caller: Caller, ply: int, layout: str) -> dict[str, Any]:
        """The table as the caller saw it after a number of plies."""
        async with self._seen(table, caller) as (room, viewer):
            job = frames.showing_ply(room, viewer, ply, layout)
        return await in_thread(job)

    async def scenes(self, table: str, caller: Caller, start: int, layout: str) -> dict[str, Any]:
        """What happened from a ply on, move by move, as the caller saw it; the latest moves if they are many."""
        async with self._seen(table, caller) as (room, viewer):
            job = frames.showing_scenes(room, viewer, start, layout)
        return await in_thread(job)

    async def match(self, table: str) -> Match:
        """A copy of the match with its whole history. It holds what is hidden: show it only as a viewer sees it."""
        async with self.rooms.locked(table) as room:
            return room.match.copy()

    async def save(self, table: str) -> str:
        """The moves of a finished game as text."""
        async with self.rooms.locked(table) as room:
            if room.status != "over":
                raise Conflict(
                    "The moves can be taken away when the game is over; until then they would tell what is hidden.",
                    version=room.version,
                )
            match = room.match.copy()
        return await in_thread(match.save)

    # -------------------------------------------------------------- lists of tables and results

    async def tables_of(self, caller: Caller) -> list[dict[str, Any]]:
        """The tables of a browser: those that wait for it first, then running ones, then those that are over."""
        if caller.browser is None:
            return []
        found = [listed(game, seats, caller) for game, seats in await self.storage.tables_of(caller.browser)]
        return sorted(found, key=lambda entry: (not entry["your_turn"], entry["status"] == "over"))

    async def public_tables(self, caller: Caller = ANONYMOUS) -> list[dict[str, Any]]:
        """Public tables, those with a free seat first."""
        found = [listed(game, seats, caller) for game, seats in await self.storage.public_tables()]
        return sorted(found, key=lambda entry: entry["status"] != "waiting")

    async def result(self, table: str) -> dict[str, Any] | None:
        """How the game of a table ended, once it has."""
        return (await self.rooms.get(table)).result

    async def history(self, caller: Caller) -> list[dict[str, Any]]:
        """The finished games of a browser, the latest first."""
        if caller.browser is None:
            return []
        return [listed(game, seats, caller) for game, seats in await self.storage.finished_of(caller.browser)]

    async def bests(self, caller: Caller) -> list[dict[str, Any]]:
        """The best results of a browser in games for one, by game and setup."""
        if caller.browser is None:
            return []
        rows = await self.storage.finished_alone(caller.browser)
        return best_of([row for row in [await self._with_result(row) for row in rows] if row["result"]])

    async def _with_result(self, row: Row) -> Row:
        """A finished game with its result; one that ended before results were kept is looked up in its log, once."""
        if row["result"]:
            return row
        try:
            room = await self.rooms.get(row["id"])
        except Conflict:
            return row  # begun under other rules: what it was worth is not known any more
        result = result_of(room.match, row["updated"])
        await self.storage.keep_result(room.id, result)
        return {**row, "result": result}
