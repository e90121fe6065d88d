"""The record of Mine Carts: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEAT, SEAT_OR_NONE, SEATS, Record, field

from .components import (
    CARTS,
    CELLS,
    NOWHERE,
    ORE_COUNT,
    ORE_TOKENS,
    ORES,
    POINT_NAMES,
    POINTS_PER_TILE,
    TILE_NAMES,
    TURNS,
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

FIGURES = MAX_SEATS * CARTS
SECTIONS = CELLS * POINTS_PER_TILE // 2
"""How many sections of track a full board has: no run is longer."""

STATE = Record(
    field("players", "i1"),
    field("hidden_ore", "i1"),
    field("tie_break", "i1"),
    field("first_player", "i1"),
    field("order_choice", "i1"),
    field("setup_changes", "i1"),
    field("phase", "i1", values=PHASES),
    field("turn", "i1", limits=SEAT, help="the active player; in the set-up whoever places or confirms"),
    field("first", "i1", limits=SEAT, help="the seat that places first"),
    field("placed", "i1", limits=(0, FIGURES), help="how many carts have been placed in the set-up"),
    field("confirmed", "i1", [SEATS], limits=(0, 1), help="1: agrees with the carts as they stand"),
    field("changes_made", "i1", [SEATS], limits=(0, 127)),
    field("picked_up", "i1", limits=(NOWHERE, CARTS - 1), help="the cart that is put elsewhere, or -1"),
    field("turns", "i1", help="tiles laid so far", derived=True),
    field("hand", "i1", values=["", *TILE_NAMES], help="the tile drawn"),
    field("pile", "i1", [TILE_NAMES], help="face-down tiles, as a multiset: nobody knows their order", derived=True),
    field("board", "i1", [CELLS], values=["", *TILE_NAMES], help="the tile of each cell, row by row"),
    field("turned", "i1", [CELLS], limits=(0, TURNS - 1), help="its quarter turns clockwise"),
    field(
        "carts",
        "i2",
        [SEATS, CARTS],
        values=POINT_NAMES,
        optional=True,
        help="the cell that a cart will enter and the point by which; none: not in the mine",
    ),
    field("heap", "i1", [ORES], help="ore tokens still in the ground", derived=True),
    field("ore", "i1", [SEATS, ORES], limits=(0, ORE_TOKENS), help="ore tokens held"),
    field("tokens", "i1", [SEATS], help="how many ore tokens a player holds", derived=True),
    field(
        "due",
        "i2",
        limits=(0, (1 << FIGURES) - 1),
        help="the carts that still have to advance this turn, as bits 2 x seat + cart",
    ),
    field("asked", "i1", limits=SEAT_OR_NONE, help="who says which of two carts goes first, or -1"),
    field(
        "digger", "i1", limits=(NOBODY_MET, FIGURES - 1), help="2 x seat + cart of the cart whose ore is drawn, or -1"
    ),
    field("owed", "i1", limits=(0, ORE_TOKENS), help="ore tokens still to be drawn for it"),
    field("laid", "i1", limits=(NOWHERE, CELLS - 1), help="the cell of the tile laid last, or -1"),
    field("runs", "i1", limits=(0, FIGURES), help="how many carts have advanced since that tile was laid"),
    field(
        "ran",
        "i1",
        [SEATS, CARTS],
        limits=(0, FIGURES),
        help="which run since that tile was laid was this cart's: 1 the first; 0: none",
    ),
    field("ran_from", "i2", [SEATS, CARTS], values=POINT_NAMES, optional=True, help="where that run began"),
    field("passes", "u1", [SEATS, CARTS], limits=(0, SECTIONS), help="how many sections it led over"),
    field("pickaxes", "u1", [SEATS, CARTS], limits=(0, SECTIONS), help="how many pickaxes it counted"),
    field("fate", "i1", [SEATS, CARTS], values=FATES, help="how it ended"),
    field(
        "met",
        "i1",
        [SEATS, CARTS],
        limits=(NOBODY_MET, FIGURES - 1),
        help="2 x seat + cart of the cart it collided with, or -1",
    ),
    field("drawn", "u1", [SEATS, CARTS], help="how many ore tokens were drawn for it", derived=True),
    field("dug", "i1", [SEATS, CARTS, ORES], limits=(0, ORE_TOKENS), help="these tokens by kind"),
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
    laid = s.board.tolist()
    tiles = {name: s.pile[tile] + (s.hand == tile + 1) + laid.count(tile + 1) for tile, name in enumerate(TILE_NAMES)}
    ore = {name: s.heap[kind] + sum(s.ore[seat, kind] for seat in range(s.players)) for kind, name in enumerate(ORES)}
    return tiles | ore
