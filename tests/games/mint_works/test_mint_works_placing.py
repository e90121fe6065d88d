"""Development, placing and the Locations: MW-29 to MW-103."""

from __future__ import annotations

import pytest
from mint_town import (
    CARDS,
    GAMES,
    against,
    bottom,
    buildings,
    chance,
    is_open,
    mints,
    on,
    pass_round,
    phase,
    plans,
    play,
    random_game,
    rich,
    star_count,
    supply,
    texts,
    town,
    upkeep,
)

import tabletown as tt

# ------------------------------------------------------------------ rounds and turns


@pytest.mark.rule("MW-29", "MW-35", "MW-171")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_ends_when_all_have_passed_in_a_row(players):
    match = town(players, token=1, turn=1)
    for step in range(players):
        assert (match.actor, match.position.passes) == ((1 + step) % players, step)
        assert match.position.round == 3
        match.push("pass")
    assert (match.position.round, match.position.passes, match.actor) == (4, 0, 1)


@pytest.mark.rule("MW-31", "MW-32", "MW-65")
def test_one_action_and_the_turn_goes_clockwise_whatever_the_token_does():
    match = town(3, turn=2, token=0)
    match.push("use leadership_council")
    assert (match.position.token, match.actor) == (2, 0)
    play(match, "use producer", "pass", "pass")
    assert match.actor == 0
    pass_round(match)
    assert (match.position.round, match.actor) == (4, 2)


@pytest.mark.rule("MW-33", "MW-37", "MW-183")
@pytest.mark.parametrize("options", GAMES[:4])
def test_pass_is_always_legal(options):
    for match in random_game(3, **options):
        if match.over:
            assert match.legal_moves == []
            with pytest.raises(tt.IllegalMove, match="over"):
                match.push("pass")
        elif phase(match) == "develop":
            assert "pass" in texts(match)
        else:
            assert match.legal_ids


@pytest.mark.rule("MW-34", "MW-36")
def test_a_pass_is_for_one_turn_and_a_placement_ends_the_run():
    match = play(town(2), "pass")
    assert match.position.passes == 1
    match.push("use producer")
    assert (match.position.passes, match.actor) == (0, 0)
    assert {"pass", "use producer"} <= texts(match)
    play(match, "pass")
    assert match.position.round == 3
    match.push("pass")
    assert match.position.round == 4


@pytest.mark.rule("MW-37", "MW-43")
def test_without_mints_only_a_pass():
    match = town(2, mints=[0, 3])
    assert texts(match) == {"pass"}
    match.push("pass")
    assert match.actor == 1


@pytest.mark.rule("MW-38")
@pytest.mark.parametrize("options", GAMES)
def test_there_are_never_more_placements_than_spaces(options):
    for match in random_game(4, **options):
        s = match.position
        for entry in match.view()["position"]["locations"]:
            assert len(entry["placed"]) <= (entry["spaces"] if entry["open"] else 0)
        assert min(s.mints) >= 0


@pytest.mark.rule("MW-39", "MW-159")
def test_seven_stars_in_development_end_nothing_yet():
    match = town(
        2,
        mints=[3, 3],
        plans=[["gardens"]],
        buildings=[["statue", "landfill", "factory"]],
        supply=["mine", "vault", "lotto"],
    )
    match.push("build gardens")
    assert star_count(match) == 9
    assert not match.over
    pass_round(match)
    assert match.over


@pytest.mark.rule("MW-40")
@pytest.mark.parametrize("options", GAMES)
def test_nothing_else_is_ever_asked(options):
    asked = {"pass", "use", "build", "buy", "hire", "recycle", "give", "take", "gift"}
    for match in random_game(5, **options):
        if not match.over and match.actor != tt.CHANCE:
            assert {move.name for move in match.legal_moves} <= asked
            assert len(match.legal_ids) > 1 or texts(match) == {"pass"}


# ------------------------------------------------------------------ placing


@pytest.mark.rule("MW-41", "MW-46", "MW-47", "MW-48")
def test_spaces_fill_up_from_the_first_and_one_player_may_take_several():
    match = town(2, mints=[3, 3])
    play(match, "use producer", "pass", "use producer", "pass")
    assert on(match, "producer") == [(0, 1), (0, 1)]
    assert "use producer" not in texts(match)
    with pytest.raises(tt.IllegalMove):
        match.push("use producer")


@pytest.mark.rule("MW-42", "MW-44", "MW-45", "MW-52", "MW-11")
def test_the_price_lies_on_one_space_until_upkeep():
    match = town(2, mints=[4, 3], supply=["obelisk", "statue", "gardens"])
    match.push("buy obelisk")
    assert on(match, "supplier") == [(0, 4)]
    assert (mints(match), plans(match)) == ([0, 3], ["obelisk"])
    match.push("use producer")
    assert mints(match) == [0, 4]
    pass_round(match)
    chance(match)
    assert on(match, "supplier") == []
    assert mints(match) == [1, 5]


@pytest.mark.rule("MW-43")
def test_what_an_effect_pays_cannot_be_used_for_it():
    assert "use lotto" not in texts(town(2, mints=[2, 3], opened=["lotto"]))
    assert "use lotto" in texts(town(2, mints=[3, 3], opened=["lotto"]))
    assert "use leadership_council" not in texts(town(2, mints=[0, 3]))


@pytest.mark.rule("MW-49", "MW-74", "MW-95")
def test_an_effect_that_cannot_be_carried_out_is_illegal():
    match = rich(2, supply=[None, None, None], opened=["recycler", "swap_meet"])
    assert not texts(match) & {"use recycler", "use swap_meet"}
    assert not any(text.startswith(("build", "buy")) for text in texts(match))
    held = rich(2, plans=[["mine"]], supply=[None, None, None], opened=["recycler", "swap_meet"])
    assert {"use recycler", "build mine"} <= texts(held)
    assert "use swap_meet" not in texts(held)
    everything = [card for card in CARDS if card not in ("windmill", "statue", "gardens")]
    empty = rich(2, plans=[[], everything], opened=["lotto"])
    assert "use lotto" not in texts(empty)
    assert "use lotto" in texts(rich(2, plans=[[], everything[1:]], opened=["lotto"]))


@pytest.mark.rule("MW-50", "MW-64")
def test_gains_can_always_be_carried_out():
    match = play(town(2, token=0, mints=[3, 3]), "use leadership_council")
    assert (match.position.token, mints(match)) == (0, [3, 3])


# ------------------------------------------------------------------ core locations


@pytest.mark.rule("MW-54", "MW-55", "MW-56", "MW-105")
def test_the_builder_turns_up_any_own_plan():
    match = town(2, mints=[5, 3], plans=[["mine", "vault"]], supply=["statue", "windmill", "gardens"])
    play(match, "buy statue", "pass")
    assert {"build mine", "build vault", "build statue"} <= texts(match)
    match.push("build statue")
    assert (mints(match)[0], on(match, "builder")) == (1, [(0, 2)])
    assert (plans(match), buildings(match), star_count(match)) == (["mine", "vault"], ["statue"], 2)


@pytest.mark.rule("MW-58")
@pytest.mark.parametrize(
    ("held", "legal"), [(1, {"windmill"}), (2, {"windmill", "statue"}), (3, {"windmill", "statue", "gardens"})]
)
def test_the_supplier_asks_the_printed_cost(held, legal):
    match = town(2, mints=[held, 3])
    assert {text.split()[1] for text in texts(match) if text.startswith("buy")} == legal
    match.push("buy windmill")
    assert mints(match)[0] == held - 1


@pytest.mark.rule("MW-59", "MW-60", "MW-109")
def test_a_bought_plan_is_the_newest_and_is_not_replaced():
    match = play(rich(2, plans=[["mine"]]), "buy statue")
    assert plans(match) == ["mine", "statue"]
    assert supply(match) == ["windmill", None, "gardens"]
    assert match.actor == 1


@pytest.mark.rule("MW-61")
def test_with_four_all_three_plans_can_go():
    match = rich(4, opened=["temp_agency"])
    play(match, "buy windmill", "buy statue", "buy gardens")
    assert supply(match) == [None, None, None]
    assert "use temp_agency" not in texts(match)


@pytest.mark.rule("MW-63", "MW-07")
def test_the_council_gives_the_token_at_once():
    match = play(town(3, turn=1, token=0), "use leadership_council")
    assert (match.position.token, mints(match)) == (1, [3, 3, 3])
    assert on(match, "leadership_council") == [(1, 1)]


@pytest.mark.rule("MW-66", "MW-88")
def test_the_last_user_keeps_the_token():
    match = town(3, opened=["temp_agency"], on={"leadership_council": [(0, 1)]}, turn=1, token=0)
    match.push("use temp_agency")
    assert match.position.token == 1
    assert mints(match)[1] == 3 - 2 + 1


# ------------------------------------------------------------------ deed locations


@pytest.mark.rule("MW-67", "MW-68", "MW-70")
def test_deed_locations_are_used_only_when_open():
    closed = rich(2)
    assert not texts(closed) & {"use wholesaler", "use lotto"}
    match = play(town(2, mints=[3, 3], opened=["wholesaler"]), "use wholesaler")
    assert (mints(match)[0], on(match, "wholesaler")) == (4, [(0, 1)])
    assert "use wholesaler" not in texts(match)


@pytest.mark.rule("MW-71", "MW-72", "MW-11")
def test_the_lotto_gives_the_top_card_unseen():
    match = play(town(2, mints=[3, 3], opened=["lotto"]), "use lotto")
    assert match.actor == tt.CHANCE
    assert match.chance_weights == [1] * 18
    match.push("draw vault")
    assert (plans(match), mints(match)[0], match.actor) == (["vault"], 0, 1)
    assert match.view(0)["position"]["neighborhoods"][0]["plans"] == [{"plan": "vault", "secret": True}]
    for viewer in (1, None):
        assert match.view(viewer)["position"]["neighborhoods"][0]["plans"] == [{"plan": None, "secret": True}]


# ------------------------------------------------------------------ advanced locations


@pytest.mark.rule("MW-76")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_crowdfunder(players):
    match = play(town(players, opened=["crowdfunder"], turn=1), "use crowdfunder")
    assert mints(match) == [5 if seat == 1 else 4 for seat in range(players)]


@pytest.mark.rule("MW-78", "MW-80", "MW-81", "MW-12")
@pytest.mark.parametrize("built", [False, True])
@pytest.mark.parametrize(
    ("card", "paid"),
    [
        ("windmill", 2),
        ("statue", 4),
        ("gardens", 6),
        ("bridge", 1),
        ("museum", 2),
        ("gallery", 4),
        ("co_op", 2),
        ("mine", 3),
        ("workshop", 5),
        ("factory", 7),
        ("plant", 7),
        ("stripmine", 4),
        ("corporate_hq", 3),
        ("truck", 3),
        ("crane", 3),
        ("landfill", 6),
        ("obelisk", 4),
        ("assembler", 6),
        ("vault", 5),
        ("wholesaler", 2),
        ("lotto", 6),
    ],
)
def test_the_recycler_pays_printed_cost_and_stars(card, paid, built):
    row = [name for name in CARDS if name != card][:3]
    hand = {"buildings" if built else "plans": [[card]]}
    match = town(2, supply=row, opened=["recycler"], **hand)
    match.push("use recycler")
    assert mints(match)[0] == 3 - 1 + paid
    assert bottom(match) == [card]
    assert plans(match) == buildings(match) == []
    assert match.actor == 1


@pytest.mark.rule("MW-80")
def test_own_landfill_and_truck_leave_the_payout_alone():
    match = town(2, buildings=[["landfill", "truck", "museum"]], opened=["recycler"])
    play(match, "use recycler", "recycle museum")
    assert mints(match)[0] == 3 - 1 + 2


@pytest.mark.rule("MW-82", "MW-106")
def test_a_recycled_building_stops_at_once():
    match = rich(2, buildings=[["truck", "obelisk"]], opened=["recycler"])
    assert star_count(match) == 3
    play(match, "use recycler", "recycle truck", "pass", "buy gardens")
    assert on(match, "supplier") == [(0, 3)]
    assert star_count(match) == 1


@pytest.mark.rule("MW-83", "MW-13", "MW-153")
def test_mints_on_a_lost_gallery_are_lost():
    match = rich(2, buildings=[["gallery", "mine"]], gallery=4, opened=["recycler"])
    play(match, "use recycler", "recycle gallery")
    assert mints(match)[0] == 9 - 1 + 4
    assert match.position.gallery == 0


@pytest.mark.rule("MW-83", "MW-247")
def test_against_rachael_the_mints_of_a_lost_gallery_go_back_to_her_supply():
    match = against("rachael", mints=(5, 5), buildings=[["gallery", "mine"]], gallery=4, opened=["recycler"])
    assert match.position.bank == 16
    play(match, "use recycler", "recycle gallery")
    assert (mints(match)[0], match.position.gallery) == (5 - 1 + 4, 0)
    assert match.position.bank == 16 + 4 - 4


@pytest.mark.rule("MW-278", "MW-142")
@pytest.mark.parametrize(
    ("card", "paid"), [("statue", 1), ("bridge", 0), ("landfill", 3), ("crane", 1), ("mine", 3), ("gardens", 6)]
)
def test_in_the_later_printing_a_landfill_lowers_what_a_culture_building_brings(card, paid):
    match = town(
        2,
        plans=[["mine", "gardens"]],
        buildings=[["statue", "bridge", "landfill", "crane"]],
        supply=["lotto", "plant", "vault"],
        opened=["recycler"],
        options={"recycler_edition": "later"},
    )
    play(match, "use recycler", f"recycle {card}")
    assert mints(match)[0] == 3 - 1 + paid


@pytest.mark.rule("MW-86", "MW-87", "MW-92")
@pytest.mark.parametrize(
    ("target", "price", "then"),
    [
        ("producer", 2, None),
        ("wholesaler", 2, None),
        ("leadership_council", 2, None),
        ("crowdfunder", 2, None),
        ("recycler", 2, None),
        ("builder", 3, None),
        ("swap_meet", 3, "take windmill"),
        ("lotto", 4, None),
        ("supplier", 1 + 2, "buy statue"),
    ],
)
def test_the_temp_agency_asks_one_more(target, price, then):
    match = town(2, mints=[5, 5], plans=[["mine"]], on={target: [(1, 1)]}, opened=["temp_agency", target])
    match.push("use temp_agency")
    if then:
        match.push(then)
    assert on(match, "temp_agency") == [(0, price)]
    assert on(match, target) == [(1, 1)]


@pytest.mark.rule("MW-88", "MW-89", "MW-90", "MW-91")
def test_what_can_be_hired():
    match = rich(
        3,
        plans=[["mine"]],
        opened=["temp_agency", "lotto"],
        on={"producer": [(1, 1)], "builder": [(1, 2)], "lotto": [(2, 3)], "crowdfunder": [(1, 1)]},
    )
    match.push("use temp_agency")
    assert texts(match) == {"hire producer", "hire builder", "hire lotto", "hire crowdfunder"}
    assert "use temp_agency" not in texts(town(2, opened=["temp_agency"]))
    assert "use temp_agency" in texts(town(2, opened=["temp_agency"], on={"producer": [(1, 1), (1, 1)]}))


@pytest.mark.rule("MW-93")
@pytest.mark.parametrize(("card", "cost", "price"), [("windmill", 1, 2), ("statue", 2, 2), ("gardens", 3, 3)])
def test_truck_and_crane_lower_the_hired_price(card, cost, price):
    match = rich(2, plans=[["mine"]], buildings=[["truck", "crane"]], on={"builder": [(1, 2)]}, opened=["temp_agency"])
    match.push("use temp_agency")
    assert on(match, "temp_agency") == [(0, 2)]
    match = rich(2, buildings=[["truck", "crane"]], on={"supplier": [(1, 2)]}, opened=["temp_agency"])
    play(match, "use temp_agency", f"buy {card}")
    assert on(match, "temp_agency") == [(0, price)]
    assert price == 1 + max(1, cost - 1)


@pytest.mark.rule("MW-94")
def test_an_assembler_builds_a_hired_purchase():
    match = rich(2, buildings=[["assembler"]], on={"supplier": [(1, 2)]}, opened=["temp_agency"])
    play(match, "use temp_agency", "buy gardens")
    assert buildings(match) == ["assembler", "gardens"]


@pytest.mark.rule("MW-95")
def test_hired_plans_must_be_within_the_mints():
    match = town(2, mints=[3, 3], on={"supplier": [(1, 2)]}, opened=["temp_agency"])
    match.push("use temp_agency")
    assert texts(match) == {"buy windmill", "buy statue"}
    poor = town(2, mints=[1, 3], on={"supplier": [(1, 2)]}, opened=["temp_agency"])
    assert "use temp_agency" not in texts(poor)


@pytest.mark.rule("MW-96")
def test_mints_at_the_agency_are_not_on_its_target():
    match = rich(2, buildings=[[], ["wholesaler"]], on={"wholesaler": [(1, 1)]}, opened=["temp_agency"])
    match.push("use temp_agency")
    assert on(match, "wholesaler") == [(1, 1)]
    assert on(match, "temp_agency") == [(0, 2)]
    upkeep(match)
    assert mints(match)[1] == 9 + 1 + 1


@pytest.mark.rule("MW-98", "MW-99", "MW-101", "MW-102")
@pytest.mark.parametrize("given", ["mine", "truck"])
def test_the_swap_meet(given):
    match = town(2, mints=[3, 3], plans=[["mine"]], buildings=[["truck", "assembler"]], opened=["swap_meet"])
    match.push("use swap_meet")
    assert texts(match) == {"give mine", "give truck", "give assembler"}
    match.push(f"give {given}")
    match.push("take gardens")
    assert supply(match) == ["windmill", "statue", given]
    assert plans(match)[-1] == "gardens"
    assert "gardens" not in buildings(match)
    assert (mints(match)[0], match.actor) == (1, 1)


@pytest.mark.rule("MW-100")
def test_the_card_given_cannot_be_taken():
    match = play(town(2, plans=[["mine", "vault"]], opened=["swap_meet"]), "use swap_meet", "give mine")
    assert texts(match) == {"take windmill", "take statue", "take gardens"}


@pytest.mark.rule("MW-103")
def test_a_swapped_building_is_lost_as_at_the_recycler():
    match = rich(2, buildings=[["gallery", "wholesaler"]], gallery=3, opened=["swap_meet"])
    play(match, "use swap_meet", "give gallery", "take windmill")
    assert (star_count(match), match.position.gallery) == (1, 0)
    match = rich(2, buildings=[["gallery", "wholesaler"]], gallery=3, opened=["swap_meet"], on={"wholesaler": [(1, 1)]})
    play(match, "use swap_meet", "give wholesaler", "take windmill")
    assert is_open(match, "wholesaler")
    upkeep(match)
    assert mints(match)[0] == 9 - 2 + 1
