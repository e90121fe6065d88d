"""Secrets: who knows which goals, and how a bot guesses those that it may not see."""

from __future__ import annotations

from tabletown.core.move import EVERYBODY
from tabletown.core.rng import below, draw, stream
from tabletown.core.rule import rule

from ..components import GOAL_KINDS
from ..moves import DEAL, PLACE
from ..state import DEAL_GOALS, FINISHED, SWAP_GOALS
from .goals import achievable
from .preparing import in_pile, vacant_number


@rule
def redact(s, viewer):
    """Unmet goals of others are blanked until the game is over. LT-244, LT-245, LT-248, LT-249"""
    if s.phase == FINISHED:
        return
    for seat in range(s.players):
        if seat != viewer:
            for goal in range(GOAL_KINDS):
                if s.fulfilled[seat, goal] == 0:
                    s.goals[seat, goal] = 0


@rule
def known_to(s, move):
    """A dealt goal is known to the seat that gets it. LT-244, LT-246"""
    return s.active if DEAL <= move < PLACE else EVERYBODY


@rule
def guess(s, viewer, seed):
    """Deal the blanked goals at random from the unseen ones that their holders can have. LT-244, LT-246"""
    key = stream(seed, 0)
    number = 0
    possible = market_goals(s)
    for seat in range(s.players):
        missing = goals_missing(s, seat)
        for _ in range(missing):
            unseen = unseen_goals(s)
            candidates = unseen & could_hold(s, seat, possible)
            goal = nth_bit(candidates, below(draw(key, number), count_bits(candidates)))
            number += 1
            while not leaves_enough(s, seat, unseen & ~(1 << goal), possible):
                candidates &= ~(1 << goal)
                goal = nth_bit(candidates, below(draw(key, number), count_bits(candidates)))
                number += 1
            s.goals[seat, goal] = vacant_number(s, seat)


@rule
def goals_missing(s, seat):
    """How many goals of a seat the record does not name."""
    missing = s.hand[seat]
    for goal in range(GOAL_KINDS):
        if s.goals[seat, goal] > 0:
            missing -= 1
    return missing


@rule
def unseen_goals(s):
    """Bits of the goals that no seat is known to hold and that are not discarded."""
    unseen = 0
    for goal in range(GOAL_KINDS):
        if in_pile(s, goal):
            unseen |= 1 << goal
    return unseen


@rule
def market_goals(s):
    """Bits of the goals that a seat can hold: after the swap check those that the market allows. LT-181"""
    goals = 0
    for goal in range(GOAL_KINDS):
        if s.phase == DEAL_GOALS or s.phase == SWAP_GOALS or achievable(s, goal):
            goals |= 1 << goal
    return goals


@rule
def could_hold(s, seat, possible):
    """Bits of the unmet goals that a seat can have: a goal whose condition has held would lie open. LT-188, LT-189"""
    goals = possible
    for goal in range(GOAL_KINDS):
        if s.fulfilled[seat, goal] == 1:
            goals &= ~(1 << goal)
    return goals


@rule
def leaves_enough(s, receiver, unseen, possible):
    """Whether all other missing goals can still be dealt: every group of seats finds enough goals (Hall's theorem)."""
    for group in range(1, 1 << s.players):
        lacking = 0
        allowed = 0
        for seat in range(s.players):
            if group >> seat & 1 == 1 and goals_missing(s, seat) > 0:
                lacking += goals_missing(s, seat) - (1 if seat == receiver else 0)
                allowed |= could_hold(s, seat, possible)
        if count_bits(allowed & unseen) < lacking:
            return False
    return True


@rule
def count_bits(bits):
    """How many bits are set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@rule
def nth_bit(bits, n):
    """The place of the n-th set bit, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    place = 0
    while bits >> place & 1 == 0:
        place += 1
    return place
