"""How sides, cards and Locations are named in sentences; players read of Locations as shops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import Name

from ..components import LOCATION_NAMES, PLAN_NAMES, PLANS, RIVAL_NAMES, RIVALS
from ..state import RIVAL


def the(location: str) -> str:
    return f"the {LOCATION_NAMES[location]}"


def card_name(card: int) -> str:
    return PLAN_NAMES[PLANS[card]]


def who(s: Any, side: int, names: Sequence[str]) -> Name:
    """A side as sentences name it: a player, or the solitaire opponent."""
    name = RIVAL_NAMES[RIVALS[s.rival]] if s.rival >= 0 and side == RIVAL else names[side]
    return name if isinstance(name, Name) else Name(name)
