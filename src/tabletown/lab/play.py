"""The Lab's players and its driver: whole games by the ten thousand, counted as they are played.

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

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
place: Callable[..., Any] = unbound
score: Callable[..., Any] = unbound
draw_chance: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
thing_of: Callable[..., Any] = unbound
clock: Callable[..., Any] = unbound
first_seat: Callable[..., Any] = unbound
chance_owner: Callable[..., Any] = unbound

# The boards: the position of the game, a move that is tried, and an outcome of chance after it.
START, HERE, TRIAL, OUTCOME, BOARDS = range(5)

# The kinds of players.
QUICK, PLAN, RANDOM = range(3)

# The settings of a run.
LIMIT, SLIP, WATCH, PATIENCE, SETTINGS = range(5)

# The columns of a row, which is one game.
DECISIONS, ROUNDS, FIRST, FINISHED, LEAD_CHANGES, LAST_CHANGE, COMEBACK = range(7)
SHARES, SCORES, ROW = 7, 11, 15

# What is counted of a thing, for each seat of a game.
OFFERED, BOUGHT, FIRST_ROUND, COUNTED = range(4)

DECIDED = 1 << 40
FINE = 256
"""Averages over chance are kept this much finer than evaluations."""

OWNER_SHIFT = 20
SLIPS = 8
"""Streams by number: 0 chance of nobody, 1 to 4 chance of a seat, from SLIPS on the slips of a seat."""

TIRED = 4
"""Who has had more decisions than the game's PATIENCE makes one in so many at random, so that no game goes on for ever
because everybody waits for something."""

LONGEST = 4096
"""How many decisions of a game the leaders are kept for."""


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
def quick_move(boards, who, moves, count, replies):
    """The move after which the player's own evaluation is best; the first of several."""
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
def planned_move(boards, who, player, moves, gets, count, replies, wishes, preferred, have):
    """A preferred move, else the first thing of the wish list that is wanted and legal, else save; then as `quick`."""
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
        if thing < 0:
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
    return quick_move(boards, who, moves, saving if saving > 0 else count, replies)


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
