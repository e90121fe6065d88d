"""The cards of Machi Koro, read from components.toml into the tables that rules, words and pictures use."""

from __future__ import annotations

from typing import Any

from tabletown.core import components
from tabletown.core.rule import constants, number, numbers

DATA: dict[str, Any] = components.read(__package__)

# Each card as the file has it, and the ids that positions and moves name cards by.
CARDS: list[dict[str, Any]] = DATA["establishment"]
MONUMENTS: list[dict[str, Any]] = DATA["landmark"]
ESTABLISHMENTS: list[str] = [card["id"] for card in CARDS]
LANDMARKS: list[str] = [card["id"] for card in MONUMENTS]

CARD_KINDS = len(ESTABLISHMENTS)
LANDMARK_KINDS = len(LANDMARKS)
FACES: int = DATA["game"]["die_faces"]

COLOURS = ["red", "green", "blue", "purple"]
RED, GREEN, BLUE, PURPLE = range(4)

FLAT, PER_ICON = range(2)
HIGHEST_ROLL: int = DATA["game"]["dice"] * FACES
NO_CARD = -1

_ACTIVE = [
    [index for index, card in enumerate(CARDS) if roll in card["activation"]] for roll in range(HIGHEST_ROLL + 1)
]
MOST_ACTIVE = max(len(cards) for cards in _ACTIVE)

COST = numbers([card["cost"] for card in CARDS])
COLOUR = constants([COLOURS.index(card["colour"]) for card in CARDS])
AMOUNT = numbers([card["effect"]["amount"] for card in CARDS])
EFFECT = constants([PER_ICON if card["effect"]["kind"] == "bank_per_icon" else FLAT for card in CARDS])
COUNTS_ICON = constants([[int(other["icon"] in card["effect"].get("icons", [])) for other in CARDS] for card in CARDS])
HAS_MALL_BONUS = constants([int(card["mall_bonus"]) for card in CARDS])
IS_MAJOR = constants([int(card["unique_per_player"]) for card in CARDS])
COPIES = numbers([card["supply_copies"] for card in CARDS])
STARTING_COPIES = constants([card["starting_copies_per_player"] for card in CARDS])
ACTIVE_ON = constants([cards + [NO_CARD] * (MOST_ACTIVE - len(cards)) for cards in _ACTIVE])
"""The cards that each roll activates, filled up with NO_CARD. MK-42"""

RED_ON = constants([int(any(CARDS[index]["colour"] == "red" for index in cards)) for cards in _ACTIVE])
"""Whether any restaurant works on a roll."""

NEEDS_TWO_DICE = constants([int(min(card["activation"]) > FACES) for card in CARDS])
LANDMARK_COST = numbers([card["cost"] for card in MONUMENTS])

MOST_COST = 30
"""The most that a card may cost in a variant."""

DEAREST = number(max(int(COST.max()), int(LANDMARK_COST.max())))
AFFORDABLE = numbers(
    [
        sum(1 << thing for thing, cost in enumerate([*COST, *LANDMARK_COST]) if cost <= coins)
        for coins in range(DEAREST + 1)
    ],
    room=(MOST_COST + 1,),
)
"""What each number of coins can pay for, one bit each: the establishments, then the landmarks."""

TRAIN_STATION, SHOPPING_MALL, AMUSEMENT_PARK, RADIO_TOWER = (
    LANDMARKS.index(name) for name in ("train_station", "shopping_mall", "amusement_park", "radio_tower")
)
STADIUM, TV_STATION, BUSINESS_CENTER = (
    ESTABLISHMENTS.index(name) for name in ("stadium", "tv_station", "business_center")
)
STARTING_COINS = number(DATA["game"]["starting_coins"])
BOX_COINS: int = DATA["bank"]["box_value"]
NAMES: dict[str, str] = {card["id"]: card["name"] for card in [*CARDS, *MONUMENTS]}
