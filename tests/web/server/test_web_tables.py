"""Tables: playing, conflicts, duplicates, undo, leaving and coming back, rematch, branch, spectators, restart."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from running_server import RunningServer, Table, a_game, a_game_to_undo, until

import tabletown as tt
from tabletown.web import BadSetting, create_app
from tabletown.web.tables.seat_tokens import new_secret

pytestmark = pytest.mark.anyio


async def undoable_move(table: Table) -> dict[str, Any]:
    """Play until a seat has made a move that it may take back; that move."""
    dice = random.Random(5)
    for _ in range(300):
        played = await table.play(random=dice)
        room = await table.server.room(table.id)
        if room.undoable(played["by"]):
            return played
    raise AssertionError("no move could be taken back")


async def test_a_game_is_played_to_its_end(any_server: RunningServer) -> None:
    table = await any_server.table(seed=3)
    dice = random.Random(3)
    while (await any_server.room(table.id)).status == "playing":
        await table.play(random=dice)
    ended = await table.about()
    assert ended["status"] == "over"
    assert sorted(player["place"] for player in ended["view"]["players"])[0] == 1
    saved = tt.Match.load((await table.host.get(f"{table.path}/export.txt")).text)
    assert saved.over
    assert saved.scores == [player["score"] for player in ended["view"]["players"]]
    late = await table.seats[0].post(f"{table.path}/moves", {"move": 0, "version": ended["version"]})
    assert late.status_code == 409


async def test_a_stale_version_is_refused_with_the_new_one(any_server: RunningServer) -> None:
    table = await any_server.table()
    seat, legal = await table.legal()
    await table.play()
    now = (await table.about())["version"]
    refused = await table.seats[seat].post(
        f"{table.path}/moves", {"move": legal["moves"][0]["id"], "version": legal["version"]}
    )
    assert refused.status_code == 409
    assert refused.json()["version"] == now
    assert (await table.about())["version"] == now


async def test_of_many_moves_for_one_version_one_is_played(any_server: RunningServer) -> None:
    table = await any_server.table()
    seat, legal = await table.legal()
    body = {"move": legal["moves"][0]["id"], "version": legal["version"]}
    answers = await asyncio.gather(
        *[table.seats[seat].post(f"{table.path}/moves", {**body, "key": str(i)}) for i in range(12)]
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 11]
    events = (await table.host.json(f"{table.path}/events", since=legal["version"]))["events"]
    assert [event["kind"] for event in events].count("move") == 1


async def test_the_same_key_gives_the_same_answer(any_server: RunningServer) -> None:
    table = await any_server.table()
    first = await table.play(key="once")
    await table.play_on(3)
    before = await table.about()
    body = {name: first[name] for name in ("move", "version", "key")}
    again = await asyncio.gather(*[table.seats[first["by"]].post(f"{table.path}/moves", body) for _ in range(5)])
    assert [(a.status_code, a.json()["version"]) for a in again] == [(200, first["answer"])] * 5
    assert (await table.about())["version"] == before["version"]


async def test_many_duplicates_at_once_are_one_move(any_server: RunningServer) -> None:
    table = await any_server.table()
    seat, legal = await table.legal()
    body = {"move": legal["moves"][0]["text"], "version": legal["version"], "key": "k"}
    answers = await asyncio.gather(*[table.seats[seat].post(f"{table.path}/moves", body) for _ in range(12)])
    assert {(a.status_code, a.json()["version"]) for a in answers} == {(200, answers[0].json()["version"])}
    events = (await table.host.json(f"{table.path}/events", since=legal["version"]))["events"]
    assert [event["kind"] for event in events].count("move") == 1


async def test_keys_of_different_seats_do_not_meet(any_server: RunningServer) -> None:
    table = await any_server.table()
    seen: dict[int, int] = {}
    while len(seen) < 2:
        played = await table.play(key="same" if len(seen) == 0 or await table.actor() not in seen else None)
        seen.setdefault(played["by"], played["answer"])
    assert len(set(seen.values())) == 2


async def test_an_illegal_move_changes_nothing(any_server: RunningServer) -> None:
    table = await any_server.table()
    seat, legal = await table.legal()
    ids = {move["id"] for move in legal["moves"]}
    book = tt.rulebook(a_game())
    illegal: list[Any] = [
        next(i for i in range(len(book.moves)) if i not in ids),
        -1,
        10**9,
        -(10**9),
        "fly to the moon",
        "",
        "?",
    ]
    for move in illegal:
        answer = await table.seats[seat].post(f"{table.path}/moves", {"move": move, "version": legal["version"]})
        assert answer.status_code == 422, (move, answer.text)
        assert answer.json()["error"].endswith(".")
    assert (await table.about())["version"] == legal["version"]


async def test_only_the_seat_that_is_to_move_may(server: RunningServer) -> None:
    table = await server.table()
    seat, legal = await table.legal()
    body = {"move": legal["moves"][0]["id"], "version": legal["version"]}
    for caller in (table.seats[1 - seat], server.program(), server.program(new_secret()), server.browser()):
        assert (await caller.post(f"{table.path}/moves", body)).status_code == 403
    assert (await table.seats[seat].post(f"{table.path}/moves", {**body, "seat": 1 - seat})).status_code == 403
    assert (await table.about())["version"] == legal["version"]


async def test_undo_is_an_event_and_takes_back_one_move(any_server: RunningServer) -> None:
    table = await any_server.table(seed=11, game=a_game_to_undo())
    played = await undoable_move(table)
    caller = table.seats[played["by"]]
    room = await any_server.room(table.id)
    before = room.match.at(room.match.ply - 1).tobytes()
    undone = await caller.post(f"{table.path}/undo", {"version": played["answer"], "key": "u"})
    assert undone.json() == {"version": played["answer"] + 1}
    assert (await any_server.room(table.id)).match.at((await any_server.room(table.id)).match.ply).tobytes() == before
    events = (await table.host.json(f"{table.path}/events"))["events"]
    assert events[-1]["kind"] == "undo"
    assert events[-2]["kind"] == "move", "the move stays in the log"
    again = await caller.post(f"{table.path}/undo", {"version": played["answer"], "key": "u"})
    assert again.json() == undone.json()
    stale = await caller.post(f"{table.path}/undo", {"version": played["answer"], "key": "another"})
    assert stale.status_code == 409


async def test_what_the_others_did_can_not_be_undone(server: RunningServer) -> None:
    table = await server.table()
    for _ in range(20):
        seat = await table.actor()
        version = (await server.room(table.id)).version
        assert (await table.seats[1 - seat].post(f"{table.path}/undo", {"version": version})).status_code == 403
        room = await server.room(table.id)
        if not room.match.can_undo(seat):
            assert (await table.seats[seat].post(f"{table.path}/undo", {"version": version})).status_code == 409
        assert (await server.room(table.id)).version == version
        await table.play()


async def test_a_restart_finds_every_table_as_it_was(database: str, start_server: Any) -> None:
    server = await start_server(database)
    table = await server.table(seed=5, game=a_game_to_undo())
    await undoable_move(table)
    await table.play_on(10)
    seat, legal = await table.legal()
    then = await table.seats[seat].json(table.path)
    tokens = [caller.headers for caller in table.seats]
    await server.close()
    later = await start_server(database)
    table.server, table.seats = later, [later._caller(headers) for headers in tokens]
    table.host = table.seats[0]
    assert await table.seats[seat].json(table.path) == then
    answer = await table.seats[seat].post(
        f"{table.path}/moves", {"move": legal["moves"][0]["id"], "version": legal["version"]}
    )
    assert answer.status_code == 200


async def test_a_second_server_on_one_sqlite_file_is_refused(server: RunningServer) -> None:
    second = create_app(server.settings)
    with pytest.raises(BadSetting, match="Another server is already using"):
        await second.router.lifespan_context(second).__aenter__()


# ---------------------------------------------------------------- seats


async def test_an_invite_gives_one_seat_once(any_server: RunningServer) -> None:
    host = any_server.browser()
    table = await any_server.table([{"kind": "me", "name": "Ada"}, {"kind": "open"}], caller=host)
    assert (await table.about())["status"] == "waiting"
    invite = table.made["seats"][1]["invite"].rsplit("/", 1)[1]
    guest, stranger = any_server.browser(), any_server.browser()
    for wrong in (None, "", "x" * 32, new_secret()):
        assert (
            await stranger.post(f"{table.path}/claim", {"seat": 1, "invite": wrong, "name": "Eve"})
        ).status_code == 403
    assert (await stranger.post(f"{table.path}/claim", {"seat": 0, "invite": invite})).status_code == 403
    body = {"seat": 1, "invite": invite, "name": "Bram"}
    assert (await guest.post(f"{table.path}/claim", body)).status_code == 200
    assert (await stranger.post(f"{table.path}/claim", {**body, "name": "Eve"})).status_code == 403
    about = await table.about(guest)
    assert about["status"] == "playing"
    assert [seat["name"] for seat in about["seats"]] == ["Ada", "Bram"]
    assert about["viewer"] == 1


async def test_only_the_host_sees_invites_again(server: RunningServer) -> None:
    host, other = server.browser(), server.browser()
    table = await server.table([{"kind": "me"}, {"kind": "open"}], caller=host)
    assert (await table.about(host))["seats"][1]["invite"] == table.made["seats"][1]["invite"]
    assert (await table.about(other))["seats"][1]["invite"] is None
    assert (await table.about(server.program()))["seats"][1]["invite"] is None


async def test_nobody_moves_before_all_seats_are_taken(server: RunningServer) -> None:
    table = await server.table([{"kind": "me"}, {"kind": "open"}])
    about = await table.seats[0].json(table.path)
    assert about["view"]["moves"] == []
    assert (
        await table.seats[0].post(f"{table.path}/moves", {"move": 0, "version": about["version"]})
    ).status_code == 409
    assert (await server.room(table.id)).match.ply == 0, "chance waits too"
    given = await table.seats[0].post(f"{table.path}/bot", {"seat": 1, "bot": "random"})
    assert given.status_code == 200
    assert (await table.about())["status"] == "playing"


async def test_a_public_table_is_listed_and_open_to_all(any_server: RunningServer) -> None:
    table = await any_server.table([{"kind": "me"}, {"kind": "open"}], visibility="public")
    hidden = await any_server.table([{"kind": "me"}, {"kind": "open"}])
    guest = any_server.browser()
    public = [entry["id"] for entry in (await guest.json("/api/tables"))["public"]]
    assert table.id in public
    assert hidden.id not in public
    assert (await guest.post(f"{table.path}/claim", {"seat": 1, "name": "Cy"})).status_code == 200


async def test_of_many_who_claim_a_seat_one_gets_it(any_server: RunningServer) -> None:
    table = await any_server.table([{"kind": "me"}, {"kind": "open"}], visibility="public")
    guests = [any_server.browser() for _ in range(8)]
    answers = await asyncio.gather(*[guest.post(f"{table.path}/claim", {"seat": 1}) for guest in guests])
    assert sorted(answer.status_code for answer in answers) == [200, *[403] * 7]


async def test_a_bot_plays_for_a_leaver_who_may_return(any_server: RunningServer) -> None:
    table = await any_server.table()
    seat = await table.actor()
    leaver = table.seats[seat]
    left = await leaver.post(f"{table.path}/leave", {})
    assert left.status_code == 200
    about = await until(lambda: _moved_past(table, left.json()["version"]))
    assert about["seats"][seat]["left"]
    assert about["seats"][seat]["bot"]
    assert about["view"]["players"][seat]["bot"]
    back = await leaver.post(f"{table.path}/claim", {"seat": seat})
    assert back.status_code == 200
    returned = await table.about()
    assert not returned["seats"][seat]["left"]
    kinds = [event["kind"] for event in (await table.host.json(f"{table.path}/events"))["events"]]
    assert kinds.index("leave") < kinds.index("return")
    stranger = any_server.program(new_secret())
    assert (await stranger.post(f"{table.path}/claim", {"seat": seat})).status_code == 403


async def _moved_past(table: Table, version: int) -> Any:
    about = await table.about()
    return about if about["version"] > version and about["view"]["ply"] else None


async def test_bots_rest_when_all_people_have_left(server: RunningServer) -> None:
    table = await server.table([{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    async with table.seats[0].live(table.id):  # bots play while somebody is there
        await until(lambda: _waits_for(table, 0))
    await table.seats[0].post(f"{table.path}/leave", {})
    version = (await table.about())["version"]
    await asyncio.sleep(0.3)
    assert (await table.about())["version"] == version
    await table.seats[0].post(f"{table.path}/claim", {"seat": 0})
    assert (await table.about())["your_turn"] is False or await table.actor() == 0


async def _waits_for(table: Table, seat: int) -> bool:
    return bool((await table.about())["to_move"] == seat)


async def test_a_rematch_seats_the_same_people_at_one_new_table(any_server: RunningServer) -> None:
    table = await any_server.table(seed=2)
    assert (await table.seats[0].post(f"{table.path}/rematch")).status_code == 409
    await table.finish()
    answers = await asyncio.gather(*[caller.post(f"{table.path}/rematch") for caller in table.seats])
    assert {answer.status_code for answer in answers} == {201}
    fresh = {answer.json()["id"] for answer in answers}
    assert len(fresh) == 1
    assert (await any_server.browser().post(f"{table.path}/rematch")).status_code == 403
    path = f"/api/tables/{fresh.pop()}"
    views = [await caller.json(path) for caller in table.seats]
    assert [view["viewer"] for view in views] == [
        view["to_move"] if view["your_turn"] else 1 - view["to_move"] for view in views
    ]
    assert sorted(view["viewer"] for view in views) == [0, 1]
    assert (await table.about())["rematch"] == views[0]["id"]


async def test_a_branch_goes_another_way_from_a_ply(any_server: RunningServer) -> None:
    table = await any_server.table(seed=2)
    await table.play_on(6)
    early = await table.seats[0].post(f"{table.path}/branch", {"ply": 2})
    assert early.status_code == 409, "a running game of several people would be told on"
    await table.finish()
    ply = (await table.about())["view"]["ply"] // 2
    made = await table.seats[0].post(f"{table.path}/branch", {"ply": ply})
    assert made.status_code == 201, made.text
    old, new = await any_server.room(table.id), await any_server.room(made.json()["id"])
    assert [m.id for m in new.match.moves[:ply]] == [m.id for m in old.match.moves[:ply]]
    assert new.branch_of == table.id
    assert (await table.seats[0].post(f"{table.path}/branch", {"ply": old.match.ply + 1})).status_code == 422
    assert (await table.seats[0].post(f"{table.path}/branch", {"ply": old.match.ply})).status_code == 409


async def test_a_spectator_sees_the_table_and_touches_nothing(server: RunningServer) -> None:
    table = await server.table()
    guest = server.browser()
    about = await guest.json(table.path)
    assert about["viewer"] is None
    assert about["view"]["moves"] == []
    assert (await guest.json(f"{table.path}/legal"))["moves"] == []
    for action, body in (
        ("moves", {"move": 0, "version": about["version"]}),
        ("undo", {"version": about["version"]}),
        ("leave", {}),
        ("hint", None),
        ("bot", {"seat": 0}),
    ):
        assert (await guest.post(f"{table.path}/{action}", body)).status_code == 403, action
    async with guest.live(table.id) as live:
        assert (await live.frame())["viewer"] is None


async def test_my_tables_come_in_the_order_of_need(server: RunningServer) -> None:
    me = server.browser()
    mine = await server.table([{"kind": "me"}, {"kind": "local"}], caller=me)
    waiting = await server.table([{"kind": "me"}, {"kind": "open"}], caller=me)
    listed = (await me.json("/api/tables"))["mine"]
    assert [(entry["id"], entry["your_turn"]) for entry in listed] == [(mine.id, True), (waiting.id, False)]
    assert (await server.browser().json("/api/tables"))["mine"] == []


async def test_one_browser_may_hold_several_seats(server: RunningServer) -> None:
    me = server.browser()
    table = await server.table([{"kind": "me"}, {"kind": "local"}], caller=me, curtain=True)
    seen = set()
    for i in range(12):
        about = await me.json(table.path)
        assert about["viewer"] == about["to_move"], "one looks through the eyes of whoever is to move"
        seen.add(about["viewer"])
        move = about["view"]["moves"][-1]["id"]
        body = {"move": move, "version": about["version"], "key": f"key {i}".replace(" ", "-")}
        first, again = await me.post(f"{table.path}/moves", body), await me.post(f"{table.path}/moves", body)
        assert (first.status_code, first.json()) == (again.status_code, again.json()) == (200, first.json())
    assert seen == {0, 1}
    assert (await me.json(f"{table.path}/frame", layout="phone"))["curtain"] is True


# ---------------------------------------------------------------- bots and hints


async def test_people_and_bots_play_to_the_end(server: RunningServer) -> None:
    table = await server.table([{"kind": "me"}, {"kind": "bot", "bot": "random", "name": "Rob"}])
    me = table.seats[0]
    for _ in range(3000):
        about = await me.json(table.path)
        if about["status"] == "over":
            break
        if about["your_turn"]:
            body = {"move": about["view"]["moves"][-1]["id"], "version": about["version"]}
            assert (await me.post(f"{table.path}/moves", body)).status_code == 200
        else:
            await me.get(f"{table.path}/events", since=about["version"], wait=5)
    assert (await me.json(table.path))["status"] == "over"


async def test_a_table_of_bots_plays_itself(server: RunningServer) -> None:
    table = await server.table([{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}])
    await until(lambda: _is_over(table))


async def _is_over(table: Table) -> bool:
    return bool((await table.about())["status"] == "over")


async def test_bots_that_a_dead_server_left_waiting_are_moved(database: str, start_server: Any) -> None:
    sleepy = await start_server(database, bot_pause=1000.0)
    table = await sleepy.table([{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}])
    version = (await table.about())["version"]
    await sleepy.close()
    awake = await start_server(database)
    caller = awake.program()
    await until(lambda: _newer(caller, table.path, version))


async def _newer(caller: Any, path: str, version: int) -> bool:
    return bool((await caller.json(path))["version"] > version)


async def test_the_reference_is_for_everybody_as_far_as_they_may_know(server: RunningServer) -> None:
    table = await server.table(game="mint-works")
    own = await table.seats[0].json(f"{table.path}/reference")
    assert own["lines"] == (await server.room(table.id)).match.reference(0)
    assert (await server.browser().json(f"{table.path}/reference"))["lines"] == (
        await server.room(table.id)
    ).match.reference(None)
    shown = await server.table(game="little-town")
    answer = await shown.seats[0].json(f"{shown.path}/reference")
    assert answer["lines"] == [], "its table shows all there is"
    assert any(line.startswith("Wheat field, ") and " left. Costs " in line for line in answer["table"])


async def test_a_hint_is_a_legal_move(server: RunningServer) -> None:
    table = await server.table()
    seat, legal = await table.legal()
    hint = (await table.seats[seat].post(f"{table.path}/hint")).json()
    assert hint["move"] in [move["id"] for move in legal["moves"]]
    assert hint["label"]
    assert (await table.seats[1 - seat].post(f"{table.path}/hint")).status_code == 403
