"""Questions and verdicts in words, and how things and plans of a game read on the pages of the Lab."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.values import Value, values_of
from tabletown.draw.pieces import pictogram
from tabletown.draw.shapes import rect
from tabletown.draw.tokens import ribbon
from tabletown.lab import words
from tabletown.lab.panels import Answer, Names, Side
from tabletown.lab.plans import written_plans

COUNTED = ("points", "copies", "tokens", "stars", "coins", "mints")
"""Fields of which one has so many, instead of so much."""


def name_of(value: Value) -> str:
    return value.title.partition(":")[0]


def field_of(value: Value) -> str:
    return value.title.partition(": ")[2]


def is_whole_game(value: Value) -> bool:
    """Whether a value belongs to the game and to no component."""
    return value.location[1] == value.field.partition(".")[0]


def called(value: Value) -> str:
    """A component in a sentence: the Cheese Factory, but “Three tiles touch” is a title and has no article."""
    name = name_of(value)
    return name if name.startswith("“") else f"the {name}"


def clause(value: Value) -> str:
    """What would be so: "the Cheese Factory cost {n}"."""
    name, field = called(value), field_of(value)
    if is_whole_game(value):
        return f"{field} were {{n}}"
    if field == "cost":
        return f"{name} cost {{n}}"
    if field.startswith("cost in "):
        return f"{name} cost {{n}} {field.removeprefix('cost in ')}"
    if field.startswith(COUNTED):
        return f"{name} had {{n}} {field}"
    return f"{name} had {field} {{n}}"


def question(book: Rulebook, change: Mapping[str, Any]) -> str:
    """The question as a sentence; the new numbers stand between asterisks."""
    known = values_of(book)
    told = [clause(known[key]).replace("{n}", f"*{value}*") for key, value in change.items() if key in known]
    if not told:
        return f"How is {book.title} as printed?"
    if len(told) > 2:
        return f"What if *{len(told)}* numbers were others?"
    return f"What if {' and '.join(told)}?"


@cache
def names_of(book: Rulebook) -> Names:
    """How the things and the plans of a game read, with pictures."""
    plans = written_plans(book)
    of = {value.thing: name_of(value) for value in values_of(book).values()}
    pictures = {thing: picture_of(book, thing) for thing in {*of, *book.lab.THINGS}}
    titles = {name: str(plan.get("title", name)) for name, plan in plans.items()}
    pictures |= {f"plan:{name}": pictures.get(_mainly(name, plan), "") for name, plan in plans.items()}
    return Names(of, pictures, {key: value.printed for key, value in values_of(book).items()}, titles)


def picture_of(book: Rulebook, thing: str) -> str:
    """The picture of a thing on a small tile, 30 wide and high, if the game's table has one."""
    fitting = re.compile(rf"pic-(?:[a-z]+_)?{re.escape(thing)}")
    exact = f"pic-{thing}"
    found = exact if exact in book.table.DEFS else next(filter(fitting.fullmatch, book.table.DEFS), None)
    if found is None:
        return ""
    tile = rect(1, 1, 28, 28, ribbon("gold", "tile"), 7, stroke=ribbon("gold"), stroke_width=1.5)
    return tile + pictogram(found.removeprefix("pic-"), 4, 4, 22)


def _mainly(name: str, plan: Mapping[str, Any]) -> str:
    """The thing that a plan is about: what it is named after, or what it wants most of."""
    wishes = [wish.partition(" ") for wish in plan.get("wish", ())]
    for thing, _, _ in wishes:
        if name.rstrip("s") in thing:
            return str(thing)
    return str(max(wishes, key=lambda wish: int(wish[2] or 1))[0]) if wishes else ""


# ------------------------------------------------------------------ the answer


def verdict(book: Rulebook, answer: Answer, side: Side) -> tuple[str, str]:
    """The answer as one sentence, and what it stands on; made from what is clear."""
    if answer["void"]:
        return "These numbers say nothing", words.verdict(answer)
    if side.change is None:
        return _as_printed(book, answer, side)
    names, change = names_of(book), _change_of(answer, side)
    question = "plans" if "plans" in side.change else "seats"
    part = side.change.get(question, {})
    wins = part.get("wins", {})
    clear = {name: entry for name, entry in wins.items() if words.is_clear(part, name, entry)}
    at = _at(book, change)
    if not clear:
        widest = 50 * max((entry["high"] - entry["low"] for entry in wins.values()), default=0.0)
        return (
            f"{at} makes no clear difference",
            f"No share of wins moves by more than chance allows (± {widest:.1f} points).",
        )
    name, most = max(clear.items(), key=lambda item: abs(item[1]["value"]))
    before = side.before[question]["wins"][name]["value"] if side.before else 0.0
    after = side.after[question]["wins"][name]["value"]
    who = names.plan(name) if question == "plans" else f"The {name} player"
    more = "more" if most["value"] > 0 else "fewer"
    half = 50 * (most["high"] - most["low"])
    shown = f"{abs(100 * most['value']):.1f} ± {half:.1f} points {more}"
    told = f"{who} wins {100 * after:.1f}% instead of {100 * before:.1f}% of its games: {shown}."
    others = [abs(entry["value"]) for other, entry in wins.items() if other != name]
    if others and question == "plans":
        told += f" No other plan moves by more than {100 * max(others):.1f}."
    return f"{at} {_judged(book, change, name, most, side, question)}", told


def _change_of(answer: Answer, side: Side) -> dict[str, int]:
    """The changes of the game that is looked at, read from its label."""
    found = {}
    for part in side.label.split(", "):
        key, mark, value = part.partition(" = ")
        if mark and value.lstrip("-").isdecimal():
            found[key] = int(value)
    return found


def _at(book: Rulebook, change: Mapping[str, int]) -> str:
    known = values_of(book)
    if len(change) != 1:
        return f"Changing {len(change)} numbers"
    ((key, value),) = change.items()
    if is_whole_game(known[key]):
        return f"{field_of(known[key]).capitalize()} {value}"
    if field_of(known[key]) == "cost":
        return f"At {value} {called(known[key])}"
    named = called(known[key])
    return f"{named[0].upper()}{named[1:]} with {field_of(known[key])} {value}"


def _judged(book: Rulebook, change: Mapping[str, int], name: str, most: Any, side: Side, question: str) -> str:
    """Too dear, too good, or what changes most."""
    names = names_of(book)
    if question == "plans" and len(change) == 1:
        (key,) = change
        thing = values_of(book)[key].thing
        share, even = side.after["plans"]["wins"][name], 1 / max(2, len(side.after.get("seats", {}).get("wins", {})))
        about = _mainly(name, written_plans(book).get(name, {})) == thing
        if about and most["value"] < 0 and share["high"] < even:
            return "is too dear" if key.endswith(".cost") else "is too weak"
        if about and most["value"] > 0 and share["low"] > even:
            return "is too cheap" if key.endswith(".cost") else "is too good"
        return f"{'helps' if most['value'] > 0 else 'hurts'} the plan {names.plan(name)}"
    return f"{'helps' if most['value'] > 0 else 'hurts'} the {name} player"


def _as_printed(book: Rulebook, answer: Answer, side: Side) -> tuple[str, str]:
    told, names = words.verdict(answer), names_of(book)
    wins = side.after.get("plans", {}).get("wins")
    if wins:
        best = max(wins, key=lambda name: wins[name]["value"])
        return f"{names.plan(best)} is the best of these plans", f"It wins {words.percent(wins[best])} of its games."
    ahead = side.after.get("seats", {}).get("first_player")
    if not ahead:
        return f"{book.title} as printed", told
    if ahead["low"] <= 0 <= ahead["high"]:
        return "Who begins has no clear advantage", told
    return f"Who begins is {'ahead' if ahead['value'] > 0 else 'behind'}", told
