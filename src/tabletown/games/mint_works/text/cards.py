"""What the cards of Mint Works say: Plans, Locations (the table calls them shops) and solitaire opponents.

An `effect` is the short form on a picture, with pieces between the words; a `text` is the rule in words.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tabletown.core.components import told
from tabletown.core.grammar import count

from ..components import CARDS, KINDS, LOCATIONS, PLACES, RIVALS
from ..components import OPPONENTS as OPPONENT_CARDS
from ..components import PLANS as PLAN_KEYS

_WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))

# ------------------------------------------------------------------ plans

_RIBBONS = {"culture": "purple", "production": "red", "utility": "blue", "deed": "gold"}


@dataclass(frozen=True)
class Plan:
    """A Plan as printed; `stars` is None where a formula counts them."""

    key: str
    name: str
    cost: int
    stars: int | None
    type: str
    effect: str
    text: str

    @property
    def ribbon(self) -> str:
        """The colour of its type."""
        return _RIBBONS[self.type]

    @property
    def spoken(self) -> str:
        worth = "stars by its rule" if self.stars is None else count(self.stars, "star")
        rule = f"{self.text[0].upper()}{self.text[1:]}"
        return f"{self.type.capitalize()}. Costs {count(self.cost, 'mint')}, {worth}. {rule}"


def _text(card: dict[str, Any]) -> str:
    """The rule of a Plan in words; that it has no stars is only said while it is true."""
    text = told(card["text"], card)
    return text.partition("; no stars")[0] if card["stars"] else text


@cache
def plans_of(bridge_scope: str, vault_star: bool) -> dict[str, Plan]:
    """All Plans with what they say under these options."""
    found = {
        key: Plan(
            key,
            card["name"],
            card["cost"],
            None if card["star_rule"] else card["stars"],
            card["type"].lower(),
            told(_WORDS["plan_effects"].get(key, ""), card),
            _text(card),
        )
        for key, card in zip(PLAN_KEYS, CARDS, strict=True)
    }
    if bridge_scope == "museum_only":
        found["bridge"] = replace(found["bridge"], **_WORDS["by_option"]["museum_only"])
    if vault_star:
        found["vault"] = replace(found["vault"], **_WORDS["by_option"]["vault_star"])
    return found


PLANS = plans_of("everywhere", False)

# ------------------------------------------------------------------ shops


@dataclass(frozen=True)
class Shop:
    """A Location as the table shows it; `owner_pay` is what its owner gains in Upkeep when it was used."""

    key: str
    name: str
    kind: str
    effect: str
    text: str
    owner_pay: int


def _shop(key: str) -> dict[str, str]:
    return {name: told(text, PLACES[LOCATIONS.index(key)]) for name, text in _WORDS["shops"][key].items()}


@cache
def shops_of(recycler_edition: str) -> dict[str, Shop]:
    """All Locations with what they say under this option."""
    found = {
        key: Shop(key, place["name"], kind, **_shop(key), owner_pay=place.get("owner_upkeep_if_occupied", 0))
        for key, kind, place in zip(LOCATIONS, KINDS, PLACES, strict=True)
    }
    if recycler_edition == "later":
        later = PLACES[LOCATIONS.index("recycler")]
        found["recycler"] = replace(found["recycler"], text=told(_WORDS["by_option"]["later_recycler"]["text"], later))
    return found


SHOPS = shops_of("2016")

# ------------------------------------------------------------------ opponents


@dataclass(frozen=True)
class Opponent:
    """A solitaire opponent; `traits` are pictures with what they mean, `types` what it prefers, best first."""

    name: str
    title: str
    dearest_first: bool
    types: tuple[str, ...]
    traits: tuple[tuple[str, str], ...]
    pronoun: str


OPPONENTS = {
    key: Opponent(
        card["name"],
        card["title"],
        card["cost_preference"] == "high_first",
        tuple(kind.lower() for kind in card["type_priority"]),
        tuple((picture, text) for picture, text in _WORDS["opponents"][key]["traits"]),
        _WORDS["opponents"][key]["pronoun"],
    )
    for key, card in zip(RIVALS, OPPONENT_CARDS, strict=True)
}
