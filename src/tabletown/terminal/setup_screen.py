"""The screen that sets up a game: which one, who plays, with which options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.css.query import DOMQuery
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Label, Select, Static

from .. import bots
from ..core.errors import TabletownError
from ..core.game import Game, Rulebook
from ..core.option import Option
from ..core.registry import rulebook, rulebooks
from ..learn.puzzles import puzzles_of
from .lesson import LessonSession
from .puzzle import PuzzleSession

PERSON = "person"


@dataclass(frozen=True)
class Setup:
    """A game and who sits where."""

    game: Game
    people: list[int]
    levels: dict[int, str]


class SetupScreen(Screen[Setup | LessonSession | PuzzleSession | None]):
    """A form, as short as the game allows: options that say nothing for these seats are not shown, rare ones when they
    are asked for. What is wrong is said below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start"),
        Binding("ctrl+l", "lesson", "Lesson"),
        Binding("ctrl+p", "puzzle", "Puzzle"),
        Binding("ctrl+o", "rare", "Rare options"),
        Binding("escape", "cancel", "Back"),
        Binding("ctrl+q", "app.quit", "Quit"),
    ]

    def __init__(self, name: str | None = None, person: str = "") -> None:
        super().__init__()
        self._game = name or next(iter(rulebooks()))
        self._person = person
        self._rare = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="setup", can_focus=False):
            yield Label("A new game", classes="dialog-title")
            with Horizontal(classes="setup-row"):
                yield Label("Game")
                books = [(book.title, name) for name, book in rulebooks().items()]
                yield Select(books, value=self._game, allow_blank=False, compact=True, id="game")
                yield Static(id="about", classes="help", markup=False)
            yield Vertical(id="seats")
            yield Vertical(id="options")
            yield Static(id="setup-problem", markup=False)
        with Horizontal(id="setup-buttons"):
            yield Button("Start", id="start", variant="primary", compact=True)
            yield Button("Lesson", id="lesson", compact=True)
            yield Button("Puzzle", id="puzzle", compact=True)
            yield Button("Back", id="back", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    @property
    def book(self) -> Rulebook:
        return rulebook(self._game)

    async def on_mount(self) -> None:
        await self._fill()

    @on(Select.Changed, "#game")
    async def changed(self, event: Select.Changed) -> None:
        if event.value != self._game:
            self._game = str(event.value)
            await self._fill()

    async def _fill(self) -> None:
        """The seats and options of the chosen game."""
        low, high = self.book.players
        seats, options = self.query_one("#seats"), self.query_one("#options")
        await seats.remove_children()
        await options.remove_children()
        self.query_one("#about", Static).update(f"{self.book.tagline}.")
        kinds = [("a person", PERSON), *((f"bot: {name}", name) for name in bots.names())]
        for seat in range(high):
            empty = [("empty", "")] if seat >= low else []
            value = PERSON if seat == 0 else "normal" if seat < max(2, low) else ""
            await seats.mount(
                Horizontal(
                    Label(f"Seat {seat + 1}"),
                    Select([*kinds, *empty], value=value, allow_blank=False, compact=True, id=f"seat-{seat}"),
                    classes="setup-row",
                )
            )
        for option in self.book.options:
            await options.mount(
                Horizontal(
                    Label(option.title or spoken(option.name)),
                    _field(option),
                    Static(_about(option, option.default), classes="help", markup=False, id=f"help-{option.name}"),
                    classes="setup-row",
                    id=f"row-{option.name}",
                )
            )
        self.query_one("#lesson").display = self.book.lesson is not None
        self.query_one("#puzzle").display = bool(puzzles_of(self.book))
        self._sift()

    @on(Select.Changed)
    def sift(self, event: Select.Changed) -> None:
        """Another seat or value may bring other options, and is told in other words."""
        name = (event.control.id or "").removeprefix("option-")
        option = next((option for option in self.book.options if option.name == name), None)
        if option is not None and self.query(f"#help-{name}"):
            self.query_one(f"#help-{name}", Static).update(_about(option, event.value))
        self._sift()

    def _sift(self) -> None:
        """Show the options that matter with these seats and values."""
        if not self.query(f"#seat-{self.book.players[1] - 1}") or not all(map(self._row, self.book.options)):
            return
        players = len(self._taken())
        for option in self.book.options:
            low, high = option.players or self.book.players
            depends = option.when is None or str(_value(self, self._option(option.when[0]))) in option.when[1]
            matters = low <= players <= high and depends
            next(iter(self._row(option))).display = matters and (self._rare or not option.rare)

    def _row(self, option: Option) -> DOMQuery[Widget]:
        return self.query(f"#row-{option.name}")

    def _option(self, name: str) -> Option:
        return next(option for option in self.book.options if option.name == name)

    def _taken(self) -> list[str]:
        """Who sits on the seats that are not empty."""
        who = [str(self.query_one(f"#seat-{seat}", Select).value) for seat in range(self.book.players[1])]
        return [kind for kind in who if kind]

    def chosen(self) -> Setup:
        """What the form says, as far as it is asked for; a TabletownError if that can't be played."""
        taken = self._taken()
        given = {option.name: _value(self, option) for option in self.book.options}
        shown = [option.name for option in self.book.options if next(iter(self._row(option))).display]
        options = {name: given[name] for name in shown if given[name] != ""}
        game = self.book.configure(len(taken), **options)
        levels = {seat: kind for seat, kind in enumerate(taken) if kind != PERSON}
        return Setup(game, [seat for seat, kind in enumerate(taken) if kind == PERSON], levels)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        actions = {"start": self.action_start, "lesson": self.action_lesson, "puzzle": self.action_puzzle}
        actions.get(event.button.id or "", self.action_cancel)()

    def action_start(self) -> None:
        try:
            chosen = self.chosen()
        except TabletownError as error:
            self._say(str(error))
            return
        if not chosen.people:
            self._say("At least one seat must be a person’s.")
            return
        self.dismiss(chosen)

    def action_lesson(self) -> None:
        self._open(lambda: LessonSession(self.book, self._person))

    def action_puzzle(self) -> None:
        self._open(lambda: PuzzleSession.of(self.book))

    def _open(self, make: Callable[[], LessonSession | PuzzleSession]) -> None:
        try:
            self.dismiss(make())
        except TabletownError as error:
            self._say(str(error))

    def _say(self, problem: str) -> None:
        self.query_one("#setup-problem", Static).update(problem)

    def action_rare(self) -> None:
        """Show the options that few people want to change, or hide them again."""
        self._rare = not self._rare
        self._sift()

    def action_cancel(self) -> None:
        self.dismiss(None)


def spoken(word: str) -> str:
    """A name of the rules as a person reads it: `ten_stacks` is "Ten stacks"."""
    text = word.replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]


def _about(option: Option, value: Any) -> str:
    """What stands beside an option: a note on the chosen value, or what the option is for."""
    notes = dict(zip(option.values, option.notes, strict=False))
    return notes.get(str(value)) or option.help


def _field(option: Option) -> Select[str] | Select[bool] | Input:
    name = f"option-{option.name}"
    if option.type == "flag":
        return Select([("yes", True), ("no", False)], value=option.default, allow_blank=False, compact=True, id=name)
    if option.type == "choice":
        names = option.names or [spoken(value) for value in option.values]
        choices = list(zip(names, option.values, strict=True))
        return Select(choices, value=option.default, allow_blank=False, compact=True, id=name)
    default = option.default
    text = "" if default is None else ",".join(map(str, default)) if isinstance(default, list) else str(default)
    return Input(text, placeholder=option.allowed, compact=True, id=name)


def _value(screen: SetupScreen, option: Option) -> Any:
    field = screen.query_one(f"#option-{option.name}")
    if isinstance(field, Input):
        return field.value.strip()
    return field.value if isinstance(field, Select) else ""
