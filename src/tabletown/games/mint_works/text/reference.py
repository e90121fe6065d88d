"""All components: the deck and the mints, the shops, and where each Plan is as far as the reader can know."""

from __future__ import annotations

from typing import Any

from tabletown.core.grammar import count

from ..state import BRIDGE_SCOPES, EDITIONS
from ..view import describe
from .cards import Shop, plans_of, shops_of
from .names import who


def reference(s: Any, names: list[str]) -> list[str]:
    """One line for each; a plan not seen yet is in the deck or somebody's secret. MW-195"""
    table = describe(s, None)
    plans = plans_of(BRIDGE_SCOPES[s.bridge_scope], bool(s.vault_star))
    shops = shops_of(EDITIONS[s.recycler_edition])
    bank = "never runs out" if table["bank"] is None else f"{table['bank']} left"
    places = _places(s, table, names)
    unseen = sum(key not in places for key in plans)
    return [
        f"Deck, {table['deck']} of {count(len(plans), 'plan')} left. {count(unseen, 'plan')} not seen by you",
        f"Mint supply, {bank}. It pays what shops and buildings give",
        *(_shop(place, shops[place["location"]]) for place in table["locations"]),
        *(f"{card.name}, {places.get(key, 'not seen yet')}. {card.spoken}" for key, card in plans.items()),
    ]


def _shop(place: dict[str, Any], about: Shop) -> str:
    if not place["open"]:
        return f"{about.name}, closed. {about.text}"
    free = place["spaces"] - len(place["placed"])
    return f"{about.name}, {free} of {count(place['spaces'], 'space')} left. {about.text}"


def _places(s: Any, table: dict[str, Any], names: list[str]) -> dict[str, str]:
    """Where each plan is that the reader has seen."""
    found = {entry["plan"]: "for sale" for entry in table["supply"] if entry}
    found |= {plan: "under the deck" for plan in table["under"] if plan}
    if table["given"]:
        found[table["given"]] = "handed in at the Swap Meet"
    for side, home in enumerate(table["neighborhoods"]):
        found |= {card["plan"]: f"a plan of {who(s, side, names)}" for card in home["plans"] if card["plan"]}
        found |= {card["plan"]: f"built by {who(s, side, names)}" for card in home["buildings"]}
    return found
