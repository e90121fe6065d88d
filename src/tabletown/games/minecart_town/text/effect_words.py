"""What a tile does, in words, from its data; and whether its values are known or reconstructed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..components import BY_ID, RESOURCES
from ..state import PADDOCK_TIMINGS, VP_FLOORS
from .phrases import cubes_in_words

Effect = Mapping[str, Any]


class TileOptions(NamedTuple):
    """The options that change what a tile does."""

    paddock_timing: str = PADDOCK_TIMINGS[0]
    junction_lines_meet: bool = False
    vp_floor: str = VP_FLOORS[0]

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> TileOptions:
        return cls(*(options[name] for name in cls._fields))

    @classmethod
    def at(cls, s: Any) -> TileOptions:
        return cls(PADDOCK_TIMINGS[s.paddock_timing], bool(s.junction_lines_meet), VP_FLOORS[s.vp_floor])


DEFAULTS = TileOptions()


def effects_of(kind: str, options: TileOptions = DEFAULTS) -> list[Effect]:
    """The effects of a tile; by option the Paddock loses its sheep at another time. MT-143"""
    found = []
    for effect in BY_ID[kind]["effects"]:
        moved = effect["op"] == "remove" and effect["timing"] == "processing"
        found.append({**effect, "timing": options.paddock_timing} if moved else effect)
    return found


WHEN = {
    "immediate": "When built",
    "production": "Production",
    "transportation": "Start of transport",
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


def _per_cube(effect: Effect, options: TileOptions) -> str:
    full = effect.get("full_bonus")
    more = f", and {full['vp']} more with {full['cubes']}" if full else ""
    if effect["vp"] < 0:
        more = ", but the score stops at 0" if options.vp_floor == "zero" else ""
        return f"lose {-effect['vp']} VP for each {effect['resource']} on it{more}"
    return f"{effect['vp']} VP for each {effect['resource']} on it{more}"


def _track(effect: Effect, options: TileOptions) -> str:
    lines = "two lines that meet" if options.junction_lines_meet else "two lines that cross without meeting"
    return f"rail with {lines}; not a building"


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
    "convert": _convert,
    "convert_any": lambda effect: f"any {effect['count']} cubes become {effect['vp']} VP",
    "convert_different": _different,
    "pull_cubes": lambda effect: f"take up to {effect['max']} cubes from anywhere in the town",
    "bonus_vp_on_surrounding_processing": lambda effect: f"{effect['vp']} VP more for each conversion to VP around it",
    "vp_per_surrounding": lambda effect: f"{effect['vp']} VP for each {COUNTED[effect['what']]}",
    "vp_per_directly_connected_building": lambda effect: (
        f"{effect['vp']} VP for each building connected over rails alone"
    ),
}
BY_OPTION: dict[str, Callable[[Effect, TileOptions], str]] = {"vp_per_cube": _per_cube, "track": _track}


def is_reconstructed(kind: str) -> bool:
    """Whether a value of this tile is not known from any source."""
    return "reconstructed" in BY_ID[kind]["sources"].values()


def has_our_name(kind: str) -> bool:
    """Whether no source gives the name of this tile, so that it is ours like its values."""
    return bool(BY_ID[kind]["sources"].get("name") == "reconstructed")


def rule_text(kind: str, options: TileOptions = DEFAULTS) -> str:
    """The rule of a tile: 'Production: gain 2 wheat.'"""
    said = []
    for effect in effects_of(kind, options):
        op = effect["op"]
        words = BY_OPTION[op](effect, options) if op in BY_OPTION else WORDS[op](effect)
        said.append(f"{WHEN[effect['timing']]}: {words}.")
    return " ".join(said)


def effect_text(kind: str, options: TileOptions = DEFAULTS) -> str:
    """The rule of a tile, and whether its name or some of its values are reconstructed."""
    ours = " The name and the values of this tile are ours." if has_our_name(kind) else ""
    some = " Some values of this tile are reconstructed." if is_reconstructed(kind) and not ours else ""
    return f"{rule_text(kind, options)}{ours}{some}"
