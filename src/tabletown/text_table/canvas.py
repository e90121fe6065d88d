"""A canvas of characters: every cell has a character, a named style and the id of the element it belongs to.

Element ids are those of the game's moves (`Move.target`), so a terminal can tell what was clicked, and which cell the
cursor keys go to next. Styles are names (see `styles`), so one drawing serves light, dark and sixteen colours.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len, get_character_cell_size
from rich.style import Style
from rich.text import Text


@dataclass(frozen=True)
class Cell:
    """One character cell; the right half of a wide character is the empty string."""

    char: str = " "
    style: str = ""
    target: str = ""


EMPTY = Cell()
FRAMES = {"round": "╭─╮│╰╯", "heavy": "┏━┓┃┗┛", "double": "╔═╗║╚╝"}
"""Corners and edges: top left, across, top right, down, bottom left, bottom right."""


class Canvas:
    """Rows of cells that grow downwards; what would stand right of the width is cut off."""

    def __init__(self, width: int, height: int = 0) -> None:
        self.width = max(1, width)
        self.rows: list[list[Cell]] = []
        self._grow(height)

    @property
    def height(self) -> int:
        return len(self.rows)

    def _grow(self, height: int) -> None:
        while len(self.rows) < height:
            self.rows.append([EMPTY] * self.width)

    # -------------------------------------------------------------- drawing

    def put(self, x: int, y: int, text: str, style: str = "", target: str = "") -> int:
        """Write text; returns the column after it. An unstyled character keeps the ground it is written on."""
        self._grow(y + 1)
        row = self.rows[y]
        for char in text:
            wide = get_character_cell_size(char)
            if wide == 0:
                continue
            if x >= 0 and x + wide <= self.width:
                below = row[x]
                row[x] = Cell(char, style or below.style, target or below.target)
                if wide == 2:
                    row[x + 1] = Cell("", style or below.style, target or below.target)
            x += wide
        return x

    def parts(self, x: int, y: int, pieces: Iterable[tuple[str, str]], target: str = "") -> int:
        """Write pieces of text one after the other, each with its style; returns the column after them."""
        for text, style in pieces:
            x = self.put(x, y, text, style, target)
        return x

    def paragraph(self, x: int, y: int, width: int, text: str, style: str = "", lines: int = 99) -> int:
        """Write text in lines of a width; returns the row after it. What has no room ends in an ellipsis."""
        wrapped = wrap(text, width)
        for number, line in enumerate(wrapped[:lines]):
            last = number == lines - 1 and len(wrapped) > lines
            self.put(x, y + number, shorten(f"{line} …", width) if last else line, style)
        return y + min(len(wrapped), lines)

    def fill(self, x: int, y: int, width: int, height: int, style: str, target: str = "", char: str = " ") -> None:
        """Paint a ground."""
        for row in range(y, y + height):
            self.put(x, row, char * width, style, target)

    def frame(
        self, x: int, y: int, width: int, height: int, style: str = "line", target: str = "", kind: str = "round"
    ) -> None:
        """A frame with an empty inside."""
        top_left, across, top_right, down, bottom_left, bottom_right = list(FRAMES[kind])
        self.put(x, y, top_left + across * (width - 2) + top_right, style, target)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, down, style, target)
            self.put(x + 1, row, " " * (width - 2), "", target)
            self.put(x + width - 1, row, down, style, target)
        self.put(x, y + height - 1, bottom_left + across * (width - 2) + bottom_right, style, target)

    def rule(self, y: int, title: str = "", style: str = "line", heading: str = "heading") -> None:
        """A line across the canvas with a title in it."""
        self.put(0, y, "─" * self.width, style)
        if title:
            self.put(2, y, f" {shorten(title, self.width - 6)} ", heading)

    def blit(self, x: int, y: int, other: Canvas) -> None:
        """Lay another canvas over this one."""
        self._grow(y + other.height)
        for down, row in enumerate(other.rows):
            for across, cell in enumerate(row):
                if 0 <= x + across < self.width:
                    self.rows[y + down][x + across] = cell

    # -------------------------------------------------------------- what is where

    def target_at(self, x: int, y: int) -> str:
        """The id of the element in a cell, or nothing."""
        inside = 0 <= y < self.height and 0 <= x < self.width
        return self.rows[y][x].target if inside else ""

    def places(self) -> dict[str, tuple[int, int]]:
        """The middle of every element, as column and row."""
        found: dict[str, list[tuple[int, int]]] = {}
        for y, row in enumerate(self.rows):
            for x, cell in enumerate(row):
                if cell.target:
                    found.setdefault(cell.target, []).append((x, y))
        return {
            target: (sum(x for x, _ in cells) // len(cells), sum(y for _, y in cells) // len(cells))
            for target, cells in found.items()
        }

    # -------------------------------------------------------------- to text

    def plain(self) -> str:
        """The characters alone."""
        return "\n".join("".join(cell.char for cell in row).rstrip() for row in self.rows)

    def runs(self) -> Iterator[list[tuple[str, str]]]:
        """Row by row the pieces of text that have the same style, with its name."""
        for row in self.rows:
            yield [
                ("".join(cell.char for cell in cells), style)
                for style, cells in groupby(row, key=lambda cell: cell.style)
            ]

    def to_text(self, resolve: Callable[[str], Style]) -> Text:
        """Styled text; `resolve` says what a named style looks like."""
        text = Text(no_wrap=True, end="")
        for number, line in enumerate(self.runs()):
            if number:
                text.append("\n")
            for piece, style in line:
                text.append(piece, resolve(style))
        return text


# ------------------------------------------------------------------ text that has to fit


def shorten(text: str, width: int) -> str:
    """Text in at most so many columns, cut with an ellipsis."""
    if cell_len(text) <= width:
        return text
    kept = ""
    for char in text:
        if cell_len(kept + char) > width - 1:
            break
        kept += char
    return (kept.rstrip() + "…")[: max(0, width)]


def wrap(text: str, width: int, whole_words: bool = False) -> list[str]:
    """Text in lines of at most so many columns; a longer word is broken, or stays whole to be shortened."""
    return textwrap.wrap(text, max(1, width), break_long_words=not whole_words) or [""]


def pad(text: str, width: int) -> str:
    """Text cut or filled up to a width."""
    short = shorten(text, width)
    return short + " " * (width - cell_len(short))


def beside(width: int, blocks: Sequence[Canvas], gap: int = 1) -> Canvas:
    """Blocks from left to right, in as many rows as they need."""
    out = Canvas(width)
    x = y = tallest = 0
    for block in blocks:
        if x and x + block.width > width:
            x, y, tallest = 0, y + tallest, 0
        out.blit(x, y, block)
        x, tallest = x + block.width + gap, max(tallest, block.height)
    return out


def stacked(width: int, blocks: Sequence[Canvas]) -> Canvas:
    """Blocks from top to bottom."""
    out = Canvas(width)
    for block in blocks:
        out.blit(0, out.height, block)
    return out
