"""What a position of Minecart Town is worth to a player: its points, and what its networks can make of their cubes.

The cubes of a network are pooled with what its buildings will produce and shared out to its buildings, the best use
first. A cube that lies where it will be used counts more than one that has still to be moved there.
"""

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
from ..rules.town import cubes_left, join_lines, kind_of, root_of, sweep
from ..state import FINISHED, PICK, START
from .rollout import rollout_weight

__all__ = [
    "LEAF",
    "LEAF_ROLLOUT_MOVES",
    "POINTS_SHARE",
    "ROLLOUT",
    "ROLLOUT_MOVES",
    "SCALE",
    "SURENESS",
    "evaluate",
    "rollout_weight",
]

SCALE = 3000
ROLLOUT = "random"
ROLLOUT_MOVES = 1000
"""Enough to reach the end of the game: what a town yields shows best when it is played on, even by weak moves."""

POINTS_SHARE = 0.5
"""Towns hardly affect each other, so more points win more often, also against better players than those of rollouts."""

LEAF = 8
LEAF_ROLLOUT_MOVES = 12
"""The evaluation a few moves on tells better who will win than a few rollouts to the end, which take long here."""
SURENESS = 4.5

POINT = 100
PAR = 70 * POINT
"""An average result; the win probability changes fastest around it."""

IN_PLACE = 95
"""A point that cubes will bring where they lie."""

REACHABLE = 80
"""A point that cubes can bring elsewhere in their network."""

PARTIAL_SET = 12
"""What a point adds when a part of its cubes lies in place."""

UNSUPPLIED = 14
"""A point of a use for which the cubes are still missing, for each of the next two rounds."""

IDLE_CUBE = constants([12, 12, 45, 45, 55])
"""A cube without a use, while there are rounds to come: wood, stone, wheat, coal, sheep."""

LAST_IDLE_CUBE = constants([3, 3, 4, 4, 5])
"""The same in the last round."""

STOCKPILE = 60
"""A Stockpile, for each round."""

LINK, LOOSE_END = 10, 5
"""A rail end that meets another tile, and one that points into an empty cell."""

BYTE = 8
"""A pool of cubes is one number with a byte for each type."""
FULL = 255
NO_USE = -1


@rule
def evaluate(s, seat):
    """An estimate of the final score above or below par, in hundredths of a point."""
    total = POINT * s.vp[seat] - PAR
    if s.phase == FINISHED or s.phase == START:
        return total
    left = ROUNDS - s.round
    join_lines(s, seat, WOOD, False)
    for building in range(s.building_count[seat]):
        if heads_network(s, seat, building):
            total += network_value(s, seat, root_of(s, 2 * s.tile_of[seat, building]), left)
        total += place_value(s, seat, building, left)
    sweep(s, seat)
    for building in range(s.building_count[seat]):
        total += surroundings_value(s, seat, building)
    if seat == s.turn:
        total += hand_value(s)
    return total + rails_value(s, seat) * (1 + min(left, 2))


# ------------------------------------------------------------------ pools of cubes


@rule
def count_in(pool, resource):
    return (pool >> (BYTE * resource)) & FULL


@rule
def packed(resource, count):
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
def network_value(s, seat, root, left):
    """The cubes of a network, also those in the hand and those to be produced, put to their best uses in turn."""
    pool = 0
    total = 0
    for building in range(s.building_count[seat]):
        if root_of(s, 2 * s.tile_of[seat, building]) == root:
            pool += cubes_of(s, seat, building, left)
            total += ready_value(s, seat, building, left)
    used = 0
    makers = 0
    for _ in range(2 * s.building_count[seat]):
        best = best_use(s, seat, root, pool, used, left)
        if best == NO_USE:
            break
        used |= 1 << best
        times = times_of(s, seat, best, pool)
        total += times * points_value(s, seat, best, left)
        pool = after_use(s, seat, best, pool, times)
        if makes_cubes(kind_of(s, seat, best)):
            makers |= 1 << best
            used = makers
    total += mixed_value(s, seat, root, pool, left) + unsupplied_value(s, seat, root, used, left)
    for resource in range(TYPES):
        total += count_in(pool, resource) * (IDLE_CUBE[resource] if left > 0 else LAST_IDLE_CUBE[resource])
    return total


@rule
def cubes_of(s, seat, building, left):
    """What a building adds to the pool: its cubes, what converting them there makes, and its production to come."""
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
        pool += packed(resource, count)
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
def ready_value(s, seat, building, left):
    """The points of conversions whose cubes lie in place, and a little for incomplete sets."""
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
    return times * points * IN_PLACE + PARTIAL_SET * points * there // wanted


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
            gain = points_value(s, seat, building, left) + cubes_value(s, seat, building, root)
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
    """How often a building can use what is in the pool.

    The last round allows any number of conversions, so slots are a limit only where cubes score by lying there.
    """
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    if effect == NO_USE:
        return 0
    times = SLOTS[kind] if OP[kind, effect] == VP_PER_CUBE else FULL
    for resource in range(TYPES):
        if needs(kind, effect, resource) > 0:
            times = min(times, count_in(pool, resource) // needs(kind, effect, resource))
    return times


@rule
def points_value(s, seat, building, left):
    """The points of one use."""
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    if OP[kind, effect] == VP_PER_CUBE:
        return REACHABLE * POINTS[kind, effect] * (1 if TIMING[kind, effect] == END else left)
    if POINTS[kind, effect] == 0:
        return 0
    return REACHABLE * (POINTS[kind, effect] + bonus_at(s, seat, building))


@rule
def cubes_value(s, seat, building, root):
    """What the cubes made by one use will bring in turn."""
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    gain = 0
    for resource in range(TYPES):
        if OP[kind, effect] == CONVERT and GIVEN[kind, effect, resource] > 0:
            gain += GIVEN[kind, effect, resource] * best_points(s, seat, root, resource)
    return gain


@rule
def best_points(s, seat, root, resource):
    """The most that a cube of a type brings in a network, or its value without a use."""
    best = LAST_IDLE_CUBE[resource]
    for building in range(s.building_count[seat]):
        if root_of(s, 2 * s.tile_of[seat, building]) == root:
            kind = kind_of(s, seat, building)
            effect = use_of(kind)
            if effect != NO_USE and needs(kind, effect, resource) > 0:
                best = max(best, REACHABLE * POINTS[kind, effect] // cubes_needed(kind))
    return best


@rule
def after_use(s, seat, building, pool, times):
    kind = kind_of(s, seat, building)
    effect = use_of(kind)
    for resource in range(TYPES):
        pool -= packed(resource, times * needs(kind, effect, resource))
        if OP[kind, effect] == CONVERT:
            pool += packed(resource, times * GIVEN[kind, effect, resource])
    return pool


# ------------------------------------------------------------------ uses of any types, and uses without cubes


@rule
def mixed_value(s, seat, root, pool, left):
    """Buildings that take any cubes use what the others leave."""
    total = 0
    cubes = 0
    types = 0
    for resource in range(TYPES):
        cubes += count_in(pool, resource)
        if count_in(pool, resource) > 0:
            types += 1
    for building in range(s.building_count[seat]):
        if root_of(s, 2 * s.tile_of[seat, building]) == root:
            kind = kind_of(s, seat, building)
            effect = conversion_of(kind)
            if effect != NO_CONVERSION and OP[kind, effect] == CONVERT_ANY:
                times = min(cubes // COUNT[kind, effect], (left + 1) * SLOTS[kind] // COUNT[kind, effect])
                total += times * REACHABLE * POINTS[kind, effect] * 3 // 4
            elif effect != NO_CONVERSION and OP[kind, effect] == CONVERT_DIFFERENT:
                total += (
                    REACHABLE * SET_POINTS[kind, effect, largest_set(kind, effect, types)] * (1 + min(left, cubes // 5))
                )
    return total


@rule
def unsupplied_value(s, seat, root, used, left):
    """Uses for which this network has no cubes yet."""
    total = 0
    for building in range(s.building_count[seat]):
        if (used >> building) & 1 == 0 and root_of(s, 2 * s.tile_of[seat, building]) == root:
            kind = kind_of(s, seat, building)
            effect = use_of(kind)
            if effect != NO_USE:
                total += UNSUPPLIED * POINTS[kind, effect] * min(left, 2)
    return total


# ------------------------------------------------------------------ single buildings, hand and rails


@rule
def place_value(s, seat, building, left):
    """Production of points, cubes that bring points by lying where they are, and the Stockpile."""
    kind = kind_of(s, seat, building)
    total = 0
    for effect in range(MAX_EFFECTS):
        op = OP[kind, effect]
        if op == GAIN_VP and TIMING[kind, effect] == PRODUCTION:
            total += left * POINT * POINTS[kind, effect]
        elif op == VP_PER_CUBE:
            total += lying_value(s, seat, building, kind, effect, left)
        elif op == GAIN_PER_GROUP:
            total += left * IDLE_CUBE[RESOURCE[kind, effect]] * min(4, s.cubes[seat, building, RESOURCE[kind, effect]])
        elif op == PULL_CUBES:
            total += STOCKPILE * (left + 1)
    return total


@rule
def lying_value(s, seat, building, kind, effect, left):
    """Cubes that lie where they bring points, beyond what the pool counts for them."""
    cubes = s.cubes[seat, building, RESOURCE[kind, effect]]
    if TIMING[kind, effect] == END:
        total = cubes * POINTS[kind, effect] * (IN_PLACE - REACHABLE)
        if FULL_CUBES[kind, effect] > 0:
            total += (
                POINT
                * FULL_POINTS[kind, effect]
                * min(cubes, FULL_CUBES[kind, effect])
                // FULL_CUBES[kind, effect]
                // (2 + left)
            )
        return total
    return min(left, 1) * cubes * POINTS[kind, effect] * PARTIAL_SET


@rule
def surroundings_value(s, seat, building):
    """End effects that count what stands around."""
    kind = kind_of(s, seat, building)
    total = 0
    for effect in range(MAX_EFFECTS):
        if TIMING[kind, effect] == END and OP[kind, effect] != VP_PER_CUBE:
            total += IN_PLACE * end_points(s, seat, building, effect)
    return total


@rule
def hand_value(s):
    """Lifted cubes count a little more than lying ones: they are about to be moved.

    That is worth something once for each cube of the town, so that nobody lifts and sets down for ever.
    """
    if s.phase != PICK or s.held == 0:
        return 0
    return s.held if s.lifts >= s.held + cubes_left(s, s.turn) else 0


@rule
def rails_value(s, seat):
    """Rail ends that meet a tile which is open on that side, and rail ends that point into an empty cell."""
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
