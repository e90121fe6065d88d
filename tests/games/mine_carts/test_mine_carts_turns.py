"""Other carts advance, the turn passes, players drop out, the game ends."""

from __future__ import annotations

import random

import pytest
from mines import VALUES, carts_of, dig, games, lay, mine, phase, positions, run_of, seen, tile_joining, where

import tabletown as tt

ASK = {"order_choice": "ask"}
STRAIGHT = 34


def runs(match: tt.Match) -> list[tuple[int, int]]:
    return [(run["seat"], run["cart"]) for run in seen(match)["last"]["runs"]]


# ------------------------------------------------------------------ who else advances


@pytest.mark.rule("MC-02", "MC-99", "MC-100", "MC-101")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_order_of_advancing(turn: int) -> None:
    """The cart played for, the other own one, then clockwise from the active player."""
    seats = [(turn + step) % 3 for step in range(3)]
    carts = [
        (f"{seats[0]}b", "(0,0)0"),
        (f"{seats[0]}a", "(0,0)1"),
        (f"{seats[1]}b", "(0,0)7"),
        (f"{seats[2]}a", "(0,0)6"),
    ]
    match = mine(*carts, players=3, turn=turn, hand=STRAIGHT)
    lay(match, 1, 0)
    assert runs(match) == [(seats[0], 1), (seats[0], 0), (seats[1], 1), (seats[2], 0)]
    assert set(carts_of(match).values()) == {(1, 0, 0), (1, 0, 1), (0, 1, 7), (0, 1, 6)}


@pytest.mark.rule("MC-101", "MC-102", "MC-74")
def test_everybody_counts_and_draws() -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(0,0)1"), ("1a", "(0,0)7"), hand=STRAIGHT)
    lay(match, 0, 0, "gold", "silver", "iron")
    assert match.dump()["ore"] == [{"silver": 1, "gold": 1}, {"iron": 1}]
    assert [run["drawn"] for run in seen(match)["last"]["runs"]] == [1, 1, 1]


@pytest.mark.rule("MC-103")
def test_each_run_is_finished_before_the_next() -> None:
    """0a crashes into 1a and both go before 2a moves; 2a would otherwise reach the point where 1a stood."""
    match = mine(("0a", "(0,0)0"), ("0b", "(5,5)4"), ("1a", "(0,0)1"), ("2a", "(0,0)7"), players=3, hand=1)
    match.push("play 0 0")
    assert (phase(match), runs(match)) == ("dig", [(0, 0)])
    assert where(match, "2a") == "(0,0)7"
    match.push("dig coal")
    assert where(match, "0a") is where(match, "1a") is None
    assert runs(match) == [(0, 0), (2, 0)]


@pytest.mark.rule("MC-104", "MC-137", "MC-162")
@pytest.mark.parametrize("first", [0, 1])
def test_the_owner_of_two_carts_says_which_goes_first(first: int) -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("1b", "(0,0)7"), hand=STRAIGHT, **ASK)
    match.push("play 0 0")
    assert phase(match) == "dig"
    match.push("dig coal")
    assert (phase(match), match.actor) == ("order", 1)
    assert match.legal_ids == [56, 57]
    match.push(f"order {first}")
    dig(match)
    assert runs(match) == [(0, 0), (1, first), (1, 1 - first)]


@pytest.mark.rule("MC-104", "MC-137")
def test_by_default_the_first_cart_goes_first_unasked() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("1b", "(0,0)7"), hand=STRAIGHT)
    lay(match, 0, 0)
    assert runs(match) == [(0, 0), (1, 0), (1, 1)]


@pytest.mark.rule("MC-105")
def test_no_choice_when_one_was_hit() -> None:
    tile, turns = tile_joining((0, 1), (2, 7))
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), ("1b", "(0,0)7"), hand=tile, **ASK)
    lay(match, 0, turns)
    assert runs(match) == [(0, 0), (1, 1)]
    assert match.position.turn == 1


@pytest.mark.rule("MC-105", "MC-162")
def test_the_active_player_and_single_carts_are_not_asked() -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(0,0)7"), ("1a", "(0,0)1"), ("1b", "(3,0)7"), hand=STRAIGHT, **ASK)
    lay(match, 0, 0)
    assert runs(match) == [(0, 0), (0, 1), (1, 0)]
    assert phase(match) == "draw"


@pytest.mark.rule("MC-162")
def test_two_players_may_be_asked_in_one_turn() -> None:
    """1a and 1b run into each other whichever goes first, so that 2a and 2b are both there when their part comes."""
    carts = [("0a", "(0,0)6"), ("1a", "(0,0)0"), ("1b", "(0,0)5"), ("2a", "(0,0)1"), ("2b", "(0,0)7")]
    match = mine(*carts, players=3, tiles={(1, 0): tile_joining((0, 7), pickaxe=False)}, hand=36, **ASK)
    match.push("play 0 0")
    assert (phase(match), match.actor) == ("order", 1)
    match.push("order 1")
    assert run_of(match, "1b")["met"] == [1, 0]
    assert (phase(match), match.actor) == ("order", 2)
    match.push("order 0")
    assert runs(match) == [(0, 0), (1, 1), (2, 0), (2, 1)]


def settled(match: tt.Match, move: int) -> tuple[object, ...]:
    """What a play leads to when tokens come in a fixed order: carts, holdings, whose turn it is, what was counted."""
    trial = match.copy()
    trial.push(move)
    while phase(trial) in ("dig", "order"):
        trial.push(trial.legal_ids[0])
    words = trial.dump()
    return (
        carts_of(trial),
        words["ore"],
        words["turn"],
        words["phase"],
        words["fate"],
        words["passes"],
        words["pickaxes"],
    )


@pytest.mark.rule("MC-106")
def test_the_order_of_ones_own_carts_changes_nothing() -> None:
    asked = 0
    for match in positions(240, "order", **ASK):
        (a, b) = (settled(match, move) for move in match.legal_ids)
        assert a[:4] == b[:4]
        asked += 1
    assert asked > 5


@pytest.mark.rule("MC-106", "MC-50")
def test_which_of_two_own_carts_is_named_changes_nothing() -> None:
    both = 0
    for match in positions(150, "play"):
        mine_ = [place[:2] for (seat, _), place in carts_of(match).items() if seat == match.position.turn]
        if len(mine_) == 2 and mine_[0] == mine_[1]:
            orientations = len(match.legal_ids) // 2
            for turns in range(orientations):
                assert settled(match, 48 + turns)[:4] == settled(match, 52 + turns)[:4]
            both += 1
    assert both > 20


@pytest.mark.rule("MC-107")
def test_who_comes_first_in_the_order_draws() -> None:
    tile, turns = tile_joining((0, 1), (2, 7), pickaxe=True)
    match = mine(("1a", "(0,0)7"), ("0a", "(0,0)0"), ("2a", "(0,0)1"), ("0b", "(5,5)4"), players=3, turn=1, hand=tile)
    lay(match, 0, turns, "coal", "gold")
    assert match.scores == [0, 1, 5]
    assert run_of(match, "2a")["met"] == [0, 0]


@pytest.mark.rule("MC-108", "MC-110")
def test_advancing_out_of_turn_is_no_turn() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), ("2a", "(0,0)1"), players=3, hand=STRAIGHT)
    lay(match, 0, 0)
    assert (2, 0) in runs(match)
    assert (phase(match), match.position.turn, match.position.turns) == ("draw", 1, 1)


# ------------------------------------------------------------------ the turn passes


@pytest.mark.rule("MC-109", "MC-110", "MC-44")
def test_the_turn_ends_when_all_ore_is_drawn() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), players=2, hand=STRAIGHT)
    match.push("play 0 0")
    for left in (1, 0):
        assert (phase(match), match.position.turn) == ("dig", 0)
        match.push("dig coal")
        assert (phase(match) == "dig") == bool(left)
    assert (phase(match), match.position.turn) == ("draw", 1)
    match.push("tile tile_36")
    assert match.actor == 1


@pytest.mark.rule("MC-111", "MC-110")
def test_players_without_carts_are_skipped() -> None:
    match = mine(("0a", "(0,0)0"), ("3a", "(5,5)4"), players=4, hand=36, ore=[{}, {"coal": 2}, {"gold": 1}, {}])
    lay(match, 0, 0)
    assert match.position.turn == 3
    assert match.scores == [0, 2, 5, 0]
    assert seen(match, 1)["out"] == [1, 2]


@pytest.mark.rule("MC-112", "MC-152", "MC-150")
def test_a_last_cart_may_go_in_anothers_turn() -> None:
    """1a is forced off the board in seat 0's turn: it draws, seat 1 is out, the turn goes to seat 2."""
    tile, turns = tile_joining((0, 5), (6, 7), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)7"), ("2a", "(5,5)4"), players=3, hand=tile, **ASK)
    lay(match, 0, turns, "coal", "silver")
    assert (where(match, "1a"), match.scores) == (None, [1, 4, 0])
    assert match.position.turn == 2
    assert seen(match)["out"] == [1]
    assert any("Player 2 has no cart left" in line for line in match.log)


@pytest.mark.rule("MC-113")
def test_the_others_still_advance_when_the_active_player_loses_both() -> None:
    tile, turns = tile_joining((0, 1), (2, 7))
    match = mine(("0a", "(0,0)0"), ("0b", "(0,0)1"), ("1a", "(0,0)7"), ("2a", "(5,5)4"), players=3, hand=tile)
    lay(match, 0, turns)
    assert runs(match) == [(0, 0), (1, 0)]
    assert (where(match, "1a"), match.position.turn) == ("(0,1)7", 1)


@pytest.mark.rule("MC-114")
def test_the_last_player_takes_every_turn() -> None:
    match = mine(("2a", "(0,0)0"), players=3, turn=2)
    turns = 0
    while not match.over:
        if match.actor != tt.CHANCE:
            assert match.actor == 2
            turns += 1
        match.push(match.random_move())
    assert turns == match.position.turns >= 1


@pytest.mark.rule("MC-115", "MC-119", "MC-111")
def test_a_player_who_is_out_can_win() -> None:
    tile, turns = tile_joining((0, 1), pickaxe=True)
    match = mine(("0a", "(0,0)0"), hand=tile, ore=[{"silver": 1}, {"gold": 2}])
    lay(match, 0, turns, "gold")
    assert match.over
    assert (match.scores, match.ranking) == ([9, 10], [[1], [0]])


# ------------------------------------------------------------------ the end


@pytest.mark.rule("MC-116", "MC-123", "MC-151")
def test_the_game_ends_with_the_last_cart() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(0,0)1"), hand=1)
    match.push("play 0 0")
    assert not match.over
    match.push("dig gold")
    assert match.over
    assert match.actor is None
    assert match.legal_ids == []
    assert match.scores == [5, 0]
    assert len(seen(match)["pile"]) == 35
    with pytest.raises(tt.IllegalMove, match="over"):
        match.push("play 0 0")


@pytest.mark.rule("MC-116")
def test_no_tile_is_drawn_after_the_end() -> None:
    tile, turns = tile_joining((0, 1), pickaxe=False)
    match = mine(("0a", "(0,0)0"), hand=tile)
    match.push(f"play 0 {turns}")
    assert match.over
    assert match.position.turns == 1


def final(*ore: dict[str, int], **options: object) -> tt.Match:
    match = mine(("0a", "(0,0)0"), hand=36, players=len(ore), ore=list(ore), **options)
    match.position.carts[0, 0] = -1
    match.position.hand = 0
    match.position.pile[35] = 1
    match.position.phase = 9
    return match


@pytest.mark.rule("MC-118")
@pytest.mark.parametrize("kind", list(VALUES))
def test_points_are_the_value_of_the_ore(kind: str) -> None:
    match = final({kind: 3, "coal": 3} if kind != "coal" else {"coal": 6}, {})
    assert match.scores == [3 * VALUES[kind] + 3, 0]
    assert seen(match, 0)["ore"][0]["points"] == match.scores[0]


@pytest.mark.rule("MC-119", "MC-122")
def test_places() -> None:
    assert final({"coal": 3}, {"gold": 2}, {"silver": 1}).ranking == [[1], [2], [0]]
    match = final({"coal": 2}, {"copper": 1}, {"gold": 1}, {"coal": 1})
    assert match.ranking == [[2], [0, 1], [3]]
    assert [player["place"] for player in match.view(0)["players"]] == [2, 2, 1, 4]


@pytest.mark.rule("MC-120", "MC-135")
def test_equal_scores_share_the_win() -> None:
    assert final({"gold": 1}, {"coal": 5}).ranking == [[0, 1]]
    assert final({}, {}, {}).ranking == [[0, 1, 2]]
    assert "share the win" in final({}, {}).view(0)["prompt"]["sentence"]


@pytest.mark.rule("MC-121", "MC-122", "MC-135")
@pytest.mark.parametrize(
    ("a", "b", "ranking"),
    [
        ({"gold": 1}, {"silver": 1, "coal": 1}, [[0], [1]]),
        ({"coal": 4}, {"silver": 1}, [[1], [0]]),
        ({"iron": 2}, {"copper": 3}, [[0], [1]]),
        ({"copper": 2, "coal": 2}, {"copper": 3}, [[1], [0]]),
        ({"gold": 1, "coal": 2}, {"gold": 1, "copper": 1}, [[1], [0]]),
        ({"gold": 1, "iron": 1}, {"gold": 1, "iron": 1}, [[0, 1]]),
        ({"gold": 1}, {"coal": 6}, [[1], [0]]),
    ],
)
def test_precious_ore_breaks_ties(a: dict[str, int], b: dict[str, int], ranking: list[list[int]]) -> None:
    assert final(a, b, tie_break="precious").ranking == ranking


@pytest.mark.rule("MC-135", "MC-139")
def test_wrong_tie_breaks_are_refused() -> None:
    with pytest.raises(ValueError, match="tie_break"):
        tt.game("mine-carts", tie_break="most_tokens")


# ------------------------------------------------------------------ a scripted game


OPENING = """seat 1; place 0; place 1; place 24; place 25; confirm; pick_up 0; place 47; confirm; confirm; seat 0;
    tile tile_36; play 0 0; tile tile_34; play 1 0; dig gold; dig copper;
    tile tile_1; play 0 0; dig coal; tile tile_35; play 0 0; dig iron"""


def after_the_opening() -> tt.Match:
    """Bo starts at gates 0 and 24, Ana at 1 and 25 and moves cart A to gate 47. Then four tiles are laid.

    Ana lays straights in the corner: her A and Bo's A roll, without ore. Bo lays straights in the other corner: his B
    digs gold, Ana's B copper. Ana's A turns round on tile 1, digs coal and leaves. Bo's A turns left on tile 35, digs
    iron and leaves.
    """
    match = tt.Match(tt.game("mine-carts", players=2, setup_changes=1), seed=1, names=["Ana", "Bo"])
    for text in OPENING.split(";"):
        match.push(" ".join(text.split()))
    assert carts_of(match) == {(0, 1): (4, 5, 5), (1, 1): (4, 5, 4)}
    assert match.dump()["ore"] == [{"coal": 1, "copper": 1}, {"iron": 1, "gold": 1}]
    assert (phase(match), match.position.turn, match.position.turns) == ("draw", 0, 4)
    return match


@pytest.mark.rule("MC-26", "MC-33", "MC-44", "MC-99", "MC-110", "MC-116", "MC-119")
def test_a_game_that_ends_in_a_collision() -> None:
    match = after_the_opening()
    match.push("tile tile_10")
    lay(match, 1, 0, "silver")
    assert match.over
    assert (match.scores, match.ranking) == ([7, 8], [[1], [0]])
    assert match.log[-4:] == ["The mine is empty.", "Ana has 7 points.", "Bo has 8 points.", "Bo has won!"]
    assert "Ana’s cart B crashes into Bo’s cart B: both are out." in match.log
    for line in (
        "Bo places the first cart.",
        "Ana moves cart A to left gate 12.",
        "Ana has the highest gold fever and begins.",
    ):
        assert line in match.log


@pytest.mark.rule("MC-111", "MC-114", "MC-115", "MC-116", "MC-119")
def test_a_game_that_is_won_by_a_player_who_is_out() -> None:
    match = after_the_opening()
    tile, turns = tile_joining((3, 4), (0, 5), pickaxe=True)
    match.push(f"tile tile_{tile}")
    lay(match, 1, turns)
    assert seen(match)["out"] == [1]
    assert where(match, "0b") == "(3,5)5"
    for leaving, place in ((0, "(2,5)5"), (2, None)):
        assert match.position.turn == 0
        used = tuple(entry["tile"] for entry in seen(match)["board"])
        tile, turns = tile_joining((5, leaving), pickaxe=False, without=used)
        match.push(f"tile tile_{tile}")
        lay(match, 1, turns)
        assert where(match, "0b") == place
    assert match.over
    assert (match.scores, match.ranking) == ([4, 9], [[1], [0]])


@pytest.mark.rule("MC-111", "MC-112")
def test_who_is_out_is_never_asked_again() -> None:
    for match in games(40, first_seed=900, order_choice="ask"):
        dice = random.Random(match.seed)
        begun = False
        while not match.over:
            begun = begun or phase(match) == "play"
            if begun and match.actor not in (None, tt.CHANCE):
                assert any(seat == match.actor for seat, _ in carts_of(match))
            match.push(dice.choice(match.legal_ids))
