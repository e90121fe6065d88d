"""What happened, in words: a move is played again on a copy, step by step, so that every line can say why."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move
from tabletown.core.rule import interpreted_loader

from .. import rules
from ..components import (
    END,
    FIRST_SHAPE,
    MAX_BUILDINGS,
    MAX_EFFECTS,
    RESOURCES,
    SPACES,
    STONE_COST,
    SWAP_AFTER,
    TILES,
    TIMING,
    TYPES,
    WOOD_COST,
)
from ..rules import flow
from ..rules.effects import end_points
from ..rules.town import kind_of
from ..state import ACTION, ARRIVE, DROP, FINISHED, KEEP, LOOP, PAY, PROCESS, PRODUCE, PULL, SET
from ..view import part_of_round
from .phrases import an, cubes_in_words, listed, name_of, points

Line = tuple[int | None, str]
POINT_SOURCES = {
    "production": "Production",
    "construction": "When built",
    "transportation": "Processing",
    "processing": "Processing",
}
"""In the final round conversions are made among transports."""

Counts = list[int]

_plain = interpreted_loader({})  # clones of rules, faster in plain Python
carry_out = _plain.load(rules.carry_out)
carry_on = _plain.load(flow.carry_on)
place = _plain.load(rules.place)


def tell(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """What a move did and what followed from it: lines with the seat they are about."""
    teller = Teller(before.copy(), names)
    teller.play(move)
    return teller.lines


def points_from(before: Any, move: Move) -> list[tuple[int, str, int]]:
    """Which VP a move brought, by seat and by the part of the game that gave them."""
    teller = Teller(before.copy(), [""] * before.players)
    teller.play(move)
    return teller.points


class Teller:
    """Plays a move step by step and says what each step did."""

    def __init__(self, s: Any, names: list[str]) -> None:
        self.s = s
        self.old = s.copy()
        self.names = names
        self.lines: list[Line] = []
        self.points: list[tuple[int, str, int]] = []
        self.produced: dict[int, Counts] = {}
        self.converted: list[tuple[int, int, Counts, Counts, int]] = []

    def play(self, move: Move) -> None:
        s = self.s
        self._step(lambda: carry_out(s, move.id), move)
        going = True
        while going:
            going = self._step(lambda: bool(carry_on(s)), None)
        self._say_produced()
        self._say_converted()

    def _step(self, step: Any, move: Move | None) -> bool:
        """One step, told by what it changed."""
        s, old = self.s, self.old
        old.array[:] = s.array
        going = bool(step())
        self._note_points(old)
        if s.phase == FINISHED and old.phase != FINISHED:
            self._say_ending(old)
            return going
        if old.phase not in (PRODUCE, KEEP):
            self._say_produced()
        if old.phase not in (PROCESS, SET, LOOP, KEEP):
            self._say_converted()
        self._say(old, move)
        if s.round != old.round:
            self._say_converted()
            self._say_round()
        return going

    def _note_points(self, old: Any) -> None:
        """Points of the end are told apart from what else the last step may have brought."""
        source = POINT_SOURCES[part_of_round(old)]
        for seat in range(old.players):
            gained = self.s.vp[seat] - old.vp[seat]
            last = sum(points for _, points in self._end_points(seat)) if gained and self.s.phase == FINISHED else 0
            self.points += [(seat, where, n) for where, n in ((source, gained - last), ("End of the game", last)) if n]

    def _end_points(self, seat: int) -> list[tuple[int, int]]:
        """What each building of a finished town scores at the end: its kind and VP."""
        found = []
        for building in range(self.s.building_count[seat]):
            kind = kind_of(self.s, seat, building)
            for effect in range(MAX_EFFECTS):
                gained = int(end_points(self.s, seat, building, effect)) if TIMING[kind, effect] == END else 0
                found += [(kind, gained)] if gained else []
        return found

    def _say(self, old: Any, move: Move | None) -> None:
        me = old.turn
        if move is not None:
            self._say_choice(old, move, me)
        elif old.phase == ACTION and self.s.passed != old.passed:
            self._line(me, f"{self.names[me]} has no wood or stone left and passes.")
        if old.phase == PAY and self.s.pieces != old.pieces:
            self._line(me, self._track_line(old))
        elif old.phase in (PRODUCE, KEEP) or (old.phase == ARRIVE and self.s.turn == me):
            self._note_gains(old, me)
        elif old.phase in (PROCESS, SET) or (old.phase == LOOP and move is not None):
            self._note_conversion(old, me)
        elif old.phase == DROP:
            self._say_drop(old, me)

    def _line(self, seat: int | None, text: str) -> None:
        self.lines.append((seat, text))

    # -------------------------------------------------------------- choices

    def _say_choice(self, old: Any, move: Move, me: int) -> None:
        name, args = self.names[me], move.args
        if move.name == "begin":
            self._line(args["seat"], f"{self.names[args['seat']]} goes first.")
        elif move.name == "reveal":
            self._say_reveal(old, args["tile"])
        elif move.name == "buy":
            self._line(me, f"{name} buys the {name_of(self.s.buying)} for {self._price(self.s.buying)}.")
        elif move.name == "cell" and old.buying >= 0:
            self._line(me, f"{name} places the {name_of(old.buying)}.")
        elif move.name == "pass":
            self._line(me, f"{name} passes.")
        elif move.name == "type" and old.phase not in (SET, KEEP):
            self._line(me, f"{self._site(old)}: {name} takes {self._gained(old, me)}.")
        elif move.name == "cube" and old.phase == PULL:
            source = name_of(kind_of(old, me, args["building"]))
            self._line(me, f"{self._site(old)}: {name} takes {args['resource']} from the {source}.")
        elif move.name == "done":
            self._line(me, f"{name} is done.")

    @staticmethod
    def _price(kind: int) -> str:
        return cubes_in_words([int(WOOD_COST[kind]), int(STONE_COST[kind]), 0, 0, 0])

    def _site(self, old: Any) -> str:
        return name_of(kind_of(old, old.turn, old.site))

    def _gained(self, old: Any, seat: int) -> str:
        return cubes_in_words(_difference(old, self.s, seat, old.site))

    def _say_reveal(self, old: Any, tile: str) -> None:
        kind = TILES.index(tile)
        again = any(old.display[space] == kind for space in range(SPACES))
        name = name_of(kind)
        self._line(None, f"A second {name} is laid on the first." if again else f"{name} comes to the market.")

    def _track_line(self, old: Any) -> str:
        name = self.names[old.turn]
        if old.upgrading >= 0:
            return f"{name} turns a track into a T-junction."
        return f"{name} lays {an(name_of(FIRST_SHAPE + old.shape))}."

    # -------------------------------------------------------------- gains and losses

    def _note_gains(self, old: Any, me: int) -> None:
        """Cubes are added up a town; VP and losses are told by their building."""
        for building in range(old.building_count[me]):
            change = _difference(old, self.s, me, building)
            if old.phase == ARRIVE and any(change):
                self._line(me, f"{name_of(kind_of(old, me, building))}: {cubes_in_words(change)} at once.")
            elif any(n < 0 for n in change):
                lost = cubes_in_words([-n for n in change])
                self._line(me, f"{name_of(kind_of(old, me, building))}: {self.names[me]} loses {lost}.")
            elif any(change):
                total = self.produced.setdefault(me, [0] * TYPES)
                self.produced[me] = [a + b for a, b in zip(total, change, strict=True)]
        gained = self.s.vp[me] - old.vp[me]
        if gained:
            building = old.site if old.phase == ARRIVE else old.cursor // MAX_EFFECTS
            verb = "gains" if gained > 0 else "loses"
            self._line(me, f"{name_of(kind_of(old, me, building))}: {self.names[me]} {verb} {points(abs(gained))}.")

    def _say_produced(self) -> None:
        for seat, counts in self.produced.items():
            self._line(seat, f"The town of {self.names[seat]} makes {cubes_in_words(counts)}.")
        self.produced = {}

    # -------------------------------------------------------------- processing

    def _note_conversion(self, old: Any, me: int) -> None:
        """Conversions of one building are added up before they are told."""
        for building in range(old.building_count[me]):
            change = _difference(old, self.s, me, building)
            if any(change):
                spent, given = [max(0, -n) for n in change], [max(0, n) for n in change]
                self._add_conversion(me, building, spent, given, self.s.vp[me] - old.vp[me])

    def _add_conversion(self, me: int, building: int, spent: Counts, given: Counts, vp: int) -> None:
        if self.converted and self.converted[-1][:2] == (me, building):
            _, _, spent_before, given_before, vp_before = self.converted.pop()
            spent = [a + b for a, b in zip(spent, spent_before, strict=True)]
            given = [a + b for a, b in zip(given, given_before, strict=True)]
            vp += vp_before
        self.converted.append((me, building, spent, given, vp))

    def _say_converted(self) -> None:
        for seat, building, spent, given, vp in self.converted:
            got = listed([part for part in (cubes_in_words(given), points(vp) if vp else "") if part])
            name = name_of(kind_of(self.s, seat, building))
            used = cubes_in_words(spent)
            text = f"{used} become {got}" if got else f"{self.names[seat]} loses {used}"
            self._line(seat, f"{name}: {text}.")
        self.converted = []

    # -------------------------------------------------------------- transport, rounds and the end

    def _say_drop(self, old: Any, me: int) -> None:
        for building in range(old.building_count[me]):
            arrived = _difference(old, self.s, me, building)
            if any(arrived):
                resource = RESOURCES[next(t for t in range(TYPES) if arrived[t])]
                self._line(me, f"{self.names[me]} sends {resource} to the {name_of(kind_of(old, me, building))}.")

    def _say_round(self) -> None:
        s = self.s
        if s.round == SWAP_AFTER + 1:
            self._line(None, "B tiles take the place of the A tiles.")
        who = f"; {self.names[s.first]} goes first" if s.players > 1 else ""
        self._line(None, f"{'The final round' if s.round == 4 else f'Round {s.round}'} begins{who}.")

    def _say_ending(self, old: Any) -> None:
        s = self.s
        self._say_converted()
        for seat in range(s.players):
            for kind, gained in self._end_points(seat):
                self._line(seat, f"{name_of(kind)}: {self.names[seat]} scores {points(gained)}.")
        for seat in range(s.players):
            if s.players > 1 and place(s, seat) == 1:
                self._line(seat, f"{self.names[seat]} has {points(s.vp[seat])} and wins!")
        if s.players == 1:
            self._line(0, f"{self.names[0]} ends with {points(s.vp[0])}.")


def _difference(old: Any, new: Any, seat: int, building: int) -> Counts:
    return [new.cubes[seat, building, t] - old.cubes[seat, building, t] for t in range(TYPES)]


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    """What is different on the table, by element: points, cubes, tiles and the market."""
    found: list[dict[str, Any]] = []
    old, new = before.cubes.tolist(), after.cubes.tolist()
    for seat in range(after.players):
        if after.vp[seat] != before.vp[seat]:
            found.append({"target": f"vp-{seat}", "amount": after.vp[seat] - before.vp[seat]})
        for building in range(min(MAX_BUILDINGS, before.building_count[seat])):
            if old[seat][building] != new[seat][building]:
                found.append(
                    {
                        "target": f"building-{seat}-{building}",
                        "amount": sum(new[seat][building]) - sum(old[seat][building]),
                    }
                )
        for tile in range(after.tile_count[seat]):
            if tile >= before.tile_count[seat] or after.tiles[seat, tile] != before.tiles[seat, tile]:
                building = after.building_of[seat, tile]
                target = f"building-{seat}-{building}" if building >= 0 else f"tile-{seat}-{tile}"
                found.append({"target": target, "amount": 0})
    for space in range(SPACES):
        if after.display[space] >= 0 and (after.display[space], after.stacks[space]) != (
            before.display[space],
            before.stacks[space],
        ):
            found.append({"target": f"space-{space}", "amount": 0})
    return found
