"""How good a position of Minecart Town is for a player: points, and what its networks can still make of their cubes.

A network's cubes are pooled with what its buildings will produce, and shared out to its buildings, the best use first. What lies
where it will be used counts more than what has still to be moved there.
"""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.rule import constants, rule

from ..components import (
    CONVERT,
    CONVERT_ANY,
    CONVERT_DIFFERENT,
    COUNT,
    END,
    FIRST_SHAPE,
    FULL_CUBES,
    FULL_POINTS,
    GAIN_CUBES,
    GAIN_PER_GROUP,
    GAIN_VP,
    GIVEN,
    MAX_EFFECTS,
    OP,
    OPEN_SIDES,
    POINTS,
    PRODUCTION,
    PULL_CUBES,
    RESOURCE,
    ROUNDS,
    SET_POINTS,
    SLOTS,
    SPENT,
    TIMING,
    TYPES,
    VP_PER_CUBE,
    WOOD,
)
from ..rules.effects import NO_CONVERSION, bonus_at, conversion_of, end_points, largest_set
from ..rules.town import join_lines, kind_of, root_of, sweep
from ..state import ARRANGE, DROP, FINISHED, PICK, START
from .rollout import rollout_weight as rollout_weight

SCALE = 3000
ROLLOUT = "random"
ROLLOUT_MOVES = 1000
"""To the end: what a town will yield shows when it is played on, however carelessly. Playouts lean to what players do without thinking."""

POINT = 100
PAR = 70 * POINT
"""A fair result: what is above and below it counts most."""
POINTS_SHARE = 0.5
"""Towns hardly touch each other: more points are more wins, also against players who are better than those of the playouts."""
LYING_THERE = 95
"""A point that cubes will bring where they lie."""
ON_THE_WAY = 80
"""A point that cubes can bring elsewhere in their network."""
PART_OF_A_SET = 12
"""What a point is worth more when a part of its cubes lies ready."""
HOPE = 14
"""A point of a use for which the cubes are still missing, for each of the next two rounds."""
CUBE = constants([12, 12, 45, 45, 55])
"""A cube without a use, while there are rounds to come: wood, stone, wheat, coal, sheep."""
LAST_CUBE = constants([3, 3, 4, 4, 5])
"""The same in the last round."""
PULL = 60
"""A Stockpile, for each round."""
LINK, LOOSE_END = 10, 5
"""A rail end that meets another tile, and one that waits for a tile."""

BYTE = 8
"""A pool of cubes is one number, a byte for each type."""
FULL = 255
NO_USE = -1


@rule
def evaluate(s, seat):
    """What the score will be, roughly, in hundredths of a point."""
    total = POINT * s.vp[seat] - PAR
    if s.phase == FINISHED or s.phase == START:
        return total
    left = ROUNDS - s.round
    join_lines(s, seat, WOOD, False)
    for building in range(s.building_count[seat]):
        if heads_network(s, seat, building):
            total += network_worth(s, seat, root_of(s, 2 * s.tile_of[seat, building]), left)
        total += place_worth(s, seat, building, left)
    sweep(s, seat)
    for building in range(s.building_count[seat]):
        total += surroundings_worth(s, seat, building)
    if seat == s.turn:
        total += hand_worth(s)
    return total + rails_worth(s, seat) * (1 + min(left, 2))


# ------------------------------------------------------------------ pools of cubes


@rule
def held(pool, resource):
    return (pool >> (BYTE * resource)) & FULL


@rule
def some(resource, count):
    return count << (BYTE * resource)


@rule
def heads_network(s, seat, building):
    """Whether no earlier building belongs to the same network."""
    root = root_of(s, 2 * s.tile_of[seat, building])
    for earlier in range(building):
        if root_of(s, 2 * s.tile_of[seat, earlier]) == root:
            return False
    return True


@rule
def network_worth(s, seat, root, left):
    """All cubes of a network, those in the hand and those to be produced too, put to their best uses one after the other."""
    pool = 0
    total = 0
    for building in range(s.building_count[seat]):
        if root_of(s, 2 * s.tile_of[seat, building]) == root:
            pool += cubes_of(s, seat, building, left)
            total += ready_worth(s, seat, building, left)
    used = 0
    makers = 0
    for _ in range(2 * s.building_count[seat]):
        best = best_use(s, seat, root, pool, used, left)
        if best == NO_USE:
            break
        used |= 1 << best
        times = times_of(s, seat, best, pool)
        total += times * points_worth(s, seat, best, left)
        pool = after_use(s, seat, best, pool, times)
        if makes_cubes(kind_of(s, seat, best)):
            makers |= 1 << best
            used = makers
    total += mixed_worth(s, seat, root, pool, left) + hope_worth(s, seat, root, used, left)
    for resource in range(TYPES):
        total += held(pool, resource) * (CUBE[resource] if left > 0 else LAST_CUBE[resource])
    return total


@rule
def cubes_of(s, seat, building, left):
    """What a building adds to the pool: its cubes that are not about to be converted, kept slots of the hand, and its production to come."""
    kind = kind_of(s, seat, building)
    ready = ready_times(s, seat, building)
    pool = 0
    for resource in range(TYPES):
        count = s.cubes[seat, building, resource]
        if seat == s.turn:
            count += s.hand[building, resource]
        for effect in range(MAX_EFFECTS):
            if OP[kind, effect] == GAIN_CUBES and TIMING[kind, effect] == PRODUCTION:
                count += left * GIVEN[kind, effect, resource]
            elif OP[kind, effect] == CONVERT:
                count += ready * (GIVEN[kind, effect, resource] - SPENT[kind, effect, resource])
        pool += some(resource, count)
    return pool


@rule
def ready_times(s, seat, building):
    """How often the cubes on a building allow its conversion as they lie."""
    kind = kind_of(s, seat, building)
    effect = conversion_of(kind)
    if effect == NO_CONVERSION or OP[kind, effect] != CONVERT:
        return 0
    times = FULL
    for resource in range(TYPES):
        if SPENT[kind, effect, resource] > 0:
            times = min(times, s.cubes[seat, building, resource] // SPENT[kind, effect, resource])
    return times


@rule
def ready_worth(s, seat, building, left):
    """The points of conversions whose cubes lie ready, and a little for sets that are begun."""
    kind = kind_of(s, seat, building)
    effect = conversion_of(kind)
    if effect == NO_CONVERSION or OP[kind, effect] != CONVERT or POINTS[kind, effect] == 0:
        return 0
    points = POINTS[kind, effect] + bonus_at(s, seat, building)
    times = ready_times(s, seat, building)
    there = 0
    wanted = 0
    for resource in range(TYPES):
        wanted += SPENT[kind, effect, resource]
        there += min(
            SPENT[kind, effect, resource], s.cubes[seat, building, resource] - times * SPENT[kind, effect, resource]
        )
    return times * points * LYING_THERE + PART_OF_A_SET * points * there // wanted


# ------------------------------------------------------------------ uses of single types


@rule
def use_of(kind):
    """The effect that uses cubes of fixed types: a conversion, or points for cubes that lie there."""
    for effect in range(MAX_EFFECTS):
        if OP[kind, effect] == CONVERT or (OP[kind, effect] == VP_PER_CUBE and POINTS[kind, effect] > 0):
            return effect
    return NO_USE


@rule
def needs(kind, effect, resource):
    if OP[kind, effect] == VP_PER_CUBE:
        return 1 if RESOURCE[kind, effect] == resource else 0
    return SPENT[kind, effect, resource]


@rule
def best_use(s, seat, root, pool, used, left):
    """The building of a network that makes most of a cube, or NO_USE."""
    best = NO_USE
    most = 0
    for building in range(s.building_count[seat]):
        if (
            (used >> building) & 1 == 0
            and root_of(s, 2 * s.tile_of[seat, building]) == root
            and times_of(s, seat, building, pool) > 0
        ):
            gain = points_worth(s, seat, building, left) + cubes_worth(s, seat, building, root)
            gain = gain // cubes_needed(kind_of(s, seat, building))
            if gain > most:
                most = gain
                best = building
    return best


@rule
def cubes_needed(kind):
    effect = use_of(kind)
    count = 0
    for resource in range(TYPES):
        count += needs(kind, effect, resource)
    return max(1, count)


@rule
def makes_cubes(kind):
    """Whether a tile turns cubes into others."""
    effect = use_of(kind)
    for resource in range(TYPES):
        if OP[kind, effect] == CONVERT and GIVEN[kind, effect, resource] > 0:
            return True
    return False


@rule
def times_of(s, seat, building, pool):
    """How often a building can use what is in the pool. The last round converts without end, so slots count only where cubes must lie."""
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    if effect == NO_USE:
        return 0
    times = SLOTS[kind] if OP[kind, effect] == VP_PER_CUBE else FULL
    for resource in range(TYPES):
        if needs(kind, effect, resource) > 0:
            times = min(times, held(pool, resource) // needs(kind, effect, resource))
    return times


@rule
def points_worth(s, seat, building, left):
    """The points of one use."""
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    if OP[kind, effect] == VP_PER_CUBE:
        return ON_THE_WAY * POINTS[kind, effect] * (1 if TIMING[kind, effect] == END else left)
    if POINTS[kind, effect] == 0:
        return 0
    return ON_THE_WAY * (POINTS[kind, effect] + bonus_at(s, seat, building))


@rule
def cubes_worth(s, seat, building, root):
    """What the cubes of one use will bring in turn."""
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    gain = 0
    for resource in range(TYPES):
        if OP[kind, effect] == CONVERT and GIVEN[kind, effect, resource] > 0:
            gain += GIVEN[kind, effect, resource] * best_points(s, seat, root, resource)
    return gain


@rule
def best_points(s, seat, root, resource):
    """The most that a cube of a type brings in a network, or what it is worth without a use."""
    best = LAST_CUBE[resource]
    for building in range(s.building_count[seat]):
        if root_of(s, 2 * s.tile_of[seat, building]) == root:
            kind = kind_of(s, seat, building)
            effect = use_of(kind)
            if effect != NO_USE and needs(kind, effect, resource) > 0:
                best = max(best, ON_THE_WAY * POINTS[kind, effect] // cubes_needed(kind))
    return best


@rule
def after_use(s, seat, building, pool, times):
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    for resource in range(TYPES):
        pool -= some(resource, times * needs(kind, effect, resource))
        if OP[kind, effect] == CONVERT:
            pool += some(resource, times * GIVEN[kind, effect, resource])
    return pool


# ------------------------------------------------------------------ uses of any types, and uses to come


@rule
def mixed_worth(s, seat, root, pool, left):
    """Buildings that take any cubes use what the others left."""
    total = 0
    cubes = 0
    types = 0
    for resource in range(TYPES):
        cubes += held(pool, resource)
        if held(pool, resource) > 0:
            types += 1
    for building in range(s.building_count[seat]):
        if root_of(s, 2 * s.tile_of[seat, building]) == root:
            kind = kind_of(s, seat, building)
            effect = conversion_of(kind)
            if effect != NO_CONVERSION and OP[kind, effect] == CONVERT_ANY:
                times = min(cubes // COUNT[kind, effect], (left + 1) * SLOTS[kind] // COUNT[kind, effect])
                total += times * ON_THE_WAY * POINTS[kind, effect] * 3 // 4
            elif effect != NO_CONVERSION and OP[kind, effect] == CONVERT_DIFFERENT:
                total += (
                    ON_THE_WAY
                    * SET_POINTS[kind, effect, largest_set(kind, effect, types)]
                    * (1 + min(left, cubes // 5))
                )
    return total


@rule
def hope_worth(s, seat, root, used, left):
    """Uses for which this network has no cubes yet."""
    total = 0
    for building in range(s.building_count[seat]):
        if (used >> building) & 1 == 0 and root_of(s, 2 * s.tile_of[seat, building]) == root:
            kind = kind_of(s, seat, building)
            effect = use_of(kind)
            if effect != NO_USE:
                total += HOPE * POINTS[kind, effect] * min(left, 2)
    return total


# ------------------------------------------------------------------ what is where it is


@rule
def place_worth(s, seat, building, left):
    """Production of points, cubes that bring points by lying where they are, and the Stockpile."""
    kind = kind_of(s, seat, building)
    total = 0
    for effect in range(MAX_EFFECTS):
        op = OP[kind, effect]
        if op == GAIN_VP and TIMING[kind, effect] == PRODUCTION:
            total += left * POINT * POINTS[kind, effect]
        elif op == VP_PER_CUBE:
            total += lying_worth(s, seat, building, kind, effect, left)
        elif op == GAIN_PER_GROUP:
            total += left * CUBE[RESOURCE[kind, effect]] * min(4, s.cubes[seat, building, RESOURCE[kind, effect]])
        elif op == PULL_CUBES:
            total += PULL * (left + 1)
    return total


@rule
def lying_worth(s, seat, building, kind, effect, left):
    """Cubes that lie where they bring points, above what the pool counts for them."""
    cubes = s.cubes[seat, building, RESOURCE[kind, effect]]
    if TIMING[kind, effect] == END:
        total = cubes * POINTS[kind, effect] * (LYING_THERE - ON_THE_WAY)
        if FULL_CUBES[kind, effect] > 0:
            total += (
                POINT
                * FULL_POINTS[kind, effect]
                * min(cubes, FULL_CUBES[kind, effect])
                // FULL_CUBES[kind, effect]
                // (2 + left)
            )
        return total
    return min(left, 1) * cubes * POINTS[kind, effect] * PART_OF_A_SET


@rule
def surroundings_worth(s, seat, building):
    """End effects that count what stands around."""
    kind = kind_of(s, seat, building)
    total = 0
    for effect in range(MAX_EFFECTS):
        if TIMING[kind, effect] == END and OP[kind, effect] != VP_PER_CUBE:
            total += LYING_THERE * end_points(s, seat, building, effect)
    return total


@rule
def hand_worth(s):
    """Lifted cubes are a little better than cubes that lie about: they are on their way."""
    total = 0
    if s.phase == PICK or s.phase == DROP or s.phase == ARRANGE:
        for building in range(s.building_count[s.turn]):
            for resource in range(TYPES):
                total += s.hand[building, resource]
    return total


@rule
def rails_worth(s, seat):
    """Rail ends that meet a tile which is open on that side, and rail ends that wait for one."""
    total = 0
    for tile in range(s.tile_count[seat]):
        if s.tiles[seat, tile] >= FIRST_SHAPE:
            ends = OPEN_SIDES[s.tiles[seat, tile]]
            for side in range(4):
                other = s.beside[seat, tile, side]
                if (ends >> side) & 1 == 1 and other < 0:
                    total += LOOSE_END
                elif (ends >> side) & 1 == 1 and (OPEN_SIDES[s.tiles[seat, other]] >> ((side + 2) % 4)) & 1 == 1:
                    total += LINK
    return total
