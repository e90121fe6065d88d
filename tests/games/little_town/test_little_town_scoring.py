"""The end of the game, the stock's limits, and the editions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from towns import (
    CUBES,
    FIRST_GAME,
    SQUARES,
    WORKERS,
    games,
    goods,
    lively,
    met,
    play,
    positions,
    steps,
    stock,
    town,
    values,
)

import tabletown as tt
from tabletown.games.little_town.components import DATA, OUTPUT_POINTS
from tabletown.games.little_town.state import FINISHED, FOOD
from tabletown.games.little_town.text.phrases import marker_words
from tabletown.games.little_town.view import marker


def finished(players: int = 2, cubes: dict[int, dict[str, int]] | None = None, **given: Any) -> tt.Match:
    """A game that is over: the last worker of round 4 was placed, and everybody had just enough food."""
    held = {seat: {"wheat": WORKERS[players]} | (cubes or {}).get(seat, {}) for seat in range(players)}
    hands = [0] * (players - 1) + [1]
    match = town(players, round=4, hands=hands, active=players - 1, cubes=held, **given)
    match.push("place F3")
    while not match.over:
        match.push(next(m for m in match.legal_moves if m.name == "feed" and "coins" not in m.text))
    return match


@pytest.mark.rule("LT-222", "LT-223", "LT-224", "LT-225")
def test_final_score() -> None:
    tiles = {
        "D4": ("castle", 0),
        "D5": ("wheat_field", 0),
        "C5": ("wheat_field", 0),
        "H5": ("watchtower", 0),
        "H2": ("statue", 1),
    }
    match = finished(
        tiles=tiles,
        coins={0: 8, 1: 2},
        points=[11, -4],
        goals={0: ["six_coins", "no_coins"]},
        fulfilled=[{"six_coins": 1}, {}],
    )
    # 11 track, 2 for the goal, 3 + 3 printed, 4 + 4 castle; H5 has G4, H4, I5, G6, H6 empty; 8 coins are 2
    assert match.scores == [11 + 2 + 6 + 8 + 2 * 5 + 2, -4 + 10]
    parts = match.view(None)["position"]["points"][0]
    assert parts == {"track": 11, "tiles": 6, "goals": 2, "landmarks": 18, "coins": 2}


@pytest.mark.rule("LT-225")
@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (20, 6)])
def test_three_coins_a_point(coins: int, points: int) -> None:
    assert finished(coins={0: coins, 1: 0}, goals={0: ["double_food"]}).scores[0] == points


@pytest.mark.rule("LT-226")
def test_leftovers_score_nothing() -> None:
    assert finished(cubes={0: {"wood": 6, "stone": 6}}, coins={0: 0, 1: 0}).scores == [0, 0]


@pytest.mark.rule("LT-227", "LT-249")
def test_final_scoring_changes_nothing() -> None:
    match = finished(coins={0: 7, 1: 1}, goals={0: ["no_coins"]})
    before = match.dump()
    assert match.scores == [2, 0]
    assert match.dump() == before
    assert met(match) == set()
    assert goods(match) == {"coins": 7}


@pytest.mark.rule("LT-228", "LT-229")
@pytest.mark.parametrize(
    ("points", "ranking"),
    [([3, 9, 5], [[1], [2], [0]]), ([7, 7, 2], [[0, 1], [2]]), ([4, 4, 4], [[0, 1, 2]]), ([-5, -9, -5], [[0, 2], [1]])],
)
def test_the_highest_score_wins_and_ties_share(points: list[int], ranking: list[list[int]]) -> None:
    match = finished(players=3, points=points, coins={0: 0, 1: 0, 2: 0})
    assert match.ranking == ranking


@pytest.mark.rule("LT-230")
def test_points_in_play_come_from_activations_cathedral_and_hunger() -> None:
    for match in games():
        if match.game.options["edition"] == "iello":
            continue
        for before, move, after in steps(match):
            for seat in range(match.game.players):
                more = after.points[seat] - before.points[seat]
                round_end = after.round > before.round or FOOD in (before.phase, after.phase) or after.phase == FINISHED
                if more == 0 or round_end or after.residence_works:
                    continue
                kind = before.kind if move.name in ("pay", "gain") else before.tiles[SQUARES.index(move.args["square"])]
                assert move.name in ("use", "rent", "pay")
                assert more == OUTPUT_POINTS[kind]


# ------------------------------------------------------------------ the track


@pytest.mark.rule("LT-231", "LT-232", "LT-233", "LT-241")
@pytest.mark.parametrize(
    ("points", "space", "chips"),
    [
        (0, 0, 0),
        (39, 39, 0),
        (40, 0, 40),
        (79, 39, 40),
        (80, 0, 80),
        (131, 11, 120),
        (-1, 39, 0),
        (-15, 25, 0),
        (-40, 0, 0),
    ],
)
def test_the_marker_of_studio_gg(points: int, space: int, chips: int) -> None:
    assert marker(points, "studio_gg") == {"space": space, "chips": chips, "minus": points < 0}
    shown = town(points=[points, 0]).view(None)["position"]["markers"][0]
    assert shown == {"space": space, "chips": chips, "minus": points < 0}


@pytest.mark.rule("LT-231", "LT-232", "LT-233")
@pytest.mark.parametrize(
    ("points", "words"),
    [
        (12, "marker on 12"),
        (40, "marker on 0, chips for 40"),
        (-1, "marker on 39, below zero"),
    ],
)
def test_the_marker_in_words(points: int, words: str) -> None:
    assert marker_words(marker(points, "studio_gg")) == words


@pytest.mark.rule("LT-233")
def test_points_move_the_marker_forward() -> None:
    for points in range(-30, 130):
        here, there = marker(points, "studio_gg")["space"], marker(points + 1, "studio_gg")["space"]
        assert there == (here + 1) % 40


@pytest.mark.rule("LT-261")
@pytest.mark.parametrize(("points", "space", "chips"), [(59, 59, 0), (60, 0, 60), (121, 1, 120), (-1, 59, 0)])
def test_the_marker_of_iello(points: int, space: int, chips: int) -> None:
    assert marker(points, "iello") == {"space": space, "chips": chips, "minus": points < 0}
    assert DATA["pieces"]["iello"]["vp_track"] == 60


# ------------------------------------------------------------------ the stock


@pytest.mark.rule("LT-234", "LT-46", "LT-240")
def test_cubes_and_coins_are_never_made_or_lost() -> None:
    for match in games():
        players = match.game.players
        for s in positions(match):
            for cube in range(4):
                held = [s.cubes[seat, cube] for seat in range(players)]
                assert s.stock[cube] + sum(held) == 15
                assert min(s.stock[cube], *held) >= 0
            money = [s.coins[seat] for seat in range(players)]
            assert s.bank + sum(money) == 40
            assert min(s.bank, *money) >= 0


@pytest.mark.rule("LT-240")
def test_coins_are_one_number() -> None:
    assert DATA["components"]["coin_tokens"] == {"ones": 16, "threes": 8, "total_value": 40}
    match = play(town(tiles={"D3": ("fountain", 0)}, coins={0: 3}), "place D4", "use D3")
    assert goods(match) == {"coins": 2, "points": 3}, "change for a gold coin never fails"


@pytest.mark.rule("LT-239")
def test_what_is_paid_can_be_taken_in_the_same_turn() -> None:
    tiles = {"C3": ("granary", 0), "D3": ("wheat_field", 0)}
    match = town(3, tiles=tiles, stock={"wheat": 0}, cubes={0: {"wheat": 2}}, coins={0: 0})
    play(match, "place D4", "use C3", "use D3")
    assert goods(match) == {"wheat": 1, "points": 5}


@pytest.mark.rule("LT-241")
def test_points_are_unlimited() -> None:
    match = play(town(tiles={"D3": ("well", 0)}, points=[30000, 0]), "place D4", "use D3")
    assert match.position.points[0] == 30002


@pytest.mark.rule("LT-242")
def test_the_whole_stock_is_used_with_every_number_of_players() -> None:
    for players in (2, 3, 4):
        match = tt.Match(tt.game("little-town", players=players), seed=1)
        assert stock(match) == dict.fromkeys(CUBES, 15) | {"coins": 40 - 3 * players}


# ------------------------------------------------------------------ editions


@pytest.mark.rule("LT-257", "LT-258", "LT-263", "LT-255", "LT-256")
@pytest.mark.parametrize("players", [2, 4])
def test_both_editions_come_to_the_same_total(players: int) -> None:
    """The same market, goals and decisions; goals that only Studio GG deals are left out of the comparison."""
    hands = {seat: GOAL_HANDS[seat][: 6 - players] for seat in range(players)}
    iello = town(players, market=FIRST_GAME, goals=hands, options={"edition": "iello"})
    studio = town(players, market=FIRST_GAME, goals=hands)
    dice = random.Random(players)
    while not iello.over:
        assert iello.legal_ids == studio.legal_ids
        move = lively(iello, dice)
        iello.push(move)
        studio.push(move)
    assert studio.over
    for seat in range(players):
        extra = [goal for goal in met(studio, seat) if goal not in iello.dump()["goals"][seat]]
        more = sum(card["vp"] for card in DATA["goal"] if card["id"] in extra)
        assert studio.scores[seat] == iello.scores[seat] + more
        late = iello.view(None)["position"]["points"][seat]
        assert iello.scores[seat] == late["track"] + late["landmarks"] + late["coins"]
    same = ("workers", "houses", "coins", "cubes", "stock", "bank", "tiles", "owners", "supply", "fulfilled", "round")
    assert {k: iello.dump()[k] for k in same} == {k: studio.dump()[k] for k in same}


GOAL_HANDS = [
    ["no_coins", "fish_building", "gather_five", "cost_three_wood"],
    ["six_coins", "wood_or_stone_building", "double_food", "three_touching"],
    ["two_coin_buildings", "cost_three_stone"],
    ["lake_mountain_forest", "spend_fresh_cube"],
]


@pytest.mark.rule("LT-258", "LT-259")
def test_only_the_start_of_round_four_differs_with_three_players() -> None:
    for edition, start in (("studio_gg", 2), ("iello", 1)):
        match = town(
            3,
            round=3,
            hands=[0, 0, 1],
            active=2,
            points=[9, 9, -9],
            coins={0: 0, 1: 0, 2: 0},
            options={"edition": edition},
        )
        match.push("place F3")
        assert match.position.start == start
        assert values(match.position.workers)[:3] == [4, 4, 4]
