"""Every game, player count and option value that the free tests run through."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import tabletown as tt
from tabletown.core.option import Option


def other_values(option: Option, players: int) -> Iterator[Any]:
    """The values of an option besides its default; of long lists their ends."""
    if option.type == "flag":
        yield not option.default
    elif option.type == "choice":
        yield from (value for value in option.values if value != option.default)
    elif option.type == "number":
        yield from {option.low, option.high} - {option.default}
    elif option.type == "numbers":
        yield [min(option.high, option.low + 10 * (seat + 1)) for seat in range(players)]
    elif option.type == "subset":
        size = option.high or len(option.values)
        yield list(option.values[:size])
        yield list(option.values[-size:])
    else:
        yield list(range(players))


def of_book(book: tt.Rulebook) -> Iterator[tt.Game]:
    """Each count with the defaults, then each other value of each option at the largest count that allows it."""
    low, high = book.players
    for players in range(low, high + 1):
        yield book.configure(players)
    for option in book.options:
        for players in range(high, low - 1, -1):
            games = [
                game for value in other_values(option, players) if (game := _configured(book, players, option, value))
            ]
            if games:
                yield from games
                break


def _configured(book: tt.Rulebook, players: int, option: Option, value: Any) -> tt.Game | None:
    """The game with this value, with whatever other option it needs; None if this count does not allow it."""
    companions: list[dict[str, Any]] = [{}]
    companions += [
        {other.name: wanted}
        for other in book.options
        if other.name != option.name
        for wanted in other_values(other, players)
    ]
    companions += [{**one, **another} for one, another in itertools.combinations(companions[1:], 2)]
    for extra in companions:
        try:
            return book.configure(players, **{option.name: value}, **extra)
        except tt.BadOption:
            continue
    return None


def all_games() -> list[tt.Game]:
    return [game for name in tt.games() for game in of_book(tt.rulebook(name))]


FEW = 8


def golden_games() -> list[tt.Game]:
    """What is kept as golden playthroughs: all variants, and for a game of few options every combination at every count."""
    found = {label(game): game for game in all_games()}
    for book in map(tt.rulebook, tt.games()):
        choices = [[o.default, *other_values(o, 2)] for o in book.options if o.type in ("flag", "choice")]
        if len(choices) == len(book.options) and math.prod(map(len, choices)) <= FEW:
            names = [o.name for o in book.options]
            for players in range(book.players[0], book.players[1] + 1):
                for values in itertools.product(*choices):
                    game = book.configure(players, **dict(zip(names, values, strict=True)))
                    found.setdefault(label(game), game)
    return list(found.values())


def label(game: tt.Game) -> str:
    """A short name for test ids and files: `machi-koro-4-market-ten_stacks`."""
    parts = [game.name, str(game.players)]
    for name, value in game.chosen_options.items():
        spelled = "-".join(map(str, value)) if isinstance(value, list) else str(value).lower()
        parts += [name, spelled]
    return "-".join(parts)
