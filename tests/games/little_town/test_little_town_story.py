"""What the log says of Little Town Builders is what the rules did."""

from __future__ import annotations

import pytest
from towns import games, goods, play, town

import tabletown as tt
from tabletown.core.view import told

BOOK = tt.rulebook("little-town")


def last(m: tt.Match, viewer: int | None = None, addressed: bool = False) -> list[str]:
    """The lines that tell of the last move."""
    return [line["text"] for line in m.story(viewer, addressed) if line["ply"] == m.ply - 1]


def marked(m: tt.Match) -> dict[str, int]:
    """What the last move changed on the table."""
    return {change["target"]: change["amount"] for change in m.view(0)["changes"]}


def last_turn(points: list[int], **fields: object) -> tt.Match:
    """Seat 1 has the last worker of the game in hand."""
    return town(round=4, hands=[0, 1], active=1, points=points, **fields)  # type: ignore[arg-type]


# ------------------------------------------------------------------ work and tiles


def test_the_story_of_a_turn() -> None:
    m = town(tiles={"D3": ("bakery", 1)}, cubes={0: {"wheat": 1}}, coins={0: 4}, goals={0: ["six_coins"]})
    play(m, "place D4", "rent D3", "pay 1wheat")
    assert m.log == [
        "Player 1 places a worker at D4.",
        "Player 1 rents Player 2’s Bakery at D3 for 1 coin.",
        "Player 1 turns 1 wheat into 4 coins at the Bakery.",
        "Player 1 meets the goal “Hold six coins”: 2 points at the end.",
    ]
    assert marked(m) == {"coins-0": 4, "cubes-0-wheat": -1, "square-D3": 0, "goal-0-six_coins": 0}


def test_the_reader_is_addressed() -> None:
    m = town(tiles={"D3": ("bakery", 1)}, cubes={0: {"wheat": 1}}, coins={0: 4})
    play(m, "place D4", "rent D3")
    assert last(m, 0, addressed=True) == ["You rent Player 2’s Bakery at D3 for 1 coin."]
    assert last(m, 1, addressed=True) == ["Player 1 rents your Bakery at D3 for 1 coin."]
    play(m, "pay 1wheat")
    assert last(m, 0, addressed=True) == ["You turn 1 wheat into 4 coins at the Bakery."]


def test_own_tiles_are_told_in_one_sentence() -> None:
    m = town(
        tiles={"D3": ("bakery", 0), "E3": ("well", 0), "C3": ("wheat_field", 0)},
        cubes={0: {"wheat": 1}},
        coins={0: 2},
        points=[7, 4],
    )
    play(m, "place D4", "use D3")
    assert last(m) == ["Player 1 uses the Bakery at D3: 1 wheat for 4 coins."]
    assert marked(m) == {"coins-0": 4, "cubes-0-wheat": -1, "square-D3": 0}
    play(m, "use E3")
    assert last(m) == ["Player 1 uses the Well at E3: 2 points."]
    assert marked(m) == {"points-0": 2, "square-E3": 0}
    play(m, "use C3")
    assert last(m) == ["Player 1 uses the Wheat field at C3: 1 wheat."]


def test_a_tile_with_a_choice_of_payment_is_told_before_it_is_paid() -> None:
    m = town(tiles={"D3": ("bakery", 0)}, cubes={0: {"wheat": 1}}, coins={0: 3})
    play(m, "place D4", "use D3")
    assert last(m) == ["Player 1 uses the Bakery at D3."]
    assert marked(m) == {"square-D3": 0}


def test_a_trading_shop_is_told_in_its_steps() -> None:
    m = town(tiles={"D3": ("trading_shop", 1)}, cubes={0: {"wood": 2, "fish": 1}}, coins={0: 1})
    play(m, "place D4", "rent D3", "pay 2wood")
    assert last(m) == ["Player 1 pays 2 wood into the Trading shop."]
    assert marked(m) == {"cubes-0-wood": -2, "square-D3": 0}
    play(m, "gain 1stone-1wheat")
    assert last(m) == ["Player 1 takes 1 stone and 1 wheat from the Trading shop."]
    assert marked(m) == {"cubes-0-stone": 1, "cubes-0-wheat": 1, "square-D3": 0}


def test_a_trading_shop_with_one_answer_is_told_at_once() -> None:
    m = town(
        tiles={"D3": ("trading_shop", 0)},
        cubes={0: {"wood": 2}},
        coins={0: 0},
        stock={"wood": 0, "stone": 0, "fish": 0, "wheat": 0},
    )
    play(m, "place D4", "use D3")
    assert last(m) == ["Player 1 uses the Trading shop at D3: 2 wood for 2 wood."]


def test_points_of_a_goal_are_not_told_as_points_of_a_tile() -> None:
    m = town(
        tiles={"B3": ("trading_shop", 0)},
        goals={0: ["gather_five"]},
        coins={0: 0},
        stock={"wood": 1, "stone": 1, "fish": 1, "wheat": 0},
        options={"edition": "iello"},
    )
    play(m, "place B2", "collect wood", "collect stone", "collect fish", "use B3", "pay 1wood-1stone")
    assert m.dump()["points"][0] == 2
    assert last(m)[0] == "Player 1 turns 1 wood and 1 stone into 1 wood and 1 stone at the Trading shop."


@pytest.mark.rule("LT-237", "LT-238")
def test_what_the_stock_lacks_is_told() -> None:
    m = town(tiles={"D3": ("pier", 1), "E3": ("bookshop", 0)}, stock={"fish": 0}, bank=1, coins={0: 2})
    play(m, "place D4", "use E3")
    assert last(m) == ["Player 1 uses the Bookshop at E3: 1 coin. The stock has no more coins."]
    play(m, "rent D3")
    assert last(m)[1] == "Player 1 gets nothing from the Pier. The stock has no more fish."
    m = town(tiles={"D3": ("pier", 0)}, stock={"fish": 0})
    play(m, "place D4", "use D3")
    assert last(m) == ["Player 1 uses the Pier at D3: nothing. The stock has no more fish."]
    m = town(tiles={"D3": ("bakery", 1)}, bank=0, cubes={0: {"wheat": 1}}, coins={0: 1})
    play(m, "place D4", "rent D3")
    assert last(m)[1] == "Player 1 pays 1 wheat into the Bakery and gets nothing. The stock has no more coins."
    m = town(tiles={"D3": ("carpenter", 0)}, stock={"wood": 0}, coins={0: 2})
    play(m, "place D4", "use D3")
    assert last(m) == ["Player 1 uses the Carpenter at D3: 1 coin for nothing. The stock has no more wood."]


@pytest.mark.rule("LT-56", "LT-57", "LT-63")
def test_terrain_is_told_with_what_is_lost_and_what_waits() -> None:
    m = town(stock={"wood": 1})
    play(m, "place B5")
    assert last(m) == ["Player 1 places a worker at B5: 1 wood. The stock has no more wood."]
    assert marked(m) == {"square-B5": 0, "cubes-0-wood": 1}
    m = town(tiles={"B4": ("workshop", 0)}, stock={"wood": 1}, cubes={0: {"wood": 2}}, coins={0: 0})
    play(m, "place B5")
    assert last(m) == ["Player 1 places a worker at B5. Still to collect, for the stock is short: 3 wood."]
    play(m, "collect wood")
    assert last(m) == ["Player 1 collects 1 wood."]
    assert marked(m) == {"cubes-0-wood": 1}
    play(m, "use B4", "done")
    assert last(m) == ["Player 1 collects 2 wood."]
    assert goods(m) == {"wood": 3, "points": 3}
    m = town(tiles={"B4": ("workshop", 0)}, stock={"wood": 1}, cubes={0: {"wood": 2}}, coins={0: 0})
    play(m, "place B5", "done")
    assert last(m) == ["Player 1 collects 1 wood. The stock has no more wood."]


def test_construction_is_told_when_it_is_paid() -> None:
    m = town(cubes={0: {"wood": 2, "stone": 1}}, coins={0: 2}, market=["gold_mine", "pier"])
    play(m, "build gold_mine")
    assert last(m) == []
    play(m, "site D4")
    assert last(m) == ["Player 1 builds a Gold mine at D4 for 1 wood and 1 stone."]
    assert marked(m) == {"cubes-0-wood": -1, "cubes-0-stone": -1, "square-D4": 0}


@pytest.mark.rule("LT-255", "LT-256")
def test_iello_tells_points_at_once() -> None:
    m = town(
        options={"edition": "iello"},
        cubes={0: {"stone": 4}},
        coins={0: 2},
        goals={0: ["cost_three_stone", "no_coins"]},
        points=[7, 4],
    )
    play(m, "build factory", "site D4")
    assert last(m) == [
        "Player 1 builds a Factory at D4 for 4 stone: 8 points.",
        "Player 1 meets the goal “Build for three stone”: 2 points.",
    ]
    assert marked(m)["points-0"] == 10
    lines = told(m, None)[-1]
    assert [[c.amount for c in line.changes if c.target == "points-0"] for line in lines] == [[8], [2]]


# ------------------------------------------------------------------ goals


@pytest.mark.rule("LT-189", "LT-191")
def test_a_goal_is_told_right_after_its_cause() -> None:
    m = town(tiles={"D3": ("well", 1)}, coins={0: 1, 1: 5}, goals={0: ["no_coins"], 1: ["six_coins"]})
    play(m, "place D4", "rent D3")
    assert last(m) == [
        "Player 1 rents Player 2’s Well at D3 for 1 coin.",
        "Player 1 meets the goal “Hold no coins”: 3 points at the end.",
        "Player 2 meets the goal “Hold six coins”: 2 points at the end.",
        "Player 1 gets 2 points from the Well.",
    ]


def test_a_goal_met_by_food_is_told_after_the_meal() -> None:
    m = town(
        hands=[0, 1], active=1, cubes={0: {"fish": 5}}, coins={0: 2, 1: 2}, goals={0: ["feed_all_fish"]}, points=[7, 4]
    )
    play(m, "place F3")
    assert last(m) == [
        "Player 2 places a worker at F3.",
        "All workers are placed: the end of round 1.",
        "Player 1 feeds the workers with 5 fish.",
        "Player 1 meets the goal “Feed all with fish”: 2 points at the end.",
        "Player 2 has no food. 5 workers go hungry: 15 points lost.",
        "Round 2 of 4 begins with Player 2.",
    ]
    assert last(m, 1, addressed=True)[4:] == [
        "You have no food. 5 workers go hungry: 15 points lost.",
        "Round 2 of 4 begins with you.",
    ]
    assert marked(m) == {"square-F3": 0, "cubes-0-fish": -5, "goal-0-feed_all_fish": 0, "points-1": -15}


def test_a_goal_that_was_met_before_is_not_told_again() -> None:
    m = town(tiles={"D3": ("well", 1)}, coins={0: 1}, goals={0: ["no_coins"]}, fulfilled=[{"no_coins": 1}, {}])
    play(m, "place D4", "rent D3")
    assert not any("goal" in line for line in last(m))


@pytest.mark.rule("LT-244")
def test_a_goal_that_is_dealt_is_told_to_its_holder_alone() -> None:
    m = tt.Match(tt.game("little-town", players=2, market="first_game"), seed=1)
    play(m, "begin 1", "deal no_coins")
    assert last(m, 1, addressed=True) == ["You get the goal “Hold no coins”."]
    assert last(m, 0) == last(m, None) == []
    play(m, "deal six_coins", "deal double_food", "deal activate_four", "deal gather_five")
    assert last(m, 0) == ["Player 2 has 5 goals."]
    assert last(m, 1) == ["Player 2 gets the goal “Gather five at once”.", "Player 2 has 5 goals."]


# ------------------------------------------------------------------ rounds and the end


def test_hunger_is_told_with_its_cost() -> None:
    m = town(hands=[0, 1], active=1, cubes={0: {"fish": 4}, 1: {"wheat": 2}}, coins={0: 3, 1: 2})
    play(m, "place F3")
    play(m, "feed 4fish-3coins")
    assert last(m)[0] == "Player 1 feeds the workers with 4 fish and 3 coins."
    assert last(m)[1] == "Player 2 feeds the workers with 2 wheat. 3 workers go hungry: 9 points lost."
    assert marked(m) == {"cubes-0-fish": -4, "coins-0": -3, "cubes-1-wheat": -2, "points-1": -9}
    m = town(hands=[0, 1], active=1, cubes={0: {"fish": 4}}, coins={0: 2, 1: 2})
    play(m, "place F3")
    assert "Player 1 feeds the workers with 4 fish. 1 worker goes hungry: 3 points lost." in last(m)


@pytest.mark.rule("LT-142", "LT-143")
def test_cathedral_and_residence_are_told() -> None:
    m = town(
        tiles={"D3": ("cathedral", 0), "B2": ("residence", 1)},
        hands=[0, 1],
        active=1,
        coins={0: 0, 1: 0},
        standing={"C4": 0, "E4": 1},
        points=[7, 4],
    )
    play(m, "place D4")
    assert last(m)[1:4] == [
        "All workers are placed: the end of round 1.",
        "Cathedral: Player 1 gets 3 points for the workers around it.",
        "Player 2’s Residence works: 1 wood, 1 stone and 1 fish.",
    ]
    assert last(m, 1, addressed=True)[3] == "Your Residence works: 1 wood, 1 stone and 1 fish."
    assert marked(m)["square-D3"] == marked(m)["square-B2"] == 0
    m = town(tiles={"D3": ("cathedral", 0)}, hands=[0, 1], active=1, coins={0: 0, 1: 0})
    play(m, "place H6")
    assert not any("Cathedral" in line for line in last(m)), "nobody stands around it"


@pytest.mark.rule("LT-173")
def test_why_somebody_begins_round_four_is_told() -> None:
    m = town(3, round=3, hands=[0, 0, 1], active=2, points=[5, 9, -30], coins={0: 0, 1: 0, 2: 0})
    play(m, "place F3")
    assert last(m)[-1] == "Round 4 of 4 begins with Player 3, who has the fewest points on the track."
    assert last(m, 2, addressed=True)[-1] == "Round 4 of 4 begins with you, who have the fewest points on the track."
    m = town(3, round=3, hands=[0, 0, 1], active=2, points=[5, -30, 9], coins={0: 0, 1: 0, 2: 0})
    play(m, "place F3")
    assert last(m)[-1] == "Round 4 of 4 begins with Player 2."


@pytest.mark.rule("LT-222", "LT-228")
def test_at_the_end_everybody_reads_all_totals() -> None:
    m = last_turn(
        [20, 14],
        coins={0: 7, 1: 2},
        tiles={"D3": ("well", 0), "D5": ("castle", 1)},
        goals={0: ["no_coins"]},
        fulfilled=[{"no_coins": 1}, {}],
    )
    play(m, "place F3")
    play(m, "feed 6coins")
    assert last(m)[-3:] == [
        "Player 1 has 11 points on the track, 4 for tiles and 3 for goals: 18 points in all.",
        "Player 2 has −1 point on the track and no others.",
        "Player 1 wins with 18 points.",
    ]
    assert last(m, 1, addressed=True)[-2] == "You have −1 point on the track and no others."
    assert marked(m)["points-0"] == -9 + 4 + 3
    assert m.scores == [18, -1]


def test_castle_watchtower_and_coins_are_told_apart_from_the_track() -> None:
    m = last_turn([0, 0], coins={0: 2, 1: 5}, tiles={"D3": ("castle", 1), "D4": ("wheat_field", 1)})
    play(m, "place F3")
    while not m.over:
        play(m, next(move.text for move in m.legal_moves if "coins" not in move.text))
    assert (
        last(m)[-3]
        == "Player 2 has −15 points on the track, 3 for tiles, 4 for castle and watchtower and 1 for coins: "
        "−7 points in all."
    )


@pytest.mark.rule("LT-229")
def test_a_shared_win_names_all_winners() -> None:
    m = last_turn([5, 5], coins={0: 0, 1: 0})
    play(m, "place F3")
    assert last(m)[-1] == "Player 1 and Player 2 share the win with −10 points."
    assert last(m, 1, addressed=True)[-1] == "Player 1 and you share the win with −10 points."
    assert m.view(1)["prompt"]["sentence"] == "Player 1 and you share the win!"
    assert m.view(None)["prompt"]["sentence"] == "Player 1 and Player 2 share the win!"


def test_a_single_winner_is_addressed() -> None:
    m = last_turn([14, 5], coins={0: 0, 1: 0})
    play(m, "place F3")
    assert last(m)[-1] == "Player 1 wins with −1 point."
    assert m.view(0)["prompt"]["sentence"] == "You have won!"
    assert m.view(1)["prompt"]["sentence"] == "Player 1 has won!"


def test_score_parts_add_up_to_the_score() -> None:
    for m in games():
        for seat in range(m.game.players):
            parts = BOOK.words.score_parts(m.position, seat)
            assert sum(points for _, points in parts) == m.scores[seat]
            assert all(points for _, points in parts)


# ------------------------------------------------------------------ labels


def test_labels_name_the_square() -> None:
    m = town(tiles={"C3": ("wheat_field", 0), "E3": ("wheat_field", 0), "D3": ("well", 1)})
    play(m, "place D4")
    labels = {move.text: move.label for move in m.legal_moves}
    assert labels == {
        "use C3": "Use Wheat field at C3",
        "use E3": "Use Wheat field at E3",
        "rent D3": "Rent Well at D3 from Player 2",
        "done": "End turn",
    }


def test_labels_of_payments_and_meals() -> None:
    m = town(tiles={"D3": ("bakery", 0)}, cubes={0: {"wheat": 1}}, coins={0: 3})
    play(m, "place D4", "use D3")
    assert {move.label for move in m.legal_moves} == {"Pay 1 wheat", "Pay 3 coins"}
    m = town(hands=[0, 1], active=1, cubes={0: {"fish": 1}}, coins={0: 3})
    play(m, "place F3")
    assert {move.label for move in m.legal_moves} == {
        "Pay 1 fish, lose 12 points",
        "Pay 1 fish and 3 coins, lose 9 points",
    }


# ------------------------------------------------------------------ what was shown can't be taken back


def test_what_shows_nothing_can_be_taken_back() -> None:
    m = town(tiles={"D3": ("well", 1), "C3": ("gold_mine", 0), "E3": ("wheat_field", 0)})
    for move in ("place D4", "use C3", "rent D3"):
        m.push(move)
        assert m.can_undo(0), move


@pytest.mark.rule("LT-84", "LT-245")
@pytest.mark.parametrize("goals", [{1: ["six_coins"]}, {1: ["double_food"]}], ids=["met", "not held"])
def test_rent_that_shows_a_goal_cant_be_taken_back(goals: dict[int, list[str]]) -> None:
    """Whether the owner has the goal or not: everybody knows it now."""
    m = town(
        tiles={"D3": ("well", 1), "E3": ("wheat_field", 0)}, coins={0: 3, 1: 5}, goals=goals | {0: ["three_touching"]}
    )
    play(m, "place D4", "rent D3")
    assert m.actor == 0
    assert not m.can_undo(0)


def test_a_goal_that_nobody_else_can_have_shows_nothing() -> None:
    """Seat 0 has met the goal openly, so seat 1 can't have it."""
    m = town(
        tiles={"D3": ("well", 1), "E3": ("wheat_field", 0)},
        coins={0: 3, 1: 5},
        goals={0: ["six_coins"]},
        fulfilled=[{"six_coins": 1}, {}],
    )
    play(m, "place D4", "rent D3")
    assert m.can_undo(0)


def test_a_goal_that_this_market_does_not_allow_shows_nothing() -> None:
    """No tile gives coins, so nobody has the goal of six coins."""
    poor = ["grocery", "trading_shop", "stone_shop", "granary", "workshop", "factory", "church", "statue", "castle"]
    m = town(tiles={"D3": ("well", 1), "E3": ("wheat_field", 0)}, market=[*poor, "bar", "pier"], coins={0: 3, 1: 5})
    play(m, "place D4", "rent D3")
    assert m.position.coins[1] == 6
    assert m.can_undo(0)


def test_a_player_without_secrets_shows_nothing() -> None:
    """All goals of seat 1 lie open."""
    hand = ["three_touching", "double_food", "activate_four", "gather_five", "no_coins"]
    m = town(
        tiles={"D3": ("well", 1), "E3": ("wheat_field", 0)},
        coins={0: 3, 1: 5},
        goals={1: hand},
        fulfilled=[{}, dict.fromkeys(hand, 1)],
    )
    play(m, "place D4", "rent D3")
    assert m.position.coins[1] == 6
    assert m.can_undo(0)


def test_an_own_goal_that_is_shown_cant_be_taken_back() -> None:
    m = town(tiles={"D3": ("well", 0), "E3": ("bar", 0), "C3": ("wheat_field", 0)}, goals={0: ["vp_from_two"]})
    play(m, "place D4", "use D3")
    assert m.can_undo(0)
    play(m, "use E3")
    assert m.actor == 0
    assert not m.can_undo(0)


def test_the_placement_that_ends_a_round_cant_be_taken_back_when_food_shows_a_goal() -> None:
    """With two players the one who placed last may be asked again at once, for food."""
    m = town(hands=[0, 1], active=1, start=1, cubes={1: {"fish": 3}}, coins={0: 3, 1: 3}, goals={0: ["no_coins"]})
    play(m, "place F3")
    assert m.actor == 1
    assert m.can_undo(1), "nothing was shown: seat 1 is asked first"
    m = town(
        hands=[0, 1], active=1, cubes={0: {"fish": 5}, 1: {"fish": 3}}, coins={0: 2, 1: 3}, goals={0: ["feed_all_fish"]}
    )
    play(m, "place F3")
    assert m.actor == 1
    assert not m.can_undo(1), "seat 0 fed all workers with fish"


def test_a_residence_owners_done_cant_be_taken_back_when_food_shows_a_goal() -> None:
    fields = {
        "tiles": {"D3": ("residence", 1), "E3": ("wheat_field", 1)},
        "hands": [0, 1],
        "active": 1,
        "cubes": {0: {"fish": 5}, 1: {"fish": 3}},
        "goals": {0: ["feed_all_fish"]},
    }
    m = town(coins={0: 2, 1: 3}, **fields)  # type: ignore[arg-type]
    play(m, "place H4")
    assert m.actor == 1
    assert m.can_undo(1)
    play(m, "done")
    assert m.actor == 1
    assert not m.can_undo(1)


@pytest.mark.rule("LT-249")
def test_the_end_shows_all_goals() -> None:
    m = last_turn([0, 0], coins={0: 0, 1: 0})
    before = m.position.copy()
    play(m, "place F3")
    assert m.over
    assert BOOK.view.reveals(before, m.moves[-1].id, m.position)
