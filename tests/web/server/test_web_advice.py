"""Advice of a game's own: shown before it is accepted, played as a whole or not at all, never to the wrong person."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from running_server import RunningServer, Table, games_for_two, until

import tabletown as tt
from tabletown.core.advice import advise, offered
from tabletown.web.tables.seat import Caller

pytestmark = pytest.mark.anyio

ADVISING = [game for game in games_for_two() if tt.rulebook(game).gives_advice]
SILENT = [game for game in games_for_two() if not tt.rulebook(game).gives_advice]


@cache
def worth_advising(game: str) -> tuple[int, list[str]]:
    """A seed, and the moves of its random game until there is an advice of several moves that keep the turn."""
    for seed in range(400):
        match = tt.Match(tt.game(game, players=2), seed=seed)
        while not match.over:
            if match.actor != tt.CHANCE and offered(match, match.actor) and _stays(match):
                return seed, [move.text for move in match.moves if not match.game.moves.kind_of(move.id).chance]
            match.push(match.random_move())
    raise AssertionError(f"no random game of {game} needs advice")


def _stays(match: tt.Match) -> bool:
    seat = match.actor
    found = advise(match, seat)
    trial = match.copy()
    for move in found.moves if found else ():
        trial.push(move)
    return bool(found and len(found.moves) > 2 and trial.can_undo(seat))


async def advised_table(server: RunningServer, game: str) -> tuple[Table, int]:
    """A table where a seat has advice to ask for, and that seat."""
    seed, moves = worth_advising(game)
    table = await server.table(game=game, seed=seed)
    for move in moves:
        room = await server.room(table.id)
        assert room.to_move is not None
        mover = Caller.of(token=table.made["seats"][room.to_move]["token"])
        await server.tables.move(table.id, mover, move, room.version)  # as the API does
    return table, await table.actor()


async def stand(table: Table) -> tuple[int, bytes]:
    room = await table.server.room(table.id)
    return room.version, room.match.position.array.tobytes()


@pytest.mark.parametrize("game", ADVISING)
async def test_advice_is_shown_and_changes_nothing(server: RunningServer, game: str) -> None:
    table, seat = await advised_table(server, game)
    before = await stand(table)
    shown = await table.seats[seat].json(f"{table.path}/advice")
    frame = await table.seats[seat].json(f"{table.path}/frame")
    assert shown["label"] == frame["advice"]
    assert shown["sentence"].endswith(".")
    assert len(shown["moves"]) > 2
    assert shown["version"] == before[0]
    assert set(shown["frame"]["regions"]) == set(shown["frame"]["order"])
    assert any(shown["frame"]["regions"][name] != frame["regions"].get(name) for name in shown["frame"]["order"])
    assert shown["frame"]["moves"] == []
    phone = await table.seats[seat].json(f"{table.path}/advice", layout="phone")
    assert phone["frame"]["width"] < shown["frame"]["width"]
    assert await stand(table) == before


@pytest.mark.parametrize("game", ADVISING)
async def test_accepted_advice_is_played_as_a_whole_and_once(any_server: RunningServer, game: str) -> None:
    table, seat = await advised_table(any_server, game)
    shown = await table.seats[seat].json(f"{table.path}/advice")
    body = {"version": shown["version"], "key": "yes"}
    answers = [await table.seats[seat].post(f"{table.path}/advice", body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.json()["version"] for answer in answers}) == 1
    events = (await table.host.json(f"{table.path}/events", since=shown["version"]))["events"]
    assert [event["move"] for event in events if event["kind"] == "move"] == [move["text"] for move in shown["moves"]]
    assert {event["seat"] for event in events if event["kind"] == "move"} == {seat}
    assert (await table.about())["version"] == answers[0].json()["version"]


@pytest.mark.parametrize("game", ADVISING)
async def test_what_was_accepted_can_be_taken_back_step_by_step(server: RunningServer, game: str) -> None:
    table, seat = await advised_table(server, game)
    _, position = await stand(table)
    shown = await table.seats[seat].json(f"{table.path}/advice")
    version = (await table.seats[seat].post(f"{table.path}/advice", {"version": shown["version"]})).json()["version"]
    for _ in shown["moves"]:
        undone = await table.seats[seat].post(f"{table.path}/undo", {"version": version})
        assert undone.status_code == 200, undone.text
        version = undone.json()["version"]
    assert (await stand(table))[1] == position


@pytest.mark.parametrize("game", ADVISING)
async def test_a_stale_acceptance_changes_nothing(any_server: RunningServer, game: str) -> None:
    table, seat = await advised_table(any_server, game)
    shown = await table.seats[seat].json(f"{table.path}/advice")
    await table.play()
    before = await stand(table)
    refused = await table.seats[seat].post(f"{table.path}/advice", {"version": shown["version"], "key": "late"})
    assert refused.status_code == 409
    assert refused.json()["version"] == before[0]
    assert await stand(table) == before


@pytest.mark.parametrize("game", ADVISING)
async def test_advice_is_for_the_player_in_turn(server: RunningServer, game: str) -> None:
    table, seat = await advised_table(server, game)
    before = await stand(table)
    for caller in (table.seats[1 - seat], server.program(), server.browser()):
        asked = await caller.get(f"{table.path}/advice")
        assert asked.status_code == 403
        assert asked.json()["error"] == "Advice is for the player whose turn it is."
        taken = await caller.post(f"{table.path}/advice", {"version": before[0]})
        assert taken.status_code == 403
    assert (await table.seats[1 - seat].json(f"{table.path}/frame"))["advice"] is None
    assert await stand(table) == before


@pytest.mark.parametrize("game", ADVISING)
async def test_at_other_moments_there_is_no_advice(server: RunningServer, game: str) -> None:
    table = await server.table(game=game, seed=1)
    seat = await table.actor()
    assert (await table.seats[seat].json(f"{table.path}/frame"))["advice"] is None
    await refused_with(table, seat, 409)


@pytest.mark.parametrize("game", SILENT)
async def test_games_without_advice_say_so(server: RunningServer, game: str) -> None:
    table = await server.table(game=game, seed=1)
    await refused_with(table, await table.actor(), 404)


async def refused_with(table: Table, seat: int, status: int) -> None:
    before = await stand(table)
    asked = await table.seats[seat].get(f"{table.path}/advice")
    taken = await table.seats[seat].post(f"{table.path}/advice", {"version": before[0]})
    for answer in (asked, taken):
        assert answer.status_code == status, answer.text
        assert answer.json()["error"].endswith(".")
    assert await stand(table) == before


async def test_bad_questions_get_one_sentence(server: RunningServer) -> None:
    table, seat = await advised_table(server, ADVISING[0])
    assert (await table.seats[seat].get(f"{table.path}/advice", layout="cinema")).status_code == 422
    bodies: list[Any] = [{}, {"version": "now"}, {"version": -1}, {"version": 1, "moves": [0]}]
    for body in bodies:
        assert (await table.seats[seat].post(f"{table.path}/advice", body)).status_code == 422


async def test_asking_for_advice_is_limited_like_a_hint(sqlite: str, start_server: Any) -> None:
    from running_server import PLENTY

    from tabletown.web import Limits

    server = await start_server(sqlite, limits=Limits(PLENTY, PLENTY, PLENTY, PLENTY, "2/minute"))
    table = await server.table(game=SILENT[0], seed=1)

    async def too_often() -> bool:
        return bool((await table.host.get(f"{table.path}/advice")).status_code == 429)

    assert await until(too_often)
