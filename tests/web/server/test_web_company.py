"""Who is at a table: presence, pictures and nudges, and a bot for somebody who stays away."""

from __future__ import annotations

from typing import Any

import pytest
from running_server import RunningServer

from tabletown.web.tables.company import REACTIONS

pytestmark = pytest.mark.anyio


async def company(caller: Any, table: Any, **more: Any) -> Any:
    return await caller.json(f"{table.path}/company", **more)


async def test_who_watches_is_told_so_and_gives_no_signs(server: RunningServer) -> None:
    table = await server.table(seed=1)
    watcher = server.browser()
    seen = await company(watcher, table)
    assert seen["watching"]
    assert not any(seat["you"] or seat["replaceable"] for seat in seen["seats"])
    assert (await watcher.post(f"{table.path}/reactions", {"picture": REACTIONS[0]})).status_code == 403
    assert (await watcher.post(f"{table.path}/substitutes", {"seat": 0})).status_code == 403
    assert not (await company(table.seats[0], table))["watching"]


async def test_pictures_and_nudges_reach_the_others_once(server: RunningServer) -> None:
    table = await server.table(seed=1)
    seat = await table.actor()
    me, other = table.seats[1 - seat], table.seats[seat]
    since = (await company(other, table))["last"]
    assert (await me.post(f"{table.path}/reactions", {"picture": "rocket"})).status_code == 422
    assert (await me.post(f"{table.path}/reactions", {"picture": REACTIONS[2]})).status_code == 200
    heard = await company(other, table, since=since)
    assert [(sign["kind"], sign["seat"], sign["picture"]) for sign in heard["signs"]] == [
        ("reaction", 1 - seat, REACTIONS[2])
    ]
    assert (await company(other, table, since=heard["last"]))["signs"] == []
    assert (await company(other, table))["signs"] == [], "what was said before one came is no news"
    assert (await me.post(f"{table.path}/nudges", {"seat": seat})).status_code == 429, "one a second"
    assert (await other.post(f"{table.path}/nudges", {"seat": seat})).status_code == 422, "not oneself"
    assert (await other.post(f"{table.path}/nudges", {"seat": 9})).status_code == 422


async def test_a_bot_plays_for_somebody_who_stays_away_and_who_may_return(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite, hand_over=600.0)
    table = await server.table(seed=1)
    seat = await table.actor()
    me = table.seats[1 - seat]
    async with me.live(table.id):
        away = (await company(me, table))["seats"][seat]
        assert (away["here"], away["replaceable"]) == (False, False)
        assert (await me.post(f"{table.path}/substitutes", {"seat": seat})).status_code == 409
        server.tables.companies.hand_over = 0.0
        assert (await company(me, table))["seats"][seat]["replaceable"]
        assert (await company(me, table))["seats"][1 - seat]["here"]
        assert (await me.post(f"{table.path}/substitutes", {"seat": 1 - seat})).status_code == 409, "not oneself"
        assert (await me.post(f"{table.path}/substitutes", {"seat": seat})).status_code == 200
        assert (await company(me, table))["seats"][seat]["left"]
    back = await table.seats[seat].post(f"{table.path}/claim", {"seat": seat})
    assert back.status_code == 200
    assert not (await company(me, table))["seats"][seat]["left"]
