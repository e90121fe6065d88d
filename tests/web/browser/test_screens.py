"""Screens around the table, as somebody uses them: options, the replay, what was played, a lost connection."""

from __future__ import annotations

from random import Random
from typing import Any

from browsing import legal, post, table
from playwright.sync_api import expect


def finished(page: Any, game: str, players: int) -> dict[str, Any]:
    """A game played to its end at one screen, without a page."""
    seats = [{"kind": "me", "name": "Maximiliane von und zu"}] + [{"kind": "local", "name": "Bo"}] * (players - 1)
    made, random = table(page, game, seats), Random(2)
    while (now := legal(page, made))["moves"]:
        move = random.choice(now["moves"])["id"]
        post(page, f"/api/tables/{made['id']}/moves", {"move": move, "version": now["version"]})
    return made


def test_options_show_what_applies(visitor: Any) -> None:
    page = visitor()
    page.goto("/new/mint-works?with=alone")
    expect(page.get_by_text("Your opponent")).to_be_visible()
    expect(page.get_by_text("Who begins?")).to_be_hidden()
    page.locator("[data-seat='1'] .choice", has_text="Bot").click()
    expect(page.get_by_text("Your opponent")).to_be_hidden()
    begins = page.locator("fieldset", has_text="Who begins?")
    assert [name.strip() for name in begins.locator(".choice:visible").all_inner_texts()] == ["By lot", "You", "Bram"]
    expect(page.get_by_text("A star on the Vault")).to_be_hidden()
    page.get_by_text("Rare rules").click()
    expect(page.get_by_text("A star on the Vault")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    about = page.context.request.get(f"/api/tables/{page.url.split('/')[-1]}").json()
    assert [seat["name"] for seat in about["seats"]][1:] == ["Bram"]


def test_the_replay_marks_where_the_board_is(visitor: Any) -> None:
    page = visitor()
    made = finished(page, "mint-works", 1)
    page.goto(f"/table/{made['id']}")
    expect(page.locator(".standing .name", has_text="Justin")).to_be_visible()
    name = page.locator(".standing .name span", has_text="Maximiliane von und zu")
    assert name.evaluate("n => n.scrollWidth <= n.clientWidth + 1 || getComputedStyle(n).overflow === 'visible'")
    page.goto(f"/table/{made['id']}/replay?ply=20")
    marker = page.locator("#replay-chart rect").last
    before = marker.get_attribute("x"), page.locator("#replay-lines [aria-current]").inner_text()
    page.locator("#go-end").click()
    expect(page.locator("#go-end")).to_have_attribute("aria-disabled", "true")
    after = marker.get_attribute("x"), page.locator("#replay-lines [aria-current]").inner_text()
    assert float(after[0] or 0) > float(before[0] or 0)
    assert after[1] != before[1]
    seen = """line => { const list = line.closest("ol").getBoundingClientRect(), box = line.getBoundingClientRect();
      return box.top >= list.top - 1 && box.bottom <= list.bottom + 1; }"""
    assert page.locator("#replay-lines [aria-current]").evaluate(seen)
    page.set_viewport_size({"width": 390, "height": 844})
    controls, stage = page.locator(".controls").bounding_box(), page.locator(".stage").bounding_box()
    assert controls["y"] < stage["y"]


def test_a_replay_can_be_read_on_every_screen(visitor: Any) -> None:
    page = visitor({"width": 1440, "height": 900})
    made = finished(page, "machi-koro", 2)
    page.goto(f"/table/{made['id']}/replay?ply=20")
    letters = """() => Math.min(...[...document.querySelectorAll("#board text")].map((text) => {
      const scale = text.getScreenCTM();
      return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale.c, scale.d);
    }))"""
    apart = """() => { const [words, keys] = [".where", ".transport .choices"].map((name) =>
      document.querySelector(name).getBoundingClientRect());
      return words.width > 100 && (words.right <= keys.left || words.bottom <= keys.top); }"""
    sizes = {(1440, 900): 1280, (1920, 1080): 1280, (820, 1180): 720, (844, 390): 720, (390, 844): 360}
    for (width, height), units in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.locator(f"#board[viewBox^='0 0 {units} ']").wait_for(state="attached")
        assert page.evaluate(letters) > 10.95, (width, height)
        assert page.evaluate(apart), (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board = page.locator("#board").bounding_box()
        assert board["width"] < 1.4 * units, "nothing is blown up"


def test_results_are_carried_by_a_link_and_a_lost_connection_is_said(visitor: Any) -> None:
    page, other = visitor(), visitor(fresh=True)
    finished(page, "mint-works", 1)
    page.goto("/history")
    page.get_by_role("button", name="Show my link").click()
    link = page.locator(".carry input").input_value()
    other.goto(link)
    assert "#" not in other.url
    other.get_by_role("button", name="Bring them here").click()
    expect(other.locator(".action-bar")).to_contain_text("1 finished game")
    other.goto("/")
    assert "Mint Works" in other.locator(".finished").inner_text()
    other.context.set_offline(True)
    expect(other.locator("#said")).to_contain_text("not connected", timeout=2000)
    other.context.set_offline(False)
    expect(other.locator("#said")).to_be_hidden()


def test_home_and_guides_open_without_a_connection(visitor: Any) -> None:
    page = visitor(fresh=True)
    page.goto("/")
    guide = "/games/mint-works"
    while not page.evaluate(f"caches.match('{guide}').then((kept) => Boolean(kept))"):
        page.wait_for_timeout(50)
    page.context.set_offline(True)
    for address, words in (("/", "Play now"), (guide, "How to play"), ("/table/abcdefghijkl", "Tables wait")):
        page.goto(address)
        expect(page.locator("main")).to_contain_text(words)
        expect(page.locator("#said")).to_contain_text("not connected")
        assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"Fredoka One\"'))")


def test_a_shared_result_looks_like_something(visitor: Any) -> None:
    page = visitor()
    made = finished(page, "mint-works", 2)
    page.goto(f"/table/{made['id']}")
    told = {
        name: page.locator(f"meta[property='og:{name}']").get_attribute("content")
        for name in ("title", "description", "image")
    }
    assert "Mint Works" in told["title"]
    assert "Maximiliane von und zu" in told["description"]
    picture = page.context.request.get(told["image"])
    assert picture.headers["content-type"] == "image/png"
    size = picture.body()[16:24]
    assert (int.from_bytes(size[:4], "big"), int.from_bytes(size[4:], "big")) == (1200, 630)
