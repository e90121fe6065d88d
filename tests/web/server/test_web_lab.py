"""The Lab's pages: a question is asked by a form, played in a process of its own, and answered at an address."""

from __future__ import annotations

import asyncio

import pytest
from running_server import RunningServer

pytestmark = pytest.mark.anyio

CHEESE = {"players": "2", "who": "league", "precision": "0.5", "cheese_factory.cost": "6"}


async def test_two_clicks_to_an_answer(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOWN_ENGINE")
    reader = server.browser()
    assert "/lab/machi-koro" in (await reader.get("/lab")).text
    form = (await reader.get("/lab/machi-koro", **{"cheese_factory.cost": "6"})).text
    assert 'name="cheese_factory.cost" value="6"' in form
    asked = await reader.client.post("/lab/machi-koro", data=CHEESE)
    assert asked.status_code == 303
    address = asked.headers["location"]
    for _ in range(600):
        text = (await reader.get(address)).text
        if "Against the printed game" in text:
            break
        await asyncio.sleep(0.1)
    assert "what if Cheese Factory: cost 6 instead of 5?" in text
    again = await server.browser().client.post("/lab/machi-koro", data=CHEESE)
    assert again.headers["location"] == address
    assert (await server.browser().client.post(f"{address}/stop")).status_code == 403
    assert (await reader.client.post(f"{address}/stop")).status_code == 303
    for _ in range(600):
        text = (await reader.get(address)).text
        if "Play this game" in text:
            break
        await asyncio.sleep(0.1)
    found = (await reader.get(f"{address}/result.json")).json()
    assert found["experiment"]["change"] == {"cheese_factory.cost": 6}
    assert "<script" not in (await reader.get(f"{address}/report.html")).text
    table = await reader.client.post(f"{address}/play")
    assert "Machi Koro, changed" in (await reader.get(table.headers["location"])).text


async def test_bad_questions_get_one_sentence(server: RunningServer) -> None:
    reader = server.browser()
    for changed, sentence in (
        ({"cheese_factory.cost": "31"}, "cheese_factory.cost is a whole number from 0 to 30, not 31."),
        ({"cheese_factory.cost": "dear"}, "cheese_factory.cost is a whole number from 0 to 30"),
        ({"players": "9"}, "Machi Koro is for 2 to 4 players, not 9."),
        ({"precision": "0"}, "The precision is one of 2, 1, 0.5"),
    ):
        refused = await reader.client.post("/lab/machi-koro", data=CHEESE | changed)
        assert refused.status_code == 422
        assert sentence in refused.text
    assert (await reader.get("/lab/r/nothing")).status_code == 404
    assert (await reader.get("/lab/chess")).status_code == 404


async def test_a_server_without_a_lab(sqlite: str, start_server: object) -> None:
    server: RunningServer = await start_server(sqlite, lab_workers=0)  # type: ignore[operator]
    assert (await server.browser().get("/lab")).status_code == 404
