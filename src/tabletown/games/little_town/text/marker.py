"""The score track as a marker shows it."""

from __future__ import annotations

from collections.abc import Mapping

from ..components import DATA


def marker_words(shown: Mapping[str, int | bool]) -> str:
    """'marker on 12, chips for 40' as a person at the board would say it."""
    place = f"marker on {shown['space']}" + (", below zero" if shown["minus"] else "")
    return f"{place}, chips for {shown['chips']}" if shown["chips"] else place


def marker(points: int, edition: str) -> dict[str, int | bool]:
    """The space of the marker and the worth of the chips beside it; below zero it runs backwards. LT-231..233, LT-261"""
    track = DATA["pieces"][edition]["vp_track"]
    return {"space": points % track, "chips": max(0, points // track * track), "minus": points < 0}
