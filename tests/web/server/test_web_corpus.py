"""Finished games of the past are replayed to the same final positions: by the core, and by a table from its log."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import tabletown as tt
from tabletown.web.store.storage import Stored
from tabletown.web.tables.room import Room
from tabletown.web.tables.seat import Seat

CORPUS = Path(__file__).parents[1] / "corpus"
sys.path.append(str(CORPUS))

from make_corpus import ending  # noqa: E402

ENDINGS = json.loads((CORPUS / "endings.json").read_text())

pytestmark = pytest.mark.anyio


def of_present_rules(name: str) -> bool:
    game, version, _ = name.removesuffix(".txt").rsplit("-", 2)
    return tt.rulebook(game).version == int(version)


PRESENT = [name for name in ENDINGS if of_present_rules(name)]


def test_every_game_has_its_corpus() -> None:
    assert {path.name for path in CORPUS.glob("*.txt")} == set(ENDINGS)
    assert {name.rsplit("-", 2)[0] for name in PRESENT} == set(tt.games())


@pytest.mark.parametrize("name", PRESENT)
async def test_a_game_of_the_past_ends_as_it_did(name: str) -> None:
    match = tt.Match.load((CORPUS / name).read_text(encoding="utf-8"))
    assert match.over
    assert ending(match) == ENDINGS[name]
    assert ending(room_of(match).match) == ENDINGS[name]


def room_of(match: tt.Match) -> Room:
    """The same game as a table's log, replayed."""
    game = match.game
    events = [
        {"seq": seq, "kind": "move", "seat": 0, "payload": {"move": move.text}, "idem": None, "at": 0}
        for seq, move in enumerate(match.moves, 1)
    ]
    row = {
        "id": "table",
        "kind": game.name,
        "rules_version": game.rulebook.version,
        "players": game.players,
        "options": game.options,
        "status": "over",
        "visibility": "private",
        "curtain": False,
        "seed": None,
        "host": None,
        "rematch": None,
        "branch_of": None,
        "change": None,
        "retried": False,
        "lesson": None,
    }
    return Room(Stored(row, [vars(Seat(seat, "person", name)) for seat, name in enumerate(match.names)], events))
