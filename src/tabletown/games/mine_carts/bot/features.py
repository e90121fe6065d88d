"""What a net sees of Mine Carts: where each cart stands, where every way before it leads, and what each way of laying
the tile in the hand would do.
"""

from __future__ import annotations

from tabletown.core.observation import Feature, Observation, by_seat, number, one_hot, relative_seat, table_features
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .. import RULEBOOK
from ..components import (
    BEYOND,
    CARTS,
    CELLS,
    COLUMNS,
    JOINED,
    NOWHERE,
    ORE_TOKENS,
    OUTSIDE,
    PICKAXE,
    POINTS_PER_TILE,
    ROTATIONS,
    ROWS,
    TURNS,
)
from ..rules import score
from ..rules.running import cart_at
from ..state import CRASHED, LEFT, NOBODY_MET, OPEN_END, PHASES, PLAY, STATE
from ..view import (
    ALL_CARTS,
    MOST_OF_A_KIND,
    observe_acting_seat,
    observe_carts_due,
    observe_ore_left,
    observe_pickaxes,
    observe_setup,
    seat_from,
)
from .evaluation import POINT, evaluate

NO_CELL = -1
MOST_PICKAXES = 8
"""A run past more pickaxes than this is seen as one past this many."""
MOST_POINTS = 200

# ------------------------------------------------------------------ where track leads


@rule
def run_of(s, figure, here, laid, tile_laid, turns_laid):
    """How a cart that enters a cell at a point would run if a tile lay in some cell: its fate, the pickaxes it passes,
    and the point where it stands or the cart that it meets.
    """
    pickaxes = 0
    while True:
        cell = here // POINTS_PER_TILE
        tile = tile_laid if cell == laid else s.board[cell]
        turned = turns_laid if cell == laid else s.turned[cell]
        if tile == 0:
            return OPEN_END, pickaxes, here
        leaving = cell * POINTS_PER_TILE + JOINED[tile, turned, here % POINTS_PER_TILE]
        here = BEYOND[leaving]
        pickaxes += PICKAXE[tile]
        other = cart_at(s, figure, leaving, here)
        if other != NOBODY_MET:
            return CRASHED, pickaxes, other
        if here == OUTSIDE:
            return LEFT, pickaxes, here


@rule
def way_of(s, figure, leaving, laid, tile_laid, turns_laid):
    """The same for a cart that leaves a cell by a point."""
    here = BEYOND[leaving]
    other = cart_at(s, figure, leaving, here)
    if other != NOBODY_MET:
        return CRASHED, 0, other
    if here == OUTSIDE:
        return LEFT, 0, here
    return run_of(s, figure, here, laid, tile_laid, turns_laid)


@rule
def room_at(place):
    """How many cells lie between a place and the nearest edge."""
    row = place // POINTS_PER_TILE // COLUMNS
    column = place // POINTS_PER_TILE % COLUMNS
    return min(min(row, ROWS - 1 - row), min(column, COLUMNS - 1 - column))


# ------------------------------------------------------------------ the carts

STANDING = 2 + ROWS + COLUMNS + POINTS_PER_TILE
WAY = 4
CART_LENGTH = STANDING + WAY * POINTS_PER_TILE


@rule
def observe_carts(s, viewer, out, at):
    """Each cart, from the viewer clockwise: that it is in the mine, its room, row, column, point, and its ways on."""
    for step in range(CARTS * s.players):
        figure = CARTS * seat_from(s, viewer, step // CARTS) + step % CARTS
        place = s.carts[figure // CARTS, figure % CARTS]
        if place != NOWHERE:
            base = at + step * CART_LENGTH
            out[base] = 1
            out[base + 1] = room_at(place)
            out[base + 2 + place // POINTS_PER_TILE // COLUMNS] = 1
            out[base + 2 + ROWS + place // POINTS_PER_TILE % COLUMNS] = 1
            out[base + 2 + ROWS + COLUMNS + place % POINTS_PER_TILE] = 1
            observe_ways(s, figure, place, out, base + STANDING)


@rule
def observe_ways(s, figure, place, out, at):
    """Each point by which the next tile may send a cart on, counted from the side it stands on: whether it would stay,
    leave or crash, and the pickaxes on the way.
    """
    cell = place // POINTS_PER_TILE
    if s.board[cell] != 0:
        return
    first = place % POINTS_PER_TILE // 2 * 2
    for step in range(POINTS_PER_TILE):
        leaving = cell * POINTS_PER_TILE + (first + step) % POINTS_PER_TILE
        if leaving != place:
            fate, pickaxes, _ = way_of(s, figure, leaving, NO_CELL, 0, 0)
            base = at + WAY * step
            out[base] = 1 if fate == OPEN_END else 0
            out[base + 1] = 1 if fate == LEFT else 0
            out[base + 2] = 1 if fate == CRASHED else 0
            out[base + 3] = min(pickaxes, MOST_PICKAXES)


# ------------------------------------------------------------------ the ways of laying the tile

PLAY_LENGTH = 15
PLAYS = CARTS * TURNS


@rule
def observe_plays(s, viewer, out, at):
    """What each way of laying the tile in the hand does to the cart before it and to the other carts there."""
    if s.phase != PLAY or viewer != s.turn:
        return
    for cart in range(CARTS):
        if s.carts[viewer, cart] != NOWHERE:
            for turns in range(ROTATIONS[s.hand]):
                observe_play(s, viewer, cart, turns, out, at + (TURNS * cart + turns) * PLAY_LENGTH)


@rule
def observe_play(s, viewer, cart, turns, out, at):
    """The cart's fate, pickaxes and prospects; then the carts that the tile moves as well: own, then the others'."""
    place = s.carts[viewer, cart]
    laid = place // POINTS_PER_TILE
    fate, pickaxes, end = run_of(s, CARTS * viewer + cart, place, laid, s.hand, turns)
    out[at] = 1
    out[at + 1] = min(pickaxes, MOST_PICKAXES)
    if fate == LEFT:
        out[at + 2] = 1
    elif fate == CRASHED:
        out[at + (3 if end // CARTS == viewer else 4)] = 1
    else:
        out[at + 5] = 1
        out[at + 6] = room_at(end)
        observe_prospects(s, CARTS * viewer + cart, end, laid, turns, out, at + 7)
    for other in range(CARTS * s.players):
        stands = s.carts[other // CARTS, other % CARTS]
        if stands != NOWHERE and stands // POINTS_PER_TILE == laid and other != CARTS * viewer + cart:
            fate, pickaxes, _ = run_of(s, other, stands, laid, s.hand, turns)
            base = at + (9 if other // CARTS == viewer else 12)
            out[base if fate == OPEN_END else base + 1] += 1
            out[base + 2] = min(out[base + 2] + pickaxes, MOST_PICKAXES)


@rule
def observe_prospects(s, figure, end, laid, turns, out, at):
    """How many ways on keep the cart in the mine, and half the number of pickaxes on all ways."""
    cell = end // POINTS_PER_TILE
    total = 0
    for point in range(POINTS_PER_TILE):
        leaving = cell * POINTS_PER_TILE + point
        if leaving != end:
            fate, pickaxes, _ = way_of(s, figure, leaving, laid, s.hand, turns)
            if fate == OPEN_END:
                out[at] += 1
            total += pickaxes
    out[at + 1] = min(total // 2, MOST_PICKAXES)


# ------------------------------------------------------------------ the rest


@rule
def observe_cells(s, viewer, out, at):
    """Which cells have a tile."""
    for cell in range(CELLS):
        if s.board[cell] != 0:
            out[at + cell] = 1


@rule
def observe_hand_tile(s, viewer, out, at):
    """The tile in the hand: its pickaxe, and where each of its sections leads."""
    if s.hand != 0:
        out[at] = PICKAXE[s.hand]
        for point in range(POINTS_PER_TILE):
            out[at + 1 + POINTS_PER_TILE * point + JOINED[s.hand, 0, point]] = 1


@rule
def observe_points(s, viewer, out, at):
    """The points of each seat, and what its position is worth by the game's evaluation, as far as the viewer knows."""
    for step in range(s.players):
        seat = seat_from(s, viewer, step)
        out[at + step] = min(score(s, seat), MOST_POINTS)
        out[at + MAX_SEATS + step] = max(-MOST_POINTS, min(evaluate(s, seat) // POINT, MOST_POINTS))


FEATURES = Observation(
    STATE,
    one_hot("phase", PHASES),
    *table_features(RULEBOOK.options),
    relative_seat("turn", "whose turn, from the viewer clockwise"),
    Feature("who acts, from the viewer clockwise", MAX_SEATS, 1, write=observe_acting_seat),
    Feature("carts and their ways on, from the viewer clockwise", ALL_CARTS * CART_LENGTH, 8, write=observe_carts),
    Feature("carts still to advance", ALL_CARTS, 1, write=observe_carts_due),
    Feature("what each way of laying the tile does", PLAYS * PLAY_LENGTH, 8, write=observe_plays),
    Feature("cells with a tile", CELLS, 1, write=observe_cells),
    Feature("pickaxes by cell", CELLS, 1, write=observe_pickaxes),
    Feature("tile in the hand", 1 + POINTS_PER_TILE * POINTS_PER_TILE, 1, write=observe_hand_tile),
    number("turns", CELLS, name="tiles laid"),
    number("pile", 1, name="tiles in the pile"),
    number("heap", MOST_OF_A_KIND, name="ore in the ground by kind, as far as known"),
    Feature("ore tokens in the ground, ore tokens still owed", 2, max(1, ORE_TOKENS), write=observe_ore_left),
    by_seat("ore", MOST_OF_A_KIND, name="ore held by kind, as far as known"),
    by_seat("tokens", max(1, ORE_TOKENS), name="ore tokens held"),
    Feature("points and worth, from the viewer clockwise", 2 * MAX_SEATS, MOST_POINTS, -MOST_POINTS, observe_points),
    Feature("set-up: carts placed, changes left, confirmed", 1 + 2 * MAX_SEATS, 2 * MAX_SEATS + 1, write=observe_setup),
)
