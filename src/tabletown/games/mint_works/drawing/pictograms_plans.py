"""The pictures of the 21 Plans on a 48 grid: flat, two tones per material, light from the top left, no outlines."""

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
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    ground_shadow,
)
from tabletown.draw.shapes import at, circle, ellipse, group, path, rect, stroke

PINK = "#F7B3A8"
MINT, MINT_DARK, MINT_LIGHT = "#7FD6B5", "#3E9E7C", "#F4FFF9"
BRONZE, BRONZE_DARK, BRONZE_LIGHT = "#4FA58F", "#2F7566", "#8FD3BF"
PAPER, PAPER_DARK = "#FFF6DC", "#E6CF9C"


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
    """Rows of windows, some of them dark."""
    return "".join(
        rect(x + c * step_x, y + r * step_y, width, height, lit if (c + 2 * r) % 3 else dark, 0.6)
        for c in range(columns)
        for r in range(rows)
    )


def small_mint(cx: float, cy: float, r: float) -> str:
    """A mint that still reads as a mint at 5 px: white disc, green swirl, dark lip."""
    swirl = "".join(
        at(
            cx,
            cy,
            path(
                f"M0 0 Q{r * 0.3:.2f} {-r * 0.5:.2f} 0 {-r * 0.84:.2f} Q{r * 0.62:.2f} {-r * 0.8:.2f} {r * 0.66:.2f} {-r * 0.36:.2f} Q{r * 0.36:.2f} 0 0 0Z",
                MINT,
            ),
            angle=a,
        )
        for a in range(0, 360, 90)
    )
    return circle(cx, cy + r * 0.16, r, MINT_DARK) + circle(cx, cy, r, MINT_LIGHT) + swirl


# ------------------------------------------------------------------ culture


def windmill() -> str:
    blade = (
        rect(-1.1, -19, 2.2, 19, WOOD_DARK, 1)
        + path("M1.1 -18 H6.6 V-5 H1.1Z", CREAM)
        + path("M1.1 -12 H6.6 V-10.6 H1.1Z", CREAM_DARK)
    )
    return group(
        ground_shadow(16, 43.4),
        path("M17 20 H31 L35 43 H13Z", "#FFFAF0"),
        path("M26 20 H31 L35 43 H27Z", CREAM_DARK),
        path("M15.4 21 Q16 11 24 10 Q32 11 32.6 21Z", RED),
        path("M25 10.1 Q32 11 32.6 21 H27Z", RED_DARK),
        path("M20.6 43 V36 Q20.6 33 24 33 Q27.4 33 27.4 36 V43Z", WOOD_DARK),
        rect(21.6, 25, 4.8, 4.6, BLUE_LIGHT, 1),
        *[at(24, 19, blade, angle=a) for a in (45, 135, 225, 315)],
        circle(24, 19, 3, GOLD),
        circle(23.2, 18.2, 1.1, GOLD_LIGHT),
    )


def statue() -> str:
    return group(
        ground_shadow(16, 43.6),
        rect(11, 38, 26, 5.6, STONE_DARK, 1.4),
        rect(14, 30, 20, 9, STONE, 1),
        path("M27 30 H33 Q34 30 34 31 V39 H27Z", STONE_DARK),
        rect(12.6, 28, 22.8, 3.4, STONE_LIGHT, 1.4),
        stroke("M28.6 15 L36 7", BRONZE_DARK, 3.4),
        stroke("M19.6 15.6 L14.6 21.4 L18 24", BRONZE, 3.2),
        path("M18.4 28 L19 14.6 Q19.4 12.4 24 12.4 Q28.6 12.4 29 14.6 L29.6 28Z", BRONZE),
        path("M25.6 12.4 Q28.8 12.8 29 14.6 L29.6 28 H25Z", BRONZE_DARK),
        circle(24, 8.6, 4.2, BRONZE),
        path("M24 4.4 A4.2 4.2 0 0 1 24.8 12.7 Q27 8 24 4.4Z", BRONZE_DARK),
        path("M20.6 14.8 Q21 13.6 22.4 13.3 L21.6 24 H20.2Z", BRONZE_LIGHT),
        path("M36.4 1.4 Q40.4 4.2 38 7.6 Q36.4 9.2 34.6 7.6 Q33 5 36.4 1.4Z", GOLD),
        path("M36.4 4 Q38 5.6 36.4 7.4 Q34.8 6.4 36.4 4Z", GOLD_LIGHT),
    )


def gardens() -> str:
    def flower(x: float, y: float, colour: str) -> str:
        return (
            stroke(f"M{x} {y} V43", LEAF_DARK, 1.8)
            + "".join(
                circle(
                    round(x + 2.3 * cos(a * 2 * pi / 5 - 1.57), 1),
                    round(y + 2.3 * sin(a * 2 * pi / 5 - 1.57), 1),
                    2,
                    colour,
                )
                for a in range(5)
            )
            + circle(x, y, 1.6, GOLD_LIGHT)
        )

    return group(
        ground_shadow(21, 43.4),
        rect(12, 18, 3.4, 24, WOOD),
        rect(32.6, 18, 3.4, 24, WOOD_DARK),
        path("M8 27 Q6 6 24 5 Q42 6 40 27 Q37 29 33.6 27 Q34 14 24 13.4 Q14 14 14.4 27 Q11 29 8 27Z", LEAF),
        path("M26 5.1 Q42 6 40 27 Q37 29 33.6 27 Q35 13 26 5.1Z", LEAF_DARK),
        path("M10.4 20 Q10.6 10 19 8 Q13 12 12.8 21Z", LEAF_LIGHT),
        *[
            circle(x, y, 2, c)
            for x, y, c in (
                (12, 16, RED_LIGHT),
                (18, 8.6, "#FFF8EC"),
                (28.6, 8, RED_LIGHT),
                (36, 14, "#FFF8EC"),
                (37, 22.6, RED_LIGHT),
            )
        ],
        path("M3 43 Q6 34 13 36 Q19 30 24 35 Q30 30 35 36 Q42 34 45 43Z", LEAF),
        path("M24 35 Q30 30 35 36 Q42 34 45 43 H28Z", LEAF_DARK),
        flower(9, 37, PURPLE_LIGHT),
        flower(18, 33.6, RED),
        flower(29, 34, GOLD),
        flower(38.6, 37, "#FFB7D0"),
    )


def bridge() -> str:
    return group(
        path("M2 34 H46 V40 Q46 43 43 43 H5 Q2 43 2 40Z", BLUE),
        path("M2 34 H46 V36.4 H2Z", BLUE_LIGHT),
        path("M30 43 Q42 41 46 36.4 V40 Q46 43 43 43Z", BLUE_DARK),
        path("M2 24 Q24 7 46 24 V38 H40 Q40 26 33.4 26 Q27 26 27 38 H21 Q21 26 14.6 26 Q8 26 8 38 H2Z", STONE),
        path("M34 17.4 Q40 19.6 46 24 V38 H40 Q40 28 36 26.4Z", STONE_DARK),
        path("M2 24 Q24 7 46 24 V27 Q24 10.6 2 27Z", STONE_LIGHT),
        stroke("M5 21 V14.6 M14.6 15 V8.4 M24 13.4 V6 M33.4 15 V8.4 M43 21 V14.6", WOOD_DARK, 2.2),
        stroke("M4 15.4 Q24 -1.6 44 15.4", WOOD, 2.4),
        stroke("M10 40 h6 M31 40.4 h6", "#DDF1FF", 1.6),
    )


def museum() -> str:
    columns = "".join(
        rect(x, 22, 5, 15, CREAM, 0.8) + rect(x + 3, 22, 2, 15, CREAM_DARK) for x in (7.4, 16.6, 26.4, 35.6)
    )
    return group(
        ground_shadow(22, 43),
        rect(6, 21, 36, 17, PURPLE_DARK),
        columns,
        rect(20.6, 27, 6.8, 11, INK, 1),
        path("M24 4 L46 18 V21.6 H2 V18Z", CREAM),
        path("M24 4 L46 18 V21.6 H26Z", CREAM_DARK),
        path("M24 8.6 L36 17 H12Z", PURPLE),
        path("M24 8.6 L36 17 H25Z", PURPLE_DARK),
        circle(24, 14, 2.2, GOLD),
        rect(4, 36.6, 40, 3.4, "#FFFAF0", 0.8),
        rect(2, 39.6, 44, 3.6, CREAM_DARK, 0.8),
    )


def gallery() -> str:
    return group(
        ground_shadow(17, 43.6),
        stroke("M24 6 V2.6", WOOD_DARK, 2.6),
        stroke("M16 35 L11 43.4", WOOD, 3),
        stroke("M32 35 L37 43.4", WOOD_DARK, 3),
        stroke("M24 35 V42", WOOD_DARK, 2.6),
        rect(4, 5, 40, 30, GOLD, 2),
        path("M37 5 H42 Q44 5 44 7 V33 Q44 35 42 35 H6 Q4.4 35 4 33 H37Z", GOLD_DARK),
        rect(8, 9, 32, 22, "#BFE4F7"),
        circle(15, 15, 3.6, "#FFF3C4"),
        path("M8 31 V25 L17 18 L25 25 L31 20 L40 27 V31Z", LEAF),
        path("M25 25 L31 20 L40 27 V31 H26Z", LEAF_DARK),
        small_mint(32, 15.4, 4.2),
        rect(10, 34, 28, 3, WOOD_LIGHT, 1.4),
    )


# ------------------------------------------------------------------ production


def person(x: float, y: float, colour: str, shade: str) -> str:
    return at(
        x,
        y,
        path("M-8 14 V8 Q-8 1 0 1 Q8 1 8 8 V14Z", colour),
        path("M2 1.2 Q8 2 8 8 V14 H2.6Z", shade),
        circle(0, -4.4, 5.2, "#F6C9A0"),
        path("M1 -9.5 A5.2 5.2 0 0 1 1.4 0.6 Q4 -5 1 -9.5Z", "#DDA272"),
        path("M-5.4 -4.6 Q-5.4 -10.4 0 -10.4 Q5.4 -10.4 5.4 -4.6 Q2 -7.6 -1 -7 Q-4 -6.6 -5.4 -4.6Z", WOOD_DARK),
    )


def co_op() -> str:
    return group(
        ground_shadow(21, 43.2),
        person(13, 19, BLUE, BLUE_DARK),
        person(35, 19, RED, RED_DARK),
        small_mint(17, 27.4, 4.4),
        small_mint(31, 27.4, 4.4),
        small_mint(24, 25.6, 5),
        rect(5, 30, 38, 13, WOOD_DARK, 2),
        rect(5, 30, 38, 5.6, WOOD_LIGHT, 1.4),
        rect(5, 36.8, 38, 5.6, WOOD, 1.4),
        path("M36 30 H41.6 Q43 30 43 31.4 V42.4 H36Z", WOOD_DARK, fill_opacity=0.5),
    )


def headframe() -> str:
    """The mine of this game is a winding tower, so that it differs from Machi Koro's mountain."""
    return group(
        ground_shadow(20, 43.2),
        path("M3 43 Q5 33 14 32 H40 Q45 35 45 43Z", STONE),
        path("M30 32 H40 Q45 35 45 43 H33Z", STONE_DARK),
        stroke("M20 34 L24 10 M36 34 L26 10", WOOD_DARK, 3.2),
        stroke("M12 34 L24 10", WOOD, 3.2),
        stroke("M18 22 H29.6 M15 28.4 H33", WOOD_DARK, 2.2),
        circle(25, 11, 7.6, INK),
        circle(25, 11, 5.2, STONE_LIGHT),
        stroke("M25 6.4 V15.6 M20.4 11 H29.6", INK, 1.6),
        circle(25, 11, 1.8, INK),
        path("M18 43 V37 Q18 33.4 24 33.4 Q30 33.4 30 37 V43Z", INK),
        path("M27 33 H43 L41 40 H29Z", RED),
        path("M36 33 H43 L41 40 H36Z", RED_DARK),
        circle(31.4, 31.4, 2.8, GOLD),
        circle(35.4, 30.2, 3.2, GOLD_LIGHT),
        circle(39, 31.6, 2.6, GOLD_DARK),
        circle(31, 41, 2.4, INK),
        circle(39, 41, 2.4, INK),
    )


def workshop() -> str:
    return group(
        ground_shadow(20, 43.6),
        rect(7, 30, 4.6, 13.4, WOOD, 1),
        rect(36.4, 30, 4.6, 13.4, WOOD_DARK, 1),
        rect(10, 36, 28, 3.4, WOOD_DARK, 1),
        rect(3, 25, 42, 6.6, WOOD_LIGHT, 2),
        path("M32 25 H43 Q45 25 45 27 V29.6 Q45 31.6 43 31.6 H32Z", WOOD),
        at(
            16,
            15,
            rect(-1.7, -7, 3.4, 19, WOOD, 1.6),
            rect(0.2, -7, 1.5, 19, WOOD_DARK, 0.7),
            rect(-8, -10, 16, 7, STONE_DARK, 1.6),
            path("M-8 -8.4 Q-8 -10 -6.4 -10 H1 V-3 H-6.4 Q-8 -3 -8 -4.6Z", STONE),
            angle=-38,
        ),
        path("M26 24 L41 9 L44.6 12.6 L35 25Z", STONE_LIGHT),
        path("M35 15 L44.6 12.6 L35 25Z", STONE),
        stroke("M27.4 24.6 l1.6 -.4 l1 1.2 l1.6 -.4 l1 1 l1.4 -.6", STONE_DARK, 1.2),
        path("M38.6 6.6 Q41 3.4 44.6 6 Q47.4 9 44.6 13.4 L41.4 10.4Z", RED),
    )


def factory() -> str:
    return group(
        circle(38, 5.6, 3.4, "#E9EEF3"),
        circle(42.4, 3.4, 2.6, "#E9EEF3"),
        circle(33.6, 7.4, 2.4, "#E9EEF3"),
        ground_shadow(21, 43),
        path("M33 42 L34.6 10 H40.4 L42 42Z", RED),
        path("M38 10 H40.4 L42 42 H38Z", RED_DARK),
        rect(33.6, 9, 7.8, 3.4, CREAM, 1),
        rect(33.9, 15, 7.2, 3, CREAM),
        path("M4 42 V21 L14 14 V21 L24 14 V21 L34 14 V42Z", "#F0A35E"),
        path("M26 42 V19.6 L34 14 V42Z", "#CB7434"),
        path("M4 21 L14 14 V17 L4 24Z M14 21 L24 14 V17 L14 24Z M24 21 L34 14 V17 L24 24Z", "#FFD3A1"),
        rect(8, 26, 5, 5, BLUE_LIGHT, 0.8),
        rect(15.6, 26, 5, 5, BLUE_LIGHT, 0.8),
        rect(23.2, 26, 5, 5, GOLD_LIGHT, 0.8),
        rect(7.4, 34.4, 11, 7.6, INK, 1),
        small_mint(26, 37.2, 3.6),
    )


def plant() -> str:
    def tower(x: float, width: float, height: float, base: float, colour: str, shade: str, rim: str) -> str:
        h, w = height, width / 2
        return at(
            x,
            base,
            path(
                f"M{-w} 0 Q{-w * 0.42:.1f} {-h * 0.5:.1f} {-w * 0.66:.1f} {-h} H{w * 0.66:.1f} Q{w * 0.42:.1f} {-h * 0.5:.1f} {w} 0Z",
                colour,
            ),
            path(f"M{w * 0.16:.1f} {-h} H{w * 0.66:.1f} Q{w * 0.42:.1f} {-h * 0.5:.1f} {w} 0 H{w * 0.3:.1f}Z", shade),
            ellipse(0, -h, w * 0.66, 2.2, rim),
        )

    return group(
        *[
            circle(x, y, r, "#F4F7FA")
            for x, y, r in ((15, 9, 4.6), (20, 5.6, 4), (11, 5.4, 3), (35, 13.4, 3.4), (39, 10.4, 2.8))
        ],
        ground_shadow(22, 43),
        tower(35, 20, 24, 43, STONE, STONE_DARK, INK),
        tower(16, 26, 31, 43, STONE_LIGHT, STONE, INK),
        rect(18, 33, 22, 10, TEAL, 1.6),
        path("M33 33 H38.4 Q40 33 40 34.6 V43 H33Z", TEAL_DARK),
        path("M25.4 34.6 L21.6 39.4 H24.4 L23 42.6 L28 37.4 H25 L27 34.6Z", GOLD_LIGHT),
        rect(31, 36, 5.4, 3, "#E9FFF9", 0.8),
    )


def stripmine() -> str:
    return group(
        path("M1 20 H47 V43 H1Z", "#D9A25E"),
        path("M1 20 H47 L44 26 H4Z", LEAF),
        path("M5 26 H43 L40 32 H8Z", "#B97B3B"),
        path("M10 32 H38 L35 38 H13Z", "#96602B"),
        path("M15 38 H33 L31 43 H17Z", "#6F441C"),
        path("M40 20 H47 V43 H36 L40 32 L43 26 L44 26Z", "#9A6230"),
        circle(19, 40.6, 1.8, GOLD_LIGHT),
        circle(27.6, 40.8, 2.2, GOLD),
        circle(23.2, 41.4, 1.7, GOLD_DARK),
        stroke("M24 15 L33 6 L40 12", GOLD_DARK, 3.4),
        stroke("M40 12 L39 18", GOLD_DARK, 2.4),
        path("M34.4 17 H43.6 Q44.6 25 38.6 25 Q34 24 34.4 17Z", STONE_DARK),
        path("M34.4 17 H39 L38.6 25 Q34 24 34.4 17Z", STONE),
        rect(9, 9, 12, 9, GOLD, 2),
        path("M17 9 H19 Q21 9 21 11 V18 H17Z", GOLD_DARK),
        rect(11, 11, 5.6, 4.4, BLUE_LIGHT, 0.8),
        rect(19, 12, 8, 6, GOLD_DARK, 1.4),
        rect(6, 17, 22, 5.4, INK, 2.7),
        *[circle(x, 19.7, 1.5, STONE) for x in (9, 14.4, 19.8, 25)],
    )


def corporate_hq() -> str:
    return group(
        ground_shadow(19, 43),
        rect(4, 27, 13, 15, STONE_LIGHT, 1),
        window_grid(6.4, 30, 2, 3, 4.8, 3.8, 3, 2.2, BLUE_LIGHT, GOLD),
        rect(32, 24, 12, 18, STONE, 1),
        window_grid(36, 27.4, 1, 3, 4, 4.4, 4.6, 2.4, BLUE_LIGHT, GOLD_LIGHT),
        path("M13 42 V12 L19 7 H30 L35 12 V42Z", BLUE_DARK),
        path("M13 42 V12 L19 7 H27 V42Z", BLUE),
        window_grid(16, 22, 3, 4, 5.6, 4.4, 3.8, 2.8, "#EAF6FF", GOLD_LIGHT),
        rect(20, 38.4, 8, 3.6, INK, 0.6),
        circle(24, 11.4, 8, "#FFFDF8"),
        small_mint(24, 11, 6.8),
    )


# ------------------------------------------------------------------ utility


def truck() -> str:
    return group(
        ground_shadow(22, 42),
        rect(2, 12, 27, 24, CREAM, 2.4),
        path("M22 12 H26.6 Q29 12 29 14.4 V36 H22Z", CREAM_DARK),
        small_mint(14, 23, 7),
        path("M29 18 H38 Q40 18 41 20 L45.4 28 Q46 29 46 30 V36 H29Z", RED),
        path("M38 28 H45.4 Q46 29 46 30 V36 H37Z", RED_DARK),
        path("M32 21 H38 L41.6 28 H32Z", BLUE_LIGHT),
        path("M32 21 H36 L33 28 H32Z", "#DDF1FF"),
        rect(2, 34, 44, 4, INK, 1.6),
        circle(45, 33, 1.6, GOLD_LIGHT),
        *[circle(x, 38, 5.2, INK) + circle(x, 38, 2.3, STONE_LIGHT) for x in (11.4, 37)],
    )


def crane() -> str:
    return group(
        ground_shadow(17, 43.4),
        rect(8, 40, 18, 3.6, STONE_DARK, 1.2),
        stroke("M13.4 40 V9 M20.6 40 V9", GOLD_DARK, 2.6),
        stroke("M13.4 38 L20.6 31 M20.6 31 L13.4 24 M13.4 24 L20.6 17", GOLD_DARK, 1.8),
        stroke("M13.4 40 V9", GOLD, 2.6),
        path("M2 9 H46 V13 H2Z", GOLD),
        path("M26 9 H46 V13 H26Z", GOLD_DARK),
        stroke("M17 3 L4 9.6 M17 3 L42 9.6", INK, 1.4),
        path("M14 9.4 L17 2 L20 9.4Z", GOLD),
        rect(2, 12, 7, 6, STONE_DARK, 1),
        rect(14, 13, 8.6, 7, RED, 1.4),
        rect(18.6, 14.6, 3, 3, BLUE_LIGHT),
        stroke("M37 13 V24", INK, 1.6),
        path("M37 23.4 L30.4 28 H43.6Z", "none", stroke=INK, stroke_width=1.4),
        rect(29, 28, 16, 9, WOOD, 1.4),
        path("M38 28 H43.6 Q45 28 45 29.4 V35.6 Q45 37 43.6 37 H38Z", WOOD_DARK),
        rect(29, 28, 9.6, 2.8, WOOD_LIGHT),
    )


def landfill() -> str:
    return group(
        ground_shadow(22, 43.2),
        path("M2 43 Q6 27 17 26 Q22 17 31 21 Q42 24 46 43Z", "#A98C5B"),
        path("M31 21 Q42 24 46 43 H32 Q36 30 31 21Z", "#7E6640"),
        at(
            13,
            28,
            rect(-5, -7, 10, 12, STONE_LIGHT, 2),
            rect(1, -7, 4, 12, STONE, 2),
            rect(-5, -4, 10, 4, RED),
            angle=-20,
        ),
        circle(33, 34, 6.6, INK),
        circle(33, 34, 3, "#7E6640"),
        at(
            24,
            20,
            path("M-3 -11 H3 V-6 Q6 -3 6 0 V9 H-6 V0 Q-6 -3 -3 -6Z", TEAL),
            path("M1 -11 H3 V-6 Q6 -3 6 0 V9 H1.6Z", TEAL_DARK),
            rect(-3.4, -13, 6.8, 3, RED_DARK, 1),
            angle=18,
        ),
        path("M15 43 Q17 34 22 36 Q26 32 28 43Z", LEAF),
        path("M22 36 Q26 32 28 43 H22Z", LEAF_DARK),
        path("M38 43 l2 -7 l5 1 l1 6Z", WOOD_LIGHT),
        stroke("M7 12 q2 -3 4 0 M33 8 q2 -3 4 0 q2 -3 4 0", INK, 1.6),
    )


def obelisk() -> str:
    return group(
        ground_shadow(15, 43.6),
        rect(10, 39, 28, 4.6, STONE_DARK, 1.2),
        rect(13, 35, 22, 5, STONE, 1),
        path("M26 35 H34 Q35 35 35 36 V40 H26Z", STONE_DARK),
        path("M19 9 L24 2 L29 9 L31.4 35 H16.6Z", "#D9C39A"),
        path("M24 2 L29 9 L31.4 35 H24Z", "#B2966A"),
        path("M19 9 L24 2 L29 9Z", GOLD),
        path("M24 2 L29 9 H24Z", GOLD_DARK),
        *[rect(20.4, y, 3, 3.2, "#8A6D3F", 0.8) + rect(25.2, y, 2.8, 3.2, "#6F5530", 0.8) for y in (14, 20.4, 26.8)],
    )


def assembler() -> str:
    return group(
        ground_shadow(21, 43.6),
        rect(2, 36, 44, 6.4, INK, 3.2),
        *[circle(x, 39.2, 1.9, STONE) for x in (7, 15.5, 24, 32.5, 41)],
        stroke("M12 31 L15 15 L30 9", "#F08A2C", 5),
        stroke("M12 31 L15 15", "#C9661A", 2),
        circle(15, 15, 4.2, STONE_DARK),
        circle(14.4, 14.4, 1.8, STONE_LIGHT),
        circle(30, 9, 3.6, STONE_DARK),
        stroke("M30 10 V17", STONE_DARK, 3),
        stroke("M26 22 V18 H34 V22", STONE_DARK, 2.6),
        path("M4 36 L6.6 30 H17.4 L20 36Z", "#F08A2C"),
        path("M13 30 H17.4 L20 36 H14Z", "#C9661A"),
        path("M23 28 L31.6 20.6 L40 28 V36 H23Z", CREAM),
        path("M32 28 L31.6 20.6 L40 28 V36 H34Z", CREAM_DARK),
        path("M21 28.6 L31.6 19.6 L42 28.6 L40.6 30.2 L31.6 22.8 L22.4 30.2Z", TEAL),
        rect(28.4, 29.6, 5.6, 6.4, TEAL_DARK, 0.8),
    )


def vault() -> str:
    return group(
        ground_shadow(19, 43.4),
        rect(9, 40, 6, 3.6, INK, 1),
        rect(33, 40, 6, 3.6, INK, 1),
        rect(5, 5, 38, 36, STONE, 4),
        path("M35 5 H39 Q43 5 43 9 V37 Q43 41 39 41 H9 Q5.6 41 5 38 H35Z", STONE_DARK),
        rect(9.4, 9, 26, 27, "#5B6675", 3),
        circle(22.4, 22.4, 11, STONE_LIGHT),
        path("M22.4 11.4 A11 11 0 0 1 22.4 33.4 Q29 23 22.4 11.4Z", STONE),
        stroke("M22.4 14.6 V30.2 M14.6 22.4 H30.2", GOLD_DARK, 2.6),
        circle(22.4, 22.4, 5.4, "none", stroke=GOLD, stroke_width=2.4),
        circle(22.4, 22.4, 2.2, GOLD_LIGHT),
        rect(37.6, 14, 3.4, 6, INK, 1.4),
        rect(37.6, 27, 3.4, 6, INK, 1.4),
    )


# ------------------------------------------------------------------ deeds


def deed_scroll(emblem: str) -> str:
    return group(
        ground_shadow(17, 43.6),
        path("M9 6 H37 V38 H9Z", PAPER),
        path("M29 6 H37 V38 H31Z", PAPER_DARK),
        rect(5, 3, 36, 6, PAPER_DARK, 3),
        rect(5, 3, 26, 3.4, PAPER, 1.7),
        rect(7, 36, 36, 6, PAPER_DARK, 3),
        rect(7, 36, 26, 3.2, PAPER, 1.6),
        emblem,
        path("M32 34 L30.4 44 L34 41.6 L37.4 44 L36 34Z", RED_DARK),
        circle(34, 33, 5.2, RED),
        circle(32.6, 31.6, 1.8, RED_LIGHT),
    )


def crate(x: float, y: float, size: float) -> str:
    s = size / 12
    return at(
        x,
        y,
        rect(0, 0, 12, 12, WOOD, 1),
        path("M8 0 H11 Q12 0 12 1 V11 Q12 12 11 12 H8Z", WOOD_DARK),
        rect(0, 0, 12, 2.6, WOOD_LIGHT, 0.8),
        stroke("M2 10.4 L10 4.2", WOOD_LIGHT, 1.6),
        scale=s,
    )


def wholesaler() -> str:
    return deed_scroll(crate(12, 21.6, 11) + crate(22, 24, 8.6) + crate(15, 12.6, 9))


def lottery_ball(x: float, y: float, r: float, colour: str, shade: str) -> str:
    return (
        circle(x, y, r, colour)
        + path(f"M{x} {y - r} A{r} {r} 0 0 1 {x} {y + r} Q{x + r * 0.7:.1f} {y} {x} {y - r}Z", shade)
        + circle(x - r * 0.1, y - r * 0.05, r * 0.48, "#FFFDF8")
    )


def lotto() -> str:
    return deed_scroll(
        lottery_ball(17, 17, 5.4, RED, RED_DARK)
        + lottery_ball(26, 21.6, 5.4, BLUE, BLUE_DARK)
        + lottery_ball(17, 28.4, 5.4, GOLD, GOLD_DARK)
    )


PLANS: dict[str, Callable[[], str]] = {
    "windmill": windmill,
    "statue": statue,
    "gardens": gardens,
    "bridge": bridge,
    "museum": museum,
    "gallery": gallery,
    "co_op": co_op,
    "mine": headframe,
    "workshop": workshop,
    "factory": factory,
    "plant": plant,
    "stripmine": stripmine,
    "corporate_hq": corporate_hq,
    "truck": truck,
    "crane": crane,
    "landfill": landfill,
    "obelisk": obelisk,
    "assembler": assembler,
    "vault": vault,
    "wholesaler": wholesaler,
    "lotto": lotto,
}
