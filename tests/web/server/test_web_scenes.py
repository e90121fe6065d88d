"""Scenes: what a page plays between two frames is what the rules did, and ends where the next frame begins."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from running_server import RunningServer, until

from tabletown.core import view as views
from tabletown.core.match import Match
from tabletown.core.move import CHANCE
from tabletown.core.registry import games, rulebook
from tabletown.web.frames.scene import Past, last_decision
from tabletown.web.tables.seat import Seat

PLIES = 60
_ELEMENT = re.compile(r"<g([^>]*)>")
_ID, _COUNT = re.compile(r'\bid="([^"]+)"'), re.compile(r'\bdata-count="(-?\d+)"')


def walked(game: str, seed: int, plies: int = PLIES) -> tuple[Match, list[int | None]]:
    """A match of random moves, and who made each of them."""
    book = rulebook(game)
    match, random, movers = Match(book.configure(min(3, book.players[1])), seed=seed), Random(seed), list[int | None]()
    while match.ply < plies and not match.over:
        movers.append(None if match.actor == CHANCE else match.actor)
        if match.actor == CHANCE:
            match.step_chance()
        else:
            match.push(random.choice(match.legal_ids))
    return match, movers


def past(match: Match, movers: list[int | None], viewer: int | None, layout: str) -> Past:
    return Past(match, viewer, layout, [Seat(seat, "bot", f"Bot {seat}") for seat in range(match.game.players)], movers)


def counters(regions: dict[str, str]) -> dict[str, int]:
    """The numbers that a picture shows, by element."""
    found = {}
    for head in _ELEMENT.findall("".join(regions.values())):
        name, count = _ID.search(head), _COUNT.search(head)
        if name and count:
            found[name[1]] = int(count[1])
    return found


@pytest.mark.parametrize("layout", ["desktop", "phone"])
@pytest.mark.parametrize("game", games())
def test_scenes_add_up_to_what_the_frames_show(game: str, layout: str) -> None:
    match, movers = walked(game, 11)
    seen = past(match, movers, 0, layout)
    first, known = seen.picture(0, {})
    regions, moved = first["regions"], Counter[str]()
    shown = counters(regions)
    for ply in range(match.ply):
        lines = seen.lines(ply)
        picture, known = seen.picture(ply + 1, known)
        regions = {name: {**regions, **picture["regions"]}[name] for name in picture["order"]}
        now, told = counters(regions), Counter[str]()
        for entry in lines:
            for change in entry["changes"]:
                told[change["target"]] += change["amount"]
        for name in shown.keys() & now.keys():
            assert now[name] - shown[name] == told[name], f"{game}, ply {ply}: {name}, {lines}"
        moved.update(name for name in told if told[name] and name in now)
        shown = now
    assert moved, "no counter ever moved"


@pytest.mark.parametrize("game", games())
def test_a_picture_marks_one_decision_or_one_throw(game: str) -> None:
    """Marked as new is what the last move of a player did, and chance after it; of a throw what it alone did."""
    match, movers = walked(game, 5)
    seen = past(match, movers, 0, "desktop")
    throws = [ply for ply, move in enumerate(match.moves) if move.name in rulebook(game).words.THROWS]
    begun = next(ply for ply, mover in enumerate(movers) if mover is not None)
    for ply in range(begun + 1, match.ply + 1):
        thrown = [before for before in throws if last_decision(movers, ply) < before < ply]
        told = Counter[str]()
        for before in range(max([last_decision(movers, ply), *thrown]), ply):
            for entry in seen.lines(before):
                for change in entry["changes"]:
                    told[change["target"]] += change["amount"]
        marked = {change["target"]: change["amount"] for change in seen.changes(ply)}
        assert {target: marked[target] for target in told} == told


def test_what_a_throw_pays_is_not_added_to_what_was_bought_before_it() -> None:
    match, movers = walked("machi-koro", 5, plies=200)
    seen = past(match, movers, 0, "desktop")
    both = 0
    for ply in range(1, match.ply):
        bought, paid = (
            {
                change["target"]: change["amount"]
                for entry in seen.lines(one)
                for change in entry["changes"]
                if change["target"].startswith("coins-")
            }
            for one in (ply - 1, ply)
        )
        if movers[ply] is None and bought.keys() & paid.keys():
            both += 1
            marked = {change["target"]: change["amount"] for change in seen.changes(ply + 1)}
            assert {name: marked[name] for name in paid} == {
                name: sum(c["amount"] for e in seen.lines(ply) for c in e["changes"] if c["target"] == name)
                for name in paid
            }
    assert both, "nobody who had just bought something was paid"


@pytest.mark.anyio
async def test_frames_bring_the_scenes_between_two_versions(server: RunningServer) -> None:
    """The last scene leads to the frame itself; those before bring the regions that changed on the way."""
    table = await server.table(seed=6)
    async with table.seats[0].live(table.id) as live:
        frame = await live.frame()
        assert frame["scenes"] == []
        regions = frame["regions"]
        for _ in range(6):
            since = frame["version"]
            await table.play()
            await table.play()
            frame = await table.seats[0].json(f"{table.path}/frame", since=since)
            assert frame["full"] is False
            *between, last = frame["scenes"]
            assert "picture" not in last
            for scene in between:
                assert set(scene["picture"]["regions"]) <= set(scene["picture"]["order"])
            assert [scene["ply"] for scene in frame["scenes"]] == sorted({scene["ply"] for scene in frame["scenes"]})
            told = [line["text"] for scene in frame["scenes"] for line in scene["lines"] if line["text"]]
            assert told == [line["text"] for line in frame["log"]]
            regions |= frame["regions"]
    again = await table.seats[0].json(f"{table.path}/scenes", start=0)
    assert set(again["first"]["regions"]) == set(again["first"]["order"])
    assert again["scenes"][-1]["ply"] == frame["scenes"][-1]["ply"]
    late = await table.seats[0].get(f"{table.path}/scenes", start=9999)
    assert late.status_code == 422


@pytest.mark.anyio
async def test_a_turn_is_taken_back_against_bots_alone(any_server: RunningServer) -> None:
    """Whole turns, one after another; the game is marked, and the log keeps everything."""
    table = await any_server.table([{"kind": "local"}, {"kind": "bot", "bot": "random"}], seed=6)
    me = table.seats[0]

    async def at_my_turn() -> dict[str, Any]:
        async def mine() -> bool:
            return bool((await table.about(me))["your_turn"])

        await until(mine)
        return dict(await me.json(f"{table.path}/frame"))

    plies = []
    for _ in range(4):
        frame = await at_my_turn()
        plies.append(frame["ply"])
        await me.post(f"{table.path}/moves", {"move": frame["moves"][-1]["id"], "version": frame["version"]})
    frame = await at_my_turn()
    assert frame["can_undo"], "against bots a turn that is over can be taken back"
    assert not frame["table"]["retried"]
    while frame["can_undo"]:
        answer = await me.post(f"{table.path}/undo", {"version": frame["version"]})
        assert answer.status_code == 200, answer.text
        earlier = dict(await me.json(f"{table.path}/frame"))
        assert earlier["ply"] < frame["ply"]
        assert earlier["moves"], "one stands where one had to decide"
        frame = earlier
    assert frame["ply"] == plies[0]
    assert frame["table"]["retried"]
    room = await any_server.room(table.id)
    assert not room.seeded, "the same dice must not fall again"
    kinds = [event["kind"] for event in (await me.json(f"{table.path}/events"))["events"]]
    assert kinds.count("undo") >= 3
    nothing = await me.post(f"{table.path}/undo", {"version": frame["version"]})
    assert nothing.status_code == 409


@pytest.mark.anyio
@pytest.mark.parametrize("game", games())
async def test_every_legal_move_can_be_weighed(server: RunningServer, game: str) -> None:
    """In words and as a picture; the picture differs from the present one only where its regions say so."""
    table = await server.table(game=game, seed=6)
    for _ in range(8):
        await table.play()
    seat, legal = await table.legal()
    for layout in ("desktop", "phone"):
        frame = await table.seats[seat].json(f"{table.path}/frame", layout=layout)
        for move in legal["moves"][:6]:
            known = await table.seats[seat].json(f"{table.path}/moves/{move['id']}", layout=layout)
            assert known["version"] == frame["version"]
            assert set(known["picture"]["order"]) <= {*frame["order"], *known["picture"]["regions"]}
            changed = known["picture"]["regions"]
            assert all(frame["regions"].get(name) != drawing for name, drawing in changed.items())


@pytest.mark.parametrize("game", games())
def test_what_a_move_would_do_is_what_it_then_does(game: str) -> None:
    """Where the game says nothing of its own, the rules are asked; what nobody can know yet is not foretold."""
    match, told = Match(rulebook(game).configure(min(3, rulebook(game).players[1])), seed=3), 0
    random = Random(3)
    while not match.over and match.ply < 150:
        if match.actor == CHANCE:
            match.step_chance()
            continue
        seat, move = match.actor, random.choice(match.legal_moves)
        assert seat is not None
        own = match.game.rulebook.words.outlook(
            move, match.game.rulebook.state.proxy(match.redacted(seat)), match.names
        )
        foretold = views.outlook(match, seat, move.id)
        match.push(move)
        said = " ".join(line["text"] for line in match.story(seat, addressed=True) if line["ply"] == match.ply - 1)
        if own:
            assert foretold == own
        elif foretold:
            told += 1
            assert all(part in said for part in foretold.split(". "))
    assert told or game == "mine-carts", "no move was ever foretold"
