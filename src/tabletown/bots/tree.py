"""Monte Carlo tree search over the compiled rules: chance nodes, two to four players, hidden information by guessing.

A node stands for a sequence of moves as the thinker can see them. Each playout first fills in what the thinker
can't know, so the same node is met with different hidden cards; a child's chances are therefore weighed by how
often it was available, not by how often its parent was visited.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

import numpy as np

from ..compile.drivers import draw_move
from ..core.move import CHANCE, OVER
from ..core.random import scramble, stream
from ..core.record import MAX_SEATS
from ..core.rule import rule, unbound
from .policy import (
    EXPLORATION,
    HERE,
    PRIOR_SHARPNESS,
    ROOT,
    TRIAL,
    best_step,
    copy_board,
    estimate,
    is_seen,
    play_on,
    rate_moves,
)

actor: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
play: Callable[..., Any] = unbound
redact: Callable[..., Any] = unbound
guess: Callable[..., Any] = unbound

NODE = np.dtype(
    [
        ("move", "i4"),
        ("visits", "i4"),
        ("available", "i4"),
        ("first", "i4"),
        ("next", "i4"),
        ("prior", "f4"),
        ("total", "f8", (MAX_SEATS,)),
    ],
    align=True,
)
NOBODY_THERE = -1
UNSEEN = -1
"""The move of a node that stands for whatever another player did in secret."""

# What a tree counts: nodes in use, playouts so far, moves played in them, and stamps given to sets of legal moves.
USED, PLAYOUTS, MOVES_PLAYED, STAMP, COUNTERS = range(5)


@rule
def grow(boards, raw, nodes, counters, path, marks, moves, result, seed, count, seat, style, limit, temper):
    """So many more playouts. A playout is a function of the seed and its number, however they are parcelled."""
    for _ in range(count):
        key = stream(seed, counters[PLAYOUTS])
        counters[PLAYOUTS] += 1
        copy_board(raw, ROOT, HERE)
        guess(boards[HERE], seat, scramble(key))
        depth, ply = descend(boards, raw, nodes, counters, path, marks, moves, result, key, seat, temper)
        played = play_on(boards, raw, key, ply, style, limit, temper, moves, result)
        counters[MOVES_PLAYED] += ply + played
        remember(boards[HERE], nodes, path, depth, result)


@rule
def descend(boards, raw, nodes, counters, path, marks, moves, result, key, seat, temper):
    """Follow the tree from the root to a node that was never visited; returns the path's length and the moves played."""
    node = 0
    path[0] = 0
    depth = 1
    ply = 0
    while depth < path.size:
        s = boards[HERE]
        who = actor(s)
        if who == OVER or (who != CHANCE and nodes[node].visits == 0 and node > 0):
            break
        if who == CHANCE:
            move = draw_move(s, who, key, ply, moves)
            child = child_for(nodes, counters, node, move if is_seen(s, move, seat) else UNSEEN)
        else:
            child, move = choose(boards, raw, nodes, counters, marks, moves, result, node, who, seat, temper)
        ply += 1
        play(s, move)
        if child == NOBODY_THERE:
            break
        node = child
        path[depth] = node
        depth += 1
    return depth, ply


@rule
def choose(boards, raw, nodes, counters, marks, moves, result, node, who, seat, temper):
    """The child to follow at a decision, and its move; what another seat does in secret is its best step."""
    count = legal(boards[HERE], moves)
    if who != seat and not is_seen(boards[HERE], moves[0], seat):
        return child_for(nodes, counters, node, UNSEEN), best_step(boards, raw, who, moves, count)
    stamp = offer(boards, raw, nodes, counters, marks, moves, result, node, who, count, temper)
    child = most_promising(nodes, marks, node, who, stamp, temper[EXPLORATION])
    if child == NOBODY_THERE:
        return child, moves[0]
    return child, nodes[child].move


@rule
def offer(boards, raw, nodes, counters, marks, moves, result, node, who, count, temper):
    """Give every legal move its child; returns the stamp that marks these moves."""
    counters[STAMP] += 2
    stamp = counters[STAMP]
    for index in range(count):
        marks[moves[index]] = stamp
    known = 0
    child = nodes[node].first
    while child != NOBODY_THERE:
        if marks[nodes[child].move] == stamp:
            marks[nodes[child].move] = stamp + 1
            known += 1
        child = nodes[child].next
    if known < count:
        for index in range(count):
            if marks[moves[index]] == stamp:
                marks[moves[index]] = stamp + 1
                child = add_child(nodes, counters, node, moves[index])
                if child != NOBODY_THERE:
                    nodes[child].prior = promise(boards, raw, moves[index], who, temper, result)
    return stamp + 1


@rule
def promise(boards, raw, move, who, temper, result):
    """The weight of a move before it was ever tried: by the evaluation of what it leads to."""
    copy_board(raw, HERE, TRIAL)
    play(boards[TRIAL], move)
    estimate(boards[TRIAL], temper, result)
    return exp(temper[PRIOR_SHARPNESS] * result[who])


@rule
def most_promising(nodes, marks, node, who, stamp, curiosity):
    """The available child with the best sum of what it brought and what it may bring (PUCT)."""
    weight = 0.0
    child = nodes[node].first
    while child != NOBODY_THERE:
        if marks[nodes[child].move] == stamp:
            nodes[child].available += 1
            weight += nodes[child].prior
        child = nodes[child].next
    expected = nodes[node].total[who] / max(1, nodes[node].visits)
    best = NOBODY_THERE
    most = -1.0
    child = nodes[node].first
    while child != NOBODY_THERE:
        if marks[nodes[child].move] == stamp:
            visits = nodes[child].visits
            value = nodes[child].total[who] / visits if visits > 0 else expected
            value += curiosity * nodes[child].prior / weight * sqrt(nodes[child].available) / (1 + visits)
            if value > most:
                most = value
                best = child
        child = nodes[child].next
    return best


@rule
def child_for(nodes, counters, node, move):
    """The child of a node for this move, made if there is none."""
    child = nodes[node].first
    while child != NOBODY_THERE:
        if nodes[child].move == move:
            return child
        child = nodes[child].next
    return add_child(nodes, counters, node, move)


@rule
def add_child(nodes, counters, node, move):
    """A new child at the head of the list, or NOBODY_THERE when the tree is full."""
    child = counters[USED]
    if child >= nodes.size:
        return NOBODY_THERE
    counters[USED] += 1
    clear(nodes, child, move)
    nodes[child].next = nodes[node].first
    nodes[node].first = child
    return child


@rule
def clear(nodes, node, move):
    nodes[node].move = move
    nodes[node].visits = 0
    nodes[node].available = 0
    nodes[node].first = NOBODY_THERE
    nodes[node].next = NOBODY_THERE
    nodes[node].prior = 1.0
    for seat in range(MAX_SEATS):
        nodes[node].total[seat] = 0.0


@rule
def remember(s, nodes, path, depth, result):
    """Add a playout's result to every node of its path."""
    for step in range(depth):
        node = path[step]
        nodes[node].visits += 1
        for seat in range(s.players):
            nodes[node].total[seat] += result[seat]


@rule
def plant(nodes, counters):
    """A tree of one node."""
    counters[USED] = 1
    counters[PLAYOUTS] = 0
    counters[MOVES_PLAYED] = 0
    clear(nodes, 0, UNSEEN)


# ------------------------------------------------------------------ keeping the part of a tree that came true


@rule
def transplant(nodes, root, target, counters, queue):
    """Copy the tree below a node into another array, level by level, and count its nodes."""
    counters[USED] = 1
    clear(target, 0, UNSEEN)
    copy_numbers(nodes, root, target, 0)
    queue[0] = root
    done = 0
    while done < counters[USED]:
        child = nodes[queue[done]].first
        while child != NOBODY_THERE:
            if nodes[child].visits > 0:
                twin = add_child(target, counters, done, nodes[child].move)
                copy_numbers(nodes, child, target, twin)
                queue[twin] = child
            child = nodes[child].next
        done += 1


@rule
def copy_numbers(nodes, node, target, twin):
    target[twin].visits = nodes[node].visits
    target[twin].available = nodes[node].available
    target[twin].prior = nodes[node].prior
    for seat in range(MAX_SEATS):
        target[twin].total[seat] = nodes[node].total[seat]


@rule
def follow(boards, raw, nodes, moves, trail, seat, wanted, patience):
    """The node at which the tree meets the wanted position as the seat sees it, or NOBODY_THERE.

    `boards` has a place for every level of `trail`, one for the wanted position and one to look at; `raw` is the same memory as bytes.
    """
    guess(boards[0], seat, np.uint64(0))
    level = 0
    trail[0] = nodes[0].first
    while level >= 0 and patience > 0:
        node = trail[level]
        if node == NOBODY_THERE:
            level -= 1
            if level >= 0:
                trail[level] = nodes[trail[level]].next
            continue
        patience -= 1
        if not step_to(boards, raw, nodes, moves, level, node):
            trail[level] = nodes[node].next
        elif looks_like(boards, raw, level + 1, wanted, seat):
            return node
        elif level + 1 < wanted - 1:
            level += 1
            trail[level] = nodes[node].first
        else:
            trail[level] = nodes[node].next
    return NOBODY_THERE


@rule
def step_to(boards, raw, nodes, moves, level, node):
    """Set up the next level by the node's move, if that was ever followed and is possible here."""
    if nodes[node].visits == 0 or nodes[node].move == UNSEEN or actor(boards[level]) == OVER:
        return False
    for index in range(legal(boards[level], moves)):
        if moves[index] == nodes[node].move:
            copy_board(raw, level, level + 1)
            play(boards[level + 1], moves[index])
            return True
    return False


@rule
def looks_like(boards, raw, level, wanted, seat):
    """Whether the seat sees the wanted position on the board of this level."""
    copy_board(raw, level, wanted + 1)
    redact(boards[wanted + 1], seat)
    for byte in range(raw.shape[1]):
        if raw[wanted, byte] != raw[wanted + 1, byte]:
            return False
    return True


# ------------------------------------------------------------------ one door to all thinking

RATE, GROW, FOLLOW = range(3)


@rule
def think(op, boards, raw, nodes, counters, path, marks, moves, replies, result, values, temper, seed, seat, x, y, z):
    """One door to the drivers above and to `rate_moves`, so that they are compiled and cached as one piece."""
    if op == RATE:
        return rate_moves(boards, raw, seat, seed, temper, moves, replies, result, values)
    if op == GROW:
        grow(boards, raw, nodes, counters, path, marks, moves, result, seed, x, seat, y, z, temper)
        return 0
    return follow(boards, raw, nodes, moves, path, seat, x, y)
