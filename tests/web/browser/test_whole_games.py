"""Every game, from the first move to the end screen: by mouse, by keys alone, on a phone."""

from __future__ import annotations

from random import Random

import pytest
from browsing import GAMES, PHONE, click_something, least, sit, table, type_something, version, wait_for_turn


def against_a_good_bot(game):
    """A game is over sooner against a bot that knows what it does."""
    bot = {"kind": "bot", "name": "Bo", "bot": "greedy"}
    return [{"kind": "me", "name": "Ana"}, *[bot] * (least(game) - 1)]


def finish(page, act, random, most=1500):
    for _ in range(most):
        if not wait_for_turn(page):
            return
        act(page, random)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", ["machi-koro", "mine-carts"])  # by keys all of them
def test_a_whole_game_by_mouse_ends_on_the_result(visitor, game):
    page = visitor()
    made = table(page, game, against_a_good_bot(game))
    sit(page, made)
    finish(page, click_something, Random(1))
    page.get_by_role("link", name="How it was won").click()
    assert (
        "win" in page.locator("h1").inner_text().lower() or "won" in page.locator(".triumph-card").inner_text().lower()
    )
    assert page.locator(".standing").count() == len(made["seats"])
    assert page.locator(".standing.first").count() >= 1


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys_alone(visitor, game):
    page = visitor()
    sit(page, table(page, game, against_a_good_bot(game), seed=8))
    finish(page, type_something, Random(2))
    assert page.locator("#result-sentence").inner_text() != ""


@pytest.mark.parametrize("game", GAMES)
def test_some_turns_on_a_phone_without_sideways_scrolling(visitor, game):
    page = visitor(PHONE, has_touch=True, is_mobile=True)
    sit(page, table(page, game))
    random = Random(3)
    for _ in range(12):
        if not wait_for_turn(page):
            break
        click_something(page, random)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = page.evaluate(
        """() => [...document.querySelectorAll(".dock .knob, .now .key, #board .target.button")]
             .map((e) => [e.id, e.getBoundingClientRect()])
             .filter(([, b]) => b.width && (b.width < 44 || b.height < 43.5)).map(([id]) => id)"""
    )
    assert small == []


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_reached_by_keys(visitor, game):
    """Throughout a game every legal move has a focusable element, a place in a list of one, or a key of its own."""
    page = visitor()
    sit(page, table(page, game))
    random = Random(4)
    for _ in range(6):
        if not wait_for_turn(page):
            break
        moves = page.evaluate("[...document.querySelectorAll('#moves-list [data-move]')].map((e) => e.dataset.move)")
        focusable = page.evaluate(
            "[...document.querySelectorAll('#board .target.legal[tabindex=\"0\"], #spare button')]"
            ".map((e) => e.dataset.move)"
        )
        assert moves
        assert set(focusable) <= set(moves)
        assert len(set(focusable)) == len(focusable) or set(focusable) == set(moves)
        page.keyboard.press("m")
        assert page.locator("#moves-list button").count() == len(moves)
        page.keyboard.press("Escape")
        before = version(page)
        click_something(page, random)
        assert version(page) != before
