"""The record: all that a position is, as one NumPy structured value with named axes.

The declaration of a field names its axes (seats, cards, ...) and its values, which is enough to
write any position in the game's own words and to read it back.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import BadPosition

MAX_SEATS = 4


class Seats(int):
    """The length of the seat axis; a type of its own so that dumps write one entry a player."""


SEATS = Seats(MAX_SEATS)

SEAT = "seat"
"""The limits of a field that holds a seat: 0 to the number of players less one."""

SEAT_OR_NONE = "seat or none"
"""The same, or -1 for no seat."""

MOST_LISTED = 12
"""A message lists all words that a field can hold if there are no more than this."""

Axis = int | Sequence[str]
Limits = tuple[int, int] | str


@dataclass(frozen=True)
class Field:
    """One field. `by` lists its axes: an int is a plain length, SEATS the seats, a list of words a dict by word.

    `values` gives words for the stored integers: index 0 is the first word; an empty word is None. With `optional`,
    -1 is None too.
    `limits` are the least and the greatest number that the field can hold in play, or SEAT, or SEAT_OR_NONE; a position
    from outside is held to them. Without it all that the type can hold is allowed.
    A `derived` field follows from the others: positions in words leave it out, and the game's `derive(s)` works it out.
    `observed` puts the field into the default observation of learners: the greatest value that is shown, "one_hot" for
    a field with `values`, or "seat" for a seat.
    """

    name: str
    type: str
    by: tuple[Axis, ...] = ()
    values: Sequence[str] | None = None
    help: str = ""
    derived: bool = False
    observed: int | str | None = None
    limits: Limits | None = None
    optional: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis if isinstance(axis, int) else len(axis) for axis in self.by)

    def bounds(self, players: int) -> tuple[int, int]:
        """The least and the greatest number of this field for a number of players."""
        if self.values is not None:
            return (-1 if self.optional else 0), len(self.values) - 1
        if isinstance(self.limits, str):
            return (0 if self.limits == SEAT else -1), players - 1
        if self.limits is not None:
            return self.limits
        kind = np.iinfo(self.type)
        return int(kind.min), int(kind.max)


def field(
    name: str,
    type: str,
    by: Sequence[Axis] = (),
    values: Sequence[str] | None = None,
    help: str = "",
    derived: bool = False,
    observed: int | str | None = None,
    limits: Limits | None = None,
    optional: bool = False,
) -> Field:
    """Declare a field of a record; see `Field`."""
    return Field(name, type, tuple(by), values, help, derived, observed, limits, optional)


class Record:
    """The declaration of a position: its fields, its NumPy dtype and its words."""

    def __init__(self, *fields: Field) -> None:
        self.fields = {entry.name: entry for entry in fields}
        if len(self.fields) != len(fields):
            raise ValueError("two fields of a record share a name")
        self.dtype = _without_gaps([(f.name, f.type, f.shape) if f.by else (f.name, f.type) for f in fields])
        self.proxy = _proxy_class(self)

    def new(self, count: int = 1) -> np.ndarray:
        return np.zeros(count, self.dtype)

    # -------------------------------------------------------------- words

    def dump(self, array: np.ndarray, players: int, without: frozenset[str]) -> dict[str, Any]:
        """The position in words; fields in `without` (the options) are left out."""
        return {
            name: self._words(entry, array[name][0], entry.by, players)
            for name, entry in self.fields.items()
            if name not in without
        }

    def _words(self, entry: Field, value: Any, axes: tuple[Axis, ...], players: int) -> Any:
        if not axes:
            return self._word(entry, int(value))
        first, rest = axes[0], axes[1:]
        if isinstance(first, int):
            length = players if isinstance(first, Seats) else first
            return [self._words(entry, value[i], rest, players) for i in range(length)]
        named = {word: self._words(entry, value[i], rest, players) for i, word in enumerate(first)}
        return {word: inner for word, inner in named.items() if rest or inner not in (0, None)}

    @staticmethod
    def _word(entry: Field, value: int) -> Any:
        if entry.values is None:
            return value
        return (entry.values[value] or None) if 0 <= value < len(entry.values) else None

    def read(self, array: np.ndarray, words: Mapping[str, Any], players: int, without: frozenset[str]) -> None:
        """Write the fields named in `words` into the array; one sentence if that is impossible."""
        if not isinstance(words, Mapping):
            raise BadPosition("A position is a dict of fields.")
        for name, value in words.items():
            if name not in self.fields or name in without:
                valid = _choice([n for n in self.fields if n not in without], name)
                raise BadPosition(f"A position of this game has no field {shown(name)}; its fields are {valid}.")
            entry = self.fields[name]
            target = array[name][0] if entry.by else array[name]
            if entry.by:
                target[...] = -1 if entry.optional else 0
                self._read(entry, target, value, entry.by, players, name)
            else:
                target[0] = self._number(entry, value, players, name)

    def _read(
        self, entry: Field, target: np.ndarray, value: Any, axes: tuple[Axis, ...], players: int, path: str
    ) -> None:
        first, rest = axes[0], axes[1:]
        for index, inner, where in _entries(first, value, players, path):
            if rest:
                self._read(entry, target[index], inner, rest, players, where)
            else:
                target[index] = self._number(entry, inner, players, where)

    @staticmethod
    def _number(entry: Field, value: Any, players: int, path: str) -> int:
        if entry.values is not None:
            return _index_of(entry, value, path)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadPosition(f"{path} must be a whole number, not {shown(value)}.")
        low, high = entry.bounds(players)
        if not low <= value <= high:
            raise BadPosition(f"{path} must lie between {low} and {high}, not be {shown(value)}.")
        return value


def shown(value: Any) -> str:
    """A value from outside as a message may quote it: short, whatever it is."""
    try:
        return reprlib.repr(value)
    except (RecursionError, ValueError):  # a number of thousands of digits, a list that holds itself
        return f"this {type(value).__name__}"


def _choice(words: Sequence[str], wanted: object) -> str:
    """The words that there are, as a message can list them: of many only those that are nearest to the wanted one."""
    if len(words) <= MOST_LISTED:
        return ", ".join(words)
    near = difflib.get_close_matches(wanted[:40], words, 3, 0.4) if isinstance(wanted, str) else []
    return f"{', '.join(near or words[:3])} and {len(words) - len(near or words[:3])} more"


def _without_gaps(columns: list[Any]) -> np.dtype:
    """The aligned type of these columns with its gaps named: NumPy copies only what has a name, and equal positions
    must have equal bytes.
    """
    aligned = np.dtype(columns, align=True)
    places: Any = aligned.fields
    filled: list[Any] = []
    end = 0
    for column in columns:
        start = places[column[0]][1]
        filled += [(f"gap_{end}", "u1", (start - end,))] if start > end else []
        filled.append(column)
        end = start + places[column[0]][0].itemsize
    filled += [(f"gap_{end}", "u1", (aligned.itemsize - end,))] if aligned.itemsize > end else []
    return np.dtype(filled, align=True)


def _index_of(entry: Field, value: Any, path: str) -> int:
    words = list(entry.values or ())
    if value is None and (entry.optional or "" in words):
        return -1 if entry.optional else words.index("")
    if not isinstance(value, str) or not value or value not in words:
        known = [*filter(None, words), *(["null"] if entry.optional or "" in words else [])]
        raise BadPosition(f"{path} can't be {shown(value)}; it is one of {_choice(known, value)}.")
    return words.index(value)


def _entries(axis: Axis, value: Any, players: int, path: str) -> list[tuple[int, Any, str]]:
    """The (index, value, path) triples of one axis of a dumped field."""
    if isinstance(axis, int):
        length = players if isinstance(axis, Seats) else axis
        if not isinstance(value, list) or len(value) != length:
            raise BadPosition(f"{path} must be a list of {length} entries.")
        return [(i, inner, f"{path}[{i}]") for i, inner in enumerate(value)]
    if not isinstance(value, Mapping):
        raise BadPosition(f"{path} must be a dict by name.")
    for word in value:
        if word not in axis:
            raise BadPosition(f"{path} has no {shown(word)}; there are {_choice(axis, word)}.")
    return [(list(axis).index(word), inner, f"{path}.{word}") for word, inner in value.items()]


class Proxy:
    """A record to read and write by field name, as rules do: scalars as Python integers, arrays as memory views.

    Writing a value that the field can't hold raises ValueError, and an index outside an array IndexError, so
    interpreted rules are checked rules.
    """

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def copy(self) -> Proxy:
        return type(self)(self.array.copy())


def _scalar(slot: str) -> property:
    def read(self: Any) -> int:
        value: int = getattr(self, slot)[0]
        return value

    def write(self: Any, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(read, write)


def _vector(name: str, slot: str) -> property:
    def read(self: Any) -> memoryview:
        view: memoryview = getattr(self, slot)
        return view

    def write(self: Any, value: Any) -> None:
        self.array[name][0] = value

    return property(read, write)


def _view(cell: str, whole: bool) -> Callable[[np.ndarray], memoryview]:
    return lambda array: memoryview(array[cell][0] if whole else array[cell])


def _proxy_class(record: Record) -> type[Proxy]:
    slots = {name: f"_{name}" for name in record.fields}
    views = {f"_{name}": _view(name, bool(entry.by)) for name, entry in record.fields.items()}

    def on_first_use(self: Any, slot: str) -> memoryview:
        """Rules touch a few fields of many, so the view of a field is made when it is first asked for."""
        if slot not in views:
            raise AttributeError(f"a position of this game has no field {slot!r}")
        found = views[slot](self.array)
        setattr(self, slot, found)
        return found

    body: dict[str, Any] = {"__slots__": tuple(slots.values()), "__getattr__": on_first_use}
    for name, slot in slots.items():
        body[name] = _vector(name, slot) if record.fields[name].by else _scalar(slot)
    return type("Position", (Proxy,), body)
