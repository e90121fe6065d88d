"""What happened, in words: the rules carry a move out again, and each of their steps that matters is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletown.core.grammar import Name, an, listed
from tabletown.core.line import Change, Line, moved
from tabletown.core.move import Move
from tabletown.core.replay import Call, Replay

from ..components import FIRST_SHAPE, MAX_BUILDINGS, RESOURCES, ROUNDS, SPACES, STONE_COST, SWAP_AFTER, TYPES, WOOD_COST
from ..rules import carry_out, name_first_player, play
from ..rules.construction import buy_tile, pay_cube
from ..rules.effects import (
    gain_named,
    keep_cube,
    place_pending,
    remove_cubes,
    score_conversion,
    score_effect,
    score_points,
    spend_input,
    spend_set,
    stop_at_floor,
    take_effect,
)
from ..rules.flow import end_round, pass_turn
from ..rules.market import remove_leftmost, reveal_tile, slide_market
from ..rules.town import lay_tile, upgrade_track
from ..rules.transport import drop_cube, end_pull, end_session, lift_cube, pull_cube
from ..state import FINISHED, KEEP, LOOP, PROCESS, PRODUCE
from ..view import part_of_round
from .ending import mark_reached, totals, verdict
from .phrases import building_name, cubes_in_words, name_of, points

POINT_SOURCES = {
    "production": "Production",
    "construction": "When built",
    "transportation": "Processing",
    "processing": "Processing",
}
"""In the final round conversions are made among transports."""

Counts = list[int]

_replay = Replay(
    play,
    carry_out,
    name_first_player,
    reveal_tile,
    buy_tile,
    pay_cube,
    lay_tile,
    upgrade_track,
    pass_turn,
    remove_leftmost,
    slide_market,
    take_effect,
    place_pending,
    keep_cube,
    gain_named,
    remove_cubes,
    score_conversion,
    score_points,
    stop_at_floor,
    spend_input,
    spend_set,
    lift_cube,
    drop_cube,
    pull_cube,
    end_pull,
    end_session,
    end_round,
    score_effect,
)


def tell(before: Any, move: Move, after: Any, names: Sequence[Name]) -> list[Line]:
    """What a move did and what followed from it, in the order in which it happened."""
    teller = _told(before, move, names)
    if after.phase == FINISHED:
        teller.say_end(after)
    return teller.lines


def points_from(before: Any, move: Move) -> list[tuple[int, str, int]]:
    """Which VP a move brought, by seat and by the part of the game that gave them."""
    return _told(before, move, [Name("")] * before.players).points


def _told(before: Any, move: Move, names: Sequence[Name]) -> _Teller:
    teller = _Teller(names)
    if move.name == "done":
        teller.line(before.turn, f"{names[before.turn]} {names[before.turn]:is} done.")
    for call in _replay(before, move.id):
        say = getattr(teller, f"say_{call.name}", None)
        if say is not None:
            say(call)
    teller.say_gathered()
    return teller


def counters(s: Any) -> dict[str, int]:
    """What the table counts: the VP of every seat and the cubes on every building."""
    found = {f"vp-{seat}": s.vp[seat] for seat in range(s.players)}
    cubes = s.array["cubes"][0].sum(axis=2)
    for seat in range(s.players):
        found |= {f"building-{seat}-{building}": int(cubes[seat, building]) for building in range(MAX_BUILDINGS)}
    return found


@dataclass
class _Gathered:
    """Cubes of one town that are added up before they are told: by building, in the order in which they came."""

    seat: int
    s: Any
    cubes: dict[int, Counts] = field(default_factory=dict)

    def add(self, building: int, counts: Counts) -> None:
        self.cubes[building] = _sum(self.cubes.get(building, [0] * TYPES), counts)

    def parts(self, where: str) -> str:
        """'3 stone on the Mine and 5 wood on the Forest'."""
        names = {building: building_name(self.s, self.seat, building) for building in self.cubes}
        return listed([f"{cubes_in_words(cubes)} {where} the {names[b]}" for b, cubes in self.cubes.items()])

    def changes(self, sign: int) -> tuple[Change, ...]:
        return tuple(
            change
            for building, cubes in self.cubes.items()
            for change in _changes(self.seat, building, [sign * n for n in cubes])
        )


@dataclass
class _Conversion:
    """What a building has spent and given, one conversion after the other."""

    seat: int
    building: int
    s: Any
    spent: Counts = field(default_factory=lambda: [0] * TYPES)
    given: Counts = field(default_factory=lambda: [0] * TYPES)
    lost: Counts = field(default_factory=lambda: [0] * TYPES)
    vp: int = 0


class _Teller:
    """Turns what the rules did into lines, one step after the other: `say_pay_cube` tells of `pay_cube`."""

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = names
        self.lines: list[Line] = []
        self.points: list[tuple[int, str, int]] = []
        self.paid: _Gathered | None = None
        self.made: _Gathered | None = None
        self.conversion: _Conversion | None = None
        self.building = 0

    def line(self, seat: int | None, text: str, *changes: Change) -> None:
        """One thing that happened; what was gathered happened before."""
        self.say_gathered()
        self.lines.append(Line(seat, text, changes))

    def say_gathered(self) -> None:
        """Tell what was added up: payments, the production of a town, conversions of a building."""
        self._say_paid()
        self._say_made()
        self._say_converted()

    # -------------------------------------------------------------- market and turns

    def say_name_first_player(self, call: Call) -> None:
        seat = call.args[0]
        self.line(seat, f"{self.names[seat]} {self.names[seat]:goes} first.")

    def say_reveal_tile(self, call: Call) -> None:
        kind, before, after = call.args[0], call.before, call.after
        space = next(n for n in range(SPACES) if after.stacks[n] != before.stacks[n])
        another = before.stacks[space] > 0
        text = f"Another {name_of(kind)} is laid on its stack." if another else f"New on the market: {name_of(kind)}."
        self.line(None, text, Change(f"space-{space}"))

    def say_buy_tile(self, call: Call) -> None:
        s, space = call.after, call.args[0]
        name = self.names[s.turn]
        price = cubes_in_words([int(WOOD_COST[s.buying]), int(STONE_COST[s.buying]), 0, 0, 0])
        left = [Change(f"space-{space}")] if s.display[space] >= 0 else []
        self.line(s.turn, f"{name} {name:buys} the {name_of(s.buying)} for {price}.", *left)

    def say_pass_turn(self, call: Call) -> None:
        name = self.names[call.before.turn]
        why = "" if call.within("carry_out") else f"{name:has} no wood or stone left and "
        self.line(call.before.turn, f"{name} {why}{name:passes}.")

    def say_remove_leftmost(self, call: Call) -> None:
        """Solo: tiles leave the market for good."""
        for kind in range(len(call.after.removed)):
            count = call.after.removed[kind] - call.before.removed[kind]
            if count:
                them = name_of(kind) if count == 1 else f"{name_of(kind)}, all {count} tiles"
                self.line(None, f"Out of the game: {them}.")

    def say_slide_market(self, call: Call) -> None:
        """Solo: the spaces that show another tile are marked."""
        before, after = ([(s.display[n], s.stacks[n]) for n in range(SPACES)] for s in (call.before, call.after))
        changes = [Change(f"space-{n}") for n in range(SPACES) if after[n] != before[n] and after[n][0] >= 0]
        if changes:
            self.line(None, "", *changes)

    def say_end_round(self, call: Call) -> None:
        s = call.after
        if s.round == SWAP_AFTER + 1:
            self.line(None, "The A tiles of the market go back into their bag; B tiles take their place.")
        who = f"; {self.names[s.first]} {self.names[s.first]:goes} first" if s.players > 1 else ""
        self.line(None, f"{'The final round' if s.round == ROUNDS else f'Round {s.round}'} begins{who}.")

    # -------------------------------------------------------------- building

    def say_pay_cube(self, call: Call) -> None:
        s, code = call.before, call.args[0]
        self.paid = self.paid or _Gathered(s.turn, s)
        self.paid.add(code // TYPES, _single(code % TYPES))

    def _say_paid(self) -> None:
        paid, self.paid = self.paid, None
        if paid is not None:
            name = self.names[paid.seat]
            self.lines.append(Line(paid.seat, f"{name} {name:pays} {paid.parts('from')}.", paid.changes(-1)))

    def say_lay_tile(self, call: Call) -> None:
        seat, kind = call.args[:2]
        s, name = call.after, self.names[seat]
        tile = s.tile_count[seat] - 1
        building = s.building_of[seat, tile]
        text = f"{name:lays} {an(name_of(kind))}" if kind >= FIRST_SHAPE else f"{name:places} the {name_of(kind)}"
        place = f"building-{seat}-{building}" if building >= 0 else f"tile-{seat}-{tile}"
        market = f"space-{call.before.space}" if building >= 0 else ""
        self.line(seat, f"{name} {text}.", Change(place, 0, market))

    def say_upgrade_track(self, call: Call) -> None:
        seat, tile = call.args[:2]
        name = self.names[seat]
        self.line(seat, f"{name} {name:turns} a track into a T-junction.", Change(f"tile-{seat}-{tile}"))

    # -------------------------------------------------------------- gains and losses

    def say_take_effect(self, call: Call) -> None:
        """What follows is the effect of this building."""
        self.building = call.args[0]

    def say_place_pending(self, call: Call) -> None:
        """Cubes find a slot or are lost; nothing has happened yet where their owner is asked."""
        if not call.result:
            site = call.before.site
            placed = _difference(call, site)
            lost = [n - here for n, here in zip(call.before.pending, placed, strict=True)]
            self._say_gain(call, site, placed, lost)

    def say_keep_cube(self, call: Call) -> None:
        self._say_gain(call, call.before.site, _difference(call, call.before.site), [0] * TYPES)

    def _say_gain(self, call: Call, building: int, placed: Counts, lost: Counts) -> None:
        s = call.before
        name, place = self.names[s.turn], building_name(s, s.turn, building)
        when = s.back if s.phase == KEEP else s.phase
        if when in (PROCESS, LOOP):
            conversion = self._converting(call, building)
            conversion.given = _sum(conversion.given, placed)
            conversion.lost = _sum(conversion.lost, lost)
            return
        if when == PRODUCE and any(placed):
            if self.made is None or self.made.seat != s.turn:
                self.say_gathered()
                self.made = _Gathered(s.turn, s)
            self.made.add(building, placed)
        elif any(placed):
            text = f"{name:'s} {place}: {cubes_in_words(placed)} at once."
            self.line(s.turn, text, *_changes(s.turn, building, placed))
        if any(lost):
            self.line(s.turn, f"{name:'s} {place}: no slot for {_lost(lost)}.")

    def _say_made(self) -> None:
        made, self.made = self.made, None
        if made is not None:
            text = f"{self.names[made.seat]:'s} town makes {made.parts('on')}."
            self.lines.append(Line(made.seat, text, made.changes(1)))

    def say_gain_named(self, call: Call) -> None:
        s = call.before
        name, gained = self.names[s.turn], _difference(call, s.site)
        text = f"{name} {name:takes} {cubes_in_words(gained)} for the {building_name(s, s.turn, s.site)}."
        self.line(s.turn, text, *_changes(s.turn, s.site, gained))

    def say_remove_cubes(self, call: Call) -> None:
        s, building = call.before, call.args[0]
        lost = [-n for n in _difference(call, building)]
        if any(lost):
            what = f"{cubes_in_words(lost)} {'is' if sum(lost) == 1 else 'are'} lost"
            text = f"{self.names[s.turn]:'s} {building_name(s, s.turn, building)}: {what}."
            self.line(s.turn, text, *_changes(s.turn, building, [-n for n in lost]))

    def say_score_points(self, call: Call) -> None:
        """VP, told with the building that brings or costs them."""
        s, seat = call.before, call.args[0]
        gained = call.after.vp[seat] - s.vp[seat]
        if not gained:
            return
        self._note_points(call, seat, gained)
        if self.conversion is not None and call.within("score_conversion"):
            self.conversion.vp += gained
            return
        name = self.names[seat]
        what = f"{name:gains} {points(gained)} from" if gained > 0 else f"{name:loses} {points(-gained)} to"
        change = Change(f"vp-{seat}", gained, f"building-{seat}-{self.building}")
        self.line(seat, f"{name} {what} the {building_name(s, seat, self.building)}.", change)

    def say_stop_at_floor(self, call: Call) -> None:
        seat = call.args[0]
        spared, name = call.after.vp[seat] - call.before.vp[seat], self.names[seat]
        if spared:
            self._note_points(call, seat, spared)
            text = f"{name:'s} score stops at 0: {points(spared)} of the loss {'is' if spared == 1 else 'are'} spared."
            self.line(seat, text, Change(f"vp-{seat}", spared))

    def _note_points(self, call: Call, seat: int, gained: int) -> None:
        source = "End of the game" if self._ends(call) else POINT_SOURCES[part_of_round(call.before)]
        self.points.append((seat, source, gained))

    @staticmethod
    def _ends(call: Call) -> bool:
        return call.within("score_effect")

    # -------------------------------------------------------------- processing

    def _converting(self, call: Call, building: int) -> _Conversion:
        """The conversions of a building are added up for as long as no other comes between."""
        seat, now = call.before.turn, self.conversion
        if now is None or (now.seat, now.building) != (seat, building):
            self.say_gathered()
            now = self.conversion = _Conversion(seat, building, call.before)
        return now

    def say_spend_input(self, call: Call) -> None:
        self._say_spent(call, call.args[0])

    def say_spend_set(self, call: Call) -> None:
        self._say_spent(call, call.before.site)

    def _say_spent(self, call: Call, building: int) -> None:
        conversion = self._converting(call, building)
        conversion.spent = _sum(conversion.spent, [-n for n in _difference(call, building)])

    def _say_converted(self) -> None:
        now, self.conversion = self.conversion, None
        if now is None:
            return
        name, place = self.names[now.seat], f"building-{now.seat}-{now.building}"
        got = listed([part for part in (cubes_in_words(now.given), points(now.vp) if now.vp else "") if part])
        one = sum(now.spent) == 1
        done = f"{'becomes' if one else 'become'} {got}" if got else f"{'is' if one else 'are'} spent"
        text = f"{name:'s} {building_name(now.s, now.seat, now.building)}: {cubes_in_words(now.spent)} {done}."
        text += f" No slot for {_lost(now.lost)}." if any(now.lost) else ""
        changes = [*_changes(now.seat, now.building, [-n for n in now.spent])]
        changes += _changes(now.seat, now.building, now.given)
        changes += [Change(f"vp-{now.seat}", now.vp, place)] if now.vp else []
        self.lines.append(Line(now.seat, text, tuple(changes)))

    # -------------------------------------------------------------- transport

    def say_lift_cube(self, call: Call) -> None:
        s, (building, resource) = call.before, divmod(call.args[0], TYPES)
        name = self.names[s.turn]
        text = f"{name} {name:lifts} 1 {RESOURCES[resource]} from the {building_name(s, s.turn, building)}."
        self.line(s.turn, text, *_changes(s.turn, building, _difference(call, building)))

    def say_drop_cube(self, call: Call) -> None:
        s, building = call.before, call.args[0]
        name, arrived = self.names[s.turn], _difference(call, building)
        text = f"{name} {name:sets} {cubes_in_words(arrived)} down on the {building_name(s, s.turn, building)}."
        self.line(s.turn, text, *_changes(s.turn, building, arrived))

    def say_pull_cube(self, call: Call) -> None:
        s, (source, resource) = call.before, divmod(call.args[0], TYPES)
        seat, name = s.turn, self.names[s.turn]
        places = f"from the {building_name(s, seat, source)} for the {building_name(s, seat, s.site)}"
        changes = moved(f"building-{seat}-{source}", f"building-{seat}-{s.site}", 1, RESOURCES[resource])
        self.line(seat, f"{name} {name:takes} 1 {RESOURCES[resource]} {places}.", *changes)

    def say_end_pull(self, call: Call) -> None:
        if call.within("carry_out"):
            s = call.before
            name, place = self.names[s.turn], building_name(s, s.turn, s.site)
            what = f"{name:is} done with the {place}" if s.pulled else f"{name:leaves} the {place} as it is"
            self.line(s.turn, f"{name} {what}.")

    def say_end_session(self, call: Call) -> None:
        if call.within("carry_out"):
            s = call.before
            name = self.names[s.turn]
            what = f"{name:is} done moving cubes" if s.moved else f"{name:leaves} the cubes where they are"
            self.line(s.turn, f"{name} {what}.")

    # -------------------------------------------------------------- the end

    def say_score_effect(self, call: Call) -> None:
        """What follows is the end effect of this building."""
        self.say_gathered()
        self.building = call.args[1]

    def say_end(self, s: Any) -> None:
        if s.players == 1:
            name = self.names[0]
            self.line(0, f"{name} {name:ends} with {points(s.vp[0])}: {mark_reached(s)}.")
            return
        self.line(None, totals(s, self.names))
        self.line(None, verdict(s, self.names))


def _difference(call: Call, building: int) -> Counts:
    """What a step changed on a building of the player in turn, by type."""
    seat = call.before.turn
    return [call.after.cubes[seat, building, t] - call.before.cubes[seat, building, t] for t in range(TYPES)]


def _changes(seat: int, building: int, counts: Counts) -> list[Change]:
    place = f"building-{seat}-{building}"
    return [Change(place, n, piece=kind) for kind, n in zip(RESOURCES, counts, strict=True) if n]


def _single(resource: int) -> Counts:
    return [int(t == resource) for t in range(TYPES)]


def _sum(one: Counts, other: Counts) -> Counts:
    return [a + b for a, b in zip(one, other, strict=True)]


def _lost(counts: Counts) -> str:
    return f"{cubes_in_words(counts)}, which {'is' if sum(counts) == 1 else 'are'} lost"
