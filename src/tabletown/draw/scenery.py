"""Set pieces: card scenes, skies and hills, market stalls, signs, trays, blueprints, stacks."""

from __future__ import annotations

from .pieces import pictogram
from .shapes import (
    Value,
    clip,
    group,
    left_rounded,
    line,
    linear_gradient,
    number,
    path,
    rect,
    stroke,
    top_rounded,
    use,
)
from .text import DISPLAY, display, text_width
from .tokens import CARD, FAMILIES, FELT, LINE, PAPER_DEEP, WOOD, ribbon, var

DEFS: dict[str, str] = {
    **{
        f"sky-{name}": linear_gradient(f"sky-{name}", (0, ribbon(name, "sky")), (1, ribbon(name, "horizon")))
        for name in FAMILIES
    },
    "sky": linear_gradient("sky", (0, var("sky-top")), (1, var("sky-low"))),
}


# ---------------------------------------------------------------- depth


def shadow(x: float, y: float, width: float, height: float, radius: float, level: int = 1) -> str:
    """Soft shadow towards the bottom right from stacked boxes; level 0 flat, 1 card, 2 lifted. No filters."""
    steps = (((1, 3, 2), (0.5, 1, 1)), ((3, 8, 3), (2, 5, 2), (1, 2, 1)))[level - 1] if level else ()
    return "".join(
        rect(x + dx - 0.5, y + dy, width + 1, height + 0.5, var(f"shade-{tone}"), radius) for dx, dy, tone in steps
    )


def panel(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float = 14,
    level: int = 1,
    fill: str = CARD,
    edge: str = LINE,
) -> str:
    """A sheet of card on the table."""
    return shadow(x, y, width, height, radius, level) + rect(x, y, width, height, fill, radius, stroke=edge)


def stack_edges(x: float, y: float, width: float, height: float, radius: float, left: int) -> str:
    """One card edge per two cards below the top one, so that a stack looks as deep as it is."""
    depth = min(2, (left - 1) // 2) if left > 1 else 0
    return "".join(
        rect(x + 1.5 * i, y + 2.5 * i, width - 1.5 * i, height, PAPER_DEEP, radius, stroke=LINE, stroke_width=1.4)
        for i in range(depth, 0, -1)
    )


# ---------------------------------------------------------------- scenes


def scene(
    x: float,
    y: float,
    width: float,
    height: float,
    family: str,
    picture: str,
    size: float,
    veiled: bool = False,
    radius: float = 11,
    shift: float = 0,
) -> str:
    """Sky, a hill and the pictogram standing on it: the picture half of every card."""
    frame = top_rounded(x, y, width, height, radius)
    low = y + height
    crest = line("Q", x + width * 0.3, low - 26, x + width * 0.62, low - 14, "T", x + width, low - 15)
    hill = line("M", x, low, "v", -14, crest, "v", 15, "Z")
    return (
        path(frame, f"url(#sky-{family})")
        + path(hill, ribbon(family, "ground"))
        + (pictogram(picture, x + (width - size) / 2 + shift, low - size - 2, size) if picture else "")
        + (path(frame, CARD, fill_opacity=var("veil")) if veiled else "")
    )


def side_scene(
    x: float, y: float, width: float, height: float, family: str, picture: str, size: float, radius: float = 12
) -> str:
    """The same for the left half of a wide card."""
    low = y + height
    crest = line("V", low - 22, "Q", x + width / 2, low - 36, x + width, low - 18)
    hill = line("M", x + radius, low, "Q", x, low, x, low - radius, crest, "V", low, "Z")
    return (
        path(left_rounded(x, y, width, height, radius), f"url(#sky-{family})")
        + path(hill, ribbon(family, "ground"))
        + pictogram(picture, x + (width - size) / 2 + 1, low - size - 8, size)
    )


def cloud(cx: float, cy: float, scale: float = 1) -> str:
    return use("p-cloud", cx - 26 * scale, cy - 21 * scale, 52 * scale, 30 * scale, opacity=var("cloud"))


def sky_light(cx: float, cy: float) -> str:
    """The sun by day, moon and stars in the evening; the theme shows one of them."""
    return use("p-sky-light", cx - 34, cy - 34, 68, 68)


def backdrop(x: float, y: float, width: float, height: float, horizon: float, name: str, radius: float = 18) -> str:
    """Sky, two ranges of hills and a meadow under a player's own town; `name` must be unique on the table."""
    h, low, right = y + horizon, y + height, x + width

    def range_of(left: float, *points: float) -> str:
        first, second, *rest = points
        steps: list[str | float] = ["M", x, left, "Q", first, second, rest[0], rest[1]]
        for i in range(2, len(rest), 2):
            steps += ["T", rest[i], rest[i + 1]]
        return line(*steps, "V", low, "H", x, "Z")

    far = range_of(h, x + width * 0.12, h - 60, x + width * 0.3, h - 16, x + width * 0.62, h - 22, right, h - 34)
    near = range_of(h + 8, x + width * 0.2, h - 24, x + width * 0.46, h + 4, right, h - 6)
    meadow = range_of(h + 26, x + width * 0.3, h + 6, x + width * 0.6, h + 22, right, h + 16)
    land = group(
        rect(x, y, width, height, "url(#sky)"),
        sky_light(right - 46, y + 34),
        cloud(x + width * 0.33, y + 20),
        cloud(x + width * 0.70, y + 26, 0.8),
        cloud(x + width * 0.06, y + 30, 0.7),
        path(far, var("hill-far")),
        path(near, var("hill-near")),
        path(meadow, var("meadow")),
        clip_path=f"url(#clip-{name})",
    )
    frame = clip(f"clip-{name}", rect(x, y, width, height, radius=radius))
    return shadow(x, y, width, height, radius) + frame + land


# ---------------------------------------------------------------- stalls, signs and trays


def awning(
    x: float,
    y: float,
    width: float,
    depth: float = 12,
    colour: str = var("awning"),
    pale: str = var("awning-pale"),
    stripe: float = 34,
    rail: bool = True,
) -> str:
    """Striped scalloped awning that turns a tray into a market stall or a box into a shop."""
    count = max(5, round(width / stripe) | 1)
    step, drop = width / count, width / count / 2.6
    bend = f"{number(step / 2)} {number(drop)} 0 0"
    drops: dict[int, list[str]] = {0: [], 1: []}
    for i in range(count):
        drops[i % 2].append(
            f"M{number(x + i * step)} {number(y)}h{number(step)}v{number(depth)}a{bend} 1 {number(-step)} 0Z"
        )
    under = f"M{number(x)} {number(y + depth)}" + f"a{bend} 0 {number(step)} 0" * count
    under += f"v3{f'a{bend} 1 {number(-step)} 0' * count}Z"
    cloth = path(under, var("shade-small")) + path("".join(drops[1]), pale) + path("".join(drops[0]), colour)
    if not rail:
        return cloth
    return cloth + rect(x - 4, y - 6, width + 8, 9, WOOD, 4.5) + rect(x, y - 4.6, width, 2.4, "#FFFFFF38", 1.2)


def sign_width(label: str, size: float = 16) -> float:
    return text_width(label, size, family=DISPLAY) + 28


def hanging_sign(cx: float, y: float, label: str, size: float = 16) -> str:
    """A wooden plate with a heading, hung over the edge of something; cx is its middle."""
    width, height = sign_width(label, size), size + 11
    left = cx - width / 2
    return (
        rect(left, y + 2, width, height, var("shade-small"), 8)
        + rect(left, y, width, height, WOOD, 8)
        + rect(left + 2, y + 2, width - 4, height - 4, var("wood-light"), 6)
        + display(label, cx, y + height / 2 + size * 0.35, size, var("wood-ink"), "middle")
    )


def stall(x: float, y: float, width: float, height: float, label: str) -> str:
    """A market stall: tray, awning and sign. Cards may lie from y + 34 on."""
    return (
        rect(x, y, width, height, PAPER_DEEP, 16) + awning(x, y + 4, width) + hanging_sign(x + width / 2, y - 5, label)
    )


def felt_tray(x: float, y: float, width: float, height: float, frame: float = 8, radius: float = 22) -> str:
    """A wooden tray lined with felt: dice, stock, anything that is thrown or heaped."""
    inner_x, inner_y, inner_w, inner_r = x + frame, y + frame, width - 2 * frame, radius - frame + 1
    outer = line("M", inner_x, inner_y + 32, "V", inner_y + inner_r, "q", 0, -inner_r, inner_r, -inner_r)
    right = line("H", inner_x + inner_w - inner_r, "q", inner_r, 0, inner_r, inner_r)
    lower = line("v", 4, "q", 0, -inner_r + 2, -inner_r, -inner_r + 2)
    lip = line(outer, right, lower, "H", inner_x + 20, "q", -20, 0, -20, 26, "Z")
    return (
        rect(x, y + 3, width, height, var("shade-small"), radius)
        + rect(x, y, width, height, WOOD, radius)
        + rect(x + 20, y + 2, width - 40, 3, "#FFFFFF2E", 1.5)
        + rect(inner_x, inner_y, inner_w, height - 2 * frame, FELT, inner_r)
        + path(lip, "#00000033")
    )


def blueprint(x: float, y: float, width: float, height: float, side: float, radius: float = 13) -> str:
    """Drawing paper for what is not built yet: a faint grid over the left `side` and a dashed frame."""
    columns = "".join(
        f"M{number(x + dx)} {number(y + 5)}V{number(y + height - 5)}" for dx in range(15, int(side) + 4, 15)
    )
    rows = "".join(f"M{number(x + 5)} {number(y + dy)}H{number(x + side + 3)}" for dy in range(16, int(height) - 6, 15))
    blue = var("blueprint-line")
    dashes: dict[str, Value] = {"stroke_width": 1.5, "stroke_dasharray": "6 5", "stroke_linecap": "round"}
    return (
        rect(x, y, width, height, var("blueprint"), radius)
        + stroke(columns + rows, blue, 0.8, stroke_opacity=0.4)
        + rect(x + 3, y + 3, width - 6, height - 6, "none", radius - 2.5, stroke=blue, **dashes)
    )


def card_back(
    x: float, y: float, width: float, height: float, colour: str, shade: str, mark: str = "", radius: float = 10
) -> str:
    """The back of a face-down card; `mark` is drawn in its middle."""
    inset = width * 0.07
    right, low = x + width - inset, y + height - inset
    corner = line("M", right, y + inset + 6, "V", low - 6, "q", 0, 6, -6, 6, "H", x + inset + 6, "Z")
    return (
        rect(x, y + 1.5, width, height, var("shade-small"), radius)
        + rect(x, y, width, height, "#FFFDF8", radius)
        + rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, colour, radius * 0.7)
        + path(corner, shade, fill_opacity=0.55)
        + mark
    )
