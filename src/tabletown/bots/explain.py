"""Why a bot chose a move: what it expects of each candidate, and how it sees play go on, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compile.engine import engine
from ..core.game import Game, check_names
from ..core.move import CHANCE, OVER
from .bot import Choice

SHOWN = 5


def explain(choice: Choice, names: Sequence[str] | None = None) -> dict[str, Any]:
    """A JSON-ready account: `summary` in one sentence, `candidates` from best to worst, `line` of expected play."""
    assert choice.game is not None
    assert choice.position is not None
    words = check_names(names, choice.game.players)
    labels = _label(choice.game, choice.position, choice.move, words)
    return {
        "move": choice.move,
        "label": labels,
        "summary": _summary(choice, labels, words),
        "playouts": choice.playouts,
        "candidates": [
            {
                "move": c.move,
                "label": _label(choice.game, choice.position, c.move, words),
                "value": round(c.value, 4),
                "share": round(c.share, 4),
            }
            for c in choice.candidates
        ],
        "line": _line(choice, words),
    }


def can_be_won(game: Game) -> bool:
    """Whether a value is a chance to win; of a game for one that only counts points it is not."""
    return game.players > 1 or game.rulebook.solo_can_be_lost


def _label(game: Game, position: np.ndarray, move: int, names: list[str]) -> str:
    rulebook = game.rulebook
    found: str = rulebook.words.label(rulebook.moves.decode(move), rulebook.state.proxy(position), names)
    return found


def _summary(choice: Choice, label: str, names: list[str]) -> str:
    """What the move would do in the game's own terms, how often it should win, and how the next best compares."""
    outlook = outlook_of(choice, names)
    text = f"{label}: {outlook}" if outlook else f"{label}."
    return " ".join([part for part in (text, chances(choice, names)) if part])


def next_best(choice: Choice) -> int | None:
    """The best of the moves that the bot tried beside the one that it chose."""
    others = [candidate for candidate in choice.candidates if candidate.move != choice.move and candidate.share]
    return max(others, key=lambda candidate: candidate.value).move if others else None


def chances(choice: Choice, names: list[str]) -> str:
    """How often the chosen move should win, and how the next best compares; nothing if the bot has no idea of that.

    A bot that judges the position alone gives all moves the same value: then nothing is compared.
    """
    game = choice.game
    if choice.value is None or game is None or choice.position is None or not can_be_won(game):
        return ""
    text = f"Expected to win {choice.value:.0%} of the time"
    second = next((candidate for candidate in choice.candidates if candidate.move == next_best(choice)), None)
    if second is None or second.value == choice.value:
        return f"{text}."
    other = _label(game, choice.position, second.move, names)
    if f"{second.value:.0%}" == f"{choice.value:.0%}":
        return f"{text}, and so is {other}."
    if second.value > choice.value:
        return f"{text}. {other} looks like {second.value:.0%}, but that was tried too rarely to be trusted."
    return f"{text}; {other} {second.value:.0%}."


def outlook_of(choice: Choice, names: list[str]) -> str:
    """What the chosen move would do, as the game says it before it is played; nothing if its label says it all."""
    if choice.game is None or choice.position is None:
        return ""
    book = choice.game.rulebook
    found: str = book.words.outlook(book.moves.decode(choice.move), book.state.proxy(choice.position), names)
    return found


def _line(choice: Choice, names: list[str]) -> list[dict[str, Any]]:
    """The principal variation, replayed on one guess at what is hidden, up to the first move that is illegal there."""
    game, position = choice.game, choice.position
    assert game is not None
    assert position is not None
    rules = engine(game.rulebook)
    here = position.copy()
    rules.guess(here, choice.seat, 0)
    told: list[dict[str, Any]] = []
    for move in choice.line:
        who = rules.actor(here)
        if who == OVER or move not in rules.legal(here):
            break
        seat = None if who == CHANCE else who
        told.append({"seat": seat, "move": move, "text": _told(game, here, move, seat, names)})
        rules.push(here, move)
    return told


def _told(game: Game, position: np.ndarray, move: int, seat: int | None, names: list[str]) -> str:
    label = _label(game, position, move, names)
    return label if seat is None else f"{names[seat]}: {label}"
