"""Tables with values other than the printed ones: stored, drawn and told as such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from running_server import RunningServer

import tabletown as tt

pytestmark = pytest.mark.anyio

CHANGE = {"wheat_field.cost": 17, "mine.effect.amount": 13}


async def test_a_changed_table_is_kept_and_shown_with_its_numbers(
    server: RunningServer, sqlite: str, start_server: Callable[..., Any]
) -> None:
    table = await server.table(game="machi-koro", change=CHANGE)
    about = await table.about()
    assert about["change"] == CHANGE
    assert about["title"] == "Machi Koro, changed"
    assert about["view"]["change"] == CHANGE
    assert "Costs 17. On anybody" in (await table.host.get(f"{table.path}/export.svg")).text
    assert "Machi Koro, changed" in (await table.host.get(f"/table/{table.id}")).text
    await table.play()
    await server.close()
    again = await start_server(sqlite)
    assert (await again.room(table.id)).game == tt.game("machi-koro", players=2, change=CHANGE)


async def test_a_bad_change_is_one_sentence(server: RunningServer) -> None:
    for change, sentence in (
        ({"cheese.cost": 3}, "Machi Koro has no thing 'cheese'; did you mean cheese_factory?"),
        ({"mine.cost": 31}, "mine.cost is a whole number from 0 to 30, not 31."),
    ):
        refused = await server.program().post("/api/tables", {"game": "machi-koro", "players": 2, "change": change})
        assert refused.status_code == 422
        assert refused.json()["error"] == sentence
