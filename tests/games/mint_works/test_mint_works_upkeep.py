"""Upkeep, the end and scoring: MW-158 to MW-184, and what holds in every position."""

from __future__ import annotations

import pytest
from mint_town import (
    GAMES,
    against,
    buildings,
    chance,
    deck_cards,
    is_open,
    mints,
    on,
    pass_round,
    phase,
    plans,
    random_game,
    star_count,
    supply,
    town,
    upkeep,
)

import tabletown as tt
from tabletown.games.mint_works.components import PLANS
from tabletown.games.mint_works.state import conserved
from tabletown.games.mint_works.validity import impossible

EVERYTHING = [card for card in PLANS if card not in ("windmill", "statue", "gardens")]


@pytest.mark.rule("MW-158", "MW-161", "MW-165", "MW-167", "MW-169", "MW-170", "MW-171", "MW-172")
def test_upkeep_step_by_step():
    match = town(
        3,
        mints=[1, 2, 0],
        plans=[["vault"]],
        buildings=[["mine"], ["lotto"], ["gallery"]],
        gallery=2,
        token=2,
        turn=2,
        supply=["windmill", None, None],
        on={"lotto": [(0, 3)], "producer": [(1, 1)], "supplier": [(0, 2), (0, 4)]},
    )
    pass_round(match)
    assert phase(match) == "refill", "refill comes before any mint is paid"
    assert mints(match) == [1, 2, 0]
    match.step_chance()
    assert (phase(match), mints(match), match.position.gallery) == ("refill", [1, 2, 0], 2)
    match.step_chance()
    assert supply(match)[0] == "windmill", "cards still there stay"
    assert None not in supply(match)
    assert mints(match) == [1 + 1 + 1, 2 + 2 + 1, 0 + 1]
    assert match.position.gallery == 3
    assert on(match, "producer") == on(match, "lotto") == on(match, "supplier") == []
    assert is_open(match, "lotto")
    assert (plans(match, 0), buildings(match, 1)) == (["vault"], ["lotto"])
    assert (match.position.round, match.actor, match.position.token, match.position.passes) == (4, 2, 2, 0)


@pytest.mark.rule("MW-159", "MW-160", "MW-174")
def test_seven_stars_end_the_game_before_anything_else():
    match = town(
        2,
        mints=[1, 1],
        buildings=[["gardens", "factory", "mine"], ["workshop"]],
        supply=["windmill", None, None],
        on={"producer": [(0, 1)]},
    )
    pass_round(match)
    assert match.over
    assert (mints(match), match.scores) == ([1, 1], [7, 2])
    assert supply(match) == ["windmill", None, None]
    assert on(match, "producer") == [(0, 1)]


@pytest.mark.rule("MW-162", "MW-160", "MW-164")
def test_too_few_plans_end_the_game():
    match = town(2, mints=[1, 1], plans=[EVERYTHING], supply=["windmill", None, "gardens"], buildings=[[], ["statue"]])
    pass_round(match)
    assert match.over
    assert (mints(match), match.scores) == ([1, 1], [0, 2])


@pytest.mark.rule("MW-163")
def test_filling_up_exactly_does_not_end_the_game():
    match = town(2, plans=[EVERYTHING[1:]], supply=["windmill", None, "gardens"], buildings=[[], ["statue"]])
    pass_round(match)
    chance(match)
    assert (deck_cards(match), match.over, match.position.round) == (0, False, 4)
    pass_round(match)
    assert not match.over, "nobody bought, so the supply is still full"


@pytest.mark.rule("MW-166", "MW-173")
@pytest.mark.parametrize("token", [0, 1, 2])
@pytest.mark.parametrize("order", [["mine", "corporate_hq", "plant"], ["plant", "mine", "corporate_hq"]])
def test_the_order_of_effects_changes_nothing(token, order):
    match = town(
        3,
        mints=[0, 0, 0],
        buildings=[order, ["co_op", "workshop"], []],
        token=token,
        turn=token,
        supply=["windmill", "statue", "vault"],
    )
    upkeep(match)
    match.push("gift 2")
    assert mints(match) == [1 + 3 + 2 + 1, 1 + 1 + 1, 0 + 1 + 1]


# ------------------------------------------------------------------ scoring


def ended(buildings, plans=(), mints=(3, 3, 3), gallery=0, **options) -> tt.Match:
    """A game for three that ends by seven stars."""
    match = town(
        3,
        mints=list(mints),
        buildings=buildings,
        plans=plans,
        gallery=gallery,
        options=options,
        supply=["lotto", "plant", "vault"],
    )
    pass_round(match)
    assert match.over
    return match


@pytest.mark.rule("MW-174", "MW-175")
def test_most_stars_win():
    match = ended([["gardens", "factory", "mine"], ["landfill", "workshop", "windmill", "crane", "truck"], ["statue"]])
    assert match.scores == [7, 3 + 2 + 0 + 1 + 1, 2]
    match = ended([["gardens", "factory", "mine"], ["landfill", "workshop", "co_op", "crane", "truck"], ["statue"]])
    assert match.scores == [7, 8, 2]
    assert match.ranking == [[1], [0], [2]]


@pytest.mark.rule("MW-176", "MW-182")
def test_the_smaller_neighborhood_wins_a_tie():
    match = ended([["gardens", "factory", "mine"], ["landfill", "workshop", "crane", "truck"], []], mints=(0, 9, 0))
    assert match.scores[:2] == [7, 7]
    assert match.ranking == [[0], [1], [2]]
    match = ended(
        [["gardens", "factory", "mine"], ["landfill", "workshop", "crane", "truck"], []],
        [["co_op", "statue"]],
        mints=(9, 0, 0),
    )
    assert match.ranking == [[1], [0], [2]]


TIED = [["gardens", "factory", "mine"], ["landfill", "workshop", "crane", "truck"], ["statue"]]
ONE_PLAN = [["co_op"], [], []]


@pytest.mark.rule("MW-177", "MW-181")
def test_more_mints_win_the_next_tie():
    assert ended(TIED, ONE_PLAN, (2, 3, 9)).ranking == [[1], [0], [2]]
    match = town(
        3,
        mints=[4, 3, 0],
        buildings=TIED,
        plans=ONE_PLAN,
        supply=["lotto", "plant", "vault"],
        on={"producer": [(1, 1), (1, 1)]},
    )
    pass_round(match)
    assert match.ranking == [[0], [1], [2]], "mints on Locations count for nobody"


@pytest.mark.rule("MW-127", "MW-181")
def test_mints_on_gallery_do_not_break_ties():
    match = ended(
        [["gardens", "factory", "mine"], ["landfill", "gallery", "workshop", "crane"], []],
        [["co_op"], [], []],
        (3, 2, 0),
        gallery=2,
    )
    assert match.scores[:2] == [7, 3 + 1 + 2 + 1]
    assert match.ranking[0] == [0]


@pytest.mark.rule("MW-178", "MW-180")
@pytest.mark.parametrize(
    ("ages", "first"),
    [([40, 43, 42], [1]), ([41, 50, 42], [0]), ([44, 39, 42], [0]), ([40, 44, 42], [0, 1]), (None, [0, 1])],
)
def test_the_age_nearest_to_42_decides_last(ages, first):
    match = ended(TIED, ONE_PLAN, (3, 3, 3), ages=ages)
    assert match.ranking[0] == first


@pytest.mark.rule("MW-179", "MW-182")
def test_each_step_compares_only_those_still_tied():
    three = [
        ["gardens", "factory", "mine"],
        ["landfill", "workshop", "crane", "truck"],
        ["obelisk", "bridge", "museum", "windmill"],
    ]
    match = ended(three, [["co_op"], [], []], (1, 2, 9), bridge_scope="museum_only")
    assert match.scores == [7, 7, 4 + 0 + 4 + 1]
    assert match.ranking == [[2], [1], [0]]


@pytest.mark.rule("MW-183")
def test_after_the_end_nothing_is_accepted():
    match = ended(TIED, ONE_PLAN)
    before = match.position.array.tobytes()
    with pytest.raises(tt.IllegalMove, match="over"):
        match.push("pass")
    assert match.position.array.tobytes() == before


@pytest.mark.rule("MW-184")
def test_at_the_end_face_down_cards_are_shown():
    match = town(
        2,
        buildings=[["gardens", "factory"]],
        plans=[[], ["vault"]],
        secret={"vault": 2},
        supply=["lotto", "plant", "mine"],
    )
    assert match.view(0)["position"]["neighborhoods"][1]["plans"] == [{"plan": None, "secret": True}]
    match = town(
        2,
        buildings=[["gardens", "factory", "statue"]],
        plans=[[], ["vault"]],
        secret={"vault": 2},
        supply=["lotto", "plant", "mine"],
    )
    pass_round(match)
    assert match.view(0)["position"]["neighborhoods"][1]["plans"] == [{"plan": "vault", "secret": True}]
    assert match.scores == [8, 0]


# ------------------------------------------------------------------ what always holds


@pytest.mark.rule("MW-07", "MW-08", "MW-09", "MW-10", "MW-17", "MW-247")
@pytest.mark.parametrize("options", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_position_is_possible(options, seed):
    first = None
    for match in random_game(seed, **options):
        first = first or conserved(match.position)
        assert conserved(match.position) == first
        assert impossible(match.position) is None
        assert 0 <= match.position.token < max(2, match.position.players)


@pytest.mark.rule("MW-14")
@pytest.mark.parametrize("options", [GAMES[1], GAMES[6]])
def test_cards_leave_the_deck_on_top_and_come_back_below(options):
    before = None
    for match in random_game(7, **options):
        unseen = [card for card in range(21) if match.position.deck[card]]
        below = sorted((number, card) for card, number in enumerate(match.position.bottom) if number)
        if before is not None:
            assert set(unseen) <= set(before[0]), "nothing is shuffled in again"
            kept = [card for _, card in before[1] if card in {card for _, card in below}]
            if unseen:
                assert [card for _, card in below][: len(before[1])] == [card for _, card in before[1]] == kept
        before = unseen, below


@pytest.mark.rule("MW-15", "MW-16", "MW-45", "MW-172")
@pytest.mark.parametrize("options", [GAMES[0], GAMES[2], GAMES[4], GAMES[6]])
def test_no_gain_is_ever_shortened_and_placed_mints_stay(options):
    last = None
    for match in random_game(8, **options):
        s = match.position
        placed = sum(map(sum, s.mints_on.tolist()))
        if last is not None and s.round == last[0]:
            assert placed >= last[1]
        last = s.round, placed
    assert s.bank == 0
    rich = town(2, mints=[3000, 3], opened=["crowdfunder"])
    rich.push("use crowdfunder")
    assert mints(rich) == [3002, 4]


@pytest.mark.rule("MW-173")
@pytest.mark.parametrize("options", [GAMES[0], GAMES[2], GAMES[6]])
def test_upkeep_changes_mints_by_effects_gifts_deeds_and_income(options):
    pay = {"mine": 1, "workshop": 1, "factory": 1, "plant": 2, "stripmine": 3, "co_op": 1}
    before: list[int] = []
    start, held, used = 0, [[""]], {"": False}
    for match in random_game(12, **options):
        s = match.position
        count = max(2, s.players)
        if phase(match) in ("develop", "rival") and before and s.round > start:
            gained = [mints(match)[side] - before[side] for side in range(count)]
            due = [1 + sum(amount for card, amount in pay.items() if card in held[side]) for side in range(count)]
            due = [
                d + (len(held[side]) + ("bridge" in held[side])) * ("corporate_hq" in held[side])
                for side, d in enumerate(due)
            ]
            for deed, amount in (("wholesaler", 1), ("lotto", 2)):
                due = [d + amount * (deed in held[side] and used[deed]) for side, d in enumerate(due)]
            gifts = sum("co_op" in held[side] for side in range(count))
            assert sum(gained) == sum(due) + gifts
            assert all(0 <= g - d <= gifts for g, d in zip(gained, due, strict=True))
        if phase(match) in ("develop", "rival"):
            before, start = mints(match), s.round
            held = [buildings(match, side) for side in range(count)]
            used = {deed: bool(on(match, deed)) for deed in ("wholesaler", "lotto")}


@pytest.mark.rule("MW-162")
@pytest.mark.parametrize("options", GAMES)
def test_random_games_end_by_rule(options):
    *_, match = random_game(21, **options)
    assert match.over
    count = max(2, match.game.players)
    full = 2 if match.game.players == 1 else 3
    left = deck_cards(match) + sum(card is not None for card in supply(match))
    empty = match.position.bank == 0 and match.view()["position"]["opponent"] == "rachael"
    assert max(star_count(match, side) for side in range(count)) >= 7 or left < full or empty


# ------------------------------------------------------------------ whose turn it is to gain


def scarce(token: int, **changed) -> tt.Match:
    """A game against Rachael with one mint left in the supply, before Upkeep."""
    lying = sum(amount for spaces in changed.get("on", {}).values() for _, amount in spaces)
    return against("rachael", token=token, removed=29 - lying, mints=(0, 0), **changed)


@pytest.mark.rule("MW-166", "MW-251")
@pytest.mark.parametrize(("token", "gained"), [(0, [1, 0]), (1, [0, 1])])
def test_buildings_work_from_the_holder_of_the_token_on(token, gained):
    match = scarce(token, buildings=[["mine"], ["workshop"]], on={"supplier": [(0, 2)]})
    match.push("pass")
    match.push("opponent_passes")
    assert match.over
    assert mints(match) == gained


@pytest.mark.rule("MW-170", "MW-251")
@pytest.mark.parametrize(("token", "gained"), [(0, [1, 0]), (1, [0, 1])])
def test_income_is_paid_from_the_holder_of_the_token_on(token, gained):
    match = scarce(token)
    match.push("pass")
    match.push("opponent_passes")
    chance(match)
    assert match.over
    assert mints(match) == gained
