"""What a net sees of Minecart Town: what each town has, makes and can still make, what the market's tiles would bring,
and what each building of its own town can take.
"""

from __future__ import annotations

from tabletown.core.observation import Feature, Observation, number, one_hot, relative_seat, table_features
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .. import RULEBOOK
from ..components import (
    FIRST_SHAPE,
    IS_BUILDING,
    MARKET_KINDS,
    MAX_BUILDINGS,
    ROUNDS,
    SLOTS,
    SPACES,
    STONE_COST,
    TYPES,
    WOOD_COST,
)
from ..rules.town import free_slots, in_town, kind_of, linked_sides
from ..rules.transport import next_type
from ..state import PHASES, PICK, STATE
from ..view import observe_passed
from .evaluation import PAR, POINT, evaluate
from .rollout import has_open_rail_end, home_value, is_misplaced
from .tile_value import demand, supply, tile_value

NONE = -1
MOST_POINTS = 200
MOST_VALUE = 60


@rule
def within(value, most):
    return max(-most, min(value, most))


# ------------------------------------------------------------------ the towns

TOWN_LENGTH = 7 + TYPES + MARKET_KINDS


@rule
def observe_towns(s, viewer, out, at):
    """Each town, from the viewer clockwise: VP, worth by the game's evaluation, buildings, tracks, slots, free slots,
    the expert variant; its cubes by type; its buildings by kind.
    """
    for step in range(s.players):
        seat = (viewer + step) % s.players
        base = at + step * TOWN_LENGTH
        out[base] = within(s.vp[seat], MOST_POINTS)
        out[base + 1] = within((evaluate(s, seat) + PAR) // POINT, MOST_POINTS)
        out[base + 2] = s.building_count[seat]
        out[base + 3] = s.tile_count[seat] - s.building_count[seat]
        for building in range(s.building_count[seat]):
            kind = kind_of(s, seat, building)
            out[base + 4] += SLOTS[kind]
            out[base + 5] += free_slots(s, seat, building)
            if kind < MARKET_KINDS:
                out[base + 7 + TYPES + kind] += 1
        out[base + 6] = s.expert >> seat & 1
        for resource in range(TYPES):
            out[base + 7 + resource] = in_town(s, seat, resource)


BUILDING_LENGTH = 3 + 2 * TYPES


@rule
def observe_buildings(s, viewer, out, at):
    """Each building of the viewer's town: links, free slots, the value of the next cube to be set down; its cubes, and
    which of them would be worth more elsewhere.
    """
    if viewer != s.turn:
        return
    following = next_type(s) if s.phase == PICK else NONE
    for building in range(s.building_count[viewer]):
        base = at + building * BUILDING_LENGTH
        out[base] = 1 if linked_sides(s, viewer, s.tile_of[viewer, building]) != 0 else 0
        out[base + 1] = free_slots(s, viewer, building)
        if following != NONE:
            out[base + 2] = within(home_value(s, building, following, True), MOST_VALUE)
        for resource in range(TYPES):
            out[base + 3 + resource] = s.cubes[viewer, building, resource]
            if s.mapped == 1 and s.cubes[viewer, building, resource] > 0:
                out[base + 3 + TYPES + resource] = 1 if is_misplaced(s, TYPES * building + resource) else 0


@rule
def observe_plan(s, viewer, out, at):
    """Supply of and demand for each type in the viewer's town, the cubes in its hand, the next to be set down, and
    whether a rail end is open.
    """
    if viewer != s.turn:
        return
    for resource in range(TYPES):
        out[at + resource] = within(supply(s, resource), MOST_VALUE)
        out[at + TYPES + resource] = within(demand(s, resource), MOST_VALUE)
        for building in range(s.building_count[viewer]):
            out[at + 2 * TYPES + resource] += s.hand[building, resource]
    following = next_type(s) if s.phase == PICK else NONE
    if following != NONE:
        out[at + 3 * TYPES + following] = 1
    out[at + 4 * TYPES] = 1 if has_open_rail_end(s) else 0


# ------------------------------------------------------------------ the market

SPACE_LENGTH = 6


@rule
def observe_market(s, viewer, out, at):
    """The tile of each space: that there is one, its value to the viewer's town, its cost, its slots; then the tiles of
    the market by kind.
    """
    for space in range(SPACES):
        kind = s.display[space]
        if kind >= 0 and s.stacks[space] > 0:
            base = at + SPACE_LENGTH * space
            out[base] = 1
            if viewer == s.turn:
                out[base + 1] = within(tile_value(s, kind) // 4, MOST_VALUE)
            out[base + 2] = WOOD_COST[kind]
            out[base + 3] = STONE_COST[kind]
            out[base + 4] = SLOTS[kind]
            out[base + 5] = IS_BUILDING[kind]
            out[at + SPACE_LENGTH * SPACES + kind] += 1


@rule
def observe_purchase(s, viewer, out, at):
    """The kind of the tile that is being bought."""
    if 0 <= s.buying < FIRST_SHAPE:
        out[at + s.buying] = 1


FEATURES = Observation(
    STATE,
    one_hot("phase", PHASES),
    *table_features(RULEBOOK.options),
    one_hot("round", ROUNDS + 1),
    number("due", 9, name="cubes due: wood, stone, either"),
    number("pending", 15, name="cubes to gain, by type"),
    number("free_gain", 15, name="cubes of any type to gain"),
    number("chosen", 15, name="the set chosen for a conversion, by type"),
    number("pieces", 9, name="tracks laid in this action", clip=True),
    number("moved", 1, name="whether cubes were moved since the last action", clip=True),
    relative_seat("turn", "whose turn, from the viewer clockwise"),
    relative_seat("first", "first player, from the viewer clockwise"),
    Feature("passed, from the viewer clockwise", MAX_SEATS, 1, write=observe_passed),
    Feature("tile being bought", MARKET_KINDS, 1, write=observe_purchase),
    Feature(
        "market: spaces, then kinds", SPACE_LENGTH * SPACES + MARKET_KINDS, MOST_VALUE, -MOST_VALUE, observe_market
    ),
    Feature("supply, demand, hand, next cube, open rail", 4 * TYPES + 1, MOST_VALUE, -MOST_VALUE, observe_plan),
    Feature("towns, from the viewer clockwise", MAX_SEATS * TOWN_LENGTH, MOST_POINTS, -MOST_POINTS, observe_towns),
    Feature("own buildings", MAX_BUILDINGS * BUILDING_LENGTH, MOST_VALUE, -MOST_VALUE, observe_buildings),
)
