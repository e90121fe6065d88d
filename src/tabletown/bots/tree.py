"""Information set Monte Carlo tree search: chance nodes, one to four players, determinisation of hidden information.

A node stands for a sequence of moves as the searching seat sees them. Each playout first guesses what that seat can't
know, so the same node is met with different hidden cards; PUCT therefore counts how often a child was available, not
how often its parent was visited.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

import numpy as np

from ..compile.drivers import copy_record, draw_move, score
from ..core.move import CHANCE, OVER
from ..core.record import MAX_SEATS
from ..core.rng import draw, scramble, stream
from ..core.rule import rule, unbound
from .network import WIDTH, think, value_end_for_net
from .policy import (
    ALL,
    EXPLORATION,
    HERE,
    NET_EXPLORATION,
    NET_ROLLOUT_SHARE,
    PRIOR_SHARPNESS,
    ROOT,
    TRIAL,
    best_move_ahead,
    is_seen,
    roll_out,
    value_of,
    win_shares,
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
NO_NODE = -1
UNSEEN = -1
"""The move of a node that stands for whatever another player did in secret."""

# What playouts led to, summed over them: each seat's share of the win, and its points.
WON, POINTS, OUTCOME = 0, MAX_SEATS, 2 * MAX_SEATS

# The counters of a tree: nodes in use, playouts so far, moves played in them, and the last mark of legal moves.
USED, PLAYOUTS, MOVES_PLAYED, MARK, COUNTERS = range(5)


# What belongs together is handed on together, as a tuple:
#   tree     nodes, counters, path (the nodes of the present playout), marks (one for each move of the game)
#   net      weights, shape, action_of (the net's action for each move), inputs, hidden (its layers)
#   scratch  moves, result (one for each seat), values (one for each legal move)


@rule
def run_playouts(boards, tree, net, scratch, parameters, outcome, key, count, seat, rollout, limit):
    """Run `count` more playouts. A playout depends on the key and its number alone, not on how they are split.

    Without a net a playout ends with a rollout, with one it ends with what the net thinks of the new node. `outcome`
    gets what all playouts led to.
    """
    nodes, counters, path, _ = tree
    moves, result, values = scratch
    has_net = net[1][WIDTH] > 0
    for _ in range(count):
        own = stream(key, counters[PLAYOUTS])
        counters[PLAYOUTS] += 1
        copy_record(boards, HERE, boards, ROOT)
        if seat != ALL:
            guess(boards[HERE], seat, scramble(own))
        depth, ply = descend(boards, tree, net, scratch, parameters, own, seat)
        if has_net:
            played = judge(boards, net, scratch, own, ply)
            if parameters[NET_ROLLOUT_SHARE] > 0.0 and actor(boards[HERE]) != OVER:
                played += mix_in_rollout(boards, own, ply + played, rollout, limit, parameters, moves, values, result)
        else:
            played = roll_out(boards, own, ply, rollout, limit, parameters, moves, result)
        counters[MOVES_PLAYED] += ply + played
        back_up(boards[HERE], nodes, path, depth, result)
        if not has_net:
            win_shares(boards[HERE], parameters, result)
        add_outcome(boards[HERE], result, outcome)


@rule
def grow_trees(boards, tree, net, scratch, parameters, outcome, seed, count, seat, rollout, limit):
    """Grow as many trees of `count` playouts as `outcome` has room for, one after the other."""
    nodes, counters, _, _ = tree
    for number in range(outcome.size // OUTCOME):
        new_tree(nodes, counters)
        part = outcome[number * OUTCOME : (number + 1) * OUTCOME]
        run_playouts(boards, tree, net, scratch, parameters, part, stream(seed, number), count, seat, rollout, limit)


@rule
def add_outcome(s, result, outcome):
    """Add the shares of the win and the points that a playout ended with."""
    for seat in range(s.players):
        outcome[WON + seat] += result[seat]
        outcome[POINTS + seat] += score(s, seat)


@rule
def mix_in_rollout(boards, key, ply, rollout, limit, parameters, moves, kept, result):
    """Mix the result of a rollout into a net's values; returns how many moves it took."""
    players = boards[HERE].players
    for seat in range(players):
        kept[seat] = result[seat]
    played = roll_out(boards, key, ply, rollout, limit, parameters, moves, result)
    for seat in range(players):
        result[seat] = kept[seat] + parameters[NET_ROLLOUT_SHARE] * (result[seat] - kept[seat])
    return played


@rule
def judge(boards, net, scratch, key, ply):
    """What the net thinks of the next decision; returns how many moves of chance came before it."""
    moves, result, _ = scratch
    played = 0
    who = actor(boards[HERE])
    while who == CHANCE:
        play(boards[HERE], draw_move(boards[HERE], who, key, ply + played, moves))
        played += 1
        who = actor(boards[HERE])
    if who == OVER:
        value_end_for_net(boards[HERE], net[1], result)
    else:
        think(boards, who, legal(boards[HERE], moves), net, scratch)
    return played


@rule
def descend(boards, tree, net, scratch, parameters, key, seat):
    """Selection: follow the tree to an unvisited node; returns the length of the path and the moves played."""
    nodes, counters, path, _ = tree
    moves = scratch[0]
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
            child, move = choose(boards, tree, net, scratch, parameters, node, who, draw(key, ply), seat)
        ply += 1
        play(s, move)
        if child == NO_NODE:
            break
        node = child
        path[depth] = node
        depth += 1
    return depth, ply


@rule
def choose(boards, tree, net, scratch, parameters, node, who, number, seat):
    """The child to follow at a decision, and its move. What another seat does in secret is its best move one ahead, or
    drawn from the net's policy.
    """
    nodes, counters, _, marks = tree
    moves, result, values = scratch
    has_net = net[1][WIDTH] > 0
    count = legal(boards[HERE], moves)
    if who != seat and not is_seen(boards[HERE], moves[0], seat):
        if not has_net:
            return child_for(nodes, counters, node, UNSEEN), best_move_ahead(boards, who, moves, count)
        think(boards, who, count, net, scratch)
        return child_for(nodes, counters, node, UNSEEN), move_by_prior(moves, values, count, number)
    mark, known = mark_legal(nodes, marks, counters, moves, node, count)
    if known < count and has_net:
        think(boards, who, count, net, scratch)
    elif known < count:
        for index in range(count):
            if marks[moves[index]] == mark:
                values[index] = prior(boards, moves[index], who, parameters, result)
    mark = expand(nodes, counters, marks, moves, values, node, count, mark, known)
    child = select(nodes, marks, node, who, mark, parameters[NET_EXPLORATION if has_net else EXPLORATION])
    if child == NO_NODE:
        return child, moves[0]
    return child, nodes[child].move


@rule
def move_by_prior(moves, priors, count, number):
    """The move that a random 32-bit number falls on, each as likely as its prior."""
    left = number / 4294967296.0
    for index in range(count):
        left -= priors[index]
        if left < 0.0:
            return moves[index]
    return moves[count - 1]


@rule
def mark_legal(nodes, marks, counters, moves, node, count):
    """Mark the legal moves, those that have a child one higher; returns the mark and how many have one."""
    counters[MARK] += 2
    mark = counters[MARK]
    for index in range(count):
        marks[moves[index]] = mark
    known = 0
    child = nodes[node].first
    while child != NO_NODE:
        if marks[nodes[child].move] == mark:
            marks[nodes[child].move] = mark + 1
            known += 1
        child = nodes[child].next
    return mark, known


@rule
def expand(nodes, counters, marks, moves, priors, node, count, mark, known):
    """Expansion: give every legal move its child; returns the mark that these moves carry."""
    if known < count:
        for index in range(count):
            if marks[moves[index]] == mark:
                marks[moves[index]] = mark + 1
                child = add_child(nodes, counters, node, moves[index])
                if child != NO_NODE:
                    nodes[child].prior = priors[index]
    return mark + 1


@rule
def prior(boards, move, who, parameters, result):
    """The prior weight of a move, by the evaluation of the position it leads to."""
    copy_record(boards, TRIAL, boards, HERE)
    play(boards[TRIAL], move)
    value_of(boards[TRIAL], parameters, result)
    return exp(parameters[PRIOR_SHARPNESS] * result[who])


@rule
def select(nodes, marks, node, who, mark, exploration):
    """The available child with the highest upper confidence bound (PUCT)."""
    weight = 0.0
    child = nodes[node].first
    while child != NO_NODE:
        if marks[nodes[child].move] == mark:
            nodes[child].available += 1
            weight += nodes[child].prior
        child = nodes[child].next
    expected = nodes[node].total[who] / max(1, nodes[node].visits)
    best = NO_NODE
    most = -1.0
    child = nodes[node].first
    while child != NO_NODE:
        if marks[nodes[child].move] == mark:
            visits = nodes[child].visits
            value = nodes[child].total[who] / visits if visits > 0 else expected
            value += exploration * nodes[child].prior / weight * sqrt(nodes[child].available) / (1 + visits)
            if value > most:
                most = value
                best = child
        child = nodes[child].next
    return best


@rule
def child_for(nodes, counters, node, move):
    """The child of a node for this move, added if there is none."""
    child = nodes[node].first
    while child != NO_NODE:
        if nodes[child].move == move:
            return child
        child = nodes[child].next
    return add_child(nodes, counters, node, move)


@rule
def add_child(nodes, counters, node, move):
    """Add a child at the head of the list; NO_NODE when the tree is full."""
    child = counters[USED]
    if child >= nodes.size:
        return NO_NODE
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
    nodes[node].first = NO_NODE
    nodes[node].next = NO_NODE
    nodes[node].prior = 1.0
    for seat in range(MAX_SEATS):
        nodes[node].total[seat] = 0.0


@rule
def back_up(s, nodes, path, depth, result):
    """Backup: add the result of a playout to every node of its path."""
    for step in range(depth):
        node = path[step]
        nodes[node].visits += 1
        for seat in range(s.players):
            nodes[node].total[seat] += result[seat]


@rule
def new_tree(nodes, counters):
    """Begin a tree of one node."""
    counters[USED] = 1
    counters[PLAYOUTS] = 0
    counters[MOVES_PLAYED] = 0
    clear(nodes, 0, UNSEEN)


# ------------------------------------------------------------------ reusing the subtree of the position that came up


@rule
def keep_subtree(nodes, root, target, counters, queue):
    """Copy the tree below a node into another array, level by level, and count its nodes."""
    counters[USED] = 1
    clear(target, 0, UNSEEN)
    copy_numbers(nodes, root, target, 0)
    queue[0] = root
    done = 0
    while done < counters[USED]:
        child = nodes[queue[done]].first
        while child != NO_NODE:
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
def find_position(boards, raw, nodes, moves, trail, seat, wanted, patience):
    """The node whose position looks to the seat like the wanted one, or NO_NODE.

    `boards` has a board for every level of `trail`, one for the wanted position and one for scratch; `raw` is the same
    memory as bytes. At most `patience` nodes are tried.
    """
    guess(boards[0], seat, np.uint64(0))
    level = 0
    trail[0] = nodes[0].first
    while level >= 0 and patience > 0:
        node = trail[level]
        if node == NO_NODE:
            level -= 1
            if level >= 0:
                trail[level] = nodes[trail[level]].next
            continue
        patience -= 1
        if not step_to(boards, nodes, moves, level, node):
            trail[level] = nodes[node].next
        elif looks_like(boards, raw, level + 1, wanted, seat):
            return node
        elif level + 1 < wanted - 1:
            level += 1
            trail[level] = nodes[node].first
        else:
            trail[level] = nodes[node].next
    return NO_NODE


@rule
def step_to(boards, nodes, moves, level, node):
    """Set up the next level by the node's move, if it was ever followed and is legal here."""
    if nodes[node].visits == 0 or nodes[node].move == UNSEEN or actor(boards[level]) == OVER:
        return False
    for index in range(legal(boards[level], moves)):
        if moves[index] == nodes[node].move:
            copy_record(boards, level + 1, boards, level)
            play(boards[level + 1], moves[index])
            return True
    return False


@rule
def looks_like(boards, raw, level, wanted, seat):
    """Whether the board of this level looks to the seat like the wanted position."""
    copy_record(boards, wanted + 1, boards, level)
    redact(boards[wanted + 1], seat)
    for byte in range(raw.shape[1]):
        if raw[wanted, byte] != raw[wanted + 1, byte]:
            return False
    return True
