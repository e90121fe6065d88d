"""Building tiles in a town and on the market, with slots, cubes and effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletown.draw.accessibility import cached_drawing
from tabletown.draw.pieces import good, pictogram
from tabletown.draw.scenery import panel, shadow, stack_edges
from tabletown.draw.shapes import at, group, path, rect, stroke, top_rounded
from tabletown.draw.states import (
    NOTHING,
    Change,
    Offer,
    counting,
    fresh_mark,
    fresh_outline,
    legal_glow,
    legal_outline,
    offer_chip,
    target,
)
from tabletown.draw.text import DISPLAY, display, fit_lines, paragraph, shorten, text_width, words
from tabletown.draw.tokens import CARD, INK, INK_SOFT, LEGAL, ribbon, var

from ..components import BY_ID, RESOURCES
from ..text.effect_words import DEFAULTS, TileOptions, effect_text
from .icons import TIMINGS, cost_tag, effect_rows, effect_strip, family_of, main_timing, points_tag
from .rails import rail_tile, route_line

NAMED_FROM = 74
"""The size from which a building in a town has room for its name and effect."""


@dataclass(frozen=True)
class Plot:
    """A tile of a town with all that is said about it: what may be touched, what has changed, what is in the cart."""

    tile: Mapping[str, Any]
    name: str
    offer: Offer = NOTHING
    change: Change | None = None
    cubes: Mapping[str, Offer] = field(default_factory=dict)
    cube_names: str = ""
    lifted: int = 0
    preview: int = 0
    route: tuple[str, ...] = ()
    options: TileOptions = DEFAULTS


# ------------------------------------------------------------------ slots and cubes


def _slot_grid(slots: int) -> tuple[int, int]:
    columns = 1 if slots <= 3 else 2 if slots <= 8 else 3
    return columns, -(-slots // columns)


def _well(cx: float, cy: float, cell: float, state: str) -> str:
    """One slot: plain, free (a cube may go there) or lifted (its cube is in the cart)."""
    side = cell * 0.84
    x, y, corner = cx - side / 2, cy - side / 2, side * 0.28
    if state == "free":
        return rect(x, y, side, side, "#FFFFFFBF", corner, stroke=LEGAL, stroke_width=max(1.3, cell * 0.12))
    if state == "lifted":
        return rect(x, y, side, side, "#FFFFFF66", corner, stroke="#5C3A06", stroke_width=1.3, stroke_dasharray="2.6 2")
    return rect(x, y, side, side, "#FFFFFF9E", corner, stroke="#4A3A1E61", stroke_width=1)


def slot_wells(
    right: float,
    middle: float,
    height: float,
    slots: int,
    held: Mapping[str, int],
    plot: Plot | None = None,
    largest: float = 16.0,
) -> tuple[str, float]:
    """All slots in one to three columns, flush right, with the cubes in them; the drawing and its width."""
    if not slots:
        return "", 0
    columns, rows = _slot_grid(slots)
    cell = min(largest, height / rows)
    left, top = right - columns * cell, middle - rows * cell / 2
    places = [(left + (i % columns + 0.5) * cell, top + (i // columns + 0.5) * cell) for i in range(slots)]
    count = sum(held.values())
    lifted = plot.lifted if plot else 0
    free = bool(plot and plot.offer.legal)
    wells = [
        _well(cx, cy, cell, "plain" if i < count else "lifted" if i < count + lifted else "free" if free else "plain")
        for i, (cx, cy) in enumerate(places)
    ]
    at_slot, cubes = 0, []
    for resource in RESOURCES:
        number = held.get(resource, 0)
        if number:
            cubes.append(_cubes(resource, places[at_slot : at_slot + number], cell, plot))
            at_slot += number
    return "".join(wells) + "".join(cubes), columns * cell


def _cubes(resource: str, places: list[tuple[float, float]], cell: float, plot: Plot | None) -> str:
    """The cubes of one type on a tile: one element that moves and may be touched."""
    offer = plot.cubes.get(resource, NOTHING) if plot else NOTHING
    drawn = "".join(good(resource, cx, cy - cell * 0.04, cell * 1.04) for cx, cy in places)
    if plot is None or not plot.cube_names:
        return drawn
    rings = "".join(
        rect(
            cx - cell * 0.52,
            cy - cell * 0.54,
            cell * 1.04,
            cell * 1.04,
            var("legal-tint"),
            cell * 0.3,
            stroke=LEGAL,
            stroke_width=2,
        )
        for cx, cy in places
    )
    return target(
        f"{plot.cube_names}-{resource}",
        offer,
        f"{len(places)} {resource}",
        group(rings, class_="halo") if offer.legal else "",
        drawn,
    )


# ------------------------------------------------------------------ a building in a town


def _scene(x: float, y: float, width: float, height: float, kind: str, radius: float = 9.0) -> str:
    family, low = family_of(kind), y + height
    crest = f"Q{x + width * 0.3:.1f} {low - 18:.1f} {x + width * 0.62:.1f} {low - 9:.1f}T{x + width:.1f} {low - 10:.1f}"
    hill = f"M{x:.1f} {low:.1f}v-9{crest}v10Z"
    return path(top_rounded(x, y, width, height, radius), f"url(#sky-{family})") + path(hill, ribbon(family, "ground"))


def building_tile(x: float, y: float, size: float, plot: Plot) -> str:
    """A building in the town in front: picture, slots with cubes, and with room for it name and effect."""
    kind, offer = str(plot.tile["kind"]), plot.offer
    row, family, inset = BY_ID[kind], family_of(kind), size * 0.028
    x, y, side = x + inset, y + inset, size - 2 * inset
    named = size >= NAMED_FROM
    strip = 23 if named else 5
    picture = side - strip - (14 if named else 2)
    corner = side * 0.1
    held = plot.tile["cubes"]
    wells, wells_width = slot_wells(
        x + side - side * 0.04, y + picture / 2 + 0.5, picture - 5, row["slots"], held, plot, side * 0.185
    )
    art = max(8.0, min(picture - 4, side - wells_width - 8))
    art_x = x + (side - wells_width - (4 if wells_width else 0) - art) / 2
    said = ", ".join(f"{n} {r}" for r, n in held.items()) or "no cubes"
    return target(
        plot.name,
        offer,
        f"{row['name']}: {said}" + (f", {row['slots']} slots" if row["slots"] else ""),
        legal_glow(x, y, side, side, corner, offer.chosen) if offer.legal else "",
        shadow(x, y, side, side, corner, 1)
        + rect(x, y, side, side, CARD, corner)
        + _scene(x, y, side, picture, kind, corner),
        pictogram(kind, art_x, y + picture - art - 1, art),
        words(shorten(row["name"], side - 6, 10.5, 700), x + side / 2, y + picture + 10.8, 10.5, INK, 700, "middle")
        if named
        else "",
        effect_strip(
            x + 2.5, y + side - strip - 1.5, side - 5, strip - 1, effect_rows(kind, False, plot.options), family
        )
        if named
        else rect(x + side * 0.1, y + side - 4.5, side * 0.8, 2.8, ribbon(family), 1.4),
        rect(x, y, side, side, "none", corner, stroke=ribbon(family, "edge"), stroke_width=1.6),
        legal_outline(x, y, side, side, corner, offer.chosen) if offer.legal else "",
        wells,
        fresh_mark(x + 1, y + 1, side - 2, side - 2, corner, plot.change, 13 if size > 60 else 10),
        points_tag(x - 4, y + 9, plot.preview, 15 if size > 60 else 11) if plot.preview else "",
        text=effect_text(kind, plot.options),
        kind="panel",
        **counting(sum(held.values()), "lifted"),
    )


def track_tile(x: float, y: float, size: float, plot: Plot) -> str:
    """A rail tile of the town in front; it may be upgraded."""
    offer, inset = plot.offer, size * 0.03
    box = x + inset, y + inset, size - 2 * inset, size - 2 * inset
    name = BY_ID[plot.tile["kind"]]["name"] if plot.tile["kind"] in BY_ID else "Track"
    return target(
        plot.name,
        offer,
        name,
        legal_glow(*box, size * 0.1, offer.chosen, small=True) if offer.legal else "",
        rail_tile(x, y, size, plot.tile["lines"]),
        route_line(x, y, size, plot.route) if plot.route else "",
        legal_outline(*box, size * 0.1, offer.chosen) if offer.legal else "",
        fresh_outline(x + 4, y + 4, size - 8, size - 8, size * 0.08) if plot.change else "",
    )


def free_plot(x: float, y: float, size: float, name: str, offer: Offer) -> str:
    """An empty cell that may be built on: a glowing frame with a plus."""
    inset = max(3.0, size * 0.055)
    side, radius = size - 2 * inset, size * 0.11
    return target(
        name,
        offer,
        "Empty cell",
        legal_glow(x + inset, y + inset, side, side, radius, offer.chosen, small=size < 60),
        rect(x + inset, y + inset, side, side, CARD, radius, fill_opacity=0.5),
        legal_outline(x + inset, y + inset, side, side, radius, offer.chosen),
        at(x + size / 2, y + size / 2, stroke("M0 -8V8M-8 0H8", LEGAL, 4), scale=size / 72),
    )


def planned_track(x: float, y: float, size: float, lines: list[str]) -> str:
    """The track that is being chosen or paid for, as a ghost."""
    frame = rect(
        x + 3, y + 3, size - 6, size - 6, "none", size * 0.1, stroke=LEGAL, stroke_width=3, stroke_dasharray="7 5"
    )
    return (
        group(
            rail_tile(x, y, size, lines) if lines else rect(x + 3, y + 3, size - 6, size - 6, CARD, size * 0.1),
            opacity=0.65,
        )
        + frame
    )


# ------------------------------------------------------------------ a tile on the market


@cached_drawing(1024)
def market_card(
    x: float,
    y: float,
    width: float,
    height: float,
    name: str,
    kind: str,
    count: int,
    offer: Offer,
    change: Change | None,
    options: TileOptions,
    picture: float = 48.0,
) -> str:
    row, family = BY_ID[kind], family_of(kind)
    live = offer.legal or offer.chosen
    ink = INK_SOFT if offer.reason else INK
    y -= 4 if offer.chosen else 0
    wells, wells_width = slot_wells(x + width - 4, y + picture / 2 + 4, picture - 12, row["slots"], {}, None, 9.5)
    art = min(picture - 6, width - wells_width - 8, 46)
    rows = effect_rows(kind, True, options)
    strip = 23 if len(rows) == 1 else 37
    lines, size = fit_lines(row["name"], width - 8, 11.5, 10.5, 700, 2)
    name_y = y + picture + 14 + (height - picture - 14 - strip - 3 - len(lines) * 12.6) / 2 + 10.4
    veiled = bool(offer.reason)
    ribbon_ink = ribbon(family, "pale-ink") if veiled else "#fff"
    copies = f"×{count}" if count > 1 else ""
    timing = TIMINGS[main_timing(kind)][1]
    if text_width(timing, 10.5, 700) > width - 16 - text_width(copies, 12, family=DISPLAY):
        timing = timing.rpartition(" ")[2].capitalize()  # "End" where "At the end" would run into the copies
    price = ", ".join(f"{n} {r}" for r, n in row["cost"].items() if n)
    return target(
        name,
        offer,
        f"{row['name']}, costs {price}, {row['slots']} slots" + (f", {count} of them" if count > 1 else ""),
        stack_edges(x, y, width, height, 10, count + 1 if count > 1 else 1),
        legal_glow(x, y, width, height, 10, offer.chosen) if live else "",
        panel(x, y, width, height, 10, 2 if offer.chosen else 1 if live else 0),
        _scene(x + 0.5, y + 0.5, width - 1, picture, kind, 9.5),
        pictogram(kind, x + (width - wells_width - (3 if wells_width else 0) - art) / 2, y + picture - art - 1, art),
        wells,
        path(top_rounded(x + 0.5, y + 0.5, width - 1, picture, 9.5), CARD, fill_opacity=var("veil")) if veiled else "",
        rect(x + 0.5, y + picture, width - 1, 14, ribbon(family, "pale") if veiled else ribbon(family)),
        words(timing, x + 6, y + picture + 10.6, 10.5, ribbon_ink, 700),
        display(copies, x + width - 6, y + picture + 11.2, 12, ribbon_ink, "end") if copies else "",
        paragraph(lines, x + width / 2, name_y, size, ink, 700, 1.1, "middle"),
        group(
            effect_strip(x + 3, y + height - strip - 3, width - 6, strip, rows, family), opacity=0.6 if veiled else None
        ),
        legal_outline(x, y, width, height, 10, offer.chosen) if live else "",
        cost_tag(x + 4, y - 6, row["cost"], veiled),
        fresh_mark(x, y, width, height, 10, change),
        text=effect_text(kind, options),
    )


def market_chip(x: float, y: float, width: float, height: float, offer: Offer) -> str:
    return offer_chip(x + width / 2, y + height + 6, offer)
