"""A plain table for games that draw none of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .sheet import Sheet


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table of a game that declares no drawing."""
    return Sheet(1280, 720, (), str(view["title"]))
