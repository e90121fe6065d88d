"""The migrations of the database; every start brings a database up to date."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import AsyncEngine

_LOCK = 0x7AB1E


def config(connection: sa.Connection | None = None) -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    settings.attributes["connection"] = connection
    return settings


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    command.upgrade(config(connection), "head")


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the tables up to date; of several processes that start together one does it and the others wait."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)
