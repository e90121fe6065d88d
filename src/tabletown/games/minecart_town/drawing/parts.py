"""The parts of the table: the land under a town, towns large and small, the goods train, plates, the platform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.panels import Purse, plate, player_panel
from tabletown.draw.pieces import cart, good, medal, pictogram, seat_mark
from tabletown.draw.scenery import panel, shadow
from tabletown.draw.shapes import at, circle, clip, ellipse, group, path, rect, stroke, title
from tabletown.draw.states import Change, Offer, chip, gain_flag, legal_glow, legal_outline, target
from tabletown.draw.text import DISPLAY, display, fit_size, shorten, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LINE, PAPER_DEEP, WOOD, ribbon, var

from ..components import BY_ID, RESOURCES
from .icons import TIMING_GLYPHS, effect_icons, family_of, icons_in
from .rails import BED, BED_EDGE, EARTH, SPECK, long_rail, rail_tile, small_track
from .tiles import Plot, building_tile, free_plot, market_card, market_chip, planned_track, track_tile

Box = tuple[float, float, float, float]
Card = tuple[str, str, str, int, Offer, Change | None]  # name, area, kind, copies, offer, change

# ------------------------------------------------------------------ the town in front


def earth(x: float, y: float, width: float, height: float, name: str) -> str:
    """Turned earth with pebbles and a meadow round its rim; the town in front lies on it."""
    specks = "".join(
        ellipse(
            x + (37 * i * i + 53 * i) % int(width),
            y + (71 * i + 29 * i * i) % int(height),
            3 + i % 4,
            1.6 + i % 2,
            SPECK,
        )
        for i in range(1, 70)
    )
    spots = (
        (0, 0.02, 120, 26),
        (0.3, 0, 150, 12),
        (0.66, 0, 170, 14),
        (1, 0, 130, 34),
        (1, 0.5, 16, 90),
        (1, 1, 150, 30),
        (0.55, 1, 170, 10),
        (0, 1, 140, 30),
    )
    share = min(1, width / 700)
    rim = "".join(ellipse(x + dx * width, y + dy * height, rx * share, ry, var("meadow")) for dx, dy, rx, ry in spots)
    trees = "".join(
        pictogram("forest", x + dx * width - s / 2, y + dy * height - s / 2, s)
        for dx, dy, s in ((0.958, 0.055, 46), (0.915, 0.04, 32), (0.952, 0.95, 50), (0.905, 0.97, 34))
    )
    land = group(
        rect(x, y, width, height, EARTH), specks, rim, trees if width > 500 else "", clip_path=f"url(#clip-{name})"
    )
    return shadow(x, y, width, height, 18) + clip(f"clip-{name}", rect(x, y, width, height, radius=18)) + land


def bounds(cells: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    return min(rows), max(rows), min(columns), max(columns)


def tile_size(width: float, height: float, largest: float, tiles: Sequence[Mapping[str, Any]], ring: bool) -> float:
    """How large the tiles of a town can be in a box."""
    top, bottom, left, right = bounds([(tile["row"], tile["column"]) for tile in tiles])
    more = 3 if ring else 1
    return min(largest, width / (right - left + more), height / (bottom - top + more))


def town(
    x: float, y: float, width: float, height: float, largest: float, plots: Sequence[Plot],
    cells: Sequence[tuple[str, int, int, Offer]], planned: Mapping[str, Any] | None, ring: bool,
) -> str:  # fmt: skip
    """A town fitted into a box, with the cells that may be built on; `ring` keeps room for cells all round."""
    margin = 1 if ring else 0
    top, bottom, left, right = bounds([(p.tile["row"], p.tile["column"]) for p in plots])
    top, bottom, left, right = top - margin, bottom + margin, left - margin, right + margin
    size = min(largest, width / (right - left + 1), height / (bottom - top + 1))
    ox, oy = x + (width - (right - left + 1) * size) / 2, y + (height - (bottom - top + 1) * size) / 2

    def place(row: int, column: int) -> tuple[float, float]:
        return ox + (column - left) * size, oy + (row - top) * size

    rails = [track_tile(*place(p.tile["row"], p.tile["column"]), size, p) for p in plots if p.tile["building"] is None]
    houses = [
        (p, building_tile(*place(p.tile["row"], p.tile["column"]), size, p))
        for p in plots
        if p.tile["building"] is not None
    ]
    marked = [art for p, art in houses if p.offer.legal or p.change or p.preview]
    quiet = [art for p, art in houses if not (p.offer.legal or p.change or p.preview)]
    ghost = ""
    if planned:
        lines = [planned["shape"]] if planned["shape"] else []
        ghost = planned_track(*place(planned["row"], planned["column"]), size, lines)
    plus = [free_plot(*place(row, column), size, name, offer) for name, row, column, offer in cells if offer.legal]
    return "".join([*plus, *rails, *quiet, *marked, ghost])


def small_town(
    x: float, y: float, width: float, height: float, tiles: Sequence[Mapping[str, Any]], largest: float
) -> str:
    """A whole town as a miniature: pictures, rails and cubes as pips."""
    top, bottom, left, right = bounds([(tile["row"], tile["column"]) for tile in tiles])
    size = min(largest, (width - 10) / (right - left + 1), (height - 8) / (bottom - top + 1))
    ox, oy = x + (width - (right - left + 1) * size) / 2, y + (height - (bottom - top + 1) * size) / 2
    out = [rect(x, y, width, height, EARTH, 10)]
    for tile in tiles:
        tx, ty = ox + (tile["column"] - left) * size, oy + (tile["row"] - top) * size
        if tile["lines"]:
            out.append(
                rect(tx + 0.6, ty + 0.6, size - 1.2, size - 1.2, BED, 4) + small_track(tx, ty, size, tile["lines"])
            )
        else:
            out.append(_small_building(tx, ty, size, tile))
    return "".join(out)


PIPS = {"wood": "#BE7C42", "stone": "#A7B1BD", "wheat": "#F6C244", "coal": "#454D5A", "sheep": "#FBF4E4"}


def _small_building(x: float, y: float, size: float, tile: Mapping[str, Any]) -> str:
    kind, family = tile["kind"], family_of(tile["kind"])
    held = [resource for resource in RESOURCES for _ in range(tile["cubes"].get(resource, 0))]
    pip = size * 0.155
    pips = "".join(
        rect(
            x + size * 0.09 + i * pip,
            y + size - pip * 1.7,
            pip,
            pip,
            PIPS[resource],
            pip * 0.26,
            stroke="#2B3140",
            stroke_width=0.6,
        )
        for i, resource in enumerate(held[: int((size * 0.84) // pip)])
    )
    art = size * 0.76
    return group(
        title(f"{BY_ID[kind]['name']}, {len(held)} cubes"),
        rect(
            x + 0.8,
            y + 0.8,
            size - 1.6,
            size - 1.6,
            ribbon(family, "tile"),
            size * 0.16,
            stroke=ribbon(family),
            stroke_width=1.2,
        ),
        pictogram(kind, x + size * 0.12, y + (size * 0.05 if pips else size * 0.12), art),
        pips,
    )


# ------------------------------------------------------------------ the market: a goods train


def _wagon(x: float, y: float, width: float) -> str:
    wheels = "".join(
        circle(x + dx, y + 10, 6, "#2B3140", stroke="#59636F", stroke_width=1.4)
        + circle(x + dx, y + 10, 2.4, "#A7B1BD")
        for dx in (width * 0.24, width * 0.76)
    )
    bed = rect(x - 5, y + 2.4, width + 10, 3, "#59636F", 1.5) + rect(x + 1, y, width - 2, 8, WOOD, 3)
    return bed + rect(x + 4, y + 1, width - 8, 2, "#FFFFFF38", 1) + wheels


def _locomotive(x: float, foot: float) -> str:
    """A little mine engine that pulls the market."""
    wheels = "".join(
        circle(cx, -6.4, r, "#2B3140", stroke="#59636F", stroke_width=1.4) + circle(cx, -6.4, r * 0.38, "#A7B1BD")
        for cx, r in ((12, 6.4), (28, 6.4), (45, 8.4))
    )
    puffs = "".join(
        circle(cx, cy, r, "#fff", fill_opacity=var("cloud"))
        for cx, cy, r in ((13, -66, 5), (20, -76, 7), (31, -84, 9), (43, -87, 6))
    )
    return at(
        x, foot, puffs, rect(2, -17, 54, 8, "#3A414D", 3), path("M-4 -8L4 -17V-9Z", "#8A95A3"), rect(4, -40, 32, 24, "#DE5A45", 8),
        path("M4 -26H36V-16H12Q4 -16 4 -24Z", "#B63A2B"), rect(9, -57, 8, 18, "#3A414D", 2), rect(6.6, -60, 12.8, 5, "#59636F", 2.5),
        rect(25, -46, 7, 8, "#F7C13B", 3.5), rect(33, -54, 22, 38, "#2A6FB8", 3), rect(46, -54, 9, 38, "#1F5592", 3),
        rect(37, -48, 12, 12, "#FFE9A8", 2), rect(30, -59, 28, 6.4, "#3A414D", 3), circle(5, -30, 3.6, "#FFE9A8"), wheels,
    )  # fmt: skip


def _letter(cx: float, cy: float, letter: str, left: int) -> str:
    """Which bag an area is filled from, and how much is left in it."""
    sign = rect(cx - 10, cy - 10, 20, 20, WOOD, 6) + rect(cx - 8.4, cy - 8.4, 16.8, 16.8, var("wood-light"), 4.6)
    note = words(str(left), cx, cy + 23, 10.5, INK_SOFT, 600, "middle")
    return group(
        title(f"{left} {letter} tiles left in the bag"),
        sign,
        display(letter, cx, cy + 5, 14, var("wood-ink"), "middle"),
        note,
    )


def _empty(x: float, y: float, width: float, height: float) -> str:
    return rect(x + 2, y + 2, width - 4, height - 6, "none", 10, stroke=LINE, stroke_width=2, stroke_dasharray="6 5")


def _leaves(x: float, y: float, width: float) -> str:
    """Solo: this tile leaves the game when another of its area is bought."""
    cx, cy = x + width - 9, y + 1
    disc = circle(cx, cy, 9, CARD, stroke=INK_SOFT, stroke_width=1.4)
    return group(
        title("Leaves when another tile of this area is bought"),
        disc,
        stroke(f"M{cx + 4:.1f} {cy:.1f}h-7m3 -3.4l-3.4 3.4l3.4 3.4", INK_SOFT, 1.8),
    )


def goods_train(
    x: float,
    y: float,
    width: float,
    cards: Sequence[Card | None],
    areas: Sequence[str],
    bags: Mapping[str, int],
    leaving: Sequence[bool],
) -> str:
    """The market on wide screens: an engine, the wagons of the left area, then those of the C area."""
    engine, gap, pause, height, top = 64, 6, 32, 130, 13
    each = (width - engine - 10 - pause - gap * (len(cards) - 2)) / len(cards)
    each = min(each, 96)
    deck, foot = y + top + height - 1, y + top + height + 16
    drawn, lifted, chips, wagons, cursor = [], "", [], [], x + engine
    for i, card in enumerate(cards):
        if i and areas[i] != areas[i - 1]:
            wagons.append(_letter(cursor + pause / 2 - gap, y + 34, areas[i], bags[areas[i]]))
            cursor += pause - gap
        wagons.append(_wagon(cursor, deck, each))
        box = cursor, y + top, each, height
        if card is None:
            drawn.append(_empty(*box))
        else:
            name, _, kind, count, offer, change = card
            art = market_card(*box, name, kind, count, offer, change)
            chips.append(market_chip(*box, offer) + (_leaves(*box[:3]) if leaving[i] else ""))
            lifted, drawn = (art, drawn) if offer.chosen else (lifted, [*drawn, art])
        cursor += each + gap
    return group(
        rect(x, y, width, foot - y + 10, PAPER_DEEP, 16), long_rail(x + 8, foot, width - 16), _locomotive(x + 8, foot),
        _letter(x + engine - 16, y + 34, areas[0], bags[areas[0]]), *wagons, *drawn, lifted, *chips, aria_label="Market",
    )  # fmt: skip


TRAIN_HEIGHT = 169


def market_shelf(
    x: float,
    y: float,
    width: float,
    cards: Sequence[Card | None],
    areas: Sequence[str],
    bags: Mapping[str, int],
    leaving: Sequence[bool],
    columns: int = 4,
) -> str:
    """The market on phones: rows of wagons on their own rails, the left area first."""
    pad, gap, height, each_row = 8, 6, 130, 170
    each = (width - 2 * pad - gap * (columns - 1)) / columns
    note = ", ".join(f"{bags[a]} {a}" for a in dict.fromkeys(areas)) + " in the bags"
    out = [
        rect(x, y, width, shelf_height(areas, columns), PAPER_DEEP, 16),
        display("Market", x + 14, y + 26, 17, INK),
        words(note, x + width - 14, y + 25, 12, INK_SOFT, 600, "end"),
    ]
    chips = []
    for r, line in enumerate(_shelf_rows(areas, columns)):
        top = y + 46 + r * each_row
        out.append(long_rail(x + 6, top + height + 16, width - 12))
        for c, index in enumerate(line):
            box = x + pad + c * (each + gap), top, each, height
            card = cards[index]
            out.append(_wagon(box[0], top + height - 1, each))
            if card is None:
                out.append(_empty(*box))
                continue
            name, _, kind, count, offer, change = card
            out.append(market_card(*box, name, kind, count, offer, change))
            chips.append(market_chip(*box, offer) + (_leaves(*box[:3]) if leaving[index] else ""))
        if len(line) < columns:
            out.append(_locomotive(x + pad + len(line) * (each + gap) + 8, top + height + 16))
    return group(*out, *chips, aria_label="Market")


def _shelf_rows(areas: Sequence[str], columns: int) -> list[list[int]]:
    rows: list[list[int]] = []
    for area in dict.fromkeys(areas):
        here = [i for i, a in enumerate(areas) if a == area]
        each = {6: 3, 4: columns}.get(len(here), columns)
        rows += [here[i : i + each] for i in range(0, len(here), each)]
    return rows


def shelf_height(areas: Sequence[str], columns: int = 4) -> float:
    return len(_shelf_rows(areas, columns)) * 170 + 42


# ------------------------------------------------------------------ choices in place of the train


def shape_choice(
    x: float,
    y: float,
    width: float,
    height: float,
    heading: str,
    shapes: Sequence[tuple[str, int, Offer]],
    columns: int,
) -> str:
    """The tracks that fit a cell, each with its price."""
    size = min(92.0, (width - 28 - 10 * (columns - 1)) / columns)
    out = [rect(x, y, width, height, PAPER_DEEP, 16), display(heading, x + 16, y + 25, 16, INK)]
    for i, (shape, price, offer) in enumerate(shapes):
        sx, sy = x + 14 + (i % columns) * (size + 10), y + 36 + (i // columns) * (size + 36)
        price_tag = display(str(price), sx + size / 2 - 15, sy + size + 19, 13, INK, "middle")
        price_tag += good("wood", sx + size / 2 - 1, sy + size + 14.6, 14) + good(
            "stone", sx + size / 2 + 11, sy + size + 14.6, 14
        )
        out.append(
            target(
                f"shape-{shape}", offer, f"{price} wood or stone", legal_glow(sx, sy, size, size, 10, offer.chosen),
                clip(f"clip-shape-{shape}", rect(sx, sy, size, size, radius=10)),
                group(rail_tile(sx, sy, size, [shape]), clip_path=f"url(#clip-shape-{shape})"),
                legal_outline(sx, sy, size, size, 10, offer.chosen), price_tag,
            )
        )  # fmt: skip
    return "".join(out)


def type_choice(
    x: float, y: float, width: float, height: float, heading: str, picture: str, types: Sequence[tuple[str, str, Offer]]
) -> str:
    """The types of cubes to keep, gain or convert."""
    out = [rect(x, y, width, height, PAPER_DEEP, 16), display(heading, x + 16, y + 25, 16, INK)]
    side = min(84.0, (width - 28 - 10 * (len(types) - 1)) / max(1, len(types)))
    start = x + 14
    if width > 500 and picture:
        out.append(
            rect(x + 16, y + 42, 104, 104, ribbon(family_of(picture), "tile"), 12)
            + pictogram(picture, x + 24, y + 48, 88)
        )
        start = x + 140
    for i, (resource, note, offer) in enumerate(types):
        sx, sy = start + i * (side + 12), y + 44
        out.append(
            target(
                f"type-{resource}", offer, resource, legal_glow(sx, sy, side, 96, 12, offer.chosen) if offer.legal else "",
                panel(sx, sy, side, 96, 12), good(resource, sx + side / 2, sy + 38, min(50, side * 0.7)),
                words(shorten(note, side - 6, 12, 700), sx + side / 2, sy + 84, 12, INK, 700, "middle"),
                legal_outline(sx, sy, side, 96, 12, offer.chosen) if offer.legal else "",
            )
        )  # fmt: skip
    return "".join(out)


# ------------------------------------------------------------------ the platform: cart and forecast


def cart_with(cx: float, cy: float, size: float, hand: Sequence[str]) -> str:
    """The minecart seen from the side with its cubes heaped up: three in front, the rest behind."""
    cell, step = size * 0.42, size * 0.25
    rows = [hand[:3], hand[3:6], hand[6:9]]
    heap = "".join(
        good(resource, cx + (i - (len(row) - 1) / 2) * step * 1.1, cy - size * (0.25 + level * 0.24), cell)
        for level, row in reversed(list(enumerate(rows)))
        for i, resource in enumerate(row)
    )
    return heap + cart(cx, cy, size)


def _plan_card(x: float, y: float, width: float, height: float, entry: Mapping[str, Any]) -> str:
    """What one building will make: picture, conversion, how often, result."""
    kind = entry["kind"]
    effect = next(e for e in BY_ID[kind]["effects"] if e["op"].startswith("convert"))
    family, art, tx = family_of(kind), min(62.0, width * 0.3), x + min(62.0, width * 0.3) + 12
    made = next(iter(entry["cubes"]), None)
    low = y + height
    gained = entry["vp"] or (entry["cubes"][made] if made else 0)
    icon = good(made, tx + 58, low - 22, 24) if made and not entry["vp"] else medal(tx + 58, low - 22, 14)
    return (
        panel(x, y, width, height, 12)
        + rect(x + 6, y + 6, art, height - 12, ribbon(family, "tile"), 9)
        + pictogram(kind, x + 6 + (art - min(56, art)) / 2, y + height / 2 - 26, min(56, art))
        + words(shorten(BY_ID[kind]["name"], width - art - 20, 13.5, 700), tx, y + 22, 13.5, INK, 700)
        + rect(tx, y + 31, width - art - 20, 28, ribbon(family, "tile"), 8)
        + icons_in(effect_icons(effect), tx + (width - art - 20) / 2, y + 45, 20, width - art - 28)
        + display(f"×{entry['times']}", tx, low - 14, 17, INK_SOFT)
        + display("=", tx + 35, low - 14, 17, INK_SOFT, "middle")
        + icon
        + display(f"+{gained}", tx + 74, low - 14, 19, INK)
    )


def _in_cart(hand: Mapping[str, int]) -> list[str]:
    return [resource for resource in RESOURCES for _ in range(hand.get(resource, 0))]


def platform(
    x: float,
    y: float,
    width: float,
    height: float,
    hand: Mapping[str, int],
    plan: Sequence[Mapping[str, Any]],
    end: int,
) -> str:
    """Where the market train was: the cart, what each building would process as the cubes lie, and the sum."""
    loaded = _in_cart(hand)
    total = sum(entry["vp"] for entry in plan)
    cart_width, total_width, gap, most = 204, 150, 9, 4
    shown = sorted(plan, key=lambda entry: -entry["vp"])[:most]
    room = width - cart_width - total_width - 24
    each = min(232.0, (room - gap * len(shown)) / max(1, len(shown)))
    cards = "".join(
        _plan_card(x + cart_width + i * (each + gap), y + 39, each, height - 51, entry) for i, entry in enumerate(shown)
    )
    foot, tx = y + height - 22, x + width - total_width - 12
    inside = ", ".join(f"{n} {r}" for r, n in hand.items()) or "nothing yet"
    size = fit_size(f"+{total}", 72, 36, 20, family=DISPLAY)
    quiet = (
        words("Nothing lies ready to be processed.", x + cart_width + 2, y + 62, 13, INK_SOFT, 500) if not shown else ""
    )
    return group(
        rect(x, y, width, height, PAPER_DEEP, 16),
        display("In the cart", x + 16, y + 26, 16, INK),
        words(shorten(inside, 96, 12.5, 600), x + 106, y + 25, 12.5, INK_SOFT, 600),
        display("As the cubes lie, processing makes", x + cart_width + 2, y + 26, 16, INK),
        long_rail(x + 14, foot, cart_width - 30),
        cart_with(x + cart_width / 2, foot - 31, 78, loaded),
        cards,
        quiet,
        panel(tx, y + 12, total_width, height - 24, 14, 2),
        medal(tx + 38, y + height / 2 - 12, 27),
        display(f"+{total}", tx + 70, y + height / 2, size, INK),
        words("by processing", tx + total_width / 2, y + height - 42, 12.5, INK_SOFT, 600, "middle"),
        words(f"{end} at the end", tx + total_width / 2, y + height - 24, 12.5, INK_SOFT, 600, "middle"),
        aria_label=f"Preview: {total} points",
    )


def phone_platform(
    x: float,
    y: float,
    width: float,
    height: float,
    hand: Mapping[str, int],
    plan: Sequence[Mapping[str, Any]],
    end: int,
) -> str:
    """Cart and forecast on a phone: one card below the other."""
    total = sum(entry["vp"] for entry in plan)
    inside = ", ".join(f"{n} {r}" for r, n in hand.items()) or "The cart is empty"
    cards = "".join(_plan_card(x + 10, y + 100 + i * 103, width - 20, 94, entry) for i, entry in enumerate(plan))
    return (
        rect(x, y, width, height, PAPER_DEEP, 16)
        + cart_with(x + 44, y + 62, 56, _in_cart(hand))
        + display(f"+{total} by processing", x + 86, y + 40, 17, INK)
        + words(shorten(inside, width - 100, 12.5, 600), x + 86, y + 60, 12.5, INK_SOFT, 600)
        + words(f"{end} VP at the end, as it stands", x + 86, y + 78, 12.5, INK_SOFT, 600)
        + cards
    )


def phone_platform_height(plan: Sequence[Mapping[str, Any]]) -> float:
    return 104 + len(plan) * 103


CubeKey = tuple[str, str, str, int, Offer]  # name, kind of building, type, how many, offer


def cube_choice_height(count: int, columns: int = 3) -> float:
    return 40 + -(-count // columns) * 54


def cube_choice(
    x: float, y: float, width: float, height: float, columns: int, heading: str, cubes: Sequence[CubeKey]
) -> str:
    """The cubes that may be touched, as large keys: for phones, and for towns too large to touch single cubes."""
    each = (width - 20 - 8 * (columns - 1)) / columns
    out = [rect(x, y, width, height, PAPER_DEEP, 16), display(heading, x + 14, y + 25, 15.5, INK)]
    for i, (name, kind, resource, count, offer) in enumerate(cubes):
        cx, cy = x + 10 + (i % columns) * (each + 8), y + 36 + (i // columns) * 54
        out.append(
            target(
                name, offer, f"{count} {resource} on {BY_ID[kind]['name']}", legal_glow(cx, cy, each, 46, 11, offer.chosen, small=True),
                panel(cx, cy, each, 46, 11), pictogram(kind, cx + 5, cy + 5, 36), good(resource, cx + 58, cy + 23, 26),
                display(f"×{count}", cx + each - 8, cy + 29, 15, INK, "end"), legal_outline(cx, cy, each, 46, 11, offer.chosen),
            )
        )  # fmt: skip
    return "".join(out)


# ------------------------------------------------------------------ progress

PARTS = {"production": "blue", "construction": "gold", "transportation": "green", "processing": "red"}
PART_WORDS = {
    "production": "Production",
    "construction": "Construction",
    "transportation": "Transport",
    "processing": "Processing",
}
PART_GLYPHS = {
    "production": TIMING_GLYPHS["production"],
    "construction": "M-8 8L2 -2M-2 -7L3 -9L9 -3L7 2Z",
    "transportation": TIMING_GLYPHS["transportation"],
    "processing": TIMING_GLYPHS["processing"],
}


def _part_shape(cursor: float, y: float, width: float, first: bool) -> str:
    if first:
        return f"M{cursor + 8:.1f} {y}h{width - 15:.1f}l7 14l-7 14h{15 - width:.1f}q-8 0 -8 -8v-12q0 -8 8 -8Z"
    return f"M{cursor:.1f} {y}h{width - 7:.1f}l7 14l-7 14h{7 - width:.1f}l5 -14Z"


def progress(x: float, y: float, width: float, round: int, part: str, mix: bool) -> str:
    """The round track (a rail with four stations, the cart at the present one) and the ribbon of phases. 86 high.

    In the final round transport and processing are one: `mix` says so.
    """
    start, step = x + 30, (width - 60) / 3
    stations = []
    for n in range(1, 5):
        cx, past = start + (n - 1) * step, n < round
        if n == round:
            stations.append(
                cart(cx, y + 24, 38, "gold")
                + circle(cx, y + 25, 7.6, "#FFFDF8")
                + display(str(n), cx, y + 29.8, 13.5, "#2B3140", "middle")
            )
        else:
            station = circle(cx, y + 30, 11, WOOD if past else CARD, stroke=WOOD, stroke_width=2.4)
            stations.append(station + display(str(n), cx, y + 34.8, 13.5, "#FFF4DF" if past else INK, "middle"))
    bar, small = y + 50, 31.0
    wide, cursor, ribbons = width - 16 - 3 * (small + 3), x + 8, []
    for i, (name, family) in enumerate(PARTS.items()):
        now = name == part
        w = wide if now else small
        label = "Final mix" if now and mix and name == "transportation" else PART_WORDS[name]
        colour = "#fff" if now else INK_SOFT
        glyph = path(
            PART_GLYPHS[name],
            colour if name == "production" else "none",
            stroke=colour,
            stroke_width=2.6,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        ribbons.append(
            group(
                title(PART_WORDS[name]), path(_part_shape(cursor, bar, w, i == 0), ribbon(family) if now else PAPER_DEEP),
                at(cursor + (16 if now else w / 2 + 1), bar + 14, glyph, scale=15 / 24),
                words(label, cursor + 28, bar + 18.4, fit_size(label, w - 38, 13, 10), "#fff", 700) if now else "",
            )
        )  # fmt: skip
        cursor += w + 3
    return group(
        panel(x, y, width, 86),
        long_rail(x + 14, y + 37, width - 28),
        *stations,
        *ribbons,
        aria_label=f"Round {round} of 4, {PART_WORDS[part]}",
    )


# ------------------------------------------------------------------ players


def goods_row(x: float, cy: float, width: float, totals: Mapping[str, int], size: float = 19.0) -> str:
    step = width / len(RESOURCES)
    return "".join(
        good(resource, x + i * step + size * 0.5, cy, size)
        + display(
            str(totals[resource]),
            x + i * step + size * 1.12,
            cy + size * 0.28,
            size * 0.76,
            INK if totals[resource] else INK_SOFT,
        )
        for i, resource in enumerate(RESOURCES)
    )


def first_cart(cx: float, cy: float) -> str:
    """The first-player marker."""
    return group(
        title("First player of this round"),
        circle(cx, cy, 12, CARD, stroke=WOOD, stroke_width=2),
        cart(cx, cy - 0.5, 17, "gold"),
    )


def opponent(
    x: float, y: float, width: float, height: float, player: Mapping[str, Any], town_: Mapping[str, Any], active: bool, first: bool,
    note: str, change: Change | None, name: str,
) -> str:  # fmt: skip
    """Another player: score, miniature town, cubes."""
    seat = player["seat"]
    narrow = width < 300
    body = small_town(x + 14, y + 42, width - 24, height - 76, town_["tiles"], 34 if narrow else 46)
    body += goods_row(x + 16, y + height - 17, width - 22, town_["totals"], 17 if narrow else 20)
    body += first_cart(x + width - 24, y + 56) if first else ""
    body += chip(x + width / 2, y + 43, note, CARD, INK, 10.5) if note else ""
    return player_panel(
        x,
        y,
        width,
        height,
        player,
        [Purse("medal", town_["vp"], "" if name else f"vp-{seat}", change)],
        active,
        body,
        name=name,
    )


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _size_of(town_: Mapping[str, Any]) -> str:
    return f"{_some(town_['buildings'], 'building')}, {_some(town_['tracks'], 'track')}"


def own_plate(
    x: float, y: float, width: float, height: float, player: Mapping[str, Any], town_: Mapping[str, Any], you: bool, active: bool,
    first: bool, note: str, change: Change | None, hand: Mapping[str, int], solo: Mapping[str, Any] | None,
) -> str:  # fmt: skip
    """The plate of the seat in front: score, cubes in town, free slots; solo also the marks to reach."""
    mid, score = x + width / 2, str(town_["vp"])
    score_width = text_width(score, 46, family=DISPLAY)
    left = mid - (score_width + 54) / 2
    rows = []
    for i, resource in enumerate(RESOURCES):
        cx, cy = x + 30 + (i % 2) * (width / 2 - 6), y + 142 + (i // 2) * 34
        rows.append(
            good(resource, cx, cy, 27)
            + display(str(town_["totals"][resource] + hand.get(resource, 0)), cx + 20, cy + 7, 20, INK)
        )
    cx, cy = x + 30 + (width / 2 - 6), y + 142 + 68
    slot = rect(cx - 10, cy - 10, 20, 20, PAPER_DEEP, 6, stroke=INK_SOFT, stroke_width=1.6, stroke_dasharray="3.4 2.6")
    rows.append(group(title("Free slots"), slot, display(str(town_["free"]), cx + 20, cy + 7, 20, INK_SOFT)))
    low = y + 240
    counts = words(_size_of(town_), mid, low + 16, 12.5, INK, 700, "middle")
    counts += words(f"{town_['end']} VP at the end", mid, low + 34, 12, INK_SOFT, 500, "middle") if town_["end"] else ""
    counts += chip(mid, low + 54, note, PAPER_DEEP, INK, 11) if note else ""
    marks = _marks(x + 14, y + height - 104, width - 28, solo) if solo else _prices(x + 14, y + height - 82, width - 28)
    return (
        plate(x, y, width, height, player, you, active)
        + group(medal(left + 20, y + 84, 24), display(score, left + 54, y + 99, 46, INK), id=f"vp-{player['seat']}")
        + (gain_flag(left + 54 + score_width - 4, y + 60, change.amount, 13) if change and change.amount else "")
        + stroke(f"M{x + 16} {y + 117}H{x + width - 16}", LINE, 1.4)
        + "".join(rows)
        + stroke(f"M{x + 16} {low - 6}H{x + width - 16}", LINE, 1.4)
        + counts
        + marks
        + (first_cart(x + width - 24, y + 117) if first else "")
    )


def _prices(x: float, y: float, width: float) -> str:
    """What tracks cost."""
    out = [stroke(f"M{x + 2} {y - 4}H{x + width - 2}", LINE, 1.4)]
    cell = 36.0
    step = (width - cell) / 2
    for i, (shape, price, name) in enumerate((("EW", 1, "Straight"), ("NE", 1, "Curve"), ("NEW", 2, "T-junction"))):
        tx = x + i * step
        tag = rect(tx, y + 6, cell, cell, BED, 7, stroke=BED_EDGE, stroke_width=1.2) + small_track(
            tx + 1, y + 7, cell - 2, [shape]
        )
        price_tag = display(str(price), tx + cell / 2 - 14, y + cell + 25, 12.5, INK, "middle")
        price_tag += good("wood", tx + cell / 2 - 1, y + cell + 21, 13) + good(
            "stone", tx + cell / 2 + 10, y + cell + 21, 13
        )
        out.append(group(title(f"{name}: {price} wood or stone"), tag, price_tag))
    return "".join(out)


def _marks(x: float, y: float, width: float, solo: Mapping[str, Any]) -> str:
    """Solo: the four marks, and how far the town as it stands would come."""
    out = [display(f"{solo['score']} as it stands", x + width / 2, y + 20, 14, INK, "middle")]
    step = width / 4
    for i, mark in enumerate(solo["thresholds"]):
        cx, reached = x + (i + 0.5) * step, i < solo["rank"]
        out.append(group(medal(cx, y + 46, 13, dimmed=not reached), opacity=None if reached else 0.45))
        out.append(display(str(mark), cx, y + 76, 12.5, INK if reached else INK_SOFT, "middle"))
    return "".join(out)


def town_heading(
    x: float,
    y: float,
    width: float,
    player: Mapping[str, Any],
    town_: Mapping[str, Any],
    you: bool,
    note: str,
    first: bool,
) -> str:
    """Phones: whose town it is, its score and its size."""
    name = "Your town" if you else player["name"]
    side = _size_of(town_)
    return (
        panel(x, y, width, 48, 12)
        + seat_mark(x + 22, y + 24, 24, player["seat"])
        + display(shorten(name, width - 190, 16, family=DISPLAY), x + 42, y + 22, 16, INK)
        + words(side, x + 42, y + 38, 11.5, INK_SOFT, 600)
        + (chip(x + width - 118, y + 17, note, PAPER_DEEP, INK, 10.5) if note else "")
        + medal(x + width - 72, y + 24, 13)
        + display(str(town_["vp"]), x + width - 54, y + 31, 22, INK)
        + (first_cart(x + width - 18, y + 14) if first else "")
    )


def solo_panel(x: float, y: float, width: float, solo: Mapping[str, Any]) -> str:
    """Phones: the marks of a solo game. 98 high."""
    return panel(x, y, width, 98, 12) + _marks(x + 14, y + 8, width - 28, solo)
