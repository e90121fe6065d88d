"""The turn: a tile is drawn and laid before one of one's carts."""

from __future__ import annotations

import pytest
from mines import ASKED, board_of, carts_of, games, lay, mine, phase, positions, seen, where

import tabletown as tt


@pytest.mark.rule("MC-40", "MC-41", "MC-165")
def test_a_turn_begins_with_one_random_tile_seen_by_all() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), tiles={(2, 2): (7, 1)})
    assert match.actor == tt.CHANCE
    assert [m.args["tile"] for m in match.legal_moves] == [f"tile_{tile}" for tile in range(1, 37) if tile != 7]
    assert match.chance_weights == [1] * 35
    match.push("tile tile_20")
    for viewer in (0, 1, None):
        view = match.view(viewer)["position"]
        assert view["hand"] == {"tile": 20, "orientations": 4, "pickaxe": True}
        assert 20 not in view["pile"]
        assert len(view["pile"]) == 34
    assert match.actor == 0


@pytest.mark.rule("MC-42")
def test_the_tile_must_be_laid() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), hand=20)
    assert {m.name for m in match.legal_moves} == {"play"}
    lay(match, 0, 2)
    assert board_of(match) == {(0, 0): (20, 2)}
    assert match.dump()["hand"] is None


@pytest.mark.rule("MC-43", "MC-44")
def test_it_is_laid_before_one_own_cart_and_nowhere_else() -> None:
    for cart, cell in ((0, (0, 3)), (1, (5, 2))):
        match = mine(("0a", "(0,3)0"), ("0b", "(5,2)4"), ("1a", "(3,5)2"), ("1b", "(3,0)7"), hand=34)
        lay(match, cart, 0)
        assert list(board_of(match)) == [cell]
        assert match.position.turns == 1
        assert where(match, f"0{'ba'[cart]}") == ("(5,2)4" if cart == 0 else "(0,3)0")
        assert match.position.turn == 1


@pytest.mark.rule("MC-45", "MC-46", "MC-161", "MC-158")
@pytest.mark.parametrize("tile", range(1, 37))
def test_every_different_orientation_is_offered(tile: int) -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(3,0)6"), ("1a", "(5,5)4"), hand=tile)
    rotations = 1 if tile in (1, 28, 32, 34, 35, 36) else 2 if tile in (10, 13, 14, 19, 23, 24, 27, 30, 31, 33) else 4
    assert match.legal_ids == [48 + 4 * cart + turns for cart in (0, 1) for turns in range(rotations)]
    before = match.dump()
    for turns in range(rotations, 4):
        with pytest.raises(tt.IllegalMove):
            match.push(f"play 0 {turns}")
    assert match.dump() == before


@pytest.mark.rule("MC-47")
def test_a_ruinous_play_is_legal() -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(0,0)1"), ("1a", "(5,5)4"), hand=13)
    assert match.legal_ids == [48, 49, 52, 53]
    lay(match, 0, 0)
    assert where(match, "0a") is where(match, "0b") is None


@pytest.mark.rule("MC-48")
def test_only_a_cart_in_the_mine_can_be_chosen() -> None:
    match = mine(("0b", "(0,3)0"), ("1a", "(3,5)2"), hand=16)
    assert match.legal_ids == [52, 53, 54, 55]
    with pytest.raises(tt.IllegalMove):
        match.push("play 0 0")


@pytest.mark.rule("MC-50")
@pytest.mark.parametrize("named", [0, 1])
def test_either_of_two_carts_at_one_cell_may_be_named(named: int) -> None:
    match = mine(("0a", "(0,0)0"), ("0b", "(0,0)7"), ("1a", "(5,5)4"), hand=34)
    assert match.legal_ids == [48, 52]
    lay(match, named, 0)
    order = [(run["seat"], run["cart"]) for run in seen(match, 0)["last"]["runs"]]
    assert order == [(0, named), (0, 1 - named)]


@pytest.mark.rule("MC-49", "MC-51", "MC-52", "MC-53", "MC-65", "MC-117", "MC-170")
def test_tiles_stay_and_carts_face_empty_cells() -> None:
    for number, match in enumerate(games(45)):
        match.told.clear()
        laid: dict[tuple[int, int], tuple[int, int]] = {}
        turns = in_play = 0
        while not match.over:
            board, carts = board_of(match), carts_of(match)
            if phase(match) in ("draw", "play"):
                assert laid.items() <= board.items()
                assert len(board) == turns == match.position.turns
                assert len(seen(match)["pile"]) + (phase(match) == "play") == 36 - turns
                assert all(place[:2] not in board for place in carts.values())
                assert any(seat == match.position.turn for seat, _ in carts)
                assert not in_play or len(carts) <= in_play
                laid, in_play = board, len(carts)
            if phase(match) == "play":
                assert match.legal_ids
                turns += 1
            match.push(match.random_move() if number % 3 else match.legal_ids[0])
        assert turns <= 36
        assert not carts_of(match)


@pytest.mark.rule("MC-161", "MC-169")
def test_the_number_of_plays() -> None:
    counts = set()
    for match in positions(25, "play", crowded=False, **ASKED):
        legal = match.legal_ids
        orientations = seen(match)["hand"]["orientations"]
        in_play = sum(seat == match.position.turn for seat, _ in carts_of(match))
        assert len(legal) == len(set(legal)) == in_play * orientations
        counts.add(len(legal))
    assert counts == {1, 2, 4, 8}
