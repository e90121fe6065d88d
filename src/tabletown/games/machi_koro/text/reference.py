"""Every card of Machi Koro with what is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..components import ESTABLISHMENTS
from ..rules.coins import bank
from .cards import CARDS, LANDMARKS, spoken


def reference(s: Any, names: Sequence[str]) -> list[str]:
    """The establishments in the order of their numbers, then the landmarks, then a limited bank.

    Which cards are in the deck of a dealt market is known to all; only their order is not.
    """
    return [
        *(_establishment(s, card, key) for card, key in enumerate(ESTABLISHMENTS)),
        *(_landmark(s, landmark, key, names) for landmark, key in enumerate(LANDMARKS)),
        *([f"Coins, {bank(s)} left in the bank"] if s.limited_bank else []),
    ]


def _establishment(s: Any, card: int, key: str) -> str:
    stack, deck = s.stacks[card], s.deck[card]
    built = sum(s.cities[seat, card] for seat in range(s.players))
    where = f", {stack} of them open" if deck else ""
    return f"{CARDS[key].name}, {stack + deck} left{where}, {built} built. {spoken(CARDS[key])}"


def _landmark(s: Any, landmark: int, key: str, names: Sequence[str]) -> str:
    owners = [names[seat] for seat in range(s.players) if s.landmarks[seat, landmark]]
    built = f"built by {', '.join(owners)}" if owners else "built by nobody yet"
    return f"{LANDMARKS[key].name}, {built}. {spoken(LANDMARKS[key])}"
