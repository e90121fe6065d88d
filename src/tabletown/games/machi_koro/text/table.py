"""Machi Koro as text: the market as cards or as a list, the dice, and everybody's town."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.view_model import ViewModel
from tabletown.text_table.canvas import Canvas, beside, pad, stacked
from tabletown.text_table.elements import card, flow, gain, player_name, pointer, state_style
from tabletown.text_table.styles import COIN

from ..components import DATA, NAMES
from .cards import CARDS, LANDMARKS, Card, spoken

STYLES: dict[str, tuple[str, str, str]] = {}

ROOMY = 80
"""The width from which the market is laid out as cards."""
TALL = 36
"""The height from which cards have room for a long name and a long effect."""
_EFFECTS = {data["id"]: data["effect"] for data in DATA["establishment"]}
_ICONS = {data["id"]: data["icon"] for data in DATA["establishment"]}


def pays(key: str) -> str:
    """What a card pays, in a few words."""
    effect = _EFFECTS[key]
    amount = f"{effect['amount']}{COIN}"
    if effect["kind"] == "bank_per_icon":
        counted = [NAMES[other] for other, icon in _ICONS.items() if icon in effect["icons"]]
        return f"{amount} per {' or '.join(counted)}"
    return {
        "bank_flat": f"{amount} from bank",
        "take_roller": f"{amount} from roller",
        "take_each": f"{amount} from each player",
        "take_one": f"{amount} from one player",
        "swap": "swap a card",
    }[effect["kind"]]


def table(view: Mapping[str, Any], width: int, height: int) -> Canvas:
    """The market above, then the viewer's town, then the others'."""
    model = ViewModel(view)
    market = _cards(model, width, 6 if height >= TALL else 5) if width >= ROOMY else _list(model, width)
    own = _town(model, model.me, width)
    others = [_town(model, seat, _share(model, width), width < ROOMY) for seat in model.others()]
    return stacked(width, [_heading(model, width), market, own, beside(width, others, 2)])


def _share(model: ViewModel, width: int) -> int:
    others = max(1, len(model.seats) - 1)
    across = others if width // others >= 36 else max(1, width // 36)
    return (width - 2 * (across - 1)) // across


# ------------------------------------------------------------------ the market


def _heading(model: ViewModel, width: int) -> Canvas:
    """The market's title with the dice at its right."""
    canvas = Canvas(width, 1)
    left = f", {model.position['deck']} in the deck" if model.position["deck"] else ""
    bank = f", {model.position['bank']}{COIN} in the bank" if model.view["options"].get("limited_bank") else ""
    canvas.rule(0, f"Market{left}{bank}")
    dice = model.position["dice"]
    if dice:
        total = f" = {sum(dice)}" if len(dice) > 1 else ""
        text = f" Dice {' '.join(f'[{face}]' for face in dice)}{total} "
        canvas.put(width - len(text) - 2, 0, text, "fresh")
    return canvas


def _stacks(model: ViewModel) -> list[tuple[Card, int]]:
    market = model.position["market"]
    return [(CARDS[key], market[key]) for key in CARDS if key in market]


def _list(model: ViewModel, width: int) -> Canvas:
    """One line a card: number, name, price, how many are left, what it pays."""
    canvas = Canvas(width)
    for y, (entry, left) in enumerate(_stacks(model)):
        target = f"market-{entry.key}"
        offer, change = model.state(target)
        look = "chosen" if offer.chosen else entry.family if left else "soft"
        canvas.put(0, y, " " * width, "chosen" if offer.chosen else "", target)
        canvas.parts(0, y, [pointer(offer), (pad(entry.numbers, 6), f"{look} bold")], target)
        canvas.put(7, y, pad(entry.name, 18), look, target)
        canvas.put(25, y, f"{entry.cost}{COIN}", "chosen" if offer.chosen else "coin", target)
        quiet = "chosen" if offer.chosen else "fresh" if change else "soft"
        canvas.put(28, y, f"×{left}" if left else "--", quiet, target)
        canvas.put(31, y, pad(pays(entry.key), width - 31), "chosen" if offer.chosen else "soft", target)
    return canvas


def _cards(model: ViewModel, width: int, card_height: int) -> Canvas:
    """The stacks as cards in rows of five."""
    across = max(5, width // 20)
    each = (width - across + 1) // across
    blocks = []
    for entry, left in _stacks(model):
        target = f"market-{entry.key}"
        offer, change = model.state(target)
        style = state_style(offer, change, entry.family if left else "soft")
        blocks.append(
            card(
                each,
                card_height,
                f"{pointer(offer)[0]}{entry.numbers}".strip(),
                f"{entry.cost}{COIN}",
                [(entry.name, f"{entry.family} bold" if left else "soft"), (pays(entry.key), "soft")],
                (_band(entry, each) if left else "Sold out", f"×{left}" if left else ""),
                style,
                target,
                "double" if offer.chosen else "round",
            )
        )
    return beside(width, blocks)


def _band(entry: Card, width: int) -> str:
    """In whose turn a card pays, in as many words as there is room for."""
    return entry.band if len(entry.band) + 8 <= width else entry.band.partition(" ")[0]


# ------------------------------------------------------------------ the towns


def _town(model: ViewModel, seat: int, width: int, brief: bool = False) -> Canvas:
    """A player: coins, landmarks with their prices (in brief only those that stand), the cards of the town."""
    canvas = Canvas(width)
    canvas.rule(0)
    offer = model.targets.offer(f"player-{seat}")
    x = canvas.parts(1, 0, [(" ", ""), pointer(offer), *player_name(model, seat, 16), (" ", "")], f"player-{seat}")
    change = model.targets.fresh(f"coins-{seat}")
    coins = f" {model.position['coins'][seat]}{COIN}{gain(change)} "
    canvas.put(x, 0, coins, "fresh bold" if change else "coin bold", f"player-{seat}")
    built = model.position["landmarks"][seat]
    landmarks = (
        [([(f" {len(built)} of {len(LANDMARKS)} landmarks:" if built else " No landmark yet", "soft")], "")]
        if brief
        else []
    )
    for key, entry in LANDMARKS.items():
        target = f"landmark-{seat}-{key}"
        here, fresh = model.state(target)
        if brief and key not in built and not here.legal:
            continue
        style = state_style(here, fresh, "gold bold" if key in built else "soft")
        price = "★" if key in built else f"{entry.cost}{COIN}"
        landmarks.append(([pointer(here), (f"{entry.name} {price}", style)], target))
    y = flow(canvas, 0, 1, width, landmarks, 1)
    city = model.position["cities"][seat]
    cards = []
    for key, entry in CARDS.items():
        if city.get(key):
            target = f"city-{seat}-{key}"
            here, fresh = model.state(target)
            style = state_style(here, fresh, entry.family)
            times = f"×{city[key]}" if city[key] > 1 else ""
            given = " (to give)" if model.position["give"] == key and seat == model.actor else ""
            pieces = [pointer(here), (f"{entry.numbers} {entry.name}{times}{gain(fresh)}{given}", style)]
            cards.append((pieces, target))
    flow(canvas, 0, y, width, cards, 1)
    return canvas


# ------------------------------------------------------------------ in sentences


def prose(view: Mapping[str, Any]) -> list[str]:
    """The market card by card, then every town."""
    model = ViewModel(view)
    said = [f"{entry.name}, {left} left. {spoken(entry)}" for entry, left in _stacks(model) if left]
    if model.position["dice"]:
        said.insert(0, f"The dice show {' and '.join(map(str, model.position['dice']))}.")
    for seat in (model.me, *model.others()):
        built = ", ".join(LANDMARKS[key].name for key in model.position["landmarks"][seat]) or "none"
        city = model.position["cities"][seat]
        copies = {key: f"{city[key]} × " if city[key] > 1 else "" for key in CARDS if city.get(key)}
        cards = ", ".join(f"{number}{CARDS[key].name} on {CARDS[key].numbers}" for key, number in copies.items())
        purse = count(model.position["coins"][seat], "coin")
        said.append(f"{model.name(seat)}: {purse}. Landmarks: {built}. Town: {cards}.")
    return said
