"""The screen on which a match is walked through."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from ..text_table.styles import Palette
from .replay import Replay
from .widgets import Log, Players, TableView

if TYPE_CHECKING:
    from .app import TerminalApp

BAR = 30
"""How wide the bar is that shows how far the match has come."""


class ReplayScreen(Screen[None]):
    """The table at every move, with what the move did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,n", "step(1)", "Next", priority=True),
        Binding("left,b", "step(-1)", "Back", priority=True),
        Binding("pagedown", "jump(10)", "+10", priority=True),
        Binding("pageup", "jump(-10)", "−10", priority=True),
        Binding("home", "first", "First", priority=True),
        Binding("end", "last", "Last", priority=True),
        Binding("p", "run", "Play"),
        Binding("t", "app.switch_theme", "Light or dark", show=False),
        Binding("escape,q", "close", "Close"),
    ]
    SECONDS = 0.8
    """How long a move is shown while the match plays itself."""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self._playing = False

    def compose(self) -> ComposeResult:
        yield Players(id="players")
        with Horizontal(id="main"):
            yield TableView(self.replay.book.text_table, self._palette, id="table")
            with Vertical(id="side"):
                yield Static(id="replay-told", markup=False)
                yield Log(id="log")
        yield Static(id="replay-bar", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    @property
    def _palette(self) -> Palette:
        return cast("TerminalApp", self.app).palette(self.replay.book)

    def on_mount(self) -> None:
        self.set_interval(self.SECONDS, self._tick)
        self.query_one(TableView).focus()
        self.show()

    def show(self) -> None:
        view, palette = self.replay.view(), self._palette
        done = round(BAR * self.replay.ply / max(1, self.replay.last))
        bar = f"{'━' * done}{'─' * (BAR - done)}"
        self.query_one("#replay-bar", Static).update(f"Replay {bar} move {self.replay.ply} of {self.replay.last}")
        self.query_one(Players).show(view, palette, "")
        told = "\n".join(self.replay.told()) or "The beginning."
        self.query_one("#replay-told", Static).update(Text(told, palette("fresh")))
        self.query_one(TableView).show(view, palette)
        self.query_one(Log).show(view, palette)

    def action_step(self, by: int) -> None:
        self.replay.step(by)
        self.show()

    def action_jump(self, by: int) -> None:
        self.replay.go(self.replay.ply + by)
        self.show()

    def action_first(self) -> None:
        self.replay.go(0)
        self.show()

    def action_last(self) -> None:
        self.replay.go(self.replay.last)
        self.show()

    def action_run(self) -> None:
        self._playing = not self._playing

    def _tick(self) -> None:
        if self._playing:
            self.action_step(1)
            self._playing = self.replay.ply < self.replay.last

    def action_close(self) -> None:
        self.dismiss(None)
