"""Positions of Machi Koro from outside: what can't come up is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

import tabletown as tt

FOUR = {"train_station": 1, "shopping_mall": 1, "amusement_park": 1, "radio_tower": 1}
PARK = [{"train_station": 1, "amusement_park": 1}, {}]
TOWER = [{"radio_tower": 1}, {}]

REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "no phase": ({}, {"phase": None}, "phase can't be None"),
    "a deal to the open market": ({}, {"phase": "deal"}, "No cards are dealt"),
    "places without landmarks": ({}, {"places": [1, 2], "phase": "build"}, "all four landmarks"),
    "nobody left to play": ({"play_on_for_places": True}, {"places": [1, 0], "landmarks": [FOUR, {}]}, "can't play on"),
    "a winner who plays on": ({}, {"places": [1, 0], "landmarks": [FOUR, {}], "phase": "build"}, "the game is over"),
    "landmarks without a place": ({}, {"landmarks": [FOUR, {}], "phase": "build"}, "as soon as"),
    "an end without a winner": ({}, {"phase": "over"}, "ends with its winner"),
    "the wrong winner": ({}, {"phase": "over", "places": [0, 1], "landmarks": [{}, FOUR]}, "had the last turn"),
    "a place twice": ({}, {"phase": "over", "places": [1, 1], "landmarks": [FOUR, FOUR]}, "each of them once"),
    "a card that is not there": ({}, {"phase": "take", "given": "mine"}, "Business Center"),
    "a card given too early": ({}, {"phase": "build", "given": "bakery"}, "only in the phase 'take'"),
    "coins from nowhere": ({"limited_bank": True}, {"coins": [200, 200]}, "282 coins"),
    "two dice without a station": ({}, {"phase": "roll", "dice_thrown": 2}, "Train Station"),
    "no dice at all": ({}, {"phase": "roll"}, "One die is thrown"),
    "a choice of dice": ({}, {"phase": "choose_dice"}, "choice of dice"),
    "a second roll": ({}, {"phase": "reroll", "dice_thrown": 1, "dice": [3, 0]}, "Radio Tower"),
    "a third roll": (
        {},
        {"phase": "reroll", "dice_thrown": 1, "dice": [3, 0], "rerolled": 1, "landmarks": TOWER},
        "once a turn",
    ),
    "dice that were not thrown": ({}, {"phase": "reroll", "dice_thrown": 1, "landmarks": TOWER}, "what was thrown"),
    "an extra turn": ({}, {"phase": "build", "extra_turn": 1}, "Amusement Park"),
    "no doubles": ({}, {"phase": "build", "dice": [2, 3], "extra_turn_due": 1, "landmarks": PARK}, "after doubles"),
    "a chain": (
        {"extra_turn_chains": False},
        {"phase": "build", "extra_turn": 1, "extra_turn_due": 1, "landmarks": PARK},
        "no further one",
    ),
    "a landmark still asleep": ({}, {"phase": "build", "landmarks": [{"shopping_mall": 2}, {}]}, "work at once"),
    "an own landmark asleep": (
        {"landmark_active_at_once": False},
        {"phase": "build", "landmarks": [{"shopping_mall": 2}, {}]},
        "work by now",
    ),
    "a market in need": ({"market": "ten_stacks"}, {"phase": "build"}, "filled up first"),
    "a major on a 5": ({}, {"phase": "give", "dice": [5, 0]}, "work on a 6"),
    "nobody to choose from": ({}, {"phase": "tv_station"}, "several opponents"),
    "a lot that is not drawn": ({"starting_player": "seat_1"}, {"phase": "start"}, "drawn by lot"),
}


@pytest.mark.parametrize(("options", "words", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_cant_come_up_is_refused(options: dict[str, Any], words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tt.BadPosition, match=sentence):
        tt.Match(tt.game("machi-koro", players=2, **options), position=words)


def test_a_position_may_leave_out_what_does_not_matter() -> None:
    match = tt.Match(tt.game("machi-koro", players=2), position={"phase": "build", "coins": [30, 0]})
    match.push("erect radio_tower")
    assert match.position.turn == 1, "the turn passes on"
    assert match.position.round == 1
