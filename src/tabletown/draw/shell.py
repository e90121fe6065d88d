"""The frame that all tables share: head, action bar, players and log around what the game puts on the table.

A wide sheet is 1280 x 720: a side column with the head, the other players and the log, and a main column with the
action bar above the game's own part. A phone's sheet is 360 wide and as high as it must be, with everything in one
column. A tablet gets the phone's parts in two columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .action_bar import action_bar, phone_bar, phone_bar_height
from .head import head
from .log import log_height, log_strip
from .panels import Purse, score_strip
from .shapes import at
from .sheet import Box, Region, Sheet, boxed, region
from .view_model import ViewModel

SIDE, SIDE_WIDTH = 12, 226
MAIN, MAIN_WIDTH = 250, 1018
SIDE_TOP, BOTTOM = 58, 710
"""Where the side column begins below the head, and where both columns end."""
PAD, PHONE_WIDTH = 10, 340
PANEL_GAP = 10
COLUMN_TOP = 18.0
"""Where the right column of a tablet begins; signs may stand a little above it."""

Part = Callable[[float], tuple[list[Region], float]]
"""A part of a phone's column: given its top, its regions and the top of the next part."""
Strip = Sequence[tuple[Mapping[str, Any], Sequence[Purse]]]
"""The players of a phone's score strip and what they hold."""


def side_panels(
    heights: Iterable[tuple[int, float]], draw: Callable[[int, Box], Region], top: float = SIDE_TOP
) -> tuple[list[Region], float]:
    """Panels of other players in the side column, by seat and height, and where the log may begin."""
    return _panels(SIDE, top, SIDE_WIDTH, heights, draw)


def phone_panels(
    y: float, heights: Iterable[tuple[int, float]], draw: Callable[[int, Box], Region]
) -> tuple[list[Region], float]:
    """The same on a phone, as a part that begins at y."""
    return _panels(PAD, y, PHONE_WIDTH, heights, draw)


def _panels(
    x: float, y: float, width: float, heights: Iterable[tuple[int, float]], draw: Callable[[int, Box], Region]
) -> tuple[list[Region], float]:
    regions = []
    for seat, height in heights:
        regions.append(draw(seat, (x, y, width, height)))
        y += height + PANEL_GAP
    return regions, y


def roomiest(
    sizes: Sequence[tuple[int, float, float]], heights: Callable[[int, float], list[float]]
) -> tuple[int, float, list[float]]:
    """The first of `sizes` (columns, size of a tile, least height of the log) that leaves the log its room.

    `heights(columns, size)` are the heights of the other players' panels. If all sizes are too large, it is the last.
    """
    for columns, size, log in sizes:
        found = heights(columns, size)
        if SIDE_TOP + sum(found) + PANEL_GAP * len(found) + log <= BOTTOM:
            break
    return columns, size, found


def desktop_table(
    model: ViewModel,
    main: Sequence[Region],
    side: Sequence[Region],
    log_y: float,
    emblem: str = "",
    log_lines: int = 14,
) -> Sheet:
    """The sheet for wide screens: `main` lies below the action bar, `side` between the head and the log at `log_y`."""
    title = model.view["title"]
    regions = (
        region("head", (SIDE, 10, SIDE_WIDTH, 40), head, SIDE, 30, SIDE_WIDTH, title, emblem, False),
        boxed("action", (MAIN, 12, MAIN_WIDTH, 66), action_bar, *model.bar(), model.keys(), model.won),
        *main,
        *side,
        boxed("log", (SIDE, log_y, SIDE_WIDTH, BOTTOM - log_y), log_strip, model.log(log_lines), model.round),
    )
    return Sheet(1280, 720, regions, f"{title} table", f"{model.view['game']}:desktop")


def phone_table(
    model: ViewModel,
    strip: Strip,
    parts: Sequence[Part],
    emblem: str = "",
    above: Part | None = None,
    below: Part | None = None,
    aside: tuple[str, float] = ("", 0),
    gap: float = 12,
    log_lines: int = 12,
) -> Sheet:
    """The sheet for phones: head, score strip, action bar, the game's parts from above to below, and the log.

    `above` lies between strip and bar, `below` (what is chosen from) right below the bar, `aside` (a drawing and its
    width) inside the bar, `gap` below it.
    """
    players, purses = [player for player, _ in strip], [held for _, held in strip]
    offers = [model.targets.offer(f"player-{player['seat']}") for player in players]
    for part in filter(None, (below, *parts)):  # keys, and with them the bar's height, are known when all were asked
        part(0)
    keys = model.keys()
    height = phone_bar_height(keys, PHONE_WIDTH)
    between, y = above(104) if above else ([], 104)
    bar, scores = (PAD, y, PHONE_WIDTH), (PAD, 48, PHONE_WIDTH)
    title, viewer = model.view["title"], model.view["viewer"]
    regions = [
        region("head", (0, 0, 360, 48), head, PAD, 25, PHONE_WIDTH, title, emblem, True),
        region("players", (*scores, 46), score_strip, *scores, players, purses, model.actor, offers, viewer),
        *between,
        region("action", (*bar, height), phone_bar, *bar, *model.bar(), keys, *aside, model.won),
    ]
    y += height + gap
    if below:
        drawn, y = below(y)
        regions += drawn
    breaks = []
    for part in parts:
        breaks.append((len(regions), y))
        drawn, y = part(y)
        regions += drawn
    breaks.append((len(regions), y))
    log = model.log(log_lines)
    height = log_height(log, PHONE_WIDTH)
    regions.append(boxed("log", (PAD, y, PHONE_WIDTH, height), log_strip, log, model.round))
    key = f"{model.view['game']}:phone"
    return Sheet(360, round(y + height + 14), tuple(regions), f"{title} table", key, tuple(breaks))


def two_columns(phone: Sheet) -> Sheet:
    """A phone's table for tablets and for phones that lie on their side.

    Head, players and action bar begin the left column and the game's first part the right one, so that both are seen at
    once. What follows goes below whatever ends higher.
    """
    if not phone.breaks:
        return Sheet(2 * phone.width, phone.height, phone.regions, phone.label, phone.key.replace(":phone", ":tablet"))
    first, left = phone.breaks[0]
    regions, right = list(phone.regions[:first]), COLUMN_TOP
    ends = [*phone.breaks[1:], (len(phone.regions), float(phone.height))]
    for (begin, top), (end, low) in zip(phone.breaks, ends, strict=True):
        aside = right <= left
        dx, dy = (phone.width, right - top) if aside else (0, left - top)
        regions += [_moved(part, dx, dy) for part in phone.regions[begin:end]]
        right, left = (right + low - top, left) if aside else (right, left + low - top)
    key = phone.key.replace(":phone", ":tablet")
    return Sheet(2 * phone.width, round(max(left, right)), tuple(regions), phone.label, key)


def _moved(part: Region, dx: float, dy: float) -> Region:
    """A region drawn elsewhere."""
    if not dx and not dy:
        return part

    def draw() -> str:
        return at(dx, dy, part.draw())

    box = part.box and (part.box[0] + dx, part.box[1] + dy, part.box[2], part.box[3])
    return Region(part.name, (dx, dy, part.data), draw, box)
