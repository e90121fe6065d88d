"""Little towns to test in: prepared positions, and whole games played at random."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

import tabletown as tt
from tabletown.games.little_town.state import SWAP_GOALS

CUBES = ["wood", "stone", "fish", "wheat"]
WORKERS = {2: 5, 3: 4, 4: 3}
HOUSES = {2: 7, 3: 6, 4: 6}
DEALT = {"studio_gg": {2: 5, 3: 4, 4: 3}, "iello": {2: 4, 3: 3, 4: 2}}
SINGLES = [
    "bakery",
    "grocery",
    "trading_shop",
    "stone_shop",
    "granary",
    "gold_mine",
    "well",
    "workshop",
    "factory",
    "church",
    "statue",
    "castle",
    "bar",
    "bookshop",
    "pier",
    "brewery",
    "carpenter",
    "fair",
    "fountain",
    "fishmonger",
    "restaurant",
    "cathedral",
    "residence",
    "watchtower",
]
FIRST_GAME = SINGLES[:12]
GOALS = [
    "three_touching",
    "more_buildings_than_workers",
    "double_food",
    "lake_mountain_forest",
    "two_type_input",
    "feed_all_fish",
    "two_vp_buildings",
    "fish_building",
    "two_coin_buildings",
    "wood_or_stone_building",
    "cost_three_stone",
    "no_coins",
    "six_coins",
    "spend_fresh_cube",
    "activate_four",
    "vp_from_two",
    "gather_five",
    "cost_three_wood",
]
FRONT = ["M.FM.L.MM", ".........", "L........", "F.......L", "......F..", ".FF.LL..F"]
BACK = ["F..MM.L.F", "..F......", "F.......L", "........F", "L...F....", "L..M..L.M"]
SQUARES = [f"{column}{row}" for row in range(1, 7) for column in "ABCDEFGHI"]


def terrain(square: str, side: str = "front") -> str:
    grid = FRONT if side == "front" else BACK
    return grid[int(square[1]) - 1]["ABCDEFGHI".index(square[0])]


def around(square: str) -> list[str]:
    """The neighbours of a square, worked out from its name."""
    column, row = ord(square[0]), int(square[1])
    near = [f"{chr(column + x)}{row + y}" for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
    return [name for name in near if name in SQUARES]


def grass(side: str = "front") -> list[str]:
    return [square for square in SQUARES if terrain(square, side) == "."]


def town(
    players: int = 2,
    tiles: dict[str, tuple[str, int]] | None = None,
    standing: dict[str, int] | None = None,
    cubes: dict[int, dict[str, int]] | None = None,
    coins: dict[int, int] | None = None,
    stock: dict[str, int] | None = None,
    bank: int | None = None,
    goals: dict[int, list[str]] | None = None,
    market: list[str] | None = None,
    hands: list[int] | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> tt.Match:
    """A match at seat 0's turn, unless fields say otherwise; what stock and bank lack, the last seat has."""
    options = options or {}
    tiles, standing = tiles or {}, standing or {}
    game = tt.game("little-town", players=players, **options)
    kinds = [kind for kind, _ in tiles.values()]
    offered = list(dict.fromkeys([*(k for k in kinds if k != "wheat_field"), *(market or [])]))
    offered += [kind for kind in SINGLES if kind not in offered][: 12 - len(offered)]
    supply = dict.fromkeys(offered, 1) | {"wheat_field": 5}
    for kind in kinds:
        supply[kind] -= 1
    held = [dict((cubes or {}).get(seat, {})) for seat in range(players)]
    left = {cube: 15 - sum(hand.get(cube, 0) for hand in held) for cube in CUBES}
    for cube, wanted in (stock or {}).items():
        held[-1][cube] = held[-1].get(cube, 0) + left[cube] - wanted
        left[cube] = wanted
    money = [(coins or {}).get(seat, 3) for seat in range(players)]
    if bank is not None:
        money[-1] += 40 - sum(money) - bank
    workers = hands or [WORKERS[players] - list(standing.values()).count(seat) for seat in range(players)]
    position = {
        "phase": "turn",
        "round": 1,
        "start": 0,
        "active": 0,
        "workers": workers,
        "houses": [HOUSES[players] - [o for _, o in tiles.values()].count(seat) for seat in range(players)],
        "coins": money,
        "bank": 40 - sum(money),
        "cubes": held,
        "stock": left,
        "tiles": {square: kind for square, (kind, _) in tiles.items()},
        "owners": {square: f"seat_{owner}" for square, (_, owner) in tiles.items()},
        "standing": {square: f"seat_{seat}" for square, seat in standing.items()},
        "offered": dict.fromkeys([*offered, "wheat_field"], 1),
        "supply": {kind: n for kind, n in supply.items() if n},
        "goals": deal(players, goals or {}, options.get("edition", "studio_gg")),
        "hand": [DEALT[options.get("edition", "studio_gg")][players]] * players,
    }
    return tt.Match(game, seed=1, position=position | fields)


def deal(players: int, wanted: dict[int, list[str]], edition: str) -> list[dict[str, int]]:
    """The wanted goals for the seats that name some; the rest are goals that take long to meet."""
    taken = [goal for hand in wanted.values() for goal in hand]
    slow = [
        "three_touching",
        "more_buildings_than_workers",
        "lake_mountain_forest",
        "activate_four",
        "feed_all_fish",
        "double_food",
    ]
    quick = ["no_coins", "six_coins"]
    order = [*quick, *(goal for goal in GOALS if goal not in [*slow, *quick]), *reversed(slow)]
    pile = [goal for goal in order if goal not in taken]
    hands = []
    for seat in range(players):
        hand = list(wanted.get(seat, []))
        while len(hand) < DEALT[edition][players]:
            hand.append(pile.pop())
        hands.append({goal: number for number, goal in enumerate(hand, 1)})
    return hands


def play(match: tt.Match, *moves: str) -> tt.Match:
    for move in moves:
        match.push(move)
    return match


def legal(match: tt.Match, kind: str = "") -> set[str]:
    """The texts of the legal moves, of one kind if it is named."""
    return {move.text for move in match.legal_moves if not kind or move.name == kind}


def goods(match: tt.Match, seat: int = 0) -> dict[str, int]:
    """All that a seat holds and has scored, without what is zero."""
    dump = match.dump()
    found = dict(dump["cubes"][seat]) | {"coins": dump["coins"][seat], "points": dump["points"][seat]}
    return {word: n for word, n in found.items() if n}


def stock(match: tt.Match) -> dict[str, int]:
    dump = match.dump()
    return {cube: dump["stock"].get(cube, 0) for cube in CUBES} | {"coins": dump["bank"]}


def met(match: tt.Match, seat: int = 0) -> set[str]:
    return set(match.view(None)["position"]["goals"][seat]["met"])


def phase(match: tt.Match) -> str:
    return str(match.dump()["phase"])


def end_round(match: tt.Match) -> tt.Match:
    """Place every worker where it finds little, until a decision other than a turn comes up or the round is over."""
    now = match.position.round
    while not match.over and phase(match) in ("turn", "activate") and match.position.round == now:
        if phase(match) == "activate":
            match.push("done")
        else:
            match.push(min(legal(match, "place"), key=lambda text: (_terrain_beside(match, text.split()[1]), text)))
    return match


def _terrain_beside(match: tt.Match, square: str) -> int:
    side = ["front", "back"][match.position.board]
    return sum(terrain(near, side) != "." for near in around(square))


# ------------------------------------------------------------------ whole games

SETTINGS = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"edition": "iello", "board": "back"}),
    (3, {"market": "first_game", "edition": "iello"}),
    (4, {"board": "back", "market": "first_game"}),
]


def lively(match: tt.Match, dice: random.Random) -> int:
    """A random move that often prefers buildings, so that much happens."""
    moves = match.legal_ids
    kinds = [match.game.moves.kind_of(move).name for move in moves]
    liked = [move for move, kind in zip(moves, kinds, strict=True) if kind in ("build", "use", "rent", "collect")]
    return dice.choice(liked if liked and dice.random() < 0.7 else moves)


@cache
def games() -> list[tt.Match]:
    """One lively game of each setting, played to the end."""
    played = []
    for number, (players, options) in enumerate(SETTINGS):
        match = tt.Match(tt.game("little-town", players=players, **options), seed=100 + number)
        match.play_chance()
        dice = random.Random(number)
        while not match.over:
            match.push(lively(match, dice))
        played.append(match)
    return played


def positions(match: tt.Match) -> list[Any]:
    """Every position of a game, from set-up to end, as records to read by field."""
    proxy = match.game.rulebook.state.proxy
    return [proxy(match.at(ply)) for ply in range(match.ply + 1)]


def steps(match: tt.Match) -> list[tuple[Any, tt.Move, Any]]:
    """Every decision of a game with the positions before and after it."""
    seen = positions(match)
    found = zip(seen, match.moves, seen[1:], strict=False)
    return [(before, move, after) for before, move, after in found if before.phase > SWAP_GOALS]


def values(vector: Any) -> list[int]:
    return np.asarray(vector).ravel().tolist()
