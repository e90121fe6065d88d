"""The reckoning of Mint Works: where the mints came from, and the opponent of a game for one."""

from __future__ import annotations

from typing import Any

from tabletown.core.reckoning import Bars, Rival, Told, add, changes_of, parts_of

from ..components import RIVAL_NAMES, RIVALS
from ..rules.stars import is_ahead, stars
from ..state import HUMAN, RIVAL
from .words import score_parts

UPKEEP, SHOPS, BUILDINGS = "Upkeep", "Shops", "Buildings"
COLOURS = {UPKEEP: "#8FA0B5", SHOPS: "#C2382F", BUILDINGS: "#1E6B50"}


def charts(told: Told, s: Any) -> list[Bars]:
    """Every mint that somebody gained, by what gave it."""
    mints: dict[int, dict[str, int]] = {}
    for _, _, change in changes_of(told):
        what, _, side = change.target.partition("-")
        if what == "mints" and change.amount > 0:
            giver = change.source.partition("-")[0]
            add(mints, int(side), {"location": SHOPS, "card": BUILDINGS}.get(giver, UPKEEP), change.amount)
    return [Bars("Where the mints came from", "mint", parts_of(mints, s.players))]


def rivals(s: Any) -> list[Rival]:
    """The opponent of a game for one, once it is over."""
    if s.players > 1 or s.rival < 0:
        return []
    place = 1 if not is_ahead(s, HUMAN, RIVAL) else 2
    return [Rival(RIVAL_NAMES[RIVALS[s.rival]], int(stars(s, RIVAL)), place, score_parts(s, RIVAL))]
