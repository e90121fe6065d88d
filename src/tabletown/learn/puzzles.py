"""Puzzles: positions from games of bots in which one way to play a turn is clearly best.

Those of a game are kept in its folder, `puzzles.jsonl`, a line each; `mining.py` finds and checks them. A puzzle is
shown as its seat saw the position. It goes on, click by click, until the turn of the seat ends.
"""

from __future__ import annotations

import datetime
import importlib.resources
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from ..core.errors import TabletownError
from ..core.game import Rulebook
from ..core.match import Match
from ..core.registry import rulebook, rulebooks
from .why import falls_short, label, why

FILE = "puzzles.jsonl"


class UnknownPuzzle(TabletownError, LookupError):
    """There is no puzzle of this name."""


class NotThere(TabletownError, ValueError):
    """The moves of a try don't belong to the puzzle: one is illegal, or comes after a wrong one or the end."""


@dataclass(frozen=True)
class Puzzle:
    """A position, the seat to move, and the right ways to play its turn."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    position: dict[str, Any]
    seat: int
    lines: tuple[tuple[str, ...], ...]
    """The right ways through the turn, in words, the best first. Moves without a choice are left out: they follow by
    themselves."""
    value: float
    """What the best move is worth, in parts of a win."""
    gap: float
    """How far every wrong first move is behind, at least."""
    losses: dict[str, float]
    """What wrong first moves give away, as far as they were looked at."""
    grade: int
    """How hard it is: 1 if the level normal finds it, 2 if hard does, 3 if neither."""
    theme: str

    @property
    def right(self) -> tuple[str, ...]:
        """The right first moves, the best first."""
        return self.next(())

    @property
    def clicks(self) -> int:
        """How many moves the best way has."""
        return len(self.lines[0])

    def next(self, made: tuple[str, ...]) -> tuple[str, ...]:
        """The right moves after some right ones, the best first; none at the end."""
        count = len(made)
        ways = [line for line in self.lines if line[:count] == made and len(line) > count]
        return tuple(dict.fromkeys(line[count] for line in ways))

    def best_way(self, made: tuple[str, ...]) -> tuple[str, ...]:
        """The best way on after some right moves, to the end of the turn."""
        count = len(made)
        return next(line[count:] for line in self.lines if line[:count] == made and len(line) > count)

    def match(self, moves: Sequence[str | int] = ()) -> Match:
        """The position after some moves of the seat, ready to be looked at."""
        book = rulebook(self.game)
        match = Match(book.configure(self.players, **self.options), seed=0, position=self.position)
        for move in moves:
            match.push(match.find(move))
            go_on(match, self.seat)
        return match

    def about(self) -> dict[str, Any]:
        """What may be told before it is solved."""
        return {
            "id": self.id,
            "game": self.game,
            "players": self.players,
            "seat": self.seat,
            "clicks": self.clicks,
            "grade": self.grade,
            "theme": self.theme,
        }


def go_on(match: Match, seat: int) -> None:
    """Play the moves of a seat that leave no choice."""
    while match.actor == seat and len(match.legal_ids) == 1:
        match.push(match.legal_ids[0])


# ------------------------------------------------------------------ the puzzles of a game


@cache
def puzzles_of(book: Rulebook) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of its file."""
    file = importlib.resources.files(book.package).joinpath(FILE)
    return read(file.read_text(encoding="utf-8")) if file.is_file() else ()


def read(text: str) -> tuple[Puzzle, ...]:
    rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    return tuple(Puzzle(**{**row, "lines": tuple(map(tuple, row["lines"]))}) for row in rows)


def write(puzzles: Sequence[Puzzle]) -> str:
    return "".join(json.dumps(asdict(puzzle), ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in puzzles)


def find(name: str) -> Puzzle:
    for book in rulebooks().values():
        for puzzle in puzzles_of(book):
            if puzzle.id == name:
                return puzzle
    raise UnknownPuzzle(f"There is no puzzle {name!r}.")


def of_the_day(day: datetime.date, game: str | None = None) -> Puzzle:
    """The puzzle of a day, the same for everybody: games take turns, and each goes through its puzzles in order."""
    books = [book for book in rulebooks().values() if puzzles_of(book) and game in (None, book.name)]
    if not books:
        raise UnknownPuzzle("There are no puzzles of this game yet." if game else "There are no puzzles yet.")
    turn, which = divmod(day.toordinal(), len(books))
    found = puzzles_of(books[which])
    return found[turn % len(found)]


def of_today(game: str | None = None) -> Puzzle:
    """The puzzle of this day, by universal time."""
    return of_the_day(datetime.datetime.now(datetime.UTC).date(), game)


def of_the_week() -> list[tuple[datetime.date, Puzzle]]:
    """The puzzles of the last seven days, today's last."""
    today = datetime.datetime.now(datetime.UTC).date()
    days = [today - datetime.timedelta(days=ago) for ago in range(6, -1, -1)]
    return [(day, of_the_day(day)) for day in days]


# ------------------------------------------------------------------ solving


def answer(puzzle: Puzzle, moves: Sequence[int]) -> dict[str, Any]:
    """What is said to some moves of the turn, of which all but the last are right.

    A right one is followed by the next click, or solves the puzzle. Of a wrong one it is told what it gives away and
    what the best brings more, but not which that is.
    """
    match, made = _before(puzzle, moves)
    move = moves[-1]
    if move not in match.legal_ids:
        raise NotThere("That move is not legal in this puzzle.")
    text, name = match.game.moves.text_of(move), _label(match, move)
    if text not in puzzle.next(made):
        reasons = _falls_short(puzzle, match, made, move)
        return {"right": False, "solved": False, "sentence": _verdict(puzzle, name, text, made), "why": reasons}
    solved = not puzzle.next((*made, text))
    if not solved:
        return {"right": True, "solved": False, "sentence": f"{name} is right. Go on.", "why": []}
    told = f"{name} is right: this wins {puzzle.value:.0%}."
    return {"right": True, "solved": True, "sentence": told, "why": _why(puzzle)}


def hint(puzzle: Puzzle, moves: Sequence[int] = ()) -> str:
    """What the best move after some right ones brings more than the nearest wrong one, but not which it is."""
    match, made = _before(puzzle, [*moves, -1])
    text_of = match.game.moves.text_of
    wrong = [move for move in match.legal_ids if text_of(move) not in puzzle.next(made)]
    if not wrong:
        return "Here every move is right."
    nearest = min(wrong, key=lambda move: 1.0 if made else puzzle.losses.get(text_of(move), 1.0))
    return _falls_short(puzzle, match, made, nearest)[-1]


def solution(puzzle: Puzzle, moves: Sequence[int] = ()) -> dict[str, Any]:
    """The best move after some right ones, with the reasons, and the way on to the end of the turn."""
    match, made = _before(puzzle, [*moves, -1])
    line = puzzle.best_way(made)
    best = match.find(line[0])
    target = match.game.moves.target_of(best, puzzle.seat)
    found = {"move": best, "label": _label(match, best), "target": target, "value": puzzle.value, "why": _why(puzzle)}
    labels = []
    for text in line:
        labels.append(_label(match, match.find(text)))
        match.push(text)
        go_on(match, puzzle.seat)
    return {**found, "line": labels}


def _before(puzzle: Puzzle, moves: Sequence[int]) -> tuple[Match, tuple[str, ...]]:
    """The match before the last of some moves, and the ones before it in words; they must be right."""
    match, made = puzzle.match(), tuple[str, ...]()
    for move in moves[:-1]:
        text = match.game.moves.text_of(move) if move in match.legal_ids else ""
        if text not in puzzle.next(made):
            raise NotThere("Only the last move of a try may be wrong; take the wrong one back first.")
        match.push(move)
        go_on(match, puzzle.seat)
        made = (*made, text)
    if not puzzle.next(made):
        raise NotThere("This puzzle is solved already.")
    return match, made


def _verdict(puzzle: Puzzle, name: str, text: str, made: tuple[str, ...]) -> str:
    """What is said of a wrong move."""
    if made:
        return f"{name} spoils it: what you did before was right, but something else must follow."
    if text in puzzle.losses:
        left = max(0.0, puzzle.value - puzzle.losses[text])
        return f"{name} wins {left:.0%}; something else wins {puzzle.value:.0%}."
    return f"{name} gives away {puzzle.gap:.0%} of the win or more; something else is better."


def _falls_short(puzzle: Puzzle, match: Match, made: tuple[str, ...], move: int) -> list[str]:
    """What a wrong move does, and what the best way brings more."""
    best, *then = puzzle.best_way(made)
    seen = match.redacted(puzzle.seat)
    return falls_short(match.game, seen, puzzle.seat, match.find(best), move, match.names, then)


def _why(puzzle: Puzzle) -> list[str]:
    """Why the best first move is better than the least bad of the wrong ones, in the game's terms."""
    match = puzzle.match()
    (best, *then), seen = puzzle.best_way(()), match.redacted(puzzle.seat)
    wrong = [text for text in map(match.game.moves.text_of, match.legal_ids) if text not in puzzle.right]
    nearest = min(wrong, key=lambda text: puzzle.losses.get(text, 1.0))
    return why(match.game, seen, puzzle.seat, match.find(best), match.find(nearest), match.names, puzzle.seat, then)


def _label(match: Match, move: int) -> str:
    seat = match.actor
    assert seat is not None
    return label(match.game, match.redacted(seat), move, match.names)
