"""The turn: a tile is laid, carts advance, ore is drawn, carts are lost."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import BEYOND, CARTS, JOINED, NOWHERE, ORE_KINDS, ORE_TOKENS, OUTSIDE, PICKAXE, POINTS_PER_TILE
from ..state import ASK, CRASHED, DIG, DRAW, FINISHED, LEFT, NOBODY_MET, OPEN_END, ORDER, PLAY, STANDS, WAS_HIT

BOTH = 3
"""The bits of a player's two carts."""

# ------------------------------------------------------------------ laying the tile


@rule
def take_tile(s, tile):
    """The tile is shown to all before anything is chosen. MC-40, MC-41"""
    s.pile[tile - 1] = 0
    s.hand = tile
    s.phase = PLAY


@rule
def lay_tile(s, cart, turns):
    """The tile goes to the empty cell that the cart faces; that cart advances, then all others there.

    MC-43..45, MC-54, MC-99
    """
    forget_last_move(s)
    cell = s.carts[s.turn, cart] // POINTS_PER_TILE
    s.board[cell] = s.hand
    s.turned[cell] = turns
    s.hand = 0
    s.laid = cell
    s.turns += 1
    s.due = carts_facing(s, cell)
    advance(s, s.turn, cart)
    go_on(s)


@rule
def forget_last_move(s):
    """Clear what the last move left to be told."""
    s.runs = 0
    for seat in range(s.players):
        for cart in range(CARTS):
            s.ran[seat, cart] = 0
            s.ran_from[seat, cart] = NOWHERE
            s.passes[seat, cart] = 0
            s.pickaxes[seat, cart] = 0
            s.drawn[seat, cart] = 0
            s.fate[seat, cart] = STANDS
            s.met[seat, cart] = NOBODY_MET
            for kind in range(ORE_KINDS):
                s.dug[seat, cart, kind] = 0


@rule
def carts_facing(s, cell):
    """All carts that the tile in this cell moves, as bits. MC-64, MC-100"""
    found = 0
    for seat in range(s.players):
        for cart in range(CARTS):
            place = s.carts[seat, cart]
            if place >= 0 and place // POINTS_PER_TILE == cell:
                found |= 1 << (CARTS * seat + cart)
    return found


# ------------------------------------------------------------------ one cart advances


@rule
def advance(s, seat, cart):
    """Follow the track to an open end, a collision or the edge; count pickaxes on every pass.

    MC-55..62, MC-67..74, MC-76, MC-81, MC-86
    """
    figure = CARTS * seat + cart
    s.due &= ~(1 << figure)
    s.runs += 1
    s.ran[seat, cart] = s.runs
    here = s.carts[seat, cart]
    s.ran_from[seat, cart] = here
    passes = 0
    pickaxes = 0
    fate = STANDS
    while fate == STANDS:
        cell = here // POINTS_PER_TILE
        tile = s.board[cell]
        leaving = cell * POINTS_PER_TILE + JOINED[tile, s.turned[cell], here % POINTS_PER_TILE]
        here = BEYOND[leaving]
        passes += 1
        pickaxes += PICKAXE[tile]
        other = cart_at(s, figure, leaving, here)
        if other != NOBODY_MET:
            fate = CRASHED
            s.met[seat, cart] = other
        elif here == OUTSIDE:
            fate = LEFT
        elif s.board[here // POINTS_PER_TILE] == 0:
            fate = OPEN_END
            s.carts[seat, cart] = here
    s.passes[seat, cart] = passes
    s.pickaxes[seat, cart] = pickaxes
    s.fate[seat, cart] = fate
    s.digger = figure
    s.owed = min(pickaxes, ore_left(s))


@rule
def cart_at(s, figure, leaving, ahead):
    """The other cart on this border point, under either of its names, or NOBODY_MET. MC-86..88, MC-92"""
    for other in range(CARTS * s.players):
        place = s.carts[other // CARTS, other % CARTS]
        if place == leaving and other != figure:
            return other
        if place == ahead and other != figure:
            return other
    return NOBODY_MET


# ------------------------------------------------------------------ ore


@rule
def ore_left(s):
    """Tokens in the ground: what nobody holds. MC-79, MC-126"""
    left = ORE_TOKENS
    for seat in range(s.players):
        left -= s.tokens[seat]
    return left


@rule
def kind_of_token(s, number):
    """The kind of a token in the ground by its number, when the tokens are sorted by kind."""
    kind = 0
    while number >= s.heap[kind]:
        number -= s.heap[kind]
        kind += 1
    return kind


@rule
def dig_ore(s, kind):
    """The owner of the cart gets one token for good. MC-75, MC-78"""
    seat = s.digger // CARTS
    cart = s.digger % CARTS
    s.heap[kind] -= 1
    s.ore[seat, kind] += 1
    s.tokens[seat] += 1
    s.drawn[seat, cart] += 1
    s.dug[seat, cart, kind] += 1
    s.owed -= 1
    if s.owed == 0:
        go_on(s)


# ------------------------------------------------------------------ removal, and who advances next


@rule
def end_run(s):
    """A cart that left or crashed goes, after its ore was drawn. MC-84, MC-90, MC-91, MC-103"""
    seat = s.digger // CARTS
    cart = s.digger % CARTS
    s.digger = NOBODY_MET
    if s.fate[seat, cart] == CRASHED:
        remove_hit_cart(s, s.met[seat, cart], CARTS * seat + cart)
    if s.fate[seat, cart] != OPEN_END:
        s.carts[seat, cart] = NOWHERE


@rule
def remove_hit_cart(s, figure, by):
    """It has not moved, draws nothing and no longer advances. MC-91, MC-96"""
    seat = figure // CARTS
    cart = figure % CARTS
    s.fate[seat, cart] = WAS_HIT
    s.met[seat, cart] = by
    s.carts[seat, cart] = NOWHERE
    s.due &= ~(1 << figure)


@rule
def go_on(s):
    """Ore, then removal, cart after cart, until chance or a player is asked or the turn is over.

    MC-74, MC-103, MC-109, MC-147
    """
    while s.owed == 0:
        if s.digger != NOBODY_MET:
            end_run(s)
        if s.due == 0:
            end_turn(s)
            return
        seat = next_seat_due(s)
        both_due = (s.due >> (CARTS * seat)) & BOTH
        if both_due == BOTH and s.order_choice == ASK:
            s.asked = seat
            s.phase = ORDER
            return
        advance(s, seat, 0 if both_due & 1 == 1 else 1)
    s.phase = DIG


@rule
def next_seat_due(s):
    """The active player's other cart comes first, then the others clockwise. MC-99, MC-101, MC-104"""
    for step in range(s.players):
        seat = (s.turn + step) % s.players
        if (s.due >> (CARTS * seat)) & BOTH != 0:
            return seat
    return s.turn


@rule
def send_first(s, cart):
    """The owner of two carts before the new tile says which goes first. MC-104"""
    seat = s.asked
    s.asked = NOBODY_MET
    advance(s, seat, cart)
    go_on(s)


@rule
def end_turn(s):
    """The next player clockwise with a cart in the mine becomes active; if there is none the game is over.

    MC-110, MC-111, MC-114, MC-116
    """
    for step in range(1, s.players + 1):
        seat = (s.turn + step) % s.players
        if carts_left(s, seat) > 0:
            s.turn = seat
            s.phase = DRAW
            return
    s.phase = FINISHED


@rule
def carts_left(s, seat):
    """How many carts of a player are in the mine."""
    left = 0
    for cart in range(CARTS):
        if s.carts[seat, cart] >= 0:
            left += 1
    return left
