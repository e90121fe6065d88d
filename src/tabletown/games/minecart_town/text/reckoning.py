"""The reckoning of Minecart Town: which buildings gave the points."""

from __future__ import annotations

from typing import Any

from tabletown.core.reckoning import Bars, Told, add, changes_of, parts_of

from .phrases import building_name

MOST_NAMED = 6
OTHERS = "Other buildings"
COLOURS = {
    "Production": "#2A6FB8",
    "When built": "#4C7F1E",
    "Processing": "#C2382F",
    "End of the game": "#70439F",
    OTHERS: "#8FA0B5",
}


def charts(told: Told, s: Any) -> list[Bars]:
    """Victory points by the building that brought or cost them; beyond the best few they are added up."""
    points: dict[int, dict[str, int]] = {}
    for _, _, change in changes_of(told):
        what, _, seat = change.target.partition("-")
        if what == "vp" and change.source.startswith(f"building-{seat}-"):
            building = int(change.source.rsplit("-", 1)[1])
            add(points, int(seat), building_name(s, int(seat), building), change.amount)
    totals: dict[str, int] = {}
    for found in points.values():
        for name, amount in found.items():
            totals[name] = totals.get(name, 0) + abs(amount)
    named = sorted(totals, key=lambda name: -totals[name])[:MOST_NAMED]
    shown: dict[int, dict[str, int]] = {}
    for player, gained in points.items():
        for name in sorted(gained, key=lambda name: (name not in named, -gained[name])):
            add(shown, player, name if name in named else OTHERS, gained[name])
    return [Bars("Which buildings gave the points", "medal", parts_of(shown, s.players))]
