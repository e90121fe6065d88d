"""A click shows at once that it was taken, a lost line is said soon, and so is that nothing but a pass is left."""

from __future__ import annotations

from random import Random

from browsing import GAMES, post, sit, table, wait_for_turn

TAKEN = """() => { const target = document.querySelector("#board .target.legal");
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return target.classList.contains("taken") || document.body.classList.contains("sending"); }"""


def test_a_click_shows_at_once_that_it_was_taken_however_slow_the_line(visitor):
    page = visitor(fresh=True)
    page.add_init_script("localStorage.setItem('tabletown-confirm', 'on')")
    sit(page, table(page, GAMES[-1]))
    wait_for_turn(page)
    page.route("**/moves**", lambda route: None)  # an answer never comes
    assert page.evaluate(TAKEN), "it is seen in the same moment, before anything was answered"


def test_a_move_that_gets_no_answer_is_said_to_wait(visitor):
    page = visitor(fresh=True)
    sit(page, table(page, GAMES[-1]))
    wait_for_turn(page)
    page.route("**/moves", lambda route: None)
    page.evaluate(
        "document.querySelector('#board .target.legal').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    if page.locator("#confirm:not([hidden])").count():
        page.locator("#confirm-yes").click()
    page.locator("#line", has_text="No answer yet").wait_for()


def test_that_there_is_no_connection_is_said(visitor):
    page = visitor(fresh=True)
    sit(page, table(page, GAMES[0]))
    page.context.set_offline(True)
    page.locator("#said, #line").get_by_text("onnect").first.wait_for()
    page.context.set_offline(False)


def stuck(page, made, turns=400):
    """Play for both seats until only one thing can be done, and reasons say why nothing else can."""
    dice, path = Random(2), f"/api/tables/{made['id']}"
    for _ in range(turns):
        view = page.context.request.get(path).json()
        moves = view["view"]["moves"]
        if len(moves) == 1 and view["view"]["reasons"]:
            return moves[0]
        post(page, f"{path}/moves", {"move": dice.choice(moves)["id"], "version": view["version"]})
    raise AssertionError("there was always a choice")


def test_where_nothing_else_can_be_done_that_is_said_and_done_by_itself_on_request(visitor):
    page = visitor()
    made = table(page, GAMES[0], [{"kind": "me", "name": "Ana"}, {"kind": "local", "name": "Bo"}])
    move = stuck(page, made)
    sit(page, made)
    if page.locator("#curtain[open]").count():
        page.locator("#curtain-yes").click()
    page.locator("#only", has_text=f"Nothing else can be done: {move['label']}").wait_for()
    before = page.locator("#board").get_attribute("data-version")
    page.locator("#only-always").click()
    page.locator(f"#board:not([data-version='{before}'])").wait_for(state="attached")
    assert page.evaluate("document.querySelector('#settings [name=passing]').checked")
