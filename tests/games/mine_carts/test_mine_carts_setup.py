"""Before the first turn: piles, carts at gates, changes of mind, who begins."""

from __future__ import annotations

from collections import Counter

import pytest
from mines import ASKED, across, carts_of, games, inside, phase, seen

import tabletown as tt

FREE = set(range(48))


def fresh(players: int = 2, seed: int = 1, first: int | None = 0, **options: object) -> tt.Match:
    """A match whose lot for the first to place is given."""
    match = tt.Match(tt.game("mine-carts", players=players, **options), seed=seed)
    if first is not None:
        match.push(f"seat {first}")
    return match


def place_all(match: tt.Match, sections: list[int] | None = None) -> None:
    for section in sections or range(0, 4 * match.game.players, 2):
        match.push(f"place {section}")


@pytest.mark.rule("MC-21", "MC-22", "MC-24", "MC-25")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_empty_mine_and_full_piles(players: int) -> None:
    match = tt.Match(tt.game("mine-carts", players=players), seed=1)
    words, view = match.dump(), seen(match, 0)
    assert not any(words["board"])
    assert words["hand"] is None
    assert words["ore"] == [{}] * players
    assert words["carts"] == [[None, None]] * players
    assert view["pile"] == list(range(1, 37))
    assert view["ground"] == {"tokens": 80, "kinds": {"coal": 24, "copper": 20, "iron": 16, "silver": 12, "gold": 8}}


@pytest.mark.rule("MC-22", "MC-23")
def test_the_seed_decides_the_order_of_both_piles() -> None:
    def orders(seed: int) -> tuple[list[str], list[str]]:
        match = tt.Match(tt.game("mine-carts", players=3), seed=seed)
        while not match.over:
            match.push(match.random_move())
        return [m.text for m in match.moves if m.name == "tile"], [m.text for m in match.moves if m.name == "dig"]

    assert orders(5) == orders(5)
    assert len({tuple(orders(seed)[0]) for seed in range(8)}) == 8
    assert len({tuple(orders(seed)[1]) for seed in range(8)}) == 8


@pytest.mark.rule("MC-22")
def test_the_first_tile_is_spread_evenly() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(1800):
        match = tt.Match(tt.game("mine-carts", first_player="seat_0"), seed=seed)
        match.push("seat 0")
        place_all(match)
        drawn[match.step_chance().text] += 1
    assert len(drawn) == 36
    assert max(drawn.values()) < 90
    assert min(drawn.values()) > 20


@pytest.mark.rule("MC-02", "MC-26", "MC-32")
@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 2), (4, 3), (4, 0)])
def test_two_rounds_clockwise_from_a_random_seat(players: int, first: int) -> None:
    match = fresh(players, first=first)
    order = []
    for number in range(2 * players):
        order.append(match.actor)
        assert seen(match, match.actor)["placing"]["cart"] == number // players
        match.push(f"place {3 * number}")
        assert seen(match)["carts"][-1] is not None
    around = [(first + step) % players for step in range(players)]
    assert order == around + around
    assert len(carts_of(match)) == 2 * players
    assert len(set(carts_of(match).values())) == 2 * players
    assert phase(match) == "first"


@pytest.mark.rule("MC-32", "MC-167")
def test_the_first_to_place_is_drawn_evenly() -> None:
    match = tt.Match(tt.game("mine-carts", players=3), seed=1)
    assert match.actor == tt.CHANCE
    assert [m.text for m in match.legal_moves] == ["seat 0", "seat 1", "seat 2"]
    assert match.chance_weights == [1, 1, 1]


@pytest.mark.rule("MC-27", "MC-29")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ((0, 1), (2, 3)),
        ((0, 11), (12, 47)),
        ((0, 47), (1, 46)),
        ((0, 24), (12, 36)),
        ((11, 12), (23, 24)),
        ((3, 5), (4, 6)),
    ],
)
def test_any_sides_and_neighbouring_sections(mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    match = fresh()
    place_all(match, [mine[0], theirs[0], mine[1], theirs[1]])
    assert phase(match) == "first"


@pytest.mark.rule("MC-28", "MC-160", "MC-158")
def test_an_occupied_section_is_refused() -> None:
    match = fresh(4)
    taken = []
    for section in (0, 7, 13, 20, 30, 41, 46, 47):
        assert {m.args["section"] for m in match.legal_moves} == FREE - set(taken)
        for other in taken:
            before = match.dump()
            with pytest.raises(tt.IllegalMove, match="not legal now"):
                match.push(f"place {other}")
            assert match.dump() == before
            assert match.view(match.actor)["reasons"][f"gate-{other}"] == "Taken"
        match.push(f"place {section}")
        taken.append(section)


@pytest.mark.rule("MC-30", "MC-31")
def test_carts_stand_on_the_edge_and_face_the_board() -> None:
    for section in range(48):
        match = fresh()
        match.push(f"place {section}")
        (place,) = carts_of(match).values()
        assert inside(place)
        assert not inside(across(place))
    with pytest.raises(tt.IllegalMove, match="no move"):
        fresh().push("place 48")


@pytest.mark.rule("MC-30")
def test_an_inner_point_is_no_start() -> None:
    with pytest.raises(ValueError, match="edge section"):
        tt.Match(
            tt.game("mine-carts"), position={"phase": "place", "placed": 1, "carts": [["(0,0)4", None], [None, None]]}
        )


@pytest.mark.rule("MC-33", "MC-35", "MC-163")
def test_everybody_confirms_in_order() -> None:
    match = fresh(3, first=1, setup_changes=3)
    place_all(match)
    for seat in (1, 2, 0):
        assert (phase(match), match.actor) == ("confirm", seat)
        assert [m.text for m in match.legal_moves] == ["confirm", "pick_up 0", "pick_up 1"]
        match.push("confirm")
    assert phase(match) == "first"


@pytest.mark.rule("MC-33", "MC-35")
def test_a_change_withdraws_all_confirmations() -> None:
    match = fresh(3, setup_changes=3)
    place_all(match, [0, 2, 4, 6, 8, 10])
    match.push("confirm")
    match.push("pick_up 1")
    assert match.actor == 1
    assert {m.args["section"] for m in match.legal_moves} == FREE - {0, 2, 4, 6, 10}
    match.push("place 30")
    assert seen(match)["placing"]["confirmed"] == [False, False, False]
    for seat in (2, 0, 1):
        assert (phase(match), match.actor) == ("confirm", seat)
        match.push("confirm")
    assert phase(match) == "first"
    assert match.dump()["carts"][1] == ["(0,1)0", "(5,2)4"]


@pytest.mark.rule("MC-33")
def test_a_cart_may_be_put_back_where_it_stood() -> None:
    match = fresh(setup_changes=3)
    place_all(match, [0, 2, 4, 6])
    before = match.dump()["carts"]
    match.push("pick_up 0")
    match.push("place 0")
    assert match.dump()["carts"] == before
    assert seen(match, 0)["placing"]["changes_left"] == [2, 3]


@pytest.mark.rule("MC-34")
def test_nobody_moves_the_cart_of_another() -> None:
    match = fresh(setup_changes=1)
    place_all(match)
    theirs = match.dump()["carts"][1]
    match.push("pick_up 0")
    assert match.dump()["carts"] == [[None, match.dump()["carts"][0][1]], theirs]
    match.push("place 40")
    assert match.dump()["carts"][1] == theirs
    assert not any(m.target.startswith("cart-0") for m in match.legal_moves)


@pytest.mark.rule("MC-36", "MC-163")
def test_changes_run_out() -> None:
    match = fresh(setup_changes=2)
    place_all(match, [0, 2, 4, 6])
    for change in (20, 21):
        match.push("pick_up 0")
        match.push(f"place {change}")
        match.push("confirm")
    assert match.actor == 0
    assert [m.text for m in match.legal_moves] == ["confirm"]
    assert match.view(0)["reasons"] == {"cart-0-0": "No change left", "cart-0-1": "No change left"}
    match.push("confirm")
    assert phase(match) == "first"


@pytest.mark.rule("MC-36", "MC-37", "MC-138")
def test_no_changes_by_default() -> None:
    match = fresh()
    assert match.game.options["setup_changes"] == 0
    place_all(match)
    assert phase(match) == "first"
    for changes in (3, 9):
        allowed = fresh(setup_changes=changes)
        place_all(allowed)
        assert phase(allowed) == "confirm"
    for wrong in (-1, 10, "some"):
        with pytest.raises(ValueError, match="setup_changes"):
            tt.game("mine-carts", setup_changes=wrong)


@pytest.mark.rule("MC-38")
def test_no_cart_is_moved_by_choice_after_the_first_turn() -> None:
    for match in games(12, **ASKED):
        begun = False
        while not match.over:
            begun = begun or phase(match) == "draw"
            names = {m.name for m in match.legal_moves}
            if begun:
                assert names <= {"play", "order", "tile", "dig"}
            match.push(match.random_move())


@pytest.mark.rule("MC-39", "MC-136", "MC-167")
def test_who_begins() -> None:
    match = fresh(4, first=2)
    place_all(match)
    assert match.actor == tt.CHANCE
    assert (len(match.legal_ids), match.chance_weights) == (4, [1, 1, 1, 1])
    match.push("seat 3")
    assert (phase(match), match.position.turn) == ("draw", 3)
    named = fresh(4, first=2, first_player="seat_1")
    place_all(named)
    assert (phase(named), named.position.turn) == ("draw", 1)
    with pytest.raises(ValueError, match="only 2 players"):
        tt.game("mine-carts", players=2, first_player="seat_2")
