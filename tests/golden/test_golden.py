"""Whole games, word for word, as they were when somebody last read them."""

from __future__ import annotations

import pytest

import tabletown as tt
import variants
from golden.remake import file_of, playthrough


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", variants.golden_games(), ids=variants.label)
def test_playthrough_is_as_reviewed(game: tt.Game) -> None:
    assert playthrough(game) == file_of(game).read_text(encoding="utf-8"), (
        "if the change is meant: make golden, and read the diff"
    )
