"""The back of the board: everything that asks for terrain or grass asks this side."""

from __future__ import annotations

from typing import Any

import pytest
from towns import BACK, SQUARES, goods, grass, legal, met, play, town

import tabletown as tt

BACK_SIDE = {"board": "back"}


def back(**fields: Any) -> tt.Match:
    return town(options=BACK_SIDE, **fields)


@pytest.mark.rule("LT-25", "LT-252")
def test_terrain_of_the_back_gives_cubes() -> None:
    assert goods(play(back(), "place C1")) == {"wood": 1, "stone": 1, "coins": 3}
    assert goods(play(back(), "place F6")) == {"wood": 1, "fish": 1, "coins": 3}
    assert legal(back(), "place") == {f"place {square}" for square in grass("back")}


@pytest.mark.rule("LT-31", "LT-252")
def test_the_back_has_its_own_grass() -> None:
    back(tiles={"C1": ("well", 0)}, standing={"A4": 1})
    with pytest.raises(tt.BadPosition, match="G1 is terrain"):
        back(tiles={"G1": ("well", 0)})
    with pytest.raises(tt.BadPosition, match="on G1"):
        back(cubes={0: {"wood": 1}}, coins={0: 3}, phase="pay_cost", kind="wheat_field", square="G1")
    chosen = back(cubes={0: {"wood": 1}}, coins={0: 3}, phase="pay_cost", kind="wheat_field", square="C1")
    assert legal(chosen) == {"pay 1wood", "pay coins"}
    waiting = {"phase": "activate", "square": "D2", "pending": {"stone": 2}, "stock": {"stone": 1}}
    assert back(standing={"D2": 0}, tiles={"C1": ("factory", 0)}, **waiting).position.pending[1] == 2


@pytest.mark.rule("LT-224", "LT-132")
def test_tiles_on_the_back_score() -> None:
    match = back(tiles={"C1": ("castle", 0), "B2": ("wheat_field", 0)}, coins={0: 0})
    assert match.scores[0] == 3 + 4
    assert back(tiles={"C1": ("well", 0)}, coins={0: 0}).scores[0] == 4


@pytest.mark.rule("LT-144")
def test_a_watchtower_counts_the_grass_of_the_back() -> None:
    """Beside F2 are E1, a mountain, and G1, a lake; F1 is grass."""
    assert back(tiles={"F2": ("watchtower", 0)}, coins={0: 0}).scores[0] == 2 * 6


@pytest.mark.rule("LT-205")
def test_lake_mountain_and_forest_of_the_back() -> None:
    """F6 lies by a lake, C1 by a mountain, B4 by a forest; on the front C1 would be none of ours."""
    goals = {0: ["lake_mountain_forest"]}
    tiles = {"F6": ("well", 0), "B4": ("wheat_field", 0)}
    match = back(tiles=tiles, goals=goals, cubes={0: {"wood": 1}}, coins={0: 0})
    assert met(play(match, "build wheat_field", "site C1")) == {"lake_mountain_forest"}
    match = back(tiles={"F6": ("well", 0), "C1": ("bakery", 0)}, goals=goals, cubes={0: {"wood": 1}}, coins={0: 0})
    assert met(play(match, "build wheat_field", "site G4")) == set(), "G4 lies by nothing; by a forest on the front"
    match = back(tiles={"F6": ("well", 0), "C1": ("bakery", 0)}, goals=goals, cubes={0: {"wood": 1}}, coins={0: 0})
    assert met(play(match, "build wheat_field", "site B4")) == {"lake_mountain_forest"}


@pytest.mark.rule("LT-208", "LT-210")
def test_own_tiles_on_the_back_are_counted_for_goals() -> None:
    match = back(
        tiles={"C1": ("bakery", 0)},
        goals={0: ["two_coin_buildings"]},
        market=["gold_mine"],
        cubes={0: {"wood": 1, "stone": 1}},
        coins={0: 2},
    )
    assert met(play(match, "build gold_mine", "site E3")) == {"two_coin_buildings"}


@pytest.mark.rule("LT-142", "LT-156")
def test_the_round_ends_on_the_back_too() -> None:
    match = back(tiles={"F1": ("cathedral", 1)}, hands=[1, 0], standing={"C1": 0, "C6": 1}, coins={0: 0, 1: 0})
    play(match, "place F2")
    assert match.position.points[1] == 1 - 15
    assert not any(worker >= 0 for worker in match.position.standing)


@pytest.mark.rule("LT-42", "LT-118")
def test_the_last_free_squares_of_the_back() -> None:
    match = back(cubes={0: {"wood": 3, "fish": 5}, 1: {"fish": 5}}, coins={0: 0, 1: 0}, hands=[2, 2])
    for index, square in enumerate(SQUARES):
        if square in grass("back") and square not in ("C1", "C6"):
            match.position.standing[index] = 1
    assert legal(match, "place") == {"place C1", "place C6"}
    play(match, "place C1")
    assert match.actor == 1, "C6 is still free"
    match.position.cubes[1, 0] = 1
    play(match, "build wheat_field")
    assert match.position.tiles[SQUARES.index("C6")] >= 0, "there is only one square left to choose"
    assert match.position.round == 2, "no square is left for the other workers"


def test_the_view_of_the_back() -> None:
    view = back().view(0)["position"]
    assert set(view["reach"]) == set(grass("back"))
    assert set(view["reach"]["C1"]) == {"D1", "C2"}
    dry = back(stock={"wood": 0}).view(0)["position"]
    assert set(dry["reach"]["C1"]) == {"D1"}
    features = {}
    at, vector = 0, back().observation(0)
    for feature in tt.rulebook("little-town").view.OBSERVATION:
        features[feature.name] = vector[at : at + feature.length]
        at += feature.length
    flags = features["terrain"].reshape(len(SQUARES), 3)
    letters = "".join(BACK)
    assert ["".join(t for t, flag in zip("FML", row, strict=True) if flag) or "." for row in flags] == list(letters)
