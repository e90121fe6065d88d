"""The full-screen terminal: sets up games, shows tables and replays, light or dark, in true colour or sixteen."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from textual import work
from textual.app import App
from textual.binding import BindingType
from textual.theme import Theme

from ..core.errors import TabletownError
from ..core.game import Rulebook
from ..core.match import Match
from ..text_table.styles import Palette
from ..text_table.styles import Theme as Look
from .dialogs import Line
from .files import default_file, load_match
from .local import LocalSession, seat_names
from .puzzle import PuzzleSession
from .replay import Replay
from .replay_screen import ReplayScreen
from .session import Session
from .setup_screen import Setup, SetupScreen
from .table_screen import TableScreen
from .threads import in_thread

Colours = Literal["auto", "16", "true"]

DARK = Theme(
    "tabletown-dark",
    primary="#86BAF5",
    secondary="#F2C94C",
    success="#5BD8A6",
    warning="#FFC24D",
    error="#FF8A7D",
    foreground="#F2F4F8",
    background="#14181F",
    surface="#1B212B",
    panel="#2A3341",
    dark=True,
)
LIGHT = Theme(
    "tabletown-light",
    primary="#1F62AB",
    secondary="#7E6000",
    success="#087A50",
    warning="#8F5A00",
    error="#B3241A",
    foreground="#1E2430",
    background="#F8F4EA",
    surface="#FFFDF8",
    panel="#E4D9C3",
    dark=False,
)


class TerminalApp(App[None]):
    """Tabletown in a terminal."""

    CSS_PATH = "screen.tcss"
    TITLE = "Tabletown"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        session: Session | None = None,
        *,
        replay: Replay | None = None,
        file: Path | None = None,
        pace: float = 0.7,
        name: str = "Player 1",
        theme: str = "dark",
        colours: Colours = "auto",
    ) -> None:
        super().__init__()
        self._first = session
        self._replay = replay
        self._file = file
        self._pace = pace
        self._person = name
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        few = colours == "16" or (colours == "auto" and self.console.color_system in ("standard", "windows", None))
        self._few = few
        self._dark = theme != "light"
        self._set_theme()

    # -------------------------------------------------------------- looks

    def _set_theme(self) -> None:
        tone = "dark" if self._dark else "light"
        self.theme = f"{'ansi' if self._few else 'tabletown'}-{tone}"

    @property
    def look(self) -> Look:
        return "ansi" if self._few else "dark" if self._dark else "light"

    def palette(self, book: Rulebook) -> Palette:
        """The named styles of a game, as they look now."""
        return Palette(self.look, book.text_table.STYLES)

    def action_switch_theme(self) -> None:
        self._dark = not self._dark
        self._set_theme()
        if isinstance(self.screen, (TableScreen, ReplayScreen)):
            self.screen.show()

    # -------------------------------------------------------------- screens

    def on_mount(self) -> None:
        if self._replay is not None:
            self.push_screen(ReplayScreen(self._replay), lambda _: self.exit())
        elif self._first is not None:
            self.open_table(self._first)
        else:
            self.action_new_game()

    def open_table(self, session: Session) -> None:
        """Sit down at a table in the place of the present one."""
        file = self._file or default_file(session.book)
        screen = TableScreen(session, file, self._pace)
        if isinstance(self.screen, TableScreen):
            self._pace = self.screen.pace
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    @work(exclusive=True, group="screens")
    async def action_new_game(self) -> None:
        present = self.screen.session.book.name if isinstance(self.screen, TableScreen) else None
        chosen = await self.push_screen_wait(SetupScreen(present, self._person))
        if chosen is None:
            if not isinstance(self.screen, TableScreen):
                self.exit()
            return
        if not isinstance(chosen, Setup):
            self.open_table(chosen)
            return
        names = seat_names(chosen.game.players, chosen.people, chosen.levels, self._person)
        self.open_table(LocalSession(Match(chosen.game, names=names), chosen.people, chosen.levels))

    @work(exclusive=True, group="screens")
    async def action_next_puzzle(self) -> None:
        session = self.screen.session if isinstance(self.screen, TableScreen) else None
        if isinstance(session, PuzzleSession):
            self.open_table(PuzzleSession.of(session.book, session.puzzle))

    @work(exclusive=True, group="screens")
    async def action_load(self) -> None:
        present = self.screen.file if isinstance(self.screen, TableScreen) else ""
        name = await self.push_screen_wait(Line("Load which file?", str(present)))
        if name is None:
            return
        try:
            match = load_match(name)
        except TabletownError as error:
            self.notify(str(error), severity="error")
            return
        session = self.screen.session if isinstance(self.screen, TableScreen) else None
        known = (
            session if isinstance(session, LocalSession) and session.match.game.players == match.game.players else None
        )
        people, levels = (known.people, known.levels) if known else ([0], {})
        self.open_table(LocalSession(match, people, levels))

    @work(exclusive=True, group="screens")
    async def action_replay(self, review: bool = False) -> None:
        """Walk through the match on the screen, as the person saw it; with a review once it is over."""
        session = self.screen.session if isinstance(self.screen, TableScreen) else None
        if session is None:
            return
        try:
            match = await in_thread(session.record)
        except TabletownError as error:
            self.notify(str(error), severity="warning")
            return
        if review and not match.over:
            self.notify("A match can be reviewed when it is over.", severity="warning")
            return
        self.push_screen(ReplayScreen(Replay(match, session.seat), review))
