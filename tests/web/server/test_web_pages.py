"""Pages: what went wrong is said on a page to people and as JSON to programs; forms; fonts cut ahead."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from running_server import PLENTY, RunningServer, a_game_to_undo, until

import tabletown as tt
from tabletown.bots import compiled_search
from tabletown.compile import cache as code_cache
from tabletown.compile.native import native
from tabletown.core.registry import rulebooks
from tabletown.web import Limits
from tabletown.web.http import pictures
from tabletown.web.http.guard import HEADERS
from tabletown.web.pages import assets, context, standings
from tabletown.web.pages.fonts import font_names

pytestmark = pytest.mark.anyio

LOOKING = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def check_page(answer: Any, status: int, sentence: str) -> None:
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert sentence in answer.text
    assert 'href="/"' in answer.text
    assert "Traceback" not in answer.text
    assert all(answer.headers[name] == value for name, value in HEADERS.items())


def check_json(answer: Any, status: int) -> None:
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["error"].endswith(".")


async def test_what_is_not_there_is_a_page_for_people(server: RunningServer) -> None:
    client = server.browser().client
    for address, status, sentence in (
        ("/nowhere", 404, "There is nothing at /nowhere."),
        ("/table/nosuchtable", 404, "There is no table"),
        ("/games/chess", 404, "There is no game"),
        ("/static/comic.woff2", 404, "There is no such file."),
    ):
        check_page(await client.get(address, headers=LOOKING), status, sentence)
    check_page(await client.post("/credits", headers=LOOKING), 405, "POST is not possible here.")
    check_json(await client.post("/credits"), 405)
    for address in ("/api/nothing", "/api/tables/nosuchtable", "/api/tables/nosuchtable/advice"):
        check_json(await client.get(address, headers=LOOKING), 404)


async def test_whether_native_code_is_ready_is_told(server: RunningServer) -> None:
    client = server.browser().client
    native(tt.rulebook("machi-koro"))
    code_cache.library(compiled_search.UNIT)
    assert (await client.get("/api/games/machi-koro/native")).json() == {"ready": True, "compiling": []}
    check_json(await client.get("/api/games/tic-tac-toe/native"), 404)


async def test_too_often_is_a_page_for_people(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, limits=Limits("3/minute", PLENTY, PLENTY, PLENTY, PLENTY))
    client = server.browser().client
    for _ in range(3):
        assert (await client.get("/credits", headers=LOOKING)).status_code == 200
    refused = await client.get("/credits", headers=LOOKING)
    check_page(refused, 429, "wait a little and try again")
    assert refused.headers["retry-after"] == "10"
    check_json(await client.get("/credits"), 429)
    check_json(await client.get("/api/games", headers=LOOKING), 429)


async def test_another_site_is_refused_on_a_page(server: RunningServer) -> None:
    headers = {**LOOKING, "sec-fetch-site": "cross-site", "origin": "https://elsewhere.example"}
    check_page(await server.browser().client.post("/play/machi-koro", headers=headers), 403, "comes from another site")


async def test_a_failure_of_ours_is_a_page_for_people(server: RunningServer) -> None:
    async def broken() -> None:
        raise RuntimeError("on purpose")

    server.app.router.add_api_route("/api/broken", broken)
    server.app.router.add_api_route("/broken", broken)
    server.app.router.routes[:] = [*server.app.router.routes[-2:], *server.app.router.routes[:-2]]
    client = server.browser().client
    check_page(await client.get("/broken", headers=LOOKING), 500, "Something went wrong on our side")
    check_json(await client.get("/broken"), 500)
    check_json(await client.get("/api/broken", headers=LOOKING), 500)


OPTIONS = [(book, option) for book in rulebooks().values() for option in book.options if option.for_people is not None]


@pytest.mark.parametrize(("book", "option"), OPTIONS, ids=lambda value: getattr(value, "name", ""))
async def test_a_table_for_people_gets_what_suits_people(server: RunningServer, book: Any, option: Any) -> None:
    me = server.browser()

    async def made(**form: str) -> Any:
        answer = await me.client.post(f"/new/{book.name}", data={"kind2": "nobody", "kind3": "nobody", **form})
        assert answer.status_code == 303, answer.text
        return (await server.room(answer.headers["location"].split("/")[-1])).game.options[option.name]

    name = f"o-{option.name}"
    assert await made(kind1="bot") == option.default
    assert await made(kind1="bot", **{name: ""}) == option.default
    assert await made(kind1="local", **{name: ""}) == option.for_people
    assert await made(kind1="open") == option.for_people
    assert await made(kind1="local", **{name: str(option.low)}) == option.low
    page = (await me.get(f"/new/{book.name}")).text
    assert f"Left empty: {option.for_people} with other people, {option.default} with bots." in page


async def test_fonts_are_cut_beside_the_start(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, prepare=True)
    assert (await server.browser().get("/")).status_code == 200  # whether they are ready or not

    async def ready() -> bool:
        return all(("font", name) in server.app.state.pictures._kept for name in font_names())

    assert await until(ready)
    assert (await server.browser().get(assets.address("display.woff2"))).content[:4] == b"wOF2"


async def test_a_page_gets_all_its_fonts_at_once_before_they_are_ready(server: RunningServer) -> None:
    me = server.browser()
    answers = await asyncio.gather(*(me.get(assets.address(name)) for name in font_names()))
    assert len(answers) > pictures.MOST_WAITING_EACH
    assert {answer.status_code for answer in answers} == {200}


async def test_a_guide_is_shown_even_if_its_picture_can_not_be_drawn(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = server.browser()
    monkeypatch.setattr(pictures, "MOST_WAITING", 0)  # nothing more may wait to be drawn
    without = await me.get("/games/mint-works")
    assert (without.status_code, 'class="picture"' in without.text) == (200, False)
    assert 'class="panel guide"' in without.text


async def test_whether_a_move_would_be_final_is_known_beforehand(server: RunningServer) -> None:
    table = await server.table(game=a_game_to_undo(), seed=1)
    seen = set()
    for _ in range(40):
        seat, legal = await table.legal()
        move = legal["moves"][0]["id"]
        weighed = await table.seats[seat].json(f"{table.path}/moves/{move}")
        played = await table.seats[seat].post(f"{table.path}/moves", {"move": move, "version": legal["version"]})
        assert played.status_code == 200
        room = await server.room(table.id)
        if room.status != "playing":
            break
        assert (weighed["version"], weighed["move"]) == (legal["version"], move)
        assert weighed["final"] == (not room.undoable(seat))
        assert weighed["picture"]["regions"]
        seen.add(weighed["final"])
    assert seen == {True, False}


async def test_moves_are_weighed_for_the_player_in_turn_only(server: RunningServer) -> None:
    table = await server.table(seed=1)
    seat, legal = await table.legal()
    move = legal["moves"][0]["id"]
    for caller in (table.seats[1 - seat], server.program()):
        check_json(await caller.get(f"{table.path}/moves/{move}"), 403)
    check_json(await table.seats[seat].get(f"{table.path}/moves/99999"), 422)
    check_json(await table.seats[seat].get(f"{table.path}/moves/x"), 422)


def ended(game: str, won: bool) -> tuple[dict[str, Any], tt.Match]:
    """The end screen of a game for one that was won or lost."""
    for seed in range(60):
        match = tt.Match(tt.game(game, players=1), seed=seed)
        while not match.over:
            match.push(match.random_move())
        if (match.ranking[0] == [0] and match.view(0)["players"][0]["place"] == 1) == won:
            about = {"game": game, "id": "t", "rematch": None, "viewer": 0, "seats": [{}], "coached": False}
            return context.end(about, match.view(0), match, []), match
    raise AssertionError("no such game in sixty")


def test_a_lost_game_for_one_is_not_celebrated() -> None:
    lost, _ = ended("mint-works", won=False)
    assert lost["lost"]
    best, _ = ended("minecart-town", won=True)
    assert not best["lost"]
    assert len(best["triumph"]) > len(lost["triumph"]) + 3000, "confetti falls for the winner alone"


def test_the_end_of_minecart_town_says_which_part_of_the_game_gave_points() -> None:
    match = tt.Match(tt.game("minecart-town", players=3), seed=4)
    while not match.over:
        match.push(match.random_move())
    parts = standings.parts_of(match, None, standings.scores_by_ply(match, None))
    assert {seat: sum(points for _, points in found) for seat, found in parts.items()} == dict(enumerate(match.scores))
    assert {source for found in parts.values() for source, _ in found} <= {
        "Production",
        "When built",
        "Processing",
        "End of the game",
    }
