"""The parts of the screen: the table itself, the players' strip, what is to be done, the moves, the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..core.contract import TextTable
from ..text_table.canvas import Canvas
from ..text_table.styles import MARKS, Palette, seat_style
from .session import View

LOG_LINES = 100
"""How much of the log is kept on the screen."""


class TableView(ScrollView, can_focus=True):
    """The table as the game draws it. Elements can be pointed at, clicked, and reached with the arrow keys."""

    BINDINGS = [  # noqa: RUF012
        Binding("left", "go(-1, 0)", "Left", show=False),
        Binding("right", "go(1, 0)", "Right", show=False),
        Binding("up", "go(0, -1)", "Up", show=False),
        Binding("down", "go(0, 1)", "Down", show=False),
        Binding("enter", "take", "Play", show=False),
    ]

    class Pointed(Message):
        """An element was pointed at, or the arrow keys went there."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    class Taken(Message):
        """The chosen move is to be played."""

    def __init__(self, table: TextTable, palette: Palette, **more: Any) -> None:
        super().__init__(**more)
        self.table, self.palette = table, palette
        self.canvas = Canvas(1)
        self.shown: View | None = None
        self._strips: list[Strip] = []

    def show(self, view: View, palette: Palette) -> None:
        """Draw a view."""
        self.shown, self.palette = view, palette
        self.redraw()

    def redraw(self) -> None:
        if self.shown is None or not self.size.width:
            return
        self.canvas = self.table.table(self.shown, self.scrollable_content_region.width, self.size.height)
        self._strips = [
            Strip([Segment(text, self.palette(style)) for text, style in line], self.canvas.width)
            for line in self.canvas.runs()
        ]
        self.virtual_size = Size(self.canvas.width, self.canvas.height)
        self.refresh()

    def on_resize(self) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        width = self.size.width
        if top + y >= len(self._strips):
            return Strip.blank(width, self.rich_style)
        strip = self._strips[top + y].crop(left, left + width).extend_cell_length(width)
        return strip.apply_style(self.rich_style)

    # -------------------------------------------------------------- pointing

    @property
    def _legal(self) -> dict[str, tuple[int, int]]:
        """The middle of every element that a legal move is about."""
        targets = {move["target"] for move in self.shown["moves"]} if self.shown else set()
        return {target: place for target, place in self.canvas.places().items() if target in targets}

    @property
    def _chosen(self) -> str:
        moves = self.shown["moves"] if self.shown else []
        selected = self.shown["selected"] if self.shown else None
        return next((str(move["target"]) for move in moves if move["id"] == selected), "")

    def _target(self, event: events.MouseEvent) -> str:
        offset = event.get_content_offset(self)
        if offset is None:
            return ""
        return self.canvas.target_at(offset.x + self.scroll_offset.x, offset.y + self.scroll_offset.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        target = self._target(event)
        if target and target != self._chosen and target in self._legal:
            self.post_message(self.Pointed(target))

    def on_click(self, event: events.Click) -> None:
        target = self._target(event)
        if target and target == self._chosen:
            self.post_message(self.Taken())
        elif target in self._legal:
            self.post_message(self.Pointed(target))

    def action_go(self, across: int, down: int) -> None:
        """Go to the nearest element in a direction; a row counts as two columns. Without one, scroll."""
        legal = self._legal
        here = legal.get(self._chosen)
        if here is None:
            if legal:
                self.post_message(self.Pointed(next(iter(legal))))
            else:
                self.scroll_relative(across * 4, down * 2, animate=False)
            return
        best: tuple[float, str] | None = None
        for target, (x, y) in legal.items():
            right, below = x - here[0], 2 * (y - here[1])
            along, aside = (right * across, abs(below)) if across else (below * down, abs(right))
            if along > 0 and (best is None or along + 2 * aside < best[0]):
                best = (along + 2 * aside, target)
        if best is not None:
            self.post_message(self.Pointed(best[1]))

    def action_take(self) -> None:
        self.post_message(self.Taken())

    def reveal(self, target: str) -> None:
        """Scroll until an element can be seen."""
        place = self.canvas.places().get(target)
        if place is not None:
            self.scroll_to_region(Region(place[0], place[1], 1, 1), animate=False, force=True)


def _numbered(number: int, wide: int, label: str) -> Table:
    """A label behind its number; what has no room in a line goes on under its first word."""
    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_column(width=wide, justify="right")
    line.add_column()
    line.add_row(str(number), Text(label))
    return line


class MoveList(OptionList):
    """The legal moves, numbered. Digits go to a number, Enter plays."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.ids: list[int] = []
        self._labels: list[str] = []
        self._typed = ""

    def show(self, moves: Sequence[Mapping[str, Any]], first: int | None = None) -> None:
        """List the moves, `first` highlighted; the highlight stays where it was if the same moves are still there."""
        ids = [int(move["id"]) for move in moves]
        labels = [str(move["label"]) for move in moves]
        if (ids, labels) == (self.ids, self._labels):
            return
        self.ids, self._labels = ids, labels
        wide = len(str(len(ids)))
        self.clear_options()
        self.add_options([Option(_numbered(n, wide, label)) for n, label in enumerate(labels, 1)])
        if ids:
            self.highlighted = ids.index(first) if first in ids else 0

    @property
    def move(self) -> int | None:
        """The id of the highlighted move."""
        return self.ids[self.highlighted] if self.highlighted is not None and self.ids else None

    def choose(self, move: int) -> None:
        """Highlight a move."""
        if move in self.ids:
            self.highlighted = self.ids.index(move)

    def type_digit(self, digit: str) -> None:
        """Go to the move whose number is being typed; a number that does not exist begins anew."""
        for text in (self._typed + digit, digit):
            if 1 <= int(text) <= len(self.ids):
                self._typed = text
                self.highlighted = int(text) - 1
                break
        else:
            self._typed = ""
        self.set_timer(1.2, self._forget)

    def _forget(self) -> None:
        self._typed = ""


class Log(VerticalScroll, can_focus=False):
    """What happened, the newest below."""

    def compose(self) -> Any:
        yield Static(id="log-lines")

    def show(self, view: View, palette: Palette) -> None:
        text = Text()
        newest = max((line["ply"] for line in view["log"]), default=0)
        for line in view["log"][-LOG_LINES:]:
            seat = line["seat"]
            style = palette(seat_style(seat)) if seat is not None else palette("soft")
            text.append(f"{MARKS[seat]} " if seat is not None else "· ", style)
            text.append(f"{line['text']}\n", palette("heading") if line["ply"] == newest else palette("soft"))
        self.query_one(Static).update(text)
        self.anchor()
        self.call_after_refresh(self.scroll_end, animate=False)


class Players(Static):
    """The title of the game and everybody's score, in one line."""

    def show(self, view: View, palette: Palette, note: str) -> None:
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f"{view['title']} ", palette("heading"))
        for player in view["players"]:
            waited = " bold underline" if view["actor"] == player["seat"] else ""
            text.append("  ")
            text.append(
                f"{MARKS[player['seat']]} {player['name']} {'?' if player['score'] is None else player['score']}",
                palette(f"{seat_style(player['seat'])}{waited}"),
            )
        if note:
            text.append(f"   {note}", palette("soft"))
        self.update(text)


class Prompt(Static):
    """What is to be done now, and what the chosen move would do."""

    def show(self, view: View, palette: Palette, waiting: str, foreseen: Sequence[str], preparing: str = "") -> None:
        text = Text()
        sentence = waiting or view["prompt"]["sentence"]
        text.append(sentence, palette("legal" if view["moves"] else "heading"))
        if foreseen:
            text.append("\n" + " ".join(foreseen), palette("fresh"))
        elif view["prompt"]["hint"] and not waiting:
            text.append(f"\n{view['prompt']['hint']}", palette("soft"))
        if preparing:
            text.append(f"\n{preparing}", palette("soft"))
        self.update(text)
