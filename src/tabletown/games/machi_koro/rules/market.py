"""The market: all stacks open, or dealt from decks as ten stacks or three rows (MK-V01, MK-V02, MK-V05)."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import CARD_KINDS, COPIES, IS_MAJOR, NEEDS_TWO_DICE
from ..moves import REVEAL
from ..state import DEAL, LEFT_OUT, NEXT, REPLACED, SPLIT, TEN_STACKS, TOTAL

# The rows of the split market: activation 1-6, 7-12 and the majors, with the number of types that lie open (MK-V05).
LOW_ROW, HIGH_ROW, MAJOR_ROW, ONE_ROW = range(4)
ROW_SIZES = (5, 5, 2, 10)


@rule
def stock_market(s, card):
    """All copies of a card lie open, or are shuffled into the face-down deck. MK-06, MK-08, MK-V01, MK-V02"""
    copies = COPIES[card]
    if s.market == TOTAL:
        s.stacks[card] = copies
        return
    if IS_MAJOR[card] == 1 and s.dead_majors == LEFT_OUT and copies > s.players:
        s.removed[card] = copies - s.players
        copies = s.players
    s.deck[card] = copies


@rule
def row_of(card):
    """The row of a card in the split market. MK-V05"""
    if IS_MAJOR[card] == 1:
        return MAJOR_ROW
    return HIGH_ROW if NEEDS_TWO_DICE[card] == 1 else LOW_ROW


@rule
def in_row(card, row):
    """Whether a card belongs to a row; the market of ten stacks is a single row. MK-V01, MK-V05"""
    return row == ONE_ROW or row_of(card) == row


@rule
def wants_card(s, row):
    """Fewer kinds lie open in this row than should, and its deck is not empty. MK-V02, MK-V05"""
    kinds = 0
    cards = 0
    for card in range(CARD_KINDS):
        if in_row(card, row):
            cards += s.deck[card]
            if s.stacks[card] > 0:
                kinds += 1
    return cards > 0 and kinds < ROW_SIZES[row]


@rule
def row_to_refill(s):
    """The row that a card must be revealed for, or -1. MK-V01, MK-V02, MK-V05"""
    if s.market == TEN_STACKS and wants_card(s, ONE_ROW):
        return ONE_ROW
    if s.market == SPLIT:
        for row in range(ONE_ROW):
            if wants_card(s, row):
                return row
    return -1


@rule
def cards_to_reveal(s, moves):
    """Every kind of card that may lie on top of the deck whose row is refilled now. MK-V01, MK-V02, MK-V05"""
    row = row_to_refill(s)
    count = 0
    for card in range(CARD_KINDS):
        if s.deck[card] > 0 and in_row(card, row):
            moves[count] = REVEAL + card
            count += 1
    return count


@rule
def deck_size(s):
    """How many cards the deck holds whose row is refilled now. MK-V01, MK-V05"""
    row = row_to_refill(s)
    total = 0
    for card in range(CARD_KINDS):
        if in_row(card, row):
            total += s.deck[card]
    return total


@rule
def card_at(s, number):
    """The kind of the card with this number when that deck is counted kind by kind. MK-V01, MK-V05"""
    row = row_to_refill(s)
    card = 0
    while not in_row(card, row) or number >= s.deck[card]:
        if in_row(card, row):
            number -= s.deck[card]
        card += 1
    return card


@rule
def reveal_card(s, card):
    """A card comes up: a new stack, or onto the stack of its kind. MK-V01"""
    s.deck[card] -= 1
    s.stacks[card] += 1
    s.phase = NEXT
    refill_market(s)


@rule
def refill_market(s):
    """A dealt market is refilled before the turn passes on. MK-V02, MK-V05"""
    if s.market != TOTAL:
        if s.dead_majors == REPLACED:
            remove_dead_majors(s)
        if row_to_refill(s) >= 0:
            s.phase = DEAL


@rule
def remove_dead_majors(s):
    """A stack of majors that nobody can buy any more makes room for another kind. MK-V02"""
    for card in range(CARD_KINDS):
        if IS_MAJOR[card] == 1 and s.stacks[card] > 0 and everybody_has(s, card):
            s.removed[card] += s.stacks[card]
            s.stacks[card] = 0


@rule
def everybody_has(s, card):
    """Whether all players still in the game own a card. MK-V02"""
    for seat in range(s.players):
        if s.places[seat] == 0 and s.cities[seat, card] == 0:
            return False
    return True
