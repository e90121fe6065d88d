"""Players: points, carts in the mine and ore, in a panel for each of the others and on a plate for oneself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.panels import Purse, plate, player_panel
from tabletown.draw.pieces import star
from tabletown.draw.shapes import group, rect
from tabletown.draw.states import Change, counting, fresh_outline, gain_flag, gain_width
from tabletown.draw.text import DISPLAY, display, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT

from ..components import ORES
from ..text.names import LETTERS
from .pieces import cart_badge, ore_token


@dataclass(frozen=True)
class Holding:
    """What a player has, and what the last move brought: ore of known kinds, and how many tokens in all."""

    player: Mapping[str, Any]
    ore: Mapping[str, Any]
    carts: Sequence[bool]
    out: bool
    values: Mapping[str, int]
    fresh: Sequence[str]
    drawn: int
    active: bool

    @property
    def gain(self) -> int:
        return sum(self.values[kind] for kind in self.fresh)

    def points(self, name: str) -> list[Purse]:
        """The points as the purse of the element `name`; none while the ore is hidden."""
        points = self.ore["points"]
        gain = Change(self.gain) if self.gain else None
        return [] if points is None else [Purse("star", points, name, gain, said=count(points, "point"))]

    @property
    def carts_left(self) -> str:
        if self.out:
            return "Out of carts"
        return f"{count(sum(self.carts), 'cart')} left" if any(self.carts) else ""


def ore_row(x: float, y: float, width: float, name: str, holding: Holding, r: float) -> str:
    """Ore by kind in the order of value, also where there is none; hidden ore lies face down."""
    ore, fresh, values = holding.ore, holding.fresh, holding.values
    if ore["kinds"] is None:
        tokens = ore["tokens"]
        return group(
            _face_down(x, y, width, tokens, r, holding.drawn),
            tip=f"{tokens} ore tokens",
            id=name,
            **counting(tokens, "ground"),
        )
    step, out = width / len(ORES), ""
    for index, kind in enumerate(ORES):
        count, cx = ore["kinds"][kind], x + step * (index + 0.5)
        number = _badge(cx + r * 0.86, y - r * 0.66, count) if count > 1 else ""
        if r > 15:
            ink = INK if count else INK_SOFT
            number = display(f"×{count}", cx, y + r + 9 + r * 0.53, r * 0.86, ink, "middle")
        out += group(
            group(ore_token(cx, y, r, kind), class_="piece", opacity=None if count else 0.3),
            number,
            _fresh_token(cx, y, r, fresh.count(kind)) if kind in fresh else "",
            tip=f"{kind.capitalize()} ore, worth {values[kind]}: {count}",
            id=f"{name}-{kind}",
        )
    return group(out, id=name, **counting(sum(ore["kinds"].values())))


def _fresh_token(cx: float, y: float, r: float, count: int) -> str:
    size, flag_y = (12, y - r - 3) if r > 15 else (10.5, y + r + 5)
    outline = fresh_outline(cx - r - 1, y - r - 1, 2 * r + 2, 2 * r + 4, r + 1, 2)
    return outline + gain_flag(cx - gain_width(count, size) / 2 - r * 0.2, flag_y, count, size)


def _badge(cx: float, cy: float, count: int) -> str:
    wide = 8.4 if count < 10 else 10.4
    plate = rect(cx - wide, cy - 8.4, 2 * wide, 16.8, INK, 8.4, stroke=CARD, stroke_width=1.8)
    return plate + display(f"×{count}", cx, cy + 3.8, 10.5, CARD, "middle")


def _face_down(x: float, y: float, width: float, count: int, r: float, drawn: int) -> str:
    shown = min(count, 7)
    step = min(2 * r + 3, (width - 84) / max(1, shown))
    tokens = "".join(ore_token(x + r + 4 + i * step, y, r, "hidden") for i in range(shown))
    end = x + r * 2 + 12 + max(0, shown - 1) * step if shown else x + 8
    label = f"×{count}" if count else "No ore yet"
    size = 16 if count else 12.5
    out = tokens + display(label, end, y + 6, size, INK if count else INK_SOFT)
    return out + (gain_flag(end + text_width(label, size, family=DISPLAY) + 6, y, drawn, 12) if drawn else "")


def rival(x: float, y: float, width: float, height: float, holding: Holding, name: str) -> str:
    """Another player: points, carts in the mine, ore."""
    player, carts = holding.player, holding.carts
    seat = player["seat"]
    purses = holding.points("" if name else f"points-{seat}")
    badges = "".join(cart_badge(x + 40 + i * 52, y + 63, 38, seat, LETTERS[i], carts[i]) for i in (0, 1))
    note = words(holding.carts_left, x + 122, y + 67, 12, INK_SOFT, 600)
    ore = ore_row(x + 14, y + height - 26, width - 22, f"ore-{seat}", holding, 13.5)
    return player_panel(x, y, width, height, player, purses, holding.active, badges + note + ore, name=name)


def own_plate(x: float, y: float, width: float, height: float, holding: Holding, you: bool) -> str:
    """The seat one looks from: points, carts in the mine, ore by kind."""
    player, carts, points, gain = holding.player, holding.carts, holding.ore["points"], holding.gain
    seat = player["seat"]
    badges = "".join(cart_badge(x + width - 118 + i * 62, y + 80, 50, seat, LETTERS[i], carts[i]) for i in (0, 1))
    note = words(holding.carts_left, x + width - 87, y + 113, 12, INK_SOFT, 600, "middle")
    head = ""
    if points is not None:
        wide = text_width(str(points), 46, family=DISPLAY)
        head = group(
            star(x + 42, y + 80, 20),
            display(points, x + 70, y + 96, 46, INK),
            words("point" if points == 1 else "points", x + 77 + wide, y + 96, 13, INK_SOFT, 600),
            gain_flag(x + 77 + wide, y + 68, gain, 14) if gain else "",
            id=f"points-{seat}",
            **counting(points),
        )
    r = min(20.5, (height - 124) / 3.6)
    ore = ore_row(x + 14, y + height - 50, width - 28, f"ore-{seat}", holding, r)
    return plate(x, y, width, height, player, you, holding.active) + head + badges + note + ore
