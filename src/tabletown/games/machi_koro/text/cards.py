"""What is printed on the cards: numbers, price, ribbon, and the effect in brief and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabletown.core.components import told

from ..components import DATA

_RIBBONS = {"blue": "Any turn", "green": "Your turn", "red": "Others’ turn", "purple": "Your turn"}
_LANDMARK_EFFECTS = {
    "dice_choice": "Roll one die or two",
    "bonus_per_card": "{coin:1} more per shop, cafe",
    "extra_turn_on_doubles": "Doubles: take another turn",
    "reroll_once_per_turn": "Reroll once each turn",
}


@dataclass(frozen=True)
class Card:
    """What is printed on a card; `effect` is the short form in pictures, `text` the rule in words."""

    key: str
    name: str
    numbers: str
    cost: int
    family: str
    band: str
    effect: str
    text: str


def _effect(effect: dict[str, Any]) -> str:
    amount = f"{{coin:{effect['amount']}}}"
    if effect["kind"] == "bank_per_icon":
        counted = [c["id"] for c in DATA["establishment"] if c["icon"] in effect["icons"]]
        return f"{amount} per " + " ".join(f"{{pic:{key}}}" for key in counted)
    return {
        "bank_flat": f"{amount} from bank",
        "take_roller": f"{amount} from roller",
        "take_each": f"{amount} from all",
        "take_one": f"{amount} from one",
        "swap": "Swap a card",
    }[effect["kind"]]


def _card(data: dict[str, Any]) -> Card:
    numbers = "–".join(str(n) for n in sorted({data["activation"][0], data["activation"][-1]}))
    band = _RIBBONS[data["colour"]]
    text = told(data["text"], data)
    return Card(data["id"], data["name"], numbers, data["cost"], data["colour"], band, _effect(data["effect"]), text)


def _landmark(data: dict[str, Any]) -> Card:
    effect = _LANDMARK_EFFECTS[data["effect"]["kind"]]
    return Card(data["id"], data["name"], "", data["cost"], "gold", "Landmark", effect, data["text"])


CARDS = {data["id"]: _card(data) for data in DATA["establishment"]}
LANDMARKS = {data["id"]: _landmark(data) for data in DATA["landmark"]}
ONE_DIE = tuple(data["id"] for data in DATA["establishment"] if data["activation"][0] <= DATA["game"]["die_faces"])
TWO_DICE = tuple(key for key in CARDS if key not in ONE_DIE)


def spoken(card: Card) -> str:
    """The rule of a card in words, with its numbers and price."""
    rolled = f"On {card.numbers}. " if card.numbers else ""
    return f"{rolled}Costs {card.cost}. {card.text}"
