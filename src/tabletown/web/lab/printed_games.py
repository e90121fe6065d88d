"""Games of printed arms, kept on disk for good: most questions change something else about the same game, so only the
changed arm is left to be played."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from tabletown.compile.cache import cache_root
from tabletown.compile.native import values_unit
from tabletown.core.game import Game, Rulebook
from tabletown.core.values import values_of
from tabletown.lab import driver
from tabletown.lab.driver import Order, Rows, play_span

MOST_BYTES = 10**9
LOOK_AFTER = 256
"""Spans written, after which the oldest are dropped if they take too much room."""

_written = LOOK_AFTER


def play(game: Game, order: Order, player: Callable[[Game, Order], Rows] = play_span) -> Rows:
    """The games of an order: as they were played before, or played now and kept if nothing in them is changed."""
    if game.change:
        return player(game, order)
    file = folder() / f"{name_of(game.rulebook, order)}.npz"
    known = read(file)
    if known is None:
        known = player(game, order)
        write(file, known)
    return known


def folder() -> Path:
    return cache_root() / "lab-games"


@cache
def made_by(book: Rulebook) -> str:
    """All that games depend on beside their order: compiled code and printed values."""
    values = [(key, value.printed) for key, value in values_of(book).items()]
    return f"{values_unit(book).key} {driver.UNIT.key} {values}"


def name_of(book: Rulebook, order: Order) -> str:
    return hashlib.sha256(f"{made_by(book)} {order}".encode()).hexdigest()[:32]


def read(file: Path) -> Rows | None:
    """The games of a file; whatever can't be read counts as not there."""
    with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile):
        with np.load(file, allow_pickle=False) as found:
            rows = Rows(**{entry.name: found[entry.name] for entry in fields(Rows)})
        os.utime(file)
        return rows
    return None


def write(file: Path, rows: Rows) -> None:
    """Keep games; a disk that is full is no reason not to answer."""
    global _written
    part = file.with_name(f"{file.stem}-{os.getpid()}.part")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with part.open("wb") as target:
            np.savez_compressed(target, **{entry.name: getattr(rows, entry.name) for entry in fields(Rows)})
        part.replace(file)
        _written += 1
        if _written >= LOOK_AFTER:
            _written = 0
            drop_oldest(file.parent)


def drop_oldest(where: Path) -> None:
    """Keep what was used last, as long as there is room."""
    found = sorted(((entry.stat().st_mtime, entry) for entry in where.iterdir()), reverse=True)
    room = MOST_BYTES
    for _, file in found:
        room -= file.stat().st_size
        if room < 0:
            file.unlink(missing_ok=True)
