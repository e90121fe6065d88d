"""A table between people: sitting down, watching, coming back, taking back, handing over, looking again."""

from __future__ import annotations

from random import Random

import pytest
from browsing import GAMES, click_something, least, sit, table, version, wait_for_news, wait_for_turn

GAME = GAMES[0]
WRITTEN_OUT = """() => [...document.querySelectorAll("#board *")].map((e) =>
  e.nodeName + [...e.attributes].map((a) => a.name + "=" + a.value).sort().join(" ") +
  (e.children.length ? "" : e.textContent))"""


@pytest.fixture
def two(visitor):
    """A host and a guest who came by the invite link, and somebody who watches."""
    host, guest, watcher = visitor(), visitor(), visitor()
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    made = table(host, GAME, seats)
    host.goto(made["url"])
    link = host.locator(".invite-panel input").input_value()
    guest.goto(link)
    return made, host, guest, watcher


def test_an_invite_link_shows_a_page_and_a_button_claims(two):
    made, host, guest, _ = two
    assert guest.locator("h1").inner_text().endswith("is yours")
    guest.reload()
    guest.get_by_label("Name").fill("Bo <b>")
    guest.get_by_role("button", name="Take this seat").click()
    guest.locator("#board .region").first.wait_for(state="attached")
    host.locator("#board .region").first.wait_for(state="attached")  # the waiting room opens by itself
    assert guest.url.endswith(made["url"])
    assert host.locator("#board b").count() == 0
    assert "Bo <b>" in host.locator("#region-players, #board").first.text_content()


def test_two_browsers_play_and_a_third_watches(two):
    made, host, guest, watcher = two
    guest.get_by_role("button", name="Take this seat").click()
    watcher.goto(made["url"])
    for page in (host, guest, watcher):
        page.locator("#board .region").first.wait_for(state="attached")
    random = Random(5)
    for _ in range(8):
        host.locator("#board").wait_for()
        now = max(int(version(page)) for page in (host, guest))
        for page in (host, guest, watcher):
            page.locator(f"#board[data-version='{now}']").wait_for(state="attached")
        mover = next((page for page in (host, guest) if page.locator("#board .target.legal").count()), None)
        assert mover is not None
        other = guest if mover is host else host
        assert other.locator("#board .target.legal").count() == 0
        assert "Your turn" in mover.title()
        assert "Your turn" not in other.title()
        click_something(mover, random)
    assert watcher.locator("#board .target.legal").count() == 0
    watcher.locator(f"#board[data-version='{version(mover)}']").wait_for(state="attached")


@pytest.mark.parametrize("game", GAMES)
def test_a_reload_in_mid_game_loses_nothing(visitor, game):
    page = visitor()
    sit(page, table(page, game))
    random = Random(6)
    for _ in range(3):
        assert wait_for_turn(page)
        click_something(page, random)
    wait_for_turn(page)
    page.mouse.move(1275, 3)  # what is pointed at may be drawn ahead
    before, drawn = version(page), page.evaluate(WRITTEN_OUT)
    page.reload()
    page.locator("#board .region").first.wait_for(state="attached")
    assert version(page) == before
    assert page.evaluate(WRITTEN_OUT) == drawn


def test_moves_by_hand_are_logged_and_can_be_taken_back(visitor):
    """Some seat of some game may undo; the button says so, and the table is as before."""
    page = visitor()
    undone = 0
    for game in GAMES:
        sit(page, table(page, game))
        random = Random(7)
        for _ in range(10):
            if not wait_for_turn(page):
                break
            before = page.locator("#moves-list").inner_text()
            click_something(page, random)
            if page.locator("#do-undo").get_attribute("aria-disabled") == "false":
                stand = version(page)
                page.keyboard.press("u")
                if page.locator("#confirm").is_visible():  # a whole turn would be taken back
                    page.keyboard.press("Escape")
                    continue
                wait_for_news(page, stand)
                assert page.locator("#moves-list").inner_text() == before
                undone += 1
                break
        page.keyboard.press("l")
        assert page.locator("#log-lines li").count() > 0
    assert undone > 0


def test_the_hot_seat_has_a_curtain_where_asked(visitor):
    page = visitor()
    made = table(page, GAME, [{"kind": "me", "name": "Ana"}, {"kind": "local", "name": "Bo"}], curtain=True)
    sit(page, made)
    random = Random(8)
    names = set()
    for _ in range(8):
        page.locator("#curtain[open], #board .target.legal").first.wait_for(state="attached")
        if page.locator("#curtain[open]").count():
            assert page.locator("#board").evaluate("(e) => getComputedStyle(e).visibility") == "hidden"
            names.add(page.locator("#curtain-name").inner_text())
            page.locator("#curtain-yes").click()
        click_something(page, random)
    assert names == {"Ana", "Bo"}


def test_a_confirmed_move_waits_for_its_second_click(visitor):
    page = visitor()
    sit(page, table(page, GAME))
    assert wait_for_turn(page)
    page.evaluate("localStorage.setItem('tabletown-confirm', 'on')")
    page.reload()
    assert wait_for_turn(page)
    before = version(page)
    page.keyboard.press("1")
    page.locator("#confirm").wait_for()
    assert version(page) == before
    page.locator("#confirm-no").click()
    page.keyboard.press("1")
    page.locator("#confirm-yes").click()
    wait_for_news(page, before)


def test_without_sockets_the_table_polls(visitor):
    page = visitor(fresh=True)
    page.add_init_script(
        "window.WebSocket = class { constructor() { setTimeout(() => this.onclose({code: 1006}), 1); } close() {} }"
    )
    sit(page, table(page, GAME))
    random = Random(9)
    for _ in range(3):
        assert wait_for_turn(page)
        click_something(page, random)


def test_a_lost_line_is_told_and_mended(visitor):
    page = visitor(fresh=True)
    sit(page, table(page, GAME))
    assert wait_for_turn(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator("#line:not([hidden])").wait_for()
    page.context.set_offline(False)
    page.locator("#line[hidden]").wait_for(state="attached")
    click_something(page, Random(10))


def test_a_hint_names_a_legal_move(visitor):
    page = visitor()
    sit(page, table(page, GAME))
    assert wait_for_turn(page)
    labels = page.locator("#moves-list button").all_text_contents()
    page.locator("#do-hint").click()
    page.locator("#hint:not([hidden])").wait_for()
    page.locator("body:not(.hint-thinks) #hint").wait_for()
    assert page.locator("#hint-move").inner_text() in labels
    page.keyboard.press("Escape")
    page.locator("#hint[hidden]").wait_for(state="attached")


def test_a_replay_steps_shares_and_branches(visitor):
    page, friend = visitor(), visitor()
    made = table(page, GAME)
    sit(page, made)
    random = Random(11)
    for _ in range(4):
        assert wait_for_turn(page)
        click_something(page, random)
    page.goto(f"{made['url']}/replay?ply=2")
    assert "Move 2 of" in page.locator("#replay-where").inner_text()
    page.get_by_role("link", name="One move on").click()
    page.locator("#replay-where", has_text="Move 3 of").wait_for()
    assert page.url.endswith("ply=3")
    friend.goto(page.url)
    assert "Move 3 of" in friend.locator("#replay-where").inner_text()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/replay" not in url)
    page.locator("#board .region").first.wait_for(state="attached")
    assert made["id"] not in page.url


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_from_home_to_a_game_against_bots(visitor, game):
    page = visitor()
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.locator("#board .region").first.wait_for(state="attached")
    page.goto("/")
    assert page.locator(".ticket").count() == 1
    page.locator(f"a[href='/new/{game}']").click()
    for seat in range(1, least(game)):
        page.locator(f"input[name=kind{seat}][value=bot]").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.locator("#board .region").first.wait_for(state="attached")


DRAWN_AHEAD = """() => [...document.querySelectorAll('#board .preview')]
  .map((e) => [e.dataset.for, getComputedStyle(e).display !== 'none'])"""


def at_a_preview(page, game):
    """Play until the game draws something ahead that lies on the table; its targets, or none."""
    sit(page, table(page, game))
    random = Random(12)
    for _ in range(8):
        if not wait_for_turn(page):
            return []
        if page.locator("#board .preview").count() > 1:
            return [name for name, _ in page.evaluate(DRAWN_AHEAD)]
        click_something(page, random)
    return []


@pytest.mark.parametrize("game", GAMES)
def test_what_would_come_of_a_move_is_shown_while_it_is_pointed_at(visitor, game):
    page = visitor()
    names = at_a_preview(page, game)
    shown = lambda: [name for name, there in page.evaluate(DRAWN_AHEAD) if there]  # noqa: E731
    assert shown() == []
    for name in names[:3]:
        box = page.locator(f"#{name}").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert shown() == [name]
    page.mouse.move(1270, 5)
    assert shown() == []
    if names:
        page.keyboard.press("ArrowRight")
        seen = {*shown()}
        for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(key)
            assert shown() == [page.evaluate("document.activeElement.id")]
            seen |= {*shown()}
        assert len(seen) > 1
        page.evaluate("document.activeElement.blur()")
        assert shown() == []


def test_some_game_draws_its_moves_ahead(visitor):
    page = visitor()
    assert any(at_a_preview(page, game) for game in reversed(GAMES))


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_says_what_there_is(visitor, game):
    page = visitor()
    sit(page, table(page, game))
    assert wait_for_turn(page)
    page.keyboard.press("?")
    page.locator("#sheet-now li", has_text=" left").nth(4).wait_for(state="attached")


IS_FINAL = "async ([id, move]) => (await (await fetch(`/api/tables/${id}/moves/${move}`)).json()).final"


def test_only_what_is_final_asks_to_be_confirmed(visitor):
    """With the switch on, a move that can be taken back is played at once, and the last one of a turn asks."""
    page = visitor()
    page.goto("/credits")
    page.evaluate("localStorage.setItem('tabletown-confirm', 'on')")
    seen = set()
    for game in GAMES:
        made = table(page, game)
        sit(page, made)
        for _ in range(6):
            if not wait_for_turn(page):
                break
            before = version(page)
            first = page.locator("#moves-list button").first.get_attribute("data-move")
            final = page.evaluate(IS_FINAL, [made["id"], first])
            page.keyboard.press("1")
            if final:
                page.locator("#confirm:not([hidden])").wait_for()
                assert version(page) == before
                page.locator("#confirm-yes").click()
            wait_for_news(page, before)
            seen.add(final)
    assert seen == {True, False}
