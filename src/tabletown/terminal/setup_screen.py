"""The screen that sets up a game: which one, who plays, with which options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, Select, Static, Switch

from .. import bots
from ..core.errors import TabletownError
from ..core.game import Game, Rulebook
from ..core.option import Option
from ..core.registry import rulebook, rulebooks

PERSON = "person"


@dataclass(frozen=True)
class Setup:
    """A game and who sits where."""

    game: Game
    people: list[int]
    levels: dict[int, str]


class SetupScreen(Screen[Setup | None]):
    """A form; what is wrong is said below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start"),
        Binding("escape", "cancel", "Back"),
        Binding("ctrl+q", "app.quit", "Quit"),
    ]

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._game = name or next(iter(rulebooks()))

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="setup"):
            yield Label("A new game", classes="dialog-title")
            with Horizontal(classes="setup-row"):
                yield Label("Game")
                books = [(book.title, name) for name, book in rulebooks().items()]
                yield Select(books, value=self._game, allow_blank=False, compact=True, id="game")
            yield Vertical(id="seats")
            yield Vertical(id="options")
            yield Static(id="setup-problem", markup=False)
            with Horizontal(id="setup-buttons"):
                yield Button("Start", id="start", variant="primary")
                yield Button("Back", id="back")
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
                    Label(option.title or option.name.replace("_", " ")),
                    _field(option),
                    Static(option.help, classes="help", markup=False),
                    classes="setup-row",
                )
            )

    def chosen(self) -> Setup:
        """What the form says; a TabletownError if that can't be played."""
        who = [str(self.query_one(f"#seat-{seat}", Select).value) for seat in range(self.book.players[1])]
        taken = [kind for kind in who if kind]
        options = {option.name: _value(self, option) for option in self.book.options}
        game = self.book.configure(len(taken), **{name: value for name, value in options.items() if value != ""})
        levels = {seat: kind for seat, kind in enumerate(taken) if kind != PERSON}
        return Setup(game, [seat for seat, kind in enumerate(taken) if kind == PERSON], levels)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "start":
            self.action_start()
        else:
            self.action_cancel()

    def action_start(self) -> None:
        try:
            chosen = self.chosen()
        except TabletownError as error:
            self.query_one("#setup-problem", Static).update(str(error))
            return
        if not chosen.people:
            self.query_one("#setup-problem", Static).update("At least one seat must be a person’s.")
            return
        self.dismiss(chosen)

    def action_cancel(self) -> None:
        self.dismiss(None)


def _field(option: Option) -> Select[str] | Switch | Input:
    name = f"option-{option.name}"
    if option.type == "flag":
        return Switch(bool(option.default), id=name)
    if option.type == "choice":
        return Select(
            [(value, value) for value in option.values], value=option.default, allow_blank=False, compact=True, id=name
        )
    default = option.default
    text = "" if default is None else ",".join(map(str, default)) if isinstance(default, list) else str(default)
    return Input(text, placeholder=option.allowed, compact=True, id=name)


def _value(screen: SetupScreen, option: Option) -> Any:
    field = screen.query_one(f"#option-{option.name}")
    if isinstance(field, Input):
        return field.value.strip()
    return field.value if isinstance(field, (Select, Switch)) else ""
