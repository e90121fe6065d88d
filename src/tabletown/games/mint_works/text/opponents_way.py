"""Why the solitaire opponent passes shops over on its way along the line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..components import (
    BUILDER,
    FIRST_ADVANCED,
    LOCATION_NAMES,
    LOCATIONS,
    LOTTO,
    MORT,
    RECYCLER,
    SUPPLIER,
    SWAP_MEET,
    TEMP_AGENCY,
)
from ..rules.cards import supply_count
from ..rules.mints import purse
from ..rules.usable import barred_from_supplier, closed_by_justin, free_space, location_price
from ..state import RIVAL


def passed_over(s: Any, place: int, name: str) -> Iterator[str]:
    """Why the opponent could not use the Locations before the one it takes. MW-214, MW-215"""
    skipped = [place for place in range(place) if place < FIRST_ADVANCED or s.open[place]]
    if SUPPLIER in skipped and barred_from_supplier(s, RIVAL) and not _unusable(s, SUPPLIER):
        yield f"{name} can't use the Supplier: he began with a face-down plan."
        skipped.remove(SUPPLIER)
    if skipped:
        reasons = (f"{LOCATION_NAMES[LOCATIONS[place]]} ({_cannot(s, place)})" for place in skipped)
        yield f"Passed over: {', '.join(reasons)}."


def _unusable(s: Any, place: int) -> str:
    """Closed, full or barred: what holds for everybody."""
    if not s.open[place]:
        return "closed"
    if free_space(s, place) < 0:
        return "full"
    return "closed by Justin" if closed_by_justin(s, place) else ""


def _cannot(s: Any, place: int) -> str:
    reason = _unusable(s, place)
    if reason:
        return reason
    if place != SUPPLIER and location_price(s, RIVAL, place) > purse(s, RIVAL):
        return "too dear"
    if place == SUPPLIER:
        only_production = s.rival == MORT and supply_count(s) > 0
        return "only Production" if only_production else "too dear" if supply_count(s) else "sold out"
    return {
        BUILDER: "no plan",
        LOTTO: "deck empty",
        RECYCLER: "no card",
        SWAP_MEET: "nothing to swap",
        TEMP_AGENCY: "nothing to hire",
    }[place]
