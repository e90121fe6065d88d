"""What follows by itself: the phases of a round, step by step, until somebody has a choice."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import IMMEDIATE, MAX_EFFECTS, NO_TILE, PRODUCTION, ROUNDS, SWAP_AFTER
from ..state import (
    ACTION,
    ARRANGE,
    ARRIVE,
    DEAL,
    FINISHED,
    GAIN,
    KEEP,
    LEAVE,
    LOOP,
    PAY,
    PICK,
    PROCESS,
    PRODUCE,
    PULL,
    PULLS,
    SET,
    SHAPING,
    START,
    STEP,
    STOCKPILE_ONLY,
)
from .construction import (
    begin_turn,
    choose_shape,
    finish_payment,
    next_builder,
    nothing_due,
    only_pass_is_left,
    only_payment,
    pay_cube,
    shapes_that_fit,
)
from .effects import (
    choice_is_idle,
    gain_named,
    nameable_types,
    place_pending,
    process_step,
    score_end_effects,
    set_options,
    spend_set,
    stop_at_floor,
    take_effect,
    timing_of,
)
from .market import return_a_tiles, slide_market, space_to_fill
from .town import building_cubes, forget_networks, kind_of, map_networks, networks_in_use
from .transport import (
    NONE,
    allow_lifts,
    anything_final,
    anything_to_lift,
    anything_to_pull,
    begin_pull,
    begin_session,
    drop_choices,
    drop_cube,
    end_pull,
    end_session,
    pull_limit,
    stockpile_is_blocked,
)


@rule
def settle(s):
    """Go on until somebody has a choice. MT-223"""
    while carry_on(s):
        pass
    rest(s)


@rule
def rest(s):
    """What the choice that has come up does not need is blank, so that equal positions have equal bytes."""
    phase = s.phase
    names_types = phase in (KEEP, GAIN, SET)
    if not names_types and phase != PULL:
        s.site = 0
    if not names_types and phase != PICK and phase != DEAL:
        s.back = START
    if s.mapped == 1 and not networks_in_use(s):
        forget_networks(s)


@rule
def carry_on(s):
    """One step that needs no choice; returns whether there was one."""
    phase = s.phase
    if phase == PAY:
        return settle_payment(s)
    if phase == ACTION:
        return settle_action(s)
    if phase == PICK:
        return settle_pick(s)
    if phase == PRODUCE:
        return produce_next(s)
    if phase == PROCESS:
        return process_next(s)
    if phase == ARRIVE:
        return arrive_next(s)
    if phase == STEP:
        return settle_step(s)
    if phase == SHAPING:
        return settle_shape(s)
    if phase == DEAL:
        return settle_deal(s)
    if s.phase == KEEP or s.phase == GAIN or s.phase == SET:
        return settle_types(s)
    return carry_on_transport(s)


@rule
def lowest_bit(options):
    bit = 0
    while options >> bit & 1 == 0:
        bit += 1
    return bit


@rule
def carry_on_transport(s):
    phase = s.phase
    if phase == ARRANGE:
        return begin_transport(s)
    if phase == PULLS:
        return next_pull(s)
    if phase == PULL:
        return settle_pull(s)
    if phase == LEAVE:
        return leave_transport(s)
    if phase == LOOP:
        return settle_loop(s)
    return False


# ------------------------------------------------------------------ production


@rule
def deal(s, then):
    """Fill the empty spaces of the market, then go on."""
    s.phase = DEAL
    s.back = then


@rule
def begin_round(s):
    s.phase = PRODUCE
    s.turn = s.first
    s.steps = 0
    s.cursor = 0


@rule
def produce_next(s):
    """Each building with a production effect performs it once, seat by seat. MT-25, MT-50..52"""
    building = s.cursor // MAX_EFFECTS
    effect = s.cursor % MAX_EFFECTS
    if building == s.building_count[s.turn]:
        stop_at_floor(s, s.turn)
        if pass_on(s):
            begin_construction(s)
        return True
    s.cursor += 1
    if timing_of(s, kind_of(s, s.turn, building), effect) == PRODUCTION:
        take_effect(s, building, effect, PRODUCE)
    return True


@rule
def pass_on(s):
    """The next seat takes its part of a simultaneous phase; returns whether all have. MT-25"""
    s.steps += 1
    s.cursor = 0
    s.turn = (s.turn + 1) % s.players
    if s.steps < s.players:
        return False
    s.steps = 0
    return True


# ------------------------------------------------------------------ construction


@rule
def begin_construction(s):
    """Passes are cleared; turns go clockwise from the first player. MT-64, MT-99"""
    s.passed = 0
    s.turn = s.first
    begin_turn(s)


@rule
def go_to_next_builder(s):
    """The next player who has not passed; when all have, the phase is over. MT-65, MT-66"""
    seat = next_builder(s)
    if seat != NONE:
        s.turn = seat
        begin_turn(s)
    else:
        s.turn = s.first
        s.passed = 0
        s.pieces = 0
        s.lifts = 0
        s.steps = 0
        s.phase = ARRANGE


@rule
def pass_turn(s):
    """No more construction this round. MT-97..100"""
    s.passed |= 1 << s.turn
    go_to_next_builder(s)


@rule
def settle_action(s):
    if s.auto_forced == 1 and only_pass_is_left(s):
        pass_turn(s)
        return True
    return False


@rule
def settle_payment(s):
    if nothing_due(s):
        finish_payment(s)
        return True
    code = NONE
    if s.auto_forced == 1:
        code = only_payment(s)
    if code == NONE:
        return False
    pay_cube(s, code)
    return True


@rule
def arrive_next(s):
    """Immediate effects happen once, right after placing; then the market is filled again. MT-72, MT-73, MT-83"""
    if s.site == NONE or s.cursor == MAX_EFFECTS:
        if s.players == 1:
            slide_market(s, s.space)
        s.space = 0
        s.cursor = 0
        deal(s, ACTION)
        return True
    effect = s.cursor
    s.cursor += 1
    if timing_of(s, kind_of(s, s.turn, s.site), effect) == IMMEDIATE:
        take_effect(s, s.building_count[s.turn] - 1, effect, ARRIVE)
    return True


@rule
def settle_step(s):
    """A track action ends by itself when no wood and stone are left. MT-227"""
    if s.pieces > 0 and building_cubes(s, s.turn) == 0:
        go_to_next_builder(s)
        return True
    return False


@rule
def settle_shape(s):
    fitting = shapes_that_fit(s)
    if s.auto_forced == 0 or fitting & (fitting - 1) != 0:
        return False
    choose_shape(s, lowest_bit(fitting))
    return True


@rule
def settle_deal(s):
    """When the market is full again, the round begins or the next player builds. MT-77, MT-80"""
    if space_to_fill(s) != NO_TILE:
        return False
    if s.back == PRODUCE:
        begin_round(s)
    else:
        go_to_next_builder(s)
    return True


# ------------------------------------------------------------------ choices of types


@rule
def settle_types(s):
    if s.phase == SET:
        return settle_set(s)
    if s.phase == GAIN:
        return settle_gain(s)
    if place_pending(s):
        return False
    s.phase = s.back
    return True


@rule
def settle_gain(s):
    if s.free_gain == 0:
        s.phase = s.back
        return True
    options = nameable_types(s)
    if s.auto_forced == 0 or options & (options - 1) != 0:
        return False
    gain_named(s, lowest_bit(options))
    return True


@rule
def settle_set(s):
    """A set that leaves no real choice is completed without asking. MT-238"""
    options = set_options(s)
    if options == 0:
        spend_set(s)
        return True
    if options & (options - 1) != 0 and not choice_is_idle(s, options):
        return False
    s.chosen[lowest_bit(options)] += 1
    return True


# ------------------------------------------------------------------ transportation


@rule
def begin_transport(s):
    """Before a Stockpile acts, its owner may clear it over rail, in place of transport in construction. MT-115"""
    map_networks(s, s.turn)
    s.cursor = 0
    s.phase = PULLS
    if s.construction_transport == STOCKPILE_ONLY and stockpile_is_blocked(s, s.turn):
        begin_session(s, PULLS)
    return True


@rule
def next_pull(s):
    """Stockpiles act once, at the start; then the player transports, in round 4 mixed with conversions.

    MT-116, MT-120, MT-224
    """
    while s.cursor < s.building_count[s.turn]:
        building = s.cursor
        s.cursor += 1
        if pull_limit(kind_of(s, s.turn, building)) > 0:
            begin_pull(s, building)
            return True
    s.cursor = 0
    if s.round == ROUNDS:
        s.phase = LOOP
        s.moved = 0
        allow_lifts(s)
    else:
        begin_session(s, LEAVE)
    return True


@rule
def settle_pull(s):
    """A Stockpile that can take nothing is passed over; who has taken cubes says when it is enough. MT-117"""
    if s.auto_forced == 1 and s.pulled == 0 and not anything_to_pull(s):
        end_pull(s)
        return True
    return False


@rule
def settle_pick(s):
    """Nothing ends by itself once a cube was lifted. MT-223, MT-230

    Where cubes may be lifted at any time, as in round 4, an empty hand goes back there, which ends nothing.
    """
    if s.held > 0:
        return settle_drop(s)
    if s.back == ACTION or s.back == LOOP:
        s.phase = s.back
        return True
    if s.auto_forced == 1 and s.moved == 0 and not anything_to_lift(s, s.turn):
        end_session(s)
        return True
    return False


@rule
def settle_drop(s):
    """A cube with a single place to go is set down without asking, if no other could be lifted. MT-223, MT-233"""
    if s.auto_forced == 0 or anything_to_lift(s, s.turn):
        return False
    choices = drop_choices(s)
    if choices & (choices - 1) != 0:
        return False
    drop_cube(s, lowest_bit(choices))
    return True


@rule
def settle_loop(s):
    """Who can do nothing in round 4 is not asked; who has done something says when it is enough. MT-175, MT-223"""
    if s.auto_forced == 1 and s.moved == 0 and not anything_final(s):
        finish_final_round(s)
        return True
    return False


@rule
def finish_final_round(s):
    """What is lost in the Processing phase is lost now; forced conversions follow by setting. MT-178, MT-179"""
    s.lifts = 0
    s.moved = 0
    s.cursor = 0
    s.phase = PROCESS


@rule
def leave_transport(s):
    """The next player transports; after the last one all process, or in round 4 the game ends. MT-24, MT-25"""
    s.phase = ARRANGE
    if pass_on(s):
        s.turn = s.first
        if s.round == ROUNDS:
            end_game(s)
        else:
            s.phase = PROCESS
    return True


# ------------------------------------------------------------------ processing and the end of rounds


@rule
def process_next(s):
    """Every building processes to its full extent, seat by seat. MT-122..126"""
    building = s.cursor // MAX_EFFECTS
    if building == s.building_count[s.turn]:
        if s.round == ROUNDS:
            s.phase = LEAVE
        elif pass_on(s):
            end_round(s)
        return True
    if not process_step(s, building, s.cursor % MAX_EFFECTS):
        s.cursor += 1
    return True


@rule
def end_round(s):
    """The marker passes to the left; after round 2 B tiles replace the A tiles. MT-133..137"""
    s.first = (s.first + 1) % s.players
    s.turn = s.first
    s.round += 1
    if s.round == SWAP_AFTER + 1:
        return_a_tiles(s)
    deal(s, PRODUCE)


@rule
def end_game(s):
    """End effects of all towns. MT-182"""
    for seat in range(s.players):
        score_end_effects(s, seat)
    s.phase = FINISHED
