"""The reckoning of Little Town Builders: points by tile, goal and harvest, and who paid rent to whom."""

from __future__ import annotations

from typing import Any

from tabletown.core.reckoning import Bars, Told, add, changes_of, parts_of

from .story import TRACK

RECEIVED, PAID = "Rent received", "Rent paid"
COLOURS = {
    "Tiles": "#2A6FB8",
    TRACK: "#2FA39A",
    "Goals": "#70439F",
    "Castle and watchtower": "#B63A2B",
    "Coins": "#F7C13B",
    RECEIVED: "#4C7F1E",
    PAID: "#C2382F",
    "Wood": "#8B5629",
    "Stone": "#8FA0B5",
    "Fish": "#2A8FB8",
    "Wheat": "#D8962B",
}


def charts(told: Told, s: Any) -> list[Bars]:
    """Goods that workers brought, and the coins that went from one player to another for the use of a tile."""
    goods: dict[int, dict[str, int]] = {}
    rent: dict[int, dict[str, int]] = {}
    for _, _, change in changes_of(told):
        what, _, rest = change.target.partition("-")
        if what == "cubes" and change.amount > 0:
            seat, _, cube = rest.partition("-")
            add(goods, int(seat), cube.capitalize(), change.amount)
        elif what == "coins" and change.amount > 0 and change.source.startswith("coins-"):
            add(rent, int(rest), RECEIVED, change.amount)
            add(rent, int(change.source.partition("-")[2]), PAID, -change.amount)
    found = [Bars("What the workers brought", "any", parts_of(goods, s.players))]
    return [*found, Bars("Rent", "coin", parts_of(rent, s.players))] if rent else found
