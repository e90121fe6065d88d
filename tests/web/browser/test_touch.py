"""With a finger: what is small or final is looked at first, and what can be turned is turned by a button."""

from __future__ import annotations

from random import Random
from typing import Any

from browsing import click_something, sit, table, version, wait_for_news, wait_for_turn
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
