"""How Machi Koro looks: a view drawn as a sheet of regions, for wide screens and for phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.panels import (
    Key,
    Purse,
    action_bar,
    keys_of,
    log_height,
    log_strip,
    phone_bar,
    phone_bar_height,
    round_button,
    score_strip,
    wordmark,
)
from tabletown.draw.scenery import backdrop, stall
from tabletown.draw.sheet import Region, Sheet, region
from tabletown.draw.states import NOTHING, Change, Offer, Targets
from tabletown.draw.tokens import Tokens
from tabletown.draw.view_model import Seen

from ..text.cards import CARDS, LANDMARKS, ONE_DIE, TWO_DICE
from .bank import bank_heap, deck_pile
from .cards import DEFS, city_tile, free_place, landmark_card, market_card, market_chip
from .dice import dice_tray, pays_caption, phone_dice
from .players import city_heading, opponent, opponent_height, own_plate

__all__ = ["DEFS", "TOKENS", "table"]

TOKENS: Tokens = {"light": {}, "dark": {}}

Player = Mapping[str, Any]
Stack = tuple[str, int, Offer, Change | None]  # kind, how many are left
Tile = tuple[str, int, Offer, Change | None]
Plot = tuple[str, bool, Offer, Change | None]


class _Seen(Seen):
    """What is asked of a view to draw this table."""

    @property
    def actor(self) -> int | None:
        """The seat that is waited for, or whose dice are in the air."""
        if self.view["over"] or self.phase in ("start", "over"):
            return None
        actor = self.view["actor"]
        return actor if isinstance(actor, int) else int(self.position["turn"])

    def player(self, seat: int) -> Player:
        player: Player = self.view["players"][seat]
        return {key: player.get(key) for key in ("seat", "name", "bot", "place")}

    def purse(self, seat: int, named: bool = True) -> Purse:
        name = f"coins-{seat}"
        return Purse("coin", self.position["coins"][seat], name if named else "", self.targets.fresh(name))

    def tiles(self, seat: int) -> list[Tile]:
        city = self.position["cities"][seat]
        kinds = [key for key in CARDS if city.get(key)]
        return [(k, city[k], *self._state(f"city-{seat}-{k}")) for k in kinds]

    def plots(self, seat: int) -> list[Plot]:
        built = self.position["landmarks"][seat]
        return [(k, k in built, *self._state(f"landmark-{seat}-{k}")) for k in LANDMARKS]

    def stacks(self) -> list[Stack | None]:
        """The open stacks by number; a dealt market has a fixed number of places, some of them free."""
        market = self.position["market"]
        stacks: list[Stack | None] = [(k, market[k], *self._state(f"market-{k}")) for k in CARDS if k in market]
        return stacks + [None] * (self.places - len(stacks)) if self.dealt else stacks

    @property
    def places(self) -> int:
        market = self.view["options"].get("market")
        return max(12 if market == "split_5_5_2" else 10, len(self.position["market"]))

    def _state(self, name: str) -> tuple[Offer, Change | None]:
        return self.targets.offer(name), self.targets.fresh(name)

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
        if self.phase in ("start", "deal", "choose_dice", "roll"):
            return {"start": "Who begins?", "deal": "New cards are drawn", "roll": "Rolling …"}.get(self.phase, "")
        turn = self.position["turn"]
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

    def others(self) -> list[int]:
        """The other seats in turn order."""
        count = len(self.view["players"])
        return [(self.me + step) % count for step in range(1, count)]

    def out(self, seat: int) -> bool:
        return seat in self.position.get("out", ()) and not self.view["over"]

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

    def bar(self) -> tuple[str, str, int | None]:
        prompt = self.view["prompt"]
        seat = self.actor
        return prompt["sentence"], prompt["hint"], seat if seat is not None else self.position["turn"]


# ---------------------------------------------------------------- parts that hold many things


def _market(
    x: float, y: float, width: float, height: float, gap: float, rows: Sequence[Sequence[Stack | None]], row_gap: float
) -> str:
    """Rows of stacks; the chosen card above its neighbours, all chips above all cards; None is a free place."""
    cards, lifted, chips = [], "", []
    for r, row in enumerate(rows):
        for c, stack in enumerate(row):
            box = x + c * (width + gap), y + r * (height + row_gap), width, height
            if stack is None:
                cards.append(free_place(*box))
                continue
            key, left, offer, change = stack
            card = market_card(*box, key, left, offer, change)
            chips.append(market_chip(*box, offer))
            if offer.chosen:
                lifted = card
            else:
                cards.append(card)
    return "".join([*cards, lifted, *chips])


def _aside(x: float, y: float, width: float, height: float, card: float, deck: int, bank: int, limited: bool) -> str:
    """What lies beside a dealt market: its deck and the bank."""
    return deck_pile(x, y, card, height, deck) + bank_heap(x + card + 10, y, width - card - 10, height, bank, limited)


def _plots(
    seat: int, x: float, y: float, width: float, height: float, gap: float, columns: int, plots: Sequence[Plot]
) -> str:
    each = (width - gap * (columns - 1)) / columns
    return "".join(
        landmark_card(
            x + (i % columns) * (each + gap), y + (i // columns) * (height + 8), each, height,
            f"landmark-{seat}-{key}", key, built, offer, change,
        )
        for i, (key, built, offer, change) in enumerate(plots)
    )  # fmt: skip


def _tiles(
    seat: int, x: float, y: float, tile: float, height: float, gap: float, row_gap: float, columns: int,
    tiles: Sequence[Tile], given: str | None,
) -> str:  # fmt: skip
    return "".join(
        city_tile(
            x + (i % columns) * (tile + gap), y + (i // columns) * (height + row_gap), tile, height,
            f"city-{seat}-{key}", key, count, offer, change, key == given,
        )
        for i, (key, count, offer, change) in enumerate(tiles)
    )  # fmt: skip


def _head(x: float, cy: float, width: float, name: str, size: float, phone: bool) -> str:
    buttons = round_button(x + width - 16, cy, 15, "menu", "Menu", "menu")
    if phone:
        buttons = round_button(x + width - 60, cy, 15, "help", "How to play", "help") + buttons
    return wordmark(x + 2, cy, name, size, room=width - 44) + buttons


# ---------------------------------------------------------------- wide screens


def _opponent(
    seen: _Seen, seat: int, box: tuple[float, float, float, float], columns: int, tile: float, phone: bool
) -> Region:
    plots = [(key, built, change) for key, built, _, change in seen.plots(seat)]
    offer = NOTHING if phone else seen.targets.offer(f"player-{seat}")
    return region(
        f"seat-{seat}", box, opponent, *box, seen.player(seat), seen.purse(seat, not phone), plots, seen.tiles(seat),
        columns, tile, seat == seen.actor, offer, seen.out(seat), f"panel-{seat}" if phone else "",
    )  # fmt: skip


# columns and height of an opponent's tiles, from roomy to tight, and the least room the log may keep
_CROWDING = ((3, 58.0, 220), (4, 44.0, 200), (5, 37.0, 170), (6, 33.0, 96), (6, 29.0, 84), (6, 26.0, 66))


def _opponents(seen: _Seen, x: float, y: float, width: float, bottom: float) -> tuple[list[Region], float]:
    """All opponents in turn order, as large as there is room; and where the next part may begin."""
    others = seen.others()
    kinds = [len(seen.tiles(seat)) for seat in others]
    for columns, tile, log in _CROWDING:
        heights = [opponent_height(n, columns, tile) for n in kinds]
        if y + sum(heights) + 10 * len(heights) + log <= bottom:
            break
    regions = []
    for seat, height in zip(others, heights, strict=True):
        regions.append(_opponent(seen, seat, (x, y, width, height), columns, tile, False))
        y += height + 10
    return regions, y


def _city_rows(
    x: float, y: float, width: float, height: float, kinds: int
) -> tuple[float, float, float, float, float, float, int]:
    """One row of named tiles, or two rows of small ones in a large city."""
    gap, rows = 12, 1 if kinds <= 9 else 2
    columns = max(1, -(-kinds // rows))
    tile = min(96, (width - gap * (columns - 1) - 6) / columns)
    return x, y, tile, (height - gap * (rows - 1)) / rows, gap, gap, columns


def _desktop(seen: _Seen) -> Sheet:
    position, me = seen.position, seen.me
    side, main, wide = 12, 250, 1018
    stall_y, card_h, row_gap = 94, 140, 13
    stall_h = 34 + 2 * card_h + row_gap + 16
    city_y = stall_y + stall_h + 12
    city_h = 710 - city_y
    card_w, inner = (wide - 24 - 8 * 7) / 9, main + 12
    first_row, second_row = stall_y + 34, stall_y + 34 + card_h + row_gap
    stacks = seen.stacks()
    dice: tuple[object, ...] = (*seen.dice(), seen.caption(), seen.note(), [p["seat"] for p in seen.view["players"]])
    if seen.dealt:
        columns = -(-seen.places // 2)
        rows = [stacks[:columns], stacks[columns:]]
        tray_x = inner + columns * (card_w + 7)
        tray_w = main + wide - 12 - tray_x
        box = (tray_x, first_row, tray_w, card_h)
        beside = [region("bank", box, _aside, *box, card_w, position["deck"], *seen.bank)]
        bank: tuple[int | None, bool] = (None, False)
    else:
        rows = [[s for s in stacks if s and s[0] in ONE_DIE], [s for s in stacks if s and s[0] in TWO_DICE]]
        tray_x = inner + len(rows[1]) * (card_w + 7)
        tray_w = main + wide - 12 - tray_x
        beside, bank = [], seen.bank
    tray = (tray_x, second_row, tray_w, card_h)
    plate_w = 168
    town_x, town_w = main + plate_w + 26, wide - plate_w - 38
    plots, tiles = seen.plots(me), seen.tiles(me)
    plate = (main + 12, city_y + 12, plate_w, city_h - 24)
    city = position["cities"][me]
    opponents, log_y = _opponents(seen, side, 58, 226, 710)
    regions = [
        region("head", (side, 10, 226, 40), _head, side, 30, 226, seen.view["title"], 23, False),
        region("action", (main, 12, wide, 66), action_bar, main, 12, wide, 66, *seen.bar(), seen.keys(), seen.view["over"]),
        region("stall", (main, stall_y, wide, stall_h), stall, main, stall_y, wide, stall_h, "Market"),
        region("market", (main, stall_y, wide, stall_h), _market, inner, first_row, card_w, card_h, 7, rows, row_gap),
        *beside,
        region("dice", tray, dice_tray, *tray, *dice, *bank),
        region("land", (main, city_y, wide, city_h), backdrop, main, city_y, wide, city_h, 96, "city"),
        region(
            "plate", plate, own_plate, *plate, seen.player(me), position["coins"][me], len(position["landmarks"][me]),
            sum(city.values()), seen.you, me == seen.actor, seen.targets.fresh(f"coins-{me}"), seen.out(me),
        ),
        region("landmarks", None, _plots, me, town_x, city_y + 12, town_w, 92, 10, 4, plots),
        region(
            "city", None, _tiles, me, *_city_rows(town_x, city_y + 120, town_w, city_h - 132, len(tiles)), tiles,
            position["give"],
        ),
        *opponents,
        region("log", None, log_strip, side, log_y, 226, 710 - log_y, _log(seen, 12), f"Round {position['round']}"),
    ]  # fmt: skip
    return Sheet(1280, 720, tuple(regions), f"{seen.view['title']} table", "machi-koro:desktop")


def _log(seen: _Seen, last: int) -> list[Mapping[str, Any]]:
    return list(seen.view["log"][-last:])


# ---------------------------------------------------------------- phones


def _phone_action(
    x: float, y: float, width: float, sentence: str, hint: str, seat: int | None, keys: Sequence[Key], won: bool,
    dice: Sequence[int], phase: str, number: int,
) -> str:  # fmt: skip
    tray = "" if won or phase in ("start", "deal") else phone_dice(0, 0, dice, phase, number)
    return phone_bar(x, y, width, sentence, hint, seat, keys, tray, 104 if tray else 0, won)


def _phone(seen: _Seen) -> Sheet:
    pad, width = 10, 340
    position = seen.position
    seats = range(len(seen.view["players"]))
    purses = [[seen.purse(s), Purse("star", len(position["landmarks"][s]))] for s in seats]
    offers = [seen.targets.offer(f"player-{s}") for s in seats]
    town, rivals, market = (
        _phone_city(seen, pad, width),
        _phone_rivals(seen, pad, width),
        _phone_market(seen, pad, width),
    )
    keys = seen.keys()
    bar_h = phone_bar_height(keys, width)
    regions = [
        region("head", (0, 0, 360, 48), _head, pad, 25, width, seen.view["title"], 20, True),
        region(
            "players", (pad, 48, width, 46), score_strip, pad, 48, width, [seen.player(s) for s in seats], purses,
            seen.actor, offers, seen.view["viewer"],
        ),
        region(
            "action", (pad, 104, width, bar_h), _phone_action, pad, 104, width, *seen.bar(), keys, seen.view["over"],
            *seen.dice(),
        ),
    ]  # fmt: skip
    # what one must touch now comes first
    order = {"give": (town, market, rivals), "take": (rivals, town, market)}.get(seen.phase, (market, town, rivals))
    y = 104 + bar_h + 16
    for part in order:
        drawn, y = part(y)
        regions += drawn
    log = _log(seen, 12)
    height = log_height(log, width)
    regions.append(region("log", None, log_strip, pad, y, width, height, log, f"Round {position['round']}"))
    return Sheet(360, round(y + height + 14), tuple(regions), f"{seen.view['title']} table", "machi-koro:phone")


def _phone_market(seen: _Seen, pad: float, width: float) -> Any:
    stacks, position = seen.stacks(), seen.position

    def place(y: float) -> tuple[list[Region], float]:
        x, wide, gap, row_gap, card_h = pad - 4, width + 8, 7, 18, 140
        card_w = (wide - 24 - 2 * gap) / 3
        rows = [stacks[i : i + 3] for i in range(0, len(stacks), 3)]
        height = 34 + max(1, len(rows)) * (card_h + row_gap) - 2
        parts = [
            region("stall", None, stall, x, y, wide, height, "Market"),
            region("market", None, _market, x + 12, y + 34, card_w, card_h, gap, rows, row_gap),
        ]
        if not seen.dealt:
            return parts, y + height + 14
        box = (pad, y + height + 10, width, 120)
        parts.append(region("bank", box, _aside, *box, 96, position["deck"], *seen.bank))
        return parts, y + height + 144

    return place


def _phone_city(seen: _Seen, pad: float, width: float) -> Any:
    me, position = seen.me, seen.position
    plots, tiles = seen.plots(me), seen.tiles(me)

    def place(y: float) -> tuple[list[Region], float]:
        columns, gap, tile_h, land_h = 4, 9, 104, 102
        tile = (width - 24 - gap * (columns - 1)) / columns
        rows = -(-len(tiles) // columns)
        height = 58 + 2 * (land_h + 8) + rows * (tile_h + 14) + 12
        x, top = pad + 10, y + 54 + 2 * (land_h + 8) + 10
        parts = [
            region("land", None, backdrop, pad, y, width, height, 130, "city"),
            region(
                "heading", None, city_heading, x, y + 10, width - 20, seen.player(me), position["coins"][me],
                len(position["landmarks"][me]), seen.you,
            ),
            region("landmarks", None, _plots, me, x, y + 54, width - 20, land_h, 8, 2, plots),
            region("city", None, _tiles, me, x, top, tile, tile_h, gap, 14, columns, tiles, position["give"]),
        ]  # fmt: skip
        return parts, y + height + 12

    return place


def _phone_rivals(seen: _Seen, pad: float, width: float) -> Any:
    taking = seen.phase == "take" and bool(seen.targets.moves)
    columns, tile = (6, 44.0) if taking else (9, 33.0)
    kinds = {seat: len(seen.tiles(seat)) for seat in seen.others()}

    def place(y: float) -> tuple[list[Region], float]:
        parts = []
        for seat, count in kinds.items():
            height = opponent_height(count, columns, tile)
            parts.append(_opponent(seen, seat, (pad, y, width, height), columns, tile, True))
            y += height + 10
        return parts, y

    return place


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """The table as a view shows it; layout: `desktop` (1280 x 720) or `phone` (360 wide)."""
    seen = _Seen(view, Targets.of(view))
    return {"desktop": _desktop, "phone": _phone}[layout](seen)
