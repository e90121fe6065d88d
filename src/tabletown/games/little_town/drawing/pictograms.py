"""The 25 buildings of Little Town Builders on a 48 grid, and the small signs of their effects: flat, two tones per material."""

from __future__ import annotations

from collections.abc import Callable

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
    ground_shadow,
    wheat_ear,
)
from tabletown.draw.pieces import pictograms
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

from .pictogram_parts import (
    BRICK,
    BRICK_DARK,
    NIGHT_DOOR,
    PANE,
    WATER_DARK,
    awning,
    battlements,
    door,
    flag,
    gable,
    hip_roof,
    smoke,
    walls,
    window,
)
from .pictograms_more import (
    bar,
    bookshop,
    brewery,
    carpenter,
    cathedral,
    fair,
    fishmonger,
    fountain,
    pier,
    residence,
    restaurant,
    watchtower,
)

# ------------------------------------------------------------------ the buildings


def wheat_field() -> str:
    rails = rect(3, 32, 42, 3.2, WOOD_LIGHT, 1.6) + rect(3, 38, 42, 3.2, WOOD, 1.6)
    posts = "".join(
        path(f"M{x} 44 V31 l2.4 -2.6 l2.4 2.6 V44Z", WOOD_LIGHT if x < 30 else WOOD) for x in (5, 21.6, 38.2)
    )
    return group(
        ground_shadow(22, 43.4),
        *[
            at(x, top, wheat_ear(0, 0, tilt), scale=0.88)
            for x, top, tilt in ((9, 15, -8), (39, 15, 8), (16.5, 11, -4), (31.5, 11, 4), (24, 8, 0))
        ],
        path("M3 40 Q24 28 45 40 V43 H3Z", "#C98B2C"),
        rails,
        posts,
    )


def loaf(cx: float, cy: float, scale: float) -> str:
    cut = path("M0 -6 Q3.6 0 0 6 Q-3.8 0 0 -6Z", "#FFE3B0")
    return at(
        cx,
        cy,
        path("M-15 4 Q-15 -9 0 -9 Q15 -9 15 4 Q15 9 9 9 H-9 Q-15 9 -15 4Z", "#D98B3F"),
        path("M15 4 Q15 9 9 9 H-9 Q-14 9 -15 5 Q-8 7 0 6.4 Q12 6 11.6 -4.4 Q15 -1 15 4Z", "#B06526"),
        at(-6.6, -0.6, cut, angle=22),
        at(0.6, -2, cut, angle=22),
        at(7.6, -0.6, cut, angle=22),
        scale=scale,
    )


def bakery() -> str:
    return group(
        ground_shadow(20),
        smoke(34.4, 6.6),
        rect(31.4, 10, 6.4, 12, BRICK),
        rect(35, 10, 2.8, 12, BRICK_DARK),
        walls(8, 22, 32, 21),
        hip_roof(4, 13, 40, 12, RED, RED_DARK, RED_LIGHT),
        rect(8, 25, 32, 1.8, INK, fill_opacity=0.14),
        loaf(24, 35, 0.98),
    )


def grocery() -> str:
    fruit = "".join(
        circle(x, 33.4, 3.3, c) + circle(x - 1, 32.4, 1, "#fff", fill_opacity=0.55)
        for x, c in ((8.6, RED), (15, LEAF), (21.4, "#F08A2C"))
    )
    return group(
        ground_shadow(21),
        walls(7, 17, 34, 26),
        rect(29, 28, 8.6, 15, TEAL_DARK, 1),
        rect(30.4, 29.4, 5.8, 12, PANE, 0.8),
        hip_roof(6, 6, 36, 9, WOOD, WOOD_DARK, WOOD_LIGHT),
        awning(4, 14, 40, 5, LEAF, "#FFF8EC", 7),
        rect(4, 14, 40, 2, INK, fill_opacity=0.14),
        fruit,
        rect(3.6, 35, 22.8, 8.4, WOOD, 1),
        rect(3.6, 35, 22.8, 3, WOOD_LIGHT, 1),
        rect(19, 38, 7.4, 5.4, WOOD_DARK),
    )


def trading_shop() -> str:
    pan = "M-6.4 0 H6.4 Q5 5.4 0 5.4 Q-5 5.4 -6.4 0Z"
    return group(
        ground_shadow(20),
        walls(8, 22, 32, 21, "#EBDDFA", PURPLE_LIGHT),
        hip_roof(4, 7, 40, 15, PURPLE, PURPLE_DARK, PURPLE_LIGHT),
        stroke("M24 18 V41 M12 23.4 L36 20.6", GOLD_DARK, 2.6),
        stroke("M12 23.4 L7 33 M12 23.4 L17 33 M36 20.6 L31 30 M36 20.6 L41 30", INK, 1.2),
        at(12, 33, path(pan, GOLD)),
        at(36, 30, path(pan, GOLD_DARK)),
        circle(24, 18.6, 3, GOLD),
        path("M17 43 Q17 39 24 39 Q31 39 31 43Z", GOLD),
    )


def block(x: float, y: float, width: float = 14, height: float = 10) -> str:
    return (
        rect(x, y, width, height, STONE, 1)
        + rect(x + width - 4.4, y, 4.4, height, STONE_DARK, 1)
        + rect(x, y, width, 2.6, STONE_LIGHT, 1)
    )


def stone_shop() -> str:
    return group(
        ground_shadow(21),
        rect(7, 15, 3.4, 28, WOOD),
        rect(37.6, 15, 3.4, 28, WOOD_DARK),
        hip_roof(3, 6, 42, 11, TEAL, TEAL_DARK, TEAL_LIGHT),
        block(9.4, 33),
        block(24.6, 33),
        block(17, 22.4),
        at(35, 27, rect(-1.4, -7, 2.8, 18, WOOD_LIGHT, 1.4), rect(-5, -9, 10, 5, INK, 1.2), angle=24),
    )


def granary() -> str:
    silo = (
        path("M5 17 H24 V43 H5Z", CREAM)
        + path("M17 17 H24 V43 H17Z", CREAM_DARK)
        + path("M3 18 Q5 6 14.5 3 Q24 6 26 18Z", RED)
        + path("M14.5 3 Q24 6 26 18 H18.4 Q18.4 8 14.5 3Z", RED_DARK)
    )
    barn = (
        walls(22, 27, 22, 16, BRICK, BRICK_DARK)
        + gable(33, 27, 13, 10, WOOD_DARK, "#6B3F1C", WOOD)
        + path("M28 43 V33 H38 V43Z", CREAM)
        + stroke("M28.8 34 L37.2 42.4 M37.2 34 L28.8 42.4", BRICK_DARK, 1.6)
    )
    return group(
        ground_shadow(21),
        silo,
        rect(5, 24, 19, 2.2, STONE),
        rect(5, 36, 19, 2.2, STONE),
        at(13.4, 25.4, wheat_ear(0, 0, 0), scale=0.5),
        barn,
    )


def gold_mine() -> str:
    return group(
        path("M1 43 L12 20 Q15 15 19 18 L26 7 Q29 4 32 8 L47 43Z", "#B98A5E"),
        path("M29 5.4 Q30.8 5.6 32 8 L47 43 H35 L34 26Z", "#8C6440"),
        path("M26 7 Q27.6 5.4 29 5.4 L30 12 L26.6 15 L23 12Z", "#E3C193"),
        path("M12 43 V31 Q12 24 24 24 Q36 24 36 31 V43Z", "#232833"),
        rect(9.6, 27, 4.8, 16, WOOD),
        rect(33.6, 27, 4.8, 16, WOOD_DARK),
        rect(7.4, 23.4, 33.2, 5, WOOD_LIGHT, 1.4),
        path("M27 23.4 H39.2 Q40.6 23.4 40.6 24.8 V28.4 H27Z", WOOD),
        *[
            circle(x, y, r, c)
            for x, y, r, c in (
                (17, 40, 3.6, GOLD),
                (24, 38, 4.6, GOLD_LIGHT),
                (31, 40, 3.6, GOLD_DARK),
                (20.6, 41.4, 3, GOLD_DARK),
                (27.6, 41.2, 3.2, GOLD),
            )
        ],
    )


def well() -> str:
    stones = "".join(
        rect(x, y, 7, 3.4, STONE_LIGHT if x < 26 else STONE, 1)
        for x, y in ((11, 33), (20, 33), (29, 33), (15.4, 38), (24.6, 38))
    )
    return group(
        ground_shadow(19),
        rect(9.4, 15, 3.6, 16, WOOD),
        rect(35, 15, 3.6, 16, WOOD_DARK),
        rect(11, 20, 26, 2.6, WOOD_LIGHT, 1.3),
        stroke("M24 22 V25", INK, 1.4),
        path("M19.4 24.4 H28.6 L27.6 31 H20.4Z", STONE_DARK),
        rect(19, 23.4, 10, 2.4, STONE_LIGHT, 1),
        hip_roof(4, 5, 40, 12, BLUE, BLUE_DARK, BLUE_LIGHT),
        path("M7 30 H41 V39 Q41 44 24 44 Q7 44 7 39Z", STONE_DARK),
        stones,
        ellipse(24, 30, 17, 3.4, STONE_LIGHT),
        ellipse(24, 30.3, 13.4, 2.2, WATER_DARK),
        path("M20 29 H28 L27.4 31.4 H20.6Z", STONE_DARK),
    )


def workshop() -> str:
    anvil = (
        path("M11 31 H35 Q41 31 43 28 V34 Q39 37 32 37 L31 40 H35 V43.6 H15 V40 H19 L18 36 Q10 36 7 31Z", STONE_DARK)
        + path("M7 31 Q9 34.6 15 35.4 H36 Q40.6 34 43 31 V28 Q41 31 35 31Z", "#59636F")
        + rect(9, 29.6, 28, 2.6, STONE_LIGHT, 1.2)
    )
    hammer = at(
        20,
        25,
        rect(-1.6, -14, 3.2, 15, WOOD_LIGHT, 1.6),
        rect(-6.6, -1.6, 13.2, 7, STONE_LIGHT, 1.6),
        rect(1.6, -1.6, 5, 7, STONE, 1.6),
        angle=38,
    )
    return group(
        ground_shadow(20),
        walls(8, 19, 32, 23, WOOD_LIGHT, WOOD),
        hip_roof(4, 7, 40, 13, TEAL, TEAL_DARK, TEAL_LIGHT),
        rect(12, 22, 24, 20, "#6B3F22", 1.4),
        anvil,
        hammer,
    )


def factory() -> str:
    teeth = "".join(
        path(f"M{x} 26 V17 L{x + 10} 24 V26Z", RED) + path(f"M{x + 5} 20.5 L{x + 10} 24 V26 H{x + 5}Z", RED_DARK)
        for x in (4, 14, 24)
    )
    return group(
        ground_shadow(21),
        smoke(38, 6.4),
        path("M35 10 H42 L43.4 43 H34Z", BRICK),
        path("M39.4 10 H42 L43.4 43 H40Z", BRICK_DARK),
        rect(34, 9, 9, 3.4, CREAM, 1),
        teeth,
        walls(4, 25, 35, 18, BRICK, BRICK_DARK, 0.78),
        "".join(window(x, 28.6, 5.4, 5) for x in (7, 15, 23)),
        rect(16, 36, 10, 7, NIGHT_DOOR, 0.8),
        rect(4, 25, 35, 1.8, CREAM),
    )


def church() -> str:
    return group(
        ground_shadow(20),
        walls(18, 25, 25, 18),
        hip_roof(15.4, 15, 30, 12, BLUE, BLUE_DARK, BLUE_LIGHT),
        window(27, 30, 4.4, 7),
        window(35, 30, 4.4, 7),
        walls(6, 18, 14, 25, "#FFFAF0", CREAM_DARK, 0.74),
        gable(13, 18.6, 9.4, 12, BLUE, BLUE_DARK),
        stroke("M13 1.6 V8 M10.4 4 H15.6", GOLD_DARK, 2),
        circle(13, 22.6, 2.7, GOLD),
        circle(12.2, 21.8, 0.9, GOLD_LIGHT),
        door(9.6, 31, 6.8, 12),
    )


def statue() -> str:
    hero = group(
        stroke("M31 20 L36.4 4.6", STONE_LIGHT, 2.4),
        stroke("M28.6 13.6 L35 17", GOLD_DARK, 2),
        path("M17 13 Q11 20 13 32 L21 30Z", RED),
        path("M17 13 Q11 20 13 32 L16 31.2 Q14.4 20 19 14Z", RED_LIGHT),
        path("M18.4 32 L19.4 14.4 Q24 11.6 28.4 14.4 L29.6 32 H25.6 L24 24 L22.4 32Z", GOLD),
        path("M25 12.7 Q27 13 28.4 14.4 L29.6 32 H25.6 L24.6 26Z", GOLD_DARK),
        stroke("M28 15.6 L32 18.4", GOLD, 3),
        circle(24, 8.4, 4.4, GOLD),
        path("M24 4 A4.4 4.4 0 0 1 25.4 12.6 Q27 8 24 4Z", GOLD_DARK),
    )
    return group(
        ground_shadow(16),
        hero,
        path("M13 31 H35 V34 H33 V40 H37 V44 H11 V40 H15 V34 H13Z", STONE),
        path("M29 31 H35 V34 H33 V40 H37 V44 H30Z", STONE_DARK),
        rect(13, 31, 22, 2.2, STONE_LIGHT, 1),
        rect(11, 40, 26, 1.8, STONE_LIGHT, 0.8),
        rect(20, 35.4, 8, 3.4, GOLD, 0.8),
    )


def castle() -> str:
    def tower(x: float) -> str:
        return (
            rect(x, 17, 11, 27, STONE, 0.6)
            + rect(x + 7.4, 17, 3.6, 27, STONE_DARK, 0.6)
            + rect(x - 1, 15.6, 13, 4.4, STONE_LIGHT)
            + battlements(x - 1, 12, 13, STONE_LIGHT)
            + rect(x + 3.6, 24, 3, 6, INK, 1.5)
        )

    return group(
        ground_shadow(22),
        flag(24, 2.4, RED, RED_DARK),
        rect(17, 12, 14, 30, STONE_LIGHT),
        rect(26, 12, 5, 30, STONE),
        battlements(17, 9, 14, STONE_LIGHT),
        rect(22.4, 15.4, 3.2, 5.6, INK, 1.6),
        rect(11, 26, 26, 18, STONE),
        rect(28, 26, 9, 18, STONE_DARK),
        battlements(14, 23, 20, STONE),
        door(18.4, 29.4, 11.2, 14.6, NIGHT_DOOR),
        stroke("M22 33 V43 M26 33 V43 M19.4 38 H28.6", GOLD_DARK, 1.2),
        tower(3),
        tower(34),
    )


# ------------------------------------------------------------------ small signs used in effects


def clock() -> str:
    """At the end of every round."""
    return (
        circle(24, 26, 20, PURPLE_DARK)
        + circle(24, 24, 20, PURPLE)
        + circle(24, 24, 15, "#FFFDF6")
        + stroke("M24 14.6 V24 L31 28.6", INK, 4)
    )


def finish() -> str:
    """At the end of the game."""
    return (
        stroke("M9 4 V45", WOOD_DARK, 4.6)
        + path("M11 6 H43 L36 15 L43 24 H11Z", GOLD)
        + path("M11 15 H36 L43 24 H11Z", GOLD_DARK)
    )


def around() -> str:
    """All eight squares around."""
    cells = "".join(
        rect(3 + c * 14.6, 3 + r * 14.6, 12.8, 12.8, LEAF if (r + c) % 2 else LEAF_DARK, 3)
        for r in range(3)
        for c in range(3)
        if (r, c) != (1, 1)
    )
    return cells + path("M24 15.4 L33 23 V32.4 H15 V23Z", BLUE_DARK)


def meadow() -> str:
    """An empty grass square."""
    return (
        rect(4, 4, 40, 40, LEAF_LIGHT, 8)
        + path("M4 36 H44 Q44 44 36 44 H12 Q4 44 4 36Z", LEAF)
        + stroke("M16 30 L14 20 M18 30 V17 M20 30 L23 20 M30 26 L28.6 19 M32 26 V16 M34 26 L36 19", LEAF_DARK, 3)
    )


BUILDINGS: dict[str, Callable[[], str]] = {
    "wheat_field": wheat_field,
    "bakery": bakery,
    "grocery": grocery,
    "trading_shop": trading_shop,
    "stone_shop": stone_shop,
    "granary": granary,
    "gold_mine": gold_mine,
    "well": well,
    "workshop": workshop,
    "factory": factory,
    "church": church,
    "statue": statue,
    "castle": castle,
    "bar": bar,
    "bookshop": bookshop,
    "pier": pier,
    "brewery": brewery,
    "carpenter": carpenter,
    "fair": fair,
    "fountain": fountain,
    "fishmonger": fishmonger,
    "restaurant": restaurant,
    "cathedral": cathedral,
    "residence": residence,
    "watchtower": watchtower,
}
SIGNS: dict[str, Callable[[], str]] = {"clock": clock, "finish": finish, "around": around, "meadow": meadow}


DEFS: dict[str, str] = pictograms(BUILDINGS | SIGNS)
