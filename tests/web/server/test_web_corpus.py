"""Finished games of the past are replayed to the same final positions: by the core, and by a table from its log."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from rooms_of_matches import room_with

import tabletown as tt
from tabletown.web.tables.room import Room

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
    events = [
        {"seq": seq, "kind": "move", "seat": 0, "payload": {"move": move.text}, "idem": None, "at": 0}
        for seq, move in enumerate(match.moves, 1)
    ]
    return room_with(match, "over", match.names, events)
