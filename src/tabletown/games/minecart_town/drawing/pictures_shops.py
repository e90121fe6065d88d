"""Pictures of the town: shops, inns and halls."""

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
    LEAF_DARK,
    PURPLE,
    PURPLE_DARK,
    RED,
    RED_DARK,
    RED_LIGHT,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    TEAL,
    TEAL_DARK,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    awning,
    ground_shadow,
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

from .picture_houses import chimney, columns, door, gable, long_house, market_stall, pane, rails
from .picture_parts import (
    BRICK,
    BRICK_DARK,
    THATCH,
    THATCH_DARK,
    WATER,
    WATER_LIGHT,
    WOOL_DARK,
    bell,
    crate,
    flag,
    gear,
    smoke,
)

# ------------------------------------------------------------------ shops and inns


def butcher() -> str:
    ham = (
        path("M6 27 Q4 12 18 10 Q34 9 36 24 Q37 36 24 39 Q10 40 6 27Z", RED)
        + path("M30 13 Q36 17 36 24 Q37 36 24 39 Q18 39.4 13 37 Q32 34 30 13Z", RED_DARK)
        + ellipse(19, 25, 9, 8.6, "#F7B3A8")
        + ellipse(18, 24.4, 3.4, 3, CREAM)
        + path("M10 20 Q13 14 20 14 Q14 17 13 22Z", RED_LIGHT)
    )
    return group(
        ground_shadow(19, 43),
        stroke("M33 32 L41 39", CREAM, 5),
        circle(43, 38, 2.8, CREAM),
        circle(40, 41.6, 2.8, CREAM_DARK),
        ham,
        path("M36 4 H45 V19 H37 Q34 12 36 4Z", STONE_LIGHT),
        path("M42 4 H45 V19 H42Z", STONE),
        rect(43, 18, 3, 9, WOOD_DARK, 1.4),
    )


def tavern() -> str:
    foam = [(13, 13, 6), (21, 10, 7), (29, 13, 6), (17, 16, 5), (26, 16, 5)]
    return group(
        ground_shadow(17, 43.4),
        path("M32 20 H38 Q45 20 45 28 Q45 36 37 36 H32 V32 H36 Q40.4 32 40.4 28 Q40.4 24 36 24 H32Z", WOOD_DARK),
        path("M8 16 H34 L33 40 Q33 43 30 43 H12 Q9 43 9 40Z", GOLD),
        path("M26 16 H34 L33 40 Q33 43 30 43 H24Z", GOLD_DARK),
        stroke("M14 23 V37 M20.6 23 V37 M27 23 V37", GOLD_LIGHT, 2.4),
        *[circle(x, y, r, "#FFFDF8") for x, y, r in foam],
        path("M9 15 H34 V20 Q30 24 28 19 Q24 24 20 19 Q15 25 13 19 Q10 21 9 18Z", "#FFFDF8"),
        path("M27 10 Q35 9 35 14 V20 Q32 22 30 20 Q33 15 27 10Z", WOOL_DARK),
    )


def grocer() -> str:
    bread = at(
        15,
        19,
        path("M-8 3 Q-8 -5 0 -5 Q8 -5 8 3 Q8 6 5 6 H-5 Q-8 6 -8 3Z", "#D98B3F"),
        path("M8 3 Q8 6 5 6 H-4 Q6 4 5 -3.4 Q8 -1 8 3Z", "#B06526"),
    )
    return group(
        ground_shadow(21, 43),
        stroke("M12 26 Q12 9 24 9 Q36 9 36 26", WOOD_DARK, 3),
        at(25, 8, path("M-3 18 L-5 -2 Q0 -7 5 -2 L3 18Z", "#E2AC63")),
        bread,
        circle(33, 20, 6, LEAF),
        path("M33 14 A6 6 0 0 1 36 25 Q38 18 33 14Z", LEAF_DARK),
        path("M4 24 H44 L40 43 H8Z", THATCH),
        path("M33 24 H44 L40 43 H32Z", THATCH_DARK),
        stroke("M7 30 H42 M8 36 H41 M15 25 L17 42 M24 25 V42 M33 25 L31 42", THATCH_DARK, 1.5),
        rect(3, 22.4, 42, 4, WOOD_LIGHT, 2),
    )


def inn() -> str:
    sign = (
        rect(36, 14, 11, 2, WOOD_DARK)
        + circle(42, 23, 6, PURPLE_DARK)
        + path("M44.6 20 A4 4 0 1 0 44.6 26 A3.2 3.2 0 0 1 44.6 20Z", GOLD_LIGHT)
    )
    return group(
        ground_shadow(21, 43),
        chimney(9, 18, 11, 4.6),
        gable(5, 43, 30, 25, 13, roof=(PURPLE, PURPLE_DARK)),
        stroke("M6 28 H34", WOOD_DARK, 2),
        pane(11, 20, 6, 6),
        pane(23, 20, 6, 6),
        door(16, 43, 8, 12),
        pane(8, 32, 5, 6),
        pane(27, 32, 5, 6),
        sign,
    )


def pawnshop() -> str:
    ball = (
        circle(0, 0, 6.4, GOLD)
        + path("M2 -6 A6.4 6.4 0 0 1 2 6 Q6 0 2 -6Z", GOLD_DARK)
        + circle(-2, -2.2, 1.6, "#FFF3C9")
    )
    return group(
        ground_shadow(13, 43.6),
        rect(6, 4, 36, 4.4, WOOD_DARK, 2.2),
        stroke("M13 8 V14 M35 8 V14 M24 8 V24", STONE_DARK, 2),
        at(13, 20, ball, scale=1.25),
        at(35, 20, ball, scale=1.25),
        at(24, 33, ball, scale=1.4),
    )


def marketplace() -> str:
    goods = (
        circle(13, 28, 4.4, RED)
        + circle(21, 28, 4.4, GOLD)
        + circle(29, 28, 4.4, LEAF)
        + circle(36, 28.6, 3.6, PURPLE)
        + circle(17, 24.4, 3.4, RED_LIGHT)
    )
    return group(ground_shadow(21, 43), market_stall(5, 43, 38, RED, "#FFF8EC", goods))


def large_market() -> str:
    def goods(x: float, a: str, b: str) -> str:
        return circle(x, 34, 3, a) + circle(x + 6, 34, 3, b) + circle(x + 12, 34, 3, GOLD)

    return group(
        flag(24, 12, 11, RED),
        ground_shadow(23, 43.4),
        path("M2 24 L24 10 L46 24Z", TEAL, stroke=TEAL, stroke_width=1.4, stroke_linejoin="round"),
        path("M24 10 L46 24 H32Z", TEAL_DARK),
        path("M24 10 L18 24 H10Z", CREAM),
        rect(3, 24, 42, 19, CREAM_DARK),
        *[rect(x, 24, 3, 19, WOOD_DARK) for x in (2, 22.6, 43)],
        goods(8, RED, LEAF),
        goods(29, PURPLE, RED_LIGHT),
        rect(5, 36, 17.6, 7, WOOD),
        rect(25.6, 36, 17.4, 7, WOOD_DARK),
        rect(5, 36, 38, 2.4, WOOD_LIGHT),
        awning(1, 22, 46, 7, TEAL, "#FFF8EC", 4),
    )


def trading_company() -> str:
    def pan(x: float) -> str:
        return stroke(f"M{x} 14 L{x - 7} 29 M{x} 14 L{x + 7} 29", STONE_DARK, 1.5) + path(
            f"M{x - 9} 28.6 H{x + 9} Q{x + 7} 35 {x} 35 Q{x - 7} 35 {x - 9} 28.6Z", GOLD_DARK
        )

    return group(
        ground_shadow(16, 43.6),
        stroke("M24 10 V39", WOOD_DARK, 3.6),
        path("M13 43 Q14 38 24 38 Q34 38 35 43Z", WOOD),
        rect(7, 11.6, 34, 3.4, GOLD_DARK, 1.7),
        rect(7, 11.6, 17, 3.4, GOLD, 1.7),
        circle(24, 9, 4, GOLD),
        circle(22.8, 7.8, 1.4, GOLD_LIGHT),
        crate(5, 20.6, 8),
        ellipse(36, 27, 4.4, 1.8, GOLD),
        ellipse(36, 24.6, 4.4, 1.8, GOLD_LIGHT),
        ellipse(36, 22.2, 4.4, 1.8, GOLD),
        pan(10),
        pan(38),
    )


# ------------------------------------------------------------------ civic


def museum() -> str:
    spiral = (
        circle(0, 0, 5.4, GOLD_DARK)
        + circle(-0.4, -0.4, 4.6, GOLD)
        + stroke("M3 0 A3 3 0 1 0 0 3 A1.6 1.6 0 1 0 -1 -.6", "#8A5A12", 1.5)
    )
    return group(ground_shadow(22, 43), columns(3, 43, 42), at(24, 33, spiral, scale=1.12))


def town_hall() -> str:
    return group(
        ground_shadow(22, 43),
        flag(24, 8, 7, RED),
        path("M17 12 L24 5 L31 12Z", TEAL),
        path("M24 5 L31 12 H26Z", TEAL_DARK),
        rect(17, 12, 14, 31, CREAM),
        rect(26, 12, 5, 31, CREAM_DARK),
        circle(24, 18.4, 5, GOLD_DARK),
        circle(24, 18.4, 4, "#fff"),
        stroke("M24 15.8 V18.4 H26", INK, 1.3),
        rect(4, 26, 14, 17, CREAM),
        rect(30, 26, 14, 17, CREAM_DARK),
        path("M2 27 L6 21 H18 V27Z", TEAL),
        path("M46 27 L42 21 H30 V27Z", TEAL_DARK),
        pane(7, 31),
        pane(35, 31),
        door(20, 43, 8, 13),
    )


def guild_hall() -> str:
    beams = stroke("M11 42 V28 M37 42 V28 M11 28 H37 M11 28 L18 36 M37 28 L30 36 M16 22 H32", WOOD_DARK, 2)
    return group(
        ground_shadow(21, 43),
        gable(9, 43, 30, 16, 19, roof=(BRICK, BRICK_DARK)),
        beams,
        door(20, 43, 8, 11),
        gear(24, 20, 4, hub=CREAM),
        path("M4 20 H10 V36 L7 33 L4 36Z", RED),
        path("M38 20 H44 V36 L41 33 L38 36Z", BLUE),
        rect(3, 18.4, 8, 2.4, GOLD_DARK, 1.2),
        rect(37, 18.4, 8, 2.4, GOLD_DARK, 1.2),
    )


def monastery() -> str:
    return group(
        ground_shadow(22, 43),
        long_house(18, 43, 26, 14, 11, roof=(BRICK, BRICK_DARK)),
        *[door(x, 40, 5, 9, BLUE_DARK) for x in (25, 35)],
        rect(5, 17, 14, 26, CREAM),
        rect(14, 17, 5, 26, CREAM_DARK),
        path("M3 18 L12 3 L21 18Z", BRICK, stroke=BRICK, stroke_width=1.2, stroke_linejoin="round"),
        path("M12 3 L21 18 H15Z", BRICK_DARK),
        door(8, 30, 8, 10, "#6E5F4C"),
        bell(12, 25, 0.62),
        door(9, 43, 6, 9),
    )


def town_square() -> str:
    return group(
        ellipse(24, 38, 23, 7, CREAM_DARK),
        ellipse(24, 37, 23, 7, "#EBDDBF"),
        stroke("M6 37 H42 M12 33.4 L9 41 M36 33.4 L39 41", "#CBB68C", 1.4),
        stroke("M24 12 Q16 8 13 18 M24 12 Q32 8 35 18 M24 14 V6", WATER, 2.4),
        ellipse(24, 35, 15, 5, STONE_DARK),
        ellipse(24, 33.4, 15, 5, STONE_LIGHT),
        ellipse(24, 33.6, 12, 3.4, WATER),
        rect(21.6, 20, 4.8, 14, STONE),
        rect(24, 20, 2.4, 14, STONE_DARK),
        ellipse(24, 20, 9, 3, STONE_LIGHT),
        ellipse(24, 20, 6.6, 1.8, WATER_LIGHT),
        circle(24, 13, 3, STONE),
    )


def railyard() -> str:
    engine = (
        path("M8 35 V26 H24 V20 H34 V35Z", RED)
        + path("M24 20 H34 V35 H28 V27 H24Z", RED_DARK)
        + rect(26, 22.4, 6, 5, BLUE_LIGHT, 0.8)
        + rect(22, 17.6, 14, 3.2, INK, 1.6)
        + rect(11, 19, 4.4, 8, INK, 1)
        + circle(8.6, 30, 2.2, GOLD_LIGHT)
        + "".join(circle(x, 37, 3.6, INK) + circle(x, 37, 1.4, STONE_LIGHT) for x in (13, 22, 31))
    )
    return group(
        path("M14 42 V17 Q14 6 29 6 Q45 6 45 17 V42Z", STONE),
        path("M36 8 Q45 10 45 17 V42 H38 Q40 18 36 8Z", STONE_DARK),
        path("M19 42 V20 Q19 11 29 11 Q40 11 40 20 V42Z", "#323A47"),
        smoke(12, 16, 0.6),
        engine,
        rect(1, 40.4, 46, 2.6, STONE_DARK, 1),
        *[rect(x, 42.4, 5, 2.6, WOOD_DARK, 0.8) for x in (3, 13, 23, 33, 42)],
    )


def railroad_junction() -> str:
    sleepers = [rect(x, 17, 3.4, 14, WOOD, 1) for x in (2, 9, 35.6, 42.6)] + [
        rect(17, y, 14, 3.4, WOOD, 1) for y in (2, 9, 35.6, 42.6)
    ]
    return group(
        *sleepers,
        rails("M20.4 0 V48 M27.6 0 V48"),
        rect(13, 16, 22, 16, WOOD_DARK, 2),
        rect(13, 16, 22, 13.6, WOOD_LIGHT, 2),
        stroke("M18 17 V29 M24 17 V29 M30 17 V29", WOOD, 1.6),
        rails("M0 20.4 H48 M0 27.6 H48"),
    )
