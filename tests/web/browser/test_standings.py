"""What the end screen tells adds up; what the options form shows is what the game gets."""

from __future__ import annotations

import pytest
from browsing import GAMES

from tabletown.core.match import Match
from tabletown.core.registry import rulebook
from tabletown.web.pages import standings, table_form


@pytest.fixture(scope="module", params=GAMES)
def finished(request):
    book = rulebook(request.param)
    match = Match(book.configure(max(2, book.players[0])), seed=5)
    while not match.over:
        match.push(match.random_move())
    return match


def test_the_parts_of_a_score_add_up_to_it(finished):
    series = standings.scores_by_ply(finished, None)
    parts = standings.parts_of(finished, None, series)
    assert [row[-1] for row in series] == finished.scores
    assert [sum(points for _, points in parts[seat]) for seat in range(finished.game.players)] == finished.scores


def test_standings_go_from_first_to_last(finished):
    view = finished.view(None)
    rows, _ = standings.standings(finished, view, standings.scores_by_ply(finished, None))
    assert [row["place"] for row in rows] == sorted(player["place"] for player in view["players"])
    winner, sentence = standings.triumph_sentence(view)
    assert winner in finished.ranking[0]
    assert finished.names[winner] in sentence


@pytest.mark.parametrize("game", GAMES)
def test_an_untouched_form_asks_for_the_game_as_it_comes(game):
    book = rulebook(game)
    form = {}
    for option in table_form.options_of(book, {}):
        name, value = f"o-{option['name']}", option["value"]
        if option["type"] == "flag":
            form[name] = ["false", *(["true"] if value else [])]
        elif option["type"] == "numbers":
            form |= {f"{name}-{seat}": [text] for seat, text in enumerate(value)}
        elif option["type"] in ("subset", "seats"):
            form |= {name: list(value)} if value else {}
        else:
            form[name] = [value]
    new = table_form.new_table(book, form, "easy")
    assert book.configure(new.players, **new.options).options == book.configure(new.players).options
    assert [seat.kind for seat in new.seats][:2] == ["me", "bot"]
