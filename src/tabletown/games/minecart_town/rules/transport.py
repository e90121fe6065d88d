"""Transport: lift any cubes, set them down anywhere their networks reach, until the player is done; the Stockpile."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import ACCEPTS, COUNT, MAX_EFFECTS, OP, PULL_CUBES, TYPES
from ..moves import AT, CUBE, DONE, END_PICK, END_PULL
from ..state import LIFTS, PICK, PULL, PULLS
from .effects import can_convert
from .town import cubes_left, cubes_on, free_slots, homes_of, kind_of, sweep

NONE = -1


# ------------------------------------------------------------------ lifting cubes


@rule
def has_other_home(s, building, resource):
    """Whether a cube here could lie on another building. MT-110, MT-229"""
    return homes_of(s, building, resource) & ~(1 << building) != 0


@rule
def can_lift(s, seat, building, resource):
    return s.cubes[seat, building, resource] > 0 and has_other_home(s, building, resource)


@rule
def anything_to_lift(s, seat):
    """Whether some cube has another home, and may still be lifted. MT-230"""
    if s.lifts == 0:
        return False
    for code in range(TYPES * s.building_count[seat]):
        if can_lift(s, seat, code // TYPES, code % TYPES):
            return True
    return False


@rule
def liftable_cubes(s, moves, count):
    """Write the cubes that may be lifted: all that have another home, in any order. MT-101, MT-230"""
    if s.lifts == 0:
        return count
    for code in range(TYPES * s.building_count[s.turn]):
        if can_lift(s, s.turn, code // TYPES, code % TYPES):
            moves[count] = CUBE + code
            count += 1
    return count


@rule
def begin_session(s, back):
    """A transport session: lift cubes and set them down until it is ended; then go on from `back`. MT-101, MT-224"""
    s.phase = PICK
    s.back = back
    s.moved = 0
    allow_lifts(s)


@rule
def allow_lifts(s):
    """Each cube may be lifted again and again, but not for ever. MT-236, MT-237"""
    s.lifts = LIFTS * cubes_left(s, s.turn)


@rule
def lift_cube(s, code):
    """The cube comes into the hand; its slot is kept for it until it is set down. MT-230"""
    s.cubes[s.turn, code // TYPES, code % TYPES] -= 1
    s.hand[code // TYPES, code % TYPES] += 1
    s.held += 1
    s.lifts -= 1
    s.moved = 1


@rule
def end_session(s):
    """The player is done, or there was nothing to lift. MT-230"""
    s.phase = s.back
    s.lifts = 0
    s.moved = 0


# ------------------------------------------------------------------ setting cubes down


@rule
def next_type(s):
    """Cubes are set down by type, then by the lowest building of their network. MT-231"""
    for resource in range(TYPES):
        for building in range(s.building_count[s.turn]):
            if s.hand[building, resource] > 0:
                return resource
    return NONE


@rule
def next_keeper(s, resource):
    """A building that keeps a slot for the next cube to be set down. MT-231"""
    keeper = NONE
    for building in range(s.building_count[s.turn]):
        if s.hand[building, resource] > 0 and (
            keeper == NONE or s.network[resource, building] < s.network[resource, keeper]
        ):
            keeper = building
    return keeper


@rule
def unkept_slots(s, building):
    """Free slots of a building beyond those kept for cubes in the hand."""
    kept = 0
    for resource in range(TYPES):
        kept += s.hand[building, resource]
    return free_slots(s, s.turn, building) - kept


@rule
def drop_choices(s):
    """The homes of the next cube that leave all other cubes of the hand a place, as bits. MT-231..233

    Every cube of the hand has a kept slot. A home will do if it has an unkept slot, or if the cubes whose slots are
    kept there can move on to other homes, along a chain that ends at an unkept slot.
    """
    resource = next_type(s)
    keeper = next_keeper(s, resource)
    s.hand[keeper, resource] -= 1
    good = 0
    for building in range(s.building_count[s.turn]):
        if unkept_slots(s, building) > 0:
            good |= 1 << building
    homes = homes_of(s, keeper, resource)
    before = 0
    while good != before and homes & ~good != 0:
        before = good
        for building in range(s.building_count[s.turn]):
            if good >> building & 1 == 0 and can_hand_on(s, building, good):
                good |= 1 << building
    s.hand[keeper, resource] += 1
    return homes & good


@rule
def can_hand_on(s, building, good):
    """Whether a cube whose slot is kept here could have its slot in one of the good buildings."""
    for resource in range(TYPES):
        if s.hand[building, resource] > 0 and homes_of(s, building, resource) & good != 0:
            return True
    return False


@rule
def drop_cube(s, building):
    """Set the next cube down; kept slots move along if they have to. MT-231, MT-232"""
    resource = next_type(s)
    s.hand[next_keeper(s, resource), resource] -= 1
    s.held -= 1
    if unkept_slots(s, building) <= 0:
        hand_on_slots(s, building)
    s.cubes[s.turn, building, resource] += 1


@rule
def hand_on_slots(s, building):
    """Find the shortest chain from this building to an unkept slot and move the kept slots along it. MT-232"""
    count = s.building_count[s.turn]
    for other in range(count):
        s.mark[other] = NONE
    s.mark[building] = building
    found = NONE
    while found == NONE:
        found = spread_chain(s, count)
    while found != building:
        giver = s.mark[found]
        move_kept_slot(s, giver, found)
        found = giver
    sweep(s, s.turn)


@rule
def spread_chain(s, count):
    """Mark the buildings that the marked ones can hand a slot on to; returns the first with an unkept slot."""
    for building in range(count):
        if s.mark[building] != NONE:
            for other in range(count):
                if s.mark[other] == NONE and can_hand_on(s, building, 1 << other):
                    s.mark[other] = building
                    if unkept_slots(s, other) > 0:
                        return other
    return NONE


@rule
def move_kept_slot(s, giver, taker):
    for resource in range(TYPES):
        if s.hand[giver, resource] > 0 and homes_of(s, giver, resource) >> taker & 1 == 1:
            s.hand[giver, resource] -= 1
            s.hand[taker, resource] += 1
            return


@rule
def write_buildings(choices, moves, count):
    """Write AT for each building among the bits."""
    building = 0
    while choices != 0:
        if choices & 1 == 1:
            moves[count] = AT + building
            count += 1
        choices >>= 1
        building += 1
    return count


# ------------------------------------------------------------------ the Stockpile


@rule
def pull_limit(kind):
    """How many cubes a tile may pull at the start of transport; 0 for all but the Stockpile. MT-117"""
    for effect in range(MAX_EFFECTS):
        if OP[kind, effect] == PULL_CUBES:
            return COUNT[kind, effect]
    return 0


@rule
def stockpile_is_blocked(s, seat):
    """Whether a cube on a Stockpile could be moved off over rail before it acts. MT-114, MT-115"""
    for building in range(s.building_count[seat]):
        if pull_limit(kind_of(s, seat, building)) > 0 and cubes_on(s, seat, building) > 0:
            for resource in range(TYPES):
                if can_lift(s, seat, building, resource):
                    return True
    return False


@rule
def begin_pull(s, building):
    """The Stockpile begins to act. MT-116"""
    s.site = building
    s.pulled = 0
    s.phase = PULL


@rule
def can_pull(s, code):
    """Cubes of any other building, whatever the rails. MT-118"""
    building = code // TYPES
    resource = code % TYPES
    return (
        building != s.site
        and s.cubes[s.turn, building, resource] > 0
        and ACCEPTS[kind_of(s, s.turn, s.site), resource] == 1
    )


@rule
def pull_is_full(s):
    """Four cubes, or no free slot left. MT-117"""
    return s.pulled >= pull_limit(kind_of(s, s.turn, s.site)) or free_slots(s, s.turn, s.site) == 0


@rule
def anything_to_pull(s):
    if pull_is_full(s):
        return False
    for code in range(TYPES * s.building_count[s.turn]):
        if can_pull(s, code):
            return True
    return False


@rule
def pullable_cubes(s, moves):
    """Any cubes in any order, until the player is done. MT-117, MT-118"""
    moves[0] = END_PULL
    count = 1
    if pull_is_full(s):
        return count
    for code in range(TYPES * s.building_count[s.turn]):
        if can_pull(s, code):
            moves[count] = CUBE + code
            count += 1
    return count


@rule
def pull_cube(s, code):
    s.cubes[s.turn, code // TYPES, code % TYPES] -= 1
    s.cubes[s.turn, s.site, code % TYPES] += 1
    s.pulled += 1


@rule
def end_pull(s):
    """The next Stockpile acts, or the session begins. MT-116"""
    s.pulled = 0
    s.phase = PULLS


# ------------------------------------------------------------------ what may be done


@rule
def picks(s, moves):
    """Set the next cube of the hand down, lift others, or end the session with an empty hand. MT-230"""
    if s.held > 0:
        count = write_buildings(drop_choices(s), moves, 0)
    else:
        moves[0] = END_PICK
        count = 1
    return liftable_cubes(s, moves, count)


@rule
def final_choices(s, moves):
    """Round 4: convert once, lift a cube, or be done. MT-174, MT-175"""
    moves[0] = DONE
    count = 1
    for building in range(s.building_count[s.turn]):
        if can_convert(s, s.turn, building):
            moves[count] = AT + building
            count += 1
    return liftable_cubes(s, moves, count)


@rule
def anything_final(s):
    """Whether round 4 still offers anything but being done."""
    for building in range(s.building_count[s.turn]):
        if can_convert(s, s.turn, building):
            return True
    return anything_to_lift(s, s.turn)
