"""What components.toml must satisfy: the totals of the box, the effect vocabulary, and the bounds that the record relies on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

TIMINGS = {"immediate", "production", "transportation", "processing", "end", "passive"}
ANY_TYPE = {"gain_any", "gain_each_type_depicted_around", "convert_any", "convert_different", "pull_cubes"}
CONVERSIONS = {"convert", "convert_any", "convert_different"}
ROOM_FOR_TILES = 62


def check(data: dict[str, Any]) -> None:
    """Refuse data that the game could not play, in one sentence. MT-01, MT-06, MT-08, MT-108, MT-242"""
    for problem in problems(data):
        raise ValueError(f"components.toml: {problem}")


def problems(data: dict[str, Any]) -> Iterator[str]:
    yield from _wrong_totals(data)
    for row in [*data["building"], *data["starting_building"]]:
        yield from _wrong_effects(row)
        if row["accepts"] != accepted(row, [entry["id"] for entry in data["resource"]]):
            yield f"{row['id']} accepts other types than its effects depict"
    if has_cycle(data):
        yield "cubes could be converted in a circle for ever"
    if tile_bound(data) > ROOM_FOR_TILES:
        yield f"a town could hold {tile_bound(data)} tiles, more than the {ROOM_FOR_TILES} there is room for"


def _wrong_totals(data: dict[str, Any]) -> Iterator[str]:
    for letter, types in data["components"]["building_types"].items():
        rows = [row for row in data["building"] if row["type"] == letter]
        tiles = data["components"]["building_tiles"][letter]
        if len(rows) != types or sum(row["copies"] for row in rows) != tiles:
            yield f"there must be {types} types and {tiles} tiles of type {letter}"


def _wrong_effects(row: dict[str, Any]) -> Iterator[str]:
    for effect in row["effects"]:
        if effect["timing"] not in TIMINGS:
            yield f"{row['id']} has the unknown timing {effect['timing']!r}"
    if sum(effect["op"] in CONVERSIONS for effect in row["effects"]) > 1:
        yield f"{row['id']} has two conversions, whose order would be a choice"


def accepted(row: dict[str, Any], resources: list[str]) -> list[str]:
    """The types that may end a move on a tile: those depicted, or all for an any-resource icon; none without slots. MT-105, MT-107"""
    if not row["slots"]:
        return []
    if any(effect["op"] in ANY_TYPE for effect in row["effects"]):
        return resources
    named: set[str] = set()
    for effect in row["effects"]:
        named |= {t for key in ("resources", "input", "output") for t in effect.get(key, {})}
        named |= {effect["resource"]} if "resource" in effect else set()
    return [resource for resource in resources if resource in named]


def has_cycle(data: dict[str, Any]) -> bool:
    """Whether the graph "input type -> output type" of all conversions has a cycle. MT-08"""
    edges = {
        (source, target)
        for row in data["building"]
        for effect in row["effects"]
        if effect["op"] == "convert"
        for source in effect["input"]
        for target in effect.get("output", {})
    }
    nodes = {node for edge in edges for node in edge}
    while nodes:
        leaves = {node for node in nodes if not any(source == node and target in nodes for source, target in edges)}
        if not leaves:
            return True
        nodes -= leaves
    return False


def most_building_cubes(row: dict[str, Any]) -> int:
    """The wood and stone that one tile can ever give its owner."""
    times = {"immediate": 1, "production": 1 if row["type"] == "B" else 3}
    most = 0
    for effect in row["effects"]:
        given = effect.get("resources", {}) if effect["op"] == "gain" else {}
        cubes = given.get("wood", 0) + given.get("stone", 0)
        if effect["op"] == "gain_any":
            cubes = effect["count"]
        elif effect["op"] == "gain_each_type_depicted_around":
            cubes = 2 * effect["count"]
        most += cubes * times.get(effect["timing"], 0)
    return most


def tile_bound(data: dict[str, Any]) -> int:
    """More tiles than this no town can pay for. MT-242"""
    start = sum(sum(effect["resources"].values()) for row in data["starting_building"] for effect in row["effects"])
    bound: int = data["rounds"]["count"] * start
    for row in data["building"]:
        cost = row["cost"]["wood"] + row["cost"]["stone"]
        bound += row["copies"] * max(0, most_building_cubes(row) - cost + 1)
    return bound
