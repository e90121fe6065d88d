"""What a seat may see of Machi Koro: everything but the order of face-down cards, which no position holds."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import Any

from tabletown.core.observation import Feature
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .components import CARD_KINDS, ESTABLISHMENTS, LANDMARK_KINDS, LANDMARKS
from .rules.income import bank
from .state import PHASES, UNBUILT

OBSERVATION = (
    Feature("phase", len(PHASES), 1),
    Feature("dice", 2, 6),
    Feature("dice thrown", 1, 2),
    Feature("rerolled", 1, 1),
    Feature("extra turn due", 1, 1),
    Feature("card given", CARD_KINDS, 1),
    Feature("stacks", CARD_KINDS, 6),
    Feature("deck", CARD_KINDS, 6),
    Feature("coins, from the viewer clockwise", MAX_SEATS, 32767),
    Feature("cities", MAX_SEATS * CARD_KINDS, 10),
    Feature("landmarks", MAX_SEATS * LANDMARK_KINDS, 2),
    Feature("places", MAX_SEATS, 4),
    Feature("whose turn, from the viewer clockwise", MAX_SEATS, 1),
)
COINS_SHOWN = 32767
PHASE_KINDS = len(PHASES)


@rule
def redact(s, viewer):
    """Nothing but future dice is hidden. MK-15"""


@rule
def guess(s, viewer, seed):
    """There is nothing to guess. MK-15"""


@rule
def observe(s, viewer, out):
    """Write the observation vector; seats are counted from the viewer clockwise."""
    out[s.phase] = 1
    at = PHASE_KINDS
    out[at] = s.dice[0]
    out[at + 1] = s.dice[1]
    out[at + 2] = s.dice_thrown
    out[at + 3] = s.rerolled
    out[at + 4] = s.extra_turn_due
    at += 5
    if s.given >= 0:
        out[at + s.given] = 1
    at += CARD_KINDS
    for card in range(CARD_KINDS):
        out[at + card] = s.stacks[card]
        out[at + CARD_KINDS + card] = s.deck[card]
    at += 2 * CARD_KINDS
    for step in range(s.players):
        observe_city(s, (viewer + step) % s.players, step, at, out)
    turn = (s.turn - viewer + s.players) % s.players
    out[at + MAX_SEATS * (1 + CARD_KINDS + LANDMARK_KINDS + 1) + turn] = 1


@rule
def observe_city(s, seat, step, at, out):
    out[at + step] = min(s.coins[seat], COINS_SHOWN)
    at += MAX_SEATS
    for card in range(CARD_KINDS):
        out[at + step * CARD_KINDS + card] = s.cities[seat, card]
    at += MAX_SEATS * CARD_KINDS
    for landmark in range(LANDMARK_KINDS):
        out[at + step * LANDMARK_KINDS + landmark] = s.landmarks[seat, landmark]
    at += MAX_SEATS * LANDMARK_KINDS
    out[at + step] = s.places[seat]


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, JSON-ready."""
    seats = range(s.players)
    return {
        "turn": s.turn,
        "round": s.round,
        "phase": PHASES[s.phase],
        "dice": [face for face in s.dice if face],
        "dice_thrown": s.dice_thrown,
        "extra_turn": bool(s.extra_turn),
        "extra_turn_due": bool(s.extra_turn_due),
        "coins": [s.coins[seat] for seat in seats],
        "cities": [{card: n for i, card in enumerate(ESTABLISHMENTS) if (n := s.cities[seat, i])} for seat in seats],
        "landmarks": [[name for i, name in enumerate(LANDMARKS) if s.landmarks[seat, i] != UNBUILT] for seat in seats],
        "market": _market(s),
        "deck": sum(s.deck),
        "bank": bank(s),
        "give": ESTABLISHMENTS[s.given] if s.given >= 0 else None,
        "out": [seat for seat in seats if s.places[seat]],
    }


def _market(s: Any) -> dict[str, int]:
    """The stacks in the order of their numbers; a dealt market shows only what lies open. MK-09"""
    stacks = dict(zip(ESTABLISHMENTS, s.stacks, strict=True))
    return stacks if s.market == 0 else {card: n for card, n in stacks.items() if n}
