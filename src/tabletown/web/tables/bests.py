"""How games ended, and the best of those that one played alone, by game and setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core import registry
from ..core.game import Game
from ..core.match import Match
from .storage import Row

SHOWN = 5
"""So many results of a setup are listed."""

Result = Mapping[str, Any]


def result_of(match: Match, at: int) -> dict[str, Any]:
    """The end of a game as its row keeps it: scores and places by seat, and what a game for one says of itself."""
    places = [match._engine.place(match.position.array, seat) for seat in range(match.game.players)]
    found = {"scores": match.scores, "places": places, "at": at}
    return found | _alone(match, places[0]) if match.game.players == 1 else found


def _alone(match: Match, place: int) -> dict[str, Any]:
    """In a game for one the place says whether it was won; the setup and the mark are told in the game's own words, if it has them."""
    book = match.game.rulebook
    tell = getattr(book.words, "solo", None)
    setup, mark = tell(match.position) if tell else ("", "")
    won = place == 1 if book.solo_can_be_lost else None
    return {"won": won, "setup": ", ".join(filter(None, [setup, *_other_options(match.game)])), "mark": mark}


def _other_options(game: Game) -> list[str]:
    """The options that make a game for one another game, beside those that the name of its setup tells."""
    told = getattr(game.rulebook.words, "SOLO_OPTIONS", ())
    chosen = {name: value for name, value in game.chosen_options.items() if name not in told}
    return [_spelled(name, value) for name, value in chosen.items()]


def _spelled(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{words} {shown.replace('_', ' ')}"


def best_of(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Finished games for one in a list by game and setup, the best first; games in their order on the shelf."""
    order = registry.games()
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["kind"], row["result"]["setup"]), []).append(row)
    return [
        {
            "game": kind,
            "title": registry.rulebook(kind).title,
            "setup": setup,
            "played": len(found),
            "best": [_entry(row) for row in sorted(found, key=_rank)[:SHOWN]],
        }
        for (kind, setup), found in sorted(groups.items(), key=lambda group: (order.index(group[0][0]), group[0][1]))
    ]


def _rank(row: Row) -> tuple[bool, int, int]:
    """Won before lost, then by score; of equals the earlier one."""
    result = row["result"]
    return result["won"] is False, -result["scores"][0], result["at"]


def _entry(row: Row) -> dict[str, Any]:
    result = row["result"]
    return {
        "score": result["scores"][0],
        "won": result["won"],
        "mark": result["mark"],
        "at": result["at"],
        "table": row["id"],
        "url": f"/table/{row['id']}/result",
    }
