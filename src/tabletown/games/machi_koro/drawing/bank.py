"""What lies beside the market: the bank and the deck."""

from __future__ import annotations

from tabletown.draw.cards import count_badge
from tabletown.draw.pieces import coin_pile, pictogram
from tabletown.draw.scenery import card_back, felt_tray
from tabletown.draw.shapes import at, group, rect
from tabletown.draw.text import display, words
from tabletown.draw.tokens import INK_SOFT

ON_FELT = "#F1FBF4"
"""The colour of words on a felt tray."""


def deck_card(x: float, y: float, width: float, height: float, mark: str, radius: float) -> str:
    """A face-down card of the deck."""
    return card_back(x, y, width, height, "#DE5A45", "#A23E30", mark, radius)


def deck_pile(x: float, y: float, width: float, height: float, left: int) -> str:
    """The face-down cards of a dealt market."""
    if not left:
        frame = rect(x, y, width, height, "none", 12, stroke=INK_SOFT, stroke_width=1.4, stroke_dasharray="5 5")
        said = words("No cards left", x + width / 2, y + height / 2 + 4, 12, INK_SOFT, 600, "middle")
        return group(frame, said, tip="The deck is empty", id="deck")
    mark = pictogram("shopping_mall", x + width * 0.2, y + height / 2 - width * 0.3, width * 0.6)
    backs = "".join(
        deck_card(x + 2 * i, y + 3 * i, width - 4, height - 8, mark if i == 0 else "", 12)
        for i in range(min(2, left // 12), -1, -1)
    )
    badge = count_badge(x + width - 16, y + height - 18, left, 19, "")
    return group(backs, badge, tip=f"{left} cards in the deck", id="deck")


def bank_heap(x: float, y: float, width: float, height: float, bank: int, limited: bool) -> str:
    """The bank beside a dealt market: a tray of coins."""
    cx, scale = x + width / 2, min(1.25, width / 190)
    coins = min(18, max(0, bank // 4))
    return group(
        felt_tray(x, y, width, height),
        at(cx, y + height * 0.58, coin_pile(0, 0, coins, 18), scale=scale),
        words(f"{bank} coins in the bank" if limited else "Bank", cx, y + height - 19, 13, ON_FELT, 600, "middle"),
        tip=f"Bank: {bank} coins",
        id="bank",
    )


def bank_corner(right: float, bottom: float, bank: int, limited: bool) -> str:
    """The bank as a heap of coins in the lower right corner of the dice tray."""
    count = display(bank, right - 84, bottom - 18, 13, ON_FELT, "end") if limited else ""
    heap = at(right - 50, bottom - 23, coin_pile(0, 0, 7, step=25), scale=0.8)
    return group(heap, count, tip=f"Bank: {bank} coins" if limited else "Bank", id="bank")
