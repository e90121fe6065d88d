"""The entry points of the rules of Mint Works. Numbers in docstrings are those of docs/rules/mint_works.md."""

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from ..components import (
    AGENCY_FEE,
    CO_OP,
    IS_CORE,
    LOCATION_COUNT,
    NO_CARD,
    PLAN_COUNT,
    STARTING_MINTS,
    SUPPLY_SIZE,
    TEMP_AGENCY,
)
from ..moves import (
    ADD,
    BEGIN,
    BUILD,
    BUY,
    DRAW,
    GIFT_TO,
    GIVE_CARD,
    HIRE_AT,
    OPPONENT_PASSES,
    OPPONENT_USES,
    OPPOSE,
    PASS,
    RECYCLE_CARD,
    REVEAL,
    TAKE_CARD,
    USE,
)
from ..state import (
    CLEARING,
    DEAL,
    DEEDS,
    DEVELOP,
    FINISHED,
    FLUSH,
    FLUSHING,
    GIFT,
    GIVE,
    HIRE,
    HIRED_BUILD,
    HIRED_BUY,
    LOTTO_DRAW,
    OPPONENT,
    PLACED,
    RECYCLE,
    REFILL,
    REFILLING,
    RESTOCK,
    RIVAL_BY_CHANCE,
    RIVAL_TURN,
    RUNNING,
    TAKE,
    UPKEEP,
)
from .cards import fill_supply, lay_out
from .choices import (
    cards_that_may_come,
    cards_to_part_with,
    choices_of_setup,
    legal_placements,
    locations_to_hire,
    opponent_move,
    plans_to_build,
    plans_to_buy,
    plans_to_take,
    players_to_gift,
)
from .placing import (
    build_at_builder,
    buy_from_supplier,
    draw_secretly,
    hire,
    open_agency,
    part_with,
    take_in_exchange,
    use_location,
)
from .sides import sides
from .solitaire import opponent_places
from .stars import is_ahead, stars
from .start import add_advanced, choose_advanced, give_token, meet_opponent
from .turns import begin_round, end_placement, pass_turn
from .upkeep import (
    begin_upkeep,
    finish_flush,
    give_gift,
    owner_of,
    pay_deed_owners,
    refill_supply,
    return_mints,
    run_buildings,
)

NO_RIVAL = -1

# ------------------------------------------------------------------ set-up


@rule
def setup(s):
    """Lay out Locations, deck and mints; then chance decides what the options leave open. MW-18..27, MW-198..206"""
    for location in range(LOCATION_COUNT):
        s.open[location] = IS_CORE[location]
    for card in range(PLAN_COUNT):
        s.deck[card] = 1
    for slot in range(SUPPLY_SIZE):
        s.supply[slot] = NO_CARD
    for seat in range(s.players):
        s.mints[seat] = STARTING_MINTS
    s.given = NO_CARD
    s.rival = NO_RIVAL
    if s.players > 1:
        choose_advanced(s)
    elif s.opponent == RIVAL_BY_CHANCE:
        s.phase = OPPONENT
    else:
        meet_opponent(s, s.opponent)


# ------------------------------------------------------------------ whose turn, and what may be done


@rule
def actor(s):
    """The active player, the owner of a Co-Op, or chance, which also plays the opponent. MW-40, MW-208"""
    phase = s.phase
    if DEVELOP <= phase <= TAKE:
        return s.turn
    if phase == FINISHED:
        return OVER
    if phase == GIFT:
        return owner_of(s, CO_OP)
    return CHANCE


@rule
def legal(s, moves):
    """Write the ids of all legal moves and return their number. MW-31, MW-183"""
    phase = s.phase
    if phase == DEVELOP:
        return legal_placements(s, moves)
    if DEAL <= phase <= LOTTO_DRAW:
        return cards_that_may_come(s, DRAW if phase == LOTTO_DRAW else REVEAL, moves)
    if phase == RIVAL_TURN:
        moves[0] = opponent_move(s)
        return 1
    if phase == HIRE:
        return locations_to_hire(s, moves)
    if phase == HIRED_BUILD:
        return plans_to_build(s, moves, 0)
    if phase == HIRED_BUY:
        return plans_to_buy(s, s.mints[s.turn] - AGENCY_FEE, moves, 0)
    if RECYCLE <= phase <= GIVE:
        return cards_to_part_with(s, RECYCLE_CARD if phase == RECYCLE else GIVE_CARD, moves)
    if phase == TAKE:
        return plans_to_take(s, moves)
    if phase == GIFT:
        return players_to_gift(s, moves)
    return choices_of_setup(s, moves)


# ------------------------------------------------------------------ playing a move


@rule
def play(s, move):
    """Carry out a legal move and all that follows from it without a decision."""
    if move >= USE:
        play_placement(s, move)
    elif move == PASS:
        pass_turn(s)
    elif move >= OPPONENT_USES:
        play_opponent(s, move)
    elif move >= DRAW:
        draw_secretly(s, move - DRAW)
    elif move >= REVEAL:
        reveal(s, move - REVEAL)
    elif move >= ADD:
        add_advanced(s, move - ADD)
    elif move >= OPPOSE:
        meet_opponent(s, move - OPPOSE)
    else:
        give_token(s, move - BEGIN)
    if s.phase > FINISHED:
        carry_on(s)


@rule
def carry_on(s):
    """Pass the turn on, or go through Upkeep until a card must be revealed or a player is asked. MW-32, MW-158"""
    if s.phase == PLACED:
        end_placement(s)
    if s.phase == UPKEEP:
        begin_upkeep(s)
    if s.phase == REFILLING:
        refill_supply(s)
    if s.phase == RUNNING:
        run_buildings(s)
    if s.phase == DEEDS:
        pay_deed_owners(s)
    if s.phase == FLUSHING:
        finish_flush(s)
    if s.phase == CLEARING:
        return_mints(s)


@rule
def play_placement(s, move):
    """A placement, or a choice that follows from one. MW-40"""
    if move >= GIFT_TO:
        give_gift(s, move - GIFT_TO)
    elif move >= TAKE_CARD:
        take_in_exchange(s, move - TAKE_CARD)
    elif move >= GIVE_CARD:
        part_with(s, move - GIVE_CARD)
    elif move >= RECYCLE_CARD:
        part_with(s, move - RECYCLE_CARD)
    elif move >= HIRE_AT:
        hire(s, move - HIRE_AT)
    elif move >= BUY:
        buy_from_supplier(s, move - BUY)
    elif move >= BUILD:
        build_at_builder(s, move - BUILD)
    elif move == USE + TEMP_AGENCY:
        open_agency(s)
    else:
        use_location(s, move - USE)


@rule
def play_opponent(s, move):
    """The opponent passes only if it can place nowhere. MW-216"""
    if move == OPPONENT_PASSES:
        pass_turn(s)
    else:
        opponent_places(s, move - OPPONENT_USES)


@rule
def reveal(s, card):
    """A card nobody had seen comes into the Plan Supply, and play goes on from there. MW-23, MW-161, MW-209, MW-226"""
    s.deck[card] = 0
    lay_out(s, card)
    if s.phase == RESTOCK:
        s.phase = PLACED
    elif s.phase == REFILL:
        s.phase = REFILLING
    elif s.phase == FLUSH:
        s.phase = FLUSHING
    elif not fill_supply(s):
        begin_round(s)


# ------------------------------------------------------------------ the end


@rule
def score(s, seat):
    """The stars of a player's Buildings. MW-174"""
    return stars(s, seat)


@rule
def place(s, seat):
    """A player's place from 1, shared when nothing decides; in solitaire 2 is a game lost. MW-175..182, MW-232"""
    ahead = 0
    for other in range(sides(s)):
        if other != seat and is_ahead(s, other, seat):
            ahead += 1
    return ahead + 1
