"""What may come of a move: the positions at which somebody decides next, over all that chance may do before.

Forced moves are played. Up to a few outcomes are listed with their exact weights; more are drawn.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ..bots.bot import key_of
from ..compile.engine import Engine
from ..core.move import CHANCE, OVER

DRAW, GUESS = 1 << 20, 2 << 20
"""Where the numbers of drawn outcomes and of guesses begin in the stream of a seed."""


class Outcomes(NamedTuple):
    """Records with their probabilities; `exact` if these are all there are."""

    shares: list[float]
    records: list[bytes]
    exact: bool


def settle(rules: Engine, array: np.ndarray) -> None:
    """Play forced moves until chance moves, somebody has a choice or the game is over."""
    while rules.actor(array) not in (CHANCE, OVER):
        legal = rules.legal(array)
        if len(legal) > 1:
            return
        rules.push(array, legal[0])


def outcomes(rules: Engine, array: np.ndarray, most: int, samples: int, seed: int) -> Outcomes:
    """All outcomes if there are at most `most`, else `samples` drawn ones, spread evenly over the first draw."""
    found = _listed(rules, array, most)
    if found is not None:
        return Outcomes([float(share) for share in found.values()], list(found), True)
    records = []
    for number in range(samples):
        key = key_of(seed, DRAW + number)
        records.append(_drawn(rules, array, (number + (key & 0xFFFF_FFFF) / 2**32) / samples, key))
    return _merged(records)


def guessed_outcomes(rules: Engine, seen: np.ndarray, seat: int, move: int, samples: int, seed: int) -> Outcomes:
    """The outcomes of a move as a seat may expect them: what it can't know is guessed, then hidden from it again."""
    records = []
    for number in range(samples):
        here = seen.copy()
        rules.guess(here, seat, key_of(seed, GUESS + number))
        rules.push(here, move)
        _play_out(rules, here, key_of(seed, DRAW + number))
        rules.redact(here, seat)
        records.append(here.tobytes())
    return _merged(records)


def _merged(records: list[bytes]) -> Outcomes:
    counts: dict[bytes, int] = {}
    for record in records:
        counts[record] = counts.get(record, 0) + 1
    return Outcomes([count / len(records) for count in counts.values()], list(counts), False)


def _listed(rules: Engine, array: np.ndarray, most: int) -> dict[bytes, Fraction] | None:
    """All outcomes with their probabilities, or None if there are more than `most`."""
    settle(rules, array)
    waiting = [(Fraction(1), array)]
    found: dict[bytes, Fraction] = {}
    while waiting:
        share, here = waiting.pop(0)
        if rules.actor(here) != CHANCE:
            record = here.tobytes()
            found[record] = found.get(record, Fraction(0)) + share
            if len(found) > most:
                return None
            continue
        legal, weights = rules.legal(here), rules.weights(here)
        if len(waiting) + len(legal) > 2 * most:
            return None
        for move, weight in zip(legal, weights, strict=True):
            if weight > 0:
                after = here.copy()
                rules.push(after, move)
                settle(rules, after)
                waiting.append((share * Fraction(weight, sum(weights)), after))
    return found


def _drawn(rules: Engine, array: np.ndarray, level: float, key: int) -> bytes:
    """One outcome: the first draw at a level from 0 to 1 of the weights added up, the others at random."""
    here = array.copy()
    settle(rules, here)
    if rules.actor(here) == CHANCE:
        legal, weights = rules.legal(here), np.cumsum(rules.weights(here))
        rules.push(here, legal[int(np.searchsorted(weights, level * weights[-1], side="right"))])
    _play_out(rules, here, key)
    return here.tobytes()


def _play_out(rules: Engine, array: np.ndarray, key: int) -> None:
    """Let chance move and play forced moves until somebody has a choice or the game is over."""
    settle(rules, array)
    ply = 0
    while rules.actor(array) == CHANCE:
        rules.push(array, rules.draw(array, key, ply))
        settle(rules, array)
        ply += 1
