"""The components of Little Town Builders: boards, tiles and goals, read from components.toml into tables."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from tabletown.core import components
from tabletown.core.rule import constants, number, numbers

DATA: dict[str, Any] = components.read(__package__)

TILES: list[dict[str, Any]] = DATA["building"]
CARDS: list[dict[str, Any]] = DATA["goal"]
BUILDINGS: list[str] = [tile["id"] for tile in TILES]
GOALS: list[str] = [card["id"] for card in CARDS]
NAMES: dict[str, str] = {tile["id"]: tile["name"] for tile in TILES}
GOAL_TITLES: dict[str, str] = {card["id"]: card["title"] for card in CARDS}

CUBES = ["wood", "stone", "fish", "wheat"]
WOOD, STONE, FISH, WHEAT = range(4)
CUBE_KINDS = len(CUBES)
COINS_PER_CUBE = 3
COINS_PER_POINT = 3
RENT = 1
HUNGER = 3
"""Points lost for each missing food. LT-162"""

ROUNDS: int = DATA["components"]["rounds"]
CUBES_IN_BOX: int = DATA["components"]["cubes_per_resource"]
COINS_IN_BOX: int = DATA["components"]["coin_tokens"]["total_value"]
START_COINS = number(DATA["components"]["start_coins"])
MARKET_SIZE: int = DATA["components"]["market_size"]
WHEAT_FIELDS: int = DATA["components"]["wheat_fields"]

# ------------------------------------------------------------------ set-up by number of players

_SETUP = {row["players"]: row for row in DATA["setup"]}


def _by_players(name: str) -> list[int]:
    return [_SETUP[players][name] if players in _SETUP else 0 for players in range(5)]


WORKERS = constants(_by_players("workers"))
HOUSES = constants(_by_players("houses"))
GOALS_DEALT = constants([_by_players("goals_studio_gg"), _by_players("goals_iello")])
"""By edition and number of players."""

# ------------------------------------------------------------------ the boards

COLUMNS: int = DATA["board"][0]["columns"]
ROWS: int = DATA["board"][0]["rows"]
SQUARE_COUNT = COLUMNS * ROWS
SQUARES = [f"{'ABCDEFGHI'[column]}{row + 1}" for row in range(ROWS) for column in range(COLUMNS)]
GRIDS: list[list[str]] = [
    next(board["grid"] for board in DATA["board"] if board["id"] == name)
    for name in ("studio_gg_front", "studio_gg_back")
]
TERRAINS = {"F": "forest", "M": "mountain", "L": "lake", ".": "grass"}
_GIVES = {"F": WOOD, "M": STONE, "L": FISH}
NO_TERRAIN = -1

DIRECTIONS = ["north_west", "north", "north_east", "west", "east", "south_west", "south", "south_east"]
_STEPS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
DIRECTION_COUNT = len(DIRECTIONS)
NORTH, WEST, EAST, SOUTH = (DIRECTIONS.index(name) for name in ("north", "west", "east", "south"))
NO_SQUARE = -1


def _neighbour(square: int, direction: int) -> int:
    column, row = square % COLUMNS + _STEPS[direction][0], square // COLUMNS + _STEPS[direction][1]
    return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < ROWS else NO_SQUARE


def _terrain(side: int, square: int) -> int:
    return _GIVES.get(GRIDS[side][square // COLUMNS][square % COLUMNS], NO_TERRAIN)


def neighbours(square: int) -> dict[int, int]:
    """The neighbouring squares by direction. LT-27"""
    return {d: n for d in range(DIRECTION_COUNT) if (n := _neighbour(square, d)) != NO_SQUARE}


def _terrain_counts(side: int, square: int) -> list[int]:
    return [sum(_terrain(side, n) == cube for n in neighbours(square).values()) for cube in range(CUBE_KINDS)]


NEIGHBOUR = constants([[_neighbour(square, d) for d in range(DIRECTION_COUNT)] for square in range(SQUARE_COUNT)])
"""By square and direction; NO_SQUARE beyond the edge. LT-27"""
AROUND = constants([sum(1 << direction for direction in neighbours(square)) for square in range(SQUARE_COUNT)])
"""By square: bits of the directions that have a neighbour."""
STEP = constants([y * COLUMNS + x for x, y in _STEPS])
"""By direction: the difference between the numbers of a square and of its neighbour."""
_OFFSET = COLUMNS + 1
DIRECTION_OF = constants(
    [
        next((d for d, (x, y) in enumerate(_STEPS) if y * COLUMNS + x == step), -1)
        for step in range(-_OFFSET, _OFFSET + 1)
    ]
)
"""The direction of a neighbour, by the difference of the two squares plus STEP_ZERO."""
STEP_ZERO = _OFFSET
TERRAIN = constants([[_terrain(side, square) for square in range(SQUARE_COUNT)] for side in range(2)])
"""By side and square: the cube it gives, or NO_TERRAIN for grass. LT-24, LT-25, LT-28"""
GRASS = constants([[q for q in range(SQUARE_COUNT) if _terrain(side, q) == NO_TERRAIN] for side in range(2)])
GRASS_COUNT = len(GRASS[0])
TERRAIN_AROUND = constants([[_terrain_counts(side, square) for square in range(SQUARE_COUNT)] for side in range(2)])
"""By side, square and cube: how many neighbours give it."""
TERRAIN_MASK = constants(
    [
        [sum(1 << c for c in range(CUBE_KINDS) if _terrain_counts(side, q)[c]) for q in range(SQUARE_COUNT)]
        for side in range(2)
    ]
)
"""By side and square: bits of the cubes that its neighbours give. LT-205"""
TERRAIN_SETS = [{WOOD}, {STONE}, {FISH}, {WOOD, STONE}, {WOOD, FISH}, {STONE, FISH}, {WOOD, STONE, FISH}]
TERRAIN_SET_SIZES = tuple(len(terrains) for terrains in TERRAIN_SETS)
SETS_TOUCHED = constants(
    [
        sum(1 << 4 * i for i, terrains in enumerate(TERRAIN_SETS) if any(mask >> c & 1 for c in terrains))
        for mask in range(1 << CUBE_KINDS)
    ]
)
"""By terrain mask: a 1 in the four bits of each of the TERRAIN_SETS that the mask meets; sums count squares. LT-205"""

# ------------------------------------------------------------------ the tiles

TILE_KINDS = len(BUILDINGS)
NO_TILE = -1
WHEAT_FIELD, CASTLE, CATHEDRAL, RESIDENCE, WATCHTOWER, TRADING_SHOP = (
    BUILDINGS.index(name) for name in ("wheat_field", "castle", "cathedral", "residence", "watchtower", "trading_shop")
)


def _cubes(goods: dict[str, Any]) -> list[int]:
    return [goods.get(cube, 0) for cube in CUBES]


COPIES = constants([tile["copies"] for tile in TILES])
POINTS = numbers([tile["vp"] for tile in TILES])
IS_ACTIVATABLE = constants([int(tile["kind"] in ("gain", "convert")) for tile in TILES])
ACTIVATABLE = sum(1 << kind for kind, tile in enumerate(TILES) if tile["kind"] in ("gain", "convert"))
"""IS_ACTIVATABLE as bits."""
IS_FIRST_GAME = constants([int(tile["first_game"]) for tile in TILES])
OUTPUT = numbers([_cubes(tile["output"]) for tile in TILES])
OUTPUT_COINS = numbers([tile["output"].get("coin", 0) for tile in TILES])
OUTPUT_POINTS = numbers([tile["output"].get("vp", 0) for tile in TILES])
OUTPUT_ANY = constants([tile["output"].get("any", 0) for tile in TILES])
PER_CASTLE_NEIGHBOUR = number(TILES[CASTLE]["output"]["vp_per"])
PER_WATCHED_SQUARE = number(TILES[WATCHTOWER]["output"]["vp_per"])
PER_CATHEDRAL_WORKER = number(TILES[CATHEDRAL]["output"]["vp_per"])
TAKES = constants(
    [[int(bool(tile["input"].get(cube) or tile["input"].get("any"))) for cube in CUBES] for tile in TILES]
)
"""By tile and cube: whether the conversion takes it, by name or as any. LT-55"""
MAY_GIVE = numbers([[tile["output"].get(cube, 0) + tile["output"].get("any", 0) for cube in CUBES] for tile in TILES])
"""By tile and cube: the most that it can give. LT-55"""
ALL_GIVE = numbers((MAY_GIVE * COPIES[:, None]).sum(axis=0))
"""By cube: the most that all tiles together can give."""

# ------------------------------------------------------------------ bills and the ways to pay them
# A bill is the cost of a tile or, TILE_KINDS further on, the input of its effect. A way to pay is a bundle of
# cubes; 3 coins stand in for each cube of the bill that is not in it. LT-93, LT-101

_BILLS: list[dict[str, int]] = [tile["cost"] for tile in TILES] + [tile["input"] for tile in TILES]


def _ways(bill: dict[str, int]) -> list[tuple[int, ...]]:
    """All bundles of cubes that a bill can be paid with; those with the most cubes first."""
    anything = bill.get("any", 0)
    most = [bill.get(cube, 0) + anything for cube in CUBES]
    bundles = [b for b in product(*(range(n + 1) for n in most)) if sum(b) <= _units(bill)]
    return sorted(bundles, key=lambda b: (-sum(b), [-n for n in b]))


def _units(bill: dict[str, int]) -> int:
    return sum(_cubes(bill)) + bill.get("any", 0)


def bundle_word(bundle: tuple[int, ...], empty: str) -> str:
    return "-".join(f"{n}{cube}" for n, cube in zip(bundle, CUBES, strict=True) if n) or empty


_PRINTED: list[dict[str, Any]] = components.printed(__package__)["building"]
_PRINTED_BILLS: list[dict[str, int]] = [tile["cost"] for tile in _PRINTED] + [tile["input"] for tile in _PRINTED]
"""The ways to pay are moves, so they are those of the printed bills in every variant."""

WAYS: list[tuple[int, ...]] = sorted(
    {way for bill in _PRINTED_BILLS for way in _ways(bill)}, key=lambda b: (sum(b), [-n for n in b])
)
WAY_WORDS = [bundle_word(way, "coins") for way in WAYS]
WAY_CUBES = constants(WAYS)
WAY_SIZE = constants([sum(way) for way in WAYS])
WAY_MIXTURE = constants([sum(n > 0 for n in way) for way in WAYS])
"""How many different cubes a way pays. LT-206"""

MOST_WAYS = max(len(_ways(bill)) for bill in _PRINTED_BILLS)


def _way_numbers(bill: dict[str, int]) -> list[int]:
    ways = _ways(bill)
    if not set(ways) <= set(WAYS):
        raise ValueError(f"there are no moves to pay {bundle_word(tuple(_cubes(bill)), 'nothing')}.")
    return [WAYS.index(way) for way in ways] + [-1] * (MOST_WAYS - len(ways))


def most_of(tile: str, cube: str) -> int:
    """How many cubes of a kind a printed tile may cost at most: more would need moves that the game doesn't have."""
    cost = dict(next(entry["cost"] for entry in _PRINTED if entry["id"] == tile))
    while set(_ways({**cost, cube: cost.get(cube, 0) + 1})) <= set(WAYS):
        cost[cube] = cost.get(cube, 0) + 1
    return int(cost.get(cube, 0))


BILL_WAYS = numbers([_way_numbers(bill) for bill in _BILLS])
BILL_WAY_COUNT = numbers([len(_ways(bill)) for bill in _BILLS])
BILL_CUBES = numbers([_cubes(bill) for bill in _BILLS])
BILL_ANY = constants([bill.get("any", 0) for bill in _BILLS])
BILL_UNITS = numbers([_units(bill) for bill in _BILLS])
BILL_COINS = numbers([bill.get("coin", 0) for bill in _BILLS])


def _coins_for(bill: dict[str, int], held: tuple[int, ...]) -> int:
    missing = sum(max(0, n - h) for n, h in zip(_cubes(bill), held, strict=True))
    return bill.get("coin", 0) + COINS_PER_CUBE * (missing + max(0, bill.get("any", 0) - sum(held)))


def _payable(bills: list[dict[str, int]], printed: list[dict[str, int]]) -> np.ndarray:
    """Bits of the bills that can be paid, by cubes of each kind and coins, each up to the most a printed bill needs.

    No variant needs more of anything: it has no other ways to pay.
    """
    most = [max(bill.get(cube, 0) + bill.get("any", 0) for bill in printed) for cube in CUBES]
    dearest = max(_coins_for(bill, (0,) * CUBE_KINDS) for bill in printed)
    bundles = list(product(*(range(n + 1) for n in most)))
    needed = np.array([[_coins_for(bill, held) for bill in bills] for held in bundles])
    paid = needed[:, None, :] <= np.arange(dearest + 1)[:, None]
    return numbers((paid << np.arange(len(bills))).sum(axis=2).reshape([*(n + 1 for n in most), -1]))


PAYABLE_COSTS = _payable(_BILLS[:TILE_KINDS], _PRINTED_BILLS[:TILE_KINDS])
"""By wood, stone, fish, wheat and coins: bits of the tiles whose cost they cover. LT-93, LT-99"""
COST_WOOD, COST_STONE, COST_FISH, COST_WHEAT, COST_COINS = (n - 1 for n in PAYABLE_COSTS.shape)
PAYABLE_INPUTS = _payable(_BILLS[TILE_KINDS:], _PRINTED_BILLS[TILE_KINDS:])
"""By wood, stone, fish, wheat and coins: bits of the tiles whose input they cover. LT-85"""
INPUT_WOOD, INPUT_STONE, INPUT_FISH, INPUT_WHEAT, INPUT_COINS = (n - 1 for n in PAYABLE_INPUTS.shape)

MIXES: list[tuple[int, ...]] = [b for b in WAYS if 1 <= sum(b) <= TILES[TRADING_SHOP]["output"]["any"]]
"""What a trading shop can give. LT-92"""
MIX_WORDS = [bundle_word(mix, "") for mix in MIXES]
MIX_COUNT = len(MIXES)
MIX_CUBES = constants(MIXES)
MIX_SIZE = constants([sum(mix) for mix in MIXES])

_MOST_WORKERS = max(_by_players("workers"))
MEALS: list[tuple[int, int, int]] = [
    (fish, wheat, coins)
    for fish in range(_MOST_WORKERS, -1, -1)
    for wheat in range(_MOST_WORKERS - fish, -1, -1)
    for coins in range(_MOST_WORKERS - fish - wheat + 1)
]
"""Fish, wheat and the number of foods that 3 coins each replace. LT-166"""
MEAL_WORDS = [
    "-".join(f"{n}{word}" for n, word in ((f, "fish"), (w, "wheat"), (COINS_PER_CUBE * c, "coins")) if n) or "nothing"
    for f, w, c in MEALS
]
MEAL_COUNT = len(MEALS)
MEAL = constants(MEALS)
_PLATES = range(_MOST_WORKERS + 1)
MEAL_OF = constants(
    [[[MEALS.index((f, w, c)) if (f, w, c) in MEALS else -1 for c in _PLATES] for w in _PLATES] for f in _PLATES]
)
"""By fish, wheat and foods replaced: the number of the meal."""

# ------------------------------------------------------------------ the goals

GOAL_KINDS = len(GOALS)
(
    THREE_TOUCHING,
    MORE_BUILDINGS_THAN_WORKERS,
    DOUBLE_FOOD,
    LAKE_MOUNTAIN_FOREST,
    TWO_TYPE_INPUT,
    FEED_ALL_FISH,
    TWO_VP_BUILDINGS,
    FISH_BUILDING,
    TWO_COIN_BUILDINGS,
    WOOD_OR_STONE_BUILDING,
    COST_THREE_STONE,
    NO_COINS,
    SIX_COINS,
    SPEND_FRESH_CUBE,
    ACTIVATE_FOUR,
    VP_FROM_TWO,
    GATHER_FIVE,
    COST_THREE_WOOD,
) = range(GOAL_KINDS)
GOAL_POINTS = numbers([card["vp"] for card in CARDS])
GOAL_NEED = constants([card.get("need", 0) for card in CARDS])
"""How many tiles of a goal's list the market must hold; 0 for goals that every market allows. LT-183"""


def _achievable_with(goal: int) -> list[str]:
    """The tiles that a goal asks for; those that cost three stone or wood or more follow from the costs."""
    for costing, cube in ((COST_THREE_STONE, "stone"), (COST_THREE_WOOD, "wood")):
        if goal == costing:
            return [tile["id"] for tile in TILES if tile["cost"].get(cube, 0) >= THREE_CUBES]
    return list(CARDS[goal].get("achievable_with", []))


THREE_CUBES = 3
GOAL_LIST = numbers([[int(tile in _achievable_with(goal)) for tile in BUILDINGS] for goal in range(GOAL_KINDS)])
OWNING_GOALS = (
    TWO_VP_BUILDINGS,
    FISH_BUILDING,
    TWO_COIN_BUILDINGS,
    WOOD_OR_STONE_BUILDING,
    COST_THREE_STONE,
    COST_THREE_WOOD,
)
"""The goals that are met by owning tiles of their list."""
LISTED_IN = numbers(
    [sum(1 << i for i, goal in enumerate(OWNING_GOALS) if tile in _achievable_with(goal)) for tile in BUILDINGS]
)
"""By tile: bits of the OWNING_GOALS, in their order, that list it."""
ENOUGH_COINS = 6
ENOUGH_ACTIVATIONS = 4
ENOUGH_CUBES = 5
ENOUGH_SCORING = 2

RECONSTRUCTED: list[str] = [
    entry["id"] for entry in (*DATA["board"], *TILES, *CARDS) if entry["source"] == "reconstructed"
]
"""The components whose values no public source gives."""
