"""Moves: every decision of players and of chance, declared once with its arguments.

The declaration gives contiguous integer ids, the decoding to a name and arguments, the text form
(`build forest`), the element on the table that one clicks, and whether the move may be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

CHANCE = -1
OVER = -2
EVERYBODY = -1
NOBODY = -2

Value = int | str


@dataclass(frozen=True)
class Kind:
    """A kind of move. `arguments` maps each argument to its possible values, in the order of the ids."""

    name: str
    arguments: dict[str, tuple[Value, ...]]
    target: str
    undoable: bool
    chance: bool
    first: int = 0

    @property
    def count(self) -> int:
        product = 1
        for values in self.arguments.values():
            product *= len(values)
        return product

    def decode(self, offset: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for name, values in reversed(self.arguments.items()):
            offset, index = divmod(offset, len(values))
            found[name] = values[index]
        return {name: found[name] for name in self.arguments}


def kind(
    name: str, *, target: str = "", undoable: bool = True, chance: bool = False, **arguments: Sequence[Value] | range
) -> Kind:
    """Declare a kind of move: `kind("build", card=CARDS, target="market-{card}")`.

    The target is the id of the element to click, with {argument} and {me} (the seat that moves) filled in; the default
    is the move's name and arguments joined by '-'. A move that shows hidden information without ending the turn must be
    `undoable=False`.
    """
    spelled = {key: tuple(values) for key, values in arguments.items()}
    pattern = target or "-".join([name, *(f"{{{key}}}" for key in spelled)])
    return Kind(name, spelled, pattern, undoable and not chance, chance)


@dataclass(frozen=True)
class Move:
    """One move: its id, name and arguments; `label` is how a person reads it at the present position."""

    id: int
    name: str
    args: dict[str, Any]
    label: str = ""
    target: str = ""

    @property
    def text(self) -> str:
        return " ".join([self.name, *("?" if value is None else str(value) for value in self.args.values())])

    def __int__(self) -> int:
        return self.id

    def __index__(self) -> int:
        return self.id

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)


class Moves:
    """All moves of a game. Ids follow the order of declaration."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds: dict[str, Kind] = {}
        self._by_id: list[tuple[Kind, dict[str, Value], str]] = []
        self._by_text: dict[str, int] = {}
        for entry in kinds:
            placed = Kind(
                entry.name, entry.arguments, entry.target, entry.undoable, entry.chance, first=len(self._by_id)
            )
            if placed.name in self.kinds:
                raise ValueError(f"two kinds of move are named {placed.name!r}")
            self.kinds[placed.name] = placed
            for offset in range(placed.count):
                args = placed.decode(offset)
                text = " ".join([placed.name, *map(str, args.values())])
                self._by_text[text] = len(self._by_id)
                self._by_id.append((placed, args, text))

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.kinds.values())

    def first(self, name: str) -> int:
        """The id of the first move of a kind; rules add the argument indices to it."""
        return self.kinds[name].first

    def kind_of(self, move: int) -> Kind:
        return self._by_id[move][0]

    def args_of(self, move: int) -> dict[str, Value]:
        return self._by_id[move][1]

    def text_of(self, move: int) -> str:
        return self._by_id[move][2]

    def target_of(self, move: int, seat: int) -> str:
        entry, args, _ = self._by_id[move]
        return entry.target.format(me=seat, **args)

    def id_of(self, text: str) -> int | None:
        return self._by_text.get(" ".join(text.split()))

    def decode(self, move: int) -> Move:
        entry, args, _ = self._by_id[move]
        return Move(move, entry.name, dict(args))
