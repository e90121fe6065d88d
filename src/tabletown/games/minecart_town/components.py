"""The tiles of Minecart Town, read from components.toml, checked, and turned into the tables that the game uses.

The data file describes effects with a fixed vocabulary, which becomes numbers here and is interpreted in
rules/effects.py: correcting a tile is a change of data alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tabletown.core import components
from tabletown.core.rule import constants, numbers

Row = dict[str, Any]

DATA: Row = components.read(__package__)

RESOURCES: list[str] = [entry["id"] for entry in DATA["resource"]]
WOOD, STONE, WHEAT, COAL, SHEEP = range(5)
TYPES = len(RESOURCES)

LETTERS = ["A", "B", "C"]
A_TILES, B_TILES, C_TILES, NO_BAG = range(4)

SIDES = ["N", "E", "S", "W"]
SHAPES = ["NS", "EW", "NE", "ES", "SW", "NW", "ESW", "NSW", "NEW", "NES"]
SHAPE_KINDS = len(SHAPES)
FIRST_T = 6

TIMINGS = ["immediate", "production", "transportation", "processing", "end", "passive"]
IMMEDIATE, PRODUCTION, TRANSPORTATION, PROCESSING, END, PASSIVE = range(6)
CONVERSIONS = {"convert", "convert_any", "convert_different"}
ANY_TYPE = {"gain_any", "gain_each_type_depicted_around", "convert_any", "convert_different", "pull_cubes"}
"""The effects that show an any-resource icon."""

MAX_TILES, MAX_BUILDINGS = 64, 40

# ------------------------------------------------------------------ what the data must satisfy


def check(data: Row) -> None:
    """Refuse data that the game could not play, in one sentence. MT-01, MT-06, MT-08, MT-108, MT-242"""
    for problem in _problems(data):
        raise ValueError(f"components.toml: {problem}")


def _problems(data: Row) -> Iterator[str]:
    for letter, types in data["components"]["building_types"].items():
        rows = [row for row in data["building"] if row["type"] == letter]
        tiles = data["components"]["building_tiles"][letter]
        if len(rows) != types or sum(row["copies"] for row in rows) != tiles:
            yield f"there must be {types} types and {tiles} tiles of type {letter}"
    for row in [*data["building"], *data["starting_building"]]:
        for effect in row["effects"]:
            if effect["timing"] not in TIMINGS:
                yield f"{row['id']} has the unknown timing {effect['timing']!r}"
        if sum(effect["op"] in CONVERSIONS for effect in row["effects"]) > 1:
            yield f"{row['id']} has two conversions, whose order would be a choice"
        if row["accepts"] != accepted(row):
            yield f"{row['id']} accepts other types than its effects depict"
    if has_cycle(data):
        yield "cubes could be converted in a circle for ever"
    if tile_bound(data) > MAX_TILES - 2:
        yield f"a town could hold {tile_bound(data)} tiles, more than the {MAX_TILES - 2} there is room for"


def depicted(row: Row) -> list[str]:
    """The concrete types that a tile names in its effects; costs and any-resource icons name none. MT-152"""
    named: set[str] = set()
    for effect in row["effects"]:
        for key in ("resources", "input", "output"):
            named |= set(effect.get(key, {}))
        named |= {effect["resource"]} if "resource" in effect else set()
    return [resource for resource in RESOURCES if resource in named]


def accepted(row: Row) -> list[str]:
    """The types that may end a move on a tile: those depicted, or all for an any-resource icon. MT-105, MT-107"""
    if not row["slots"]:
        return []
    return RESOURCES if any(effect["op"] in ANY_TYPE for effect in row["effects"]) else depicted(row)


def has_cycle(data: Row) -> bool:
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


def most_building_cubes(row: Row) -> int:
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


def tile_bound(data: Row) -> int:
    """How many tiles a town can pay for at most. MT-242"""
    start = sum(sum(effect["resources"].values()) for row in data["starting_building"] for effect in row["effects"])
    bound: int = data["rounds"]["count"] * start
    for row in data["building"]:
        cost = row["cost"]["wood"] + row["cost"]["stone"]
        bound += row["copies"] * max(0, most_building_cubes(row) - cost + 1)
    return bound


check(DATA)

# ------------------------------------------------------------------ all tiles a town can hold, by number

MARKET_ROWS: list[Row] = sorted(DATA["building"], key=lambda row: LETTERS.index(row["type"]))
STARTING_ROWS: list[Row] = DATA["starting_building"]
ROWS: list[Row] = [*MARKET_ROWS, *STARTING_ROWS]

BUILDING_TILES: list[str] = [row["id"] for row in MARKET_ROWS]
TILES: list[str] = [*[row["id"] for row in ROWS], *SHAPES]
MARKET_KINDS = len(MARKET_ROWS)
FIRST_SHAPE = len(ROWS)
FIRST_TEE = FIRST_SHAPE + FIRST_T
MINE, FOREST = FIRST_SHAPE - 2, FIRST_SHAPE - 1
NO_TILE = -1

A_IDS: list[str] = [row["id"] for row in MARKET_ROWS if row["type"] == "A"]
C_IDS: list[str] = [row["id"] for row in MARKET_ROWS if row["type"] == "C"]
NAMES: dict[str, str] = {row["id"]: row["name"] for row in ROWS}
BY_ID: dict[str, Row] = {row["id"]: row for row in ROWS}

# ------------------------------------------------------------------ the effect vocabulary

OPS = [
    "none",
    "gain",
    "gain_vp",
    "gain_any",
    "gain_each_type_depicted_around",
    "gain_per_group",
    "remove",
    "vp_per_cube",
    "convert",
    "convert_any",
    "convert_different",
    "pull_cubes",
    "bonus_vp_on_surrounding_processing",
    "vp_per_surrounding",
    "vp_per_directly_connected_building",
    "track",
]
(
    NO_EFFECT,
    GAIN_CUBES,
    GAIN_VP,
    GAIN_ANY,
    GAIN_DEPICTED,
    GAIN_PER_GROUP,
    REMOVE_CUBES,
    VP_PER_CUBE,
    CONVERT,
    CONVERT_ANY,
    CONVERT_DIFFERENT,
    PULL_CUBES,
    PROCESSING_BONUS,
    VP_PER_SURROUNDING,
    VP_PER_CONNECTED,
    TRACK,
) = range(len(OPS))

COUNTED = ["tile", "building", "processing_building", "vp_building", "resource_type_depicted"]
COUNT_TILES, COUNT_BUILDINGS, COUNT_PROCESSING, COUNT_VP, COUNT_TYPES = range(5)

MAX_EFFECTS = max(len(row["effects"]) for row in ROWS)
BLANK: Row = {"op": "none", "timing": "passive"}


def _effects(row: Row) -> list[Row]:
    return [*row["effects"], *[BLANK] * (MAX_EFFECTS - len(row["effects"]))]


def _table(read: Callable[[Row], Any], made: Callable[[Any], Any] = constants) -> Any:
    """A table by tile and effect; track shapes have no effects."""
    blank = [read(BLANK)] * MAX_EFFECTS
    return made([[read(effect) for effect in _effects(row)] for row in ROWS] + [blank] * SHAPE_KINDS)


def _cubes(effect: Row, key: str) -> list[int]:
    return [effect.get(key, {}).get(resource, 0) for resource in RESOURCES]


def _spent(effect: Row) -> list[int]:
    return _cubes(effect, "resources" if effect["op"] == "remove" else "input")


def _given(effect: Row) -> list[int]:
    return _cubes(effect, "resources" if effect["op"] == "gain" else "output")


def _count(effect: Row) -> int:
    key = {"gain_per_group": "group", "pull_cubes": "max"}.get(effect["op"], "count")
    return int(effect.get(key, 0))


def _set_points(effect: Row) -> list[int]:
    """VP by number of different types; 0 where the table has no row."""
    rows = dict(effect.get("table", []))
    return [rows.get(size, 0) for size in range(TYPES + 1)]


TIMING = _table(lambda effect: TIMINGS.index(effect["timing"]))
OP = _table(lambda effect: OPS.index(effect["op"]))
SPENT = _table(_spent)
GIVEN = _table(_given, numbers)
POINTS = _table(lambda effect: effect.get("vp", 0), numbers)
RESOURCE = _table(lambda effect: RESOURCES.index(effect["resource"]) if "resource" in effect else 0)
COUNT = _table(_count)
GROUP_GAIN = _table(lambda effect: effect.get("gain", 0))
SAME_TYPE = _table(lambda effect: int(effect.get("same_type", False)))
WHAT = _table(lambda effect: COUNTED.index(effect["what"]) if "what" in effect else 0)
MOST = _table(lambda effect: effect.get("max", effect.get("max_types", 0)))
FULL_CUBES = _table(lambda effect: effect.get("full_bonus", {}).get("cubes", 0))
FULL_POINTS = _table(lambda effect: effect.get("full_bonus", {}).get("vp", 0), numbers)
SET_POINTS = _table(_set_points)

# ------------------------------------------------------------------ what a tile is


def _of_rows(read: Callable[[Row], Any], shape: Any, made: Callable[[Any], Any] = constants) -> Any:
    """A table by tile; `shape` is what holds for every track shape."""
    return made([read(row) for row in ROWS] + [shape] * SHAPE_KINDS)


def _line_of(row: Row) -> list[int]:
    """Which of the tile's separate lines each side belongs to; 0 for all where everything meets."""
    for effect in row["effects"]:
        if effect["op"] == "track":
            return [next(n for n, line in enumerate(effect["lines"]) if side in line) for side in SIDES]
    return [0, 0, 0, 0]


def _has_vp(row: Row) -> bool:
    return any(effect.get("vp", 0) > 0 or "table" in effect for effect in row["effects"])


def _mask(ends: str) -> int:
    return sum(1 << SIDES.index(side) for side in ends)


WOOD_COST = _of_rows(lambda row: row.get("cost", {}).get("wood", 0), 0, numbers)
STONE_COST = _of_rows(lambda row: row.get("cost", {}).get("stone", 0), 0, numbers)
SLOTS = _of_rows(lambda row: row["slots"], 0)
ACCEPTS = _of_rows(lambda row: [int(resource in row["accepts"]) for resource in RESOURCES], [0] * TYPES)
DEPICTS = _of_rows(lambda row: [int(resource in depicted(row)) for resource in RESOURCES], [0] * TYPES)
IS_BUILDING = _of_rows(lambda row: int(row.get("is_building", True)), 0)
PROCESSES = _of_rows(lambda row: int(any(effect["op"] in CONVERSIONS for effect in row["effects"])), 0)
GAINS_VP = _of_rows(lambda row: int(_has_vp(row)), 0)
LETTER = _of_rows(lambda row: LETTERS.index(row["type"]) if "type" in row else NO_BAG, NO_BAG)
COPIES = _of_rows(lambda row: row.get("copies", 0), 0)
ADVANCED = _of_rows(lambda row: int(row.get("advanced", False)), 0)
LINE_OF = _of_rows(_line_of, [0, 0, 0, 0])
OPEN_SIDES = constants([15] * len(ROWS) + [_mask(shape) for shape in SHAPES])
"""The sides by which a tile can be linked, as bits N 1, E 2, S 4, W 8: all of a building, the ends of rail. MT-38"""

SHAPE_ENDS = constants([_mask(shape) for shape in SHAPES])
FIRST_OF_LETTER = constants(
    [next(i for i, row in enumerate(MARKET_ROWS) if row["type"] == letter) for letter in LETTERS] + [MARKET_KINDS]
)

_track = {row["id"]: row for row in DATA["track"]}
TEE_COST: int = _track["t_junction"]["cost"]["wood_or_stone"]
UPGRADE_COST: int = _track["t_junction"]["upgrade_cost"]["wood_or_stone"]
SHAPE_COST = constants(
    [_track["curve" if k > 1 else "straight"]["cost"]["wood_or_stone"] for k in range(FIRST_T)]
    + [TEE_COST] * (SHAPE_KINDS - FIRST_T)
)


def _cheapest_shape(incoming: int) -> int:
    costs = [int(SHAPE_COST[k]) for k in range(SHAPE_KINDS) if int(SHAPE_ENDS[k]) & incoming == incoming]
    return min(costs, default=NEVER)


NEVER = 99
CHEAPEST_SHAPE = constants([_cheapest_shape(incoming) for incoming in range(16)])
"""What the cheapest track costs in a cell into which these rail ends point; 99 where none fits. MT-45"""

# ------------------------------------------------------------------ rounds, market and solo

ROUNDS: int = DATA["rounds"]["count"]
SWAP_AFTER: int = DATA["rounds"]["a_to_b_swap_after_round"]
AB_SPACES = constants([0] + [DATA["market"]["ab_spaces"][f"p{players}"] for players in range(1, 5)])
C_SPACES: int = DATA["market"]["c_spaces"]
FIRST_C_SPACE = 8
SPACES = FIRST_C_SPACE + C_SPACES
SOLO_ROWS: int = DATA["solo"]["ab_rows"]
SOLO_COLUMNS = constants([DATA["solo"]["ab_columns"], DATA["solo"]["c_columns"]])
THRESHOLDS: list[int] = DATA["solo"]["thresholds"]
SOLO_NAMES: list[str] = [row["name"] for row in DATA["solo_setup"]]


def _display(row: Row) -> list[int]:
    """The printed display by space; a random setup shows nothing before the draw."""
    shown = [NO_TILE] * SPACES
    if isinstance(row["A"], list):
        for start, area in ((0, row["A"]), (FIRST_C_SPACE, row["C"])):
            for n, tile in enumerate(tile for line in area for tile in line):
                shown[start + n] = BUILDING_TILES.index(tile)
    return shown


SOLO_DISPLAY = constants([_display(row) for row in DATA["solo_setup"]])
