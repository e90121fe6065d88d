"""Snapshots: what a log came to, packed so that a long one is read in milliseconds instead of being replayed.

A snapshot follows from the log and is only an abbreviation of it. It is read by the very code that wrote it, or not at
all: then the log is replayed, and a new snapshot made.
"""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletown import __version__
from tabletown.core.game import Rulebook

EVERY = 256
"""A snapshot is made after this many events."""
_FORMAT = 2
_NOBODY = -1


@dataclass(frozen=True)
class Contents:
    """All that a room needs of a log: moves with the records before them, who made them, and a line for each event."""

    history: list[tuple[bytes, int]]
    record: bytes
    movers: list[int | None]
    plies: list[int]
    owners: list[int]
    undone: int
    coached: list[tuple[int, str]]
    more: dict[str, Any]
    """What is no number by ply or event: the clock, and the notes of the story."""


def made_by(book: Rulebook) -> str:
    """Names the code that can read a snapshot: this version of the program, the rules and the record."""
    told = (_FORMAT, __version__, book.name, book.version, len(book.moves), book.state.dtype.descr)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def pack(contents: Contents) -> bytes:
    """A snapshot as bytes. Each record is stored as its difference from the one before: almost nothing but zeros."""
    every = b"".join([*(before for before, _ in contents.history), contents.record])
    records = np.frombuffer(every, np.uint8).reshape(len(contents.history) + 1, -1).copy()
    records[1:] ^= records[:-1].copy()
    file = io.BytesIO()
    np.savez(
        file,
        records=records,
        moves=np.array([move for _, move in contents.history], np.int32),
        movers=np.array([_NOBODY if mover is None else mover for mover in contents.movers], np.int8),
        plies=np.array(contents.plies, np.int32),
        owners=np.array(contents.owners, np.int8),
        undone=np.array(contents.undone),
        coached_at=np.array([ply for ply, _ in contents.coached], np.int32),
        coached=np.array([level for _, level in contents.coached], np.str_),
        more=np.frombuffer(json.dumps(contents.more).encode(), np.uint8),
    )
    return zlib.compress(file.getvalue(), 1)


def unpack(data: bytes) -> Contents:
    with np.load(io.BytesIO(zlib.decompress(data))) as parts:
        records = np.bitwise_xor.accumulate(parts["records"], axis=0)
        before = [record.tobytes() for record in records]
        return Contents(
            list(zip(before[:-1], parts["moves"].tolist(), strict=True)),
            before[-1],
            [None if mover == _NOBODY else mover for mover in parts["movers"].tolist()],
            parts["plies"].tolist(),
            parts["owners"].tolist(),
            int(parts["undone"]),
            list(zip(parts["coached_at"].tolist(), parts["coached"].tolist(), strict=True)),
            json.loads(parts["more"].tobytes()),
        )
