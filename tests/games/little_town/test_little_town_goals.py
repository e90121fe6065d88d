"""The eighteen goals, and when a goal is met."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import pytest
from towns import GOALS, WORKERS, around, games, goods, legal, met, phase, play, positions, terrain, town

import tabletown as tt
from tabletown.games.little_town import components
from tabletown.games.little_town.components import CARDS, TILES

EFFECT = {tile["id"]: {*tile["input"], *tile["output"]} for tile in TILES}
COST = {tile["id"]: tile["cost"] for tile in TILES}
GIVES_POINTS = {tile["id"] for tile in TILES if tile["output"].get("vp")}


def holding(goal: str, **given: Any) -> tt.Match:
    return town(**({"goals": {0: [goal]}} | given))


def building(goal: str, tile: str, square: str, **given: Any) -> bool:
    """Whether seat 0 meets a goal by building a tile on a square."""
    cost = COST[tile]
    cubes = {cube: n for cube, n in cost.items() if cube != "coin"}
    market = [] if tile == "wheat_field" else [tile]
    match = holding(goal, **({"cubes": {0: cubes}, "coins": {0: cost.get("coin", 0)}, "market": market} | given))
    assert met(match) == set()
    play(match, f"build {tile}", f"site {square}")
    return goal in met(match)


# ------------------------------------------------------------------ in general


@pytest.mark.rule("LT-188", "LT-189", "LT-190", "LT-245")
def test_a_met_goal_is_revealed_by_itself() -> None:
    match = holding("gather_five", tiles={"B3": ("carpenter", 0)}, coins={0: 1})
    play(match, "place B2")
    assert met(match) == set(), "B2 gives three cubes"
    match.push("use B3")
    assert met(match) == {"gather_five"}
    assert "gather_five" in match.view(1)["position"]["goals"][0]["met"]
    assert any("Gather five at once" in line for line in match.log)


@pytest.mark.rule("LT-190")
def test_all_steps_are_looked_at() -> None:
    collect = holding("double_food", cubes={0: {"fish": 9}})
    assert met(play(collect, "place H3")) == {"double_food"}
    rent = holding("no_coins", tiles={"D3": ("gold_mine", 1)}, coins={0: 1})
    assert met(play(rent, "place D4", "rent D3")) == {"no_coins"}
    paid = holding("no_coins", tiles={"D3": ("carpenter", 0)}, coins={0: 1})
    assert met(play(paid, "place D4", "use D3")) == {"no_coins"}
    output = holding("six_coins", tiles={"D3": ("bakery", 0)}, coins={0: 2}, cubes={0: {"wheat": 1}})
    assert met(play(output, "place D4", "use D3")) == {"six_coins"}
    cost = holding("no_coins", coins={0: 3})
    assert met(play(cost, "build wheat_field", "site E3")) == {"no_coins"}
    food = holding("no_coins", coins={0: 3, 1: 0}, hands=[0, 1], active=1)
    assert met(play(food, "place F3", "feed 3coins")) == {"no_coins"}


@pytest.mark.rule("LT-191")
def test_a_moment_inside_an_activation_counts() -> None:
    match = holding("no_coins", tiles={"D3": ("bakery", 1)}, coins={0: 1}, cubes={0: {"wheat": 1}})
    play(match, "place D4", "rent D3")
    assert goods(match) == {"coins": 4}
    assert met(match) == {"no_coins"}


@pytest.mark.rule("LT-192")
def test_a_met_goal_stays_met() -> None:
    match = play(
        holding("no_coins", tiles={"D3": ("bakery", 1)}, coins={0: 1}, cubes={0: {"wheat": 1}}), "place D4", "rent D3"
    )
    score = match.scores[0]
    play(match, "place F2")
    assert met(match) == {"no_coins"}
    assert match.scores[0] == score
    for match in games():
        seen: list[set[tuple[int, int]]] = [
            {(seat, g) for seat in range(match.game.players) for g in range(18) if s.fulfilled[seat, g]}
            for s in positions(match)
        ]
        assert all(earlier <= later for earlier, later in pairwise(seen))


@pytest.mark.rule("LT-193")
def test_several_goals_by_one_step() -> None:
    match = town(
        goals={0: ["cost_three_stone", "wood_or_stone_building", "no_coins"]},
        cubes={0: {"stone": 3}},
        coins={0: 3},
        market=["factory"],
    )
    play(match, "build factory", "site E3")
    assert met(match) == {"cost_three_stone", "wood_or_stone_building", "no_coins"}


@pytest.mark.rule("LT-194", "LT-256")
@pytest.mark.parametrize(("edition", "track"), [("studio_gg", 0), ("iello", 3)])
def test_when_goal_points_are_counted(edition: str, track: int) -> None:
    match = holding("no_coins", tiles={"D3": ("carpenter", 0)}, coins={0: 1}, options={"edition": edition})
    play(match, "place D4", "use D3")
    assert match.position.points[0] == track
    assert match.scores[0] == 3 + (4 if edition == "studio_gg" else 0)


@pytest.mark.rule("LT-195")
def test_unmet_goals_cost_nothing() -> None:
    for hand in (["no_coins"], ["six_coins"], ["activate_four"]):
        assert town(goals={0: hand}, coins={0: 3}).scores[0] == 1


@pytest.mark.rule("LT-196")
def test_only_the_holder_with_what_is_his() -> None:
    match = town(
        goals={1: ["cost_three_stone", "gather_five", "double_food"]},
        cubes={0: {"stone": 4, "fish": 9}},
        coins={0: 0},
        market=["statue"],
    )
    play(match, "build statue", "site E3")
    assert met(match, 1) == set()
    assert met(match, 0) == set()


@pytest.mark.rule("LT-197", "LT-198", "LT-209", "LT-210", "LT-211")
@pytest.mark.parametrize(
    ("goal", "words"),
    [("fish_building", {"fish"}), ("two_coin_buildings", {"coin"}), ("wood_or_stone_building", {"wood", "stone"})],
)
def test_effect_lists_look_at_input_and_output_alone(goal: str, words: set[str]) -> None:
    listed = next(card["achievable_with"] for card in CARDS if card["id"] == goal)
    assert set(listed) == {tile for tile, contains in EFFECT.items() if contains & words}
    assert "trading_shop" not in listed


@pytest.mark.rule("LT-200")
def test_cost_goals_look_at_the_printed_cost() -> None:
    match = holding("cost_three_stone", coins={0: 12}, market=["statue"])
    play(match, "build statue", "site E3")
    assert "cost_three_stone" in met(match)


# ------------------------------------------------------------------ points and lists

POINTS = {
    "three_touching": 3,
    "more_buildings_than_workers": 3,
    "double_food": 3,
    "lake_mountain_forest": 3,
    "two_type_input": 2,
    "feed_all_fish": 2,
    "two_vp_buildings": 3,
    "fish_building": 2,
    "two_coin_buildings": 3,
    "wood_or_stone_building": 2,
    "cost_three_stone": 2,
    "no_coins": 3,
    "six_coins": 2,
    "spend_fresh_cube": 2,
    "activate_four": 3,
    "vp_from_two": 2,
    "gather_five": 2,
    "cost_three_wood": 2,
}
LISTS = {
    "two_type_input": ("restaurant fair trading_shop", 1),
    "two_vp_buildings": ("bar well workshop brewery factory church fair fountain granary restaurant", 2),
    "fish_building": ("grocery pier fishmonger fair restaurant", 1),
    "two_coin_buildings": ("bakery grocery stone_shop gold_mine church bookshop carpenter fountain fishmonger", 2),
    "wood_or_stone_building": ("stone_shop workshop factory carpenter fair", 1),
    "cost_three_stone": ("factory church statue castle bookshop cathedral watchtower", 1),
    "six_coins": ("bakery gold_mine bookshop fishmonger", 1),
    "spend_fresh_cube": ("bakery granary workshop factory trading_shop brewery fair fishmonger restaurant", 1),
    "vp_from_two": ("bar well workshop brewery factory church fair fountain granary restaurant", 2),
    "cost_three_wood": ("trading_shop stone_shop granary pier fair watchtower", 1),
}


@pytest.mark.rule("LT-179", "LT-220", *(f"LT-{number}" for number in range(202, 220)))
def test_points_and_lists() -> None:
    assert [card["id"] for card in CARDS] == GOALS
    assert [getattr(components, goal.upper()) for goal in GOALS] == list(range(len(GOALS)))
    assert [card["scan_no"] for card in CARDS] == list(range(1, 19))
    assert {card["id"]: card["vp"] for card in CARDS} == POINTS
    found = {
        card["id"]: (" ".join(card["achievable_with"]), card["need"]) for card in CARDS if card["market_dependent"]
    }
    assert {goal: (set(names.split()), need) for goal, (names, need) in found.items()} == {
        goal: (set(names.split()), need) for goal, (names, need) in LISTS.items()
    }
    assert [GOALS.index(goal) + 1 for goal in LISTS] == [5, 7, 8, 9, 10, 11, 13, 14, 16, 18]
    assert {tile for tile in EFFECT if tile in LISTS["two_vp_buildings"][0].split()} == GIVES_POINTS


# ------------------------------------------------------------------ goals about buildings


@pytest.mark.rule("LT-202")
@pytest.mark.parametrize(
    ("own", "new", "reached"),
    [
        (["D3", "D4"], "D5", True),
        (["D3", "E4"], "D4", True),
        (["D3", "D5"], "D4", True),
        (["D3", "E3"], "E4", True),
        (["D3", "E4"], "F5", False),  # corners do not join
        (["D3", "D5"], "D6", False),
        (["D3"], "D4", False),
        (["H4", "H5"], "A5", False),  # a row ends at the edge
    ],
)
def test_three_touching(own: list[str], new: str, reached: bool) -> None:
    tiles = dict.fromkeys(own, ("wheat_field", 0))
    assert building("three_touching", "wheat_field", new, tiles=tiles) == reached


@pytest.mark.rule("LT-202", "LT-196")
def test_other_players_tiles_do_not_join() -> None:
    tiles = {"D3": ("wheat_field", 0), "D4": ("wheat_field", 1)}
    assert not building("three_touching", "wheat_field", "D5", tiles=tiles)


@pytest.mark.rule("LT-203")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_more_buildings_than_workers(players: int) -> None:
    kinds = ["wheat_field", "wheat_field", "well", "pier", "bakery", "statue"]
    squares = ["B2", "D2", "F2", "H2", "B4", "D4"]
    for owned in range(WORKERS[players] - 1, WORKERS[players] + 1):
        tiles = {square: (kind, 0) for square, kind in list(zip(squares, kinds, strict=True))[:owned]}
        reached = building("more_buildings_than_workers", "wheat_field", "F4", players=players, tiles=tiles)
        assert reached == (owned + 1 > WORKERS[players])


@pytest.mark.rule("LT-204")
@pytest.mark.parametrize(("players", "due"), [(2, 10), (3, 8), (4, 6)])
def test_double_food(players: int, due: int) -> None:
    for food, reached in ((due - 2, False), (due - 1, True)):
        match = holding("double_food", players=players, cubes={0: {"fish": food - 2, "wheat": 2}}, coins={0: 9})
        assert (met(play(match, "place H3")) == {"double_food"}) == reached


@pytest.mark.rule("LT-205")
@pytest.mark.parametrize(
    ("own", "new", "reached"),
    [
        (["B2", "B5"], "I2", True),  # B2 has all three beside it, but serves one of them
        (["E1", "A5"], "H3", True),  # mountain or lake, forest, lake
        (["E1", "A5"], "D3", False),
        (["B2"], "A5", False),
        (["I2", "H2"], "A5", False),  # no lake
        (["B2", "A2"], "B3", True),
    ],
)
def test_lake_mountain_forest(own: list[str], new: str, reached: bool) -> None:
    beside = [{terrain(near) for near in around(square)} for square in [*own, new]]
    matched = len(beside) >= 3 and any(
        all(t in s for t, s in zip("LMF", order, strict=True)) for order in permutations(beside, 3)
    )
    assert matched == reached
    tiles = dict.fromkeys(own, ("wheat_field", 0))
    assert building("lake_mountain_forest", "wheat_field", new, tiles=tiles) == reached


@pytest.mark.rule("LT-208")
def test_two_vp_buildings() -> None:
    assert not building("two_vp_buildings", "well", "E3")
    assert building("two_vp_buildings", "well", "E3", tiles={"C3": ("church", 0)})
    assert not building("two_vp_buildings", "well", "E3", tiles={"C3": ("church", 1)})
    assert not building("two_vp_buildings", "well", "E3", tiles={"C3": ("cathedral", 0)})
    assert next(card["source"] for card in CARDS if card["id"] == "two_vp_buildings") == "reconstructed"


@pytest.mark.rule("LT-209", "LT-210", "LT-211", "LT-212", "LT-219", "LT-197")
@pytest.mark.parametrize("tile", list(EFFECT))
def test_goals_of_one_tile(tile: str) -> None:
    assert building("fish_building", tile, "E3") == ("fish" in EFFECT[tile])
    assert building("wood_or_stone_building", tile, "E3") == bool(EFFECT[tile] & {"wood", "stone"})
    assert building("cost_three_stone", tile, "E3") == (COST[tile].get("stone", 0) >= 3)
    assert building("cost_three_wood", tile, "E3") == (COST[tile].get("wood", 0) >= 3)
    coins = "coin" in EFFECT[tile]
    other = "bakery" if tile != "bakery" else "grocery"
    assert building("two_coin_buildings", tile, "E3", tiles={"C3": (other, 0)}) == coins
    assert not building("two_coin_buildings", tile, "E3")


# ------------------------------------------------------------------ goals about goods and turns


@pytest.mark.rule("LT-206", "LT-201")
@pytest.mark.parametrize(
    ("tile", "cubes", "coins", "way", "reached"),
    [
        ("restaurant", {"fish": 1, "wheat": 1}, 0, "", True),
        ("restaurant", {"fish": 1}, 3, "", False),
        ("restaurant", {"fish": 1, "wheat": 1}, 3, "pay 1wheat", False),
        ("fair", {"wood": 1, "stone": 1, "fish": 1, "wheat": 1}, 0, "", True),
        ("fair", {"wood": 1}, 9, "", False),
        ("trading_shop", {"wood": 1, "fish": 1}, 0, "", True),
        ("trading_shop", {"wood": 2}, 0, "", False),
        ("granary", {"wheat": 2}, 0, "", False),
    ],
)
def test_two_type_input(tile: str, cubes: dict[str, int], coins: int, way: str, reached: bool) -> None:
    match = holding("two_type_input", tiles={"D3": (tile, 0)}, cubes={0: cubes}, coins={0: coins})
    play(match, "place D4", "use D3")
    if way:
        match.push(way)
    assert ("two_type_input" in met(match)) == reached


@pytest.mark.rule("LT-207", "LT-201")
@pytest.mark.parametrize(
    ("fish", "wheat", "coins", "meal", "reached"),
    [
        (5, 0, 0, "", True),
        (4, 1, 0, "", False),
        (5, 1, 0, "feed 5fish", True),
        (5, 1, 0, "feed 4fish-1wheat", False),
        (5, 0, 3, "feed 4fish-3coins", False),
    ],
)
def test_feed_all_fish(fish: int, wheat: int, coins: int, meal: str, reached: bool) -> None:
    match = holding(
        "feed_all_fish", cubes={0: {"fish": fish, "wheat": wheat}}, coins={0: coins, 1: 0}, hands=[0, 1], active=1
    )
    match.push("place F3")
    if meal:
        match.push(meal)
    assert ("feed_all_fish" in met(match)) == reached


@pytest.mark.rule("LT-213")
def test_no_coins() -> None:
    match = holding("no_coins", tiles={"D3": ("church", 0)}, coins={0: 3})
    assert met(play(match, "place D4", "use D3")) == {"no_coins"}
    match = holding("no_coins", tiles={"D3": ("church", 0)}, coins={0: 4})
    assert met(play(match, "place D4", "use D3")) == set()


@pytest.mark.rule("LT-214")
@pytest.mark.parametrize(("coins", "reached"), [(3, False), (4, True), (5, True)])
def test_six_coins(coins: int, reached: bool) -> None:
    match = holding("six_coins", tiles={"D3": ("gold_mine", 0)}, coins={0: coins})
    assert (met(play(match, "place D4", "use D3")) == {"six_coins"}) == reached


@pytest.mark.rule("LT-215", "LT-201")
def test_spend_fresh_cube() -> None:
    tiles = {"D3": ("wheat_field", 0), "E3": ("bakery", 0)}
    match = play(holding("spend_fresh_cube", tiles=tiles, coins={0: 0}), "place D4", "use D3", "use E3")
    assert met(match) == {"spend_fresh_cube"}
    older = holding("spend_fresh_cube", tiles=tiles, coins={0: 0}, cubes={0: {"wheat": 1}})
    assert met(play(older, "place D4", "use E3")) == set(), "an old wheat is not fresh"
    both = holding("spend_fresh_cube", tiles=tiles, coins={0: 0}, cubes={0: {"wheat": 1}})
    assert met(play(both, "place D4", "use D3", "use E3")) == {"spend_fresh_cube"}, "older ones do no harm"
    coins = holding("spend_fresh_cube", tiles=tiles, coins={0: 3})
    assert met(play(coins, "place D4", "use D3", "use E3", "pay coins")) == set()
    terrain = holding("spend_fresh_cube", tiles={"B5": ("workshop", 0)}, coins={0: 0})
    assert met(play(terrain, "place A5", "use B5")) == {"spend_fresh_cube"}


@pytest.mark.rule("LT-216")
def test_activate_four() -> None:
    tiles = {"C3": ("wheat_field", 0), "D3": ("wheat_field", 1), "E3": ("wheat_field", 0), "C4": ("carpenter", 0)}
    match = holding("activate_four", tiles=tiles, stock={"wood": 0})
    play(match, "place D4", "use C3", "rent D3", "use E3")
    assert met(match) == set()
    assert met(play(match, "use C4")) == {"activate_four"}, "rented ones, wheat fields and an empty output count"


@pytest.mark.rule("LT-217")
def test_vp_from_two() -> None:
    tiles = {"C3": ("well", 0), "D3": ("bar", 1), "E3": ("gold_mine", 0)}
    match = play(holding("vp_from_two", tiles=tiles), "place D4", "use C3", "use E3")
    assert met(match) == set()
    assert met(play(match, "rent D3")) == {"vp_from_two"}


@pytest.mark.rule("LT-218")
def test_gather_five() -> None:
    tiles = {"B3": ("pier", 0)}
    match = holding("gather_five", tiles=tiles, coins={0: 0})
    assert met(play(match, "place B2", "use B3")) == {"gather_five"}
    short = holding("gather_five", tiles=tiles, coins={0: 0}, stock={"fish": 2})
    assert met(play(short, "place B2", "use B3")) == set(), "only cubes really received count"
    shop = holding("gather_five", tiles={"B3": ("trading_shop", 0)}, coins={0: 0})
    play(shop, "place B2", "use B3", "pay 1wood-1stone", "gain 2wheat")
    assert met(shop) == {"gather_five"}, "three of terrain and two of the shop; payments are not deducted"


@pytest.mark.rule("LT-199", "LT-188")
def test_turn_goals_do_not_count_at_round_end() -> None:
    tiles = {
        "B5": ("residence", 0),
        "B4": ("workshop", 0),
        "C4": ("well", 0),
        "C5": ("wheat_field", 0),
        "A5": ("wheat_field", 0),
        "A6": ("restaurant", 0),
    }
    hand = ["gather_five", "activate_four", "spend_fresh_cube", "vp_from_two", "two_type_input"]
    match = town(
        tiles=tiles, goals={0: hand}, hands=[0, 1], active=1, cubes={0: {"fish": 6}, 1: {"fish": 5}}, coins={0: 0, 1: 0}
    )
    play(match, "place F3", "use B4", "use C4", "use C5", "use A5", "use A6")
    assert phase(match) == "food"
    assert match.position.points[0] == 3 + 2 + 4
    assert met(match) == set()
    match = town(
        tiles=tiles, goals={0: ["double_food"]}, hands=[0, 1], active=1, cubes={0: {"fish": 9}}, coins={0: 0, 1: 0}
    )
    assert met(play(match, "place F3", "use C5")) == {"double_food"}, "goals about holdings count at round end too"


@pytest.mark.rule("LT-199")
def test_turn_counters_begin_anew() -> None:
    tiles = {"C3": ("wheat_field", 0), "D3": ("wheat_field", 0), "E3": ("wheat_field", 0)}
    match = holding("activate_four", tiles=tiles, coins={0: 3, 1: 0})
    play(match, "place D4", "use C3", "use D3", "use E3", "place H2", "place E2", "use D3")
    assert met(match) == set()
    assert legal(match, "use")


# ------------------------------------------------------------------ a turn is counted for itself


@pytest.mark.rule("LT-199", "LT-218")
def test_cubes_of_two_turns_are_not_added_up() -> None:
    match = town(goals={0: ["gather_five"]}, coins={0: 0, 1: 0})
    play(match, "place B5", "place E3", "place H5")
    assert sum(goods(match).values()) == 6, "three cubes in each turn"
    assert met(match) == set()


@pytest.mark.rule("LT-199", "LT-217")
def test_points_of_two_turns_are_not_added_up() -> None:
    tiles = {"D3": ("well", 0), "F4": ("bar", 0)}
    match = town(tiles=tiles, goals={0: ["vp_from_two"]}, coins={1: 0})
    play(match, "place D4", "use D3", "place H2", "place F3", "use F4")
    assert goods(match)["points"] == 5
    assert met(match) == set()
    match = town(tiles={"D3": ("well", 0), "E3": ("bar", 0)}, goals={0: ["vp_from_two"]})
    assert met(play(match, "place D4", "use D3", "use E3")) == {"vp_from_two"}


@pytest.mark.rule("LT-199", "LT-216")
def test_tiles_of_two_turns_are_not_added_up() -> None:
    tiles = dict.fromkeys(("C3", "D3", "E3"), ("wheat_field", 0)) | {"G3": ("well", 0)}
    match = town(tiles=tiles, goals={0: ["activate_four"]}, coins={1: 0})
    play(match, "place D4", "use C3", "use D3", "use E3", "place B2", "place G4", "use G3")
    assert goods(match)["points"] == 2
    assert met(match) == set()


@pytest.mark.rule("LT-199", "LT-215")
def test_a_cube_of_an_earlier_turn_is_not_fresh() -> None:
    match = town(tiles={"E4": ("workshop", 0)}, goals={0: ["spend_fresh_cube"]}, coins={0: 0, 1: 0})
    play(match, "place B5", "place H2", "place E3", "use E4")
    assert goods(match) == {"wood": 1, "points": 3}
    assert met(match) == set()
