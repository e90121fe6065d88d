"""A puzzle in this process: the best moves of one turn are to be found; wrong ones are answered and not played."""

from __future__ import annotations

from pathlib import Path

from ..core.game import Rulebook
from ..learn import puzzles
from ..learn.puzzles import Puzzle
from ..text_table.styles import STAR
from .local import LocalSession
from .session import Ending, Hint, NotNow, View

OPPONENTS = "normal"
"""Who holds the other seats; they never get to move."""


class PuzzleSession(LocalSession):
    """The position of a puzzle with what was said to the last try."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._made: list[int] = []
        self._said = ""
        self._solved = False
        match = puzzle.match()
        others = [seat for seat in range(match.game.players) if seat != puzzle.seat]
        super().__init__(match, [puzzle.seat], dict.fromkeys(others, OPPONENTS))
        self.kept = True  # nothing is lost with a puzzle: one begins anew

    @classmethod
    def of(cls, book: Rulebook, after: Puzzle | None = None) -> PuzzleSession:
        """A puzzle of a game: the day's, or the one after another."""
        every = puzzles.puzzles_of(book)
        if after is None or after not in every:
            return cls(puzzles.of_today(book.name))
        return cls(every[(every.index(after) + 1) % len(every)])

    @property
    def seat(self) -> int | None:
        return self.puzzle.seat

    def view(self) -> View:
        view = super().view()
        name = self.match.names[self.puzzle.seat]
        asked = f"Puzzle {STAR * self.puzzle.grade}: you are {name}. What is the best move?"
        view["prompt"] = {"sentence": self._said or asked, "hint": asked if self._said and not self._solved else ""}
        if self._solved:
            view["moves"] = []
        return view

    @property
    def over(self) -> bool:
        return self._solved

    @property
    def waiting(self) -> bool:
        return False

    def play(self, move: int) -> None:
        """A right move is played, of a wrong one it is said what it gives away."""
        told = puzzles.answer(self.puzzle, [*self._made, move])
        self._said = " ".join([told["sentence"], *told["why"]])
        self._solved = told["solved"]
        if told["right"]:
            self._made.append(move)
            self.match = self.puzzle.match(self._made)

    def undo(self) -> None:
        if not self._made:
            raise NotNow("Nothing was played yet; a wrong move isn't, so there is nothing to take back.")
        self._made.pop()
        self.match = self.puzzle.match(self._made)
        self._said, self._solved = "", False

    def hint(self) -> Hint:
        found = puzzles.solution(self.puzzle, self._made)
        way = f"{', then '.join(found['line'])}: this wins {found['value']:.0%}."
        return Hint(found["move"], way, found["why"])

    def advice_label(self) -> str | None:
        return None

    def ending(self) -> Ending:
        return Ending(
            "Solved", (), (("look", "Look"), ("puzzle", "Another puzzle"), ("new", "New game"), ("leave", "Leave"))
        )

    def save(self, file: Path) -> str:
        raise NotNow("A puzzle can't be saved.")
