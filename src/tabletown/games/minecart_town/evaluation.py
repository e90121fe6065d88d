"""How good a position of Minecart Town is for a player: points, and what buildings and cubes will still bring."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from ...core.rule import constants, rule
from .components import (
    CONVERT,
    CONVERT_ANY,
    CONVERT_DIFFERENT,
    COUNT,
    END,
    FIRST_SHAPE,
    GAIN_VP,
    GIVEN,
    MAX_EFFECTS,
    OP,
    OPEN_SIDES,
    POINTS,
    PRODUCTION,
    ROUNDS,
    SET_POINTS,
    SPENT,
    TIMING,
    TYPES,
)
from .effects import end_points, largest_set, types_on
from .state import ARRANGE, DROP, FINISHED, PICK, START

SCALE = 500
ROLLOUT = "greedy"
ROLLOUT_MOVES = 0
"""A search judges a new position by the evaluation alone."""

POINT = 100
CUBE = constants([24, 24, 60, 60, 80])
"""A cube by type while it can still be used: wood, stone, wheat, coal, sheep."""
LAST_CUBE = constants([4, 4, 10, 10, 12])
"""The same in the last round."""
READY = 90
"""A point that the cubes on a building will be turned into."""
CHANCE_TO_CONVERT = 35
"""A point of a conversion for which the cubes are still missing, for each round to come."""
END_POINT = 90
LINK = 22
"""A rail end that meets another tile."""


@rule
def evaluate(s, seat):
    """What the score will be, roughly, in hundredths of a point."""
    total = POINT * s.vp[seat]
    if s.phase == FINISHED or s.phase == START:
        return total
    left = ROUNDS - s.round
    for building in range(s.building_count[seat]):
        total += building_worth(s, seat, building, left)
    if seat == s.turn:
        total += hand_worth(s, left)
    return total + rails_worth(s, seat) * (1 + min(left, 2))


@rule
def building_worth(s, seat, building, left):
    kind = s.tiles[seat, s.tile_of[seat, building]]
    total = 0
    for resource in range(TYPES):
        total += s.cubes[seat, building, resource] * (CUBE[resource] if left > 0 else LAST_CUBE[resource])
    for effect in range(MAX_EFFECTS):
        if TIMING[kind, effect] == PRODUCTION:
            total += left * production_worth(kind, effect)
        elif TIMING[kind, effect] == END:
            total += END_POINT * end_points(s, seat, building, effect)
        elif OP[kind, effect] == CONVERT:
            total += conversion_worth(s, seat, building, kind, effect, left)
        elif OP[kind, effect] == CONVERT_ANY or OP[kind, effect] == CONVERT_DIFFERENT:
            total += set_worth(s, seat, building, kind, effect, left)
    return total


@rule
def production_worth(kind, effect):
    """What a building brings in one Production phase."""
    if OP[kind, effect] == GAIN_VP:
        return POINT * POINTS[kind, effect]
    total = 0
    for resource in range(TYPES):
        total += GIVEN[kind, effect, resource] * CUBE[resource]
    return total * 3 // 4


@rule
def conversion_worth(s, seat, building, kind, effect, left):
    """The conversions that the cubes on a building allow, and those that may come."""
    times = 99
    gain = READY * POINTS[kind, effect]
    for resource in range(TYPES):
        if SPENT[kind, effect, resource] > 0:
            times = min(times, s.cubes[seat, building, resource] // SPENT[kind, effect, resource])
        gain += (GIVEN[kind, effect, resource] - SPENT[kind, effect, resource]) * CUBE[resource] // 2
    return (times % 99) * max(0, gain) + CHANCE_TO_CONVERT * POINTS[kind, effect] * min(left, 2)


@rule
def set_worth(s, seat, building, kind, effect, left):
    if OP[kind, effect] == CONVERT_DIFFERENT:
        size = largest_set(kind, effect, types_on(s, seat, building))
        return READY * SET_POINTS[kind, effect, size] + CHANCE_TO_CONVERT * 6 * min(left, 2)
    cubes = 0
    for resource in range(TYPES):
        cubes += s.cubes[seat, building, resource]
    times = cubes // max(1, COUNT[kind, effect])
    return READY * times * POINTS[kind, effect] + CHANCE_TO_CONVERT * POINTS[kind, effect] * min(left, 2)


@rule
def hand_worth(s, left):
    """Lifted cubes are worth a little more than cubes that lie: they are on their way."""
    if s.phase != PICK and s.phase != DROP and s.phase != ARRANGE:
        return 0
    total = 0
    for building in range(s.building_count[s.turn]):
        for resource in range(TYPES):
            total += s.hand[building, resource] * ((CUBE[resource] if left > 0 else LAST_CUBE[resource]) + 1)
    return total


@rule
def rails_worth(s, seat):
    """Rail ends that meet a tile which is open on that side."""
    total = 0
    for tile in range(s.tile_count[seat]):
        if s.tiles[seat, tile] >= FIRST_SHAPE:
            ends = OPEN_SIDES[s.tiles[seat, tile]]
            for side in range(4):
                other = s.beside[seat, tile, side]
                if (ends >> side) & 1 == 1 and other >= 0 and (OPEN_SIDES[s.tiles[seat, other]] >> ((side + 2) % 4)) & 1 == 1:
                    total += LINK
    return total
