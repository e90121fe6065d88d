"""The same game interpreted and native, saved and dumped; labels, log and reasons."""

from __future__ import annotations

import json

import numpy as np
import pytest
from mint_town import GAMES, play, random_game, solo, texts, town

import tabletown as tt
from tabletown.compile import drivers
from tabletown.compile.engine import interpreted
from tabletown.compile.native import native
from tabletown.core.move import OVER
from tabletown.games.mint_works import RULEBOOK
from tabletown.games.mint_works.state import conserved
from tabletown.games.mint_works.validity import impossible

VARIANTS = [
    *GAMES,
    {"players": 2, "bridge_scope": "museum_only", "advanced_locations": ["temp_agency", "swap_meet"]},
    {"players": 4, "ages": [30, 42, 50, 7], "starting_player": "seat_3", "advanced": True},
]


@pytest.mark.rule("MW-28")
@pytest.mark.parametrize("options", VARIANTS)
def test_native_code_gives_the_same_bytes_after_every_move(options):
    slow, fast = interpreted(RULEBOOK), native(RULEBOOK)
    for seed in range(2):
        game = RULEBOOK.configure(**options)
        array, twin = game.start(), game.start()
        for ply in range(4000):
            if slow.actor(array) == OVER:
                break
            assert fast.actor(twin) == slow.actor(array)
            assert fast.legal(twin) == slow.legal(array)
            move = slow.draw(array, seed + 77, ply)
            assert fast.draw(twin, seed + 77, ply) == move
            assert slow.push(array, move)
            assert fast.push(twin, move)
            assert array.tobytes() == twin.tobytes()
            if ply % 7 == 0:
                for viewer in range(-1, game.players):
                    seen, also = array.copy(), array.copy()
                    slow.redact(seen, viewer)
                    fast.redact(also, viewer)
                    assert seen.tobytes() == also.tobytes()
                    assert np.array_equal(slow.observe(seen, max(viewer, 0)), fast.observe(also, max(viewer, 0)))
                    slow.guess(seen, viewer, ply)
                    fast.guess(also, viewer, ply)
                    assert seen.tobytes() == also.tobytes()
        assert slow.actor(array) == OVER
        for seat in range(game.players):
            assert slow.place(array, seat) == fast.place(twin, seat)
            assert slow.score(array, seat) == fast.score(twin, seat)


@pytest.mark.rule("MW-10", "MW-162", "MW-247")
@pytest.mark.parametrize("options", VARIANTS)
def test_random_games_by_the_thousand_end_and_lose_nothing(options):
    game = RULEBOOK.configure(**options)
    tally, finals = np.zeros(drivers.TALLY_SIZE, np.int64), RULEBOOK.state.new(200)
    native(RULEBOOK).play_many(game.start(), 5, 0, 2000, 20_000, tally, finals)
    assert (tally[drivers.GAMES], tally[drivers.UNFINISHED]) == (2000, 0)
    expected = conserved(RULEBOOK.state.proxy(game.start()))
    for index in range(len(finals)):
        s = RULEBOOK.state.proxy(finals[index : index + 1])
        assert conserved(s) == expected
        assert impossible(s) is None


@pytest.mark.parametrize("options", VARIANTS)
def test_saves_and_dumps_give_the_same_position(options):
    for match in random_game(32, **options):
        if match.ply % 9 == 0:
            dumped = json.loads(json.dumps(match.dump()))
            again = tt.Match(match.game, position=dumped)
            assert again.position.array.tobytes() == match.position.array.tobytes()
    loaded = tt.Match.load(match.save())
    assert loaded.position.array.tobytes() == match.position.array.tobytes()


@pytest.mark.parametrize("options", VARIANTS)
def test_words_are_short_and_there(options):
    for match in random_game(33, **options):
        for viewer in (None, *range(match.game.players)):
            if match.ply % 13:
                continue
            view = match.view(viewer)
            assert len(view["prompt"]["sentence"].split()) <= 8
            json.dumps(view)
            for move in view["moves"]:
                assert move["label"]
                assert "_" not in move["label"]
    assert all(line.endswith((".", "!")) and "_" not in line for line in match.log)
    assert len(match.log) >= match.ply * 0.8
    assert not any("0 mints" in line.replace("10 mints", "").replace("20 mints", "") for line in match.log)


def test_the_log_says_who_won_and_by_what():
    tied = [["gardens", "factory", "mine"], ["landfill", "workshop", "crane", "truck"]]
    match = play(town(2, buildings=tied, supply=["lotto", "plant", "vault"]), "pass", "pass")
    assert match.log[-1] == "Ana wins with 7 stars, by the smaller neighborhood."
    assert match.log[-2] == "Ana has 7 stars and Bram has 7 stars: the game ends."


def test_the_opponents_way_is_explained():
    match = solo("justin", on={"producer": [(0, 1)] * 3}, supply=["mine", "gardens"])
    match.push("opponent_uses supplier")
    assert match.log == [
        "Passed over: Producer (full), Wholesaler (closed), Builder (no plan).",
        "Justin buys the Mine for 2 mints. It was the cheapest within reach.",
    ]


def test_reasons_say_what_is_missing():
    match = town(
        2, mints=[1, 3], plans=[["mine"]], on={"leadership_council": [(1, 1)]}, opened=["temp_agency", "swap_meet"]
    )
    reasons = match.view(0)["reasons"]
    assert reasons["location-leadership_council"] == "Full this round"
    assert reasons["location-wholesaler"] == "Deed not built"
    assert reasons["location-builder"] == "Costs 2, you have 1"
    assert reasons["location-swap_meet"] == "Costs 2, you have 1"
    assert reasons["location-temp_agency"] == "No busy shop to hire"
    assert reasons["supply-gardens"] == "2 short"
    assert reasons["card-0-mine"] == "1 short"
    assert "location-producer" not in reasons
    assert "supply-windmill" not in reasons


def test_the_agencys_mint_counts_in_what_is_short():
    match = play(town(2, mints=[3, 3], on={"supplier": [(1, 1)]}, opened=["temp_agency"]), "use temp_agency")
    assert texts(match) == {"buy windmill", "buy statue"}
    assert match.view(0)["reasons"]["supply-gardens"] == "1 short"
