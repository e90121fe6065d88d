"""Every page by day and in the evening: readable for all, without sideways scrolling, with scores in sight."""

from __future__ import annotations

from itertools import cycle
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESKTOP, GAMES, PHONE, click_something, legal, post, sit, table, wait_for_turn

from tabletown.core.registry import rulebook, rulebooks

THEMES = ("light", "dark")


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:160] for node in v["nodes"]][:4]) for v in found]


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop-light", "phone-dark"])
def test_pages_before_a_game(visitor, theme, size):
    page = visitor(size, theme)
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
    ):
        page.goto(address)
        assert sideways(page) <= 0, address
        assert violations(page) == [], address


@pytest.mark.parametrize("game", GAMES)
def test_options_and_guide_of_every_game(visitor, game):
    page = visitor()
    for address in (f"/new/{game}", f"/games/{game}"):
        assert page.goto(address).status == 200
        assert violations(page) == [], address
    assert len(page.locator(".guide").inner_text()) > 400


@pytest.mark.parametrize(("game", "theme"), list(zip(GAMES, cycle(THEMES), strict=False)))
def test_the_table_is_accessible_and_shows_all_scores(visitor, game, theme):
    page = visitor(theme=theme)
    made = table(page, game)
    sit(page, made)
    assert wait_for_turn(page)
    click_something(page, Random(1))
    assert wait_for_turn(page)
    assert violations(page) == []
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= DESKTOP["height"]
    for seat in range(len(made["seats"])):
        box = page.locator(f"#player-{seat}, #plate-{seat}, #region-plate, #region-own").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= DESKTOP["height"]
    if (game, theme) in OPENED:
        dialogs_are_accessible(page)


OPENED = {(game, "light") for game in GAMES} | {(GAMES[0], "dark")}
"""Where dialogs are opened too: their colours are the same for all games."""


def dialogs_are_accessible(page):
    for opener in ("m", "l", "?"):
        page.keyboard.press(opener)
        assert violations(page) == [], opener
        page.keyboard.press("l" if opener == "l" else "Escape")


@pytest.mark.parametrize("theme", THEMES)
def test_the_end_and_the_replay(visitor, theme):
    page = visitor(theme=theme)
    bots = [{"kind": "bot", "bot": "random", "name": name} for name in ("Ana", "Bo")]
    made = table(page, GAMES[0], bots)
    page.goto(made["url"])  # bots play while somebody watches
    page.locator("#result:not([hidden])").wait_for()
    page.goto(f"{made['url']}/result")
    assert page.locator(".standing").count() == 2
    assert violations(page) == []
    page.goto(f"{made['url']}/replay?ply=10")
    assert violations(page) == []


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
