"""The view model of the table: what lies where, what may be touched, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.keys import Key, keys_of
from tabletown.draw.states import NOTHING, Change, Offer
from tabletown.draw.view_model import ViewModel

from ..components import END_STARS
from ..text.cards import OPPONENTS, SHOPS, Plan, plans_of, shops_of
from .players import Holding, Small

_KIND_ORDER = ("core", "deed", "advanced")

Front = tuple[Any, ...]
"""A shop: the arguments of `shops.shop` after its box."""
Sale = tuple[Plan, int, Offer, Change | None] | None
"""A plan for sale: plan, price, offer, change; None where one is gone."""
Tile = tuple[str, Plan | None, int, int, Offer, Change | None, int | None, bool]
"""An own card: sort, plan, worth or gain or number, mints or price, offer, change, what the Recycler pays, secret."""


class TableModel(ViewModel):
    """What this table reads from a view; sides are the seats, and in solitaire the opponent as 1."""

    idle_phases = ("start", "opponent", "advanced", "deal")

    @property
    def opponent(self) -> str | None:
        key: str | None = self.position["opponent"]
        return key

    @property
    def plans(self) -> dict[str, Plan]:
        """All plans as the options of this table have them."""
        return plans_of(self.view["options"]["bridge_scope"], self.view["options"]["vault_star"])

    @property
    def alone(self) -> bool:
        return len(self.view["players"]) == 1

    def name(self, side: int) -> str:
        if side in self.seats:
            return super().name(side)
        return OPPONENTS[self.opponent].name if self.opponent else "Opponent"

    def player(self, side: int) -> dict[str, Any]:
        if side in self.seats:
            return super().player(side)
        return {"seat": side, "name": self.name(side), "bot": False, "place": None}

    def home(self, side: int) -> Mapping[str, Any]:
        home: Mapping[str, Any] = self.position["neighborhoods"][side]
        return home

    def sides(self) -> range:
        return range(len(self.position["neighborhoods"]))

    def holding(self, side: int) -> Holding:
        """What panel and plate show of a player or of the opponent."""
        return Holding(
            self.player(side),
            self.home(side)["mints"],
            self.home(side)["stars"],
            side == self.view["viewer"],
            side == self.actor,
            self.position["token"] == side,
            self.targets.fresh(f"mints-{side}"),
            self.targets.fresh(f"stars-{side}"),
        )

    # ------------------------------------------------------------ shops

    def fronts(self) -> list[Front]:
        """Each shop in play with all that its front shows."""
        places = list(self.position["locations"])
        if not self.alone:
            places.sort(key=lambda place: _KIND_ORDER.index(SHOPS[place["location"]].kind))
        return [self._front(place, order if self.alone else 0) for order, place in enumerate(places, 1)]

    def _front(self, place: Mapping[str, Any], order: int) -> Front:
        key, owner = place["location"], place["owner"]
        offer, ready = self._shop_offer(key)
        return (
            shops_of(self.view["options"]["recycler_edition"])[key],
            place["open"],
            owner,
            self.name(owner) if owner is not None else "",
            place["spaces"],
            tuple((side, amount) for side, amount in place["placed"]),
            place["price"],
            offer,
            ready,
            self.targets.fresh(f"location-{key}"),
            place["closed_by_justin"],
            order,
        )

    def _shop_offer(self, key: str) -> tuple[Offer, bool]:
        """The offer of a shop, and whether it is used by touching a card.

        The shop itself may be touched as well when there is only one such card, or one is chosen.
        """
        offer = self.targets.offer(f"location-{key}")
        by_card = {"builder": "build", "supplier": "buy"}.get(key)
        moves = [move for move in self.targets.moves if move["name"] == by_card and self.phase == "develop"]
        if offer.legal or not moves:
            return offer, False
        chosen = [move for move in moves if move["id"] == self.targets.selected]
        if chosen or len(moves) == 1:
            move = (chosen or moves)[0]
            return Offer(move["id"], move["label"], "", bool(chosen)), True
        return Offer(), True

    # ------------------------------------------------------------ cards

    def sales(self) -> list[Sale]:
        return [
            (self.plans[entry["plan"]], entry["price"], *self.state(f"supply-{entry['plan']}")) if entry else None
            for entry in self.position["supply"]
        ]

    def tiles(self) -> list[Tile]:
        """The cards of the neighborhood in front: buildings, then plans."""
        home, me = self.home(self.me), self.me
        values = self.position["values"] if self.phase == "recycle" else {}
        builder = next(place["price"] for place in self.position["locations"] if place["location"] == "builder")
        found: list[Tile] = []
        for card in home["buildings"]:
            key = card["plan"]
            state = self.state(f"card-{me}-{key}")
            found.append(("building", self.plans[key], card["stars"], card["mints"], *state, values.get(key), False))
        for number, card in enumerate(home["plans"], 1):
            key = card["plan"]
            if key is None:
                found.append(("back", None, number, 0, NOTHING, self.targets.fresh(f"back-{me}-{number}"), None, True))
            else:
                gain, state = self.position["previews"].get(key, 0), self.state(f"card-{me}-{key}")
                found.append(("plan", self.plans[key], gain, builder, *state, values.get(key), card["secret"]))
        return found

    def smalls(self, side: int) -> list[Small]:
        """The cards of another's neighborhood."""
        home = self.home(side)
        found: list[Small] = [
            (
                "building",
                self.plans[card["plan"]],
                card["stars"],
                card["mints"],
                self.targets.fresh(f"card-{side}-{card['plan']}"),
            )
            for card in home["buildings"]
        ]
        for number, card in enumerate(home["plans"], 1):
            key = card["plan"]
            name = f"back-{side}-{number}" if key is None else f"card-{side}-{key}"
            plan = self.plans[key] if key else None
            found.append(("plan" if plan else "back", plan, number, 0, self.targets.fresh(name)))
        return found

    # ------------------------------------------------------------ words

    def keys(self) -> tuple[Key, ...]:
        return keys_of(self.targets)

    def bar(self) -> tuple[str, str, int | None]:
        sentence, hint, _ = super().bar()
        chosen = self.targets.chosen()
        if chosen and chosen["name"] == "build":
            stars = self.home(self.me)["stars"]
            after = stars + self.position["previews"].get(chosen["args"]["plan"], 0)
            end = " That ends the game after this round." if after >= END_STARS else ""
            hint = f"{self.plans[chosen['args']['plan']].name} takes you from {stars} to {after} stars.{end}"
        return sentence, hint, self.me if self.actor is None else self.actor

    @property
    def won(self) -> bool:
        """Whether the end is celebrated: not when the game is lost to the opponent."""
        return self.over and not (self.alone and self.view["players"][0]["place"] == 2)

    @property
    def round(self) -> str:
        return super().round if self.position["round"] else ""

    def note(self) -> str:
        """What the opponent's plans mean for its next turn."""
        held = len(self.home(1)["plans"])
        if self.opponent != "sonic":
            return f"{count(held, 'plan')} to build" if held else ""
        return f"Holds {count(held, 'plan')}: no Supplier" if held else "Holds no plan: may buy"
