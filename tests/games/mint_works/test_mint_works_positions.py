"""Positions from outside: what can't come up is refused in one sentence, and what comes up is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mint_town import GAMES, OPPONENTS, against, chance, pass_round, phase, play, random_game, rich, solo, town

import tabletown as tt
from tabletown.games.mint_works.components import PLANS
from tabletown.games.mint_works.state import PAYOUT_SHIFT
from tabletown.games.mint_works.validity import impossible


def read(match: tt.Match, **changed: Any) -> tt.Match:
    """The position of a match, some of its fields changed, as somebody might hand it in."""
    return tt.Match(match.game, position=match.dump() | changed)


def new(players: int = 2, **options: Any) -> tt.Match:
    """A match before its first move."""
    return tt.Match(tt.game("mint-works", players=players, **options), seed=1)


def dealing(players: int = 2, **options: Any) -> tt.Match:
    """A match whose first plan has just been laid out."""
    match = new(players, **options)
    while phase(match) != "deal":
        match.step_chance()
    match.step_chance()
    return match


def drawing() -> tt.Match:
    """Seat 0 has paid at the Lotto and will draw."""
    return rich(3, "use lotto", buildings=[[], ["lotto"]])


def filling(**changed: Any) -> tt.Match:
    """Everybody has passed, and the supply is being filled."""
    return pass_round(town(3, supply=["windmill", None, None], **changed))


def flushing() -> tt.Match:
    """Nobody used the Supplier in a game for one: two new plans come up."""
    return play(against("sonic", mints=(3, 0)), "pass", "opponent_passes")


def giving() -> tt.Match:
    """The owner of the Co-Op names who gains."""
    return pass_round(town(4, buildings=[["co_op"], ["gallery"]], gallery=2))


def at_the(shop: str, *moves: str, **changed: Any) -> tt.Match:
    return rich(2, f"use {shop}", *moves, plans=[["mine", "vault"]], opened=[shop], **changed)


def hiring(**changed: Any) -> tt.Match:
    usual: dict[str, Any] = {
        "plans": [["mine", "vault"]],
        "on": {"producer": [(1, 1)], "builder": [(1, 2)], "supplier": [(1, 1)]},
    }
    return rich(2, "use temp_agency", opened=["temp_agency"], **(usual | changed))


def hired(shop: str, *moves: str) -> tt.Match:
    """Seat 0 hires a shop on which a mint of seat 1 lies."""
    places = {"producer": [(1, 1)], shop: [(1, 2)]}
    return rich(
        2, "use temp_agency", f"hire {shop}", *moves, plans=[["mine", "vault"]], opened=["temp_agency"], on=places
    )


SECRET = {"plans": [["mine"]], "secret": {"mine": 1}}
SEVEN = ["gardens", "factory", "mine"]
ENDED = {"buildings": [SEVEN], "supply": ["lotto", "plant", "vault"]}

REFUSED = {
    # The components.
    "mints below 0": (lambda: read(town(), mints={"seat_0": -1}), "must lie between 0 and"),
    "mints of nobody": (lambda: read(town(), mints={"seat_3": 2}), "Only players hold mints"),
    "Mort's mints": (lambda: solo("mort", mints=(3, 1)), "Mort's mints are not counted"),
    "a bank": (lambda: town(bank=3), "counted only against Rachael"),
    "removed mints": (lambda: solo("sonic", removed=3), "counted only against Rachael"),
    "30 mints": (lambda: solo("rachael", bank=20), "30 mints in all, not 28"),
    "an empty bank": (lambda: solo("rachael", mints=(20, 10)), "over when the mint supply"),
    "a card twice": (lambda: read(town(), given="mine", phase="take"), "one card Mine, not 2"),
    "a card without an order": (lambda: town(plans=[["mine"]], deck=0, bottom={}), "one card"),
    "a gap in the order": (lambda: read(town(plans=[["mine"]]), plans={"seat_0": {"mine": 2}}), "numbered from 1"),
    "cards of nobody": (lambda: town(2, plans=[[], [], ["mine"]]), "nobody at seat_2"),
    "buildings of nobody": (lambda: town(2, buildings=[[], [], ["mine"]]), "nobody at seat_2"),
    "three plans alone": (
        lambda: read(solo("sonic"), supply=["statue", "mine", "windmill"], deck={}, bottom=UNDER),
        "2 plans at most",
    ),
    "a masked card": (lambda: town(masked_plans=1), "no masked cards"),
    "a masked place": (lambda: town(masked=[[1] + [0] * 20, *[[0] * 21] * 4]), "no masked cards"),
    "mints on a Gallery in the deck": (lambda: read(town(), gallery=3), "Gallery only while"),
    "an open secret": (lambda: town(secret={"windmill": 1}), "secret only face down"),
    "a secret of nobody": (lambda: town(plans=[["mine"]], secret={"mine": 16 * 3}), "known to its owner"),
    "a secret without its owner": (lambda: town(plans=[["mine"]], secret={"mine": 2}), "known to its owner"),
    "a secret of somebody absent": (lambda: town(plans=[["mine"]], secret={"mine": 5}), "to players only"),
    "a payout never paid": (
        lambda: town(plans=[["mine"]], secret={"mine": 1 + (5 << PAYOUT_SHIFT)}),
        "brought 3 mints",
    ),
    "a recycled secret without payout": (lambda: town(under=["mine"], secret={"mine": 1}), "brought 3 mints, not 0"),
    "a closed core shop": (lambda: town(open={"producer": 1, "builder": 1, "supplier": 1}), "is always open"),
    "a mint on a closed shop": (lambda: town(mints_on={"lotto": [3, 0, 0]}), "Lotto has 0 spaces"),
    "a mint too many": (lambda: town(2, mints_on={"producer": [1, 1, 1]}), "Producer has 2 spaces"),
    "a gap of spaces": (lambda: town(mints_on={"producer": [0, 1, 0]}), "filled from the first"),
    "a stack no price asks for": (lambda: town(mints_on={"supplier": [7, 0, 0]}), "between 0 and 6"),
    "mints of somebody absent": (lambda: town(2, on={"producer": [(2, 1)]}), "placed by somebody who plays"),
    "no mints of somebody": (lambda: town(2, placed_by={"producer": [1, 0, 0]}), "placed by somebody who plays"),
    "a deed that opened nothing": (lambda: town(buildings=[["lotto"]], open=CORE_ONLY), "open once its deed is built"),
    "three advanced shops": (lambda: town(opened=["recycler", "swap_meet", "temp_agency"]), "Two advanced shops"),
    "two advanced shops alone": (lambda: solo("sonic", opened=["recycler", "swap_meet"]), "Two advanced shops"),
    # Whose turn it is.
    "no phase": (lambda: town(phase=None), "phase can't be None"),
    "a step between two moves": (lambda: town(phase="upkeep"), "phase can't be 'upkeep'"),
    "the turn of nobody": (lambda: town(2, turn=2), "seats in turn and token"),
    "the token of nobody": (lambda: town(3, token=3), "seats in turn and token"),
    "an opponent of two": (lambda: town(2, rival="sonic"), "opponent exactly in a game for one"),
    "nobody to play against": (lambda: solo("sonic", rival=None), "opponent exactly in a game for one"),
    "another opponent": (lambda: solo("sonic", rival="justin"), "opponent of this game is Sonic"),
    "an opponent's turn of two": (lambda: town(2, phase="rival", turn=1), "belongs to a game for one"),
    "everybody has passed": (lambda: town(3, passes=3), "Development ends"),
    "an upkeep too early": (lambda: read(filling(), passes=2), "Upkeep begins when"),
    "no round": (lambda: town(round=0), "first round is round 1"),
    "the opponent's turn of the player": (lambda: solo("sonic", turn=0), "the opponent's turn"),
    "the opponent decides": (lambda: against("sonic", turn=1), "a player's turn"),
    "a second turn of Justin": (lambda: solo("justin", second_turn=1), "Only Sonic"),
    "a second turn of the player": (lambda: against("sonic", second_turn=1), "Only Sonic"),
    "a second turn after a pass": (lambda: solo("sonic", second_turn=1, passes=1), "not a pass"),
    "hired in a turn": (lambda: town(hired=1, opened=["temp_agency"]), "Nothing is hired"),
    # Set-up.
    "mints at set-up": (lambda: read(new(), mints={"seat_0": 4, "seat_1": 3}), "mints of the set-up"),
    "mints of the opponent at set-up": (
        lambda: read(dealing(1, opponent="sonic"), mints={"seat_0": 3, "seat_1": 4}),
        "mints of the set-up",
    ),
    "a turn before the first": (lambda: read(new(), passes=1), "nobody has had a turn"),
    "a round before the first": (lambda: read(new(), round=1), "nobody has had a turn"),
    "a plan at set-up": (lambda: read(town(plans=[["mine"]]), **BEFORE), "no mint is placed"),
    "a mint placed at set-up": (lambda: read(town(on={"producer": [(0, 1)]}), **BEFORE), "no mint is placed"),
    "a deed shop at set-up": (
        lambda: read(new(), open=dict.fromkeys([*CORE_ONLY, "lotto"], 1)),
        "deed shops are closed",
    ),
    "the token of another": (lambda: read(dealing(starting_player="seat_1"), token=0), "start token is with seat 1"),
    "the token before the lot": (lambda: read(new(), token=1), "start token is with seat 0"),
    "the token against Justin": (lambda: read(dealing(1), token=0), "start token is with seat 1"),
    "plans before they are dealt": (lambda: read(dealing(), phase="start", token=0), "one after the other"),
    "all plans dealt": (lambda: read(town(), **BEFORE), "one after the other"),
    "a drawn token that is named": (lambda: read(new(starting_player="seat_0"), phase="start"), "nothing to draw"),
    "a drawn token alone": (lambda: read(new(1, opponent="sonic"), phase="start"), "says who begins"),
    "a drawn opponent who is named": (lambda: read(new(1), phase="opponent", rival=None), "set-up|nothing to draw"),
    "advanced shops nobody wanted": (lambda: read(new(), phase="advanced"), "no advanced shop left"),
    "advanced shops twice": (lambda: read(chance_of(new(advanced=True), 2), phase="advanced"), "no advanced shop left"),
    # Upkeep.
    "a refill of a full supply": (lambda: town(2, phase="refill", passes=2), "the supply has gaps"),
    "a refill without cards": (lambda: read(filling(), deck={}, bottom=LEFT), "the deck can fill them"),
    "a refill with too few cards": (
        lambda: town(2, phase="refill", passes=2, supply=["windmill", None, None], plans=[MANY]),
        "the deck can fill them",
    ),
    "a refill at seven stars": (lambda: town(2, phase="refill", passes=2, **gapped(ENDED)), "Seven stars end"),
    "a gift without Co-Op": (lambda: town(4, phase="gift", passes=4), "from a Co-Op"),
    "a gift of two": (lambda: town(2, phase="gift", passes=2, buildings=[["co_op"]]), "from a Co-Op"),
    "a gift before the refill": (lambda: read(giving(), supply=[None, *ROW_OF_GIVING], deck=DECK_OF_GIVING), "is full"),
    "a gift before the Gallery's mint": (lambda: read(giving(), gallery=0), "has got its mint"),
    "a gift at seven stars": (lambda: read(giving(), gallery=8), "Seven stars end"),
    "a flush of a used Supplier": (
        lambda: read(flushing(), mints_on={"supplier": [2, 0, 0]}),
        "no mint lies on the Supplier",
    ),
    "a flush of a full supply": (lambda: against("sonic", phase="flush", passes=2), "the supply has gaps"),
    # The end.
    "over without a reason": (lambda: town(2, phase="over", passes=2), "seven stars or too few plans"),
    "over in Development": (lambda: town(2, phase="over", passes=1, **ENDED), "everybody has passed in a row"),
    "over with something hired": (lambda: town(2, phase="over", passes=2, hired=1, **ENDED), "Nothing is hired"),
    # The choice in progress.
    "a Temp Agency not in play": (lambda: read(hiring(), open=CORE_ONLY), "Temp Agency is in play"),
    "a hired Temp Agency not in play": (lambda: read(hired("builder"), open=CORE_ONLY), "Temp Agency is in play"),
    "a Temp Agency in use": (lambda: read(hiring(), mints_on=BUSY_AGENCY), "its space is free"),
    "a choice already hired": (lambda: read(hiring(), hired=1), "Nothing is hired"),
    "a hired purchase not hired": (lambda: read(hired("supplier"), hired=0), "once it is chosen"),
    "one shop to hire": (lambda: read(hiring(), mints_on={"producer": [1, 0, 0]}, placed_by={}), "among two or more"),
    "a hired Builder with one plan": (
        lambda: town(plans=[["mine"]], phase="hired_build", hired=1, opened=["temp_agency"], on={"builder": [(1, 2)]}),
        "two or more plans",
    ),
    "a hired Builder that is too dear": (lambda: read(hired("builder"), mints={"seat_0": 2}), "hired Builder"),
    "a hired Builder nobody uses": (lambda: read(hired("builder"), mints_on={}, placed_by={}), "hired Builder"),
    "a hired Supplier with one plan": (lambda: read(hired("supplier"), mints={"seat_0": 2}), "hired Supplier"),
    "a hired Supplier nobody uses": (lambda: read(hired("supplier"), mints_on={}, placed_by={}), "hired Supplier"),
    "a Recycler nobody paid": (
        lambda: read(at_the("recycler"), mints_on={}, placed_by={}),
        "a mint lies on the Recycler",
    ),
    "a Recycler another paid": (lambda: read(at_the("recycler"), placed_by={"recycler": [1, 0, 0]}), "has paid there"),
    "a Recycler hired without paying": (lambda: read(at_the("recycler"), hired=1), "has paid there"),
    "one card to recycle": (lambda: town(plans=[["mine"]], phase="recycle", **paid("recycler")), "among two or more"),
    "one card to give": (lambda: town(plans=[["mine"]], phase="give", **paid("swap_meet")), "among two or more"),
    "nothing to take": (
        lambda: town(plans=[["mine", "crane"]], phase="give", supply=[None] * 3, **paid("swap_meet")),
        "a plan to take",
    ),
    "one plan to take": (
        lambda: read(at_the("swap_meet", "give mine"), supply=[None, None, "gardens"], deck=DECK_OF_GARDENS),
        "among two or more",
    ),
    "a card given and no choice": (lambda: read(at_the("swap_meet", "give mine"), phase="develop"), "'take'"),
    "a choice without a card given": (lambda: read(at_the("swap_meet", "give mine"), given=None, plans=BACK), "'take'"),
    "a draw of nobody": (lambda: town(phase="lotto"), "a mint lies on the Lotto"),
    "a draw of another": (lambda: read(drawing(), turn=1), "has paid there"),
    "a draw from nothing": (lambda: read(drawing(), deck={}, bottom=LEFT_AT_LOTTO), "nobody has seen"),
    "a restock of two": (lambda: town(2, phase="restock", supply=["windmill", None, None]), "a game for one"),
    "a restock of a full supply": (
        lambda: against("sonic", phase="restock", plans=[["mine"]], on={"supplier": [(0, 2)]}),
        "into a gap",
    ),
    "a restock of nothing bought": (
        lambda: against("sonic", phase="restock", supply=["windmill", None], on={"supplier": [(0, 2)]}),
        "was bought",
    ),
    "hired from Justin": (
        lambda: solo(
            "justin",
            phase="restock",
            hired=1,
            plans=[[], ["mine"]],
            opened=["temp_agency"],
            supply=["windmill", None],
            on={"supplier": [(1, 2)], "temp_agency": [(1, 3)]},
        ),
        "closed by Justin",
    ),
}

CORE_ONLY = dict.fromkeys(["producer", "builder", "supplier", "leadership_council"], 1)
BEFORE = {"phase": "deal", "round": 0}
BUSY_AGENCY = {"producer": [1, 0, 0], "builder": [2, 0, 0], "supplier": [1, 0, 0], "temp_agency": [2, 0, 0]}
BACK = {"seat_0": {"vault": 1, "mine": 2}}
DECK_OF_GARDENS = dict.fromkeys((c for c in PLANS if c not in ("mine", "vault", "gardens")), 1)
MANY = [card for card in PLANS if card not in ("windmill", "statue")]


def under(*above: str) -> dict[str, int]:
    """All cards but these under the deck."""
    return {card: number for number, card in enumerate((c for c in PLANS if c not in above), 1)}


UNDER = under("windmill", "statue", "mine")
LEFT = under("windmill")
LEFT_AT_LOTTO = under("windmill", "statue", "gardens", "lotto")
ROW_OF_GIVING = ["statue", "gardens"]
DECK_OF_GIVING = dict.fromkeys((c for c in PLANS if c not in ("statue", "gardens", "co_op", "gallery")), 1)


def paid(shop: str) -> dict[str, Any]:
    return {"opened": [shop], "on": {shop: [(0, 2)]}}


def gapped(changed: dict[str, Any]) -> dict[str, Any]:
    return changed | {"supply": ["lotto", None, None]}


def chance_of(match: tt.Match, moves: int) -> tt.Match:
    for _ in range(moves):
        match.step_chance()
    return match


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_not_come_up_is_refused_in_a_sentence(case):
    make, sentence = REFUSED[case]
    with pytest.raises(tt.BadPosition, match=sentence) as refusal:
        make()
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "make",
    [
        drawing,
        filling,
        flushing,
        giving,
        hiring,
        dealing,
        lambda: at_the("recycler"),
        lambda: at_the("swap_meet"),
        lambda: at_the("swap_meet", "give mine"),
        lambda: hired("builder"),
        lambda: hired("supplier"),
        lambda: town(**SECRET),
        lambda: pass_round(town(2, **ENDED)),
    ],
)
def test_what_the_refusals_start_from_is_accepted(make):
    match = make()
    again = read(match)
    assert again.position.array.tobytes() == match.position.array.tobytes()
    assert again.over or again.legal_ids


@pytest.mark.parametrize(
    "options", [*GAMES, *({"players": 1, "opponent": name, "advanced": True} for name in OPPONENTS)]
)
def test_every_position_that_comes_up_is_accepted(options):
    for match in random_game(34, **options):
        assert impossible(match.position) is None
        if match.ply % 10 == 0:
            again = tt.Match(match.game, position=json.loads(json.dumps(match.dump())))
            assert again.position.array.tobytes() == match.position.array.tobytes()


@pytest.mark.rule("MW-251")
def test_a_game_that_rachael_has_won_is_accepted():
    """Her win may come in the middle of a hired effect."""
    match = against(
        "rachael", mints=(7, 6), removed=14, opened=["temp_agency"], on={"producer": [(0, 1)]}, supply=["mine", "crane"]
    )
    play(match, "use temp_agency")
    assert (match.over, match.position.hired, match.position.bank) == (True, 1, 0)
    assert read(match).over
    assert chance(read(match)).over
