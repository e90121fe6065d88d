"""Whole positions that a reader's position may stand for, so that a move can be played again.

The reader's position lacks what is hidden. It is filled in so that the move leads to what the reader saw after it: a
card that came to light lies where it came from, and any other hidden card may stand for what stays hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np

from tabletown.core.move import EVERYBODY, Move

from ..components import PLAN_COUNT
from ..moves import DRAW, RECYCLE_CARD, REVEAL
from ..rules.cards import plan_count
from ..state import KNOWERS, PAYOUT_SHIFT, STATE, UNDER_DECK
from ..view import guess, put_back_secret

Slot = tuple[int, int]
"""A place of a hidden card: a row of `masked`, and the order there from 0."""

# ------------------------------------------------------------------ what the reader can't know


def worlds(before: Any, move: Move, after: Any) -> Iterator[tuple[Any, int]]:
    """Whole positions that may have been there before the move, each with the move that was made."""
    for s in _filled_in(before, move, after):
        for number in [move.id] if move.id >= 0 else _unknown_moves(s, move):
            yield s.copy(), number


def _unknown_moves(s: Any, move: Move) -> list[int]:
    """What a move whose card is hidden from the reader may have been."""
    if move.name == "draw":
        return [DRAW + card for card in range(PLAN_COUNT) if s.deck[card]]
    return [RECYCLE_CARD + card for card in range(PLAN_COUNT) if s.plans[s.turn, card] and s.secret[card]]


def _filled_in(before: Any, move: Move, after: Any) -> Iterator[Any]:
    slots = [
        (row, index) for row, cards in enumerate(before.masked.tolist()) for index, seen in enumerate(cards) if seen
    ]
    if not slots:
        yield before.copy()
        return
    turned_up = _turned_up(move)
    shown = [c for c in range(PLAN_COUNT) if before.deck[c] and not after.deck[c] and c != turned_up]
    for chosen in _ways(slots, shown, after):
        s = before.copy()
        for (row, index), card in zip(chosen, shown, strict=True):
            put_back_secret(s, row, index, card)
            s.masked_plans -= row != UNDER_DECK
        yield from _guessed(s, [slot for slot in slots if slot not in chosen], turned_up, after)


def _turned_up(move: Move) -> int:
    """The unseen card that the move itself names, or -1."""
    first = {"draw": DRAW, "reveal": REVEAL}.get(move.name)
    return move.id - first if first is not None and move.id >= 0 else -1


def _ways(slots: list[Slot], shown: list[int], after: Any) -> Iterator[tuple[Slot, ...]]:
    """Where the cards that came to light may have lain: first where they lie now, then in any hidden place."""
    places = [_place(after, card) for card in shown]
    if all(place in slots for place in places):
        yield tuple(place for place in places if place)
    yield from permutations(slots, len(shown))


def _place(s: Any, card: int) -> Slot | None:
    if s.bottom[card]:
        return UNDER_DECK, s.bottom[card] - 1
    return next(((side, s.plans[side, card] - 1) for side in range(UNDER_DECK) if s.plans[side, card]), None)


def _guessed(s: Any, hidden: list[Slot], turned_up: int, after: Any) -> Iterator[Any]:
    """Put other cards in the hidden places; one that is recycled now must fit the payout that everybody saw."""
    paid = _payout_seen(s, after)
    recyclable: list[Slot | None] = [slot for slot in hidden if slot[0] == s.turn and paid]
    for recycled in recyclable or [None]:
        filled = s.copy()
        if recycled:
            filled.masked[recycled] = (s.masked[recycled] & KNOWERS) | paid << PAYOUT_SHIFT
        if turned_up >= 0:
            filled.deck[turned_up] = 0
        with np.errstate(over="ignore"):  # random numbers wrap around
            guess(filled, EVERYBODY, 0)
        if turned_up >= 0:
            filled.deck[turned_up] = 1
        yield filled


def _payout_seen(s: Any, after: Any) -> int:
    """What a hidden card has brought that has just come under the deck, or 0."""
    old, new = ([seen for seen in view.masked.tolist()[UNDER_DECK] if seen] for view in (s, after))
    return new[-1] >> PAYOUT_SHIFT if len(new) > len(old) else 0


# ------------------------------------------------------------------ whether it was so

_HIDDEN = ("deck", "bottom", "plans", "secret", "masked", "masked_plans")
_OPEN = [name for name in STATE.fields if name not in _HIDDEN]


def agrees(s: Any, after: Any) -> bool:
    """Whether a whole position is what the reader saw after the move."""
    if any((s.array[name] != after.array[name]).any() for name in _OPEN):
        return False
    if any(plan_count(s, side) != plan_count(after, side) for side in range(UNDER_DECK)):
        return False
    known = {name: after.array[name] > 0 for name in ("plans", "bottom")}
    return all((s.array[name][where] == after.array[name][where]).all() for name, where in known.items())
