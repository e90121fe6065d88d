"""Tables in words, for lists and for those who come to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import registry
from . import secrets
from .room import Room, Seat, Who
from .storage import Row


def about(room: Room, who: Who) -> dict[str, Any]:
    held = room.held(who)
    host = secrets.same(room.host, who.browser)
    seats = []
    for seat in room.seats:
        shown = host and seat.kind == "open" and who.secret
        invite = (
            f"/join/{room.id}/{seat.seat}/{secrets.invitation(who.secret, room.id, seat.seat)}"
            if shown and who.secret
            else None
        )
        seats.append(
            {**seat.to_json(), "you": seat.seat in held, "connected": seat.seat in room.connected(), "invite": invite}
        )
    return {
        "id": room.id,
        "url": f"/table/{room.id}",
        "version": room.version,
        "status": room.status,
        "game": room.game.name,
        "title": room.game.title,
        "options": room.game.options,
        "visibility": room.visibility,
        "seats": seats,
        "viewer": room.viewer(who),
        "host": host,
        "to_move": room.to_move,
        "your_turn": room.to_move is not None and room.to_move in held,
        "ply": room.match.ply,
        "rematch": room.rematch,
        "branch_of": room.branch_of,
    }


def listed(game: Row, seats: Sequence[Row], who: Who) -> dict[str, Any]:
    """A line of a list of tables."""
    sitting = [Seat.of(seat) for seat in seats]
    held = [seat.seat for seat in sitting if seat.held_by(who)]
    return {
        "id": game["id"],
        "url": f"/table/{game['id']}",
        "game": game["kind"],
        "title": registry.rulebook(game["kind"]).title,
        "status": game["status"],
        "version": game["version"],
        "visibility": game["visibility"],
        "seats": [{**seat.to_json(), "you": seat.seat in held} for seat in sitting],
        "to_move": game["actor"],
        "your_turn": game["actor"] is not None and game["actor"] in held,
        "updated": game["updated"],
    }
