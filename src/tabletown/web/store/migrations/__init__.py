"""The migrations of the database; every start brings a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletown.web.settings import BadSetting

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x7AB1E


def newest() -> str:
    """The last migration that this version knows; their files are named by their numbers."""
    return max(file.name.partition("_")[0] for file in Path(__file__).with_name("versions").glob("[0-9]*.py"))


def config(connection: sa.Connection | None = None) -> Config:
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    settings.attributes["connection"] = connection
    return settings


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    command.upgrade(config(connection), "head")


def _is_up_to_date(connection: sa.Connection) -> bool:
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    return list(found) == [newest()]


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the tables up to date; of several processes that start together one does it and the others wait.

    Most starts find nothing to do, and need not load what migrates.
    """
    async with engine.connect() as connection:
        if await connection.run_sync(_is_up_to_date):
            return
    from alembic.util import CommandError

    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except CommandError:
        raise BadSetting("The database was made by a newer version of Tabletown; use that one.") from None
