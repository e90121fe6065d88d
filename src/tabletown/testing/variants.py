"""The games that a rulebook stands for: every player count, and every value of every option."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from ..core.option import Option


def other_values(option: Option, players: int) -> Iterator[Any]:
    """The values of an option besides its default; of long lists their ends."""
    if option.type == "flag":
        yield not option.default
    elif option.type == "choice":
        yield from (value for value in option.values if value != option.default)
    elif option.type == "number":
        yield from sorted({option.low, option.high} - {option.default})
    elif option.type == "numbers":
        yield [min(option.high, option.low + 10 * (seat + 1)) for seat in range(players)]
    elif option.type == "subset":
        size = option.high or len(option.values)
        yield list(option.values[:size])
        yield list(option.values[-size:])
    else:
        yield list(range(players))


def variants(book: Rulebook) -> list[Game]:
    """Each count with the defaults, then each other value of each option at the largest count that allows it."""
    low, high = book.players
    found = {label(game): game for game in map(book.configure, range(low, high + 1))}
    for option in book.options:
        for players in range(high, low - 1, -1):
            games = [next(with_value(book, players, option, value), None) for value in other_values(option, players)]
            if any(games):
                found |= {label(game): game for game in games if game}
                break
    return list(found.values())


def with_value(book: Rulebook, players: int, option: Option, value: Any) -> Iterator[Game]:
    """The games with this value: first with all other options at their defaults, then with one or two changed too."""
    for extra in _companions(book, players, option):
        try:
            yield book.configure(players, **{option.name: value}, **extra)
        except BadOption:
            continue


def _companions(book: Rulebook, players: int, option: Option) -> list[dict[str, Any]]:
    single = [
        {other.name: wanted}
        for other in book.options
        if other.name != option.name
        for wanted in other_values(other, players)
    ]
    pairs = [{**one, **another} for one, another in itertools.combinations(single, 2) if one.keys() != another.keys()]
    return [{}, *single, *pairs]


def label(game: Game) -> str:
    """A short name for test ids and files: `machi-koro-4-market-ten_stacks`."""
    parts = [game.name, str(game.players)]
    for name, value in game.chosen_options.items():
        spelled = "-".join(map(str, value)) if isinstance(value, list) else str(value).lower()
        parts += [name, spelled]
    return "-".join(parts)
