"""Every page by day and in the evening: readable for all, without sideways scrolling, with scores in sight."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, GAMES, PHONE, click_something, legal, post, sit, table, wait_for_turn

from tabletown.core.registry import rulebook, rulebooks

THEMES = ("light", "dark")


COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What a theme may change."""


def violations(page, options=None):
    found = Axe().run(page, options=options).response["violations"]
    return [(v["id"], [node["html"][:160] for node in v["nodes"]][:4]) for v in found]


def faults(page):
    """What is wrong with a page by day and in the evening, on a wide screen and on a phone."""
    found = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        if page.locator("main #board[data-version]").count():
            page.locator(f"#board[viewBox^='0 0 {1280 if size == DESKTOP else 360} ']").wait_for()
        if sideways(page) > 0:
            found.append((size["width"], "sideways"))
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found += [(size["width"], theme, *one) for one in violations(page, None if theme == "light" else COLOURS)]
    page.set_viewport_size(DESKTOP)
    return found


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def test_pages_before_a_game(visitor):
    page = visitor()
    made = table(page, GAMES[0], [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    table(page, GAMES[0])
    invite = next(seat["invite"] for seat in made["seats"] if seat["invite"])
    for address in (
        "/",
        f"/new/{GAMES[0]}",
        f"/games/{GAMES[0]}",
        "/credits",
        "/nowhere",
        made["url"],
        invite,
        "/puzzles",
        "/puzzles/today",
        "/history",
        "/offline",
        "/join",
        "/lab",
    ):
        page.goto(address)
        assert faults(page) == [], address


@pytest.mark.parametrize("game", GAMES)
def test_options_and_guide_of_every_game(visitor, game):
    page = visitor()
    for address in (f"/new/{game}", f"/games/{game}"):
        assert page.goto(address).status == 200
        assert faults(page) == [], address
    assert len(page.locator(".guide").inner_text()) > 400


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_accessible_and_shows_all_scores(visitor, game):
    page = visitor()
    made = table(page, game)
    sit(page, made)
    assert wait_for_turn(page)
    click_something(page, Random(1))
    assert wait_for_turn(page)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= DESKTOP["height"]
    for seat in range(len(made["seats"])):
        box = page.locator(f"#player-{seat}, #plate-{seat}, #region-plate, #region-own").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= DESKTOP["height"]
    dialogs_are_accessible(page)
    assert faults(page) == []


def dialogs_are_accessible(page):
    for opener in ("m", "l", "?"):
        page.keyboard.press(opener)
        assert violations(page) == [], opener
        page.keyboard.press("l" if opener == "l" else "Escape")


def test_the_end_and_the_replay(visitor):
    page = visitor()
    bots = [{"kind": "bot", "bot": "random", "name": name} for name in ("Ana", "Bo")]
    made = table(page, GAMES[0], bots)
    page.goto(made["url"])  # bots play while somebody watches
    page.locator("#result:not([hidden])").wait_for()
    page.goto(f"{made['url']}/result")
    assert page.locator(".standing").count() == 2
    for view in ("", "/result", "/replay?ply=10", "/review"):
        page.goto(made["url"] + view)
        assert faults(page) == [], view


def test_the_theme_can_be_chosen_and_is_kept(visitor):
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Evening").check(force=True)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 31)"
    page.goto("/credits")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_game_with_components_of_our_own_says_so(visitor):
    page = visitor()
    for book in rulebooks().values():
        page.goto(f"/games/{book.name}")
        assert (page.get_by_text("Some components are our own").count() > 0) == book.reconstructed


def test_a_bad_option_is_told_in_one_sentence(visitor):
    page = visitor()
    page.goto("/credits")
    answer = page.evaluate(
        """async (game) => {
             const body = new URLSearchParams({kind1: "nobody", kind2: "nobody", kind3: "nobody"});
             const answer = await fetch(`/new/${game}`, {method: "POST", body});
             return [answer.status, await answer.text()]; }""",
        GAMES[0],
    )
    assert answer[0] == 422
    assert "players, not 1" in answer[1]


ALONE = [game for game in GAMES if rulebook(game).players[0] == 1]


def play_to_the_end(page, made):
    while (now := legal(page, made))["moves"]:
        move = now["moves"][now["version"] % len(now["moves"])]["id"]
        post(page, f"/api/tables/{made['id']}/moves", {"move": move, "version": now["version"]})


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ALONE)
def test_the_best_of_games_for_one_are_listed(visitor, game, size):
    page = visitor(size)
    made = [table(page, game, [{"kind": "me", "name": "Ana"}], seed=seed) for seed in (1, 1)]
    for one in made:
        play_to_the_end(page, one)
    page.goto(f"{made[1]['url']}/result")
    assert page.locator(".bests li").count() == 2
    assert page.locator(".bests [aria-current]").count() == 1
    for address in (page.url, "/", f"/games/{game}"):
        page.goto(address)
        assert page.get_by_text("Your best").count() == 1
        assert sideways(page) <= 0, address
        assert violations(page) == [], address
