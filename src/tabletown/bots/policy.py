"""How the search values positions and chooses moves in rollouts; drivers that a loader binds to the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

from ..compile.drivers import copy_record, draw_move, place
from ..core.move import CHANCE, EVERYBODY, OVER
from ..core.rng import below, draw, scramble
from ..core.rule import rule, unbound

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
guess: Callable[..., Any] = unbound
known_to: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
rollout_weight: Callable[..., Any] = unbound

# The boards of a search: the position to decide in, the position reached in the tree, and a move that is tried.
ROOT, HERE, TRIAL, BOARDS = range(4)

# How rollouts choose their moves.
RANDOM, GREEDY = range(2)

PLACE_SHARE = 0.1
"""The part of a result that goes by place; the rest is for winning."""

FOLLOW_UPS = 8
"""How many further moves of its own turn a greedy player plays out."""

RANDOM_ONE_IN = 8
"""One move in eight of a greedy rollout is random, so that rollouts differ."""

DECIDED = 1 << 40

ALL = -3
"""A viewer who sees everything: nothing is guessed for it, and it sees every move."""

# The search parameters that a game declares, in the order of the array; see contract.Evaluation.
SCALE, EXPLORATION, PRIOR_SHARPNESS, POINTS_SHARE, NET_EXPLORATION, NET_ROLLOUT_SHARE = range(6)


@rule
def value_of_end(s, parameters, result):
    """The value of a finished game for each seat: mostly its share of the win, a little its place; alone, by points."""
    if s.players == 1:
        result[0] = solo_value(s, 0, parameters) if place(s, 0) == 1 else 0.0
        return
    winners = 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        rank = place(s, seat)
        won = 1.0 / winners if rank == 1 else 0.0
        by_place = (s.players - rank) / (s.players - 1)
        result[seat] = (1.0 - PLACE_SHARE) * won + PLACE_SHARE * by_place
    mix_in_points(s, parameters, result)


@rule
def mix_in_points(s, parameters, result):
    """Mix the seats' own points into a result, in games that declare a share for them."""
    if parameters[POINTS_SHARE] > 0.0:
        for seat in range(s.players):
            result[seat] += parameters[POINTS_SHARE] * (solo_value(s, seat, parameters) - result[seat])


@rule
def solo_value(s, seat, parameters):
    """The evaluation of a seat by itself, between 0 and 1."""
    return 1.0 / (1.0 + exp(-evaluate(s, seat) / parameters[SCALE]))


@rule
def value_of(s, parameters, result):
    """The value of a position for each seat: the result of a finished game, else a softmax of the evaluations."""
    if actor(s) == OVER:
        value_of_end(s, parameters, result)
        return
    if s.players == 1:
        result[0] = solo_value(s, 0, parameters)
        return
    softmax_of_evaluations(s, parameters, result)
    mix_in_points(s, parameters, result)


@rule
def softmax_of_evaluations(s, parameters, result):
    """The chances of the seats by their evaluations alone."""
    best = evaluate(s, 0)
    result[0] = best
    for seat in range(1, s.players):
        points = evaluate(s, seat)
        result[seat] = points
        best = max(best, points)
    total = 0.0
    for seat in range(s.players):
        result[seat] = exp((result[seat] - best) / parameters[SCALE])
        total += result[seat]
    for seat in range(s.players):
        result[seat] /= total


@rule
def win_shares(s, parameters, result):
    """The share of the win that each seat may expect where a playout ended: of a finished game what was won, else a
    softmax of the evaluations. Games that declare a share for points mix both, because one point decides little.
    """
    over = actor(s) == OVER
    if s.players == 1:
        result[0] = (1.0 if place(s, 0) == 1 else 0.0) if over else solo_value(s, 0, parameters)
        return
    softmax_of_evaluations(s, parameters, result)
    if not over:
        return
    winners = 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        won = 1.0 / winners if place(s, seat) == 1 else 0.0
        result[seat] = won + parameters[POINTS_SHARE] * (result[seat] - won)


@rule
def lead(s, seat):
    """How far a seat is ahead of the others, by evaluation."""
    if actor(s) == OVER and s.players > 1:
        return DECIDED if place(s, seat) == 1 else -DECIDED
    if s.players == 1:
        return evaluate(s, 0)
    points = evaluate(s, seat) * (s.players - 1)
    for other in range(s.players):
        if other != seat:
            points -= evaluate(s, other)
    return points


@rule
def best_move_ahead(boards, who, moves, count):
    """The move after which the mover is furthest ahead, looking one move ahead."""
    best = moves[0]
    most = -2 * DECIDED
    for index in range(count):
        copy_record(boards, TRIAL, boards, HERE)
        play(boards[TRIAL], moves[index])
        ahead = lead(boards[TRIAL], who)
        if ahead > most:
            most = ahead
            best = moves[index]
    return best


# ------------------------------------------------------------------ the greedy bot


@rule
def rate_moves(boards, seat, seed, parameters, moves, replies, result, values):
    """The value of each legal move of the seat, all on the same guess of what is hidden; returns how many there are."""
    guess(boards[ROOT], seat, seed)
    count = legal(boards[ROOT], moves)
    for index in range(count):
        copy_record(boards, HERE, boards, ROOT)
        play(boards[HERE], moves[index])
        finish_turn(boards, seat, replies)
        values[index] = expectation(boards, seat, parameters, replies, result)
    return count


@rule
def finish_turn(boards, seat, moves):
    """Play the further moves of the seat's own turn, each the best one move ahead."""
    for _ in range(FOLLOW_UPS):
        if actor(boards[HERE]) != seat:
            return
        count = legal(boards[HERE], moves)
        play(boards[HERE], best_move_ahead(boards, seat, moves, count))


@rule
def expectation(boards, seat, parameters, moves, result):
    """The value of the position for the seat, averaged over the moves of chance if it is chance's turn."""
    if actor(boards[HERE]) != CHANCE:
        value_of(boards[HERE], parameters, result)
        return result[seat]
    count = legal(boards[HERE], moves)
    total = 0
    value = 0.0
    for index in range(count):
        weight = chance_weight(boards[HERE], moves[index])
        copy_record(boards, TRIAL, boards, HERE)
        play(boards[TRIAL], moves[index])
        value_of(boards[TRIAL], parameters, result)
        value += weight * result[seat]
        total += weight
    return value / total


# ------------------------------------------------------------------ rollouts


@rule
def roll_out(boards, key, ply, policy, limit, parameters, moves, result):
    """Play to the end or to the limit by the rollout policy and value the position; returns how many moves it took."""
    played = 0
    while played < limit:
        who = actor(boards[HERE])
        if who == OVER:
            break
        if who == CHANCE or (policy == GREEDY and below(draw(key, ply + played), RANDOM_ONE_IN) == 0):
            move = draw_move(boards[HERE], who, scramble(key), ply + played, moves)
        elif policy == RANDOM:
            move = weighted_move(boards[HERE], draw(scramble(key), ply + played), moves)
        else:
            count = legal(boards[HERE], moves)
            move = best_move_ahead(boards, who, moves, count)
        play(boards[HERE], move)
        played += 1
    value_of(boards[HERE], parameters, result)
    return played


@rule
def weighted_move(s, number, moves):
    """A random move, each as likely as its rollout weight says."""
    count = legal(s, moves)
    total = 0
    for index in range(count):
        total += rollout_weight(s, moves[index])
    left = below(number, total)
    for index in range(count):
        left -= rollout_weight(s, moves[index])
        if left < 0:
            return moves[index]
    return moves[0]


@rule
def is_seen(s, move, viewer):
    """Whether the viewer learns the arguments of this move."""
    if viewer == ALL:
        return True
    owner = known_to(s, move)
    return owner in (EVERYBODY, viewer)
