"""A plain table for games that draw none of their own: what the view says, in labelled fields.

Elements have the ids of what they show, so a game's moves can be played on them: `FIELD`, `FIELD-INDEX` for an entry
of a list, `FIELD-ROW-COLUMN` for one of a grid, `FIELD-KEY` for one of a dict, and `player-SEAT`. Every other move gets
a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from .keys import Key, key_block
from .panels import Purse, many, player_panel
from .scenery import felt_tray, panel
from .shapes import at, group, rect
from .sheet import Box, Region, Sheet, boxed
from .shell import (
    BOTTOM,
    MAIN,
    MAIN_WIDTH,
    PAD,
    PANEL_GAP,
    PHONE_WIDTH,
    SIDE_TOP,
    SIDE_WIDTH,
    desktop_table,
    phone_panels,
    phone_table,
    side_panels,
)
from .states import NOTHING, Change, Offer, chip, fresh_mark, legal_glow, legal_outline, target
from .text import DISPLAY, display, fit_lines, fit_size, shorten, text_width, words, wrap
from .tokens import INK, INK_SOFT, PAPER_DEEP
from .view_model import ViewModel

TOP, GAP = 90, 12
BAR_KEYS, LIST_HEIGHT = 8, 300
"""The most keys that the action bar of a wide screen holds, and the most height of the list that takes more of them."""
LOG_ROOM = 110
"""The height that the panels of the players leave for the log."""
NARROWEST = 26
"""The least width of a cell in a grid; rows that would need narrower cells are broken."""
LARGEST, SMALLEST = 1.8, 0.3
"""The largest and the smallest scale of fields on a wide screen."""
NOT_SHOWN = ("players", "turn")
"""Fields that the panels show already."""


@dataclass(frozen=True)
class Cell:
    """One value: the id of its element, a caption, its words, what may be done with it and what changed about it."""

    name: str
    caption: str
    text: str
    offer: Offer
    change: Change | None


Field = tuple[str, list[list[Cell]]]
"""A label and rows of cells."""


def spoken(value: object) -> str:
    """A value of a position in words."""
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{label_of(key)} {spoken(inner)}" for key, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(spoken(inner) for inner in value)
    return str(value).replace("_", " ").replace("-", "−" if isinstance(value, (int, float)) else "-")


def label_of(name: object) -> str:
    return str(name).replace("_", " ").capitalize()


class _Model(ViewModel):
    """The fields of a position, and which of them belong to the players."""

    def __init__(self, view: Mapping[str, Any], by_seat: Collection[str]) -> None:
        super().__init__(view)
        self.listed = False
        """Whether the keys are listed below the action bar instead of in it."""
        self.by_seat = [
            name
            for name, value in self.position.items()
            if name in by_seat and isinstance(value, Sequence) and len(value) == len(self.seats)
        ]

    def keys(self) -> tuple[Key, ...]:
        return () if self.listed else super().keys()

    def purse(self, seat: int, named: bool) -> Purse:
        name = f"score-{seat}"
        score = self.view["players"][seat]["score"]
        said = "" if score is None else many(score, "point")
        return Purse("star", score, name if named else "", self.targets.fresh(name), said=said)

    def holdings(self, seat: int) -> list[tuple[str, str, Change | None]]:
        """What a player's panel lists: label, value, what changed."""
        fields = [(name, self.position[name][seat]) for name in self.by_seat]
        return [(label_of(name), spoken(value), self.targets.fresh(f"{name}-{seat}")) for name, value in fields]

    def fields(self, with_seats: bool) -> list[Field]:
        """The fields of the middle; those of the players too if their panels have no room for them."""
        names = [name for name in self.position if name not in NOT_SHOWN and name not in self.by_seat]
        found = [(label_of(name), self._rows(name, self.position[name])) for name in names]
        for name in self.by_seat if with_seats else ():
            cells = [self._cell(f"{name}-{seat}", self.name(seat), self.position[name][seat]) for seat in self.seats]
            found.append((label_of(name), [cells]))
        return found

    def _rows(self, name: str, value: Any) -> list[list[Cell]]:
        entries = _entries(value)
        if not entries:
            return [[self._cell(name, "", value)]]
        if not all(_entries(inner) for _, _, inner in entries):
            return [[self._cell(f"{name}-{key}", caption, inner) for key, caption, inner in entries]]
        return [
            [self._cell(f"{name}-{key}-{low}", caption, inner) for low, caption, inner in _entries(row)]
            for key, _, row in entries
        ]

    def _cell(self, name: str, caption: str, value: Any) -> Cell:
        element = re.sub(r"[^\w-]+", "-", name)
        return Cell(element, caption, spoken(value), *self.state(element))


def _entries(value: Any) -> list[tuple[Any, str, Any]]:
    """The parts of a list or dict: index or key, caption, value."""
    if isinstance(value, Mapping):
        return [(key, label_of(key), inner) for key, inner in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [(index, "", inner) for index, inner in enumerate(value)]
    return []


# ---------------------------------------------------------------- fields


def _cell_size(rows: Sequence[Sequence[Cell]], room: float) -> tuple[float, float]:
    """Width and height of all cells of a field: wide enough for their words, but narrow enough for a grid to fit."""
    cells = [cell for row in rows for cell in row]
    need = max(max(text_width(c.text, 17, family=DISPLAY), text_width(c.caption, 11, 600)) + 20 for c in cells)
    width = min(max(need, 44.0), 220.0, room)
    share = (room + 6) / max(len(row) for row in rows) - 6
    if len(rows) > 1 and share >= NARROWEST:
        width = min(width, share)
    return width, 58 if any(cell.caption for cell in cells) else 44


def _lines(rows: Sequence[Sequence[Cell]], room: float) -> list[Sequence[Cell]]:
    """Rows as they are drawn: a list that is too long goes on in the next row."""
    fit = max(1, int((room + 6) / (_cell_size(rows, room)[0] + 6)))
    return [row[i : i + fit] for row in rows for i in range(0, len(row), fit)]


def field_size(field: Field, room: float) -> tuple[float, float]:
    """Width and height of a field with its label."""
    label, rows = field
    width, height = _cell_size(rows, room - 24)
    lines = _lines(rows, room - 24)
    across = max(len(line) for line in lines) * (width + 6) - 6
    return max(across, min(text_width(label, 12, 600), room - 24)) + 24, len(lines) * (height + 6) - 6 + 40


def draw_field(x: float, y: float, width: float, height: float, field: Field, room: float) -> str:
    label, rows = field
    wide, high = _cell_size(rows, room - 24)
    out = [panel(x, y, width, height), words(shorten(label, width - 24, 12, 600), x + 12, y + 20, 12, INK_SOFT, 600)]
    for number, line in enumerate(_lines(rows, room - 24)):
        for column, cell in enumerate(line):
            out.append(_draw_cell(x + 12 + column * (wide + 6), y + 28 + number * (high + 6), wide, high, cell))
    return group(*out)


def _draw_cell(x: float, y: float, width: float, height: float, cell: Cell) -> str:
    low = height - 16 if cell.caption else height
    size = fit_size(cell.text, width - 10, 17, 11, family=DISPLAY)
    lines, size = (
        ([cell.text], size)
        if text_width(cell.text, size, family=DISPLAY) <= width - 10
        else fit_lines(cell.text, width - 10, 12, 10, 400, 3 if low < 44 else 4, DISPLAY)
    )
    top = y + low / 2 + size * 0.36 - (len(lines) - 1) * size * 0.56
    legal = cell.offer.legal
    drawing = (
        legal_glow(x, y, width, height, 9, cell.offer.chosen, small=True) if legal else "",
        rect(x, y, width, height, PAPER_DEEP, 9),
        *(display(line, x + width / 2, top + i * size * 1.12, size, INK, "middle") for i, line in enumerate(lines)),
        words(shorten(cell.caption, width - 8, 11, 600), x + width / 2, y + height - 8, 11, INK_SOFT, 600, "middle"),
        legal_outline(x, y, width, height, 9, cell.offer.chosen) if legal else "",
        fresh_mark(x, y, width, height, 9, cell.change, 10),
    )
    if cell.offer.state == "quiet":
        return group(*drawing)
    return target(cell.name, cell.offer, f"{cell.caption} {cell.text}".strip(), *drawing)


def _placed(fields: Sequence[Field], width: float) -> tuple[list[tuple[Box, Field]], float]:
    """Fields in centred rows of a width, and how high the rows are together."""
    rows: list[list[tuple[float, float, Field]]] = []
    for field in fields:
        wide, high = field_size(field, width)
        if not rows or sum(entry[0] + GAP for entry in rows[-1]) + wide > width:
            rows.append([])
        rows[-1].append((wide, high, field))
    found, y = [], 0.0
    for row in rows:
        x = (width - sum(wide + GAP for wide, _, _ in row) + GAP) / 2
        for wide, high, field in row:
            found.append(((x, y, wide, high), field))
            x += wide + GAP
        y += max(high for _, high, _ in row) + GAP
    return found, max(0.0, y - GAP)


def _draw_fields(x: float, y: float, width: float, height: float, fields: Sequence[Field]) -> str:
    """All fields in the middle of a box, as large as there is room for them, within reason."""
    scale = LARGEST
    placed, needed = _placed(fields, width / scale)
    while needed * scale > height + 0.01 and scale > SMALLEST:
        scale -= 0.02
        placed, needed = _placed(fields, width / scale)
    drawn = [draw_field(*box, field, width / scale) for box, field in placed]
    return at(x, y + (height - needed * scale) / 2, *drawn, scale=scale)


# ---------------------------------------------------------------- players and keys


def _panel_lines(held: Sequence[tuple[str, str, Change | None]], width: float) -> list[tuple[str, list[str], bool]]:
    """Label, lines of the value, and whether it has just changed."""
    out = []
    for label, value, change in held:
        lines = wrap(value, width - 40 - text_width(label, 12, 600), 12, 600, 3)
        out.append((label, lines, change is not None))
    return out


def panel_height(held: Sequence[tuple[str, str, Change | None]], width: float) -> float:
    lines = sum(len(lines) for _, lines, _ in _panel_lines(held, width))
    return 46 + (lines * 16 + 8 if held else 0)


def draw_player(
    x: float,
    y: float,
    width: float,
    height: float,
    player: Mapping[str, Any],
    purse: Purse,
    held: Sequence[tuple[str, str, Change | None]],
    active: bool,
    you: bool,
    offer: Offer,
    name: str,
) -> str:
    body, cursor = [], y + 54
    for label, lines, fresh in _panel_lines(held, width):
        body.append(words(label, x + 18, cursor, 12, INK_SOFT, 600))
        for line in lines:
            body.append(words(line, x + width - 14, cursor, 12, INK, 700 if fresh else 600, "end"))
            cursor += 16
    mark = chip(20, 0, "You", INK, PAPER_DEEP) if you else ""
    return player_panel(
        x,
        y,
        width,
        height,
        player,
        [purse],
        active,
        "".join(body),
        offer,
        mark=mark,
        mark_width=44 if you else 0,
        name=name,
    )


def _player(model: _Model, seat: int, box: Box, held: Sequence[tuple[str, str, Change | None]], phone: bool) -> Region:
    offer, name = (NOTHING, f"panel-{seat}") if phone else (model.targets.offer(f"player-{seat}"), "")
    state = (seat == model.actor, seat == model.view["viewer"], offer, name)
    return boxed(f"seat-{seat}", box, draw_player, model.player(seat), model.purse(seat, not phone), held, *state)


def _key_list(x: float, y: float, width: float, height: float, keys: Sequence[Key]) -> str:
    """All keys in a panel, smaller if they are too many for it."""
    scale = 1.0
    drawing, needed = key_block(0, 0, width - 24, 44, keys)
    while needed * scale > height - 24 and scale > SMALLEST:
        scale -= 0.02
        drawing, needed = key_block(0, 0, (width - 24) / scale, 44, keys)
    return panel(x, y, width, height) + at(x + 12, y + 12, drawing, scale=scale)


# ---------------------------------------------------------------- the two layouts


def _desktop(model: _Model) -> Sheet:
    held = {seat: model.holdings(seat) for seat in model.seats}
    needed = sum(panel_height(held[seat], SIDE_WIDTH) + PANEL_GAP for seat in model.seats)
    crowded = SIDE_TOP + needed + LOG_ROOM > BOTTOM
    if crowded:
        held = {seat: [] for seat in model.seats}
    heights = [(seat, panel_height(held[seat], SIDE_WIDTH)) for seat in model.seats]
    side, log_y = side_panels(heights, lambda seat, box: _player(model, seat, box, held[seat], False))
    fields, main, top = model.fields(crowded), [], float(TOP)
    keys = model.keys()
    model.listed = len(keys) > BAR_KEYS
    if model.listed:
        height = min(24 + key_block(0, 0, MAIN_WIDTH - 24, 44, keys)[1], LIST_HEIGHT)
        main.append(boxed("moves", (MAIN, top, MAIN_WIDTH, height), _key_list, keys))
        top += height + GAP
    inner = (MAIN + 26, top + 26, MAIN_WIDTH - 52, BOTTOM - top - 52)
    main += [
        boxed("tray", (MAIN, top, MAIN_WIDTH, BOTTOM - top), felt_tray),
        boxed("fields", inner, _draw_fields, fields),
    ]
    return desktop_table(model, main, side, log_y)


def _phone(model: _Model) -> Sheet:
    parts: list[Callable[[_Model, float], tuple[list[Region], float]]] = [_phone_fields]
    if model.by_seat:
        parts.append(_phone_players)
    strip = [(model.player(seat), [model.purse(seat, True)]) for seat in model.seats]
    return phone_table(model, strip, [partial(part, model) for part in parts])


def _phone_fields(model: _Model, y: float) -> tuple[list[Region], float]:
    fields = model.fields(False)
    _, height = _placed(fields, PHONE_WIDTH)
    box = (PAD, y, PHONE_WIDTH, height)
    return [boxed("fields", box, _draw_fields, fields)], y + height + GAP


def _phone_players(model: _Model, y: float) -> tuple[list[Region], float]:
    held = {seat: model.holdings(seat) for seat in model.seats}
    heights = [(seat, panel_height(held[seat], PHONE_WIDTH)) for seat in model.seats]
    return phone_panels(y, heights, lambda seat, box: _player(model, seat, box, held[seat], True))


def table(view: Mapping[str, Any], layout: str = "desktop", by_seat: Collection[str] = ()) -> Sheet:
    """The table of a game that declares no drawing; `by_seat` names the fields with one value for each seat."""
    return {"desktop": _desktop, "phone": _phone}[layout](_Model(view, by_seat))
