"""What the cards of Mint Works say: Plans, Locations (the table calls them shops) and solitaire opponents.

An `effect` is the short form on a picture, with pieces between the words; a `text` is the rule in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..components import CARDS, KINDS, LOCATIONS, PLACES, RIVALS
from ..components import OPPONENTS as OPPONENT_CARDS
from ..components import PLANS as PLAN_KEYS
from .names import count_stars

# ------------------------------------------------------------------ plans

_PLAN_EFFECTS = {
    "bridge": "Counts as 2 {pic:mw_type_culture}",
    "museum": "{star:1} per {pic:mw_type_culture}",
    "gallery": "{pic:mw_mint} a round, {star:1} each",
    "co_op": "{mint:1} a round, {mint:1} to another",
    "mine": "{mint:1} a round",
    "workshop": "{mint:1} a round",
    "factory": "{mint:1} a round",
    "plant": "{mint:2} a round",
    "stripmine": "{mint:3} a round",
    "corporate_hq": "{mint:1} per building",
    "truck": "{pic:mw_at_supplier} {mint:1} less",
    "crane": "{pic:mw_at_builder} {mint:1} less",
    "landfill": "{pic:mw_type_culture} lose {star:1} each",
    "obelisk": "{star:1} per building",
    "assembler": "{pic:mw_at_supplier} plans arrive built",
    "vault": "{star:2} per {pic:mw_card}",
    "wholesaler": "Opens {pic:mw_at_wholesaler}",
    "lotto": "Opens {pic:mw_at_lotto}",
}
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
        worth = "stars by its rule" if self.stars is None else count_stars(self.stars)
        return f"{self.type.capitalize()}. Costs {self.cost}, {worth}. {self.text[0].upper()}{self.text[1:]}"


PLANS = {
    key: Plan(
        key,
        card["name"],
        card["cost"],
        None if card["star_rule"] else card["stars"],
        card["type"].lower(),
        _PLAN_EFFECTS.get(key, ""),
        card["text"],
    )
    for key, card in zip(PLAN_KEYS, CARDS, strict=True)
}

# ------------------------------------------------------------------ shops

_SHOP_TEXTS = {
    "producer": ("Gain {mint:2}", "Place 1 mint, gain 2"),
    "builder": ("Build a {pic:mw_card}", "Place 2 mints and turn up one of your plans"),
    "supplier": ("Buy a {pic:mw_card}", "Place the cost of a plan in the supply and take it face down"),
    "leadership_council": ("Gain {pic:mw_start_token} {mint:1}", "Place 1 mint, gain 1 and the start token"),
    "wholesaler": ("Gain {mint:2}", "Place 1 mint, gain 2. Its owner gains 1 in Upkeep if it was used"),
    "lotto": (
        "Secret {pic:mw_card}",
        "Place 3 mints and draw the top plan of the deck, seen by you alone. "
        "Its owner gains 2 in Upkeep if it was used",
    ),
    "crowdfunder": ("Gain {mint:3} others {mint:1}", "Place 1 mint, gain 3; everybody else gains 1"),
    "recycler": (
        "{pic:mw_card} into {pic:mw_mint}",
        "Place 1 mint and put a plan or building under the deck for its cost and stars in mints",
    ),
    "temp_agency": (
        "Use a busy shop",
        "Place 1 mint more than another shop costs, and do what it does; a mint must lie there",
    ),
    "swap_meet": (
        "Swap a {pic:mw_card}",
        "Place 2 mints, hand in a plan or building and take a plan of the supply, face down",
    ),
}


@dataclass(frozen=True)
class Shop:
    """A Location as the table shows it; `owner_pay` is what its owner gains in Upkeep when it was used."""

    name: str
    kind: str
    effect: str
    text: str
    owner_pay: int


SHOPS = {
    key: Shop(place["name"], kind, *_SHOP_TEXTS[key], place.get("owner_upkeep_if_occupied", 0))
    for key, kind, place in zip(LOCATIONS, KINDS, PLACES, strict=True)
}

# ------------------------------------------------------------------ opponents

_TRAITS = {
    "justin": (("start_token", "Begins with the start token"), ("shutter", "A shop he used is closed for the round")),
    "rachael": (
        ("out_of_play", "Her mints at the Supplier leave the game"),
        ("empty_tin", "Wins when the mint supply is empty"),
    ),
    "sonic": (("two_paws", "Takes two turns in a row"), ("no_supplier", "Skips the Supplier while he holds a plan")),
    "mort": (("endless_mints", "Never runs out of mints"), ("no_production", "Never buys Production")),
}


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
        _TRAITS[key],
        "she" if key == "rachael" else "he",
    )
    for key, card in zip(RIVALS, OPPONENT_CARDS, strict=True)
}
