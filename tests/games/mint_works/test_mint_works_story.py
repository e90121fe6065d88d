"""What is told: the log as each reader may know it, prices on buttons, hints and texts that follow the options."""

from __future__ import annotations

from typing import Any

import pytest
from mint_town import against, chance, full, pass_round, phase, play, random_game, rich, solo, town

import tabletown as tt
from tabletown.core.view import told
from tabletown.games.mint_works import RULEBOOK
from tabletown.games.mint_works.components import PLAN_NAMES, PLANS
from tabletown.games.mint_works.state import PAYOUT_SHIFT

REST = [card for card in PLANS if card not in ("windmill", "statue", "gardens", "lotto", "factory")]
"""All cards but the usual supply, the Lotto's deed and the Factory."""


def log(match: tt.Match, viewer: int | None = None, since: int = 0) -> list[str]:
    """What a reader reads of the moves from a ply on; a seat reads "you" of itself."""
    return [line["text"] for line in match.story(viewer, viewer is not None) if line["ply"] >= since]


def labels(match: tt.Match) -> dict[str, str]:
    return {move.text: move.label for move in match.legal_moves}


def last_changes(match: tt.Match) -> dict[str, int]:
    return {change["target"]: change["amount"] for change in match.view(None)["changes"]}


# ------------------------------------------------------------------ placements


def test_each_shop_says_what_was_paid_and_gained():
    match = play(rich(2, opened=["crowdfunder"]), "use producer", "use leadership_council", "use crowdfunder")
    assert log(match) == [
        "Ana pays 1 mint and gains 2 mints at the Producer.",
        "Bram pays 1 mint, takes the start token and gains 1 mint at the Leadership Council.",
        "Ana pays 1 mint and gains 3 mints at the Crowdfunder.",
        "Bram gains 1 mint from the Crowdfunder.",
    ]
    assert log(match, 1)[1] == "You pay 1 mint, take the start token and gain 1 mint at the Leadership Council."
    assert log(match, 1)[3] == "You gain 1 mint from the Crowdfunder."
    assert last_changes(match) == {"mints-0": 2, "location-crowdfunder": 1, "mints-1": 1}


def test_the_holder_of_the_token_keeps_it():
    match = play(town(2, token=0), "use leadership_council")
    assert log(match) == ["Ana pays 1 mint, keeps the start token and gains 1 mint at the Leadership Council."]
    assert "token" not in last_changes(match)


def test_buying_and_building_name_price_and_stars():
    match = rich(2, buildings=[["vault"], ["assembler"]], plans=[["lotto"]])
    play(match, "buy statue", "buy windmill", "build lotto")
    assert log(match) == [
        "Ana buys the Statue for 2 mints: 2 stars more, 4 now.",
        "Bram buys the Windmill for 1 mint; the Assembler builds it at once: 1 star more, 2 now.",
        "Ana builds the Lotto for 2 mints: still 4 stars.",
        "The Lotto is open to everybody.",
    ]
    assert last_changes(match) == {"mints-0": -2, "location-builder": 2, "card-0-lotto": 0, "location-lotto": 0}


def test_stars_can_become_fewer():
    match = play(rich(2, plans=[["mine", "crane"]], buildings=[["vault"]]), "build mine")
    assert log(match) == ["Ana builds the Mine for 2 mints: 1 star fewer, 3 now."]


def test_the_temp_agency():
    match = rich(2, opened=["temp_agency"], plans=[["mine", "crane"]], on={"builder": [(1, 2)], "producer": [(1, 1)]})
    play(match, "use temp_agency", "hire builder", "build mine")
    assert log(match) == [
        "Ana goes to the Temp Agency.",
        "Ana hires the Builder.",
        "Through the Temp Agency, Ana builds the Mine for 3 mints: 1 star more, 1 now.",
    ]
    match = rich(2, "use temp_agency", opened=["temp_agency"], on={"producer": [(1, 1)]})
    assert log(match) == ["Through the Temp Agency, Ana pays 2 mints and gains 2 mints at the Producer."]


def test_the_swap_meet_step_by_step_and_at_once():
    match = rich(2, opened=["swap_meet"], plans=[["mine"]], buildings=[["crane"]])
    play(match, "use swap_meet", "give crane", "take statue")
    assert log(match) == [
        "Ana pays 2 mints at the Swap Meet.",
        "Ana hands in the Crane at the Swap Meet: 1 star fewer, 0 now.",
        "Ana takes the Statue for the Crane at the Swap Meet.",
    ]
    match = rich(2, "use swap_meet", opened=["swap_meet"], plans=[["mine"]], supply=[None, "statue", None])
    assert log(match) == ["Ana pays 2 mints, hands in the Mine and takes the Statue at the Swap Meet."]


def test_a_recycled_gallery_loses_its_mints():
    match = rich(2, buildings=[["gallery", "mine"]], gallery=3, opened=["recycler"])
    play(match, "use recycler", "recycle gallery")
    assert log(match) == [
        "Ana pays 1 mint at the Recycler.",
        "Ana puts the Gallery under the deck for 4 mints at the Recycler; 3 mints on it went back to the mint supply: "
        "3 stars fewer, 1 now.",
    ]
    assert last_changes(match)["card-0-gallery"] == -3


def test_a_card_that_brings_nothing():
    later = {"recycler_edition": "later"}
    match = rich(2, buildings=[["stripmine", "mine"]], opened=["recycler"], options=later)
    play(match, "use recycler", "recycle stripmine")
    assert log(match)[-1] == "Ana puts the Stripmine under the deck for nothing at the Recycler."


# ------------------------------------------------------------------ secrets


def test_what_the_lotto_gave_only_its_owner_reads():
    match = rich(3, "use lotto", "draw plant", buildings=[["vault"], ["lotto"]])
    assert log(match) == [
        "Ana pays 3 mints at the Lotto.",
        "Ana draws a secret plan at the Lotto: 2 stars more, 2 now.",
    ]
    assert log(match, 0)[1] == "You draw the Plant at the Lotto: 2 stars more, 2 now."
    assert "back-0-1" in last_changes(match)
    assert "card-0-plant" in {change["target"] for change in match.view(0)["changes"]}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("drawn", ["windmill", "mine"])
def test_a_draw_beside_other_secrets_is_told_to_everybody(drawn, count):
    """All cards of the deck and in the hand of seat 1 are the same to who can't look there."""
    hidden = ["crane", "statue", "gardens", "bridge"][:count]
    others = [card for card in PLANS if card not in (*hidden, drawn, "lotto", "plant", "vault")]
    match = rich(
        3,
        plans=[others, hidden],
        secret=dict.fromkeys(hidden, 2),
        buildings=[["lotto"]],
        supply=["plant", "vault", None],
    )
    play(match, "use lotto", f"draw {drawn}")
    assert log(match, 0)[-1] == f"You draw the {PLAN_NAMES[drawn]} at the Lotto."
    for viewer in (None, 1, 2):
        assert log(match, viewer)[-1] == "Ana draws a secret plan at the Lotto."


def recycled_secret() -> tt.Match:
    """Seat 0 has recycled the Factory, a secret, and it lies alone under the deck; seat 1 is to move."""
    return rich(
        3,
        under=["factory"],
        deck=0,
        secret={"factory": 1 + (7 << PAYOUT_SHIFT)},
        plans=[[], [], REST],
        buildings=[["lotto"]],
        turn=1,
    )


@pytest.mark.rule("MW-193", "MW-194")
def test_only_who_knew_reads_that_the_card_was_known():
    match = play(recycled_secret(), "use lotto")
    assert log(match, 0) == ["Bram pays 3 mints and draws the Factory at the Lotto; it was known to be the next one."]
    assert log(match, 1) == ["You pay 3 mints and draw the Factory at the Lotto."]
    assert log(match, 2) == log(match) == ["Bram pays 3 mints and draws a secret plan at the Lotto."]


def test_a_recycled_secret_is_told_by_its_payout():
    match = rich(
        3, plans=[["factory", "crane", "mine"]], secret={"factory": 1, "mine": 1}, opened=["recycler", "lotto"]
    )
    play(match, "use recycler", "recycle factory")
    assert log(match, 0)[-1] == "You put the Factory under the deck for 7 mints at the Recycler."
    for viewer in (None, 1, 2):
        assert log(match, viewer)[-1] == "Ana puts a secret plan under the deck for 7 mints at the Recycler."


def test_the_opponents_only_card_recycled_unseen():
    match = solo(
        "sonic",
        plans=[[], ["mine"]],
        secret={"mine": 2},
        opened=["recycler"],
        on=full("producer", "builder", "supplier", "leadership_council"),
    )
    match.push("opponent_uses recycler")
    assert log(match)[-1] == "Sonic pays 1 mint and puts a secret plan under the deck for 3 mints at the Recycler."


@pytest.mark.rule("MW-196", "MW-218")
def test_the_opponents_secret_is_named_when_it_is_built():
    match = solo(
        "sonic",
        mints=(3, 9),
        plans=[[], ["lotto", "vault"]],
        secret={"lotto": 2, "vault": 2},
        on=full("producer", "supplier", "leadership_council"),
    )
    match.push("opponent_uses builder")
    assert log(match)[-2:] == [
        "Sonic builds the Lotto for 2 mints: 2 stars more, 2 now. It was the oldest plan.",
        "The Lotto is open to everybody.",
    ]


# ------------------------------------------------------------------ the supply


@pytest.mark.rule("MW-193", "MW-161")
def test_cards_from_under_the_deck_are_told():
    match = rich(2, supply=["windmill", None, None], under=["vault", "plant", "mine"], deck=0)
    pass_round(match)
    assert log(match)[2:4] == [
        "New in the supply, from under the deck: Vault.",
        "New in the supply, from under the deck: Plant.",
    ]
    assert {"supply-vault", "supply-plant", "deck"} <= set(last_changes(match))
    assert last_changes(match)["deck"] == -2


@pytest.mark.rule("MW-193", "MW-195")
def test_a_secret_that_comes_up_from_under_the_deck_is_told_to_all():
    match = play(recycled_secret(), "buy windmill", "pass", "pass", "pass")
    for viewer in (None, 0, 1, 2):
        assert "New in the supply, from under the deck: Factory." in log(match, viewer)


@pytest.mark.rule("MW-209", "MW-226")
def test_alone_cards_from_under_the_deck_are_told():
    match = play(against("justin", mints=(9, 0), under=["vault", "plant"], deck=0), "buy windmill")
    assert log(match) == ["Ana buys the Windmill for 1 mint.", "New in the supply, from under the deck: Vault."]
    match = play(against("justin", mints=(0, 0), under=["vault", "plant"], deck=0), "pass", "opponent_passes")
    assert log(match)[3:6] == [
        "No mint lies on the Supplier: 2 plans go under the deck, Windmill and Statue.",
        "New in the supply, from under the deck: Vault.",
        "New in the supply, from under the deck: Plant.",
    ]


# ------------------------------------------------------------------ upkeep


@pytest.mark.rule("MW-158")
def test_upkeep_is_told_in_its_order():
    match = town(
        3,
        mints=[1, 2, 0],
        buildings=[["mine", "plant", "co_op"], ["lotto"], ["gallery"]],
        gallery=2,
        supply=["windmill", "statue", "gardens"],
        on={"lotto": [(0, 3)], "producer": [(1, 1)]},
    )
    pass_round(match)
    assert last_changes(match) == {"mints-0": 4, "card-2-gallery": 1, "stars-2": 1} | {
        "card-0-co_op": 1,
        "card-0-mine": 1,
        "card-0-plant": 2,
        "bank": 1,
    }, "the cards that paid are marked with what they gave"
    play(match, "gift 2")
    assert log(match, 2)[3:] == [
        "Upkeep: Ana gains 4 mints: 1 from the Co-Op, 1 from the Mine and 2 from the Plant.",
        "Upkeep: 1 mint is laid on your Gallery, 3 there now: 1 star more, 3 now.",
        "Upkeep: Ana’s Co-Op gives you 1 mint.",
        "Upkeep: the Lotto was used and pays its owner, Bram, 2 mints.",
        "Back to the mint supply: 1 from the Producer and 3 from the Lotto.",
        "Everybody gains 1 mint.",
        "Round 4: Ana leads.",
    ]


def test_between_two_the_coop_gives_by_itself():
    match = pass_round(town(2, buildings=[["co_op"]]))
    assert "Upkeep: Ana gains 1 mint from the Co-Op; Ana’s Co-Op gives Bram 1 mint." in log(match)
    assert "Upkeep: you gain 1 mint from the Co-Op; your Co-Op gives Bram 1 mint." in log(match, 0)


@pytest.mark.rule("MW-265")
def test_mort_gains_nothing_and_gives_all_the_same():
    match = play(
        against("mort", buildings=[[], ["co_op", "mine"]], on=full("producer", "supplier", "leadership_council")),
        "pass",
        "opponent_passes",
    )
    told_of = log(match)
    assert "Upkeep: Mort’s Co-Op gives Ana 1 mint." in told_of
    assert "Ana gains 1 mint." in told_of
    assert not any("Mort gains" in line or "Everybody" in line for line in told_of)


def test_mort_pays_from_the_supply():
    match = play(solo("mort"), "opponent_uses producer")
    assert log(match) == ["Mort pays 1 mint from the mint supply at the Producer."]
    match = play(
        solo(
            "mort",
            plans=[[], ["crane"]],
            opened=["recycler"],
            on=full("producer", "builder", "supplier", "leadership_council"),
        ),
        "opponent_uses recycler",
    )
    assert log(match)[-1].startswith(
        "Mort pays 1 mint from the mint supply and puts the Crane under the deck for uncounted"
    )


# ------------------------------------------------------------------ the mint supply against Rachael


def scarce(left: int, **changed: Any) -> tt.Match:
    """A game against Rachael with so many mints left in the supply; the player has 3 and is to move."""
    lying = sum(amount for spaces in changed.get("on", {}).values() for _, amount in spaces)
    held = sum(changed.get("mints", (3, 0))) + lying + changed.get("gallery", 0)
    return against("rachael", **({"mints": (3, 0), "removed": 30 - held - left} | changed))


@pytest.mark.rule("MW-252")
@pytest.mark.parametrize(
    ("left", "told_of"),
    [
        (1, ["Ana pays 1 mint and gains 1 mint at the Producer.", "The mint supply is empty: Rachael wins at once."]),
        (2, ["Ana pays 1 mint and gains 2 mints at the Producer.", "The mint supply is empty: Rachael wins at once."]),
        (3, ["Ana pays 1 mint and gains 2 mints at the Producer."]),
    ],
)
def test_what_came_is_told_not_what_was_asked_for(left, told_of):
    match = play(scarce(left), "use producer")
    assert log(match) == told_of
    assert match.position.mints[0] == 2 + min(left, 2)
    assert last_changes(match)["bank"] == -min(left, 2)


@pytest.mark.rule("MW-76", "MW-251")
def test_nobody_else_gains_when_the_crowdfunder_empties_the_supply():
    match = play(scarce(3, opened=["crowdfunder"]), "use crowdfunder")
    assert log(match)[0] == "Ana pays 1 mint and gains 3 mints at the Crowdfunder."
    assert len(log(match)) == 2
    match = play(scarce(4, opened=["crowdfunder"]), "use crowdfunder")
    assert log(match)[1] == "Rachael gains 1 mint from the Crowdfunder."


@pytest.mark.rule("MW-251", "MW-253")
@pytest.mark.parametrize(
    ("left", "told_of"),
    [
        (1, "Upkeep: Ana gains 1 mint from the Co-Op."),
        (2, "Upkeep: Ana gains 1 mint from the Co-Op; Ana’s Co-Op gives Rachael 1 mint."),
    ],
)
def test_a_coop_with_nothing_left_to_give(left, told_of):
    match = play(scarce(left, buildings=[["co_op"]], on={"supplier": [(0, 1)]}), "pass", "opponent_passes")
    assert told_of in log(match)
    assert log(match)[-1] == "The mint supply is empty: Rachael wins at once."


@pytest.mark.rule("MW-248")
def test_rachaels_mints_leave_the_game():
    match = play(scarce(9, on={"supplier": [(1, 4), (0, 2)], "producer": [(0, 1)]}), "pass", "opponent_passes")
    assert log(match)[3:5] == [
        "Back to the mint supply: 1 from the Producer and 2 from the Supplier.",
        "Rachael’s 4 mints on the Supplier leave the game.",
    ]


# ------------------------------------------------------------------ set-up and the end


def test_the_set_up_is_told():
    match = play(
        tt.Match(tt.game("mint-works", players=1, opponent="chance", advanced=True), names=["Ana"]),
        "oppose rachael",
        "add recycler",
    )
    assert log(match) == [
        "Rachael plays against Ana, lets Ana begin and has 5 mints, and 22 are left in the mint supply.",
        "The Recycler is in play.",
    ]
    match = play(tt.Match(tt.game("mint-works", players=1, opponent="chance"), names=["Ana"]), "oppose mort")
    assert log(match, 0) == ["Mort plays against you, lets you begin and never runs out of mints."]
    match = play(tt.Match(tt.game("mint-works", players=1, opponent="chance"), names=["Ana"]), "oppose justin")
    assert log(match) == ["Justin plays against Ana, begins and has 3 mints."]
    match = play(tt.Match(tt.game("mint-works", players=2), names=["Ana", "Bram"]), "begin 1", "reveal mine")
    assert log(match) == ["Bram has the freshest breath and gets the start token.", "New in the supply: Mine."]


def even(**changed: Any) -> dict[str, Any]:
    """Two neighborhoods of seven stars and equal size, with equal mints."""
    return {
        "buildings": [["gardens", "factory", "mine"], ["landfill", "workshop", "statue", "co_op"]],
        "plans": [["crane"]],
        "supply": ["lotto", "plant", "vault"],
    } | changed


@pytest.mark.rule("MW-179", "MW-232")
def test_a_full_tie_is_shared_by_players_and_a_draw_alone():
    match = pass_round(town(2, **even()))
    assert log(match)[-1] == "Ana and Bram share the win, with 7 stars each."
    assert log(match, 1)[-1] == "Ana and you share the win, with 7 stars each."
    assert match.view(0)["prompt"] == {"sentence": "A shared win!", "hint": "Ana and Bram: 7 stars each."}
    blocked = full("producer", "builder", "supplier", "leadership_council")
    match = play(against("justin", mints=(3, 3), on=blocked, **even()), "pass", "opponent_passes")
    assert log(match)[-1] == "A draw between Ana and Justin, with 7 stars each."
    assert match.view(0)["prompt"] == {"sentence": "A draw!", "hint": "Ana and Justin: 7 stars each."}
    assert ">A draw</text>" in match.svg(0)
    lost = play(against("justin", mints=(2, 3), on=blocked, **even()), "pass", "opponent_passes")
    assert ">Has won</text>" in lost.svg(0)
    won = play(against("justin", mints=(4, 3), on=blocked, **even()), "pass", "opponent_passes")
    assert ">Beaten</text>" in won.svg(0)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"plans": [[], ["crane"]]}, "Ana wins with 7 stars, by the smaller neighborhood."),
        ({"mints": (3, 4)}, "Bram wins with 7 stars, by more mints."),
        ({"options": {"ages": [30, 40]}}, "Bram wins with 7 stars, by the age nearest to 42."),
    ],
)
def test_what_decided_a_tie_is_told(changed, why):
    match = pass_round(town(2, **even(**changed)))
    assert log(match)[-2:] == ["Ana has 7 stars and Bram has 7 stars: the game ends.", why]


def test_the_end_without_plans_is_told():
    match = pass_round(
        town(2, plans=[REST], supply=["windmill", None, "gardens"], buildings=[["lotto"], ["statue", "factory"]])
    )
    assert log(match)[-2:] == ["The plans have run out: the game ends.", "Bram wins with 5 stars."]


# ------------------------------------------------------------------ buttons, hints, reasons and texts


def test_buttons_name_their_price():
    match = town(
        2,
        mints=[9, 9],
        plans=[["mine"]],
        buildings=[["lotto", "truck"]],
        opened=["temp_agency", "swap_meet"],
        on={"supplier": [(1, 2)]},
        supply=["windmill", "plant", "statue"],
    )
    found = labels(match)
    assert found["buy plant"] == "Buy Plant for 4 mints"
    assert found["buy windmill"] == "Buy Windmill for 1 mint"
    assert found["build mine"] == "Build Mine for 2 mints"
    assert found["use producer"] == "Use the Producer for 1 mint"
    assert found["use lotto"] == "Use the Lotto for 3 mints"
    assert found["use temp_agency"] == "Use the Temp Agency for 1 mint extra"
    hired = labels(play(match, "use temp_agency"))
    assert hired["buy plant"] == "Buy Plant for 5 mints"


def test_buttons_of_the_temp_agency_name_the_whole_price():
    match = rich(
        2,
        "use temp_agency",
        opened=["temp_agency"],
        plans=[["mine", "crane"]],
        on={"builder": [(1, 2)], "producer": [(1, 1)], "supplier": [(1, 1)]},
    )
    assert labels(match) == {
        "hire producer": "Hire the Producer for 2 mints",
        "hire builder": "Hire the Builder for 3 mints",
        "hire supplier": "Hire the Supplier for 1 mint extra",
    }
    assert labels(play(match, "hire builder"))["build mine"] == "Build Mine for 3 mints"


@pytest.mark.parametrize(
    ("edition", "mine", "hint"),
    [
        ("2016", "Recycle Mine for 3 mints", "You gain its cost and its printed stars in mints."),
        ("later", "Recycle Mine for 1 mint", "a building its present stars."),
    ],
)
def test_the_recycler_says_what_it_pays(edition, mine, hint):
    match = rich(
        2, "use recycler", buildings=[["mine", "stripmine"]], opened=["recycler"], options={"recycler_edition": edition}
    )
    assert labels(match)["recycle mine"] == mine
    assert hint in match.view(0)["prompt"]["hint"]
    if edition == "later":
        assert labels(match)["recycle stripmine"] == "Recycle Stripmine for nothing"


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("recycler_edition", "later", "a building its present stars"),
        ("vault_star", True, "and two more for each face-down plan"),
        ("bridge_scope", "museum_only", "for the Museum, and as one building otherwise"),
    ],
)
def test_texts_follow_the_options(option, value, says):
    usual = {"opened": ["recycler"], "supply": ["vault", "bridge", "mine"]}
    plain, chosen = town(2, **usual), town(2, options={option: value}, **usual)
    assert not any(says in line for line in plain.reference(0))
    assert any(says in line for line in chosen.reference(0))
    for layout in ("desktop", "phone"):
        assert says not in plain.svg(0, layout=layout)
        assert says in chosen.svg(0, layout=layout)


@pytest.mark.parametrize("opened", [[], ["recycler"]])
def test_reasons_are_given_only_for_what_is_in_play(opened):
    match = town(2, opened=opened)
    shown = {f"location-{place['location']}" for place in match.view(0)["position"]["locations"]}
    reasons = match.view(0)["reasons"]
    assert {target for target in reasons if target.startswith("location-")} <= shown
    assert {target for target, why in reasons.items() if why == "Deed not built"} == {
        "location-wholesaler",
        "location-lotto",
    }
    assert ("location-recycler" in reasons) == bool(opened)


def test_who_has_passed_is_said_in_the_singular_and_the_plural():
    match = play(town(3), "pass")
    assert "1 of 3 has passed in a row." in match.view(0)["prompt"]["hint"]
    assert "2 of 3 have passed in a row." in play(match, "pass").view(0)["prompt"]["hint"]


# ------------------------------------------------------------------ what can be taken back


@pytest.mark.rule("MW-190")
def test_a_secret_that_was_handed_in_can_not_be_taken_back():
    match = rich(2, plans=[["mine", "vault"]], secret={"mine": 1}, opened=["swap_meet"])
    match.push("use swap_meet")
    assert match.can_undo(0)
    shown = play(match.copy(), "give mine")
    assert (phase(shown), shown.actor) == ("take", 0)
    assert not shown.can_undo(0)
    assert play(match.copy(), "give vault").can_undo(0), "everybody knew this plan"
    assert match.would_be_final(0, match.find("give mine"))
    assert not match.would_be_final(0, match.find("give vault"))


def test_choices_that_show_nothing_can_be_taken_back():
    match = rich(
        2,
        opened=["temp_agency"],
        plans=[["mine", "crane"]],
        secret={"mine": 1},
        on={"builder": [(1, 2)], "producer": [(1, 1)]},
    )
    for move in ("use temp_agency", "hire builder"):
        match.push(move)
        assert match.can_undo(0)


@pytest.mark.rule("MW-193", "MW-190")
def test_a_pass_that_brings_up_a_secret_can_not_be_taken_back():
    """Seat 0 leads again after its own pass; what came up from under the deck was a secret of seat 1."""
    hidden = {"factory": 2 + (7 << PAYOUT_SHIFT)}
    usual = {"under": ["factory"], "deck": 0, "plans": [[], REST], "buildings": [["lotto"]], "turn": 0, "passes": 1}
    supply = ["windmill", "statue", None]
    match = play(town(2, secret=hidden, supply=supply, **(usual | {"plans": [["gardens"], REST]})), "pass")
    assert (match.actor, match.position.round) == (0, 4)
    assert not match.can_undo(0)
    match = play(town(2, supply=supply, **(usual | {"plans": [["gardens"], REST]})), "pass")
    assert match.can_undo(0), "everybody knew the card"


# ------------------------------------------------------------------ every reader


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "advanced_locations": ["recycler", "swap_meet"]},
        {"players": 1, "opponent": "mort", "advanced_locations": ["recycler"]},
        {"players": 1, "opponent": "rachael", "advanced_locations": ["swap_meet"]},
    ],
)
def test_all_readers_are_told_of_the_same_open_changes(options):
    """Who knows more reads more names, but mints, stars and places are the same for all."""
    *_, match = random_game(41, **options)
    marks = [
        [
            [c for line in lines for c in line.changes if not c.target.startswith(("card-", "back-")) or c.amount]
            for lines in told(match, viewer)
        ]
        for viewer in (None, *range(match.game.players))
    ]
    assert all(mark == marks[0] for mark in marks)
    assert chance(match).over
    assert RULEBOOK.words.counters(match.position)["deck"] == match.view()["position"]["deck"]
