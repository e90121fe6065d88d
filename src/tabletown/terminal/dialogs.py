"""Screens over the table: texts to read, a question with answers, the curtain, a line to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Markdown, Static


class Reading(ModalScreen[None]):
    """A text to scroll through: the guide, the reference, the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "Close"),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("up,k", "move(-1)", "Up", show=False),
    ]

    def __init__(self, title: str, markdown: str) -> None:
        super().__init__()
        self._heading, self._markdown = title, markdown

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide"):
            yield Label(self._heading, classes="dialog-title")
            with VerticalScroll(id="reading"):
                yield Markdown(self._markdown, open_links=False)
            yield Label("Arrow keys scroll, Escape closes", classes="dialog-foot")

    def on_mount(self) -> None:
        self.query_one("#reading").focus()

    def action_move(self, lines: int) -> None:
        self.query_one("#reading").scroll_relative(y=3 * lines, animate=False)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(None)


class Question(ModalScreen[str]):
    """Sentences and a row of answers; Escape gives the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "last", "Close"),
        Binding("left,up", "app.focus_previous", "Previous", show=False),
        Binding("right,down", "app.focus_next", "Next", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[str], answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._heading, self._lines, self._answers = title, lines, answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._heading, classes="dialog-title")
            with VerticalScroll(classes="dialog-lines", can_focus=False):
                for line in self._lines:
                    yield Static(line, markup=False)
            with Horizontal(classes="dialog-answers"):
                for key, label in self._answers:
                    yield Button(label, id=key)

    def on_mount(self) -> None:
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(str(event.button.id))

    def action_last(self) -> None:
        self.dismiss(self._answers[-1][0])


class Curtain(ModalScreen[None]):
    """Hides the table until the next person sits in front of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "lift", "I am here")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name

    def compose(self) -> ComposeResult:
        with Vertical(id="curtain"):
            yield Label(f"It is {self._person}’s turn.", classes="dialog-title")
            yield Label("Pass the screen on. What lies hidden is shown when you press Enter.")
            yield Button("I am here", id="here", variant="primary")

    def on_button_pressed(self) -> None:
        self.dismiss(None)

    def action_lift(self) -> None:
        self.dismiss(None)


class Line(ModalScreen[str | None]):
    """One line of text: the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, title: str, value: str) -> None:
        super().__init__()
        self._heading, self._value = title, value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._heading, classes="dialog-title")
            yield Input(self._value)
            yield Label("Enter accepts, Escape cancels", classes="dialog-foot")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)

    def action_cancel(self) -> None:
        self.dismiss(None)


def keys_text(entries: Sequence[tuple[str, str]]) -> str:
    """A list of keys as Markdown."""
    return "\n".join(f"- `{key}` {what}" for key, what in entries)
