"""Small phrases that the words of Little Town Builders are made of."""

from __future__ import annotations

from collections.abc import Sequence

from ..components import CUBES, GOALS

GOAL_TITLES: dict[str, str] = {
    "three_touching": "Three tiles touch",
    "more_buildings_than_workers": "More tiles than workers",
    "double_food": "Food for two rounds",
    "lake_mountain_forest": "Lake, mountain, forest",
    "two_type_input": "Pay in two kinds",
    "feed_all_fish": "Feed all with fish",
    "two_vp_buildings": "Two tiles for points",
    "fish_building": "A tile that uses fish",
    "two_coin_buildings": "Two tiles with coins",
    "wood_or_stone_building": "A tile with wood or stone",
    "cost_three_stone": "Build for three stone",
    "no_coins": "Hold no coins",
    "six_coins": "Hold six coins",
    "spend_fresh_cube": "Spend what you gather",
    "activate_four": "Use four tiles at once",
    "vp_from_two": "Points from two tiles",
    "gather_five": "Gather five at once",
    "cost_three_wood": "Build for three wood",
}
GOAL_TEXTS: dict[str, str] = {
    "three_touching": "Own three buildings that touch along their edges.",
    "more_buildings_than_workers": "Own more buildings than you have workers.",
    "double_food": "Hold fish and wheat for twice your workers.",
    "lake_mountain_forest": "Own three buildings: one beside a lake, one beside a mountain, one beside a forest.",
    "two_type_input": "Pay two different kinds of cube into one building.",
    "feed_all_fish": "Feed all your workers with fish at one round end.",
    "two_vp_buildings": "Own two buildings whose effect gives points.",
    "fish_building": "Own a building with fish in its effect.",
    "two_coin_buildings": "Own two buildings with coins in their effect.",
    "wood_or_stone_building": "Own a building with wood or stone in its effect.",
    "cost_three_stone": "Own a building that costs three stone or more.",
    "no_coins": "Have no coins at some moment.",
    "six_coins": "Have six coins or more at some moment.",
    "spend_fresh_cube": "In one turn, pay a cube of a kind that you received in that turn.",
    "activate_four": "Use four buildings in one turn.",
    "vp_from_two": "Receive points from two buildings in one turn.",
    "gather_five": "Receive five cubes in one turn.",
    "cost_three_wood": "Own a building that costs three wood or more.",
}
assert set(GOAL_TITLES) == set(GOAL_TEXTS) == set(GOALS)


def number(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def coins(amount: int) -> str:
    return number(amount, "coin")


def points(amount: int) -> str:
    return "1 point" if abs(amount) == 1 else f"{amount} points"


def goods(cubes: Sequence[int], money: int = 0, score: int = 0) -> str:
    """'2 wood, 1 fish, 3 coins'; empty if there is nothing."""
    parts = [f"{n} {cube}" for n, cube in zip(cubes, CUBES, strict=True) if n]
    parts += [coins(money)] if money else []
    parts += [points(score)] if score else []
    return ", ".join(parts)


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def a(thing: str) -> str:
    return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"
