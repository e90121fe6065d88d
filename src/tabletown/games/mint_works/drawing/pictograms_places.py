"""The pictures of Locations, types, opponents and tokens on a 48 grid, in the manner of the Plans."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.draw.paint import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
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

from .pictograms_plans import MINT, MINT_DARK, PAPER, PAPER_DARK, PINK, crate, lottery_ball, small_mint

# ------------------------------------------------------------------ locations


def at_producer() -> str:
    """A sweet machine: glass globe of mints on a red foot."""
    return group(
        ground_shadow(15, 43.6),
        path("M13 43 L15.4 27 H32.6 L35 43Z", RED),
        path("M27 27 H32.6 L35 43 H27.6Z", RED_DARK),
        rect(19.6, 33, 8.8, 6, INK, 2),
        small_mint(24, 38.4, 3.4),
        circle(24, 30, 1.8, GOLD),
        circle(24, 16, 13, "#D9EEF7"),
        path("M24 3 A13 13 0 0 1 31 27 Q35 14 24 3Z", "#B5D5E4"),
        *[
            small_mint(x, y, 3.9)
            for x, y in ((17, 17.4), (24.4, 14.6), (31, 18), (20, 23), (28, 23.4), (17.6, 10.6), (29.6, 9.8))
        ],
        rect(13.4, 25.6, 21.2, 3.8, RED_DARK, 1.9),
        rect(18.6, 1.4, 10.8, 4.4, RED, 2.2),
        stroke("M14.6 14 Q15.4 8 20 6.2", "#fff", 1.8),
    )


def at_builder() -> str:
    return group(
        ground_shadow(20, 43),
        rect(4, 33, 13, 9, RED, 1),
        rect(18, 33, 13, 9, RED, 1),
        rect(32, 33, 12, 9, RED_DARK, 1),
        rect(11, 23, 13, 9, RED_LIGHT, 1),
        rect(25, 23, 12, 9, RED, 1),
        path("M4 33 h13 v2.4 h-13Z M18 33 h13 v2.4 h-13Z M25 23 h12 v2.4 h-12Z", RED_LIGHT),
        path("M8 20 Q8 5 23 5 Q38 5 38 20Z", GOLD),
        path("M27 5.4 Q38 7.4 38 20 H30 Q31 12 27 5.4Z", GOLD_DARK),
        rect(19.6, 3, 6.8, 12.6, GOLD_LIGHT, 2.6),
        rect(3, 18.6, 41, 5, GOLD_DARK, 2.5),
        rect(3, 18.6, 28, 2.6, GOLD, 1.3),
    )


def at_supplier() -> str:
    """Rolled plans in a bucket; one lies open in blue."""

    def roll(x: float, top: float, angle: float, colour: str, shade: str) -> str:
        return at(
            x,
            top,
            rect(-3.4, 0, 6.8, 30, colour, 2),
            rect(0.6, 0, 2.8, 30, shade, 1.2),
            ellipse(0, 0.6, 3.4, 1.8, "#FFFDF8"),
            ellipse(0, 0.6, 1.5, 0.8, shade),
            angle=angle,
        )

    return group(
        ground_shadow(18, 43.4),
        roll(13, 6, -13, "#7FB2E5", BLUE_DARK),
        roll(33.6, 5, 12, PAPER, PAPER_DARK),
        roll(23, 2, -1, BLUE_LIGHT, BLUE),
        path("M8 22 H40 L36.6 41 Q36.2 43 34 43 H14 Q11.8 43 11.4 41Z", WOOD),
        path("M30 22 H40 L36.6 41 Q36.2 43 34 43 H29Z", WOOD_DARK),
        rect(6.6, 20.6, 34.8, 4.6, WOOD_LIGHT, 2.3),
        path("M10 31 H38.4 L37.8 34.4 H10.6Z", STONE_LIGHT),
        path("M30 31 H38.4 L37.8 34.4 H29.8Z", STONE),
    )


def at_leadership_council() -> str:
    return group(
        ground_shadow(20, 43.4),
        rect(5, 37, 26, 6, WOOD_DARK, 2),
        rect(8, 33, 20, 5, WOOD, 1.6),
        rect(8, 33, 13, 2.4, WOOD_LIGHT, 1.2),
        at(
            23,
            18,
            rect(-2, 3, 4, 27, WOOD_DARK, 2),
            rect(-2, 3, 2.2, 27, WOOD, 1.1),
            rect(-12, -7, 24, 12, WOOD, 2),
            path("M-12 0 H12 V3 Q12 5 10 5 H-10 Q-12 5 -12 3Z", WOOD_DARK),
            rect(-13.6, -8.6, 5.6, 15.2, GOLD, 2),
            rect(8, -8.6, 5.6, 15.2, GOLD_DARK, 2),
            angle=-42,
        ),
        path("M39 3 L40.6 7.2 L45 7.6 L41.6 10.4 L42.8 14.8 L39 12.4 L35.2 14.8 L36.4 10.4 L33 7.6 L37.4 7.2Z", GOLD),
    )


def at_wholesaler() -> str:
    return group(
        ground_shadow(21, 43.4),
        crate(5, 20, 18),
        crate(24, 20, 18),
        crate(14.4, 2.6, 17),
        small_mint(14, 30, 4.4),
        small_mint(33, 30, 4.4),
        small_mint(22.8, 12, 4.2),
        rect(3, 38.4, 42, 2.8, WOOD_LIGHT, 1),
        *[rect(x, 40.4, 7, 3.2, WOOD_DARK, 0.8) for x in (4.4, 20.6, 36.6)],
    )


def at_lotto() -> str:
    return group(
        ground_shadow(18, 43.6),
        stroke("M16 34 L11 42.6", PURPLE_DARK, 3.4),
        stroke("M32 34 L37 42.6", PURPLE_DARK, 3.4),
        rect(8, 40.6, 32, 3, PURPLE_DARK, 1.5),
        circle(24, 20, 17, "#E3EEF6"),
        path("M24 3 A17 17 0 0 1 30 36 Q39 18 24 3Z", "#C3D5E2"),
        lottery_ball(17, 27.4, 5, RED, RED_DARK),
        lottery_ball(30, 28, 5, BLUE, BLUE_DARK),
        lottery_ball(23.4, 19.4, 5, GOLD, GOLD_DARK),
        lottery_ball(32.4, 17.6, 4.6, TEAL, TEAL_DARK),
        lottery_ball(15, 15.6, 4.6, PURPLE, PURPLE_DARK),
        lottery_ball(24, 9.4, 4, RED, RED_DARK),
        circle(24, 20, 17, "none", stroke=PURPLE, stroke_width=2.6),
        stroke("M11 14 Q13.6 8.4 18.6 6.6", "#fff", 2),
        rect(39.6, 18, 5.4, 4, PURPLE_DARK, 2),
        circle(45, 14.6, 2.4, RED),
        stroke("M44.4 20 V15", PURPLE_DARK, 2),
    )


def at_crowdfunder() -> str:
    """A piggy bank about to get a mint."""
    return group(
        ground_shadow(18, 43),
        rect(12, 35, 6, 8, "#DB8378", 2),
        rect(28, 35, 6, 8, "#DB8378", 2),
        stroke("M5.4 26 q-3.6 -1 -2 -4", "#DB8378", 2.2),
        ellipse(23, 28, 18, 12, PINK),
        path("M30 17 A18 12 0 0 1 23 40 Q38 34 30 17Z", "#DB8378"),
        path("M29 18 L36 12.6 L36.4 21Z", "#DB8378"),
        path("M9 25 Q11 18.6 18 17.6 Q13 21 12 27Z", "#FFD9D1"),
        ellipse(40, 28.6, 4.6, 5.6, "#F7C3BA"),
        ellipse(38.8, 28.6, 1.1, 1.9, "#A4554C"),
        ellipse(42, 28.6, 1.1, 1.9, "#A4554C"),
        circle(33, 24.6, 1.7, INK),
        rect(17, 16.6, 10, 2.6, "#A4554C", 1.3),
        small_mint(22, 8, 6.4),
    )


def at_recycler() -> str:
    arrow = path("M-6 -15.4 L-1.6 -19 Q0 -20 1.6 -19 L8.4 -8 L12 -10 L11 1 L0.6 -3 L4.4 -5.4 L0 -12.6 L-3 -10.6Z", LEAF)
    shade = path("M1.6 -19 L8.4 -8 L12 -10 L11 1 L6 -0.9 L4.4 -5.4 L6.2 -6.4 L0 -16.4Z", LEAF_DARK)
    return group(
        ground_shadow(17, 43.4),
        *[at(24, 23.6, arrow, shade, angle=a, scale=1.06) for a in (0, 120, 240)],
        small_mint(24, 23.8, 4.8),
    )


def at_temp_agency() -> str:
    return group(
        ground_shadow(20, 43),
        stroke("M16 16 V12 Q16 8.6 19.4 8.6 H26 Q29.4 8.6 29.4 12 V16", WOOD_DARK, 3),
        rect(3, 15, 39, 27, WOOD, 4),
        path("M34 15 H38 Q42 15 42 19 V38 Q42 42 38 42 H7 Q3.4 42 3 39 H34Z", WOOD_DARK),
        rect(3, 25, 39, 3, WOOD_DARK),
        rect(7, 17.4, 20, 2.4, WOOD_LIGHT, 1.2),
        rect(12, 23.4, 6, 6.4, GOLD, 1.4),
        circle(35, 33, 10.4, "#FFFDF8"),
        circle(35, 33, 10.4, "none", stroke=TEAL, stroke_width=2.6),
        stroke("M35 27.4 V33 L39 35.4", INK, 2.2),
    )


def at_swap_meet() -> str:
    return group(
        ground_shadow(20, 43.2),
        at(
            13,
            23,
            rect(-8, -11, 16, 22, BLUE, 2.4),
            path("M3 -11 H5.6 Q8 -11 8 -8.6 V8.6 Q8 11 5.6 11 H3Z", BLUE_DARK),
            circle(-1.6, 0, 4, BLUE_LIGHT),
            angle=-8,
        ),
        at(
            35,
            27,
            rect(-8, -11, 16, 22, RED, 2.4),
            path("M3 -11 H5.6 Q8 -11 8 -8.6 V8.6 Q8 11 5.6 11 H3Z", RED_DARK),
            circle(-1.6, 0, 4, "#FFC9BA"),
            angle=8,
        ),
        path("M14 9.4 Q24 -0.6 34 7 L36.6 3.6 L40 14 L29 13.2 L31.6 10 Q24 4.6 17 11.4Z", GOLD_DARK),
        path("M34 39.6 Q24 48 14.4 41 L11.6 44.2 L8.6 34 L19.4 35 L16.8 38 Q24 42.4 31 37.4Z", GOLD),
    )


# ------------------------------------------------------------------ plan types, opponent, token


def type_culture() -> str:
    """A theatre mask."""
    return group(
        path("M7 8 Q24 2 41 8 V24 Q40 40 24 45 Q8 40 7 24Z", PURPLE),
        path("M24 5 Q33 5 41 8 V24 Q40 40 24 45Z", PURPLE_DARK),
        path("M12 19 Q16.4 14.6 21 19 Q16.4 23 12 19Z M27 19 Q31.6 14.6 36 19 Q31.6 23 27 19Z", "#fff"),
        path("M13.6 28 Q24 34 34.4 28 Q32 38.6 24 38.6 Q16 38.6 13.6 28Z", "#fff"),
    )


def type_production() -> str:
    teeth = "".join(
        at(24, 24, rect(-4.4, -21, 8.8, 10, RED if a > 180 else RED_DARK, 2), angle=a) for a in range(0, 360, 45)
    )
    return group(
        teeth,
        circle(24, 24, 15, RED),
        path("M24 9 A15 15 0 0 1 24 39 Q34 24 24 9Z", RED_DARK),
        circle(24, 24, 6.6, "#fff"),
    )


def type_utility() -> str:
    return group(
        at(
            24,
            24,
            path(
                "M-5 -6 Q-11 -10 -9 -18 Q-8 -21 -5 -22 V-14 L0 -11 L5 -14 V-22 Q8 -21 9 -18 Q11 -10 5 -6 V17 Q5 22 0 22 Q-5 22 -5 17Z",
                BLUE,
            ),
            path("M1 -11.6 L5 -14 V-22 Q8 -21 9 -18 Q11 -10 5 -6 V17 Q5 22 1 22Z", BLUE_DARK),
            circle(0, 16, 2.4, "#fff"),
            angle=38,
        )
    )


def type_deed() -> str:
    return group(
        path("M9 6 H37 V40 H9Z", PAPER),
        path("M29 6 H37 V40 H30Z", PAPER_DARK),
        rect(5, 3, 36, 7, GOLD_DARK, 3.5),
        rect(7, 37, 36, 7, GOLD_DARK, 3.5),
        rect(5, 3, 26, 3.6, GOLD, 1.8),
        stroke("M14 17 H28 M14 23 H28 M14 29 H22", WOOD, 2.4),
        circle(32, 31, 5.4, RED),
        circle(30.4, 29.6, 1.8, RED_LIGHT),
    )


def sonic() -> str:
    """The Cuteness: a puppy with one brown ear and a mint for a name tag."""
    return group(
        ground_shadow(17, 44),
        path("M10 45 Q9 34 17 32 H31 Q39 34 38 45Z", "#FFFAF0"),
        path("M29 32 H31 Q39 34 38 45 H30Z", CREAM_DARK),
        path("M9 13 Q2 14 3 26 Q4 33 9 31 Q13 25 13 17Z", WOOD_DARK),
        path("M39 13 Q46 14 45 26 Q44 33 39 31 Q35 25 35 17Z", WOOD),
        path("M8 20 Q8 5 24 5 Q40 5 40 20 Q40 37 24 37 Q8 37 8 20Z", "#FFFAF0"),
        path("M28 5.2 Q40 7 40 20 Q40 35 27 36.9 Q37 26 28 5.2Z", CREAM_DARK),
        path("M8 20 Q8 6 21 5.1 Q24 13 20.6 21 Q14 27 9 25.6 Q8 23 8 20Z", WOOD_LIGHT),
        ellipse(24, 28.6, 8.4, 6.4, "#fff"),
        ellipse(24, 25, 3.6, 2.6, INK),
        circle(23, 24.2, 0.9, "#fff"),
        stroke("M24 27.4 V30 M24 30 Q21.4 33 18.8 30.8 M24 30 Q26.6 33 29.2 30.8", INK, 1.5),
        path("M22.2 31.4 H25.8 V33.6 Q24 36.4 22.2 33.6Z", RED_LIGHT),
        ellipse(16.4, 19.6, 2.9, 3.5, INK),
        ellipse(31.6, 19.6, 2.9, 3.5, INK),
        circle(15.4, 18.2, 1.1, "#fff"),
        circle(30.6, 18.2, 1.1, "#fff"),
        stroke("M14.6 37.4 Q24 41.6 33.4 37.4", RED, 3),
        small_mint(24, 41.2, 3.4),
    )


def paw() -> str:
    return group(
        path("M24 23 Q34 23 37 34 Q38.6 42 31 42 Q27 40 24 40 Q21 40 17 42 Q9.4 42 11 34 Q14 23 24 23Z", WOOD_DARK),
        *[ellipse(x, y, 4.6, 6.2, WOOD_DARK) for x, y in ((9, 22), (18.6, 12.6), (29.4, 12.6), (39, 22))],
    )


def start_token() -> str:
    """A rosette with a mint leaf: whoever holds it opens the next round."""
    petals = "".join(
        at(24, 20, circle(0, -14.6, 4.6, TEAL if a < 180 else TEAL_LIGHT), angle=a) for a in range(0, 360, 30)
    )
    return group(
        path("M15 30 L10 45 L17 42.4 L21.4 47 L25 34Z", TEAL_DARK),
        path("M33 30 L38 45 L31 42.4 L26.6 47 L23 34Z", TEAL),
        petals,
        circle(24, 20, 14.6, TEAL),
        circle(24, 20, 11.6, "#FFFDF8"),
        path("M24 29 Q14.6 24 17 12.6 Q25 11 30 16 Q33.4 24 24 29Z", LEAF),
        path("M17 12.6 Q25 11 30 16 Q33.4 24 24 29 Q27 20 17 12.6Z", LEAF_DARK),
        stroke("M24 29 Q24 21 19.4 15.4", "#DFF5D2", 1.4),
    )


def card_pile() -> str:
    """A face-down plan: the back of a card with a mint on it."""
    return group(
        at(26, 24, rect(-13, -18, 26, 36, TEAL_DARK, 3.6), angle=8),
        rect(9, 6, 26, 36, "#FFFDF8", 3.6),
        rect(11.4, 8.4, 21.2, 31.2, TEAL, 2.4),
        small_mint(22, 24, 7),
    )


def _head(skin: str, shade: str) -> str:
    return (
        path("M17 30 H31 V38 H17Z", shade)
        + path("M12 18 Q12 6 24 6 Q36 6 36 18 V24 Q36 35 24 35 Q12 35 12 24Z", skin)
        + path("M28 6.6 Q36 8 36 18 V24 Q36 34 26 35 Q33 26 28 6.6Z", shade)
    )


def _eyes(y: float) -> str:
    return (
        circle(18.6, y, 1.9, INK)
        + circle(29.4, y, 1.9, INK)
        + circle(18, y - 0.7, 0.6, "#fff")
        + circle(28.8, y - 0.7, 0.6, "#fff")
    )


def justin() -> str:
    """The Game Designer: a beard, round glasses and a pencil behind the ear."""
    return group(
        ground_shadow(17, 45),
        path("M6 46 Q6 36 16 35 H32 Q42 36 42 46Z", BLUE),
        path("M30 35 H32 Q42 36 42 46 H31Z", BLUE_DARK),
        _head("#F3C8A0", "#DBA577"),
        path("M11 19 Q9 3 24 3.4 Q39 3 37 19 Q35 11 29 10.4 Q20 13 13.6 11.6 Q12 14 11 19Z", WOOD_DARK),
        path("M12 22 Q14 27 19 26.4 Q24 24.6 29 26.4 Q34 27 36 22 Q37.6 38 24 39.6 Q10.4 38 12 22Z", WOOD_DARK),
        path("M28 26.2 Q34 27 36 22 Q37.6 38 25 39.6 Q32 34 28 26.2Z", "#6B411D"),
        path("M20 30 Q24 32.6 28 30 Q27 33.6 24 33.6 Q21 33.6 20 30Z", "#FFFDF8"),
        _eyes(19.6),
        circle(18.6, 19.6, 4.6, "none", stroke=INK, stroke_width=1.5),
        circle(29.4, 19.6, 4.6, "none", stroke=INK, stroke_width=1.5),
        stroke("M23.2 19 Q24 18.2 24.8 19", INK, 1.5),
        at(
            38,
            11,
            rect(-1.6, -9, 3.2, 17, GOLD, 0.6),
            path("M-1.6 8 H1.6 L0 12Z", CREAM_DARK),
            rect(-1.6, -10.6, 3.2, 3, RED_LIGHT, 0.8),
            angle=24,
        ),
    )


def rachael() -> str:
    """The Keeper: red hair, a calm smile and the key to the tin."""
    return group(
        ground_shadow(17, 45),
        path("M9 18 Q7 2 24 2 Q41 2 39 18 Q43 32 37 39 H11 Q5 32 9 18Z", "#B4502C"),
        path("M30 2.8 Q41 4 39 18 Q43 32 37 39 H31 Q37 22 30 2.8Z", "#8C381B"),
        path("M6 46 Q6 37 16 36 H32 Q42 37 42 46Z", TEAL),
        path("M30 36 H32 Q42 37 42 46 H31Z", TEAL_DARK),
        _head("#F8D3B4", "#E2AE87"),
        path("M11.4 21 Q10 5 24 5 Q38 5 36.6 21 Q33 11 23 10.6 Q15 12 11.4 21Z", "#B4502C"),
        path("M30 6.4 Q38 8 36.6 21 Q34 13 28.6 11.2Z", "#8C381B"),
        _eyes(21),
        stroke("M15.6 17.4 Q18.6 15.8 21 17.2 M27 17.2 Q29.4 15.8 32.4 17.4", "#8C381B", 1.3),
        stroke("M20 28.4 Q24 31.4 28 28.4", RED_DARK, 1.8),
        at(
            35,
            37,
            circle(0, 0, 4.2, "none", stroke=GOLD, stroke_width=2.8),
            stroke("M2.4 3.2 L8 9.4 M5.6 7 L8 5", GOLD_DARK, 2.6),
            angle=8,
        ),
    )


def mort() -> str:
    """The Mint Tycoon: a silk hat with a mint on it, a monocle and a white moustache."""
    return group(
        ground_shadow(17, 45),
        path("M6 46 Q6 37 16 36 H32 Q42 37 42 46Z", INK),
        path("M20 36 H28 L24 43Z", "#FFFDF8"),
        path("M20.4 37 L24 39 L27.6 37 V41 L24 39 L20.4 41Z", RED),
        _head("#F4C9A6", "#DBA37B"),
        path("M14 1 H34 L33 14 H15Z", "#3B4252"),
        path("M28 1 H34 L33 14 H28.6Z", INK),
        rect(14.8, 10, 18.4, 4, PURPLE, 0.6),
        rect(8, 13, 32, 4, INK, 2),
        small_mint(24, 6.6, 4),
        _eyes(22),
        circle(29.4, 22, 4.8, "#DDF1FF", fill_opacity=0.45, stroke=GOLD_DARK, stroke_width=1.7),
        stroke("M33.6 24.6 Q36 30 35 37", GOLD_DARK, 1.2),
        path(
            "M24 26.4 Q20 24.6 16 28 Q13 30.4 10.6 28.6 Q12.4 34 18 32.8 Q22 32 24 29.4 Q26 32 30 32.8 Q35.6 34 37.4 28.6 Q35 30.4 32 28 Q28 24.6 24 26.4Z",
            "#FFFDF8",
        ),
        path("M24 26.4 Q28 24.6 32 28 Q35 30.4 37.4 28.6 Q35.6 34 30 32.8 Q26 32 24 29.4Z", STONE_LIGHT),
    )


def shutter() -> str:
    """A shop with its shutter down."""
    return group(
        rect(5, 12, 38, 32, STONE_LIGHT, 2),
        stroke("M7 19 H41 M7 25 H41 M7 31 H41 M7 37 H41", STONE, 2),
        path(
            "M3 4 H45 V12 Q45 16 40 16 Q36 16 36 12 Q36 16 30.4 16 Q24.6 16 24.6 12 Q24.6 16 18.4 16 Q12.6 16 12.6 12 Q12.6 16 8 16 Q3 16 3 12Z",
            RED,
        ),
        path(
            "M12.6 4 H24.6 V12 Q24.6 16 18.4 16 Q12.6 16 12.6 12Z M36 4 H45 V12 Q45 16 40 16 Q36 16 36 12Z", "#FFF6E4"
        ),
        rect(15, 26, 18, 9, RED_DARK, 2),
        stroke("M20 30.5 H28", "#FFFDF8", 2.2),
    )


def out_of_play() -> str:
    """Mints that leave the game."""
    return group(
        small_mint(17, 30, 11),
        small_mint(31, 20, 11),
        stroke("M6 42 L42 6", "#FFFDF8", 7),
        stroke("M6 42 L42 6", RED_DARK, 4),
    )


def empty_tin() -> str:
    """The mint supply has run out."""
    return group(
        ground_shadow(20, 43),
        path("M4 20 H44 V36 Q44 42 38 42 H10 Q4 42 4 36Z", MINT),
        path("M36 20 H44 V36 Q44 42 38 42 H34Z", MINT_DARK),
        ellipse(24, 20, 20, 7, STONE_LIGHT),
        ellipse(24, 20.6, 17, 5, INK),
        ellipse(24, 22, 14, 3.2, "#4A5468"),
    )


def endless_mints() -> str:
    """A mint in the loop of infinity."""
    return group(
        stroke("M24 24 Q16 12 9 17 Q3 24 9 31 Q16 36 24 24 Q32 12 39 17 Q45 24 39 31 Q32 36 24 24", TEAL_DARK, 5),
        stroke("M24 24 Q16 12 9 17 Q3 24 9 31", TEAL, 5),
        small_mint(24, 24, 8),
    )


def no_production() -> str:
    return group(type_production(), stroke("M7 41 L41 7", "#FFFDF8", 8), stroke("M7 41 L41 7", INK, 4.6))


def no_supplier() -> str:
    return group(card_pile(), stroke("M6 42 L42 6", "#FFFDF8", 8), stroke("M6 42 L42 6", RED_DARK, 4.6))


def two_paws() -> str:
    return group(at(-1, 15, paw(), scale=0.68), at(17, -1, paw(), scale=0.68))


LOCATIONS: dict[str, Callable[[], str]] = {
    "producer": at_producer,
    "builder": at_builder,
    "supplier": at_supplier,
    "leadership_council": at_leadership_council,
    "wholesaler": at_wholesaler,
    "lotto": at_lotto,
    "crowdfunder": at_crowdfunder,
    "recycler": at_recycler,
    "temp_agency": at_temp_agency,
    "swap_meet": at_swap_meet,
}
TYPES: dict[str, Callable[[], str]] = {
    "culture": type_culture,
    "production": type_production,
    "utility": type_utility,
    "deed": type_deed,
}
OPPONENTS: dict[str, Callable[[], str]] = {"justin": justin, "rachael": rachael, "sonic": sonic, "mort": mort}
OTHERS: dict[str, Callable[[], str]] = {
    "paw": paw,
    "start_token": start_token,
    "card": card_pile,
    "mint": lambda: small_mint(24, 23, 20),
    "shutter": shutter,
    "out_of_play": out_of_play,
    "empty_tin": empty_tin,
    "endless_mints": endless_mints,
    "no_production": no_production,
    "no_supplier": no_supplier,
    "two_paws": two_paws,
}
