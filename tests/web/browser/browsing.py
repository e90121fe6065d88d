"""A player at a page: sees what is legal there, touches it with the mouse or reaches it with keys."""

from __future__ import annotations

from random import Random
from typing import Any

from tabletown.core.registry import games, rulebook

GAMES = games()
DESKTOP, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 640}

LEGAL = """() => {
  const found = [];
  for (const element of document.querySelectorAll("#board .target.legal, #spare button")) {
    const box = element.getBoundingClientRect();
    for (const [fx, fy] of [[.5, .5], [.5, .15], [.1, .5], [.9, .15], [.1, .12], [.5, .9], [.05, .05]]) {
      const x = box.x + box.width * fx, y = box.y + box.height * fy;
      const hit = document.elementFromPoint(x, y)?.closest(".target, #spare button");
      if (hit === element) { found.push({ id: element.id, x, y }); break; }
    }
  }
  return found;
}"""


def table(page: Any, game: str, seats: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """Set up a table from this page's browser; two players and a quick bot unless said otherwise."""
    if seats is None:
        seats = [{"kind": "me", "name": "Ana"}] + [{"kind": "bot", "name": "Bo", "bot": "random"}] * (least(game) - 1)
    page.context.request.get("/credits")  # with any page comes the browser's cookie
    return post(page, "/api/tables", {"game": game, "players": len(seats), "seats": seats, "seed": 7, **more})


def post(page: Any, address: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask the server as a script of this page's browser would, but without a page."""
    answer = page.context.request.post(address, data=body, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.ok, answer.text()
    said: dict[str, Any] = answer.json()
    return said


def legal(page: Any, made: dict[str, Any]) -> dict[str, Any]:
    """The version of a table, and the moves that this page's browser may play there."""
    found: dict[str, Any] = page.context.request.get(f"/api/tables/{made['id']}/legal").json()
    return found


def least(game: str) -> int:
    low, high = rulebook(game).players
    return min(high, max(2, low))


def sit(page: Any, made: dict[str, Any]) -> None:
    page.goto(f"/table/{made['id']}")
    page.locator("#board .region").first.wait_for(state="attached")


def version(page: Any) -> str:
    return str(page.evaluate("document.getElementById('board').dataset.version"))


def over(page: Any) -> bool:
    return bool(page.evaluate("!document.getElementById('result').hidden"))


def wait_for_turn(page: Any) -> bool:
    """Wait until there is something to do; False when the game is over."""
    page.locator("#board .target.legal, #spare button, #result:not([hidden])").first.wait_for(state="attached")
    return not over(page)


def wait_for_news(page: Any, before: str) -> None:
    page.locator(f"#board:not([data-version='{before}'])").wait_for(state="attached")


ASKED = "#chooser[open], #confirm:not([hidden])"


def answer_if_asked(page: Any, random: Random, before: str) -> None:
    """Several moves on one element open a list; what is small or final asks once more on a phone."""
    news = f"#board:not([data-version='{before}'])"
    page.locator(f"{ASKED}, {news}").first.wait_for(state="attached")
    asked = page.evaluate("[document.getElementById('chooser').open, !document.getElementById('confirm').hidden]")
    if asked[0]:
        options = page.locator("#chooser-list button")
        options.nth(random.randrange(options.count())).click()
        page.locator(f"#confirm:not([hidden]), {news}").first.wait_for(state="attached")
        asked[1] = page.evaluate("!document.getElementById('confirm').hidden")
    if asked[1]:
        page.locator("#confirm-yes").click()


def click_something(page: Any, random: Random) -> None:
    """One legal target by mouse: a real click where the target really is."""
    before = version(page)
    spots = page.evaluate(LEGAL)
    if not spots:
        page.evaluate("document.querySelector('#board .target.legal').scrollIntoView({block: 'center'})")
        spots = page.evaluate(LEGAL)
    assert spots, "there are legal moves, but none can be hit"
    spot = random.choice(spots)
    page.mouse.click(spot["x"], spot["y"])
    answer_if_asked(page, random, before)
    wait_for_news(page, before)


def type_something(page: Any, random: Random) -> None:
    """One legal move by keys alone: arrows and Enter, or a number."""
    before = version(page)
    if random.random() < 0.3:
        count = page.locator("#moves-list li").count()
        page.keyboard.press(str((random.randrange(min(count, 10)) + 1) % 10))
        page.locator(f"#confirm:not([hidden]), #board:not([data-version='{before}'])").first.wait_for(state="attached")
        if page.evaluate("!document.getElementById('confirm').hidden"):
            page.keyboard.press("Enter")  # what is final is only chosen by its number
    else:
        for _ in range(random.randrange(1, 4)):
            page.keyboard.press(random.choice(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")))
        if not page.evaluate("document.activeElement.matches('#board .legal')"):
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if page.evaluate("document.getElementById('chooser').open"):
            for _ in range(random.randrange(1, page.locator("#chooser-list button").count() + 1)):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        elif page.evaluate("!document.getElementById('confirm').hidden"):
            page.keyboard.press("Enter")  # what can be turned was only shown so far
    wait_for_news(page, before)
