"""The colours of Little Town's land and cards, by day and in the evening."""

from __future__ import annotations

from tabletown.draw.paint import LEAF, LEAF_DARK, LEAF_LIGHT, WOOD_DARK, WOOD_LIGHT
from tabletown.draw.tokens import NIGHT, mix, var

_LAND = {
    "forest": ("#4E8F45", 0.42),
    "forest-edge": ("#356B33", 0.42),
    "forest-deep": ("#417F3D", 0.42),
    "rock": ("#C7B48E", 0.42),
    "rock-edge": ("#9F8A62", 0.42),
    "shore": ("#EBD9A4", 0.42),
    "shore-edge": ("#C9B374", 0.42),
    "water": ("#58B7DF", 0.34),
    "water-deep": ("#3E9AC8", 0.34),
    "water-light": ("#BDE8F7", 0.25),
    "reed": (LEAF_DARK, 0.2),
    "lily": (LEAF, 0.2),
    "blade": ("#4F8F3B", 0.25),
    "bush-dark": (LEAF_DARK, 0.34),
    "bush": (LEAF, 0.34),
    "bush-light": (LEAF_LIGHT, 0.34),
    "trail": ("#E9D3A0", 0.42),
}
"""The colour by day, and how far the evening takes it towards the colour of night."""
_DAY = {name: colour for name, (colour, _) in _LAND.items()} | {
    "far": "#8FC170",
    "near": "#77AD5A",
    "open": "#BAD68A",
    "sand": "#E9D3A0",
    "sand-edge": "#B79A5C",
    "sand-ink": "#50310F",
    "crane": WOOD_DARK,
    "coordinate": "#2F5A22",
    "grid": "#FFFFFF4D",
    "plot": "#FFFFFF1A",
    "dusk": "0",
    "detail": "1",
    "goal-met": "#FDECC0",
    "goal-met-ink": "#9A6400",
}
_EVENING = {name: mix(colour, NIGHT, share) for name, (colour, share) in _LAND.items()} | {
    "far": "#38684A",
    "near": "#2A5438",
    "open": "#32805F",
    "sand": "#7A6038",
    "sand-edge": "#57431F",
    "sand-ink": "#F3E4C4",
    "crane": WOOD_LIGHT,
    "coordinate": "#BFDCC4",
    "grid": "#FFFFFF1F",
    "plot": "#FFFFFF1A",
    "dusk": "0.18",
    "detail": "0.65",
    "goal-met": "#5A4423",
    "goal-met-ink": "#FFD970",
}
TOKENS = {
    "light": {f"lt-{name}": value for name, value in _DAY.items()},
    "dark": {f"lt-{name}": value for name, value in _EVENING.items()},
}


def land(name: str) -> str:
    """A colour of this game by its name."""
    return var(f"lt-{name}")
