"""The platform during transport: the loaded cart, and a forecast of what processing would make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.pieces import cart, good, medal, pictogram
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import group, rect
from tabletown.draw.text import DISPLAY, display, fit_size, shorten, words
from tabletown.draw.tokens import INK, INK_SOFT, PAPER_DEEP, ribbon

from ..components import BY_ID, RESOURCES
from .icons import effect_icons, family_of, icons_in
from .rails import long_rail


def cart_with(cx: float, cy: float, size: float, hand: Sequence[str]) -> str:
    """The minecart seen from the side with its cubes heaped up: three in front, the rest behind."""
    cell, step = size * 0.42, size * 0.25
    rows = [hand[:3], hand[3:6], hand[6:9]]
    heap = "".join(
        good(resource, cx + (i - (len(row) - 1) / 2) * step * 1.1, cy - size * (0.25 + level * 0.24), cell)
        for level, row in reversed(list(enumerate(rows)))
        for i, resource in enumerate(row)
    )
    return group(heap, cart(cx, cy, size), id="lifted")


def _plan_card(x: float, y: float, width: float, height: float, entry: Mapping[str, Any]) -> str:
    """What one building will make: picture, conversion, how often, result."""
    kind = entry["kind"]
    effect = next(e for e in BY_ID[kind]["effects"] if e["op"].startswith("convert"))
    family, art, tx = family_of(kind), min(62.0, width * 0.3), x + min(62.0, width * 0.3) + 12
    made = next(iter(entry["cubes"]), None)
    low = y + height
    gained = entry["vp"] or (entry["cubes"][made] if made else 0)
    icon = good(made, tx + 58, low - 22, 24) if made and not entry["vp"] else medal(tx + 58, low - 22, 14)
    return (
        panel(x, y, width, height, 12)
        + rect(x + 6, y + 6, art, height - 12, ribbon(family, "tile"), 9)
        + pictogram(kind, x + 6 + (art - min(56, art)) / 2, y + height / 2 - 26, min(56, art))
        + words(shorten(BY_ID[kind]["name"], width - art - 20, 13.5, 700), tx, y + 22, 13.5, INK, 700)
        + rect(tx, y + 31, width - art - 20, 28, ribbon(family, "tile"), 8)
        + icons_in(effect_icons(effect), tx + (width - art - 20) / 2, y + 45, 20, width - art - 28)
        + display(f"×{entry['times']}", tx, low - 14, 17, INK_SOFT)
        + display("=", tx + 35, low - 14, 17, INK_SOFT, "middle")
        + icon
        + display(f"+{gained}", tx + 74, low - 14, 19, INK)
    )


def _in_cart(hand: Mapping[str, int]) -> list[str]:
    return [resource for resource in RESOURCES for _ in range(hand.get(resource, 0))]


def platform(
    x: float,
    y: float,
    width: float,
    height: float,
    hand: Mapping[str, int],
    plan: Sequence[Mapping[str, Any]],
    end: int,
) -> str:
    """Where the market train was: the cart, what each building would process as the cubes lie, and the sum."""
    loaded = _in_cart(hand)
    total = sum(entry["vp"] for entry in plan)
    cart_width, total_width, gap, most = 204, 150, 9, 4
    shown = sorted(plan, key=lambda entry: -entry["vp"])[:most]
    room = width - cart_width - total_width - 24
    each = min(232.0, (room - gap * len(shown)) / max(1, len(shown)))
    cards = "".join(
        _plan_card(x + cart_width + i * (each + gap), y + 39, each, height - 51, entry) for i, entry in enumerate(shown)
    )
    foot, tx = y + height - 22, x + width - total_width - 12
    inside = ", ".join(f"{n} {r}" for r, n in hand.items()) or "nothing yet"
    size = fit_size(f"+{total}", 72, 36, 20, family=DISPLAY)
    quiet = (
        words("Nothing lies ready to be processed.", x + cart_width + 2, y + 62, 13, INK_SOFT, 500) if not shown else ""
    )
    return group(
        rect(x, y, width, height, PAPER_DEEP, 16),
        display("In the cart", x + 16, y + 26, 16, INK),
        words(shorten(inside, 96, 12.5, 600), x + 106, y + 25, 12.5, INK_SOFT, 600),
        display("As the cubes lie, processing makes", x + cart_width + 2, y + 26, 16, INK),
        long_rail(x + 14, foot, cart_width - 30),
        cart_with(x + cart_width / 2, foot - 31, 78, loaded),
        cards,
        quiet,
        panel(tx, y + 12, total_width, height - 24, 14, 2),
        medal(tx + 38, y + height / 2 - 12, 27),
        display(f"+{total}", tx + 70, y + height / 2, size, INK),
        words("by processing", tx + total_width / 2, y + height - 42, 12.5, INK_SOFT, 600, "middle"),
        words(f"{end} at the end", tx + total_width / 2, y + height - 24, 12.5, INK_SOFT, 600, "middle"),
        aria_label=f"Preview: {total} points",
    )


def phone_platform(
    x: float,
    y: float,
    width: float,
    height: float,
    hand: Mapping[str, int],
    plan: Sequence[Mapping[str, Any]],
    end: int,
) -> str:
    """Cart and forecast on a phone: one card below the other."""
    total = sum(entry["vp"] for entry in plan)
    inside = ", ".join(f"{n} {r}" for r, n in hand.items()) or "The cart is empty"
    cards = "".join(_plan_card(x + 10, y + 100 + i * 103, width - 20, 94, entry) for i, entry in enumerate(plan))
    return (
        rect(x, y, width, height, PAPER_DEEP, 16)
        + cart_with(x + 44, y + 62, 56, _in_cart(hand))
        + display(f"+{total} by processing", x + 86, y + 40, 17, INK)
        + words(shorten(inside, width - 100, 12.5, 600), x + 86, y + 60, 12.5, INK_SOFT, 600)
        + words(f"{end} VP at the end, as it stands", x + 86, y + 78, 12.5, INK_SOFT, 600)
        + cards
    )


def phone_platform_height(plan: Sequence[Mapping[str, Any]]) -> float:
    return 104 + len(plan) * 103
