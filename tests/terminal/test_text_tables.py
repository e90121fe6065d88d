"""Text tables of all games, in every size and theme; that they are sound is checked with the other files of a game."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

import tabletown as tt
from tabletown.terminal.replay import Replay
from tabletown.text_table.canvas import Canvas, shorten
from tabletown.text_table.styles import THEMES, Palette

SIZES = ((51, 20), (40, 12), (94, 41), (150, 60))


def positions(game: str, players: int, seed: int, every: int) -> list[tt.Match]:
    """Places of a random game."""
    match, found = tt.Match(tt.game(game, players=players), seed), []
    while not match.over and len(found) < 8:
        if match.ply % every == 0:
            found.append(match.copy())
        match.push(match.random_move())
    return [*found, match]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", tt.games())
def test_every_size_and_theme_can_be_drawn(game: str) -> None:
    book = tt.rulebook(game)
    for match in positions(game, book.players[1], seed=1, every=17):
        view = match.view(match.actor if match.actor is not None and match.actor >= 0 else None)
        for number, (width, height) in enumerate(SIZES):
            view["selected"] = view["moves"][number % len(view["moves"])]["id"] if view["moves"] else None
            canvas = book.text_table.table(view, width, height)
            assert canvas.height > 3
            assert all(sum(cell_len(cell.char) for cell in row) == canvas.width for row in canvas.rows)
            for theme in THEMES:
                canvas.to_text(Palette(theme, book.text_table.STYLES))


@pytest.mark.usefixtures("interpreted")
def test_a_replay_walks_to_every_ply_and_back() -> None:
    match = positions("little-town", 2, seed=3, every=50)[-1]
    replay = Replay(match)
    replay.go(10**6)
    assert replay.view()["position"] == match.view(None)["position"]
    while replay.ply:
        replay.step(-1)
    assert replay.view()["position"] == tt.Match(match.game, match.seed).view(None)["position"]


def test_wide_characters_take_two_cells() -> None:
    canvas = Canvas(6)
    canvas.put(0, 0, "町a町町", "heading", "name")
    assert canvas.plain() == "町a町"
    assert canvas.target_at(1, 0) == "name"
    assert cell_len(shorten("町町町町", 5)) <= 5
