"""The pictures of Machi Koro on a 48 grid: flat, two tones per material, light from the top left, no outlines."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from tabletown.draw.paint import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    CREAM,
    CREAM_DARK,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIGHT,
    PINK,
    PINK_DARK,
    PURPLE,
    PURPLE_DARK,
    PURPLE_LIGHT,
    RED,
    RED_DARK,
    RED_LIGHT,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    TEAL,
    TEAL_DARK,
    TEAL_LIGHT,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    awning,
    ground_shadow,
)
from tabletown.draw.pieces import pictograms
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke
from tabletown.draw.things import bread as bakery
from tabletown.draw.things import chair as furniture_factory
from tabletown.draw.things import conifers as forest
from tabletown.draw.things import cup as cafe
from tabletown.draw.things import meal as family_restaurant
from tabletown.draw.things import wheat as wheat_field


def ranch() -> str:
    return group(
        path("M11 13 Q5 10 7 4 Q10 8 15 9Z M37 13 Q43 10 41 4 Q38 8 33 9Z", CREAM_DARK),
        at(8, 18, ellipse(0, 0, 6, 3.8, WOOD_DARK), angle=18),
        at(40, 18, ellipse(0, 0, 6, 3.8, WOOD_DARK), angle=-18),
        path("M12 14 Q13 7 24 7 Q35 7 36 14 L36 30 Q36 43 24 43 Q12 43 12 30Z", "#FFFAF0"),
        path("M24 7 Q35 7 36 14 L36 30 Q36 40 28 42.6 Q33 36 31 24 Q30 12 24 7Z", CREAM_DARK),
        path("M12 14 Q13 7.5 21 7.1 Q24 16 19 22 Q15 25 12 23Z", WOOD),
        ellipse(24, 34, 14, 9, PINK),
        path("M38 34 A14 9 0 0 1 20 42.6 Q33 41 34 28 Q38 30 38 34Z", PINK_DARK),
        ellipse(18.5, 33, 2.1, 2.8, "#A4554C"),
        ellipse(29.5, 33, 2.1, 2.8, "#A4554C"),
        circle(17.5, 19, 2.5, INK),
        circle(30.5, 19, 2.5, INK),
        circle(16.7, 18.2, 0.9, "#fff"),
        circle(29.7, 18.2, 0.9, "#fff"),
    )


def convenience_store() -> str:
    return group(
        ground_shadow(22, 42),
        rect(6, 18, 36, 24, CREAM, 1.5),
        path("M34 18 H42 V42 H34Z", CREAM_DARK),
        rect(11, 5, 26, 10, BLUE, 2.5),
        path("M29 5 H34.5 Q37 5 37 7.5 V15 H27Z", BLUE_DARK),
        rect(15, 8.5, 12, 3, "#fff", 1.5),
        rect(10, 28, 14, 9, BLUE_LIGHT, 1),
        path("M10 37 V29 Q10 28 11 28 H19Z", "#DDF1FF"),
        rect(28, 27, 10, 15, TEAL_DARK, 1),
        rect(29.5, 28.5, 3.2, 12, TEAL_LIGHT),
        rect(33.6, 28.5, 3, 12, TEAL),
        awning(4, 15, 40, 5, RED, "#FFF8EC", 6),
        path("M4 15 H44 V17.2 H4Z", INK, fill_opacity=0.16),
    )


def stadium() -> str:
    return group(
        stroke("M10 20 V7 M24 16 V4 M38 20 V7", INK, 1.6),
        path("M10 7 L18 9.5 L10 12Z", GOLD),
        path("M24 4 L32 6.5 L24 9Z", RED),
        path("M38 7 L46 9.5 L38 12Z", GOLD),
        ground_shadow(21, 42),
        path("M3 25 V32 Q5 43 24 43 Q43 43 45 32 V25Z", PURPLE),
        path("M30 42.7 Q43 41 45 32 V25 H34Z", PURPLE_DARK),
        *[rect(x, y, 3.6, 6, CREAM, 1.8) for x, y in ((8, 33), (15, 35), (22.2, 35.5), (29.4, 35), (36.4, 33))],
        ellipse(24, 25, 21, 9.6, PURPLE_LIGHT),
        ellipse(24, 25.6, 17.4, 7.4, "#5B3A8C"),
        ellipse(24, 26.6, 14.4, 5.4, LEAF),
        path("M10 26.6 A14.4 5.4 0 0 1 24 21.2 V32 A14.4 5.4 0 0 1 10 26.6Z", LEAF_LIGHT),
        stroke("M24 21.4 V31.8", "#fff", 1.1),
        ellipse(24, 26.6, 3.4, 1.8, "none", stroke="#fff", stroke_width=1.1),
    )


def tv_station() -> str:
    return group(
        ground_shadow(18),
        stroke("M24 15 L15 5 M24 15 L34 4", INK, 2),
        circle(15, 5, 2.4, RED),
        circle(34, 4, 2.4, RED),
        stroke("M13 40 L11 43.5 M35 40 L37 43.5", WOOD_DARK, 3),
        rect(4, 14, 40, 27, WOOD, 6),
        path("M36 14 H38 Q44 14 44 20 V35 Q44 41 38 41 H10 Q5 41 4 36 H36Z", WOOD_DARK),
        rect(8, 18, 24, 19, INK, 5),
        rect(9.6, 19.6, 20.8, 15.8, "#62C1E8", 4),
        path("M9.6 31 V23.6 Q9.6 19.6 13.6 19.6 H21Z", "#B5E7FA"),
        path("M17 22.6 L26 27.5 L17 32.4Z", "#fff"),
        circle(38, 22, 2.6, GOLD),
        circle(38, 29, 2.6, GOLD),
        rect(35.6, 33.4, 4.8, 1.6, GOLD_DARK, 0.8),
    )


def window_grid(
    x: float,
    y: float,
    columns: int,
    rows: int,
    step_x: float,
    step_y: float,
    width: float,
    height: float,
    lit: str,
    dark: str,
) -> str:
    return group(
        *[
            rect(x + c * step_x, y + r * step_y, width, height, lit if (c + 2 * r) % 3 else dark, 0.6)
            for c in range(columns)
            for r in range(rows)
        ]
    )


def business_center() -> str:
    return group(
        ground_shadow(21, 42),
        rect(5, 18, 17, 24, TEAL, 1.5),
        path("M17 18 H20.5 Q22 18 22 19.5 V42 H17Z", TEAL_DARK),
        window_grid(8, 22, 2, 4, 5.2, 4.8, 3.4, 2.8, "#E9FFF9", GOLD),
        stroke("M33 6 V2", INK, 1.8),
        rect(22, 6, 21, 36, BLUE, 1.5),
        path("M36 6 H41.5 Q43 6 43 7.5 V42 H36Z", BLUE_DARK),
        path("M22 6 H36 V9 H22Z", BLUE_LIGHT),
        window_grid(25, 12, 3, 5, 5.6, 5, 3.6, 3, "#EAF6FF", GOLD),
        rect(29, 37, 7, 5, INK, 0.8),
    )


def cheese_factory() -> str:
    return group(
        ground_shadow(21, 41),
        path("M3 25 L29 10 Q43 12 45 25Z", GOLD_LIGHT),
        path("M29 10 Q43 12 45 25 H36 Q36 15 29 10Z", "#F9D66B"),
        path("M3 25 H45 V38.5 Q45 41 42.5 41 H5.5 Q3 41 3 38.5Z", GOLD),
        path("M36 25 H45 V38.5 Q45 41 42.5 41 H36Z", GOLD_DARK),
        circle(13, 33, 4, GOLD_DARK),
        path("M9.4 34.6 A4 4 0 0 0 16.6 34.6 A4.6 4.6 0 0 1 9.4 34.6Z", "#B9761B"),
        circle(26, 36, 3, GOLD_DARK),
        circle(25, 28.5, 2, GOLD_DARK),
        circle(40, 32, 2.8, "#B9761B"),
        ellipse(27, 18.4, 4.4, 2.4, GOLD),
        ellipse(16.5, 21.6, 2.8, 1.5, GOLD),
    )


def mine() -> str:
    return group(
        path("M1 43 L15 15 Q17 12 19.4 15 L24 21 L30 9 Q32 6 34 9 L47 43Z", STONE),
        path("M32 7.2 Q33.2 7.4 34 9 L47 43 H35 L36 28Z", STONE_DARK),
        path("M17 13.2 Q18.4 13.4 19.4 15 L24 21 L21 27Z", STONE_DARK),
        path("M30 9 Q31 7.2 32 7.2 L33.4 14 L30 17 L27 15Z", "#fff"),
        path("M15 15 Q16 13.2 17 13.2 L18.2 17.4 L15.6 19.6 L13 18.8Z", "#fff"),
        path("M13 43 V30 Q13 24 24 24 Q35 24 35 30 V43Z", "#232833"),
        rect(11, 27, 4.6, 16, WOOD),
        rect(32.4, 27, 4.6, 16, WOOD_DARK),
        rect(9, 23.4, 30, 5, WOOD_LIGHT, 1.4),
        path("M26 23.4 H37.6 Q39 23.4 39 24.8 V28.4 H26Z", WOOD),
        path("M18 35 H30 L28 41 H20Z", STONE_LIGHT),
        path("M25 35 H30 L28 41 H25Z", STONE),
        circle(21, 33.8, 2.6, GOLD),
        circle(25, 32.6, 3, GOLD_LIGHT),
        circle(28, 34, 2.2, GOLD_DARK),
        circle(21, 41.8, 1.8, STONE_DARK),
        circle(27, 41.8, 1.8, STONE_DARK),
    )


def apple_body() -> str:
    return group(
        path(
            "M24 14 C18 9 5 11 5 25 C5 36 14 44 19.5 44 C22 44 22.6 43 24 43 C25.4 43 26 44 28.5 44 C34 44 43 36 43 25 C43 11 30 9 24 14Z",
            RED,
        ),
        path(
            "M36 12.4 C40.4 14.6 43 18.8 43 25 C43 36 34 44 28.5 44 C26 44 25.4 43 24 43 C38 38 39 22 36 12.4Z",
            RED_DARK,
        ),
        path("M10 24 Q10 16 17 15.4 Q13 19 13 25 Q10.6 27 10 24Z", "#FFB7A3"),
    )


def apple_orchard() -> str:
    return group(
        ground_shadow(14, 43.6),
        apple_body(),
        stroke("M24 14 Q23.4 9 26 5", WOOD_DARK, 2.6),
        path("M25 10 Q29 2 40 4 Q37 13 25 10Z", LEAF),
        path("M25 10 Q32 8 40 4 Q37 13 25 10Z", LEAF_DARK),
    )


def fruit_and_vegetable_market() -> str:
    return group(
        ground_shadow(21, 43),
        path("M30 26 Q30 10 39 6 Q44 14 40 27Z", "#F08A2C"),
        path("M36 26 Q40 16 39 6 Q44 14 40 27Z", "#C9661A"),
        stroke("M39 7 Q37 3 34 3 M39 7 Q41 3 44 3 M39 7 V2", LEAF_DARK, 2),
        circle(24, 18, 9, LEAF),
        path("M24 9 A9 9 0 0 1 30 25 Q31 14 24 9Z", LEAF_DARK),
        path("M17 18 Q18 12 23 11.4 Q20 14 20 19Z", LEAF_LIGHT),
        at(-0.6, 8.2, apple_body(), scale=0.46),
        stroke("M10.6 14.6 Q10.4 12 12 10.4", WOOD_DARK, 1.8),
        rect(3, 26, 42, 17, WOOD_DARK, 2),
        rect(3, 26, 42, 5, WOOD_LIGHT, 1.4),
        rect(3, 32, 42, 5, WOOD, 1.4),
        rect(3, 38, 42, 5, WOOD, 1.4),
        rect(3, 26, 5, 17, WOOD_LIGHT, 1.4),
        rect(40, 26, 5, 17, WOOD_DARK, 1.4),
        circle(5.5, 28.6, 0.9, WOOD_DARK),
        circle(42.5, 28.6, 0.9, WOOD_LIGHT),
    )


def train_station() -> str:
    return group(
        stroke("M14 39 L9 45 M34 39 L39 45", STONE_DARK, 2.6),
        stroke("M10 43 H38", WOOD_DARK, 2.6),
        rect(10, 37, 28, 5, INK, 2.4),
        path("M8 13 Q8 4 24 4 Q40 4 40 13 V35 Q40 39 36 39 H12 Q8 39 8 35Z", TEAL),
        path("M33 5.4 Q40 7.4 40 13 V35 Q40 39 36 39 H30 Q35 30 33 5.4Z", TEAL_DARK),
        rect(12, 12, 24, 12, INK, 3),
        path("M12 20 V15 Q12 12 15 12 H22Z", "#BDE8FF"),
        rect(13.4, 13.4, 9.8, 9.2, "#8FD3F4", 1.8),
        path("M13.4 20 V15.2 Q13.4 13.4 15.2 13.4 H20Z", "#D8F3FF"),
        rect(24.8, 13.4, 9.8, 9.2, "#62B7E4", 1.8),
        rect(17, 6.6, 14, 3.4, GOLD_LIGHT, 1.7),
        rect(8, 27, 32, 3, CREAM),
        path("M33.6 27 H40 V30 H33.4Z", CREAM_DARK),
        circle(14.5, 34, 2.7, GOLD_LIGHT),
        circle(33.5, 34, 2.7, GOLD),
    )


def shopping_bag(colour: str, shade: str, light: str) -> str:
    return group(
        stroke("M7 9 V6 Q7 0 12 0 Q17 0 17 6 V9", shade, 2.4),
        path("M1 8 H23 L25 30 Q25 32 23 32 H1 Q-1 32 -1 30Z", colour),
        path("M17 8 H23 L25 30 Q25 32 23 32 H16Z", shade),
        path("M1 8 H17 L16.8 11 H0.8Z", light),
    )


def shopping_mall() -> str:
    return group(
        ground_shadow(21, 43),
        at(23, 6, shopping_bag(TEAL, TEAL_DARK, TEAL_LIGHT), scale=0.88, angle=6),
        at(6, 13, shopping_bag(RED, RED_DARK, RED_LIGHT), scale=0.94),
        path(
            "M15.6 24 L17.3 28 L21.6 28.4 L18.3 31.2 L19.3 35.4 L15.6 33.1 L11.9 35.4 L12.9 31.2 L9.6 28.4 L13.9 28Z",
            "#FFF8EC",
        ),
    )


def amusement_park() -> str:
    cabins = (RED, GOLD, TEAL, PURPLE, RED, GOLD, TEAL, PURPLE)
    seats, spokes = [], []
    for index, colour in enumerate(cabins):
        x, y = 24 + 16 * cos(index * pi / 4), 20 + 16 * sin(index * pi / 4)
        spokes.append(f"M24 20 L{x:.1f} {y:.1f}")
        seats.append(circle(round(x, 1), round(y, 1), 4.1, colour))
        seats.append(circle(round(x - 1.2, 1), round(y - 1.3, 1), 1.2, "#fff", fill_opacity=0.65))
    return group(
        ground_shadow(17, 43.5),
        stroke("M24 20 L14 43 M24 20 L34 43", BLUE_DARK, 3.4),
        rect(10, 41.4, 28, 3, BLUE_DARK, 1.5),
        circle(24, 20, 16, "none", stroke=BLUE, stroke_width=2.4),
        stroke(" ".join(spokes), BLUE, 1.4),
        *seats,
        circle(24, 20, 4, GOLD),
        circle(23, 19, 1.4, GOLD_LIGHT),
    )


def radio_tower() -> str:
    return group(
        ground_shadow(15, 43.5),
        stroke("M16 15 Q12 10 16 5 M11.4 18 Q5 10 11.4 2", BLUE, 2.6),
        stroke("M32 15 Q36 10 32 5 M36.6 18 Q43 10 36.6 2", BLUE, 2.6),
        stroke("M24 12 L13 43", RED, 3.4),
        stroke("M24 12 L35 43", RED_DARK, 3.4),
        stroke("M20.6 22 H27.4 M17.6 31 H30.4", RED, 2.6),
        stroke("M20.6 22 L30.4 31 M27.4 22 L17.6 31 M17.6 31 L34 40 M30.4 31 L14 40", RED_DARK, 1.5),
        circle(24, 10, 4.2, GOLD),
        circle(22.8, 8.8, 1.5, "#FFF6D6"),
    )


PICTOGRAMS: dict[str, Callable[[], str]] = {
    "wheat_field": wheat_field,
    "ranch": ranch,
    "bakery": bakery,
    "cafe": cafe,
    "convenience_store": convenience_store,
    "forest": forest,
    "stadium": stadium,
    "tv_station": tv_station,
    "business_center": business_center,
    "cheese_factory": cheese_factory,
    "furniture_factory": furniture_factory,
    "mine": mine,
    "family_restaurant": family_restaurant,
    "apple_orchard": apple_orchard,
    "fruit_and_vegetable_market": fruit_and_vegetable_market,
    "train_station": train_station,
    "shopping_mall": shopping_mall,
    "amusement_park": amusement_park,
    "radio_tower": radio_tower,
}


DEFS: dict[str, str] = pictograms(PICTOGRAMS)
