"""The frame cache of a table: frames of its present version, and fingerprints of regions of the last few versions."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from tabletown.core.advice import Advice

VERSIONS_KEPT = 12
"""How many versions behind a viewer may be and still get only what changed."""


class FrameCache:
    """Views, frames and advice of the table as it is now; dropped when there is something new to show."""

    def __init__(self) -> None:
        self.generation = 0
        """Counts up whenever there is something new to show: a new version, or somebody came or went."""
        self.views: dict[int | None, dict[str, Any]] = {}
        self.frames: dict[tuple[Any, ...], bytes] = {}
        self.advice: Advice | None = None
        """The advice for the seat that is to move."""
        self._fingerprints: OrderedDict[tuple[int | None, str, int], dict[str, str]] = OrderedDict()

    def renew(self) -> None:
        """Drop everything that shows an earlier state."""
        self.generation += 1
        self.views.clear()
        self.frames.clear()
        self.advice = None

    def fingerprints(self, viewer: int | None, layout: str, version: int) -> dict[str, str] | None:
        """The fingerprints of all regions as this kind of viewer saw them at a version, if still known."""
        return self._fingerprints.get((viewer, layout, version))

    def forget(self) -> None:
        """Everybody gets the whole table next: it was set up anew."""
        self._fingerprints.clear()

    def remember(self, viewer: int | None, layout: str, version: int, fingerprints: dict[str, str]) -> None:
        key = viewer, layout, version
        if key not in self._fingerprints:
            self._fingerprints[key] = fingerprints
            alike = [other for other in self._fingerprints if other[:2] == key[:2]]
            for old in alike[:-VERSIONS_KEPT]:
                del self._fingerprints[old]
