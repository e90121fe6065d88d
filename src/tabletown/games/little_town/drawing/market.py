"""The market of tiles and the common stock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tabletown.draw.accessibility import cached_drawing
from tabletown.draw.cards import owner_chip, ribbon_band
from tabletown.draw.component import HEIGHT, WIDTH
from tabletown.draw.icons import icon_row
from tabletown.draw.pieces import coin, good, star
from tabletown.draw.scenery import felt_tray, panel, scene, stack_edges, stall
from tabletown.draw.shapes import group, rect
from tabletown.draw.states import (
    NOTHING,
    Change,
    Offer,
    fresh_mark,
    legal_glow,
    legal_outline,
    offer_chip,
    reason_chip,
    target,
)
from tabletown.draw.text import display, fit_size, shorten, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LINE

from ..components import COINS_PER_CUBE
from .icons import GOODS_SHOWN, TILE

_ON_FELT = "#F1FBF4"


@dataclass(frozen=True)
class Ware:
    """A kind of tile in the market: how many are left, and who built it (seat -1: nobody has)."""

    tile: str
    left: int
    offer: Offer
    change: Change | None = None
    builder: int = -1
    who: str = ""
    square: str = ""
    building: bool = False


Price = tuple[tuple[str, bool], ...]
"""The cubes that a tile costs, and which of them one has."""


def _price(tile: str, held: Mapping[str, int]) -> Price:
    return tuple(
        (cube, index < held.get(cube, 0))
        for cube, need in TILE[tile].cost.items()
        for index in range(need)
        if cube != "coin"
    )


def _cost_tag(right: float, y: float, tile: str, pieces: Price, legal: bool) -> str:
    """The price: cubes one has are solid, missing ones faint, and three coins stand in where that pays the tile."""
    cost = TILE[tile].cost
    if "coin" in cost:
        return coin(right - 13, y + 12, 13, cost["coin"], dimmed=not legal)
    step = min(11.4, 29 / max(1, len(pieces) - 1))
    width = (len(pieces) - 1) * step + 20
    left = right - width
    drawn = []
    for i, (cube, there) in enumerate(pieces):
        cx, cy = left + 10 + i * step, y + 10.6
        if legal and not there:
            drawn.append(coin(cx, cy, 7.4, COINS_PER_CUBE))
        else:
            drawn.append(good(cube, cx, cy, 15, opacity=None if there else 0.38))
    return rect(left, y, width, 21, CARD, 10.5, fill_opacity=0.92, stroke=LINE) + "".join(drawn)


@cached_drawing(1024)
def _market_card(x: float, y: float, width: float, height: float, ware: Ware, price: Price, seat: int) -> str:
    """A tile for sale, or one that already stands on the map."""
    tile, offer = TILE[ware.tile], ware.offer
    gone = ware.left == 0
    veiled, picture = gone or offer.state == "impossible", height - 63
    band = y + picture
    size = fit_size(tile.name, width - 8, 12.5, 10.5)
    icons = tile.icons(seat)
    box = (x, y, width, height, 12)
    effect = (
        icon_row(icons, x + 5, band + 42, width - 10, 15, dimmed=veiled and not gone)
        if icons
        else words("No effect", x + width / 2, band + 46, 11, INK_SOFT, 500, "middle")
    )
    built = f"built by {ware.who} at {ware.square}" if gone and ware.builder >= 0 else f"{ware.left} left"
    return target(
        f"market-{ware.tile}",
        offer,
        f"{tile.name}, {tile.points} points, {built}",
        stack_edges(*box, ware.left * 2 - 1 if ware.left > 1 else 1),
        legal_glow(*box, offer.chosen) if offer.legal else "",
        panel(*box, level=0 if veiled else 1),
        scene(x + 1, y + 1, width - 2, picture, tile.family, ware.tile, picture - 19, veiled),
        ribbon_band(
            x + 0.5, band, width - 1, tile.family, tile.ribbon, f"×{ware.left}" if ware.left > 1 else "", veiled, 15
        ),
        group(star(x + 16, y + 15, 13.5, tile.points), opacity=0.6 if veiled else None) if tile.points else "",
        "" if gone else _cost_tag(x + width - 4, y + 4, ware.tile, price, offer.legal),
        words(
            shorten(tile.name, width - 8, size, 700),
            x + width / 2,
            band + 28,
            size,
            INK_SOFT if veiled else INK,
            700,
            "middle",
        ),
        effect,
        legal_outline(*box, offer.chosen) if offer.legal else "",
        fresh_mark(*box, ware.change),
        text=tile.text,
    )


def _market_chip(x: float, y: float, width: float, height: float, ware: Ware) -> str:
    if ware.building:
        return reason_chip(x + width / 2, y + height + 2, "Building now")
    if ware.left == 0 and ware.builder >= 0:
        return owner_chip(x + width / 2, y + height + 2.5, ware.who, ware.builder, width + 4)
    return offer_chip(x + width / 2, y + height + 2, ware.offer)


def market(
    x: float,
    y: float,
    width: float,
    card_height: float,
    columns: int,
    wares: Sequence[Ware | None],
    held: Mapping[str, int],
    seat: int,
    stock: Mapping[str, int],
) -> str:
    """The stall: twelve tiles, the wheat fields and the stock. Built tiles stay as a reference, with their owner."""
    gap, row_gap, top, pad = 7, 15, 35, 11
    card = (width - 2 * pad - (columns - 1) * gap) / columns
    cards, lifted, chips = [], "", []
    for index, ware in enumerate(wares):
        row, column = divmod(index, columns)
        box = (x + pad + column * (card + gap), y + top + row * (card_height + row_gap), card, card_height)
        if ware is None:
            cards.append(
                rect(*box, "none", 12, stroke=INK_SOFT, stroke_width=1.3, stroke_dasharray="5 5", stroke_opacity=0.6)
            )
            continue
        drawn = _market_card(*box, ware, _price(ware.tile, held), seat)
        chips.append(_market_chip(*box, ware))
        if ware.offer.chosen:
            lifted = drawn
        else:
            cards.append(drawn)
    row, used = divmod(len(wares), columns)
    shed = x + pad + used * (card + gap)
    shed_y = y + top + row * (card_height + row_gap)
    return (
        stall(x, y, width, market_height(len(wares), columns, card_height), "Market")
        + "".join([*cards, lifted])
        + stock_shed(shed, shed_y, x + width - pad - shed, card_height, stock)
        + "".join(chips)
    )


def market_height(count: int, columns: int, card_height: float) -> float:
    rows = count // columns + 1
    return 35 + rows * card_height + (rows - 1) * 15 + 16


def stock_shed(x: float, y: float, width: float, height: float, stock: Mapping[str, int]) -> str:
    """The common stock in a wooden tray."""
    cell = (width - 20) / len(GOODS_SHOWN)
    size, cy = min(33, cell * 0.78), y + height * 0.47
    pieces = []
    for i, name in enumerate(GOODS_SHOWN):
        cx = x + 10 + (i + 0.5) * cell
        drawn = coin(cx, cy, size * 0.54) if name == "coin" else good(name, cx, cy, size)
        pieces.append(group(drawn, opacity=None if stock[name] else 0.4))
        pieces.append(group(display(stock[name], cx, cy + 40, 17, _ON_FELT, "middle"), id=f"stock-{name}"))
    return group(
        felt_tray(x, y, width, height, 7, 20),
        display("Stock", x + width / 2, y + 27, 15, _ON_FELT, "middle"),
        *pieces,
        tip="Common stock",
        id="stock",
    )


def component_tile(tile: str) -> str:
    """A tile by itself, with its whole price."""
    price = tuple((cube, True) for cube, need in TILE[tile].cost.items() for _ in range(need) if cube != "coin")
    return _market_card(0, 0, WIDTH, HEIGHT, Ware(tile, 1, NOTHING), price, 0)
