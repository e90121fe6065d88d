"""Preparation: what everybody gets, who begins, the market, dealing goals and swapping impossible ones."""

from __future__ import annotations

from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from ..components import (
    COINS_IN_BOX,
    COPIES,
    CUBE_KINDS,
    CUBES_IN_BOX,
    GOAL_KINDS,
    GOALS_DEALT,
    HOUSES,
    IS_FIRST_GAME,
    MARKET_SIZE,
    NO_SQUARE,
    NO_TILE,
    SQUARE_COUNT,
    START_COINS,
    TILE_KINDS,
    WHEAT_FIELD,
    WORKERS,
)
from ..moves import DEAL, OFFER
from ..state import DEAL_GOALS, FIRST_GAME, MARKET, NEXT_TURN, NOBODY_HERE, START, SWAP_GOALS
from .goals import achievable
from .seats import seat_after, steps_from


@rule
def setup(s):
    """Everybody gets workers, houses and coins; the rest is the stock. LT-02..17, LT-20, LT-23"""
    for seat in range(s.players):
        s.workers[seat] = WORKERS[s.players]
        s.houses[seat] = HOUSES[s.players]
        s.coins[seat] = START_COINS
    s.bank = COINS_IN_BOX - s.players * START_COINS
    for cube in range(CUBE_KINDS):
        s.stock[cube] = CUBES_IN_BOX
    for square in range(SQUARE_COUNT):
        s.tiles[square] = NO_TILE
        s.owners[square] = NOBODY_HERE
        s.standing[square] = NOBODY_HERE
    s.square = NO_SQUARE
    s.kind = NO_TILE
    s.round = 1
    offer_tile(s, WHEAT_FIELD)
    s.phase = START


@rule
def offer_tile(s, kind):
    """All copies of a tile go to the market."""
    s.offered[kind] = 1
    s.supply[kind] = COPIES[kind]


@rule
def name_start_player(s, seat):
    """The start player is known; the market comes next. LT-16, LT-20, LT-253"""
    s.start = seat
    s.active = seat
    if s.market == FIRST_GAME:
        for kind in range(TILE_KINDS):
            if IS_FIRST_GAME[kind] == 1:
                offer_tile(s, kind)
        s.phase = DEAL_GOALS
    else:
        s.phase = MARKET


@rule
def tiles_offered(s):
    """How many kinds of tile lie beside the wheat fields."""
    count = -1
    for kind in range(TILE_KINDS):
        count += s.offered[kind]
    return count


@rule
def tiles_to_offer(s, moves):
    """Every single tile not yet drawn. LT-18"""
    count = 0
    for kind in range(TILE_KINDS):
        if s.offered[kind] == 0:
            moves[count] = OFFER + kind
            count += 1
    return count


@rule
def hidden_tile(s, number):
    """The n-th tile, counted from 0, of those not yet drawn."""
    kind = 0
    while s.offered[kind] == 1 or number > 0:
        number -= 1 - s.offered[kind]
        kind += 1
    return kind


@rule
def reveal_tile(s, kind):
    """Twelve different tiles; the others are out of the game. LT-18, LT-19"""
    offer_tile(s, kind)
    if tiles_offered(s) == MARKET_SIZE:
        s.phase = DEAL_GOALS


# ------------------------------------------------------------------ goals


@rule
def in_pile(s, goal):
    """Neither dealt nor discarded. LT-180, LT-184"""
    dealt = 0
    for seat in range(MAX_SEATS):
        dealt += s.goals[seat, goal]
    return dealt + s.discarded[goal] == 0


@rule
def goals_to_deal(s, moves):
    """Every goal of the draw pile. LT-180"""
    count = 0
    for goal in range(GOAL_KINDS):
        if in_pile(s, goal):
            moves[count] = DEAL + goal
            count += 1
    return count


@rule
def goal_of_pile(s, number):
    """The n-th goal, counted from 0, of the draw pile."""
    goal = 0
    while number > 0 or not in_pile(s, goal):
        if in_pile(s, goal):
            number -= 1
        goal += 1
    return goal


@rule
def pile_size(s):
    """How many goals are in the draw pile. LT-180, LT-184"""
    size = GOAL_KINDS
    for seat in range(s.players):
        size -= s.hand[seat]
    if s.phase == SWAP_GOALS:
        for goal in range(GOAL_KINDS):
            size -= s.discarded[goal]
    return size


@rule
def deal_goal(s, goal):
    """The active seat gets a goal: its next one, or the replacement of a discarded one. LT-07..09, LT-180, LT-254"""
    s.goals[s.active, goal] = s.hand[s.active] + 1 if s.phase == DEAL_GOALS else vacant_number(s, s.active)
    s.hand[s.active] += 1
    if s.phase == DEAL_GOALS:
        if s.hand[s.active] < GOALS_DEALT[s.edition, s.players]:
            return
        s.active = seat_after(s, s.active, 1)
        if s.active != s.start:
            return
    swap_goals(s)


@rule
def vacant_number(s, seat):
    """The first number in dealt order that the seat's goals leave free."""
    taken = 0
    for goal in range(GOAL_KINDS):
        if s.goals[seat, goal] > 0:
            taken |= 1 << s.goals[seat, goal]
    number = 1
    while taken >> number & 1 == 1:
        number += 1
    return number


@rule
def swap_goals(s):
    """Clockwise from the start player, goals that the market doesn't allow are shown and replaced. LT-181..185"""
    checked = steps_from(s, s.start, s.active)
    for step in range(checked, s.players):
        s.active = seat_after(s, s.start, step)
        goal = first_goal_to_swap(s)
        if goal >= 0:
            s.goals[s.active, goal] = 0
            s.hand[s.active] -= 1
            s.discarded[goal] = 1
            s.phase = SWAP_GOALS
            return
    s.active = seat_after(s, s.start, s.players - 1)
    s.phase = NEXT_TURN


@rule
def first_goal_to_swap(s):
    """The first goal in dealt order that the market doesn't allow, or -1. LT-183, LT-185"""
    found = -1
    for goal in range(GOAL_KINDS):
        number = s.goals[s.active, goal]
        if number > 0 and not achievable(s, goal) and (found < 0 or number < s.goals[s.active, found]):
            found = goal
    return found
