"""Which games a net is trained on: player counts and options, drawn so that one net plays them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from ..core.option import Option

KINDS = 240
"""How many games with players and options are drawn; a batch plays them in turn."""

TWO_PLAYERS = 3
"""Two players are drawn this many times as often as any other number."""


def draw_kinds(book: Rulebook, players: Sequence[int], seed: int, count: int = KINDS) -> list[Game]:
    """Games of these player counts; every second one has its options drawn, the others have the defaults."""
    generator = np.random.default_rng(seed)
    weights = np.array([TWO_PLAYERS if seats == 2 else 1 for seats in players], float)
    found = []
    for number in range(count):
        seats = int(generator.choice(players, p=weights / weights.sum()))
        found.append(book.configure(seats) if number % 2 else _with_options(book, seats, generator))
    return found


def _with_options(book: Rulebook, seats: int, generator: np.random.Generator) -> Game:
    """A game with options drawn at random; those that can't be combined are drawn anew."""
    for _ in range(100):
        options = {entry.name: _value(entry, seats, generator) for entry in book.options}
        try:
            return book.configure(seats, **options)
        except BadOption:
            continue
    return book.configure(seats)


def _value(option: Option, seats: int, generator: np.random.Generator) -> Any:
    """A value of an option. Lists of components and ages stay as they are: positions show what they lead to."""
    if option.type == "flag":
        return bool(generator.integers(2))
    if option.type == "choice":
        return str(generator.choice(option.values))
    if option.type == "number":
        return int(generator.integers(option.low, option.high + 1))
    if option.type == "seats":
        return [seat for seat in range(seats) if generator.integers(4) == 0]
    return option.default


def read_players(book: Rulebook, text: str | None) -> list[int]:
    """Player counts as `2`, `2-4` or `1,3`; all of the game's if there is no text."""
    low, high = book.players
    if text is None:
        return list(range(low, high + 1))
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise BadOption(f"Player counts are written 2, 2-4 or 1,3, not {text!r}.")
        found |= set(range(int(first), int(last or first) + 1))
    if not found or min(found) < low or max(found) > high:
        raise BadOption(f"{book.title} is for {low} to {high} players, not {text}.")
    return sorted(found)
