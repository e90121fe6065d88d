"""What is hidden, from whom, until when; and the settings."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from mines import KINDS, VALUES, dig, games, mine, phase, random_id, tile_joining

import tabletown as tt
from tabletown.games.mine_carts.components import ORE_COUNT

HIDDEN = {"hidden_ore": True}


def played(match: tt.Match, plies: int) -> tt.Match:
    dice = random.Random(match.seed)
    while not match.over and match.ply < plies:
        match.push(random_id(match, dice))
    return match


def reshuffled(match: tt.Match, viewer: int | None, seed: int) -> tt.Match:
    """The same match for the viewer, with other ore in the hands of the others and in the ground."""
    twin = match.copy()
    twin._array[:] = match.guessed(viewer, seed)
    return twin


@pytest.mark.rule("MC-124", "MC-126", "MC-129")
def test_a_position_holds_no_order_of_piles() -> None:
    """Tiles and tokens are multisets in the record: what comes next is nowhere, not even in the whole position."""
    for seed in (987654321, 123456789):
        match = played(tt.Match(tt.game("mine-carts", players=3), seed=seed), 30)
        while match.actor != tt.CHANCE:
            match.push(match.legal_ids[0])
        same = {tuple(match.chance_weights)}
        for key in range(5):
            twin = match.copy()
            twin._key = key
            same.add(tuple(twin.chance_weights))
            assert json.dumps(twin.view(0)) == json.dumps(match.view(0))
        assert len(same) == 1
        assert str(match.seed) not in json.dumps(match.view(0))


@pytest.mark.rule("MC-125", "MC-126")
def test_what_is_left_in_the_piles_is_public() -> None:
    match = played(tt.Match(tt.game("mine-carts", players=2, **HIDDEN), seed=4), 30)
    view = match.view(None)["position"]
    laid = {entry["tile"] for entry in view["board"]} | ({view["hand"]["tile"]} if view["hand"] else set())
    assert set(view["pile"]) == set(range(1, 37)) - laid
    assert view["ground"]["tokens"] == 80 - sum(holding["tokens"] for holding in view["ore"])


@pytest.mark.rule("MC-127")
def test_ore_lies_open_by_default() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), ore=[{"gold": 2}, {"coal": 3, "iron": 1}])
    for viewer in (0, 1, None):
        holdings = match.view(viewer)["position"]["ore"]
        assert [h["points"] for h in holdings] == [10, 6]
        assert holdings[1]["kinds"] == {"coal": 3, "copper": 0, "iron": 1, "silver": 0, "gold": 0}


@pytest.mark.rule("MC-128")
@pytest.mark.parametrize("options", [{}, HIDDEN])
def test_what_is_always_public(options: dict[str, bool]) -> None:
    for seed in range(6):
        match = played(tt.Match(tt.game("mine-carts", players=3, **options), seed=seed), 45)
        keys = ("board", "carts", "carts_left", "hand", "out", "turn", "phase")
        views = [match.view(viewer)["position"] for viewer in (0, 1, 2, None)]
        for key in keys:
            assert all(view[key] == views[0][key] for view in views)
        for view in views:
            counted = [
                (run["passes"], run["pickaxes"], run["drawn"], run["end"])
                for run in (view["last"] or {"runs": []})["runs"]
            ]
            assert counted == [
                (r["passes"], r["pickaxes"], r["drawn"], r["end"]) for r in (views[0]["last"] or {"runs": []})["runs"]
            ]


@pytest.mark.rule("MC-131", "MC-132")
def test_hidden_ore_shows_only_numbers_to_others() -> None:
    tile, turns = tile_joining((0, 5), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), hand=tile, ore=[{"gold": 2}, {"coal": 3}], **HIDDEN)
    match.push(f"play 0 {turns}")
    dig(match, "silver")
    own, other, watcher = (match.view(viewer)["position"] for viewer in (0, 1, None))
    assert own["ore"][0] == {
        "tokens": 3,
        "kinds": {"coal": 0, "copper": 0, "iron": 0, "silver": 1, "gold": 2},
        "points": 14,
    }
    assert other["ore"][0] == watcher["ore"][0] == {"tokens": 3, "kinds": None, "points": None}
    assert other["ore"][1]["points"] == 3
    assert own["last"]["runs"][0]["ore"] == ["silver"]
    assert other["last"]["runs"][0] | {"ore": None, "drawn": 1} == other["last"]["runs"][0]
    assert all(view["ground"] == {"tokens": 74, "kinds": None} for view in (own, other, watcher))
    assert "Player 1 draws silver (4 points) with cart A." in [line["text"] for line in match.view(0)["log"]]
    for viewer in (1, None):
        assert "Player 1 draws ore with cart A." in [line["text"] for line in match.view(viewer)["log"]]


@pytest.mark.rule("MC-129", "MC-132")
def test_views_are_the_same_whatever_is_hidden() -> None:
    compared = changed = 0
    for match in games(12, first_seed=70, **HIDDEN):
        dice = random.Random(match.seed)
        while not match.over:
            match.push(random_id(match, dice, crowded=True))
            if match.ply % 7 or match.over:
                continue
            for viewer in (*range(match.game.players), None):
                twin = reshuffled(match, viewer, match.ply)
                changed += not np.array_equal(twin._array, match._array)
                assert twin.redacted(viewer).tobytes() == match.redacted(viewer).tobytes()
                assert json.dumps(twin.view(viewer)) == json.dumps(match.view(viewer))
                if viewer is not None:
                    assert twin.observation(viewer).tolist() == match.observation(viewer).tolist()
                compared += 1
    assert compared > 200 < changed


@pytest.mark.rule("MC-132")
def test_the_log_hides_kinds_from_others() -> None:
    """Two games that differ in nothing but the kinds drawn read alike for everybody but their owners."""

    def story(kind: str, viewer: int | None) -> list[str]:
        match = mine(("0a", "(0,0)0"), ("0b", "(5,0)6"), ("1a", "(5,5)4"), tiles={(1, 0): (1, 0)}, hand=34, **HIDDEN)
        match.push("play 0 0")
        dig(match, kind, "iron", kind)
        return [json.dumps(line) for line in match.view(viewer)["log"]] + [json.dumps(match.view(viewer)["changes"])]

    assert story("gold", 1) == story("coal", 1)
    assert story("gold", None) == story("coal", None)
    assert story("gold", 0) != story("coal", 0)


@pytest.mark.rule("MC-130")
def test_guesses_agree_with_what_is_known() -> None:
    guesses = set()
    for match in games(6, first_seed=20, **HIDDEN):
        played(match, 50)
        for viewer in (*range(match.game.players), None):
            for seed in range(4):
                twin = reshuffled(match, viewer, seed)
                s = twin.position
                for kind in range(5):
                    assert s.heap[kind] + sum(s.ore[seat, kind] for seat in range(s.players)) == ORE_COUNT[kind]
                    assert min(s.heap[kind], *(s.ore[seat, kind] for seat in range(s.players))) >= 0
                for seat in range(s.players):
                    held = [s.ore[seat, kind] for kind in range(5)]
                    assert sum(held) == match.position.tokens[seat]
                    if seat == viewer:
                        assert held == [match.position.ore[seat, kind] for kind in range(5)]
                    for cart in (0, 1):
                        dug = [s.dug[seat, cart, kind] for kind in range(5)]
                        assert sum(dug) == match.position.drawn[seat, cart]
                        assert all(a <= b for a, b in zip(dug, held, strict=True))
                assert twin.redacted(viewer).tobytes() == match.redacted(viewer).tobytes()
                guesses.add(twin._array.tobytes())
    assert len(guesses) > 40


@pytest.mark.rule("MC-130")
@pytest.mark.parametrize("viewer", [0, None])
def test_any_token_may_be_anywhere_in_a_guess(viewer: int | None) -> None:
    """With one token left in the ground it is not always the same one; and nobody's hand is dealt from a part only."""
    ore = [{"coal": 2}, {"coal": 22, "copper": 16}, {"copper": 4, "iron": 16}, {"silver": 12, "gold": 7}]
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), players=4, ore=ore, **HIDDEN)
    left, held = set(), set()
    for seed in range(60):
        s = reshuffled(match, viewer, seed).position
        left |= {kind for kind in range(5) if s.heap[kind]}
        held |= {(seat, kind) for seat in range(4) for kind in range(5) if s.ore[seat, kind] and seat != viewer}
    assert left == set(range(5))
    assert held == {(seat, kind) for seat in range(4) for kind in range(5) if seat != viewer}


@pytest.mark.rule("MC-130")
def test_without_hidden_ore_there_is_nothing_to_guess() -> None:
    match = played(tt.Match(tt.game("mine-carts", players=3), seed=2), 60)
    assert match.guessed(1, 5).tobytes() == match._array.tobytes() == match.redacted(None).tobytes()


@pytest.mark.rule("MC-133")
def test_all_is_shown_at_the_end_and_not_before() -> None:
    tile, turns = tile_joining((0, 1), pickaxe=True)
    match = mine(("0a", "(0,0)0"), hand=tile, ore=[{"silver": 1}, {"gold": 2}], **HIDDEN)
    assert match.view(0)["position"]["ore"][1] == {"tokens": 2, "kinds": None, "points": None}
    match.push(f"play 0 {turns}")
    assert match.view(None)["position"]["ore"][0]["points"] is None
    dig(match, "copper")
    assert match.over
    for viewer in (0, 1, None):
        view = match.view(viewer)
        assert (
            [holding["points"] for holding in view["position"]["ore"]]
            == [6, 10]
            == [p["score"] for p in view["players"]]
        )


@pytest.mark.rule("MC-134")
def test_hidden_ore_changes_views_only() -> None:
    for seed in range(5):
        results = []
        for options in ({}, HIDDEN):
            match = tt.Match(tt.game("mine-carts", players=3, **options), seed=seed)
            while not match.over:
                match.push(match.random_move())
            results.append((match.scores, match.ranking, [m.text for m in match.moves], match.dump()["ore"]))
        assert results[0] == results[1]


@pytest.mark.rule("MC-136", "MC-137", "MC-138", "MC-139")
@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("hidden_ore", [True, False], ["maybe", 2]),
        ("tie_break", ["shared", "precious"], ["coins"]),
        ("first_player", ["random", "seat_0", "seat_3"], ["me", "seat_4"]),
        ("order_choice", ["auto", "ask"], ["never"]),
        ("setup_changes", [0, 3, 9], [10, -1]),
    ],
)
def test_settings(name: str, good: list[object], bad: list[object]) -> None:
    for value in good:
        match = tt.Match(tt.game("mine-carts", players=4, **{name: value}), seed=1)
        assert match.game.options[name] == value == match.view(0)["options"][name]
        assert tt.Match.load(match.save()).game.options[name] == value
    for value in bad:
        with pytest.raises(ValueError, match=name):
            tt.game("mine-carts", players=4, **{name: value})
    with pytest.raises(ValueError, match="no option 'dynamite'"):
        tt.game("mine-carts", dynamite=True)


@pytest.mark.rule("MC-136", "MC-137")
def test_defaults() -> None:
    options = {
        "hidden_ore": False,
        "tie_break": "shared",
        "first_player": "random",
        "order_choice": "auto",
        "setup_changes": 0,
    }
    assert tt.game("mine-carts").options == options


@pytest.mark.rule("MC-137")
def test_asking_for_the_order_does_not_change_results() -> None:
    """With the same tiles and plays, and the cheapest ore always first, both settings lead to the same holdings."""
    for seed in range(25):
        results = []
        for setting in ("auto", "ask"):
            match = tt.Match(tt.game("mine-carts", players=3, order_choice=setting, first_player="seat_0"), seed=seed)
            dice = random.Random(seed)
            while not match.over:
                quiet = phase(match) in ("dig", "order")
                legal = match.legal_ids if phase(match) != "place" else match.legal_ids[:8]
                match.push(legal[0] if quiet else dice.choice(legal))
            results.append((match.dump()["ore"], match.dump()["board"], match.scores))
        assert results[0] == results[1]


def test_values_shown_are_those_counted() -> None:
    assert tt.Match(tt.game("mine-carts"), seed=1).view(0)["position"]["values"] == VALUES
    assert list(VALUES) == list(KINDS)


@pytest.mark.rule("MC-131", "MC-132")
def test_only_the_owner_of_a_cart_sees_the_ore_that_it_digs() -> None:
    """In games of two, three and four, for every cart: a mix-up of seats and carts would show in one of them."""
    seen = set()
    for match in games(24, **HIDDEN):
        seats = range(match.game.players)
        while not match.over:
            digger = match.position.digger
            match.push(match.random_move())
            if match.moves[-1].name == "dig":
                seen.add((match.game.players, digger))
                known = [viewer for viewer in seats if match.move_seen_by(viewer, match.ply - 1).args["ore"]]
                assert known == [digger // 2]
                assert match.move_seen_by(None, match.ply - 1).args == {"ore": None}
    assert seen == {(players, figure) for players in (2, 3, 4) for figure in range(2 * players)}


@pytest.mark.rule("MC-127", "MC-131")
def test_a_score_that_is_hidden_is_not_said_to_be_nothing() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), ore=[{"gold": 2}, {"coal": 3}], **HIDDEN)
    assert [player["score"] for player in match.view(0)["players"]] == [10, None]
    assert [player["score"] for player in match.view(None)["players"]] == [None, None]
