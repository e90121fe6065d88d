"""The values of a game: the numbers of its components that a variant may change, each with its bounds.

A game's `lab.py` declares which: `BOUNDS = [Values("establishment", "cost", 0, 30), ...]`. A value is named by the id
of its component and its field, as in `components.toml`: `cheese_factory.cost`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from . import components
from .errors import BadOption

if TYPE_CHECKING:
    from .game import Rulebook


@dataclass(frozen=True)
class Values:
    """One field of every component of a table of `components.toml`, from `low` to `high`.

    `field` is the path to it, with dots. `title` is how the field reads; `unit` what is counted. A table that is no
    list, such as `[game]`, is a component of its own. A component whose printed value is out of bounds is left out.
    `where` is a field and what it must hold for a component to count; `prefix` stands before the
    ids where two tables have the same.
    """

    table: str
    field: str
    low: int
    high: int
    title: str = ""
    unit: str = ""
    where: tuple[str, tuple[Any, ...]] | None = None
    prefix: str = ""


@dataclass(frozen=True)
class Value:
    """A number of a component that a variant may change."""

    key: str
    thing: str
    field: str
    title: str
    printed: int
    low: int
    high: int
    unit: str
    location: components.Location

    def to_json(self) -> dict[str, Any]:
        names = ("key", "thing", "field", "title", "printed", "low", "high", "unit")
        return {name: getattr(self, name) for name in names}


@cache
def values_of(book: Rulebook) -> dict[str, Value]:
    """The values of a printed game by their keys."""
    if not book.lab.BOUNDS:
        return {}
    data = components.printed(book.package)
    found = [value for declared in book.lab.BOUNDS for value in _declared(data, declared)]
    return {value.key: value for value in found}


def identity(entry: Mapping[str, Any]) -> str:
    """The id of a component: its own, or its name spelled as one."""
    return str(entry.get("id") or entry["name"].lower().replace("-", "_").replace(" ", "_"))


def title_of(entry: Mapping[str, Any], thing: str) -> str:
    """How a component reads: its name, or its title in quotation marks."""
    return str(entry.get("name") or (f"“{entry['title']}”" if "title" in entry else thing))


def _path(field: str) -> components.Location:
    return tuple(int(step) if step.isdigit() else step for step in field.split("."))


def _declared(data: Mapping[str, Any], declared: Values) -> list[Value]:
    table = data[declared.table]
    single = isinstance(table, dict)
    path = _path(declared.field)
    found = []
    for index, entry in enumerate([table] if single else table):
        try:
            printed = components.get(entry, path)
        except (KeyError, IndexError):
            continue
        if isinstance(printed, bool) or not isinstance(printed, int) or not declared.low <= printed <= declared.high:
            continue
        if declared.where is not None and components.get(entry, _path(declared.where[0])) not in declared.where[1]:
            continue
        thing = declared.table if single else declared.prefix + identity(entry)
        name = declared.table.capitalize() if single else title_of(entry, thing)
        location = (declared.table, *path) if single else (declared.table, index, *path)
        field = declared.title or declared.field.rpartition(".")[2].replace("_", " ")
        key = f"{thing}.{declared.field}"
        bounds = declared.low, declared.high
        found.append(Value(key, thing, declared.field, f"{name}: {field}", printed, *bounds, declared.unit, location))
    return found


def checked(book: Rulebook, change: Mapping[str, Any]) -> dict[str, int]:
    """The changes that really change something, sorted by key; what is no value or out of bounds is refused."""
    known = values_of(book)
    if not known:
        raise BadOption(f"{book.title} has no values that can be changed.")
    found: dict[str, int] = {}
    for key, given in change.items():
        value = known.get(key)
        if value is None:
            raise BadOption(_unknown(book, known, key))
        if isinstance(given, bool) or not isinstance(given, int) or not value.low <= given <= value.high:
            shown = f"'{given}'" if isinstance(given, str) else str(given)
            raise BadOption(f"{key} is a whole number from {value.low} to {value.high}, not {shown}.")
        if given != value.printed:
            found[key] = given
    changed = dict(sorted(found.items()))
    sentence = book.lab.refusal({**{key: value.printed for key, value in known.items()}, **changed})
    if sentence:
        raise BadOption(sentence)
    return changed


def _unknown(book: Rulebook, known: Mapping[str, Value], key: str) -> str:
    thing, _, field = key.partition(".")
    things = list(dict.fromkeys(value.thing for value in known.values()))
    if thing not in things:
        close = difflib.get_close_matches(thing, things, n=1, cutoff=0.4)
        close = close or [other for other in things if thing and thing in other][:1]
        hint = f"; did you mean {close[0]}?" if close else f"; see tabletown lab values {book.name}."
        return f"{book.title} has no thing {thing!r}{hint}"
    fields = [value.field for value in known.values() if value.thing == thing]
    if not field:
        return f"Say which value of {thing}: {', '.join(f'{thing}.{name}' for name in fields)}."
    if field in STRUCTURE:
        return (
            f"The {field} of a component is part of the rules, not a value: another one needs a compilation, "
            "which only the command line does; see docs/lab.md."
        )
    return f"{thing} has no value {field!r}; its values: {', '.join(fields)}."


STRUCTURE = ("colour", "icon", "type", "kind", "name", "id", "activation", "pairs", "accepts", "slots")
"""Fields of components that rules are made from."""


def parse(text: str) -> tuple[str, int]:
    """A change as written on a command line: `cheese_factory.cost=6`."""
    key, mark, given = text.partition("=")
    if not mark or not key.strip():
        raise BadOption(f"A change is written like cheese_factory.cost=6, not {text!r}.")
    try:
        return key.strip(), int(given)
    except ValueError:
        raise BadOption(f"{key.strip()} is a whole number, not {given.strip()!r}.") from None
