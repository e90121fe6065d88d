"""Players at the table: the plate of the viewer's seat with goods and goals, and the panels of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.draw.cards import mini_tile
from tabletown.draw.icons import counted, icon_row, piece_line
from tabletown.draw.panels import Purse, player_panel
from tabletown.draw.pieces import bot_badge, coin, good, house, meeple, pictogram, seat_mark, star
from tabletown.draw.scenery import panel
from tabletown.draw.shapes import at, circle, group, left_rounded, path, rect, stroke, top_rounded
from tabletown.draw.states import (
    NOTHING,
    Change,
    active_glow,
    chip,
    chip_width,
    counting,
    fresh_outline,
    gain_flag,
    gain_width,
)
from tabletown.draw.text import DISPLAY, display, fit_lines, fit_size, paragraph, shorten, text_width, words
from tabletown.draw.tokens import GOLD_EDGE, INK, INK_SOFT, PAPER_DEEP, seat_colour, var

from ..components import CUBES
from ..text.phrases import minus
from .colours import land
from .icons import GOAL, GOODS_SHOWN, TILE, goal_icons


@dataclass(frozen=True)
class Holding:
    """All that a seat has, as its plate or panel shows it; `track` are points on the track, `total` all points."""

    player: Mapping[str, Any]
    goods: Mapping[str, int]
    changes: Mapping[str, int]
    workers: int
    workers_each: int
    houses: int
    houses_each: int
    tiles: Sequence[str]
    met: Sequence[str]
    unmet: Sequence[str]
    hidden: int
    track: int
    total: int
    notes: Sequence[str]
    marker: str
    start: bool
    active: bool
    you: bool

    @property
    def seat(self) -> int:
        return int(self.player["seat"])

    @property
    def goals(self) -> list[tuple[str, bool]]:
        """Goals with whether they are met; an empty name is a goal that one may not see."""
        return [
            *((g, True) for g in self.met),
            *((g, False) for g in self.unmet),
            *(("", False) for _ in range(self.hidden)),
        ]


def _pieces(kind: str, x: float, cy: float, size: float, room: float, left: int, total: int, seat: int) -> str:
    step = min(size * 1.02, (room - size) / max(1, total - 1))
    draw = meeple if kind == "workers" else house
    return group(
        piece_line(lambda cx, y, s: draw(cx, y, s, seat), x + size / 2, cy, size, step, left, total),
        tip=f"{left} of {total} {kind} left",
        id=f"{kind}-{seat}",
    )


def _food(x: float, cy: float, size: float, goods: Mapping[str, int], due: int) -> str:
    """Food due at the round end: one dish a worker, filled from the fish and wheat in hand."""
    dishes = (["fish"] * goods["fish"] + ["wheat"] * goods["wheat"])[:due]
    plates = []
    for index in range(due):
        cx = x + (index + 0.5) * (size + 3)
        if index < len(dishes):
            plates.append(good(dishes[index], cx, cy, size))
        else:
            plate = circle(cx, cy, size * 0.42, PAPER_DEEP, stroke=INK_SOFT, stroke_width=1.3, stroke_dasharray="3 2.4")
            plates.append(plate)
    return group(*plates, tip=f"{len(dishes)} of {due} food for the round end")


def _goods(x: float, y: float, cell: float, size: float, figure: float, holding: Holding) -> str:
    """Cubes and coins with their numbers below; flags say what has just come or gone."""
    out = []
    for i, name in enumerate(GOODS_SHOWN):
        cx, amount = x + (i + 0.5) * cell, holding.goods[name]
        drawn = coin(cx, y, size * 0.54) if name == "coin" else good(name, cx, y, size)
        ident = f"coins-{holding.seat}" if name == "coin" else f"cubes-{holding.seat}-{name}"
        out.append(
            group(
                group(drawn, opacity=None if amount else 0.5),
                display(amount, cx, y + size * 0.5 + figure * 0.94, figure, INK if amount else INK_SOFT, "middle"),
                tip=f"{amount} {'coins' if name == 'coin' else name}",
                id=ident,
                **counting(amount, f"stock-{name}"),
            )
        )
        if holding.changes.get(name):
            change = holding.changes[name]
            out.append(gain_flag(cx + size * 0.5 - gain_width(change, 11) * 0.5, y - size * 0.42, change, 11, ident))
    return "".join(out)


# ---------------------------------------------------------------- goals


def goal_card(
    x: float, y: float, width: float, height: float, key: str, met: bool, seat: int, workers: int, fresh: bool
) -> str:
    """An own goal: picture, words, points. Met goals have a gold frame; unseen ones show their back."""
    if not key:
        return goal_back(x, y, width, height)
    goal, picture, box = GOAL[key], height * 0.52, (x, y, width, height)
    fill, edge = (land("goal-met"), GOLD_EDGE) if met else (var("blueprint"), var("blueprint-line"))
    lines, size = fit_lines(goal.title, width - 5, 11, 9.5, 600, 4)
    base = y + picture + (height - picture - len(lines) * size * 1.1) / 2 + size * 0.86
    return group(
        panel(*box, 10),
        path(top_rounded(x + 0.5, y + 0.5, width - 1, picture, 9.5), fill),
        icon_row(goal_icons(key, seat, workers), x + 4, y + picture * 0.62, width - 8, 21),
        paragraph(lines, x + width / 2, base, size, INK, 600, 1.1, "middle"),
        rect(*box, "none", 10, stroke=edge, stroke_width=2.6 if met else 1.5, stroke_dasharray=None if met else "5 4"),
        star(x + 12, y + 10, 12.6, goal.points),
        at(x + width - 12, y + 12, stroke("M-4 0l3 3l5 -6.4", land("goal-met-ink"), 2.2)) if met else "",
        fresh_outline(*box, 10, 2) if fresh else "",
        tip=f"Goal {'met' if met else 'in hand'}, {goal.points} points: {goal.text}",
        id=f"goal-{seat}-{key}",
    )


def goal_back(x: float, y: float, width: float, height: float) -> str:
    side, radius = min(width * 0.56, height * 0.5), min(10, width * 0.2)
    return group(
        rect(x, y + 1.4, width, height, var("shade-small"), radius),
        rect(x, y, width, height, var("blueprint"), radius, stroke=var("blueprint-line"), stroke_width=1.3),
        pictogram("around", x + (width - side) / 2, y + (height - side) / 2, side, opacity=0.5),
        tip="A goal that only its holder sees",
    )


def _small_goal(x: float, y: float, width: float, height: float, key: str, met: bool, seat: int) -> str:
    if not key:
        return goal_back(x, y, width, height)
    goal = GOAL[key]
    fill, edge = (land("goal-met"), GOLD_EDGE) if met else (var("blueprint"), var("blueprint-line"))
    return group(
        rect(x, y + 1.4, width, height, var("shade-small"), 4),
        rect(x, y, width, height, fill, 4, stroke=edge, stroke_width=2 if met else 1.3),
        star(x + width / 2, y + height / 2, 9.6, goal.points, dimmed=not met),
        tip=f"Goal {'met' if met else 'not met'}, {goal.points} points: {goal.text}",
        id=f"goal-{seat}-{key}",
    )


# ---------------------------------------------------------------- other players


def _start_flag(x: float, cy: float, size: float) -> str:
    return group(pictogram("finish", x, cy - size / 2, size), tip="Began this round")


def opponent_height(tight: bool) -> float:
    return 148 if tight else 176


def opponent(x: float, y: float, width: float, height: float, holding: Holding, tight: bool, name: str) -> str:
    """Another player: goods, workers and houses, goals, points and tiles."""
    seat, inner, room = holding.seat, x + 16, width - 30
    rows = (50, 75, 89, 119, 23) if tight else (57, 88, 107, 143, 27)
    goods_y, hand_y, goals_y, tiles_y, tile = (y + rows[0], y + rows[1], y + rows[2], y + rows[3], rows[4])
    step = room / 4
    goods = []
    for i, cube in enumerate(CUBES):
        cx = inner + (i + 0.5) * step
        amount = holding.goods[cube]
        drawn = counted(cube, amount, cx, goods_y, 19)
        ident, change = f"cubes-{seat}-{cube}", holding.changes.get(cube)
        goods.append(group(drawn, id=ident, **counting(amount, f"stock-{cube}")))
        if change:
            goods.append(gain_flag(cx - gain_width(change, 10) / 2, goods_y - 13, change, 10, ident))
    half = room * 0.46
    hand = _pieces("workers", inner, hand_y, 21, half, holding.workers, holding.workers_each, seat)
    hand += _pieces("houses", inner + room * 0.5, hand_y, 18, room * 0.5, holding.houses, holding.houses_each, seat)
    goal_w, goal_h = (19, 24) if tight else (22, 27)
    goals = "".join(
        _small_goal(inner + i * (goal_w + 5), goals_y, goal_w, goal_h, key, met, seat)
        for i, (key, met) in enumerate(holding.goals)
    )
    right, figure = x + width - 14, minus(holding.track)
    wide = text_width(figure, 19, family=DISPLAY)
    note = shorten(
        holding.notes[0] if holding.notes else f"{minus(holding.total)} in all", room - 5 * (goal_w + 5), 11, 600
    )
    score = group(
        display(figure, right, goals_y + 13, 19, INK, "end"),
        star(right - wide - 13, goals_y + 6.6, 9.5),
        tip=f"Score track: {holding.marker}",
        id=f"points-{seat}",
        **counting(holding.track),
    ) + words(note, right, goals_y + 27, 11, INK_SOFT, 600, "end")
    gap = min(tile + 6.0, (room - tile) / max(1, len(holding.tiles) - 1))
    tiles = "".join(
        group(mini_tile(inner + i * gap, tiles_y, tile, tile, TILE[key].family, key), tip=TILE[key].name)
        for i, key in enumerate(holding.tiles)
    )
    change = holding.changes.get("coin")
    purse = Purse("coin", holding.goods["coin"], f"coins-{seat}", Change(change) if change else None, "stock-coin")
    mark = _start_flag(0, 0, 20) if holding.start else ""
    return player_panel(
        x,
        y,
        width,
        height,
        holding.player,
        [purse],
        holding.active,
        "".join(goods) + hand + goals + score + tiles,
        NOTHING,
        mark=mark,
        mark_width=24 if mark else 0,
        name=name,
    )


# ---------------------------------------------------------------- the plate of the viewer's seat


def _big_points(cx: float, y: float, points: int, ink: str, size: float = 38) -> str:
    width = text_width(minus(points), size, family=DISPLAY) + size
    return star(cx - width / 2 + size * 0.42, y - size * 0.34, size * 0.42) + display(
        minus(points), cx - width / 2 + size, y, size, ink
    )


def _plaque(x: float, y: float, width: float, height: float, holding: Holding) -> str:
    """The coloured side of the own plate: who, and the points."""
    seat, ink, middle = holding.seat, seat_colour(holding.seat, "ink"), x + width / 2
    name = holding.player["name"]
    size = fit_size(name, width - 50, 17, 12, family=DISPLAY)
    lines = [
        words(note, middle, y + height - 12 - (len(holding.notes) - 1 - i) * 16, 11.5, ink, 600, "middle")
        for i, note in enumerate(holding.notes)
    ]
    return group(
        path(left_rounded(x, y, width, height, 16), seat_colour(seat, "plate")),
        seat_mark(x + 24, y + 26, 25, seat),
        display(shorten(name, width - 50, size, family=DISPLAY), x + 43, y + 32, size, ink),
        group(
            _big_points(middle, y + 84, holding.track, ink, 36 if abs(holding.track) < 100 else 28),
            tip=f"Score track: {holding.marker}",
            id=f"points-{seat}",
            **counting(holding.track),
        ),
        *lines,
        id=f"plate-{seat}",
    )


def own_plate(x: float, y: float, width: float, height: float, holding: Holding, fresh: Sequence[str]) -> str:
    """The hand below the map: points, goods, workers, houses, food and goals."""
    badge, cell, seat = 104, 37, holding.seat
    goods_x = x + badge + 8
    lines_y = y + 81
    rows = ""
    for label, cy in (("Workers", lines_y), ("Houses", lines_y + 22), ("Food due", lines_y + 44)):
        rows += words(label, goods_x + 4, cy + 4, 11.5, INK, 700)
    side = goods_x + 60
    rows += _pieces("workers", side, lines_y, 21, 124, holding.workers, holding.workers_each, seat)
    rows += _pieces("houses", side, lines_y + 21, 18, 124, holding.houses, holding.houses_each, seat)
    rows += _food(side, lines_y + 43, 17, holding.goods, holding.workers_each)
    goals_x, gap = goods_x + 5 * cell + 9, 6
    goals = holding.goals
    card = min(94, (x + width - 10 - goals_x - (len(goals) - 1) * gap) / max(1, len(goals)))
    cards = "".join(
        goal_card(
            goals_x + i * (card + gap), y + 14, card, height - 26, key, met, seat, holding.workers_each, key in fresh
        )
        for i, (key, met) in enumerate(goals)
    )
    return (
        (active_glow(x, y, width, height, 16, seat) if holding.active else "")
        + panel(x, y, width, height, 16, level=2)
        + _plaque(x, y, badge, height, holding)
        + (_start_flag(x + badge - 21, y + 48, 18) if holding.start else "")
        + _goods(goods_x, y + 25, cell, 29, 20, holding)
        + rows
        + cards
    )


def phone_plate(x: float, y: float, width: float, holding: Holding, fresh: Sequence[str]) -> str:
    """The plate for phones, one thing below the other."""
    seat, ink = holding.seat, seat_colour(holding.seat, "ink")
    height, name = PHONE_PLATE, holding.player["name"]
    figure = minus(holding.track)
    wide = text_width(figure, 25, family=DISPLAY)
    room = width - 46 - wide - 60 - (chip_width("You", 11.5) + 10 if holding.you else 0) - (24 if holding.start else 0)
    size = fit_size(name, room, 18, 13, family=DISPLAY)
    shown = shorten(name, room, size, family=DISPLAY)
    end = x + 46 + text_width(shown, size, family=DISPLAY) + 8
    badge = (
        chip(end + chip_width("You", 11.5) / 2, y + 22.5, "You", "#fff", "#1E2430", 11.5)
        if holding.you
        else bot_badge(end, y + 22)
        if holding.player.get("bot")
        else ""
    )
    rows = "".join(
        words(label, x + 14, y + base, 12.5, INK, 700)
        for label, base in (("Workers", 148), ("Houses", 173), ("Food due", 197))
    )
    notes = "".join(
        words(note, x + width - 14, y + 148 + i * 18, 12, INK_SOFT, 600, "end") for i, note in enumerate(holding.notes)
    )
    goals, gap = holding.goals, 6
    card = min(104, (width - 24 - (len(goals) - 1) * gap) / max(1, len(goals)))
    cards = "".join(
        goal_card(x + 12 + i * (card + gap), y + 212, card, 112, key, met, seat, holding.workers_each, key in fresh)
        for i, (key, met) in enumerate(goals)
    )
    return (
        (active_glow(x, y, width, height, 16, seat) if holding.active else "")
        + panel(x, y, width, height, 16, level=2)
        + path(top_rounded(x, y, width, 44, 16), seat_colour(seat, "plate"))
        + seat_mark(x + 25, y + 22.5, 26, seat)
        + display(shown, x + 46, y + 29, size, ink)
        + badge
        + (_start_flag(x + width - 14 - wide - 54, y + 22, 20) if holding.start else "")
        + group(
            star(x + width - 27 - wide, y + 21.5, 12),
            display(figure, x + width - 12, y + 31, 25, ink, "end"),
            tip=f"Score track: {holding.marker}",
            id=f"points-{seat}",
            **counting(holding.track),
        )
        + _goods(x + 10, y + 74, (width - 20) / 5, 35, 22, holding)
        + rows
        + notes
        + _pieces("workers", x + 80, y + 144, 23, 130, holding.workers, holding.workers_each, seat)
        + _pieces("houses", x + 80, y + 168, 20, 130, holding.houses, holding.houses_each, seat)
        + _food(x + 80, y + 193, 19, holding.goods, holding.workers_each)
        + cards
    )


PHONE_PLATE = 336
