"""Backups: a whole database as one SQLite file, which a server can open or which can be put into an empty database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tabletown.web.settings import BadSetting, database_url

from .file_lock import FileLock
from .migrations import upgrade
from .schema import METADATA
from .storage import in_one_line, make_private

_ROWS = 1000


def backup(database: str, file: str) -> int:
    """Write a whole database, running or not, to a new SQLite file as of one moment. Returns the number of games."""
    if os.path.exists(file):
        raise BadSetting(f"{file} exists already; a backup never overwrites.")
    source = database_url(database)
    if source.get_backend_name() == "sqlite" and not os.path.exists(str(source.database)):
        raise BadSetting(f"There is no database {source.database}.")
    unfinished = f"{file}.unfinished"
    if os.path.exists(unfinished):
        os.remove(unfinished)
    games = _run(_copy(source, database_url(f"sqlite:///{os.path.abspath(unfinished)}")))
    os.replace(unfinished, file)
    return games


def restore(file: str, database: str) -> int:
    """Put a backup into a database that has no games yet. Returns the number of games."""
    if not os.path.exists(file):
        raise BadSetting(f"There is no backup {file}.")
    target = database_url(database)
    lock = FileLock(str(target.database)) if target.get_backend_name() == "sqlite" else None
    if lock:
        lock.acquire()
    try:
        return _run(_copy(database_url(f"sqlite:///{os.path.abspath(file)}"), target))
    finally:
        if lock:
            lock.release()


def _run(job: Coroutine[Any, Any, int]) -> int:
    try:
        return asyncio.run(job)
    except (OSError, sa.exc.DBAPIError) as error:
        raise BadSetting(f"The database can't be copied: {in_one_line(error)}.") from None


async def _copy(source: sa.URL, target: sa.URL) -> int:
    reading, writing = create_async_engine(source), create_async_engine(target)
    try:
        async with reading.connect() as old:
            if not await old.run_sync(lambda connection: sa.inspect(connection).has_table("game")):
                raise BadSetting(f"{source.database} holds no tables of Tabletown.")
        if target.get_backend_name() == "sqlite":
            make_private(str(target.database))
        await upgrade(writing)
        async with reading.connect() as old, writing.begin() as new:
            if source.get_backend_name() == "postgresql":
                await old.execution_options(isolation_level="REPEATABLE READ")
            else:
                await old.exec_driver_sql("BEGIN")
            if await new.scalar(sa.select(sa.func.count()).select_from(METADATA.tables["game"])):
                raise BadSetting("The database has games already; a backup goes into an empty one.")
            wanted = [table for table in METADATA.sorted_tables if table.info.get("backup", True)]
            copied = {table.name: await _copy_table(old, new, table) for table in wanted}
            return copied["game"]
    finally:
        await reading.dispose()
        await writing.dispose()


async def _copy_table(old: AsyncConnection, new: AsyncConnection, table: sa.Table) -> int:
    count = 0
    there = await old.run_sync(lambda connection: _columns(connection, table.name))
    known = [column for column in table.columns if column.name in there]  # an older backup has fewer tables and columns
    if not known:
        return 0
    rows = await old.stream(sa.select(*known).order_by(*table.primary_key.columns))
    async for part in rows.mappings().partitions(_ROWS):
        await new.execute(sa.insert(table), [dict(row) for row in part])
        count += len(part)
    return count


def _columns(connection: sa.Connection, table: str) -> set[str]:
    known = sa.inspect(connection)
    return {column["name"] for column in known.get_columns(table)} if known.has_table(table) else set()
