"""The counter: every way to pay, to take or to feed as a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tabletown.draw.icons import coin_icon, good_icons, icon_row, star_icon, word_icon
from tabletown.draw.scenery import hanging_sign, panel
from tabletown.draw.shapes import rect
from tabletown.draw.states import Offer, legal_glow, legal_outline, target
from tabletown.draw.tokens import DANGER, PAPER_DEEP, var

_ROW, _GAP = 46, 9


@dataclass(frozen=True)
class Choice:
    """A way to pay, to take or to feed: goods and coins that move, and points that are lost."""

    name: str
    offer: Offer
    cubes: Mapping[str, int] = field(default_factory=dict)
    coins: int = 0
    lost: int = 0


def _choice_card(x: float, y: float, width: float, height: float, choice: Choice) -> str:
    icons = [icon for cube, n in choice.cubes.items() for icon in good_icons(cube, n, 4)]
    icons += [coin_icon(choice.coins)] if choice.coins else []
    icons += [word_icon("−", DANGER), star_icon(choice.lost)] if choice.lost else []
    box = (x, y, width, height, 12)
    return target(
        choice.name,
        choice.offer,
        "",
        legal_glow(*box, choice.offer.chosen) if choice.offer.legal else "",
        panel(*box),
        icon_row(icons, x + 10, y + height / 2, width - 20, 25),
        legal_outline(*box, choice.offer.chosen) if choice.offer.legal else "",
    )


def _columns(count: int, width: float) -> int:
    return 3 if count > 14 and width > 330 else 2


def counter_height(count: int, width: float) -> float:
    return 44 + -(-count // _columns(count, width)) * (_ROW + _GAP) + 8


def counter(x: float, y: float, width: float, height: float, heading: str, choices: Sequence[Choice]) -> str:
    """A shop counter on which every way to pay, to take or to feed lies as a card."""
    columns, pad = _columns(len(choices), width), 13
    card = (width - 2 * pad - _GAP * (columns - 1)) / columns
    cards = []
    for index, choice in enumerate(choices):
        row, column = divmod(index, columns)
        cards.append(_choice_card(x + pad + column * (card + _GAP), y + 36 + row * (_ROW + _GAP), card, _ROW, choice))
    lifted = [drawn for drawn, choice in zip(cards, choices, strict=True) if choice.offer.chosen]
    rest = [drawn for drawn, choice in zip(cards, choices, strict=True) if not choice.offer.chosen]
    return (
        rect(x, y, width, height, PAPER_DEEP, 16)
        + rect(x - 4, y - 2, width + 8, 16, var("wood"), 8)
        + hanging_sign(x + width / 2, y - 6, heading)
        + "".join(rest + lifted)
    )
