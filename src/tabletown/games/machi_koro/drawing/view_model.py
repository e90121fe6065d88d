"""The view model of the table: what lies where, what may be touched, what has changed."""

from __future__ import annotations

from tabletown.draw.keys import Key, keys_of
from tabletown.draw.states import Change, Offer
from tabletown.draw.view_model import ViewModel

from ..text.cards import CARDS, LANDMARKS
from .dice import pays_caption
from .players import Holding

Stack = tuple[str, int, Offer, Change | None]  # kind, how many are left
Tile = tuple[str, int, Offer, Change | None]
Plot = tuple[str, bool, Offer, Change | None]


class TableModel(ViewModel):
    """What this table reads from a view."""

    def holding(self, seat: int) -> Holding:
        """What panel and plate show of a player."""
        position = self.position
        return Holding(
            self.player(seat),
            position["coins"][seat],
            len(position["landmarks"][seat]),
            sum(position["cities"][seat].values()),
            seat == self.view["viewer"],
            seat == self.actor,
            self.targets.fresh(f"coins-{seat}"),
            seat in position.get("out", ()) and not self.over,
        )

    def tiles(self, seat: int) -> list[Tile]:
        city = self.position["cities"][seat]
        kinds = [key for key in CARDS if city.get(key)]
        return [(k, city[k], *self.state(f"city-{seat}-{k}")) for k in kinds]

    def plots(self, seat: int) -> list[Plot]:
        built = self.position["landmarks"][seat]
        return [(k, k in built, *self.state(f"landmark-{seat}-{k}")) for k in LANDMARKS]

    def stacks(self) -> list[Stack | None]:
        """The open stacks by number; a dealt market has a fixed number of places, some of them free."""
        market = self.position["market"]
        stacks: list[Stack | None] = [(k, market[k], *self.state(f"market-{k}")) for k in CARDS if k in market]
        return stacks + [None] * (self.places - len(stacks)) if self.dealt else stacks

    @property
    def places(self) -> int:
        market = self.view["options"].get("market")
        return max(12 if market == "split_5_5_2" else 10, len(self.position["market"]))

    @property
    def dealt(self) -> bool:
        """Whether the market is dealt from a deck instead of lying open as a whole."""
        return self.view["options"].get("market", "total") != "total" or len(self.position["market"]) < len(CARDS)

    @property
    def rolling(self) -> int:
        """How many dice lie ready or fly."""
        thrown = self.position.get("dice_thrown")
        if thrown:
            return int(thrown)
        return 2 if "train_station" in self.position["landmarks"][self.position["turn"]] else 1

    @property
    def bank(self) -> tuple[int | None, bool]:
        """What the bank holds, and whether that is a limit."""
        return self.position["bank"], bool(self.view["options"].get("limited_bank"))

    def caption(self) -> str:
        turn = self.position["turn"]
        if self.phase in ("start", "deal", "choose_dice", "roll"):
            said = {"start": "Who begins?", "deal": "New cards are drawn", "roll": f"{self.name(turn)} rolls"}
            return said.get(self.phase, "")
        paid = {}
        for seat in (self.me, turn):
            for key in CARDS:
                change = self.targets.fresh(f"city-{seat}-{key}")
                if change and change.amount and key not in paid:
                    paid[key] = change.amount
        return pays_caption(list(paid.items()), self.view["players"][turn]["name"], sum(self.position["dice"]))

    def note(self) -> str:
        if self.position.get("extra_turn_due", self.position.get("extra_turn")):
            return "Doubles: another turn"
        return "Extra turn" if self.position.get("extra_turn") else ""

    def dice(self) -> tuple[list[int], str, int]:
        return list(self.position["dice"]), self.phase, self.rolling

    def keys(self) -> tuple[Key, ...]:
        """Call last: what has no element on the table gets a key."""
        chosen = self.targets.chosen()
        price = None
        if chosen and chosen["name"] in ("build", "erect"):
            card = chosen["args"].get("card") or chosen["args"]["landmark"]
            price = ("coin", (CARDS | LANDMARKS)[card].cost)
        dice = [move for move in self.targets.moves if move["name"] == "dice"]
        labels = {dice[0]["target"]: "Roll the die"} if len(dice) == 1 and dice[0]["args"]["number"] == 1 else {}
        return keys_of(self.targets, primary="keep", labels=labels, price=price)
