"""Income: who is paid by whom, for what, and in which order; the Shopping Mall and the Radio Tower."""

from __future__ import annotations

import pytest

import tabletown as tt
from tabletown.games.machi_koro.components import CARDS, COST, ESTABLISHMENTS, LANDMARK_COST, LANDMARKS
from tabletown.games.machi_koro.rules.income import bank_income

from .town import MAJORS, at, city, coins, empty_cities, landmark, legal, match, owned, phase, purse, roll

FACTORIES = {"cheese_factory", "furniture_factory", "fruit_and_vegetable_market"}
"""Cards that pay for other cards, and so nothing on their own."""


def throw(m: tt.Match, total: int) -> tt.Match:
    """Roll this total, with two dice where one is not enough."""
    return roll(m, total) if total <= 6 else roll(m, total - total // 2, total // 2)


@pytest.mark.rule("MK-30", "MK-42", "MK-52", "MK-53", "MK-54", "MK-55", "MK-56", "MK-57", "MK-69", "MK-70", "MK-71")
@pytest.mark.parametrize("total", range(1, 13))
def test_which_cards_a_roll_activates(total: int) -> None:
    """The lookup of the ledger, card by card: owner on the own roll, owner on another's roll."""
    own = {
        1: {"wheat_field": 1},
        2: {"ranch": 1, "bakery": 1},
        3: {"bakery": 1},
        4: {"convenience_store": 3},
        5: {"forest": 1},
        9: {"mine": 5},
        10: {"apple_orchard": 3},
    }.get(total, {})
    others = {
        1: {"wheat_field": 1},
        2: {"ranch": 1},
        3: {"cafe": 1},
        5: {"forest": 1},
        9: {"mine": 5, "family_restaurant": 2},
        10: {"apple_orchard": 3, "family_restaurant": 2},
    }.get(total, {})
    for card in set(ESTABLISHMENTS) - MAJORS - FACTORIES:
        for seat, expected in ((0, own), (2, others)):
            m = match(3)
            empty_cities(m)
            purse(m, 10, 10, 10)
            city(m, seat, **{card: 1})
            assert coins(throw(m, total))[seat] - 10 == expected.get(card, 0), (card, seat)


@pytest.mark.rule("MK-42")
def test_the_majors_and_factories_have_their_numbers() -> None:
    numbers = {card["id"]: card["activation"] for card in CARDS}
    assert [numbers[name] for name in ("stadium", "tv_station", "business_center")] == [[6]] * 3
    assert (numbers["cheese_factory"], numbers["furniture_factory"]) == ([7], [8])
    assert numbers["fruit_and_vegetable_market"] == [11, 12]


@pytest.mark.rule("MK-31")
@pytest.mark.parametrize(
    ("card", "totals", "amount"), [("bakery", (2, 3), 1), ("fruit_and_vegetable_market", (11, 12), 4)]
)
def test_two_numbers_work_on_either_once(card: str, totals: tuple[int, int], amount: int) -> None:
    for total in totals:
        m = match(2)
        city(m, 0, **{card: 1, "apple_orchard": 2})
        city(m, 1)
        assert coins(throw(m, total))[0] == 3 + amount


@pytest.mark.rule("MK-32")
def test_blue_pays_on_anybodys_roll() -> None:
    m = match(3)
    assert coins(roll(m, 1)) == [4, 4, 4]


@pytest.mark.rule("MK-33")
def test_green_pays_on_the_own_roll_only() -> None:
    m = match(3)
    for seat in range(3):
        city(m, seat, convenience_store=1)
    assert coins(roll(m, 4)) == [6, 3, 3]


@pytest.mark.rule("MK-34")
def test_red_takes_from_the_roller_on_other_turns_only() -> None:
    m = match(2)
    city(m, 0, cafe=1)
    city(m, 1)
    assert coins(roll(m, 3)) == [3, 3]
    m = match(2)
    city(m, 0)
    city(m, 1, cafe=1)
    assert coins(roll(m, 3)) == [2, 4]


@pytest.mark.rule("MK-35")
def test_purple_works_on_the_own_roll_only() -> None:
    m = match(3)
    city(m, 1, stadium=1, tv_station=1, business_center=1)
    assert coins(roll(m, 6)) == [3, 3, 3]
    assert phase(m) == "build"


@pytest.mark.rule("MK-36", "MK-37")
def test_red_before_bank_income() -> None:
    """On 9 the roller's own Mine pays only after the restaurants were served."""
    m = match(2)
    city(m, 0, mine=1)
    city(m, 1, family_restaurant=1)
    purse(m, 1, 0)
    assert coins(roll(m, 4, 5)) == [5, 1]


@pytest.mark.rule("MK-36")
def test_the_stadium_is_paid_before_the_tv_station_asks() -> None:
    """Only majors work on 6: the Stadium has been paid when the TV Station asks for a player."""
    m = match(3)
    city(m, 0, stadium=1, tv_station=1)
    roll(m, 6)
    assert phase(m) == "tv_station"
    assert coins(m) == [7, 1, 1]


@pytest.mark.rule("MK-38")
def test_bank_income_is_told_active_player_first() -> None:
    m = match(3)
    m.position.turn = 1
    roll(m, 1)
    gets = [line for line in m.log if "gets" in line]
    assert [line.split(": ")[1].split(" gets")[0] for line in gets] == ["Player 2", "Player 3", "Player 1"]
    assert coins(m) == [4, 4, 4]


@pytest.mark.rule("MK-39")
@pytest.mark.parametrize("copies", [1, 2, 5])
def test_copies_multiply(copies: int) -> None:
    m = match(2)
    city(m, 0, mine=copies)
    assert coins(roll(m, 4, 5))[0] == 3 + 5 * copies


@pytest.mark.rule("MK-40")
def test_every_order_of_purple_ends_in_the_same_coins() -> None:
    """Stadium then TV Station, or the other way round: payments are limited payer by payer, so the sums agree."""
    for purses in ([0, 6, 6], [0, 1, 9], [5, 7, 2], [0, 5, 0]):
        m = match(3)
        city(m, 0, stadium=1, tv_station=1)
        purse(m, *purses)
        roll(m, 6).push("charge 1")
        swapped = list(purses)
        for payer, due in ((1, 5), (1, 2), (2, 2)):
            paid = min(due, swapped[payer])
            swapped[payer] -= paid
            swapped[0] += paid
        assert coins(m) == swapped


@pytest.mark.rule("MK-41")
def test_an_exchanged_card_does_not_work_on_the_same_roll() -> None:
    """After an exchange on a 6 no income follows, whatever card came in."""
    m = match(2)
    city(m, 0, business_center=1, bakery=1)
    roll(m, 6).push("give bakery")
    before = coins(m)
    m.push("take 1 wheat_field")
    assert coins(m) == before
    assert phase(m) == "build"


@pytest.mark.rule("MK-43", "MK-49")
def test_example_one_of_the_rulebook() -> None:
    m = match(2)
    purse(m, 0, 0)
    city(m, 0, bakery=2)
    city(m, 1, cafe=1)
    assert coins(roll(m, 3)) == [2, 0]


@pytest.mark.rule("MK-43", "MK-45", "MK-46", "MK-50")
def test_example_two_of_the_rulebook() -> None:
    m = match(3)
    purse(m, 3, 0, 0)
    city(m, 0)
    city(m, 1, cafe=3)
    city(m, 2, cafe=2)
    assert coins(roll(m, 3)) == [0, 1, 2]


@pytest.mark.rule("MK-45")
def test_creditors_are_paid_counter_clockwise_from_any_seat() -> None:
    m = match(4)
    m.position.turn = 1
    purse(m, 0, 3, 0, 0)
    empty_cities(m)
    for seat in (0, 2, 3):
        city(m, seat, cafe=2)
    assert coins(roll(m, 3)) == [2, 0, 0, 1]


@pytest.mark.rule("MK-46", "MK-91")
def test_a_creditors_whole_claim_comes_before_the_next() -> None:
    m = match(3)
    purse(m, 5, 0, 0)
    empty_cities(m)
    city(m, 1, cafe=1)
    city(m, 2, cafe=2)
    landmark(m, 2, "shopping_mall")
    assert coins(roll(m, 3)) == [0, 1, 4]


@pytest.mark.rule("MK-44", "MK-47", "MK-110")
def test_coins_only_change_by_income_costs_and_payments() -> None:
    """Random play: no purse below zero, and the sum changes only by bank income of the roll and by what was built."""
    m = match(4, seed=21)
    while not m.over:
        before = sum(coins(m))
        move = m.game.moves.decode(m.random_move())
        s = m.position.copy()
        m.push(move)
        gained = 0
        if move.name == "build":
            gained = -int(COST[ESTABLISHMENTS.index(move.args["card"])])
        elif move.name == "erect":
            gained = -int(LANDMARK_COST[LANDMARKS.index(move.args["landmark"])])
        elif (move.name.startswith("rolled") or move.name == "keep") and phase(m) != "reroll":
            total = sum(m.position.dice)
            gained = sum(bank_income(s, seat, total) for seat in range(4))
        assert sum(coins(m)) == before + gained
        assert min(coins(m)) >= 0


@pytest.mark.rule("MK-48")
def test_paying_asks_nobody() -> None:
    m = match(2)
    city(m, 1, cafe=1)
    roll(m, 3)
    assert (phase(m), m.actor) == ("build", 0)


@pytest.mark.rule("MK-51", "MK-64")
def test_stadium_takes_two_from_each_or_what_is_there() -> None:
    m = match(4)
    purse(m, 0, 5, 1, 0)
    city(m, 0, stadium=1)
    assert coins(roll(m, 6)) == [3, 3, 0, 0]


@pytest.mark.rule("MK-65", "MK-66")
def test_tv_station_takes_five_from_a_named_player() -> None:
    m = match(4)
    purse(m, 0, 8, 3, 0)
    city(m, 0, tv_station=1)
    roll(m, 6)
    assert legal(m) == {"charge 1", "charge 2", "charge 3"}
    m.push("charge 1")
    assert coins(m) == [5, 3, 3, 0]
    assert phase(m) == "build"


@pytest.mark.rule("MK-65", "MK-66")
@pytest.mark.parametrize(("seat", "after"), [(2, [3, 8, 0, 0]), (3, [0, 8, 3, 0])])
def test_tv_station_takes_no_more_than_there_is(seat: int, after: list[int]) -> None:
    m = match(4)
    purse(m, 0, 8, 3, 0)
    city(m, 0, tv_station=1)
    roll(m, 6).push(f"charge {seat}")
    assert coins(m) == after


@pytest.mark.rule("MK-58", "MK-59", "MK-61")
def test_business_center_exchanges_two_cards() -> None:
    m = match(3)
    city(m, 0, business_center=1, stadium=0, wheat_field=1, bakery=1)
    city(m, 1, mine=1, tv_station=1, wheat_field=1)
    roll(m, 6)
    assert legal(m) == {"decline", "give wheat_field", "give bakery"}
    m.push("give bakery")
    assert {move for move in legal(m) if move.startswith("take 1")} == {"take 1 mine", "take 1 wheat_field"}
    m.push("take 1 mine")
    assert (owned(m, 0, "mine"), owned(m, 1, "mine"), owned(m, 0, "bakery"), owned(m, 1, "bakery")) == (1, 0, 0, 1)
    assert phase(m) == "build"


@pytest.mark.rule("MK-58")
def test_the_exchange_may_be_declined() -> None:
    m = match(2)
    city(m, 0, business_center=1, bakery=1)
    roll(m, 6).push("decline")
    assert owned(m, 0, "bakery") == 1
    assert phase(m) == "build"


@pytest.mark.rule("MK-60")
def test_landmarks_and_coins_are_never_exchanged() -> None:
    m = match(2)
    landmark(m, 0, "train_station")
    landmark(m, 1, "shopping_mall")
    city(m, 0, business_center=1, bakery=1)
    before = coins(m)
    roll(m, 6).push("give bakery")
    assert all(move.split()[2] in ESTABLISHMENTS for move in legal(m))
    m.push("take 1 bakery")
    assert coins(m) == before
    assert m.view(0)["position"]["landmarks"] == [["train_station"], ["shopping_mall"]]


@pytest.mark.rule("MK-62")
def test_equal_cards_may_be_exchanged() -> None:
    m = match(2)
    city(m, 0, business_center=1, bakery=1)
    roll(m, 6).push("give bakery")
    m.push("take 1 bakery")
    assert (owned(m, 0, "bakery"), owned(m, 1, "bakery")) == (1, 1)


@pytest.mark.rule("MK-63")
def test_an_exchange_is_always_possible() -> None:
    for seed in range(6):
        m = match(3, seed=seed)
        while not m.over:
            for seat in range(3):
                assert sum(owned(m, seat, card) for card in ESTABLISHMENTS if card not in MAJORS) >= 2
            m.push(m.random_move())


@pytest.mark.rule("MK-67", "MK-73")
@pytest.mark.parametrize(
    ("city_cards", "income"), [({"ranch": 3}, 9), ({"ranch": 0}, 0), ({"ranch": 2, "forest": 4}, 6)]
)
def test_cheese_factory(city_cards: dict[str, int], income: int) -> None:
    m = match(2)
    city(m, 0, cheese_factory=1, **city_cards)
    city(m, 1, ranch=5)
    assert coins(roll(m, 3, 4))[0] == 3 + income
    m = match(2)
    city(m, 0, cheese_factory=2, **city_cards)
    assert coins(roll(m, 3, 4))[0] == 3 + 2 * income


@pytest.mark.rule("MK-68", "MK-73")
def test_furniture_factory_counts_forests_and_mines() -> None:
    m = match(2)
    city(m, 0, furniture_factory=2, forest=2, mine=1)
    assert coins(roll(m, 4, 4))[0] == 3 + 2 * 3 * 3


@pytest.mark.rule("MK-72", "MK-73")
def test_fruit_market_counts_wheat_icons_and_starting_cards() -> None:
    m = match(2)
    city(m, 0, fruit_and_vegetable_market=1, wheat_field=1, apple_orchard=3)
    assert coins(roll(m, 5, 6))[0] == 3 + 2 * 4


@pytest.mark.rule("MK-89", "MK-90")
@pytest.mark.parametrize(
    ("cards", "total", "income"),
    [
        ({"bakery": 2}, 3, 4),
        ({"convenience_store": 2}, 4, 8),
        ({"wheat_field": 1}, 1, 1),
        ({"ranch": 1}, 2, 1),
        ({"forest": 1}, 5, 1),
        ({"stadium": 1}, 6, 2),
        ({"cheese_factory": 1, "ranch": 1}, 7, 3),
        ({"furniture_factory": 1, "forest": 1}, 8, 3),
        ({"mine": 1}, 9, 5),
        ({"apple_orchard": 1}, 10, 3),
        ({"fruit_and_vegetable_market": 1, "wheat_field": 1}, 11, 2),
    ],
)
def test_the_mall_adds_one_for_each_shop_and_nothing_for_other_cards(
    cards: dict[str, int], total: int, income: int
) -> None:
    m = match(2)
    city(m, 0, **cards)
    city(m, 1)
    landmark(m, 0, "shopping_mall")
    assert coins(throw(m, total))[0] == 3 + income


@pytest.mark.rule("MK-91")
@pytest.mark.parametrize(
    ("owner_has", "payer_has", "paid"), [(False, False, 2), (True, False, 3), (False, True, 2), (True, True, 3)]
)
def test_the_mall_of_the_restaurants_owner_counts(owner_has: bool, payer_has: bool, paid: int) -> None:
    m = match(2)
    purse(m, 9, 0)
    empty_cities(m)
    city(m, 1, family_restaurant=1)
    if owner_has:
        landmark(m, 1, "shopping_mall")
    if payer_has:
        landmark(m, 0, "shopping_mall")
    assert coins(throw(m, 9)) == [9 - paid, paid]


@pytest.mark.rule("MK-77")
def test_income_can_be_spent_at_once() -> None:
    m = match(2)
    purse(m, 0, 0)
    city(m, 0, wheat_field=1)
    roll(m, 1)
    m.push("build ranch")
    assert coins(m)[0] == 0


@pytest.mark.rule("MK-98", "MK-100", "MK-101")
def test_the_radio_tower_rolls_again_before_any_income() -> None:
    m = match(2)
    landmark(m, 0, "radio_tower")
    roll(m, 1)
    assert coins(m) == [3, 3]
    assert legal(m) == {"keep", "reroll"}
    m.push("reroll")
    m.push("rolled 5")
    assert phase(m) == "build"
    assert coins(m) == [3, 3]


@pytest.mark.rule("MK-101")
def test_keeping_the_roll_pays_it() -> None:
    m = match(2)
    landmark(m, 0, "radio_tower")
    roll(m, 1).push("keep")
    assert coins(m) == [4, 4]


@pytest.mark.rule("MK-98", "MK-101")
def test_the_right_comes_anew_each_turn_and_only_with_a_tower() -> None:
    m = match(2)
    landmark(m, 0, "radio_tower")
    roll(m, 5).push("keep")
    m.push("pass")
    roll(m, 5)
    assert phase(m) == "build"
    m.push("pass")
    roll(m, 5)
    assert phase(m) == "reroll"


@pytest.mark.rule("MK-99")
def test_on_the_reroll_the_number_of_dice_is_chosen_anew() -> None:
    m = match(2)
    landmark(m, 0, "radio_tower", "train_station")
    at(m, "choose_dice").push("dice 2")
    m.push("rolled_two 1 1")
    m.push("reroll")
    assert legal(m) == {"dice 1", "dice 2"}
    m.push("dice 1")
    assert len(m.legal_ids) == 6
