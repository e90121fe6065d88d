"""The moves of players and of chance. MC-160..164 give the ids of the players' moves."""

from __future__ import annotations

from tabletown.core.move import Moves, kind
from tabletown.core.record import MAX_SEATS

from .components import CARTS, EDGE_SECTIONS, ORES, TILE_NAMES, TURNS

MOVES = Moves(
    kind("place", section=range(EDGE_SECTIONS), target="gate-{section}"),
    kind("play", cart=range(CARTS), turns=range(TURNS), target="play-{cart}-{turns}"),
    kind("order", cart=range(CARTS), target="cart-{me}-{cart}"),
    kind("confirm"),
    kind("pick_up", cart=range(CARTS), target="cart-{me}-{cart}"),
    kind("seat", seat=range(MAX_SEATS), chance=True),
    kind("tile", tile=TILE_NAMES, chance=True),
    kind("dig", ore=ORES, chance=True),
)

PLACE_CART = MOVES.first("place")
PLAY_TILE = MOVES.first("play")
GO_FIRST = MOVES.first("order")
CONFIRM_LAYOUT = MOVES.first("confirm")
PICK_UP = MOVES.first("pick_up")
NAME_SEAT = MOVES.first("seat")
DRAW_TILE = MOVES.first("tile")
DIG_ORE = MOVES.first("dig")
