"""What a player of Minecart Town likes at first sight: cubes where they bring points, tiles that fit the town."""
# mypy: disable-error-code="no-untyped-def"

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
"""Divides by the number of cubes of most conversions."""
CUBE_TO_COME, MATERIAL = 12, 12
"""A cube for which the town has no use yet, and one of wood or stone, while there is building to come."""
SURROUNDINGS = 4
"""So many neighbours will count, as a rule."""
CROWD = 4
"""A tile uses a type so often at most, before anything is known of the town to come."""


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
def worth_on(s, kind, resource):
    """What a cube brings on a tile of this kind, in twelfths of a point."""
    best = 0
    for effect in range(MAX_EFFECTS):
        op = OP[kind, effect]
        if op == CONVERT and SPENT[kind, effect, resource] > 0:
            best = max(best, conversion_worth(s, kind, effect) // cubes_spent(kind, effect))
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
def conversion_worth(s, kind, effect):
    """Points, and cubes that are meant for something else."""
    total = POINT * POINTS[kind, effect]
    for resource in range(TYPES):
        if GIVEN[kind, effect, resource] > 0:
            total += GIVEN[kind, effect, resource] * demand(s, resource)
    return total


@rule
def demand(s, resource):
    """What the town makes of a cube at best, by a tile that brings points for it."""
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
                total += CROWD // 2 * GIVEN[kind, effect, resource]
    return total


# ------------------------------------------------------------------ tiles


@rule
def tile_worth(s, kind):
    """What a tile would bring to the town, less what it costs, in twelfths of a point."""
    total = 0
    for effect in range(MAX_EFFECTS):
        total += effect_worth(s, kind, effect)
    return total - WOOD_COST[kind] * material_worth(s, WOOD) - STONE_COST[kind] * material_worth(s, STONE)


@rule
def material_worth(s, resource):
    """Wood and stone build, or go to where they bring points."""
    return max(MATERIAL if rounds_left(s) > 0 else 0, demand(s, resource))


@rule
def effect_worth(s, kind, effect):
    op = OP[kind, effect]
    times = rounds_left(s) if TIMING[kind, effect] == PRODUCTION else 1
    if op == GAIN_CUBES:
        return times * gained_worth(s, kind, effect)
    if op == GAIN_VP:
        return times * POINT * POINTS[kind, effect]
    if op == CONVERT:
        return use_worth(s, kind, effect)
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
def gained_worth(s, kind, effect):
    """Cubes are worth what the town makes of them, or a hope."""
    total = 0
    for resource in range(TYPES):
        if GIVEN[kind, effect, resource] > 0:
            hope = CUBE_TO_COME if rounds_left(s) > 0 else 0
            total += GIVEN[kind, effect, resource] * max(hope, demand(s, resource))
    return total


@rule
def use_worth(s, kind, effect):
    """As often as the town has the cubes, within reason."""
    times = 2 * CROWD
    for resource in range(TYPES):
        if SPENT[kind, effect, resource] > 0:
            share = 2 if resource <= STONE and rounds_left(s) > 0 else 1
            times = min(times, supply(s, resource) // (share * SPENT[kind, effect, resource]))
    worth = conversion_worth(s, kind, effect)
    if POINTS[kind, effect] == 0:
        worth = worth // 2
    return times * worth + (POINT if rounds_left(s) > 1 else 0)
