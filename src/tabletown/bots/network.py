"""A net inside the search: what it thinks of the position on a board, in loops that compile without any library.

The order of additions is fixed and nothing is contracted, so that native code gives the same numbers on every machine.
Interpreted, NumPy does the sums.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np

from ..compile.drivers import copy_record, place, quarter_bits, score
from ..core.actions import SOLO_HALF
from ..core.game import Rulebook
from ..core.record import MAX_SEATS
from ..core.rule import rule, unbound
from .net import INPUT_LIMIT, Net
from .policy import HERE, TRIAL

redact: Callable[..., Any] = unbound
features: Callable[..., Any] = unbound
rollout_weight: Callable[..., Any] = unbound
infer: Callable[..., Any] = unbound
dot: Callable[..., Any] = unbound

# What the drivers know of a net beside its numbers; a width of 0 stands for no net.
FEATURES, WIDTH, LAYERS, ACTIONS, HINTS, SOLO_CAN_BE_LOST, SHAPE = range(7)


def shape_of(book: Rulebook, net: Net | None) -> np.ndarray:
    if net is None:
        return np.zeros(SHAPE, np.int64)
    numbers = (net.scale.size, net.width, len(net.layers), net.policy[0].shape[0], book.hints, book.solo_can_be_lost)
    return np.array(numbers, np.int64)


def weights_of(net: Net | None) -> np.ndarray:
    """All numbers of a net in the order in which the drivers read them."""
    if net is None:
        return np.zeros(0, np.float32)
    parts = [net.scale]
    for weights, bias in net.layers:
        parts += [weights, bias]
    parts += [*net.policy, net.value[0].T, net.value[1], np.array([net.trust])]
    return np.concatenate([np.ascontiguousarray(part, np.float32).reshape(-1) for part in parts])


# ------------------------------------------------------------------ inference


@rule
def infer_by_loops(inputs, weights, shape, hidden):
    """Work out the last hidden layer; returns where the numbers behind the layers begin."""
    width = shape[WIDTH]
    now = hidden[:width]
    following = hidden[width : 2 * width]
    at = shape[FEATURES]
    add_bias(now, weights[at + shape[FEATURES] * width :])
    for entry in range(shape[FEATURES]):
        if inputs[entry] != 0:
            scaled = np.float32(min(INPUT_LIMIT, max(-INPUT_LIMIT, inputs[entry] * weights[entry])))
            add_row(now, scaled, weights[at + entry * width :])
    for unit in range(width):
        now[unit] = max(now[unit], np.float32(0))
    at += shape[FEATURES] * width + width
    for _ in range(1, shape[LAYERS]):
        add_bias(following, weights[at + width * width :])
        for entry in range(width):
            if now[entry] != 0:
                add_row(following, now[entry], weights[at + entry * width :])
        for unit in range(width):
            now[unit] += max(following[unit], np.float32(0))
        at += width * width + width
    return at


@rule
def add_bias(units, bias):
    for unit in range(units.size):
        units[unit] = bias[unit]


@rule
def add_row(units, number, row):
    for unit in range(units.size):
        units[unit] += number * row[unit]


@rule
def dot_by_loop(row, units):
    """Four sums, so that the processor need not wait for one addition before the next."""
    first = np.float32(0)
    second = np.float32(0)
    third = np.float32(0)
    fourth = np.float32(0)
    for unit in range(0, units.size - 3, 4):
        first += row[unit] * units[unit]
        second += row[unit + 1] * units[unit + 1]
        third += row[unit + 2] * units[unit + 2]
        fourth += row[unit + 3] * units[unit + 3]
    for unit in range(units.size // 4 * 4, units.size):
        first += row[unit] * units[unit]
    return (first + second) + (third + fourth)


@rule
def infer_by_numpy(inputs, weights, shape, hidden):
    """`infer_by_loops` for interpreted code."""
    count, width = int(shape[FEATURES]), int(shape[WIDTH])
    entries = np.flatnonzero(inputs)
    inputs = np.clip(inputs[entries] * weights[entries], -INPUT_LIMIT, INPUT_LIMIT).astype(np.float32)
    at = count
    matrix, bias = weights[at : at + count * width].reshape(count, width), weights[at + count * width :][:width]
    now = np.maximum(inputs @ matrix[entries] + bias, 0)
    at += count * width + width
    for _ in range(1, int(shape[LAYERS])):
        matrix, bias = weights[at : at + width * width].reshape(width, width), weights[at + width * width :][:width]
        now = now + np.maximum(now @ matrix + bias, 0)
        at += width * width + width
    hidden[:width] = now
    return at


@rule
def dot_by_numpy(row, units):
    return float(row[: units.size] @ units)


NATIVE: dict[str, Callable[..., Any]] = {"infer": infer_by_loops, "dot": dot_by_loop}
INTERPRETED: dict[str, Callable[..., Any]] = {"infer": infer_by_numpy, "dot": dot_by_numpy}


# ------------------------------------------------------------------ what a net thinks of a position


@rule
def think(boards, who, count, net, scratch):
    """The probability of each legal move of the seat to move, as it sees the position, and the chances of all seats.

    `net` and `scratch` are those of the search, see tree.py; the probabilities go to its values.
    """
    weights, shape, action_of, inputs, hidden = net
    moves, result, priors = scratch
    copy_record(boards, TRIAL, boards, HERE)
    redact(boards[TRIAL], who)
    inputs[:] = 0
    features(boards[TRIAL], who, inputs)
    at = infer(inputs, weights, shape, hidden)
    width = shape[WIDTH]
    units = hidden[:width]
    biases = at + shape[ACTIONS] * width
    values = biases + shape[ACTIONS]
    trust = weights[values + MAX_SEATS * width + MAX_SEATS]
    most = -1e30
    for index in range(count):
        action = action_of[moves[index]]
        logit = dot(weights[at + action * width :], units) + weights[biases + action]
        if shape[HINTS]:
            logit += trust * quarter_bits(rollout_weight(boards[TRIAL], moves[index]))
        priors[index] = logit
        most = max(most, priors[index])
    total = 0.0
    for index in range(count):
        priors[index] = exp(priors[index] - most)
        total += priors[index]
    for index in range(count):
        priors[index] /= total
    value_seats(boards[HERE], who, weights, values, units, result)


@rule
def value_seats(s, who, weights, at, units, result):
    """The chances of all seats, which the net gives from the viewer clockwise."""
    width = units.size
    most = -1e30
    for step in range(s.players):
        seat = (who + step) % s.players
        result[seat] = dot(weights[at + step * width :], units) + weights[at + MAX_SEATS * width + step]
        most = max(most, result[seat])
    if s.players == 1:
        result[0] = 1.0 / (1.0 + exp(-result[0]))
        return
    total = 0.0
    for seat in range(s.players):
        result[seat] = exp(result[seat] - most)
        total += result[seat]
    for seat in range(s.players):
        result[seat] /= total


@rule
def value_end_for_net(s, shape, result):
    """The value of a finished game in the terms of a net: the share of the win; alone, won or lost, or by points."""
    if s.players == 1:
        points = score(s, 0)
        by_points = 0.5 + 0.5 * points / (abs(points) + SOLO_HALF)
        won = 1.0 if place(s, 0) == 1 else 0.0
        result[0] = won if shape[SOLO_CAN_BE_LOST] else by_points
        return
    winners = 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        result[seat] = 1.0 / winners if place(s, seat) == 1 else 0.0
