"""Plans, stars and deeds: MW-104 to MW-157."""

from __future__ import annotations

import pytest
from mint_town import (
    GAMES,
    buildings,
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
    star_worth,
    texts,
    town,
    upkeep,
)

from tabletown.games.mint_works.components import PLANS
from tabletown.games.mint_works.rules.stars import size, stars, worth

ROW = ["vault", "lotto", "plant"]


@pytest.mark.rule("MW-104", "MW-107", "MW-110", "MW-08", "MW-09")
@pytest.mark.parametrize("options", GAMES)
def test_stars_come_from_own_buildings_alone(options):
    for match in random_game(6, **options):
        s = match.position
        for side in range(max(2, s.players)):
            alone = s.copy()
            for other in range(4):
                for card in range(len(PLANS)):
                    if other != side:
                        alone.plans[other, card] = alone.buildings[other, card] = 0
                    elif alone.plans[side, card] and not s.buildings[side, PLANS.index("vault")]:
                        alone.plans[side, card] = 0
            assert stars(alone, side) == stars(s, side)
            held = [card for card in range(len(PLANS)) if s.buildings[side, card]]
            assert all(worth(s, side, card) >= 0 for card in held)
            assert not any(s.plans[side, card] for card in held)


@pytest.mark.rule("MW-104", "MW-113")
def test_a_face_down_card_does_nothing():
    match = town(2, mints=[0, 0], plans=[["gardens", "wholesaler", "mine"]], supply=ROW)
    assert star_count(match) == 0
    assert not is_open(match, "wholesaler")
    upkeep(match)
    assert mints(match)[0] == 1


@pytest.mark.rule("MW-106")
def test_stars_can_fall():
    match = rich(2, plans=[["bridge"]], buildings=[["vault", "museum"]], supply=["mine", "lotto", "plant"])
    assert star_count(match) == 2 + 1
    match.push("build bridge")
    assert star_count(match) == 0 + 3


@pytest.mark.rule("MW-108")
def test_there_is_no_limit_on_cards():
    everything = [card for card in PLANS if card not in ("windmill", "statue", "gardens")]
    match = rich(2, plans=[everything])
    match.push("buy statue")
    assert len(plans(match)) == 19


@pytest.mark.rule("MW-109")
def test_order_is_kept_when_cards_leave_in_the_middle():
    match = rich(2, plans=[["mine", "statue", "truck"]], buildings=[["windmill"]], supply=ROW)
    play(match, "build statue", "pass", "build truck")
    assert plans(match) == ["mine"]
    assert buildings(match) == ["windmill", "statue", "truck"]
    match = town(
        2, plans=[["mine", "statue", "truck"]], buildings=[["windmill", "crane"]], opened=["recycler"], supply=ROW
    )
    play(match, "use recycler", "recycle windmill")
    assert (plans(match), buildings(match)) == (["mine", "statue", "truck"], ["crane"])


@pytest.mark.rule("MW-111", "MW-112", "MW-156", "MW-157")
@pytest.mark.parametrize("deed", ["wholesaler", "lotto"])
def test_building_a_deed_opens_its_location_for_everybody(deed):
    match = town(2, mints=[2, 3], plans=[[deed]])
    match.push(f"build {deed}")
    assert is_open(match, deed)
    assert f"use {deed}" in texts(match)
    place = next(p for p in match.view()["position"]["locations"] if p["location"] == deed)
    assert place["owner"] == 0


@pytest.mark.rule("MW-69", "MW-73", "MW-115", "MW-167", "MW-168")
@pytest.mark.parametrize(("deed", "price", "paid"), [("wholesaler", 1, 1), ("lotto", 3, 2)])
@pytest.mark.parametrize("user", [0, 1, None])
def test_the_owner_is_paid_for_a_used_deed(deed, price, paid, user):
    lying = {} if user is None else {deed: [(user, price)]}
    match = town(2, mints=[4, 4], buildings=[[deed]], on=lying)
    upkeep(match)
    assert mints(match) == [4 + 1 + (paid if user is not None else 0), 5]


@pytest.mark.rule("MW-114", "MW-168")
def test_a_location_whose_deed_left_is_open_and_pays_nobody_until_it_is_built_again():
    match = town(2, mints=[4, 4], plans=[[], ["wholesaler"]], opened=["wholesaler"], on={"wholesaler": [(0, 1)]})
    assert is_open(match, "wholesaler")
    pass_round(match)
    assert mints(match) == [5, 5]
    play(match, "use wholesaler", "build wholesaler")
    upkeep(match)
    assert mints(match) == [5 + 1 + 1, 5 - 2 + 1 + 1]


# ------------------------------------------------------------------ culture


@pytest.mark.rule("MW-116", "MW-117", "MW-118", "MW-119")
@pytest.mark.parametrize(("card", "count"), [("windmill", 1), ("statue", 2), ("gardens", 3), ("bridge", 0)])
def test_fixed_culture(card, count):
    assert star_worth(town(2, buildings=[[card]], supply=ROW), card) == count


@pytest.mark.rule("MW-120", "MW-123", "MW-07")
@pytest.mark.parametrize(
    ("others", "count"), [([], 1), (["bridge"], 3), (["statue", "gallery"], 3), (["mine", "truck"], 1)]
)
def test_museum(others, count):
    assert star_worth(town(2, buildings=[["museum", *others]], supply=ROW), "museum") == count


@pytest.mark.rule("MW-122")
def test_a_face_down_bridge_is_one_plan_and_nothing_else():
    match = town(2, plans=[["bridge"]], buildings=[["vault", "museum", "obelisk"]], supply=["mine", "lotto", "plant"])
    assert [star_worth(match, card) for card in ("vault", "museum", "obelisk")] == [2, 1, 3]
    assert size(match.position, 0) == 4


@pytest.mark.rule("MW-121", "MW-176")
def test_a_built_bridge_counts_two_in_the_size():
    match = town(2, buildings=[["bridge", "mine"]])
    assert size(match.position, 0) == 3


@pytest.mark.rule("MW-124", "MW-125", "MW-126", "MW-127", "MW-105")
def test_gallery_grows_from_the_supply_after_the_seven_star_check():
    match = town(
        2,
        mints=[2, 0],
        plans=[["gallery"]],
        buildings=[["gardens", "landfill", "statue"]],
        supply=["mine", "lotto", "plant"],
    )
    match.push("build gallery")
    assert star_worth(match, "gallery") == 0
    match = town(
        2, mints=[0, 0], buildings=[["gardens", "factory", "gallery"]], supply=["mine", "lotto", "plant"], gallery=0
    )
    upkeep(match)
    assert (match.position.gallery, star_count(match), match.over) == (1, 7, False)
    assert mints(match) == [1 + 1, 1], "the Factory and income pay; Gallery takes nothing from its owner"
    pass_round(match)
    assert match.over


# ------------------------------------------------------------------ production


@pytest.mark.rule("MW-131", "MW-132", "MW-133", "MW-134", "MW-135", "MW-165")
@pytest.mark.parametrize(
    ("card", "paid", "count"),
    [("mine", 1, 1), ("workshop", 1, 2), ("factory", 1, 3), ("plant", 2, 2), ("stripmine", 3, 0)],
)
def test_production(card, paid, count):
    match = town(2, mints=[0, 0], buildings=[[card]], supply=["vault", "lotto", "windmill"])
    assert star_worth(match, card) == count
    upkeep(match)
    assert mints(match) == [paid + 1, 1]


@pytest.mark.rule("MW-136")
@pytest.mark.parametrize(
    ("others", "hidden", "paid"), [([], [], 1), (["mine", "truck"], ["statue"], 3 + 1), (["bridge"], [], 3)]
)
def test_corporate_hq(others, hidden, paid):
    match = town(2, mints=[0, 0], plans=[hidden], buildings=[["corporate_hq", *others]], supply=ROW)
    upkeep(match)
    assert mints(match)[0] == paid + 1


@pytest.mark.rule("MW-128", "MW-129", "MW-130")
@pytest.mark.parametrize("players", [3, 4])
def test_co_op_asks_whom_to_give(players):
    match = town(players, mints=[0] * players, buildings=[[], ["co_op"]], token=2, turn=2)
    upkeep(match)
    assert (phase(match), match.actor) == ("gift", 1)
    assert texts(match) == {f"gift {seat}" for seat in range(players) if seat != 1}
    assert mints(match)[1] == 1
    match.push("gift 0")
    assert mints(match) == [2, 2, *[1] * (players - 2)]
    assert (match.position.round, match.actor) == (4, 2)


@pytest.mark.rule("MW-130", "MW-128")
def test_between_two_the_other_gets_the_gift():
    match = town(2, mints=[0, 0], buildings=[["co_op"]])
    upkeep(match)
    assert mints(match) == [2, 2]


# ------------------------------------------------------------------ utility


@pytest.mark.rule("MW-137")
@pytest.mark.parametrize(
    ("card", "price"), [("windmill", 1), ("statue", 1), ("gardens", 2), ("factory", 3), ("plant", 4)]
)
def test_truck(card, price):
    match = rich(2, buildings=[["truck"]], supply=[card, "crane", "vault"])
    match.push(f"buy {card}")
    assert on(match, "supplier") == [(0, price)]


@pytest.mark.rule("MW-138", "MW-141")
def test_truck_and_crane_change_no_other_price():
    match = rich(2, buildings=[["truck", "crane"]], opened=["lotto", "recycler"])
    prices = {place["location"]: place["price"] for place in match.view(0)["position"]["locations"]}
    assert {name: prices[name] for name in ("producer", "lotto", "recycler", "leadership_council", "builder")} == {
        "producer": 1,
        "lotto": 3,
        "recycler": 1,
        "leadership_council": 1,
        "builder": 1,
    }


@pytest.mark.rule("MW-139", "MW-148", "MW-151")
def test_truck_and_assembler():
    match = play(rich(2, buildings=[["truck", "assembler"]]), "buy gardens")
    assert (on(match, "supplier"), buildings(match), plans(match)) == ([(0, 2)], ["truck", "assembler", "gardens"], [])
    assert on(match, "builder") == []


@pytest.mark.rule("MW-140", "MW-141")
def test_crane_must_be_built_first():
    match = rich(2, plans=[["crane", "mine"]])
    match.push("build crane")
    assert on(match, "builder") == [(0, 2)]
    play(match, "pass", "build mine")
    assert on(match, "builder") == [(0, 2), (0, 1)]
    assert "build mine" in texts(town(2, mints=[1, 1], plans=[["mine"]], buildings=[["crane"]]))


@pytest.mark.rule("MW-142", "MW-143", "MW-144", "MW-145", "MW-146")
def test_landfill():
    culture = ["windmill", "statue", "gardens", "bridge", "museum", "gallery"]
    match = town(2, buildings=[["landfill", *culture, "mine"], ["workshop"]], gallery=3, supply=ROW)
    assert [star_worth(match, card) for card in culture] == [0, 1, 2, 0, 6, 2]
    assert star_worth(match, "landfill") == 3
    assert star_worth(match, "mine") == 1
    assert star_worth(match, "workshop", 1) == 2
    empty = town(2, buildings=[["landfill", "gallery", "museum"]], gallery=0, supply=ROW)
    assert [star_worth(empty, "gallery"), star_worth(empty, "museum")] == [0, 1]
    others = town(2, buildings=[["landfill"], ["statue"]], supply=ROW)
    assert star_count(others, 1) == 2


@pytest.mark.rule("MW-147")
@pytest.mark.parametrize(("others", "count"), [([], 1), (["mine", "statue"], 3), (["bridge"], 3)])
def test_obelisk(others, count):
    match = town(2, plans=[["truck"]], buildings=[["obelisk", *others]], supply=ROW)
    assert star_worth(match, "obelisk") == count


@pytest.mark.rule("MW-149", "MW-152")
def test_assembler_works_only_built_and_only_at_the_supplier():
    match = play(rich(2, plans=[["assembler", "mine"]]), "buy gardens")
    assert plans(match) == ["assembler", "mine", "gardens"]
    match = rich(2, plans=[["mine"]], buildings=[["assembler"]], opened=["lotto"])
    assert plans(match) == ["mine"]
    play(match, "use lotto", "draw truck")
    assert plans(match) == ["mine", "truck"]


@pytest.mark.rule("MW-150")
def test_a_deed_through_the_assembler_opens_at_once():
    match = play(rich(2, buildings=[["assembler"]], supply=["lotto", "mine", "vault"]), "buy lotto")
    assert "use lotto" in texts(match)


@pytest.mark.rule("MW-153")
def test_a_gallery_through_the_assembler_starts_empty():
    match = play(rich(2, buildings=[["assembler"]], supply=["gallery", "mine", "vault"]), "buy gallery")
    assert match.position.gallery == 0
    upkeep(match)
    assert match.position.gallery == 1


@pytest.mark.rule("MW-154", "MW-155")
@pytest.mark.parametrize(("hidden", "count"), [([], 0), (["mine"], 2), (["mine", "truck", "bridge"], 6)])
def test_vault(hidden, count):
    match = town(2, plans=[hidden, ["statue"]], buildings=[["vault", "crane"]], supply=["lotto", "plant", "windmill"])
    assert star_worth(match, "vault") == count
