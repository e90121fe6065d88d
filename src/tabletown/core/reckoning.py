"""How a finished game is reckoned, as its players do it: charts of what the rules did, and opponents without a seat.

A game's `text/reckoning.py` makes these; the end page and other readers only draw them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .line import Change, Line

Told = Sequence[Sequence[Line]]
"""What every move did: its lines, move by move, as one reader may know them."""


@dataclass(frozen=True)
class Bars:
    """Amounts by seat and source, for example coins by colour of card. A negative amount is a loss."""

    title: str
    piece: str
    """The piece of the drawing kit that is counted: coin, medal, star."""
    parts: Mapping[int, Sequence[tuple[str, int]]]


@dataclass(frozen=True)
class Mark:
    """Something that a seat reached: after which ply, what it is called, and its picture among the table's."""

    seat: int
    ply: int
    name: str
    picture: str


@dataclass(frozen=True)
class Race:
    """Who reached what when."""

    title: str
    marks: Sequence[Mark]


@dataclass(frozen=True)
class Rival:
    """An opponent in a game for one that holds no seat."""

    name: str
    score: int
    place: int
    parts: Sequence[tuple[str, int]] = ()


def changes_of(told: Told) -> Iterator[tuple[int, Sequence[Line], Change]]:
    """All changes of a game: the ply, the lines of its move, and the change."""
    for ply, lines in enumerate(told):
        for line in lines:
            for change in line.changes:
                yield ply, lines, change


def add(sums: dict[int, dict[str, int]], seat: int, source: str, amount: int) -> None:
    """Add an amount to what a seat has from a source."""
    found = sums.setdefault(seat, {})
    found[source] = found.get(source, 0) + amount


def parts_of(sums: Mapping[int, Mapping[str, int]], seats: int) -> dict[int, list[tuple[str, int]]]:
    """Sums as the parts of bars; what came to nothing is left out."""
    return {seat: [(name, n) for name, n in sums.get(seat, {}).items() if n] for seat in range(seats)}
