"""Clocks at a table: chosen in the form, ticking at every player's panel, and somebody whose time runs out."""

from __future__ import annotations

import pytest
from browsing import GAMES, PHONE, sit, table

PEOPLE = [{"kind": "me", "name": "Ana"}, {"kind": "local", "name": "Bo"}]
CLOCK = {"minutes": 10, "increment": 5}
INSIDE = """() => [...document.querySelectorAll(".clock")].map((clock) => {
  const seat = clock.dataset.seat;
  const holder = document.getElementById(`player-${seat}`) ?? document.getElementById(`plate-${seat}`);
  const panel = holder.getBoundingClientRect();
  const box = clock.getBoundingClientRect();
  return box.left >= panel.left && box.right <= panel.right && box.top < panel.top + 2 && box.bottom > panel.top;
})"""


def test_the_form_offers_a_clock_once_two_people_play(visitor):
    page = visitor()
    page.goto(f"/new/{GAMES[0]}")
    clock = page.get_by_role("group", name="Clock")
    assert not clock.is_visible()
    page.locator("input[name=kind1][value=local]").check(force=True)
    clock.get_by_label("10 minutes").check(force=True)
    page.locator("input[name=kind2][value=nobody]").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.locator(".clock").first.wait_for()
    assert page.locator(".clock").count() == 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, PHONE])
def test_every_person_has_a_clock_at_the_edge_of_their_panel(visitor, game, viewport):
    page = visitor(viewport)
    sit(page, table(page, game, PEOPLE, clock=CLOCK))
    page.locator(".clock").first.wait_for(state="attached")
    assert page.evaluate(INSIDE) == [True, True]


def test_a_clock_ticks_and_is_not_read_out_every_second(visitor):
    page = visitor()
    sit(page, table(page, GAMES[0], PEOPLE, clock=CLOCK))
    page.evaluate(
        "window.changed = 0; new MutationObserver((all) => window.changed += all.length)"
        ".observe(document.getElementById('announce'), { childList: true, subtree: true })"
    )
    running = page.locator(".clock.runs")
    first = running.inner_text()
    page.wait_for_function("(first) => document.querySelector('.clock.runs').textContent !== first", arg=first)
    assert running.get_attribute("role") == "timer"
    assert running.get_attribute("aria-label") in ("Time of Ana", "Time of Bo")
    assert page.evaluate("window.changed") == 0
    assert page.locator(".clock:not(.runs)").inner_text() == "10:00"
