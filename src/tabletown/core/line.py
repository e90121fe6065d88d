"""What a move did, told: one sentence of the log and what it says has changed on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Change:
    """One element of the table that changed: a counter by an amount, or something new (amount 0).

    `source` is the element that it came from, where that is another one: a purse, the stock, the card that paid.
    `piece` names what comes or goes, where the counter alone does not say it: wood, where cubes of any kind may lie.
    """

    target: str
    amount: int = 0
    source: str = ""
    piece: str = ""

    def to_json(self) -> dict[str, Any]:
        more = {"source": self.source, "piece": self.piece}
        return {"target": self.target, "amount": self.amount} | {name: value for name, value in more.items() if value}


class Line(NamedTuple):
    """A sentence about a seat (None: about nobody in particular), with the changes that it names.

    The changes of all lines of a move add up to what the move did to the counters of the table. A line without text
    marks something on the table that needs no words.
    """

    seat: int | None
    text: str
    changes: tuple[Change, ...] = ()


def moved(source: str, target: str, amount: int, piece: str = "") -> tuple[Change, Change]:
    """An amount that goes from one counter to another."""
    return Change(source, -amount, piece=piece), Change(target, amount, source, piece)


def total(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """All changes of some lines, those of the same element added up, in the order in which they are told.

    What gave something without having less of it, as a card that pays does, is marked with what it gave.
    """
    changes = [change for entry in lines for change in entry.changes]
    counted = {change.target for change in changes}
    found: dict[str, int] = {}
    for change in changes:
        found[change.target] = found.get(change.target, 0) + change.amount
        if change.amount and change.source and change.source not in counted:
            found[change.source] = found.get(change.source, 0) + change.amount
    return [{"target": target, "amount": amount} for target, amount in found.items()]
