"""Storage: migrations, the pinned version of the rules, backups, settings."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from running_server import RunningServer, a_game

import tabletown as tt
from tabletown.web import BadSetting, Limits, Settings, backup, restore
from tabletown.web.settings import from_environment
from tabletown.web.store import migrations
from tabletown.web.store.schema import EVENT, METADATA
from tabletown.web.store.storage import NewEvent, Stale, Storage, in_one_line

pytestmark = pytest.mark.anyio


def differences(connection: sa.Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_migrations_lead_to_the_declared_tables(database: str) -> None:
    storage = Storage(Settings(database=database))
    await storage.open()
    await storage.close()
    await storage.open()
    async with storage.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await storage.close()


async def test_many_processes_may_start_on_an_empty_postgresql(new_database: Callable[[str], str]) -> None:
    database = new_database("postgresql")
    stores = [Storage(Settings(database=database)) for _ in range(4)]
    await asyncio.gather(*[store.open() for store in stores])
    for store in stores:
        await store.close()


async def test_the_log_is_append_only_and_gapless(any_server: RunningServer) -> None:
    table = await any_server.table(seed=1)
    storage = any_server.tables.storage
    dice = random.Random(1)
    for _ in range(10):
        await table.play(random=dice)
    before = (await storage.read(table.id)).events  # type: ignore[union-attr]
    room = await any_server.room(table.id)
    for wrong in (room.version - 1, room.version + 1):
        with pytest.raises(Stale):
            await storage.append(table.id, wrong, [NewEvent("move", 0, {"move": "x"})])
    with pytest.raises(Stale):
        await storage.append("nosuchtable", 0, [NewEvent("move", 0, {"move": "x"})])
    after = (await storage.read(table.id)).events  # type: ignore[union-attr]
    assert after == before
    assert [event["seq"] for event in after] == list(range(1, room.version + 1))


async def test_a_key_is_unique_to_a_seat_in_the_database_itself(any_server: RunningServer) -> None:
    table = await any_server.table()
    version = (await any_server.room(table.id)).version  # the room itself moves on as soon as it hears of the append
    storage = any_server.tables.storage
    await storage.append(table.id, version, [NewEvent("leave", 0, {"version": 1}, "same")])
    with pytest.raises(Stale):
        await storage.append(table.id, version + 1, [NewEvent("leave", 0, {"version": 1}, "same")])
    await storage.append(table.id, version + 1, [NewEvent("leave", 1, {"version": 1}, "same")])
    async with storage.reading() as connection:
        count = await connection.scalar(
            sa.select(sa.func.count()).where(EVENT.c.game_id == table.id, EVENT.c.idem == "same")
        )
    assert count == 2


async def test_rules_are_pinned_when_a_table_is_made(sqlite: str, start_server: Any) -> None:
    server = await start_server(sqlite)
    table = await server.table()
    stored = await server.tables.storage.read(table.id)
    assert stored.game["rules_version"] == tt.rulebook(a_game()).version
    async with server.tables.storage.writing() as connection:
        await connection.execute(sa.text("UPDATE game SET rules_version = 99"))
    server.tables.rooms._rooms.clear()
    answer = await table.seats[0].get(table.path)
    assert answer.status_code == 409
    assert "99" in answer.json()["error"]


async def test_a_backup_of_a_running_server_can_be_served(database: str, start_server: Any, tmp_path: Path) -> None:
    server = await start_server(database)
    table = await server.table(seed=4)
    await table.play_on(9)
    then = await table.about()
    file = str(tmp_path / "backup.sqlite3")
    assert await asyncio.to_thread(backup, database, file) == 1
    await table.play_on(3)
    with pytest.raises(BadSetting, match="never overwrites"):
        backup(database, file)
    restored = await start_server(f"sqlite:///{file}")
    caller = restored.program()
    found = await caller.json(table.path)
    assert found == then
    played = restored.program(table.made["seats"][found["to_move"]]["token"])
    legal = await played.json(f"{table.path}/legal")
    assert (
        await played.post(f"{table.path}/moves", {"move": legal["moves"][0]["id"], "version": legal["version"]})
    ).status_code == 200


async def test_a_backup_goes_into_an_empty_database_only(
    database: str, new_database: Callable[[str], str], start_server: Any, tmp_path: Path
) -> None:
    server = await start_server(new_database("sqlite"))
    table = await server.table(seed=4)
    await table.play_on(5)
    file = str(tmp_path / "backup.sqlite3")
    await asyncio.to_thread(backup, server.settings.database, file)
    assert await asyncio.to_thread(restore, file, database) == 1
    with pytest.raises(BadSetting, match="empty"):
        await asyncio.to_thread(restore, file, database)
    again = await start_server(database)
    assert (await again.program().json(table.path))["version"] == (await table.about())["version"]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "mysql://x/y",
        "sqlite://",
        "sqlite:///:memory:",
        "nonsense",
        "postgresql://",
        "sqlite:////no/such/folder/x.sqlite3",
    ],
)
def test_a_bad_database_is_told_in_one_sentence(address: str) -> None:
    command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--database", address]
    if address.startswith("sqlite:////no"):
        with pytest.raises(BadSetting, match="folder"):
            asyncio.run(Storage(Settings(database=address)).open())
        return
    with pytest.raises(BadSetting, match=r"sqlite:///FILE or postgresql://"):
        _ = Settings(database=address).url
    if address == "nonsense":
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_driver_that_says_nothing_is_told_of_by_its_fault() -> None:
    assert in_one_line(TimeoutError()) == "TimeoutError"
    assert in_one_line(sa.exc.DBAPIError("SELECT", {}, OSError("gone\nfor good"))) == "gone"


def test_missing_files_are_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="no database"):
        backup(f"sqlite:///{tmp_path}/none.sqlite3", str(tmp_path / "b"))
    with pytest.raises(BadSetting, match="no backup"):
        restore(str(tmp_path / "none"), f"sqlite:///{tmp_path}/x.sqlite3")
    with pytest.raises(BadSetting, match="can't be copied"):
        backup("postgresql://nobody@127.0.0.1:1/none", str(tmp_path / "b"))


def test_settings_come_from_the_environment() -> None:
    words = {
        "TABLETOWN_DATABASE": "sqlite:///a",
        "TABLETOWN_ORIGINS": "https://a, https://b",
        "TABLETOWN_BOT_PAUSE": "1.5",
        "TABLETOWN_LIMIT_PLAYING": "9/second",
    }
    found = from_environment(words)
    assert found == Settings("sqlite:///a", ("https://a", "https://b"), 1.5, limits=Limits(playing="9/second"))
    assert from_environment({}) == Settings()
    for bad in ({"TABLETOWN_BOT_PAUSE": "soon"}, {"TABLETOWN_LIMIT_PLAYING": "often"}):
        with pytest.raises(BadSetting):
            from_environment(bad)


def test_the_newest_migration_is_known_without_loading_them() -> None:
    heads = ScriptDirectory.from_config(migrations.config()).get_heads()
    assert heads == [migrations.newest()]
