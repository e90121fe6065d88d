"""Pictures of the land: fields and pastures."""

from __future__ import annotations

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
    LEAF_LIGHT,
    PURPLE,
    RED,
    RED_DARK,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    TEAL,
    TEAL_DARK,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    ground_shadow,
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

from .picture_houses import barn_front, door, gable, long_house, pane, planks
from .picture_parts import (
    COAL,
    COAL_DARK,
    COAL_LIGHT,
    EARTH,
    EARTH_DARK,
    EARTH_LIGHT,
    THATCH,
    THATCH_DARK,
    WOOL,
    WOOL_DARK,
    big_hill,
    ear,
    ear_row,
    fence,
    flame,
    flower,
    grass,
    mirrored,
    mound,
    peak,
    pool,
    reed,
    sheaf,
    sheep,
    sheep_head,
    smoke,
    soil,
    sprout,
)

# ------------------------------------------------------------------ fields


def agricultural_farm() -> str:
    return group(barn_front(9, 37, 30), soil(36), ear_row((6, 14, 34, 42), 24, 0.56))


def industrial_farm() -> str:
    tyre = circle(0, 0, 9, INK) + circle(0, 0, 4.6, GOLD) + circle(0, 0, 1.8, INK)
    return group(
        soil(37),
        smoke(14, 13, 0.8),
        rect(12, 14, 3, 10, INK, 1),
        path("M7 23 H24 V36 H9 Q7 36 7 33Z", RED),
        path("M7 30 H24 V36 H9 Q7 36 7 33Z", RED_DARK),
        path("M22 12 H38 L41 25 V33 H22Z", RED),
        path("M34 25 H41 V33 H34Z", RED_DARK),
        path("M25 15 H35 L37 24 H25Z", BLUE_LIGHT),
        rect(20, 10, 20, 3.4, RED_DARK, 1.7),
        at(35, 33, tyre, scale=1.1),
        at(12, 37, tyre, scale=0.66),
    )


def fertile_plot() -> str:
    rows = [
        path(f"M{4 - i} {27 + i * 6} H{44 + i} L{46 + i} {33 + i * 6} H{2 - i}Z", EARTH if i % 2 else EARTH_DARK)
        for i in range(3)
    ]
    return group(
        *rows,
        stroke("M5 30 H43 M4 36 H44 M3 42 H45", EARTH_LIGHT, 1.6),
        *[sprout(x, 29, 1.05) for x in (10, 24, 38)],
        *[sprout(x, 35.4, 1.15) for x in (17, 31)],
        *[sprout(x, 42, 1.25) for x in (9, 24, 39)],
    )


def highland_fields() -> str:
    return group(
        peak(35, 5, 16),
        path("M1 44 Q4 22 20 22 Q38 22 47 44Z", LEAF),
        path("M7 30 Q20 24 37 32 L40 36 Q20 28 4 36Z", GOLD),
        path("M3 39 Q20 31 43 39 L45 44 H2Z", GOLD_DARK),
        path("M3 39 Q20 31 43 39 L43.6 41 Q20 34 2.6 42Z", GOLD),
        ear_row((10, 18), 21, 0.4),
        sheep(31, 34, 0.66),
    )


def grainfield() -> str:
    scarecrow = group(
        rect(22.6, 16, 3, 26, WOOD_DARK),
        rect(10, 19, 28, 3, WOOD, 1.5),
        path("M16 18 H32 L30 33 H18Z", BLUE),
        path("M26 18 H32 L30 33 H25Z", BLUE_DARK),
        circle(24, 12, 5.4, CREAM),
        path("M24 6.6 A5.4 5.4 0 0 1 24 17.4 Q28 12 24 6.6Z", CREAM_DARK),
        path("M15 9 H33 L29 7.4 L27.6 2 H20.4 L19 7.4Z", THATCH_DARK),
        circle(22.2, 12, 0.9, INK),
        circle(26, 12, 0.9, INK),
    )
    return group(scarecrow, ear_row((4, 12, 20, 28, 36, 44), 24, 0.56), path("M0 44 Q24 37 48 44Z", THATCH_DARK))


def threshing_floor() -> str:
    return group(
        ellipse(24, 36, 22, 8.4, "#B98F58"),
        ellipse(24, 34.8, 22, 8.4, CREAM_DARK),
        ellipse(24, 34.8, 17, 6, "#D3B98A"),
        path("M8 36 Q12 22 22 20 Q33 22 37 36 Q24 41 8 36Z", GOLD),
        path("M24 20.4 Q33 22 37 36 Q32 38 27 38 Q33 30 24 20.4Z", GOLD_DARK),
        stroke("M8 8 L31 27", WOOD, 3),
        stroke("M31 27 L42 19", WOOD_DARK, 3.6),
        circle(31, 27, 2, STONE_DARK),
        *[circle(x, y, 1.2, GOLD_LIGHT) for x, y in ((17, 30), (22, 27), (20, 34), (13, 33))],
    )


def mixed_farm() -> str:
    return group(
        gable(13, 35, 22, 13, 9, roof=(TEAL, TEAL_DARK)),
        door(21, 35, 6, 9),
        soil(35),
        ear_row((5, 11), 21, 0.6),
        sheep(36, 43, 0.86),
    )


def harvesting_center() -> str:
    return group(
        ground_shadow(18, 43),
        sheaf(20, 43, 1.22),
        stroke("M30 42 L38 30", WOOD_DARK, 3.4),
        path("M38 31 Q47 20 38 9 Q32 4 24 6 Q34 8 37 15 Q40 23 35.4 29Z", STONE_LIGHT),
        path("M38 31 Q47 20 38 9 Q35 6.4 32 5.6 Q42 15 35.4 29Z", STONE_DARK),
    )


def swidden() -> str:
    stump = path("M-4 0 L-3 -7 H3 L4 0Z", COAL) + ellipse(0, -7, 3, 1.3, COAL_LIGHT)
    return group(
        flame(12, 34, 1.25),
        flame(37, 35, 1),
        mound(EARTH_DARK, COAL_DARK, COAL, 33),
        at(12, 38, stump),
        at(36, 38, stump, scale=0.9),
        ear_row((21, 28), 17, 0.66),
        sprout(19, 42, 0.8),
        sprout(30, 43, 0.8),
    )


def marshlands() -> str:
    heron = group(
        stroke("M28 36 V26 M31 36 V26", GOLD_DARK, 1.6),
        ellipse(30, 22, 7, 4.6, BLUE_LIGHT),
        path("M30 26 Q37 25 40 19 Q35 19 31 20Z", BLUE),
        stroke("M25 20 Q21 16 24 11", BLUE_LIGHT, 2.6),
        circle(24, 10.4, 2.6, BLUE_LIGHT),
        path("M22.4 9.6 L15 11.4 L22.4 11.8Z", GOLD),
        circle(23.4, 10, 0.8, INK),
    )
    return group(
        mound("#7C9A4C", "#5C7A39", "#A3BE6C", 31),
        pool(24, 38, 17, 4.4, ("#5E9E96", "#3F7771", "#A6D6CC")),
        heron,
        reed(8, 38, 16),
        reed(41, 38, 12),
        ear(13, 22, 0.5),
        ellipse(15, 40, 4, 1.6, LEAF_LIGHT),
    )


# ------------------------------------------------------------------ pastures


def meadow() -> str:
    return group(grass(21), sheep(25, 38, 1.18), flower(7, 36, RED), flower(40, 35, PURPLE), flower(13, 39, GOLD))


def sheep_range() -> str:
    return group(
        peak(12, 8, 14),
        peak(34, 12, 13),
        grass(23),
        mirrored(11, sheep(11, 35, 0.72)),
        sheep(34, 35, 0.72),
        sheep(23, 43, 0.92),
    )


def paddock() -> str:
    return group(grass(25), fence(8, 32, 32, 5, 9), sheep(25, 38, 1.06), fence(3, 44, 42, 5, 11))


def barn() -> str:
    return group(ground_shadow(22, 43), barn_front(6, 43, 36))


def breeding_grounds() -> str:
    heart = path("M0 5 C-9 -1 -5 -8 0 -4 C5 -8 9 -1 0 5Z", RED) + path("M0 5 C9 -1 5 -8 0 -4 Q4 -1 0 5Z", RED_DARK)
    return group(
        grass(23), at(17, 11, heart, scale=1.1), sheep(30, 39, 1.05), mirrored(11, sheep(11, 43, 0.66, lamb=True))
    )


def sheepfold() -> str:
    wall = "".join(
        rect(x, y, 9, 5.4, c, 2)
        for x, y, c in (
            (3, 32, STONE_LIGHT),
            (12.4, 32, STONE),
            (21.8, 32, STONE_LIGHT),
            (31.2, 32, STONE),
            (38, 32, STONE_DARK),
            (-1, 38, STONE),
            (8, 38, STONE_LIGHT),
            (17.4, 38, STONE),
            (26.8, 38, STONE_DARK),
            (36.2, 38, STONE_DARK),
        )
    )
    return group(
        ground_shadow(23, 43.4),
        rect(8, 18, 3, 20, WOOD_DARK),
        rect(37, 18, 3, 20, WOOD_DARK),
        path("M2 19 L12 6 H36 L46 19 Q24 15 2 19Z", THATCH),
        path("M30 6 H36 L46 19 Q40 17.6 34 17Z", THATCH_DARK),
        stroke("M12 16 L16 8 M21 15 L23 8 M30 15 L30 8", THATCH_DARK, 1.5),
        sheep_head(24, 27, 0.7),
        wall,
    )


def sheep_pasture() -> str:
    gate = rect(33, 20, 3.4, 18, WOOD_DARK, 1.4) + group(
        rect(36, 22, 11, 2.4, WOOD_LIGHT), rect(36, 28, 11, 2.4, WOOD), stroke("M37 30 L46 23", WOOD_DARK, 1.8)
    )
    return group(
        grass(24),
        fence(1, 34, 18, 3, 10),
        gate,
        sheep(21, 41, 1.04),
        stroke("M7 41 q1 -4 -1 -6 M9.6 41 q0 -3 2 -5", LEAF_LIGHT, 1.8),
    )


def hill_pasture() -> str:
    return group(
        big_hill(), sheep(24, 24, 0.86), sheep(13, 39, 0.7), mirrored(35, sheep(35, 36, 0.62)), flower(25, 32, GOLD)
    )


def small_ranch() -> str:
    return group(
        long_house(8, 34, 30, 11, 11, roof=(WOOD, WOOD_DARK)),
        door(14, 34, 6, 8),
        pane(24, 26),
        grass(34),
        fence(26, 43, 20, 3, 9),
        sheep(13, 43, 0.84),
    )


def ranch() -> str:
    return group(ground_shadow(16, 43.6), sheep_head(24, 26, 1.04))


def big_ranch() -> str:
    blades = "".join(
        at(38, 12, path("M0 0 L-2.4 -9 H2.4Z", STONE_LIGHT if k % 2 else STONE), angle=k * 45) for k in range(8)
    )
    return group(
        stroke("M38 12 L33 40 M38 12 L43 40 M35 30 H41", STONE_DARK, 1.8),
        blades,
        circle(38, 12, 2, RED),
        grass(36),
        rect(1, 13, 3.6, 29, WOOD, 1.4),
        rect(27, 13, 3.6, 29, WOOD_DARK, 1.4),
        rect(-1, 10, 33, 5.4, WOOD_LIGHT, 1.6),
        path("M20 10 h10.4 q1.6 0 1.6 1.6 v3.8 h-12Z", WOOD),
        sheep_head(16, 29, 0.82),
    )


def shearing_shed() -> str:
    shears = (
        stroke("M-3 12 Q-9 20 -3 22 M3 12 Q9 20 3 22", RED, 3)
        + path("M-3 13 L1.6 -9 L3.6 12Z", STONE_LIGHT)
        + path("M3 13 L-1.6 -9 L-3.6 12Z", STONE)
        + circle(0, 8, 1.6, INK)
    )
    return group(
        ground_shadow(22, 43),
        planks(4, 20, 26, 22),
        path("M0 21 L8 9 H28 L34 21Z", TEAL, stroke=TEAL, stroke_width=1, stroke_linejoin="round"),
        path("M22 9 H28 L34 21 H25Z", TEAL_DARK),
        rect(9, 28, 11, 14, WOOD_DARK, 1),
        *[
            circle(x, y, r, c)
            for x, y, r, c in (
                (34, 40, 4.6, WOOL_DARK),
                (40, 39, 5.4, WOOL_DARK),
                (33, 38.4, 4.4, WOOL),
                (39, 37, 5.4, WOOL),
                (44, 40, 3.4, WOOL_DARK),
            )
        ],
        at(37, 17, shears, scale=0.9, angle=14),
    )
