"""What happened, in words: the log, the result, what changed on the table and where points came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.move import Move

from ..components import CARTS, ORE_KINDS, ORE_VALUE, ORES
from ..rules import place
from ..rules.running import carts_left, ore_left
from ..state import CRASHED, FINISHED, LEFT, REPLACE, START
from .names import cart_name, cart_to_place, cell_name, gate_name, number, ore_words, plural, whose_cart

Line = tuple[int | None, str]


def tell(before: Any, move: Move, after: Any, names: Sequence[str]) -> list[Line]:
    me, args = before.turn, move.args
    if move.name == "seat":
        did = "places the first cart" if before.phase == START else "has the highest gold fever and begins"
        return [(args["seat"], f"{names[args['seat']]} {did}.")]
    if move.name == "place":
        verb, to = ("moves", "to") if before.phase == REPLACE else ("places", "at")
        return [(me, f"{names[me]} {verb} {cart_to_place(before)} {to} {gate_name(args['section'])}.")]
    if move.name == "confirm":
        return [(me, f"{names[me]} is happy with the start.")]
    if move.name == "pick_up":
        return [(me, f"{names[me]} picks up {cart_name(args['cart'])} again.")]
    if move.name == "tile" or (move.name == "dig" and before.owed > 1):
        return []
    lines: list[Line] = []
    if move.name == "dig":
        lines = [_tell_ore(before, move, names), *_tell_fate(after, before.digger, names)]
    elif move.name == "order":
        lines = [(before.asked, f"{names[before.asked]} sends {cart_name(args['cart'])} first.")]
    return [*lines, *_tell_runs(before, move, after, names), *_tell_outs(before, after, names)]


def _tell_ore(before: Any, move: Move, names: Sequence[str]) -> Line:
    """All the ore of a run, told when its last token is drawn."""
    seat, cart = divmod(before.digger, CARTS)
    drawn = before.drawn[seat, cart] + 1
    if move.args["ore"] is None:
        what = f"{number(drawn)} ore"
    else:
        kinds = [before.dug[seat, cart, kind] + (ORES[kind] == move.args["ore"]) for kind in range(ORE_KINDS)]
        what = f"{ore_words(kinds)} ({sum(n * int(ORE_VALUE[kind]) for kind, n in enumerate(kinds))})"
    short = " The ground is empty now." if drawn < before.pickaxes[seat, cart] else ""
    return seat, f"{names[seat]} draws {what} with {cart_name(cart)}.{short}"


def _tell_runs(before: Any, move: Move, after: Any, names: Sequence[str]) -> list[Line]:
    """The runs that this move started, in their order, each with its end unless ore is still to be drawn."""
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


def _tell_fate(s: Any, figure: int, names: Sequence[str]) -> list[Line]:
    seat, cart = divmod(figure, CARTS)
    fate = s.fate[seat, cart]
    if fate == LEFT:
        return [(seat, f"{whose_cart(figure, names)} reaches the edge and leaves the mine.")]
    if fate == CRASHED:
        other = s.met[seat, cart]
        hit = f"{names[seat]}’s own {cart_name(other % CARTS)}" if other // CARTS == seat else whose_cart(other, names)
        return [(seat, f"{whose_cart(figure, names)} crashes into {hit}: both are out.")]
    return []


def _tell_outs(before: Any, after: Any, names: Sequence[str]) -> list[Line]:
    """Who lost the last cart, and how the game ended. MC-112, MC-116"""
    lost = [seat for seat in range(after.players) if carts_left(before, seat) and not carts_left(after, seat)]
    lines: list[Line] = [(seat, f"{names[seat]} has no cart left and keeps the ore.") for seat in lost]
    if after.phase == FINISHED:
        lines.append((None, f"The mine is empty. {result(after, None, names)}"))
    return lines


def result(s: Any, viewer: int | None, names: Sequence[str]) -> str:
    """Who has won, told to the viewer."""
    winners = [seat for seat in range(s.players) if place(s, seat) == 1]
    if winners == [viewer]:
        return "You have won!"
    if len(winners) == 1:
        return f"{names[winners[0]]} has won!"
    shared = ["You" if seat == viewer else names[seat] for seat in winners]
    return f"{', '.join(shared[:-1])} and {shared[-1]} share the win!"


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    """Ore gained, carts that stand elsewhere, the tile laid."""
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
    """The value of each kind of ore held."""
    held = [(name, s.ore[seat, kind], int(ORE_VALUE[kind])) for kind, name in enumerate(ORES)]
    return [(name.capitalize(), count * value) for name, count, value in held if count]
