"""What the page of a question shows: the market as a bench, the values of each thing, and the rest of the question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.values import values_of
from tabletown.draw.component import HEIGHT, WIDTH, component_card
from tabletown.lab.plans import written_plans
from tabletown.web.pages.picture import picture
from tabletown.web.pages.routes import number
from tabletown.web.pages.table_form import last
from tabletown.web.refusals import Invalid

from .experiments import BOT_SPEED, MOST_BOTS, SPEEDS, expected_games
from .sentences import clause, field_of, is_whole_game, name_of, picture_of, question

PRECISIONS = {"2": "± 2", "1": "± 1", "0.5": "± ½"}
ASKS = (
    ("seats", "Who begins", "users"),
    ("length", "Length", "clock"),
    ("plans", "Plans", "git-branch"),
    ("close", "How close", "chart-no-axes-column"),
    ("scores", "Points", "star"),
    ("cards", "What is bought", "layout-grid"),
    ("luck", "Luck", "wind"),
    ("worth", "Worth of the card", "coins"),
    ("even", "Even value", "wand-sparkles"),
)
"""What one may ask, by the names of the form; the last two are a ban test and a sweep around the changed value."""
NEEDS_ONE = ("worth", "even")
THINKERS = "search"
"""The registered bot that the form offers: it plays well and slowly, so it plays as many games as a server allows."""
SWEEP = 3
"""How far a sweep goes to each side of the printed value."""

Given = Mapping[str, list[str]]


def changes_in(book: Rulebook, given: Given) -> dict[str, Any]:
    """The values of a form that differ from the printed ones; what is no number is left for the check to refuse."""
    found: dict[str, Any] = {}
    for key, value in values_of(book).items():
        text = last(given, key).strip()
        if text and text != str(value.printed):
            found[key] = int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else text
    return found


def has_plans(book: Rulebook) -> bool:
    return len(written_plans(book)) > 1


def who_of(book: Rulebook, given: Given) -> str:
    """Who is to play: plans if the game has some and nothing else is said."""
    who = last(given, "who") or ("league" if has_plans(book) else "quick")
    if who not in ("quick", "random", THINKERS, *(["league"] if has_plans(book) else [])):
        raise Invalid(f"The players are quick, random, search or league, not {who[:40]!r}.")
    return who


def precision_of(given: Given) -> str:
    precision = last(given, "precision") or "1"
    if precision not in PRECISIONS:
        raise Invalid(f"The precision is one of {', '.join(PRECISIONS)}, not {precision[:40]!r}.")
    return precision


def players_of(book: Rulebook, given: Given) -> int:
    return number(last(given, "players"), max(2, book.players[0]))


def asks_of(book: Rulebook, given: Given) -> list[str]:
    """What is asked: what the form says, or what is asked at first."""
    return [name for name in given.get("ask", []) if name in {ask for ask, *_ in ASKS}] or ["plans", "seats", "length"]


def question_of(book: Rulebook, given: Given) -> dict[str, Any]:
    """The experiment that a form asks for."""
    who, change, asks = who_of(book, given), changes_in(book, given), asks_of(book, given)
    fitting = {"plans": who == "league", "cards": bool(book.lab.THINGS), "luck": players_of(book, given) > 1}
    asked = [name for name, *_ in ASKS if name in asks and name not in NEEDS_ONE and fitting.get(name, True)]
    found: dict[str, Any] = {
        "game": book.name,
        "players": players_of(book, given),
        "who": who,
        "change": change,
        "precision": float(precision_of(given)),
        "ask": asked or ["seats"],
    }
    things = [values_of(book)[key].thing for key in change]
    if "worth" in asks and who != THINKERS:
        found["ban"] = [thing for thing in dict.fromkeys(things) if thing in book.lab.THINGS]
    if "even" in asks and len(change) == 1 and isinstance(next(iter(change.values())), int):
        ((key, wanted),) = change.items()
        value = values_of(book)[key]
        around = {*range(value.printed - SWEEP, value.printed + SWEEP + 1), wanted}
        found["vary"] = {f"change.{key}": sorted(n for n in around if value.low <= n <= value.high)}
    if who == THINKERS:
        del found["precision"]
        found["games"] = games_of_thinkers(found)
    return {name: value for name, value in found.items() if value not in ({}, [])}


def games_of_thinkers(question: Mapping[str, Any]) -> int:
    """The games that each side of an experiment gets."""
    return int(MOST_BOTS // expected_games({**question, "games": 1}))


def drawn(book: Rulebook, thing: str, name: str) -> Markup:
    """A component as a card of the bench."""
    drawing = book.table.component(thing)
    if not drawing:
        own = picture_of(book, thing) or f'<g transform="translate(15 15)">{book.table.EMBLEM}</g>'
        drawing = component_card(name, f'<g transform="translate(-15 -15)">{own}</g>', "gold", "Values")
    return picture(WIDTH, HEIGHT, drawing, css="component")


def bench(book: Rulebook, given: Given) -> list[dict[str, Any]]:
    """All things with their values, as they are asked for."""
    found: dict[str, dict[str, Any]] = {}
    for key, value in values_of(book).items():
        text = last(given, key).strip() or str(value.printed)
        entry = found.setdefault(
            value.thing,
            {"id": value.thing, "name": name_of(value) if not is_whole_game(value) else "The whole game", "values": []},
        )
        entry["values"].append(
            {
                "key": key,
                "field": field_of(value).capitalize(),
                "unit": value.unit,
                "printed": value.printed,
                "low": value.low,
                "high": value.high,
                "now": text,
                "changed": text != str(value.printed),
                "clause": clause(value),
            }
        )
    for entry in found.values():
        entry["picture"] = drawn(book, entry["id"], entry["name"])
        entry["changed"] = [value for value in entry["values"] if value["changed"]]
    return list(found.values())


def chosen(things: list[dict[str, Any]], given: Given) -> str:
    """The thing whose values are open: the one asked for, a changed one, or one in the middle of the bench."""
    ids = [entry["id"] for entry in things]
    asked = last(given, "thing")
    changed = [entry["id"] for entry in things if entry["changed"]]
    return asked if asked in ids else (changed or ids[len(ids) // 2 :] or [""])[0]


def ideas(book: Rulebook) -> list[dict[str, Any]]:
    """Questions to begin with: one number of a few things, a step away from what is printed."""
    known = values_of(book)
    found: list[dict[str, Any]] = []
    firsts = {value.thing: value for value in reversed(known.values())}
    things = [thing for thing in firsts if thing in book.lab.THINGS][:: max(1, len(book.lab.THINGS) // 4)] or list(
        firsts
    )
    for thing in things[:4]:
        value = firsts[thing]
        wanted = value.printed + 1 if value.printed < value.high and len(found) % 2 else value.printed - 1
        wanted = wanted if wanted >= value.low else value.printed + 1
        field = "for" if field_of(value) == "cost" else f"with {field_of(value)}"
        found.append({"key": value.key, "value": wanted, "text": f"{name_of(value)} {field} {wanted}", "thing": thing})
        found[-1]["picture"] = picture(30, 30, picture_of(book, thing), css="thing") if picture_of(book, thing) else ""
    return found


def seconds_of(speeds: Mapping[str, float], players: int, most: float) -> dict[str, dict[str, float]]:
    """About how long an experiment with one change takes, by who plays and precision; a server ends it at the latest
    after `most` seconds."""
    thinking = dict.fromkeys(PRECISIONS, min(most, MOST_BOTS / (speeds.get(THINKERS) or BOT_SPEED)))
    return {THINKERS: thinking} | {
        who: {
            precision: min(
                most,
                expected_games({"precision": float(precision), "change": {"x": 1}, "players": players})
                / (speeds.get(who) or SPEEDS[who]),
            )
            for precision in PRECISIONS
        }
        for who in ("league", "quick", "random")
    }


def taking(seconds: float) -> str:
    """A time in words."""
    if seconds < 1.5:
        return "about a second"
    return f"about {seconds:.0f} seconds" if seconds < 90 else f"about {seconds / 60:.0f} minutes"


def context(
    book: Rulebook, given: Given, speeds: Mapping[str, float], most: float, problem: str = ""
) -> dict[str, Any]:
    """What the template shows."""
    things = bench(book, given)
    low, high = max(2, book.players[0]), book.players[1]
    try:
        who, precision = who_of(book, given), precision_of(given)
    except Invalid:
        who, precision = "league" if has_plans(book) else "quick", "1"
    players = min(max(players_of(book, given), low), high)
    change = {key: value for key, value in changes_in(book, given).items() if isinstance(value, int)}
    times = seconds_of(speeds, players, most)
    shown = {
        "plans": has_plans(book),
        "cards": bool(book.lab.THINGS),
        "worth": bool(book.lab.THINGS) and not book.lab.DEALT,
    }
    return {
        "book": book,
        "things": things,
        "open": chosen(things, given),
        "question": question(book, change),
        "printed_question": question(book, {}),
        "changed": bool(change),
        "counts": range(low, high + 1),
        "players": players,
        "who": who,
        "whos": [
            *([("league", "Plans", f"{len(written_plans(book))}, each against each")] if has_plans(book) else []),
            ("quick", "Quick", "best step by step"),
            (THINKERS, "Thinkers", f"{MOST_BOTS} games in all"),
            ("random", "By lot", "any legal move"),
        ],
        "asks": [
            (name, "What is drawn" if name == "cards" and book.lab.DEALT else title, sign, name in asks_of(book, given))
            for name, title, sign in ASKS
            if shown.get(name, True)
        ],
        "precisions": PRECISIONS,
        "precision": precision,
        "times": json.dumps({w: {p: taking(s) for p, s in by.items()} for w, by in times.items()}),
        "time": taking(times[who][precision]),
        "ideas": ideas(book),
        "problem": problem,
        "toml": "\n".join(["[change]", *(f"{key} = {value}" for key, value in change.items())]) if change else "",
    }
