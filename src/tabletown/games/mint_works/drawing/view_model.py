"""The view model of the table: what lies where, what may be touched, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.draw import view_model as kit_seen
from tabletown.draw.panels import Key, Purse, keys_of
from tabletown.draw.states import NOTHING, Change, Offer

from ..components import END_STARS
from ..text.cards import OPPONENTS, PLANS, SHOPS
from ..text.names import count_plans
from .players import Small

_KIND_ORDER = ("core", "deed", "advanced")

Front = tuple[Any, ...]
"""A shop: the arguments of `shops.shop` after its box."""
Sale = tuple[str, int, Offer, Change | None] | None
"""A plan for sale: plan, price, offer, change; None where one is gone."""
Tile = tuple[str, str | None, int, int, Offer, Change | None, int | None, bool]
"""An own card: sort, plan, worth or gain or number, mints or price, offer, change, what the Recycler pays, secret."""


class Seen(kit_seen.Seen):
    """What this table reads from a view; sides are the seats, and in solitaire the opponent as 1."""

    @property
    def opponent(self) -> str | None:
        key: str | None = self.position["opponent"]
        return key

    @property
    def alone(self) -> bool:
        return len(self.view["players"]) == 1

    @property
    def actor(self) -> int | None:
        """The side that is waited for, or that is moving."""
        if self.view["over"] or self.phase in ("start", "opponent", "advanced", "deal"):
            return None
        actor = self.view["actor"]
        return actor if isinstance(actor, int) else int(self.position["turn"])

    def name(self, side: int) -> str:
        if side < len(self.view["players"]):
            return str(self.view["players"][side]["name"])
        return OPPONENTS[self.opponent].name if self.opponent else "Opponent"

    def player(self, side: int) -> dict[str, Any]:
        if side >= len(self.view["players"]):
            return {"seat": side, "name": self.name(side), "bot": False, "place": None}
        player = self.view["players"][side]
        return {key: player.get(key) for key in ("seat", "name", "bot", "place")}

    def home(self, side: int) -> Mapping[str, Any]:
        home: Mapping[str, Any] = self.position["neighborhoods"][side]
        return home

    def sides(self) -> range:
        return range(len(self.position["neighborhoods"]))

    def others(self) -> list[int]:
        """The other seats in turn order."""
        count = len(self.view["players"])
        return [(self.me + step) % count for step in range(1, count)]

    def purse(self, side: int, named: bool = True) -> Purse:
        name = f"mints-{side}"
        return Purse("mint", self.home(side)["mints"] or 0, name if named else "", self.targets.fresh(name))

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
            key,
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
            (entry["plan"], entry["price"], *self._state(f"supply-{entry['plan']}")) if entry else None
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
            state = self._state(f"card-{me}-{key}")
            found.append(("building", key, card["stars"], card["mints"], *state, values.get(key), False))
        for number, card in enumerate(home["plans"], 1):
            key = card["plan"]
            if key is None:
                found.append(("back", None, number, 0, NOTHING, self.targets.fresh(f"back-{me}-{number}"), None, True))
            else:
                gain, state = self.position["previews"].get(key, 0), self._state(f"card-{me}-{key}")
                found.append(("plan", key, gain, builder, *state, values.get(key), card["secret"]))
        return found

    def _state(self, name: str) -> tuple[Offer, Change | None]:
        return self.targets.offer(name), self.targets.fresh(name)

    def smalls(self, side: int) -> list[Small]:
        """The cards of another's neighborhood."""
        home = self.home(side)
        found: list[Small] = [
            ("building", card["plan"], card["stars"], card["mints"], self.targets.fresh(f"card-{side}-{card['plan']}"))
            for card in home["buildings"]
        ]
        for number, card in enumerate(home["plans"], 1):
            key = card["plan"]
            name = f"back-{side}-{number}" if key is None else f"card-{side}-{key}"
            found.append(("back" if key is None else "plan", key, number, 0, self.targets.fresh(name)))
        return found

    # ------------------------------------------------------------ words

    def keys(self) -> tuple[Key, ...]:
        """Keys for the moves without an element on the table; call it after all offers were asked for."""
        chosen = self.targets.chosen()
        price = self._price(chosen) if chosen else None
        return keys_of(self.targets, price=("mint", price) if price else None)

    def _price(self, move: Mapping[str, Any]) -> int | None:
        prices = {place["location"]: place["price"] for place in self.position["locations"]}
        costs = {entry["plan"]: entry["price"] for entry in self.position["supply"] if entry}
        if move["name"] == "buy":
            return int(costs[move["args"]["plan"]]) + (self.phase == "hired_buy")
        if move["name"] == "build":
            return int(prices["builder"]) + (self.phase == "hired_build")
        if move["name"] == "use":
            found: int | None = prices[move["args"]["location"]]
            return found
        return None

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        actor = self.actor
        hint = prompt["hint"]
        chosen = self.targets.chosen()
        if chosen and chosen["name"] == "build":
            stars = self.home(self.me)["stars"]
            after = stars + self.position["previews"].get(chosen["args"]["plan"], 0)
            end = " That ends the game after this round." if after >= END_STARS else ""
            hint = f"{PLANS[chosen['args']['plan']].name} takes you from {stars} to {after} stars.{end}"
        return prompt["sentence"], hint, actor if actor is not None else self.me

    def log(self, last: int) -> list[Mapping[str, Any]]:
        return list(self.view["log"][-last:])

    @property
    def won(self) -> bool:
        """Whether the end is celebrated: not when the game is lost to the opponent."""
        return bool(self.view["over"]) and not (self.alone and self.view["players"][0]["place"] == 2)

    @property
    def round(self) -> str:
        return f"Round {self.position['round']}" if self.position["round"] else ""

    def note(self) -> str:
        """What the opponent's plans mean for its next turn."""
        held = len(self.home(1)["plans"])
        if self.opponent != "sonic":
            return f"{count_plans(held)} to build" if held else ""
        return f"Holds {count_plans(held)}: no Supplier" if held else "Holds no plan: may buy"
