"""The screen on which a match is walked through."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from ..core.errors import TabletownError
from ..text_table.styles import Palette
from .dialogs import Reading
from .replay import Replay
from .review import MatchReview
from .threads import in_thread
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
        Binding("pagedown", "jump(10)", "+10", show=False, priority=True),
        Binding("pageup", "jump(-10)", "−10", show=False, priority=True),
        Binding("home", "first", "First", priority=True),
        Binding("end", "last", "Last", priority=True),
        Binding("p", "run", "Play"),
        Binding("v", "review", "Review"),
        Binding("m", "marked", "Next mistake"),
        Binding("t", "app.switch_theme", "Light or dark", show=False),
        Binding("escape,q", "close", "Close"),
    ]
    SECONDS = 0.8
    """How long a move is shown while the match plays itself."""

    def __init__(self, replay: Replay, review: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self._playing = False
        self._review_at_once = review
        self.review: MatchReview | None = None
        self._share = 0.0
        """How far the review is."""

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
        if self._review_at_once:
            self.action_review()

    def show(self) -> None:
        view, palette = self.replay.view(), self._palette
        done = round(BAR * self.replay.ply / max(1, self.replay.last))
        bar = f"{'━' * done}{'─' * (BAR - done)}"
        closer = f"{self._share:.0%}" if self._share < 1 else "with a closer look"
        reviewing = f"   reviewing {closer}" if self._reviewing else ""
        self.query_one("#replay-bar", Static).update(
            f"Replay {bar} move {self.replay.ply} of {self.replay.last}{reviewing}"
        )
        self.query_one(Players).show(view, palette, "")
        told = Text("\n".join(self.replay.told()) or "The beginning.", palette("fresh"))
        for line in self.review.told(self.replay.ply) if self.review else ():
            told.append(f"\n{line}", palette("heading"))
        self.query_one("#replay-told", Static).update(told)
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

    # -------------------------------------------------------------- the review

    @property
    def _reviewing(self) -> bool:
        return self.review is not None and self.review.found is None

    def action_review(self) -> None:
        """Begin a review, or read it."""
        if not self.replay.match.over:
            self.notify("A match can be reviewed when it is over.", severity="warning")
        elif self.review is None:
            self.review = MatchReview(self.replay.match, self.replay.viewer or 0)
            self._work(self.review)
        elif self._reviewing:
            self.notify("The review is not done yet.", timeout=2)
        else:
            self.app.push_screen(Reading("Review", self.review.report()))

    @work(group="review")
    async def _work(self, review: MatchReview) -> None:
        self.show()

        def report(share: float) -> None:
            self._share = share

        ticking = self.set_interval(0.5, self.show)
        try:
            await in_thread(lambda: review.work(report, lambda: not self.is_attached))
        except TabletownError as error:
            self.review = None
            self.notify(str(error), severity="error")
        ticking.stop()
        if self.is_attached:
            self.show()
            if review.found is not None:
                self.action_review()

    def action_marked(self) -> None:
        """Go to the next move that the review has something to say of."""
        if self.review is None or self._reviewing:
            self.action_review()
            return
        following = next((ply for ply in self.review.marked if ply > self.replay.ply), None)
        if following is None:
            self.notify("The review marks no move after this one.")
            return
        self.replay.go(following)
        self.show()

    def action_close(self) -> None:
        self.dismiss(None)
