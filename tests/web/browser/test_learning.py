"""Lessons in the browser: every step of each by mouse, one by keys alone, one on a phone that is closed and opened
again in the middle. A puzzle of several clicks, and the coach who asks whether one is sure."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browsing import DESKTOP, GAMES, legal, post, version
from test_pages import violations

import tabletown as tt
from tabletown.learn import puzzles

LEARNABLE = [game for game in GAMES if tt.rulebook(game).lesson]
PHONE = {"width": 390, "height": 844}
SPOT = """() => {
  const goal = document.querySelector(".lesson-mark.goal");
  if (!goal) return null;
  const box = goal.getBoundingClientRect();
  for (const [fx, fy] of [[.5, .5], [.5, .2], [.3, .5], [.5, .8]]) {
    const x = box.x + box.width * fx, y = box.y + box.height * fy;
    const hit = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null;
    if (hit?.closest("#board [id], #do-advice")) return { x, y };
  }
  return null;
}"""
"""Where a person would touch what is marked; null if nothing is, or as long as it is out of sight."""


def begin(page: Any, game: str) -> None:
    page.context.request.get("/credits")  # with any page comes the cookie
    page.goto(post(page, f"/api/lessons/{game}", {"name": "Ana"})["url"])


def at_step(page: Any, number: int) -> None:
    """Wait until a step is reached; scenes on the way are skipped, the own die is thrown."""
    page.locator("#lesson-number").wait_for(state="attached")
    for _ in range(900):
        page.evaluate("document.querySelector('#scene:not([hidden]) :is(#scene-next.gold, #scene-skip)')?.click()")
        at_rest = page.evaluate("document.getElementById('scene').hidden")
        if at_rest and f"Step {number} of" in (page.locator("#lesson-number").text_content() or ""):
            page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")  # focus
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"step {number} was never reached")


def touch_the_mark(page: Any) -> None:
    spot = page.wait_for_function(SPOT).json_value()
    page.mouse.click(spot["x"], spot["y"])
    if page.evaluate("!document.getElementById('confirm').hidden"):  # small on a phone
        page.locator("#confirm-yes").click()


def take_step(page: Any, step: Any) -> None:
    """Do what a step asks for, by mouse or finger; what is to be found is marked after a wrong try."""
    if step.find:
        assert page.locator(".lesson-mark.goal").count() == 0
        before = version(page)
        wrong = page.locator("#board .target.legal").first
        wrong.focus()
        page.keyboard.press("Enter")
        if page.evaluate("!document.getElementById('confirm').hidden"):  # what can be turned is only shown so far
            page.keyboard.press("Enter")
        page.locator("#lesson-answer", has_text=step.otherwise).wait_for()
        assert version(page) == before
    touch_the_mark(page)
    if step.help:
        page.locator("#advice-yes").click()


@pytest.mark.parametrize("game", LEARNABLE)
def test_a_lesson_by_mouse(visitor: Any, game: str) -> None:
    lesson = tt.rulebook(game).lesson
    page = visitor(DESKTOP)
    begin(page, game)
    for number, step in enumerate(lesson.steps, 1):
        at_step(page, number)
        assert page.locator("#lesson-say").inner_text() == step.say
        take_step(page, step)
    page.locator("#lesson-say", has_text=lesson.last).wait_for()
    page.get_by_role("button", name="Play on").click()
    assert page.locator("#lesson").is_hidden()


def test_a_lesson_by_keys_alone(visitor: Any) -> None:
    """Each step announces its sentence and has the focus on its target; another move is answered, nothing changes."""
    game = "mint-works"
    lesson = tt.rulebook(game).lesson
    page = visitor(DESKTOP, theme="dark")
    page.goto(f"/games/{game}")
    page.get_by_role("button", name=f"Learn {tt.rulebook(game).title} in").click()
    for number, step in enumerate(lesson.steps, 1):
        at_step(page, number)
        assert page.locator("#announce").inner_text().endswith(step.say)
        page.locator(f"#board #{page.evaluate('document.activeElement.id')}").wait_for()
        if number == 2:
            assert violations(page) == []
            before = version(page)
            page.keyboard.press("1")  # the first of all moves: to pass
            page.locator("#lesson-answer", has_text=step.otherwise).wait_for()
            assert version(page) == before
            page.get_by_role("button", name="Back").focus()
            page.keyboard.press("Enter")
            at_step(page, 1)
            assert page.locator("#lesson-answer").inner_text() == ""
            page.keyboard.press("Enter")
            at_step(page, 2)
        page.keyboard.press("Enter")
    page.locator("#lesson-end").wait_for()
    page.goto(f"/games/{game}")
    page.locator("form.learn[hidden]").wait_for(state="attached")  # it was learned in this browser


@pytest.mark.parametrize("game", ["machi-koro", "mine-carts"])
def test_a_lesson_on_a_phone_that_is_closed_in_the_middle(visitor: Any, game: str) -> None:
    """In Mine Carts some ways are to be found; after a wrong try the right one comes into view."""
    lesson = tt.rulebook(game).lesson
    page = visitor(PHONE, has_touch=True)
    begin(page, game)
    for number, step in enumerate(lesson.steps, 1):
        at_step(page, number)
        if number == 5:
            context = page.context
            page.close()
            page = context.new_page()
            page.goto("/")
            page.get_by_role("link", name="Go on").click()
            at_step(page, number)
            page.get_by_role("button", name="Show me").click()
        take_step(page, step)
    page.locator("#lesson-end").wait_for()


def test_a_puzzle_of_several_clicks(visitor: Any) -> None:
    every = [puzzle for game in GAMES for puzzle in puzzles.puzzles_of(tt.rulebook(game))]
    puzzle = next(puzzle for puzzle in every if puzzle.clicks == 3)
    page = visitor(DESKTOP)
    page.goto(f"/puzzles/{puzzle.id}")
    wrong = next(move for move in puzzle.match().legal_moves if move.text not in puzzle.right)
    page.locator(f'.tries [data-move="{wrong.id}"]').click()
    page.locator("#puzzle-said.wrong").wait_for()
    made: list[str] = []
    for text in puzzle.lines[0]:
        move = puzzle.match(made).find(text)
        page.locator(f'.tries [data-move="{move}"]').click()
        made.append(text)
        page.locator("#puzzle-said.right", has_text="this wins" if len(made) == 3 else "Go on").wait_for()
    assert violations(page) == []
    page.goto("/puzzles")
    page.locator(f'[data-puzzle="{puzzle.id}"][data-solved]').wait_for()
    assert "1 of 60 solved" in page.locator("[data-game]", has=page.locator("[data-solved]")).inner_text()


def test_the_week_tells_what_was_solved_and_an_answer_that_was_shown_counts_no_more(visitor: Any) -> None:
    """Today's puzzle, found at the second try; then another browser that looks at the answer first."""
    puzzle = puzzles.of_today()
    for shown in (False, True):
        page = visitor(PHONE)
        page.goto("/puzzles/today")
        today = page.locator('[data-week] [aria-current="date"] .state')
        assert today.inner_text() == "open"
        page.get_by_role("button", name="A hint").click()
        page.locator("#puzzle-said", has_text="the best move").wait_for()
        if shown:
            page.get_by_role("button", name="Show the answer").click()
            page.locator("#puzzle-said.right").wait_for()
        else:
            wrong = next(move for move in puzzle.match().legal_moves if move.text not in puzzle.right)
            page.locator(f'.tries [data-move="{wrong.id}"]').click()
            page.locator("#puzzle-said.wrong").wait_for()
        made: list[str] = []
        for text in puzzle.lines[0]:
            page.locator(f'.tries [data-move="{puzzle.match(made).find(text)}"]').click()
            made.append(text)
            page.locator(
                "#puzzle-said.right", has_text="this wins" if len(made) == puzzle.clicks else "Go on"
            ).wait_for()
        assert today.inner_text() == ("shown" if shown else f"{puzzle.clicks + 1} tries")
        assert page.locator("#streak").inner_text() == ("" if shown else "1 day in a row; longest 1")
        page.goto("/puzzles")
        assert today.inner_text() == ("shown" if shown else f"{puzzle.clicks + 1} tries")


def test_a_review_in_the_browser(visitor: Any) -> None:
    """It comes by itself; better moves are found on the table or in the list; one may play on from any point."""
    page = visitor(DESKTOP)
    page.context.request.get("/credits")
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bo"}]
    made = post(page, "/api/tables", {"game": "mint-works", "players": 2, "seats": seats, "seed": 2})
    dice = random.Random(4)
    while (now := legal(page, made))["moves"]:
        chosen = dice.choice(now["moves"])["id"]
        post(page, f"/api/tables/{made['id']}/moves", {"version": now["version"], "move": chosen})
    page.goto(f"{made['url']}/review")
    page.locator("#review-curve svg").wait_for()
    page.locator('[data-review][data-state="done"]').wait_for()
    page.locator("#review-head", has_text="accurately").wait_for()
    assert violations(page) == []
    page.get_by_role("link", name="All", exact=True).click()
    first = page.locator("#review-list [data-event]").first
    first.click()
    page.locator("#review-list li:nth-child(1) [aria-current=step]").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("#review-list li:nth-child(2) [aria-current=step]").wait_for()
    page.get_by_role("link", name="Find the better moves").click()
    page.locator("[data-try=wrong]:enabled").first.click()
    page.locator("#found", has_text="Something else is better").wait_for()
    assert page.locator("#found-why").is_hidden()
    assert page.locator(".review-frame").count() == 0
    best = page.locator("[data-try=right]").first
    target = best.get_attribute("data-target")
    alone = page.locator(f'[data-try]:enabled[data-target="{target}"]').count() == 1
    (page.locator(f'#board [id="{target}"]') if alone else best).click()
    page.locator("#found", has_text="Right.").wait_for()
    assert page.locator("#found-why").inner_text()
    page.locator(".review-frame").first.wait_for(state="attached")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda address: made["id"] not in address)


def test_the_coach_asks_before_a_blunder(visitor: Any) -> None:
    """The table keeps its level; a bad move waits for a second word, which Escape takes back."""
    page = visitor(DESKTOP)
    page.context.request.get("/credits")
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "name": "Bram", "bot": "easy"}]
    table = post(page, "/api/tables", {"game": "mint-works", "players": 2, "seats": seats, "seed": 2})["url"]
    page.goto(table)
    page.locator("#board .legal").first.wait_for(state="attached")
    page.get_by_role("button", name="Home, replay or leave").click()
    page.locator("#coach-level").select_option("full")
    page.locator("#board .coach-chance").first.wait_for(state="attached")
    page.reload()
    page.locator("#board .coach-chance").first.wait_for(state="attached")
    assert page.locator("#coach-level").input_value() == "full"
    before = version(page)
    page.keyboard.press("1")  # to pass at once is never good
    page.locator("#confirm").wait_for()
    page.keyboard.press("Enter")
    page.locator("#coach").wait_for()
    assert "gives away" in page.locator("#coach-label").inner_text()
    assert page.locator("#coach-why").inner_text()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#coach").wait_for(state="hidden")
    assert version(page) == before
    chances = page.locator("#board .coach-chance").count()
    assert chances
    page.set_viewport_size(PHONE)  # the table is drawn anew, and the chances with it
    page.wait_for_function("() => document.getElementById('board').viewBox.baseVal.width < 600")
    page.wait_for_function(f"() => document.querySelectorAll('#board .coach-chance').length === {chances}")
