"""What learners observe: a vector of integers, declared feature by feature.

A feature says how long it is, which values it takes and which rule writes it; where it begins in the vector follows
from the features before it. Most features are a field of the record and need no rule of their own:

    OBSERVATION = Observation(
        STATE,
        one_hot("phase", PHASES),
        number("dice", 6),
        by_seat("coins", 32767),
        relative_seat("turn"),
        Feature("stars, from the viewer clockwise", MAX_SEATS, 99, write=observe_stars),
    )

The rule of a feature is called as `write(s, viewer, out, at)` and fills `out` from the index `at` on; `out` is zeroed
before. Seats are always counted from the viewer clockwise.

A small game may instead say at the fields of its record what is observed: `field("points", "i2", [SEATS],
observed=200)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .option import Option
from .record import MAX_SEATS, Field, Record, Seats
from .rule import SOURCE, rule


@dataclass(frozen=True)
class Feature:
    """A stretch of the observation vector: its name, its length, its bounds, and the rule that writes it."""

    name: str
    length: int
    high: int
    low: int = 0
    write: Callable[..., None] | None = None


@dataclass(frozen=True)
class FieldFeature:
    """A field of the record as a feature; `form` is "number", "by_seat", "one_hot" or "seat"."""

    field: str
    form: str
    high: int = 1
    low: int = 0
    count: int = 0
    name: str = ""
    clip: bool = False


def number(field: str, high: int, low: int = 0, name: str = "", clip: bool = False) -> FieldFeature:
    """A number or an array of numbers as it stands in the record; `clip` cuts off what may lie outside the bounds."""
    return FieldFeature(field, "number", high, low, name=name, clip=clip)


def by_seat(field: str, high: int, low: int = 0, name: str = "", clip: bool = False) -> FieldFeature:
    """An array whose first axis is the seats, from the viewer clockwise; `clip` as for `number`."""
    return FieldFeature(field, "by_seat", high, low, name=name, clip=clip)


def one_hot(field: str, values: Sequence[Any] | int, name: str = "") -> FieldFeature:
    """An index as a row of flags, of which the one at the index is set; a negative index sets none."""
    return FieldFeature(field, "one_hot", count=values if isinstance(values, int) else len(values), name=name)


def relative_seat(field: str, name: str = "") -> FieldFeature:
    """A seat as a row of flags, counted from the viewer clockwise; a negative number sets none."""
    return FieldFeature(field, "seat", count=MAX_SEATS, name=name)


def table_features(options: Iterable[Option]) -> list[FieldFeature]:
    """The number of players and the options that are a flag, a choice or a number: a net plays them all."""
    found = [one_hot("players", MAX_SEATS + 1, "number of players")]
    for entry in options:
        name = f"option: {entry.name.replace('_', ' ')}"
        if entry.type == "choice":
            found.append(one_hot(entry.name, entry.values, name))
        elif entry.type in ("flag", "number"):
            found.append(number(entry.name, max(1, entry.high), entry.low, name))
    return found


class Observation(Sequence[Feature]):
    """The features of an observation vector, in order; `observe` is the rule that writes the vector."""

    def __init__(self, record: Record, *declared: Feature | FieldFeature) -> None:
        self._features: list[Feature] = []
        writers = []
        for entry in declared:
            feature = entry if isinstance(entry, Feature) else _feature_of(record.fields[entry.field], entry)
            if feature.write is None:
                raise ValueError(f"the feature {feature.name!r} has no rule that writes it")
            writers.append((feature.write, self.size))
            self._features.append(feature)
        self.observe = _calling(writers)

    @classmethod
    def of_fields(cls, record: Record) -> Observation:
        """The observation of a game that declares none: the fields of its record that are declared `observed`."""
        found = [entry for entry in record.fields.values() if entry.observed is not None]
        return cls(record, *(_declared_on(entry) for entry in found))

    @property
    def size(self) -> int:
        return sum(feature.length for feature in self._features)

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the greatest value of each entry."""
        low = [value for feature in self for value in [feature.low] * feature.length]
        high = [value for feature in self for value in [feature.high] * feature.length]
        return np.array(low, np.int16), np.array(high, np.int16)

    def __len__(self) -> int:
        return len(self._features)

    def __getitem__(self, index: Any) -> Any:
        return self._features[index]

    def __iter__(self) -> Iterator[Feature]:
        return iter(self._features)


def _declared_on(field: Field) -> FieldFeature:
    """The feature that a field's own declaration asks for."""
    if field.observed == "seat":
        return relative_seat(field.name)
    if field.observed == "one_hot":
        return one_hot(field.name, field.values or 0)
    assert isinstance(field.observed, int)
    made = by_seat if field.by and isinstance(field.by[0], Seats) else number
    return made(field.name, field.observed, clip=True)


# ------------------------------------------------------------------ rules made from declarations
#
# Rules can't loop over field names, so the rule of a field is written out as source, as dataclasses do it.


def _feature_of(field: Field, declared: FieldFeature) -> Feature:
    name = declared.name or field.name.replace("_", " ")
    if declared.form in ("one_hot", "seat"):
        body = _seat_lines(field.name) if declared.form == "seat" else _one_hot_lines(field.name)
        return Feature(name, declared.count, 1, 0, _compiled(field.name, body, {}))
    if declared.form == "by_seat" and not (field.by and isinstance(field.by[0], Seats)):
        raise ValueError(f"the field {field.name!r} has no axis of seats")
    length = int(np.prod(field.shape)) if field.by else 1
    limits = np.iinfo(field.type)
    value = f"s.{field.name}" + (f"[{', '.join(_INDICES[: len(field.by)])}]" if field.by else "")
    if declared.clip and limits.max > declared.high:
        value = f"min({value}, HIGH)"
    if declared.clip and limits.min < declared.low:
        value = f"max({value}, LOW)"
    lines = _loops(field.shape, value, declared.form == "by_seat")
    names = {"HIGH": declared.high, "LOW": declared.low}
    return Feature(name, length, declared.high, declared.low, _compiled(field.name, lines, names))


_INDICES = ["i", "j", "k"]


def _one_hot_lines(name: str) -> list[str]:
    return [f"if s.{name} >= 0:", f"    out[at + s.{name}] = 1"]


def _seat_lines(name: str) -> list[str]:
    return [
        f"if s.{name} >= 0:",
        f"    out[at + (s.{name} - viewer if s.{name} >= viewer else s.{name} - viewer + s.players)] = 1",
    ]


def _loops(shape: tuple[int, ...], value: str, from_viewer: bool) -> list[str]:
    """Nested loops over an array; the first axis may be the seats from the viewer clockwise."""
    lines: list[str] = []
    place = "at"
    for depth, length in enumerate(shape):
        index, indent = _INDICES[depth], "    " * depth
        stride = int(np.prod(shape[depth + 1 :]))
        if depth == 0 and from_viewer:
            lines.append("for step in range(s.players):")
            lines.append("    i = viewer + step if viewer + step < s.players else viewer + step - s.players")
            place += f" + step * {stride}"
        else:
            lines.append(f"{indent}for {index} in range({length}):")
            place += f" + {index} * {stride}"
    return [*lines, f"{'    ' * len(shape)}out[{place}] = {value}"]


def _compiled(name: str, lines: list[str], names: dict[str, int]) -> Callable[..., None]:
    return _rule_from(f"observe_{name}", "s, viewer, out, at", lines, dict(names))


def _calling(writers: list[tuple[Callable[..., None], int]]) -> Callable[..., None]:
    scope: dict[str, Any] = {f"write_{number}": write for number, (write, _) in enumerate(writers)}
    lines = [f"write_{number}(s, viewer, out, {at})" for number, (_, at) in enumerate(writers)]
    return _rule_from("observe", "s, viewer, out", lines or ["pass"], scope)


def _rule_from(name: str, arguments: str, lines: list[str], scope: dict[str, Any]) -> Callable[..., None]:
    source = f"def {name}({arguments}):\n" + "".join(f"    {line}\n" for line in lines)
    exec(source, scope)
    scope["__name__"] = __name__
    made = scope[name]
    made.__module__ = __name__
    setattr(made, SOURCE, source)
    return rule(made)  # type: ignore[no-any-return]
