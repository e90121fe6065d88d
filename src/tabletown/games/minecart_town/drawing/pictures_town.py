"""Pictures of the town: storehouses, mills and workshops."""

from __future__ import annotations

from tabletown.draw.paint import (
    BLUE,
    BLUE_DARK,
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
    ground_shadow,
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

from .picture_houses import chimney, door, gable, market_stall, pane, planks
from .picture_parts import (
    BRICK,
    BRICK_DARK,
    COAL,
    COAL_DARK,
    THATCH,
    THATCH_DARK,
    WOOL_DARK,
    barrel,
    big_hill,
    block,
    boulder,
    coal,
    ear,
    flame,
    gear,
    sack,
    smoke,
)

# ------------------------------------------------------------------ storehouses


def silo() -> str:
    def tower(x: float, w: float, top: float, tone: tuple[str, str]) -> str:
        return group(
            rect(x, top, w, 43 - top, tone[0]),
            rect(x + w * 0.66, top, w * 0.34, 43 - top, tone[1]),
            path(f"M{x - 1} {top + 1} Q{x + w / 2} {top - w * 0.9} {x + w + 1} {top + 1}Z", RED),
            path(
                f"M{x + w * 0.5} {top - w * 0.42} Q{x + w} {top - 4} {x + w + 1} {top + 1} H{x + w * 0.62}Z", RED_DARK
            ),
            stroke(f"M{x + 1} {top + 9} h{w - 2} M{x + 1} {top + 18} h{w - 2}", tone[1], 1.5),
        )

    return group(
        ground_shadow(21, 43),
        tower(6, 16, 16, (STONE_LIGHT, STONE)),
        tower(25, 13, 22, (CREAM, CREAM_DARK)),
        sack(40, 43, 0.66),
        coal(24, 44, 0.42),
    )


def grain_cellar() -> str:
    return group(
        big_hill(),
        path("M11 44 V34 Q11 24 24 24 Q37 24 37 34 V44Z", STONE),
        path("M28 24.6 Q37 26 37 34 V44 H33 Q34 30 28 24.6Z", STONE_DARK),
        path("M15 44 V35 Q15 28 24 28 Q33 28 33 35 V44Z", WOOD),
        path("M24 28 Q33 28 33 35 V44 H24Z", WOOD_DARK),
        stroke("M24 28 V44", INK, 1.3),
        circle(21.6, 38, 1.2, GOLD),
        circle(26.4, 38, 1.2, GOLD),
        sack(8, 44, 0.66, GOLD_DARK),
        ear(42, 26, 0.52, 8),
    )


def granary() -> str:
    return group(
        ground_shadow(20, 43),
        stroke("M11 43 V33 M24 43 V33 M37 43 V33", WOOD_DARK, 3.4),
        ellipse(11, 35, 4, 1.6, STONE),
        ellipse(24, 35, 4, 1.6, STONE),
        ellipse(37, 35, 4, 1.6, STONE_DARK),
        planks(7, 17, 34, 17),
        path("M2 18 L24 3 L46 18Z", THATCH, stroke=THATCH, stroke_width=1.6, stroke_linejoin="round"),
        path("M24 3 L46 18 H31Z", THATCH_DARK),
        rect(17, 20, 14, 12, CREAM, 1.6),
        ear(24, 20.6, 0.36),
    )


def fuel_depot() -> str:
    return group(
        ground_shadow(22, 43),
        barrel(14, 43, 1.28, (RED, RED_DARK, RED_LIGHT)),
        at(14, 37, flame(0, 0, 0.62)),
        barrel(33, 31, 0.8, (RED, RED_DARK, RED_LIGHT)),
        coal(35, 43.4, 0.92),
    )


def trading_post() -> str:
    sign = (
        rect(38, 10, 3, 33, WOOD_DARK, 1)
        + path("M31 12 H44 L48 15 L44 18 H31Z", GOLD)
        + path("M46 21 H34 L30 24 L34 27 H46Z", RED_LIGHT)
    )
    logs = "".join(
        rect(4, 23 + i * 5, 27, 4.6, WOOD_LIGHT if i % 2 else WOOD, 2.3) + circle(4.6, 25.3 + i * 5, 2.3, CREAM_DARK)
        for i in range(4)
    )
    return group(
        ground_shadow(22, 43),
        logs,
        path("M0 24 L17.4 9 L35 24Z", LEAF_DARK, stroke=LEAF_DARK, stroke_width=1.6, stroke_linejoin="round"),
        path("M0 24 L17.4 9 L21 12 L12 24Z", LEAF),
        rect(13, 30, 9, 13, INK, 1),
        sign,
    )


def wholesale_market() -> str:
    return group(
        ground_shadow(23, 43.4),
        market_stall(3, 38, 42, BLUE, "#FFF8EC", "".join(sack(9 + i * 10, 27, 0.6) for i in range(4))),
        *[sack(6.6 + i * 8.7, 43.6, 0.74) for i in range(5)],
    )


# ------------------------------------------------------------------ mills and workshops


def flour_mill() -> str:
    sail = (
        rect(-1, -20, 2, 20, WOOD_DARK)
        + path("M1 -19 H6.4 V-4 H1Z", CREAM)
        + stroke("M1 -14.4 H6.4 M1 -9.6 H6.4", WOOD_LIGHT, 1)
    )
    return group(
        ground_shadow(15, 43.4),
        path("M14 43 L18 18 H30 L34 43Z", CREAM),
        path("M25 18 H30 L34 43 H27Z", CREAM_DARK),
        path("M16 19 Q24 6 32 19Z", RED),
        path("M24 12.4 Q29 13 32 19 H27Z", RED_DARK),
        door(21, 43, 6, 9),
        pane(22, 26, 4.4, 4.4),
        *[at(24, 17, sail, angle=a) for a in (20, 110, 200, 290)],
        circle(24, 17, 2.6, GOLD_DARK),
    )


def cotton_mill() -> str:
    ball = (
        circle(0, 0, 13, "#F3E9D6")
        + path("M3 -12.6 A13 13 0 0 1 3 12.6 Q12 4 3 -12.6Z", WOOL_DARK)
        + stroke("M-11 -4 Q0 -10 9 -9 M-12.4 2 Q0 -6 12 -4 M-11 7 Q2 -2 12.6 2 M-6 11 Q4 4 11 6", "#C9B58F", 1.7)
    )
    spool = (
        rect(-5, -9, 10, 18, RED, 1)
        + rect(0.6, -9, 4.4, 18, RED_DARK)
        + rect(-7, -12, 14, 4, WOOD_LIGHT, 1.4)
        + rect(-7, 8, 14, 4, WOOD, 1.4)
        + stroke("M-5 -4 H5 M-5 0 H5 M-5 4 H5", RED_LIGHT, 1.2)
    )
    return group(
        ground_shadow(20, 43),
        at(38, 31, spool),
        stroke("M9 8 L27 34", WOOD_DARK, 2.4),
        circle(9, 8, 2.6, GOLD),
        at(18, 29, ball),
    )


def dairy() -> str:
    churn = (
        path("M-9 0 V-18 Q-9 -22 -5 -25 V-29 H5 V-25 Q9 -22 9 -18 V0Z", STONE_LIGHT)
        + path("M3 -29 H5 V-25 Q9 -22 9 -18 V0 H3.6Z", STONE)
        + rect(-6.6, -31, 13.2, 3.6, STONE_DARK, 1.8)
        + stroke("M-9 -5 H9 M-9 -17 H9", STONE_DARK, 1.5)
        + path("M-6 -3 V-18 Q-6 -20 -4 -21 V-3Z", "#fff")
    )
    cheese = (
        path("M0 0 H22 V-8 L4 -13 Q0 -10 0 -6Z", GOLD)
        + path("M0 -6 L4 -13 L22 -8 Z", GOLD_LIGHT)
        + circle(6, -3, 1.8, GOLD_DARK)
        + circle(14, -2.6, 1.4, GOLD_DARK)
        + path("M18 -7.4 L22 -8 V0 H18Z", GOLD_DARK)
    )
    return group(ground_shadow(21, 43), at(16, 42.6, churn, scale=1.16), at(24, 43, cheese, scale=0.98))


def noodle_stall() -> str:
    return group(
        ground_shadow(16, 43),
        stroke("M30 3 L22 25 M36 5 L26 25", WOOD_DARK, 2.2),
        *[
            stroke(f"M{x} 25 q-2 -6 1 -9 q3 -4 6 -1 q3 3 0 10", GOLD_LIGHT if i % 2 else GOLD, 2.4)
            for i, x in enumerate((10, 16, 22, 28, 32))
        ],
        circle(15, 22, 4.4, "#fff"),
        circle(15, 22, 2, GOLD_DARK),
        path("M28 24 Q31 17 37 18 L35 25Z", LEAF),
        path("M4 24 H44 Q43 38 32 41 H16 Q5 38 4 24Z", RED),
        path("M34 24 H44 Q43 38 32 41 H26 Q36 36 34 24Z", RED_DARK),
        rect(3, 22.6, 42, 3.6, CREAM, 1.8),
        stroke("M9 31 l3 3 l3 -3 l3 3 l3 -3", CREAM, 1.7),
        rect(15, 40, 18, 3.4, RED_DARK, 1.4),
    )


def glassworks() -> str:
    bottle = (
        path("M-3 -22 H3 V-14 Q8 -11 8 -5 V0 Q8 2 6 2 H-6 Q-8 2 -8 0 V-5 Q-8 -11 -3 -14Z", TEAL)
        + path("M3 -14 Q8 -11 8 -5 V0 Q8 2 6 2 H1 Q5 -5 1 -14Z", TEAL_DARK)
        + path("M-5.4 -4 Q-5.4 -9 -2 -11 Q-3.4 -6 -3 -1 H-5.4Z", "#C7F3EC")
        + rect(-4, -24, 8, 3.4, WOOD, 1.4)
    )
    return group(
        ground_shadow(21, 43),
        chimney(29, 22, 15, 6),
        path("M22 43 V28 Q22 19 33 19 Q45 19 45 28 V43Z", BRICK),
        path("M38 20 Q45 22 45 28 V43 H39Z", BRICK_DARK),
        door(27, 43, 12, 13, INK),
        flame(33, 43, 0.66),
        at(12, 41, bottle, scale=1.18),
        smoke(33, 5, 0.4),
    )


def distillery() -> str:
    return group(
        ground_shadow(21, 43),
        path("M18 9 Q18 3 26 4 L40 12 L38.6 15 L26 9Z", COPPER),
        path("M39 12 H44 V30 H39Z", COPPER_DARK),
        path("M6 38 Q3 24 13 19 L15 8 H22 L24 19 Q34 24 31 38Z", COPPER),
        path("M20 8 H22 L24 19 Q34 24 31 38 H23 Q28 26 20 19Z", COPPER_DARK),
        path("M9 34 Q8 26 13 22 Q11 28 12 34Z", COPPER_LIGHT),
        rect(4, 37, 29, 6, STONE_DARK, 1.4),
        stroke("M7 30 H30", COPPER_DARK, 1.5),
        barrel(40, 43, 0.72),
        flame(18, 43, 0.4),
    )


def smokehouse() -> str:
    ham = (
        path("M0 0 Q5 2 5 8 Q5 13 0 13 Q-5 13 -5 8 Q-5 2 0 0Z", BRICK)
        + path("M1 0.4 Q5 2 5 8 Q5 13 1 13 Q3 6 1 .4Z", BRICK_DARK)
        + stroke("M0 0 V-4", CREAM, 1.6)
    )
    return group(
        smoke(31, 10, 0.9),
        ground_shadow(20, 43),
        chimney(28, 22, 13),
        gable(8, 43, 32, 20, 12, wall=(WOOD_LIGHT, WOOD), roof=(COAL, COAL_DARK)),
        rect(13, 24, 22, 19, INK, 1.4),
        at(18.4, 28, ham, scale=0.9),
        at(29.4, 28, ham, scale=0.9),
        flame(24, 43, 0.5),
    )


def ironworks() -> str:
    anvil = (
        path("M4 22 H40 V26 Q32 27 30 32 V36 H36 V42 H10 V36 H16 V32 Q14 29 4 26Z", STONE_DARK)
        + path("M4 22 H40 V24.6 H4Z", STONE_LIGHT)
        + path("M28 30 Q31 27 40 26 V24.6 H26Z M24 32 H30 V36 H36 V42 H24Z", "#56606D")
    )
    hammer = rect(-1.7, -2, 3.4, 22, WOOD, 1.7) + rect(-8, -8, 16, 9, STONE, 1.6) + rect(1, -8, 7, 9, STONE_DARK, 1.6)
    return group(
        ground_shadow(19, 43),
        anvil,
        rect(12, 17.4, 17, 4.6, RED, 1.6),
        rect(12, 17.4, 17, 2, GOLD, 1),
        at(33, 9, hammer, angle=44),
        stroke("M9 14 L5 11 M14 11 L12 6 M20 10 V5", GOLD, 2.2),
    )


def factory() -> str:
    return group(
        smoke(9, 9, 0.7),
        smoke(20, 8, 0.7),
        ground_shadow(22, 43),
        chimney(6, 30, 19, 6),
        chimney(17, 30, 19, 6),
        path("M3 43 V27 L13 20 V27 L23 20 V27 L33 20 V27 L45 20 V43Z", BRICK),
        path("M33 27 L45 20 V43 H36 V27Z", BRICK_DARK),
        *[pane(x, 30, 6, 5, False) for x in (7, 17, 27)],
        rect(8, 38, 8, 5, INK, 0.8),
        gear(31, 38.6, 3.4, STONE_LIGHT, STONE, BRICK),
    )


def workshop() -> str:
    return group(
        ground_shadow(20, 43),
        gable(7, 43, 34, 21, 13, wall=(WOOD_LIGHT, WOOD), roof=(BLUE, BLUE_DARK)),
        gear(24, 24, 6.6, STONE_LIGHT, STONE_DARK, WOOD_LIGHT),
        rect(13, 35, 22, 8, WOOD_DARK, 1),
        rect(11, 33.4, 26, 3.4, CREAM_DARK, 1.4),
    )


def stonemason() -> str:
    mallet = rect(-1.6, 0, 3.2, 18, WOOD, 1.6) + rect(-8, -8, 16, 10, WOOD_LIGHT, 2.4) + rect(1, -8, 7, 10, WOOD, 2.4)
    return group(
        ground_shadow(21, 43),
        block(4, 26, 30, 17),
        path("M12 37 L19 29 L26 37Z", STONE_LIGHT),
        path("M19 29 L26 37 H20Z", STONE_DARK),
        at(30, 19, rect(-1.8, -9, 3.6, 13, STONE_DARK, 1), path("M-2.6 4 H2.6 L0 11Z", STONE_LIGHT), angle=32),
        at(40, 10, mallet, angle=36),
        boulder(40, 43, 0.5),
        boulder(8, 26, 0.36),
    )
