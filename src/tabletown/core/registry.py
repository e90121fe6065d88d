"""Which games there are: the folders of tabletown.games, and what other packages register.

Another package adds a game by an entry point of the group `tabletown.games` that names its rulebook.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from functools import cache
from typing import Any

from . import contract
from .errors import UnknownGame
from .game import Game, Rulebook

ENTRY_POINTS = "tabletown.games"


@cache
def rulebooks() -> dict[str, Rulebook]:
    """All rulebooks by name, our own first, each checked against the contract of a game."""
    own = importlib.import_module("tabletown.games")
    found = [importlib.import_module(f"{own.__name__}.{m.name}").RULEBOOK for m in pkgutil.iter_modules(own.__path__)]
    found.sort(key=lambda book: (own.ORDER.index(book.name) if book.name in own.ORDER else len(own.ORDER), book.name))
    found += [entry.load() for entry in importlib.metadata.entry_points(group=ENTRY_POINTS)]
    for book in found:
        contract.check(book)
    return {book.name: book for book in found}


def games() -> list[str]:
    """The names of all games."""
    return list(rulebooks())


def rulebook(name: str) -> Rulebook:
    found = rulebooks().get(name)
    if found is None:
        raise UnknownGame(f"There is no game {name!r}; there are {', '.join(games())}.")
    return found


def game(name: str, players: int | None = None, **options: Any) -> Game:
    """A game by name: `game("machi-koro", players=4, market="ten_stacks")`."""
    return rulebook(name).configure(players, **options)
