"""Positions of Little Town Builders from outside: what can't come up is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from towns import FIRST_GAME, SETTINGS, games, positions, town

import tabletown as tt
from tabletown.games.little_town.state import counted, derive

MARKET = {"offered": dict.fromkeys([*FIRST_GAME, "wheat_field"], 1)}
MARKET["supply"] = MARKET["offered"] | {"wheat_field": 5}
OLD = ["no_coins", "six_coins", "double_food", "activate_four", "gather_five"]
WELL = {"D3": ("well", 0)}
SHOP = {"D3": ("trading_shop", 0), "E3": ("statue", 0), "C3": ("wheat_field", 1)}
AT_D4 = {"standing": {"D4": 0}, "phase": "activate", "square": "D4"}


def hand(*goals: str, first: int = 1) -> dict[str, int]:
    return {goal: number for number, goal in enumerate(goals, first)}


BARE: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "no phase": ({}, {"phase": None}, "phase can't be None"),
    "a castle that nobody chose to build": ({}, {"phase": "pay_cost", "kind": "castle"}, "has 12 kinds of tile"),
    "a phase between two decisions": ({}, {"phase": "round_end"}, "phase can't be 'round_end'"),
    "a round 5": ({}, {"round": 5}, "between 1 and 4"),
    "a third player of two": ({}, {"active": 2}, "between 0 and 1"),
    "a start marker too early": ({}, {"start": 1}, "Nobody has the start marker"),
    "a tile too early": (
        {},
        {"offered": {"wheat_field": 1, "well": 1}, "supply": {"wheat_field": 5, "well": 1}},
        "drawn",
    ),
    "no wheat fields": ({}, {"offered": {}, "supply": {}}, "always in the market"),
    "a market by lot for a first game": ({"market": "first_game"}, {"phase": "market"}, "still to be drawn"),
    "a complete market": ({}, {"phase": "market", **MARKET}, "still to be drawn"),
    "a market for somebody else": ({}, {"phase": "market", "active": 1}, "for the start player"),
    "coins before the first turn": ({}, {"coins": [4, 3], "bank": 33}, "Nothing is won or lost"),
    "points before the first turn": ({}, {"points": [1, 0]}, "Nothing is won or lost"),
    "a round before the first turn": ({}, {"round": 2}, "Nothing is won or lost"),
    "workers away before the first turn": ({}, {"workers": [4, 5]}, "Nothing is won or lost"),
    "a goal met before the first turn": ({}, {"fulfilled": [{"no_coins": 1}, {}]}, "no goal is met"),
    "a tile built before the first turn": (
        {},
        {
            "tiles": {"D4": "wheat_field"},
            "owners": {"D4": "seat_0"},
            "houses": [6, 7],
            "supply": {"wheat_field": 4},
        },
        "Nothing is built",
    ),
    "goals before the market": ({}, {"goals": [{"no_coins": 1}, {}], "hand": [1, 0]}, "before the market is complete"),
    "goals out of turn": (
        {},
        {"phase": "deal_goals", **MARKET, "goals": [{}, {"no_coins": 1}], "hand": [0, 1]},
        "seat by seat",
    ),
    "a deal that is done": (
        {},
        {"phase": "deal_goals", **MARKET, "goals": [hand(*OLD), {}], "hand": [5, 0]},
        "seat by seat",
    ),
    "goals that skip a number": (
        {},
        {"phase": "deal_goals", **MARKET, "goals": [{"no_coins": 2}, {}], "hand": [1, 0]},
        "in the order",
    ),
    "a swap without a discarded goal": (
        {},
        {
            "phase": "swap_goals",
            **MARKET,
            "goals": [
                hand(*OLD[:4]),
                hand("feed_all_fish", "three_touching", "vp_from_two", "cost_three_wood", "cost_three_stone"),
            ],
            "hand": [4, 5],
        },
        "has discarded a goal",
    ),
    "a goal discarded for nothing": (
        {},
        {"phase": "deal_goals", **MARKET, "discarded": {"fish_building": 1}},
        "this market can fulfil it",
    ),
}


@pytest.mark.parametrize(("options", "words", "sentence"), BARE.values(), ids=BARE)
def test_what_cant_come_up_is_refused(options: dict[str, Any], words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tt.BadPosition, match=sentence):
        tt.Match(tt.game("little-town", players=2, **options), position=words)


def test_a_swap_is_that_of_the_first_goal_that_the_market_does_not_allow() -> None:
    """No tile with fish in the market: seat 0 has discarded the goal that needs one. LT-181..185"""
    kinds = ["bakery", *FIRST_GAME[2:], "bar"]
    words: dict[str, Any] = {
        "phase": "swap_goals",
        "offered": dict.fromkeys([*kinds, "wheat_field"], 1),
        "supply": dict.fromkeys(kinds, 1) | {"wheat_field": 5},
        "goals": [
            hand("no_coins", "double_food", "activate_four", "gather_five", first=2),
            hand("feed_all_fish", "three_touching", "vp_from_two", "cost_three_wood", "cost_three_stone"),
        ],
        "hand": [4, 5],
        "discarded": {"fish_building": 1},
    }
    game = tt.game("little-town", players=2)
    assert tt.Match(game, position=words).actor == tt.CHANCE
    with pytest.raises(tt.BadPosition, match="nobody else lacks one"):
        tt.Match(game, position=words | {"active": 1})
    with pytest.raises(tt.BadPosition, match="each number once"):
        tt.Match(game, position=words | {"goals": [words["goals"][0] | {"no_coins": 3}, words["goals"][1]]})
    with pytest.raises(tt.BadPosition, match="before all are dealt"):
        tt.Match(game, position=words | {"phase": "deal_goals"})
    no_points = ["gold_mine", "statue", "castle", "bookshop", "carpenter", "stone_shop", "cathedral", "residence"]
    no_points += ["watchtower", "bakery", "trading_shop", "well"]
    poor = dict.fromkeys([*no_points, "wheat_field"], 1)
    words |= {"offered": poor, "supply": poor | {"wheat_field": 5}}
    assert tt.Match(game, position=words).actor == tt.CHANCE, "seat 1 is still to be checked"
    words["goals"] = [words["goals"][1] | {}, words["goals"][0]]
    words |= {"hand": [5, 4], "active": 1}
    with pytest.raises(tt.BadPosition, match="vp_from_two has been replaced"):
        tt.Match(game, position=words)


TURNS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a round end in mid-round": ({}, {"step": 3}, "step is 0, not 3"),
    "a residence that isn't there": ({}, {"residence_works": 1}, "residence_works is 0"),
    "tiles used before a turn": ({}, {"activated": 1}, "activated is 0"),
    "more points than tiles": (
        {"tiles": {**WELL, "E3": ("wheat_field", 0)}, **AT_D4},
        {"used": {"north_east": 1}, "scored_from": 1},
        "scored_from is 0",
    ),
    "a turn without a worker": ({"hands": [0, 5]}, {}, "needs a worker"),
    "a tile in use in a turn": ({}, {"kind": "well"}, "only while somebody works"),
    "a square in use in a turn": ({}, {"square": "D4"}, "only while somebody works"),
    "cubes received before a turn": ({}, {"received": {"wood": 1}}, "only while somebody works"),
    "cubes pending before a turn": ({}, {"pending": {"wood": 1}}, "only while somebody works"),
    "a neighbour used before a turn": ({}, {"used": {"north": 1}}, "only while somebody works"),
    "a goal that can't be met": (
        {
            "market": [
                "gold_mine",
                "statue",
                "castle",
                "bookshop",
                "carpenter",
                "stone_shop",
                "cathedral",
                "residence",
                "watchtower",
                "bakery",
                "trading_shop",
                "well",
            ],
            "goals": {0: ["vp_from_two"]},
        },
        {},
        "vp_from_two has been replaced",
    ),
    "an end before round 4": ({}, {"phase": "over", "round": 3}, "ends after round 4"),
    "an end with workers away": ({"standing": {"D4": 0}}, {"phase": "over", "round": 4}, "workers are home"),
    "an end of somebody else": ({}, {"phase": "over", "round": 4, "active": 1}, "start player"),
    "food with workers in hand": ({"cubes": {0: {"fish": 6, "wheat": 1}}}, {"phase": "food"}, "nobody has a worker"),
    "food without a choice": ({"hands": [0, 0], "coins": {0: 2}}, {"phase": "food"}, "one way to feed"),
    # construction
    "no tile to build": ({}, {"phase": "build_square"}, "must be named"),
    "a tile out of stock": (
        {"tiles": WELL, "coins": {0: 20}},
        {"phase": "build_square", "kind": "well"},
        "no Well left",
    ),
    "a tile not in this game": ({"coins": {0: 20}}, {"phase": "build_square", "kind": "bar"}, "no Bar left"),
    "a tile that can't be paid": ({}, {"phase": "build_square", "kind": "castle"}, "can't pay for the Castle"),
    "no worker to build": (
        {"hands": [0, 5], "coins": {0: 20}},
        {"phase": "build_square", "kind": "well"},
        "needs a worker",
    ),
    "a site chosen too early": (
        {"coins": {0: 20}},
        {"phase": "build_square", "kind": "well", "square": "D4"},
        "still to be chosen",
    ),
    "no site to pay for": ({"coins": {0: 20}}, {"phase": "pay_cost", "kind": "well"}, "square of the new tile"),
    "a site on terrain": ({"coins": {0: 20}}, {"phase": "pay_cost", "kind": "well", "square": "A1"}, "on A1"),
    "a site that is taken": (
        {"tiles": WELL, "coins": {0: 20}},
        {"phase": "pay_cost", "kind": "bakery", "square": "D3"},
        "on D3",
    ),
    "a cost without a choice": (
        {"coins": {0: 20}},
        {"phase": "pay_cost", "kind": "well", "square": "D4"},
        "only one way to pay",
    ),
    # work
    "no square to work on": ({"tiles": WELL}, {"phase": "activate"}, "square of the worker"),
    "nobody there": ({"tiles": WELL}, {"phase": "activate", "square": "D4"}, "no worker and no residence"),
    "somebody else's worker": ({"tiles": WELL, **AT_D4, "standing": {"D4": 1}}, {}, "no worker and no residence"),
    "nothing to use": ({**AT_D4}, {}, "nothing to use"),
    "everything used": ({"tiles": WELL, **AT_D4}, {"used": {"north": 1}}, "nothing to use"),
    "a statue used": ({"tiles": SHOP, **AT_D4}, {"used": {"north_east": 1}}, "with an effect"),
    "grass used": ({"tiles": WELL, **AT_D4}, {"used": {"south": 1}}, "with an effect"),
    "beyond the edge": (
        {"tiles": {"B5": ("well", 0)}, "standing": {"A5": 0}},
        {"phase": "activate", "square": "A5", "used": {"west": 1}},
        "with an effect",
    ),
    "more terrain than there is": ({"tiles": SHOP, **AT_D4}, {"pending": {"wood": 1}}, "no choice when to collect"),
    "no reason to wait": (
        {"tiles": {"B4": ("well", 0)}, "standing": {"B5": 0}},
        {"phase": "activate", "square": "B5", "pending": {"wood": 1}},
        "no choice when to collect",
    ),
    "cubes from nowhere": ({"tiles": WELL, **AT_D4}, {"received": {"wood": 1}}, "can have received 1 wood"),
    "a tile in use between two": ({"tiles": WELL, **AT_D4}, {"kind": "well"}, "no tile is in use"),
    "no tile to pay into": ({"tiles": SHOP, **AT_D4}, {"phase": "pay_input"}, "marked as used"),
    "a tile not marked as used": (
        {"tiles": SHOP, **AT_D4, "coins": {0: 9}},
        {"phase": "pay_input", "kind": "trading_shop"},
        "marked as used",
    ),
    "an input without a choice": (
        {"tiles": SHOP, **AT_D4, "coins": {0: 6}},
        {"phase": "pay_input", "kind": "trading_shop", "used": {"north": 1}},
        "only one way to pay",
    ),
    "a choice of cubes elsewhere": (
        {"tiles": WELL, **AT_D4},
        {"phase": "gain", "kind": "well", "used": {"north": 1}},
        "no choice of cubes",
    ),
    "a choice among nothing": (
        {"tiles": SHOP, **AT_D4, "stock": {"wood": 0, "stone": 0, "fish": 0, "wheat": 0}},
        {"phase": "gain", "kind": "trading_shop", "used": {"north": 1}},
        "no choice of cubes",
    ),
    # residence
    "a residence of somebody else": (
        {"tiles": {"D4": ("residence", 1), **WELL}, "hands": [0, 0]},
        {"phase": "activate", "square": "D4"},
        "no worker and no residence",
    ),
    "a residence in mid-round": (
        {"tiles": {"D4": ("residence", 0), **WELL}},
        {"phase": "activate", "square": "D4"},
        "nobody has a worker",
    ),
    "cubes that count for a residence": (
        {"tiles": {"B2": ("residence", 0), "C2": ("well", 0)}, "hands": [0, 0]},
        {"phase": "activate", "square": "B2", "received": {"wood": 1}},
        "can have received",
    ),
    "a well at work": (
        {"tiles": {"D4": ("well", 0), "D3": ("gold_mine", 0)}, "hands": [0, 0]},
        {"phase": "activate", "square": "D4"},
        "no worker and no residence",
    ),
}


@pytest.mark.parametrize(("fields", "words", "sentence"), TURNS.values(), ids=TURNS)
def test_what_cant_come_up_in_play_is_refused(fields: dict[str, Any], words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tt.BadPosition, match=sentence):
        town(**(fields | words))


def test_no_house_no_building() -> None:
    full = dict.fromkeys(("B2", "D2", "F2", "H2", "B4"), ("wheat_field", 0))
    full |= {"D4": ("well", 0), "F4": ("bakery", 0)}
    with pytest.raises(tt.BadPosition, match="Without a house"):
        town(tiles=full, coins={0: 20}, phase="build_square", kind="gold_mine")


def test_a_position_may_leave_out_what_does_not_matter() -> None:
    """What a turn has counted so far, and where other workers are."""
    match = town(tiles=SHOP, **AT_D4)
    assert {move.text for move in match.legal_moves} == {"rent C3", "done"}
    match = town(hands=[0, 0], cubes={0: {"fish": 6, "wheat": 1}}, coins={1: 2}, phase="food")
    match.push("feed 5fish")
    assert match.position.round == 2, "seat 1 has been fed, and nobody twice"
    match = town(
        tiles={"D4": ("residence", 1), "D3": ("well", 1)},
        coins={0: 2, 1: 2},
        hands=[0, 0],
        phase="activate",
        square="D4",
        active=1,
    )
    match.push("use D3")
    assert match.position.points[1] == 2 - 15
    assert match.position.points[0] == -15
    assert match.position.round == 2, "the residence worked once"
    assert town(points=[5, 3], round=3).position.round == 3


def test_what_follows_from_a_position_is_what_the_rules_have_counted() -> None:
    for match in games():
        for s in positions(match):
            again = s.copy()
            for name, value in counted(s).items():
                assert getattr(s, name) == value
                setattr(again, name, 0)
            derive(again)
            assert again.array.tobytes() == s.array.tobytes()


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_every_position_of_the_preparation_is_accepted(players: int, options: dict[str, str]) -> None:
    match = tt.Match(tt.game("little-town", players=players, **options), seed=players)
    while match.actor == tt.CHANCE:
        again = tt.Match(match.game, seed=1, position=match.dump())
        assert again.position.array.tobytes() == match.position.array.tobytes()
        match.step_chance()
