"""What a seat sees of Machi Koro: everything (MK-15). The order of a deck is in no position, so nothing is hidden."""

from __future__ import annotations

from typing import Any

from tabletown.core.observation import Observation, by_seat, number, one_hot, relative_seat
from tabletown.core.record import MAX_SEATS

from .components import ESTABLISHMENTS, FACES, LANDMARKS
from .rules.coins import bank
from .state import PHASES, STATE, TOTAL, UNBUILT

OBSERVATION = Observation(
    STATE,
    one_hot("phase", PHASES),
    number("dice", FACES),
    number("dice_thrown", 2),
    number("rerolled", 1),
    number("extra_turn_due", 1),
    one_hot("given", ESTABLISHMENTS, name="card given"),
    number("stacks", 6),
    number("deck", 6),
    by_seat("coins", 32767, name="coins, from the viewer clockwise", clip=True),
    by_seat("cities", 10),  # all 6 copies of the market and 4 starting cards
    by_seat("landmarks", 2),
    by_seat("places", MAX_SEATS),
    relative_seat("turn", name="whose turn, from the viewer clockwise"),
)


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, ready for JSON."""
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
    return stacks if s.market == TOTAL else {card: n for card, n in stacks.items() if n}
