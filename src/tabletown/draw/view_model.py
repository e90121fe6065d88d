"""What every table asks of a view before it draws: its position, its phase, and whose place lies in front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .states import Targets


@dataclass
class Seen:
    """A view with its targets, asked for in the words of the table. Games add their own words."""

    view: Mapping[str, Any]
    targets: Targets

    @property
    def position(self) -> Mapping[str, Any]:
        position: Mapping[str, Any] = self.view["position"]
        return position

    @property
    def phase(self) -> str:
        return str(self.position["phase"])

    @property
    def me(self) -> int:
        """The seat whose place lies in front: the viewer's, or the first for a spectator."""
        viewer = self.view["viewer"]
        return 0 if viewer is None else int(viewer)

    @property
    def you(self) -> bool:
        return self.view["viewer"] is not None
