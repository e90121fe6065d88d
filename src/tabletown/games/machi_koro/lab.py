"""What experiments with Machi Koro may change, and what they count."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.core.rule import rule
from tabletown.core.values import Values

from .components import CARD_KINDS, CARDS, ESTABLISHMENTS, LANDMARK_KINDS, LANDMARKS, MOST_COST
from .moves import BUILD_CARD, ERECT
from .state import BUILD, ROLL

PAYING = ("bank_flat", "bank_per_icon", "take_roller", "take_each", "take_one")

BOUNDS = [
    Values("establishment", "cost", 0, MOST_COST, unit="coins"),
    Values("establishment", "effect.amount", 0, 20, "income", "coins", where=("effect.kind", PAYING)),
    Values("establishment", "supply_copies", 0, 6, "copies", "cards"),
    Values("landmark", "cost", 0, MOST_COST, unit="coins"),
    Values("game", "starting_coins", 0, 50, "coins at the start", "coins"),
]

THINGS = [*ESTABLISHMENTS, *LANDMARKS]

NEEDED = LANDMARKS

CLOSE = 1
"""One landmark."""


def refusal(values: Mapping[str, int]) -> str | None:
    """Towns grow by cards."""
    if not any(values[f"{card}.supply_copies"] for card in ESTABLISHMENTS):
        return f"With all {CARD_KINDS} stacks empty nobody can build; leave at least one."
    goal = sum(values[f"{landmark}.cost"] for landmark in LANDMARKS)
    paying = [card["id"] for card in CARDS if card["effect"]["kind"] in ("bank_flat", "bank_per_icon")]
    if goal > values["game.starting_coins"] and not any(values[f"{card}.effect.amount"] for card in paying):
        return "With no card that pays from the bank nobody can pay for the landmarks; leave at least one."
    return None


@rule
def thing_of(s, move):
    """The card or the landmark that is built."""
    if s.phase != BUILD:
        return -1
    if BUILD_CARD <= move < BUILD_CARD + CARD_KINDS:
        return move - BUILD_CARD
    if ERECT <= move < ERECT + LANDMARK_KINDS:
        return CARD_KINDS + move - ERECT
    return -1


@rule
def clock(s):
    """The round."""
    return s.round


@rule
def first_seat(s):
    """Who had the first turn."""
    return s.first


@rule
def chance_owner(s):
    """Dice belong to the player who throws them; cards and the first turn to nobody."""
    return s.turn if s.phase == ROLL else -1


def covers(one: str, other: str) -> bool:
    """A card of the same kind that costs no more, works on all rolls of the other and pays no less."""
    if one not in ESTABLISHMENTS or other not in ESTABLISHMENTS:
        return False
    a, b = (CARDS[ESTABLISHMENTS.index(name)] for name in (one, other))
    same = all(a[key] == b[key] for key in ("colour", "icon", "mall_bonus", "unique_per_player"))
    same &= all(a["effect"].get(key) == b["effect"].get(key) for key in ("kind", "icons"))
    better = a["cost"] <= b["cost"] and a["effect"]["amount"] >= b["effect"]["amount"]
    return same and better and set(a["activation"]) >= set(b["activation"])
