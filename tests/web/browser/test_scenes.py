"""Following what happens: scenes one after another at the player's pace, and what a move would do before it is made."""

from __future__ import annotations

from random import Random

import pytest
from browsing import GAMES, click_something, least, sit, table, version, wait_for_turn

SIZES = {"landscape": {"width": 844, "height": 390}, "tablet": {"width": 820, "height": 1180}}
WRONG = """() => [...document.querySelectorAll("#board [data-count]:not(.target)")].filter((e) => {
  const shown = [...e.querySelectorAll("text")].map((t) => t.textContent.replace("−", "-").replace("×", ""));
  return shown.length === 1 && /^-?\\d+$/.test(shown[0]) && shown[0] !== e.dataset.count;
}).map((e) => e.id)"""
LEFT = "document.querySelectorAll('#board .traveller, #board .aloft, #board .lit').length"
AT_REST = "document.getElementById('scene').hidden && !document.querySelector('.traveller')"
READY = f"{AT_REST} && Boolean(document.querySelector('#board .target.legal, #result:not([hidden])'))"


def pace(page, value):
    page.evaluate(f"localStorage.setItem('tabletown-pace', '{value}')")


def bots(game):
    return [{"kind": "me", "name": "Ana"}] + [{"kind": "bot", "name": "Bo", "bot": "random"}] * (least(game) - 1)


def wait_for_own_turn(page):
    """Wait through the scenes; the own throw is made by a click."""
    for _ in range(600):
        page.evaluate("document.querySelector('#scene:not([hidden]) #scene-next.gold')?.click()")
        if page.evaluate(READY):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the scenes never ended")


@pytest.mark.parametrize("game", GAMES)
def test_scenes_end_where_the_frame_is(visitor, game):
    """After every scene has been played the counters say what the frame says, and nothing is left in the air."""
    page = visitor(motion="no-preference")
    page.goto("/credits")
    pace(page, "fast")
    sit(page, table(page, game, bots(game)))
    random, told = Random(3), set()
    for _ in range(3):
        wait_for_own_turn(page)
        assert page.evaluate(WRONG) == []
        page.wait_for_function(f"{LEFT} === 0")
        before = version(page)
        click_something(page, random)
        assert version(page) != before
        told |= {*page.locator("#announce p").all_text_contents()}
    wait_for_own_turn(page)
    told |= {*page.locator("#announce p").all_text_contents()}
    assert any("Bo" in line for line in told), "what others do is read out, line by line"
    page.keyboard.press("r")
    if page.evaluate("document.getElementById('recap').open"):
        assert page.locator("#recap-lines li").count() > 0
        now = version(page)
        pace(page, "step")  # so that no scene ends by itself before it is skipped
        page.locator("#recap-again").click()
        page.locator("#scene-text", has_text="Since your last turn").wait_for()
        page.locator("#scene-skip").click()
        assert page.evaluate(AT_REST)
        assert version(page) == now
        assert page.locator("#board .target.legal").count() > 0


def test_a_step_waits_for_the_player(visitor):
    page = visitor(motion="no-preference")
    page.goto("/credits")
    pace(page, "step")
    sit(page, table(page, GAMES[0], bots(GAMES[0])))
    wait_for_own_turn(page)
    page.locator("#board .target.legal.button").first.click()
    seen = []
    waiting = "document.getElementById('scene-next').classList.contains('gold')"
    while page.wait_for_function(f"() => ({waiting}) || ({READY})") and page.evaluate(waiting):
        seen.append(page.locator("#scene-text").inner_text())
        assert page.locator("#board .target.legal").count() == 0, "what others do is shown first"
        page.keyboard.press(" ")
    assert len(seen) > 1
    assert "Your roll" in seen


@pytest.mark.parametrize("game", ["machi-koro", "little-town"])
def test_what_a_move_would_do_is_said_before_it_is_played(visitor, game):
    page = visitor()
    made = table(page, game, bots(game))
    sit(page, made)
    assert wait_for_turn(page)
    if game == "little-town":
        target = page.locator("#board .legal[id^=square-]").first
    else:
        target = page.locator("#board .legal[id^=market-]").first
    before = version(page)
    name = target.get_attribute("id")
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    move = page.locator(f"#{name}").get_attribute("data-move")
    outlook = page.context.request.get(f"/api/tables/{made['id']}/moves/{move}").json()["outlook"]
    assert outlook
    page.locator("#region-action", has_text=outlook.split(" (")[0][:12]).wait_for()
    page.mouse.move(3, 3)
    page.locator("#region-action", has_not_text=outlook.split(" (")[0][:12]).wait_for()
    numbers = page.evaluate("[...document.querySelectorAll('#moves-list [data-move]')].map((e) => e.dataset.move)")
    final = [
        place
        for place, number in enumerate(numbers[:10])
        if page.context.request.get(f"/api/tables/{made['id']}/moves/{number}").json()["final"]
    ]
    if final:
        page.keyboard.press(str((final[0] + 1) % 10))
        page.locator("#confirm:not([hidden])").wait_for()
        assert version(page) == before, "a number only chooses what is final"
        page.keyboard.press("Escape")
        page.locator("#confirm[hidden]").wait_for(state="attached")


@pytest.mark.parametrize("game", GAMES)
def test_other_screens_have_two_columns(visitor, game):
    page = visitor(SIZES["landscape"])
    sit(page, table(page, game, bots(game)))
    for size in SIZES.values():
        page.set_viewport_size(size)
        page.wait_for_function("document.getElementById('board').viewBox.baseVal.width === 720")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert wait_for_turn(page)
    click_something(page, Random(2))


NOTE = """() => { window.noted = []; const text = document.getElementById("scene-text");
  const shown = (e) => getComputedStyle(e).visibility === "visible";
  new MutationObserver(() => { const story = [...document.querySelectorAll("#board [data-ply]")].filter(shown);
    if (!text.textContent) return;
    window.noted.push({ told: text.textContent, story: story[0]?.textContent ?? "",
      flags: [...document.querySelectorAll("#board .flag")].filter(shown).length,
      dice: document.querySelectorAll("#board [id^=die-].aloft").length }); }
  ).observe(text, { childList: true }); }"""


def test_nothing_is_shown_before_it_is_told(visitor):
    """When a throw is told the die is in the air, and the table does not yet say what it pays; one's own move is told
    like those of others, and the story on the table never runs ahead."""
    page = visitor(motion="no-preference")
    page.goto("/credits")
    pace(page, "fast")
    sit(page, table(page, "machi-koro", bots("machi-koro")))
    wait_for_own_turn(page)
    page.evaluate(NOTE)
    page.locator("#board .target.legal.button").first.click()
    page.locator("#scene-next.gold").wait_for()
    noted = page.evaluate("window.noted")
    lines = [entry for entry in noted if entry["told"] != "Your roll"]
    assert lines[0]["told"].startswith("Ana"), "one's own move is told"
    begins = [[entry[where].replace(" ", "")[:14] for entry in lines] for where in ("story", "told")]
    assert begins[0] == begins[1]
    thrown = [entry for entry in lines if "rolls" in entry["told"]]
    assert thrown
    assert all(entry["dice"] > 0 and entry["flags"] == 0 for entry in thrown)
    page.locator("#scene-skip").click()
    assert page.evaluate("document.querySelectorAll('#board .untold').length") == 0
