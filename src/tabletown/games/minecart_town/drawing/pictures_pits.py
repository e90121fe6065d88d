"""Pictures of the land: woods, pits and waters."""

from __future__ import annotations

from tabletown.draw.paint import (
    COPPER,
    CREAM,
    CREAM_DARK,
    GOLD,
    GOLD_DARK,
    INK,
    LEAF_LIGHT,
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
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

from .picture_houses import door, gable
from .picture_parts import (
    BRICK,
    BRICK_DARK,
    COAL,
    COAL_DARK,
    COAL_LIGHT,
    EARTH,
    EARTH_DARK,
    EARTH_LIGHT,
    WATER_DARK,
    WOOL_DARK,
    adit,
    ash,
    axe,
    block,
    boulder,
    cart,
    coal,
    crate,
    dead_tree,
    flame,
    grass,
    log,
    log_pile,
    mound,
    peak,
    pick,
    pool,
    reed,
    sack,
    smoke,
    spade,
    steam,
)

# ------------------------------------------------------------------ wood, stone, coal


def mine() -> str:
    return group(peak(15, 13, 14), peak(32, 7, 16), adit(24, 43, cart(24, 43, (STONE_LIGHT, "#fff", STONE))))


def coal_mine() -> str:
    tone = (COAL_LIGHT, COAL)
    return group(
        peak(14, 14, 14, tone=tone, snow=False),
        peak(31, 7, 17, tone=tone, snow=False),
        adit(24, 43, cart(24, 43, (COAL_LIGHT, COAL, COAL_DARK))),
        coal(41, 44, 0.5),
    )


def ore_mine() -> str:
    vein = stroke("M9 30 L13 25 L12 20 M36 22 L39 28 L43 32", COPPER, 2.6)
    return group(
        peak(15, 12, 15, tone=("#B9A08C", "#8D7563"), snow=False),
        peak(33, 8, 15, tone=("#B9A08C", "#8D7563"), snow=False),
        vein,
        adit(24, 43, ""),
        pick(24, 32, 0.78, 32),
        pick(24, 32, 0.78, -32),
    )


def colliery() -> str:
    return group(
        ground_shadow(21, 43),
        stroke("M26 8 L15 42 M26 8 L33 42", WOOD_DARK, 3),
        stroke("M19 31 L31 31 M22 20 H29 M19 31 L29 20 M31 31 L22 20", WOOD, 2),
        stroke("M27 10 L45 38", WOOD, 2.6),
        circle(26, 10, 7.4, "none", stroke=STONE_DARK, stroke_width=2.6),
        stroke("M26 3 V17 M19 10 H33", STONE, 1.6),
        circle(26, 10, 2, RED),
        gable(33, 42, 13, 8, 5, wall=(BRICK, BRICK_DARK), roof=(COAL, COAL_DARK), eave=1.6),
        coal(11, 43, 0.84),
    )


def volcano() -> str:
    return group(
        smoke(21, 10, 0.8),
        path(
            "M2 43 L17 13 Q24 16 31 13 L46 43Z", "#8B6A5C", stroke="#8B6A5C", stroke_width=1.6, stroke_linejoin="round"
        ),
        path("M27 14.4 L31 13 L46 43 H31Z", "#624940"),
        ellipse(24, 13, 7.4, 2.6, RED_DARK),
        path("M17.4 13 Q24 17 30.6 13 L31 22 Q29 25 28 21 L26 33 Q24 37 22.4 32 L21 22 Q19 27 17.4 21Z", RED),
        path("M20.4 15 Q24 17 27.6 15 L25.4 26 Q24 29 23 25Z", GOLD),
        circle(33, 6, 1.8, RED),
        circle(16, 5, 1.6, GOLD),
        coal(8, 44, 0.5),
        coal(40, 44, 0.5),
    )


def bog() -> str:
    return group(
        mound("#75804A", "#56603A", "#98A366", 31),
        pool(24, 38, 16, 4.6, ("#54604F", "#38423B", "#8C9A83")),
        circle(19, 37, 1.6, "#8C9A83"),
        circle(28, 39, 1.2, "#8C9A83"),
        reed(9, 37, 19),
        reed(14, 36, 25),
        reed(37, 37, 21),
        dead_tree(30, 34, 0.84),
    )


def peat_works() -> str:
    def brick(x: float, y: float, dark: bool = False) -> str:
        return rect(x, y, 9, 5, EARTH_DARK if dark else "#8A5E36", 1.2) + rect(x, y, 9, 1.8, EARTH, 0.9)

    return group(
        mound("#75804A", "#56603A", "#98A366", 37),
        *[brick(4 + 9.6 * i, 34, i == 2) for i in range(3)],
        *[brick(8.8 + 9.6 * i, 28.6, i == 1) for i in range(2)],
        brick(13.6, 23.2),
        spade(38, 27, 1.02, 8),
        smoke(15, 17, 0.5),
    )


def charcoal_kiln() -> str:
    return group(
        smoke(27, 13, 0.9),
        ground_shadow(21, 43),
        path("M5 43 Q5 16 24 16 Q43 16 43 43Z", BRICK),
        path("M30 17 Q43 21 43 43 H33 Q37 28 30 17Z", BRICK_DARK),
        rect(20, 12, 9, 6, BRICK_DARK, 1),
        stroke("M9 31 H15 M33 31 H37 M12 24 H18 M30 24 H34 M8 37 H14 M34 37 H40", "#E19A80", 1.4),
        door(16, 43, 16, 16, INK),
        flame(24, 43, 0.86),
        log(0, 40, 13, 3.4),
    )


def charred_grounds() -> str:
    return group(
        dead_tree(12, 37, 1.25),
        dead_tree(33, 36, 1.5),
        ash(34),
        path("M8 41 l5 -3 l4 3 l5 -2 M29 41 l4 -3 l5 2", "none", stroke=RED, stroke_width=2, stroke_linejoin="round"),
        flame(23, 38, 0.66),
        circle(38, 39, 1.2, GOLD),
        circle(13, 40.4, 1.2, GOLD),
        smoke(24, 22, 0.7),
    )


def timberland() -> str:
    return group(
        conifer(13, 40, 1.06),
        conifer(27, 38, 0.84),
        grass(38),
        boulder(38, 43, 0.86),
        path("M19 43 L20 36 H28 L29 43Z", WOOD),
        ellipse(24, 36, 4, 1.8, WOOD_LIGHT),
        ellipse(24, 36, 2, 0.9, WOOD),
    )


def quarry() -> str:
    crane = (
        stroke("M36 40 V8 L14 14", WOOD_DARK, 3) + stroke("M36 14 L28 11", WOOD, 2.4) + stroke("M16 14 V20", INK, 1.4)
    )
    return group(
        ground_shadow(22, 43),
        path("M1 43 V30 H9 V22 H18 V43Z", STONE_LIGHT),
        path("M30 43 V26 H40 V18 H47 V43Z", STONE),
        path("M43 18 H47 V43 H42Z", STONE_DARK),
        rect(16, 36, 18, 7, STONE_DARK),
        crane,
        block(10, 20, 12, 9),
        block(20, 34, 11, 9),
    )


def stone_pit() -> str:
    return group(
        path("M1 38 L7 26 L41 26 L47 38 L40 44 H8Z", "#BCA98C"),
        ellipse(24, 33, 17, 7, "#6E5F4C"),
        ellipse(24, 34.6, 12.6, 4.4, "#4C4134"),
        stroke("M9 31 Q24 41 39 31", "#8B7962", 1.8),
        boulder(18, 37, 0.72),
        boulder(30, 38, 0.6),
        spade(34, 20, 0.92, 18),
        boulder(9, 43, 0.5),
        boulder(13, 25, 0.4),
    )


def logging_camp() -> str:
    return group(
        conifer(38, 36, 0.86),
        path("M2 35 L14 14 L26 35Z", CREAM, stroke=CREAM, stroke_width=1.4, stroke_linejoin="round"),
        path("M14 14 L26 35 H19Z", CREAM_DARK),
        path("M10.6 35 L14 24 L17 35Z", WOOD_DARK),
        grass(36),
        log_pile(3, 44),
        path("M33 44 L34.4 35 H43.6 L45 44Z", WOOD),
        ellipse(39, 35, 4.6, 2, WOOD_LIGHT),
        axe(42, 24, 0.6, 24),
    )


def stockpile() -> str:
    return group(
        ground_shadow(23, 43.4),
        crate(3, 27, 16),
        crate(20, 29, 14),
        crate(10, 12, 15),
        boulder(40, 43, 0.72),
        sack(31, 29, 0.84),
        coal(41, 33, 0.36),
        log(33, 33.4, 13, 2.8),
    )


# ------------------------------------------------------------------ water and wells


def pond() -> str:
    duck = group(
        path("M-9 0 Q-9 6 0 6 Q9 6 9 -1 Q5 1 1 -1 Q-4 -3 -9 0Z", "#FFFDF6"),
        path("M1 6 Q9 5 9 -1 Q5 1 1 -1Z", WOOL_DARK),
        circle(-6, -4, 4.4, "#FFFDF6"),
        path("M-9.6 -4.4 L-14.4 -2.6 L-9.6 -1.8Z", GOLD_DARK),
        circle(-7, -5, 1, INK),
    )
    return group(
        grass(28),
        pool(24, 37, 19, 6.4),
        at(27, 32, duck),
        reed(7, 34, 14),
        reed(43, 33, 11),
        ellipse(12, 39, 4, 1.6, LEAF_LIGHT),
        circle(12, 38, 1.8, RED_LIGHT),
    )


def hot_spring() -> str:
    return group(
        steam((16, 24, 32), 22, 15),
        mound(EARTH_LIGHT, EARTH, CREAM_DARK, 30),
        pool(24, 37, 16, 5.2, ("#6FD0D6", "#3FA2AC", "#D3F6F6")),
        boulder(8, 42, 0.66),
        boulder(41, 42, 0.7),
        boulder(14, 33, 0.4),
        boulder(35, 33, 0.44),
        steam((18, 25, 31), 34, 7),
    )


def well_ring(stones: tuple[str, str, str] = (STONE_LIGHT, STONE, STONE_DARK)) -> str:
    light, middle, dark = stones
    return group(
        path("M9 30 H39 V40 Q39 44 24 44 Q9 44 9 40Z", middle),
        path("M30 30 H39 V40 Q39 43 30 43.8Z", dark),
        stroke("M11 36 H18 M21 36 H29 M15 40.4 H24", dark, 1.5),
        ellipse(24, 30, 15, 4.2, light),
        ellipse(24, 30.4, 11.4, 2.7, WATER_DARK),
    )


def water_well() -> str:
    return group(
        ground_shadow(18, 43.6),
        rect(11, 14, 3, 17, WOOD),
        rect(34, 14, 3, 17, WOOD_DARK),
        stroke("M24 16 V22", INK, 1.4),
        well_ring(),
        path("M20.4 21 H27.6 L26.8 28 H21.2Z", WOOD),
        path("M24.6 21 H27.6 L26.8 28 H24.6Z", WOOD_DARK),
        path("M6 16 L24 4 L42 16Z", RED, stroke=RED, stroke_width=1.6, stroke_linejoin="round"),
        path("M24 4 L42 16 H30Z", RED_DARK),
    )


def boulder_well() -> str:
    return group(
        ground_shadow(20, 43.6),
        stroke("M12 31 V13 M36 31 V13", WOOD_DARK, 3),
        rect(9, 12, 30, 5, WOOD, 2.5),
        rect(19, 11, 10, 7, WOOD_LIGHT, 2),
        stroke("M24 18 V28", INK, 1.4),
        stroke("M39 14.4 H44 V20", STONE_DARK, 2.2),
        ellipse(24, 30, 15, 4.4, WATER_DARK),
        boulder(10, 42, 0.78),
        boulder(38, 42, 0.78),
        boulder(24, 44, 0.98),
    )
