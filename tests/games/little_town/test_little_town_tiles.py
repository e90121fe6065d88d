"""The 25 kinds of tile: price, points and effect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from towns import FIRST_GAME, SINGLES, goods, legal, phase, play, town, values

import tabletown as tt
from tabletown.games.little_town.components import CARDS, DATA, IS_ACTIVATABLE, RECONSTRUCTED, TILES

# number of the rule, tile, cost, printed points, what is held before, what is held after one use
EFFECTS = [
    ("LT-120", "wheat_field", {"wood": 1}, 3, {}, {"wheat": 1}),
    ("LT-121", "bakery", {"wood": 2}, 4, {"wheat": 1}, {"coins": 4}),
    ("LT-122", "grocery", {"wood": 2}, 4, {"coins": 1}, {"wheat": 1, "fish": 1}),
    ("LT-124", "stone_shop", {"wood": 3}, 5, {"coins": 2}, {"stone": 2}),
    ("LT-125", "granary", {"wood": 4}, 6, {"wheat": 2}, {"points": 5}),
    ("LT-126", "gold_mine", {"wood": 1, "stone": 1}, 4, {}, {"coins": 2}),
    ("LT-127", "well", {"wood": 1, "stone": 1}, 4, {}, {"points": 2}),
    ("LT-128", "workshop", {"stone": 2}, 5, {"wood": 2}, {"points": 3}),
    ("LT-129", "factory", {"stone": 4}, 8, {"stone": 2}, {"points": 5}),
    ("LT-130", "church", {"stone": 4}, 8, {"coins": 3}, {"points": 5}),
    ("LT-133", "bar", {"stone": 2, "wheat": 2}, 7, {}, {"points": 3}),
    ("LT-134", "bookshop", {"stone": 4}, 8, {}, {"coins": 3}),
    ("LT-135", "pier", {"wood": 3}, 5, {}, {"fish": 2}),
    ("LT-136", "brewery", {"wood": 2}, 4, {"wheat": 1}, {"points": 3}),
    ("LT-137", "carpenter", {"wood": 2}, 4, {"coins": 1}, {"wood": 3}),
    ("LT-138", "fair", {"wood": 4}, 6, {"wood": 1, "stone": 1, "fish": 1, "wheat": 1}, {"points": 7}),
    ("LT-139", "fountain", {"stone": 2}, 5, {"coins": 1}, {"points": 3}),
    ("LT-140", "fishmonger", {"wood": 1, "stone": 1}, 4, {"fish": 1}, {"coins": 3}),
    ("LT-141", "restaurant", {"wood": 2, "stone": 2}, 7, {"fish": 1, "wheat": 1}, {"points": 4}),
]
SPECIAL = [
    ("LT-123", "trading_shop", {"wood": 3}, 5),
    ("LT-131", "statue", {"stone": 4}, 10),
    ("LT-132", "castle", {"stone": 6}, 0),
    ("LT-142", "cathedral", {"stone": 6}, 11),
    ("LT-143", "residence", {"coins": 6}, 2),
    ("LT-144", "watchtower", {"wood": 3, "stone": 3}, 0),
]


def cases(rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    return [pytest.param(*row[1:], id=f"{row[0]}-{row[1]}") for row in rows]


def split(holdings: dict[str, int]) -> tuple[dict[str, int], int]:
    return {word: n for word, n in holdings.items() if word != "coins"}, holdings.get("coins", 0)


@pytest.mark.rule("LT-120", "LT-121", "LT-122", "LT-124", "LT-125", "LT-126", "LT-127", "LT-128", "LT-129", "LT-130")
@pytest.mark.rule("LT-133", "LT-134", "LT-135", "LT-136", "LT-137", "LT-138", "LT-139", "LT-140", "LT-141")
@pytest.mark.parametrize(("tile", "cost", "printed", "held", "after"), cases(EFFECTS))
def test_effect(tile: str, cost: dict[str, int], printed: int, held: dict[str, int], after: dict[str, int]) -> None:
    cubes, coins = split(held)
    match = town(tiles={"D3": (tile, 0)}, cubes={0: cubes}, coins={0: coins})
    match.push("place D4")
    assert legal(match) == {"use D3", "done"}
    match.push("use D3")
    assert goods(match) == after
    assert match.actor == 1
    for word in held:
        poorer = {key: n - (key == word) for key, n in held.items()}
        cubes, coins = split(poorer)
        match = play(town(tiles={"D3": (tile, 0)}, cubes={0: cubes}, coins={0: coins}), "place D4")
        assert match.actor == 1, f"{tile} needs all its {word}"


@pytest.mark.parametrize(("tile", "cost", "printed"), cases([*(row[:4] for row in EFFECTS), *SPECIAL]))
def test_cost_and_printed_points(tile: str, cost: dict[str, int], printed: int) -> None:
    cubes, coins = split(cost)
    market = [] if tile == "wheat_field" else [tile]
    match = town(cubes={0: cubes}, coins={0: coins}, market=market, goals={0: ["double_food"]})
    play(match, f"build {tile}", "site D4")
    assert goods(match) == {}
    expected = printed + (16 if tile == "watchtower" else 0)
    goal_points = sum(
        card["vp"] for card in DATA["goal"] if card["id"] in match.view(None)["position"]["goals"][0]["met"]
    )
    assert match.scores[0] == expected + goal_points
    for word in cost:
        cubes, coins = split({key: n - (key == word) for key, n in cost.items()})
        match = town(cubes={0: cubes}, coins={0: coins}, market=market)
        assert f"build {tile}" not in legal(match)


@pytest.mark.rule("LT-123")
def test_trading_shop_turns_any_two_into_any_two() -> None:
    match = town(tiles={"D3": ("trading_shop", 0)}, cubes={0: {"fish": 1, "stone": 1}}, coins={0: 2})
    play(match, "place D4", "use D3", "gain 1wood-1wheat")
    assert goods(match) == {"wood": 1, "wheat": 1, "coins": 2}
    assert play(town(tiles={"D3": ("trading_shop", 0)}, cubes={0: {"fish": 1}}, coins={0: 2}), "place D4").actor == 1


@pytest.mark.rule("LT-131")
def test_a_statue_does_nothing() -> None:
    assert play(town(tiles={"D3": ("statue", 0)}), "place D4").actor == 1


@pytest.mark.rule("LT-132", "LT-224")
def test_castle_counts_own_neighbours() -> None:
    tiles = {"D4": ("castle", 0), "C3": ("wheat_field", 0), "E5": ("well", 0), "D5": ("bakery", 1), "F4": ("statue", 0)}
    match = town(tiles=tiles, coins={0: 0, 1: 0})
    assert match.scores == [2 * 4 + 3 + 4 + 10, 4]


@pytest.mark.rule("LT-144", "LT-147")
def test_watchtower_counts_empty_grass() -> None:
    tiles = {"B2": ("watchtower", 0), "C3": ("wheat_field", 1)}
    match = town(tiles=tiles, standing={"B3": 1}, coins={0: 0, 1: 0})
    # around B2: A1 mountain, C1 forest, A3 lake, C3 a tile; empty are B1, A2, C2 and B3, whose worker goes home
    assert match.scores[0] == 2 * 4
    assert town(tiles={"A6": ("watchtower", 0)}, coins={0: 0}).scores[0] == 2 * 2, "A5 and B5; B6 is a forest"


@pytest.mark.rule("LT-145", "LT-146")
def test_twenty_five_kinds_and_twenty_nine_tiles() -> None:
    assert [tile["id"] for tile in TILES] == ["wheat_field", *SINGLES]
    assert [tile["copies"] for tile in TILES] == [5] + [1] * 24
    assert [tile["id"] for tile in TILES if tile["first_game"]] == ["wheat_field", *FIRST_GAME]
    activatable = {tile["id"] for tile, flag in zip(TILES, IS_ACTIVATABLE, strict=True) if flag}
    assert activatable == {"wheat_field", *SINGLES} - {"statue", "castle", "watchtower", "cathedral", "residence"}
    assert len(activatable) == 20
    kinds = {tile["id"]: tile["kind"] for tile in TILES}
    assert kinds["statue"] == "none"
    assert kinds["castle"] == kinds["watchtower"] == "game_end"
    assert kinds["cathedral"] == kinds["residence"] == "round_end"


def test_reconstructed_values_are_named() -> None:
    assert RECONSTRUCTED == ["studio_gg_front", "studio_gg_back", "two_vp_buildings"]
    guide = town().game.rulebook.guide
    assert "reconstructed" in guide
    assert town().game.rulebook.reconstructed


def test_the_guide_lists_every_tile_and_goal_as_it_is() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in town().game.rulebook.guide.splitlines()]
    table = {row[0].rstrip(" ★¹"): row for row in rows if row}
    colours = {"gain": "green", "convert": "blue", "round_end": "purple", "game_end": "gold", "none": "gold"}
    for tile in TILES:
        name, colour, price, points, effect = table[tile["name"]]
        assert ("★" in name) == (tile["id"] in FIRST_GAME)
        assert colour.split(",")[0] == colours[tile["kind"]]
        assert amounts(price) == tile["cost"]
        assert int(points) == tile["vp"]
        if tile["kind"] in ("gain", "convert"):
            paid, _, got = effect.rpartition("→")
            assert amounts(paid) == tile["input"]
            assert amounts(got) == tile["output"]
        elif "vp_per" in tile["output"]:
            assert f" {tile['output']['vp_per']} point" in effect
    for card in CARDS:
        title, points, text = table[card["title"]]
        assert (int(points), text.rstrip(" ⚑")) == (card["vp"], card["text"])
        assert ("⚑" in text) == card["market_dependent"]
        assert ("¹" in title) == (card["source"] == "reconstructed")


def amounts(text: str) -> dict[str, int]:
    """Goods in words as the components name them: '1 wood and 2 coins'."""
    words = {"coins": "coin", "points": "vp", "point": "vp"}
    if "any" in text:
        return {"any": int(re.findall(r"any (\d+) cubes", text)[0])}
    return {words.get(word, word): int(number) for number, word in re.findall(r"(\d+) (\w+)", text)}


# ------------------------------------------------------------------ cathedral and residence


@pytest.mark.rule("LT-142", "LT-153")
def test_cathedral_counts_workers_of_all_colours_on_neighbours() -> None:
    match = town(
        tiles={"D4": ("cathedral", 0), "C4": ("residence", 1)},
        standing={"C3": 0, "E3": 1, "D5": 1, "F4": 0},
        cubes={0: {"fish": 5, "wood": 2}, 1: {"fish": 5}},
        coins={0: 0, 1: 0},
        hands=[1, 1],
        builders=[1, 0],
    )
    play(match, "build wheat_field", "site H3", "place E5")
    assert match.position.round == 2
    assert match.position.points[0] == 4, "C3, E3, D5 and E5; not the builders and not the residence"


def residence() -> tt.Match:
    """Seat 0 has a residence at B5 beside three forests; one worker each is left to place."""
    match = town(
        tiles={"B5": ("residence", 0), "C4": ("wheat_field", 0), "C5": ("well", 1)},
        cubes={0: {"fish": 5}, 1: {"fish": 5}},
        coins={0: 1, 1: 0},
        hands=[1, 1],
    )
    return play(match, "place F2", "place F3")


@pytest.mark.rule("LT-143", "LT-148", "LT-151", "LT-153")
def test_residence_works_like_a_worker_of_its_owner() -> None:
    match = residence()
    assert (phase(match), match.actor) == ("activate", 0)
    assert goods(match) == {"wood": 3, "fish": 6, "coins": 1}, "F2 gave a fish; A4, B6 and C6 are forests"
    assert legal(match) == {"use C4", "rent C5", "done"}
    play(match, "use C4", "rent C5")
    assert phase(match) in ("food", "turn")
    assert goods(match, 1)["coins"] == 1
    assert match.position.points[0] == 2


@pytest.mark.rule("LT-148")
def test_residence_works_in_the_round_in_which_it_is_built() -> None:
    match = town(coins={0: 6, 1: 0}, cubes={0: {"fish": 5}, 1: {"fish": 5}}, hands=[1, 1], market=["residence"])
    play(match, "build residence", "site A5", "place F3")
    assert goods(match) == {"wood": 2}
    assert match.position.round == 2


@pytest.mark.rule("LT-149", "LT-158")
def test_residence_needs_no_food() -> None:
    match = town(
        tiles={"D4": ("residence", 0)}, cubes={0: {"fish": 5}, 1: {"fish": 5}}, coins={0: 0, 1: 0}, hands=[1, 1]
    )
    play(match, "place D2", "place F3")
    assert goods(match, 0) == {"stone": 1, "wood": 1}
    assert values(match.position.points)[:2] == [0, 0]


@pytest.mark.rule("LT-150")
def test_residence_may_use_what_workers_used() -> None:
    match = town(
        tiles={"D4": ("residence", 0), "D3": ("well", 0)},
        cubes={0: {"fish": 5}, 1: {"fish": 5}},
        coins={0: 0, 1: 1},
        hands=[1, 1],
    )
    play(match, "place C4", "use D3", "place E2", "rent D3")
    assert phase(match) == "activate"
    match.push("use D3")
    assert match.position.points[0] == 4
    assert phase(match) != "activate"


@pytest.mark.rule("LT-151")
def test_residence_is_nobody_elses() -> None:
    match = town(tiles={"D4": ("residence", 1), "D3": ("wheat_field", 0)}, coins={0: 3, 1: 1}, hands=[1, 1])
    play(match, "place H3", "place H2")
    assert match.actor == 1
    assert legal(match) == {"rent D3", "done"}
    match.push("rent D3")
    assert goods(match, 0).get("coins") == 4
