"""Why one move is better than another, in the game's own terms: one explanation for hints, the coach and reviews.

What a move does is told by the rules; what it prepares are the numbers that a game declares as its `prospects`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..compile.engine import engine
from ..core.game import Game
from ..core.grammar import named, sentence

MOST_LINES = 2
"""How many sentences tell what a move does at once."""


def label(game: Game, array: np.ndarray, move: int, names: Sequence[str]) -> str:
    """A move as a button says it."""
    book = game.rulebook
    found: str = book.words.label(book.moves.decode(move), book.state.proxy(array), list(names))
    return found


def does(game: Game, seen: np.ndarray, seat: int, move: int, names: Sequence[str], reader: int | None = None) -> str:
    """What a move does at once; what its player can't know is guessed."""
    book = game.rulebook
    before, after = _tried(game, seen, seat, move)
    lines = book.words.tell(
        book.state.proxy(before), book.moves.decode(move), book.state.proxy(after), named(names, reader)
    )
    return " ".join(sentence(line[1]) for line in lines[:MOST_LINES] if line[1])


def prospects(game: Game, seen: np.ndarray, seat: int, move: int) -> dict[str, float]:
    """The numbers by which a person would compare positions, after a move."""
    declared = game.rulebook.words.prospects
    after = _tried(game, seen, seat, move)[1]
    if declared is None:
        return {"points": float(engine(game.rulebook).score(after, seat))}
    return {name: float(number) for name, number in declared(game.rulebook.state.proxy(after), seat)}


def why(
    game: Game, seen: np.ndarray, seat: int, better: int, worse: int, names: Sequence[str], reader: int | None = None
) -> list[str]:
    """Sentences that say what a better move brings and a worse one doesn't."""
    first, second = prospects(game, seen, seat, better), prospects(game, seen, seat, worse)
    differing = [name for name in first if round(first[name], 1) != round(second[name], 1)]
    found = [does(game, seen, seat, better, names, reader)]
    if differing:
        told = [
            _numbers(label(game, seen, move, names), numbers, differing)
            for move, numbers in ((better, first), (worse, second))
        ]
        found.append(" ".join(told))
    return [text for text in found if text]


def falls_short(game: Game, seen: np.ndarray, seat: int, better: int, worse: int, names: Sequence[str]) -> list[str]:
    """What a worse move does, and the numbers that a better one brings, without a word on which one that is."""
    first, second = prospects(game, seen, seat, better), prospects(game, seen, seat, worse)
    found = [does(game, seen, seat, worse, names, seat)]
    differing = [name for name in first if round(first[name], 1) != round(second[name], 1)]
    if differing:
        numbers = [", ".join(_counted(values[name], name) for name in differing) for values in (second, first)]
        found.append(f"You then have {numbers[0]}; the best move leads to {numbers[1]}.")
    return [text for text in found if text]


def _numbers(name: str, numbers: dict[str, float], wanted: list[str]) -> str:
    return f"{name}: {', '.join(_counted(numbers[key], key) for key in wanted)}."


def _counted(number: float, name: str) -> str:
    """A number with its name, which is given for many: 2 coins a round, 1 coin a round."""
    first, space, rest = name.partition(" ")
    return f"{number:g} {first.removesuffix('s') if number == 1 else first}{space}{rest}"


def _tried(game: Game, seen: np.ndarray, seat: int, move: int) -> tuple[np.ndarray, np.ndarray]:
    rules = engine(game.rulebook)
    before = seen.copy()
    rules.guess(before, seat, 0)
    after = before.copy()
    rules.push(after, move)
    return before, after
