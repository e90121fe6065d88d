"""Coins, dice, cubes, meeples and the other things one could hold in the hand.

Each piece is a file of `pictures/` and travels once with the page as a symbol (`DEFS`); drawing it on a table is one
`<use>`.
"""

from __future__ import annotations

from .pictures import load_pictures
from .shapes import Value, at, group, use
from .text import READABLE, display, register_inline
from .tokens import COIN_INK, SEAT_COUNT

SEAT_SHAPES = (
    "M0 -9L9 7.5H-9Z",
    "M-7.6 -7.6H7.6V7.6H-7.6Z",
    "M0 -8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0 -8.6Z",
    "M0 -10L9.4 0L0 10L-9.4 0Z",
)
"""The outline of every seat's mark, about (0, 0): triangle, square, circle, diamond."""
OF_SEATS = ("seat", "meeple", "worker", "house")
"""Pictures drawn for seat 0; those of the other seats are made from them, with the seat's colours and shape."""


def _definitions() -> dict[str, str]:
    found = dict(load_pictures("tabletown.draw", kind="p-"))
    for name in OF_SEATS:
        first = found.pop(f"p-{name}").replace(f'id="p-{name}"', f'id="p-{name}-0"')
        for seat in range(SEAT_COUNT):
            own = first.replace(f'"p-{name}-0"', f'"p-{name}-{seat}"').replace("(--seat-0", f"(--seat-{seat}")
            found[f"p-{name}-{seat}"] = own.replace(SEAT_SHAPES[0], SEAT_SHAPES[seat])
    return found


DEFS: dict[str, str] = _definitions()


# ---------------------------------------------------------------- showing them


def piece(name: str, cx: float, cy: float, size: float, **more: Value) -> str:
    """Any piece by name, centred, `size` wide and high: `coin`, `wood`, `any`, `mint`, `medal`, `cart-gold` ..."""
    if f"p-{name}" not in DEFS:
        raise ValueError(f"no piece is called {name!r}")
    return use(f"p-{name}", cx - size / 2, cy - size / 2, size, size, **more)


def _figure(label: object, cx: float, cy: float, r: float, ink: str, sizes: tuple[float, ...]) -> str:
    """A number inside a piece of radius r; `sizes` are for one, two, three digits; it may stand out of a piece."""
    text = str(label)
    size = max(READABLE, r * sizes[min(len(text), len(sizes)) - 1])
    return display(text, cx, cy + size * 0.355, size, ink, "middle")


def coin(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    """A coin; with a label, a price."""
    if label is None:
        return piece("coin-dim" if dimmed else "coin", cx, cy, 2 * r)
    face = piece("coin-dim" if dimmed else "coin-blank", cx, cy, 2 * r)
    return face + _figure(label, cx, cy - r * 0.03, r, COIN_INK, (1.04, 0.9, 0.7))


def mint(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    if label is None:
        return piece("mint-dim" if dimmed else "mint", cx, cy, 2.18 * r)
    ink = "#4A4740" if dimmed else "#12513B"
    return piece("mint-dim" if dimmed else "mint-blank", cx, cy, 2 * r) + _figure(
        label, cx, cy, r, ink, (1.06, 0.9, 0.7)
    )


def star(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    """A star; with a label, points. `dimmed` without a label is a star not earned."""
    if label is None:
        return piece("star-open" if dimmed else "star", cx, cy, 2 * r)
    ink = "#4A4740" if dimmed else COIN_INK
    face = piece("star-dim" if dimmed else "star-blank", cx, cy, 2.2 * r)
    return face + _figure(label, cx, cy + r * 0.02, r, ink, (0.96, 0.82, 0.62))


def medal(cx: float, cy: float, r: float, label: object = None, dimmed: bool = False) -> str:
    more: dict[str, Value] = {"opacity": 0.55} if dimmed else {}
    if label is None or label == "":
        return piece("medal", cx, cy, 2 * r, **more)
    return piece("medal-blank", cx, cy, 2 * r, **more) + _figure(
        label, cx, cy - r * 0.17, r, COIN_INK, (1.12, 0.94, 0.74)
    )


CURRENCIES = {"coin": coin, "mint": mint, "star": star, "medal": medal}
"""Pieces that can carry a number, by name."""


def die(cx: float, cy: float, size: float, value: int, angle: float = 0, **more: Value) -> str:
    """A die showing `value`; 0 is a die in the air."""
    face = piece(f"die-{value}" if value else "die-air", 0, 0, size)
    return at(cx, cy, face, scale=1, angle=angle, **more)


def good(name: str, cx: float, cy: float, size: float, **more: Value) -> str:
    """Goods differ in form: engraved cubes for materials, round discs for animals; `any` is any of them."""
    return piece(name, cx, cy, size, **more)


def seat_mark(cx: float, cy: float, size: float, seat: int) -> str:
    return piece(f"seat-{seat}", cx, cy, size)


def meeple(cx: float, cy: float, size: float, seat: int, **more: Value) -> str:
    return piece(f"meeple-{seat}", cx, cy, size, **more)


def worker(cx: float, cy: float, size: float, seat: int, **more: Value) -> str:
    return piece(f"worker-{seat}", cx, cy, size, **more)


def house(cx: float, cy: float, size: float, seat: int, **more: Value) -> str:
    return piece(f"house-{seat}", cx, cy, size, **more)


def pickaxe(cx: float, cy: float, size: float) -> str:
    return piece("pickaxe", cx, cy, size)


def ore(name: str, cx: float, cy: float, size: float, **more: Value) -> str:
    return piece(f"ore-{name}", cx, cy, size, **more)


def cart(cx: float, cy: float, size: float, load: str = "") -> str:
    return piece(f"cart-{load}" if load else "cart", cx, cy, size)


def bot_badge(x: float, cy: float) -> str:
    return group(piece("bot", x + 7.5, cy, 18), tip="Computer player")


def coin_pile(cx: float, base: float, count: int, most: int = 16, step: float = 31) -> str:
    """Coins in stacks of four, at most `most` of them."""
    shown = min(count, most)
    stacks = max(1, -(-shown // 4))
    out = []
    for index in range(shown):
        level, column = divmod(index, stacks)
        x, y = cx + (column - (stacks - 1) / 2) * step, base - level * 6
        out.append(use("p-coin-lying", x - 13, y - 7, 26, 16))
    return "".join(out)


def score_stars(x: float, y: float, size: float, earned: int, total: int) -> str:
    """`earned` of `total` stars in a row; x is the middle of the first."""
    return "".join(star(x + i * size * 1.12, y, size / 2, dimmed=i >= earned) for i in range(total))


def pictogram(name: str, x: float, y: float, size: float, **more: Value) -> str:
    """A game's picture by name; (x, y) is its upper left corner."""
    return use(f"pic-{name}", x, y, size, size, **more)


# ---------------------------------------------------------------- between words


def _inline_pic(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return pictogram(label, cx - box / 2, cy - box / 2, box, opacity=0.55 if dimmed else None)


def _inline_good(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return good(label, cx, cy, box * 0.94, opacity=0.55 if dimmed else None)


def _inline_coin(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return coin(cx, cy, box / 2 - 0.4, label or None, dimmed)


def _inline_mint(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return mint(cx, cy, box / 2 - 0.4, label or None, dimmed)


def _inline_star(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return star(cx, cy, box * 0.46, label or None, dimmed)


def _inline_medal(label: str, cx: float, cy: float, box: float, dimmed: bool) -> str:
    return medal(cx, cy, box / 2, label or None, dimmed)


register_inline("pic", _inline_pic)
register_inline("good", _inline_good)
register_inline("coin", _inline_coin)
register_inline("mint", _inline_mint)
register_inline("star", _inline_star)
register_inline("medal", _inline_medal)
