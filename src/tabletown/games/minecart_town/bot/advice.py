"""Advice for transport: a good arrangement of the cubes, found by a search, and the moves that lead to it.

The search decides how often each building converts and which cubes lie in place for scoring, so that processing yields
most VP now; the other cubes stay where they are if they can. Nothing here is compiled, and no rule depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any

from tabletown.core.advice import Advice
from tabletown.core.rule import interpreted_loader

from .. import rules
from ..components import BY_ID, RESOURCES, ROUNDS, SLOTS, TILES, TYPES
from ..moves import AT, CUBE, END_PICK, END_SET, MAX_LEGAL, TYPE
from ..rules.effects import bonus_at
from ..rules.town import cubes_left, kind_of, map_networks
from ..rules.transport import next_type
from ..state import LOOP, PICK, SET
from ..view import process_on

Layout = Mapping[tuple[int, str], int]
"""Cubes by building and type; what is not named is 0."""

CUBE_VALUES = (20, 22, 25, 35, 35)
"""The value of a cube where a VP has 100: it breaks ties, and tells which conversions of cubes into cubes pay."""

MAX_STEPS = 12_000
LABEL = "Arrange for me"

_plain = interpreted_loader({})
play, legal, actor = (_plain.load(rule) for rule in (rules.play, rules.legal, rules.actor))


@dataclass(frozen=True)
class Use:
    """One way to use cubes on a building: what it takes, its value and points, and whether it converts."""

    building: int
    needs: tuple[int, ...]
    value: int
    points: int
    converts: bool
    once: bool = False


@dataclass
class Plan:
    """The best arrangement found: where cubes lie, which buildings convert how often, and the VP that come of it."""

    layout: dict[tuple[int, str], int] = field(default_factory=dict)
    conversions: list[Use] = field(default_factory=list)
    points: int = 0
    value: int = -1


@dataclass(frozen=True, order=True)
class Yield:
    """What a town yields as its cubes lie, in the order of importance: VP, then value and number of the cubes left."""

    points: int
    value: int
    cubes: int
    ready: int
    """How many of the points are for cubes that lie in place, not for conversions."""


# ------------------------------------------------------------------ the advice


def offered(s: Any, seat: int) -> str | None:
    """The label of the help, where a session may begin."""
    return LABEL if s.turn == seat and may_arrange(s) else None


def advise(s: Any, seat: int) -> Advice | None:
    """The best arrangement found and what it is good for; where it gains nothing, to leave things as they are."""
    if offered(s, seat) is None:
        return None
    best = plan(s)
    shown = laid_out(s, best.layout)
    now, then = as_it_lies(s), carried_out(shown, best)
    if (then.points, then.value, then.cubes) <= (now.points, now.value, now.cubes):
        moves = [END_PICK] if s.phase == PICK else []
        return Advice(LABEL, f"Leave the cubes as they are: {_yields(s, now)}, and nothing better was found.", moves, s)
    return Advice(LABEL, f"Arrange: {_compared(s, then, now)}.", moves_of(s, best), shown)


def _yields(s: Any, found: Yield) -> str:
    """The points as the table counts them: by processing, and at the next production by cubes that stay in place."""
    if s.round == ROUNDS:
        return f"the town yields {_points(found.points)}"
    later = f" and the next production {_signed(found.ready)}" if found.ready else ""
    return f"processing yields {_points(found.points - found.ready)}{later}"


def _compared(s: Any, then: Yield, now: Yield) -> str:
    if then.points <= now.points:
        left = f"{then.cubes} cubes instead of {now.cubes}" if then.cubes > now.cubes else "more precious cubes"
        return f"{_yields(s, then).replace('yields', 'would yield')} as now, but leave {left}"
    if s.round == ROUNDS:
        return f"the town would yield {_points(then.points)} instead of {_signed(now.points)}"
    parts = [f"processing would yield {_instead(then.points - then.ready, now.points - now.ready)}"]
    if then.ready or now.ready:
        parts.append(f"the next production {_instead(then.ready, now.ready)}")
    return " and ".join(parts)


def _instead(then: int, now: int) -> str:
    return f"{_points(then)} instead of {_signed(now)}" if then != now else f"{_points(then)} as now"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _points(number: int) -> str:
    return f"{_signed(number)} point{'' if abs(number) == 1 else 's'}"


# ------------------------------------------------------------------ what an arrangement yields


def laid_out(s: Any, layout: Layout) -> Any:
    """The position with the cubes of the town in turn where a layout wants them."""
    trial = s.copy()
    for building in range(s.building_count[s.turn]):
        for t, resource in enumerate(RESOURCES):
            trial.cubes[s.turn, building, t] = layout.get((building, resource), 0)
    return trial


def as_it_lies(s: Any) -> Yield:
    """What a town yields if nothing is moved; in the final round converting is optional, so the better yield counts."""
    everything = _processed(s)
    return max(everything, _yield_of(s, s)) if s.round == ROUNDS else everything


def carried_out(shown: Any, best: Plan) -> Yield:
    """What a plan yields once its cubes lie in place."""
    if shown.round != ROUNDS:
        return _processed(shown)
    trial = shown.copy()
    trial.auto_forced = 0  # so that the trial doesn't end the game
    convert(trial, best.conversions)
    return _yield_of(shown, trial)


def _processed(s: Any) -> Yield:
    """Every building processes as often as it can."""
    trial = s.copy()
    trial.round = 1  # also in the last round, where nothing is compulsory
    for building in range(s.building_count[s.turn]):
        process_on(trial, building)
    trial.round = s.round
    return _yield_of(s, trial)


def _yield_of(before: Any, after: Any) -> Yield:
    held = [sum(after.cubes[after.turn, b, t] for b in range(after.building_count[after.turn])) for t in range(TYPES)]
    ready = _ready(after)
    points = after.vp[before.turn] - before.vp[before.turn] + ready
    # At the end of the game cubes have no value; only their number counts, in ties.
    value = 0 if before.round == ROUNDS else sum(n * CUBE_VALUES[t] for t, n in enumerate(held))
    return Yield(points, value, sum(held), ready)


def _ready(s: Any) -> int:
    """The VP of cubes that lie in place for the next production or, in the final round, for the end."""
    total = 0
    for b in range(s.building_count[s.turn]):
        for effect in BY_ID[TILES[kind_of(s, s.turn, b)]]["effects"]:
            if effect["op"] == "vp_per_cube" and (effect["timing"] == "end") == (s.round == ROUNDS):
                cubes = s.cubes[s.turn, b, RESOURCES.index(effect["resource"])]
                full = effect.get("full_bonus")
                total += effect["vp"] * cubes + (full["vp"] if full and cubes >= full["cubes"] else 0)
    return total


# ------------------------------------------------------------------ moves


def moves_of(s: Any, best: Plan) -> list[int]:
    """The moves of a plan: the session, and in the final round the conversions as far as they can be foreseen."""
    moves = moves_to(s, best.layout)
    if s.phase != LOOP:
        return moves or [END_PICK]
    here = s.copy()
    for move in moves:
        play(here, move)
    return moves + convert(here, best.conversions)


def may_arrange(s: Any) -> bool:
    """Whether every cube may still be moved here, and none is in the hand."""
    return s.phase in (PICK, LOOP) and s.held == 0 and s.lifts >= cubes_left(s, s.turn)


# ------------------------------------------------------------------ from a layout to decisions


def moves_to(s: Any, layout: Layout) -> list[int]:
    """The decisions of one session that lead to a layout: lift every surplus, then fill every lack. MT-234, MT-239

    The session is left open: its owner says when it is done.
    """
    wanted = {(b, RESOURCES.index(r)): n for (b, r), n in layout.items()}
    here = s.copy()
    moves: list[int] = []
    for code in range(TYPES * s.building_count[s.turn]):
        building, resource = divmod(code, TYPES)
        surplus = s.cubes[s.turn, building, resource] - wanted.get((building, resource), 0)
        for _ in range(max(0, surplus)):
            _push(here, CUBE + code, moves)
    while here.held:
        _push(here, _lacking(here, wanted), moves)
    if not moves and not _same(s, wanted):
        raise ValueError("This layout can't be reached by transport.")
    return moves


def _same(s: Any, wanted: Mapping[tuple[int, int], int]) -> bool:
    return all(
        s.cubes[s.turn, b, t] == wanted.get((b, t), 0) for b in range(s.building_count[s.turn]) for t in range(TYPES)
    )


def _push(s: Any, move: int, moves: list[int]) -> None:
    if move not in _legal(s):
        raise ValueError("This layout can't be reached by transport.")
    play(s, move)
    moves.append(move)


def _legal(s: Any) -> list[int]:
    out = [0] * MAX_LEGAL
    return out[: legal(s, out)]


def _lacking(s: Any, wanted: Mapping[tuple[int, int], int]) -> int:
    """A building that may take the next cube and still lacks one of its type."""
    resource = int(next_type(s))
    legal_now = set(_legal(s))
    for move in range(AT, CUBE):
        if move in legal_now and s.cubes[s.turn, move - AT, resource] < wanted.get((move - AT, resource), 0):
            return move
    raise ValueError("This layout can't be reached by transport.")


def convert(s: Any, uses: list[Use]) -> list[int]:
    """Make these conversions as far as they can be made one after the other; the moves that do it."""
    seat = s.turn
    moves: list[int] = []
    for use in uses:
        if s.phase != LOOP or s.turn != seat or AT + use.building not in _legal(s):
            break
        _push(s, AT + use.building, moves)
        while s.phase == SET:
            _push(s, _next_of_set(s, use), moves)
    return moves


def _next_of_set(s: Any, use: Use) -> int:
    """The next cube of a set that the owner chooses, or its end."""
    wanted = [TYPE + t for t, need in enumerate(use.needs) if s.chosen[t] < need]
    legal_now = _legal(s)
    return next((move for move in wanted if move in legal_now), END_SET if END_SET in legal_now else legal_now[0])


# ------------------------------------------------------------------ the search


def plan(s: Any) -> Plan:
    """The arrangement of the town in turn that yields most when it is processed now."""
    town = s.copy()
    map_networks(town, town.turn)
    return Search(town).best()


class Search:
    """Branch and bound over the uses of all buildings, the most valuable per cube first, within a limit of steps."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.count = s.building_count[s.turn]
        self.kinds = [int(kind_of(s, s.turn, b)) for b in range(self.count)]
        self.net = [[int(s.network[t, b]) for b in range(self.count)] for t in range(TYPES)]
        self.stock = {
            (t, n): sum(s.cubes[s.turn, b, t] for b in range(self.count) if self.net[t][b] == n)
            for t in range(TYPES)
            for n in set(self.net[t])
        }
        self.room = [int(SLOTS[kind]) for kind in self.kinds]
        self.uses = sorted(self._uses(), key=lambda use: -use.value / sum(use.needs))
        self.steps = 0
        self.found = Plan()

    def best(self) -> Plan:
        self._keep([])
        self._grow(0, [], 0)
        return self.found

    def _grow(self, first: int, chosen: list[Use], value: int) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            return
        if value > self.found.value:
            self._keep(chosen)
        for n in range(first, len(self.uses)):
            use = self.uses[n]
            if self._fits(use) and value + self._most_from(n) > self.found.value:
                self._take(use, -1)
                self._grow(n + use.once, [*chosen, use], value + use.value)
                self._take(use, 1)

    def _most_from(self, first: int) -> int:
        """An upper bound of what can still be gained: every cube left brings as much as in the best use left."""
        left = sum(self.stock.values())
        best = self.uses[first]
        return int(left * best.value / sum(best.needs)) + 1

    def _fits(self, use: Use) -> bool:
        if sum(use.needs) > self.room[use.building]:
            return False
        return all(self.stock[t, self.net[t][use.building]] >= need for t, need in enumerate(use.needs) if need)

    def _take(self, use: Use, sign: int) -> None:
        self.room[use.building] += sign * sum(use.needs)
        for t, need in enumerate(use.needs):
            if need:
                self.stock[t, self.net[t][use.building]] += sign * need

    def _keep(self, chosen: list[Use]) -> None:
        """Make this the plan if the cubes left over find a place."""
        layout: dict[tuple[int, int], int] = {}
        for use in chosen:
            for t, need in enumerate(use.needs):
                if need:
                    layout[use.building, t] = layout.get((use.building, t), 0) + need
        if not self._settle_rest(layout):
            return
        conversions = [use for use in chosen if use.converts]
        named = {(b, RESOURCES[t]): n for (b, t), n in layout.items()}
        self.found = Plan(named, conversions, sum(use.points for use in chosen), sum(use.value for use in chosen))

    def _settle_rest(self, layout: dict[tuple[int, int], int]) -> bool:
        """Place what no use takes: where it lies already, else anywhere, making room by moving others on."""
        s, room = self.s, list(self.room)
        held: list[list[int]] = [[0] * TYPES for _ in range(self.count)]
        waiting: list[tuple[int, int]] = []
        for (t, n), left in self.stock.items():
            for b in range(self.count):
                if self.net[t][b] == n and left:
                    stay = min(left, s.cubes[s.turn, b, t], room[b])
                    held[b][t] += stay
                    room[b] -= stay
                    left -= stay
            waiting += [(t, n)] * left
        if not all(self._find_place(t, n, room, held) for t, n in waiting):
            return False
        for b in range(self.count):
            for t in range(TYPES):
                if held[b][t]:
                    layout[b, t] = layout.get((b, t), 0) + held[b][t]
        return True

    def _find_place(self, t: int, n: int, room: list[int], held: list[list[int]]) -> bool:
        """One more left-over cube finds a slot, along a chain of cubes that move on."""
        start = self._homes(t, n)
        back: dict[int, tuple[int, int] | None] = dict.fromkeys(start)
        todo = list(start)
        while todo:
            b = todo.pop(0)
            if room[b]:
                room[b] -= 1
                while (step := back[b]) is not None:
                    giver, moved = step
                    held[b][moved] += 1
                    held[giver][moved] -= 1
                    b = giver
                held[b][t] += 1
                return True
            for moved in range(TYPES):
                if held[b][moved]:
                    for other in self._homes(moved, self.net[moved][b]):
                        if other not in back:
                            back[other] = (b, moved)
                            todo.append(other)
        return False

    def _homes(self, t: int, n: int) -> list[int]:
        mask = int(self.s.homes[t, n])
        return [b for b in range(self.count) if mask >> b & 1]

    # -------------------------------------------------------------- what cubes are good for

    def _uses(self) -> list[Use]:
        found = []
        for b, kind in enumerate(self.kinds):
            for effect in BY_ID[TILES[kind]]["effects"]:
                found += self._uses_of(b, effect)
        return [use for use in found if use.value > 0]

    def _uses_of(self, b: int, effect: dict[str, Any]) -> list[Use]:
        op = effect["op"]
        bonus = int(bonus_at(self.s, self.s.turn, b))
        if op == "convert":
            return [self._conversion(b, effect, bonus)]
        if op == "convert_any":
            sets = combinations_with_replacement(range(TYPES), effect["count"])
            return [self._set(b, types, effect["vp"] + bonus) for types in sets]
        if op == "convert_different":
            sizes = dict(effect["table"])
            return [
                self._set(b, types, vp + bonus)
                for size, vp in sizes.items()
                for types in combinations(range(TYPES), size)
            ]
        if op == "vp_per_cube":
            return self._scoring(b, effect)
        return []

    def _conversion(self, b: int, effect: dict[str, Any], bonus: int) -> Use:
        needs = tuple(effect["input"].get(r, 0) for r in RESOURCES)
        vp = effect.get("vp", 0)
        points = vp + bonus if vp else 0
        made = sum(CUBE_VALUES[RESOURCES.index(r)] * n for r, n in effect.get("output", {}).items())
        return Use(b, needs, 100 * points + made - self._cost(needs), points, True)

    def _set(self, b: int, types: tuple[int, ...], points: int) -> Use:
        needs = tuple(types.count(t) for t in range(TYPES))
        return Use(b, needs, 100 * points - self._cost(needs), points, True)

    @staticmethod
    def _cost(needs: tuple[int, ...]) -> int:
        return sum(CUBE_VALUES[t] * n for t, n in enumerate(needs))

    def _scoring(self, b: int, effect: dict[str, Any]) -> list[Use]:
        """Cubes that lie in place for the next production or, in the final round, for the end."""
        final = self.s.round == ROUNDS
        if (effect["timing"] == "end") != final or effect["vp"] <= 0:
            return []
        needs = tuple(int(r == effect["resource"]) for r in RESOURCES)
        found = [Use(b, needs, 100 * effect["vp"], effect["vp"], False)]
        full = effect.get("full_bonus")
        if full:
            points = effect["vp"] * full["cubes"] + full["vp"]
            found.append(Use(b, tuple(n * full["cubes"] for n in needs), 100 * points, points, False, once=True))
        return found
