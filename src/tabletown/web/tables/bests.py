"""How games ended, and the best results of games for one, by game and setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core import registry
from tabletown.core.game import Game
from tabletown.core.match import Match
from tabletown.web.store.storage import Row

RESULTS_LISTED = 5
"""How many results of a setup are listed."""

Result = Mapping[str, Any]


def result_of(match: Match, at: int) -> dict[str, Any]:
    """The end of a game as its row keeps it: scores and places by seat; for one player also setup and mark."""
    places = [match._engine.place(match.position.array, seat) for seat in range(match.game.players)]
    found = {"scores": match.scores, "places": places, "at": at}
    return found | _alone(match, places[0]) if match.game.players == 1 else found


def _alone(match: Match, place: int) -> dict[str, Any]:
    """Whether a game for one was won, and its setup and mark in the game's own words, if it has them."""
    book = match.game.rulebook
    setup, mark = book.words.solo(match.position) if book.words.solo else ("", "")
    won = place == 1 if book.solo_can_be_lost else None
    return {"won": won, "setup": ", ".join(filter(None, [setup, *_other_options(match.game)])), "mark": mark}


def _other_options(game: Game) -> list[str]:
    """The options that differ from their defaults, beside those that the name of the setup already tells."""
    named = game.rulebook.words.SOLO_OPTIONS
    chosen = {name: value for name, value in game.chosen_options.items() if name not in named}
    changed = [f"{key} {value}" for key, value in game.change.items()]
    return [*(_spelled(name, value) for name, value in chosen.items()), *changed]


def _spelled(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{words} {shown.replace('_', ' ')}"


def best_of(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Finished games for one in a list by game and setup, the best first; games in the order of the registry.

    Games with a coach, and those in which turns were taken back, don't count.
    """
    order = registry.games()
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row["result"].get("retried") or row["result"].get("coached"):
            continue
        groups.setdefault((row["kind"], row["result"]["setup"]), []).append(row)
    return [
        {
            "game": kind,
            "title": registry.rulebook(kind).title,
            "setup": setup,
            "played": len(found),
            "best": [_entry(row) for row in sorted(found, key=_rank)[:RESULTS_LISTED]],
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
