"""The solitaire game and its four opponents: MW-207 to MW-271."""

from __future__ import annotations

from itertools import pairwise

import pytest
from mint_town import (
    GAMES,
    OPPONENTS,
    against,
    bottom,
    buildings,
    chance,
    deck_cards,
    full,
    is_open,
    mints,
    on,
    pass_round,
    phase,
    plans,
    play,
    random_game,
    solo,
    star_count,
    supply,
    texts,
    upkeep,
)

import tabletown as tt
from tabletown.games.mint_works.components import LOCATIONS, PLANS
from tabletown.games.mint_works.rules.solitaire import opponent_places
from tabletown.games.mint_works.rules.usable import can_hire

SOLO = [options for options in GAMES if options["players"] == 1]


def now(match: tt.Match) -> str:
    """What the opponent does now: there is always exactly one thing."""
    (move,) = texts(match)
    return move


def cornered(*more: str) -> dict[str, list[tuple[int, int]]]:
    """Producer and Leadership Council are full, so that other Locations come into question; `more` are full too."""
    return full("producer", "leadership_council", *more)


def lines(match: tt.Match) -> str:
    return " ".join(match.log)


# ------------------------------------------------------------------ turns


@pytest.mark.rule("MW-207", "MW-35")
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_two_take_turns_until_both_have_passed(opponent):
    blocked = cornered("builder", "supplier")
    match = against(opponent, on=blocked)
    match.push("pass")
    assert (match.actor, now(match)) == (tt.CHANCE, "opponent_passes")
    match.push("opponent_passes")
    assert match.position.round == 4


@pytest.mark.rule("MW-208", "MW-216")
@pytest.mark.parametrize("options", SOLO)
def test_the_opponent_never_decides_and_places_whenever_it_can(options):
    for match in random_game(3, **options):
        if match.over or match.actor != tt.CHANCE:
            assert match.over or match.actor == 0
        elif phase(match) == "rival":
            assert len(match.legal_ids) == 1
            place = match.view(0)["position"]["opponent_next"]
            assert now(match) == (f"opponent_uses {place}" if place else "opponent_passes")


@pytest.mark.rule("MW-209", "MW-212", "MW-203")
@pytest.mark.parametrize(("bought", "row"), [("windmill", ["statue", "vault"]), ("statue", ["windmill", "vault"])])
def test_a_bought_plan_is_replaced_next_to_the_deck(bought, row):
    match = against("sonic", supply=["windmill", "statue"])
    match.push(f"buy {bought}")
    assert phase(match) == "restock"
    match.push("reveal vault")
    assert (supply(match), phase(match)) == (row, "rival")


@pytest.mark.rule("MW-210")
def test_a_hired_purchase_is_replaced_too():
    match = against(
        "sonic", supply=["windmill", "statue"], on={"supplier": [(0, 1)]}, opened=["temp_agency"], mints=(9, 5)
    )
    play(match, "use temp_agency", "buy statue", "reveal mine")
    assert supply(match) == ["windmill", "mine"]
    assert on(match, "temp_agency") == [(0, 3)]


@pytest.mark.rule("MW-211")
def test_no_replacement_after_a_swap():
    match = against("sonic", supply=["windmill", "statue"], plans=[["mine"]], opened=["swap_meet"])
    play(match, "use swap_meet", "take windmill")
    assert (supply(match), phase(match)) == (["mine", "statue"], "rival")


REST = [card for card in PLANS if card not in ("windmill", "statue")]


@pytest.mark.rule("MW-213", "MW-230")
def test_with_an_empty_deck_the_gap_stays_and_ends_the_game_in_upkeep():
    match = against(
        "justin",
        token=0,
        plans=[REST],
        supply=["windmill", "statue"],
        on=cornered("builder") | {"supplier": [(0, 1)]},
        mints=(3, 0),
    )
    match.push("buy statue")
    assert (supply(match), now(match)) == (["windmill", None], "opponent_passes")
    play(match, "opponent_passes", "pass")
    assert match.over


@pytest.mark.rule("MW-237")
def test_a_replacement_is_one_card_so_an_old_gap_waits_for_upkeep():
    match = against(
        "justin",
        token=0,
        plans=[[*REST, "statue"]],
        supply=["windmill", None],
        opened=["recycler"],
        mints=(9, 0),
        on={"leadership_council": [(0, 1)]},
    )
    play(match, "use recycler", "recycle mine")
    assert supply(match) == ["windmill", None]
    assert bottom(match) == ["mine"]
    chance(match)
    match.push("buy windmill")
    assert supply(match) == ["mine", None], "one card for the one bought"


# ------------------------------------------------------------------ where the opponent goes


@pytest.mark.rule("MW-214", "MW-215", "MW-267")
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, "opponent_uses producer"),
        ({"on": full("producer"), "opened": ["wholesaler"]}, "opponent_uses wholesaler"),
        ({"on": full("producer"), "plans": [[], ["mine"]]}, "opponent_uses builder"),
        ({"on": full("producer")}, "opponent_uses supplier"),
        ({"on": full("producer", "supplier")}, "opponent_uses leadership_council"),
        ({"on": cornered("supplier"), "opened": ["lotto"]}, "opponent_uses lotto"),
        ({"on": cornered("supplier"), "opened": ["crowdfunder"]}, "opponent_uses crowdfunder"),
        ({"on": cornered("supplier")}, "opponent_passes"),
    ],
)
def test_the_first_location_of_the_line_that_works(changed, expected):
    assert now(solo("rachael", **changed)) == expected
    if "plans" not in changed:
        assert now(solo("sonic", **changed)) == expected


@pytest.mark.rule("MW-216")
def test_it_may_place_again_after_a_pass():
    match = solo("sonic", mints=(3, 0), on={})
    play(match, "opponent_passes", "use producer")
    assert now(match) == "opponent_passes"
    match = solo("sonic", mints=(3, 0), on={}, opened=["crowdfunder"])
    play(match, "opponent_passes", "use crowdfunder")
    assert now(match) == "opponent_uses producer"


@pytest.mark.rule("MW-217")
def test_it_pays_with_its_own_cards_counted():
    match = solo(
        "rachael",
        mints=(3, 3),
        buildings=[[], ["crane", "truck", "assembler"]],
        plans=[[], ["mine"]],
        on=full("producer"),
        supply=["gardens", "plant"],
    )
    match.push("opponent_uses builder")
    assert (mints(match)[1], on(match, "builder")) == (2, [(1, 1)])
    play(match, "pass", "opponent_uses supplier")
    assert (mints(match)[1], on(match, "supplier")) == (0, [(1, 2)])
    assert buildings(match, 1)[-1] == "gardens"


@pytest.mark.rule("MW-218")
def test_it_builds_its_oldest_plan():
    match = solo("rachael", plans=[[], ["vault", "mine", "crane"]], on=full("producer"))
    match.push("opponent_uses builder")
    assert (buildings(match, 1), plans(match, 1)) == (["vault"], ["mine", "crane"])
    assert "oldest plan" in lines(match)


@pytest.mark.rule("MW-219")
def test_it_looks_only_at_plans_it_can_pay():
    match = solo("rachael", mints=(3, 2), supply=["plant", "mine"], on=full("producer"))
    match.push("opponent_uses supplier")
    assert plans(match, 1) == ["mine"]
    poor = solo("rachael", mints=(3, 1), supply=["plant", "mine"], on=full("producer"))
    assert now(poor) == "opponent_uses leadership_council"


COSTS_FIRST = [
    ("justin", ["mine", "gardens"], "mine"),
    ("rachael", ["mine", "gardens"], "gardens"),
    ("sonic", ["gardens", "mine"], "gardens"),
    ("mort", ["statue", "gardens"], "gardens"),
]
TYPE_ORDERS = {
    "justin": ["crane", "mine", "statue"],
    "rachael": ["mine", "statue", "crane"],
    "sonic": ["statue", "mine", "crane"],
    "mort": ["crane", "statue"],
}
ONES = {
    "justin": ["wholesaler", "co_op", "windmill"],
    "rachael": ["co_op", "windmill", "wholesaler"],
    "sonic": ["windmill", "co_op", "wholesaler"],
    "mort": ["wholesaler", "windmill"],
}


@pytest.mark.rule("MW-220", "MW-238", "MW-245", "MW-255", "MW-263")
@pytest.mark.parametrize(("opponent", "row", "bought"), COSTS_FIRST)
def test_cost_comes_first(opponent, row, bought):
    for order in (row, row[::-1]):
        match = solo(opponent, supply=order, on=full("producer"), mints=(3, 0 if opponent == "mort" else 9))
        match.push("opponent_uses supplier")
        assert plans(match, 1) == [bought]


@pytest.mark.rule("MW-220", "MW-138")
def test_a_truck_does_not_change_the_cost_compared():
    match = solo("justin", buildings=[[], ["truck"]], supply=["windmill", "mine"], on=full("producer"), mints=(3, 9))
    match.push("opponent_uses supplier")
    assert plans(match, 1) == ["windmill"]


@pytest.mark.rule("MW-221", "MW-223", "MW-238", "MW-245", "MW-255", "MW-263")
@pytest.mark.parametrize(("opponent", "order"), [*TYPE_ORDERS.items(), *ONES.items()])
def test_type_comes_second(opponent, order):
    for better, worse in pairwise(order):
        for row in ([better, worse], [worse, better]):
            match = solo(opponent, supply=row, on=full("producer"))
            match.push("opponent_uses supplier")
            assert plans(match, 1) == [better]


@pytest.mark.rule("MW-221", "MW-223")
def test_deed_stands_behind_utility_for_justin():
    match = solo("justin", supply=["lotto", "obelisk"], on=full("producer"), mints=(3, 9))
    match.push("opponent_uses supplier")
    assert plans(match, 1) == ["obelisk"]


@pytest.mark.rule("MW-222")
@pytest.mark.parametrize("row", [["truck", "crane"], ["crane", "truck"]])
def test_nearest_to_the_deck_comes_last(row):
    match = solo("sonic", supply=row, on=full("producer"))
    match.push("opponent_uses supplier")
    assert plans(match, 1) == [row[1]]
    assert "next to the deck" in lines(match)


@pytest.mark.rule("MW-224")
def test_it_uses_the_council_also_with_the_token():
    match = solo("rachael", token=1, on=full("producer", "supplier"))
    match.push("opponent_uses leadership_council")
    assert (match.position.token, mints(match)[1]) == (1, 5)


@pytest.mark.rule("MW-225", "MW-231")
def test_it_owns_deeds_and_shares_a_co_op():
    match = solo(
        "sonic",
        mints=(3, 0),
        buildings=[["co_op"], ["wholesaler"]],
        on=cornered() | {"wholesaler": [(0, 1)], "supplier": [(0, 1)]},
    )
    upkeep(match)
    assert mints(match) == [3 + 1 + 1, 0 + 1 + 1 + 1]
    match = solo("sonic", mints=(3, 0), buildings=[[], ["co_op"]], on=cornered() | {"supplier": [(0, 1)]})
    upkeep(match)
    assert mints(match) == [3 + 1 + 1, 0 + 1 + 1]
    poor = solo("sonic", mints=(3, 2), opened=["lotto"], on=cornered("supplier"))
    assert now(poor) == "opponent_passes"
    assert now(solo("sonic", mints=(3, 3), opened=["lotto"], on=cornered("supplier"))) == "opponent_uses lotto"


# ------------------------------------------------------------------ the flush


def quiet(opponent: str = "sonic", **changed) -> tt.Match:
    """Nobody can place any more; the human passes first."""
    usual = {"turn": 0, "phase": "develop", "mints": (0, 0), "supply": ["windmill", "statue"]}
    match = solo(opponent, **(usual | changed))
    return play(match, "pass", "opponent_passes")


@pytest.mark.rule("MW-226", "MW-228", "MW-192")
def test_plans_nobody_looked_at_go_under_the_deck():
    match = quiet(under=["vault"])
    assert phase(match) == "flush"
    assert bottom(match) == ["vault", "windmill", "statue"]
    assert supply(match) == [None, None]
    play(match, "reveal mine", "reveal plant")
    assert supply(match) == ["mine", "plant"]
    assert match.view(0)["position"]["under"] == ["vault", "windmill", "statue"]
    assert (mints(match), match.position.round) == ([1, 1], 4)


@pytest.mark.rule("MW-226", "MW-158")
def test_the_flush_comes_after_deed_pay_and_before_mints_go_back():
    match = quiet(buildings=[["wholesaler"]], on={"wholesaler": [(1, 1)]})
    assert (phase(match), mints(match)[0]) == ("flush", 1)
    assert on(match, "wholesaler") == [(1, 1)]


@pytest.mark.rule("MW-227", "MW-249")
@pytest.mark.parametrize("side", [0, 1])
def test_any_mint_on_the_supplier_prevents_the_flush(side):
    match = quiet(on={"supplier": [(side, 1)]})
    assert (supply(match), match.position.round) == (["windmill", "statue"], 4)


@pytest.mark.rule("MW-227")
def test_mints_at_the_agency_do_not_prevent_it():
    match = quiet(on={"temp_agency": [(0, 2)], "producer": [(0, 1)]})
    assert phase(match) == "flush"


@pytest.mark.rule("MW-228", "MW-229")
def test_with_one_card_left_an_old_one_comes_back():
    rest = [card for card in PLANS if card not in ("windmill", "statue", "mine")]
    match = quiet(plans=[rest])
    match.push("reveal mine")
    assert supply(match) == ["mine", "windmill"]
    assert bottom(match) == ["statue"]
    assert not match.over
    match = quiet(plans=[[*rest, "mine"]])
    assert (supply(match), deck_cards(match), match.over) == (["windmill", "statue"], 0, False)


@pytest.mark.rule("MW-230", "MW-159")
@pytest.mark.parametrize("side", [0, 1])
def test_seven_stars_of_either_side_end_the_game(side):
    strong = ["gardens", "factory", "mine"]
    match = quiet(buildings=[strong, []] if side == 0 else [[], strong])
    assert match.over
    assert match.view(0)["players"][0]["place"] == 1 + side


@pytest.mark.rule("MW-232")
def test_ties_with_the_opponent():
    even = [["gardens", "factory", "mine"], ["landfill", "workshop", "crane", "truck"]]
    match = quiet(buildings=even, plans=[["co_op"]])
    assert (match.scores, star_count(match, 1)) == ([7], 7)
    assert match.view(0)["players"][0]["place"] == 1
    assert match.view(0)["prompt"]["sentence"] == "A draw!"
    smaller = quiet(buildings=even)
    assert smaller.view(0)["prompt"]["sentence"] == "You have won!"
    larger = quiet(buildings=even, plans=[["co_op", "statue"]], supply=["windmill", "plant"])
    assert larger.view(0)["players"][0]["place"] == 2
    assert larger.view(0)["prompt"]["sentence"] == "Sonic has won!"


# ------------------------------------------------------------------ the opponent at advanced locations


@pytest.mark.rule("MW-233", "MW-76")
def test_it_funds_a_crowd():
    match = solo("sonic", on=cornered("supplier"), opened=["crowdfunder"])
    match.push("opponent_uses crowdfunder")
    assert mints(match) == [4, 5 - 1 + 3]


@pytest.mark.rule("MW-234")
@pytest.mark.parametrize(
    ("hidden", "built", "given"), [(["vault", "mine"], ["crane"], "vault"), ([], ["truck", "crane"], "truck")]
)
def test_it_recycles_its_oldest_plan_or_building(hidden, built, given):
    match = solo(
        "rachael", plans=[[], hidden], buildings=[[], built], opened=["recycler"], on=cornered("supplier", "builder")
    )
    match.push("opponent_uses recycler")
    assert bottom(match) == [given]
    assert given not in [*plans(match, 1), *buildings(match, 1)]


@pytest.mark.rule("MW-234")
def test_without_a_card_it_cannot_recycle():
    assert now(solo("sonic", opened=["recycler"], on=cornered("supplier"))) == "opponent_passes"


@pytest.mark.rule("MW-235")
def test_it_swaps_its_oldest_for_its_favourite_even_if_dear():
    match = solo(
        "rachael",
        mints=(3, 2),
        plans=[[], ["mine"]],
        supply=["plant", "windmill"],
        opened=["swap_meet"],
        on=cornered("supplier", "builder"),
    )
    match.push("opponent_uses swap_meet")
    assert (plans(match, 1), supply(match), mints(match)[1]) == (["plant"], ["mine", "windmill"], 0)


@pytest.mark.rule("MW-236")
def test_it_hires_the_first_busy_location_it_can_pay():
    busy = cornered("supplier")
    match = solo("rachael", mints=(3, 2), opened=["temp_agency"], on=busy)
    match.push("opponent_uses temp_agency")
    assert (mints(match)[1], on(match, "temp_agency")) == (2, [(1, 2)])
    busy.pop("producer")
    match = solo("rachael", mints=(3, 0), opened=["temp_agency"], on=busy)
    assert now(match) == "opponent_passes"
    match = solo(
        "rachael",
        mints=(3, 3),
        supply=["plant", "mine"],
        opened=["temp_agency"],
        on={"supplier": [(0, 1)] * 2, "producer": [(0, 1)] * 3, "leadership_council": [(0, 1)], "builder": [(0, 2)]},
    )
    match.push("opponent_uses temp_agency")
    assert on(match, "temp_agency") == [(1, 2)], "the Producer is the first in line"


@pytest.mark.rule("MW-236")
def test_hired_plans_must_fit_the_higher_price():
    match = solo(
        "rachael",
        mints=(3, 2),
        supply=["bridge", "mine"],
        opened=["temp_agency"],
        on={"supplier": [(0, 1)] * 2, "leadership_council": [(0, 1)]},
    )
    s = match.position
    opponent_places(s, LOCATIONS.index("temp_agency"))
    assert plans(match, 1) == ["bridge"], "2 mints pay for a plan of 1 and the agency, not for the dearer Mine"


# ------------------------------------------------------------------ Justin


@pytest.mark.rule("MW-239", "MW-65")
def test_justin_loses_the_token_like_anyone():
    match = against("justin", token=1)
    match.push("use leadership_council")
    assert match.position.token == 0


@pytest.mark.rule("MW-240", "MW-241", "MW-242")
def test_justin_closes_what_he_uses():
    match = solo("justin", mints=(3, 3), token=1)
    match.push("opponent_uses producer")
    assert on(match, "producer") == [(1, 1)]
    assert "use producer" not in texts(match)
    match.push("use leadership_council")
    assert now(match) == "opponent_uses supplier", "he passes over the Producer himself"
    mine = against("justin", on={"producer": [(0, 1)]}, mints=(3, 0))
    assert "use producer" in texts(mine)
    both = against("justin", on={"producer": [(0, 1), (1, 1)]}, mints=(3, 0))
    assert "use producer" not in texts(both)
    assert on(both, "producer") == [(0, 1), (1, 1)]
    play(both, "pass", "opponent_passes")
    chance(both)
    assert "use producer" in texts(both) or on(both, "producer")


@pytest.mark.rule("MW-243", "MW-244")
def test_justin_and_the_temp_agency():
    match = against("justin", opened=["temp_agency"], on={"producer": [(1, 1)]}, mints=(9, 0))
    assert "use temp_agency" not in texts(match)
    match = solo("justin", opened=["temp_agency"], mints=(9, 2), on=cornered("supplier"))
    match.push("opponent_uses temp_agency")
    assert on(match, "temp_agency") == [(1, 2)]
    match = against("justin", opened=["temp_agency"], mints=(9, 0), on={"producer": [(0, 1)], "temp_agency": [(1, 2)]})
    assert "use producer" in texts(match)


# ------------------------------------------------------------------ Rachael


@pytest.mark.rule("MW-246", "MW-247")
def test_rachaels_mints_are_thirty_in_all():
    for match in random_game(4, players=1, opponent="rachael", advanced=True):
        s = match.position
        placed = sum(map(sum, s.mints_on.tolist()))
        assert s.bank + s.removed + sum(s.mints) + s.gallery + placed == 30
    with pytest.raises(tt.BadPosition, match="30 mints"):
        solo("rachael", bank=5)


@pytest.mark.rule("MW-248", "MW-250")
def test_her_supplier_mints_leave_the_game_in_the_return_step():
    match = solo(
        "rachael", mints=(0, 0), on={"supplier": [(1, 4), (0, 2)], "producer": [(1, 1)], "temp_agency": [(1, 3)]}
    )
    bank = match.position.bank
    assert match.position.removed == 0
    upkeep(match)
    assert match.position.removed == 4
    assert match.position.bank == bank + 2 + 1 + 3 - 2
    assert "leave the game" in lines(match)


@pytest.mark.rule("MW-251", "MW-252", "MW-254")
def test_an_empty_supply_is_her_win_at_once():
    match = against("rachael", mints=(3, 5), buildings=[["gardens", "landfill"]], removed=20)
    assert match.position.bank == 2
    match.push("use producer")
    assert match.over
    assert (mints(match), match.position.bank) == ([3 - 1 + 2, 5], 0)
    assert match.view(0)["players"][0]["place"] == 2
    assert match.view(0)["prompt"]["sentence"] == "Rachael has won!"
    short = against("rachael", mints=(3, 5), removed=21)
    short.push("use producer")
    assert (short.over, mints(short)) == (True, [3 - 1 + 1, 5])


def test_the_opponents_moves_have_its_name_on_them():
    match = play(against("sonic", mints=(3, 0)), "pass")
    assert [move.label for move in match.labelled_moves(match.position)] == ["Sonic passes"]
    match = play(against("sonic", mints=(3, 5)), "pass")
    assert [move.label.split(" uses ")[0] for move in match.labelled_moves(match.position)] == ["Sonic"]


def test_a_finished_game_for_one_says_how_it_ended():
    words = tt.rulebook("mint-works").words
    won = against("rachael", mints=(0, 0), buildings=[["gardens", "factory", "mine"]])
    play(won, "pass", "opponent_passes")
    assert words.solo(won.position) == ("Against Rachael", "beat Rachael, 7 to 0")
    lost = play(against("rachael", mints=(3, 5), removed=21), "use producer")
    assert words.solo(lost.position) == ("Against Rachael", "lost to Rachael, 0 to 0")


@pytest.mark.rule("MW-253")
@pytest.mark.parametrize(("card", "left"), [("gallery", 1), ("co_op", 2), ("mine", 1)])
def test_every_mint_of_upkeep_comes_from_the_finite_supply(card, left):
    match = against("rachael", mints=(0, 0), buildings=[[card]], removed=30 - left - 1, on={"supplier": [(0, 1)]})
    assert match.position.bank == left
    play(match, "pass", "opponent_passes")
    assert match.over
    assert match.position.bank == 0


@pytest.mark.rule("MW-254", "MW-160")
def test_seven_stars_come_before_an_empty_supply():
    match = against("rachael", mints=(0, 0), buildings=[["gardens", "factory", "mine"]], removed=29, on={})
    play(match, "pass", "opponent_passes")
    assert match.over
    assert match.view(0)["players"][0]["place"] == 1


@pytest.mark.rule("MW-251")
def test_the_supply_may_run_out_with_income_too():
    match = against("rachael", mints=(0, 0), removed=28, on={"supplier": [(1, 1)]})
    play(match, "pass", "opponent_passes")
    assert match.over
    assert mints(match) == [1, 0], "the holder of the token is paid first"


# ------------------------------------------------------------------ Sonic


@pytest.mark.rule("MW-256")
def test_sonic_takes_two_turns():
    match = solo("sonic", token=1)
    play(match, "opponent_uses producer")
    assert now(match) == "opponent_uses producer"
    play(match, "opponent_uses producer")
    assert match.actor == 0
    play(match, "pass")
    assert phase(match) == "rival"


@pytest.mark.rule("MW-256", "MW-30")
def test_sonic_leads_a_round_with_two_turns():
    match = against("sonic", token=1, mints=(0, 0), on={"supplier": [(0, 1)]})
    play(match, "pass", "opponent_passes")
    assert (match.position.round, phase(match), match.position.second_turn) == (4, "rival", 0)
    play(match, "opponent_uses producer", "opponent_uses producer")
    assert match.actor == 0


@pytest.mark.rule("MW-257", "MW-258")
@pytest.mark.parametrize("secret", [{}, {"mine": 2}])
def test_sonic_skips_the_supplier_while_he_holds_a_plan(secret):
    match = solo("sonic", plans=[[], ["mine"]], secret=secret, on=full("producer", "builder"))
    assert now(match) == "opponent_uses leadership_council"
    match.push("opponent_uses leadership_council")
    assert "Sonic can't use the Supplier: he began with a face-down plan." in match.log


@pytest.mark.rule("MW-259")
def test_after_building_his_last_plan_he_may_buy_in_his_second_turn():
    match = solo("sonic", mints=(3, 9), plans=[[], ["mine"]], on=full("producer"))
    match.push("opponent_uses builder")
    assert (now(match), match.position.second_turn) == ("opponent_uses supplier", 1)


@pytest.mark.rule("MW-260")
def test_the_ban_covers_the_agency_but_neither_lotto_nor_swap_meet():
    blocked = cornered("builder")
    match = solo(
        "sonic",
        mints=(3, 2),
        plans=[[], ["mine"]],
        opened=["temp_agency"],
        on=cornered("builder") | {"supplier": [(0, 1)]},
        supply=["windmill", "bridge"],
    )
    match.push("opponent_uses temp_agency")
    assert plans(match, 1) == ["mine"], "he hires the Producer, not the Supplier"
    barred = solo(
        "sonic",
        mints=(3, 2),
        plans=[[], ["mine"]],
        on={"supplier": [(0, 1)], "temp_agency": []},
        opened=["temp_agency"],
    )
    s = barred.position
    assert can_hire(s, 0, LOCATIONS.index("supplier"), 9)
    assert not can_hire(s, 1, LOCATIONS.index("supplier"), 9)
    match = solo("sonic", mints=(3, 9), plans=[[], ["mine"]], opened=["lotto"], on=blocked)
    assert now(match) == "opponent_uses lotto"
    match = solo("sonic", mints=(3, 9), plans=[[], ["mine"]], opened=["swap_meet"], on=blocked)
    assert now(match) == "opponent_uses swap_meet"


@pytest.mark.rule("MW-261", "MW-262")
def test_sonics_two_passes_are_one():
    match = solo("sonic", mints=(3, 0), turn=1, token=1)
    match.push("opponent_passes")
    assert (match.position.passes, match.actor) == (1, 0)
    assert "passes twice" in lines(match)
    match.push("pass")
    assert phase(match) == "flush", "Upkeep has begun"


@pytest.mark.rule("MW-262")
def test_a_placement_and_a_pass_leave_a_run_of_one():
    match = solo("sonic", mints=(3, 1), on=full("producer", "supplier"), passes=1)
    match.push("opponent_uses leadership_council")
    assert now(match) == "opponent_passes"
    match.push("opponent_passes")
    assert (match.position.passes, match.actor) == (1, 0)


# ------------------------------------------------------------------ Mort


@pytest.mark.rule("MW-264", "MW-265", "MW-267")
def test_morts_mints_are_not_counted():
    match = solo("mort", buildings=[[], ["mine", "wholesaler"]], on={"wholesaler": [(0, 1)], "supplier": [(0, 1)]})
    for _ in range(3):
        assert now(match) == "opponent_uses producer"
        match.push("opponent_uses producer")
        match.push("pass")
    assert on(match, "producer") == [(1, 1)] * 3
    upkeep(match)
    assert mints(match)[1] == 0
    assert match.view(0)["position"]["neighborhoods"][1]["mints"] is None


@pytest.mark.rule("MW-265", "MW-231")
def test_a_gift_to_mort_is_ignored():
    match = against("mort", buildings=[["co_op"]], on=cornered("supplier"))
    upkeep(match)
    assert mints(match) == [3 + 1 + 1, 0]


@pytest.mark.rule("MW-266")
def test_mort_never_buys_production():
    match = solo("mort", supply=["plant", "windmill"], on=full("producer"))
    match.push("opponent_uses supplier")
    assert plans(match, 1) == ["windmill"]
    match = solo("mort", supply=["plant", "mine"], on=full("producer"))
    assert now(match) == "opponent_uses leadership_council"
    match.push("opponent_uses leadership_council")
    assert "Supplier (only Production)" in lines(match)


@pytest.mark.rule("MW-268")
def test_mort_builds_a_production_plan_from_the_lotto():
    match = solo("mort", opened=["lotto"], on=cornered("supplier"))
    play(match, "opponent_uses lotto", "draw plant", "pass", "opponent_uses builder")
    assert (buildings(match, 1), star_count(match, 1)) == (["plant"], 2)
    upkeep(match)
    assert mints(match)[1] == 0


@pytest.mark.rule("MW-269")
def test_morts_gallery_grows():
    match = against("mort", buildings=[[], ["gallery"]], on=cornered("supplier"))
    upkeep(match)
    assert (match.position.gallery, star_count(match, 1)) == (1, 1)


@pytest.mark.rule("MW-270")
def test_mort_swaps_for_no_production():
    blocked = cornered("supplier", "builder")
    match = solo("mort", plans=[[], ["crane"]], supply=["plant", "windmill"], opened=["swap_meet"], on=blocked)
    match.push("opponent_uses swap_meet")
    assert plans(match, 1) == ["windmill"]
    assert (
        now(solo("mort", plans=[[], ["crane"]], supply=["plant", "mine"], opened=["swap_meet"], on=blocked))
        == "opponent_passes"
    )


@pytest.mark.rule("MW-271")
def test_mort_wins_the_tie_of_mints():
    even = [["gardens", "factory", "mine"], ["landfill", "workshop", "crane", "truck"]]
    match = against(
        "mort",
        mints=(500, 0),
        buildings=even,
        plans=[["co_op"]],
        supply=["windmill", "statue"],
        on=cornered("builder", "supplier"),
    )
    pass_round(match)
    chance(match)
    assert match.over
    assert match.view(0)["players"][0]["place"] == 2


@pytest.mark.rule("MW-111", "MW-225")
def test_a_deed_of_the_opponent_opens_for_both():
    match = solo("rachael", plans=[[], ["wholesaler"]], on=full("producer"))
    match.push("opponent_uses builder")
    assert is_open(match, "wholesaler")
    assert "use wholesaler" in texts(match)
