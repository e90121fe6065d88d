"""Curves in braille characters: two by four dots a cell, each cell with the style of the line that was drawn last."""

from __future__ import annotations

from .canvas import Canvas

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_FIRST = 0x2800
ACROSS, DOWN = 2, 4


class Dots:
    """A field of dots over a part of a canvas."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._masks = [[0] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def dot(self, x: float, y: float, style: str) -> None:
        """Set the dot at a place given in cells: 0.5, 0.5 is the middle of the first one."""
        column, row = int(x * ACROSS), int(y * DOWN)
        cell_x, cell_y = column // ACROSS, row // DOWN
        if 0 <= cell_x < self.width and 0 <= cell_y < self.height:
            self._masks[cell_y][cell_x] |= _BITS[row % DOWN][column % ACROSS]
            self._styles[cell_y][cell_x] = style

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Put the cells that have dots on a canvas; the ground under the others stays."""
        for down, row in enumerate(self._masks):
            for across, mask in enumerate(row):
                if mask:
                    canvas.put(x + across, y + down, chr(_FIRST + mask), self._styles[down][across])
