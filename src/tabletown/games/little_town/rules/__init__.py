"""The rules of Little Town Builders: who moves, what is legal, what a move does.

LT numbers are those of the ledger, docs/rules/little_town.md.
"""

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from ..components import TILE_KINDS
from ..moves import BEGIN, BUILD, COLLECT, DEAL, DONE, FEED, GAIN_MIX, OFFER, PAY, PLACE, RENT_OF, SITE, USE
from ..state import (
    ACTIVATE,
    BUILD_SQUARE,
    FINISHED,
    FOOD,
    GAIN,
    LEAVING,
    MARKET,
    PAY_COST,
    PAY_INPUT,
    START,
    SWAP_GOALS,
    TURN,
)
from .building import choose_site, choose_tile, construct, free_squares, tiles_to_build
from .paying import SEVERAL, only_way, open_bill, settle, ways_to_pay
from .preparing import (
    deal_goal,
    goal_of_pile,
    goals_to_deal,
    hidden_tile,
    name_start_player,
    pile_size,
    reveal_tile,
    setup,
    tiles_offered,
    tiles_to_offer,
)
from .round_end import feed_workers, possible_meals
from .scoring import score
from .turns import proceed
from .working import choices, collect, convert, enter_building, place_worker, possible_mixes, take_mix

__all__ = ["actor", "chance_move", "chance_total", "chance_weight", "legal", "play", "score", "setup"]

SINGLE_TILES = TILE_KINDS - 1


@rule
def actor(s):
    """Chance prepares the game; from then on the active seat decides. LT-21"""
    if s.phase == FINISHED:
        return OVER
    if s.phase <= SWAP_GOALS:
        return CHANCE
    return s.active


@rule
def legal(s, moves):
    """Write the ids of all legal moves and return how many there are."""
    phase = s.phase
    if phase == TURN:
        return tiles_to_build(s, free_squares(s, PLACE, moves), moves)
    if phase == ACTIVATE:
        return choices(s, moves)
    if phase == BUILD_SQUARE:
        return free_squares(s, SITE, moves)
    if phase == FOOD:
        return possible_meals(s, moves)
    if phase == GAIN:
        return possible_mixes(s, moves)
    if phase == START:
        for seat in range(s.players):
            moves[seat] = BEGIN + seat
        return s.players
    if phase == MARKET:
        return tiles_to_offer(s, moves)
    if phase <= SWAP_GOALS:
        return goals_to_deal(s, moves)
    if phase == FINISHED:
        return 0
    return ways_to_pay(s, moves)


@rule
def chance_total(s):
    """How many outcomes there are; all are equally likely. LT-16, LT-18, LT-180"""
    if s.phase == START:
        return s.players
    if s.phase == MARKET:
        return SINGLE_TILES - tiles_offered(s)
    return pile_size(s)


@rule
def chance_weight(s, move):
    """All outcomes of the preparation are equally likely. LT-16, LT-18, LT-180"""
    return 1


@rule
def chance_move(s, number, moves):
    """The outcome of this number, in the order of the legal moves."""
    if s.phase == START:
        return BEGIN + number
    if s.phase == MARKET:
        return OFFER + hidden_tile(s, number)
    return DEAL + goal_of_pile(s, number)


@rule
def play(s, move):
    """Carry out a legal move, and then everything that needs no decision."""
    if move >= PLACE:
        decide(s, move)
    elif move >= DEAL:
        deal_goal(s, move - DEAL)
    elif move >= OFFER:
        reveal_tile(s, move - OFFER)
    else:
        name_start_player(s, move - BEGIN)
    proceed(s)


@rule
def decide(s, move):
    """A player's decision."""
    if move < BUILD:
        place_worker(s, move - PLACE)
    elif move < SITE:
        choose_tile(s, move - BUILD)
    elif move < USE:
        choose_site(s, move - SITE)
    elif move < COLLECT:
        enter_building(s, move - (USE if move < RENT_OF else RENT_OF))
    elif move < DONE:
        collect(s, move - COLLECT)
    elif move == DONE:
        s.phase = LEAVING
    elif move >= FEED:
        feed_workers(s, move - FEED)
    elif move >= GAIN_MIX:
        take_mix(s, move - GAIN_MIX)
    if s.phase == PAY_COST or s.phase == PAY_INPUT:
        pay_bill(s, move)


@rule
def pay_bill(s, move):
    """Pay in the way just chosen, or in the only way there is; if there are several the player is asked. LT-101"""
    bill = open_bill(s)
    way = move - PAY if PAY <= move < GAIN_MIX else only_way(s, s.active, bill)
    if way == SEVERAL:
        return
    settle(s, bill, way)
    if s.phase == PAY_COST:
        construct(s)
    else:
        convert(s, way)
