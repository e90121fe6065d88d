"""Effects, prices and timings of tiles as rows of icons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tabletown.draw.icons import Icon, icon_row, icons_width, medal_icon, word_icon
from tabletown.draw.pieces import cart, good, medal, pictogram, piece
from tabletown.draw.shapes import at, circle, group, rect, stroke
from tabletown.draw.text import DISPLAY, display, text_width
from tabletown.draw.tokens import ribbon, var

from ..components import BY_ID, RESOURCES
from ..text.effect_words import TileOptions, effects_of
from .rails import track_glyph

DARK = var("scene-ink")
PURPLE = "#70439F"

TIMINGS = {
    "immediate": ("gold", "At once"),
    "production": ("blue", "Produces"),
    "processing": ("red", "Processes"),
    "end": ("purple", "At the end"),
    "transportation": ("green", "Transport"),
    "passive": ("green", "Always"),
}
"""The ribbon of each timing: its colour family and the word on it."""


def main_timing(kind: str) -> str:
    """The timing that colours a tile: the lasting effect rather than the one-off, never a mere loss."""
    lasting = [effect for effect in BY_ID[kind]["effects"] if effect["op"] != "remove"]
    return str(lasting[-1]["timing"])


def family_of(kind: str) -> str:
    return TIMINGS[main_timing(kind)][0]


# ------------------------------------------------------------------ single icons


def _centred(picture: str, cx: float, cy: float, size: float) -> str:
    return at(cx, cy, pictogram(picture, -12, -12, 24), scale=size / 24)


def _drawn(picture: str, width: float) -> Icon:
    """A static picture as an icon, `width` times as wide as it is high."""
    return Icon(width, partial(_centred, picture))


ARROW = _drawn("becomes", 0.8)


def around_icon(what: str) -> Icon:
    """The eight cells around a tile, with what counts in them."""

    def draw(cx: float, cy: float, size: float) -> str:
        mark = _around_mark(cx + size * 0.3, cy + size * 0.26, size * 0.62, what)
        return _centred("surroundings", cx, cy, size) + mark

    return Icon(1.2, draw)


def _around_mark(cx: float, cy: float, size: float, what: str) -> str:
    if what == "tile":
        return ""
    disc = circle(cx, cy, size * 0.62, "#FFFDF8", stroke=PURPLE, stroke_width=1)
    if what == "building":
        return disc + _centred("house", cx, cy, size * 12 / 13)
    if what == "processing_building":
        return disc + _centred("becomes", cx, cy, size * 0.8)
    return disc + piece({"vp_building": "medal", "resource_type_depicted": "any"}[what], cx, cy, size * 0.8)


def _loss(name: str) -> Icon:
    def draw(cx: float, cy: float, size: float) -> str:
        x, y = cx + size * 0.34, cy + size * 0.24
        minus = stroke(f"M{x - size * 0.14:.1f} {y:.1f}h{size * 0.28:.1f}", "#fff", 1.6)
        return good(name, cx, cy, size) + circle(x, y, size * 0.3, "#C2382F", stroke="#fff", stroke_width=1) + minus

    return Icon(1.2, draw)


def _different(cx: float, cy: float, size: float) -> str:
    """Cubes of different kinds, with the sign that says so."""
    pair = good("wood", cx - size * 0.34, cy, size) + good("wheat", cx + size * 0.34, cy, size)
    return pair + _centred("different", cx, cy, size * 12 / 11)


def word(string: str) -> Icon:
    return word_icon(string, DARK)


def cubes(name: str, count: int) -> list[Icon]:
    """Up to three cubes lie side by side; more are a number and one cube."""
    if count > 3:
        return [word(str(count)), Icon(0.95, lambda cx, cy, size: good(name, cx, cy, size))]

    def draw(cx: float, cy: float, size: float) -> str:
        return "".join(good(name, cx + (i - (count - 1) / 2) * 0.56 * size, cy, size) for i in range(count))

    return [Icon(0.92 + 0.56 * (count - 1), draw)]


def all_cubes(counts: Mapping[str, int]) -> list[Icon]:
    return [icon for resource in RESOURCES if counts.get(resource) for icon in cubes(resource, counts[resource])]


# ------------------------------------------------------------------ effects

Effect = Mapping[str, Any]


def _gain_any(effect: Effect) -> list[Icon]:
    return [word("+"), *cubes("any", effect["count"]), *([word("=")] if effect["same_type"] else [])]


def _gain_per_group(effect: Effect) -> list[Icon]:
    resource = effect["resource"]
    return [*cubes(resource, effect["group"]), ARROW, word("+"), *cubes(resource, effect["gain"])]


def _convert(effect: Effect) -> list[Icon]:
    gained = [medal_icon(effect["vp"])] if "vp" in effect else all_cubes(effect["output"])
    return [*all_cubes(effect["input"]), ARROW, *gained]


def _convert_different(effect: Effect) -> list[Icon]:
    count, vp = effect["table"][-1]
    return [word(str(count)), Icon(1.6, _different), ARROW, medal_icon(vp)]


def _vp_per_cube(effect: Effect) -> list[Icon]:
    return [medal_icon(str(effect["vp"]).replace("-", "−")), word("/"), *cubes(effect["resource"], 1)]


ICONS: dict[str, Callable[[Effect], list[Icon]]] = {
    "gain": lambda effect: [word("+"), *all_cubes(effect["resources"])],
    "gain_vp": lambda effect: [word("+"), medal_icon(effect["vp"])],
    "gain_any": _gain_any,
    "gain_each_type_depicted_around": lambda effect: [word("+"), around_icon("resource_type_depicted")],
    "gain_per_group": _gain_per_group,
    "remove": lambda effect: [_loss(next(iter(effect["resources"])))],
    "vp_per_cube": _vp_per_cube,
    "convert": _convert,
    "convert_any": lambda effect: [*cubes("any", effect["count"]), ARROW, medal_icon(effect["vp"])],
    "convert_different": _convert_different,
    "pull_cubes": lambda effect: [
        *cubes("any", effect["max"]),
        ARROW,
        Icon(1.1, cart),
    ],
    "bonus_vp_on_surrounding_processing": lambda effect: [
        around_icon("processing_building"),
        word("+"),
        medal_icon(effect["vp"]),
    ],
    "vp_per_surrounding": lambda effect: [medal_icon(effect["vp"]), word("/"), around_icon(effect["what"])],
    "vp_per_directly_connected_building": lambda effect: [
        medal_icon(effect["vp"]),
        word("/"),
        _drawn("connected_building", 1.1),
    ],
    "track": lambda effect: [Icon(1.1, lambda cx, cy, size: track_glyph(cx, cy, size, ["NS", "EW"]))],
}


def effect_icons(effect: Effect) -> list[Icon]:
    """One effect as a row of icons; its timing is not part of it."""
    return ICONS[effect["op"]](effect)


Row = tuple[str, list[Icon]]


def effect_rows(kind: str, on_market: bool, options: TileOptions) -> list[Row]:
    """A tile on the market shows all its effects; a built one no longer shows what happened once.

    The timing is left out where something else says it: the arrow of a conversion, or the ribbon of a card with one
    effect.
    """
    effects = effects_of(kind, options)
    lasting = effects if on_market else [effect for effect in effects if effect["timing"] != "immediate"]
    shown = lasting or effects
    said = on_market and len(shown) == 1
    rows: list[Row] = [
        ("" if said or effect["op"].startswith("convert") else effect["timing"], effect_icons(effect))
        for effect in shown
    ]
    full = next((effect for effect in effects if "full_bonus" in effect), None)
    if full and on_market:
        bonus = full["full_bonus"]
        rows.append(("", [*cubes(full["resource"], 9)[1:], word(f"×{bonus['cubes']} +"), medal_icon(bonus["vp"])]))
    return rows


def effect_strip(
    x: float, y: float, width: float, height: float, rows: Sequence[Row], family: str, radius: float = 6
) -> str:
    """A light plate with one row per effect; a timing, where it must be said, is a round icon on the left."""
    each = height / len(rows)
    size = min(each - 4, 18)
    out = [rect(x, y, width, height, ribbon(family, "tile"), radius)]
    for i, (timing, icons) in enumerate(rows):
        cy, used = y + (i + 0.5) * each, min(size, 14.5) + 3 if timing else 0
        out.append(_centred(f"timing_{timing}", x + used / 2 + 0.6, cy, used - 3) if timing else "")
        out.append(icon_row(icons, x + used + 2.5, cy, width - used - 5, size))
    return "".join(out)


def cost_tag(x: float, y: float, cost: Mapping[str, int], dimmed: bool = False) -> str:
    """The price on the upper edge of a card: 2 wood, 1 stone."""
    shown = {resource: count for resource, count in cost.items() if count}
    out = [
        rect(x, y + 1.5, 6 + 22.5 * len(shown), 18, var("shade-small"), 9),
        rect(x, y, 6 + 22.5 * len(shown), 18, "#FFFDF8", 9, stroke="#CDBF9F", stroke_width=1.2),
    ]
    for i, (resource, count) in enumerate(shown.items()):
        left = x + 5 + 22.5 * i
        out.append(display(str(count), left + 4, y + 13.4, 12, "#3A2500", "middle"))
        out.append(group(good(resource, left + 14.6, y + 8.8, 14.5), opacity=0.55 if dimmed else None))
    return "".join(out)


def icons_in(icons: Sequence[Icon], cx: float, cy: float, size: float, room: float) -> str:
    width = min(room, icons_width(icons, size))
    return icon_row(icons, cx - width / 2, cy, width, size)


def points_tag(x: float, cy: float, vp: int, size: float = 15) -> str:
    """Points that processing would give, on a dashed tag because they are a forecast."""
    text = f"+{vp}"
    width = text_width(text, size, family=DISPLAY) + size * 2.2
    plate = rect(
        x,
        cy - size * 0.8,
        width,
        size * 1.6,
        var("card"),
        size * 0.8,
        stroke=var("ink-soft"),
        stroke_width=1.6,
        stroke_dasharray="4 3",
    )
    return plate + medal(x + size, cy, size * 0.7) + display(text, x + size * 1.8, cy + size * 0.36, size, var("ink"))
