"""The colours of the mine, by theme."""

from __future__ import annotations

from tabletown.draw.tokens import Tokens, mix, var

TOKENS: Tokens = {
    "light": {
        "mc-rock": "#4A4240",  # cells without a tile
        "mc-rock-light": "#5A504B",
        "mc-rock-deep": "#342D2C",  # frame, tunnels
        "mc-floor": "#93806B",  # dug-out floor of a tile
        "mc-floor-light": "#A08D77",
        "mc-floor-dark": "#83715E",
        "mc-bed": "#5F5145",  # gravel under the track
        "mc-bed-edge": "#4B3F36",
        "mc-wood": "#C48D55",
        "mc-wood-light": "#DFB07A",
        "mc-wood-dark": "#8A5C31",
        "mc-plank": mix("#C48D55", "#8A5C31", 0.45),
        "mc-steel": "#F1F4F7",
        "mc-steel-dark": "#7E8894",
        "mc-lamp": "#FFDF8C",
        "mc-danger-ink": "#B3301F",
    },
    "dark": {
        "mc-rock": "#221F24",
        "mc-rock-light": "#2E2A2F",
        "mc-rock-deep": "#161419",
        "mc-floor": "#53493F",
        "mc-floor-light": "#5E5347",
        "mc-floor-dark": "#493F36",
        "mc-bed": "#332C27",
        "mc-bed-edge": "#262019",
        "mc-wood": "#A0713F",
        "mc-wood-light": "#C08D56",
        "mc-wood-dark": "#5E3F22",
        "mc-plank": mix("#A0713F", "#5E3F22", 0.45),
        "mc-steel": "#D5DCE5",
        "mc-steel-dark": "#5D6671",
        "mc-lamp": "#FFD070",
        "mc-danger-ink": "#FF9C8A",
    },
}
CREAM = "#FFF4DF"


def mine_colour(part: str) -> str:
    return var(f"mc-{part}")
