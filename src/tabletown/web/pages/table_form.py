"""The form of a new table: made from a rulebook's options, read back into a request for a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.game import Rulebook
from tabletown.core.option import SEAT_NAMES, Option
from tabletown.web.tables.requests import Days, Increment, NewSeat, NewTable

from .game_signs import option_picture

Form = Mapping[str, Sequence[str]]

BOT_NAMES = ("Bram", "Chloé", "Dai", "Ezra", "Fumi")
CLOCKS: dict[str, tuple[str, str, Increment | Days | None]] = {
    "": ("No clock", "", None),
    "10+10": ("10 minutes", "and 10 s for every turn", Increment(minutes=10, increment=10)),
    "20+20": ("20 minutes", "and 20 s for every turn", Increment(minutes=20, increment=20)),
    "1d": ("One day", "for every turn", Days(days=1)),
    "3d": ("Three days", "for every turn", Days(days=3)),
}
"""The clocks that the form offers: by value the title, a note and what is asked for."""
KINDS = (("bot", "Bot"), ("open", "Online"), ("local", "Here"), ("nobody", "Nobody"))


def spoken(word: str) -> str:
    """A name of the rules as a person reads it: `ten_stacks` is "Ten stacks", and `seat_0` is the first seat."""
    seat = re.fullmatch(r"seat_(\d+)", word)
    if seat:
        return f"Seat {int(seat[1]) + 1}"
    text = word.replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]


def last(form: Form, name: str, default: str = "") -> str:
    """The last value of a field of the form."""
    found = form.get(name) or [default]
    return found[-1]


def seats_of(book: Rulebook, form: Form, level: str) -> list[dict[str, Any]]:
    """The seats as the form shows them; at first you and bots in all seats but those that may stay empty."""
    most = book.players[1]
    usual = min(most, max(book.players[0], 3))
    return [
        {
            "seat": seat,
            "kind": "me" if seat == 0 else last(form, f"kind{seat}", "bot" if seat < usual else "nobody"),
            "name": last(form, f"name{seat}"),
            "bot_name": BOT_NAMES[(seat - 1) % len(BOT_NAMES)],
            "bot": last(form, f"bot{seat}", level),
        }
        for seat in range(most)
    ]


def filled(book: Rulebook, way: str) -> dict[str, list[str]]:
    """The form as somebody would fill it in who wants to play in one of the ways of the home page."""
    kind = {"friends": "open", "screen": "local", "alone": "nobody"}.get(way)
    if kind is None:
        return {}
    taken = max(book.players[0], 2) if kind != "nobody" else 1
    return {f"kind{seat}": [kind if seat < taken else "nobody"] for seat in range(1, book.players[1])}


def clock_of(form: Form) -> str:
    """The clock that was chosen; what the form does not offer is none."""
    chosen = last(form, "clock")
    return chosen if chosen in CLOCKS else ""


def options_of(book: Rulebook, form: Form) -> list[dict[str, Any]]:
    """The options as the form shows them, with what was chosen before."""
    return [
        {
            "name": option.name,
            "type": option.type,
            "title": option.title or spoken(option.name),
            "help": option.help,
            "low": option.low,
            "high": option.high,
            "unless": _unless(option),
            "choices": _choices(option, book),
            "value": _shown(option, form, book.players[1]),
            "players": option.players or book.players,
            "when": option.when,
            "rare": option.rare,
            "changed": any(name == f"o-{option.name}" or name.startswith(f"o-{option.name}-") for name in form),
        }
        for option in book.options
    ]


def _unless(option: Option) -> str:
    """What an empty field stands for, where that depends on who sits at the table."""
    if option.for_people is None:
        return ""
    return f"Left empty: {option.for_people} with other people, {option.default} with bots."


def _choices(option: Option, book: Rulebook) -> list[dict[str, Any]]:
    """The values of an option with name, note and picture; those that stand for a seat also with the seat."""
    if option.type == "seats":
        return [_choice(option, book, str(seat), SEAT_NAMES[seat], "", seat) for seat in range(book.players[1])]
    names = option.names or [spoken(value) for value in option.values]
    notes = option.notes or [""] * len(option.values)
    return [
        _choice(option, book, value, name, note, _seat_of(value))
        for value, name, note in zip(option.values, names, notes, strict=True)
    ]


def _choice(option: Option, book: Rulebook, value: str, name: str, note: str, seat: int | None) -> dict[str, Any]:
    drawn = option_picture(book, option.name, value)
    return {"value": value, "title": name, "note": note, "seat": seat, "picture": drawn}


def _seat_of(value: str) -> int | None:
    seat = re.fullmatch(r"seat_(\d+)", value)
    return int(seat[1]) if seat else None


def _shown(option: Option, form: Form, most: int) -> Any:
    if option.type == "flag":
        return last(form, f"o-{option.name}", str(option.default).lower()) == "true"
    if option.type == "numbers":
        return [last(form, f"o-{option.name}-{seat}") for seat in range(most)]
    if option.type in ("subset", "seats"):
        return form.get(f"o-{option.name}", [str(value) for value in option.default])
    return last(form, f"o-{option.name}", "" if option.for_people is not None else str(option.default))


def _chosen(option: Option, form: Form, players: int) -> Any:
    """The value that a form gives an option, as text that the option itself reads; None if it says nothing."""
    if option.type == "numbers":
        given = [last(form, f"o-{option.name}-{seat}") for seat in range(players)]
        return ",".join(given) if any(given) else None
    if option.type in ("subset", "seats"):
        return ",".join(form.get(f"o-{option.name}", ()))
    return last(form, f"o-{option.name}") or None


def _new_seat(seat: Mapping[str, Any]) -> NewSeat:
    if seat["kind"] == "bot":
        return NewSeat(kind="bot", name=seat["bot_name"], bot=seat["bot"])
    return NewSeat(kind=seat["kind"], name=seat["name"][:200])


def new_table(book: Rulebook, form: Form, level: str) -> NewTable:
    """What the form asks for. Values are checked by the game itself."""
    seats = [_new_seat(seat) for seat in seats_of(book, form, level) if seat["kind"] != "nobody"]
    chosen = {option.name: _chosen(option, form, len(seats)) for option in book.options}
    given = {
        option.name: option.read(chosen[option.name], len(seats))
        for option in book.options
        if chosen[option.name] is not None
    }
    people = sum(seat.kind != "bot" for seat in seats)
    if people > 1:
        given = {o.name: o.for_people for o in book.options if o.for_people is not None} | given
    return NewTable(
        game=book.name,
        players=len(seats),
        options=given,
        seats=seats,
        clock=CLOCKS[clock_of(form)][2] if people > 1 else None,
        visibility="public" if last(form, "public") == "true" else "private",
    )
