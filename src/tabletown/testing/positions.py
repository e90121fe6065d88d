"""Positions that somebody made up: each is refused in one sentence, or it can be played to the end.

A dump of a random game with one or two values changed is such a position. `tools/try_positions.py` tries as many as one
likes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..compile.drivers import TALLY_SIZE
from ..compile.engine import stream_key
from ..core.errors import BadPosition
from ..core.game import Game
from ..core.match import Match
from ..core.move import OVER
from ..core.record import Field
from . import targets

NUMBERS = (-2, -1, 0, 1, 2, 3, 5, 12, 63, 64, 99, 127, 128, 999, 40_000)
ODD: tuple[Any, ...] = (None, True, 1.5, "", "x", [], {}, [1], {"x": 1}, 2**70)
PLIES = 20_000


def dumps(game: Game, seed: int, every: int) -> Iterator[dict[str, Any]]:
    """Positions of one random game in words, one in `every` plies."""
    match = Match(game, seed)
    while not match.over:
        if match.ply % every == seed % every:
            yield match.dump()
        match.push(match.random_move())
    yield match.dump()


def changed(game: Game, words: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """The same position with one or two values changed at random."""
    found: dict[str, Any] = json.loads(json.dumps(words))
    for name in draw.sample(list(found), draw.choice((1, 1, 2))):
        found[name] = _changed(game.rulebook.state.fields[name], found[name], 0, draw)
    return found


def _changed(entry: Field, value: Any, depth: int, draw: random.Random) -> Any:
    """A value of a field with one of its numbers or words changed; `depth` counts the axes above it."""
    if draw.random() < 0.01:
        return draw.choice(ODD)
    if depth < len(entry.by):
        axis = entry.by[depth]
        if isinstance(axis, int) and isinstance(value, list) and value:
            index = draw.randrange(len(value))
            return [_changed(entry, inner, depth + 1, draw) if i == index else inner for i, inner in enumerate(value)]
        if not isinstance(axis, int) and isinstance(value, dict):
            word = draw.choice(list(axis))
            empty: Any = {} if depth + 1 < len(entry.by) else 0
            return value | {word: _changed(entry, value.get(word, empty), depth + 1, draw)}
        return draw.choice(ODD)
    if entry.values is not None:
        return draw.choice([*entry.values, None])
    return draw.choice([value + 1, value - 1, *NUMBERS] if isinstance(value, int) else NUMBERS)


def verdict(game: Game, words: dict[str, Any], seed: int, interpreted: bool) -> str | None:
    """The sentence that refuses a position, or None if it could be seen, and played to its end with all conserved.

    Anything else raises AssertionError. Native rules play it, interpreted rules before them if asked for.
    """
    try:
        match = Match(game, seed, words)
    except BadPosition as error:
        if not str(error) or "\n" in str(error):
            raise AssertionError(f"{error!r} is not one sentence") from error
        return str(error)
    book = game.rulebook
    start = match.position.array.copy()
    kept = book.declarations.conserved(match.position)
    for viewer in (None, 0):
        json.dumps(match.view(viewer))
    if interpreted:
        last = _play_interpreted(game, start.copy(), seed, kept)
    finals, tally = book.state.new(1), np.zeros(TALLY_SIZE, np.int64)
    targets.native(book).play_many(start, seed, 0, 1, PLIES, tally, finals)
    end = book.state.proxy(finals)
    _require(targets.native(book).actor(finals) == OVER, "native rules do not reach an end")
    _require(book.declarations.conserved(end) == kept, f"native rules change what is conserved: {kept}")
    _require(not interpreted or last.tobytes() == finals.tobytes(), "native and interpreted rules end differently")
    return None


def _play_interpreted(game: Game, array: np.ndarray, seed: int, kept: dict[str, int]) -> np.ndarray:
    engine, key = targets.interpreted(game.rulebook), stream_key(seed)
    s = game.rulebook.state.proxy(array)
    for ply in range(PLIES):
        if engine.actor(array) == OVER:
            return array
        move = engine.draw(array, key, ply)
        engine.push(array, move)
        now = game.rulebook.declarations.conserved(s)
        _require(now == kept, f"{game.moves.text_of(move)} changes what is conserved: {kept} to {now}")
    raise AssertionError(f"random play goes on after {PLIES} moves")


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)


def try_positions(game: Game, seed: int, count: int, interpreted_every: int = 1) -> tuple[int, int]:
    """Try changed positions of random games; how many were refused, and how many were played to the end."""
    draw = random.Random(f"{game} {seed}")
    refused = played = 0
    while refused + played < count:
        seed += 1
        for words in dumps(game, seed, 7):
            for _ in range(10):
                position = changed(game, words, draw)
                try:
                    sentence = verdict(game, position, seed, played % interpreted_every == 0)
                except Exception as error:
                    different = {name: value for name, value in position.items() if value != words.get(name)}
                    where = f"{game}, seed {seed}, position with {different}"
                    raise AssertionError(f"{where}: {error}; the whole position: {json.dumps(position)}") from error
                refused, played = refused + (sentence is not None), played + (sentence is None)
            if refused + played >= count:
                break
    return refused, played
