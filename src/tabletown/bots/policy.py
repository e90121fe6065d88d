"""How bots judge a position and a move, written once for all games and bound to one of them by a loader."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

from ..compile.drivers import draw_move, place
from ..core.move import CHANCE, EVERYBODY, OVER
from ..core.random import below, draw, scramble
from ..core.rule import rule, unbound

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
guess: Callable[..., Any] = unbound
known_to: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
rollout_weight: Callable[..., Any] = unbound

# The boards of a thinker: where it stands, where its thoughts have come to, and where it tries a step.
ROOT, HERE, TRIAL, BOARDS = range(4)

# The ways of playing on from a leaf of the tree.
RANDOM, GREEDY = range(2)

WORTH_OF_PLACES = 0.1
"""The part of a result that goes by place; the rest is for winning."""

FOLLOW_UPS = 8
"""So many further steps of its own turn does a greedy player foresee."""

SURPRISE = 8
"""One greedy move in so many is a random one, so that playouts differ."""

DECIDED = 1 << 40

# What a game may set: points that make a seat e times as likely to win, the lure of the untried, the trust in evaluation, and the part
# of a result that goes by points, whoever wins.
SCALE, EXPLORATION, PRIOR_SHARPNESS, POINTS_SHARE = range(4)


@rule
def copy_board(raw, source, target):
    """Copy a record as bytes: as a value it would be taken apart into its bytes by the compiler."""
    raw[target, :] = raw[source, :]


@rule
def settle(s, temper, result):
    """What each seat has of a finished game: 1 for a win of its own, a share for a shared one, a little for its place; alone, by points."""
    if s.players == 1:
        result[0] = hope(s, 0, temper) if place(s, 0) == 1 else 0.0
        return
    winners = 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        rank = place(s, seat)
        won = 1.0 / winners if rank == 1 else 0.0
        by_place = (s.players - rank) / (s.players - 1)
        result[seat] = (1.0 - WORTH_OF_PLACES) * won + WORTH_OF_PLACES * by_place
    weigh_points(s, temper, result)


@rule
def weigh_points(s, temper, result):
    """A player who expects too little of the others is not content with too little."""
    if temper[POINTS_SHARE] > 0.0:
        for seat in range(s.players):
            result[seat] += temper[POINTS_SHARE] * (hope(s, seat, temper) - result[seat])


@rule
def hope(s, seat, temper):
    """A seat's own evaluation between 0 and 1."""
    return 1.0 / (1.0 + exp(-evaluate(s, seat) / temper[SCALE]))


@rule
def estimate(s, temper, result):
    """What each seat may expect of a game: its result when it is over, else a share by the game's evaluation."""
    if actor(s) == OVER:
        settle(s, temper, result)
        return
    if s.players == 1:
        result[0] = hope(s, 0, temper)
        return
    best = evaluate(s, 0)
    result[0] = best
    for seat in range(1, s.players):
        points = evaluate(s, seat)
        result[seat] = points
        best = max(best, points)
    total = 0.0
    for seat in range(s.players):
        result[seat] = exp((result[seat] - best) / temper[SCALE])
        total += result[seat]
    for seat in range(s.players):
        result[seat] /= total
    weigh_points(s, temper, result)


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
def best_step(boards, raw, who, moves, count):
    """The move after which the mover is furthest ahead, without looking any further."""
    best = moves[0]
    most = -2 * DECIDED
    for index in range(count):
        copy_board(raw, HERE, TRIAL)
        play(boards[TRIAL], moves[index])
        ahead = lead(boards[TRIAL], who)
        if ahead > most:
            most = ahead
            best = moves[index]
    return best


# ------------------------------------------------------------------ the greedy player


@rule
def rate_moves(boards, raw, seat, seed, temper, moves, replies, result, values):
    """What the seat may expect after each of its legal moves, all on the same guess; returns their number."""
    guess(boards[ROOT], seat, seed)
    count = legal(boards[ROOT], moves)
    for index in range(count):
        copy_board(raw, ROOT, HERE)
        play(boards[HERE], moves[index])
        finish_turn(boards, raw, seat, replies)
        values[index] = expectation(boards, raw, seat, temper, replies, result)
    return count


@rule
def finish_turn(boards, raw, seat, moves):
    """Play the further steps of the seat's own turn, each the best by itself."""
    for _ in range(FOLLOW_UPS):
        if actor(boards[HERE]) != seat:
            return
        count = legal(boards[HERE], moves)
        play(boards[HERE], best_step(boards, raw, seat, moves, count))


@rule
def expectation(boards, raw, seat, temper, moves, result):
    """The seat's share here, averaged over what chance may do if it is chance's turn."""
    if actor(boards[HERE]) != CHANCE:
        estimate(boards[HERE], temper, result)
        return result[seat]
    count = legal(boards[HERE], moves)
    total = 0
    value = 0.0
    for index in range(count):
        weight = chance_weight(boards[HERE], moves[index])
        copy_board(raw, HERE, TRIAL)
        play(boards[TRIAL], moves[index])
        estimate(boards[TRIAL], temper, result)
        value += weight * result[seat]
        total += weight
    return value / total


# ------------------------------------------------------------------ playing on from a leaf


@rule
def play_on(boards, raw, key, ply, style, limit, temper, moves, result):
    """Play from here by chance and habit, to the end or to the limit; returns how many moves that took."""
    played = 0
    while played < limit:
        who = actor(boards[HERE])
        if who == OVER:
            break
        if who == CHANCE or (style == GREEDY and below(draw(key, ply + played), SURPRISE) == 0):
            move = draw_move(boards[HERE], who, scramble(key), ply + played, moves)
        elif style == RANDOM:
            move = leaning_move(boards[HERE], draw(scramble(key), ply + played), moves)
        else:
            count = legal(boards[HERE], moves)
            move = best_step(boards, raw, who, moves, count)
        play(boards[HERE], move)
        played += 1
    estimate(boards[HERE], temper, result)
    return played


@rule
def leaning_move(s, number, moves):
    """A random move, each as likely as the game leans to it."""
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
    """Whether the viewer learns what this move says."""
    owner = known_to(s, move)
    return owner in (EVERYBODY, viewer)
