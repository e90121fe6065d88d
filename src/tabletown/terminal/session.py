"""A table that is played at in a terminal: what screens and plain text need of it, wherever it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..core.game import Rulebook
from ..core.grammar import count

View = dict[str, Any]


def standing(place: int, name: str, score: int, parts: Sequence[tuple[str, int]] = ()) -> str:
    """One line of the standings: "2. Bram, −1 point (Track −4, Goals 3)"."""
    sources = [f"{source} {points}".replace(" -", " −") for source, points in parts if points]
    total = count(score, "point").replace("-", "−")
    return f"{place}. {name}, {total}" + (f" ({', '.join(sources)})" if sources else "")


@dataclass(frozen=True)
class Hint:
    """A move worth playing, and why; `more` are further sentences."""

    move: int
    sentence: str
    more: Sequence[str] = ()


@dataclass(frozen=True)
class Proposal:
    """What the game itself advises: a sentence, and whether there is something to be played."""

    sentence: str
    playable: bool


class Session(Protocol):
    """One table. Calls may take a while (bots think, servers answer), so screens make them beside their event loop.

    What can't be done raises a TabletownError with one sentence, and nothing has changed.
    """

    book: Rulebook
    kept: bool
    """Whether the match is kept elsewhere, so that nothing is lost when the terminal is closed."""

    def view(self) -> View:
        """What the person in front of the terminal may see now."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def waiting(self) -> bool:
        """Whether somebody else is to move: a bot, chance, or a person elsewhere."""

    @property
    def waiting_for(self) -> str:
        """Who that is, in a sentence."""

    @property
    def curtain(self) -> str | None:
        """The name of the person who must come to the screen before anything is shown, or None."""

    def lift_curtain(self) -> None:
        """That person is there."""

    def step(self) -> None:
        """Let the others do one thing, or wait for a while until they have."""

    def play(self, move: int) -> None:
        """Play a legal move of the person."""

    def foresee(self, move: int) -> list[str]:
        """What a legal move would do at once, in words; empty where that can't be said."""

    def undo(self) -> None:
        """Take the person's last move back."""

    def hint(self) -> Hint:
        """What a strong bot would do."""

    def advice_label(self) -> str | None:
        """What help the game offers now, or None."""

    def advise(self) -> Proposal:
        """That help."""

    def take_advice(self) -> None:
        """Play what was advised."""

    def reference(self) -> list[str]:
        """All components with what is left of each."""

    def standings(self) -> list[str]:
        """How the game ended, one line a player."""

    def save(self, file: Path) -> str:
        """Write the match to a file; says what was done."""
