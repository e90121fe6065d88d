"""The sequence of a placement against a free order of the neighbours, by exhaustive search of random neighbourhoods."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest
from towns import CUBES, GOALS, SINGLES, around, terrain, town

import tabletown as tt
from tabletown.games.little_town.components import TILES

INPUT = {tile["id"]: tile["input"] for tile in TILES}
OUTPUT = {tile["id"]: tile["output"] for tile in TILES}
GIVES = {"F": "wood", "M": "stone", "L": "fish"}
WORKING_TILES = [
    "wheat_field",
    *(tile for tile in SINGLES if OUTPUT[tile] and tile not in ("castle", "watchtower", "cathedral", "residence")),
]
WATCHED = ("two_type_input", "spend_fresh_cube", "vp_from_two", "gather_five", "no_coins", "six_coins", "double_food")

Outcome = tuple[tuple[int, ...], int, int, frozenset[str]]


class FreeOrder:
    """All results of handling the neighbours in any order, straight from the words of the rulebook."""

    def __init__(self, squares: list[str], buildings: list[tuple[str, bool]]) -> None:
        self.squares, self.buildings = squares, buildings
        self.seen: set[Any] = set()
        self.outcomes: set[Outcome] = set()

    def explore(self, state: dict[str, Any], squares: tuple[int, ...], buildings: tuple[int, ...]) -> None:
        key = (tuple(sorted((k, str(v)) for k, v in state.items())), squares, buildings)
        if key in self.seen:
            return
        self.seen.add(key)
        if not squares:
            self.outcomes.add(
                (tuple(state["cubes"][c] for c in CUBES), state["coins"], state["points"], state["goals"])
            )
        for index in squares:
            cube = self.squares[index]
            self.explore(noted(gained(state, [cube])), without(squares, index), buildings)
        for index in buildings:
            tile, rented = self.buildings[index]
            for after in used(state, tile, rented):
                self.explore(after, squares, without(buildings, index))


def without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(n for n in numbers if n != number)


def changed(state: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**state, **fields}


def gained(state: dict[str, Any], cubes: list[str]) -> dict[str, Any]:
    hand, stock, received = dict(state["cubes"]), dict(state["stock"]), dict(state["received"])
    for cube in cubes:
        if stock[cube]:
            hand[cube] += 1
            stock[cube] -= 1
            received[cube] += 1
    return changed(state, cubes=hand, stock=stock, received=received)


def noted(state: dict[str, Any]) -> dict[str, Any]:
    """Goals that hold at this moment."""
    found = set(state["goals"])
    found |= {"no_coins"} if state["coins"] == 0 else set()
    found |= {"six_coins"} if state["coins"] >= 6 else set()
    found |= {"double_food"} if state["cubes"]["fish"] + state["cubes"]["wheat"] >= 10 else set()
    found |= {"gather_five"} if sum(state["received"].values()) >= 5 else set()
    found |= {"vp_from_two"} if state["scored"] >= 2 else set()
    return changed(state, goals=frozenset(found))


def used(state: dict[str, Any], tile: str, rented: bool) -> list[dict[str, Any]]:
    """Every way to use a building now, none if it can't be paid."""
    if rented:
        if not state["coins"]:
            return []
        state = noted(changed(state, coins=state["coins"] - 1))
    needs = INPUT[tile]
    units = [cube for cube in CUBES for _ in range(needs.get(cube, 0))]
    payments = {()} if not needs.get("any") else set(combinations_with_replacement([*CUBES, "coins"], 2))
    if units:
        payments = {()}
        for cube in units:
            payments = {tuple(sorted((*paid, choice))) for paid in payments for choice in (cube, "coins")}
    results = []
    for paid in payments:
        cubes = [word for word in paid if word != "coins"]
        money = needs.get("coin", 0) + 3 * (len(paid) - len(cubes))
        if money <= state["coins"] and all(cubes.count(c) <= state["cubes"][c] for c in CUBES):
            results += outputs(paid_in(state, cubes, money), tile)
    return results


def paid_in(state: dict[str, Any], cubes: list[str], money: int) -> dict[str, Any]:
    hand = {c: state["cubes"][c] - cubes.count(c) for c in CUBES}
    stock = {c: state["stock"][c] + cubes.count(c) for c in CUBES}
    goals = set(state["goals"])
    goals |= {"two_type_input"} if len(set(cubes)) >= 2 else set()
    goals |= {"spend_fresh_cube"} if any(state["received"][c] for c in cubes) else set()
    return noted(
        changed(
            state,
            cubes=hand,
            stock=stock,
            coins=state["coins"] - money,
            bank=state["bank"] + money,
            goals=frozenset(goals),
        )
    )


def outputs(state: dict[str, Any], tile: str) -> list[dict[str, Any]]:
    gives = OUTPUT[tile]
    if gives.get("any"):
        due = min(2, sum(state["stock"].values()))
        mixes = [
            m for m in combinations_with_replacement(CUBES, due) if all(m.count(c) <= state["stock"][c] for c in CUBES)
        ]
        return [noted(gained(state, list(mix))) for mix in mixes]
    coins = min(gives.get("coin", 0), state["bank"])
    state = gained(state, [cube for cube in CUBES for _ in range(gives.get(cube, 0))])
    points = gives.get("vp", 0)
    return [
        noted(
            changed(
                state,
                coins=state["coins"] + coins,
                bank=state["bank"] - coins,
                points=state["points"] + points,
                scored=state["scored"] + bool(points),
            )
        )
    ]


def sequence(match: tt.Match) -> set[Outcome]:
    """All results that the game's own decisions reach."""
    found: set[Outcome] = set()
    seen: set[bytes] = set()

    def explore() -> None:
        if match.actor != 0:
            s = match.position
            goals = frozenset(g for g in WATCHED if s.fulfilled[0, GOALS.index(g)])
            found.add((tuple(s.cubes[0, c] for c in range(4)), s.coins[0], s.points[0], goals))
            return
        here = match.position.array.tobytes()
        if here in seen:
            return
        seen.add(here)
        for move in match.legal_ids:
            match.push(move)
            explore()
            match.pop()

    explore()
    return found


def neighbourhood(dice: random.Random) -> tuple[tt.Match, str, FreeOrder, dict[str, Any]]:
    square = dice.choice(["B2", "A5", "B5", "F5", "H5", "I2", "E5", "B1"])
    free = [near for near in around(square) if terrain(near) == "."]
    kinds = dice.sample([*WORKING_TILES, "wheat_field"], dice.choice([1, 2, 2, 3]))
    if "trading_shop" in kinds:
        kinds = kinds[:2]
    owners = [dice.choice([0, 0, 1]) for _ in kinds]
    tiles = {
        near: (kind, owner) for near, kind, owner in zip(dice.sample(free, len(free)), kinds, owners, strict=False)
    }
    hand = {cube: dice.choice([0, 0, 1, 2]) for cube in CUBES}
    left = {cube: min(15 - hand[cube], dice.choice([0, 0, 1, 2, 3, 9])) for cube in CUBES}
    coins, bank = dice.choice([0, 1, 2, 4]), dice.choice([0, 2, 20])
    held = ["no_coins"] if coins == 0 else []
    match = town(
        tiles=tiles,
        cubes={0: hand},
        stock=left,
        coins={0: coins, 1: 0},
        bank=bank,
        fulfilled=[dict.fromkeys(held, 1), {}],
    )
    model = FreeOrder(
        [GIVES[terrain(n)] for n in around(square) if terrain(n) in GIVES], [(k, o == 1) for k, o in tiles.values()]
    )
    start = {
        "cubes": hand,
        "coins": coins,
        "points": 0,
        "stock": left,
        "bank": bank,
        "goals": frozenset(held),
        "received": dict.fromkeys(CUBES, 0),
        "scored": 0,
    }
    return match, square, model, start


def at_least(one: Outcome, other: Outcome) -> bool:
    return one[1:3] == other[1:3] and all(a >= b for a, b in zip(one[0], other[0], strict=True)) and one[3] >= other[3]


@pytest.mark.rule("LT-65", "LT-66")
@pytest.mark.parametrize("batch", range(6))
def test_no_outcome_is_lost_and_none_is_added(batch: int) -> None:
    contested = 0
    for number in range(60):
        match, square, model, start = neighbourhood(random.Random(1000 * batch + number))
        model.explore(start, tuple(range(len(model.squares))), tuple(range(len(model.buildings))))
        match.push(f"place {square}")
        contested += any(match.position.pending)
        reached = sequence(match)
        assert reached <= model.outcomes, "the sequence allows nothing that a free order would not"
        for outcome in model.outcomes:
            assert any(at_least(other, outcome) for other in reached), outcome
    assert contested
