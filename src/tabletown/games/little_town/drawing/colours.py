"""The colours of Little Town's land and cards, by day and in the evening."""

from __future__ import annotations

from tabletown.draw.tokens import load_colours, var

TOKENS = load_colours(__package__, "lt-")


def land(name: str) -> str:
    """A colour of this game by its name."""
    return var(f"lt-{name}")
