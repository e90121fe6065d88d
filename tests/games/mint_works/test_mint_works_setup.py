"""Components, set-up and options: MW-01 to MW-28, MW-198 to MW-206, MW-272 to MW-280."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import numpy as np
import pytest
from mint_town import (
    ADVANCED,
    CARDS,
    CORE,
    DEEDS,
    OPPONENTS,
    SPACES,
    buildings,
    chance,
    deck_cards,
    is_open,
    mints,
    phase,
    plans,
    random_game,
    star_worth,
    supply,
    texts,
    town,
    upkeep,
)

import tabletown as tt
from tabletown.compile import drivers
from tabletown.core.rule import interpreted_loader
from tabletown.games.mint_works import RULEBOOK
from tabletown.games.mint_works.components import (
    COST,
    KINDS,
    LOCATION_NAMES,
    LOCATIONS,
    PLAN_NAMES,
    PLANS,
    PRICE,
    PRINTED_STARS,
    RIVALS,
    TYPE,
    TYPES,
)
from tabletown.games.mint_works.text.cards import OPPONENTS as OPPONENT_TEXTS
from tabletown.games.mint_works.text.cards import PLANS as PLAN_TEXTS
from tabletown.games.mint_works.text.cards import SHOPS as SHOP_TEXTS


def start(players: int = 2, seed: int = 1, **options: object) -> tt.Match:
    match = tt.Match(tt.game("mint-works", players=players, **options), seed=seed)
    while phase(match) in ("start", "opponent", "advanced", "deal"):
        match.step_chance()
    return match


@pytest.mark.rule("MW-01")
def test_twenty_one_different_plans():
    assert set(PLANS) == set(CARDS)
    assert len(set(PLANS)) == 21
    assert Counter(TYPES[t] for t in TYPE) == {"culture": 6, "production": 7, "utility": 6, "deed": 2}
    assert (sum(COST), sum(PRINTED_STARS)) == (61, 24)


@pytest.mark.rule("MW-02")
def test_costs():
    assert Counter(int(cost) for cost in COST) == {1: 4, 2: 5, 3: 4, 4: 5, 5: 3}


@pytest.mark.rule("MW-03", "MW-280")
def test_ten_locations_and_no_promo_cards():
    kinds = dict(zip(LOCATIONS, KINDS, strict=True))
    assert {name for name, kind in kinds.items() if kind == "core"} == set(CORE)
    assert {name for name, kind in kinds.items() if kind == "deed"} == set(DEEDS)
    assert {name for name, kind in kinds.items() if kind == "advanced"} == set(ADVANCED)
    assert len(LOCATIONS) == 10


@pytest.mark.rule("MW-04")
def test_four_opponents():
    assert set(RIVALS) == set(OPPONENTS)


@pytest.mark.rule("MW-05")
@pytest.mark.parametrize("players", [0, 5, -1])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(ValueError, match="1 to 4 players"):
        tt.game("mint-works", players=players)
    assert [tt.game("mint-works", players=n).players for n in (1, 2, 3, 4)] == [1, 2, 3, 4]


@pytest.mark.rule(
    "MW-06",
    "MW-116",
    "MW-117",
    "MW-118",
    "MW-119",
    "MW-123",
    "MW-124",
    "MW-128",
    "MW-131",
    "MW-132",
    "MW-133",
    "MW-134",
    "MW-135",
    "MW-136",
    "MW-137",
    "MW-140",
    "MW-142",
    "MW-147",
    "MW-148",
    "MW-154",
    "MW-156",
    "MW-157",
)
@pytest.mark.parametrize("card", CARDS)
def test_every_plan_is_as_printed(card):
    index = PLANS.index(card)
    assert (COST[index], PRINTED_STARS[index], TYPES[TYPE[index]]) == CARDS[card]
    assert PLAN_NAMES[card].replace("-", "_").replace(" ", "_").lower() == card
    assert all(LOCATION_NAMES[name] for name in LOCATIONS)


@pytest.mark.rule(
    "MW-18", "MW-51", "MW-53", "MW-57", "MW-62", "MW-67", "MW-70", "MW-75", "MW-77", "MW-85", "MW-97", "MW-200"
)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("location", LOCATIONS)
def test_spaces_for_each_number_of_players(players, location):
    named = [location, *ADVANCED] if location in ADVANCED else list(ADVANCED)
    match = start(players, advanced_locations=list(dict.fromkeys(named))[: 1 if players == 1 else 2])
    place = next((entry for entry in match.view()["position"]["locations"] if entry["location"] == location), None)
    if location in ADVANCED[1:] and place is None:
        pytest.fail("the named location is not in play")
    assert place["spaces"] == SPACES[location][players - 1]
    assert place["open"] == (location not in DEEDS)


@pytest.mark.rule("MW-19", "MW-20", "MW-200")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_deeds_start_closed_without_owner_and_nothing_advanced_is_in_play(players):
    match = start(players)
    places = {entry["location"]: entry for entry in match.view()["position"]["locations"]}
    assert set(places) == {*CORE, *DEEDS}
    assert all(not places[name]["open"] and places[name]["owner"] is None for name in DEEDS)


@pytest.mark.rule("MW-21", "MW-201")
@pytest.mark.parametrize(("players", "count"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_advanced_locations_are_drawn_evenly(players, count):
    match = tt.Match(tt.game("mint-works", players=players, advanced=True), seed=1)
    chosen = set()
    for step in range(count):
        assert match.chance_weights == [1] * (4 - step)
        assert {move.args["location"] for move in match.legal_moves} == set(ADVANCED) - chosen
        chosen.add(match.step_chance().args["location"])
    assert phase(match) != "advanced"
    assert {name for name in ADVANCED if is_open(match, name)} == chosen


@pytest.mark.rule("MW-22", "MW-23", "MW-185")
def test_three_plans_are_turned_up_each_evenly():
    match = tt.Match(tt.game("mint-works", players=2, starting_player="seat_0"), seed=5)
    for left in (21, 20, 19):
        assert match.chance_weights == [1] * left
        match.step_chance()
    assert None not in supply(match)
    assert deck_cards(match) == 18
    assert match.view()["position"]["deck"] == 18


@pytest.mark.rule("MW-24", "MW-26", "MW-27")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_mints_no_card_and_development_first(players):
    match = start(players)
    assert mints(match) == [3] * players
    assert all(not plans(match, seat) and not buildings(match, seat) for seat in range(players))
    assert (phase(match), match.position.round) == ("develop", 1)


@pytest.mark.rule("MW-25", "MW-30", "MW-274")
def test_the_token_goes_to_a_seat_by_lot_or_by_name():
    match = tt.Match(tt.game("mint-works", players=3), seed=1)
    assert texts(match) == {"begin 0", "begin 1", "begin 2"}
    assert match.chance_weights == [1, 1, 1]
    for seat in (0, 1, 2):
        named = start(3, starting_player=f"seat_{seat}")
        assert (named.position.token, named.actor) == (seat, seat)
    with pytest.raises(ValueError, match="only 2 players"):
        tt.game("mint-works", players=2, starting_player="seat_2")


@pytest.mark.rule("MW-28")
@pytest.mark.parametrize(
    "options", [{"players": 4, "advanced": True}, {"players": 1, "opponent": "chance", "advanced": True}]
)
def test_the_same_seed_gives_the_same_game(options):
    first = [match.position.array.tobytes() for match in random_game(9, **options)]
    again = [match.position.array.tobytes() for match in random_game(9, **options)]
    assert first == again
    other = [match.position.array.tobytes() for match in random_game(10, **options)]
    assert first != other


# ------------------------------------------------------------------ solitaire


@pytest.mark.rule("MW-198", "MW-272")
def test_the_opponent_is_chosen_or_drawn():
    for name in OPPONENTS:
        assert start(1, opponent=name).view()["position"]["opponent"] == name
    match = tt.Match(tt.game("mint-works", players=1, opponent="chance"), seed=3)
    assert {move.args["opponent"] for move in match.legal_moves} == set(OPPONENTS)
    assert match.chance_weights == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="justin, rachael, sonic, mort"):
        tt.game("mint-works", players=1, opponent="hal")
    with pytest.raises(ValueError, match="Only a game for one"):
        tt.game("mint-works", players=2, opponent="sonic")


@pytest.mark.rule("MW-199", "MW-201")
@pytest.mark.parametrize("advanced", ADVANCED)
def test_the_line(advanced):
    places = start(1, advanced_locations=[advanced]).view()["position"]["locations"]
    line = ["producer", "wholesaler", "builder", "supplier", "leadership_council", "lotto", advanced]
    assert [entry["location"] for entry in places] == line


@pytest.mark.rule("MW-202", "MW-203")
def test_two_plans_the_second_next_to_the_deck():
    match = tt.Match(tt.game("mint-works", players=1, opponent="sonic"), seed=1)
    first, second = match.step_chance().args["plan"], match.step_chance().args["plan"]
    assert supply(match) == [first, second]
    assert deck_cards(match) == 19


@pytest.mark.rule("MW-204", "MW-205", "MW-206", "MW-239", "MW-246", "MW-264")
@pytest.mark.parametrize(
    ("opponent", "share", "token"), [("justin", 3, 1), ("rachael", 5, 0), ("sonic", 5, 0), ("mort", None, 0)]
)
def test_what_each_opponent_starts_with(opponent, share, token):
    match = start(1, opponent=opponent)
    sides = match.view(0)["position"]["neighborhoods"]
    assert [side["mints"] for side in sides] == [3, share]
    assert match.position.token == token
    assert match.position.bank == (22 if opponent == "rachael" else 0)


# ------------------------------------------------------------------ options


@pytest.mark.rule("MW-272")
def test_defaults():
    game = tt.game("mint-works", players=1)
    assert game.options == {
        "opponent": "justin",
        "advanced": False,
        "advanced_locations": [],
        "starting_player": "chance",
        "bridge_scope": "everywhere",
        "vault_star": False,
        "recycler_edition": "2016",
        "ages": None,
    }


@pytest.mark.rule("MW-273")
def test_the_table_names_advanced_locations():
    match = start(3, advanced_locations=["recycler", "swap_meet"])
    assert [is_open(match, name) for name in ADVANCED] == [False, True, False, True]
    for players, named in ((2, ["recycler"]), (1, ["recycler", "swap_meet"])):
        with pytest.raises(ValueError, match="can be named"):
            tt.game("mint-works", players=players, advanced_locations=named)
    with pytest.raises(ValueError, match="can't be"):
        tt.game("mint-works", players=2, advanced_locations=["recycler", "bank"])


@pytest.mark.rule("MW-274")
def test_alone_the_opponents_card_says_who_begins():
    with pytest.raises(ValueError, match="who begins"):
        tt.game("mint-works", players=1, starting_player="seat_0")


@pytest.mark.rule("MW-275")
def test_ages_are_one_for_each_seat():
    assert tt.game("mint-works", players=3, ages=[30, 42, 50]).options["ages"] == [30, 42, 50]
    with pytest.raises(ValueError, match="one whole number"):
        tt.game("mint-works", players=3, ages=[30, 42])


@pytest.mark.rule("MW-121", "MW-276")
@pytest.mark.parametrize(("scope", "obelisk", "brought"), [("everywhere", 5, 5), ("museum_only", 4, 4)])
def test_bridge_scope(scope, obelisk, brought):
    match = town(
        mints=[0, 0], buildings=[["bridge", "museum", "obelisk", "corporate_hq"]], options={"bridge_scope": scope}
    )
    assert star_worth(match, "museum") == 3
    assert star_worth(match, "obelisk") == obelisk
    match = town(
        mints=[0, 0],
        buildings=[["bridge", "corporate_hq", "mine", "windmill"]],
        options={"bridge_scope": scope},
        supply=["statue", "gardens", "vault"],
    )
    upkeep(match)
    assert mints(match)[0] == brought + 1 + 1


@pytest.mark.rule("MW-154", "MW-277")
@pytest.mark.parametrize(("fixed", "worth"), [(False, 4), (True, 5)])
def test_vault_star(fixed, worth):
    match = town(plans=[["mine", "plant"]], buildings=[["vault"]], options={"vault_star": fixed})
    assert star_worth(match, "vault") == worth
    match = town(plans=[["mine"]], buildings=[["vault"]], opened=["recycler"], options={"vault_star": fixed})
    match.push("use recycler")
    match.push("recycle vault")
    assert mints(match)[0] == 3 - 1 + 5 + fixed


@pytest.mark.rule("MW-78", "MW-79", "MW-278")
@pytest.mark.parametrize(("edition", "building", "plan"), [("2016", 5, 4), ("later", 2, 4)])
def test_recycler_edition(edition, building, plan):
    for card, paid in (("workshop", building), ("statue", plan)):
        match = town(
            plans=[["statue"]],
            buildings=[["workshop"]],
            opened=["recycler"],
            supply=["mine", "vault", "lotto"],
            options={"recycler_edition": edition},
        )
        match.push("use recycler")
        match.push(f"recycle {card}")
        assert mints(match)[0] == 3 - 1 + paid


@pytest.mark.rule("MW-279")
def test_a_limit_of_moves_is_reported_as_unfinished():
    count_game = interpreted_loader(RULEBOOK.compiled_rules).load(drivers.count_game)
    match = start(2)
    tally = np.zeros(drivers.TALLY_SIZE, np.int64)
    count_game(match.position, 10, 4, tally)
    assert tally[drivers.UNFINISHED] == 1
    assert not match.over
    assert sum(tally[drivers.WINS : drivers.WINS + 4]) == 0


@pytest.mark.rule("MW-05", "MW-207")
def test_alone_there_are_exactly_two_sides():
    match = chance(tt.Match(tt.game("mint-works", players=1, opponent="mort"), seed=2))
    assert len(match.view(0)["position"]["neighborhoods"]) == 2
    assert len(match.scores) == 1


# ------------------------------------------------------------------ the guide


def guide_rows(heading: str) -> list[list[str]]:
    """The rows of the table of the guide whose first column has this heading."""
    lines = RULEBOOK.guide.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_the_guide_has_every_plan_as_printed():
    rows = guide_rows("plan")
    assert [row[0] for row in rows] == [plan.name for plan in PLAN_TEXTS.values()]
    for row, plan in zip(rows, PLAN_TEXTS.values(), strict=True):
        stars = "by its rule" if plan.stars is None else str(plan.stars)
        assert row[1:5] == [plan.type.capitalize(), plan.ribbon, str(plan.cost), stars]
        assert row[5]


def test_the_guide_has_every_shop_and_opponent_as_printed():
    rows = {row[0]: row for row in guide_rows("shop")}
    assert list(rows) == [SHOP_TEXTS[key].name for key in ("producer", "builder", "supplier", "leadership_council")] + [
        SHOP_TEXTS[key].name for key in (*DEEDS, *ADVANCED)
    ]
    for key, shop in SHOP_TEXTS.items():
        assert rows[shop.name][1] == shop.kind
        assert rows[shop.name][3] == ", ".join(map(str, SPACES[key]))
        price = PRICE[LOCATIONS.index(key)]
        assert rows[shop.name][2] == (str(price) if price else rows[shop.name][2])
    for row, card in zip(guide_rows("opponent"), OPPONENT_TEXTS.values(), strict=True):
        assert row[0] == card.name
        assert row[2] == f"the {'dearest' if card.dearest_first else 'cheapest'}"
        assert row[3] == ", ".join(kind.capitalize() for kind in card.types)


def test_one_vocabulary():
    """Players read of shops, never of locations, and of face-down plans, never of unbuilt ones."""
    said = [RULEBOOK.guide, *(option.help for option in RULEBOOK.options)]
    said += [plan.spoken for plan in PLAN_TEXTS.values()] + [shop.text for shop in SHOP_TEXTS.values()]
    for options in ({"players": 3, "advanced": True}, {"players": 1, "opponent": "sonic", "advanced": True}):
        for match in random_game(6, **options):
            said += match.view(0)["prompt"].values() if match.ply % 5 == 0 else ()
        said += [*match.log, *match.reference(0)]
    for text in said:
        assert not re.search(r"\blocations?\b|unbuilt|start(?:ing)? player token|Plan Supply", text, re.IGNORECASE), (
            text
        )
