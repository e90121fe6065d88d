"""The screen of a table that is being played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, OptionList

from ..core.errors import TabletownError
from ..text_table.styles import Palette
from .dialogs import Curtain, Line, Question, Reading, keys_text
from .session import AFTER_A_FAULT, OutOfReach, Session, View
from .threads import in_thread
from .widgets import Log, MoveList, Players, Prompt, TableView

if TYPE_CHECKING:
    from .app import TerminalApp

PACES = (0.0, 0.3, 0.7, 1.2, 2.0, 4.0)
"""Seconds that a move of a bot is left on the screen before the next one."""


class TableScreen(Screen[None]):
    """A session on the screen: it is drawn after every step, and bots go on until a person is to move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("a", "advice", "Advice"),
        Binding("r", "reference", "Cards"),
        Binding("g", "guide", "Guide"),
        Binding("s", "save", "Save"),
        Binding("n", "app.new_game", "New"),
        Binding("p", "app.replay", "Replay"),
        Binding("v", "app.replay(True)", "Review", show=False),
        Binding("question_mark", "keys", "Keys"),
        Binding("q", "leave", "Quit"),
        Binding("plus", "pace(1)", "Slower", show=False),
        Binding("minus", "pace(-1)", "Faster", show=False),
        Binding("space", "skip", "Go on", show=False),
        Binding("t", "app.switch_theme", "Light or dark", show=False),
        Binding("l", "app.load", "Load", show=False),
        Binding("z", "zoom", "Table alone", show=False),
    ]
    KEYS: ClassVar[list[tuple[str, str]]] = [
        ("↑ ↓", "go through the moves; what each would do is shown on the table"),
        ("Enter", "play the chosen move"),
        ("1 2 3 …", "go to a move by its number"),
        ("Tab", "go to the table; there the arrow keys go from place to place"),
        ("mouse", "point at a place to see, click it twice to play"),
        ("u", "take your last move back"),
        ("h", "a hint, with reasons"),
        ("a", "the game’s own advice, where it has some"),
        ("r", "reference: every component with what is left of it"),
        ("g", "the guide: how to play"),
        ("s, l", "save, load"),
        ("p, v", "replay from the beginning; with a review when the game is over"),
        ("n", "a new game"),
        ("+ −", "let the bots play slower or faster; Space goes on at once"),
        ("t", "light or dark"),
        ("z", "the table alone, and back"),
        ("q", "leave"),
    ]

    def __init__(self, session: Session, file: Path, pace: float) -> None:
        super().__init__()
        self.session = session
        self.file = file
        self.pace = pace
        self.seen: View = session.view()
        self.changed = False
        """Whether something was played that is not saved."""
        self._skip = asyncio.Event()
        self.acting = False
        """Whether a move is being played or others are moving."""
        self._trouble = ""
        """Why the table does not answer, while it doesn't."""
        self._preparing = ""
        self._foreseen: dict[int, list[str]] = {}
        self._advice: str | None = ""

    @property
    def terminal(self) -> TerminalApp:
        return cast("TerminalApp", self.app)

    @property
    def palette(self) -> Palette:
        return self.terminal.palette(self.session.book)

    def compose(self) -> ComposeResult:
        yield Players(id="players")
        with Horizontal(id="main"):
            yield TableView(self.session.book.text_table, self.palette, id="table")
            with Vertical(id="side"):
                yield Prompt(id="prompt")
                yield MoveList(id="moves")
                yield Log(id="log")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(MoveList).focus()
        self._preparing = self.session.preparing()
        self.set_interval(1, self._look_at_preparation)
        self.act(self._sit)

    def _look_at_preparation(self) -> None:
        """What is made ready in the background is told as long as it lasts."""
        preparing = self.session.preparing()
        if preparing != self._preparing:
            self._preparing = preparing
            self.draw()

    # -------------------------------------------------------------- showing

    def show(self) -> None:
        """Look at the session again and draw everything."""
        if self.session.curtain is None:
            self.seen = self.session.view()
        self._foreseen.clear()
        self.query_one(MoveList).show(self.seen["moves"], self.seen.get("suggested"))
        self.draw()
        self.query_one(Log).show(self.seen, self.palette)
        offered = self.session.advice_label()
        if offered != self._advice:
            self._advice = offered
            self.refresh_bindings()

    def draw(self) -> None:
        """Draw what depends on the chosen move."""
        moves = self.query_one(MoveList)
        self.seen["selected"] = moves.move
        waiting = self._trouble or (self.session.waiting_for if self.session.waiting else "")
        counted = self.seen["position"].get("round")
        note = f"round {counted}" if counted else ""
        self.query_one(Players).show(self.seen, self.palette, note)
        self.query_one(Prompt).show(self.seen, self.palette, waiting, self._told(moves.move), self._preparing)
        table = self.query_one(TableView)
        table.show(self.seen, self.palette)
        chosen = next((move for move in self.seen["moves"] if move["id"] == moves.move), None)
        if chosen is not None:
            table.reveal(chosen["target"])

    def _told(self, move: int | None) -> list[str]:
        """What the chosen move would do, worked out when it is first looked at."""
        if move is None:
            return []
        if move not in self._foreseen:
            self._foreseen[move] = [] if self.session.far else self.session.foresee(move)
            if self.session.far:
                self._foresee(move)
        return self._foreseen[move]

    @work(group="foresight")
    async def _foresee(self, move: int) -> None:
        """Ask a server what a move would do, and show that if it is still the question."""
        ply = self.seen["ply"]
        try:
            told = await in_thread(lambda: self.session.foresee(move))
        except TabletownError:
            return
        if told and ply == self.seen["ply"]:
            self._foreseen[move] = told
            self.draw()

    # -------------------------------------------------------------- the course of play

    def act(self, call: Callable[[], None]) -> None:
        """Do something at the table, unless something is being done."""
        if self.acting:
            self.notify(self.session.waiting_for if self.session.waiting else "One moment …", timeout=2)
            return
        self.acting = True
        self._carry_out(call)

    @work(group="course")
    async def _carry_out(self, call: Callable[[], None]) -> None:
        """Do it, then let everybody else move until a person is to decide or the game is over."""
        try:
            await in_thread(call)
            self.changed = self.changed or call != self._sit
            await self._let_others_move()
        except TabletownError as error:
            self.notify(str(error), severity="warning")
        finally:
            self.acting = False
        self.show()
        if self.session.over:
            await self._end()

    def _sit(self) -> None:
        """What is done first: nothing."""

    async def _let_others_move(self) -> None:
        waited = self.session.waiting
        if waited and (self.pace or self.session.kept):
            self.show()
        while self.session.waiting:
            known = len(self.seen["log"])
            try:
                await in_thread(self.session.step)
                self._trouble = ""
            except OutOfReach as error:
                self._trouble = f"{error} It is asked again every {AFTER_A_FAULT:g} seconds."
                await asyncio.sleep(AFTER_A_FAULT)
            except TabletownError as error:
                self._trouble = f"{error} Space asks again."
                return
            if self.pace or self.session.kept:
                self.show()
                if len(self.seen["log"]) > known:
                    await self._pause()
        name = self.session.curtain
        if name is not None:
            await self.app.push_screen_wait(Curtain(name))
            self.session.lift_curtain()
        if waited and self.session.kept:
            self.app.bell()
            if not self.session.over:
                self.notify("It is your turn.")

    async def _pause(self) -> None:
        self._skip.clear()
        if self.pace:
            try:
                await asyncio.wait_for(self._skip.wait(), self.pace)
            except TimeoutError:
                return

    async def _end(self) -> None:
        ending = await in_thread(self.session.ending)
        lines = [self.seen["prompt"]["sentence"], *ending.lines]
        answer = await self.app.push_screen_wait(Question(ending.title, lines, ending.answers))
        if answer in ("replay", "review"):
            self.terminal.action_replay(answer == "review")
        elif answer == "puzzle":
            self.terminal.action_next_puzzle()
        elif answer == "new":
            self.terminal.action_new_game()
        elif answer == "leave":
            self.app.exit()

    def play(self, move: int) -> None:
        if move in [entry["id"] for entry in self.seen["moves"]]:
            self.act(lambda: self.session.play(move))

    # -------------------------------------------------------------- what the widgets say

    @on(OptionList.OptionHighlighted, "#moves")
    def highlighted(self) -> None:
        if self.seen["selected"] != self.query_one(MoveList).move:
            self.draw()

    @on(OptionList.OptionSelected, "#moves")
    def selected(self) -> None:
        move = self.query_one(MoveList).move
        if move is not None:
            self.play(move)

    def on_table_view_pointed(self, event: TableView.Pointed) -> None:
        here = [move["id"] for move in self.seen["moves"] if move["target"] == event.target]
        if here:
            self.query_one(MoveList).choose(here[0])

    def on_table_view_taken(self) -> None:
        self.selected()

    def on_key(self, event: Key) -> None:
        if event.character and event.character.isdigit():
            self.query_one(MoveList).type_digit(event.character)

    # -------------------------------------------------------------- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "advice":
            return self._advice is not None
        return True

    def action_undo(self) -> None:
        self.act(self.session.undo)

    def action_skip(self) -> None:
        """Go on without a pause; where a table refused to tell more, ask again."""
        self._skip.set()
        if self._trouble and not self.acting:
            self._trouble = ""
            self.act(self._sit)

    def action_pace(self, by: int) -> None:
        nearest = min(range(len(PACES)), key=lambda index: abs(PACES[index] - self.pace))
        self.pace = PACES[max(0, min(len(PACES) - 1, nearest + by))]
        self.notify(f"Bots pause {self.pace:g} seconds." if self.pace else "Bots play without a pause.")

    def action_zoom(self) -> None:
        side = self.query_one("#side")
        side.display = not side.display
        self.query_one(TableView if not side.display else MoveList).focus()

    @work(exclusive=True, group="help")
    async def action_hint(self) -> None:
        self.notify("Thinking …", timeout=2)
        try:
            hint = await in_thread(self.session.hint)
        except TabletownError as error:
            self.notify(str(error), severity="warning")
            return
        self.query_one(MoveList).choose(hint.move)
        answers = [("play", "Play it"), ("close", "Close")]
        if await self.app.push_screen_wait(Question("Hint", [hint.sentence, *hint.more], answers)) == "play":
            self.play(hint.move)

    @work(exclusive=True, group="help")
    async def action_advice(self) -> None:
        try:
            found = await in_thread(self.session.advise)
        except TabletownError as error:
            self.notify(str(error), severity="warning")
            return
        answers = [("play", "Accept"), ("close", "Close")] if found.playable else [("close", "Close")]
        title = self.session.advice_label() or "Advice"
        if await self.app.push_screen_wait(Question(title, [found.sentence], answers)) == "play":
            self.act(self.session.take_advice)

    def action_guide(self) -> None:
        self.app.push_screen(Reading("How to play", self.session.book.guide))

    @work(exclusive=True, group="help")
    async def action_reference(self) -> None:
        try:
            lines = await in_thread(self.session.reference)
        except TabletownError as error:
            self.notify(str(error), severity="warning")
            return
        said = lines or self.session.book.text_table.prose(self.seen)
        self.app.push_screen(Reading("Every component", "\n".join(f"- {line}" for line in said)))

    def action_keys(self) -> None:
        self.app.push_screen(Reading("Keys", keys_text(self.KEYS)))

    @work(exclusive=True, group="help")
    async def action_save(self) -> None:
        name = await self.app.push_screen_wait(Line("Save to which file?", str(self.file)))
        if name is not None:
            await self.save(Path(name))

    async def save(self, file: Path) -> bool:
        """Write the match; whether that was possible."""
        try:
            said = await in_thread(lambda: self.session.save(file))
        except TabletownError as error:
            self.notify(str(error), severity="error")
            return False
        self.file, self.changed = file, False
        self.notify(said)
        return True

    @work(exclusive=True, group="help")
    async def action_leave(self) -> None:
        if self.session.kept or not self.changed or self.session.over:
            self.app.exit()
            return
        answers = [("save", "Save and leave"), ("leave", "Leave"), ("stay", "Stay")]
        answer = await self.app.push_screen_wait(Question("Leave the table?", ["This match is not saved."], answers))
        if answer == "leave" or (answer == "save" and await self.save(self.file)):
            self.app.exit()
