"""Options: what the host may choose before a game, each with its allowed values and its default.

An option is stored in the field of the record that has its name, so rules read it as `s.name`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .errors import BadOption
from .record import MAX_SEATS

SEAT_NAMES = ("First seat", "Second seat", "Third seat", "Fourth seat")
"""What forms call the values of an option that names one of up to four seats."""


@dataclass(frozen=True)
class Option:
    """`type` is flag, choice, number, numbers (one for each seat, or None), subset (of `values`) or seats (a list)."""

    name: str
    type: str
    default: Any
    help: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    title: str = ""
    for_people: int | None = None
    """What suits a table of several people better than the default, which suits programs."""
    names: tuple[str, ...] = ()
    """What people call each of the `values`."""
    notes: tuple[str, ...] = ()
    """A few words about each of the `values`, below its name."""
    players: tuple[int, int] | None = None
    """The fewest and the most players for whom there is something to choose; None: for all."""
    when: tuple[str, tuple[str, ...]] | None = None
    """Another option and those of its values with which there is something to choose here."""
    rare: bool = False
    """Whether only few people want to change this, so that a form shows it when it is asked for."""

    def shown(
        self,
        title: str = "",
        *,
        names: Sequence[str] = (),
        notes: Sequence[str] = (),
        players: tuple[int, int] | None = None,
        when: tuple[str, Sequence[str]] | None = None,
        rare: bool = False,
    ) -> Option:
        """The same option with what a form says about it, and when a form shows it."""
        for given in filter(None, (names, notes)):
            if len(given) != len(self.values):
                raise ValueError(f"option {self.name} has {len(self.values)} values, not {len(given)}")
        return replace(
            self,
            title=title or self.title,
            names=tuple(names),
            notes=tuple(notes),
            players=players,
            when=(when[0], tuple(when[1])) if when else None,
            rare=rare,
        )

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        return {
            "flag": "true or false",
            "choice": ", ".join(self.values),
            "number": f"a whole number from {self.low} to {self.high}",
            "numbers": f"none, or one whole number from {self.low} to {self.high} for each seat",
            "subset": f"a list out of {', '.join(self.values)}",
            "seats": "a list of seat numbers, counted from 0",
        }[self.type]

    def read(self, value: Any, players: int) -> Any:
        """The value in its normal form, also from a command line's text; one sentence if it isn't allowed."""
        if isinstance(value, str) and self.type != "choice":
            value = _from_text(self.type, value)
        if not self._allows(value, players):
            raise BadOption(f"Option {self.name} can't be {value!r}; allowed: {self.allowed}.")
        return list(value) if isinstance(value, (list, tuple)) else value

    def _allows(self, value: Any, players: int) -> bool:
        if self.type == "flag":
            return isinstance(value, bool)
        if self.type == "choice":
            return isinstance(value, str) and value in self.values
        if self.type == "number":
            return _whole(value, self.low, self.high)
        if self.type == "numbers" and value is None:
            return True
        if not isinstance(value, (list, tuple)):
            return False
        if self.type == "numbers":
            return len(value) == players and all(_whole(v, self.low, self.high) for v in value)
        if len(set(map(str, value))) != len(value):
            return False
        if self.type == "seats":
            return all(_whole(v, 0, players - 1) for v in value)
        return all(v in self.values for v in value) and (
            not value or self.low <= len(value) <= (self.high or len(self.values))
        )

    def store(self, value: Any) -> int | list[int]:
        """The integers that the record keeps."""
        if self.type == "choice":
            return self.values.index(value)
        if self.type == "numbers":
            given = value or []
            return [*map(int, given), *[-1] * (MAX_SEATS - len(given))]
        if self.type == "subset":
            return sum(1 << self.values.index(v) for v in value)
        if self.type == "seats":
            return sum(1 << int(v) for v in value)
        return int(value)

    def to_json(self) -> dict[str, Any]:
        entry: dict[str, Any] = {"name": self.name, "type": self.type, "default": self.default, "help": self.help}
        if self.values:
            entry["values"] = list(self.values)
        if self.type in ("number", "numbers"):
            entry["low"], entry["high"] = self.low, self.high
        if self.for_people is not None:
            entry["for_people"] = self.for_people
        if self.title:
            entry["title"] = self.title
        if self.names:
            entry["names"] = list(self.names)
        return entry


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _from_text(type: str, text: str) -> Any:
    word = text.strip().lower()
    if type == "flag":
        known = {**dict.fromkeys(("true", "yes", "on", "1"), True), **dict.fromkeys(("false", "no", "off", "0"), False)}
        return known.get(word, text)
    if type == "numbers" and word in ("", "none"):
        return None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if type == "subset":
        return parts
    try:
        numbers = [int(part) for part in parts]
    except ValueError:
        return text
    return numbers[0] if type == "number" and len(numbers) == 1 else numbers


def flag(name: str, help: str, default: bool = False, title: str = "") -> Option:
    return Option(name, "flag", default, help, title=title)


def choice(name: str, values: Sequence[str], help: str, default: str | None = None, title: str = "") -> Option:
    return Option(name, "choice", values[0] if default is None else default, help, tuple(values), title=title)


def number(
    name: str, low: int, high: int, default: int, help: str, title: str = "", for_people: int | None = None
) -> Option:
    return Option(name, "number", default, help, low=low, high=high, title=title, for_people=for_people)


def numbers(name: str, low: int, high: int, help: str, title: str = "") -> Option:
    """One number for each seat, or None: ages, for example."""
    return Option(name, "numbers", None, help, low=low, high=high, title=title)


def subset(name: str, values: Sequence[str], help: str, low: int = 0, high: int = 0, title: str = "") -> Option:
    """A list of `low` to `high` words out of `values`; the empty list is always allowed."""
    return Option(name, "subset", [], help, tuple(values), low, high, title)


def seats(name: str, help: str, title: str = "") -> Option:
    """A list of seats."""
    return Option(name, "seats", [], help, title=title)
