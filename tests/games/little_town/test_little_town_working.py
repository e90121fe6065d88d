"""Placing a worker: the sequence of decisions, rent, conversions, and coins that stand in for cubes."""

from __future__ import annotations

import pytest
from towns import CUBES, games, goods, legal, met, phase, play, steps, stock, town

import tabletown as tt
from tabletown.compile.engine import interpreted

# All of these workers go to D4, which has no terrain around it; its neighbours are C3, D3, E3, C4, E4, C5, D5, E5.


def near(*tiles: str, owner: int = 0) -> dict[str, tuple[str, int]]:
    squares = ["C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"]
    return {square: (tile, owner) for square, tile in zip(squares, tiles, strict=False)}


# ------------------------------------------------------------------ the sequence


@pytest.mark.rule("LT-54")
def test_a_worker_moves_from_the_hand_to_the_square() -> None:
    match = play(town(tiles=near("wheat_field")), "place D4")
    s = match.position
    assert s.workers[0] == 4
    assert match.dump()["standing"] == {"D4": "seat_0"}
    assert (sum(s.received), s.activated, s.scored_from) == (0, 0, 0)


@pytest.mark.rule("LT-55", "LT-57", "LT-58")
@pytest.mark.parametrize(
    ("tile", "wood", "contested"),
    [
        ("workshop", 2, False),  # takes wood, and the stock has all the forests give
        ("workshop", 1, True),
        ("workshop", 0, True),
        ("carpenter", 1, False),  # gives wood but takes none
        ("trading_shop", 4, False),  # two forests and two that the shop may give
        ("trading_shop", 3, True),
        ("bakery", 0, False),
    ],
)
def test_when_a_cube_is_contested(tile: str, wood: int, contested: bool) -> None:
    """A5 has two forests around it; the tile stands on B5."""
    match = town(tiles={"B5": (tile, 0)}, stock={"wood": wood}, cubes={0: {"wood": 1, "wheat": 1}}, coins={0: 3})
    match.push("place A5")
    assert match.dump()["pending"] == ({"wood": 2} if contested else {})
    assert goods(match).get("wood") == (1 if contested else 1 + min(2, wood))
    assert ("collect wood" in legal(match)) == (contested and wood > 0)


@pytest.mark.rule("LT-55")
def test_output_of_all_neighbours_counts_for_contested() -> None:
    tiles = {"B5": ("workshop", 1), "B4": ("carpenter", 1)}
    for wood, contested in ((5, False), (4, True)):
        match = play(town(3, tiles=tiles, stock={"wood": wood}, cubes={0: {"wood": 2}}), "place A5")
        assert bool(match.dump()["pending"]) == contested


@pytest.mark.rule("LT-56", "LT-235", "LT-236")
@pytest.mark.parametrize(("left", "gets"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_what_the_stock_lacks_is_lost(left: int, gets: int) -> None:
    match = play(town(3, stock={"wood": left}), "place A5")
    assert goods(match).get("wood", 0) == gets
    assert stock(match)["wood"] == left - gets
    assert match.actor == 1


@pytest.mark.rule("LT-57", "LT-58", "LT-63", "LT-90", "LT-239")
def test_a_workshop_before_the_forest() -> None:
    """Nothing is left in the stock: two wood paid into the workshop come back from the forests."""
    match = town(tiles={"B5": ("workshop", 0)}, stock={"wood": 0}, cubes={0: {"wood": 2}}, coins={0: 0})
    match.push("place A5")
    assert legal(match) == {"use B5", "done"}
    match.push("use B5")
    assert goods(match) == {"points": 3}
    assert legal(match) == {"collect wood", "done"}
    match.push("collect wood")
    assert legal(match) == {"collect wood", "done"}
    match.push("done")
    assert goods(match) == {"wood": 2, "points": 3}


@pytest.mark.rule("LT-59")
def test_a_lone_done_is_never_asked() -> None:
    assert play(town(tiles=near("bakery"), coins={0: 0}), "place D4").actor == 1
    match = play(town(tiles={"B5": ("workshop", 0)}, stock={"wood": 0}, coins={0: 0}), "place A5")
    assert match.actor == 1
    for match in games():
        engine = interpreted(match.game.rulebook)
        assert all(len(engine.legal(match.at(ply))) > 1 for ply in range(match.ply) if match.moves[ply].name != "deal")


@pytest.mark.rule("LT-60", "LT-70")
def test_options_are_computed_anew() -> None:
    match = play(town(tiles=near("wheat_field", "bakery"), coins={0: 0}), "place D4")
    assert legal(match) == {"use C3", "done"}
    match.push("use C3")
    assert legal(match) == {"use D3", "done"}
    match.push("use D3")
    assert goods(match) == {"coins": 4}
    assert match.actor == 1


@pytest.mark.rule("LT-61", "LT-62", "LT-79")
def test_the_order_of_an_activation() -> None:
    match = town(tiles=near("trading_shop", owner=1), cubes={0: {"wood": 1, "stone": 1, "fish": 1}}, coins={0: 1, 1: 0})
    play(match, "place D4", "rent C3")
    assert (phase(match), goods(match, 1)) == ("pay_input", {"coins": 1})
    assert "coins" not in goods(match)
    match.push("pay 1wood-1stone")
    assert phase(match) == "gain"
    assert goods(match) == {"fish": 1}
    match.push("gain 2wheat")
    assert goods(match) == {"fish": 1, "wheat": 2}
    assert match.actor == 1


@pytest.mark.rule("LT-62", "LT-80")
@pytest.mark.parametrize(
    ("tile", "needs"),
    [("fountain", 2), ("grocery", 2), ("carpenter", 2), ("stone_shop", 3), ("church", 4), ("gold_mine", 1)],
)
def test_rent_and_input_must_both_be_there(tile: str, needs: int) -> None:
    for coins in (needs - 1, needs):
        match = play(town(tiles=near(tile, owner=1), coins={0: coins}), "place D4")
        assert ("rent C3" in legal(match)) == (coins == needs)


@pytest.mark.rule("LT-63", "LT-68", "LT-77")
def test_done_skips_the_rest() -> None:
    match = play(town(tiles=near("wheat_field", "gold_mine") | {"E3": ("well", 1)}), "place D4")
    assert legal(match) == {"use C3", "use D3", "rent E3", "done"}
    match.push("done")
    assert goods(match) == {"coins": 3}
    assert goods(match, 1) == {"coins": 3}
    assert match.actor == 1


@pytest.mark.rule("LT-64")
def test_terrain_cannot_be_declined() -> None:
    match = town(tiles={"B5": ("workshop", 0)}, stock={"wood": 1}, cubes={0: {"wood": 2}}, coins={0: 0})
    play(match, "place A5", "done")
    assert goods(match) == {"wood": 3}


# ------------------------------------------------------------------ activation and rent


@pytest.mark.rule("LT-69")
def test_any_order() -> None:
    for order in (["C3", "D3", "E3"], ["E3", "C3", "D3"]):
        match = play(town(tiles=near("wheat_field", "gold_mine", "well")), "place D4", *(f"use {q}" for q in order))
        assert goods(match) == {"wheat": 1, "coins": 5, "points": 2}


@pytest.mark.rule("LT-71", "LT-88")
def test_once_per_placement() -> None:
    match = play(town(tiles=near("bakery"), cubes={0: {"wheat": 2}}, coins={0: 0}), "place D4", "use C3")
    assert goods(match) == {"wheat": 1, "coins": 4}
    assert match.actor == 1


@pytest.mark.rule("LT-72")
def test_the_next_worker_may_use_it_again() -> None:
    match = town(tiles=near("well"))
    play(match, "place D4", "use C3", "place C4", "rent C3", "place D3", "use C3")
    assert goods(match) == {"coins": 4, "points": 4}
    assert goods(match, 1) == {"coins": 2, "points": 2}


@pytest.mark.rule("LT-74", "LT-75", "LT-76")
def test_rent_goes_to_the_owner() -> None:
    tiles = {"C3": ("well", 1), "D3": ("gold_mine", 2), "E3": ("wheat_field", 0)}
    match = play(town(3, tiles=tiles, coins={0: 2}), "place D4", "rent C3", "rent D3", "use E3")
    assert goods(match) == {"wheat": 1, "coins": 2, "points": 2}
    assert goods(match, 1) == goods(match, 2) == {"coins": 4}
    assert stock(match)["coins"] == 40 - 2 - 4 - 4


@pytest.mark.rule("LT-78")
def test_no_coin_no_rent() -> None:
    match = play(town(tiles=near("well", owner=1), coins={0: 0}), "place D4")
    assert match.actor == 1
    assert goods(match) == {}


@pytest.mark.rule("LT-79", "LT-78")
def test_the_own_output_cannot_pay_the_rent() -> None:
    match = play(town(tiles=near("gold_mine", "bookshop", owner=1), coins={0: 0}), "place D4")
    assert match.actor == 1


@pytest.mark.rule("LT-81", "LT-99")
def test_cubes_do_not_pay_rent_or_coins() -> None:
    rich = {0: dict.fromkeys(CUBES, 9)}
    match = town(tiles=near("well", owner=1), cubes=rich, coins={0: 0}, market=["residence", "church"])
    assert "build residence" not in legal(match)
    assert play(match, "place D4").actor == 1
    match = play(town(tiles=near("fountain", "grocery", "carpenter"), cubes=rich, coins={0: 0}), "place D4")
    assert match.actor == 1


@pytest.mark.rule("LT-82")
def test_rent_is_one_coin_on_wheat_fields_too() -> None:
    match = play(town(tiles=near("wheat_field", owner=1)), "place D4", "rent C3")
    assert goods(match) == {"wheat": 1, "coins": 2}
    assert goods(match, 1) == {"coins": 4}
    assert {name for m in games() for name in {move.name for move in m.moves}} <= {
        "begin",
        "offer",
        "deal",
        "place",
        "build",
        "site",
        "use",
        "rent",
        "collect",
        "done",
        "pay",
        "gain",
        "feed",
    }


@pytest.mark.rule("LT-83", "LT-86", "LT-235")
def test_an_empty_bank() -> None:
    match = play(town(3, tiles=near("gold_mine", owner=1), bank=0), "place D4", "rent C3")
    assert goods(match) == {"coins": 2}
    assert goods(match, 1) == {"coins": 4}


@pytest.mark.rule("LT-84", "LT-188")
def test_rent_can_meet_the_owners_goal_at_once() -> None:
    match = town(tiles=near("well", owner=1), coins={0: 3, 1: 5}, goals={1: ["six_coins"]})
    play(match, "place D4")
    assert met(match, 1) == set()
    match.push("rent C3")
    assert met(match, 1) == {"six_coins"}


@pytest.mark.rule("LT-85", "LT-146")
@pytest.mark.parametrize("tile", ["statue", "castle", "watchtower", "cathedral", "residence"])
def test_five_tiles_are_not_for_workers(tile: str) -> None:
    for owner in (0, 1):
        match = play(town(tiles=near(tile, owner=owner)), "place D4")
        assert match.actor == 1
        assert goods(match) == goods(match, 1) == {"coins": 3}


@pytest.mark.rule("LT-86", "LT-236", "LT-237", "LT-238")
@pytest.mark.parametrize(
    ("tile", "empty", "cubes", "coins", "after"),
    [
        ("grocery", {"fish": 0}, {}, 1, {"wheat": 1}),
        ("grocery", {"fish": 0, "wheat": 0}, {}, 1, {}),
        ("carpenter", {"wood": 2}, {}, 1, {"wood": 2}),
        ("pier", {"fish": 1}, {}, 0, {"fish": 1}),
        ("wheat_field", {"wheat": 0}, {}, 0, {}),
        ("stone_shop", {"stone": 1}, {}, 2, {"stone": 1}),
    ],
)
def test_short_output(
    tile: str, empty: dict[str, int], cubes: dict[str, int], coins: int, after: dict[str, int]
) -> None:
    match = town(3, tiles=near(tile), stock=empty, cubes={0: cubes}, coins={0: coins})
    play(match, "place D4", "use C3")
    assert goods(match) == after
    assert match.actor == 1


@pytest.mark.rule("LT-238", "LT-86")
def test_a_bakery_with_an_empty_bank_still_costs_its_wheat() -> None:
    match = town(3, tiles=near("bakery"), bank=1, cubes={0: {"wheat": 1}}, coins={0: 0})
    play(match, "place D4", "use C3")
    assert goods(match) == {"coins": 1}


# ------------------------------------------------------------------ conversions and substitution


@pytest.mark.rule("LT-73", "LT-87", "LT-89")
def test_gain_and_convert() -> None:
    match = play(town(tiles=near("pier"), coins={0: 0}), "place D4", "use C3")
    assert goods(match) == {"fish": 2}
    match = town(tiles=near("restaurant"), cubes={0: {"fish": 1}}, coins={0: 2})
    assert play(match, "place D4").actor == 1, "one of two inputs is not enough"
    match = play(town(tiles=near("restaurant"), cubes={0: {"fish": 1, "wheat": 1}}, coins={0: 2}), "place D4", "use C3")
    assert goods(match) == {"coins": 2, "points": 4}


@pytest.mark.rule("LT-90")
def test_paid_cubes_can_come_back() -> None:
    match = town(tiles=near("trading_shop"), stock=dict.fromkeys(CUBES, 0), cubes={0: {"wood": 2}}, coins={0: 0})
    play(match, "place D4", "use C3")
    assert goods(match) == {"wood": 2}, "the only cubes in the stock are those just paid"
    assert match.actor == 1


@pytest.mark.rule("LT-91", "LT-92", "LT-123")
def test_ten_mixes_of_the_trading_shop() -> None:
    match = play(town(tiles=near("trading_shop"), cubes={0: {"wood": 2}}, coins={0: 0}), "place D4", "use C3")
    assert phase(match) == "gain"
    doubles = {f"gain 2{cube}" for cube in CUBES}
    pairs = {f"gain 1{a}-1{b}" for i, a in enumerate(CUBES) for b in CUBES[i + 1 :]}
    assert legal(match) == doubles | pairs
    assert len(doubles | pairs) == 10


@pytest.mark.rule("LT-92")
@pytest.mark.parametrize(
    ("left", "mixes"),
    [
        ({"wood": 0, "stone": 1, "fish": 1, "wheat": 3}, {"1stone-1fish", "1stone-1wheat", "1fish-1wheat", "2wheat"}),
        ({"wood": 0, "stone": 1, "fish": 1, "wheat": 1}, {"1stone-1fish", "1stone-1wheat", "1fish-1wheat"}),
    ],
)
def test_mixes_are_limited_by_the_stock(left: dict[str, int], mixes: set[str]) -> None:
    match = town(tiles=near("trading_shop"), stock=left, coins={0: 6, 1: 0}, cubes={0: {}})
    match = play(match, "place D4", "use C3")
    assert legal(match) == {f"gain {mix}" for mix in mixes}


@pytest.mark.rule("LT-92", "LT-61")
@pytest.mark.parametrize(
    ("left", "gets"),
    [
        ({"wood": 0, "stone": 1, "fish": 1, "wheat": 0}, {"stone": 1, "fish": 1}),
        ({"wood": 0, "stone": 1, "fish": 0, "wheat": 0}, {"stone": 1}),
        ({"wood": 0, "stone": 0, "fish": 0, "wheat": 0}, {}),
    ],
)
def test_a_single_mix_is_taken_without_asking(left: dict[str, int], gets: dict[str, int]) -> None:
    match = play(town(tiles=near("trading_shop"), stock=left, coins={0: 6, 1: 0}), "place D4", "use C3")
    assert goods(match) == gets
    assert match.actor == 1


@pytest.mark.rule("LT-93", "LT-94", "LT-95", "LT-97", "LT-101")
def test_three_coins_for_a_cube_in_a_cost() -> None:
    match = town(cubes={0: {"wood": 2, "stone": 2}}, coins={0: 7}, market=["restaurant"])
    play(match, "build restaurant", "site E3")
    assert legal(match) == {
        f"pay {way}" for way in ("2wood-2stone", "2wood-1stone", "1wood-2stone", "2wood", "2stone", "1wood-1stone")
    }
    match.push("pay 2wood")
    assert goods(match) == {"stone": 2, "coins": 1}
    assert stock(match)["stone"] == 13
    assert stock(match)["coins"] == 40 - 1 - 3


@pytest.mark.rule("LT-94", "LT-95", "LT-100")
def test_three_coins_for_a_cube_in_a_conversion() -> None:
    match = town(tiles=near("bakery"), cubes={0: {"wheat": 1}}, coins={0: 3})
    play(match, "place D4", "use C3")
    assert legal(match) == {"pay 1wheat", "pay coins"}
    match.push("pay coins")
    assert goods(match) == {"wheat": 1, "coins": 4}
    rented = play(town(tiles=near("bakery", owner=1), coins={0: 4}), "place D4", "rent C3")
    assert goods(rented) == {"coins": 4}


@pytest.mark.rule("LT-96", "LT-101")
def test_six_coins_in_a_trading_shop() -> None:
    match = play(town(tiles=near("trading_shop"), cubes={0: {"fish": 1}}, coins={0: 6}), "place D4", "use C3")
    assert legal(match) == {"pay 1fish", "pay coins"}
    play(match, "pay coins", "gain 2stone")
    assert goods(match) == {"fish": 1, "stone": 2}


@pytest.mark.rule("LT-101")
def test_ways_are_limited_by_what_is_left_after_rent() -> None:
    match = town(tiles=near("bakery", owner=1), cubes={0: {"wheat": 1}}, coins={0: 3})
    play(match, "place D4", "rent C3")
    assert goods(match) == {"coins": 6}, "two coins after rent can't stand in for the wheat"


@pytest.mark.rule("LT-98", "LT-45")
def test_coins_become_cubes_only_in_payments() -> None:
    for match in games():
        for before, move, after in steps(match):
            if move.name in ("place", "site", "build", "done", "collect"):
                me = before.active
                if after.active == me and after.coins[me] < before.coins[me]:
                    assert after.builders[me] > before.builders[me]


@pytest.mark.rule("LT-102", "LT-130")
def test_payments_are_exact() -> None:
    match = play(town(tiles=near("church"), coins={0: 5}), "place D4", "use C3")
    assert goods(match) == {"coins": 2, "points": 5}
    match = town(cubes={0: {"stone": 7}}, coins={0: 0}, market=["castle"])
    play(match, "build castle", "site E3")
    assert goods(match) == {"stone": 1}


def test_illegal_moves_change_nothing() -> None:
    match = town(tiles=near("well", owner=1), coins={0: 0})
    before = match.dump()
    for move in ("rent C3", "use C3", "place C3", "place A1", "build bakery", "done", "pay coins", "feed nothing"):
        with pytest.raises(tt.IllegalMove):
            match.push(move)
    assert match.dump() == before
