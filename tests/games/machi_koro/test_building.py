"""Construction, landmarks and the end of the game."""

from __future__ import annotations

import pytest

import tabletown as tt
from tabletown.games.machi_koro.components import CARDS, ESTABLISHMENTS, LANDMARKS, MONUMENTS
from tabletown.lab.simulate import simulate

from .town import MAJORS, at, built, city, coins, landmark, legal, match, owned, phase, purse, roll, stack, to_build


@pytest.mark.rule("MK-74")
def test_one_building_ends_the_turn() -> None:
    m = to_build(match(2))
    purse(m, 50, 0)
    m.push("build mine")
    assert m.position.turn == 1
    assert (owned(m, 0, "mine"), built(m, 0)) == (1, [])


@pytest.mark.rule("MK-76")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["id"])
def test_every_establishment_costs_its_price(card: dict) -> None:
    m = to_build(match(2))
    purse(m, card["cost"] - 1, 0)
    assert f"build {card['id']}" not in legal(m)
    with pytest.raises(tt.IllegalMove):
        m.push(f"build {card['id']}")
    purse(m, card["cost"], 0)
    m.push(f"build {card['id']}")
    assert coins(m)[0] == 0


@pytest.mark.rule("MK-84", "MK-88", "MK-89", "MK-92", "MK-98")
@pytest.mark.parametrize("monument", MONUMENTS, ids=lambda card: card["id"])
def test_every_landmark_costs_its_price_and_is_built_once(monument: dict) -> None:
    name = monument["id"]
    assert monument["cost"] == {"train_station": 4, "shopping_mall": 10, "amusement_park": 16, "radio_tower": 22}[name]
    m = to_build(match(2))
    purse(m, monument["cost"] - 1, 0)
    assert f"erect {name}" not in legal(m)
    purse(m, monument["cost"], 0)
    m.push(f"erect {name}")
    assert (built(m, 0), built(m, 1), coins(m)[0]) == ([name], [], 0)
    m.position.turn = 0
    purse(to_build(m), 50, 0)
    assert f"erect {name}" not in legal(m)


@pytest.mark.rule("MK-78")
def test_a_new_card_works_from_the_next_roll() -> None:
    m = to_build(match(2))
    city(m, 0)
    m.push("build wheat_field")
    assert (stack(m, "wheat_field"), owned(m, 0, "wheat_field")) == (5, 1)
    before = coins(m)[0]
    roll(m, 1)
    assert coins(m)[0] == before + 1


@pytest.mark.rule("MK-79", "MK-83", "MK-109", "MK-111")
def test_cards_only_move_as_the_rules_say() -> None:
    """Stacks only shrink; city cards grow by one with each build and are unchanged by exchanges."""
    m = match(4, seed=8)
    while not m.over:
        stacks = list(m.position.stacks)
        cards = [sum(owned(m, seat, card) for card in ESTABLISHMENTS) for seat in range(4)]
        seat = m.position.turn
        name = m.game.moves.decode(m.random_move()).name
        m.push(m.random_move())
        after = [sum(owned(m, s, card) for card in ESTABLISHMENTS) for s in range(4)]
        change = [now - then for then, now in zip(stacks, m.position.stacks, strict=True)]
        assert sum(change) == (-1 if name == "build" else 0)
        assert max(change) == 0
        assert after == [count + (1 if name == "build" and s == seat else 0) for s, count in enumerate(cards)]


@pytest.mark.rule("MK-79")
def test_an_empty_stack_sells_nothing() -> None:
    m = to_build(match(2))
    purse(m, 50, 0)
    m.position.stacks[ESTABLISHMENTS.index("mine")] = 0
    assert "build mine" not in legal(m)
    assert m.view(0)["reasons"]["market-mine"] == "Sold out"


@pytest.mark.rule("MK-80")
@pytest.mark.parametrize("major", sorted(MAJORS))
def test_one_of_each_major(major: str) -> None:
    m = to_build(match(2))
    purse(m, 50, 50)
    m.push(f"build {major}")
    m.position.turn = 0
    to_build(m)
    assert f"build {major}" not in legal(m)
    assert {f"build {other}" for other in MAJORS - {major}} <= legal(m)
    m.position.turn = 1
    assert f"build {major}" in legal(m)


@pytest.mark.rule("MK-81")
def test_others_may_be_collected_without_limit() -> None:
    m = match(2)
    for count in range(1, 7):
        m.position.turn = 0
        purse(to_build(m), 50, 0)
        m.push("build cafe")
        assert owned(m, 0, "cafe") == count
    assert m.view(0)["position"]["cities"][0]["cafe"] == 6


@pytest.mark.rule("MK-82")
def test_the_list_of_legal_builds_is_exact() -> None:
    """Against the ledger's own sentence, over whole random games."""
    m = match(3, seed=31)
    costs = {card["id"]: card["cost"] for card in [*CARDS, *MONUMENTS]}
    while not m.over:
        if phase(m) == "build":
            seat = m.position.turn
            purse_now = coins(m)[seat]
            expected = {"pass"}
            expected |= {
                f"build {card}"
                for card in ESTABLISHMENTS
                if stack(m, card) and costs[card] <= purse_now and not (card in MAJORS and owned(m, seat, card))
            }
            expected |= {
                f"erect {name}" for name in LANDMARKS if name not in built(m, seat) and costs[name] <= purse_now
            }
            assert legal(m) == expected
        m.push(m.random_move())


@pytest.mark.rule("MK-85", "MK-102", "MK-105")
@pytest.mark.parametrize(
    "order", [LANDMARKS, LANDMARKS[::-1], [LANDMARKS[2], LANDMARKS[0], LANDMARKS[3], LANDMARKS[1]]]
)
def test_landmarks_in_any_order_and_the_fourth_wins(order: list[str]) -> None:
    m = match(2)
    purse(m, 52, 500)
    for count, name in enumerate(order, 1):
        m.position.turn = 0
        to_build(m).push(f"erect {name}")
        assert m.over == (count == 4)
    assert coins(m) == [0, 500]
    assert m.ranking[0] == [0]


@pytest.mark.rule("MK-86")
def test_a_landmark_is_never_lost() -> None:
    m = match(4, seed=3)
    standing: list[set[str]] = [set() for _ in range(4)]
    while not m.over:
        m.push(m.random_move())
        for seat in range(4):
            assert standing[seat] <= set(built(m, seat))
            standing[seat] = set(built(m, seat))


@pytest.mark.rule("MK-86")
def test_a_landmark_works_for_its_owner_only() -> None:
    m = match(2)
    landmark(m, 1, "train_station", "radio_tower")
    roll(m, 5)
    assert phase(m) == "build"


@pytest.mark.rule("MK-87")
def test_a_landmark_does_not_change_the_roll_that_paid_for_it() -> None:
    m = match(2)
    purse(m, 9, 0)
    city(m, 0, bakery=1)
    city(m, 1, cafe=0)
    roll(m, 3)
    m.push("erect shopping_mall")
    assert coins(m)[0] == 0
    city(m, 0, cafe=1)
    purse(m, 0, 5)
    roll(m, 3)
    assert coins(m) == [2, 3]


@pytest.mark.rule("MK-92", "MK-93", "MK-94", "MK-95")
def test_doubles_bring_a_whole_further_turn_and_may_chain() -> None:
    m = match(2)
    landmark(m, 0, "train_station", "amusement_park", "radio_tower")
    at(m, "choose_dice").push("dice 2")
    m.push("rolled_two 4 4")
    m.push("keep")
    assert phase(m) == "build"
    m.push("pass")
    assert (m.position.turn, phase(m)) == (0, "choose_dice")
    m.push("dice 2")
    m.push("rolled_two 2 2")
    assert phase(m) == "reroll"
    m.push("keep")
    m.push("build wheat_field")
    assert (m.position.turn, phase(m)) == (0, "choose_dice")
    m.push("dice 2")
    m.push("rolled_two 2 3")
    m.push("keep")
    m.push("pass")
    assert m.position.turn == 1


@pytest.mark.rule("MK-96")
def test_a_park_built_after_doubles_is_too_late() -> None:
    m = match(2)
    landmark(m, 0, "train_station")
    purse(m, 16, 0)
    roll(m, 3, 3)
    m.push("erect amusement_park")
    assert m.position.turn == 1


@pytest.mark.rule("MK-97")
def test_no_extra_turn_with_one_die() -> None:
    m = match(2)
    landmark(m, 0, "amusement_park")
    roll(m, 3).push("pass")
    assert m.position.turn == 1


@pytest.mark.rule("MK-100")
def test_rerolled_doubles_count_for_nothing() -> None:
    m = match(2)
    landmark(m, 0, "train_station", "amusement_park", "radio_tower")
    at(m, "choose_dice").push("dice 2")
    m.push("rolled_two 4 4")
    m.push("reroll")
    m.push("dice 2")
    m.push("rolled_two 4 3")
    m.push("pass")
    assert m.position.turn == 1


@pytest.mark.rule("MK-103", "MK-106")
def test_nothing_follows_the_end() -> None:
    m = match(2)
    landmark(m, 0, "train_station", "amusement_park", "radio_tower")
    purse(m, 10, 0)
    m.position.dice_thrown = 2
    at(m, "roll").push("rolled_two 5 5")
    m.push("keep")
    assert m.position.extra_turn_due == 1
    m.push("erect shopping_mall")
    assert m.over
    assert m.actor is None
    assert m.legal_moves == []
    with pytest.raises(tt.IllegalMove, match="over"):
        m.push("pass")


@pytest.mark.rule("MK-104")
def test_one_winner_and_it_is_the_active_player() -> None:
    for seed in range(8):
        m = match(2 + seed % 3, seed=seed)
        while not m.over:
            seat = m.position.turn
            m.push(m.random_move())
        assert m.ranking[0] == [seat]
        assert m.scores[seat] == 4


@pytest.mark.rule("MK-107")
def test_a_capped_simulation_reports_unfinished_games() -> None:
    short = simulate(tt.game("machi-koro", players=2), 50, seed=1, limit=20).to_json()
    assert short["unfinished"] == 50
    assert short["wins"] == [0, 0]


@pytest.mark.rule("MK-108")
def test_the_ranking_of_the_others() -> None:
    m = match(4)
    landmark(m, 0, *LANDMARKS)
    m.position.places[0] = 1
    at(m, "over")
    landmark(m, 1, "train_station")
    landmark(m, 2, "shopping_mall")
    landmark(m, 3, "train_station")
    purse(m, 0, 9, 0, 9)
    assert m.ranking == [[0], [2], [1, 3]]
    purse(m, 0, 9, 0, 10)
    assert m.ranking == [[0], [2], [3], [1]]
