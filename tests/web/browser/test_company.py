"""Who is at a table, as people see it: watching, leaving, coming back, pictures, nudges, a bot for the absent."""

from __future__ import annotations

from random import Random
from typing import Any

from browsing import GAMES, click_something, legal, sit, table, wait_for_turn
from playwright.sync_api import expect


def seated(page: Any, other: Any) -> dict[str, Any]:
    """A table with two people at two screens, both looking at it."""
    made = table(page, GAMES[0], [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    page.goto(made["url"])
    other.goto(page.locator(".invite-panel input").input_value())
    other.get_by_label("Name").fill("Bo")
    other.get_by_role("button", name="Take this seat").click()
    for each in (page, other):
        each.locator("#board .region").first.wait_for(state="attached")
    return made


def test_people_see_each_other(visitor: Any) -> None:
    ana, bo, guest = visitor(), visitor(), visitor()
    made = seated(ana, bo)
    sit(guest, made)
    expect(guest.locator("#company-watching")).to_have_text("You are watching")
    expect(guest.locator("#company-react")).to_be_hidden()
    expect(ana.locator("#company-watching")).to_be_hidden()
    bo.get_by_role("button", name="Show the others a picture").click()
    bo.locator("#reactions [data-reaction]").first.click()
    expect(bo.locator(".bubble")).to_contain_text("You")
    expect(ana.locator(".bubble")).to_contain_text("Bo")
    first, second = (ana, bo) if legal(ana, made)["moves"] else (bo, ana)
    first.goto("/credits")
    absent = second.locator("#company-absent")
    expect(absent).to_contain_text("is away")
    absent.get_by_role("button", name="Nudge").click()
    expect(second.locator("#company-said")).to_have_text("Nudge: done.")
    absent.get_by_role("button", name="Let a bot play").click()
    expect(absent).to_contain_text("left; a bot plays on")
    wait_for_turn(second)


def test_a_leaver_is_told_and_may_come_back(visitor: Any) -> None:
    ana, bo = visitor(), visitor()
    made = seated(ana, bo)
    ana.get_by_role("button", name="Home, replay or leave").click()
    ana.get_by_role("button", name="Leave; a bot plays on").click()
    expect(ana.get_by_role("status").filter(has_text="You have left the table")).to_be_visible()
    expect(bo.locator("#company-absent")).to_contain_text("Ana has left; a bot plays on")
    ana.get_by_role("link", name="Back to it").click()
    ana.locator("#board .region").first.wait_for(state="attached")
    ana.get_by_role("button", name="Come back").click()
    expect(bo.locator("#company-absent")).not_to_contain_text("left")
    mover = ana if legal(ana, made)["moves"] else bo
    wait_for_turn(mover)
    click_something(mover, Random(1))
