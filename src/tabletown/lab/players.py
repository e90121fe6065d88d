"""The players of the Lab: quick, random, and those with a plan.

Written once against the names below, which a loader binds to one game's rules. Whole numbers only, so that every target
gives the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..compile.drivers import copy_record
from ..core.move import CHANCE, OVER
from ..core.rule import rule, unbound

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
place: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
rollout_weight: Callable[..., Any] = unbound
chance_owner: Callable[..., Any] = unbound

# The boards: the position of the game, a move that is tried, and an outcome of chance after it.
START, HERE, TRIAL, OUTCOME, BOARDS = range(5)

# The kinds of players.
QUICK, PLAN, RANDOM = range(3)

# What stands in a wish list where it ends, and where anything will do.
END, ANYTHING = -1, -2

DECIDED = 1 << 40
FINE = 256
"""Averages over chance are kept this much finer than evaluations."""


@rule
def worth(boards, who, replies):
    """What the tried move is worth to its player: his evaluation, averaged where chance speaks for his own turn."""
    next_actor = actor(boards[TRIAL])
    if next_actor == OVER:
        return DECIDED if place(boards[TRIAL], who) == 1 else evaluate(boards[TRIAL], who) * FINE
    if next_actor != CHANCE or chance_owner(boards[TRIAL]) != who:
        return evaluate(boards[TRIAL], who) * FINE
    total = 0
    value = 0
    for index in range(legal(boards[TRIAL], replies)):
        weight = chance_weight(boards[TRIAL], replies[index])
        copy_record(boards, OUTCOME, boards, TRIAL)
        play(boards[OUTCOME], replies[index])
        value += weight * evaluate(boards[OUTCOME], who)
        total += weight
    return value * FINE // total


@rule
def likeliest(s, moves, count):
    """Leave out the moves that rollouts choose less often than others; returns how many remain."""
    kept = 0
    most = -1
    for index in range(count):
        weight = rollout_weight(s, moves[index])
        if weight > most:
            most = weight
            kept = 0
        if weight == most:
            moves[kept] = moves[index]
            kept += 1
    return kept


@rule
def quick_move(boards, who, moves, count, replies, by_weight):
    """The move after which the player's own evaluation is best, the first of several; by weight in some games, and by
    evaluation only among equals."""
    if by_weight > 0 and count > 1:
        count = likeliest(boards[HERE], moves, count)
    if count == 1:
        return moves[0]
    best = moves[0]
    most = -2 * DECIDED
    for index in range(count):
        copy_record(boards, TRIAL, boards, HERE)
        play(boards[TRIAL], moves[index])
        value = worth(boards, who, replies)
        if value > most:
            most = value
            best = moves[index]
    return best


@rule
def without_banned(moves, gets, count, ban):
    """Leave out the moves that get what the seat may not have, unless there are no others; returns how many remain."""
    kept = 0
    for index in range(count):
        if gets[index] != ban:
            moves[kept] = moves[index]
            gets[kept] = gets[index]
            kept += 1
    return kept if kept > 0 else count


@rule
def planned_move(boards, who, player, moves, gets, count, replies, wishes, preferred, have, by_weight):
    """A preferred move, else the first thing of the wish list that is wanted and legal, else save; then as `quick`.

    Where the list says that anything will do, `quick` chooses among all moves.
    """
    chosen = -1
    most = 0
    for index in range(count):
        if preferred[player, moves[index]] > most:
            most = preferred[player, moves[index]]
            chosen = moves[index]
    if chosen >= 0:
        return chosen
    for wish in range(wishes.shape[1]):
        thing = wishes[player, wish, 0]
        if thing == ANYTHING:
            return quick_move(boards, who, moves, count, replies, by_weight)
        if thing == END:
            break
        if have[who, thing] < wishes[player, wish, 1]:
            for index in range(count):
                if gets[index] == thing:
                    return moves[index]
    saving = 0
    for index in range(count):
        if gets[index] < 0:
            moves[saving] = moves[index]
            saving += 1
    return quick_move(boards, who, moves, saving if saving > 0 else count, replies, by_weight)
