"""The picture of a result, 1200 wide and 630 high, as it is shown beside a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.game import Rulebook
from tabletown.draw.pieces import meeple, seat_mark
from tabletown.draw.png import png
from tabletown.draw.shapes import rect
from tabletown.draw.sheet import definitions
from tabletown.draw.text import STYLE, display, fit_size, shorten, words
from tabletown.draw.tokens import resolve, var

from .game_signs import scene
from .sample_table import CARD
from .theme import TOKENS

MOST_ROWS = 5


def result_card(book: Rulebook, sentence: str, rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A PNG with the game's scene, the headline, and the players by place with their scores."""
    width, height = CARD
    accent, shade, _ = book.accent
    window = str(scene(book)).replace("<svg ", '<svg x="600" y="0" width="600" height="630" ', 1)
    size = fit_size(sentence, 500, 58, 30)
    parts = [
        rect(0, 0, width, height, var("paper")),
        window.replace("xMidYMax slice", "xMidYMid slice"),
        rect(0, 0, 620, height, var("card")),
        rect(612, 0, 8, height, shade),
        rect(0, 0, 620, 96, accent),
        display(book.title, 50, 64, 40, "#FFFFFF"),
        words("Tabletown", 570, 62, 24, "#FFFFFF", 600, "end"),
        display(shorten(sentence, 520, size), 50, 190, size, var("ink")),
    ]
    for index, row in enumerate(rows[:MOST_ROWS]):
        y = 270 + index * 70
        name = str(row["name"])
        letters = fit_size(name, 330, 30, 17, 600)
        first = row["place"] == 1
        parts += [
            rect(40, y - 34, 540, 62, var("fresh-tint") if first else var("paper"), 16),
            display(row["place"] or "", 72, y + 9, 30, var("ink-soft"), "middle"),
            meeple(124, y - 4, 50, row["seat"]) if first else seat_mark(124, y - 3, 38, row["seat"]),
            words(shorten(name, 330, letters, 600), 162, y + 8, letters, var("ink"), 600),
            display(str(row["score"]).replace("-", "−"), 560, y + 10, 34, var("ink"), "end"),
        ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}">'
    text = f"{head}<style>{STYLE}</style><defs>{definitions({})}</defs>{''.join(parts)}</svg>"
    return png(resolve(text, "light", TOKENS), 1)
