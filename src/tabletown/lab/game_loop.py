"""The loop that plays whole games of the Lab by the ten thousand and counts as they are played.

Written once against the names below, which a loader binds to one game's rules. Whole numbers only, so that every target
gives the same. Chance has a stream of its own, by owner and count: in two variants of a game the same player's third
roll is the same roll, whatever else was decided differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..compile.drivers import WIN_SHARES, copy_record, winners_of
from ..core.move import CHANCE, OVER
from ..core.random import below, draw, stream
from ..core.rule import rule, unbound
from .players import HERE, PLAN, RANDOM, START, planned_move, quick_move, without_banned

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
score: Callable[..., Any] = unbound
draw_chance: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
thing_of: Callable[..., Any] = unbound
clock: Callable[..., Any] = unbound
first_seat: Callable[..., Any] = unbound
chance_owner: Callable[..., Any] = unbound

# The settings of a run.
LIMIT, SLIP, WATCH, PATIENCE, SETTINGS = range(5)

# The columns of a row, which is one game.
DECISIONS, ROUNDS, FIRST, FINISHED, LEAD_CHANGES, LAST_CHANGE, COMEBACK = range(7)
SHARES, SCORES, ROW = 7, 11, 15

# What is counted of a thing, for each seat of a game.
OFFERED, BOUGHT, FIRST_ROUND, COUNTED = range(4)

OWNER_SHIFT = 20
SLIPS = 8
"""Streams by number: 0 chance of nobody, 1 to 4 chance of a seat, from SLIPS on the slips of a seat."""

TIRED = 4
"""Who has had more decisions than the game's PATIENCE makes one in so many at random, so that no game goes on for ever
because everybody waits for something."""

LONGEST = 4096
"""How many decisions of a game the leaders are kept for."""


@rule
def leader(s):
    """The seat with the best evaluation; the first of several."""
    best = 0
    most = evaluate(s, 0)
    for seat in range(1, s.players):
        points = evaluate(s, seat)
        if points > most:
            most = points
            best = seat
    return best


@rule
def play_game(
    boards,
    moves,
    replies,
    gets,
    settings,
    kinds,
    wishes,
    preferred,
    seating,
    bans,
    table,
    key,
    counts,
    have,
    leaders,
    row,
    things,
    kept,
):
    """Play one game from the start and fill in its row; `kept` says where its things are counted, if not negative."""
    copy_record(boards, HERE, boards, START)
    for stream_number in range(counts.size):
        counts[stream_number] = 0
    for seat in range(have.shape[0]):
        for thing in range(have.shape[1]):
            have[seat, thing] = 0
    decisions = 0
    plies = 0
    first = -1
    ahead = -1
    changes = 0
    last_change = 0
    who = actor(boards[HERE])
    while who != OVER and plies < settings[LIMIT]:
        plies += 1
        if who == CHANCE:
            owner = chance_owner(boards[HERE]) + 1
            number = draw(key, (owner << OWNER_SHIFT) + counts[owner])
            counts[owner] += 1
            play(boards[HERE], draw_chance(boards[HERE], number, moves))
        else:
            if first < 0:
                first = who
            player = seating[table, who]
            count = legal(boards[HERE], moves)
            for index in range(count):
                gets[index] = thing_of(boards[HERE], moves[index])
                if kept >= 0 and gets[index] >= 0:
                    things[kept, who, gets[index], OFFERED] += 1
            if bans[table, who] >= 0:
                count = without_banned(moves, gets, count, bans[table, who])
            slip = (SLIPS + who << OWNER_SHIFT) + 2 * counts[SLIPS + who]
            counts[SLIPS + who] += 1
            one_in = TIRED if counts[SLIPS + who] > settings[PATIENCE] else settings[SLIP]
            if kinds[player] == RANDOM or (one_in > 0 and below(draw(key, slip), one_in) == 0):
                move = moves[below(draw(key, slip + 1), count)]
            elif kinds[player] == PLAN:
                move = planned_move(boards, who, player, moves, gets, count, replies, wishes, preferred, have)
            else:
                move = quick_move(boards, who, moves, count, replies)
            thing = thing_of(boards[HERE], move)
            if thing >= 0:
                have[who, thing] += 1
                if kept >= 0:
                    things[kept, who, thing, BOUGHT] += 1
                    if things[kept, who, thing, BOUGHT] == 1:
                        things[kept, who, thing, FIRST_ROUND] = clock(boards[HERE])
            play(boards[HERE], move)
            if settings[WATCH] > 0 and actor(boards[HERE]) != OVER:
                now = leader(boards[HERE])
                if now != ahead and ahead >= 0:
                    changes += 1
                    last_change = clock(boards[HERE])
                ahead = now
                leaders[min(decisions, LONGEST - 1)] = now
            decisions += 1
        who = actor(boards[HERE])
    row[DECISIONS] = decisions
    row[ROUNDS] = clock(boards[HERE])
    named = first_seat(boards[HERE])
    row[FIRST] = named if named >= 0 else first
    row[FINISHED] = 1 if who == OVER else 0
    row[LEAD_CHANGES] = changes
    row[LAST_CHANGE] = last_change
    if who == OVER:
        winners, count = winners_of(boards[HERE])
        for seat in range(boards[HERE].players):
            row[SCORES + seat] = score(boards[HERE], seat)
            if winners >> seat & 1:
                row[SHARES + seat] = WIN_SHARES // count
        if settings[WATCH] > 0 and decisions > 0:
            half = leaders[min(decisions // 2, LONGEST - 1)]
            row[COMEBACK] = 0 if winners >> half & 1 else 1


@rule
def play_games(
    boards,
    moves,
    replies,
    gets,
    settings,
    kinds,
    wishes,
    preferred,
    seating,
    bans,
    seed,
    first,
    count,
    counts,
    have,
    leaders,
    rows,
    things,
):
    """Play `count` games numbered from `first`; game n sits at table n modulo the number of seatings."""
    for number in range(count):
        table = (first + number) % seating.shape[0]
        kept = number if things.shape[0] > 0 else -1
        play_game(
            boards, moves, replies, gets, settings, kinds, wishes, preferred, seating, bans, table,
            stream(seed, first + number), counts, have, leaders, rows[number], things, kept,
        )  # fmt: skip
    return count
