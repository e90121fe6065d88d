"""What happened in Little Town Builders: the rules carry a move out again, and each step is told as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import Name, an, count, listed
from tabletown.core.line import Change, Line, moved
from tabletown.core.move import Move
from tabletown.core.replay import Call, Replay

from ..components import (
    BUILDINGS,
    COINS_PER_POINT,
    CUBE_KINDS,
    CUBES,
    GOAL_KINDS,
    GOAL_POINTS,
    GOAL_TITLES,
    GOALS,
    GOALS_DEALT,
    HUNGER,
    NAMES,
    OUTPUT,
    OUTPUT_COINS,
    ROUNDS,
    SQUARES,
    TERRAIN_AROUND,
)
from ..rules import play
from ..rules.building import lay_tile
from ..rules.goals import fulfil
from ..rules.paying import settle
from ..rules.preparing import name_start_player, reveal_tile
from ..rules.round_end import next_round, score_cathedral, serve_meal
from ..rules.scoring import goal_points, landmark_points, printed_points, score
from ..rules.turns import next_turn
from ..rules.working import begin_work, collect, enter_building, finish_work, give_output, pay_rent, take_mix
from ..state import FINISHED, GAIN, IELLO, NEXT_TURN, PAY_COST, PAY_INPUT, ROUND_END
from .phrases import goods, total_words

TRACK = "Track"

_replay = Replay(
    play,
    name_start_player,
    reveal_tile,
    begin_work,
    collect,
    finish_work,
    enter_building,
    pay_rent,
    settle,
    lay_tile,
    give_output,
    take_mix,
    fulfil,
    next_turn,
    score_cathedral,
    serve_meal,
    next_round,
)


def counters(s: Any) -> dict[str, int]:
    """What the table counts for each player: cubes, coins, and the points on the track or, at the end, all of them."""
    found: dict[str, int] = {}
    for seat in range(s.players):
        found |= {f"cubes-{seat}-{cube}": s.cubes[seat, i] for i, cube in enumerate(CUBES)}
        found[f"coins-{seat}"] = s.coins[seat]
        found[f"points-{seat}"] = int(score(s, seat)) if s.phase == FINISHED else s.points[seat]
    return found


def tell(before: Any, move: Move, after: Any, names: Sequence[Name]) -> list[Line]:
    """What a move did, in the order in which it happened.

    Goals never change hands in play, so those that the reader sees afterwards were there before.
    """
    if move.name == "deal":
        return _tell_deal(before, move, after, names)
    start = before.copy()
    for seat in range(after.players):
        for goal in range(GOAL_KINDS):
            start.goals[seat, goal] = after.goals[seat, goal]
    teller = _Teller(names, _replay(start, move.id))
    teller.say_all()
    if after.phase == FINISHED:
        teller.say_end(after)
    return teller.lines


def _tell_deal(before: Any, move: Move, after: Any, names: Sequence[Name]) -> list[Line]:
    """The holder reads which goal it is; the others read only how many goals a complete hand has. LT-244"""
    seat, name = before.active, names[before.active]
    lines: list[Line] = []
    if move.args["goal"] is not None:
        lines.append(Line(seat, f"{name} {name:gets} the goal “{GOAL_TITLES[move.args['goal']]}”."))
    if before.hand[seat] + 1 == GOALS_DEALT[after.edition, after.players]:
        lines.append(Line(seat, f"{name} {name:has} {before.hand[seat] + 1} goals."))
    for goal, title in enumerate(GOALS):
        if after.discarded[goal] and not before.discarded[goal]:
            who = names[after.active]
            lines.append(Line(after.active, f"{who} {who:shows} “{GOAL_TITLES[title]}”: this market can't fulfil it."))
    return lines


class _Teller:
    """Turns what the rules did into lines, one call at a time."""

    def __init__(self, names: Sequence[Name], calls: Sequence[Call]) -> None:
        self.lines: list[Line] = []
        self._names = names
        self._calls = calls
        self._place = 0
        self._entered: Call | None = None
        """The call that entered the tile in use, if that was in this move."""

    def say_all(self) -> None:
        """Tell of all calls: `say_settle` tells of `settle`."""
        for place, call in enumerate(self._calls):
            self._place = place
            say = getattr(self, f"say_{call.name}", None)
            if say is not None:
                say(call)

    def _say(self, seat: int | None, text: str, *changes: Change) -> None:
        self.lines.append(Line(seat, text, changes))

    def _follows(self, *names: str) -> Call | None:
        """The next call of one of these rules within the move, or None."""
        return next((call for call in self._calls[self._place + 1 :] if call.name in names), None)

    # -------------------------------------------------------------- preparation

    def say_name_start_player(self, call: Call) -> None:
        seat = call.args[0]
        self._say(seat, f"{self._names[seat]} {self._names[seat]:begins}.")

    def say_reveal_tile(self, call: Call) -> None:
        tile = BUILDINGS[call.args[0]]
        self._say(None, f"{NAMES[tile]} comes to the market.", Change(f"market-{tile}"))

    # -------------------------------------------------------------- work

    def say_begin_work(self, call: Call) -> None:
        """A worker stands on its square, or a residence opens; terrain has been collected. LT-56, LT-57"""
        seat, square = call.before.active, call.before.square
        name, got = self._names[seat], _gained(call, seat)
        around, pending = TERRAIN_AROUND[call.before.board, square], call.after.pending
        short = [cube for i, cube in enumerate(CUBES) if got[i] < around[i] and not pending[i]]
        waiting = goods(tuple(pending))
        text = f"{name} {name:places} a worker at {SQUARES[square]}"
        if call.before.residence_works:
            text = f"{name:'s} Residence works"
        text += f": {goods(got)}." if any(got) else "."
        text += f" The stock has no more {listed(short)}." if short else ""
        text += f" Still to collect, for the stock is short: {waiting}." if waiting else ""
        self._say(seat, text, Change(f"square-{SQUARES[square]}"), *_changes(call, seat))

    def say_collect(self, call: Call) -> None:
        seat = call.before.active
        name = self._names[seat]
        self._say(seat, f"{name} {name:collects} {goods(_gained(call, seat))}.", *_changes(call, seat))

    def say_finish_work(self, call: Call) -> None:
        """What was still to be collected comes as far as the stock reaches. LT-63"""
        seat = call.before.active
        name, got, due = self._names[seat], _gained(call, seat), call.before.pending
        short = [cube for i, cube in enumerate(CUBES) if got[i] < due[i]]
        sentences = [f"{name} {name:collects} {goods(got)}."] if any(got) else []
        sentences += [f"The stock has no more {listed(short)}."] if short else []
        if sentences:
            self._say(seat, " ".join(sentences), *_changes(call, seat))

    # -------------------------------------------------------------- tiles

    def say_enter_building(self, call: Call) -> None:
        """An own tile is told with what it gives, unless its owner is asked how to pay."""
        self._entered = call
        square, seat = call.args[0], call.before.active
        if call.before.owners[square] == seat and not self._follows("settle"):
            name = self._names[seat]
            self._say(seat, f"{name} {name:uses} the {_at(call.before, square)}.", Change(f"square-{SQUARES[square]}"))

    def say_pay_rent(self, call: Call) -> None:
        assert self._entered is not None
        square, owner, seat = self._entered.args[0], call.args[0], call.before.active
        name, paid = self._names[seat], call.before.coins[seat] - call.after.coins[seat]
        self._say(
            seat,
            f"{name} {name:rents} {self._names[owner]:'s} {_at(call.before, square)} for {count(paid, 'coin')}.",
            *moved(f"coins-{seat}", f"coins-{owner}", paid),
            Change(f"square-{SQUARES[square]}"),
        )

    def say_settle(self, call: Call) -> None:
        """A payment is told together with what it was for. LT-61, LT-103"""
        if call.before.phase == PAY_COST:
            self._say_construction(call)
        elif call.before.phase == PAY_INPUT:
            self._say_use(call)

    def _say_construction(self, call: Call) -> None:
        laid = self._follows("lay_tile")
        assert laid is not None
        seat, square = call.before.active, SQUARES[call.before.square]
        name, more = self._names[seat], laid.after.points[seat] - laid.before.points[seat]
        text = f"{name} {name:builds} {an(_tile(call.before))} at {square} for {_paid(call, seat)}"
        self._say(
            seat,
            f"{text}: {count(more, 'point')}." if more else f"{text}.",
            *_changes(call, seat),
            *_changes(laid, seat),
            Change(f"square-{square}", 0, f"market-{BUILDINGS[call.before.kind]}"),
        )

    def _say_use(self, call: Call) -> None:
        """What went into a tile and what came out of it, as far as that is decided."""
        seat, tile = call.before.active, _tile(call.before)
        name, paid, given = self._names[seat], _paid(call, seat), self._follows("give_output", "take_mix")
        direct = self._entered is not None
        square = self._entered.args[0] if self._entered else _square_of(call.before)
        mark = [Change(f"square-{SQUARES[square]}")]
        if given is None:
            self._say(seat, f"{name} {name:pays} {paid} into the {tile}.", *_changes(call, seat), *mark)
            return
        got = _got(given, seat)
        if direct and call.before.owners[square] == seat:
            deal = f"{paid} for " if paid else ""
            text = f"{name} {name:uses} the {_at(call.before, square)}: {deal}{got or 'nothing'}."
        elif paid and got:
            text = f"{name} {name:turns} {paid} into {got} at the {tile}."
        elif paid:
            text = f"{name} {name:pays} {paid} into the {tile} and {name:gets} nothing."
        else:
            text = f"{name} {name:gets} {got or 'nothing'} from the {tile}."
        self._say(seat, text + _shortage(given, seat), *_changes(call, seat), *_changes(given, seat), *mark)

    def say_take_mix(self, call: Call) -> None:
        """The cubes from a trading shop, where they were chosen; else they are told with the payment. LT-91"""
        if call.before.phase == GAIN:
            seat = call.before.active
            name, square = self._names[seat], SQUARES[_square_of(call.before)]
            text = f"{name} {name:takes} {goods(_gained(call, seat))} from the {_tile(call.before)}."
            self._say(seat, text, *_changes(call, seat), Change(f"square-{square}"))

    # -------------------------------------------------------------- goals

    def say_fulfil(self, call: Call) -> None:
        """A goal is told when it is met, right after its cause. LT-189, LT-194, LT-256"""
        seat, goal = call.args
        if call.before.fulfilled[seat, goal] or not call.before.goals[seat, goal]:
            return
        name, at_once = self._names[seat], call.after.points[seat] - call.before.points[seat]
        worth = count(int(GOAL_POINTS[goal]), "point") + ("" if at_once else " at the end")
        text = f"{name} {name:meets} the goal “{GOAL_TITLES[GOALS[goal]]}”: {worth}."
        changes = [Change(f"points-{seat}", at_once)] if at_once else []
        self._say(seat, text, Change(f"goal-{seat}-{GOALS[goal]}"), *changes)

    # -------------------------------------------------------------- rounds

    def say_next_turn(self, call: Call) -> None:
        seat = call.after.active
        if call.after.phase == ROUND_END:
            self._say(None, f"All workers are placed: the end of round {call.before.round}.")
        elif call.after.phase == NEXT_TURN:
            self._say(seat, f"No square is free: one of {self._names[seat]:'s} workers is set aside.")

    def say_score_cathedral(self, call: Call) -> None:
        seat, square = call.args
        name, more = self._names[seat], call.after.points[seat] - call.before.points[seat]
        if more:
            text = f"Cathedral: {name} {name:gets} {count(more, 'point')} for the workers around it."
            self._say(seat, text, Change(f"points-{seat}", more), Change(f"square-{SQUARES[square]}"))

    def say_serve_meal(self, call: Call) -> None:
        """What the workers ate, and what the missing food cost. LT-158, LT-162"""
        seat = call.before.active
        name, lost = self._names[seat], call.before.points[seat] - call.after.points[seat]
        eaten = _paid(call, seat)
        text = f"{name} {name:feeds} the workers with {eaten}." if eaten else f"{name} {name:has} no food."
        if lost:
            hungry = lost // HUNGER
            text += f" {count(hungry, 'worker')} {'goes' if hungry == 1 else 'go'} hungry: {lost} points lost."
        self._say(seat, text, *_changes(call, seat))

    def say_next_round(self, call: Call) -> None:
        if call.after.phase == FINISHED:
            return
        first = call.after.start
        fewest = first != (call.before.start + 1) % call.after.players
        why = f", who {self._names[first]:has} the fewest points on the track" if fewest else ""
        self._say(first, f"Round {call.after.round} of {ROUNDS} begins with {self._names[first]}{why}.")

    # -------------------------------------------------------------- the end

    def say_end(self, s: Any) -> None:
        """What everybody's points come from, best first, and who has won. LT-222, LT-228, LT-229"""
        order = sorted(range(s.players), key=lambda seat: (-score(s, seat), seat))
        for seat in order:
            name, rest = self._names[seat], [part for part in score_parts(s, seat) if part[0] != TRACK]
            added = [f"{points} for {source.lower()}" for source, points in rest]
            sources = listed([f"{total_words(s.points[seat])} on the track", *added])
            total = f": {total_words(int(score(s, seat)))} in all" if rest else " and no others"
            changes = [Change(f"points-{seat}", points) for _, points in rest]
            self._say(seat, f"{name} {name:has} {sources}{total}.", *changes)
        best = winners(s)
        who = listed([self._names[seat] for seat in best])
        verb = f"{self._names[best[0]]:wins}" if len(best) == 1 else "share the win"
        self._say(best[0], f"{who} {verb} with {total_words(int(score(s, best[0])))}.")


def winners(s: Any) -> list[int]:
    """All seats with the highest score. LT-228, LT-229"""
    scores = [score(s, seat) for seat in range(s.players)]
    return [seat for seat, total in enumerate(scores) if total == max(scores)]


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """Where a player's points come from; on IELLO's track goals and tiles are counted already. LT-222, LT-257"""
    late = [("Tiles", printed_points(s, seat)), ("Goals", goal_points(s, seat))] if s.edition != IELLO else []
    special = [("Castle and watchtower", landmark_points(s, seat)), ("Coins", s.coins[seat] // COINS_PER_POINT)]
    parts = [(TRACK, s.points[seat]), *late, *special]
    return [(source, int(points)) for source, points in parts if points]


# ------------------------------------------------------------------ what a call moved


def _gained(call: Call, seat: int) -> list[int]:
    """Cubes that a seat has more than before; negative is less."""
    return [call.after.cubes[seat, cube] - call.before.cubes[seat, cube] for cube in range(CUBE_KINDS)]


def _paid(call: Call, seat: int) -> str:
    """The cubes and coins that a seat has less than before, in words."""
    return goods([-n for n in _gained(call, seat)], call.before.coins[seat] - call.after.coins[seat])


def _got(call: Call, seat: int) -> str:
    """Cubes and coins that a tile gave, and points where it gives some, in words."""
    points = call.after.points[seat] - call.before.points[seat] if call.name == "give_output" else 0
    return goods(_gained(call, seat), call.after.coins[seat] - call.before.coins[seat], points)


def _changes(call: Call, seat: int) -> list[Change]:
    """The counters of a seat that a call changed; points met within a goal are told with the goal."""
    amounts = {f"cubes-{seat}-{cube}": n for cube, n in zip(CUBES, _gained(call, seat), strict=True)}
    amounts[f"coins-{seat}"] = call.after.coins[seat] - call.before.coins[seat]
    if call.name in ("give_output", "lay_tile", "serve_meal"):
        amounts[f"points-{seat}"] = call.after.points[seat] - call.before.points[seat]
    return [Change(target, amount) for target, amount in amounts.items() if amount]


def _shortage(call: Call, seat: int) -> str:
    """What the stock could not give, as a sentence of its own; empty if it gave all. LT-236, LT-237"""
    if call.name != "give_output":
        return "" if any(_gained(call, seat)) else " The stock is empty."
    kind, got = call.before.kind, _gained(call, seat)
    short = [cube for i, cube in enumerate(CUBES) if got[i] < OUTPUT[kind, i]]
    short += ["coins"] if call.after.coins[seat] - call.before.coins[seat] < OUTPUT_COINS[kind] else []
    return f" The stock has no more {listed(short)}." if short else ""


def _tile(s: Any) -> str:
    """The tile that is built or used."""
    return NAMES[BUILDINGS[s.kind]]


def _square_of(s: Any) -> int:
    """Where the tile in use lies; only single tiles ask for a choice."""
    return next(square for square in range(len(SQUARES)) if s.tiles[square] == s.kind)


def _at(s: Any, square: int) -> str:
    """A tile with its square: "Wheat field at D3"."""
    return f"{NAMES[BUILDINGS[s.tiles[square]]]} at {SQUARES[square]}"
