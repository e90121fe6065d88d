"""Nothing on a table is written smaller than one can read: 11 pixels, also a figure on a coin, on every screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tabletown as tt
from tabletown.draw.text import READABLE
from tabletown.testing.drawing import sizes_of_text

GAMES = tt.games()
SCALES = {"desktop": 1.125, "phone": 1.083}
"""How large a unit is at 1440 x 900 and at 390 x 844; tablets and phones on their side have it larger."""


def moments(name: str, players: int) -> Iterator[tt.Match]:
    """Some moments of a random game, from its beginning to its end."""
    match = tt.Match(tt.game(name, players=players), seed=5)
    for step in range(150):
        if match.over or step % 30 == 29:
            yield match
        if match.over:
            return
        match.push(match.random_move())


@pytest.mark.parametrize("layout", SCALES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_too_small_to_read(name: str, layout: str) -> None:
    most = tt.rulebook(name).players[1]
    for match in moments(name, most):
        sizes = sizes_of_text(match.svg(0, "light", layout))
        assert {text: size for text, size in sizes.items() if size * SCALES[layout] < 10.99} == {}


def test_a_small_text_is_found_also_in_a_symbol() -> None:
    symbol = '<defs><symbol id="s" viewBox="0 0 20 20"><text font-size="20">4</text></symbol></defs>'
    text = '<g transform="scale(0.5)"><text font-size="18">far</text></g><use href="#s" width="10" height="10"/>'
    document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{symbol}{text}</svg>'
    assert sizes_of_text(document) == {"far": 9, "4": 10}
    assert READABLE * SCALES["phone"] > 11
