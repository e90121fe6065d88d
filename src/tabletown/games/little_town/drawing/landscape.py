"""The land of Little Town: meadow, forests, mountains and lakes, the construction site and the round track."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.draw.paint import (
    LEAF,
    LEAF_DARK,
    LEAF_LIGHT,
    RED,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)
from tabletown.draw.pieces import worker
from tabletown.draw.scenery import shadow
from tabletown.draw.shapes import (
    at,
    circle,
    clip,
    ellipse,
    group,
    number,
    path,
    rect,
    stroke,
    symbol,
    title,
    use,
)
from tabletown.draw.text import DISPLAY, display, text_width, words
from tabletown.draw.tokens import NIGHT, mix, var

from ..components import COLUMNS, GRIDS, ROUNDS, ROWS, SQUARES

# by day, and how far the evening takes it towards the night
_LAND = {
    "forest": ("#4E8F45", 0.42),
    "forest-edge": ("#356B33", 0.42),
    "forest-deep": ("#417F3D", 0.42),
    "rock": ("#C7B48E", 0.42),
    "rock-edge": ("#9F8A62", 0.42),
    "shore": ("#EBD9A4", 0.42),
    "shore-edge": ("#C9B374", 0.42),
    "water": ("#58B7DF", 0.34),
    "water-deep": ("#3E9AC8", 0.34),
    "water-light": ("#BDE8F7", 0.25),
    "reed": (LEAF_DARK, 0.2),
    "lily": (LEAF, 0.2),
    "blade": ("#4F8F3B", 0.25),
    "bush-dark": (LEAF_DARK, 0.34),
    "bush": (LEAF, 0.34),
    "bush-light": (LEAF_LIGHT, 0.34),
    "trail": ("#E9D3A0", 0.42),
}
_DAY = {name: colour for name, (colour, _) in _LAND.items()} | {
    "far": "#8FC170",
    "near": "#77AD5A",
    "open": "#BAD68A",
    "sand": "#E9D3A0",
    "sand-edge": "#B79A5C",
    "sand-ink": "#50310F",
    "crane": WOOD_DARK,
    "coordinate": "#2F5A22",
    "grid": "#FFFFFF4D",
    "plot": "#FFFFFF1A",
    "dusk": "0",
    "detail": "1",
    "goal-met": "#FDECC0",
    "goal-met-ink": "#9A6400",
}
_EVENING = {name: mix(colour, NIGHT, share) for name, (colour, share) in _LAND.items()} | {
    "far": "#38684A",
    "near": "#2A5438",
    "open": "#32805F",
    "sand": "#7A6038",
    "sand-edge": "#57431F",
    "sand-ink": "#F3E4C4",
    "crane": WOOD_LIGHT,
    "coordinate": "#BFDCC4",
    "grid": "#FFFFFF1F",
    "plot": "#FFFFFF1A",
    "dusk": "0.18",
    "detail": "0.65",
    "goal-met": "#5A4423",
    "goal-met-ink": "#FFD970",
}
TOKENS = {
    "light": {f"lt-{name}": value for name, value in _DAY.items()},
    "dark": {f"lt-{name}": value for name, value in _EVENING.items()},
}


def land(name: str) -> str:
    return var(f"lt-{name}")


# ---------------------------------------------------------------- the ground of one square, in a 64 box


def _conifer(x: float, base: float, scale: float) -> str:
    return at(
        x, base,
        rect(-2, -6, 4, 6, WOOD_DARK),
        path("M0 -19L11 -4Q0 -1 -11 -4Z", LEAF), path("M0 -19L11 -4Q6 -2.5 0 -2.4Z", LEAF_DARK),
        path("M0 -27L9 -13Q0 -10 -9 -13Z", LEAF), path("M0 -27L9 -13Q5 -11.6 0 -11.5Z", LEAF_DARK),
        path("M0 -34L7 -22Q0 -19.6 -7 -22Z", LEAF_LIGHT), path("M0 -34L7 -22Q4 -20.8 0 -20.8Z", LEAF),
        scale=scale,
    )  # fmt: skip


def _ground(colour: str, edge: str) -> str:
    return rect(1.5, 3, 61, 60, land(edge), 12) + rect(1.5, 1.5, 61, 59, land(colour), 12)


def _dusk() -> str:
    """In the evening the landscape recedes a little behind the toys that stand on it."""
    return rect(1.5, 1.5, 61, 61, NIGHT, 12, fill_opacity=land("dusk"))


_GROVES = (
    ((15, 34, 0.74), (47, 33, 0.7), (31, 40, 0.86), (16, 55, 0.7), (48, 56, 0.78)),
    ((32, 34, 0.74), (14, 43, 0.78), (50, 42, 0.74), (33, 56, 0.9)),
    ((46, 34, 0.76), (20, 38, 0.86), (36, 47, 0.72), (14, 57, 0.62), (50, 57, 0.78)),
)


def _forest(variant: int) -> str:
    trees = "".join(_conifer(*tree) for tree in _GROVES[variant])
    return _ground("forest", "forest-edge") + ellipse(32, 46, 27, 13, land("forest-deep")) + trees + _dusk()


def _mountain(variant: int) -> str:
    back = path("M30 57L46 20Q48.4 16 51 20L62 45V57Z", STONE_DARK) + path(
        "M43.6 25.6L46 20Q48.4 16 51 20L53.6 26L49.6 30L46.6 27Z", "#F4F8FB"
    )
    front = (
        path("M3 58L22 14Q25.4 8 29 14L50 58Z", STONE)
        + path("M25.4 9.8Q27.4 10 29 14L50 58H32L31 36Z", STONE_DARK)
        + path("M16.4 27L22 14Q25.4 8 29 14L34.6 26L29.6 31L25.4 26.6L20.6 31.4Z", "#FFFFFF")
        + path("M25.6 9.9Q27.4 10.2 29 14L34.6 26L29.6 31L27.4 28.6Z", STONE_LIGHT)
    )
    return (
        _ground("rock", "rock-edge")
        + group(back, front, transform="translate(64 0) scale(-1 1)" if variant else None)
        + ellipse(13, 56.4, 6, 3.4, STONE_LIGHT)
        + ellipse(15, 57.4, 5, 2.6, STONE)
        + _conifer(52, 60, 0.5)
        + _dusk()
    )


def _lake(variant: int) -> str:
    shore = "M14 9Q32 3 49 8Q60 13 57 29Q61 47 50 55Q33 61 15 56Q4 50 7 33Q3 15 14 9Z"
    water, light = land("water"), land("water-light")
    reeds = stroke("M51 52V40M55 53V44M47.6 53V45", land("reed"), 2) + stroke("M51 42V38.6M55 45V42.4", WOOD_DARK, 3.2)
    lily = (
        ellipse(18, 44, 6, 3.2, land("lily")) + path("M18 44L24.6 42L24 45.4Z", water) + circle(17, 42, 1.9, "#F7B3C8")
    )
    fish = at(
        34, 29,
        path("M-10 0Q-3 -8 5 -1L10 -5V5L5 1Q-3 8 -10 0Z", light), circle(-5.4, -1.2, 1.4, land("water-deep")),
        scale=1.05 if variant else -1.05,
    )  # fmt: skip
    waves = stroke("M14 19q5 -3 10 0t10 0M36 48q4.4 -2.6 8.6 0", light, 2)
    pond = path(shore, land("water-deep")) + at(0, 2.4, path(shore, water), scale=0.985)
    return _ground("shore", "shore-edge") + pond + waves + fish + lily + reeds + _dusk()


def _tuft(x: float, y: float) -> str:
    return stroke(f"M{x - 3} {y}l-1.8 -5M{x} {y}v-6.6M{x + 3} {y}l1.8 -5", land("blade"), 1.8)


def _flower(x: float, y: float, colour: str) -> str:
    petals = "".join(circle(x + dx, y + dy, 2, colour) for dx, dy in ((-2.2, 0), (2.2, 0), (0, -2.2), (0, 2.2)))
    return petals + circle(x, y, 1.7, "#C9661A" if colour == _YELLOW else _YELLOW)


_WHITE, _PINK, _YELLOW, _LILAC = "#FFFDF6", "#F79BB4", "#F6C244", "#B79AE6"


def _meadows() -> tuple[str, ...]:
    """Tufts and flowers near the rim, so that no two squares look the same and the middle stays free."""
    return (
        _tuft(15, 22) + _flower(48, 47, _PINK) + _flower(41, 52, _PINK),
        _flower(49, 16, _WHITE) + _tuft(18, 52),
        _tuft(49, 51) + _flower(15, 17, _YELLOW),
        _flower(15, 49, _LILAC) + _flower(23, 53, _LILAC) + _tuft(46, 21),
        _tuft(47, 20) + _flower(15, 49, _WHITE) + _flower(21, 44, _WHITE),
        _tuft(17, 50) + _tuft(28, 54),
        _flower(48, 48, _YELLOW) + _tuft(16, 22),
        _tuft(32, 20) + _flower(14, 48, _PINK) + _flower(50, 44, _WHITE),
    )


def _symbols() -> dict[str, str]:
    art = {f"land-F{i}": _forest(i) for i in range(3)}
    art |= {f"land-M{i}": _mountain(i) for i in range(2)} | {f"land-L{i}": _lake(i) for i in range(2)}
    art |= {f"land-G{i}": group(drawing, opacity=land("detail")) for i, drawing in enumerate(_meadows())}
    return {name: symbol(name, drawing, "0 0 64 64") for name, drawing in art.items()}


DEFS: dict[str, str] = _symbols()
_VARIANTS = {"F": 3, "M": 2, "L": 2}
TERRAIN_NAMES = {"F": "Forest", "M": "Mountain", "L": "Lake"}


def terrain_at(side: int, square: str) -> str:
    """F, M, L, or a dot for grass."""
    index = SQUARES.index(square)
    return GRIDS[side][index // COLUMNS][index % COLUMNS]


def _variant(square: str) -> int:
    row, column = divmod(SQUARES.index(square), COLUMNS)
    return (column * 73 + row * 151 + column * row * 29) // 3


def terrain_tile(x: float, y: float, size: float, side: int, square: str) -> str:
    kind = terrain_at(side, square)
    return use(f"land-{kind}{_variant(square) % _VARIANTS[kind]}", x, y, size, size)


def grass_detail(x: float, y: float, size: float, square: str) -> str:
    return use(f"land-G{_variant(square) % 8}", x, y, size, size)


# ---------------------------------------------------------------- the meadow under everything


def _bush(x: float, y: float, scale: float) -> str:
    dark, base, light = land("bush-dark"), land("bush"), land("bush-light")
    return at(
        x, y,
        circle(-7, 2, 7, dark), circle(7, 3, 7, dark), circle(0, -2, 9, base), circle(-3, -5, 3.4, light),
        circle(3, 0, 1.5, RED), circle(-4, 3, 1.5, RED),
        scale=scale,
    )  # fmt: skip


def _grid(x: float, y: float, size: float) -> str:
    down = "".join(f"M{number(x + c * size)} {number(y)}v{number(ROWS * size)}" for c in range(COLUMNS + 1))
    across = "".join(f"M{number(x)} {number(y + r * size)}h{number(COLUMNS * size)}" for r in range(ROWS + 1))
    return stroke(down + across, land("grid"), 1)


def _coordinates(x: float, y: float, size: float) -> str:
    ink = land("coordinate")
    letters = "".join(display("ABCDEFGHI"[c], x + (c + 0.5) * size, y - 6, 12, ink, "middle") for c in range(COLUMNS))
    return letters + "".join(display(r + 1, x - 13, y + (r + 0.5) * size + 4.5, 12, ink, "middle") for r in range(ROWS))


def meadow(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    grid_x: float,
    grid_y: float,
    size: float,
    named: bool,
) -> str:
    """Rolling grass with bushes at the rim, and the grid of the squares on it."""
    bushes = "".join(
        _bush(x + bx, y + by, scale)
        for bx, by, scale in (
            (1, 70, 0.8), (3, height * 0.47, 1), (width - 4, 56, 0.9), (width - 1, height * 0.45, 0.8),
            (width - 6, height * 0.7, 1), (0, height - 20, 1.1), (width - 10, height - 10, 1.3),
        )
    )  # fmt: skip
    far, near = land("far"), land("near")
    return (
        shadow(x, y, width, height, radius)
        + clip("clip-meadow", rect(x, y, width, height, radius=radius))
        + group(
            rect(x, y, width, height, var("meadow")),
            ellipse(x + width * 0.2, y + height * 0.18, width * 0.4, height * 0.2, far),
            ellipse(x + width * 0.82, y + height * 0.62, width * 0.38, height * 0.22, far),
            ellipse(x + width * 0.3, y + height * 0.82, width * 0.42, height * 0.16, near, fill_opacity=0.6),
            bushes,
            clip_path="url(#clip-meadow)",
        )
        + _grid(grid_x, grid_y, size)
        + (_coordinates(grid_x, grid_y, size) if named else "")
    )


# ---------------------------------------------------------------- site and rounds


def _crane(x: float, y: float) -> str:
    """A timber crane with a hanging beam; (x, y) is its foot."""
    timber = land("crane")
    return at(
        x, y,
        stroke("M0 0V-34M0 -32H24M0 -20L10 -32", timber, 3.2), stroke("M-6 0H6", timber, 4),
        stroke("M21 -32V-20", "#2B3140", 1.4), rect(13, -20, 16, 5, WOOD_LIGHT, 1.5), rect(23, -20, 6, 5, WOOD, 1.5),
    )  # fmt: skip


def _planks(x: float, y: float) -> str:
    boards = ((0, 4, WOOD_DARK), (2, 8, WOOD), (-1, 12, WOOD_LIGHT))
    return at(x, y, *(rect(dx, -dy, 22, 4, colour, 1.4) for dx, dy, colour in boards), scale=0.86)


def construction_site(x: float, y: float, width: float, height: float, builders: Sequence[int]) -> str:
    """The workers that built this round; they stand here until the round ends. `builders` are their seats."""
    base, narrow, count = y + height - 8, width < 240, len(builders)
    caption = f"{count} built" if narrow else f"{count} built this round" if count else "Nobody built yet"
    heading = "Site" if narrow else "Construction site"
    left = x + 62 + max(text_width(heading, 14.5, family=DISPLAY), text_width(caption, 11.5, 600)) + 16
    step = min(35.0, (x + width - 36 - left) / max(1, count - 1)) if count else 0
    crowd = "".join(
        worker(x + width - 22 - i * step, y + height * 0.46, 33, seat, id=f"builder-{count - i}")
        for i, seat in enumerate(reversed(builders))
    )
    ink = land("sand-ink")
    return group(
        title("Construction site"),
        rect(x, y + 2, width, height, land("sand-edge"), height * 0.36),
        rect(x, y, width, height, land("sand"), height * 0.36),
        _crane(x + 20, base),
        _planks(x + 32, base),
        display(heading, x + 62, y + height * 0.46, 14.5, ink),
        words(caption, x + 62, y + height * 0.46 + 15, 11.5, ink, 600),
        crowd,
        id="site",
    )


def round_track(x: float, y: float, width: float, height: float, current: int) -> str:
    """Four stepping stones across the meadow; the gold one is the round being played."""
    label = text_width("Round", 14.5, family=DISPLAY) + 10
    step, cy = (width - label) / ROUNDS, y + height / 2
    stones = []
    for stone in range(1, ROUNDS + 1):
        cx, now = x + label + (stone - 0.5) * step, stone == current
        r = height * (0.43 if now else 0.34)
        face = var("gold") if now else STONE_LIGHT if stone > current else STONE
        stones.append(ellipse(cx, cy + 3, r * 1.06, r * 0.96, "#00000040"))
        stones.append(circle(cx, cy + 1.6, r, var("gold-lip") if now else STONE_DARK) + circle(cx, cy, r, face))
        if stone < current:
            stones.append(at(cx, cy + 1, stroke("M-4 0l3 3l5 -6.4", "#2B3140", 1.8)))
        else:
            stones.append(display(stone, cx, cy + r * 0.36, r, "#3A2500" if now else "#3D4653", "middle"))
    trail = stroke(
        f"M{number(x + label + step / 2)} {number(cy)}H{number(x + width - step / 2)}",
        land("trail"),
        5,
        stroke_dasharray="1 9",
    )
    return group(
        title(f"Round {current} of {ROUNDS}"),
        display("Round", x, cy + 5, 14.5, land("coordinate")),
        trail,
        *stones,
        id="rounds",
    )
