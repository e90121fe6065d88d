"""What happened in Mine Carts: the rules carry a move out again, and each run, token and lost cart is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import Name, count, listed
from tabletown.core.line import Change, Line
from tabletown.core.move import Move
from tabletown.core.replay import Call, Replay

from ..components import CARTS, ORE_VALUE, ORES, PICKAXE, POINTS_PER_TILE
from ..moves import DIG_ORE
from ..rules import place, play, score
from ..rules.placing import (
    confirm_layout,
    name_first_player,
    name_first_to_place,
    pick_up_cart,
    place_cart,
    replace_cart,
)
from ..rules.running import advance, carts_left, dig_ore, end_run, end_turn, ore_left, send_first, take_tile
from ..state import CRASHED, FINISHED, LEFT, OPEN_END
from .names import cart_name, cell_name, gate_name, whose_cart

_replay = Replay(
    play,
    name_first_to_place,
    place_cart,
    replace_cart,
    pick_up_cart,
    confirm_layout,
    name_first_player,
    take_tile,
    send_first,
    advance,
    dig_ore,
    end_run,
    end_turn,
)


def counters(s: Any) -> dict[str, int]:
    """What the table counts: the ore tokens of each player, and the points as far as they are known."""
    seats = range(s.players)
    return {f"ore-{seat}": s.tokens[seat] for seat in seats} | {f"points-{seat}": int(score(s, seat)) for seat in seats}


def tell(before: Any, move: Move, after: Any, names: Sequence[Name]) -> list[Line]:
    """What a move did, in the order in which it happened.

    Who may not see which ore was drawn is told of a token; that it is coal makes no difference to anything else.
    """
    teller = _Teller(names, before.turn, move)
    for call in _replay(before, DIG_ORE if move.id < 0 else move.id):
        teller.say(call)
    if after.phase == FINISHED:
        teller.say_result(before, after)
    return teller.lines


class _Teller:
    """Turns what the rules did into lines, one rule at a time. `me` is the active player."""

    def __init__(self, names: Sequence[Name], me: int, move: Move) -> None:
        self.lines: list[Line] = []
        self._names = names
        self._me = me
        self._move = move

    def say(self, call: Call) -> None:
        """Tell of a call, if there is anything to tell: `say_advance` tells of `advance`."""
        say = getattr(self, f"say_{call.name}", None)
        if say is not None:
            say(call)

    def _say(self, seat: int | None, text: str, *changes: Change) -> None:
        self.lines.append(Line(seat, text, changes))

    # -------------------------------------------------------------- set-up

    def say_name_first_to_place(self, call: Call) -> None:
        name = self._names[call.args[0]]
        self._say(call.args[0], f"{name} {name:places} the first cart.")

    def say_place_cart(self, call: Call) -> None:
        me, cart = self._names[self._me], call.before.placed // call.before.players
        where = gate_name(call.args[0])
        self._say(self._me, f"{me} {me:places} {cart_name(cart)} at {where}.", Change(f"cart-{self._me}-{cart}"))

    def say_pick_up_cart(self, call: Call) -> None:
        me = self._names[self._me]
        self._say(self._me, f"{me} {me:picks} up {cart_name(call.args[0])} again.")

    def say_replace_cart(self, call: Call) -> None:
        me, cart = self._names[self._me], call.before.picked_up
        where = gate_name(call.args[0])
        self._say(self._me, f"{me} {me:moves} {cart_name(cart)} to {where}.", Change(f"cart-{self._me}-{cart}"))

    def say_confirm_layout(self, call: Call) -> None:
        me = self._names[self._me]
        self._say(self._me, f"{me} {me:is} happy with the start.")

    def say_name_first_player(self, call: Call) -> None:
        name = self._names[call.args[0]]
        self._say(call.args[0], f"{name} {name:has} the highest gold fever and {name:begins}.")

    # -------------------------------------------------------------- the turn

    def say_take_tile(self, call: Call) -> None:
        me, tile = self._names[self._me], call.args[0]
        pickaxe = ", with a pickaxe" if PICKAXE[tile] else ""
        self._say(self._me, f"{me} {me:draws} tile {tile}{pickaxe}.", Change("hand", 0, "pile"))

    def say_send_first(self, call: Call) -> None:
        seat = call.before.asked
        name = self._names[seat]
        self._say(seat, f"{name} {name:sends} {cart_name(call.args[0])} first.")

    def say_advance(self, call: Call) -> None:
        """One cart follows the track; what becomes of it at the edge or in a crash is told after its ore. MC-84"""
        seat, cart = call.args
        s, me = call.after, self._names[seat]
        marks = [Change(f"cart-{seat}-{cart}")]
        opening = f"{whose_cart(CARTS * seat + cart, self._names)} rolls too"
        if s.ran[seat, cart] == 1:
            opening = f"{me} {me:lays} the tile at {cell_name(s.laid)} for {cart_name(cart)}"
            marks.append(Change(f"cell-{s.laid}"))
        pickaxes = s.pickaxes[seat, cart]
        found = count(pickaxes, "pickaxe") if pickaxes else "no pickaxe"
        found += ", but no ore is left" if pickaxes and not ore_left(s) else ""
        if s.fate[seat, cart] == OPEN_END:
            found += f"; it stops before {cell_name(s.carts[seat, cart] // POINTS_PER_TILE)}"
        self._say(seat, f"{opening}: {count(s.passes[seat, cart], 'section')}, {found}.", *marks)

    def say_dig_ore(self, call: Call) -> None:
        seat, cart = divmod(call.before.digger, CARTS)
        name = self._names[seat]
        with_cart = f"with {cart_name(cart)}"
        last = call.after.owed == 0 and call.after.drawn[seat, cart] < call.before.pickaxes[seat, cart]
        empty = " The ground is empty now." if last else ""
        token = Change(f"ore-{seat}", 1)
        if self._move.args["ore"] is None:
            self._say(seat, f"{name} {name:draws} ore {with_cart}.{empty}", token)
            return
        kind = self._move.args["ore"]
        value = int(ORE_VALUE[ORES.index(kind)])
        what = f"{kind} ({count(value, 'point')})"
        found = [Change(f"ore-{seat}-{kind}", 0, "ground")]
        if value:
            found.append(Change(f"points-{seat}", value))
        self._say(seat, f"{name} {name:draws} {what} {with_cart}.{empty}", token, *found)

    def say_end_run(self, call: Call) -> None:
        """A cart leaves the mine or is lost with the one it hit; its owner may have been left without any. MC-112"""
        figure, s = call.before.digger, call.after
        seat, cart = divmod(figure, CARTS)
        mark = Change(f"cart-{seat}-{cart}")
        mine = whose_cart(figure, self._names)
        if s.fate[seat, cart] == LEFT:
            self._say(seat, f"{mine} reaches the edge and leaves the mine.", mark)
        elif s.fate[seat, cart] == CRASHED:
            other = s.met[seat, cart]
            own = other // CARTS == seat
            hit = f"{self._names[seat]:'s} own {cart_name(other % CARTS)}" if own else whose_cart(other, self._names)
            crashed = Change(f"cart-{other // CARTS}-{other % CARTS}")
            self._say(seat, f"{mine} crashes into {hit}: both are out.", mark, crashed)
        for player in range(s.players):
            if carts_left(call.before, player) and not carts_left(s, player):
                name = self._names[player]
                self._say(player, f"{name} {name:has} no cart left and {name:keeps} the ore.")

    # -------------------------------------------------------------- the end

    def say_result(self, before: Any, after: Any) -> None:
        """Everybody's points, which may have been hidden until now, and who has won. MC-116, MC-133"""
        self._say(None, "The mine is empty.")
        told: dict[str, int] = {}
        for line in self.lines:
            for change in line.changes:
                told[change.target] = told.get(change.target, 0) + change.amount
        for seat, name in enumerate(self._names):
            total = int(score(after, seat))
            hidden = total - int(score(before, seat)) - told.get(f"points-{seat}", 0)
            shown = [Change(f"points-{seat}", hidden)] if hidden else []
            self._say(seat, f"{name} {name:has} {count(total, 'point')}.", *shown)
        winners = [self._names[seat] for seat in range(after.players) if place(after, seat) == 1]
        verb = f"{winners[0]:has} won!" if len(winners) == 1 else "share the win!"
        self._say(None, f"{listed(winners)} {verb}")


def result(s: Any, viewer: int | None, names: Sequence[str]) -> str:
    """Who has won, told to the viewer."""
    winners = [seat for seat in range(s.players) if place(s, seat) == 1]
    if winners == [viewer]:
        return "You have won!"
    if len(winners) == 1:
        return f"{names[winners[0]]} has won!"
    return f"{listed(['You' if seat == viewer else names[seat] for seat in winners])} share the win!"


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """The value of each kind of ore held."""
    held = [(name, s.ore[seat, kind], int(ORE_VALUE[kind])) for kind, name in enumerate(ORES)]
    return [(name.capitalize(), number * value) for name, number, value in held if number]
