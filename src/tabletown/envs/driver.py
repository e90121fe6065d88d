"""One step of a learner: the action, chance, the opponents, the next game when one ends, and what the learner sees.

It is written once. Interpreted and on CUDA a loader binds it to one game's rules; native, it is compiled once for all
games and works on handles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..compile.drivers import (
    copy_record,
    observe,
    place,
    quarter_bits,
    redact,
    rollout_weight,
    score,
    unpack_advance,
)
from ..core.actions import SOLO_HALF
from ..core.move import OVER
from ..core.rng import below, scramble, stream
from ..core.rule import rule, unbound

advance: Callable[..., Any] = unbound
play_to_decision: Callable[..., Any] = unbound
look: Callable[..., Any] = unbound
hint: Callable[..., Any] = unbound
solo_return: Callable[..., Any] = unbound
pay_for_lead: Callable[..., Any] = unbound

# What happens when a game ends; the names are Gymnasium's.
SAME_STEP, NEXT_STEP, DISABLED = range(3)

# Who moves from outside: one seat, a seat drawn anew for each game, or all of them.
EVERY_SEAT, DRAWN_SEAT = -1, -2

NEW_GAME = -(1 << 40)
"""In place of an action: begin a new game."""

EPISODE = np.dtype(
    [
        ("key", "u8"),
        ("game", "i8"),
        ("ply", "i4"),
        ("mine", "i1"),
        ("seat", "i1"),
        ("over", "i1"),
        ("illegal", "i1"),
    ],
    align=True,
)
"""Beside each board: the key of its random numbers, its game's number, its ply, the learner's seat, who is to move."""

SETTINGS = np.dtype([("seed", "u8"), ("games", "i8"), ("limit", "i8"), ("mode", "i1"), ("mine", "i1")], align=True)
"""What all games of a batch share: the seed, how many games there are, and the plies after which one is cut off."""

SEAT_SHIFT = np.uint64(32)


# ------------------------------------------------------------------ what a game brings


@rule
def returns_of(s, seat, winners):
    """The share of the win, scaled so that the returns add up to zero: 1 for the only winner, -1 / (players - 1) for a
    loser.
    """
    if s.players == 1:
        return solo_return(s)
    share = 1.0 / winners if place(s, seat) == 1 else 0.0
    return (s.players * share - 1.0) / (s.players - 1)


@rule
def win_or_loss(s):
    """The return of a game for one that is won or lost."""
    return 1.0 if place(s, 0) == 1 else -1.0


@rule
def scaled_score(s):
    """The return of a game for one that is played for points, between -1 and 1."""
    points = score(s, 0)
    return points / (abs(points) + SOLO_HALF)


@rule
def count_winners(s):
    winners = 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners += 1
    return winners


@rule
def lead(s, seat):
    """How many points a seat is ahead of the others' mean, times the number of the others: a whole number."""
    ahead = score(s, seat) * max(1, s.players - 1)
    for other in range(s.players):
        if other != seat:
            ahead -= score(s, other)
    return ahead


@rule
def solo_return_by_handle(s):
    """The return of a game for one, by what the handle says of the game."""
    return win_or_loss(s) if s.solo_can_be_lost else scaled_score(s)


# ------------------------------------------------------------------ what a learner sees


@rule
def look_by_handle(boards, index, scratch, viewer, out, moves, count, action_of, actions):
    """What a seat sees, by what the handle says of the game."""
    if boards[index].secrets:
        look_redacted(boards, index, scratch, viewer, out, moves, count, action_of, actions)
    else:
        look_openly(boards, index, scratch, viewer, out, moves, count, action_of, actions)


@rule
def look_openly(boards, index, scratch, viewer, out, moves, count, action_of, actions):
    """In a game without secrets a seat sees the position as it is."""
    observe(boards[index], viewer, out)
    hint(boards[index], out, moves, count, action_of, actions)


@rule
def look_redacted(boards, index, scratch, viewer, out, moves, count, action_of, actions):
    """What a seat may not know is blanked before anything is observed."""
    copy_record(scratch, 0, boards, index)
    redact(scratch[0], viewer)
    observe(scratch[0], viewer, out)
    hint(scratch[0], out, moves, count, action_of, actions)


@rule
def hint_by_handle(s, out, moves, count, action_of, actions):
    """Hints if the handle says that they are wanted."""
    if s.hints:
        hint_weights(s, out, moves, count, action_of, actions)


@rule
def hint_weights(s, out, moves, count, action_of, actions):
    """Behind the features, for each legal action: how likely the game's own rollouts choose it."""
    first = out.size - actions
    for number in range(count):
        out[first + action_of[moves[number]]] = quarter_bits(rollout_weight(s, moves[number]))


@rule
def hint_nothing(s, out, moves, count, action_of, actions):
    """Learners of environments get no hints, nor do nets of games whose rollouts choose evenly."""


@rule
def clear(row):
    for column in range(row.size):
        row[column] = 0


@rule
def mark_legal(mask, action_of, moves, count):
    """The actions that are legal, as a row of flags."""
    clear(mask)
    for number in range(count):
        mask[action_of[moves[number]]] = True


# ------------------------------------------------------------------ the course of a game


@rule
def begin_game(boards, index, start, episodes, seed, games, mine):
    """Set up the next game of this place: its number tells its kind, its dice and who sits where.

    A handle keeps the number of players beside the record, so it is set as well.
    """
    episodes[index].game += games
    kind = episodes[index].game % start.size
    copy_record(boards, index, start, kind)
    boards[index].players = start[kind].players
    key = stream(seed, episodes[index].game)
    episodes[index].key = key
    episodes[index].ply = 0
    episodes[index].over = 0
    if mine == DRAWN_SEAT:
        episodes[index].mine = below(scramble(key) >> SEAT_SHIFT, boards[index].players)
    else:
        episodes[index].mine = mine


@rule
def play_on(boards, index, episodes, move, moves):
    """Play a move of a game (none if negative) and go on to the next decision; returns who is to move and how many
    legal moves there are.
    """
    episode = episodes[index]
    seat = np.int64(episode.mine)
    who, count, ply = play_to_decision(boards[index], move, episode.key, episode.ply, seat, moves)
    episodes[index].ply = ply
    return who, count


@rule
def play_to_decision_by_handle(s, move, key, ply, seat, moves):
    """`play_to_decision` through the table of a handle: one call for all that happens between two decisions."""
    return unpack_advance(advance(s, move, key, np.int64(ply), seat, moves))


@rule
def reward_all(s, gains):
    winners = count_winners(s)
    for seat in range(s.players):
        gains[seat] = returns_of(s, seat, winners)


@rule
def punish(s, gains, culprit):
    """An illegal action loses the game."""
    for seat in range(s.players):
        gains[seat] = -1.0 if seat == culprit else 1.0 / (s.players - 1)


@rule
def pay_for_growth(s, gains, leads, shaping):
    """Shaping: pay for what each lead has grown since the last step."""
    if shaping != 0.0:
        for seat in range(s.players):
            ahead = lead(s, seat)
            gains[seat] = np.float64(gains[seat]) + shaping * (ahead - leads[seat]) / max(1, s.players - 1)
            leads[seat] = ahead


@rule
def pay_nothing(s, gains, leads, shaping):
    """Rewards come at the end alone."""


@rule
def settle(boards, index, episodes, who, mover, gains, leads, limit, shaping):
    """After a step of a game that goes on or is over: rewards, and whether it is terminated or truncated."""
    s = boards[index]
    terminated = who == OVER
    if episodes[index].illegal == 1:
        punish(s, gains, mover)
        return True, False
    if terminated:
        reward_all(s, gains)
    pay_for_lead(s, gains, leads, shaping)
    return terminated, not terminated and episodes[index].ply >= limit


@rule
def step_game(
    start,
    boards,
    index,
    episodes,
    scratch,
    action,
    move_of,
    action_of,
    moves,
    seen,
    mask,
    last_seen,
    gains,
    leads,
    settings,
    shaping,
):
    """One step of one game; returns whether it was terminated and whether it was truncated.

    A game that ends and the one that follows it go through the same loop, so that each rule is compiled into it once.
    """
    mover = np.int64(episodes[index].seat)
    fresh = action == NEW_GAME or (episodes[index].over == 1 and settings.mode == NEXT_STEP)
    clear(gains)
    if episodes[index].over == 1 and not fresh:
        return True, False
    legal_action = fresh or (action >= 0 and action < mask.size and mask[action])
    episodes[index].illegal = 0 if legal_action else 1
    move = -1 if fresh or not legal_action else move_of[action]
    terminated = False
    truncated = False
    who = mover
    count = 0
    while True:
        if fresh:
            begin_game(boards, index, start, episodes, settings.seed, settings.games, settings.mine)
            clear(leads)
            move = -1
        if fresh or legal_action:
            who, count = play_on(boards, index, episodes, move, moves)
        if not fresh:
            terminated, truncated = settle(boards, index, episodes, who, mover, gains, leads, settings.limit, shaping)
            if terminated or truncated:
                episodes[index].over = 1
                who = mover
                count = 0
        clear(seen)
        look(boards, index, scratch, who, seen, moves, count, action_of, mask.size)
        if episodes[index].over == 0 or settings.mode != SAME_STEP:
            break
        fresh = True
        for column in range(last_seen.size):
            last_seen[column] = seen[column]
    episodes[index].seat = who
    mark_legal(mask, action_of, moves, count)
    return terminated, truncated


@rule
def step_many(
    start,
    boards,
    episodes,
    scratch,
    actions,
    move_of,
    action_of,
    moves,
    seen,
    masks,
    last_seen,
    gains,
    leads,
    rewards,
    terminated,
    truncated,
    settings,
    shaping,
):
    """A step of every game of a slice."""
    for index in range(actions.size):
        mover = np.int64(episodes[index].seat)
        terminated[index], truncated[index] = step_game(
            start,
            boards,
            index,
            episodes,
            scratch,
            actions[index],
            move_of,
            action_of,
            moves,
            seen[index],
            masks[index],
            last_seen[index],
            gains[index],
            leads[index],
            settings[0],
            shaping,
        )
        rewards[index] = gains[index, mover]
