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
from ..core.rng import below, draw, stream
from ..core.rule import constants, rule, unbound
from .players import HERE, OUTCOME, PLAN, RANDOM, START, planned_move, quick_move, without_banned

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
score: Callable[..., Any] = unbound
draw_chance: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
evaluate: Callable[..., Any] = unbound
thing_of: Callable[..., Any] = unbound
clock: Callable[..., Any] = unbound
first_seat: Callable[..., Any] = unbound
chance_owner: Callable[..., Any] = unbound

# The settings of a run. BY_WEIGHT says how quick chooses; HALVING is the lead in evaluation that halves the odds, THIRD
# and TWO_THIRDS are rounds.
LIMIT, SLIP, WATCH, PATIENCE, BY_WEIGHT, LUCK_ASKED, HALVING, THIRD, TWO_THIRDS, SETTINGS = range(10)

# The columns of a row, which is one game.
DECISIONS, ROUNDS, FIRST, FINISHED, LEAD_CHANGES, LAST_CHANGE, COMEBACK = range(7)
SHARES, SCORES, LUCK, ROW = 7, 11, 15, 19

# What is counted of a thing, for each seat of a game.
OFFERED, BOUGHT, FIRST_ROUND, COUNTED = range(4)

# What is summed of a thing in a class of positions: decisions that took it, twelfths won after them, and the others.
TAKEN, WON_AFTER_TAKING, LEFT, WON_AFTER_LEAVING, SUMMED = range(5)

CHANCES, STAGES = 10, 3
CLASSES = CHANCES * STAGES
"""Positions are alike if the mover's chance to win is in the same tenth and the game in the same third."""

CHANCE_UNIT = 1 << 20
"""A sure win, as a chance in whole numbers."""

# What `luck` holds by seat: the chances in the position looked at, a move's luck, and that of the game so far.
CHANCE_OF, BEYOND, SO_FAR, LUCK_ROWS = range(4)

HALVES = constants([round(CHANCE_UNIT * 2 ** (-part / 16)) for part in range(16)])
"""Odds of 2 to the power of minus sixteenths."""

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
def leader_of(boards):
    """The same of the position that is played."""
    return leader(boards[HERE])


@rule
def chances_of(s, halving, luck):
    """The chances of all seats by their evaluations alone, as bots estimate them, in whole numbers."""
    most = evaluate(s, 0)
    luck[CHANCE_OF, 0] = most
    for seat in range(1, s.players):
        luck[CHANCE_OF, seat] = evaluate(s, seat)
        most = max(most, luck[CHANCE_OF, seat])
    total = 0
    for seat in range(s.players):
        steps = 16 * (most - luck[CHANCE_OF, seat]) // halving
        luck[CHANCE_OF, seat] = HALVES[steps % 16] >> min(40, steps // 16)
        total += luck[CHANCE_OF, seat]
    for seat in range(s.players):
        luck[CHANCE_OF, seat] = CHANCE_UNIT * luck[CHANCE_OF, seat] // total
    return total


@rule
def add_luck(boards, move, moves, halving, luck):
    """Add to each seat what this move of chance gives it beyond the average of all that could have come."""
    count = legal(boards[HERE], moves)
    weights = 0
    for index in range(count):
        weights += chance_weight(boards[HERE], moves[index])
    for seat in range(boards[HERE].players):
        luck[BEYOND, seat] = 0
    for index in range(count):
        weight = chance_weight(boards[HERE], moves[index])
        copy_record(boards, OUTCOME, boards, HERE)
        play(boards[OUTCOME], moves[index])
        chances_of(boards[OUTCOME], halving, luck)
        for seat in range(boards[HERE].players):
            luck[BEYOND, seat] -= weight * luck[CHANCE_OF, seat]
            if moves[index] == move:
                luck[BEYOND, seat] += weights * luck[CHANCE_OF, seat]
    for seat in range(boards[HERE].players):
        luck[SO_FAR, seat] += (2 * luck[BEYOND, seat] + weights) // (2 * weights)
    return count


@rule
def class_of(s, who, rounds, settings, luck):
    """The class of a position: the mover's chance to win and how far the game is."""
    chances_of(s, settings[HALVING], luck)
    chance = min(CHANCES - 1, CHANCES * luck[CHANCE_OF, who] // CHANCE_UNIT)
    stage = 0 if rounds <= settings[THIRD] else 1 if rounds <= settings[TWO_THIRDS] else 2
    return stage * CHANCES + chance


@rule
def is_first(gets, index):
    """Whether no move before this one gets the same thing: a thing counts as offered once in a decision."""
    for before in range(index):
        if gets[before] == gets[index]:
            return False
    return True


@rule
def add_footing(boards, seen, row, footing, block):
    """Add a finished game to the sums of its block: what was won after taking a thing, and after leaving it."""
    for seat in range(boards[HERE].players):
        won = row[SHARES + seat]
        for thing in range(seen.shape[1]):
            for kind in range(CLASSES):
                taken = seen[seat, thing, kind, 0]
                left = seen[seat, thing, kind, 1]
                if taken + left > 0:
                    footing[block, thing, kind, TAKEN] += taken
                    footing[block, thing, kind, WON_AFTER_TAKING] += taken * won
                    footing[block, thing, kind, LEFT] += left
                    footing[block, thing, kind, WON_AFTER_LEAVING] += left * won
    return 0


@rule
def forget(seen):
    """Begin to count anew."""
    for seat in range(seen.shape[0]):
        for thing in range(seen.shape[1]):
            for kind in range(seen.shape[2]):
                seen[seat, thing, kind, 0] = 0
                seen[seat, thing, kind, 1] = 0
    return 0


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
    luck,
    seen,
    row,
    things,
    kept,
    footing,
    block,
):
    """Play one game from the start and fill in its row. `kept` says where its things are counted, and `block` where
    what they did on equal footing is, if not negative.
    """
    copy_record(boards, HERE, boards, START)
    for stream_number in range(counts.size):
        counts[stream_number] = 0
    for seat in range(have.shape[0]):
        for thing in range(have.shape[1]):
            have[seat, thing] = 0
    for seat in range(luck.shape[1]):
        luck[SO_FAR, seat] = 0
    if block >= 0:
        forget(seen)
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
            move = draw_chance(boards[HERE], number, moves)
            if settings[LUCK_ASKED] > 0:
                add_luck(boards, move, moves, settings[HALVING], luck)
            play(boards[HERE], move)
        else:
            if first < 0:
                first = who
            player = seating[table, who]
            count = legal(boards[HERE], moves)
            for index in range(count):
                gets[index] = thing_of(boards[HERE], moves[index])
                if kept >= 0 and gets[index] >= 0 and is_first(gets, index):
                    things[kept, who, gets[index], OFFERED] += 1
            kind = -1
            if block >= 0:
                for index in range(count):
                    if gets[index] >= 0 and kind < 0:
                        now = clock(boards[HERE])
                        kind = class_of(boards[HERE], who, now if now > 0 else decisions, settings, luck)
                    if gets[index] >= 0 and is_first(gets, index):
                        seen[who, gets[index], kind, 1] += 1
            if bans[table, who] >= 0:
                count = without_banned(moves, gets, count, bans[table, who])
            slip = (SLIPS + who << OWNER_SHIFT) + 2 * counts[SLIPS + who]
            counts[SLIPS + who] += 1
            one_in = TIRED if counts[SLIPS + who] > settings[PATIENCE] else settings[SLIP]
            if kinds[player] == RANDOM or (one_in > 0 and below(draw(key, slip), one_in) == 0):
                move = moves[below(draw(key, slip + 1), count)]
            elif kinds[player] == PLAN:
                move = planned_move(
                    boards, who, player, moves, gets, count, replies, wishes, preferred, have, settings[BY_WEIGHT]
                )
            else:
                move = quick_move(boards, who, moves, count, replies, settings[BY_WEIGHT])
            thing = thing_of(boards[HERE], move)
            if thing >= 0:
                have[who, thing] += 1
                if block >= 0:
                    seen[who, thing, kind, 0] += 1
                    seen[who, thing, kind, 1] -= 1
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
            row[LUCK + seat] = luck[SO_FAR, seat]
            if winners >> seat & 1:
                row[SHARES + seat] = WIN_SHARES // count
        if settings[WATCH] > 0 and decisions > 0:
            half = leaders[min(decisions // 2, LONGEST - 1)]
            row[COMEBACK] = 0 if winners >> half & 1 else 1
        if block >= 0:
            add_footing(boards, seen, row, footing, block)


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
    luck,
    seen,
    rows,
    things,
    footing,
):
    """Play `count` games numbered from `first`; game n sits at table n modulo the number of seatings."""
    for number in range(count):
        table = (first + number) % seating.shape[0]
        kept = number if things.shape[0] > 0 else -1
        block = (first + number) // seating.shape[0] % footing.shape[0] if footing.shape[0] > 0 else -1
        play_game(
            boards, moves, replies, gets, settings, kinds, wishes, preferred, seating, bans, table,
            stream(seed, first + number), counts, have, leaders, luck, seen, rows[number], things, kept,
            footing, block,
        )  # fmt: skip
    return count
