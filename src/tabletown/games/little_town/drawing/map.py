"""The squares of the map: ground, tiles, workers, and the neighbours that a worker reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.draw.icons import ARROW, Icon, coin_icon, house_icon, icon_row, pill, word_icon
from tabletown.draw.pieces import house, pictogram, worker
from tabletown.draw.scenery import panel, shadow
from tabletown.draw.shapes import Value, at, circle, clip, group, line, path, rect, stroke
from tabletown.draw.states import (
    NOTHING,
    Change,
    Offer,
    fresh_mark,
    fresh_outline,
    legal_glow,
    legal_outline,
    target,
)
from tabletown.draw.text import display, shorten, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LEGAL, ribbon, seat_colour, var

from ..components import COLUMNS, ROWS, SQUARES, TERRAINS
from .colours import land
from .icons import TILE, goods_icons
from .landscape import ground, terrain_at

GIVES = {"F": "wood", "M": "stone", "L": "fish"}


@dataclass(frozen=True)
class Cell:
    """A grass square: at most a tile with its owner or a worker; `who` is the name of either."""

    square: str
    tile: str = ""
    seat: int = -1
    who: str = ""
    offer: Offer = NOTHING
    change: Change | None = None
    used: bool = False


def place_of(square: str) -> tuple[int, int]:
    row, column = divmod(SQUARES.index(square), COLUMNS)
    return column, row


def corner(square: str, x: float, y: float, size: float) -> tuple[float, float]:
    column, row = place_of(square)
    return x + column * size, y + row * size


# ---------------------------------------------------------------- ground


def terrain_squares(x: float, y: float, size: float, side: int) -> str:
    """Forests, mountains and lakes; they never change."""
    drawn = []
    for square in SQUARES:
        kind = terrain_at(side, square)
        if kind != ".":
            name = f"{TERRAINS[kind].capitalize()} at {square}: 1 {GIVES[kind]}"
            picture = ground(*corner(square, x, y, size), size, kind, square)
            drawn.append(target(f"square-{square}", NOTHING, name, picture))
    return "".join(drawn)


def _inset(x: float, y: float, size: float, share: float) -> tuple[float, float, float, float]:
    """A square made smaller on all sides by a share of its size."""
    inset = size * share
    return x + inset, y + inset, size - 2 * inset, size - 2 * inset


def _free_square(x: float, y: float, size: float, cell: Cell) -> str:
    box, radius = _inset(x, y, size, 0.07), size * 0.16
    name, detail = f"Meadow at {cell.square}", ground(x, y, size, ".", cell.square)
    if not cell.offer.legal:
        return target(f"square-{cell.square}", NOTHING, name, rect(*box, land("plot"), radius), detail)
    halo = rect(*box, "none", radius, stroke=LEGAL, stroke_width=size * 0.12, stroke_opacity=0.26, class_="halo")
    return target(
        f"square-{cell.square}",
        cell.offer,
        name,
        halo,
        rect(*box, land("open"), radius),
        detail,
        rect(*box, "none", radius, stroke=LEGAL, stroke_width=2.4 if size > 50 else 1.8),
    )


def _from_hand(cell: Cell) -> dict[str, Value]:
    """The names of a worker on the map; it came from its owner's hand."""
    return {"id": f"worker-{cell.square}", "data_from": f"workers-{cell.seat}"}


def _worker_square(x: float, y: float, size: float, cell: Cell) -> str:
    box, radius = _inset(x, y, size, 0.07), size * 0.16
    return target(
        f"square-{cell.square}",
        NOTHING,
        f"Worker of {cell.who} at {cell.square}",
        rect(*box, land("plot"), radius),
        ground(x, y, size, ".", cell.square),
        worker(x + size * 0.49, y + size * 0.52, size * 0.68, cell.seat, **_from_hand(cell)),
        fresh_outline(*box, radius, 2) if cell.change else "",
    )


# ---------------------------------------------------------------- tiles


def tile_face(x: float, y: float, size: float, tile: str, seat: int, name: str) -> str:
    """A tile as it lies on the map: the place, its effect in a strip, and the owner's house."""
    kind, radius, roomy = TILE[tile], size * 0.15, size >= 56
    left, top, side, _ = _inset(x, y, size, 0.05)
    strip = 17 if roomy else 0
    art = side - strip - (4 if roomy else 3)
    low = top + side
    edge = low - strip
    hill = line("M", left, low, "V", edge - 9, "Q", left + side * 0.4, edge - 17, left + side, edge - 8, "V", low, "Z")
    return (
        shadow(left, top, side, side, radius)
        + clip(f"clip-{name}", rect(left, top, side, side, radius=radius))
        + group(
            rect(left, top, side, side, f"url(#sky-{kind.family})"),
            path(hill, ribbon(kind.family, "ground")),
            pictogram(tile, left + (side - art) / 2 - (3 if roomy else 0), top + 2, art),
            rect(left, low - strip, side, strip, CARD) if roomy else "",
            clip_path=f"url(#clip-{name})",
        )
        + (icon_row(kind.icons(seat), left + 3, low - strip / 2 - 0.4, side - 6, 13) if roomy else "")
        + rect(left, top, side, side, "none", radius, stroke=seat_colour(seat, "glow"), stroke_width=size * 0.045)
        + house(left + side - size * 0.12, top + size * 0.13, size * 0.36, seat)
    )


def _used_mark(x: float, y: float, size: float) -> str:
    """The mark of a tile that the worker has used."""
    cx, cy = x + size * 0.5, y + size * 0.42
    return (
        rect(*_inset(x, y, size, 0.05), CARD, size * 0.15, fill_opacity=0.5)
        + circle(cx, cy, size * 0.17, var("legal-fill"))
        + at(cx, cy + 1, stroke("M-5 0l3.6 3.6l6.4 -8", var("legal-ink"), 2.4), scale=size / 64)
    )


def _tile_square(x: float, y: float, size: float, cell: Cell) -> str:
    box = (*_inset(x, y, size, 0.05), size * 0.15)
    kind, offer = TILE[cell.tile], cell.offer
    return target(
        f"square-{cell.square}",
        offer,
        f"{kind.name} of {cell.who} at {cell.square}",
        legal_glow(*box, offer.chosen, on_green=True) if offer.legal else "",
        tile_face(x, y, size, cell.tile, cell.seat, f"tile-{cell.square}"),
        legal_outline(*box, offer.chosen, 3) if offer.legal else "",
        _used_mark(x, y, size) if cell.used else "",
        fresh_mark(*box, cell.change, 11),
        text=kind.text,
    )


def squares_of_row(x: float, y: float, size: float, cells: Sequence[Cell]) -> str:
    """One row of grass squares: empty ground first, so that halos and tiles lie above it."""
    ground, pieces = [], []
    for cell in cells:
        left, top = corner(cell.square, x, y, size)
        if cell.tile:
            pieces.append(_tile_square(left, top, size, cell))
        elif cell.seat >= 0:
            pieces.append(_worker_square(left, top, size, cell))
        else:
            ground.append(_free_square(left, top, size, cell))
    return "".join([*ground, *pieces])


# ---------------------------------------------------------------- what a square reaches


@dataclass(frozen=True)
class Near:
    """A neighbour that gives something: a terrain cube, or a tile and whom its rent goes to (-1: nobody)."""

    square: str
    cube: str = ""
    tile: str = ""
    landlord: int = -1


def _pills(x: float, y: float, size: float, near: Near, effects: bool) -> str:
    """On the square itself: what comes in, below; the rent, above. Small squares show only the sum."""
    left, top = corner(near.square, x, y, size)
    cx, roomy = left + size / 2, size >= 56
    scale = 16 if roomy else 12.5
    icons: list[Icon] = []
    if near.cube:
        icons = [word_icon("+1" if roomy else "+"), *goods_icons({near.cube: 1})]
    elif effects:
        tile = TILE[near.tile]
        icons = tile.exchange if tile.pays and roomy else [word_icon("+"), *goods_icons(tile.gives)]
    main = pill(cx, top + size * (0.5 if near.cube else 0.84), icons, scale) if icons else ""
    if near.landlord < 0:
        return main
    rent = [coin_icon(1), ARROW, house_icon(near.landlord)] if roomy else [word_icon("−"), coin_icon(1)]
    return main + pill(cx, top + 1, rent, scale * 0.94)


def reach(
    x: float, y: float, size: float, square: str, seat: int, nears: Sequence[Near], effects: bool, tile: str, here: bool
) -> str:
    """The neighbours of a square framed, with what each of them gives; a chosen worker or tile stands in the middle."""
    column, row = place_of(square)
    first_c, first_r = max(0, column - 1), max(0, row - 1)
    wide, high = min(COLUMNS - 1, column + 1) - first_c + 1, min(ROWS - 1, row + 1) - first_r + 1
    frame = (x + first_c * size - 1, y + first_r * size - 1, wide * size + 2, high * size + 2)
    left, top = x + column * size, y + row * size
    box = _inset(left, top, size, 0.05)
    middle = ""
    if not here:
        middle = (
            legal_glow(*box, size * 0.18, True)
            + rect(*box, var("legal-tint"), size * 0.18)
            + legal_outline(*box, size * 0.18, True)
        )
        if tile:
            middle += group(tile_face(left, top, size, tile, seat, "chosen-tile"), opacity=0.75)
        else:
            middle += worker(left + size * 0.5, top + size * 0.46, size * 0.78, seat)
    return group(
        rect(*frame, "none", size * 0.22, stroke="#00000047", stroke_width=size * 0.12),
        rect(*frame, "none", size * 0.22, stroke="#FFFDF3", stroke_width=size * 0.07),
        middle,
        *(_pills(x, y, size, near, effects) for near in nears),
        pointer_events="none",
    )


def reach_list(x: float, y: float, width: float, heading: str, side: int, nears: Sequence[Near]) -> str:
    """What the neighbours give as a list, for phones, where a thumb hides the map."""
    rows = []
    for index, near in enumerate(nears):
        cy = y + 35 + 30 * (index + 0.5)
        if near.tile:
            tile = TILE[near.tile]
            picture, name, icons = pictogram(near.tile, x + 12, cy - 13, 26), tile.name, tile.exchange
        else:
            kind = terrain_at(side, near.square)
            picture, name = ground(x + 12, cy - 13, 26, kind, near.square), TERRAINS[kind].capitalize()
            icons = goods_icons({near.cube: 1})
        rent = (
            pill(x + width - 44, cy, [coin_icon(1), ARROW, house_icon(near.landlord)], 15) if near.landlord >= 0 else ""
        )
        rows.append(
            picture
            + words(shorten(name, 84, 13, 700), x + 46, cy + 4.5, 13, INK, 700)
            + words(near.square, x + 134, cy + 4.5, 12, INK_SOFT, 600)
            + icon_row(icons, x + 162, cy, 92, 18, "start")
            + rent
        )
    return panel(x, y, width, reach_list_height(len(nears))) + display(heading, x + 14, y + 25, 15, INK) + "".join(rows)


def reach_list_height(count: int) -> float:
    return 44 + 30 * count
