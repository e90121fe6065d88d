"""The colours of the mine."""

from __future__ import annotations

from tabletown.draw.tokens import Tokens, mix, var

# by name: in the light theme, in the dark theme
_COLOURS = {
    "rock": ("#4A4240", "#221F24"),  # cells without a tile
    "rock-light": ("#5A504B", "#2E2A2F"),
    "rock-deep": ("#342D2C", "#161419"),  # frame, tunnels
    "floor": ("#93806B", "#53493F"),  # dug-out floor of a tile
    "floor-light": ("#A08D77", "#5E5347"),
    "floor-dark": ("#83715E", "#493F36"),
    "bed": ("#5F5145", "#332C27"),  # gravel under the track
    "bed-edge": ("#4B3F36", "#262019"),
    "wood": ("#C48D55", "#A0713F"),
    "wood-light": ("#DFB07A", "#C08D56"),
    "wood-dark": ("#8A5C31", "#5E3F22"),
    "plank": (mix("#C48D55", "#8A5C31", 0.45), mix("#A0713F", "#5E3F22", 0.45)),
    "steel": ("#F1F4F7", "#D5DCE5"),
    "steel-dark": ("#7E8894", "#5D6671"),
    "lamp": ("#FFDF8C", "#FFD070"),
    "danger-ink": ("#B3301F", "#FF9C8A"),
}
TOKENS: Tokens = {
    theme: {f"mc-{name}": pair[index] for name, pair in _COLOURS.items()}
    for index, theme in enumerate(("light", "dark"))
}
CREAM = "#FFF4DF"


def mine_colour(part: str) -> str:
    return var(f"mc-{part}")
