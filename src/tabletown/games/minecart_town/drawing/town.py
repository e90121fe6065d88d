"""A town: the land it lies on, the town in front, and other players' towns as miniatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.pieces import pictogram
from tabletown.draw.scenery import shadow
from tabletown.draw.shapes import clip, ellipse, group, rect
from tabletown.draw.states import Offer, counting
from tabletown.draw.tokens import ribbon, var

from ..components import BY_ID, RESOURCES
from .icons import family_of
from .rails import BED, EARTH, SPECK, small_track
from .tiles import Plot, building_tile, free_plot, planned_track, track_tile


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
    x: float,
    y: float,
    width: float,
    height: float,
    largest: float,
    plots: Sequence[Plot],
    cells: Sequence[tuple[str, int, int, Offer]],
    planned: Mapping[str, Any] | None,
    ring: bool,
) -> str:
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
    x: float, y: float, width: float, height: float, seat: int, tiles: Sequence[Mapping[str, Any]], largest: float
) -> str:
    """A whole town as a miniature: pictures, rails and cubes as pips."""
    top, bottom, left, right = bounds([(tile["row"], tile["column"]) for tile in tiles])
    size = min(largest, (width - 10) / (right - left + 1), (height - 8) / (bottom - top + 1))
    ox, oy = x + (width - (right - left + 1) * size) / 2, y + (height - (bottom - top + 1) * size) / 2
    out = [rect(x, y, width, height, EARTH, 10)]
    for tile in tiles:
        tx, ty = ox + (tile["column"] - left) * size, oy + (tile["row"] - top) * size
        if tile["lines"]:
            bed = rect(tx + 0.6, ty + 0.6, size - 1.2, size - 1.2, BED, 4)
            out.append(group(bed, small_track(tx, ty, size, tile["lines"]), id=f"tile-{seat}-{tile['tile']}"))
        else:
            out.append(_small_building(tx, ty, size, seat, tile))
    return "".join(out)


PIPS = {"wood": "#BE7C42", "stone": "#A7B1BD", "wheat": "#F6C244", "coal": "#454D5A", "sheep": "#FBF4E4"}


def _small_building(x: float, y: float, size: float, seat: int, tile: Mapping[str, Any]) -> str:
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
        tip=f"{BY_ID[kind]['name']}, {count(len(held), 'cube')}",
        id=f"building-{seat}-{tile['building']}",
        **counting(len(held)),
    )
