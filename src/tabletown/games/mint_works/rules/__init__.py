"""The rules of Mint Works: set-up, what may be done, and playing a move.

What Locations do stands in placing.py, the Upkeep phase in upkeep.py, stars in stars.py, the opponents of the solitaire game in solitaire.py.
Numbers in docstrings are those of docs/rules/mint_works.md.
"""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from ..components import (
    ADVANCED,
    AGENCY_FEE,
    BOX_MINTS,
    BUILDER,
    CO_OP,
    COUNCIL,
    FIRST_ADVANCED,
    IS_CORE,
    JUSTIN,
    LOCATION_COUNT,
    NO_CARD,
    PLAN_COUNT,
    PRODUCER,
    RACHAEL,
    RIVAL_MINTS,
    RIVALS,
    STARTING_MINTS,
    SUPPLIER,
    SUPPLY_SIZE,
    TEMP_AGENCY,
    WHOLESALER,
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
    ADVANCE,
    BY_CHANCE,
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
    HUMAN,
    LOTTO_DRAW,
    NAMED_SEAT,
    OPPONENT,
    PLACED,
    RECYCLE,
    REFILL,
    REFILLING,
    RESTOCK,
    RIVAL,
    RIVAL_BY_CHANCE,
    RIVAL_TURN,
    RUNNING,
    START,
    TAKE,
    UPKEEP,
)
from .cards import fill_supply, lay_out, unseen, unseen_card
from .mints import sides
from .placing import (
    build_at_builder,
    buy_from_supplier,
    can_buy,
    can_do,
    can_hire,
    draw_secretly,
    first_hire,
    hire,
    is_free,
    location_price,
    open_agency,
    part_with,
    take_in_exchange,
    use_location,
)
from .solitaire import NOWHERE, next_location, opponent_places
from .stars import keeper_has_won, stars, wins_tie
from .turns import begin_round, end_placement, next_turn
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

ADVANCED_COUNT = len(ADVANCED)
RIVAL_COUNT = len(RIVALS)
NO_RIVAL = -1

# ------------------------------------------------------------------ set-up


@rule
def setup(s):
    """Locations, deck and mints; then chance names what the options leave open. MW-18..27, MW-198..206"""
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


@rule
def meet_opponent(s, rival):
    """The opponent takes its share of mints; Justin begins, against the others the player does. MW-198, MW-204..206, MW-246"""
    s.rival = rival
    s.mints[RIVAL] = RIVAL_MINTS[rival]
    s.token = RIVAL if rival == JUSTIN else HUMAN
    if rival == RACHAEL:
        s.bank = BOX_MINTS - STARTING_MINTS - RIVAL_MINTS[rival]
    choose_advanced(s)


@rule
def choose_advanced(s):
    """No advanced Locations, those the table named, or some at random. MW-20, MW-21, MW-201, MW-273"""
    for index in range(ADVANCED_COUNT):
        s.open[FIRST_ADVANCED + index] = (s.advanced_locations >> index) & 1
    if s.advanced == 1 and advanced_in_play(s) == 0:
        s.phase = ADVANCE
    else:
        choose_first_player(s)


@rule
def advanced_in_play(s):
    count = 0
    for location in range(FIRST_ADVANCED, LOCATION_COUNT):
        count += s.open[location]
    return count


@rule
def add_advanced(s, index):
    """Two at random, in solitaire one. MW-21, MW-201"""
    s.open[FIRST_ADVANCED + index] = 1
    if advanced_in_play(s) == 2 or s.players == 1:
        choose_first_player(s)


@rule
def choose_first_player(s):
    """The token goes to a seat by lot, or to the one the table named. MW-25, MW-206, MW-274"""
    if s.players == 1:
        s.phase = DEAL
    elif s.starting_player == BY_CHANCE:
        s.phase = START
    else:
        give_token(s, s.starting_player - NAMED_SEAT)


@rule
def give_token(s, seat):
    s.token = seat
    s.phase = DEAL


# ------------------------------------------------------------------ whose turn, and what may be done


@rule
def actor(s):
    """Chance turns up cards and plays the opponent; the owner of a Co-Op names who gains; all else is the active player's. MW-40, MW-208"""
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


@rule
def legal_placements(s, moves):
    """Pass, or place on any Location that can be used. MW-33, MW-34, MW-37, MW-41..50"""
    moves[0] = PASS
    mints = s.mints[s.turn]
    if mints == 0:
        return 1
    count = add_location(s, PRODUCER, mints, moves, 1)
    count = add_location(s, WHOLESALER, mints, moves, count)
    if is_free(s, BUILDER) and location_price(s, s.turn, BUILDER) <= mints:
        count = plans_to_build(s, moves, count)
    if is_free(s, SUPPLIER):
        count = plans_to_buy(s, mints, moves, count)
    for location in range(COUNCIL, LOCATION_COUNT):
        count = add_location(s, location, mints, moves, count)
    return count


@rule
def add_location(s, location, mints, moves, count):
    """Add a Location that asks for no Plan, if it can be used. MW-41..50"""
    if is_free(s, location) and can_use(s, location, mints):
        moves[count] = USE + location
        return count + 1
    return count


@rule
def can_use(s, location, mints):
    if location == TEMP_AGENCY:
        return first_hire(s, s.turn, 0) >= 0
    return can_do(s, s.turn, location, mints)


@rule
def opponent_move(s):
    """What the opponent does by its card. MW-208, MW-216"""
    location = next_location(s, s.turn)
    return OPPONENT_PASSES if location == NOWHERE else OPPONENT_USES + location


@rule
def plans_to_buy(s, mints, moves, count):
    """Every Plan of the supply that the mints pay for. MW-58"""
    for slot in range(SUPPLY_SIZE):
        if can_buy(s, s.turn, s.supply[slot], mints):
            moves[count] = BUY + s.supply[slot]
            count += 1
    return count


@rule
def plans_to_build(s, moves, count):
    """Every own face-down Plan. MW-55, MW-56"""
    for card in range(PLAN_COUNT):
        moves[count] = BUILD + card
        count += 1 if s.plans[s.turn, card] > 0 else 0
    return count


@rule
def locations_to_hire(s, moves):
    """Every occupied Location that the Temp Agency can carry out. MW-88..91, MW-95"""
    count = 0
    for location in range(LOCATION_COUNT):
        if can_hire(s, s.turn, location, s.mints[s.turn]):
            moves[count] = HIRE_AT + location
            count += 1
    return count


@rule
def cards_to_part_with(s, first, moves):
    """Any own Plan or Building. MW-78, MW-98"""
    count = 0
    for card in range(PLAN_COUNT):
        if s.plans[s.turn, card] > 0 or s.buildings[s.turn, card] > 0:
            moves[count] = first + card
            count += 1
    return count


@rule
def plans_to_take(s, moves):
    """Any Plan of the supply but the card just given. MW-100, MW-102"""
    count = 0
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] != NO_CARD:
            moves[count] = TAKE_CARD + s.supply[slot]
            count += 1
    return count


@rule
def players_to_gift(s, moves):
    """Any other player. MW-129, MW-130"""
    owner = owner_of(s, CO_OP)
    count = 0
    for seat in range(s.players):
        if seat != owner:
            moves[count] = GIFT_TO + seat
            count += 1
    return count


@rule
def cards_that_may_come(s, first, moves):
    """Any card that nobody has seen may lie on top. MW-22, MW-185"""
    count = 0
    for card in range(PLAN_COUNT):
        if s.deck[card] > 0:
            moves[count] = first + card
            count += 1
    return count


@rule
def choices_of_setup(s, moves):
    """What chance names before the first round. MW-21, MW-25, MW-198, MW-201"""
    count = 0
    if s.phase == START:
        for seat in range(s.players):
            moves[count] = BEGIN + seat
            count += 1
    elif s.phase == OPPONENT:
        for rival in range(RIVAL_COUNT):
            moves[count] = OPPOSE + rival
            count += 1
    elif s.phase == ADVANCE:
        for index in range(ADVANCED_COUNT):
            if s.open[FIRST_ADVANCED + index] == 0:
                moves[count] = ADD + index
                count += 1
    return count


# ------------------------------------------------------------------ chance


@rule
def chance_total(s):
    """All outcomes of chance are even. MW-21, MW-22, MW-25"""
    if s.phase == RIVAL_TURN:
        return 1
    if s.phase == START:
        return s.players
    if s.phase == OPPONENT:
        return RIVAL_COUNT
    if s.phase == ADVANCE:
        return ADVANCED_COUNT - advanced_in_play(s)
    return unseen(s)


@rule
def chance_weight(s, move):
    return 1


@rule
def chance_move(s, number, moves):
    """The outcome of this number, in the order of the legal moves."""
    phase = s.phase
    if DEAL <= phase <= LOTTO_DRAW:
        return (DRAW if phase == LOTTO_DRAW else REVEAL) + unseen_card(s, number)
    if phase == RIVAL_TURN:
        return opponent_move(s)
    choices_of_setup(s, moves)
    return moves[number]


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
    """The turn passes on, and Upkeep takes its steps until a card must come up or a player is asked. MW-32, MW-158"""
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
    """What a player does with mints, and the choices that follow from it. MW-40"""
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
def pass_turn(s):
    """A pass is only for this turn; when all have passed in a row, Upkeep follows. Sonic's two passes are one. MW-33..36, MW-261, MW-262"""
    s.passes += 1
    if s.passes == sides(s):
        s.phase = UPKEEP
    else:
        next_turn(s)


@rule
def play_opponent(s, move):
    """The opponent places wherever it can, and passes only if it can nowhere. MW-216"""
    if move == OPPONENT_PASSES:
        pass_turn(s)
    else:
        opponent_places(s, move - OPPONENT_USES)


@rule
def reveal(s, card):
    """A card nobody had seen comes into the Plan Supply; then what was waiting for it goes on. MW-23, MW-161, MW-209, MW-226"""
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
    """The place of a player, from 1, shared when nothing decides. In solitaire 2 is a game lost to the opponent. MW-175..182, MW-232"""
    if keeper_has_won(s):
        return 2 if seat == HUMAN else 1
    mine = stars(s, seat)
    ahead = 0
    for other in range(sides(s)):
        if other != seat:
            theirs = stars(s, other)
            if theirs > mine or (theirs == mine and wins_tie(s, other, seat)):
                ahead += 1
    return ahead + 1
