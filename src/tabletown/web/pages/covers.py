"""Pictures of the games as they look on the table: real positions, played by the rules, drawn by the games' own tables."""

from __future__ import annotations

import re
from functools import lru_cache

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.core.move import CHANCE
from tabletown.draw.png import png
from tabletown.draw.sheet import Box, Sheet, svg

SEED = 11
TURNS = 20  # moves of each player before the picture is taken
SHARE = 0.7  # of a game that was shorter than that
COVER = (240.0, 146.0)  # proportions of a cover
NAMES = ("Ana", "Bram", "Chloé", "Dai")
_VIEW_BOX = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')


@lru_cache(maxsize=32)
def played(book: Rulebook) -> Match:
    """A full table in the midst of a game played at random, where a player is to move."""
    players = book.players[1]
    match = Match(book.configure(players), SEED, names=[NAMES[seat % len(NAMES)] for seat in range(players)])
    while not match.over and match.ply < TURNS * players:
        match.push(match.random_move())
    middle = match.ply * SHARE if match.over else match.ply
    while match.ply > 0 and (match.ply > middle or match.actor in (CHANCE, None)):
        match.pop()
    return match


@lru_cache(maxsize=32)
def sheet_of(book: Rulebook) -> Sheet:
    match = played(book)
    drawn: Sheet = book.table.table(match.view(None), "desktop")
    return drawn


def _crop(sheet: Sheet) -> Box:
    """The best part of a table in a cover's proportions: the middle of its largest region."""
    boxes = [part.box for part in sheet.regions if part.box and part.box[2] < sheet.width * 0.95]
    if not boxes:
        return 0, 0, sheet.width, sheet.height
    x, y, width, height = max(boxes, key=lambda box: box[2] * box[3])
    wide, high = COVER
    side = min(width / wide, height / high)
    return x + (width - wide * side) / 2, y + (height - high * side) / 2, wide * side, high * side


@lru_cache(maxsize=64)
def picture(book: Rulebook, theme: str, cropped: bool) -> bytes:
    """A PNG of the table, or of its best part."""
    sheet = sheet_of(book)
    text = svg(sheet, book.table.DEFS, book.table.TOKENS, theme)
    if not cropped:
        return png(text, 1.5)
    x, y, width, height = _crop(sheet)
    frame = f'viewBox="{x:g} {y:g} {width:g} {height:g}" width="{COVER[0]:g}" height="{COVER[1]:g}"'
    return png(_VIEW_BOX.sub(frame, text, count=1), 2.5)
