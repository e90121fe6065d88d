"""Whole games, word for word, as they were when somebody last read them; every option is seen to matter."""

from __future__ import annotations

import pytest

import tabletown as tt
from golden import screens, sizes, words
from golden.playthrough import HERE, Golden, finished, plays_differ, text_of, without
from tabletown.testing.variants import other_values

GOLDEN = [Golden.read(file) for file in sorted(HERE.glob("*/*.txt"))]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.file.stem)
def test_playthrough_is_as_reviewed(golden: Golden) -> None:
    assert text_of(golden) == golden.file.read_text(encoding="utf-8"), (
        "if the change is meant: make golden, and read the diff"
    )


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", tt.games())
def test_text_tables_are_as_reviewed(name: str) -> None:
    book = tt.rulebook(name)
    assert screens.text_of(screens.read(book)) == screens.file_of(book).read_text(encoding="utf-8"), (
        "if the change is meant: make golden, and look at the tables"
    )


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", tt.games())
def test_text_tables_fold_as_reviewed(name: str) -> None:
    book = tt.rulebook(name)
    assert sizes.text_of(book) == sizes.file_of(book).read_text(encoding="utf-8"), (
        "if the change is meant: make golden, and look at the tables"
    )


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", tt.games())
def test_all_words_are_as_reviewed(name: str) -> None:
    book = tt.rulebook(name)
    assert words.text_of(book) == words.file_of(book).read_text(encoding="utf-8"), (
        "if the change is meant: make golden, and read the diff"
    )


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("golden", [g for g in GOLDEN if g.shows], ids=lambda golden: golden.file.stem)
def test_an_option_changes_the_play(golden: Golden) -> None:
    """The game without the option is another game: other moves, other words or another end, not just another header."""
    for option in golden.shows:
        plain = without(golden.game, option)
        assert plays_differ(finished(golden.game, golden.seed), finished(plain, golden.seed)), option


@pytest.mark.parametrize("name", tt.games())
def test_every_count_and_every_value_of_an_option_is_there(name: str) -> None:
    book = tt.rulebook(name)
    kept = [golden for golden in GOLDEN if golden.game.name == name]
    assert {golden.game.players for golden in kept if not golden.shows} == set(
        range(book.players[0], book.players[1] + 1)
    )
    shown = {(option, repr(golden.game.options[option])) for golden in kept for option in golden.shows}
    for option in book.options:
        found = {value for name, value in shown if name == option.name}
        if option.type in ("numbers", "seats"):  # what can be chosen depends on the count: one of them will do
            assert found, option.name
        else:
            assert found == {repr(value) for value in other_values(option, book.players[1])}, option.name
