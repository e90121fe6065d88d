"""The set-up: everybody puts both carts on the edge, and may change that."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import CARTS, EDGE, EDGE_SECTIONS, NOWHERE, SECTION_AT
from ..moves import CONFIRM_LAYOUT, PICK_UP, PLACE_CART
from ..state import AT_RANDOM, CONFIRM, DRAW, FIRST, NAMED_SEAT, PLACE, REPLACE


@rule
def name_first_to_place(s, seat):
    """Clockwise from a seat drawn by lot. MC-32"""
    s.first = seat
    s.turn = seat
    s.phase = PLACE


@rule
def free_sections(s, moves):
    """Every edge section on which no cart stands. MC-27..30, MC-160"""
    taken = 0
    for seat in range(s.players):
        for cart in range(CARTS):
            if s.carts[seat, cart] >= 0:
                taken |= 1 << SECTION_AT[s.carts[seat, cart]]
    count = 0
    for section in range(EDGE_SECTIONS):
        if (taken >> section) & 1 == 0:
            moves[count] = PLACE_CART + section
            count += 1
    return count


@rule
def place_cart(s, section):
    """Each player one cart, then each player the other, in the same order. MC-26, MC-31, MC-32"""
    s.carts[s.turn, s.placed // s.players] = EDGE[section]
    s.placed += 1
    s.turn = (s.first + s.placed) % s.players
    if s.placed == CARTS * s.players:
        if s.setup_changes == 0:
            begin_play(s)
        else:
            s.phase = CONFIRM


@rule
def answers_to_layout(s, moves):
    """Confirm, or pick up one own cart as long as changes are left. MC-33, MC-34, MC-36, MC-163"""
    moves[0] = CONFIRM_LAYOUT
    if s.changes_made[s.turn] >= s.setup_changes:
        return 1
    for cart in range(CARTS):
        moves[1 + cart] = PICK_UP + cart
    return 1 + CARTS


@rule
def confirm_layout(s):
    """Play begins when all have confirmed the same layout. MC-35"""
    s.confirmed[s.turn] = 1
    s.turn = (s.turn + 1) % s.players
    if s.confirmed[s.turn] == 1:
        begin_play(s)


@rule
def pick_up_cart(s, cart):
    s.changes_made[s.turn] += 1
    s.picked_up = cart
    s.carts[s.turn, cart] = NOWHERE
    s.phase = REPLACE


@rule
def replace_cart(s, section):
    """A change withdraws every confirmation; the next player answers to the new layout. MC-33, MC-35"""
    s.carts[s.turn, s.picked_up] = EDGE[section]
    s.picked_up = NOWHERE
    for seat in range(s.players):
        s.confirmed[seat] = 0
    s.turn = (s.turn + 1) % s.players
    s.phase = CONFIRM


@rule
def begin_play(s):
    """The lot, or the host, names the player with the highest gold fever. MC-39"""
    if s.first_player == AT_RANDOM:
        s.phase = FIRST
    else:
        name_first_player(s, s.first_player - NAMED_SEAT)


@rule
def name_first_player(s, seat):
    s.turn = seat
    s.phase = DRAW
