"""How moves and prompts read, and why something can't be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import count
from tabletown.core.move import Move

from ..components import CARTS, SECTION_AT, TILE_NAMES
from ..rules import score
from ..rules.running import carts_left
from ..state import CONFIRM, DIG, DRAW, FINISHED, FIRST, ORDER, PLACE, PLAY, REPLACE, START
from ..view import acting_seat, runs_after
from .names import cart_name, cart_to_place, gate_name
from .runs import ending, found, runner
from .story import counters, result, score_parts, tell

__all__ = ["counters", "label", "outlook", "prompt", "reasons", "score_parts", "tell"]


def label(move: Move, s: Any, names: Sequence[str]) -> str:
    args = move.args
    if move.name == "place":
        return f"Place {cart_to_place(s)} at {gate_name(args['section'])}"
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


def outlook(move: Move, s: Any, names: Sequence[str]) -> str:
    """What laying the tile so would lead to: the cart's own run, and everybody else who would roll."""
    if move.name != "play":
        return ""
    own, *others = runs_after(s, move.args["cart"], move.args["turns"])
    told = [f"{found(own)}; it {ending(own, names)}", *(f"{runner(run, names)} {ending(run, names)}" for run in others)]
    return f"{'. '.join(told)}."


def prompt(s: Any, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
    if s.phase == FINISHED:
        return result(s, viewer, names), "No cart is left in the mine. The most valuable ore wins."
    if s.phase == START:
        return "Who places the first cart?", "The lot decides."
    if s.phase == FIRST:
        return "Who has the highest gold fever?", "The lot decides who begins."
    acting = acting_seat(s)
    return _my_turn(s, acting) if viewer == acting else _waiting(s, viewer, names[acting])


def _my_turn(s: Any, me: int) -> tuple[str, str]:
    if s.phase == PLACE:
        return f"Place {cart_to_place(s)} at a gate", "Any free gate on any side; next to another cart is fine."
    if s.phase == REPLACE:
        return f"Put {cart_to_place(s)} at another gate", "When it stands everybody is asked again."
    if s.phase == CONFIRM:
        left = s.setup_changes - s.changes_made[me]
        if not left:
            return "Happy with the start?", "You have no change left."
        return "Happy with the start?", f"Or click one of your carts to move it: {count(left, 'change')} left."
    if s.phase == DRAW:
        return "You draw a tile", f"{count(len(TILE_NAMES) - s.turns, 'tile')} left in the pile."
    if s.phase == ORDER:
        return "Which of your carts goes first?", "Both stand before the new tile; the outcome is the same."
    if s.phase == DIG:
        return "You draw ore", _owed(s)
    how = "Choose the cell, turn the tile, and follow the bright line."
    if carts_left(s, me) == 1:
        cart = 0 if s.carts[me, 0] >= 0 else 1
        return f"Lay your tile before {cart_name(cart)}", how
    return "Lay your tile before one of your carts", how


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
    hint = "Every cart before the new tile rolls."
    if s.phase in (PLACE, REPLACE, CONFIRM):
        hint = "Play begins when everybody is happy with the start."
    elif s.phase == DIG:
        hint = _owed(s)
    elif viewer is not None and carts_left(s, viewer):
        hint = "A tile before your cart moves it too, and it digs for you."
    return f"{name} {doing}", hint


def _owed(s: Any) -> str:
    return f"{count(s.owed, 'token')} for {cart_name(s.digger % CARTS)}."


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    if s.phase in (PLACE, REPLACE):
        taken = [s.carts[seat, cart] for seat in range(s.players) for cart in range(CARTS) if s.carts[seat, cart] >= 0]
        return {f"gate-{int(SECTION_AT[point])}": "Taken" for point in taken}
    if s.phase == CONFIRM and viewer == s.turn and s.changes_made[viewer] >= s.setup_changes:
        return {f"cart-{viewer}-{cart}": "No change left" for cart in range(CARTS)}
    return {}


def prospects(s: Any, seat: int) -> list[tuple[str, float]]:
    """What a position promises a player: points now, carts in the mine."""
    return [("points", int(score(s, seat))), ("carts in the mine", int(carts_left(s, seat)))]
