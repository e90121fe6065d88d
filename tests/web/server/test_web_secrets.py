"""No leak: change everything that a viewer may not know, and the viewer's bytes stay the same.

Two worlds are made that look alike to a viewer: the hidden part of a position is guessed twice. Both are played on with moves that
look alike to the viewer, and at each step every frame, view, log and event for that viewer must be the same, byte by byte.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import tabletown as tt
from tabletown.core.game import Rulebook
from tabletown.web import frames
from tabletown.web.room import Room, Seat
from tabletown.web.storage import Stored

STARTS = (0, 5, 24)
STEPS = 5

pytestmark = pytest.mark.anyio


def room_of(match: tt.Match) -> Room:
    """A room whose game goes on from a position."""
    names = [f"P{seat}" for seat in range(match.game.players)]
    row = {
        "id": "table", "kind": match.game.name, "rules_version": match.game.rulebook.version, "players": match.game.players,
        "options": match.game.options, "status": "playing", "visibility": "private", "curtain": False, "seed": None, "host": None,
        "rematch": None, "branch_of": None,
    }  # fmt: skip
    seats = [vars(Seat(number, "person", name)) for number, name in enumerate(names)]
    room = Room(Stored(row, seats, []))
    room.match = match
    match.names = names
    return room


def push(room: Room, move: int) -> None:
    seat = room.match.actor
    event = {
        "seq": room.version + 1, "kind": "chance" if seat == tt.CHANCE else "move", "seat": None if seat == tt.CHANCE else seat,
        "payload": {"move": room.game.moves.text_of(move)}, "idem": None, "at": 0,
    }  # fmt: skip
    room.grow([event], {"status": "over"} if room.match.over else {}, room.seats)


def bytes_for(room: Room, viewer: int | None) -> dict[str, bytes]:
    """Everything that the server would send to a viewer."""
    since = max(0, room.version - 1)
    sent = {f"frame {layout} {base}": frames.packed(room, viewer, layout, base) for layout in frames.LAYOUTS for base in (None, since)}
    sent["view"] = json.dumps(frames.view_of(room, viewer)).encode()
    sent["events"] = json.dumps([event.to_json(viewer) for event in room.events]).encode()
    sent["replay"] = frames.pack(frames.frame_at(room, viewer, room.match.ply, "phone"))
    return sent


def looks(match: tt.Match, viewer: int | None, move: int) -> Any:
    """How a move and what follows from it look to a viewer."""
    after = match.copy()
    after.push(move)
    seen = after.move_seen_by(viewer, after.ply - 1)
    return seen.id, seen.text, after.redacted(viewer).tobytes(), after.actor, viewer is not None and after.can_undo(viewer)


def worlds(book: Rulebook, players: int, options: dict[str, Any], viewer: int | None, start: int, seed: int) -> list[Room]:
    """Two rooms that look alike to the viewer and differ in what is hidden, if anything is."""
    match = tt.Match(book.configure(players, **options), seed=seed)
    while match.ply < start and not match.over:
        match.push(match.random_move())
    while match.actor == tt.CHANCE:
        match.step_chance()
    made = []
    for guess in (1, 2):
        array = match.guessed(viewer, guess)
        dumped = book.state.dump(array, players, book.not_in_dumps)
        made.append(room_of(tt.Match(match.game, seed=0, position=dumped)))
        assert made[-1].match.redacted(viewer).tobytes() == match.redacted(viewer).tobytes(), "a guess fits what is known"
    return made


def cases() -> list[Any]:
    """Each game plain; those with secrets also with every flag, for changing numbers of players."""
    found = []
    for name in tt.games():
        book = tt.rulebook(name)
        low, high = book.players
        options: list[dict[str, Any]] = [{}]
        if hasattr(book.view, "known_to"):
            options += [{}, *({o.name: not o.default} for o in book.options if o.type == "flag")]
        for number, chosen in enumerate(options):
            players = high - number % (high - low + 1)
            try:
                book.configure(players, **chosen)
            except tt.BadOption:
                continue
            found.append(pytest.param(book, players, chosen, id=f"{name}-{players}-{'-'.join(chosen) or 'plain'}"))
    return found


async def no_leak(book: Rulebook, players: int, options: dict[str, Any]) -> int:
    """Checks one game for all viewers; how often the two worlds really differed."""
    differed = 0
    for seed, start in enumerate(STARTS):
        for viewer in (None, 0, players - 1):
            one, two = worlds(book, players, options, viewer, start, seed)
            dice = random.Random(seed)
            for _ in range(STEPS):
                differed += one.match.at(one.match.ply).tobytes() != two.match.at(two.match.ply).tobytes()
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
    return differed


@pytest.mark.parametrize(("book", "players", "options"), cases())
async def test_what_is_hidden_changes_no_byte(book: Rulebook, players: int, options: dict[str, Any]) -> None:
    await no_leak(book, players, options)


async def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If views were made from the real position, the check would say so for every game with secrets."""
    secretive = [name for name in tt.games() if hasattr(tt.rulebook(name).view, "known_to")]
    for name in secretive:
        book = tt.rulebook(name)
        with monkeypatch.context() as broken:
            broken.setattr("tabletown.core.match.Match.redacted", lambda match, viewer, ply=None: match.at(match.ply if ply is None else ply))
            with pytest.raises(AssertionError):
                await no_leak(book, book.players[1], {})
