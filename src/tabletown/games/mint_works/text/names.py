"""How players, cards, Locations and amounts are named in sentences."""

from __future__ import annotations

from typing import Any

from ..components import LOCATION_NAMES, PLAN_NAMES, PLANS, RIVAL_NAMES, RIVALS
from ..state import RIVAL


def count_mints(amount: int) -> str:
    return "1 mint" if amount == 1 else f"{amount} mints"


def count_stars(amount: int) -> str:
    return "1 star" if amount == 1 else f"{amount} stars"


def count_plans(amount: int) -> str:
    return "1 plan" if amount == 1 else f"{amount} plans"


def the(location: str) -> str:
    return f"the {LOCATION_NAMES[location]}"


def card_name(card: int) -> str:
    return PLAN_NAMES[PLANS[card]]


def who(s: Any, side: int, names: list[str]) -> str:
    """The name of a side: a player's, or the solitaire opponent's."""
    return RIVAL_NAMES[RIVALS[s.rival]] if s.rival >= 0 and side == RIVAL else names[side]
