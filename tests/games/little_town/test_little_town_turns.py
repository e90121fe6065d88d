"""Rounds and turns, where workers go, and constructing."""

from __future__ import annotations

from collections import Counter

import pytest
from towns import (
    HOUSES,
    SQUARES,
    WORKERS,
    end_round,
    games,
    goods,
    grass,
    legal,
    met,
    phase,
    play,
    positions,
    steps,
    stock,
    town,
    values,
)

import tabletown as tt
from tabletown.games.little_town.state import FOOD, SWAP_GOALS

# ------------------------------------------------------------------ rounds and turns


@pytest.mark.rule("LT-34", "LT-221")
def test_four_rounds() -> None:
    for match in games():
        rounds = [s.round for s in positions(match)]
        assert sorted(set(rounds)) == [1, 2, 3, 4]
        assert rounds == sorted(rounds)
        assert phase(match) == "over"


def turns(match: tt.Match) -> list[tuple[int, int]]:
    """Round and seat of every turn."""
    return [(before.round, before.active) for before, move, _ in steps(match) if move.name in ("place", "build")]


@pytest.mark.rule("LT-35", "LT-40", "LT-41", "LT-178")
def test_turns_go_clockwise_from_the_start_player() -> None:
    for match in games():
        players = match.game.players
        taken = turns(match)
        assert len(taken) == {2: 40, 3: 48, 4: 48}[players]
        for number in range(1, 5):
            seats = [seat for round_, seat in taken if round_ == number]
            starts = {s.start for s in positions(match) if s.round == number and s.phase > SWAP_GOALS}
            assert len(starts) == 1
            start = starts.pop()
            assert seats == [(start + step) % players for step in range(players * WORKERS[players])]


@pytest.mark.rule("LT-36", "LT-38")
def test_a_turn_is_a_placement_or_a_construction() -> None:
    match = town(cubes={0: {"wood": 3}})
    assert {text.split()[0] for text in legal(match)} == {"place", "build"}
    assert {move.name for move in town(coins={0: 0}).legal_moves} == {"place"}


@pytest.mark.rule("LT-37")
def test_each_turn_uses_one_worker() -> None:
    for match in games():
        seen: Counter[tuple[int, int]] = Counter(turns(match))
        assert set(seen.values()) == {WORKERS[match.game.players]}
    assert play(town(), "place E3").position.workers[0] == 4
    assert play(town(cubes={0: {"wood": 1}}, coins={0: 0}), "build wheat_field", "site E3").position.workers[0] == 4


@pytest.mark.rule("LT-39")
def test_the_turn_is_over_at_once() -> None:
    match = play(town(), "place E3")
    assert match.actor == 1
    match = play(town(cubes={0: {"wood": 1}}, coins={0: 0}), "build wheat_field", "site E3")
    assert (match.actor, phase(match)) == (1, "turn")


@pytest.mark.rule("LT-40", "LT-152")
def test_the_round_ends_with_the_last_worker() -> None:
    match = town(hands=[1, 1], cubes={0: {"fish": 5}, 1: {"wheat": 5}}, coins={0: 0, 1: 0})
    match.push("place E3")
    assert match.position.round == 1
    match.push("place E4")
    assert match.position.round == 2
    assert values(match.position.workers)[:2] == [5, 5]


def crowded() -> tt.Match:
    """No grass is free: every square that matters is taken by a worker of seat 1."""
    match = town(cubes={0: {"wood": 3, "fish": 5}, 1: {"fish": 5}}, coins={0: 0, 1: 0}, hands=[2, 2])
    for index, square in enumerate(SQUARES):
        if square in grass() and square not in ("E3", "E4"):
            match.position.standing[index] = 1
    return match


@pytest.mark.rule("LT-42", "LT-43")
def test_without_a_free_square_workers_are_set_aside() -> None:
    match = crowded()
    assert legal(match, "place") == {"place E3", "place E4"}
    match.push("place E3")
    assert match.actor == 1
    match.push("place E4")
    s = match.position
    assert s.round == 2
    assert values(s.workers)[:2] == [5, 5]
    assert goods(match, 0) == {"wood": 3}, "the set-aside worker was fed: five fish for five workers"
    assert any("set aside" in line for line in match.log)


@pytest.mark.rule("LT-44")
def test_printed_boards_always_leave_grass() -> None:
    most = max(12 + 5 + players * WORKERS[players] - 1 for players in (3, 4))
    assert most == 28
    assert all(len(grass(side)) - most == 11 for side in ("front", "back"))
    for match in games():
        for s in positions(match):
            taken = sum(tile >= 0 for tile in s.tiles) + sum(worker >= 0 for worker in s.standing)
            assert 39 - taken >= 11


@pytest.mark.rule("LT-45", "LT-39")
def test_rent_is_the_only_transfer() -> None:
    for match in games():
        for before, move, after in steps(match):
            if after.round != before.round or FOOD in (before.phase, after.phase):
                continue
            for seat in range(match.game.players):
                if seat != before.active and before.active == after.active:
                    assert all(after.cubes[seat, cube] == before.cubes[seat, cube] for cube in range(4))
                    gained = after.coins[seat] - before.coins[seat]
                    owner = move.name == "rent" and before.owners[SQUARES.index(move.args["square"])] == seat
                    assert gained == (1 if owner else 0)


@pytest.mark.rule("LT-46")
def test_a_player_may_hold_all_there_is() -> None:
    match = play(town(cubes={0: {"wood": 14}}, coins={0: 37, 1: 3}), "place A5")
    assert goods(match) == {"wood": 15, "coins": 37}


# ------------------------------------------------------------------ placing


@pytest.mark.rule("LT-47", "LT-48")
def test_any_empty_grass_will_do() -> None:
    match = town(tiles={"C3": ("bakery", 0), "D3": ("well", 1)}, standing={"E4": 0, "F4": 1}, coins={0: 0, 1: 0})
    free = set(grass()) - {"C3", "D3", "E4", "F4"}
    assert legal(match) == {f"place {square}" for square in free}


@pytest.mark.rule("LT-49", "LT-67")
def test_only_neighbours_work() -> None:
    match = play(town(tiles={"D4": ("wheat_field", 0), "F4": ("wheat_field", 0)}), "place C3")
    assert legal(match) == {"use D4", "done"}


@pytest.mark.rule("LT-50", "LT-115")
def test_a_worker_works_only_when_placed() -> None:
    match = town(cubes={1: {"wood": 1}}, coins={0: 3, 1: 0})
    play(match, "place D3", "build wheat_field", "site D4")
    assert goods(match) == {"coins": 3}
    match.push("place H3")
    assert goods(match) == {"fish": 1, "coins": 3}


@pytest.mark.rule("LT-51")
def test_workers_do_not_block_each_other() -> None:
    match = town(tiles={"D4": ("wheat_field", 0)}, standing={"C4": 1, "D3": 0})
    play(match, "place C3", "use D4")
    assert goods(match) == {"wheat": 1, "coins": 3}
    play(match, "place E4", "rent D4")
    assert goods(match, 1) == {"wheat": 1, "coins": 2}


@pytest.mark.rule("LT-52", "LT-156")
def test_a_worker_stays_until_the_round_ends() -> None:
    match = play(town(cubes={0: {"wood": 1, "fish": 5}, 1: {"fish": 5}}, coins={0: 3, 1: 0}), "place E3")
    assert "place E3" not in legal(match)
    match.push("place C2")
    match.push("build wheat_field")
    assert "site E3" not in legal(match)
    play(match, "site E4", "pay coins")
    while match.position.round == 1:
        assert match.dump()["standing"]["E3"] == "seat_0"
        end_round(match)
        if phase(match) == "food":
            match.push(sorted(legal(match))[0])
    assert not match.dump()["standing"]
    assert values(match.position.builders) == [0, 0, 0, 0]


# ------------------------------------------------------------------ constructing


@pytest.mark.rule("LT-103", "LT-106", "LT-111", "LT-119")
def test_constructing() -> None:
    match = play(town(cubes={0: {"wood": 2, "fish": 1}}, coins={0: 2}, market=["bakery"]), "build bakery", "site E3")
    dump = match.dump()
    assert (dump["tiles"], dump["owners"]) == ({"E3": "bakery"}, {"E3": "seat_0"})
    assert "bakery" not in dump["supply"]
    assert (dump["workers"][0], dump["builders"][0], dump["houses"][0]) == (4, 1, 6)
    assert goods(match) == {"fish": 1, "coins": 2}
    assert stock(match)["wood"] == 15
    assert not dump["standing"]


@pytest.mark.rule("LT-104", "LT-105")
def test_a_tile_goes_on_any_empty_grass() -> None:
    match = town(tiles={"C3": ("well", 1)}, standing={"E4": 0, "F4": 1}, cubes={0: {"wood": 1}}, coins={0: 0})
    match.push("build wheat_field")
    assert legal(match) == {f"site {square}" for square in set(grass()) - {"C3", "E4", "F4"}}


@pytest.mark.rule("LT-106", "LT-118")
@pytest.mark.parametrize(
    ("cubes", "coins", "offered"),
    [
        ({}, 2, set()),
        ({}, 3, {"wheat_field"}),
        ({"wood": 1}, 2, {"wheat_field"}),
        ({"wood": 1}, 3, {"wheat_field", "bakery", "gold_mine"}),
        ({"stone": 3}, 2, {"workshop"}),
        ({"stone": 3}, 3, {"wheat_field", "workshop", "gold_mine", "statue"}),
        ({"wood": 1, "stone": 1}, 0, {"wheat_field", "gold_mine"}),
        ({"fish": 9, "wheat": 9}, 0, set()),
        ({}, 6, {"wheat_field", "bakery", "gold_mine", "workshop", "residence"}),
    ],
)
def test_what_can_be_paid_can_be_built(cubes: dict[str, int], coins: int, offered: set[str]) -> None:
    market = [
        "bakery",
        "gold_mine",
        "workshop",
        "statue",
        "castle",
        "residence",
        "watchtower",
        "fair",
        "granary",
        "bar",
        "cathedral",
        "factory",
    ]
    match = town(cubes={0: cubes}, coins={0: coins}, market=market)
    if "statue" in offered:
        offered = offered | {"factory"}
    assert legal(match, "build") == {f"build {kind}" for kind in offered}


@pytest.mark.rule("LT-107")
def test_a_single_tile_is_built_once() -> None:
    match = town(cubes={0: {"wood": 4}, 1: {"wood": 4}}, coins={0: 0, 1: 0}, market=["bakery"])
    play(match, "build bakery", "site E3")
    assert "build bakery" not in legal(match)
    with pytest.raises(tt.IllegalMove):
        match.push("build bakery")


@pytest.mark.rule("LT-108", "LT-107")
def test_wheat_fields_while_they_last() -> None:
    fields = dict.fromkeys(("C3", "E3", "G3", "C5"), ("wheat_field", 0))
    match = town(tiles=fields, cubes={0: {"wood": 2}, 1: {"wood": 2}}, coins={0: 0, 1: 1})
    play(match, "build wheat_field", "site E5")
    assert match.position.houses[0] == 7 - 5
    assert "build wheat_field" not in legal(match)
    match.push("place D4")
    assert legal(match, "rent") == {"rent C3", "rent E3", "rent C5", "rent E5"}


@pytest.mark.rule("LT-109", "LT-110", "LT-05", "LT-06")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_house_no_building(players: int) -> None:
    kinds = ["well", "bakery", "pier", "bar", "fair", "statue", "castle"][: HOUSES[players]]
    squares = ["C2", "E2", "G2", "C4", "E4", "G4", "D5"]
    full = {square: (kind, 0) for square, kind in zip(squares, kinds, strict=False)}
    rich = {0: {"wood": 10, "stone": 10}}
    assert not legal(town(players, tiles=full, cubes=rich), "build")
    full.popitem()
    assert legal(town(players, tiles=full, cubes=rich), "build")
    for match in games():
        owners = Counter(owner for owner in match.position.owners if owner >= 0)
        assert max(owners.values()) <= HOUSES[match.game.players]


@pytest.mark.rule("LT-111", "LT-157")
def test_buildings_never_move_or_change_hands() -> None:
    for match in games():
        for before, _, after in steps(match):
            for square in range(54):
                if before.tiles[square] >= 0:
                    assert (after.tiles[square], after.owners[square]) == (before.tiles[square], before.owners[square])


@pytest.mark.rule("LT-114", "LT-115")
def test_constructing_activates_nothing() -> None:
    tiles = {"C5": ("wheat_field", 0)}
    match = town(tiles=tiles, standing={"B4": 1}, cubes={0: {"wood": 1}}, coins={0: 0, 1: 0})
    before = goods(match, 1)
    play(match, "build wheat_field", "site B5")
    assert goods(match, 0) == {}
    assert goods(match, 1) == before


@pytest.mark.rule("LT-116")
def test_a_new_building_works_from_the_next_placement_on() -> None:
    match = town(cubes={0: {"wood": 1}}, coins={0: 0, 1: 1})
    play(match, "build wheat_field", "site D4", "place D3", "rent D4")
    assert goods(match, 1) == {"wheat": 1}
    play(match, "place E4", "use D4")
    assert goods(match, 0) == {"wheat": 1, "coins": 1}


@pytest.mark.rule("LT-117", "LT-255")
@pytest.mark.parametrize(("edition", "track"), [("studio_gg", 0), ("iello", 5)])
def test_when_printed_points_are_counted(edition: str, track: int) -> None:
    match = town(
        cubes={0: {"wood": 3}}, coins={0: 0}, market=["pier"], goals={0: ["double_food"]}, options={"edition": edition}
    )
    play(match, "build pier", "site E3")
    assert match.position.points[0] == track
    assert match.scores[0] == 5


@pytest.mark.rule("LT-118")
def test_the_decisions_of_a_construction() -> None:
    match = town(cubes={0: {"wood": 1}}, coins={0: 3})
    match.push("build wheat_field")
    assert phase(match) == "build_square"
    match.push("site E3")
    assert phase(match) == "pay_cost"
    assert legal(match) == {"pay 1wood", "pay coins"}
    match.push("pay coins")
    assert goods(match) == {"wood": 1}
    assert len(legal(town(cubes={0: {"wood": 9}}, coins={0: 0}, market=["bakery"]), "build")) == len(
        {"wheat_field", "bakery", "grocery", "trading_shop", "stone_shop", "granary"}
    )


@pytest.mark.rule("LT-119", "LT-190")
def test_goals_about_coins_and_buildings_when_constructing() -> None:
    match = town(coins={0: 9}, goals={0: ["no_coins", "cost_three_wood"]}, market=["pier"])
    play(match, "build pier", "site E3")
    assert met(match) == {"no_coins", "cost_three_wood"}


@pytest.mark.rule("LT-118", "LT-104")
def test_the_last_square_is_taken_without_asking() -> None:
    match = crowded()
    match.position.standing[SQUARES.index("E4")] = 1
    match.push("build wheat_field")
    assert match.dump()["tiles"] == {"E3": "wheat_field"}
