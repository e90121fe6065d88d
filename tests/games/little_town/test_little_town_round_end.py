"""The end of a round: owners, food, workers home, and who begins the next one."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from towns import SETTINGS, WORKERS, games, goods, legal, met, phase, play, positions, steps, stock, town, values

import tabletown as tt
from tabletown.games.little_town.state import SWAP_GOALS


def last_worker(players: int = 2, start: int = 0, **given: Any) -> tt.Match:
    """Everybody has used all workers but one, and the last of them is about to be placed where nothing is."""
    hands = [0] * players
    hands[(start + players - 1) % players] = 1
    return town(players, hands=hands, start=start, active=(start + players - 1) % players, **given)


@pytest.mark.rule("LT-152", "LT-154")
def test_order_of_the_round_end() -> None:
    """Cathedral points and residence cubes come before food: the residence's fish feeds a worker."""
    match = last_worker(
        tiles={"F5": ("residence", 0), "D4": ("cathedral", 1)},
        standing={"D3": 0},
        cubes={0: {"fish": 2}, 1: {"fish": 5}},
        coins={0: 0, 1: 0},
    )
    match.push("place E3")
    log = [line for line in match.log if line]
    order = [
        next(i for i, line in enumerate(log) if word in line) for word in ("Residence", "Cathedral", "feeds", "Round 2")
    ]
    assert order == sorted(order)
    assert goods(match, 0) == {"wood": 1, "points": -3}, "two lakes beside F5 gave two fish: four of five workers ate"
    assert goods(match, 1) == {"points": 2}


@pytest.mark.rule("LT-154")
def test_owners_act_clockwise_from_the_start_player() -> None:
    for start in (0, 1, 2):
        match = last_worker(
            3,
            start,
            tiles={"F5": ("residence", 0), "D4": ("cathedral", 2)},
            standing={"D3": 0},
            coins={0: 0, 1: 0, 2: 0},
        )
        match.push("place E2")
        residence = next(i for i, line in enumerate(match.log) if "Residence" in line)
        cathedral = next(i for i, line in enumerate(match.log) if "Cathedral" in line)
        assert (residence < cathedral) == (start == 0)


@pytest.mark.rule("LT-154")
def test_an_owner_of_both_resolves_the_residence_first() -> None:
    match = last_worker(
        tiles={"F5": ("residence", 1), "D4": ("cathedral", 1), "G4": ("well", 1)},
        standing={"D3": 0},
        coins={0: 0, 1: 0},
    )
    match.push("place E2")
    assert (phase(match), match.actor, match.position.points[1]) == ("activate", 1, 0)
    match.push("done")
    assert any("Cathedral" in line for line in match.log)


@pytest.mark.rule("LT-155", "LT-34", "LT-221")
def test_round_four_is_fed_too() -> None:
    match = last_worker(
        round=4, tiles={"D4": ("cathedral", 0)}, cubes={0: {"fish": 4}, 1: {"wheat": 5}}, coins={0: 0, 1: 0}
    )
    match.push("place E3")
    assert match.over
    assert goods(match, 0) == {"points": 1 - 3}
    assert goods(match, 1) == {}
    assert match.position.round == 4


@pytest.mark.rule("LT-156", "LT-157")
def test_workers_home_and_the_rest_stays() -> None:
    match = last_worker(
        tiles={"D4": ("well", 0)},
        standing={"C2": 0, "C5": 1},
        builders=[2, 1],
        cubes={0: {"fish": 5, "wood": 2}, 1: {"wheat": 5}},
        coins={0: 2, 1: 0},
        points=[7, -2],
    )
    match.push("place F3")
    dump = match.dump()
    assert (dump["workers"], dump["builders"], dump["standing"]) == ([5, 5], [0, 0], {})
    assert (dump["tiles"], dump["owners"]) == ({"D4": "well"}, {"D4": "seat_0"})
    assert goods(match, 0) == {"wood": 2, "coins": 2, "points": 7}
    assert goods(match, 1) == {"points": -2}


# ------------------------------------------------------------------ food


@pytest.mark.rule("LT-158", "LT-159", "LT-161", "LT-162", "LT-170", "LT-43")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("fish", [0, 1, 3])
def test_everybody_owes_food_for_all_workers(players: int, fish: int) -> None:
    match = last_worker(
        players, cubes={0: {"fish": fish}}, coins=dict.fromkeys(range(players), 0), builders=[1] + [0] * (players - 1)
    )
    match.push("place F3")
    missing = WORKERS[players] - fish
    assert match.position.points[0] == -3 * missing
    assert goods(match, 0).get("fish", 0) == 0
    assert stock(match)["fish"] == 15
    assert match.position.workers[0] == WORKERS[players]
    assert match.position.round == 2


@pytest.mark.rule("LT-160")
def test_wood_and_stone_are_no_food() -> None:
    match = last_worker(cubes={0: {"wood": 9, "stone": 9, "fish": 2}}, coins={0: 0, 1: 0})
    match.push("place F3")
    assert goods(match, 0) == {"wood": 9, "stone": 9, "points": -9}


@pytest.mark.rule("LT-163", "LT-262")
@pytest.mark.parametrize("edition", ["studio_gg", "iello"])
def test_points_may_fall_below_zero(edition: str) -> None:
    match = last_worker(coins={0: 0, 1: 0}, points=[4, 0], options={"edition": edition})
    match.push("place F3")
    assert values(match.position.points)[:2] == [-11, -15]


def meals(fish: int, wheat: int, coins: int, workers: int) -> set[str]:
    """What LT-166 allows, worked out from its own words."""
    found = set()
    for f, w, c in product(range(workers + 1), repeat=3):
        total = f + w + c
        if (
            f <= fish
            and w <= wheat
            and 3 * c <= coins
            and total <= workers
            and (total == workers or (f == fish and w == wheat))
        ):
            words = [f"{n}{word}" for n, word in ((f, "fish"), (w, "wheat"), (3 * c, "coins")) if n]
            found.add("feed " + ("-".join(words) or "nothing"))
    return found


@pytest.mark.rule("LT-160", "LT-164", "LT-165", "LT-166", "LT-167", "LT-168")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_meal_is_offered(players: int) -> None:
    for fish, wheat, coins in product((0, 1, 3, 6), (0, 2, 5), (0, 3, 8, 20)):
        if fish + wheat >= 2 * WORKERS[players]:
            continue
        match = last_worker(
            players, cubes={0: {"fish": fish, "wheat": wheat}}, coins={0: coins} | dict.fromkeys(range(1, players), 0)
        )
        match.push("place F3")
        expected = meals(fish, wheat, coins, WORKERS[players])
        if len(expected) == 1:
            assert phase(match) == "turn"
        else:
            assert (phase(match), match.actor) == ("food", 0)
            assert legal(match) == expected


@pytest.mark.rule("LT-164", "LT-94", "LT-167", "LT-201")
def test_coins_stand_in_for_food() -> None:
    match = last_worker(cubes={0: {"fish": 5}}, coins={0: 6, 1: 0}, goals={0: ["feed_all_fish"]})
    play(match, "place F3", "feed 3fish-6coins")
    assert goods(match, 0) == {"fish": 2}
    assert stock(match)["coins"] == 40
    assert met(match) == set()


@pytest.mark.rule("LT-165")
def test_coins_need_not_be_spent_on_food() -> None:
    match = last_worker(cubes={0: {"wheat": 2}}, coins={0: 9, 1: 0})
    match.push("place F3")
    assert legal(match) == {"feed 2wheat", "feed 2wheat-3coins", "feed 2wheat-6coins", "feed 2wheat-9coins"}
    match.push("feed 2wheat")
    assert goods(match, 0) == {"coins": 9, "points": -9}


@pytest.mark.rule("LT-169")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_players_feed_clockwise_from_the_start_player(start: int) -> None:
    match = last_worker(3, start, coins={0: 6, 1: 6, 2: 6})
    match.push("place F3")
    seats = []
    while phase(match) == "food":
        seats.append(match.actor)
        match.push("feed nothing")
    assert seats == [(start + step) % 3 for step in range(3)]


# ------------------------------------------------------------------ the next round


@pytest.mark.rule("LT-171", "LT-172", "LT-177", "LT-259")
@pytest.mark.parametrize("edition", ["studio_gg", "iello"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_marker_passes_on(players: int, edition: str) -> None:
    for number, start in product((1, 2, 3), range(players)):
        if (players, edition, number) == (3, "studio_gg", 3):
            continue
        points = [5, 0, 9, 1][:players]
        match = last_worker(
            players,
            start,
            round=number,
            points=points,
            coins=dict.fromkeys(range(players), 0),
            options={"edition": edition},
        )
        match.push("place F3")
        assert match.position.round == number + 1
        assert match.position.start == (start + 1) % players
        assert match.actor == (start + 1) % players


@pytest.mark.rule("LT-173", "LT-174", "LT-178")
@pytest.mark.parametrize(("points", "fewest"), [([5, 3, 9], 1), ([0, 3, -9], 2), ([-5, 3, 9], 0)])
def test_three_players_begin_round_four_with_the_fewest_points(points: list[int], fewest: int) -> None:
    for start in range(3):
        match = last_worker(3, start, round=3, points=points, coins={0: 0, 1: 0, 2: 0})
        match.push("place F3")
        assert match.position.start == fewest
        seats = []
        for square in ("E2", "E3", "E4", "D3"):
            seats.append(match.actor)
            match.push(f"place {square}")
        assert seats == [(fewest + step) % 3 for step in range(4)]


@pytest.mark.rule("LT-174")
def test_only_the_track_after_the_hunger_of_round_three_is_compared() -> None:
    """Seat 1 has a statue and coins to show but the fewest on the track; seat 0's hunger counts."""
    match = last_worker(
        3,
        0,
        round=3,
        points=[10, 3, 4],
        tiles={"D4": ("statue", 1)},
        coins={0: 0, 1: 2, 2: 0},
        cubes={1: {"fish": 4}, 2: {"wheat": 4}},
    )
    match.push("place F3")
    assert values(match.position.points)[:3] == [-2, 3, 4]
    assert match.position.start == 0


@pytest.mark.rule("LT-175")
@pytest.mark.parametrize(
    ("points", "start", "expected"),
    [([1, 1, 5], 0, 1), ([1, 5, 1], 0, 2), ([1, 5, 1], 2, 0), ([4, 4, 4], 1, 2), ([1, 1, 5], 1, 0)],
)
def test_ties_for_fewest(points: list[int], start: int, expected: int) -> None:
    match = last_worker(3, start, round=3, points=points, coins={0: 0, 1: 0, 2: 0})
    match.push("place F3")
    assert match.position.start == expected


@pytest.mark.rule("LT-176")
def test_everybody_starts_equally_often() -> None:
    for (players, _), match in zip(SETTINGS, games(), strict=True):
        starts = {s.round: s.start for s in positions(match) if s.phase > SWAP_GOALS}
        first = starts[1]
        if players != 3:
            assert starts == {number: (first + number - 1) % players for number in range(1, 5)}
    assert all(
        before.start == after.start or after.round > before.round for m in games() for before, _, after in steps(m)
    )
