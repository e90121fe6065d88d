"""The score track as a marker shows it."""

from __future__ import annotations

from .components import DATA


def marker(points: int, edition: str) -> dict[str, int | bool]:
    """The space of the marker and the worth of the chips beside it; below zero it runs backwards. LT-231..233, LT-261"""
    track = DATA["pieces"][edition]["vp_track"]
    return {"space": points % track, "chips": max(0, points // track * track), "minus": points < 0}
