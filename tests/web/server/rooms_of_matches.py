"""Rooms made from matches, without a database: what the store would have read for such a table."""

from __future__ import annotations

from typing import Any

import tabletown as tt
from tabletown.web.store.schema import GAME
from tabletown.web.store.storage import Stored
from tabletown.web.tables.room import Room
from tabletown.web.tables.seat import Seat

EMPTY = {"id": "table", "visibility": "private", "curtain": False, "retried": False, "created": 0}
"""What a new table has in columns that can't be null and that no match decides; all other columns are null."""


def room_with(match: tt.Match, status: str, names: list[str], events: list[dict[str, Any]]) -> Room:
    """A room of persons at the game of a match, with a log."""
    row = dict.fromkeys(GAME.columns.keys()) | EMPTY
    row |= {"kind": match.game.name, "rules_version": match.game.rulebook.version, "status": status}
    row |= {"players": match.game.players, "options": match.game.options}
    return Room(Stored(row, [vars(Seat(seat, "person", name)) for seat, name in enumerate(names)], events))
