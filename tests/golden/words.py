"""All that is said around the moves of random games: prompts, buttons and their tips, refusals, what the log tells a
seat, the reference, the reckoning. Each sentence stands where it is first said, below the game that said it.

What programs see is there as checksums: the view of each seat, and what learners observe.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import tabletown as tt
from golden.playthrough import HERE, finished
from tabletown.core.view import told
from tabletown.testing import label
from tabletown.testing.variants import variants

SEED = 2027


def file_of(book: tt.Rulebook) -> Path:
    return HERE / book.package.rpartition(".")[2] / "screens" / "words.txt"


def text_of(book: tt.Rulebook) -> str:
    """A random game of each variant: every ply of those without options, some plies of the others."""
    said: set[str] = set()
    lines = []
    for game in variants(book):
        lines.append(f"\n== {label(game)}")
        for line in _lines(game, 11 if game.chosen_options else 2):
            if line not in said:
                said.add(line)
                lines.append(line)
    return "\n".join(lines) + "\n"


def _lines(game: tt.Game, every: int) -> Iterator[str]:
    book, match = game.rulebook, finished(game, SEED)
    walked = tt.Match(game, SEED, names=match.names)
    sums: dict[str, int] = {}
    for ply, move in enumerate(match.moves):
        seat = walked.actor
        if ply % every == 0 and seat is not None and seat >= 0:
            yield from _decision(walked, seat)
            for viewer in range(game.players):
                key = f"observed by {viewer}"
                sums[key] = crc32(walked.observation(viewer).tobytes(), sums.get(key, 0))
        if ply % (5 * every) == 0:
            for viewer in (None, *range(game.players)):
                seen = json.dumps(book.view.describe(book.state.proxy(walked.redacted(viewer)), viewer), sort_keys=True)
                sums[f"seen by {viewer}"] = crc32(seen.encode(), sums.get(f"seen by {viewer}", 0))
        walked.push(move.id)
    yield from _ending(match)
    yield " ".join(f"{name} {checksum:08x}" for name, checksum in sums.items())


def _decision(match: tt.Match, seat: int) -> Iterator[str]:
    """What the seat to move is told, and what somebody else is."""
    book = match.game.rulebook
    for viewer in (seat, (seat + 1) % match.game.players, None):
        s = book.state.proxy(match.redacted(viewer))
        yield "prompt: " + " / ".join(book.words.prompt(s, viewer, match.names))
    s = book.state.proxy(match.redacted(seat))
    for target, reason in book.words.reasons(s, seat).items():
        yield f"reason: {target}: {reason}"
    for move in match.labelled_moves(s):
        outlook = book.words.outlook(move, s, match.names)
        yield f"move: {move.text}: {move.label} / {outlook} @{move.target}"


def _ending(match: tt.Match) -> Iterator[str]:
    book = match.game.rulebook
    for lines in told(match, 0, addressed=True):
        for line in lines:
            changes = ", ".join(f"{c.target} {c.amount:+}{c.source and ' from ' + c.source}" for c in line.changes)
            yield f"told: {line.text} [{changes}]"
    s = book.state.proxy(match.redacted(None))
    yield from (f"reference: {line}" for line in match.reference(None))
    yield from (f"chart: {chart}" for chart in book.reckoning.charts(told(match, None), s))
    yield from (f"rival: {rival}" for rival in book.reckoning.rivals(s))
    optional: Any = book.words
    for seat in range(match.game.players):
        yield f"parts: {optional.score_parts and optional.score_parts(s, seat)}"
        yield f"prospects: {optional.prospects and optional.prospects(s, seat)}"
    if match.game.players == 1 and optional.solo:
        yield f"solo: {optional.solo(s)}"
