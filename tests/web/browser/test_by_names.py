"""Played by the accessibility tree alone: roles and names, as a screen reader gives them, no look at the picture."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from browsing import ASKED, GAMES, least, sit, table, version, wait_for_news

BUTTON = re.compile(r'^\s*- button "((?:[^"\\]|\\.)*)"((?: \[[^\]]*\])*)', re.MULTILINE)
WHOLE = ("mint-works", "mine-carts")
"""The games that are over soonest are played to their end; of the others some turns."""


def offered(page: Any) -> list[str]:
    """The names of what can be done on the table now."""
    tree = page.get_by_role("group", name=re.compile(" table$")).aria_snapshot()
    return [
        name.replace('\\"', '"')
        for name, states in BUTTON.findall(tree)
        if "disabled" not in states and name not in ("Menu", "Reference", "Table menu")
    ]


def is_over(page: Any) -> bool:
    return page.get_by_role("link", name="How it was won").is_visible()


def press(page: Any, name: str) -> None:
    place = page.get_by_role("group", name=re.compile(" table$")).get_by_role("button", name=name, exact=True)
    place.first.focus()
    page.keyboard.press("Enter")


def answer(page: Any, random: Random, before: str) -> None:
    """A list to choose from, or a question whether to do it; then the move is waited for."""
    news = f"#board:not([data-version='{before}'])"
    page.locator(f"{ASKED}, {news}").first.wait_for(state="attached")
    which = page.get_by_role("dialog", name="Which one?")
    if which.is_visible():
        options = which.get_by_role("button").all()[1:]
        random.choice(options).click()
        page.locator(f"#confirm:not([hidden]), {news}").first.wait_for(state="attached")
    sure = page.get_by_role("alertdialog").get_by_role("button", name="Do it")
    if sure.is_visible():
        sure.click()
    wait_for_news(page, before)


def play_by_names(page: Any, random: Random, most: int) -> int:
    """Play until the game is over or `most` things were done; how many were."""
    log, idle = page.get_by_role("log", name="What happens"), 0
    for done in range(most):
        while not (names := offered(page)):
            if is_over(page):
                assert log.inner_text(), "what happened was read out"
                return done
            page.wait_for_timeout(40)
            idle += 1
            assert idle < 3000, "nothing can be done, and nothing happens"
        assert len(set(names)) == len(names), f"two things have one name: {sorted(names)}"
        before = version(page)
        press(page, random.choice(names))
        answer(page, random, before)
    return most


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_roles_and_names_alone(visitor: Any, game: str) -> None:
    page = visitor()
    bots = [{"kind": "bot", "name": "Bo", "bot": "greedy"}] * (least(game) - 1)
    sit(page, table(page, game, [{"kind": "me", "name": "Ana"}, *bots]))
    whole = game in WHOLE
    play_by_names(page, Random(4), 600 if whole else 12)
    assert is_over(page) == whole
