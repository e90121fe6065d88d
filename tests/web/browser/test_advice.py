"""Advice of a game's own in the browser: a key, the table as it would be, accepted or not."""

from __future__ import annotations

from functools import cache

import pytest
from browsing import DESKTOP, GAMES, PHONE, legal, post, sit, table, version, wait_for_news
from test_pages import violations

import tabletown as tt
from tabletown.core.advice import advise, offered

ADVISING = [game for game in GAMES if tt.rulebook(game).gives_advice]
TOWN = """() => [...document.querySelectorAll('#board [id]')]
  .map((e) => e.id + e.getAttribute('class') + e.getAttribute('aria-label')).join()"""


@cache
def worth_advising(game):
    """A seed, and the moves of players in its random game up to an advice of several moves."""
    for seed in range(400):
        match = tt.Match(tt.game(game, players=2), seed=seed)
        while not match.over:
            if match.actor != tt.CHANCE and offered(match, match.actor) and len(advise(match, match.actor).moves) > 2:
                return seed, [move.text for move in match.moves if not match.game.moves.kind_of(move.id).chance]
            match.push(match.random_move())
    raise AssertionError(f"no random game of {game} needs advice")


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop-light", "phone-dark"])
@pytest.mark.parametrize("game", ADVISING)
def test_advice_is_looked_at_refused_and_accepted(visitor, game, size, theme):
    page = visitor(size, theme)
    seed, moves = worth_advising(game)
    made = table(page, game, [{"kind": "me", "name": "Ana"}, {"kind": "local", "name": "Bo"}], seed=seed)
    for move in moves:
        post(page, f"/api/tables/{made['id']}/moves", {"move": move, "version": legal(page, made)["version"]})
    sit(page, made)
    page.locator("#advise").wait_for()
    before, drawn = version(page), page.evaluate(TOWN)

    page.locator("#advise").focus()  # by keys alone
    page.keyboard.press("Enter")
    page.locator("#advice:not([hidden])").wait_for()
    assert page.evaluate("document.activeElement.id") == "advice-yes"
    assert page.evaluate(TOWN) != drawn
    assert page.locator("#advice-label").inner_text().endswith(".")
    assert violations(page) == []
    page.keyboard.press("1")  # no move while an advice is looked at
    page.keyboard.press("Escape")
    page.locator("#advice[hidden]").wait_for(state="attached")
    assert (version(page), page.evaluate(TOWN)) == (before, drawn)

    page.locator("#advise").click()
    page.get_by_role("button", name="Keep mine").click()
    assert (version(page), page.evaluate(TOWN)) == (before, drawn)
    page.locator("#advise").click()
    page.get_by_role("button", name="Accept").click()
    wait_for_news(page, before)
    assert int(version(page)) >= int(before) + 3
    page.locator("#advice[hidden]").wait_for(state="attached")


def test_other_tables_have_no_such_key(visitor):
    page = visitor()
    for game in GAMES:
        if game not in ADVISING:
            sit(page, table(page, game))
            assert page.locator("#advise").count() == 0
            assert page.locator("#do-advice").is_hidden()
