"""The board, the tiles and the ore, read from components.toml into the tables that rules, words and pictures use."""

from __future__ import annotations

from typing import Any

from tabletown.core import components
from tabletown.core.rule import constants, number, numbers

POINTS_PER_TILE = 8
TURNS = 4
MOST_EDGE_SECTIONS = 60
"""Free sections are kept as the bits of one integer."""


def checked(data: dict[str, Any]) -> dict[str, Any]:
    """The data as it came, or a ValueError that names the entry at fault. MC-19"""
    rows, columns = data["board"]["rows"], data["board"]["columns"]
    if rows < 1 or columns < 1 or 4 * (rows + columns) > MOST_EDGE_SECTIONS:
        raise ValueError(
            f"board: {rows} rows and {columns} columns make no board; "
            f"it has at most {MOST_EDGE_SECTIONS} edge sections."
        )
    if len(data["tile"]) < rows * columns:
        raise ValueError(f"tile: {len(data['tile'])} tiles can't fill {rows * columns} cells.")
    seen: set[int] = set()
    for tile in data["tile"]:
        if sorted(point for pair in tile["pairs"] for point in pair) != list(range(POINTS_PER_TILE)):
            raise ValueError(
                f"tile {tile['id']}: its pairs must use each of the points 0 to 7 once, not {tile['pairs']}."
            )
        if tile["id"] in seen:
            raise ValueError(f"tile {tile['id']}: the id is used twice.")
        if tile["rotations"] != orientations(tile["pairs"]):
            raise ValueError(
                f"tile {tile['id']}: it has {orientations(tile['pairs'])} orientations, not {tile['rotations']}."
            )
        seen.add(tile["id"])
    if seen != set(range(1, len(seen) + 1)):
        raise ValueError(f"tile: the ids must run from 1 to {len(seen)}.")
    for ore in data["ore"]:
        if ore["count"] < 0 or ore["vp"] < 0:
            raise ValueError(f"ore {ore['id']}: neither its count nor its value can be below 0.")
    return data


def joined(pairs: list[list[int]], turn: int) -> list[int]:
    """For each point the point at the other end of its section, after `turn` quarter turns clockwise. MC-06, MC-11"""
    ends = [0] * POINTS_PER_TILE
    for a, b in pairs:
        a, b = (a + 2 * turn) % POINTS_PER_TILE, (b + 2 * turn) % POINTS_PER_TILE
        ends[a], ends[b] = b, a
    return ends


def orientations(pairs: list[list[int]]) -> int:
    """How many different orientations a tile has. MC-10"""
    return next(turn for turn in (1, 2, 4) if joined(pairs, turn) == joined(pairs, 0))


DATA: dict[str, Any] = checked(components.read(__package__))

ROWS: int = DATA["board"]["rows"]
COLUMNS: int = DATA["board"]["columns"]
CELLS = ROWS * COLUMNS
TILES: list[dict[str, Any]] = sorted(DATA["tile"], key=lambda tile: int(tile["id"]))
TILE_NAMES: list[str] = [f"tile_{tile['id']}" for tile in TILES]
TILE_COUNT = len(TILES)
CARTS: int = DATA["components"]["figures_per_player"]
ORES: list[str] = [ore["id"] for ore in DATA["ore"]]
ORE_NAMES: dict[str, str] = {ore["id"]: ore["name"] for ore in DATA["ore"]}
ORE_KINDS = len(ORES)
ORE_TOKENS = number(sum(ore["count"] for ore in DATA["ore"]))

ORE_COUNT = numbers([ore["count"] for ore in DATA["ore"]])
ORE_VALUE = numbers([ore["vp"] for ore in DATA["ore"]])

# Tiles are known by their ids; 0 is a cell without a tile.
JOINED = constants(
    [[list(range(POINTS_PER_TILE))] * TURNS, *([joined(t["pairs"], k) for k in range(TURNS)] for t in TILES)]
)
"""By tile, turn and point: the other end of the section. MC-11, MC-55"""
PICKAXE = constants([0, *(int(tile["pickaxe"]) for tile in TILES)])
ROTATIONS = constants([0, *(tile["rotations"] for tile in TILES)])

# ------------------------------------------------------------------ points and edge sections

OUTSIDE = -2
NOWHERE = -1
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
ACROSS = (5, 4, 7, 6, 1, 0, 3, 2)


def point_index(row: int, column: int, point: int) -> int:
    """A point of a cell as one number. A cart stands at the point by which it will enter the cell. MC-31"""
    return (row * COLUMNS + column) * POINTS_PER_TILE + point


def place_of(index: int) -> tuple[int, int, int]:
    """Row, column and point of a point's number."""
    cell, point = divmod(index, POINTS_PER_TILE)
    return (*divmod(cell, COLUMNS), point)


def _beyond(index: int) -> int:
    """The number of the same border point in the neighbouring cell, or OUTSIDE. MC-12"""
    row, column, point = place_of(index)
    row, column = row + SIDES[point // 2][0], column + SIDES[point // 2][1]
    inside = 0 <= row < ROWS and 0 <= column < COLUMNS
    return point_index(row, column, ACROSS[point]) if inside else OUTSIDE


def _edge() -> list[int]:
    """The edge sections clockwise from the top-left corner. MC-13, MC-14"""
    top = [(0, column, point) for column in range(COLUMNS) for point in (0, 1)]
    right = [(row, COLUMNS - 1, point) for row in range(ROWS) for point in (2, 3)]
    bottom = [(ROWS - 1, column, point) for column in reversed(range(COLUMNS)) for point in (4, 5)]
    left = [(row, 0, point) for row in reversed(range(ROWS)) for point in (6, 7)]
    return [point_index(*place) for place in (*top, *right, *bottom, *left)]


POINTS = CELLS * POINTS_PER_TILE
POINT_NAMES: list[str] = ["({},{}){}".format(*place_of(index)) for index in range(POINTS)]
BEYOND = constants([_beyond(index) for index in range(POINTS)])
EDGE = constants(_edge())
EDGE_SECTIONS = len(EDGE)
SECTION_AT = constants([_edge().index(index) if index in _edge() else NOWHERE for index in range(POINTS)])
"""The edge section of a point, or NOWHERE."""
