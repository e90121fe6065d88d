"""Why one move is better than another, in the game's own terms: one explanation for hints, the coach, reviews and
puzzles.

What a move does is told by the rules, to the end of the turn: a choice of several clicks is told as a whole. What it
earns, costs and takes from others are the numbers that a game declares as its `prospects`. Where it earns nothing at
once, what it prepares are those numbers at the end of the player's next turn, or some turns later, on the average of
some ways in which that may go if all do what seems best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..bots import ready
from ..bots.bot import Choice, key_of
from ..bots.explain import chances, next_best, outlook_of
from ..compile.engine import engine, forced
from ..core.game import Game, Rulebook
from ..core.grammar import Name, listed, named, sentence
from ..core.move import CHANCE, OVER
from .judge import Judge

MOST_LINES = 3
"""How many sentences tell what a move does."""
MOST_CLICKS = 12
"""How many more moves of the same turn are looked at."""
MOST_NUMBERS = 3
"""How many numbers are compared at most: the first that a game declares are those that matter most."""
MOST_AHEAD = 60
"""How many moves are looked ahead for each turn."""
FUTURES = 8
"""In how many ways the next turns are played through."""
LATER = {1: "By the end of {whose} next turn", 3: "Three turns later"}
"""By number of turns of the player that are looked ahead, the nearest first: when that is."""


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
    game: Game,
    seen: np.ndarray,
    seat: int,
    move: int,
    names: Sequence[str],
    reader: int | None = None,
    then: Sequence[str] = (),
) -> Outlook:
    """What comes of a move by the end of the turn; what its player can't know is guessed.

    The other choices of the turn are those in `then`, as texts, and after them those that seem best.
    """
    book, rules = game.rulebook, engine(game.rulebook)
    here = seen.copy()
    rules.guess(here, seat, 0)
    lines, given = list[str](), iter(then)
    for _ in range(MOST_CLICKS):
        before = here.copy()
        rules.push(here, move)
        told = book.words.tell(
            book.state.proxy(before), book.moves.decode(move), book.state.proxy(here), named(names, reader)
        )
        lines += [sentence(line[1]) for line in told if line[1]]
        if rules.actor(here) != seat:
            break
        legal = rules.legal(here)
        chosen = game.moves.id_of(next(given, "")) if len(legal) > 1 else None
        move = chosen if chosen in legal else _likely(book, game.players, here, seat)
    return Outlook(" ".join(lines[:MOST_LINES]), _standings(game, here), here)


def why(
    game: Game,
    seen: np.ndarray,
    seat: int,
    better: int,
    worse: int,
    names: Sequence[str],
    reader: int | None = None,
    then: Sequence[str] = (),
) -> list[str]:
    """Sentences that say what a better move does and a worse one doesn't; there is always at least one. `then` are the
    choices of the turn that follow the better one, if they are known.
    """
    first = outlook(game, seen, seat, better, names, reader, then)
    second = outlook(game, seen, seat, worse, names, reader)
    labels = [label(game, seen, move, names) for move in (better, worse)]
    found = [_done(labels[0], first.told)]
    if second.told != first.told:
        found.append(_done(labels[1], second.told))
    differences = _differences(game, seat, first, second, names, reader)
    if not differences and first.numbers == second.numbers:
        found.append("Both bring about the same in the next turns; played on from there, the first wins more.")
    return [text for text in [*found, *differences] if text]


def _differences(
    game: Game, seat: int, first: Outlook, second: Outlook, names: Sequence[str], reader: int | None
) -> list[str]:
    """In what two outlooks differ: what the first earns and costs its player, and what it takes from the others."""
    who = named(names, reader)
    earned, later = _ahead(first.numbers[seat], second.numbers[seat]), ""
    if not earned and (coming := _prepared(game, seat, first, second, who[seat])):
        has = "have" if who[seat].is_reader else "has"
        later = f"{coming[0]} {who[seat]} {has} {coming[1]}, {TRIES}."
    found = [_compared(who[seat], first.numbers[seat], second.numbers[seat], bool(later))]
    for other in range(game.players):
        if other != seat:
            found.append(_taken(who[other], first.numbers[other], second.numbers[other]))
    return [text for text in [*found, later] if text]


def does(game: Game, seen: np.ndarray, seat: int, move: int, names: Sequence[str], reader: int | None = None) -> str:
    """What a move does by the end of the turn."""
    return outlook(game, seen, seat, move, names, reader).told


def can_compare(game: Game) -> bool:
    """Whether moves can be compared without a wait: that plays many turns, too many for interpreted rules."""
    return forced() is not None or ready(game)


def why_chosen(choice: Choice, names: Sequence[str]) -> list[str]:
    """What the move that a bot would play does, and what it brings that the next best doesn't, told to its player."""
    assert choice.game is not None
    assert choice.position is not None
    others = [other.move for other in choice.candidates if other.move != choice.move and other.share]
    if others:
        return why(choice.game, choice.position, choice.seat, choice.move, others[0], names, reader=choice.seat)
    told = does(choice.game, choice.position, choice.seat, choice.move, names, reader=choice.seat)
    return [told] if told else []


def hint_in_words(choice: Choice, names: Sequence[str]) -> str:
    """Why a bot would play a move, told to its player: what it does, what it brings that the next best doesn't, and how
    often it should win."""
    assert choice.game is not None
    assert choice.position is not None
    game, seen, seat = choice.game, choice.position, choice.seat
    first, other = outlook(game, seen, seat, choice.move, names, seat), next_best(choice)
    found = [outlook_of(choice, list(names)) or first.told]
    if other is not None:
        differences = _differences(game, seat, first, outlook(game, seen, seat, other, names, seat), names, seat)
        if differences:
            rest = " ".join(differences)
            rest = f", {rest[:1].lower()}{rest[1:]}" if rest.startswith(("You ", "After ")) else f": {rest}"
            found.append(f"Compared with “{label(game, seen, other, names)}”{rest}")
    return " ".join([text for text in [*found, chances(choice, list(names))] if text])


def falls_short(
    game: Game, seen: np.ndarray, seat: int, better: int, worse: int, names: Sequence[str], then: Sequence[str] = ()
) -> list[str]:
    """What a worse move does, and the numbers that a better one brings, without a word on which one that is."""
    first = outlook(game, seen, seat, better, names, seat, then)
    second = outlook(game, seen, seat, worse, names, seat)
    gained = _told(first.numbers[seat], second.numbers[seat], _ahead(first.numbers[seat], second.numbers[seat]))
    if gained:
        return [text for text in (second.told, f"The best move leads to {gained}.") if text]
    if coming := _prepared(game, seat, first, second, named(names, seat)[seat]):
        return [text for text in (second.told, f"{coming[0]} the best move leads to {coming[1]}, {TRIES}.") if text]
    same = "The best move brings about the same in the next turns, but played on from there it wins more."
    return [text for text in (second.told, same) if text]


# ------------------------------------------------------------------ numbers in words


Numbers = dict[str, float]
TRIES = f"on the average of {FUTURES} tries"


def _done(name: str, told: str) -> str:
    """What a move does after its name; nothing if the rules tell nothing."""
    words = told.rstrip(".").lower().split()[1:]
    said = name.lower().split()
    if len(words) == len(said) and all(word.startswith(part) for word, part in zip(words, said, strict=True)):
        return f"{name}: nothing else happens."
    return f"{name}: {told}" if told else ""


def _compared(who: Name, first: Numbers, second: Numbers, prepares: bool) -> str:
    """What the better move earns its player and what it costs, against the worse one; `prepares` if it is told of
    later turns what it is good for.
    """
    gains, costs = _told(first, second, _ahead(first, second)), _told(first, second, _ahead(second, first))
    has = "have" if who.is_reader else "has"
    if gains:
        return f"{_upper(who)} {has} {gains}{f', but {costs}' if costs else ''}."
    return f"At first {who} {has} only {costs}{'' if prepares else ', but better prospects'}." if costs else ""


def _taken(who: Name, first: Numbers, second: Numbers) -> str:
    """What the better move takes from somebody else, or keeps from them."""
    less = _told(first, second, _ahead(second, first))
    only = "" if less.startswith("no ") else "only "
    return f"{_upper(who)} {'have' if who.is_reader else 'has'} {only}{less}." if less else ""


def _ahead(first: Numbers, second: Numbers) -> list[str]:
    """In what the first is ahead."""
    return [name for name in first if round(first[name] - second[name], 1) > 0][:MOST_NUMBERS]


def _told(first: Numbers, second: Numbers, names: Sequence[str]) -> str:
    """Some numbers beside those of the other: "2.3 coins a round instead of 2"."""
    return listed([f"{_counted(first[name], name)} instead of {_number(second[name])}" for name in names])


def _counted(number: float, name: str) -> str:
    """A number with its name, which is given for many: 2 coins a round, 1 coin a round, no coins a round."""
    first, space, rest = name.partition(" ")
    return f"{_number(number) if number else 'no'} {first.removesuffix('s') if number == 1 else first}{space}{rest}"


def _number(number: float) -> str:
    return f"{number:g}".replace("-", "−")


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


@lru_cache(16)
def _guide(book: Rulebook, players: int) -> Judge:
    return Judge(book.configure(players), threads=1)


def _prepared(game: Game, seat: int, first: Outlook, second: Outlook, who: Name) -> tuple[str, str] | None:
    """When the better move has brought its player more than the worse one, and what; None if it is not soon."""
    for turns, when in LATER.items():
        ours, others = (_later(game, view.record, seat, turns) for view in (first, second))
        if gained := _told(ours, others, _ahead(ours, others)):
            return when.format(whose=f"{who:'s}"), gained
    return None


def _later(game: Game, record: np.ndarray, seat: int, turns: int) -> Numbers:
    """What a seat has after some more turns, on the average of some ways in which chance may have it."""
    found = [_prospects(game, _played_on(game, record, seat, turns, number), seat) for number in range(FUTURES)]
    return {name: round(sum(numbers[name] for numbers in found) / FUTURES, 1) for name in found[0]}


def _played_on(game: Game, record: np.ndarray, seat: int, turns: int, number: int) -> np.ndarray:
    """The position when some more turns of a seat have ended, if all do what seems best and chance is drawn."""
    book, rules, here = game.rulebook, engine(game.rulebook), record.copy()
    begun, before = 0, None
    for ply in range(MOST_AHEAD * turns):
        who = rules.actor(here)
        if who == OVER or (begun == turns and who != seat):
            break
        begun += who == seat != before
        before = who
        if who == CHANCE:
            rules.push(here, rules.draw(here, key_of(0, number), ply))
            continue
        seen = here.copy()
        rules.redact(seen, who)
        rules.push(here, _likely(book, game.players, seen, who))
    return here


def _likely(book: Rulebook, players: int, array: np.ndarray, seat: int) -> int:
    """The move of a seat that seems best at a glance."""
    legal = engine(book).legal(array)
    return legal[0] if len(legal) == 1 else _guide(book, players).ranked(array.copy(), seat)[0]
