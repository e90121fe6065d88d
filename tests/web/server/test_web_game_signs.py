"""What tells games apart on the pages is declared by their folders; a game that declares nothing looks decent too."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tabletown as tt
from tabletown.draw.tokens import contrast
from tabletown.web.pages import game_signs, theme

BOOKS = [tt.rulebook(name) for name in tt.games()]


def test_our_games_have_roofs_and_accents_of_their_own() -> None:
    assert len({game_signs.roof(book) for book in BOOKS}) == len(BOOKS)
    assert len({book.accent for book in BOOKS}) == len(BOOKS)


def test_a_game_without_a_roof_gets_the_plain_one() -> None:
    foreign = replace(BOOKS[0], package="json")
    assert "<path" in game_signs.roof(foreign)
    assert game_signs.roof(foreign) not in [game_signs.roof(book) for book in BOOKS]


@pytest.mark.parametrize("accent", [*(book.accent for book in BOOKS), tt.core.game.Rulebook.accent])
def test_white_text_can_be_read_on_an_accent(accent: tuple[str, str, str]) -> None:
    assert contrast("#FFFFFF", accent[0]) >= 4.5
    assert contrast("#FFFFFF", accent[1]) >= 4.5


def test_the_style_sheet_has_a_class_for_every_game() -> None:
    sheet = theme.style_sheet()
    for book in BOOKS:
        assert f".{game_signs.accent_class(book)}{{--game:{book.accent[0]}" in sheet
