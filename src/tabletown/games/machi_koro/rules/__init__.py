"""The rules of Machi Koro: the entry points, which lead to the files of this folder.

Numbers in docstrings are those of docs/rules/machi_koro.md.
"""

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from ..components import (
    CARD_KINDS,
    FACES,
    LANDMARK_COST,
    LANDMARK_KINDS,
    NO_CARD,
    STARTING_COINS,
    STARTING_COPIES,
)
from ..moves import BEGIN, CHARGE, DICE, KEEP, REROLL_DICE, REVEAL, ROLLED, ROLLED_TWO, TAKE_CARD
from ..state import (
    BUILD,
    BY_CHANCE,
    CHOOSE_DICE,
    CONSTRUCT,
    DEAL,
    EARN,
    FINISHED,
    GIVE,
    NEXT,
    REROLL,
    ROLL,
    START,
    TAKE,
    TV,
    UNBUILT,
)
from .construction import begin_construction, construct, landmarks_built, legal_builds
from .dice import answer_reroll, possible_rolls, throw_dice
from .income import earn_income
from .majors import cards_to_give, cards_to_take, charge_player, exchange_cards, offer_card, players_to_charge
from .market import card_at, cards_to_reveal, deck_size, reveal_card, stock_market
from .seats import starting_seat
from .turn import end_turn, name_first_player

# ------------------------------------------------------------------ set-up


@rule
def setup(s):
    """Coins and starting cards for each player, and the market; then who begins. MK-02..09, MK-13, MK-14"""
    for seat in range(s.players):
        s.coins[seat] = STARTING_COINS
        for card in range(CARD_KINDS):
            s.cities[seat, card] = STARTING_COPIES[card]
    for card in range(CARD_KINDS):
        stock_market(s, card)
    s.given = NO_CARD
    if s.starting_player == BY_CHANCE:
        s.phase = START
    else:
        name_first_player(s, starting_seat(s))
        carry_on(s)


# ------------------------------------------------------------------ whose turn, and what may be done


@rule
def actor(s):
    """Dice, decks and the draw for the first turn are chance's; every decision is the active player's. MK-20"""
    if s.phase == FINISHED:
        return OVER
    if s.phase == ROLL or s.phase == START or s.phase == DEAL:
        return CHANCE
    return s.turn


@rule
def legal(s, moves):
    """Write the ids of all legal moves and return their number. MK-22"""
    phase = s.phase
    if phase == BUILD:
        return legal_builds(s, moves)
    if phase == ROLL:
        return possible_rolls(s, moves)
    if phase == CHOOSE_DICE:
        moves[0] = DICE
        moves[1] = DICE + 1
        return 2
    if phase == REROLL:
        moves[0] = KEEP
        moves[1] = REROLL_DICE
        return 2
    if phase == TV:
        return players_to_charge(s, moves)
    if phase == GIVE:
        return cards_to_give(s, moves)
    if phase == TAKE:
        return cards_to_take(s, moves)
    if phase == START:
        for seat in range(s.players):
            moves[seat] = BEGIN + seat
        return s.players
    if phase == DEAL:
        return cards_to_reveal(s, moves)
    return 0


# ------------------------------------------------------------------ chance


@rule
def chance_total(s):
    """The sum of the weights of all chance moves."""
    if s.phase == DEAL:
        return deck_size(s)
    if s.phase == START:
        return s.players
    return FACES if s.dice_thrown == 1 else FACES * FACES


@rule
def chance_weight(s, move):
    """A card comes up as often as it lies in the deck; seats and dice are equally likely. MK-13, MK-27"""
    if s.phase == DEAL:
        return s.deck[move - REVEAL]
    return 1


@rule
def chance_move(s, number, moves):
    """The outcome that a number below the total falls on."""
    if s.phase == ROLL:
        return ROLLED + number if s.dice_thrown == 1 else ROLLED_TWO + number
    if s.phase == START:
        return BEGIN + number
    return REVEAL + card_at(s, number)


# ------------------------------------------------------------------ playing a move


@rule
def play(s, move):
    """Carry out a legal move and all that follows from it without a decision."""
    if s.phase == BUILD:
        construct(s, move)
    elif s.phase == ROLL:
        throw_dice(s, move)
    elif s.phase == CHOOSE_DICE:
        s.dice_thrown = move - DICE + 1
        s.phase = ROLL
    elif s.phase == REROLL:
        answer_reroll(s, move)
    elif s.phase == TV:
        charge_player(s, move - CHARGE)
    elif s.phase == GIVE:
        offer_card(s, move)
    elif s.phase == TAKE:
        exchange_cards(s, (move - TAKE_CARD) // CARD_KINDS, (move - TAKE_CARD) % CARD_KINDS)
    elif s.phase == DEAL:
        reveal_card(s, move - REVEAL)
    else:
        name_first_player(s, move - BEGIN)
    carry_on(s)


@rule
def carry_on(s):
    """Income, the opening of construction and the next turn follow by themselves. MK-17"""
    if s.phase == EARN:
        earn_income(s)
    if s.phase == CONSTRUCT:
        begin_construction(s)
    if s.phase == NEXT:
        end_turn(s)


# ------------------------------------------------------------------ the end


@rule
def score(s, seat):
    """The landmarks built. MK-105"""
    return landmarks_built(s, seat)


@rule
def standing(s, seat):
    """One number that orders the players who have not finished: landmarks, then their cost, then coins. MK-108"""
    value = 0
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[seat, landmark] != UNBUILT:
            value += LANDMARK_COST[landmark]
    return (landmarks_built(s, seat) * 128 + value) * (1 << 32) + s.coins[seat]


@rule
def place(s, seat):
    """The place of a player, from 1; equal for players who share it. MK-104, MK-108"""
    if s.places[seat] > 0:
        return s.places[seat]
    ahead = 0
    for other in range(s.players):
        if s.places[other] > 0 or standing(s, other) > standing(s, seat):
            ahead += 1
    return ahead + 1
