"""Colour tokens of both themes. A drawing says `var(--card)`; a theme says what that is.

A game adds its own table of the same form, `{"light": {...}, "dark": {...}}`, and passes it along wherever a page's
style sheet (`css`) or a stand-alone picture (`resolve`) is made. Opacities that differ by theme are tokens as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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

_SURFACES: dict[str, dict[str, str]] = {
    "light": {
        "paper": "#F3EEE3",  # the table everything lies on
        "paper-deep": "#E4D9C3",  # trays, wells
        "card": "#FFFDF8",  # anything that can be picked up
        "ink": "#1E2430",
        "ink-soft": "#565D6C",  # secondary text, still 4.5:1 on card, paper and blueprint
        "line": "#D9CFBB",
        "legal": "#0B9A66",  # outline and halo of legal targets
        "legal-fill": "#087A50",  # a surface that carries legal-ink
        "legal-ink": "#FFFFFF",
        "legal-tint": "#BCE3D4",  # ground under a legal or chosen place
        "fresh": "#F59F00",  # the last change
        "fresh-ink": "#3A2500",
        "fresh-tint": "#FBE6C0",
        "danger": "#C2281E",
        "danger-ink": "#FFFFFF",
        "ring": "#FFFDF8",  # inner ring of a seat mark
        "key": "#EFE6D3",  # face of a quiet button
        "key-lip": "#CDBF9F",
        "key-shine": "#FFFFFF1F",
        "sky-top": "#AEDCF2",
        "sky-low": "#E9F6F4",
        "hill-far": "#BBDDA9",
        "hill-near": "#9CCB7E",
        "meadow": "#83BA62",
        "meadow-glow": "#FFFFF0D9",  # ring round legal things on the meadow
        "felt": "#2E7D6B",
        "wood": "#9A6534",
        "wood-light": "#F0D2A0",
        "wood-ink": "#50310F",
        "blueprint": "#DCEAF5",
        "blueprint-line": "#7FA6C9",
        "awning": "#DE5A45",
        "awning-pale": "#FFF6E4",
        "coal-edge": "none",
        "veil": "0.62",  # how strongly impossible scenes are washed out
        "cloud": "0.85",
        "sun": "1",
        "moon": "0",
        "scene-ink": "#2B3140",  # text on the pale tiles and strips that stay light in the evening
    },
    "dark": {
        "paper": "#14181F",
        "paper-deep": "#1B212B",
        "card": "#232A36",
        "ink": "#F2F4F8",
        "ink-soft": "#A9B3C3",
        "line": "#38424F",
        "legal": "#3FDCA0",
        "legal-fill": "#3FDCA0",
        "legal-ink": "#08281B",
        "legal-tint": "#265A57",
        "fresh": "#FFC145",
        "fresh-ink": "#3A2500",
        "fresh-tint": "#494236",
        "danger": "#FF8A7A",
        "danger-ink": "#3A0904",
        "ring": "#14181F",
        "key": "#364152",
        "key-lip": "#1A2029",
        "key-shine": "#FFFFFF1F",
        "sky-top": "#1C2A4A",
        "sky-low": "#2E4460",
        "hill-far": "#284A4B",
        "hill-near": "#2A5545",
        "meadow": "#2B5E41",
        "meadow-glow": "#0E2A1CD9",
        "felt": "#1F5B4E",
        "wood": "#6E4726",
        "wood-light": "#F0D2A0",
        "wood-ink": "#50310F",
        "blueprint": "#1D3149",
        "blueprint-line": "#5F86AD",
        "awning": "#A23E30",
        "awning-pale": "#D9CDB6",
        "coal-edge": "#8C97A8",
        "veil": "0.58",
        "cloud": "0.12",
        "sun": "0",
        "moon": "1",
        "scene-ink": "#2B3140",
    },
}

# What is the same by day and in the evening: toys keep their colours.
_TOYS = {
    "gold": "#FFC23D",  # face of the one gold button
    "gold-lip": "#C98412",
    "gold-ink": "#3A2500",
    "gold-edge": "#E0A526",
    "coin-ink": "#5C3A06",
}

# colour, shade, plate (a header that carries words), ink on the plate
_SEATS = (
    ("#1F5FBF", "#15438A", "#1F5FBF", "#FFFFFF"),
    ("#E8590C", "#A93F06", "#C94A06", "#FFFFFF"),
    ("#F2C029", "#B98A0C", "#F2C029", "#3A2500"),
    ("#7A1E5A", "#54123D", "#7A1E5A", "#FFFFFF"),
)

# ribbon, sky and ground of the scene behind a pictogram
_FAMILIES = {
    "blue": ("#2A6FB8", "#CBE6F8", "#9BCB79"),
    "green": ("#4C7F1E", "#E2F2C9", "#B5D58A"),
    "red": ("#C2382F", "#FDDDD0", "#EFB79F"),
    "purple": ("#70439F", "#E7DBF7", "#C6AEE6"),
    "gold": ("#9A6400", "#FDECC0", "#EFCB7C"),
}


def _shades(colour: str, strength: float) -> dict[str, str]:
    """Shadows: three steps of depth and one for small tiles."""
    steps = {"shade-1": 0.12, "shade-2": 0.08, "shade-3": 0.05, "shade-small": 0.18}
    return {name: faint(colour, min(0.6, opacity * strength)) for name, opacity in steps.items()}


def _seats(evening: bool) -> dict[str, str]:
    out = {}
    for seat, (colour, dark, plate, ink) in enumerate(_SEATS):
        out[f"seat-{seat}"] = colour
        out[f"seat-{seat}-dark"] = dark
        out[f"seat-{seat}-plate"] = plate
        out[f"seat-{seat}-ink"] = ink
        out[f"seat-{seat}-glow"] = mix(colour, "#FFFFFF", 0.35) if evening else colour
    return out


def _family(name: str, evening: bool, card: str) -> dict[str, str]:
    ribbon, sky, ground = _FAMILIES[name]
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
    return surfaces | _TOYS | shades | _seats(evening) | families


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
