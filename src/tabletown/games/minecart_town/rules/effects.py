"""What buildings do: the effect vocabulary of components.toml, interpreted."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ACCEPTS,
    CONVERT,
    CONVERT_ANY,
    CONVERT_DIFFERENT,
    COUNT,
    COUNT_BUILDINGS,
    COUNT_PROCESSING,
    COUNT_TYPES,
    COUNT_VP,
    END,
    FULL_CUBES,
    FULL_POINTS,
    GAIN_ANY,
    GAIN_CUBES,
    GAIN_DEPICTED,
    GAIN_PER_GROUP,
    GAIN_VP,
    GAINS_VP,
    GIVEN,
    GROUP_GAIN,
    IS_BUILDING,
    MAX_EFFECTS,
    MOST,
    OP,
    POINTS,
    PROCESSES,
    PROCESSING,
    PROCESSING_BONUS,
    PRODUCTION,
    REMOVE_CUBES,
    RESOURCE,
    ROUNDS,
    SAME_TYPE,
    SET_POINTS,
    SPENT,
    TIMING,
    TYPES,
    VP_PER_CONNECTED,
    VP_PER_CUBE,
    VP_PER_SURROUNDING,
    WHAT,
)
from ..state import AT_PRODUCTION, GAIN, KEEP, PROCESS, SET
from .town import cubes_on, directly_connected, free_slots, kind_of, surrounds, types_depicted_around

NO_CONVERSION = -1
CLOSE_SET = 5
"""The bit after those of the types: the set may be closed as it is."""


# ------------------------------------------------------------------ points and cubes


@rule
def score_points(s, seat, points):
    """VP change the score at once. MT-26"""
    s.vp[seat] += points


@rule
def stop_at_floor(s, seat):
    """The score may fall below 0 unless a floor is set.

    VP are lost in production alone: the floor counts when all buildings of a town have produced, so that their order
    does not matter. MT-146
    """
    if s.vp_floor == 1 and s.vp[seat] < 0:
        s.vp[seat] = 0


@rule
def place_pending(s):
    """Put gained cubes on the site's free slots; returns whether its owner must choose which to keep. MT-53..56"""
    free = free_slots(s, s.turn, s.site)
    total = 0
    kinds = 0
    for resource in range(TYPES):
        total += s.pending[resource]
        if s.pending[resource] > 0:
            kinds += 1
    if 0 < free < total and kinds > 1:
        return True
    for resource in range(TYPES):
        placed = min(free, s.pending[resource])
        s.cubes[s.turn, s.site, resource] += placed
        free -= placed
        s.pending[resource] = 0
    return False


@rule
def keep_cube(s, resource):
    """One cube of the chosen type is kept. MT-55"""
    s.cubes[s.turn, s.site, resource] += 1
    s.pending[resource] -= 1


@rule
def receive(s, building, back):
    """Place what is pending on a building, or ask its owner what to keep and go on from `back`."""
    s.site = building
    if place_pending(s):
        s.phase = KEEP
        s.back = back


# ------------------------------------------------------------------ immediate and production effects


@rule
def timing_of(s, kind, effect):
    """When an effect happens; the loss of the Paddock may be moved to production by a setting. MT-06, MT-143"""
    timing = TIMING[kind, effect]
    if timing == PROCESSING and OP[kind, effect] == REMOVE_CUBES and s.paddock_timing == AT_PRODUCTION:
        return PRODUCTION
    return timing


@rule
def take_effect(s, building, effect, back):
    """Carry out a production or immediate effect on its own tile. MT-50, MT-51, MT-73"""
    seat = s.turn
    kind = kind_of(s, seat, building)
    op = OP[kind, effect]
    if op == GAIN_CUBES:
        for resource in range(TYPES):
            s.pending[resource] = GIVEN[kind, effect, resource]
        receive(s, building, back)
    elif op == GAIN_VP:
        score_points(s, seat, POINTS[kind, effect])
    elif op == VP_PER_CUBE:
        score_points(s, seat, POINTS[kind, effect] * s.cubes[seat, building, RESOURCE[kind, effect]])
    elif op == GAIN_PER_GROUP:
        resource = RESOURCE[kind, effect]
        s.pending[resource] = s.cubes[seat, building, resource] // COUNT[kind, effect] * GROUP_GAIN[kind, effect]
        receive(s, building, back)
    elif op == REMOVE_CUBES:
        remove_cubes(s, building, effect)
    elif op == GAIN_DEPICTED:
        types = types_depicted_around(s, seat, s.tile_of[seat, building])
        for resource in range(TYPES):
            s.pending[resource] = (types >> resource & 1) * COUNT[kind, effect]
        receive(s, building, back)
    elif op == GAIN_ANY:
        s.site = building
        s.free_gain = min(COUNT[kind, effect], free_slots(s, seat, building))
        s.phase = GAIN
        s.back = back


@rule
def remove_cubes(s, building, effect):
    """Return cubes to the stock, as many as there are. MT-63"""
    kind = kind_of(s, s.turn, building)
    for resource in range(TYPES):
        s.cubes[s.turn, building, resource] -= min(s.cubes[s.turn, building, resource], SPENT[kind, effect, resource])


@rule
def gain_named(s, resource):
    """A cube of the named type, or all of them at once where they are of one type. MT-75, MT-149, MT-150"""
    kind = kind_of(s, s.turn, s.site)
    gained = 1
    for effect in range(MAX_EFFECTS):
        if OP[kind, effect] == GAIN_ANY and SAME_TYPE[kind, effect] == 1:
            gained = s.free_gain
    s.cubes[s.turn, s.site, resource] += gained
    s.free_gain -= gained


@rule
def nameable_types(s):
    """The types that may be named for a free gain, in any order, as bits. MT-75"""
    kind = kind_of(s, s.turn, s.site)
    types = 0
    for resource in range(TYPES):
        types |= ACCEPTS[kind, resource] << resource
    return types


# ------------------------------------------------------------------ conversions


@rule
def conversion_of(kind):
    """The conversion of a tile; it has at most one. MT-122"""
    for effect in range(MAX_EFFECTS):
        if OP[kind, effect] == CONVERT or OP[kind, effect] == CONVERT_ANY or OP[kind, effect] == CONVERT_DIFFERENT:
            return effect
    return NO_CONVERSION


@rule
def types_on(s, seat, building):
    """How many different types lie on a building."""
    types = 0
    for resource in range(TYPES):
        if s.cubes[seat, building, resource] > 0:
            types += 1
    return types


@rule
def largest_set(kind, effect, types):
    """The largest row of the table that a number of types can fill; 0 for none. MT-130, MT-131"""
    largest = 0
    for size in range(1, types + 1):
        if SET_POINTS[kind, effect, size] > 0:
            largest = size
    return largest


@rule
def can_convert(s, seat, building):
    """Whether the cubes on the tile itself allow one more conversion. MT-122, MT-124, MT-128..130"""
    kind = kind_of(s, seat, building)
    effect = conversion_of(kind)
    if effect == NO_CONVERSION:
        return False
    if OP[kind, effect] == CONVERT_ANY:
        return cubes_on(s, seat, building) >= COUNT[kind, effect]
    if OP[kind, effect] == CONVERT_DIFFERENT:
        return largest_set(kind, effect, types_on(s, seat, building)) > 0
    for resource in range(TYPES):
        if s.cubes[seat, building, resource] < SPENT[kind, effect, resource]:
            return False
    return True


@rule
def convert_once(s, building, back):
    """Spend what is left of the arrow, then gain what is right of it; a choice of cubes comes first. MT-07, MT-123"""
    kind = kind_of(s, s.turn, building)
    effect = conversion_of(kind)
    s.site = building
    if OP[kind, effect] != CONVERT:
        for resource in range(TYPES):
            s.chosen[resource] = 0
        s.phase = SET
        s.back = back
        return
    spend_input(s, building, effect)
    score_conversion(s, building, POINTS[kind, effect])
    s.phase = back
    for resource in range(TYPES):
        s.pending[resource] = GIVEN[kind, effect, resource]
    receive(s, building, back)


@rule
def spend_input(s, building, effect):
    """What is left of the arrow goes to the stock. MT-07, MT-123"""
    kind = kind_of(s, s.turn, building)
    for resource in range(TYPES):
        s.cubes[s.turn, building, resource] -= SPENT[kind, effect, resource]


@rule
def score_conversion(s, building, points):
    """A conversion that yields VP yields more beside a Workshop; several add up. MT-153..155"""
    if points > 0:
        score_points(s, s.turn, points + bonus_at(s, s.turn, building))


@rule
def bonus_at(s, seat, building):
    """The VP that surrounding buildings add to each conversion to VP here. MT-153"""
    bonus = 0
    for other in range(s.building_count[seat]):
        kind = kind_of(s, seat, other)
        for effect in range(MAX_EFFECTS):
            if OP[kind, effect] == PROCESSING_BONUS and surrounds(
                s, seat, s.tile_of[seat, building], s.tile_of[seat, other]
            ):
                bonus += POINTS[kind, effect]
    return bonus


# ------------------------------------------------------------------ sets of cubes that the owner chooses


@rule
def is_compulsory(s):
    """In rounds 1 to 3, and at a forced end of round 4, everything possible is processed. MT-122, MT-179"""
    return s.back == PROCESS


@rule
def chosen_cubes(s):
    total = 0
    for resource in range(TYPES):
        total += s.chosen[resource]
    return total


@rule
def set_options(s):
    """What may be added to the set, as bits of types and CLOSE_SET; 0 when the set is complete. MT-129..131, MT-177"""
    kind = kind_of(s, s.turn, s.site)
    effect = conversion_of(kind)
    if OP[kind, effect] == CONVERT_ANY:
        return any_options(s, COUNT[kind, effect] - chosen_cubes(s))
    if is_compulsory(s):
        return different_options(s, largest_set(kind, effect, types_on(s, s.turn, s.site)) - chosen_cubes(s))
    return open_set_options(s, kind, effect)


@rule
def any_options(s, missing):
    """Any types that lie there, in any order. MT-129, MT-160"""
    options = 0
    if missing > 0:
        for resource in range(TYPES):
            if s.cubes[s.turn, s.site, resource] > s.chosen[resource]:
                options |= 1 << resource
    return options


@rule
def different_options(s, missing):
    """Any types that are not in the set yet, in any order, if enough are left to complete it. MT-130, MT-131"""
    options = 0
    if missing <= 0 or other_types(s) < missing:
        return options
    for resource in range(TYPES):
        if s.chosen[resource] == 0 and s.cubes[s.turn, s.site, resource] > 0:
            options |= 1 << resource
    return options


@rule
def other_types(s):
    """How many types lie there that are not in the set yet."""
    types = 0
    for resource in range(TYPES):
        if s.chosen[resource] == 0 and s.cubes[s.turn, s.site, resource] > 0:
            types += 1
    return types


@rule
def open_set_options(s, kind, effect):
    """Round 4: any size of the table will do; a set that could grow may be closed. MT-177"""
    size = chosen_cubes(s)
    options = 0
    for row in range(size + 1, TYPES + 1):
        if SET_POINTS[kind, effect, row] > 0:
            options |= different_options(s, row - size)
    if options != 0 and SET_POINTS[kind, effect, size] > 0:
        options |= 1 << CLOSE_SET
    return options


@rule
def choice_is_idle(s, options):
    """Whether all choices of the set come to the same: all that lies there will be spent. MT-126, MT-238"""
    kind = kind_of(s, s.turn, s.site)
    effect = conversion_of(kind)
    if OP[kind, effect] == CONVERT_ANY:
        cubes = cubes_on(s, s.turn, s.site)
        return cubes == COUNT[kind, effect] or (is_compulsory(s) and cubes % COUNT[kind, effect] == 0)
    return options >> CLOSE_SET & 1 == 0 and chosen_cubes(s) + other_types(s) == smallest_set(s, kind, effect)


@rule
def smallest_set(s, kind, effect):
    """The fewest different types that the set can still be closed with. MT-131, MT-177"""
    if is_compulsory(s):
        return largest_set(kind, effect, types_on(s, s.turn, s.site))
    size = chosen_cubes(s) + 1
    while size < TYPES and SET_POINTS[kind, effect, size] == 0:
        size += 1
    return size


@rule
def spend_set(s):
    """The chosen cubes go to the stock for the VP of their number. MT-129, MT-130"""
    kind = kind_of(s, s.turn, s.site)
    effect = conversion_of(kind)
    points = POINTS[kind, effect]
    if OP[kind, effect] == CONVERT_DIFFERENT:
        points = SET_POINTS[kind, effect, chosen_cubes(s)]
    for resource in range(TYPES):
        s.cubes[s.turn, s.site, resource] -= s.chosen[resource]
        s.chosen[resource] = 0
    score_conversion(s, s.site, points)
    s.phase = s.back


# ------------------------------------------------------------------ end of the game


@rule
def score_end_effects(s, seat):
    """All end effects of a town; they use the cubes where they lie and spend none. MT-182, MT-183"""
    for building in range(s.building_count[seat]):
        kind = kind_of(s, seat, building)
        for effect in range(MAX_EFFECTS):
            if TIMING[kind, effect] == END:
                score_effect(s, seat, building, effect)


@rule
def score_effect(s, seat, building, effect):
    """One end effect. MT-182"""
    score_points(s, seat, end_points(s, seat, building, effect))


@rule
def end_points(s, seat, building, effect):
    kind = kind_of(s, seat, building)
    op = OP[kind, effect]
    tile = s.tile_of[seat, building]
    if op == VP_PER_CUBE:
        cubes = s.cubes[seat, building, RESOURCE[kind, effect]]
        points = POINTS[kind, effect] * cubes
        if FULL_CUBES[kind, effect] > 0 and cubes >= FULL_CUBES[kind, effect]:
            points += FULL_POINTS[kind, effect]
        return points
    if op == VP_PER_SURROUNDING:
        return POINTS[kind, effect] * min(MOST[kind, effect], count_around(s, seat, tile, WHAT[kind, effect]))
    if op == VP_PER_CONNECTED:
        return POINTS[kind, effect] * directly_connected(s, seat, tile)
    return 0


@rule
def count_around(s, seat, tile, what):
    """How many tiles, buildings or types depicted there are around a tile. MT-36, MT-162..166, MT-184"""
    count = 0
    if what == COUNT_TYPES:
        types = types_depicted_around(s, seat, tile)
        for resource in range(TYPES):
            count += types >> resource & 1
        return count
    for other in range(s.tile_count[seat]):
        if surrounds(s, seat, tile, other) and is_counted(s.tiles[seat, other], what):
            count += 1
    return count


@rule
def is_counted(kind, what):
    if what == COUNT_BUILDINGS:
        return IS_BUILDING[kind] == 1
    if what == COUNT_PROCESSING:
        return PROCESSES[kind] == 1
    if what == COUNT_VP:
        return GAINS_VP[kind] == 1
    return True


@rule
def process_step(s, building, effect):
    """One conversion or loss of a processing effect; returns whether more of it may follow. MT-122, MT-142, MT-178"""
    kind = kind_of(s, s.turn, building)
    if timing_of(s, kind, effect) != PROCESSING:
        return False
    if OP[kind, effect] == REMOVE_CUBES:
        remove_cubes(s, building, effect)
        return False
    if (s.round == ROUNDS and s.round4_forced == 0) or not can_convert(s, s.turn, building):
        return False
    convert_once(s, building, PROCESS)
    return True
