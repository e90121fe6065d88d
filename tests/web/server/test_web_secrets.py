"""No leak: change everything that a viewer may not know, and the viewer's bytes stay the same.

Two worlds are made that look alike to a viewer: the hidden part of a position is guessed twice. Both are played on with
moves that look alike to the viewer, and at each step every frame, view, log and event for that viewer must be the same,
byte by byte.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from rooms_of_matches import room_with

import tabletown as tt
from tabletown.core.advice import advise
from tabletown.core.game import Rulebook
from tabletown.web.frames import frame as frames
from tabletown.web.tables.room import Room

SEEDS = 6
POSITIONS = 3
PLIES = (1, 8, 25)
STEPS = 4

pytestmark = pytest.mark.anyio


def room_of(match: tt.Match) -> Room:
    """A room whose game goes on from a position."""
    names = [f"P{seat}" for seat in range(match.game.players)]
    room = room_with(match, "playing", names, [])
    room.match = match
    match.names = names
    return room


def push(room: Room, move: int) -> None:
    seat = room.match.actor
    event = {
        "seq": room.version + 1,
        "kind": "chance" if seat == tt.CHANCE else "move",
        "seat": None if seat == tt.CHANCE else seat,
        "payload": {"move": room.game.moves.text_of(move)},
        "idem": None,
        "at": 0,
    }
    after = room.match.copy()
    after.push(move)
    room.advance([event], {"status": "over"} if after.over else {}, room.seats, after)


def bytes_for(room: Room, viewer: int | None) -> dict[str, bytes]:
    """Everything that the server would send to a viewer."""
    since = max(0, room.version - 1)
    sent = {
        f"frame {layout} {base}": frames.packed(room, viewer, layout, base)
        for layout in frames.LAYOUTS
        for base in (None, since)
    }
    sent["record"] = room.match.redacted(viewer).tobytes()  # what a bot in the seat is given
    sent["view"] = json.dumps(frames.view_of(room, viewer)).encode()
    sent["reference"] = json.dumps(room.match.reference(viewer)).encode()
    sent["events"] = json.dumps([event.to_json(viewer) for event in room.events]).encode()
    sent["replay"] = frames.pack(frames.showing_ply(room, viewer, room.match.ply, "phone")())
    if viewer is not None and viewer == room.to_move:
        sent["final"] = bytes(room.match.would_be_final(viewer, move) for move in room.match.legal_ids)
        found = advise(room.match, viewer)
        sent["advice"] = frames.pack(frames.showing_advice(room, found, viewer, "phone")()) if found else b""
    return sent


def looks(match: tt.Match, viewer: int | None, move: int) -> Any:
    """How a move and what follows from it look to a viewer."""
    after = match.copy()
    after.push(move)
    seen = after.move_seen_by(viewer, after.ply - 1)
    return (
        seen.id,
        seen.text,
        after.redacted(viewer).tobytes(),
        after.actor,
        viewer is not None and after.can_undo(viewer),
    )


def hides(match: tt.Match, viewer: int | None) -> bool:
    """Whether there is something that the viewer can only guess at."""
    return bool(match.guessed(viewer, 1).tobytes() != match.guessed(viewer, 2).tobytes())


def starts(game: tt.Game, viewer: int | None) -> list[tt.Match]:
    """A few positions from random games, those with secrets first."""
    secret, other = [], []
    for seed in range(SEEDS):
        match = tt.Match(game, seed=seed)
        while not match.over and len(secret) < POSITIONS:
            if match.actor != tt.CHANCE and match.ply >= 9 * len(secret):
                if hides(match, viewer):
                    secret.append(match.copy())
                elif seed < 1 and match.ply in PLIES:
                    other.append(match.copy())
            match.push(match.random_move())
    return [*secret, *other][:POSITIONS]


def worlds(start: tt.Match, viewer: int | None) -> list[Room]:
    """Two rooms that look alike to the viewer and differ in what is hidden, if anything is."""
    made = []
    for guess in (1, 2):
        world = tt.Match(start.game, seed=0)
        world._array[:] = start.guessed(viewer, guess)
        made.append(room_of(world))
        assert made[-1].match.redacted(viewer).tobytes() == start.redacted(viewer).tobytes(), (
            "a guess fits what is known"
        )
    return made


def cases() -> list[Any]:
    """Each game plain; those with secrets also with every flag, for changing numbers of players."""
    found = []
    for name in tt.games():
        book = tt.rulebook(name)
        low, high = book.players
        options: list[dict[str, Any]] = [{}]
        if book.secrets:
            options += [{}, *({o.name: not o.default} for o in book.options if o.type == "flag")]
        for number, chosen in enumerate(options):
            players = high - number % (high - low + 1)
            try:
                book.configure(players, **chosen)
            except tt.BadOption:
                continue
            found.append(pytest.param(book, players, chosen, id=f"{name}-{players}-{'-'.join(chosen) or 'plain'}"))
    return found


def check(one: Room, two: Room, viewer: int | None, dice: random.Random) -> None:
    """Play two worlds on with moves that look alike and compare all that is sent."""
    for _ in range(STEPS):
        sent, also = bytes_for(one, viewer), bytes_for(two, viewer)
        assert [name for name in sent if sent[name] != also[name]] == []
        if one.match.over or two.match.over:
            break
        move = dice.choice(one.match.legal_ids)
        alike = [m for m in two.match.legal_ids if looks(two.match, viewer, m) == looks(one.match, viewer, move)]
        if not alike:
            break
        push(one, move)
        push(two, move if move in alike else dice.choice(alike))


@pytest.mark.parametrize(("book", "players", "options"), cases())
async def test_what_is_hidden_changes_no_byte(book: Rulebook, players: int, options: dict[str, Any]) -> None:
    game = book.configure(players, **options)
    for viewer in (None, *{0, players - 1}):
        for number, start in enumerate(starts(game, viewer)):
            one, two = worlds(start, viewer)
            check(one, two, viewer, random.Random(number))


def redact_nothing(match: tt.Match, viewer: int | None, ply: int | None = None) -> Any:
    return match.at(match.ply if ply is None else ply)


async def test_every_secret_is_tried_and_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each game with secrets there are worlds that differ; views of the real position would differ too."""
    tried: dict[str, list[tuple[Room, Room]]] = {name: [] for name in tt.games() if tt.rulebook(name).secrets}
    for case in cases():
        book, players, options = case.values
        if book.name in tried and not tried[book.name]:
            found = [start for start in starts(book.configure(players, **options), None) if hides(start, None)]
            tried[book.name] = [tuple(worlds(start, None)) for start in found]
    monkeypatch.setattr(tt.Match, "redacted", redact_nothing)
    for name, pairs in tried.items():
        assert any(bytes_for(one, None) != bytes_for(two, None) for one, two in pairs), name
