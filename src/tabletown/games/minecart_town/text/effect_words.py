"""What a tile does, in words, from its data; and whether its values are known or reconstructed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..components import BY_ID, RESOURCES
from .phrases import cubes_in_words

Effect = Mapping[str, Any]

WHEN = {
    "immediate": "When built",
    "production": "Production",
    "transportation": "Start of transportation",
    "processing": "Processing",
    "end": "End of the game",
    "passive": "Always",
}
COUNTED = {
    "tile": "surrounding tile",
    "building": "surrounding building",
    "processing_building": "surrounding building that processes",
    "vp_building": "surrounding building that can gain VP",
    "resource_type_depicted": "type of cube depicted around it",
}


def _cubes(counts: Mapping[str, int]) -> str:
    return cubes_in_words([counts.get(resource, 0) for resource in RESOURCES])


def _convert(effect: Effect) -> str:
    gained = f"{effect['vp']} VP" if "vp" in effect else _cubes(effect["output"])
    verb = "becomes" if sum(effect["input"].values()) == 1 else "become"
    return f"{_cubes(effect['input'])} {verb} {gained}"


def _per_cube(effect: Effect) -> str:
    full = effect.get("full_bonus")
    more = f", and {full['vp']} more with {full['cubes']}" if full else ""
    return f"{effect['vp']} VP for each {effect['resource']} on it{more}"


def _different(effect: Effect) -> str:
    rows = ", ".join(f"{vp} VP for {size}" for size, vp in effect["table"])
    return f"cubes of different types: {rows}"


WORDS: dict[str, Callable[[Effect], str]] = {
    "gain": lambda effect: f"gain {_cubes(effect['resources'])}",
    "gain_vp": lambda effect: f"gain {effect['vp']} VP",
    "gain_any": lambda effect: f"gain {effect['count']} cubes of {'one type' if effect['same_type'] else 'any types'}",
    "gain_each_type_depicted_around": lambda effect: "gain one cube of each type depicted around it",
    "gain_per_group": lambda effect: f"gain {effect['gain']} {effect['resource']} for every {effect['group']} on it",
    "remove": lambda effect: f"lose {_cubes(effect['resources'])}",
    "vp_per_cube": _per_cube,
    "convert": _convert,
    "convert_any": lambda effect: f"any {effect['count']} cubes become {effect['vp']} VP",
    "convert_different": _different,
    "pull_cubes": lambda effect: f"take up to {effect['max']} cubes from anywhere in the town",
    "bonus_vp_on_surrounding_processing": lambda effect: f"{effect['vp']} VP more for each conversion to VP around it",
    "vp_per_surrounding": lambda effect: f"{effect['vp']} VP for each {COUNTED[effect['what']]}",
    "vp_per_directly_connected_building": lambda effect: (
        f"{effect['vp']} VP for each building connected over rails alone"
    ),
    "track": lambda effect: "rail with two lines that cross without meeting; not a building",
}


def is_reconstructed(kind: str) -> bool:
    """Whether a value of this tile is not known from any source."""
    return "reconstructed" in BY_ID[kind]["sources"].values()


def rule_text(kind: str) -> str:
    """The rule of a tile: 'Production: gain 2 wheat.'"""
    return " ".join(f"{WHEN[effect['timing']]}: {WORDS[effect['op']](effect)}." for effect in BY_ID[kind]["effects"])


def effect_text(kind: str) -> str:
    """The rule of a tile, and whether some of its values are reconstructed."""
    return rule_text(kind) + (" Some values of this tile are reconstructed." if is_reconstructed(kind) else "")
