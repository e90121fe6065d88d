"""What a browser has played: results by game and by the strength of its opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.registry import rulebook, rulebooks
from tabletown.web.tables.bots import levels

from .game_signs import accent_class

PEOPLE, ALONE, AT_ONE_SCREEN = "people", "alone", "at one screen"


def opponents(entry: Mapping[str, Any]) -> str:
    """Against whom a game was played: the strongest bot, people, or nobody."""
    if len(entry["seats"]) == 1:
        return ALONE
    others = [seat for seat in entry["seats"] if not seat["you"]]
    if not others:
        return AT_ONE_SCREEN
    if any(seat["kind"] != "bot" for seat in others):
        return PEOPLE
    order = levels()
    return max((str(seat["bot"]) for seat in others), key=lambda level: order.index(level) if level in order else -1)


def won(entry: Mapping[str, Any]) -> bool | None:
    """Whether the browser's only seat won; None if that can't be said."""
    mine = [seat["seat"] for seat in entry["seats"] if seat["you"]]
    if not entry["places"] or len(mine) != 1:
        return None
    if len(entry["seats"]) == 1 and not rulebook(entry["game"]).solo_can_be_lost:
        return None
    return bool(entry["places"][mine[0]] == 1)


def by_game(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """For each game that was played: how often, how often it was won, and the same by opponents."""
    found = []
    for book in rulebooks().values():
        own = [entry for entry in entries if entry["game"] == book.name]
        if own:
            kinds = list(dict.fromkeys(kind for kind in (*levels(), PEOPLE, ALONE, AT_ONE_SCREEN)))
            groups = {kind: [entry for entry in own if opponents(entry) == kind] for kind in kinds}
            found.append(
                {
                    "book": book,
                    "accent": accent_class(book),
                    **_count(own),
                    "groups": [{"name": kind, **_count(games)} for kind, games in groups.items() if games],
                }
            )
    return found


def _count(entries: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    decided = [result for result in map(won, entries) if result is not None]
    return {"played": len(entries), "decided": len(decided), "won": sum(decided)}
