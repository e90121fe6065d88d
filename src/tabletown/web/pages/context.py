"""The context of each page: what its template shows, from the registry and from what this browser may see."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.core.registry import rulebook, rulebook_of
from tabletown.draw.sheet import KIT_DEFS
from tabletown.learn import puzzles
from tabletown.web.refusals import Unknown
from tabletown.web.tables.company import REACTIONS

from . import charts, game_texts, landscapes, rendering, standings
from .game_signs import accent_class

MOST_TICKETS, MOST_FINISHED, MOST_OPEN, MOST_BESTS, LOG_SHOWN = 9, 5, 3, 6, 7
LINES_AROUND = 30
MOST_LISTED = 60
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_FOR_PROGRAMS = ("random", "greedy", "search", "net")
"""Bots that are not offered to people, who choose among the levels."""

About = Mapping[str, Any]


def players_of(book: Rulebook) -> str:
    low, high = book.players
    return f"{low}–{high}" if low != high else str(low)


def house(book: Rulebook) -> dict[str, Any]:
    """A game on the home page, where each stands as a house in a street."""
    return {
        "book": book,
        "accent": accent_class(book),
        "players": players_of(book),
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
        line, action = outcome(entry), "Result"
        note = f"{day(entry['updated'])}, with a coach" if entry["coached"] else day(entry["updated"])
    elif entry["status"] == "waiting":
        line = f"{'One seat' if free == 1 else f'{free} seats'} still free"
        note, action = "Not started", "Open" if sits else "Join"
    elif entry["lesson"]:
        line, note, action = f"Lesson: step {entry['lesson']['step']} of {entry['lesson']['of']}", "", "Go on"
    elif entry["your_turn"]:
        line, note, action = "It is your turn", time_left(entry["deadline"]), "Take your turn"
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


def time_left(deadline: int | None) -> str:
    """How long somebody still has, roughly: "2 days left"."""
    if deadline is None:
        return ""
    minutes = max(0, round((deadline / 1000 - time.time()) // 60))
    for unit, length in (("day", 24 * 60), ("hour", 60), ("minute", 1)):
        if minutes >= 2 * length or (unit == "minute" and minutes):
            return f"{minutes // length} {unit}{'s' if minutes // length > 1 else ''} left"
    return "less than a minute left"


def outcome(entry: About) -> str:
    """How a game ended, as its player tells it: "you won", "Bram won, you came third of 4"."""
    places, seats = entry["places"], entry["seats"]
    if not places:
        return "the game is over"
    mine = [seat["seat"] for seat in seats if seat["you"]]
    if len(seats) == 1:
        lost = rulebook(entry["game"]).solo_can_be_lost and places[0] != 1
        return "you lost" if lost else "you won" if rulebook(entry["game"]).solo_can_be_lost else "played alone"
    winners = [seat for seat in seats if places[seat["seat"]] == 1]
    said = listed(["you" if len(mine) == 1 and seat["you"] else seat["name"] for seat in winners]) + " won"
    best = min((places[seat] for seat in mine), default=1)
    return said if best == 1 or len(mine) > 1 else f"{said}, you came {_ORDINALS[best - 1]} of {len(seats)}"


WAYS = (
    ("bots", "bot", "Against bots", "Choose how strong they are."),
    ("friends", "send", "With friends, by a link", "Everyone at a screen of their own."),
    ("screen", "monitor-smartphone", "Around one screen", "You hand it round; secrets stay covered."),
    ("alone", "user", "Alone", "For a result of your own."),
)
"""Ways to fill a table: the name in the address of the options, a glyph, and two lines."""


GRADES = {1: "easy", 2: "tricky", 3: "hard"}
THEMES = {"finish": "Win it now", "rescue": "Save what can be saved", "choice": "Find the best move"}


def todays_puzzle() -> dict[str, Any] | None:
    """The puzzle of the day as the home page announces it; None if no game has any."""
    try:
        puzzle = puzzles.of_today()
    except puzzles.UnknownPuzzle:
        return None
    return {"book": rulebook(puzzle.game), "theme": THEMES[puzzle.theme], "grade": GRADES[puzzle.grade]}


def ways(books: Sequence[Rulebook]) -> list[dict[str, Any]]:
    """How one may sit down, each with the games that can be played so."""
    return [
        {
            "name": name,
            "sign": sign,
            "title": title,
            "line": line,
            "books": [book for book in books if name != "alone" or book.players[0] == 1],
        }
        for name, sign, title, line in WAYS
    ]


def mine_line(mine: Sequence[Mapping[str, Any]]) -> str:
    waiting = sum(entry["waiting"] for entry in mine)
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


def record_rows(record: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Accuracy and luck over one's last reviewed games, ready to be shown."""
    return [
        {
            **row,
            "book": rulebook(row["game"]),
            "percent": round(100 * max(0.0, row["accuracy"])),
            "trend": charts.trend([max(0.0, game["accuracy"]) for game in reversed(row["last"])]),
            "luck_said": f"{round(100 * row['luck']):+d}%".replace("-", "−"),
        }
        for row in record
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
    book = rulebook_of(about)
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
        "clock": about["clock"]["words"] if about["clock"] else "",
        "seats": seats,
        "free": free,
        "host": about["host"],
        "held": about["viewer"],
        "public": about["visibility"] == "public",
    }


def deletion(about: About) -> dict[str, Any]:
    """A page that asks whether a table should really be deleted."""
    words = {"waiting": "not begun", "playing": f"move {about['ply']}", "over": "finished"}
    return {"book": rulebook_of(about), "table": about["id"], "line": words[about["status"]]}


def invitation(about: About, number: int, invite: str) -> dict[str, Any]:
    """A page for whoever opened an invite link. Looking at it claims nothing."""
    if number >= len(about["seats"]):
        raise Unknown("This table has no such seat.")
    book, seat = rulebook_of(about), about["seats"][number]
    others = [other["name"] for other in about["seats"] if other["kind"] == "person" and other["seat"] != number]
    free = seat["kind"] == "open"
    if free:
        sentence = f"A seat at {book.title} is yours"
        line = f"{listed(others)} would like to play with you." if others else "Sit down and play."
        line += f" Everybody has {about['clock']['words']}." if about["clock"] else ""
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


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


# ---------------------------------------------------------------- the table, its end and its replay


def own_definitions(book: Rulebook) -> Markup:
    """The game's symbols and gradients; the kit's are on every page."""
    return Markup("".join(text for name, text in book.table.DEFS.items() if name not in KIT_DEFS))


def table(about: About) -> dict[str, Any]:
    book = rulebook_of(about)
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
        "coached": len(here) == 1 and all(seat["kind"] == "bot" for seat in about["seats"] if not seat["you"]),
        "reactions": [(name, name.replace("-", " ").capitalize()) for name in REACTIONS],
    }


def end(about: About, view: Mapping[str, Any], match: Match, bests: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    book = rulebook_of(about)
    winner, sentence = standings.triumph_sentence(view)
    series = standings.scores_by_ply(match, view["viewer"])
    rows, legend = standings.standings(match, view, series)
    lost = len(view["players"]) == 1 and book.solo_can_be_lost and view["players"][0]["place"] != 1
    places = [(row["seat"], row["place"] or len(rows)) for row in rows]
    return {
        "book": book,
        "table": about["id"],
        "definitions": own_definitions(book),
        "winner": winner,
        "lost": lost,
        "sentence": sentence,
        "reason": view["prompt"]["hint"] or view["prompt"]["sentence"],
        "standings": rows,
        "legend": legend,
        "points_head": book.reckoning.HEADING or _where_from(bool(legend or rows[0]["told"])),
        "reckoning": standings.reckoning(match, view),
        "length": f"{match.ply} moves",
        "last": [line for line in view["log"] if "coach" not in line][-LOG_SHOWN:],
        "coached": about["coached"],
        "race": charts.score_lines(series, match.ply, "Score of each player by move", 900, 190),
        "triumph": landscapes.triumph(places, won=not lost),
        "rematch": about["rematch"],
        "held": about["viewer"],
        "bests": bests,
    }


def _where_from(explained: bool) -> str:
    return "Where the points came from" if explained else "The final score"


def result_card(view: Mapping[str, Any], match: Match) -> dict[str, Any]:
    """What the picture of a result shows, for the process that draws it."""
    _, sentence = standings.triumph_sentence(view)
    rows = [{key: row[key] for key in ("seat", "name", "score", "place")} for row in standings.ranked(match, view)]
    return {"kind": "result", "game": match.game.name, "sentence": sentence, "rows": rows}


def replay(about: About, frame: Mapping[str, Any], match: Match, ply: int) -> dict[str, Any]:
    book = rulebook_of(about)
    series = standings.scores_by_ply(match, frame["viewer"])
    lines, now = lines_around(match.story(frame["viewer"]), ply)
    return {
        "book": book,
        "table": about["id"],
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "frame": frame,
        "board": Markup("".join(frame["regions"][name] for name in frame["order"])),
        "ply": ply,
        "plies": match.ply,
        "lines": lines,
        "now": now,
        "standings": standings.score_bars(frame["players"], max([1, *(v for row in series for v in row)])),
        "race": charts.score_lines(series, ply, "Score of each player by move"),
    }


def lines_around(story: Sequence[Mapping[str, Any]], ply: int) -> tuple[list[Mapping[str, Any]], int]:
    """Some lines of a story before and after a ply, and which of them tells of the move that was made last."""
    now = sum(line["ply"] < ply for line in story) - 1
    first = max(0, now - LINES_AROUND)
    return list(story[first : now + LINES_AROUND + 1]), now - first
