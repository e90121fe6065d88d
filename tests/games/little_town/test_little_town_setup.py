"""Preparation, boards, market and goals before the first turn."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from towns import (
    BACK,
    CUBES,
    DEALT,
    FIRST_GAME,
    FRONT,
    GOALS,
    HOUSES,
    SETTINGS,
    SINGLES,
    SQUARES,
    WORKERS,
    around,
    games,
    goods,
    grass,
    legal,
    phase,
    play,
    stock,
    terrain,
    town,
)

import tabletown as tt
from tabletown.compile.engine import interpreted
from tabletown.games.little_town.components import DATA, GOAL_LIST, GOAL_NEED, NEIGHBOUR, TERRAIN


def prepared(players: int = 2, seed: int = 1, **options: str) -> tt.Match:
    match = tt.Match(tt.game("little-town", players=players, **options), seed=seed)
    match.play_chance()
    return match


@pytest.mark.rule("LT-01")
def test_two_to_four_players() -> None:
    for players in (2, 3, 4):
        assert tt.Match(tt.game("little-town", players=players)).position.players == players
    for players in (0, 1, 5):
        with pytest.raises(ValueError, match="2 to 4 players"):
            tt.game("little-town", players=players)


@pytest.mark.rule("LT-02", "LT-03", "LT-04", "LT-05", "LT-06", "LT-07", "LT-08", "LT-09", "LT-10", "LT-254")
@pytest.mark.parametrize("edition", ["studio_gg", "iello"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_gets_the_same(players: int, edition: str) -> None:
    s = prepared(players, edition=edition).position
    workers, houses = {2: (5, 7), 3: (4, 6), 4: (3, 6)}[players]
    number = {"studio_gg": {2: 5, 3: 4, 4: 3}, "iello": {2: 4, 3: 3, 4: 2}}[edition][players]
    for seat in range(players):
        assert (s.workers[seat], s.houses[seat], s.hand[seat], s.coins[seat]) == (workers, houses, number, 3)
        assert sorted(n for goal in range(18) if (n := s.goals[seat, goal])) == list(range(1, number + 1))
    assert not any(s.workers[seat] or s.houses[seat] or s.coins[seat] for seat in range(players, 4))


@pytest.mark.rule("LT-11", "LT-261")
def test_pieces_of_the_seat_colours_suffice() -> None:
    for name, colours in (
        ("studio_gg", ["blue", "red", "yellow", "black"]),
        ("iello", ["white", "orange", "red", "purple"]),
    ):
        pieces = DATA["pieces"][name]
        assert list(pieces["workers"]) == list(pieces["houses"]) == colours
        for players in (2, 3, 4):
            for colour in colours[:players]:
                assert pieces["workers"][colour] >= WORKERS[players]
                assert pieces["houses"][colour] >= HOUSES[players]
    assert DATA["pieces"]["studio_gg"]["workers"] == {"blue": 5, "red": 5, "yellow": 4, "black": 3}
    assert DATA["pieces"]["studio_gg"]["houses"] == {"blue": 7, "red": 7, "yellow": 6, "black": 6}


@pytest.mark.rule("LT-12", "LT-13", "LT-14", "LT-15", "LT-242")
@pytest.mark.parametrize(("players", "bank"), [(2, 34), (3, 31), (4, 28)])
def test_goods_at_the_start(players: int, bank: int) -> None:
    match = prepared(players)
    assert stock(match) == dict.fromkeys(CUBES, 15) | {"coins": bank}
    assert all(goods(match, seat) == {"coins": 3} for seat in range(players))
    assert match.position.round == 1


@pytest.mark.rule("LT-16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lot_names_the_start_player(players: int) -> None:
    match = tt.Match(tt.game("little-town", players=players), seed=3)
    assert match.actor == tt.CHANCE
    assert legal(match) == {f"begin {seat}" for seat in range(players)}
    assert match.chance_weights == [1] * players
    starters = {prepared(players, seed).position.start for seed in range(30)}
    assert starters == set(range(players))


@pytest.mark.rule("LT-17")
def test_wheat_fields_can_be_built_from_the_first_turn() -> None:
    match = town(cubes={0: {"wood": 1}})
    assert match.dump()["supply"]["wheat_field"] == 5
    assert "build wheat_field" in legal(match)


@pytest.mark.rule("LT-18", "LT-19")
def test_twelve_different_tiles_are_drawn_evenly() -> None:
    match = play(tt.Match(tt.game("little-town"), seed=1), "begin 0")
    for number in range(12):
        assert phase(match) == "market"
        assert match.chance_weights == [1] * (24 - number)
        offered = set(match.dump()["offered"])
        assert legal(match) == {f"offer {kind}" for kind in SINGLES if kind not in offered}
        match.step_chance()
    assert phase(match) == "deal_goals"
    drawn = Counter(kind for seed in range(60) for kind in prepared(2, seed).dump()["offered"])
    assert drawn.pop("wheat_field") == 60
    assert set(drawn) == set(SINGLES)
    assert all(12 <= count <= 48 for count in drawn.values())


@pytest.mark.rule("LT-19", "LT-107", "LT-243")
def test_the_supply_is_never_refilled() -> None:
    for match in games():
        dump = match.dump()
        built = Counter(dump["tiles"].values())
        assert sum(dump["offered"].values()) == 13
        for kind in ["wheat_field", *SINGLES]:
            copies = (5 if kind == "wheat_field" else 1) * dump["offered"].get(kind, 0)
            assert built[kind] + dump["supply"].get(kind, 0) == copies
        assert sum(built.values()) <= (14 if match.game.players == 2 else 17)


@pytest.mark.rule("LT-20", "LT-180", "LT-185")
def test_preparation_runs_in_order() -> None:
    for seed in range(12):
        match = tt.Match(tt.game("little-town", players=3), seed=seed)
        seen = []
        while match.actor == tt.CHANCE:
            seen.append((phase(match), match.position.active))
            match.step_chance()
        order = ["start", "market", "deal_goals", "swap_goals"]
        assert seen == sorted(seen, key=lambda entry: order.index(entry[0]))
        start = match.position.start
        clockwise = [(start + step) % 3 for step in range(3)]
        assert [seat for name, seat in seen if name == "deal_goals"] == [seat for seat in clockwise for _ in range(4)]
        swapped = [clockwise.index(seat) for name, seat in seen if name == "swap_goals"]
        assert swapped == sorted(swapped)
        assert match.position.active == start


@pytest.mark.rule("LT-21")
def test_nothing_but_preparation_is_left_to_chance() -> None:
    for match in games():
        engine = interpreted(match.game.rulebook)
        actors = [engine.actor(match.at(ply)) for ply in range(match.ply)]
        preparation = actors.count(tt.CHANCE)
        assert actors[:preparation] == [tt.CHANCE] * preparation
        again = tt.Match(match.game, seed=999)
        for move in match.moves:
            again.push(move)
        assert again.dump() == match.dump()


@pytest.mark.rule("LT-22")
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_no_goal_is_fulfilled_at_the_start(players: int, options: dict[str, str]) -> None:
    for seed in range(3):
        s = prepared(players, seed, **options).position
        assert not any(s.fulfilled[seat, goal] for seat in range(players) for goal in range(18))


# ------------------------------------------------------------------ the board


@pytest.mark.rule("LT-23", "LT-24", "LT-25", "LT-252")
def test_two_sides_of_nine_by_six() -> None:
    letters = {0: "F", 1: "M", 2: "L", -1: "."}
    for side, grid in enumerate((FRONT, BACK)):
        assert [[letters[int(TERRAIN[side, 9 * row + column])] for column in range(9)] for row in range(6)] == [
            list(r) for r in grid
        ]
    front, back = prepared(board="front").dump(), prepared(board="back").dump()
    assert front == back
    for side in ("front", "back"):
        assert {text.split()[1] for text in legal(prepared(board=side), "place")} == set(grass(side))


@pytest.mark.rule("LT-26")
def test_terrain_is_counted() -> None:
    for side, crowded in (("front", {"B2", "B5", "F5", "H5"}), ("back", {"B2", "D2", "H2", "H5"})):
        assert Counter(terrain(square, side) for square in SQUARES) == {"F": 6, "M": 4, "L": 5, ".": 39}
        beside = {square: sum(terrain(near, side) != "." for near in around(square)) for square in grass(side)}
        assert max(beside.values()) == 3
        assert {square for square, n in beside.items() if n == 3} == crowded


@pytest.mark.rule("LT-27")
def test_neighbours() -> None:
    for index, square in enumerate(SQUARES):
        found = {SQUARES[int(n)] for n in NEIGHBOUR[index] if n >= 0}
        assert found == set(around(square))
    assert len(around("A1")) == len(around("I6")) == 3
    assert len(around("E1")) == len(around("A3")) == 5
    assert len(around("E3")) == 8


@pytest.mark.rule("LT-28", "LT-29", "LT-49", "LT-53")
@pytest.mark.parametrize(
    ("square", "gets"),
    [
        ("B2", {"stone": 1, "wood": 1, "fish": 1}),
        ("E5", {"fish": 2}),
        ("F5", {"fish": 2, "wood": 1}),
        ("I2", {"stone": 2}),
        ("A5", {"wood": 2}),
        ("E3", {}),
    ],
)
def test_a_worker_gets_a_cube_of_every_terrain_square_around(square: str, gets: dict[str, int]) -> None:
    match = play(town(), f"place {square}")
    assert goods(match) == gets | {"coins": 3}
    assert {cube: 15 - n for cube, n in stock(match).items() if cube != "coins" and n < 15} == gets


@pytest.mark.rule("LT-30", "LT-51")
def test_terrain_is_never_used_up() -> None:
    match = town()
    for number, square in enumerate(["A5", "B5", "B4", "A2"]):
        match.push(f"place {square}")
        assert goods(match, number % 2).get("wood" if number < 3 else "fish", 0) >= 1
    assert goods(match, 0) == {"wood": 3, "fish": 1, "coins": 3}
    assert goods(match, 1)["wood"] == 3


@pytest.mark.rule("LT-31", "LT-33")
def test_a_square_holds_one_thing() -> None:
    for match in games():
        side = match.game.options["board"]
        for ply in range(match.ply + 1):
            s = match.game.rulebook.state.proxy(match.at(ply))
            for index, square in enumerate(SQUARES):
                things = (terrain(square, side) != ".") + (s.tiles[index] >= 0) + (s.standing[index] >= 0)
                assert things <= 1


@pytest.mark.rule("LT-32", "LT-112", "LT-113", "LT-260")
@pytest.mark.parametrize("edition", ["studio_gg", "iello"])
def test_the_building_area_is_no_square_and_never_full(edition: str) -> None:
    match = town(cubes={0: {"wood": 2}, 1: {"wood": 2}}, coins={0: 2, 1: 2}, options={"edition": edition})
    play(match, "build wheat_field", "site E3", "build wheat_field", "site E4", "build wheat_field", "site E5")
    assert values_of(match, "builders") == [2, 1]
    assert not match.dump()["standing"]
    assert "build wheat_field" in legal(match)
    areas = {board["id"]: board["building_areas"] for board in DATA["board"]}
    assert (areas["studio_gg_front"], areas["iello_side_1"]) == (2, 1)


def values_of(match: tt.Match, field: str) -> list[int]:
    found: list[int] = match.dump()[field]
    return found


# ------------------------------------------------------------------ goals


@pytest.mark.rule("LT-179", "LT-180")
def test_eighteen_goals_one_of_each() -> None:
    match = tt.Match(tt.game("little-town", market="first_game"), seed=1)
    play(match, "begin 1")
    for number in range(10):
        assert match.position.active == (1 if number < 5 else 0)
        assert match.chance_weights == [1] * (18 - number)
        dealt = {goal for hand in match.dump()["goals"] for goal in hand}
        assert legal(match) == {f"deal {goal}" for goal in GOALS if goal not in dealt}
        match.step_chance()
    assert phase(match) == "turn"


def dealing(tiles: list[str], players: int = 2, start: int = 0) -> tt.Match:
    match = play(tt.Match(tt.game("little-town", players=players), seed=1), f"begin {start}")
    return play(match, *(f"offer {tile}" for tile in tiles))


NO_FISH = [
    "bakery",
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
]


@pytest.mark.rule("LT-181", "LT-182", "LT-184", "LT-185", "LT-209")
def test_impossible_goals_are_shown_and_replaced_in_dealt_order() -> None:
    """Without a fish tile goal 8 fails; without restaurant, fair and trading shop goal 5 fails too."""
    market = [tile for tile in NO_FISH if tile != "trading_shop"] + ["brewery"]
    match = dealing(market, start=1)
    play(match, *(f"deal {g}" for g in ("no_coins", "two_type_input", "six_coins", "fish_building", "activate_four")))
    play(
        match, *(f"deal {g}" for g in ("double_food", "gather_five", "feed_all_fish", "three_touching", "vp_from_two"))
    )
    assert phase(match) == "swap_goals"
    assert match.position.active == 1
    assert match.dump()["discarded"] == {"two_type_input": 1}
    assert "two_type_input" not in {text.split()[1] for text in legal(match)}
    assert match.chance_weights == [1] * 8
    match.push("deal cost_three_stone")
    assert match.dump()["discarded"] == {"two_type_input": 1, "fish_building": 1}
    assert match.dump()["goals"][1]["cost_three_stone"] == 2
    match.push("deal cost_three_wood")
    assert phase(match) == "turn"
    assert set(match.dump()["goals"][1]) == {
        "no_coins",
        "cost_three_stone",
        "six_coins",
        "cost_three_wood",
        "activate_four",
    }


@pytest.mark.rule("LT-182")
def test_a_replacement_is_checked_too() -> None:
    market = [tile for tile in NO_FISH if tile != "trading_shop"] + ["brewery"]
    match = dealing(market)
    play(match, *(f"deal {g}" for g in ("fish_building", "no_coins", "six_coins", "double_food", "activate_four")))
    play(
        match,
        *(f"deal {g}" for g in ("gather_five", "feed_all_fish", "three_touching", "vp_from_two", "cost_three_wood")),
    )
    match.push("deal two_type_input")
    assert phase(match) == "swap_goals"
    assert set(match.dump()["discarded"]) == {"fish_building", "two_type_input"}
    match.push("deal cost_three_stone")
    assert phase(match) == "turn"


@pytest.mark.rule("LT-181", "LT-185")
@pytest.mark.parametrize("start", [0, 1])
def test_goals_of_every_seat_are_checked(start: int) -> None:
    match = dealing(NO_FISH, start=start)
    play(match, *(f"deal {g}" for g in ("no_coins", "six_coins", "double_food", "activate_four", "gather_five")))
    play(match, *(f"deal {g}" for g in ("vp_from_two", "feed_all_fish", "fish_building", "three_touching")))
    match.push("deal cost_three_wood")
    assert (phase(match), match.position.active) == ("swap_goals", 1 - start)
    assert match.dump()["discarded"] == {"fish_building": 1}
    match.push("deal cost_three_stone")
    assert match.dump()["goals"][1 - start]["cost_three_stone"] == 3


@pytest.mark.rule("LT-183")
def test_need_counts_tiles_of_the_list() -> None:
    """Goal 9 wants two tiles with coins: one is not enough."""
    without = [tile for tile in SINGLES if not GOAL_LIST[GOALS.index("two_coin_buildings"), 1 + SINGLES.index(tile)]]
    for coin_tiles, swapped in ((["church"], True), (["church", "bakery"], False)):
        market = [*coin_tiles, *without[: 12 - len(coin_tiles)]]
        match = dealing(market)
        play(
            match,
            *(f"deal {g}" for g in ("two_coin_buildings", "no_coins", "double_food", "activate_four", "gather_five")),
        )
        play(
            match,
            *(
                f"deal {g}"
                for g in (
                    "feed_all_fish",
                    "three_touching",
                    "lake_mountain_forest",
                    "more_buildings_than_workers",
                    "fish_building",
                )
            ),
        )
        assert ("two_coin_buildings" in match.dump()["discarded"]) == swapped


@pytest.mark.rule("LT-186", "LT-253")
def test_the_first_game_market_fulfils_every_goal() -> None:
    match = play(tt.Match(tt.game("little-town", market="first_game"), seed=1), "begin 0")
    assert set(match.dump()["offered"]) == {"wheat_field", *FIRST_GAME}
    kinds = [0, *(1 + SINGLES.index(kind) for kind in FIRST_GAME)]
    for goal in range(18):
        assert sum(int(GOAL_LIST[goal, kind]) for kind in kinds) >= GOAL_NEED[goal]
    match.play_chance()
    assert not match.dump()["discarded"]


@pytest.mark.rule("LT-187")
def test_no_market_makes_more_than_four_goals_impossible() -> None:
    numbers = np.arange(1 << 24, dtype=np.uint32)
    twelve = numbers[np.bitwise_count(numbers) == 12]
    assert len(twelve) == 2_704_156
    failing = np.zeros(len(twelve), np.int8)
    for goal in range(18):
        bits = np.uint32(sum(1 << kind for kind in range(24) if GOAL_LIST[goal, kind + 1]))
        failing += np.bitwise_count(twelve & bits) < GOAL_NEED[goal]
    assert failing.max() == 4
    assert max(players * DEALT["studio_gg"][players] for players in (2, 3, 4)) <= 18 - 4


# ------------------------------------------------------------------ options


@pytest.mark.rule("LT-250", "LT-251", "LT-264")
def test_options() -> None:
    book = tt.rulebook("little-town")
    assert {o.name: o.default for o in book.options} == {"edition": "studio_gg", "board": "front", "market": "random"}
    for edition in ("studio_gg", "iello"):
        for board in ("front", "back"):
            for market in ("random", "first_game"):
                for players in (2, 3, 4):
                    assert prepared(players, edition=edition, board=board, market=market).actor is not None
    with pytest.raises(ValueError, match="random, first_game"):
        tt.game("little-town", market="draft")
    with pytest.raises(ValueError, match="no option 'promo'"):
        tt.game("little-town", promo=True)
