"""What has been drawn of a table: frames of the present version, and marks of regions of the last few."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ..core.advice import Advice

REMEMBERED = 12
"""So many versions back a viewer may be and still get only what changed."""


class Drawn:
    def __init__(self) -> None:
        self.turn = 0
        """Counts what is to be shown anew: a new version, or somebody came or went."""
        self.views: dict[int | None, dict[str, Any]] = {}
        self.frames: dict[tuple[Any, ...], bytes] = {}
        self.advice: Advice | None = None
        """For the seat that is to move."""
        self._marks: OrderedDict[tuple[int | None, str, int], dict[str, str]] = OrderedDict()

    def renew(self) -> None:
        self.turn += 1
        self.views.clear()
        self.frames.clear()
        self.advice = None

    def marks(self, viewer: int | None, layout: str, version: int) -> dict[str, str] | None:
        """The fingerprints of all regions as this kind of viewer saw them at a version."""
        return self._marks.get((viewer, layout, version))

    def remember(self, viewer: int | None, layout: str, version: int, marks: dict[str, str]) -> None:
        key = viewer, layout, version
        if key not in self._marks:
            self._marks[key] = marks
            mine = [other for other in self._marks if other[:2] == key[:2]]
            for old in mine[:-REMEMBERED]:
                del self._marks[old]
