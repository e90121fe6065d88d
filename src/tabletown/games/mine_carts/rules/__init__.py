"""The rules of Mine Carts: whose turn it is, what is legal, what chance may do, and who has won.

The set-up is in `placing`, the turn in `running`. Numbers are those of docs/rules/mine_carts.md.
"""

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from ..components import CARTS, NOWHERE, ORE_COUNT, ORE_KINDS, ORE_VALUE, ROTATIONS, TILE_COUNT, TURNS
from ..moves import CONFIRM_LAYOUT, DIG_ORE, DRAW_TILE, GO_FIRST, NAME_SEAT, PICK_UP, PLACE_CART, PLAY_TILE
from ..state import CONFIRM, DIG, DRAW, FINISHED, FIRST, NOBODY_MET, ORDER, PLACE, PLAY, PRECIOUS, REPLACE, START
from .placing import (
    answers_to_layout,
    confirm_layout,
    free_sections,
    name_first_player,
    name_first_to_place,
    pick_up_cart,
    place_cart,
    replace_cart,
)
from .running import dig_ore, forget_last_move, kind_of_token, lay_tile, ore_left, send_first, take_tile

STANDING_BASE = 128
"""More than there are tokens of any kind: a standing is written in this base."""


# ------------------------------------------------------------------ set-up


@rule
def setup(s):
    """An empty mine, 36 tiles and 80 ore tokens face down, two carts for each player. MC-21, MC-22, MC-24, MC-25"""
    for tile in range(TILE_COUNT):
        s.pile[tile] = 1
    for kind in range(ORE_KINDS):
        s.heap[kind] = ORE_COUNT[kind]
    for seat in range(MAX_SEATS):
        for cart in range(CARTS):
            s.carts[seat, cart] = NOWHERE
            s.ran_from[seat, cart] = NOWHERE
    s.picked_up = NOWHERE
    s.laid = NOWHERE
    s.digger = NOBODY_MET
    s.asked = NOBODY_MET
    forget_last_move(s)
    s.phase = START


# ------------------------------------------------------------------ whose turn, and what may be done


@rule
def actor(s):
    """Chance draws seats, tiles and ore; all else is a player's. MC-159"""
    if s.phase == DIG or s.phase == DRAW or s.phase == START or s.phase == FIRST:
        return CHANCE
    if s.phase == FINISHED:
        return OVER
    return s.asked if s.phase == ORDER else s.turn


@rule
def legal(s, moves):
    """Write the ids of all legal moves and return their number. MC-123, MC-169"""
    phase = s.phase
    if phase == DIG:
        return kinds_to_dig(s, moves)
    if phase == DRAW:
        return tiles_to_draw(s, moves)
    if phase == PLAY:
        return legal_plays(s, moves)
    if s.phase == PLACE or s.phase == REPLACE:
        return free_sections(s, moves)
    if phase == CONFIRM:
        return answers_to_layout(s, moves)
    if phase == ORDER:
        moves[0] = GO_FIRST
        moves[1] = GO_FIRST + 1
        return 2
    if phase == FINISHED:
        return 0
    for seat in range(s.players):
        moves[seat] = NAME_SEAT + seat
    return s.players


@rule
def legal_plays(s, moves):
    """Before either own cart in the mine, in every different orientation, whatever comes of it.

    MC-43..48, MC-50, MC-161
    """
    count = 0
    for cart in range(CARTS):
        if s.carts[s.turn, cart] >= 0:
            for turns in range(ROTATIONS[s.hand]):
                moves[count] = PLAY_TILE + TURNS * cart + turns
                count += 1
    return count


@rule
def tiles_to_draw(s, moves):
    """Every tile left in the pile. MC-40, MC-165"""
    count = 0
    for tile in range(TILE_COUNT):
        if s.pile[tile] != 0:
            moves[count] = DRAW_TILE + tile
            count += 1
    return count


@rule
def kinds_to_dig(s, moves):
    """Every kind of ore that is left. MC-75, MC-166"""
    count = 0
    for kind in range(ORE_KINDS):
        if s.heap[kind] > 0:
            moves[count] = DIG_ORE + kind
            count += 1
    return count


# ------------------------------------------------------------------ chance


@rule
def chance_total(s):
    """The sum of the weights of all chance moves. MC-165..167"""
    if s.phase == DIG:
        return ore_left(s)
    if s.phase == DRAW:
        return TILE_COUNT - s.turns
    return s.players


@rule
def chance_weight(s, move):
    """Kinds of ore by their tokens in the ground; tiles and seats are equally likely. MC-165..167"""
    if s.phase == DIG:
        return s.heap[move - DIG_ORE]
    return 1


@rule
def chance_move(s, number, moves):
    """The token of the heap, the tile of the pile or the seat with this number. MC-165..167"""
    if s.phase == DIG:
        return DIG_ORE + kind_of_token(s, number)
    if s.phase == DRAW:
        tile = 0
        number -= s.pile[0]
        while number >= 0:
            tile += 1
            number -= s.pile[tile]
        return DRAW_TILE + tile
    return NAME_SEAT + number


# ------------------------------------------------------------------ playing a move


@rule
def play(s, move):
    """Carry out a legal move."""
    phase = s.phase
    if phase == DIG:
        dig_ore(s, move - DIG_ORE)
    elif phase == DRAW:
        take_tile(s, move - DRAW_TILE + 1)
    elif phase == PLAY:
        lay_tile(s, (move - PLAY_TILE) // TURNS, (move - PLAY_TILE) % TURNS)
    elif phase == PLACE:
        place_cart(s, move - PLACE_CART)
    elif phase == ORDER:
        send_first(s, move - GO_FIRST)
    elif phase == REPLACE:
        replace_cart(s, move - PLACE_CART)
    elif phase == CONFIRM:
        if move == CONFIRM_LAYOUT:
            confirm_layout(s)
        else:
            pick_up_cart(s, move - PICK_UP)
    elif phase == START:
        name_first_to_place(s, move - NAME_SEAT)
    else:
        name_first_player(s, move - NAME_SEAT)


# ------------------------------------------------------------------ who has won


@rule
def score(s, seat):
    """The value of the player's ore, and nothing else. MC-118"""
    points = 0
    for kind in range(ORE_KINDS):
        points += s.ore[seat, kind] * ORE_VALUE[kind]
    return points


@rule
def standing(s, seat):
    """What players are compared by: points, and by the option then gold, silver, iron, copper, coal. MC-119..121"""
    rank = score(s, seat)
    if s.tie_break == PRECIOUS:
        for step in range(ORE_KINDS):
            rank = rank * STANDING_BASE + s.ore[seat, ORE_KINDS - 1 - step]
    return rank


@rule
def place(s, seat):
    """One more than the players who stand higher; equals share a place. MC-119, MC-120, MC-122"""
    mine = standing(s, seat)
    better = 0
    for other in range(s.players):
        if standing(s, other) > mine:
            better += 1
    return 1 + better
