"""What the log says of Mine Carts is what the rules did."""

from __future__ import annotations

import pytest
from mines import dig, mine, tile_joining

import tabletown as tt


def last(match: tt.Match, viewer: int | None = None) -> list[str]:
    """The lines that tell of the last move."""
    return [line["text"] for line in match.story(viewer) if line["ply"] == match.ply - 1]


def leaving(pickaxe: bool, **options: object) -> tt.Match:
    """Seat 0's only cart enters at (0,0) from above and is about to leave by the gate beside it."""
    tile, turns = tile_joining((0, 1), pickaxe=pickaxe)
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), hand=tile, **options)
    match.push(f"play 0 {turns}")
    return match


def test_the_drawn_tile_is_named() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"))
    match.push("tile tile_1")
    assert last(match)[0].startswith("Player 1 draws tile 1")


def test_who_has_no_cart_left_is_told_with_the_cart_that_was_lost() -> None:
    match = leaving(pickaxe=False)
    assert last(match)[1:] == [
        "Player 1’s cart A reaches the edge and leaves the mine.",
        "Player 1 has no cart left and keeps the ore.",
    ]


def test_where_a_cart_stopped_is_told() -> None:
    tile, turns = tile_joining((0, 4), pickaxe=False)
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), hand=tile)
    match.push(f"play 0 {turns}")
    assert last(match) == ["Player 1 lays the tile at A1 for cart A: 1 section, no pickaxe; it stops before B1."]


def test_ore_is_told_token_by_token_with_its_value() -> None:
    match = leaving(pickaxe=True)
    dig(match, "gold")
    assert last(match)[0] == "Player 1 draws gold (5 points) with cart A."
    assert {"target": "ore-0", "amount": 1} in match.view(0)["changes"]
    assert {"target": "points-0", "amount": 5} in match.view(0)["changes"]


@pytest.mark.rule("MC-131")
def test_hidden_ore_is_told_to_its_owner_alone() -> None:
    match = leaving(pickaxe=True, hidden_ore=True)
    dig(match, "gold")
    assert last(match, 0)[0] == "Player 1 draws gold (5 points) with cart A."
    assert last(match, 1)[0] == last(match, None)[0] == "Player 1 draws ore with cart A."


@pytest.mark.rule("MC-116", "MC-119", "MC-133")
def test_the_end_tells_everybodys_points_and_the_winner() -> None:
    tile, turns = tile_joining((0, 1), pickaxe=False)
    match = mine(("0a", "(0,0)0"), hand=tile, ore=[{"gold": 2}, {"coal": 3}], hidden_ore=True)
    match.push(f"play 0 {turns}")
    assert last(match)[-4:] == [
        "The mine is empty.",
        "Player 1 has 10 points.",
        "Player 2 has 3 points.",
        "Player 1 has won!",
    ]
    assert {"target": "points-1", "amount": 3} in match.view(0)["changes"]


def test_a_shared_win_names_all_who_share_it() -> None:
    tile, turns = tile_joining((0, 1), pickaxe=False)
    match = mine(("0a", "(0,0)0"), hand=tile, ore=[{"gold": 1}, {"gold": 1}])
    match.push(f"play 0 {turns}")
    assert last(match)[-1] == "Player 1 and Player 2 share the win!"
    assert match.story(1, addressed=True)[-1]["text"] == "Player 1 and you share the win!"


def test_the_prompt_names_the_only_cart_that_is_left() -> None:
    tile, _ = tile_joining((0, 1))
    for cart, name in (("0a", "cart A"), ("0b", "cart B")):
        match = mine((cart, "(0,0)0"), ("1a", "(5,5)4"), hand=tile)
        assert match.view(0)["prompt"]["sentence"] == f"Lay your tile before {name}"
