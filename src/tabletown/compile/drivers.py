"""Drivers play games without a person: random moves by the million, from one seed.

They are written once, against the names below, which a loader binds to one game's rules and one target.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.move import CHANCE, OVER
from ..core.rng import below, draw, stream
from ..core.rule import constants, rule, unbound

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
draw_chance: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
score: Callable[..., Any] = unbound
place: Callable[..., Any] = unbound
copy_record: Callable[..., Any] = unbound
redact: Callable[..., Any] = unbound
guess: Callable[..., Any] = unbound
observe: Callable[..., Any] = unbound
known_to: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
rollout_weight: Callable[..., Any] = unbound

WIN_SHARES = 12
"""A win is counted in twelfths, so that two, three or four winners share it in whole numbers on every target."""

COUNT_BITS, ACTOR_BITS = 20, 3

# The columns of a tally: sums over games, in integers, so that every target and every split gives the same.
GAMES, DECISIONS, CHANCE_MOVES, UNFINISHED, LENGTH_MIN, LENGTH_MAX = range(6)
WINS, SCORES, SQUARES, TALLY_SIZE = 6, 10, 14, 18


QUARTER_BITS = constants([0, 0, 4, 6, 8, 9, 10, 11])
NEVER = -16


@rule
def quarter_bits(weight):
    """The logarithm of a rollout weight in quarters of a bit: 4 for twice as likely; NEVER for a weight of 0."""
    if weight <= 0:
        return NEVER
    bits = 0
    while weight >= 8:
        weight >>= 1
        bits += 4
    return bits + QUARTER_BITS[weight]


@rule
def draw_move(s, who, key, ply, moves):
    """Draw a move of random play: chance by its weights, everybody else evenly."""
    number = draw(key, ply)
    if who == CHANCE:
        return draw_chance(s, number, moves)
    return moves[below(number, legal(s, moves))]


@rule
def play_round(s, key, ply, moves):
    """A move of chance and a move of a player, whichever is due; returns the next ply and how often chance moved.

    On a GPU the games of a warp stay together this way: each has both done before the next round begins.
    """
    who = actor(s)
    by_chance = 0
    if who == CHANCE:
        play(s, draw_chance(s, draw(key, ply), moves))
        by_chance = 1
        ply += 1
        who = actor(s)
    if who >= 0:
        play(s, moves[below(draw(key, ply), legal(s, moves))])
        ply += 1
    return ply, by_chance


@rule
def play_to_decision(s, move, key, ply, seat, moves):
    """Play a move (none if negative), then chance and random opponents until `seat` decides or the game is over.

    A negative seat stands for all seats. Returns who is to move, the number of legal moves and the ply reached.
    """
    count = 0
    who = OVER
    while True:
        if move >= 0:
            play(s, move)
            ply += 1
        who = actor(s)
        if who == OVER:
            break
        if who == CHANCE:
            move = draw_chance(s, draw(key, ply), moves)
        else:
            count = legal(s, moves)
            if seat < 0 or seat == who:
                break
            move = moves[below(draw(key, ply), count)]
    return who, count, ply


@rule
def advance(s, move, key, ply, seat, moves):
    """`play_to_decision` for callers that take one integer; `unpack_advance` takes it apart."""
    who, count, reached = play_to_decision(s, move, key, ply, seat, moves)
    return ((reached << COUNT_BITS | count) << ACTOR_BITS) | (who - OVER)


@rule
def unpack_advance(packed):
    """Who is to move, the number of legal moves and the ply."""
    count = (packed >> ACTOR_BITS) & ((1 << COUNT_BITS) - 1)
    return (packed & ((1 << ACTOR_BITS) - 1)) + OVER, count, packed >> (COUNT_BITS + ACTOR_BITS)


@rule
def play_out(s, key, limit, moves):
    """Random play to the end or past the limit; returns the number of moves and how many of them were chance's."""
    ply = 0
    by_chance = 0
    while ply < limit and actor(s) != OVER:
        ply, more = play_round(s, key, ply, moves)
        by_chance += more
    return ply, by_chance


@rule
def winners_of(s):
    """The seats that share the first place, as bits, and how many they are."""
    winners = 0
    count = 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners |= 1 << seat
            count += 1
    return winners, count


@rule
def count_game(s, plies, by_chance, tally):
    """Add a finished game to a tally."""
    decisions = plies - by_chance
    tally[LENGTH_MIN] = decisions if tally[GAMES] == 0 else min(tally[LENGTH_MIN], decisions)
    tally[LENGTH_MAX] = max(tally[LENGTH_MAX], decisions)
    tally[GAMES] += 1
    tally[DECISIONS] += decisions
    tally[CHANCE_MOVES] += by_chance
    if actor(s) != OVER:
        tally[UNFINISHED] += 1
        return
    winners, count = winners_of(s)
    for seat in range(s.players):
        points = score(s, seat)
        tally[SCORES + seat] += points
        tally[SQUARES + seat] += points * points
        if winners >> seat & 1:
            tally[WINS + seat] += WIN_SHARES // count


@rule
def play_many(start, board, moves, seed, first, count, limit, tally, finals):
    """Play `count` games numbered from `first`, all from the start record; the first ones leave their ends in
    `finals`.
    """
    for number in range(count):
        board[0] = start[0]
        s = board[0]
        plies, by_chance = play_out(s, stream(seed, first + number), limit, moves)
        count_game(s, plies, by_chance, tally)
        if number < finals.size:
            finals[number] = board[0]
