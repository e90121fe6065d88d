"""The cards of Mint Works, read from components.toml into the tables that rules, words and pictures use."""

from __future__ import annotations

from typing import Any

from tabletown.core import components
from tabletown.core.rule import constants, number, numbers

DATA: dict[str, Any] = components.read(__package__)


def spelled(name: str) -> str:
    """A card's name as an id: Leadership Council, leadership_council."""
    return name.lower().replace("-", "_").replace(" ", "_")


# ------------------------------------------------------------------ plans

CARDS: list[dict[str, Any]] = DATA["plan"]
PLANS: list[str] = [spelled(card["name"]) for card in CARDS]
PLAN_COUNT = len(PLANS)
TYPES = ["culture", "production", "utility", "deed"]
CULTURE, PRODUCTION, UTILITY, DEED = range(4)
NO_CARD = -1


def plan(name: str) -> int:
    return PLANS.index(name)


BRIDGE, MUSEUM, GALLERY = plan("bridge"), plan("museum"), plan("gallery")
CO_OP, CORPORATE_HQ = plan("co_op"), plan("corporate_hq")
TRUCK, CRANE, LANDFILL = plan("truck"), plan("crane"), plan("landfill")
OBELISK, ASSEMBLER, VAULT = plan("obelisk"), plan("assembler"), plan("vault")
WHOLESALER_DEED, LOTTO_DEED = plan("wholesaler"), plan("lotto")

COST = numbers([card["cost"] for card in CARDS])
PRINTED_STARS = numbers([card["stars"] for card in CARDS])
TYPE = constants([TYPES.index(card["type"].lower()) for card in CARDS])
UPKEEP_MINTS = numbers(
    [card["amount"] if card["effect"] in ("upkeep_gain_mints", "upkeep_gain_and_gift") else 0 for card in CARDS]
)
"""What a Building pays its owner in Upkeep, apart from Corporate HQ."""
UPKEEP_CARDS = tuple(card for card in range(PLAN_COUNT) if UPKEEP_MINTS[card] > 0 or card in (GALLERY, CORPORATE_HQ))
"""The Buildings that do something in Upkeep."""

GIFT_MINTS = number(CARDS[CO_OP]["gift"])
BRIDGE_COUNTS: int = CARDS[BRIDGE]["amount"]
STARS_PER_PLAN = 2
"""What each face-down Plan adds to a Vault; MW-154."""

# ------------------------------------------------------------------ locations, in the order of the solitaire line

_BY_ID = {spelled(place["name"]): place for place in DATA["location"]}
ADVANCED = [key for key, place in _BY_ID.items() if place["kind"] == "Advanced"]
LINE = [spelled(name) for name in DATA["solo"]["location_line"] if not name.startswith("<")]
LOCATIONS: list[str] = [*LINE, *ADVANCED]
PLACES: list[dict[str, Any]] = [_BY_ID[key] for key in LOCATIONS]
LOCATION_COUNT = len(LOCATIONS)
FIRST_ADVANCED = len(LINE)

PRODUCER, WHOLESALER, BUILDER, SUPPLIER, COUNCIL, LOTTO = range(FIRST_ADVANCED)
CROWDFUNDER, RECYCLER, TEMP_AGENCY, SWAP_MEET = range(FIRST_ADVANCED, LOCATION_COUNT)
KINDS = [place["kind"].lower() for place in PLACES]
IS_CORE = constants([int(kind == "core") for kind in KINDS])
MOST_SPACES = max(max(place["spaces"]) for place in PLACES)
SPACES = constants([place["spaces"] for place in PLACES])
"""Spaces by Location and number of players, less 1."""
LAST_SPACE = constants(SPACES - 1)

PRICE = numbers([place["cost"] if isinstance(place["cost"], int) else 0 for place in PLACES])
GAIN = numbers([place.get("amount", 0) for place in PLACES])
OTHERS_GAIN = number(PLACES[CROWDFUNDER]["others_gain"])
OWNER_PAY = numbers([place.get("owner_upkeep_if_occupied", 0) for place in PLACES])
AGENCY_FEE = 1
OPENS = constants([LOCATIONS.index(spelled(card["location"])) if "location" in card else -1 for card in CARDS])
"""The Location that a Deed opens, or -1."""

# ------------------------------------------------------------------ the solitaire opponents

OPPONENTS: list[dict[str, Any]] = DATA["ai"]
RIVALS: list[str] = [spelled(card["name"]) for card in OPPONENTS]
JUSTIN, RACHAEL, SONIC, MORT = range(4)
UNWANTED = 9
RIVAL_MINTS = constants([max(0, card["starting_mints"]) for card in OPPONENTS])
DEAREST_FIRST = constants([int(card["cost_preference"] == "high_first") for card in OPPONENTS])
TYPE_RANK = constants(
    [
        [order.index(kind) if kind in order else UNWANTED for kind in TYPES]
        for order in ([word.lower() for word in card["type_priority"]] for card in OPPONENTS)
    ]
)
"""Where a type stands in an opponent's order, or UNWANTED."""

BOX_MINTS: int = OPPONENTS[RACHAEL]["mint_supply_total"]
STARTING_MINTS = number(DATA["setup"]["starting_mints"])
SUPPLY_SIZE: int = DATA["setup"]["plan_supply_size"]
SOLO_SUPPLY_SIZE: int = DATA["setup"]["plan_supply_size_solo"]
INCOME = number(DATA["round"]["income_per_player"])
END_STARS = number(DATA["round"]["end_stars"])

PLAN_NAMES: dict[str, str] = dict(zip(PLANS, (card["name"] for card in CARDS), strict=True))
LOCATION_NAMES: dict[str, str] = dict(zip(LOCATIONS, (place["name"] for place in PLACES), strict=True))
RIVAL_NAMES: dict[str, str] = dict(zip(RIVALS, (card["name"] for card in OPPONENTS), strict=True))
