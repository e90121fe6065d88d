"""The colours of the mine, by day and in the evening."""

from __future__ import annotations

from tabletown.draw.tokens import load_colours, var

TOKENS = load_colours(__package__, "mc-")
CREAM = "#FFF4DF"


def mine_colour(part: str) -> str:
    return var(f"mc-{part}")
