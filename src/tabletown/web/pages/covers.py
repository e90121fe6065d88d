"""Pictures of the games: real positions, played by the rules, drawn by the games' own tables."""

from __future__ import annotations

import threading
from functools import cache, lru_cache

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.core.move import CHANCE
from tabletown.core.registry import rulebooks
from tabletown.draw.png import png
from tabletown.draw.sheet import Box, Sheet, svg

SEED = 11
TURNS = 20
"""Moves of each player before the picture is taken."""
SHARE = 0.7
"""The part of a game that is played before the picture, if the game is shorter than that."""
COVER = (240.0, 146.0)
"""Width and height of a cover."""
NAMES = ("Ana", "Bram", "Chloé", "Dai")
THEMES = ("light", "dark")

_drawing = threading.Lock()
"""Held while a picture is made, so that it is made once however many ask for it at the same time."""


def played(book: Rulebook) -> Match:
    """A full table in the middle of a game played at random, where a player is to move."""
    players = book.players[1]
    match = Match(book.configure(players), SEED, names=[NAMES[seat % len(NAMES)] for seat in range(players)])
    while not match.over and match.ply < TURNS * players:
        match.push(match.random_move())
    middle = match.ply * SHARE if match.over else match.ply
    while match.ply > 0 and (match.ply > middle or match.actor in (CHANCE, None)):
        match.pop()
    return match


@cache
def _table(book: Rulebook) -> Sheet:
    return book.table.table(played(book).view(None), "desktop")


def draw_all(stopped: threading.Event) -> None:
    """Draw what the home page shows, so that its first visitor need not wait."""
    for theme in THEMES:
        for book in rulebooks().values():
            if not stopped.is_set():
                picture(book, theme, True)


def _crop(sheet: Sheet) -> Box:
    """The best part of a table in a cover's proportions: the middle of its largest region."""
    boxes = [part.box for part in sheet.regions if part.box and part.box[2] < sheet.width * 0.95]
    if not boxes:
        return 0, 0, sheet.width, sheet.height
    x, y, width, height = max(boxes, key=lambda box: box[2] * box[3])
    wide, high = COVER
    side = min(width / wide, height / high)
    return x + (width - wide * side) / 2, y + (height - high * side) / 2, wide * side, high * side


def picture(book: Rulebook, theme: str, cropped: bool) -> bytes:
    """A PNG of the table, or of its best part."""
    with _drawing:
        return _picture(book, theme, cropped)


@lru_cache(maxsize=64)
def _picture(book: Rulebook, theme: str, cropped: bool) -> bytes:
    sheet, table = _table(book), book.table
    if not cropped:
        return png(svg(sheet, table.DEFS, table.TOKENS, theme), 1.5)
    return png(svg(sheet, table.DEFS, table.TOKENS, theme, crop=(_crop(sheet), COVER)), 2.5)
