"""The palette of the pictures: two or three tones for each material. Pictures use these and their tints and shades."""

from __future__ import annotations

INK = "#2B3140"
GOLD, GOLD_DARK, GOLD_LIGHT = "#F6C244", "#D8962B", "#FFE292"
LEAF, LEAF_DARK, LEAF_LIGHT = "#5FAE4B", "#3D8339", "#93CF73"
WOOD, WOOD_DARK, WOOD_LIGHT = "#BE7C42", "#8B5629", "#DCA268"
RED, RED_DARK, RED_LIGHT = "#E5563F", "#B63A2B", "#FF8C72"
CREAM, CREAM_DARK = "#FFF4DF", "#E7D3AE"
STONE, STONE_DARK, STONE_LIGHT = "#A7B1BD", "#76818F", "#D3DAE1"
BLUE, BLUE_DARK, BLUE_LIGHT = "#4C92DA", "#2D67AB", "#A9D5F7"
PURPLE, PURPLE_DARK, PURPLE_LIGHT = "#8E62C8", "#653F9C", "#BFA0E8"
TEAL, TEAL_DARK, TEAL_LIGHT = "#2FA39A", "#1D7670", "#7FD6CB"
PINK, PINK_DARK = "#F7B3A8", "#DB8378"
COPPER, COPPER_DARK, COPPER_LIGHT = "#D9793F", "#A1501F", "#F4B084"
ORANGE, ROSE, WATER, MINT, MOSS = "#F08A2C", "#F49AC1", "#3BA7CC", "#4DBB93", "#98A366"
WHITE, BLACK = "#FFFFFF", "#000000"

PALETTE: dict[str, str] = {name: value for name, value in dict(globals()).items() if name.isupper()}
"""All colours of the palette by name."""
