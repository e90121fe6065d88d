"""Tiles and goals as the table shows them: effects and conditions in icons, and in words for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core.grammar import count, listed
from tabletown.draw.icons import (
    ARROW,
    PER,
    Icon,
    coin_icon,
    good_icons,
    house_icon,
    meeple_icon,
    pic_icon,
    star_icon,
    word_icon,
)
from tabletown.draw.tokens import INK_SOFT

from ..components import CARDS, CUBES, TILES

GOODS_SHOWN = (*CUBES, "coin")
FAMILIES = {"gain": "green", "convert": "blue", "round_end": "purple", "game_end": "gold", "none": "gold"}
RIBBONS = {"gain": "Gain", "convert": "Swap", "round_end": "Round end", "game_end": "Game end", "none": "Monument"}
SPECIAL = {
    "castle": "At the end of the game 4 points for each of its owner's tiles around it",
    "watchtower": "At the end of the game 2 points for each empty grass square around it",
    "cathedral": "At each round end its owner gets 1 point for each worker around it",
    "residence": "At each round end it works like a worker of its owner on its square",
    "statue": "It has no effect but its points",
}


@dataclass(frozen=True)
class Tile:
    """One kind of tile, as it is printed."""

    key: str
    name: str
    kind: str
    points: int
    cost: Mapping[str, int]
    pays: Mapping[str, int]
    gives: Mapping[str, int]

    @property
    def family(self) -> str:
        return FAMILIES[self.kind]

    @property
    def ribbon(self) -> str:
        return RIBBONS[self.kind]

    @property
    def exchange(self) -> list[Icon]:
        """What goes in and what comes out, in icons."""
        return [*goods_icons(self.pays), ARROW, *goods_icons(self.gives)] if self.pays else goods_icons(self.gives)

    def icons(self, seat: int) -> list[Icon]:
        """The effect in icons; houses and workers in the colour of a seat."""
        signs: dict[str, list[Icon]] = {
            "castle": [pic_icon("finish"), star_icon(4), PER, house_icon(seat)],
            "watchtower": [pic_icon("finish"), star_icon(2), PER, pic_icon("meadow")],
            "cathedral": [pic_icon("clock"), star_icon(1), PER, meeple_icon(seat)],
            "residence": [pic_icon("clock"), pic_icon("around")],
            "statue": [],
        }
        return signs.get(self.key, self.exchange)

    @property
    def text(self) -> str:
        """Cost and effect in words, for hover and screen readers."""
        effect = SPECIAL.get(self.key) or (
            f"Pay {spoken(self.pays)}, get {spoken(self.gives)}" if self.pays else f"Gives {spoken(self.gives)}"
        )
        return f"Costs {spoken(self.cost)}. {effect}"


def goods_icons(amounts: Mapping[str, int]) -> list[Icon]:
    icons: list[Icon] = []
    for name, amount in amounts.items():
        if name == "coin":
            icons.append(coin_icon(amount))
        elif name == "vp":
            icons.append(star_icon(amount))
        else:
            icons += good_icons(name, amount)
    return icons


def spoken(amounts: Mapping[str, int]) -> str:
    parts = [
        f"{n} {'of any kind' if word == 'any' else word}" for word, n in amounts.items() if word in (*CUBES, "any")
    ]
    parts += [count(amounts["coin"], "coin")] if "coin" in amounts else []
    parts += [count(amounts["vp"], "point")] if "vp" in amounts else []
    return listed(parts)


def _effect(amounts: Mapping[str, Any]) -> dict[str, int]:
    """What can be shown as goods; effects that count something around a tile have icons of their own."""
    return {word: amount for word, amount in amounts.items() if word in (*CUBES, "any", "coin", "vp")}


TILE = {
    entry["id"]: Tile(
        key=entry["id"],
        name=entry["name"],
        kind=entry["kind"],
        points=entry["vp"],
        cost=entry["cost"],
        pays=_effect(entry["input"]),
        gives=_effect(entry["output"]),
    )
    for entry in TILES
}


# ---------------------------------------------------------------- goals


@dataclass(frozen=True)
class Goal:
    """A goal, as its card is printed."""

    key: str
    title: str
    text: str
    points: int


GOAL = {
    entry["id"]: Goal(
        entry["id"],
        entry["title"],
        entry["text"] + (" This card is reconstructed." if entry["source"] == "reconstructed" else ""),
        entry["vp"],
    )
    for entry in CARDS
}
_MORE = word_icon("›", INK_SOFT)


def goal_icons(key: str, seat: int, workers: int) -> Sequence[Icon]:
    """A goal's condition in icons; feeding shows as many fish as there are workers."""
    house, any_cube, blank_coin, blank_star = house_icon(seat), good_icons("any"), coin_icon(), star_icon()
    icons: dict[str, list[Icon]] = {
        "three_touching": [house, house, house],
        "more_buildings_than_workers": [house, _MORE, meeple_icon(seat)],
        "double_food": [*good_icons("fish"), *good_icons("wheat"), word_icon("×2")],
        "lake_mountain_forest": [*good_icons("fish"), *good_icons("stone"), *good_icons("wood")],
        "two_type_input": [*good_icons("any", 2), ARROW],
        "feed_all_fish": good_icons("fish", workers),
        "two_vp_buildings": [house, blank_star, house, blank_star],
        "fish_building": [house, *good_icons("fish")],
        "two_coin_buildings": [house, blank_coin, house, blank_coin],
        "wood_or_stone_building": [house, *good_icons("wood"), PER, *good_icons("stone")],
        "cost_three_stone": [*good_icons("stone", 3), ARROW, house],
        "no_coins": [coin_icon(0)],
        "six_coins": [coin_icon(6)],
        "spend_fresh_cube": [ARROW, *any_cube, ARROW],
        "activate_four": [pic_icon("around"), word_icon("×4")],
        "vp_from_two": [blank_star, word_icon("+"), blank_star],
        "gather_five": good_icons("any", 5),
        "cost_three_wood": [*good_icons("wood", 3), ARROW, house],
    }
    return icons[key]
