"""Goals in hand are secret: views, logs, records and guesses."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from towns import DEALT, FIRST_GAME, GOALS, SETTINGS, SINGLES, games, legal, lively, met, phase, play, positions, town

import tabletown as tt
from tabletown.compile.engine import interpreted
from tabletown.games.little_town.state import FINISHED, SWAP_GOALS


def guessed(match: tt.Match, viewer: int | None, seed: int) -> tt.Match:
    """The same match with what the viewer may not know dealt anew."""
    other = match.copy()
    other.position.array[:] = match.guessed(viewer, seed)
    return other


@pytest.mark.rule("LT-244", "LT-247")
def test_who_sees_what() -> None:
    match = town(
        goals={0: ["no_coins", "six_coins"], 1: ["double_food"]},
        fulfilled=[{"six_coins": 1}, {}],
        cubes={1: {"wood": 3}},
    )
    mine = match.view(0)["position"]["goals"]
    assert mine[0]["met"] == ["six_coins"]
    assert len(mine[0]["unmet"]) == 4
    assert mine[1] == {"met": [], "unmet": [], "hidden": 5}
    for viewer in (1, None):
        seen = match.view(viewer)["position"]["goals"][0]
        assert seen == {"met": ["six_coins"], "unmet": [], "hidden": 4}
    open_things = ("coins", "cubes", "houses", "workers", "market", "stock", "track", "board", "bank")
    views = [match.view(viewer)["position"] for viewer in (0, 1, None)]
    assert all({k: v[k] for k in open_things} == {k: views[0][k] for k in open_things} for v in views)


@pytest.mark.rule("LT-245")
def test_met_goals_are_open_at_once() -> None:
    match = town(goals={0: ["no_coins"]}, coins={0: 3})
    play(match, "build wheat_field", "site E3")
    for viewer in (0, 1, None):
        assert match.view(viewer)["position"]["goals"][0]["met"] == ["no_coins"]


@pytest.mark.rule("LT-246")
def test_dealing_is_known_to_the_receiver_and_discards_to_all() -> None:
    match = tt.Match(tt.game("little-town", players=3), seed=5)
    while match.actor == tt.CHANCE:
        seat = match.position.active
        before = phase(match)
        match.step_chance()
        if before in ("deal_goals", "swap_goals"):
            assert match.known_to(match.ply - 1) == seat
            for viewer in (0, 1, 2, None):
                known = match.move_seen_by(viewer, match.ply - 1).args["goal"]
                assert (known is not None) == (viewer == seat)
    match = play(tt.Match(tt.game("little-town"), seed=1), "begin 0")
    without_fish = [t for t in [*FIRST_GAME, "bar", "brewery"] if t not in ("grocery", "trading_shop")]
    play(match, *(f"offer {tile}" for tile in without_fish))
    play(match, *(f"deal {g}" for g in ("fish_building", "no_coins", "six_coins", "double_food", "activate_four")))
    play(
        match,
        *(f"deal {g}" for g in ("gather_five", "feed_all_fish", "three_touching", "vp_from_two", "cost_three_wood")),
    )
    for viewer in (0, 1, None):
        assert match.view(viewer)["position"]["discarded"] == ["fish_building"]
    assert any("A tile that uses fish" in line for line in match.log)


@pytest.mark.rule("LT-248", "LT-244")
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_nothing_seen_depends_on_hidden_goals(players: int, options: dict[str, str]) -> None:
    match = tt.Match(tt.game("little-town", players=players, **options), seed=7)
    match.play_chance()
    dice = random.Random(players)
    while not match.over:
        if dice.random() < 0.2:
            for viewer in (0, None):
                other = guessed(match, viewer, dice.randrange(1000))
                assert match.redacted(viewer).tobytes() == other.redacted(viewer).tobytes()
                assert match.view(viewer)["position"] == other.view(viewer)["position"]
                assert json.dumps(match.view(viewer)["moves"]) == json.dumps(other.view(viewer)["moves"])
                assert match.legal_ids == other.legal_ids
        match.push(lively(match, dice))


@pytest.mark.rule("LT-248")
def test_story_and_labels_are_the_same_whatever_others_hold() -> None:
    told = []
    for hidden in (["no_coins", "six_coins"], ["double_food", "three_touching"]):
        match = town(
            goals={0: ["gather_five", "cost_three_wood"], 1: hidden}, tiles={"D3": ("well", 1)}, coins={0: 4, 1: 3}
        )
        play(match, "place D4", "rent D3")
        told.append(
            json.dumps(
                [match.view(0)["log"], match.view(0)["prompt"], match.view(None)["log"], match.view(0)["changes"]]
            )
        )
    assert told[0] == told[1]


@pytest.mark.rule("LT-244", "LT-246", "LT-181", "LT-188")
def test_guesses_are_consistent() -> None:
    """Own and met goals stay, hands are full, and no guessed goal is one that would already lie open or was swapped."""
    for match in games():
        book = match.game.rulebook
        engine = interpreted(book)
        number = DEALT[match.game.options["edition"]][match.game.players]
        for ply, true in enumerate(positions(match)):
            if true.phase <= SWAP_GOALS or true.phase == FINISHED or ply % 7:
                continue
            for viewer in (-1, 0):
                array = match.at(ply)
                engine.redact(array, viewer)
                engine.guess(array, viewer, ply)
                check_guess(book.state.proxy(array), true, viewer, number)


def check_guess(s: Any, true: Any, viewer: int, number: int) -> None:
    holders = [seat for goal in range(18) for seat in range(s.players) if s.goals[seat, goal]]
    assert len(holders) == s.players * number
    for goal in range(18):
        assert sum(s.goals[seat, goal] > 0 for seat in range(s.players)) + s.discarded[goal] <= 1
    for seat in range(s.players):
        assert sorted(n for goal in range(18) if (n := s.goals[seat, goal])) == list(range(1, number + 1))
        for goal in range(18):
            if seat == viewer or true.fulfilled[seat, goal]:
                assert (s.goals[seat, goal] > 0) == (true.goals[seat, goal] > 0)


@pytest.mark.rule("LT-244")
def test_guesses_vary_and_stay_possible_when_little_is_left() -> None:
    """Only six goals are left that seat 1 can hold; guesses deal five of them, whatever seat 0 gets."""
    rest = ["three_touching", "activate_four", "gather_five", "double_food", "feed_all_fish", "vp_from_two"]
    open_goals = {goal: 1 for goal in GOALS if goal not in rest}
    match = town(
        goals={0: ["no_coins", "six_coins", "fish_building", "cost_three_wood", "cost_three_stone"], 1: rest[:5]},
        fulfilled=[{}, open_goals],
    )
    seen = set()
    for seed in range(40):
        hand = guessed(match, 0, seed).dump()["goals"][1]
        assert set(hand) <= set(rest)
        seen.add(frozenset(hand))
    assert len(seen) == 6
    for seed in range(40):
        hands = guessed(match, None, seed).dump()["goals"]
        assert set(hands[1]) <= set(rest)
        assert not set(hands[0]) & set(hands[1])


@pytest.mark.rule("LT-244")
def test_a_guess_leaves_those_who_come_later_what_they_can_hold() -> None:
    """Seat 2 can hold five goals only, so seat 1, which may hold any, gets one of them at most."""
    rest = ["three_touching", "activate_four", "double_food", "feed_all_fish", "vp_from_two"]
    match = town(3, goals={2: rest[:4]}, fulfilled=[{}, {}, {goal: 1 for goal in GOALS if goal not in rest}])
    shared = set()
    for seed in range(30):
        hands = guessed(match, 0, seed).dump()["goals"]
        assert len(set(hands[2]) & set(rest)) == 4
        shared |= set(hands[1]) & set(rest)
    assert shared == set(rest) - set(match.dump()["goals"][0])


@pytest.mark.rule("LT-249")
def test_all_goals_are_shown_at_the_end() -> None:
    for match in games():
        view = match.view(None)["position"]["goals"]
        number = DEALT[match.game.options["edition"]][match.game.players]
        assert all(len(hand["met"]) + len(hand["unmet"]) == number and hand["hidden"] == 0 for hand in view)
        assert all(met(match, seat) == set(view[seat]["met"]) for seat in range(match.game.players))


def test_observation_hides_what_is_hidden() -> None:
    match = town(goals={0: ["no_coins"], 1: ["six_coins"]})
    engine = interpreted(match.game.rulebook)
    features = {f.name: f for f in match.game.rulebook.view.OBSERVATION}
    vector = match.observation(0)
    assert len(vector) == sum(f.length for f in features.values())
    for seed in range(5):
        assert np.array_equal(guessed(match, 0, seed).observation(0), vector)
    at = 0
    for feature in match.game.rulebook.view.OBSERVATION:
        part = vector[at : at + feature.length]
        assert part.min() >= feature.low
        assert part.max() <= feature.high
        if feature.name == "own goals in hand":
            assert [GOALS[i] for i in np.flatnonzero(part)] == [g for g in GOALS if g in match.dump()["goals"][0]]
        at += feature.length
    assert engine.observe(match.redacted(1), 1).shape == vector.shape
    assert legal(match)


@pytest.mark.rule("LT-244", "LT-246", "LT-184")
def test_a_replaced_goal_is_known_to_its_holder_alone() -> None:
    match = tt.Match(tt.game("little-town", players=2), seed=1)
    kinds = [tile for tile in SINGLES if tile not in ("grocery", "pier", "fishmonger", "fair", "restaurant")][:12]
    play(match, "begin 1", *(f"offer {tile}" for tile in kinds))
    play(match, *(f"deal {g}" for g in ("fish_building", "no_coins", "six_coins", "double_food", "activate_four")))
    play(
        match,
        *(f"deal {g}" for g in ("gather_five", "feed_all_fish", "three_touching", "vp_from_two", "cost_three_wood")),
    )
    assert match.dump()["phase"] == "swap_goals"
    ply = match.ply
    play(match, "deal cost_three_stone")
    assert match.move_seen_by(1, ply).args == {"goal": "cost_three_stone"}
    for viewer in (0, None):
        assert match.move_seen_by(viewer, ply).args == {"goal": None}
        assert not any("three stone" in entry["text"] for entry in match.story(viewer))
    assert match.move_seen_by(0, 0).args == {"seat": 1}
    assert match.move_seen_by(0, 1).args == {"tile": kinds[0]}
    play(match, "place E3")
    assert match.move_seen_by(0, match.ply - 1).args == {"square": "E3"}
