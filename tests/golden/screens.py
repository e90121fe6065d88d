"""Text tables as a person would see them: characters, styles, what can be clicked, and the same as prose."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import tabletown as tt
from golden.playthrough import HERE, finished
from tabletown.testing.variants import variants
from tabletown.text_table.canvas import Canvas

SIZES = ((51, 20), (94, 41))
"""What a terminal of 80x24 and one of 140x45 leave for the table."""
SEED = 2026


class Screen(NamedTuple):
    """A place in a random game, who looks, and the move that is chosen there."""

    game: tt.Game
    seed: int
    ply: int
    viewer: int | None
    move: str

    @property
    def header(self) -> str:
        game = self.game
        words = {"game": game.name, "players": game.players, "options": game.chosen_options, "seed": self.seed}
        return json.dumps({**words, "ply": self.ply, "viewer": self.viewer, "move": self.move})

    @classmethod
    def read(cls, header: str) -> Screen:
        words = json.loads(header)
        game = tt.game(words["game"], words["players"], **words["options"])
        return cls(game, words["seed"], words["ply"], words["viewer"], words["move"])


def file_of(book: tt.Rulebook) -> Path:
    return HERE / book.package.rpartition(".")[2] / "screens" / "text_table.txt"


def screens_of(book: tt.Rulebook) -> Iterator[Screen]:
    """The first place where each kind of move can be chosen; for each player count a later place and the end."""
    shown: set[str] = set()
    for game in variants(book):
        match = finished(game, SEED)
        walked = tt.Match(game, SEED, names=match.names)
        middle = bool(game.chosen_options)
        for ply, move in enumerate(match.moves):
            seat = walked.actor
            if seat is not None and seat >= 0 and ply % 3 == len(shown) % 3:
                legal = walked.legal_moves
                new = {other.name: other.text for other in legal if other.name not in shown}
                if not middle and 3 * ply > 2 * match.ply:
                    middle, new[""] = True, legal[-1].text
                shown |= new.keys()
                yield from (Screen(game, SEED, ply, seat, text) for text in new.values())
            walked.push(move.id)
        if not game.chosen_options:
            yield Screen(game, SEED, match.ply, None, "")


def read(book: tt.Rulebook) -> Iterator[Screen]:
    """The screens that are kept of a game."""
    for line in file_of(book).read_text(encoding="utf-8").splitlines():
        if line.startswith("{"):
            yield Screen.read(line)


def text_of(screens: Iterable[Screen]) -> str:
    """The screens as their file has them, in the order of their places in each match."""
    return "\n".join(_texts(screens))


def _texts(screens: Iterable[Screen]) -> Iterator[str]:
    for (game, seed), group in groupby(screens, key=lambda screen: (screen.game, screen.seed)):
        match = finished(game, seed)
        walked = tt.Match(game, seed, names=match.names)
        for screen in sorted(group, key=lambda screen: screen.ply):
            while walked.ply < screen.ply:
                walked.push(match.moves[walked.ply].id)
            view = walked.view(screen.viewer)
            view["selected"] = walked.find(screen.move) if screen.move else None
            table = game.rulebook.text_table
            drawn = [line for size in SIZES for line in _drawn(table.table(view, *size))]
            yield "\n".join([screen.header, *drawn, "", *table.prose(view), ""])


def _drawn(canvas: Canvas) -> Iterator[str]:
    """The characters; how many cells have which style; a checksum of which cell has which style and element."""
    yield ""
    yield from (f"|{line}" for line in canvas.plain().splitlines())
    cells = Counter(cell.style or "plain" for row in canvas.rows for cell in row)
    checksum = crc32(repr([[(cell.style, cell.target) for cell in row] for row in canvas.rows]).encode())
    yield f"{checksum:08x}: " + ", ".join(f"{style} {count}" for style, count in sorted(cells.items()))
