"""The rules of a table: who moves, how chance answers, when a game begins and is over. No storage, no clock."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from tabletown.core import registry
from tabletown.core.errors import BadOption, IllegalMove, UnknownGame
from tabletown.core.game import Game
from tabletown.core.match import Match
from tabletown.core.move import CHANCE
from tabletown.core.variant import is_made, variants_made
from tabletown.web.refusals import Conflict, Invalid
from tabletown.web.store.storage import NewEvent, NewGame, Row, now

from . import seat_tokens
from .bots import LEVEL_OF_SUBSTITUTES, levels
from .clock import Clock
from .requests import NewTable
from .room import Room
from .seat import Caller, Seat, bot_to_move

MOST_VARIANTS = 200
"""How many games with changed values a process makes for visitors."""


def new_game(table: str, match: Match, seats: Sequence[Seat], events: Sequence[NewEvent], values: Row) -> NewGame:
    """A table that is to be stored. If every seat is taken, chance answers at once and the match moves on."""
    if status_of(match, seats) == "playing" and not values.get("lesson"):
        events = [*events, *play_chance(match, values.get("seed") is not None)]
    status = status_of(match, seats)
    turn = turn_of(match, seats, status)
    clock = Clock.of(values.get("clock"), match.game.players, now()) if status == "playing" else None
    game = {
        "id": table,
        "kind": match.game.name,
        "rules_version": match.game.rulebook.version,
        "players": match.game.players,
        "options": match.game.options,
        "change": dict(match.game.change) or None,
        "status": status,
        "rematch": None,
        "branch_of": None,
        "seed": None,
        "lesson": None,
        "clock": None,
        "deadline": clock.next_look(**turn) if clock else None,
        **turn,
        **values,
    }
    return NewGame(game, [seat.to_row() for seat in seats], events)


def play(
    room: Room, seat: int, moves: Sequence[int | str], key: str | None, body: str | None = None
) -> tuple[Match, list[NewEvent]]:
    """Play moves of a seat, and what chance answers, on a copy of the match.

    Returns the match after them, and the events to be stored. If one move is illegal, all are refused.
    """
    after = room.match.copy()
    played = []
    for move in moves:
        try:
            number = after.find(move)
            after.push(number)
        except IllegalMove as error:
            raise Invalid(str(error), version=room.version) from None
        played.append(room.game.moves.text_of(number))
    later = play_chance(after, room.seeded)
    answer = room.version + len(played) + len(later)
    first = NewEvent("move", seat, {"move": played[0], "version": answer, **hashed_body(key, body)}, key)
    return after, [first, *[NewEvent("move", seat, {"move": text}) for text in played[1:]], *later]


def hashed_body(key: str | None, body: str | None) -> dict[str, str]:
    """What an event keeps of the request behind it, to tell a repeated one from another with the same key."""
    return {"body": body} if key and body else {}


def play_chance(match: Match, seeded: bool) -> list[NewEvent]:
    """Let chance move for as long as it is its turn; only a seeded table is predictable."""
    events = []
    while match.actor == CHANCE:
        if seeded:
            move = match.step_chance()
        else:
            move = match.game.moves.decode(_random_outcome(match))
            match.push(move)
        events.append(NewEvent("chance", None, {"move": move.text}))
    return events


def _random_outcome(match: Match) -> int:
    """A move of chance by the operating system's randomness, each as likely as its weight says."""
    weights = match.chance_weights
    number = secrets.randbelow(sum(weights))
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
    """Who is to move, as columns of the table's row: for lists, and to find the tables where a bot must move."""
    actor = match.actor if status == "playing" else None
    return {"actor": actor, "bot_to_move": bot_to_move(seats, actor)}


def person(seat: int, name: str, caller: Caller, token: str) -> Seat:
    """A seat of the calling browser, or of a program with this token."""
    if caller.browser:
        return Seat(seat, "person", name, holder=caller.browser)
    return Seat(seat, "person", name, token=seat_tokens.hashed(token))


def stale(room: Room) -> Conflict:
    return Conflict(f"The table has moved on to version {room.version}; look again.", version=room.version)


def seat_at(room: Room, seat: int) -> Seat:
    if not 0 <= seat < len(room.seats):
        raise Invalid(f"This table has the seats 0 to {len(room.seats) - 1}, not {seat}.")
    return room.seats[seat]


def level_of(level: str | None) -> str:
    """The level that was asked for, checked; the usual one if none was."""
    if level is None:
        return LEVEL_OF_SUBSTITUTES
    if level not in levels():
        raise Invalid(f"There is no bot {level!r}; there are {', '.join(levels())}.")
    return level


def game_of(new: NewTable) -> Game:
    try:
        book = registry.rulebook(new.game)
        for name in new.options:
            book.option(name)  # refused here if there is none: a name like `players` would be taken for an argument
        if new.change and variants_made() >= MOST_VARIANTS and not is_made(book, new.change):
            raise Invalid("This server plays as many changed games as it can; try again later, or the printed game.")
        return book.configure(new.players or (len(new.seats) or None), new.change, **new.options)
    except (UnknownGame, BadOption) as error:
        raise Invalid(str(error)) from None
