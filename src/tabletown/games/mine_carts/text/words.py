"""How Mine Carts reads: moves, events, and what to do now."""
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..components import CARTS, COLUMNS, ORE_VALUE, ORES, ROWS, SECTION_AT, TILE_NAMES
from ..rules import place
from ..rules.running import carts_left, ore_left
from ..state import (
    CONFIRM,
    CRASHED,
    DIG,
    DRAW,
    FINISHED,
    FIRST,
    LEFT,
    ORDER,
    PLACE,
    PLAY,
    REPLACE,
    START,
    cell_name,
)

Line = tuple[int | None, str]

LETTERS = "AB"
COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    return COUNT_WORDS[count] if count < len(COUNT_WORDS) else str(count)


def plural(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def gate_name(section: int) -> str:
    """A gate by its side and its number there, counted clockwise."""
    for side, length in (("top", COLUMNS), ("right", ROWS), ("bottom", COLUMNS), ("left", ROWS)):
        if section < 2 * length:
            return f"{side} gate {section + 1}"
        section -= 2 * length
    raise ValueError("the edge has no such section")


def cart_name(cart: int) -> str:
    return f"cart {LETTERS[cart]}"


def whose_cart(figure: int, names: list[str]) -> str:
    return f"{names[figure // CARTS]}’s {cart_name(figure % CARTS)}"


def ore_words(kinds: list[int]) -> str:
    """Counts of each kind as a person says them: 'coal and two silver'."""
    parts = [(f"{number(count)} " if count > 1 else "") + ORES[kind] for kind, count in enumerate(kinds) if count]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: list[str]) -> str:
    """A move as a person reads it on a button."""
    args = move.args
    if move.name == "place":
        return f"Place {cart_name(_cart_in_hand(s))} at {gate_name(args['section'])}"
    if move.name == "play":
        turned = ("as drawn", "a quarter turn", "half a turn", "three quarter turns")[args["turns"]]
        return f"Lay for {cart_name(args['cart'])}, {turned}"
    if move.name == "order":
        return f"Send {cart_name(args['cart'])} first"
    if move.name == "pick_up":
        return f"Move {cart_name(args['cart'])} elsewhere"
    if move.name == "seat":
        return f"{names[args['seat']]} begins"
    if move.name == "tile":
        return f"Draw tile {TILE_NAMES.index(args['tile']) + 1}"
    if move.name == "dig":
        return f"Draw {args['ore']}"
    return "I am happy with this"


def _cart_in_hand(s: Any) -> int:
    return int(s.picked_up) if s.phase == REPLACE else min(CARTS - 1, int(s.placed) // int(s.players))


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    """One sentence that says what to do or who is waited for, and a quieter one that says why or with what."""
    if s.phase == FINISHED:
        return _result(s, viewer, names), "No cart is left in the mine. The most valuable ore wins."
    if s.phase == START:
        return "Who places the first cart?", "The lot decides."
    if s.phase == FIRST:
        return "Who has the highest gold fever?", "The lot decides who begins."
    acting = _acting(s)
    return _my_turn(s, acting) if viewer == acting else _waiting(s, viewer, names[acting])


def _acting(s: Any) -> int:
    return int(s.asked if s.phase == ORDER else s.digger // CARTS if s.phase == DIG else s.turn)


def _result(s: Any, viewer: int | None, names: list[str]) -> str:
    winners = [seat for seat in range(s.players) if place(s, seat) == 1]
    if winners == [viewer]:
        return "You have won!"
    if len(winners) == 1:
        return f"{names[winners[0]]} has won!"
    shared = ["You" if seat == viewer else names[seat] for seat in winners]
    return f"{', '.join(shared[:-1])} and {shared[-1]} share the win!"


def _my_turn(s: Any, me: int) -> tuple[str, str]:
    if s.phase == PLACE:
        return (
            f"Place {cart_name(_cart_in_hand(s))} at a gate",
            "Any free gate on any side; next to another cart is fine.",
        )
    if s.phase == REPLACE:
        return f"Put {cart_name(_cart_in_hand(s))} at another gate", "When it stands everybody is asked again."
    if s.phase == CONFIRM:
        left = s.setup_changes - s.changes_made[me]
        hint = (
            f"Or click one of your carts to move it: {plural(left, 'change')} left."
            if left
            else "You have no change left."
        )
        return "Happy with the start?", hint
    if s.phase == DRAW:
        return "You draw a tile", f"{plural(len(TILE_NAMES) - s.turns, 'tile')} left in the pile."
    if s.phase == ORDER:
        return "Which of your carts goes first?", "Both stand before the new tile; the outcome is the same."
    if s.phase == DIG:
        return "You draw ore", f"{plural(s.owed, 'token')} for {cart_name(s.digger % CARTS)}."
    if carts_left(s, me) == 1:
        cart = 0 if s.carts[me, 0] >= 0 else 1
        return f"Lay your tile before {cart_name(cart)}", "Choose how to turn it and follow the bright line."
    return "Lay your tile before one of your carts", "Choose a cart and how to turn the tile; follow the bright line."


def _waiting(s: Any, viewer: int | None, name: str) -> tuple[str, str]:
    doing = {
        PLACE: "places a cart",
        REPLACE: "moves a cart",
        CONFIRM: "looks at the start",
        DRAW: "draws a tile",
        PLAY: "is laying a tile",
        ORDER: "says which cart goes first",
        DIG: "draws ore",
    }[s.phase]
    if s.phase in (PLACE, REPLACE, CONFIRM):
        return f"{name} {doing}", "Play begins when everybody is happy with the start."
    if s.phase == DIG:
        return f"{name} {doing}", f"{plural(s.owed, 'token')} for {cart_name(s.digger % CARTS)}."
    if viewer is not None and carts_left(s, viewer):
        return f"{name} {doing}", "A tile before your cart moves it too, and it digs for you."
    return f"{name} {doing}", "Every cart before the new tile rolls."


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    """Why something on the table can't be chosen now, by target."""
    if s.phase in (PLACE, REPLACE):
        taken = [s.carts[seat, cart] for seat in range(s.players) for cart in range(CARTS) if s.carts[seat, cart] >= 0]
        return {f"gate-{int(SECTION_AT[point])}": "Taken" for point in taken}
    if s.phase == CONFIRM and viewer == s.turn and s.changes_made[viewer] >= s.setup_changes:
        return {f"cart-{viewer}-{cart}": "No change left" for cart in range(CARTS)}
    return {}


# ------------------------------------------------------------------ what happened


def tell(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """What a move did, in words: lines with the seat they are about."""
    me = before.turn
    name = names[me]
    if move.name == "seat":
        seat = move.args["seat"]
        return [
            (
                seat,
                f"{names[seat]} places the first cart."
                if before.phase == START
                else f"{names[seat]} has the highest gold fever and begins.",
            )
        ]
    if move.name == "place":
        verb, to = ("moves", "to") if before.phase == REPLACE else ("places", "at")
        return [(me, f"{name} {verb} {cart_name(_cart_in_hand(before))} {to} {gate_name(move.args['section'])}.")]
    if move.name == "confirm":
        return [(me, f"{name} is happy with the start.")]
    if move.name == "pick_up":
        return [(me, f"{name} picks up {cart_name(move.args['cart'])} again.")]
    if move.name == "tile":
        return []
    if move.name == "dig":
        return _tell_digging(before, move, after, names)
    if move.name == "order":
        lines: list[Line] = [(before.asked, f"{names[before.asked]} sends {cart_name(move.args['cart'])} first.")]
    else:
        lines = []
    return [*lines, *_tell_runs(before, move, after, names), *_tell_outs(before, after, names)]


def _tell_digging(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """One line for all the ore of a run, when the last token is drawn."""
    if before.owed > 1:
        return []
    seat, cart = divmod(before.digger, CARTS)
    drawn = before.drawn[seat, cart] + 1
    if move.args["ore"] is None:
        what = f"{number(drawn)} ore"
    else:
        kinds = [before.dug[seat, cart, kind] + (ORES[kind] == move.args["ore"]) for kind in range(len(ORES))]
        what = f"{ore_words(kinds)} ({sum(n * int(ORE_VALUE[kind]) for kind, n in enumerate(kinds))})"
    short = " The ground is empty now." if drawn < before.pickaxes[seat, cart] else ""
    lines: list[Line] = [(seat, f"{names[seat]} draws {what} with {cart_name(cart)}.{short}")]
    lines += _tell_fate(after, before.digger, names)
    return [*lines, *_tell_runs(before, move, after, names), *_tell_outs(before, after, names)]


def _tell_runs(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """The runs that this move set going, in their order, each with its end unless ore is still to be drawn."""
    lines: list[Line] = []
    told = 0 if move.name == "play" else before.runs
    runs = [(after.ran[f // CARTS, f % CARTS], f) for f in range(CARTS * after.players)]
    for order, figure in sorted(run for run in runs if run[0] > told):
        seat, cart = divmod(figure, CARTS)
        cause = f"{whose_cart(figure, names)} rolls too"
        if order == 1:
            cause = f"{names[seat]} lays a tile at {cell_name(after.laid)} for {cart_name(cart)}"
        lines.append((seat, f"{cause}: {plural(after.passes[seat, cart], 'section')}, {_counted(after, seat, cart)}."))
        if after.digger != figure:
            lines += _tell_fate(after, figure, names)
    return lines


def _counted(s: Any, seat: int, cart: int) -> str:
    pickaxes = s.pickaxes[seat, cart]
    if pickaxes == 0:
        return "no pickaxe"
    return plural(pickaxes, "pickaxe") + ("" if ore_left(s) or s.drawn[seat, cart] else ", but no ore is left")


def _tell_fate(s: Any, figure: int, names: list[str]) -> list[Line]:
    seat, cart = divmod(figure, CARTS)
    fate = s.fate[seat, cart]
    if fate == LEFT:
        return [(seat, f"{whose_cart(figure, names)} reaches the edge and leaves the mine.")]
    if fate == CRASHED:
        other = s.met[seat, cart]
        hit = f"{names[seat]}’s own {cart_name(other % CARTS)}" if other // CARTS == seat else whose_cart(other, names)
        return [(seat, f"{whose_cart(figure, names)} crashes into {hit}: both are out.")]
    return []


def _tell_outs(before: Any, after: Any, names: list[str]) -> list[Line]:
    """Who lost the last cart, and how the game ended. MC-112, MC-116"""
    lost = [seat for seat in range(after.players) if carts_left(before, seat) and not carts_left(after, seat)]
    lines: list[Line] = [(seat, f"{names[seat]} has no cart left and keeps the ore.") for seat in lost]
    if after.phase == FINISHED:
        lines.append((None, f"The mine is empty. {_result(after, None, names)}"))
    return lines


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    """What is different on the table, by element: ore gained, carts that stand elsewhere, the tile laid."""
    found: list[dict[str, Any]] = []
    if move.name == "play":
        found.append({"target": f"cell-{after.laid}", "amount": 0})
    for seat in range(after.players):
        if after.tokens[seat] != before.tokens[seat]:
            found.append({"target": f"ore-{seat}", "amount": after.tokens[seat] - before.tokens[seat]})
        for cart in range(CARTS):
            if after.carts[seat, cart] != before.carts[seat, cart]:
                found.append({"target": f"cart-{seat}-{cart}", "amount": 0})
    return found


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """Where a player's points came from: the value of each kind of ore."""
    return [
        (name.capitalize(), s.ore[seat, kind] * int(ORE_VALUE[kind]))
        for kind, name in enumerate(ORES)
        if s.ore[seat, kind]
    ]
