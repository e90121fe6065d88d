"""Why one move is better than another, in the game's own terms: one explanation for hints, the coach, reviews and
puzzles.

What a move does is told by the rules, to the end of the turn: a choice of several clicks is told as a whole. What it
earns, costs and takes from others are the numbers that a game declares as its `prospects`. Where these are the same,
what it prepares are those numbers at the end of the player's next turn, if all do what seems best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..bots.bot import Choice, key_of
from ..bots.compiled_search import ready_drivers
from ..compile.engine import engine
from ..core.game import Game, Rulebook
from ..core.grammar import listed, named, sentence
from ..core.move import CHANCE, OVER
from .judge import Judge

MOST_LINES = 3
"""How many sentences tell what a move does."""
MOST_CLICKS = 12
"""How many more moves of the same turn are looked at."""
MOST_NUMBERS = 3
"""How many numbers are compared at most: the first that a game declares are those that matter most."""


MOST_AHEAD = 60
"""How many moves are looked ahead to the end of the next turn."""


class Outlook(NamedTuple):
    """What a move does until the turn ends: sentences, and the numbers of all seats after it."""

    told: str
    """Nothing if the rules have nothing to tell."""
    numbers: list[dict[str, float]]
    """By seat: how it then stands, as the game counts it."""
    record: np.ndarray
    """The position at the end of the turn."""


def label(game: Game, array: np.ndarray, move: int, names: Sequence[str]) -> str:
    """A move as a button says it."""
    book = game.rulebook
    found: str = book.words.label(book.moves.decode(move), book.state.proxy(array), list(names))
    return found


def outlook(
    game: Game, seen: np.ndarray, seat: int, move: int, names: Sequence[str], reader: int | None = None
) -> Outlook:
    """What comes of a move by the end of the turn, whose other moves are those that seem best; what its player can't
    know is guessed.
    """
    book, rules = game.rulebook, engine(game.rulebook)
    here = seen.copy()
    rules.guess(here, seat, 0)
    lines: list[str] = []
    for _ in range(MOST_CLICKS):
        before = here.copy()
        rules.push(here, move)
        told = book.words.tell(
            book.state.proxy(before), book.moves.decode(move), book.state.proxy(here), named(names, reader)
        )
        lines += [sentence(line[1]) for line in told if line[1]]
        if rules.actor(here) != seat:
            break
        move = _likely(book, game.players, here, seat)
    return Outlook(" ".join(lines[:MOST_LINES]), _standings(game, here), here)


def why(
    game: Game, seen: np.ndarray, seat: int, better: int, worse: int, names: Sequence[str], reader: int | None = None
) -> list[str]:
    """Sentences that say what a better move does and a worse one doesn't; there is always at least one."""
    first, second = (outlook(game, seen, seat, move, names, reader) for move in (better, worse))
    labels = [label(game, seen, move, names) for move in (better, worse)]
    found = [f"{labels[0]}: {first.told}" if first.told else ""]
    if second.told != first.told:
        found.append(f"{labels[1]}: {second.told}" if second.told else "")
    who = named(names, reader)
    if first.numbers == second.numbers:
        later = [_standings(game, _after_next_turn(game, view.record, seat))[seat] for view in (first, second)]
        if _ahead(*later):
            found.append(f"After the next turn, as it is likely to go: {_compared(str(who[seat]), *later)}")
    found.append(_compared(str(who[seat]), first.numbers[seat], second.numbers[seat]))
    for other in range(game.players):
        if other != seat:
            found.append(_taken(str(who[other]), first.numbers[other], second.numbers[other]))
    found = [text for text in found if text]
    return found or [f"{labels[0]} and {labels[1]} bring the same at once; the first prepares more for the next turns."]


def does(game: Game, seen: np.ndarray, seat: int, move: int, names: Sequence[str], reader: int | None = None) -> str:
    """What a move does by the end of the turn."""
    return outlook(game, seen, seat, move, names, reader).told


def why_chosen(choice: Choice, names: Sequence[str]) -> list[str]:
    """What the move that a bot would play does, and what it brings that the next best doesn't, told to its player."""
    assert choice.game is not None
    assert choice.position is not None
    others = [other.move for other in choice.candidates if other.move != choice.move and other.share]
    if others:
        return why(choice.game, choice.position, choice.seat, choice.move, others[0], names, reader=choice.seat)
    told = does(choice.game, choice.position, choice.seat, choice.move, names, reader=choice.seat)
    return [told] if told else []


def falls_short(game: Game, seen: np.ndarray, seat: int, better: int, worse: int, names: Sequence[str]) -> list[str]:
    """What a worse move does, and the numbers that a better one brings, without a word on which one that is."""
    first, second = (outlook(game, seen, seat, move, names, seat) for move in (better, worse))
    gained = _told(first.numbers[seat], second.numbers[seat], _ahead(first.numbers[seat], second.numbers[seat]))
    missing = f"The best move leads to {gained}." if gained else ""
    return [text for text in (second.told, missing) if text]


# ------------------------------------------------------------------ numbers in words


Numbers = dict[str, float]


def _compared(who: str, first: Numbers, second: Numbers) -> str:
    """What the better move earns its player and what it costs, against the worse one."""
    gains, costs = _told(first, second, _ahead(first, second)), _told(first, second, _ahead(second, first))
    has = "have" if who == "you" else "has"
    if gains:
        return f"{_upper(who)} {has} {gains}{f', but {costs}' if costs else ''}."
    return f"{_upper(who)} {has} {costs} at once, but better prospects." if costs else ""


def _taken(who: str, first: Numbers, second: Numbers) -> str:
    """What the better move takes from somebody else, or keeps from them."""
    less = _told(first, second, _ahead(second, first))
    return f"{_upper(who)} {'have' if who == 'you' else 'has'} only {less}." if less else ""


def _ahead(first: Numbers, second: Numbers) -> list[str]:
    """In what the first is ahead."""
    return [name for name in first if round(first[name] - second[name], 1) > 0][:MOST_NUMBERS]


def _told(first: Numbers, second: Numbers, names: Sequence[str]) -> str:
    """Some numbers beside those of the other: "2.3 coins a round instead of 2"."""
    return listed([f"{_counted(first[name], name)} instead of {second[name]:g}" for name in names])


def _counted(number: float, name: str) -> str:
    """A number with its name, which is given for many: 2 coins a round, 1 coin a round."""
    first, space, rest = name.partition(" ")
    return f"{number:g} {first.removesuffix('s') if number == 1 else first}{space}{rest}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------ looking ahead


def _standings(game: Game, array: np.ndarray) -> list[dict[str, float]]:
    return [_prospects(game, array, seat) for seat in range(game.players)]


def _prospects(game: Game, array: np.ndarray, seat: int) -> dict[str, float]:
    """The numbers by which a person would compare positions."""
    declared = game.rulebook.words.prospects
    if declared is None:
        return {"points": float(engine(game.rulebook).score(array, seat))}
    return {name: round(float(number), 1) for name, number in declared(game.rulebook.state.proxy(array), seat)}


@lru_cache(32)
def _guide(book: Rulebook, players: int, ready: bool) -> Judge:
    """One for the time until native code is `ready`, and one for the time after it."""
    return Judge(book.configure(players), threads=1, waits=ready)


def _after_next_turn(game: Game, record: np.ndarray, seat: int) -> np.ndarray:
    """The position when the next turn of a seat has ended, if everybody does what seems best and chance is drawn."""
    book, rules, here = game.rulebook, engine(game.rulebook), record.copy()
    began = False
    for ply in range(MOST_AHEAD):
        who = rules.actor(here)
        if who == OVER or (began and who != seat):
            break
        began = began or who == seat
        if who == CHANCE:
            rules.push(here, rules.draw(here, key_of(0), ply))
            continue
        seen = here.copy()
        rules.redact(seen, who)
        rules.push(here, _likely(book, game.players, seen, who))
    return here


def _likely(book: Rulebook, players: int, array: np.ndarray, seat: int) -> int:
    """The move of a seat that seems best at a glance."""
    legal = engine(book).legal(array)
    if len(legal) == 1:
        return legal[0]
    return _guide(book, players, ready_drivers(book) is not None).ranked(array.copy(), seat)[0]
