"""With a finger: what is small or final is looked at first, and what can be turned is turned by a button."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from browsing import GAMES, click_something, sit, table, version, wait_for_news, wait_for_turn
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844}


def to_the_first_tile(page: Any) -> None:
    random = Random(3)
    for _ in range(20):
        assert wait_for_turn(page)
        if page.locator("#board .turning").count():
            return
        click_something(page, random)
    raise AssertionError("no tile was drawn")


def shown(page: Any) -> Any:
    return page.locator("#board .preview.shown").get_attribute("data-for")


def test_a_tile_is_looked_at_and_turned_before_it_is_laid(visitor: Any) -> None:
    page = visitor(PHONE, has_touch=True, is_mobile=True)
    sit(page, table(page, "mine-carts"))
    to_the_first_tile(page)
    before, place = version(page), page.locator("#board .turning").first
    name, moves = place.get_attribute("id"), place.get_attribute("data-moves").split()
    place.tap()
    expect(page.locator("#confirm")).to_be_visible()
    seen = [shown(page)]
    for _ in range(len(moves) - 1):
        page.get_by_role("button", name="Turn", exact=True).tap()
        seen.append(shown(page))
    assert len(set(seen)) == len(moves), "the tile has been seen every way round"
    expect(page.locator("#confirm-why")).to_contain_text("section")
    assert version(page) == before, "so far nothing was laid"
    page.locator(f"#{name}").tap()
    wait_for_news(page, before)


def test_a_tile_is_turned_by_keys_alone(visitor: Any) -> None:
    page = visitor()
    sit(page, table(page, "mine-carts"))
    to_the_first_tile(page)
    before, place = version(page), page.locator("#board .turning").first
    several = len(place.get_attribute("data-moves").split()) > 1
    place.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    first = shown(page)
    page.keyboard.press("t")
    assert (shown(page) != first) == several
    assert version(page) == before
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_for_news(page, before)


SMALL = """() => [...document.querySelectorAll('#board .target.legal:not(.button)')]
  .map((e) => [e.id, e.getBoundingClientRect()]).filter(([, b]) => Math.min(b.width, b.height) < 40)
  .map(([id]) => id)"""
LARGE_THERE = """(id) => { const copy = document.querySelector(`#loupe [data-spot="${id}"]`)?.getBoundingClientRect();
  return Boolean(copy) && Math.min(copy.width, copy.height) >= 40; }"""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_smaller_than_a_fingertip_has_a_magnifier(visitor: Any, game: str) -> None:
    page = visitor({"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit(page, table(page, game))
    random = Random(5)
    for _ in range(4):
        assert wait_for_turn(page)
        small = page.evaluate(SMALL)
        if small:
            before, name = version(page), random.choice(small)
            page.evaluate("(id) => document.getElementById(id).scrollIntoView({block: 'center'})", name)
            page.locator(f"#{name}").tap()
            expect(page.locator("#loupe")).to_be_visible()
            assert page.evaluate(LARGE_THERE, name)
            other = page.evaluate(
                "(id) => [...document.querySelectorAll('#loupe [data-spot]')]"
                ".map((e) => e.dataset.spot).find((one) => one !== id)",
                name,
            )
            if other:  # a neighbour can be chosen instead
                label = page.locator("#confirm-label").inner_text()
                page.locator(f"#loupe [data-spot='{other}']").dispatch_event("click")
                expect(page.locator("#confirm-label")).not_to_have_text(label)
            assert version(page) == before
            page.get_by_role("button", name="Not yet").tap()
            return
        click_something(page, random)


def test_a_unit_of_a_table_is_as_large_as_readable_text_needs(visitor: Any) -> None:
    """The sizes for which tests/draw/test_readable.py holds text to 11 pixels."""
    page = visitor()
    sit(page, table(page, GAMES[0]))
    least = {(1440, 900): 1.12, (820, 1180): 1.083, (844, 390): 1.083, (390, 844): 1.083}
    units = {1440: 1280, 820: 720, 844: 720, 390: 360}
    for (width, height), scale in least.items():
        page.set_viewport_size({"width": width, "height": height})
        page.locator(f"#board[viewBox^='0 0 {units[width]} ']").wait_for()
        assert page.evaluate("document.getElementById('board').getScreenCTM().a") >= scale
