"""Tables in words: one by itself, or as an entry of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core import registry
from tabletown.core.game import Rulebook
from tabletown.web.store.storage import Row

from . import seat_tokens
from .room import Room
from .seat import Caller, Seat


def about(room: Room, caller: Caller) -> dict[str, Any]:
    """Who sits where, whose turn it is, and which seats are the caller's; invites only for the host."""
    held = room.held(caller)
    host = room.hosted_by(caller)
    seats = []
    for seat in room.seats:
        invite = None
        if host and seat.kind == "open" and caller.secret:
            invite = f"/join/{room.id}/{seat.seat}/{seat_tokens.invitation(caller.secret, room.id, seat.seat)}"
        presence = {"you": seat.seat in held, "connected": seat.seat in room.connected()}
        seats.append({**seat.to_json(), **presence, "invite": invite})
    return {
        "id": room.id,
        "url": f"/table/{room.id}",
        "version": room.version,
        "status": room.status,
        "game": room.game.name,
        "title": room.game.title,
        "options": room.game.options,
        "change": dict(room.game.change),
        "visibility": room.visibility,
        "seats": seats,
        "viewer": room.viewer(caller),
        "host": host,
        "to_move": room.to_move,
        "your_turn": room.to_move is not None and room.to_move in held,
        "ply": room.match.ply,
        "clock": clock_of(room),
        "rematch": room.rematch,
        "branch_of": room.branch_of,
        "lesson": lesson_step(room.game.rulebook, room.step_after([])),
        "coach": room.coach,
        "coached": bool(room.coached),
    }


def clock_of(room: Room) -> dict[str, Any] | None:
    """What each player has left, and when the time that runs will have run out; None at a table without a clock."""
    clock = room.clock
    if clock is None:
        return None
    left = [None if seat.kind == "bot" else clock.left_at_turn(seat.seat, room.to_move) for seat in room.seats]
    deadline = room.deadline
    running = room.to_move if deadline is not None else None
    return {
        **clock.control.to_json(),
        "words": clock.control.words,
        "left": left,
        "running": running,
        "deadline": deadline,
    }


def lesson_step(book: Rulebook, step: str | None) -> dict[str, int] | None:
    """Which step of how many a lesson stands at; None where none is being taken."""
    number = book.lesson.number_of(step) if book.lesson and step else None
    return {"step": number + 1, "of": len(book.lesson.steps)} if book.lesson and number is not None else None


def listed(game: Row, seats: Sequence[Row], caller: Caller) -> dict[str, Any]:
    """An entry of a list of tables, from its rows alone."""
    sitting = [Seat.of(seat) for seat in seats]
    held = [seat.seat for seat in sitting if seat.held_by(caller)]
    return {
        "id": game["id"],
        "url": f"/table/{game['id']}",
        "game": game["kind"],
        "title": registry.rulebook(game["kind"]).title + (", changed" if game["change"] else ""),
        "status": game["status"],
        "version": game["version"],
        "visibility": game["visibility"],
        "seats": [{**seat.to_json(), "you": seat.seat in held} for seat in sitting],
        "to_move": game["actor"],
        "your_turn": game["actor"] is not None and game["actor"] in held,
        "updated": game["updated"],
        "clock": game["clock"],
        "deadline": None if game["bot_to_move"] else game["deadline"],
        "lesson": lesson_step(registry.rulebook(game["kind"]), game["lesson"]),
        "places": (game["result"] or {}).get("places"),
        "coached": (game["result"] or {}).get("coached", False),
    }
