"""A table of each game to look at: a real position, played by the rules, drawn by the game's own table."""

from __future__ import annotations

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.core.move import CHANCE
from tabletown.draw.png import png
from tabletown.draw.shapes import tag
from tabletown.draw.sheet import rendered, svg

SEED = 11
TURNS = 20
"""Moves of each player before the picture is taken."""
SHARE = 0.7
"""If the game ends before that, the picture is taken after this share of its moves."""
CARD = (1200.0, 630.0)
"""Width and height of the picture that comes with a link."""
NAMES = ("Ana", "Bram", "Chloé", "Dai")


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


def board(book: Rulebook) -> str:
    """The table in the middle of a game, to be shown on a page that has the game's definitions."""
    sheet = book.table.table(played(book).view(None), "desktop")
    return tag(
        "svg",
        *rendered(sheet, page=True).values(),
        viewBox=f"0 0 {sheet.width:g} {sheet.height:g}",
        class_="table",
        aria_hidden="true",
        focusable="false",
    )


def card(book: Rulebook) -> bytes:
    """The same as a PNG in the proportions in which links are shown elsewhere."""
    sheet, table = book.table.table(played(book).view(None), "desktop"), book.table
    width, height = CARD
    high = sheet.width * height / width
    box = 0.0, max(0.0, (sheet.height - high) / 2), sheet.width, min(high, sheet.height)
    return png(svg(sheet, table.DEFS, table.TOKENS, "light", crop=(box, CARD)))
