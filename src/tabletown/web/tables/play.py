"""The rules of a table: who moves, how chance answers, when a game begins and is over. No storage, no clock."""

from __future__ import annotations

import secrets as entropy
from collections.abc import Sequence
from typing import Any

from ..core import registry
from ..core.errors import BadOption, IllegalMove, UnknownGame
from ..core.game import Game
from ..core.match import Match
from ..core.move import CHANCE
from . import secrets
from .bots import levels, usual_level
from .errors import Conflict, Invalid
from .models import NewTable
from .room import Room, Seat, Who, bot_moves
from .storage import NewEvent, NewGame, Row


def new_game(table: str, match: Match, seats: Sequence[Seat], events: Sequence[NewEvent], values: Row) -> NewGame:
    """A table that is to be stored. If every seat is taken chance speaks at once, so the match moves on."""
    if status_of(match, seats) == "playing":
        events = [*events, *chance(match, values.get("seed") is not None)]
    status = status_of(match, seats)
    game = {
        "id": table,
        "kind": match.game.name,
        "rules_version": match.game.rulebook.version,
        "players": match.game.players,
        "options": match.game.options,
        "status": status,
        "rematch": None,
        "branch_of": None,
        "seed": None,
        **turn_of(match, seats, status),
        **values,
    }
    return NewGame(game, [{"seat": seat.seat, **seat_row(seat)} for seat in seats], events)


def play(room: Room, seat: int, moves: Sequence[int | str], key: str | None) -> tuple[Match, list[NewEvent]]:
    """Moves of a seat and what chance answers: the match after them, and the events. An illegal move is refused, and all with it."""
    after = room.match.copy()
    played = []
    for move in moves:
        try:
            number = after.find(move)
            after.push(number)
        except IllegalMove as error:
            raise Invalid(str(error), version=room.version) from None
        played.append(room.game.moves.text_of(number))
    later = chance(after, room.seeded)
    answer = room.version + len(played) + len(later)
    first = NewEvent("move", seat, {"move": played[0], "version": answer}, key)
    return after, [first, *[NewEvent("move", seat, {"move": text}) for text in played[1:]], *later]


def chance(match: Match, seeded: bool) -> list[NewEvent]:
    """Let chance speak for as long as it is its turn; only a seeded table is predictable."""
    events = []
    while match.actor == CHANCE:
        if seeded:
            move = match.step_chance()
        else:
            move = match.game.moves.decode(_drawn(match))
            match.push(move)
        events.append(NewEvent("chance", None, {"move": move.text}))
    return events


def _drawn(match: Match) -> int:
    weights = match.chance_weights
    number = entropy.randbelow(sum(weights))
    for move, weight in zip(match.legal_ids, weights, strict=True):
        number -= weight
        if number < 0:
            return move
    raise AssertionError("unreachable")


def status_of(match: Match, seats: Sequence[Seat]) -> str:
    if any(seat.kind == "open" for seat in seats):
        return "waiting"
    return "over" if match.over else "playing"


def turn_of(match: Match, seats: Sequence[Seat], status: str) -> dict[str, Any]:
    """Whom the table waits for: what lists and bots look for in the database."""
    actor = match.actor if status == "playing" else None
    return {"actor": actor, "bot_to_move": bot_moves(seats, actor)}


def seat_row(seat: Seat) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in ("kind", "name", "bot", "holder", "token", "invite", "gone")}


def person(tokens: dict[int, str], seat: int, name: str, who: Who) -> Seat:
    """A seat of the browser that asks, or of whoever has the token made for it here."""
    if who.browser:
        return Seat(seat, "person", name, holder=who.browser)
    tokens[seat] = secrets.new_secret()
    return Seat(seat, "person", name, token=secrets.hashed(tokens[seat]))


def stale(room: Room) -> Conflict:
    return Conflict(f"The table has moved on to version {room.version}; look again.", version=room.version)


def chair_of(room: Room, seat: int) -> Seat:
    if not 0 <= seat < len(room.seats):
        raise Invalid(f"This table has the seats 0 to {len(room.seats) - 1}, not {seat}.")
    return room.seats[seat]


def level_of(level: str | None) -> str:
    if level is None:
        return usual_level()
    if level not in levels():
        raise Invalid(f"There is no bot {level!r}; there are {', '.join(levels())}.")
    return level


def game_of(new: NewTable) -> Game:
    try:
        return registry.game(new.game, new.players or (len(new.seats) or None), **new.options)
    except (UnknownGame, BadOption) as error:
        raise Invalid(str(error)) from None
