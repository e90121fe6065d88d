"""Handles: how drivers that are compiled once for all games reach positions and rules of one game.

A handle is a small record: the address of a position, the address of a table with the game's compiled rules, and the
few facts about the game that drivers need.
"""

from __future__ import annotations

import numpy as np

ENTRIES: dict[str, tuple[str, ...]] = {
    "actor": (),
    "legal": ("moves",),
    "play": ("move",),
    "draw_chance": ("number", "moves"),
    "chance_weight": ("move",),
    "score": ("seat",),
    "place": ("seat",),
    "redact": ("viewer",),
    "guess": ("viewer", "seed"),
    "observe": ("viewer", "out"),
    "known_to": ("move",),
    "evaluate": ("seat",),
    "rollout_weight": ("move",),
    "advance": ("move", "key", "ply", "seat", "moves"),
    "features": ("viewer", "out"),
}
"""The rules that drivers call, in the order of the table, with their arguments after the position."""

HANDLE = np.dtype(
    [
        ("address", "i8"),
        ("table", "i8"),
        ("size", "i8"),
        ("players", "i8"),
        ("secrets", "i8"),
        ("solo_can_be_lost", "i8"),
        ("hints", "i8"),
    ]
)


def handles(
    records: np.ndarray, table: np.ndarray, secrets: bool, solo_can_be_lost: bool, hints: bool = False
) -> np.ndarray:
    """A handle for each record of an array; the array and the table must outlive them."""
    found = np.zeros(records.size, HANDLE)
    found["address"] = records.ctypes.data + records.dtype.itemsize * np.arange(records.size)
    found["table"] = table.ctypes.data
    found["size"] = records.dtype.itemsize
    found["secrets"], found["solo_can_be_lost"], found["hints"] = secrets, solo_can_be_lost, hints
    return found
