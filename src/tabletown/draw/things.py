"""Things of a town that more than one game has a picture of, on a 48 grid."""

from __future__ import annotations

from .paint import (
    CREAM,
    GOLD,
    INK,
    RED,
    RED_DARK,
    RED_LIGHT,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    conifer,
    ground_shadow,
    wheat_ear,
)
from .shapes import at, circle, ellipse, group, path, rect, stroke


def wheat() -> str:
    return group(
        wheat_ear(10.5, 15, -10),
        wheat_ear(37.5, 15, 10),
        wheat_ear(24, 9, 0),
        path("M2 44 Q24 32 46 44 Z", "#C98B2C"),
        path("M2 44 Q14 36 26 37.4 Q14 40 10 44Z", "#E3AA45"),
    )


def bread() -> str:
    cut = path("M0 -8 Q4 0 0 8 Q-4.4 0 0 -8Z", "#FFE3B0")
    return group(
        ground_shadow(20, 41),
        path("M3 31 Q3 13 24 13 Q45 13 45 31 Q45 41 36 41 H12 Q3 41 3 31Z", "#D98B3F"),
        path("M45 31 Q45 41 36 41 H12 Q3 41 3 33 Q8 37 20 37 Q42 37 40 20 Q45 25 45 31Z", "#B06526"),
        path("M7 27 Q9 17 21 16 Q13 20 11 28 Q8 30 7 27Z", "#EDAF68"),
        at(15, 25, cut, angle=24),
        at(25, 23, cut, angle=24),
        at(35, 25, cut, angle=24),
    )


def cup() -> str:
    return group(
        ellipse(22, 41, 19, 4, STONE_LIGHT),
        ellipse(22, 40, 15, 2.6, STONE),
        path("M34 21 H38 Q44 21 44 27 Q44 34 36 34 H33 L34 30 H36 Q40 30 40 27 Q40 25 37.6 25 H34Z", RED_DARK),
        path("M7 19 H37 L35.4 31 Q34.4 40 26 40 H18 Q9.6 40 8.6 31Z", RED),
        path("M28 19 H37 L35.4 31 Q34.4 40 26 40 H21 Q29 38 28 19Z", RED_DARK),
        path("M11 23 L12.6 31 Q13 34 14.4 35 Q10.6 33 10 23Z", RED_LIGHT),
        ellipse(22, 19, 15, 4.2, CREAM),
        ellipse(22, 19.4, 12, 2.8, "#6B3F22"),
        stroke("M16 12 q-3 -3 0 -6 M23 12 q-3 -4 0 -8 M30 12 q-3 -3 0 -6", "#FFFDF8", 2.6),
    )


def conifers() -> str:
    return group(ground_shadow(22, 42), conifer(12, 41, 0.82), conifer(37, 41, 0.78), conifer(24, 43, 1.12))


def chair() -> str:
    return group(
        ground_shadow(17, 43.5),
        rect(30.5, 26, 3.4, 14, WOOD_DARK),
        rect(14.5, 26, 3.4, 14, WOOD_DARK),
        rect(12, 4, 5, 24, WOOD, 2),
        rect(31.4, 4, 5, 24, WOOD_DARK, 2),
        rect(14, 6, 20, 5.6, WOOD_LIGHT, 1.5),
        rect(14, 14, 20, 5.6, WOOD_LIGHT, 1.5),
        path("M26 6 H32.5 Q34 6 34 7.5 V11.6 H26Z M26 14 H32.5 Q34 14 34 15.5 V19.6 H26Z", WOOD),
        path("M12.4 24 H35.8 L40 31 H8.2Z", RED_LIGHT),
        path("M8.2 30 H40 V33.4 Q40 35 38.4 35 H9.8 Q8.2 35 8.2 33.4Z", RED_DARK),
        path("M12.4 24 H24 L22 31 H8.2Z", "#FFA993"),
        rect(9.4, 34.6, 4.6, 9, WOOD, 1),
        rect(34.2, 34.6, 4.6, 9, WOOD_DARK, 1),
    )


def meal() -> str:
    return group(
        circle(24, 27, 14, INK, fill_opacity=0.18),
        circle(24, 25, 14, "#D9C7A2"),
        circle(23.4, 24.3, 13.3, "#FFFDF8"),
        circle(24, 25, 9.6, "#EADCC0"),
        circle(24.4, 25.4, 9.1, "#F8F0E0"),
        path("M17 27 Q17 19 24 19 Q31 19 31 27Z", RED),
        path("M26 19.2 Q31 20.4 31 27 H27Z", RED_DARK),
        rect(15.4, 26.6, 17.2, 3, GOLD, 1.5),
        circle(24, 18, 1.8, RED_DARK),
        path(
            "M3 7 V17 Q3 21 6 21.6 V41 Q6 43 7.4 43 Q8.8 43 8.8 41 V21.6 Q11.8 21 11.8 17 V7 H10 V16 H8.4 V7 H6.4 V16 H4.8 V7Z",
            STONE_DARK,
        ),
        path("M43.4 43 Q45 43 45 41 V7 Q39.4 10 39.6 24 Q39.6 27 42 27 V41 Q42 43 43.4 43Z", STONE_DARK),
        path("M43.4 43 Q45 43 45 41 V7 Q44 7.6 43.2 9 V43Z", INK),
    )
