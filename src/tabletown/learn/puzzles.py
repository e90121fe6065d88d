"""Puzzles: positions from games of bots in which one move is clearly best, found, checked and graded by machine.

Those of a game are kept in its folder, `puzzles.jsonl`, a line each. A puzzle is shown as its seat saw the position.
"""

from __future__ import annotations

import datetime
import hashlib
import importlib.resources
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from ..bots import bot as find_bot
from ..bots import choose
from ..core.errors import TabletownError
from ..core.game import Game, Rulebook
from ..core.match import Match
from ..core.move import CHANCE
from ..core.registry import rulebook, rulebooks
from .judge import Judge
from .review import CANDIDATES, QUICK, Candidate, Decision
from .why import label, why

FILE = "puzzles.jsonl"

CHOICES = 4
"""How many legal moves a puzzle has at least."""
GAP = 0.10
"""How far the best move is ahead of the first wrong one; the lower end of the interval must reach half of it."""
CHECKED_GAP = 0.08
"""The same in the long search that checks a puzzle."""
RIGHT = 0.02
"""Moves that lose no more than this against the best are right too."""
WORTH = 0.15
"""What the best move is worth at least: nobody likes to find the best of all ways to lose."""
CLOSER = 4
"""How many times the playouts of a review the check has."""
CHECK_SEEDS = (101, 202)
MOST_CHECKED = 32
"""How many of the legal moves are checked, the most promising first."""
STRAYING = 6
"""One move in so many of the games that are mined is random, so that they differ."""
EACH = 2
"""Puzzles that one game gives at most."""


class UnknownPuzzle(TabletownError, LookupError):
    """There is no puzzle of this name."""


@dataclass(frozen=True)
class Puzzle:
    """A position, the seat to move, and the moves that are right, best first, in words."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    position: dict[str, Any]
    seat: int
    right: tuple[str, ...]
    value: float
    gap: float
    grade: int
    """How hard it is: 1 if the level normal finds it, 2 if hard does, 3 if neither."""
    theme: str

    def match(self) -> Match:
        """The position, ready to be looked at."""
        book = rulebook(self.game)
        return Match(book.configure(self.players, **self.options), seed=0, position=self.position)

    def about(self) -> dict[str, Any]:
        """What may be told before it is solved."""
        return {
            "id": self.id,
            "game": self.game,
            "players": self.players,
            "seat": self.seat,
            "grade": self.grade,
            "theme": self.theme,
        }


# ------------------------------------------------------------------ the shelf


@cache
def shelf(book: Rulebook) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of its file."""
    file = importlib.resources.files(book.package).joinpath(FILE)
    return read(file.read_text(encoding="utf-8")) if file.is_file() else ()


def read(text: str) -> tuple[Puzzle, ...]:
    rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    return tuple(Puzzle(**{**row, "right": tuple(row["right"])}) for row in rows)


def write(puzzles: list[Puzzle]) -> str:
    return "".join(json.dumps(asdict(puzzle), ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in puzzles)


def find(name: str) -> Puzzle:
    for book in rulebooks().values():
        for puzzle in shelf(book):
            if puzzle.id == name:
                return puzzle
    raise UnknownPuzzle(f"There is no puzzle {name!r}.")


def of_the_day(day: datetime.date, game: str | None = None) -> Puzzle:
    """The puzzle of a day, the same for everybody: games take turns, and each goes along its shelf."""
    books = [book for book in rulebooks().values() if shelf(book) and game in (None, book.name)]
    if not books:
        raise UnknownPuzzle("There are no puzzles of this game yet." if game else "There are no puzzles yet.")
    turn, which = divmod(day.toordinal(), len(books))
    found = shelf(books[which])
    return found[turn % len(found)]


def of_today(game: str | None = None) -> Puzzle:
    """The puzzle of this day, by universal time."""
    return of_the_day(datetime.datetime.now(datetime.UTC).date(), game)


# ------------------------------------------------------------------ solving


def answer(puzzle: Puzzle, move: int) -> dict[str, Any]:
    """Whether a legal move is right, in words; a wrong one doesn't tell the right one."""
    match = puzzle.match()
    text, name = match.game.moves.text_of(move), _label(match, move)
    if text in puzzle.right:
        told = f"{name} is right: it wins {puzzle.value:.0%}."
        return {"right": True, "sentence": told, "why": solution(puzzle)["why"]}
    told = f"{name} gives away {puzzle.gap:.0%} of the win or more; something else is better."
    return {"right": False, "sentence": told, "why": []}


def solution(puzzle: Puzzle) -> dict[str, Any]:
    """The best move with its reasons."""
    match = puzzle.match()
    best = match.find(puzzle.right[0])
    seen = match.redacted(puzzle.seat)
    others = [move for move in match.legal_ids if match.game.moves.text_of(move) not in puzzle.right]
    reasons = why(match.game, seen, puzzle.seat, best, others[0], match.names, puzzle.seat)[:1] if others else []
    target = match.game.moves.target_of(best, puzzle.seat)
    return {"move": best, "label": _label(match, best), "target": target, "value": puzzle.value, "why": reasons}


def _label(match: Match, move: int) -> str:
    seat = match.actor
    assert seat is not None
    return label(match.game, match.redacted(seat), move, match.names)


# ------------------------------------------------------------------ mining


def mine(game: Game, games: int, seed: int = 0, threads: int = 2) -> Iterator[Puzzle]:
    """Puzzles from games of bots; the same seed finds the same ones."""
    judges = [Judge(game, number, threads) for number in (0, *CHECK_SEEDS)]
    for number in range(games):
        count = 0
        for match in _positions(game, seed + number):
            puzzle = examine(match, judges)
            if puzzle is not None:
                yield puzzle
                count += 1
                if count == EACH:
                    break
        for judge in judges:
            judge.forget()
            judge.branches.clear()


def _positions(game: Game, seed: int) -> Iterator[Match]:
    """The decisions of one game of bots that strays now and then, from the latest to the first."""
    match, dice = Match(game, seed), np.random.default_rng(seed)
    players = [find_bot("normal") for _ in range(game.players)]
    plies = []
    while not match.over:
        who = match.actor
        if who == CHANCE:
            match.step_chance()
            continue
        assert who is not None
        legal = match.legal_ids
        if len(legal) >= CHOICES:
            plies.append(match.ply)
        stray = dice.integers(STRAYING) == 0
        chosen = int(dice.choice(legal)) if stray else choose(players[who], game, match.redacted(who), who, seed).move
        match.push(chosen)
    dice.shuffle(plies)
    for ply in plies:
        yield _at(match, ply)


def _at(match: Match, ply: int) -> Match:
    proxy = match.game.rulebook.state.proxy(match.at(ply))
    words = match.game.rulebook.state.dump(proxy.array, match.game.players, match.game.rulebook.not_in_dumps)
    return Match(match.game, 0, words)


def examine(match: Match, judges: list[Judge]) -> Puzzle | None:
    """The puzzle that a position makes, or None. Most positions are dropped at the first glance."""
    seat, game = match.actor, match.game
    assert seat is not None
    first, leaf = judges[0], game.rulebook.evaluation.LEAF
    decision = Decision(first, match.at(match.ply), seat)
    moves = decision.promising(CANDIDATES)
    for playouts, least in ((max(2, leaf // QUICK), GAP / 2), (leaf, GAP)):
        rows, _ = decision.judged(moves, playouts)
        if not _stands_out(rows, seat, least) or _ends_at_once(match, rows[0].move):
            return None
    right: set[int] | None = None
    gaps, values, order = [], [], []
    for judge in judges[1:]:
        checked = Decision(judge, match.at(match.ply), seat)
        rows, _ = checked.judged(checked.promising(MOST_CHECKED), CLOSER * leaf)
        good = {row.move for row in rows if row.loss <= RIGHT}
        gap = min((row.loss for row in rows if row.move not in good), default=0.0)
        if gap < CHECKED_GAP or (right is not None and not good & right):
            return None
        right = good if right is None else right & good
        gaps.append(gap)
        values.append(rows[0].value[seat])
        order += [row.move for row in rows]
    assert right is not None
    best = [move for move in dict.fromkeys(order) if move in right]
    return _made(match, seat, best, min(values), min(gaps))


def _stands_out(rows: list[Candidate], seat: int, least: float) -> bool:
    wrong = [row for row in rows if row.loss > RIGHT]
    if not wrong or rows[0].value[seat] < WORTH or len(rows) - len(wrong) > len(rows) // 2:
        return False
    return wrong[0].loss >= least and wrong[0].loss - wrong[0].interval >= least / 2


def _made(match: Match, seat: int, right: list[int], value: float, gap: float) -> Puzzle:
    position = match.dump()
    text = json.dumps([match.game.name, position, seat], sort_keys=True)
    grade = next((n for n, level in ((1, "normal"), (2, "hard")) if _finds(match, seat, level, right)), 3)
    theme = "finish" if value >= 0.95 else "rescue" if value <= 0.4 else "choice"
    return Puzzle(
        id=hashlib.sha256(text.encode()).hexdigest()[:10],
        game=match.game.name,
        players=match.game.players,
        options=match.game.chosen_options,
        position=position,
        seat=seat,
        right=tuple(match.game.moves.text_of(move) for move in right),
        value=round(value, 3),
        gap=round(gap, 3),
        grade=grade,
        theme=theme,
    )


def _ends_at_once(match: Match, move: int) -> bool:
    """Whether a move ends the game: such a win needs no finding."""
    trial = match.copy()
    trial.push(move)
    return trial.over


def _finds(match: Match, seat: int, level: str, right: list[int]) -> bool:
    return choose(find_bot(level), match.game, match.redacted(seat), seat, 0).move in right


def still_right(puzzle: Puzzle, playouts: int | None = None) -> bool:
    """Whether the best move of a puzzle is still the best of a shorter look, and no wrong move comes close."""
    match = puzzle.match()
    judge = Judge(match.game)
    decision = Decision(judge, match.at(0), puzzle.seat)
    leaf = match.game.rulebook.evaluation.LEAF if playouts is None else playouts
    right = [match.find(text) for text in puzzle.right]
    rows, _ = decision.judged(decision.promising(CANDIDATES, *right), leaf)
    return match.actor == puzzle.seat and rows[0].move in right
