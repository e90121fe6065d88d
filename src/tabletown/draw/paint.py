"""The palette of the pictures: two or three tones for each material. Pictures use these and their tints and shades."""

from __future__ import annotations

from .shapes import at, ellipse, group, path, rect, stroke

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
"""All of them by name."""


def ground_shadow(width: float = 19, y: float = 43) -> str:
    return ellipse(24, y, width, 2.8, INK, fill_opacity=0.18)


def wheat_ear(x: float, top: float, tilt: float) -> str:
    grains = [path("M0 -5 Q4.2 -0.5 0 5 Q-4.2 -0.5 0 -5Z", GOLD)]
    for row in range(3):
        y = 6.5 + row * 5.8
        grains.append(at(-3.6, y, path("M0 -5 Q4 -0.5 0 5 Q-4 -0.5 0 -5Z", GOLD), angle=-24))
        grains.append(at(3.6, y, path("M0 -5 Q4 -0.5 0 5 Q-4 -0.5 0 -5Z", GOLD_DARK), angle=24))
    return at(x, top, stroke("M0 3 V32", "#B77A1E", 2), *grains, angle=tilt)


def awning(x: float, y: float, width: float, stripes: int, first: str, second: str, depth: float) -> str:
    step = width / stripes
    drops = [
        path(
            f"M{x + i * step:.2f} {y} h{step:.2f} v{depth} a{step / 2:.2f} {step / 2:.2f} 0 0 1 {-step:.2f} 0Z",
            first if i % 2 == 0 else second,
        )
        for i in range(stripes)
    ]
    return group(*drops)


def conifer(x: float, base: float, scale: float) -> str:
    return at(
        x,
        base,
        rect(-2, -6, 4, 6, WOOD_DARK),
        path("M0 -19 L11 -4 Q0 -1 -11 -4Z", LEAF),
        path("M0 -19 L11 -4 Q6 -2.5 0 -2.4Z", LEAF_DARK),
        path("M0 -27 L9 -13 Q0 -10 -9 -13Z", LEAF),
        path("M0 -27 L9 -13 Q5 -11.6 0 -11.5Z", LEAF_DARK),
        path("M0 -34 L7 -22 Q0 -19.6 -7 -22Z", LEAF_LIGHT),
        path("M0 -34 L7 -22 Q4 -20.8 0 -20.8Z", LEAF),
        scale=scale,
    )
