"""Hidden information: MW-84, MW-185 to MW-197."""

from __future__ import annotations

import json

import numpy as np
import pytest
from mint_town import GAMES, bottom, mints, phase, plans, play, random_game, rich, solo, supply, texts, town

import tabletown as tt
from tabletown.compile.engine import interpreted
from tabletown.games.mint_works import RULEBOOK
from tabletown.games.mint_works.components import PLANS
from tabletown.games.mint_works.rules.stars import payout
from tabletown.games.mint_works.state import PAYOUT_SHIFT
from tabletown.games.mint_works.validity import impossible


def hands(match: tt.Match, viewer: int | None, side: int) -> list[str | None]:
    return [entry["plan"] for entry in match.view(viewer)["position"]["neighborhoods"][side]["plans"]]


@pytest.mark.rule("MW-185", "MW-197")
def test_nobody_sees_the_order_of_the_deck_or_the_seed():
    match = town(2, seed=987654321)
    for viewer in (0, 1, None):
        text = json.dumps(match.view(viewer))
        assert match.view(viewer)["position"]["deck"] == 18
        assert "987654321" not in text
        assert "deck_order" not in text
    twin = town(2, seed=5)
    assert json.dumps(twin.view(0)) == json.dumps(match.view(0))


@pytest.mark.rule("MW-186", "MW-188")
def test_what_is_public():
    match = town(
        3,
        mints=[1, 2, 3],
        plans=[["vault"], ["mine"]],
        buildings=[["gallery"], ["lotto"]],
        gallery=2,
        passes=1,
        token=2,
        secret={"vault": 1},
        on={"producer": [(2, 1)]},
        supply=["windmill", "statue", "gardens"],
    )
    seen = match.view()["position"]
    assert [side["mints"] for side in seen["neighborhoods"]] == [1, 2, 3]
    assert [len(side["plans"]) for side in seen["neighborhoods"]] == [1, 1, 0]
    assert seen["neighborhoods"][0]["buildings"] == [{"plan": "gallery", "stars": 2, "mints": 2}]
    assert (seen["token"], seen["passes"]) == (2, 1)
    assert [entry["plan"] for entry in seen["supply"]] == ["windmill", "statue", "gardens"]
    places = {entry["location"]: entry for entry in seen["locations"]}
    assert places["producer"]["placed"] == [[2, 1]]
    assert places["lotto"]["owner"] == 1


@pytest.mark.rule("MW-187")
def test_bought_and_swapped_plans_are_known_to_all():
    match = play(rich(2, opened=["swap_meet"]), "buy statue", "buy gardens", "use swap_meet")
    assert hands(match, 0, 1) == ["gardens"]
    assert hands(match, 1, 0) == hands(match, None, 0) == ["windmill"]


@pytest.mark.rule("MW-188", "MW-191", "MW-155")
def test_a_secret_plan_counts_for_all_and_looks_the_same_to_all_others():
    match = town(
        3, plans=[["mine", "crane"]], buildings=[["vault"]], secret={"mine": 1}, supply=["lotto", "plant", "statue"]
    )
    for viewer in (1, 2, None):
        view = match.view(viewer)
        assert hands(match, viewer, 0) == [None, "crane"]
        assert view["players"][0]["score"] == view["position"]["neighborhoods"][0]["stars"] == 4
    assert hands(match, 0, 0) == ["mine", "crane"]


@pytest.mark.rule("MW-189", "MW-96")
def test_a_card_from_the_lotto_is_its_owners_secret_also_through_the_agency():
    match = rich(3, opened=["lotto", "temp_agency"], on={"lotto": [(2, 3)]})
    play(match, "use temp_agency", "draw obelisk")
    assert hands(match, 0, 0) == ["obelisk"]
    assert hands(match, 1, 0) == hands(match, None, 0) == [None]
    assert "Obelisk" not in json.dumps(match.view(1)["log"])
    assert "Obelisk" in json.dumps(match.view(0)["log"])


@pytest.mark.rule("MW-190")
def test_building_or_giving_a_secret_plan_shows_it():
    match = play(rich(2, plans=[["mine"]], secret={"mine": 1}), "build mine")
    assert match.view(1)["position"]["neighborhoods"][0]["buildings"][0]["plan"] == "mine"
    assert match.position.secret[PLANS.index("mine")] == 0
    match = rich(2, plans=[["mine"]], secret={"mine": 1}, opened=["swap_meet"])
    play(match, "use swap_meet")
    assert match.view(1)["position"]["given"] == "mine"
    match.push("take statue")
    assert "mine" in supply(match)
    assert match.position.secret[PLANS.index("mine")] == 0


@pytest.mark.rule("MW-192", "MW-193")
def test_known_cards_under_the_deck_stay_known_in_their_order():
    match = rich(2, plans=[["mine", "vault"]], opened=["recycler"], under=["plant"])
    play(match, "use recycler", "recycle mine")
    assert bottom(match) == ["plant", "mine"]
    assert match.view(1)["position"]["under"] == ["plant", "mine"]


@pytest.mark.rule("MW-193", "MW-189")
def test_known_cards_come_up_without_chance_when_nothing_unseen_is_left():
    match = rich(2, supply=["windmill", None, None], under=["vault", "plant", "mine"], deck=0, opened=["lotto"])
    play(match, "use lotto")
    assert (plans(match), match.actor) == (["vault"], 1)
    assert hands(match, 1, 0) == ["vault"], "everybody knew what lay there"
    play(match, "pass", "pass")
    assert supply(match) == ["windmill", "plant", "mine"]


@pytest.mark.rule("MW-84", "MW-194")
def test_a_recycled_secret_stays_its_former_owners():
    match = rich(3, plans=[["factory", "crane"]], secret={"factory": 1}, opened=["recycler", "lotto"])
    play(match, "use recycler", "recycle factory")
    assert mints(match)[0] == 9 - 1 + 7
    assert match.view(0)["position"]["under"] == ["factory"]
    for viewer in (1, 2, None):
        view = match.view(viewer)
        assert view["position"]["under"] == [None]
        assert "Factory" not in json.dumps(view["log"])
        assert any("secret plan under the deck for 7 mints" in line["text"] for line in view["log"])


@pytest.mark.rule("MW-194", "MW-193")
def test_a_secret_drawn_again_is_known_to_both_owners():
    match = rich(
        3,
        under=["factory"],
        deck=0,
        secret={"factory": 1 + (7 << PAYOUT_SHIFT)},
        opened=["lotto"],
        plans=[[], [], [card for card in PLANS if card not in ("factory", "windmill", "statue", "gardens", "lotto")]],
        buildings=[["lotto"]],
        turn=1,
    )
    match.push("use lotto")
    assert hands(match, 0, 1) == hands(match, 1, 1) == ["factory"]
    assert hands(match, 2, 1) == hands(match, None, 1) == [None]


@pytest.mark.rule("MW-196")
def test_the_opponents_lotto_card_is_hidden_until_built():
    match = solo(
        "sonic",
        mints=(3, 9),
        opened=["lotto"],
        turn=1,
        on={"producer": [(0, 1)] * 3, "supplier": [(0, 1)] * 2, "leadership_council": [(0, 1)]},
    )
    play(match, "opponent_uses lotto", "draw vault")
    assert hands(match, 0, 1) == [None]
    assert "Vault" not in json.dumps(match.view(0)["log"])
    assert texts(match) == {"opponent_uses builder"}
    match.push("opponent_uses builder")
    assert match.view(0)["position"]["neighborhoods"][1]["buildings"][0]["plan"] == "vault"


# ------------------------------------------------------------------ nothing leaks, and guesses fit


def shuffled(match: tt.Match, viewer: int | None, seed: int) -> tt.Match:
    """The same match with everything that the viewer can't know dealt anew."""
    twin = match.copy()
    twin._array[:] = match.guessed(viewer, seed)
    return twin


def described(match: tt.Match, viewer: int | None) -> str:
    return json.dumps(RULEBOOK.view.describe(RULEBOOK.state.proxy(match.redacted(viewer)), viewer))


@pytest.mark.rule("MW-84", "MW-189", "MW-191", "MW-195")
def test_a_secret_never_shows_in_view_log_or_picture():
    seen = []
    for card in ("factory", "plant"):
        match = rich(3, opened=["lotto", "recycler"], supply=["lotto", "vault", "statue"])
        play(
            match,
            "use lotto",
            f"draw {card}",
            "pass",
            "pass",
            "buy lotto",
            "pass",
            "pass",
            "use recycler",
            f"recycle {card}",
        )
        seen.append(
            [
                (json.dumps(match.view(viewer)), match.svg(viewer), match.svg(viewer, layout="phone"))
                for viewer in (1, 2, None)
            ]
        )
        assert card in json.dumps(match.view(0))
    assert seen[0] == seen[1]


SECRETIVE = [
    {"players": 3, "advanced_locations": ["recycler", "temp_agency"]},
    {"players": 2, "advanced_locations": ["recycler", "swap_meet"]},
    {"players": 1, "opponent": "sonic", "advanced_locations": ["recycler"]},
    {"players": 1, "opponent": "mort", "advanced_locations": ["recycler"]},
]


def secret_games() -> list[tt.Match]:
    """Positions of random games in which somebody has a secret."""
    found = []
    for options in SECRETIVE:
        for seed in range(12):
            for match in random_game(seed, **options):
                if any(match.position.secret) and not match.over and match.ply % 5 == 0:
                    found.append(match.copy())
    return found


@pytest.fixture(scope="module")
def secretive():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOWN_ENGINE", "interpreted")
        found = secret_games()
    assert len(found) > 20
    assert any(value >> PAYOUT_SHIFT for match in found for value in match.position.secret)
    return found[:: max(1, len(found) // 60)]


@pytest.mark.rule("MW-189", "MW-191", "MW-195")
def test_what_a_viewer_sees_does_not_depend_on_what_he_cannot_know(secretive):
    differing = 0
    for match in secretive:
        for viewer in (None, *range(match.game.players)):
            twin = shuffled(match, viewer, match.ply)
            differing += twin._array.tobytes() != match._array.tobytes()
            assert twin.redacted(viewer).tobytes() == match.redacted(viewer).tobytes()
            assert described(twin, viewer) == described(match, viewer)
            if viewer is not None and match.actor == viewer:
                assert twin.legal_ids == match.legal_ids
            if viewer is not None:
                assert np.array_equal(twin.observation(viewer), match.observation(viewer))
    assert differing > 5


@pytest.mark.rule("MW-195")
def test_guesses_are_whole_positions_that_fit(secretive):
    for match in secretive:
        for viewer in (None, *range(match.game.players)):
            s = RULEBOOK.state.proxy(match.guessed(viewer, 3))
            assert impossible(s) is None
            assert s.masked_plans == 0
            assert [sum(p > 0 for p in row) for row in s.plans.tolist()] == [
                sum(p > 0 for p in row) for row in match.position.plans.tolist()
            ]
            for card in range(len(PLANS)):
                if s.secret[card] >> PAYOUT_SHIFT:
                    assert payout(s, card) == s.secret[card] >> PAYOUT_SHIFT
            if viewer is not None:
                assert s.plans.tolist()[viewer] == match.position.plans.tolist()[viewer]


@pytest.mark.rule("MW-195")
def test_guesses_vary_evenly():
    match = town(2, plans=[["mine"]], secret={"mine": 1}, supply=["lotto", "plant", "statue"])
    counts = dict.fromkeys(range(len(PLANS)), 0)
    for seed in range(900):
        s = RULEBOOK.state.proxy(match.guessed(1, seed))
        counts[next(card for card in range(len(PLANS)) if s.plans[0, card])] += 1
    drawn = {PLANS[card]: count for card, count in counts.items() if count}
    assert len(drawn) == 18
    assert not set(drawn) & {"lotto", "plant", "statue"}
    assert min(drawn.values()) > 20


@pytest.mark.rule("MW-195", "MW-84")
def test_a_seen_payout_narrows_the_guess():
    match = town(2, under=["factory"], secret={"factory": 1 + (7 << PAYOUT_SHIFT)})
    guessed = {bottom_card(match, seed) for seed in range(40)}
    assert guessed == {"factory", "plant"}, "the only cards that pay 7"


def bottom_card(match: tt.Match, seed: int) -> str:
    s = RULEBOOK.state.proxy(match.guessed(1, seed))
    return next(PLANS[card] for card in range(len(PLANS)) if s.bottom[card])


@pytest.mark.rule("MW-197")
@pytest.mark.parametrize("options", GAMES[:2])
def test_moves_of_the_lotto_are_known_to_one_seat(options):
    engine = interpreted(RULEBOOK)
    for match in random_game(2, **options):
        if phase(match) == "lotto":
            move = match.legal_ids[0]
            assert engine.known_to(match.position.array, move) == match.position.turn
        elif phase(match) == "deal":
            assert engine.known_to(match.position.array, match.legal_ids[0]) == -1


@pytest.mark.rule("MW-185", "MW-195")
def test_the_reference_says_of_every_plan_what_the_reader_can_know():
    match = town(
        3,
        plans=[["vault"], ["mine"]],
        buildings=[["gallery"]],
        under=["crane"],
        secret={"vault": 1},
        on={"producer": [(2, 1)]},
    )
    own, other = match.reference(0), match.reference(1)
    for lines in (own, other, match.reference()):
        assert lines[0].startswith("Deck, 15 of 21 plans left.")
        assert "Producer, 1 of 2 spaces left. Place 1 mint, gain 2" in lines
        assert sum(", for sale. " in line for line in lines) == 3
        assert len(lines) == 2 + 6 + len(PLANS)
        starts = [line.split(".")[0] for line in lines]
        assert {
            f"Gallery, built by {match.names[0]}",
            f"Mine, a plan of {match.names[1]}",
            "Crane, under the deck",
            "Plant, not seen yet",
        } <= set(starts)
    assert any(line.startswith(f"Vault, a plan of {match.names[0]}.") for line in own)
    assert any(line.startswith("Vault, not seen yet.") for line in other)
    assert "14 plans" in own[0]
    assert "15 plans" in other[0]


@pytest.mark.rule("MW-98", "MW-190")
def test_the_reference_says_which_card_is_handed_in():
    match = play(town(2, plans=[["mine", "vault"]], opened=["swap_meet"]), "use swap_meet", "give mine")
    for viewer in (0, 1, None):
        assert any(line.startswith("Mine, handed in at the Swap Meet.") for line in match.reference(viewer))


@pytest.mark.rule("MW-185")
def test_a_spectators_text_table_shows_plans_face_down():
    match = town(2, plans=[["vault"]], secret={"vault": 1})
    drawn = [RULEBOOK.text_table.table(match.view(viewer), 94, 41).plain() for viewer in (0, None)]
    assert ["│ face down          │" in text for text in drawn] == [False, True]
    assert ["Vault" in text for text in drawn] == [True, False]


def test_against_rachael_the_reference_counts_mints():
    assert any(line.startswith("Mint supply, ") and " left. " in line for line in solo("rachael").reference(0))
    assert any(line.startswith("Mint supply, never runs out.") for line in solo("justin").reference(0))
