"""The context of each page: what its template shows, from the registry and from what this browser may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.core.registry import rulebook
from tabletown.draw.sheet import KIT_DEFS
from tabletown.web.refusals import Unknown

from . import charts, game_texts, landscapes, rendering, standings
from .game_signs import accent_class

MOST_TICKETS, MOST_OPEN, MOST_BESTS, LOG_SHOWN = 9, 3, 6, 7
BOT_NAMES = ("Bram", "Chloé", "Dai", "Ezra", "Fumi")
_FOR_PROGRAMS = ("random", "greedy", "search")
"""Bots that are not offered to people, who choose among the levels."""

About = Mapping[str, Any]


def players_of(book: Rulebook) -> str:
    low, high = book.players
    return f"{low}–{high}" if low != high else str(low)


def picture_url(book: Rulebook, theme: str, kind: str) -> str:
    return f"/games/{book.name}/{kind}-{theme}.png?{book.version}"


def house(book: Rulebook) -> dict[str, Any]:
    """A game on the home page, where each stands as a house in a street."""
    return {
        "book": book,
        "accent": accent_class(book),
        "players": players_of(book),
        "cover": {theme: picture_url(book, theme, "cover") for theme in ("light", "dark")},
    }


def bot_levels(names: Sequence[str]) -> list[dict[str, Any]]:
    """The strengths that people choose from, weakest first."""
    chosen = [name for name in names if name not in _FOR_PROGRAMS] or list(names)
    return [{"name": name, "title": name.capitalize(), "strength": i} for i, name in enumerate(chosen)]


# ---------------------------------------------------------------- home


def _seats(entry: About) -> list[dict[str, Any]]:
    seats = []
    for seat in entry["seats"]:
        free = seat["kind"] == "open"
        label = "free seat" if free else seat["name"] + (" (bot)" if seat["kind"] == "bot" else "")
        seats.append({**seat, "open": free, "label": label})
    return seats


def ticket(entry: About) -> dict[str, Any]:
    """A table in a list: what goes on there, and what one may do about it."""
    book = rulebook(entry["game"])
    free = sum(seat["kind"] == "open" for seat in entry["seats"])
    sits = any(seat["you"] for seat in entry["seats"])
    mover = entry["seats"][entry["to_move"]]["name"] if entry["to_move"] is not None else ""
    if entry["status"] == "over":
        line, note, action = "The game is over", "Finished", "Result"
    elif entry["status"] == "waiting":
        line = f"{'One seat' if free == 1 else f'{free} seats'} still free"
        note, action = "Not started", "Open" if sits else "Join"
    elif entry["your_turn"]:
        line, note, action = "It is your turn", "", "Take your turn"
    else:
        line, note, action = f"{mover} is choosing", "Running", "Open" if sits else "Watch"
    return {
        "id": entry["id"],
        "book": book,
        "accent": accent_class(book),
        "waiting": entry["your_turn"],
        "seats": _seats(entry),
        "status": entry["status"],
        "line": line,
        "note": note,
        "action": action,
    }


def mine_line(mine: Sequence[Mapping[str, Any]]) -> str:
    waiting = sum(entry["waiting"] for entry in mine)
    if not mine:
        return "None yet"
    return {0: "Nobody waits for you", 1: "One is waiting for you"}.get(waiting, f"{waiting} are waiting for you")


def day(at: int) -> str:
    """A moment in milliseconds as a person says it: "3 Nov", with the year if it is not this one."""
    then, today = datetime.fromtimestamp(at / 1000, UTC), datetime.now(UTC)
    return f"{then.day} {then:%b}" + (f" {then.year}" if then.year != today.year else "")


def best_list(bests: Sequence[Mapping[str, Any]], table: str = "") -> list[dict[str, Any]]:
    """The best results of games for one, ready to be listed; `table` is the game that just ended."""
    return [
        {
            **group,
            "book": rulebook(group["game"]),
            "best": [{**entry, "day": day(entry["at"]), "now": entry["table"] == table} for entry in group["best"]],
        }
        for group in bests
    ]


def bests_after(
    bests: Sequence[Mapping[str, Any]], about: About, result: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """The list that a game for one belongs to, when it is over."""
    if len(about["seats"]) > 1 or result is None:
        return []
    return best_list(
        [group for group in bests if (group["game"], group["setup"]) == (about["game"], result["setup"])], about["id"]
    )


# ---------------------------------------------------------------- waiting and joining


def waiting_room(about: About, absolute: Callable[[str], str]) -> dict[str, Any]:
    book = rulebook(about["game"])
    free = sum(seat["kind"] == "open" for seat in about["seats"])
    seats = []
    for seat in about["seats"]:
        invite = absolute(seat["invite"]) if seat["invite"] else None
        code = rendering.qr(invite) if invite else ""
        seats.append({**seat, "open": seat["kind"] == "open", "mine": seat["you"], "invite": invite, "qr": code})
    return {
        "book": book,
        "table": about["id"],
        "accent": accent_class(book),
        "sentence": "Waiting for one more player" if free == 1 else f"Waiting for {free} more players",
        "seats": seats,
        "free": free,
        "host": about["host"],
        "held": about["viewer"],
        "public": about["visibility"] == "public",
        "cover": {theme: picture_url(book, theme, "cover") for theme in ("light", "dark")},
    }


def invitation(about: About, number: int, invite: str) -> dict[str, Any]:
    """A page for whoever opened an invite link. Looking at it claims nothing."""
    if number >= len(about["seats"]):
        raise Unknown("This table has no such seat.")
    book, seat = rulebook(about["game"]), about["seats"][number]
    others = [other["name"] for other in about["seats"] if other["kind"] == "person" and other["seat"] != number]
    free = seat["kind"] == "open"
    if free:
        sentence = f"A seat at {book.title} is yours"
        line = f"{_listed(others)} would like to play with you." if others else "Sit down and play."
    elif seat["you"]:
        sentence, line = "You already sit here", f"This is your seat at {book.title}."
    else:
        sentence, line = "This seat is taken", f"{seat['name']} was quicker. You may watch, or ask for another link."
    return {
        "book": book,
        "table": about["id"],
        "seat": seat,
        "invite": invite,
        "free": free,
        "mine": seat["you"],
        "sentence": sentence,
        "line": line,
    }


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


# ---------------------------------------------------------------- the table, its end and its replay


def own_definitions(book: Rulebook) -> Markup:
    """The game's symbols and gradients; the kit's are on every page."""
    return Markup("".join(text for name, text in book.table.DEFS.items() if name not in KIT_DEFS))


def table(about: About) -> dict[str, Any]:
    book = rulebook(about["game"])
    gone = [seat["seat"] for seat in about["seats"] if seat["you"] and seat["left"]]
    here = [seat["seat"] for seat in about["seats"] if seat["you"] and not seat["left"]]
    return {
        "book": book,
        "table": about["id"],
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "guide": game_texts.guide(book, 3),
        "held": here[0] if here else None,
        "left": gone[0] if gone else None,
    }


def end(about: About, view: Mapping[str, Any], match: Match, bests: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    book = rulebook(about["game"])
    winner, sentence = standings.triumph_sentence(view)
    series = standings.scores_by_ply(match, view["viewer"])
    rows, legend = standings.standings(match, view, series)
    lost = len(rows) == 1 and book.solo_can_be_lost and rows[0]["place"] != 1
    places = [(player["seat"], player["place"] or len(rows)) for player in view["players"]]
    return {
        "book": book,
        "table": about["id"],
        "winner": winner,
        "lost": lost,
        "sentence": sentence,
        "reason": view["prompt"]["hint"] or view["prompt"]["sentence"],
        "standings": rows,
        "legend": legend,
        "points_head": "Where the points came from" if legend else "The final score",
        "length": f"{match.ply} moves",
        "last": list(view["log"][-LOG_SHOWN:]),
        "race": charts.score_lines(series, match.ply, "Score of each player by move", 1180, 190),
        "triumph": landscapes.triumph(places, won=not lost),
        "rematch": about["rematch"],
        "held": about["viewer"],
        "bests": bests,
    }


def replay(about: About, frame: Mapping[str, Any], match: Match, ply: int) -> dict[str, Any]:
    book = rulebook(about["game"])
    series = standings.scores_by_ply(match, frame["viewer"])
    lines = frame["log"]
    return {
        "book": book,
        "table": about["id"],
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "frame": frame,
        "board": Markup("".join(frame["regions"][name] for name in frame["order"])),
        "ply": ply,
        "plies": match.ply,
        "lines": lines[-LOG_SHOWN:],
        "standings": standings.score_bars(frame["players"], max([1, *(v for row in series for v in row)])),
        "race": charts.score_lines(series, ply, "Score of each player by move"),
    }
