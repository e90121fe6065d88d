"""The position of a view: what programs and pictures read of work, choices and points."""

from __future__ import annotations

from typing import Any

import pytest
from towns import play, town

import tabletown as tt


def seen(match: tt.Match, viewer: int | None = 0) -> dict[str, Any]:
    position: dict[str, Any] = match.view(viewer)["position"]
    return position


def test_work_names_the_tile_that_is_built() -> None:
    match = town(cubes={0: {"wood": 1}}, coins={0: 3})
    assert seen(match)["work"] is None
    play(match, "build wheat_field")
    work = {"square": None, "tile": "wheat_field", "residence": False, "around": [], "used": [], "pending": {}}
    assert seen(match)["work"] == work
    play(match, "site D4")
    assert seen(match)["work"]["square"] == "D4"
    assert seen(match)["choices"] == [
        {"move": match.find("pay 1wood"), "cubes": {"wood": 1}, "coins": 0, "lost": 0},
        {"move": match.find("pay coins"), "cubes": {}, "coins": 3, "lost": 0},
    ]
    assert seen(match, 1)["choices"] == []
    assert seen(match, 1)["reach"] == {}


def test_work_names_what_is_used_and_what_waits() -> None:
    match = town(
        tiles={"A5": ("workshop", 0), "C4": ("well", 0)}, stock={"wood": 1}, cubes={0: {"wood": 2}}, coins={0: 0}
    )
    play(match, "place B5", "use C4")
    assert seen(match)["work"] == {
        "square": "B5",
        "tile": None,
        "residence": False,
        "around": ["A4", "B4", "C4", "A5", "C5", "A6", "B6", "C6"],
        "used": ["C4"],
        "pending": {"wood": 3},
    }


def test_work_of_a_residence() -> None:
    match = town(tiles={"D3": ("residence", 1), "E3": ("wheat_field", 1)}, hands=[0, 1], active=1, coins={0: 0, 1: 0})
    play(match, "place H4")
    assert seen(match)["work"]["residence"]
    assert match.view(1)["prompt"]["sentence"] == "Your Residence works: use tiles?"


def test_choices_of_cubes_and_of_food() -> None:
    match = town(tiles={"D3": ("trading_shop", 0)}, cubes={0: {"wood": 2}}, coins={0: 0})
    play(match, "place D4", "use D3")
    choices = seen(match)["choices"]
    assert len(choices) == 10
    assert {
        "move": match.find("gain 1stone-1wheat"),
        "cubes": {"stone": 1, "wheat": 1},
        "coins": 0,
        "lost": 0,
    } in choices
    match = town(hands=[0, 1], active=1, cubes={0: {"fish": 1}}, coins={0: 3})
    play(match, "place F3")
    assert seen(match)["choices"] == [
        {"move": match.find("feed 1fish"), "cubes": {"fish": 1}, "coins": 0, "lost": 12},
        {"move": match.find("feed 1fish-3coins"), "cubes": {"fish": 1}, "coins": 3, "lost": 9},
    ]


def test_reach_names_tiles_that_can_be_entered() -> None:
    """Neither a statue, nor another's tile without a coin for rent; an own one always."""
    tiles = {"C3": ("well", 1), "D3": ("statue", 0), "E3": ("wheat_field", 0)}
    assert seen(town(tiles=tiles, coins={0: 1}))["reach"]["D4"] == ["C3", "E3"]
    assert seen(town(tiles=tiles, coins={0: 0}))["reach"]["D4"] == ["E3"]


def test_the_market_names_what_is_left_and_what_is_built() -> None:
    market = {
        entry["tile"]: entry for entry in seen(town(tiles={"C3": ("well", 1), "E3": ("wheat_field", 0)}))["market"]
    }
    assert len(market) == 13
    assert market["well"] == {"tile": "well", "left": 0, "built": [{"square": "C3", "owner": 1}]}
    assert market["wheat_field"] == {"tile": "wheat_field", "left": 4, "built": [{"square": "E3", "owner": 0}]}
    assert market["bakery"] == {"tile": "bakery", "left": 1, "built": []}


@pytest.mark.rule("LT-222", "LT-244", "LT-245")
def test_points_and_goals_by_their_sources() -> None:
    match = town(
        tiles={"D3": ("castle", 0), "E3": ("wheat_field", 0)},
        coins={0: 7},
        points=[-4, 0],
        goals={0: ["no_coins", "double_food"]},
        fulfilled=[{"no_coins": 1, "fish_building": 1}, {}],
    )
    assert seen(match)["points"][0] == {"track": -4, "tiles": 3, "goals": 3, "landmarks": 4, "coins": 2}
    own, others = seen(match)["goals"][0], seen(match, 1)["goals"][0]
    assert (own["met"], own["unmet"][0], len(own["unmet"]), own["hidden"]) == (["no_coins"], "double_food", 4, 0)
    assert others == {"met": ["no_coins"], "unmet": [], "hidden": 4}


def features(match: tt.Match, viewer: int) -> dict[str, list[int]]:
    """The observation of a seat, by the names of its features."""
    found, at, vector = {}, 0, match.observation(viewer)
    for feature in match.game.rulebook.view.OBSERVATION:
        found[feature.name] = vector[at : at + feature.length].astype(int).tolist()
        at += feature.length
    return found


def test_the_observation_of_goods_begins_with_the_viewer() -> None:
    match = town(
        3,
        tiles={"C3": ("well", 1), "E3": ("wheat_field", 1)},
        standing={"D4": 2},
        cubes={0: {"wood": 1, "stone": 2}, 1: {"fish": 3}, 2: {"wheat": 4}},
        coins={0: 5, 1: 6, 2: 7},
        goals={1: ["no_coins"]},
        fulfilled=[{}, {"no_coins": 1}, {}],
    )
    goods = "coins, cubes, workers in hand, houses left, unmet goals"
    of_seat = [[5, 1, 2, 0, 0, 4, 6, 4], [6, 0, 0, 3, 0, 4, 4, 3], [7, 0, 0, 0, 4, 3, 6, 4]]
    assert features(match, 0)[goods] == [*of_seat[0], *of_seat[1], *of_seat[2], *[0] * 8]
    assert features(match, 1)[goods] == [*of_seat[1], *of_seat[2], *of_seat[0], *[0] * 8]
    met = features(match, 0)["goals met"]
    assert [index for index, flag in enumerate(met) if flag] == [18 + 11]
    houses = features(match, 0)["houses, from the viewer clockwise"]
    assert [divmod(index, 4) for index, flag in enumerate(houses) if flag] == [(20, 1), (22, 1)]
    workers = features(match, 1)["workers, from the viewer clockwise"]
    assert [divmod(index, 4) for index, flag in enumerate(workers) if flag] == [(30, 1)]
    tiles = features(match, 1)["tiles on the board"]
    assert [divmod(index, 25) for index, flag in enumerate(tiles) if flag] == [(20, 7), (22, 0)]
    assert sum(features(match, 0)["own goals in hand"]) == 4
    assert sum(features(match, 1)["own goals in hand"]) == 3


def test_the_observation_of_a_turn() -> None:
    match = town(tiles={"C3": ("well", 0), "E3": ("wheat_field", 0), "D3": ("bakery", 0)}, cubes={0: {"wheat": 1}})
    play(match, "place D4", "use C3", "use E3")
    assert features(match, 0)["buildings used and scored from this turn"] == [2, 1]
    assert features(match, 0)["cubes received this turn"] == [0, 0, 0, 1]
