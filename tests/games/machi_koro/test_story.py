"""What the log says of Machi Koro is what the rules did."""

from __future__ import annotations

import tabletown as tt
from tabletown.core.view import told

from .town import CARDS, at, city, coins, landmark, match, purse, roll, to_build


def last(m: tt.Match, viewer: int | None = None, addressed: bool = False) -> list[str]:
    """The lines that tell of the last move."""
    return [line["text"] for line in m.story(viewer, addressed) if line["ply"] == m.ply - 1]


def marked(m: tt.Match) -> dict[str, int]:
    """What the last move changed on the table, besides the dice."""
    changes = {change["target"]: change["amount"] for change in m.view(0)["changes"]}
    return {target: amount for target, amount in changes.items() if not target.startswith("di")}


def doubles(m: tt.Match) -> tt.Match:
    """Seat 0 rolls doubles with an Amusement Park."""
    landmark(m, 0, "train_station", "amusement_park")
    return roll(m, 2, 2)


def test_another_turn_is_told_when_it_begins() -> None:
    for move in ("pass", "build ranch", "erect shopping_mall"):
        m = doubles(match(2))
        purse(m, 20, 0)
        m.push(move)
        assert last(m)[-1] == "Doubles: Player 1 takes another turn.", move


def test_another_turn_is_told_after_the_market_was_filled_up() -> None:
    m = match(2, market="ten_stacks")
    m.play_chance()
    open_card = next(move.text for move in to_build(m).legal_moves if move.name == "build")
    for card in CARDS.values():
        m.position.deck[card] += max(0, m.position.stacks[card] - 1)
        m.position.stacks[card] = min(1, m.position.stacks[card])
    doubles(m).push(open_card)
    assert not any("Doubles" in line for line in last(m))
    while m.actor == -1 and m.position.phase == 1:
        m.step_chance()
    assert last(m)[-1] == "Doubles: Player 1 takes another turn."


def test_no_other_turn_is_told_without_doubles_or_in_an_extra_turn() -> None:
    m = match(2, extra_turn_chains=False)
    doubles(m).push("pass")
    m.push("dice 2")
    m.push("rolled_two 3 3")
    m.push("pass")
    assert last(m) == ["Player 1 builds nothing."]


def test_only_what_was_paid_is_told_and_marked() -> None:
    m = match(3)
    city(m, 1, cafe=2)
    city(m, 2, cafe=1)
    purse(m, 2, 0, 0)
    roll(m, 3)
    assert last(m)[1:3] == [
        "Cafe: Player 1 pays Player 3 1 coin.",
        "2 × Cafe: Player 1 pays Player 2 1 coin of 2, all Player 1 has.",
    ]
    assert marked(m)["coins-1"] == 1
    m = match(2)
    city(m, 1, cafe=1)
    purse(m, 0, 0)
    roll(m, 3)
    assert last(m)[1] == "Cafe: Player 1 has nothing to pay Player 2 with."
    assert "city-1-cafe" not in marked(m)


def test_a_bank_that_runs_dry_pays_what_it_has() -> None:
    m = match(2, limited_bank=True)
    city(m, 0, wheat_field=3)
    city(m, 1, wheat_field=1)
    purse(m, 280, 0)
    roll(m, 1)
    assert last(m)[1:] == [
        "3 × Wheat Field: Player 1 gets 2 coins of 3, all that the bank has.",
        "Wheat Field: the bank has nothing left for Player 2.",
    ]
    assert marked(m) == {"coins-0": 2, "city-0-wheat_field": 2}


def test_a_bank_that_runs_dry_pays_card_by_card() -> None:
    m = match(2, limited_bank=True)
    city(m, 0, ranch=2, bakery=2)
    city(m, 1)
    purse(m, 279, 0)
    roll(m, 2)
    assert last(m)[1:] == [
        "2 × Ranch: Player 1 gets 2 coins.",
        "2 × Bakery: Player 1 gets 1 coin of 2, all that the bank has.",
    ]


def test_a_landmark_that_stands_is_nothing_to_build() -> None:
    m = to_build(match(2))
    purse(m, 4, 0)
    for card in range(len(m.position.stacks)):
        m.position.stacks[card] = 0
    assert m.view(0)["prompt"]["sentence"] == "Build one thing, or keep your coins"
    landmark(m, 0, "train_station")
    assert m.view(0)["prompt"]["sentence"] == "Nothing can be built: keep your coins"


def test_each_card_says_what_it_paid() -> None:
    m = match(2)
    city(m, 0, bakery=2, ranch=1)
    landmark(m, 0, "shopping_mall")
    roll(m, 2)
    assert last(m)[1:3] == ["Ranch: Player 1 gets 1 coin.", "2 × Bakery: Player 1 gets 4 coins."]
    assert marked(m)["city-0-bakery"] == 4


def test_each_payer_of_the_stadium_is_named() -> None:
    m = match(3)
    city(m, 0, stadium=1)
    purse(m, 0, 3, 1)
    roll(m, 6)
    assert last(m)[1:] == [
        "Stadium: Player 2 pays Player 1 2 coins.",
        "Stadium: Player 3 pays Player 1 1 coin of 2, all Player 3 has.",
    ]


def test_the_city_hall_is_told_whatever_came_before_it() -> None:
    hall = "City Hall: Player 1 gets 1 coin."
    for cards, moves in ((["tv_station"], ["charge 1"]), (["business_center"], ["decline"]), ([], [])):
        m = match(3, city_hall=True)
        city(m, 0, **dict.fromkeys(cards, 1), bakery=1)
        purse(m, 0, 0, 0)
        roll(m, 6)
        for move in moves:
            m.push(move)
        assert last(m)[-1] == hall
        assert coins(m)[0] == 1


def test_a_major_that_nobody_can_buy_is_told_to_leave_the_market() -> None:
    m = match(2, market="ten_stacks", dead_majors="replaced")
    for seat in range(2):
        m.position.cities[seat, CARDS["stadium"]] = 1
    m.position.deck[CARDS["stadium"]] = 2
    m.push("reveal stadium")
    assert last(m) == ["Stadium comes to the market.", "Stadium leaves the market: everybody has one."]


def test_rounds_are_counted_after_the_first_player_has_left() -> None:
    m = match(3, play_on_for_places=True)
    landmark(m, 0, "train_station", "shopping_mall", "amusement_park")
    purse(m, 30, 0, 0)
    to_build(m).push("erect radio_tower")
    rounds = []
    for _ in range(5):
        rounds.append((m.position.turn, m.position.round))
        m.push("rolled 6")
        m.push("pass")
    assert rounds == [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)]


def test_the_reader_is_addressed() -> None:
    m = match(2)
    city(m, 1, cafe=1)
    roll(m, 3)
    assert last(m, 0, addressed=True)[:2] == ["You roll 3.", "Cafe: you pay Player 2 1 coin."]
    assert last(m, 1, addressed=True)[:2] == ["Player 1 rolls 3.", "Cafe: Player 1 pays you 1 coin."]
    assert last(m, 0)[0] == "Player 1 rolls 3."


def test_an_exchange_names_both_cards() -> None:
    m = match(2)
    city(m, 0, apple_orchard=1, business_center=1)
    at(m, "give").push("give apple_orchard")
    m.push("take 1 bakery")
    assert last(m) == ["Player 1 gives Player 2 an Apple Orchard for a Bakery."]
    assert marked(m) == {"city-1-apple_orchard": 0, "city-0-bakery": 0}


def test_lines_carry_their_own_changes() -> None:
    m = match(2)
    city(m, 1, cafe=1)
    roll(m, 3)
    payment = told(m, None)[-1][1]
    assert [(change.target, change.amount, change.source) for change in payment.changes] == [
        ("coins-0", -1, ""),
        ("coins-1", 1, "coins-0"),
    ]


def outlook(m: tt.Match, move: str) -> str:
    """What a move would do, before it is played."""
    book = m.game.rulebook
    return book.words.outlook(m.game.moves.decode(m.find(move)), book.state.proxy(m.redacted(0)), m.names)


def test_a_card_says_before_it_is_built_what_it_would_pay_and_for_which_cards() -> None:
    m = to_build(match(2))
    purse(m, 20, 0)
    cities = m.position.cities
    assert outlook(m, "build cheese_factory").endswith(": it pays nothing while you have no Ranch.")
    cities[0, CARDS["ranch"]] = 3
    chances = "On 7 (never with one die, 6 in 36 with two)"
    assert outlook(m, "build cheese_factory") == f"{chances}: your 3 Ranches make it pay 9 coins, on your own roll."
    cities[0, CARDS["cheese_factory"]] = 1
    assert "make both pay 18 coins" in outlook(m, "build cheese_factory")
    cities[0, CARDS["mine"]] = 1
    assert "your 1 Mine makes it pay 3 coins" in outlook(m, "build furniture_factory")
