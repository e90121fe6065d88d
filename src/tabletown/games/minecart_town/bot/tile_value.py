"""A quick estimate of what a cube or a tile is worth to the town in turn, for the rollout policy.

Values are in twelfths of a point, which most numbers of cubes in a conversion divide.
"""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    CONVERT,
    CONVERT_ANY,
    CONVERT_DIFFERENT,
    COUNT,
    END,
    GAIN_ANY,
    GAIN_CUBES,
    GAIN_DEPICTED,
    GAIN_PER_GROUP,
    GAIN_VP,
    GIVEN,
    MAX_EFFECTS,
    OP,
    POINTS,
    PRODUCTION,
    PULL_CUBES,
    RESOURCE,
    ROUNDS,
    SET_POINTS,
    SLOTS,
    SPENT,
    STONE,
    STONE_COST,
    TIMING,
    TYPES,
    VP_PER_CUBE,
    WOOD,
    WOOD_COST,
)
from ..rules.town import in_town, kind_of

POINT = 12
CUBE_TO_COME, MATERIAL = 12, 12
"""A cube for which the town has no use yet, and a cube of wood or stone, while there are rounds to build in."""

SURROUNDINGS = 4
"""How many neighbours an end effect is expected to count."""

EXPECTED_USES = 4
"""How often a conversion is expected to be used, before its cubes are counted."""


@rule
def rounds_left(s):
    return ROUNDS - s.round


# ------------------------------------------------------------------ cubes


@rule
def cubes_spent(kind, effect):
    total = 0
    for resource in range(TYPES):
        total += SPENT[kind, effect, resource]
    return max(1, total)


@rule
def value_on(s, kind, resource):
    """The value of a cube on a tile of this kind."""
    best = 0
    for effect in range(MAX_EFFECTS):
        op = OP[kind, effect]
        if op == CONVERT and SPENT[kind, effect, resource] > 0:
            best = max(best, conversion_value(s, kind, effect) // cubes_spent(kind, effect))
        elif op == VP_PER_CUBE and RESOURCE[kind, effect] == resource:
            best = max(best, POINT * POINTS[kind, effect] * (1 if TIMING[kind, effect] == END else rounds_left(s)))
        elif op == CONVERT_ANY:
            best = max(best, POINT * POINTS[kind, effect] // COUNT[kind, effect])
        elif op == CONVERT_DIFFERENT:
            best = max(best, POINT * SET_POINTS[kind, effect, SLOTS[kind]] // SLOTS[kind])
        elif op == GAIN_PER_GROUP and RESOURCE[kind, effect] == resource:
            best = max(best, CUBE_TO_COME * rounds_left(s))
    return best


@rule
def conversion_value(s, kind, effect):
    """The points of a conversion, and the value of the cubes it makes."""
    total = POINT * POINTS[kind, effect]
    for resource in range(TYPES):
        if GIVEN[kind, effect, resource] > 0:
            total += GIVEN[kind, effect, resource] * demand(s, resource)
    return total


@rule
def demand(s, resource):
    """The most points that a tile of the town brings for a cube of a type."""
    best = 0
    for building in range(s.building_count[s.turn]):
        kind = kind_of(s, s.turn, building)
        for effect in range(MAX_EFFECTS):
            if OP[kind, effect] == CONVERT and SPENT[kind, effect, resource] > 0:
                best = max(best, POINT * POINTS[kind, effect] // cubes_spent(kind, effect))
            elif OP[kind, effect] == VP_PER_CUBE and RESOURCE[kind, effect] == resource:
                best = max(best, POINT * POINTS[kind, effect])
            elif OP[kind, effect] in (CONVERT_ANY, CONVERT_DIFFERENT):
                best = max(best, 2 * POINT)
    return best


@rule
def supply(s, resource):
    """The cubes of a type that the town has and will produce."""
    total = in_town(s, s.turn, resource)
    for building in range(s.building_count[s.turn]):
        kind = kind_of(s, s.turn, building)
        for effect in range(MAX_EFFECTS):
            if OP[kind, effect] == GAIN_CUBES and TIMING[kind, effect] == PRODUCTION:
                total += rounds_left(s) * GIVEN[kind, effect, resource]
            elif OP[kind, effect] == CONVERT and GIVEN[kind, effect, resource] > 0:
                total += EXPECTED_USES // 2 * GIVEN[kind, effect, resource]
    return total


# ------------------------------------------------------------------ tiles


@rule
def tile_value(s, kind):
    """What a tile would bring to the town, less what it costs."""
    total = 0
    for effect in range(MAX_EFFECTS):
        total += effect_value(s, kind, effect)
    return total - WOOD_COST[kind] * material_value(s, WOOD) - STONE_COST[kind] * material_value(s, STONE)


@rule
def material_value(s, resource):
    """Wood and stone pay for tiles, or go where they bring points."""
    return max(MATERIAL if rounds_left(s) > 0 else 0, demand(s, resource))


@rule
def effect_value(s, kind, effect):
    op = OP[kind, effect]
    times = rounds_left(s) if TIMING[kind, effect] == PRODUCTION else 1
    if op == GAIN_CUBES:
        return times * gained_value(s, kind, effect)
    if op == GAIN_VP:
        return times * POINT * POINTS[kind, effect]
    if op == CONVERT:
        return use_value(s, kind, effect)
    if op == VP_PER_CUBE:
        return times * POINT * POINTS[kind, effect] * min(SLOTS[kind], supply(s, RESOURCE[kind, effect]))
    if op in (GAIN_ANY, GAIN_DEPICTED, CONVERT_ANY, PULL_CUBES):
        return 5 * POINT
    if op == CONVERT_DIFFERENT:
        return POINT * SET_POINTS[kind, effect, SLOTS[kind]]
    if TIMING[kind, effect] == END:
        return SURROUNDINGS * POINT * POINTS[kind, effect]
    return 2 * POINT


@rule
def gained_value(s, kind, effect):
    """The cubes gained, by what the town makes of them or may come to make of them."""
    total = 0
    for resource in range(TYPES):
        if GIVEN[kind, effect, resource] > 0:
            unused = CUBE_TO_COME if rounds_left(s) > 0 else 0
            total += GIVEN[kind, effect, resource] * max(unused, demand(s, resource))
    return total


@rule
def use_value(s, kind, effect):
    """A conversion, as often as the supply of its cubes allows, up to a limit."""
    times = 2 * EXPECTED_USES
    for resource in range(TYPES):
        if SPENT[kind, effect, resource] > 0:
            share = 2 if resource <= STONE and rounds_left(s) > 0 else 1
            times = min(times, supply(s, resource) // (share * SPENT[kind, effect, resource]))
    value = conversion_value(s, kind, effect)
    if POINTS[kind, effect] == 0:
        value = value // 2
    return times * value + (POINT if rounds_left(s) > 1 else 0)
