"""The tables: the API, the sockets and the pages create, join, play and look through this class and no other way.

Every change is an event in the log. A change is worked out on a copy, stored, and only then shown.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from tabletown.core.advice import Advice, advise
from tabletown.core.match import Match
from tabletown.web import tasks
from tabletown.web.frames import frame as frames
from tabletown.web.refusals import Conflict, Forbidden, Invalid, Unknown
from tabletown.web.settings import Settings
from tabletown.web.store.storage import NewEvent, NewGame, Row, Stale, Storage

from . import seat_tokens
from .bests import best_of, result_of
from .bots import LEVEL_OF_HINTS, LEVEL_OF_SUBSTITUTES, Bots
from .listing import about, listed
from .names import clean_name
from .play import game_of, level_of, new_game, person, play, play_chance, seat_at, stale, status_of
from .requests import NewSeat, NewTable
from .room import Room
from .rooms import Rooms
from .seat import ANONYMOUS, Caller, Seat
from .watch import Watch

log = logging.getLogger("tabletown.web")


@dataclass(frozen=True)
class Created:
    """A new table: its id and version, and for each seat the secrets that its creator may hand on."""

    id: str
    version: int
    seats: list[Seat]
    invites: dict[int, str]
    tokens: dict[int, str]

    def to_json(self) -> dict[str, Any]:
        seats = []
        for seat in self.seats:
            invite = f"/join/{self.id}/{seat.seat}/{self.invites[seat.seat]}" if seat.seat in self.invites else None
            seats.append({**seat.to_json(), "invite": invite, "token": self.tokens.get(seat.seat)})
        return {"id": self.id, "url": f"/table/{self.id}", "version": self.version, "seats": seats}


class Tables:
    def __init__(self, storage: Storage, bots: Bots, settings: Settings) -> None:
        self.storage = storage
        self.bots = bots
        self.settings = settings
        self.rooms = Rooms(storage, settings, self._start_bots)

    async def close(self) -> None:
        await tasks.end(self.rooms.bot_tasks())

    async def notified(self, table: str, version: int) -> None:
        """Another process says that a table has a new version."""
        await self.rooms.notified(table, version)

    async def refresh(self) -> None:
        """Look for what no notice announced: news at watched tables, and tables where a bot still has to move."""
        await self.rooms.refresh()
        for table in await self.storage.waiting_for_bots():
            try:
                self._start_bots(await self.rooms.get(table))
            except Conflict as error:
                log.warning("table %s: %s", table, error.sentence)

    # -------------------------------------------------------------- creating

    async def create(self, new: NewTable, caller: Caller = ANONYMOUS) -> Created:
        game = game_of(new)
        if new.seed is not None and not self.settings.seeds:
            raise Invalid("This server doesn't let callers choose the seed.")
        wanted = new.seats or [NewSeat(kind="me"), *[NewSeat(kind="bot")] * (game.players - 1)]
        if len(wanted) != game.players:
            raise Invalid(f"{game.players} seats are needed for {game.players} players, not {len(wanted)}.")
        made = Created(seat_tokens.new_table_id(), 0, [], {}, {})
        for number, seat in enumerate(wanted):
            made.seats.append(self._new_seat(made, number, seat, caller))
        values = {"visibility": new.visibility, "curtain": new.curtain, "seed": new.seed, "host": caller.browser}
        version = await self._store(new_game(made.id, Match(game, seed=new.seed), made.seats, [], values))
        return replace(made, version=version)

    @staticmethod
    def _new_seat(made: Created, number: int, new: NewSeat, caller: Caller) -> Seat:
        default = f"Player {number + 1}"
        if new.kind == "bot":
            return Seat(number, "bot", clean_name(new.name, f"Bot {number + 1}"), bot=level_of(new.bot))
        if new.bot is not None:
            raise Invalid(f"Seat {number} is no bot, so it has no strength.")
        if new.kind == "open":
            derived = seat_tokens.invitation(caller.secret, made.id, number) if caller.secret else None
            invite = made.invites[number] = derived or seat_tokens.new_secret()
            return Seat(number, "open", clean_name(new.name, default), invite=seat_tokens.hashed(invite))
        return person(made.tokens, number, clean_name(new.name, default), caller)

    async def _store(self, new: NewGame) -> int:
        await self.storage.create(new)
        await self._begin(new)
        return len(new.events)

    async def _begin(self, new: NewGame) -> None:
        """Read a new table into memory if bots have to move there."""
        if new.game["bot_to_move"]:
            await self.rooms.get(str(new.game["id"]))

    # -------------------------------------------------------------- seats

    async def claim(
        self, table: str, seat: int, caller: Caller, invite: str | None = None, name: str = ""
    ) -> tuple[int, str | None]:
        """Take an open seat, or come back to one's own.

        Returns the version, and a token for programs, which have no cookie.
        """
        async with self.rooms.locked(table) as room:
            wanted = seat_at(room, seat)
            if wanted.held_by(caller):
                return await self._come_back(room, wanted), None
            if wanted.kind != "open":
                raise Forbidden(f"Seat {seat} is taken.")
            given = seat_tokens.hashed(invite) if invite else None
            if room.visibility != "public" and not seat_tokens.same(wanted.invite, given):
                raise Forbidden("This seat needs its own invite link; ask the host for it.")
            tokens: dict[int, str] = {}
            taken = person(tokens, seat, clean_name(name, wanted.name), caller)
            return await self._sit(room, taken, "claim"), tokens.get(seat)

    async def _come_back(self, room: Room, seat: Seat) -> int:
        if not seat.gone:
            return room.version
        return await self._sit(room, replace(seat, gone=False, bot=None), "return")

    async def seat_bot(self, table: str, seat: int, caller: Caller, level: str | None = None) -> int:
        """Give an open seat to a bot."""
        async with self.rooms.locked(table) as room:
            wanted = seat_at(room, seat)
            if not (seat_tokens.same(room.host, caller.browser) or room.held(caller)):
                raise Forbidden("Only somebody who sits at the table may give a seat to a bot.")
            if wanted.kind != "open":
                raise Conflict(f"Seat {seat} is taken.", version=room.version)
            return await self._sit(room, Seat(seat, "bot", wanted.name, bot=level_of(level)), "bot")

    async def _sit(self, room: Room, seat: Seat, kind: str) -> int:
        """Change who sits on a seat; when the last one is taken the game begins."""
        after = room.match.copy()
        sitting = [seat if other.seat == seat.seat else other for other in room.seats]
        events = [NewEvent(kind, seat.seat, {"name": seat.name})]
        if status_of(after, sitting) == "playing":
            events += play_chance(after, room.seeded)
        try:
            return await self.rooms.append(room, events, after, {seat.seat: seat})
        except Stale:
            raise Conflict("Somebody was quicker; look again.", version=room.version) from None

    async def leave(self, table: str, caller: Caller, seat: int | None = None) -> int:
        """Leave a seat, or all of one's own; a bot plays on until the leaver comes back."""
        async with self.rooms.locked(table) as room:
            held = room.held(caller)
            if not held or (seat is not None and seat not in held):
                raise Forbidden("You don't hold this seat.")
            for number in held if seat is None else [seat]:
                left = room.seats[number]
                if not left.gone and room.status != "over":
                    await self._sit(room, replace(left, gone=True, bot=LEVEL_OF_SUBSTITUTES), "leave")
            return room.version

    # -------------------------------------------------------------- playing

    async def move(
        self, table: str, caller: Caller, move: int | str, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Play a legal move of the version that it was chosen at; the same key again gives the same answer."""
        async with self.rooms.locked(table) as room:
            return await self._play(room, caller, [move], version, key, seat)

    async def is_final(self, table: str, caller: Caller, move: int) -> dict[str, Any]:
        """Whether a legal move of the caller would be final."""
        room = await self.rooms.get(table)
        seat = room.viewer(caller)
        if seat is None or seat != room.to_move:
            raise Forbidden("Moves are for the player whose turn it is.")
        if move not in room.match.legal_ids:
            raise Invalid(f"Move {move} is not legal now.", version=room.version)
        return {"version": room.version, "move": move, "final": room.match.would_be_final(seat, move)}

    async def _play(
        self, room: Room, caller: Caller, moves: Sequence[int | str], version: int, key: str | None, seat: int | None
    ) -> int:
        """Play moves for the seat whose turn it is, all of them or none."""
        for last_try in (False, True):
            answer = self._answered(room, caller, key)
            if answer is not None:
                return answer
            mine = self._my_turn(room, caller, version, seat)
            after, events = play(room, mine, moves, key)
            try:
                return await self.rooms.append(room, events, after)
            except Stale:
                if last_try:
                    raise
        raise AssertionError("unreachable")

    async def undo(
        self, table: str, caller: Caller, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Take one's last move back: an event like any other."""
        async with self.rooms.locked(table) as room:
            answer = self._answered(room, caller, key)
            if answer is not None:
                return answer
            mine = self._my_turn(room, caller, version, seat)
            plies = room.undoable(mine)
            if not plies:
                raise Conflict(
                    "There is nothing to take back: chance has spoken, something was shown or the turn has passed on.",
                    version=room.version,
                )
            after = frames.match_at(room.match, room.match.ply - plies)
            event = NewEvent("undo", mine, {"plies": plies, "version": room.version + 1}, key)
            try:
                return await self.rooms.append(room, [event], after)
            except Stale:
                raise stale(room) from None

    @staticmethod
    def _answered(room: Room, caller: Caller, key: str | None) -> int | None:
        """The answer that was given before to the same key."""
        held = room.held(caller)
        if not held:
            raise Forbidden("You hold no seat at this table.")
        return next((room.answers[seat, key] for seat in held if key and (seat, key) in room.answers), None)

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
            raise Forbidden("You left this seat and a bot plays it; claim it to come back.")
        return mover

    # -------------------------------------------------------------- bots

    def _start_bots(self, room: Room) -> None:
        """Let the bots of a table move, if one of them is to."""
        if room.bot_to_move and room.bot_task is None:
            room.bot_task = asyncio.create_task(self._play_bots(room), name=f"bots of {room.id}")

    async def _play_bots(self, room: Room) -> None:
        try:
            await self.rooms.get(room.id)
            while room.bot_to_move:
                await self._play_bot(room)
                await self.rooms.get(room.id)
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
        choice = await self.bots.choose(room.match.copy(), seat, level, room.id)
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
        room = await self.rooms.get(table)
        seat = room.viewer(caller)
        if seat is None or seat != room.to_move:
            raise Forbidden("Hints are for the player whose turn it is.")
        version, match = room.version, room.match.copy()
        choice = await self.bots.choose(match, seat, LEVEL_OF_HINTS, room.id)
        move = next(move for move in match.legal_moves if move.id == choice.move)
        shown = {"move": move.id, "text": move.text, "label": move.label, "target": move.target}
        return {"version": version, **shown, "reason": choice.reason, "by": choice.by}

    # -------------------------------------------------------------- the game's own advice

    async def advice(self, table: str, caller: Caller, layout: str) -> dict[str, Any]:
        """What the game itself advises the caller to do now, and how the table would look."""
        frames.check_layout(layout)
        room = await self.rooms.get(table)
        seat = room.viewer(caller)
        if seat is None or seat != room.to_move or room.seats[seat].gone:
            raise Forbidden("Advice is for the player whose turn it is.")
        version, found = room.version, await self._advised(room, seat)
        return {"version": version, "seat": seat, **frames.advice_of(room, found, seat, layout)}

    async def take_advice(
        self, table: str, caller: Caller, version: int, key: str | None = None, seat: int | None = None
    ) -> int:
        """Play all the moves of the advice that was given at a version."""
        async with self.rooms.locked(table) as room:
            answer = self._answered(room, caller, key)
            if answer is not None:
                return answer
            mine = self._my_turn(room, caller, version, seat)
            found = await self._advised(room, mine)
            if not found.moves:
                raise Conflict("The advice is to change nothing, so there is nothing to play.", version=version)
            return await self._play(room, caller, found.moves, version, key, seat)

    @staticmethod
    async def _advised(room: Room, seat: int) -> Advice:
        """The advice for a seat, worked out once in a thread beside the event loop."""
        if not room.game.rulebook.gives_advice:
            raise Unknown(f"{room.game.title} has no advice to give; ask for a hint.")
        if room.frames.advice is not None:
            return room.frames.advice
        generation = room.frames.generation
        found = await asyncio.to_thread(advise, room.match.copy(), seat)
        if found is None:
            raise Conflict("There is nothing to be advised at this moment.", version=room.version)
        if room.frames.generation == generation:
            room.frames.advice = found
        return found

    # -------------------------------------------------------------- rematches and branches

    async def rematch(self, table: str, caller: Caller) -> str:
        """A new table with the same game and the same people; whoever asks second gets the same one."""
        async with self.rooms.locked(table) as room:
            if not room.held(caller):
                raise Forbidden("You hold no seat at this table.")
            if room.rematch:
                return room.rematch
            if room.status != "over":
                raise Conflict("A rematch can begin when the game is over.", version=room.version)
            fresh = seat_tokens.new_table_id()
            values = {"visibility": room.visibility, "curtain": room.curtain, "host": room.host}
            new = new_game(fresh, Match(room.game), room.seats, [], values)
            event = NewEvent("rematch", payload={"table": fresh})
            try:
                await self.rooms.append(room, [event], room.match, beside=new, rematch=fresh)
            except Stale:
                if room.rematch is None:
                    raise stale(room) from None
                return room.rematch
        await self._begin(new)
        return fresh

    async def branch(self, table: str, caller: Caller, ply: int) -> Created:
        """A table of one's own that goes on from a ply of this one, against bots; chance is drawn anew."""
        room = await self.rooms.get(table)
        others = [seat for seat in room.seats if seat.kind != "bot" and not seat.held_by(caller)]
        if room.status != "over" and others:
            raise Conflict("One can go another way from this game when it is over.", version=room.version)
        match = frames.match_at(room.match, ply)
        if match.over:
            raise Conflict(f"The game is over at ply {ply}; branch from an earlier one.", version=room.version)
        made = Created(seat_tokens.new_table_id(), 0, [], {}, {})
        mine = room.viewer(caller) or 0
        for seat in room.seats:
            if seat.seat == mine or seat.held_by(caller):
                made.seats.append(person(made.tokens, seat.seat, seat.name, caller))
            else:
                made.seats.append(Seat(seat.seat, "bot", seat.name, bot=seat.bot or LEVEL_OF_SUBSTITUTES))
        events = [
            NewEvent("move" if mover is not None else "chance", mover, {"move": move.text})
            for mover, move in zip(room.movers[:ply], match.moves, strict=True)
        ]
        values = {"visibility": "private", "curtain": room.curtain, "host": caller.browser, "branch_of": room.id}
        version = await self._store(new_game(made.id, match, made.seats, events, values))
        return replace(made, version=version)

    # -------------------------------------------------------------- looking at a table

    async def about(self, table: str, caller: Caller) -> dict[str, Any]:
        """A table in words: who sits where, whose turn it is, which seats are the caller's; invites for the host."""
        return about(await self.rooms.get(table), caller)

    async def view(self, table: str, caller: Caller) -> dict[str, Any]:
        """What the caller may see, ready for JSON."""
        room = await self.rooms.get(table)
        return frames.view_of(room, room.viewer(caller))

    async def about_with_view(self, table: str, caller: Caller) -> dict[str, Any]:
        """Both of them, at the same version."""
        room = await self.rooms.get(table)
        return {**about(room, caller), "view": frames.view_of(room, room.viewer(caller))}

    async def legal(self, table: str, caller: Caller) -> dict[str, Any]:
        """The legal moves of the caller; none when it is somebody else's turn."""
        room = await self.rooms.get(table)
        viewer = room.viewer(caller)
        return {"version": room.version, "seat": viewer, "moves": frames.view_of(room, viewer)["moves"]}

    async def reference(self, table: str, caller: Caller) -> dict[str, Any]:
        """All components with what is left of each, as far as the caller may know."""
        room = await self.rooms.get(table)
        return {"version": room.version, "lines": room.match.reference(room.viewer(caller))}

    async def events(self, table: str, caller: Caller, since: int) -> dict[str, Any]:
        """What happened after a version, as far as the caller may know, and whose turn it is now."""
        room = await self.rooms.get(table)
        words, viewer = about(room, caller), room.viewer(caller)
        state = {key: words[key] for key in ("version", "status", "viewer", "to_move", "your_turn")}
        return {**state, "events": [event.to_json(viewer) for event in room.events[since:]]}

    async def frame(self, table: str, caller: Caller, layout: str, since: int | None = None) -> bytes:
        """What the page of a table shows, as gzipped JSON; with `since`, only what changed after that version."""
        frames.check_layout(layout)
        room = await self.rooms.get(table)
        base = since if since is not None and since <= room.version and not room.hot_seat(caller) else None
        return frames.packed(room, room.viewer(caller), layout, base, room.curtained(caller))

    @asynccontextmanager
    async def watch(self, table: str, caller: Caller, since: int | None = None) -> AsyncIterator[Watch]:
        """Follow a table; `since` is the version that the caller already sees."""
        watch = Watch(await self.rooms.get(table), caller, since)
        try:
            yield watch
        finally:
            watch.close()

    async def replay(self, table: str, caller: Caller, ply: int, layout: str) -> dict[str, Any]:
        """The table as the caller saw it after a number of plies."""
        room = await self.rooms.get(table)
        return frames.frame_at(room, room.viewer(caller), ply, layout)

    async def match(self, table: str) -> Match:
        """A copy of the match with its whole history. It holds what is hidden: show it only as a viewer sees it."""
        return (await self.rooms.get(table)).match.copy()

    async def save(self, table: str) -> str:
        """The moves of a finished game as text."""
        room = await self.rooms.get(table)
        if room.status != "over":
            raise Conflict(
                "The moves can be taken away when the game is over; until then they would tell what is hidden.",
                version=room.version,
            )
        return room.match.save()

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
        result = result_of(room.match, max(event.at for event in room.events if event.move))
        await self.storage.keep_result(room.id, result)
        return {**row, "result": result}
