"""Colour tokens of both themes. A drawing says `var(--card)`; a theme says what that is.

A game adds its own table of the same form, `{"light": {...}, "dark": {...}}`, and passes it along wherever a page's
style sheet (`css`) or a stand-alone picture (`resolve`) is made. Opacities that differ by theme are tokens as well.
"""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Mapping
from typing import Any

Tokens = Mapping[str, Mapping[str, str]]

THEMES = ("light", "dark")
FAMILIES = ("blue", "green", "red", "purple", "gold")
SEAT_COUNT = 4


def var(name: str) -> str:
    return f"var(--{name})"


def mix(first: str, second: str, share: float) -> str:
    """Blend two #RRGGBB colours; share 0 is the first, 1 the second."""
    pairs = [(int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def faint(colour: str, opacity: float) -> str:
    """A colour with its opacity in one value, #RRGGBBAA."""
    return f"{colour}{round(255 * opacity):02X}"


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two #RRGGBB colours, 1 to 21; body text needs 4.5."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


NIGHT = "#131E36"


def _read(package: str) -> dict[str, Any]:
    return tomllib.loads(importlib.resources.files(package).joinpath("colours.toml").read_text(encoding="utf-8"))


def _by_theme(colours: Mapping[str, Any], prefix: str = "") -> dict[str, dict[str, str]]:
    pairs = {f"{prefix}{name}": [pair, pair] if isinstance(pair, str) else pair for name, pair in colours.items()}
    return {
        "light": {name: day for name, (day, _) in pairs.items()},
        "dark": {
            n: evening if isinstance(evening, str) else mix(day, NIGHT, evening) for n, (day, evening) in pairs.items()
        },
    }


def load_colours(package: str, prefix: str = "") -> Tokens:
    """The tokens of a package as its `colours.toml` lists them: each with its value by day and in the evening.

    One value serves both themes. A number instead of the evening's value takes the day's that far towards NIGHT.
    """
    return _by_theme(_read(package), prefix)


_COLOURS = _read(__package__)
_SURFACES = _by_theme(_COLOURS["surfaces"])


def _shades(colour: str, strength: float) -> dict[str, str]:
    """Shadows: three steps of depth and one for small tiles."""
    steps = {"shade-1": 0.12, "shade-2": 0.08, "shade-3": 0.05, "shade-small": 0.18}
    return {name: faint(colour, min(0.6, opacity * strength)) for name, opacity in steps.items()}


def _seats(evening: bool) -> dict[str, str]:
    out = {}
    for seat, (colour, dark, plate, ink) in _COLOURS["seats"].items():
        out[f"seat-{seat}"] = colour
        out[f"seat-{seat}-dark"] = dark
        out[f"seat-{seat}-plate"] = plate
        out[f"seat-{seat}-ink"] = ink
        out[f"seat-{seat}-glow"] = mix(colour, "#FFFFFF", 0.35) if evening else colour
    return out


def _family(name: str, evening: bool, card: str) -> dict[str, str]:
    ribbon, sky, ground = _COLOURS["families"][name]
    dusk_ground = mix(mix(ground, ribbon, 0.5), NIGHT, 0.38)
    return {
        f"{name}": ribbon,
        f"{name}-sky": mix(ribbon, NIGHT, 0.42) if evening else sky,
        f"{name}-horizon": mix(ribbon, "#FFE9C7", 0.46) if evening else "#FFFDF6",
        f"{name}-ground": dusk_ground if evening else ground,
        # small tiles stay light in the evening, so that small pictograms keep their contrast
        f"{name}-tile": mix(sky, NIGHT, 0.16) if evening else sky,
        # ribbon of an impossible card and the words on it
        f"{name}-pale": mix(ribbon, card, 0.72) if evening else mix(ribbon, card, 0.80),
        f"{name}-pale-ink": mix(ribbon, "#FFFFFF", 0.72) if evening else mix(ribbon, "#000000", 0.22),
        f"{name}-edge": mix(ribbon, "#FFFFFF", 0.22) if evening else ribbon,
    }


def _theme(name: str) -> dict[str, str]:
    evening = name == "dark"
    surfaces = _SURFACES[name]
    families: dict[str, str] = {}
    for family in FAMILIES:
        families |= {("ribbon-" + key): value for key, value in _family(family, evening, surfaces["card"]).items()}
    shades = _shades("#000000", 2.2) if evening else _shades("#4A3A1E", 1.0)
    toys: dict[str, str] = _COLOURS["toys"]
    return surfaces | toys | shades | _seats(evening) | families


TOKENS: dict[str, dict[str, str]] = {name: _theme(name) for name in THEMES}

PAPER, PAPER_DEEP, CARD, LINE = var("paper"), var("paper-deep"), var("card"), var("line")
INK, INK_SOFT = var("ink"), var("ink-soft")
LEGAL, FRESH, DANGER = var("legal"), var("fresh"), var("danger")
WOOD, FELT, COIN_INK, GOLD_EDGE = var("wood"), var("felt"), var("coin-ink"), var("gold-edge")


def ribbon(family: str, part: str = "") -> str:
    """A family's colour: its ribbon, or `sky`, `horizon`, `ground`, `tile`, `pale`, `pale-ink`, `edge`."""
    return var(f"ribbon-{family}-{part}" if part else f"ribbon-{family}")


def seat_colour(seat: int, part: str = "") -> str:
    """A seat's colour, or its `dark`, `plate`, `ink` (on the plate) or `glow` shade."""
    return var(f"seat-{seat}-{part}" if part else f"seat-{seat}")


def merged(*tables: Tokens) -> dict[str, dict[str, str]]:
    """The kit's tokens and those of the given tables, by theme. A name may not mean two things."""
    out = {theme: dict(TOKENS[theme]) for theme in THEMES}
    for table in tables:
        if set(table["light"]) != set(table["dark"]):
            raise ValueError(f"tokens of one theme only: {sorted(set(table['light']) ^ set(table['dark']))}")
        for theme in THEMES:
            clashes = {n for n, v in table[theme].items() if out[theme].get(n, v) != v}
            if clashes:
                raise ValueError(f"tokens that already mean something else: {sorted(clashes)}")
            out[theme] |= table[theme]
    return out


def css(*tables: Tokens) -> str:
    """The tokens as a style sheet: light by default, dark by the reader's system or by `data-theme`."""
    tokens = merged(*tables)

    def block(theme: str) -> str:
        return "".join(f"--{name}:{value};" for name, value in tokens[theme].items())

    return (
        f":root{{color-scheme:light;{block('light')}}}\n"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{block('dark')}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{block('dark')}}}\n"
    )


_VAR = re.compile(r"var\(--([\w-]+)\)")


def resolve(svg: str, theme: str, *tables: Tokens) -> str:
    """Every `var(--name)` replaced by the theme's colour, for renderers that know no custom properties."""
    tokens = merged(*tables)[theme]
    return _VAR.sub(lambda match: tokens[match[1]], svg)
