"""Set-up, the course of a turn and the roll."""

from __future__ import annotations

import re

import pytest

import tabletown as tt
from tabletown.games.machi_koro.components import DATA, ESTABLISHMENTS, LANDMARKS
from tabletown.games.machi_koro.text import cards

from .town import MAJORS, at, built, city, coins, landmark, legal, match, owned, phase, purse, roll, stack, to_build


@pytest.mark.rule("MK-01")
@pytest.mark.parametrize("players", [0, 1, 5, -1])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(tt.BadOption, match="2 to 4"):
        tt.game("machi-koro", players=players)


@pytest.mark.rule("MK-02", "MK-03", "MK-04", "MK-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_alike(players: int) -> None:
    m = match(players)
    assert coins(m) == [3] * players
    for seat in range(players):
        assert {card: owned(m, seat, card) for card in ESTABLISHMENTS if owned(m, seat, card)} == {
            "wheat_field": 1,
            "bakery": 1,
        }
        assert built(m, seat) == []


@pytest.mark.rule("MK-02")
def test_starting_cards_work_from_the_first_roll() -> None:
    m = roll(match(2), 1)
    assert coins(m) == [4, 4]
    m = roll(match(2), 3)
    assert coins(m) == [4, 3]


@pytest.mark.rule("MK-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_of_absent_players_stay_in_the_box(players: int) -> None:
    m = match(players)
    for seat in range(players, 4):
        assert sum(owned(m, seat, card) for card in ESTABLISHMENTS) == 0
    assert len(m.dump()["landmarks"]) == players


@pytest.mark.rule("MK-06", "MK-07", "MK-08")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_market_opens_with_fifteen_stacks(players: int) -> None:
    m = match(players)
    sizes = {card["id"]: stack(m, card["id"]) for card in DATA["establishment"]}
    assert sizes == {name: 4 if name in MAJORS else 6 for name in sizes}
    assert sum(sizes.values()) == 84
    to_build(m)
    purse(m, 100)
    assert {f"build {name}" for name in sizes} <= legal(m)


@pytest.mark.rule("MK-09")
def test_the_market_is_in_order_of_its_numbers() -> None:
    order = list(match().view(0)["position"]["market"])
    assert order[0] == "wheat_field"
    assert order[-1] == "fruit_and_vegetable_market"
    assert order[1:4] == ["ranch", "bakery", "cafe"]
    assert order[6:9] == ["stadium", "tv_station", "business_center"]
    first = {card["id"]: card["activation"][0] for card in DATA["establishment"]}
    assert [first[name] for name in order] == sorted(first.values())


@pytest.mark.rule("MK-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rest_of_the_money_is_the_bank(players: int) -> None:
    assert sum(coin["value"] * coin["count"] for coin in DATA["coin"]) == 282
    assert match(players).view(None)["position"]["bank"] == 282 - 3 * players


@pytest.mark.rule("MK-11", "MK-12")
def test_the_bank_pays_in_full_beyond_the_box() -> None:
    m = match(2)
    purse(m, 281, 0)
    city(m, 0, mine=3)
    roll(m, 4, 5)
    assert coins(m) == [296, 0]
    assert m.view(None)["position"]["bank"] == -14


@pytest.mark.rule("MK-13")
def test_chance_draws_the_starting_player_evenly() -> None:
    m = tt.Match(tt.game("machi-koro", players=3), seed=5)
    assert m.actor == tt.CHANCE
    assert [move.text for move in m.legal_moves] == ["begin 0", "begin 1", "begin 2"]
    assert m.chance_weights == [1, 1, 1]
    m.push("begin 2")
    assert m.position.turn == 2


@pytest.mark.rule("MK-13", "MK-V11")
@pytest.mark.parametrize(
    "options", [{"starting_player": "seat_2"}, {"starting_player": "youngest", "ages": [30, 12, 9]}]
)
def test_the_host_names_the_starting_player(options: dict) -> None:
    m = tt.Match(tt.game("machi-koro", players=3, **options))
    assert m.position.turn == 2
    assert phase(m) == "roll"


@pytest.mark.rule("MK-V11")
@pytest.mark.parametrize(("ages", "first"), [([30, 12, 40], 1), ([30, 12, 12], 1), ([9, 12, 9], 0)])
def test_the_youngest_begins_and_of_equals_the_lower_seat(ages: list[int], first: int) -> None:
    assert tt.Match(tt.game("machi-koro", players=3, starting_player="youngest", ages=ages)).position.turn == first


@pytest.mark.rule("MK-V11")
def test_starting_player_by_convention() -> None:
    assert tt.Match(tt.game("machi-koro", players=3, starting_player="lowest_seat")).position.turn == 0
    with pytest.raises(tt.BadOption, match="ages"):
        tt.game("machi-koro", players=3, starting_player="youngest")
    with pytest.raises(tt.BadOption, match="only 2 players"):
        tt.game("machi-koro", players=2, starting_player="seat_3")


@pytest.mark.rule("MK-15")
def test_everything_is_open() -> None:
    m = match(3)
    while m.ply < 60:
        m.push(m.random_move())
    views = [m.view(seat)["position"] for seat in (None, 0, 1, 2)]
    assert all(view == views[0] for view in views)
    assert m.redacted(1).tobytes() == m._array.tobytes()


@pytest.mark.rule("MK-16")
def test_turns_go_clockwise() -> None:
    m = match(3)
    seats = []
    for _ in range(7):
        roll(m, 5)
        seats.append(m.position.turn)
        m.push("pass")
    assert seats == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.rule("MK-17", "MK-18", "MK-23")
def test_a_turn_is_roll_income_construction() -> None:
    m = match(2)
    assert phase(m) == "roll"
    assert m.actor == tt.CHANCE
    m.push("rolled 5")
    assert coins(m) == [3, 3]
    assert phase(m) == "build"
    m.push("pass")
    assert (phase(m), m.position.turn) == ("roll", 1)


@pytest.mark.rule("MK-19", "MK-75")
def test_construction_waits_even_without_coins() -> None:
    m = match(2)
    purse(m, 0, 0)
    roll(m, 5)
    assert m.actor == 0
    assert legal(m) == {"pass"}
    m.push("pass")
    assert coins(m) == [0, 0]


@pytest.mark.rule("MK-20")
def test_only_the_active_player_decides() -> None:
    m = match(4, seed=9)
    while not m.over:
        assert m.actor in (tt.CHANCE, m.position.turn)
        m.push(m.random_move())


@pytest.mark.rule("MK-21")
def test_a_forced_choice_plays_itself() -> None:
    m = match(2)
    city(m, 0, tv_station=1)
    roll(m, 6)
    assert coins(m) == [6, 0]
    assert phase(m) == "build"


@pytest.mark.rule("MK-22")
@pytest.mark.parametrize(
    "move", ["keep", "build mine", "dice 2", "take 1 bakery", "rolled 3", "erect radio_tower", 999, -1]
)
def test_an_illegal_move_changes_nothing(move: str | int) -> None:
    m = roll(match(2), 5)
    before = m._array.tobytes()
    with pytest.raises(tt.IllegalMove):
        m.push(move)
    assert m._array.tobytes() == before
    assert m.ply == 1


@pytest.mark.rule("MK-24")
def test_one_die_without_a_train_station() -> None:
    m = match(2)
    assert legal(m) == {f"rolled {face}" for face in range(1, 7)}


@pytest.mark.rule("MK-25", "MK-88")
def test_a_train_station_gives_the_choice_of_dice_each_turn() -> None:
    m = to_build(match(2))
    purse(m, 4, 0)
    m.push("erect train_station")
    assert coins(m) == [0, 0]
    roll(m, 5)
    m.push("pass")
    assert (phase(m), m.actor) == ("choose_dice", 0)
    assert legal(m) == {"dice 1", "dice 2"}
    m.push("dice 2")
    assert len(m.legal_ids) == 36
    roll(m, 5)
    m.push("pass")
    roll(m, 5)
    m.push("pass")
    assert phase(m) == "choose_dice"


@pytest.mark.rule("MK-26")
def test_only_the_sum_of_two_dice_counts() -> None:
    m = match(2)
    city(m, 0, wheat_field=1, ranch=1, cheese_factory=1)
    roll(m, 1, 2)
    assert coins(m) == [3, 3]


@pytest.mark.rule("MK-27")
def test_dice_are_even_and_independent() -> None:
    m = match(2)
    assert set(m.chance_weights) == {1}
    landmark(m, 0, "train_station")
    at(m, "choose_dice").push("dice 2")
    assert m.chance_weights == [1] * 36
    sums = [sum(move.args.values()) for move in m.legal_moves]
    assert (min(sums), max(sums), sums.count(7)) == (2, 12, 6)


@pytest.mark.rule("MK-28")
def test_the_roll_counts_for_all_cities() -> None:
    m = match(3)
    for seat in range(3):
        city(m, seat, forest=seat + 1)
    assert coins(roll(m, 5)) == [4, 5, 6]


@pytest.mark.rule("MK-29")
def test_doubles_need_two_dice() -> None:
    m = match(2)
    landmark(m, 0, "train_station", "amusement_park")
    roll(m, 3)
    assert m.position.extra_turn_due == 0
    m = match(2)
    landmark(m, 0, "train_station", "amusement_park")
    roll(m, 3, 3)
    assert m.position.extra_turn_due == 1


@pytest.mark.rule("MK-112")
def test_same_seed_and_decisions_give_the_same_game() -> None:
    m = match(3, seed=77)
    other = match(3, seed=77)
    while not m.over:
        if m.ply % 25 == 0:
            other = tt.Match.load(other.save())
        m.push(m.random_move())
        other.push(other.random_move())
    assert m.save() == other.save()
    assert m._array.tobytes() == other._array.tobytes()


@pytest.mark.rule("MK-84")
def test_landmarks_are_not_in_the_market() -> None:
    assert not set(LANDMARKS) & set(match().view(0)["position"]["market"])


def test_the_guide_has_every_card_as_printed() -> None:
    rulebook = tt.rulebook("machi-koro")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in rulebook.guide.splitlines()]
    establishments = {row[1]: row for row in rows if len(row) == 5}
    for card in cards.CARDS.values():
        number, _, colour, cost, effect = establishments[card.name]
        assert (number, colour, int(cost)) == (card.numbers, card.family, card.cost)
        amount = re.search(r"\{coin:(\d+)\}", card.effect)
        assert amount is None or f"{amount[1]} coin" in effect
    prices = {row[0]: row[1] for row in rows if len(row) == 3}
    assert all(int(prices[card.name]) == card.cost for card in cards.LANDMARKS.values())
