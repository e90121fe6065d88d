"""The rules of Minecart Town: set-up, legal moves, playing a move, scoring.

A move is carried out; then the rules go on by themselves, step by step, until somebody has a choice (flow.py). Numbers
in docstrings are those of docs/rules/minecart_town.md.
"""

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from ..components import FIRST_OF_LETTER, MAX_TILES, NO_TILE, TYPES
from ..moves import (
    AT,
    BEGIN,
    BUY,
    CELL,
    CUBE,
    DONE,
    END_PICK,
    END_PULL,
    END_SET,
    END_TRACKS,
    PASS,
    REVEAL,
    SHAPE,
    TRACKS,
    TYPE,
    UPGRADE,
)
from ..state import (
    ACTION,
    DEAL,
    FINISHED,
    GAIN,
    KEEP,
    LOOP,
    PAY,
    PICK,
    PLACE,
    PRODUCE,
    PULL,
    SET,
    SHAPING,
    START,
    STEP,
)
from .construction import (
    actions,
    buy_tile,
    cells,
    choose_shape,
    pay_cube,
    payments,
    place_building,
    plan_cell,
    plan_upgrade,
    shapes,
    track_steps,
)
from .effects import CLOSE_SET, convert_once, gain_named, keep_cube, nameable_types, set_options, spend_set
from .flow import deal, finish_final_round, go_to_next_builder, pass_turn, settle
from .market import bag_drawn_from, fill_bags, lay_solo_display, reveal_tile, tiles_in_bag
from .town import cubes_left, found_town
from .transport import (
    NONE,
    allow_lifts,
    drop_cube,
    end_pull,
    end_session,
    final_choices,
    lift_cube,
    picks,
    pull_cube,
    pullable_cubes,
)

SAME_WIDTH = 0
"""Added to a move it widens the number to 64 bits like all others, so that what follows is compiled only once."""

# ------------------------------------------------------------------ set-up


@rule
def setup(s):
    """Towns, bags, display; then chance names the first player and draws the market. MT-13..23, MT-199..208"""
    for seat in range(MAX_SEATS):
        for tile in range(MAX_TILES):
            s.tiles[seat, tile] = NO_TILE
    for seat in range(s.players):
        found_town(s, seat)
    fill_bags(s)
    if s.players == 1:
        lay_solo_display(s)
    s.round = 1
    s.buying = NO_TILE
    s.cell = NONE
    s.upgrading = NONE
    s.phase = START
    if s.players == 1 or s.first_player > 0:
        name_first_player(s, max(0, s.first_player - 1))
        settle(s)


@rule
def name_first_player(s, seat):
    """The first player gets the marker; then the market is laid out. MT-23"""
    s.first = seat
    s.turn = seat
    deal(s, PRODUCE)


# ------------------------------------------------------------------ whose turn, and what may be done


@rule
def actor(s):
    """Chance names the first player and draws tiles; all else is the choice of the player in turn. MT-09"""
    if s.phase == FINISHED:
        return OVER
    if s.phase == START or s.phase == DEAL:
        return CHANCE
    return s.turn


@rule
def legal(s, moves):
    """Write the ids of all legal moves and return their number. MT-240"""
    phase = s.phase
    if phase == ACTION:
        return actions(s, moves)
    if phase == PAY:
        return payments(s, moves)
    if phase == PLACE:
        return cells(s, moves, 0)
    if phase == STEP:
        return track_steps(s, moves)
    if phase == SHAPING:
        return shapes(s, moves)
    if phase == PICK:
        return picks(s, moves)
    if phase == PULL:
        return pullable_cubes(s, moves)
    if phase == LOOP:
        return final_choices(s, moves)
    if phase == DEAL:
        return tiles_to_reveal(s, moves)
    if phase == START:
        for seat in range(s.players):
            moves[seat] = BEGIN + seat
        return s.players
    return types_to_name(s, moves)


@rule
def types_to_name(s, moves):
    """Types to keep, to gain or to convert. MT-55, MT-75, MT-129"""
    options = 0
    if s.phase == KEEP:
        for resource in range(TYPES):
            if s.pending[resource] > 0:
                options |= 1 << resource
    elif s.phase == GAIN:
        options = nameable_types(s)
    elif s.phase == SET:
        options = set_options(s)
    count = 0
    for resource in range(TYPES):
        if options >> resource & 1 == 1:
            moves[count] = TYPE + resource
            count += 1
    if options >> CLOSE_SET & 1 == 1:
        moves[count] = END_SET
        count += 1
    return count


@rule
def tiles_to_reveal(s, moves):
    """Every kind of tile that may come out of the bag now. MT-15"""
    letter = bag_drawn_from(s)
    count = 0
    for kind in range(FIRST_OF_LETTER[letter], FIRST_OF_LETTER[letter + 1]):
        if s.bag[kind] > 0:
            moves[count] = REVEAL + kind
            count += 1
    return count


@rule
def chance_total(s):
    """The sum of the weights of all chance moves."""
    return s.players if s.phase == START else tiles_in_bag(s, bag_drawn_from(s))


@rule
def chance_weight(s, move):
    """A tile comes up as often as it lies in the bag; seats are even. MT-15, MT-23"""
    return s.bag[move - REVEAL] if s.phase == DEAL else 1


# ------------------------------------------------------------------ playing a move


@rule
def play(s, move):
    """Carry out a legal move and all that follows from it."""
    carry_out(s, move + SAME_WIDTH)
    settle(s)


@rule
def carry_out(s, move):
    """Carry out the move itself."""
    phase = s.phase
    if phase == PAY:
        pay_cube(s, move - CUBE)
    elif phase == ACTION:
        act(s, move)
    elif s.phase == STEP or s.phase == PLACE or s.phase == SHAPING:
        lay(s, move)
    elif phase == PICK:
        pick(s, move)
    elif phase == LOOP:
        choose_finally(s, move)
    elif phase == PULL:
        if move == END_PULL:
            end_pull(s)
        else:
            pull_cube(s, move - CUBE)
    elif phase == DEAL:
        reveal_tile(s, move - REVEAL)
    elif phase == START:
        name_first_player(s, move - BEGIN)
    elif phase == SET:
        add_to_set(s, move)
    elif phase == KEEP:
        keep_cube(s, move - TYPE)
    elif phase == GAIN:
        gain_named(s, move - TYPE)


@rule
def act(s, move):
    """A construction action, or with free transport a cube lifted before it. MT-64, MT-222"""
    if move >= CUBE:
        lift_from(s, move - CUBE, ACTION)
        return
    s.lifts = 0
    s.moved = 0
    if move == PASS:
        pass_turn(s)
    elif move == TRACKS:
        s.phase = STEP
    else:
        buy_tile(s, move - BUY)


@rule
def lay(s, move):
    """Choose a cell, a track to upgrade or a shape, or end the track action. MT-85"""
    if s.phase == PLACE:
        place_building(s, move - CELL)
    elif s.phase == SHAPING:
        choose_shape(s, move - SHAPE)
    elif move == END_TRACKS:
        go_to_next_builder(s)
    elif move >= UPGRADE:
        plan_upgrade(s, move - UPGRADE)
    else:
        plan_cell(s, move - CELL)


@rule
def pick(s, move):
    """Inside a transport session. MT-230"""
    if move == END_PICK:
        end_session(s)
    elif move >= CUBE:
        lift_cube(s, move - CUBE)
    else:
        drop_cube(s, move - AT)


@rule
def lift_from(s, code, back):
    """A session that begins with this cube and ends as soon as the hand is empty. MT-222, MT-237"""
    s.phase = PICK
    s.back = back
    lift_cube(s, code)


@rule
def choose_finally(s, move):
    """Round 4: done, one conversion, or a cube is lifted. MT-174, MT-175"""
    if move == DONE:
        finish_final_round(s)
    elif move >= CUBE:
        lift_from(s, move - CUBE, LOOP)
    else:
        allow_lifts(s)
        s.moved = 1
        convert_once(s, move - AT, LOOP)


@rule
def add_to_set(s, move):
    if move == END_SET:
        spend_set(s)
    else:
        s.chosen[move - TYPE] += 1


# ------------------------------------------------------------------ scoring


@rule
def score(s, seat):
    """The VP on the track. MT-26"""
    return s.vp[seat]


@rule
def is_ahead(s, one, two):
    """Most VP, then fewest cubes, then most tiles. MT-186..188"""
    if s.vp[one] != s.vp[two]:
        return s.vp[one] > s.vp[two]
    if cubes_left(s, one) != cubes_left(s, two):
        return cubes_left(s, one) < cubes_left(s, two)
    return s.tile_count[one] > s.tile_count[two]


@rule
def place(s, seat):
    """Places by the same three criteria; what is still tied is shared. MT-189, MT-190"""
    found = 1
    for other in range(s.players):
        if other != seat and is_ahead(s, other, seat):
            found += 1
    return found
