"""What a tile costs and does, in signs: for maps and lists where words have no room."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabletown.text_table.styles import GOODS

from .effect_words import Effect, TileOptions, effects_of

WHEN = {"immediate": "!", "production": "P", "transportation": "T", "processing": "", "end": "E", "passive": ""}
MEANINGS = "! when built  P production  → processing  E end of the game"
_AROUND = {
    "tile": "tile",
    "building": "building",
    "processing_building": "processor",
    "vp_building": "VP building",
    "resource_type_depicted": "type",
}


def amounts(goods: Mapping[str, int]) -> str:
    """'2♠▬': two wood and a stone."""
    return "".join(f"{n if n > 1 else ''}{GOODS[good]}" for good, n in goods.items() if n)


def _different(effect: Effect) -> str:
    return "different→" + "/".join(str(vp) for _, vp in effect["table"]) + "VP"


_SIGNS: dict[str, Callable[[Effect], str]] = {
    "gain": lambda e: f"+{amounts(e['resources'])}",
    "gain_vp": lambda e: f"+{e['vp']}VP",
    "gain_any": lambda e: f"+{e['count']}{'same' if e['same_type'] else 'any'}",
    "gain_each_type_depicted_around": lambda e: "+1 each around",
    "gain_per_group": lambda e: f"+{e['gain']}/{e['group']}{GOODS[e['resource']]}",
    "remove": lambda e: f"−{amounts(e['resources'])}",
    "vp_per_cube": lambda e: f"{e['vp']}VP/{GOODS[e['resource']]}",
    "convert": lambda e: (
        f"{amounts(e['input'])}→{e['vp']}VP" if "vp" in e else f"{amounts(e['input'])}→{amounts(e['output'])}"
    ),
    "convert_any": lambda e: f"any{e['count']}→{e['vp']}VP",
    "convert_different": _different,
    "pull_cubes": lambda e: f"pull {e['max']}",
    "bonus_vp_on_surrounding_processing": lambda e: f"+{e['vp']}VP beside",
    "vp_per_surrounding": lambda e: f"{e['vp']}VP/{_AROUND[e['what']]}",
    "vp_per_directly_connected_building": lambda e: f"{e['vp']}VP/linked",
    "track": lambda e: "crossing",
}


def brief(kind: str, options: TileOptions) -> str:
    """All effects of a tile: '!+2¤ P+2¤'."""
    return " ".join(f"{WHEN[effect['timing']]}{_SIGNS[effect['op']](effect)}" for effect in effects_of(kind, options))
