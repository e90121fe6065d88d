"""Which games there are: the folders of tabletown.games, and what other packages register.

Another package adds a game by an entry point of the group `tabletown.games` that names its rulebook.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any

from . import contract
from .errors import BadGame, UnknownGame
from .game import Game, Rulebook

ENTRY_POINTS = "tabletown.games"


@cache
def rulebooks() -> dict[str, Rulebook]:
    """All rulebooks by name, our own first, each checked against the contract of a game."""
    own = importlib.import_module("tabletown.games")
    found = [importlib.import_module(f"{own.__name__}.{m.name}").RULEBOOK for m in pkgutil.iter_modules(own.__path__)]
    found.sort(key=lambda book: (own.ORDER.index(book.name) if book.name in own.ORDER else len(own.ORDER), book.name))
    found += [entry.load() for entry in importlib.metadata.entry_points(group=ENTRY_POINTS)]
    known: dict[str, Rulebook] = {}
    for book in found:
        _add(known, book)
    return known


def register(book: Rulebook) -> None:
    """Make a rulebook known to this process: for games in notebooks, scripts and tests that no package installs."""
    _add(rulebooks(), book)


def _add(known: dict[str, Rulebook], book: Rulebook) -> None:
    namesake = known.get(book.name)
    if namesake is not None and namesake.package != book.package:
        raise BadGame(f"Both {namesake.package} and {book.package} have a game that is named {book.name!r}.")
    contract.check(book)
    known[book.name] = book


def games() -> list[str]:
    """The names of all games."""
    return list(rulebooks())


def rulebook(name: str) -> Rulebook:
    """The rulebook of a game by name."""
    found = rulebooks().get(name)
    if found is None:
        raise UnknownGame(f"There is no game {name!r}; there are {', '.join(games())}.")
    return found


def rulebook_of(shown: Mapping[str, Any]) -> Rulebook:
    """The rulebook of a view or of what is said about a table: the printed game's, or that of its variant."""
    book = rulebook(shown["game"])
    if not shown.get("change"):
        return book
    from .variant import variant

    return variant(book, shown["change"])


def game(name: str, players: int | None = None, *, change: Mapping[str, int] | None = None, **options: Any) -> Game:
    """A game by name: `game("machi-koro", players=4, market="ten_stacks")`.

    `change` gives other values than the printed ones: `{"cheese_factory.cost": 6}`.
    """
    return rulebook(name).configure(players, change, **options)
