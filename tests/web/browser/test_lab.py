"""The Lab in a browser: a card is picked up, a number changed, and the answer comes while one looks on."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, GAMES, PHONE

expect = pytest.importorskip("playwright.sync_api").expect
QUESTION = "/lab/machi-koro?precision=2&ask=plans&ask=seats&ask=length"


def violations(page: Any) -> list[Any]:
    found = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:160] for node in v["nodes"]][:4]) for v in found]


def sideways(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_a_card_is_picked_up_and_answered_while_one_looks_on(visitor: Any) -> None:
    page = visitor()
    page.goto(QUESTION)
    page.get_by_role("link", name="Cheese Factory").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Cheese Factory, Cost: one more").click()
    expect(page.locator("#question")).to_have_text("What if the Cheese Factory cost 6?")
    expect(page.locator("[data-flag='cheese_factory.cost']")).to_contain_text("was 5")
    expect(page.locator("[data-editor='ranch']")).to_be_hidden()
    shared = page.locator("#share-question").get_attribute("data-share")
    assert violations(page) == []
    page.get_by_role("button", name="Play it out").click()
    page.evaluate("window.stayed = true")
    expect(page.locator("#verdict")).to_contain_text("At 6 the Cheese Factory", timeout=120_000)
    assert page.evaluate("window.stayed")
    assert violations(page) == []
    address, verdict = page.url, page.locator("#verdict").inner_text()
    friend = visitor(PHONE, "dark")
    friend.goto(shared)
    expect(friend.locator("#question")).to_have_text("What if the Cheese Factory cost 6?")
    assert sideways(friend) <= 0
    friend.goto(address)
    expect(friend.locator("#verdict")).to_have_text(verdict)
    assert sideways(friend) <= 0
    assert violations(friend) == []
    friend.locator("#panel-plans summary").click()
    shown = friend.locator("#panel-plans table").inner_text()
    assert "Cheese" in shown
    page.get_by_role("button", name="Play this game").click()
    expect(page.locator("#board .region").first).to_be_attached()
    assert "/table/" in page.url


def test_it_works_without_script(visitor: Any) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(QUESTION)
    page.get_by_label("Cost", exact=True).nth(2).fill("2")
    page.get_by_role("button", name="Play it out").click()
    expect(page.locator("#verdict")).to_contain_text("At 2 the Bakery", timeout=120_000)
    page.goto("/lab")
    assert "What if the Bakery cost 2?" in page.locator(".asked-list").inner_text()


@pytest.mark.parametrize(
    ("size", "theme", "games"),
    [(DESKTOP, "dark", GAMES[::2]), (PHONE, "light", GAMES[1::2])],
    ids=["desktop-dark", "phone-light"],
)
def test_benches_can_be_read(visitor: Any, size: dict[str, int], theme: str, games: list[str]) -> None:
    page = visitor(size, theme)
    for address in ("/lab", *(f"/lab/{name}" for name in games)):
        page.goto(address)
        assert sideways(page) <= 0, address
        assert violations(page) == [], address
