"""The twelve buildings that are not for a first game."""

from __future__ import annotations

from tabletown.draw.paint import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    COPPER,
    COPPER_DARK,
    COPPER_LIGHT,
    CREAM,
    CREAM_DARK,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIGHT,
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
    ground_shadow,
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

from .pictogram_parts import (
    BRICK,
    BRICK_DARK,
    NIGHT_DOOR,
    PANE,
    SAND,
    WATER,
    WATER_DARK,
    WATER_LIGHT,
    awning,
    barrel,
    door,
    fish_shape,
    flag,
    gable,
    hip_roof,
    walls,
    window,
)


def mug(cx: float, cy: float, scale: float = 1.0) -> str:
    foam = (
        circle(-6, -9, 4, "#fff")
        + circle(-0.6, -10.6, 4.6, "#fff")
        + circle(5, -9, 4, "#fff")
        + rect(-9, -9.4, 17, 4.6, "#fff", 2.3)
    )
    return at(
        cx,
        cy,
        path("M7 -4 H11 Q15 -4 15 1 Q15 7 9 7 H7 V3.6 H9 Q11.4 3.6 11.4 1 Q11.4 -0.6 9.6 -0.6 H7Z", STONE_LIGHT),
        rect(-9, -7, 17, 19, GOLD, 2.4),
        path("M2 -7 H8 V9.6 Q8 12 5.6 12 H2Z", GOLD_DARK),
        rect(-6.4, -2, 2.6, 11, GOLD_LIGHT, 1.3),
        foam,
        scale=scale,
    )


def bar() -> str:
    beams = stroke("M9 23 V42 M9 31 H39 M20 23 V42", WOOD_DARK, 2)
    return group(
        ground_shadow(21),
        walls(7, 20, 34, 23),
        beams,
        hip_roof(3, 8, 42, 14, WOOD, WOOD_DARK, WOOD_LIGHT),
        rect(11.4, 33, 6, 10, NIGHT_DOOR, 1),
        window(11.4, 24.4, 6, 5),
        mug(31, 32, 0.98),
    )


def bookshop() -> str:
    page = path("M24 33 Q17 28 7 30.4 V43 Q17 41 24 44.4Z", "#FFFDF6") + path(
        "M24 33 Q31 28 41 30.4 V43 Q31 41 24 44.4Z", CREAM_DARK
    )
    lines = stroke(
        "M11 34 Q16 33.4 20.4 35.4 M11 38 Q16 37.4 20.4 39.4 M37 34 Q32 33.4 27.6 35.4 M37 38 Q32 37.4 27.6 39.4",
        STONE_DARK,
        1.3,
    )
    return group(
        ground_shadow(21),
        walls(8, 17, 32, 24, "#EBDDFA", PURPLE_LIGHT),
        gable(24, 18, 21, 14, BLUE_DARK, "#1F4A80", BLUE),
        circle(24, 12.4, 3, PANE),
        window(12, 20.4, 7, 7),
        window(28, 20.4, 7, 7),
        at(0, 1, path("M24 33 Q17 28 5 30.6 V44 Q17 42 24 45 Q31 42 43 44 V30.6 Q31 28 24 33Z", PURPLE_DARK)),
        page,
        lines,
    )


def pier() -> str:
    boat = (
        path("M25 30 H45 Q44 37 38 37 H31 Q26 36 25 30Z", RED)
        + path("M37 30 H45 Q44 37 38 37 H34Z", RED_DARK)
        + stroke("M34 30 V8", WOOD_DARK, 2)
        + path("M32.6 9 Q24 19 25.4 27 H32.6Z", "#FFFDF6")
        + path("M35.4 12 Q42 19 42 27 H35.4Z", CREAM_DARK)
    )
    planks = "".join(
        path(f"M{x} {y} h22 l-3 3.2 h-22Z", WOOD_LIGHT if i % 2 else WOOD)
        for i, (x, y) in enumerate(((8.6, 26), (6, 29.8), (3.4, 33.6)))
    )
    return group(
        path("M1 33 Q12 23 24 26 Q36 22 47 31 Q49 41 36 44 Q20 47 8 43 Q-2 40 1 33Z", WATER),
        path("M8 43 Q20 47 36 44 Q46 41.6 47.4 36 Q36 42 22 40.6 Q8 40 3 37 Q4 41 8 43Z", WATER_DARK),
        boat,
        stroke("M30 41 H40 M36 38.6 H43", WATER_LIGHT, 1.6),
        rect(6, 33, 3, 10, WOOD_DARK, 1),
        rect(20, 33, 3, 10, WOOD_DARK, 1),
        planks,
        rect(9.6, 20, 3.2, 9, WOOD_DARK, 1.4),
        rect(27, 22, 3, 8, WOOD_DARK, 1.4),
        stroke("M11 23 Q20 28 28.4 24.4", CREAM_DARK, 1.6),
    )


def brewery() -> str:
    kettle = (
        path("M5 24 Q5 14 16.5 14 Q28 14 28 24 V41 Q28 43 26 43 H7 Q5 43 5 41Z", COPPER)
        + path("M20 14.6 Q28 16 28 24 V41 Q28 43 26 43 H19 Q23 30 20 14.6Z", COPPER_DARK)
        + path("M8.4 24 Q8.4 18 13 16.8 Q11 20 11 34 Q8.4 35 8.4 24Z", COPPER_LIGHT)
    )
    return group(
        ground_shadow(21),
        stroke("M16.5 14 V7 Q16.5 4 20 4 H29 Q34 4 34 9 V24", COPPER_DARK, 3.4),
        kettle,
        rect(4.4, 27, 24.2, 2.6, COPPER_DARK, 1),
        circle(16.5, 35.4, 4, CREAM),
        stroke("M16.5 35.4 L18.4 33.4", RED_DARK, 1.6),
        barrel(35.4, 33.4, 1.04),
        circle(35.4, 33.4, 1.7, INK),
    )


def log_end(cx: float, cy: float, r: float = 6.4) -> str:
    return (
        circle(cx, cy, r, WOOD_DARK)
        + circle(cx, cy, r - 1.6, WOOD_LIGHT)
        + circle(cx, cy, r * 0.42, "none", stroke=WOOD, stroke_width=1.5)
    )


def carpenter() -> str:
    saw = at(
        24,
        15,
        path(
            "M-14 -3 L16 -7 V4 L13 2 L10.4 4.6 L7 2.6 L4.4 5.2 L1 3.2 L-1.6 5.8 L-5 3.8 L-7.6 6.4 L-11 4.4 L-14 6Z",
            STONE_LIGHT,
        ),
        path(
            "M-14 2 L16 0 V4 L13 2 L10.4 4.6 L7 2.6 L4.4 5.2 L1 3.2 L-1.6 5.8 L-5 3.8 L-7.6 6.4 L-11 4.4 L-14 6Z",
            STONE_DARK,
        ),
        path("M-12 -6 Q-21 -7 -21 1 Q-21 8 -12 8 L-12 4.4 Q-17 4.6 -17 1 Q-17 -2.4 -12 -2.4Z", RED),
        angle=-14,
    )
    return group(
        ground_shadow(21),
        saw,
        log_end(17, 30),
        log_end(30.6, 30),
        log_end(10.2, 38),
        log_end(24, 38),
        log_end(37.6, 38),
    )


def fair() -> str:
    stripes = "".join(
        path(f"M24 9 L{a} 27 V43 H{b} V27Z", c)
        for a, b, c in ((4, 12, RED), (12, 20, "#FFF8EC"), (20, 28, RED), (28, 36, CREAM_DARK), (36, 44, RED_DARK))
    )
    return group(
        ground_shadow(21, 43.4),
        flag(24, 2, GOLD, GOLD_DARK, 8),
        stripes,
        awning(4, 26, 40, 5, GOLD, TEAL, 3.4),
        path("M19 43 Q19 35 24 31.6 Q29 35 29 43Z", NIGHT_DOOR),
        circle(24, 9.6, 2, GOLD),
    )


def fountain() -> str:
    return group(
        ground_shadow(21),
        stroke("M24 17 V6 M24 8 Q17 3 13 13 M24 8 Q31 3 35 13", WATER_LIGHT, 2.8),
        stroke("M24 17 V7", WATER, 2.2),
        stroke("M13 19 Q8 22 8.4 31 M35 19 Q40 22 39.6 31", WATER, 2.8),
        rect(21, 19, 6, 16, STONE),
        rect(24.6, 19, 2.4, 16, STONE_DARK),
        path("M11 17 H37 Q35 24 24 24 Q13 24 11 17Z", STONE),
        path("M28 17 H37 Q35 24 24 24 Q28 22 28 17Z", STONE_DARK),
        ellipse(24, 17, 13, 2.6, WATER),
        path("M4 32 H44 V37 Q44 44 24 44 Q4 44 4 37Z", STONE),
        path("M33 32 H44 V37 Q44 42 32 43.6 Q35 38 33 32Z", STONE_DARK),
        ellipse(24, 32, 20, 4.2, STONE_LIGHT),
        ellipse(24, 32.4, 16.6, 2.9, WATER),
        ellipse(19, 32, 6, 1.2, WATER_LIGHT),
    )


def fishmonger() -> str:
    return group(
        ground_shadow(21),
        rect(7, 15, 3, 28, WOOD),
        rect(38, 15, 3, 28, WOOD_DARK),
        rect(10, 18, 28, 12, "#3A5A78"),
        awning(4, 8, 40, 5, BLUE, "#FFF8EC", 7),
        rect(4, 8, 40, 2, INK, fill_opacity=0.14),
        at(24, 26.4, fish_shape("#F4866B", "#C9573F"), scale=1.24),
        path("M5 33 H43 V43 H5Z", WOOD),
        path("M31 33 H43 V43 H31Z", WOOD_DARK),
        rect(3.6, 30.6, 40.8, 4.6, "#E9F7FC", 2.3),
        rect(9, 37.6, 18, 2, WOOD_LIGHT, 1),
    )


def restaurant() -> str:
    parasol = (
        path("M4 20 Q8 4 24 4 Q40 4 44 20 Q34 16.6 24 20 Q14 16.6 4 20Z", RED)
        + path("M14 18.4 Q16 7 24 4 Q32 7 34 18.4 Q29 18 24 20 Q19 18 14 18.4Z", "#FFF8EC")
        + path("M24 4 Q40 4 44 20 Q39 17.8 34 18.4 Q32 7 24 4Z", RED_DARK)
    )
    cloche = (
        path("M15 31 Q15 22.6 24 22.6 Q33 22.6 33 31Z", STONE_LIGHT)
        + path("M26 22.8 Q33 24 33 31 H28Z", STONE)
        + circle(24, 22, 1.9, STONE_DARK)
        + rect(12.6, 30.4, 22.8, 2.6, STONE_DARK, 1.3)
    )
    return group(
        ground_shadow(19),
        rect(22.7, 16, 2.6, 26, WOOD_DARK),
        parasol,
        circle(24, 4, 1.8, GOLD),
        path("M8 33 H40 L37 40.6 L34 37.6 L30.6 41 L27 37.6 L24 41 L21 37.6 L17.4 41 L14 37.6 L11 40.6Z", TEAL_LIGHT),
        path("M30 33 H40 L37 40.6 L34 37.6 L30.6 41Z", TEAL),
        rect(7, 32.4, 34, 2.4, TEAL_DARK, 1.2),
        cloche,
        stroke("M15 39.6 L13 44 M33 39.6 L35 44", WOOD_DARK, 2.4),
    )


def cathedral() -> str:
    def tower(x: float) -> str:
        return (
            rect(x, 17, 11.4, 26.6, SAND)
            + rect(x + 7.6, 17, 3.8, 26.6, "#CFAF74")
            + gable(x + 5.7, 17.4, 7, 13.6, TEAL, TEAL_DARK)
            + stroke(f"M{x + 5.7} 1 V4.6", GOLD_DARK, 1.8)
            + door(x + 3.6, 22, 4, 8, "#5E7F8C")
        )

    return group(
        ground_shadow(21),
        rect(14, 23, 20, 20.6, "#FFF0CC"),
        rect(29, 23, 5, 20.6, SAND),
        gable(24, 23.6, 10.6, 8.4, TEAL, TEAL_DARK),
        tower(4),
        tower(32.6),
        circle(24, 26.6, 5.2, PURPLE_DARK),
        circle(24, 26.6, 3.9, "#F49AC1"),
        path(
            "M24 22.7 V30.5 M20.1 26.6 H27.9 M21.2 23.8 L26.8 29.4 M26.8 23.8 L21.2 29.4",
            stroke=PURPLE_DARK,
            stroke_width=1,
        ),
        circle(24, 26.6, 1.5, GOLD),
        door(19.4, 34, 9.2, 9.6),
    )


def residence() -> str:
    tree = (
        rect(3.4, 34, 2.4, 9, WOOD_DARK)
        + circle(4.8, 31, 5.4, LEAF)
        + path("M4.8 25.6 A5.4 5.4 0 0 1 6 36.2 Q9 31 4.8 25.6Z", LEAF_DARK)
        + circle(3, 29, 1.6, LEAF_LIGHT)
    )
    return group(
        ground_shadow(21),
        rect(34, 6, 5.4, 10, BRICK),
        rect(37, 6, 2.4, 10, BRICK_DARK),
        walls(8, 20, 36, 23, "#FFE9DC", "#EFC7AF", 0.74),
        hip_roof(5, 9, 42, 13, BLUE, BLUE_DARK, BLUE_LIGHT),
        walls(18, 20, 15, 23, "#FFF6EE", "#F3D5C2"),
        gable(25.5, 20.6, 10.4, 10.6, RED, RED_DARK, RED_LIGHT),
        circle(25.5, 18.6, 2.2, PANE),
        window(21, 24, 3.8, 5.6),
        window(27, 24, 3.8, 5.6),
        window(11, 25.4),
        window(36.4, 25.4),
        window(11, 34.6),
        window(36.4, 34.6),
        door(22, 33, 7, 10),
        tree,
    )


def watchtower() -> str:
    return group(
        ground_shadow(14),
        flag(24, 1, GOLD, GOLD_DARK, 8),
        stroke("M17 26 L12.6 43", WOOD, 3.2),
        stroke("M31 26 L35.4 43", WOOD_DARK, 3.2),
        stroke("M15.6 33 L34 40 M32.4 33 L14 40", WOOD_DARK, 1.8),
        rect(15, 16, 3, 8, WOOD),
        rect(30, 16, 3, 8, WOOD_DARK),
        rect(18, 16, 12, 7, "#4A3320"),
        gable(24, 17, 13.4, 9.6, RED, RED_DARK, RED_LIGHT),
        rect(11.4, 22, 25.2, 6, WOOD_LIGHT, 1.2),
        path("M28 22 H35.4 Q36.6 22 36.6 23.2 V28 H28Z", WOOD),
        stroke("M16.6 22.6 V27.4 M22 22.6 V27.4 M27.4 22.6 V27.4 M32.6 22.6 V27.4", WOOD_DARK, 1.2),
        stroke("M21.6 28 V44 M26.4 28 V44", WOOD_LIGHT, 1.8),
        stroke("M21.6 32 H26.4 M21.6 36 H26.4 M21.6 40 H26.4", WOOD_LIGHT, 1.6),
    )
