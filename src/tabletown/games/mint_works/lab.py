"""What experiments with Mint Works may change, and what they count."""

from __future__ import annotations

from tabletown.core.rule import rule
from tabletown.core.values import Values

from .components import CARDS, PLAN_COUNT, PLANS
from .moves import BUY

PAYS_MINTS = ("upkeep_gain_mints", "upkeep_gain_and_gift")
FIXED_PRICE = ("Producer", "Leadership Council", "Wholesaler", "Lotto", "Crowdfunder", "Recycler", "Swap Meet")

BOUNDS = [
    Values("plan", "cost", 1, 9, unit="mints"),
    Values("plan", "stars", 0, 6, unit="stars", where=("star_rule", ("",))),
    Values("plan", "amount", 1, 5, "mints in Upkeep", "mints", where=("effect", PAYS_MINTS)),
    Values("plan", "gift", 0, 5, "gift in Upkeep", "mints"),
    Values("location", "cost", 1, 5, unit="mints", where=("name", FIXED_PRICE), prefix="at_"),
    Values("location", "amount", 0, 6, "gain", "mints", prefix="at_"),
    Values("location", "others_gain", 0, 4, "gain of the others", "mints", prefix="at_"),
    Values("location", "owner_upkeep_if_occupied", 0, 6, "pay of the owner", "mints", prefix="at_"),
    Values("setup", "starting_mints", 1, 15, "mints at the start", "mints"),
    Values("round", "income_per_player", 1, 5, "income", "mints"),
    Values("round", "end_stars", 4, 9, "stars that end the game", "stars"),
]

THINGS = PLANS

CLOSE = 1
"""One star."""

PATIENCE = 60
"""Two who save for what never comes into the supply would save for ever."""


@rule
def thing_of(s, move):
    """The Plan that is bought at the Supplier."""
    return move - BUY if BUY <= move < BUY + PLAN_COUNT else -1


@rule
def clock(s):
    """The round."""
    return s.round


def covers(one: str, other: str) -> bool:
    """A Plan of the same type and effect that costs no more, has no fewer stars and pays no less."""
    a, b = (CARDS[PLANS.index(name)] for name in (one, other))
    same = all(a[key] == b[key] for key in ("type", "effect", "star_rule"))
    more = all(a.get(key, 0) >= b.get(key, 0) for key in ("stars", "amount", "gift"))
    return same and more and a["cost"] <= b["cost"]
