"""The record of Mine Carts: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import SEATS, Record, field

from .components import (
    BEYOND,
    CARTS,
    CELLS,
    JOINED,
    NOWHERE,
    ORE_COUNT,
    ORE_NAMES,
    ORES,
    OUTSIDE,
    POINT_NAMES,
    POINTS_PER_TILE,
    ROTATIONS,
    SECTION_AT,
    TILE_NAMES,
)

PHASES = ["start", "place", "confirm", "replace", "first", "draw", "play", "order", "dig", "over"]
START, PLACE, CONFIRM, REPLACE, FIRST, DRAW, PLAY, ORDER, DIG, FINISHED = range(10)

TIE_BREAKS = ["shared", "precious"]
SHARED, PRECIOUS = range(2)
FIRST_PLAYERS = ["random", "seat_0", "seat_1", "seat_2", "seat_3"]
AT_RANDOM, NAMED_SEAT = range(2)
ORDER_CHOICES = ["auto", "ask"]
AUTO, ASK = range(2)

FATES = ["", "open", "exit", "crash", "hit"]
"""How a cart's run of this turn ended; a cart that was hit has not run."""
STANDS, OPEN_END, LEFT, CRASHED, WAS_HIT = range(5)
NOBODY_MET = -1

STATE = Record(
    field("players", "i1"),
    field("hidden_ore", "i1"),
    field("tie_break", "i1"),
    field("first_player", "i1"),
    field("order_choice", "i1"),
    field("setup_changes", "i1"),
    field("phase", "i1", values=PHASES),
    field("turn", "i1", help="the active player; in the set-up whoever places or confirms"),
    field("first", "i1", help="the seat that places first"),
    field("placed", "i1", help="how many carts have been placed in the set-up"),
    field("confirmed", "i1", [SEATS], help="1: agrees with the carts as they stand"),
    field("changes_made", "i1", [SEATS]),
    field("picked_up", "i1", help="the cart that is put elsewhere, or -1"),
    field("turns", "i1", help="tiles laid so far", derived=True),
    field("hand", "i1", values=["", *TILE_NAMES], help="the tile drawn"),
    field("pile", "i1", [TILE_NAMES], help="face-down tiles, as a multiset: nobody knows their order", derived=True),
    field("board", "i1", [CELLS], values=["", *TILE_NAMES], help="the tile of each cell, row by row"),
    field("turned", "i1", [CELLS], help="its quarter turns clockwise"),
    field(
        "carts",
        "i2",
        [SEATS, CARTS],
        values=POINT_NAMES,
        help="the cell that a cart will enter and the point by which; none: not in the mine",
    ),
    field("heap", "i1", [ORES], help="ore tokens still in the ground", derived=True),
    field("ore", "i1", [SEATS, ORES], help="ore tokens held"),
    field("tokens", "i1", [SEATS], help="how many ore tokens a player holds", derived=True),
    field("due", "i2", help="the carts that still have to advance this turn, as bits 2 x seat + cart"),
    field("asked", "i1", help="who says which of two carts goes first, or -1"),
    field("digger", "i1", help="2 x seat + cart of the cart whose ore is drawn, or -1"),
    field("owed", "i1", help="ore tokens still to be drawn for it"),
    field("laid", "i1", help="the cell of the tile laid last, or -1"),
    field("runs", "i1", help="how many carts have advanced since that tile was laid"),
    field("ran", "i1", [SEATS, CARTS], help="which run since that tile was laid was this cart's: 1 the first; 0: none"),
    field("ran_from", "i2", [SEATS, CARTS], values=POINT_NAMES, help="where that run began"),
    field("passes", "u1", [SEATS, CARTS], help="how many sections it led over"),
    field("pickaxes", "u1", [SEATS, CARTS], help="how many pickaxes it counted"),
    field("fate", "i1", [SEATS, CARTS], values=FATES, help="how it ended"),
    field("met", "i1", [SEATS, CARTS], help="2 x seat + cart of the cart it collided with, or -1"),
    field("drawn", "u1", [SEATS, CARTS], help="how many ore tokens were drawn for it", derived=True),
    field("dug", "i1", [SEATS, CARTS, ORES], help="these tokens by kind"),
)


def derive(s: Any) -> None:
    """What lies in the piles is what is not on the table; counts follow from what is counted."""
    on_table = {s.hand, *(s.board[cell] for cell in range(CELLS))}
    for tile in range(len(TILE_NAMES)):
        s.pile[tile] = int(tile + 1 not in on_table)
    s.turns = sum(s.board[cell] > 0 for cell in range(CELLS))
    for kind in range(len(ORES)):
        held = sum(s.ore[seat, kind] for seat in range(s.players))
        s.heap[kind] = max(0, int(ORE_COUNT[kind]) - held)
    for seat in range(s.players):
        s.tokens[seat] = sum(s.ore[seat, kind] for kind in range(len(ORES)))
        for cart in range(CARTS):
            s.drawn[seat, cart] = sum(s.dug[seat, cart, kind] for kind in range(len(ORES)))


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: each tile once, the ore of each kind. MC-04, MC-79"""
    tiles = {
        name: s.pile[tile] + (s.hand == tile + 1) + sum(s.board[cell] == tile + 1 for cell in range(CELLS))
        for tile, name in enumerate(TILE_NAMES)
    }
    ore = {name: s.heap[kind] + sum(s.ore[seat, kind] for seat in range(s.players)) for kind, name in enumerate(ORES)}
    return tiles | ore


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    return _impossible_pieces(s) or _impossible_turn(s) or _impossible_carts(s)


def _impossible_pieces(s: Any) -> str | None:
    counts = conserved(s)
    for tile, name in enumerate(TILE_NAMES):
        if counts[name] != 1 or s.pile[tile] not in (0, 1):
            return f"There is one {name} in the box, not {counts[name]}: in the pile, in the hand or on the board."
    for kind, name in enumerate(ORES):
        if counts[name] != ORE_COUNT[kind]:
            return f"There are {int(ORE_COUNT[kind])} tokens of {ORE_NAMES[name]} in the box, not {counts[name]}."
    if min([*s.heap, *(s.ore[seat, kind] for seat in range(s.players) for kind in range(len(ORES)))]) < 0:
        return "No number of ore tokens can be below 0."
    for cell in range(CELLS):
        if not 0 <= s.turned[cell] < max(1, ROTATIONS[s.board[cell]]):
            return f"The tile in cell {cell} has only {int(ROTATIONS[s.board[cell]])} orientations."
    return None


def _impossible_turn(s: Any) -> str | None:
    if not 0 <= s.turn < s.players or not 0 <= s.first < s.players:
        return f"The seats in turn and first are 0 to {s.players - 1}."
    if (s.hand > 0) != (s.phase == PLAY):
        return "A tile is in the hand in the phase 'play' and in no other."
    if s.phase == DIG and not (0 <= s.digger < 2 * s.players and 0 < s.owed <= sum(s.heap)):
        return "In the phase 'dig' a cart is owed ore that is there."
    if s.phase == ORDER and not 0 <= s.asked < s.players:
        return "In the phase 'order' a seat must be asked."
    if s.phase == REPLACE and s.picked_up not in (0, 1):
        return "In the phase 'replace' a cart must be picked up."
    return None


def _impossible_carts(s: Any) -> str | None:
    standing = [(seat, cart, s.carts[seat, cart]) for seat in range(s.players) for cart in range(CARTS)]
    standing = [entry for entry in standing if entry[2] != NOWHERE]
    border_points = [max(place, int(BEYOND[place])) for _, _, place in standing]
    if len(set(border_points)) < len(border_points):
        return "Two carts can't stand on one border point."
    for seat, cart, place in standing:
        if s.phase < FIRST and SECTION_AT[place] == NOWHERE:
            return f"In the set-up cart {cart} of seat {seat} must stand on an edge section."
        if s.phase in (DRAW, PLAY) and s.board[place // POINTS_PER_TILE]:
            return f"Cart {cart} of seat {seat} must face an empty cell."
        if not _came_from_the_edge(s, place):
            return f"The track behind cart {cart} of seat {seat} doesn't lead back to the edge."
    if s.phase in (DRAW, PLAY) and not any(seat == s.turn for seat, _, _ in standing):
        return f"Seat {s.turn} can't be the active player without a cart in the mine."
    if s.phase == FINISHED and standing:
        return "The game isn't over while a cart is in the mine."
    return None


def _came_from_the_edge(s: Any, place: int) -> bool:
    """Whether the track behind a cart leads to an edge section. MC-66"""
    for _ in range(CELLS * POINTS_PER_TILE):
        behind = int(BEYOND[place])
        if behind == OUTSIDE:
            return True
        cell, point = divmod(behind, POINTS_PER_TILE)
        if not s.board[cell]:
            return False
        place = cell * POINTS_PER_TILE + int(JOINED[s.board[cell], s.turned[cell], point])
    return False
