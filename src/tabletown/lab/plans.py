"""Plans: fixed ways to play, as wish lists of things with counts. Those of a game are in its folder's `plans.toml`.

    [cheese]
    title = "Cheese"
    wish = ["ranch 4", "convenience_store", "cheese_factory 3", "train_station", ...]
    prefer = ["dice 2", "keep"]

A player with a plan makes a preferred move if one is legal, else takes the first thing of the list that it still wants
and that is legal, else saves; all other decisions are those of `quick`. A list may end with `anything`: then nobody
saves, and `quick` chooses among all moves.
"""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from ..core.errors import BadOption
from ..core.game import Rulebook
from . import players
from .driver import Player

ANYTHING = "anything"
"""The wish that ends a list whose player does not save."""


@cache
def written_plans(book: Rulebook) -> dict[str, dict[str, Any]]:
    """The plans in the game's folder, by name."""
    file = importlib.resources.files((book.printed or book).package).joinpath("plans.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def plan(book: Rulebook, name: str, own: Mapping[str, Mapping[str, Any]]) -> Player:
    """A plan by name: one of one's own, or one of the game's."""
    declared = own.get(name) or written_plans(book).get(name)
    if declared is None:
        known = ", ".join([*own, *written_plans(book)]) or "none"
        raise BadOption(f"{book.title} has no plan {name!r}; its plans: {known}.")
    return read_plan(book, name, declared)


def read_plan(book: Rulebook, name: str, declared: Mapping[str, Any]) -> Player:
    """A plan from its declaration."""
    unknown = set(declared) - {"title", "wish", "prefer"}
    if unknown:
        raise BadOption(f"The plan {name!r} has the unknown entry {min(unknown)!r}; there are title, wish and prefer.")
    things = list(book.lab.THINGS)
    wishes = [_wish(book, name, things, text) for text in declared.get("wish", [])]
    if not wishes:
        raise BadOption(f"The plan {name!r} wishes for nothing.")
    wanted = {things[thing] for thing, _ in wishes if thing != players.ANYTHING}
    for needed in book.lab.NEEDED:
        if needed not in wanted and wishes[-1][0] != players.ANYTHING:
            raise BadOption(f"The plan {name!r} never builds a {needed}, so it can't win.")
    preferred = []
    for text in declared.get("prefer", []):
        move = book.moves.id_of(text)
        if move is None:
            raise BadOption(f"The plan {name!r} prefers {text!r}, which is no move of {book.title}.")
        preferred.append(move)
    return Player(name, players.PLAN, tuple(wishes), tuple(preferred))


def _wish(book: Rulebook, name: str, things: list[str], text: Any) -> tuple[int, int]:
    found = re.fullmatch(r"([a-z0-9_]+)(?: (\d{1,2}))?", text) if isinstance(text, str) else None
    if found is None:
        raise BadOption(f"The plan {name!r} wishes for {text!r}; a wish is a thing and a number, as in 'bakery 3'.")
    if text == ANYTHING:
        return players.ANYTHING, 1
    if found[1] not in things:
        raise BadOption(f"The plan {name!r} wishes for {found[1]!r}, which {book.title} doesn't have.")
    return things.index(found[1]), int(found[2] or 1)


def declaration(book: Rulebook, player: Player) -> dict[str, Any]:
    """A plan as it is written in a file."""
    things = book.lab.THINGS
    wish = [
        ANYTHING if thing == players.ANYTHING else things[thing] + (f" {copies}" if copies > 1 else "")
        for thing, copies in player.wishes
    ]
    prefer = [book.moves.text_of(move) for move in player.preferred]
    return {"wish": wish} | ({"prefer": prefer} if prefer else {})
