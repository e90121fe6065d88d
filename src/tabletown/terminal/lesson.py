"""A lesson in this process: the learner does what each step asks for, then plays on against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.advice import advise
from ..core.game import Rulebook
from ..core.lesson import Walk
from .local import LocalSession
from .session import Hint, NotNow, View

TOUCH = -1
"""Stands in the list of moves for touching what is marked."""


class LessonSession(LocalSession):
    """A table with a lesson. When that has ended it is a table like any other."""

    def __init__(self, book: Rulebook, name: str = "") -> None:
        if book.lesson is None:
            raise NotNow(
                f"{book.title} has no lesson; its guide tells how it is played: tabletown play {book.name}, g."
            )
        self.walk = Walk.begin(book.lesson, name)
        others = [seat for seat in range(book.lesson.game.players) if seat != book.lesson.seat]
        super().__init__(self.walk.match, [book.lesson.seat], dict.fromkeys(others, book.lesson.bot))
        self.kept = True  # nothing is lost with a lesson: one begins anew
        self._ended: int | None = None
        """How many moves had been made when the lesson ended."""

    # -------------------------------------------------------------- what is seen

    def view(self) -> View:
        view = super().view()
        if self.walk.done:
            if self.match.actor == self.walk.lesson.seat and self._ended is not None:
                prompt = view["prompt"]
                view["prompt"] = {"sentence": self.walk.lesson.last, "hint": f"{prompt['sentence']}. {prompt['hint']}"}
            return view
        step, lesson = self.walk.step, self.walk.lesson
        number = f"Step {self.walk.number + 1} of {len(lesson.steps)}"
        begun = f"{step.chapter}. " if step.chapter else ""
        hint = f"Press a: {self.advice_label()}." if step.help else "The table stands otherwise now." if begun else ""
        view["prompt"] = {"sentence": f"{begun}{number}: {step.say}", "hint": hint}
        if step.tap:
            view["moves"] = [self._touching(step.tap)]
        view["suggested"] = None if step.find else self._asked
        return view

    @staticmethod
    def _touching(element: str) -> dict[str, Any]:
        return {"id": TOUCH, "name": "touch", "args": {}, "text": "touch", "label": "Touch it", "target": element}

    @property
    def _asked(self) -> int | None:
        """The move that the step asks for, if it is one of the list."""
        return TOUCH if self.walk.step.tap else next(iter(self.walk.move_ids), None)

    @property
    def waiting(self) -> bool:
        return self.walk.done and super().waiting

    # -------------------------------------------------------------- play

    def _go_on(self, said: str | None) -> None:
        """Take over what a step led to, or say why nothing was done."""
        if said is not None:
            raise NotNow(said)
        self.match = self.walk.match
        self._ended = self.match.ply if self.walk.done else None
        self.kept = not self.walk.done

    def play(self, move: int) -> None:
        if self.walk.done:
            self._ended = None
            super().play(move)
        elif move == TOUCH:
            self.walk.tap(self.walk.step.tap)
            self._go_on(None)
        else:
            self._go_on(self.walk.play(move))

    def foresee(self, move: int) -> list[str]:
        return [] if move == TOUCH else super().foresee(move)

    def undo(self) -> None:
        if self.walk.done:
            super().undo()
        else:
            self.walk.back()
            self._go_on(None)

    # -------------------------------------------------------------- help

    def hint(self) -> Hint:
        if self.walk.done:
            return super().hint()
        asked = self._asked
        if asked is None:
            raise NotNow(f"Press a: {self.advice_label()}.")
        label = next(move["label"] for move in self.view()["moves"] if move["id"] == asked)
        return Hint(asked, f"The lesson asks for this: {label}.")

    def advice_label(self) -> str | None:
        return super().advice_label() if self.walk.done or self.walk.step.help else None

    def take_advice(self) -> None:
        if self.walk.done:
            super().take_advice()
            return
        found = advise(self.match, self.walk.lesson.seat)
        self._go_on(self.walk.accept(found.moves if found else ()))

    def save(self, file: Path) -> str:
        if not self.walk.done:
            raise NotNow("A lesson can't be saved; the game that follows it can.")
        return super().save(file)
