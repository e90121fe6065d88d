"""How the text tables fold: the rows that each size of window leaves them with, and a checksum of all that is drawn.

A game of the fewest players stands in windows of every height, one of the most players in windows of every width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from zlib import crc32

import tabletown as tt
from golden.playthrough import HERE, finished
from golden.screens import SEED

WIDTHS = [(width, 41) for width in range(36, 141)]
HEIGHTS = [(140, height) for height in range(12, 61)]


def file_of(book: tt.Rulebook) -> Path:
    return HERE / book.package.rpartition(".")[2] / "screens" / "sizes.txt"


def text_of(book: tt.Rulebook) -> str:
    fewest, most = book.players
    return "\n".join([*_lines(book.configure(fewest), HEIGHTS), *_lines(book.configure(most), WIDTHS)]) + "\n"


def _lines(game: tt.Game, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """One line for all sizes in a row that lead to as many rows of text."""
    match = finished(game, SEED)
    walked = tt.Match(game, SEED, names=match.names)
    while walked.actor is None or walked.actor < 0 or 3 * walked.ply < 2 * match.ply:
        walked.push(match.moves[walked.ply].id)
    view = walked.view(walked.actor)
    view["selected"] = walked.legal_ids[-1]
    yield f"{game.players} players, {view['moves'][-1]['label']}"
    drawn = [(size, game.rulebook.text_table.table(view, *size)) for size in sizes]
    for rows, run in groupby(drawn, key=lambda one: one[1].height):
        alike = list(run)
        (first, _), (last, _) = alike[0], alike[-1]
        cells = [(cell.char, cell.style, cell.target) for _, canvas in alike for row in canvas.rows for cell in row]
        checksum = crc32(repr(cells).encode())
        yield f"  {first[0]}x{first[1]} to {last[0]}x{last[1]}: {rows} rows, {checksum:08x}"
