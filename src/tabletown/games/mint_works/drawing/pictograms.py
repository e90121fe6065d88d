"""All pictures of Mint Works by name: plans, `at_` locations, `type_` plan types, opponents and tokens."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.draw.pieces import pictograms

from .pictograms_places import LOCATIONS, OPPONENTS, OTHERS, TYPES
from .pictograms_plans import PLANS

PICTOGRAMS: dict[str, Callable[[], str]] = {
    **{f"mw_{name}": draw for name, draw in PLANS.items()},
    **{f"mw_at_{name}": draw for name, draw in LOCATIONS.items()},
    **{f"mw_type_{name}": draw for name, draw in TYPES.items()},
    **{f"mw_{name}": draw for name, draw in {**OPPONENTS, **OTHERS}.items()},
}

DEFS: dict[str, str] = pictograms(PICTOGRAMS)
