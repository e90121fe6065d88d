"""The options, MK-V01 to MK-V11."""

from __future__ import annotations

import pytest

import tabletown as tt
from tabletown.games.machi_koro.components import CARDS, ESTABLISHMENTS, LANDMARKS

from .town import MAJORS, at, built, city, coins, landmark, legal, match, owned, phase, purse, roll, to_build

LOW = {"wheat_field", "ranch", "bakery", "cafe", "convenience_store", "forest"}


def open_kinds(m: tt.Match) -> set[str]:
    """The establishments that lie open in the market."""
    return {name for index, name in enumerate(ESTABLISHMENTS) if m.position.stacks[index]}


@pytest.mark.rule("MK-V01")
def test_ten_stacks_are_revealed_from_the_shuffled_deck() -> None:
    m = match(4, market="ten_stacks")
    assert phase(m) == "deal"
    assert sum(m.position.deck) == 84
    assert sum(m.chance_weights) == 84
    revealed = 0
    while phase(m) == "deal":
        assert len(open_kinds(m)) < 10
        m.step_chance()
        revealed += 1
    assert len(open_kinds(m)) == 10
    assert sum(m.position.stacks) == revealed == 84 - sum(m.position.deck)
    m.push("rolled 5")
    purse(m, 90, 90, 90, 90)
    assert {move.split()[1] for move in legal(m) if move.startswith("build")} == open_kinds(m)


@pytest.mark.rule("MK-V02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_stacks_are_refilled_until_the_deck_is_empty(players: int) -> None:
    m = match(players, seed=6, market="ten_stacks")
    left_out = 3 * (4 - players)
    assert sum(m.position.deck) == 84 - left_out
    while not m.over:
        m.push(m.random_move())
        if phase(m) not in ("deal", "over"):
            assert len(open_kinds(m)) == 10 or sum(m.position.deck) == 0


@pytest.mark.rule("MK-V02")
def test_a_purple_stack_that_nobody_can_buy_is_replaced() -> None:
    m = match(2, market="ten_stacks", dead_majors="replaced", seed=2)
    assert sum(m.position.deck) == 84
    seen = 0
    for seed in range(12):
        m = match(2, market="ten_stacks", dead_majors="replaced", seed=seed)
        while not m.over:
            m.push(m.random_move())
            for name in MAJORS & open_kinds(m):
                if phase(m) != "over":
                    assert not all(owned(m, seat, name) for seat in range(2))
        seen += sum(m.position.removed) > 0
    assert seen > 0


@pytest.mark.rule("MK-V03")
def test_the_strict_reroll_keeps_the_number_of_dice() -> None:
    m = match(2, reroll_may_change_dice=False)
    landmark(m, 0, "radio_tower", "train_station")
    at(m, "choose_dice").push("dice 2")
    m.push("rolled_two 1 2")
    m.push("reroll")
    assert m.actor == tt.CHANCE
    assert len(m.legal_ids) == 36


@pytest.mark.rule("MK-V04")
def test_doubles_in_an_extra_turn_bring_nothing_more() -> None:
    m = match(2, extra_turn_chains=False)
    landmark(m, 0, "train_station", "amusement_park")
    at(m, "choose_dice").push("dice 2")
    m.push("rolled_two 4 4")
    m.push("pass")
    assert m.position.turn == 0
    m.push("dice 2")
    m.push("rolled_two 4 4")
    m.push("pass")
    assert m.position.turn == 1


@pytest.mark.rule("MK-V05")
def test_the_split_market_has_three_rows() -> None:
    for seed in range(4):
        m = match(3, market="split_5_5_2", seed=seed)
        while not m.over:
            m.push(m.random_move())
            if phase(m) in ("deal", "over"):
                continue
            kinds = open_kinds(m)
            decks = {name for index, name in enumerate(ESTABLISHMENTS) if m.position.deck[index]}
            for row, size in ((LOW, 5), (set(ESTABLISHMENTS) - LOW - MAJORS, 5), (MAJORS, 2)):
                assert len(kinds & row) <= size
                assert len(kinds & row) == size or not decks & row


@pytest.mark.rule("MK-V06")
def test_landmarks_from_the_next_turn() -> None:
    m = match(2, landmark_active_at_once=False)
    purse(m, 10, 9)
    city(m, 0, cafe=1)
    city(m, 1)
    to_build(m).push("erect shopping_mall")
    assert built(m, 0) == ["shopping_mall"]
    roll(m, 3)
    assert coins(m) == [1, 8]
    m.push("pass")
    roll(m, 5).push("pass")
    roll(m, 3)
    assert coins(m) == [3, 6]


@pytest.mark.rule("MK-V07")
def test_a_limited_bank_pays_the_active_player_first() -> None:
    m = match(3, limited_bank=True)
    for seat in range(3):
        city(m, seat, mine=1)
    purse(m, 100, 100, 75)
    roll(m, 4, 5)
    assert coins(m) == [105, 102, 75]
    m = match(3, seed=12, limited_bank=True)
    while not m.over:
        m.push(m.random_move())
        assert sum(coins(m)) <= 282


@pytest.mark.rule("MK-V08")
def test_the_exchange_can_be_compulsory() -> None:
    m = match(2, business_center_optional=False)
    city(m, 0, business_center=1, bakery=1)
    roll(m, 6)
    assert legal(m) == {"give bakery"}
    m.push("give bakery")
    assert "take 1 bakery" in legal(m)


@pytest.mark.rule("MK-V09")
def test_the_others_play_on_for_places() -> None:
    m = match(3, play_on_for_places=True)
    landmark(m, 0, *LANDMARKS[:3])
    purse(m, 22, 3, 3)
    to_build(m).push(f"erect {LANDMARKS[3]}")
    assert not m.over
    assert m.position.turn == 1
    city(m, 0, cafe=3, wheat_field=2)
    roll(m, 3)
    assert coins(m)[0] == 0
    m.push("pass")
    assert m.position.turn == 2
    roll(m, 1)
    assert coins(m)[0] == 0
    m.push("pass")
    assert m.position.turn == 1
    while not m.over:
        m.push(m.random_move())
    assert m.ranking[0] == [0]
    assert [len(rank) for rank in m.ranking] == [1, 1, 1]


@pytest.mark.rule("MK-V09")
def test_who_has_left_cannot_be_charged_or_exchanged_with() -> None:
    m = match(4, play_on_for_places=True)
    m.position.places[1] = 1
    city(m, 0, tv_station=1, business_center=1, bakery=1)
    roll(m, 6)
    assert legal(m) == {"charge 2", "charge 3"}
    m.push("charge 2")
    m.push("give bakery")
    assert not any(move.startswith("take 1") for move in legal(m))


@pytest.mark.rule("MK-V10")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 2)])
def test_the_city_hall_helps_who_has_nothing(before: int, after: int) -> None:
    m = match(2, city_hall=True)
    purse(m, before, 0)
    roll(m, 5)
    assert coins(m) == [after, 0]


@pytest.mark.parametrize("market", ["total", "ten_stacks"])
def test_the_reference_counts_every_card(market: str) -> None:
    m = tt.Match(tt.game("machi-koro", players=3, market=market, limited_bank=True), seed=5)
    while not m.over and m.ply < 40:
        m.push(m.random_move())
    lines, s = m.reference(0), m.position
    for card, row in enumerate(CARDS):
        (line,) = [line for line in lines if line.startswith(f"{row['name']}, ")]
        opened = f", {s.stacks[card]} of them open" if s.deck[card] else ""
        built = sum(s.cities[seat, card] for seat in range(3))
        assert line.startswith(f"{row['name']}, {s.stacks[card] + s.deck[card]} left{opened}, {built} built. On ")
    assert lines[-1] == f"Coins, {282 - sum(s.coins[seat] for seat in range(3))} left in the bank"


@pytest.mark.rule("MK-93", "MK-98")
def test_the_right_to_roll_again_comes_back_with_every_turn() -> None:
    m = match(2)
    landmark(m, 0, "radio_tower")
    roll(m, 2).push("reroll")
    m.push("rolled 1")
    m.push("pass")
    m.push("rolled 5")
    m.push("pass")
    m.push("rolled 3")
    assert legal(m) == {"keep", "reroll"}


@pytest.mark.rule("MK-V09")
def test_the_doubles_of_a_winner_bring_no_turn() -> None:
    m = match(3, play_on_for_places=True)
    landmark(m, 0, "train_station", "amusement_park", "shopping_mall")
    purse(m, 22, 0, 0)
    roll(m, 4, 4).push("erect radio_tower")
    assert (m.position.turn, m.position.extra_turn, m.position.extra_turn_due) == (1, 0, 0)


@pytest.mark.rule("MK-V09", "MK-64")
def test_who_has_left_pays_for_no_stadium() -> None:
    m = match(3, play_on_for_places=True)
    landmark(m, 1, *LANDMARKS)
    m.position.places[1] = 1
    city(m, 0, stadium=1)
    purse(m, 0, 9, 9)
    roll(m, 6)
    assert coins(m) == [2, 9, 7]


@pytest.mark.rule("MK-V02", "MK-V09")
def test_a_major_is_dead_once_all_who_still_play_have_it() -> None:
    m = match(3, market="ten_stacks", dead_majors="replaced", play_on_for_places=True)
    landmark(m, 2, *LANDMARKS)
    m.position.places[2] = 1
    stadium = ESTABLISHMENTS.index("stadium")
    m.position.cities[0, stadium] = m.position.cities[1, stadium] = 1
    m.position.deck[stadium] = 2
    m.push("reveal stadium")
    assert m.position.stacks[stadium] == 0
    assert m.position.removed[stadium] == 1


@pytest.mark.rule("MK-V10")
def test_the_city_hall_looks_at_the_purse_after_the_majors() -> None:
    m = match(2, city_hall=True)
    city(m, 0, stadium=1)
    purse(m, 0, 5)
    roll(m, 6)
    assert coins(m) == [2, 3]
