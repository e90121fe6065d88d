"""The log in a database, SQLite or PostgreSQL: append at an expected version, read, notify other processes."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tabletown.web.settings import Settings

from .file_lock import FileLock
from .migrations import upgrade
from .schema import EVENT, GAME, SEAT

CHANNEL = "tabletown"
_WRITES = "tabletown_writes"

Row = Mapping[str, Any]


class Stale(Exception):
    """The table is not at the version that the append expected, or the idempotency key was used before."""


@dataclass(frozen=True)
class NewEvent:
    kind: str
    seat: int | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    idem: str | None = None


@dataclass(frozen=True)
class NewGame:
    """A table that is to be made, with its seats and first events."""

    game: Row
    seats: Sequence[Row]
    events: Sequence[NewEvent]


@dataclass(frozen=True)
class Stored:
    """A table as it is in the database."""

    game: Row
    seats: list[Row]
    events: list[Row]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Storage:
    def __init__(self, settings: Settings) -> None:
        self.url = settings.url
        self.shared = self.url.get_backend_name() == "postgresql"
        """Whether other processes may write too."""
        self.engine = _engine(self.url, self.shared)
        self._lock = None if self.shared else FileLock(str(self.url.database))

    async def open(self) -> None:
        """Lock a SQLite file, and bring the tables up to date."""
        if self._lock:
            self._lock.acquire()
        await upgrade(self.engine)

    async def close(self) -> None:
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            if self.shared:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            await connection.execution_options(**{_WRITES: True})
            async with connection.begin():
                yield connection

    # -------------------------------------------------------------- writing

    async def create(self, new: NewGame) -> None:
        """Store a new table with its first events."""
        async with self.writing() as connection:
            await _create(connection, new)

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[NewEvent],
        changes: Row | None = None,
        seats: Mapping[int, Row] | None = None,
        beside: NewGame | None = None,
    ) -> list[Row]:
        """Add events to a table that must be at the expected version, and make the table `beside` it; all or nothing.

        Returns the rows of the log as they were written.
        """
        try:
            async with self.writing() as connection:
                values = {"version": GAME.c.version + len(events), "updated": now(), **(changes or {})}
                at_version = (GAME.c.id == table) & (GAME.c.version == expected)
                done = await connection.execute(sa.update(GAME).where(at_version).values(**values))
                if done.rowcount == 0:
                    raise Stale
                written = await _insert(connection, table, expected, events)
                if beside:
                    await _create(connection, beside)
                for seat, row in (seats or {}).items():
                    mine = (SEAT.c.game_id == table) & (SEAT.c.seat == seat)
                    await connection.execute(sa.update(SEAT).where(mine).values(**row))
                if self.shared:
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{table}:{expected + len(events)}")))
        except IntegrityError as error:
            raise Stale from error
        return written

    async def keep_result(self, table: str, result: Row) -> None:
        """Store the result of a game that ended before results were kept."""
        async with self.writing() as connection:
            await connection.execute(sa.update(GAME).where(GAME.c.id == table).values(result=result))

    # -------------------------------------------------------------- reading

    async def read(self, table: str, after: int = 0) -> Stored | None:
        """A table with its events after a version."""
        async with self.reading() as connection:
            game = (await connection.execute(sa.select(GAME).where(GAME.c.id == table))).mappings().one_or_none()
            if game is None:
                return None
            seats = await connection.execute(sa.select(SEAT).where(SEAT.c.game_id == table).order_by(SEAT.c.seat))
            later = (EVENT.c.game_id == table) & (EVENT.c.seq > after)
            events = await connection.execute(sa.select(EVENT).where(later).order_by(EVENT.c.seq))
            return Stored(dict(game), [dict(s) for s in seats.mappings()], [dict(e) for e in events.mappings()])

    async def version(self, table: str) -> int | None:
        async with self.reading() as connection:
            found = await connection.execute(sa.select(GAME.c.version).where(GAME.c.id == table))
            return found.scalar_one_or_none()

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        async with self.reading() as connection:
            found = await connection.execute(sa.select(GAME.c.id, GAME.c.version).where(GAME.c.id.in_(tables)))
            return {row.id: row.version for row in found}

    async def waiting_for_bots(self, most: int = 500) -> list[str]:
        """The tables where a bot is to move, the least recently changed first."""
        async with self.reading() as connection:
            wanted = sa.select(GAME.c.id).where(GAME.c.bot_to_move).order_by(GAME.c.updated).limit(most)
            return [row.id for row in await connection.execute(wanted)]

    async def tables_of(self, holder: str, most: int = 100) -> list[tuple[Row, list[Row]]]:
        """The tables where a browser holds a seat or is the host, the latest first."""
        held = sa.select(SEAT.c.game_id).where(SEAT.c.holder == holder)
        return await self._listed((GAME.c.id.in_(held)) | (GAME.c.host == holder), most)

    async def finished_alone(self, holder: str, most: int = 1000) -> list[Row]:
        """The finished games for one of a browser, the latest first; branches don't count."""
        mine = sa.select(SEAT.c.game_id).where(SEAT.c.holder == holder)
        wanted = GAME.c.id.in_(mine) & (GAME.c.players == 1) & (GAME.c.status == "over") & GAME.c.branch_of.is_(None)
        async with self.reading() as connection:
            found = await connection.execute(sa.select(GAME).where(wanted).order_by(GAME.c.updated.desc()).limit(most))
            return [dict(row) for row in found.mappings()]

    async def public_tables(self, most: int = 50) -> list[tuple[Row, list[Row]]]:
        return await self._listed((GAME.c.visibility == "public") & (GAME.c.status != "over"), most)

    async def _listed(self, wanted: sa.ColumnElement[bool], most: int) -> list[tuple[Row, list[Row]]]:
        async with self.reading() as connection:
            found = await connection.execute(sa.select(GAME).where(wanted).order_by(GAME.c.updated.desc()).limit(most))
            games = [dict(row) for row in found.mappings()]
            ids = [game["id"] for game in games]
            seats = await connection.execute(sa.select(SEAT).where(SEAT.c.game_id.in_(ids)).order_by(SEAT.c.seat))
            by_game: dict[str, list[Row]] = {name: [] for name in ids}
            for row in seats.mappings():
                by_game[row["game_id"]].append(dict(row))
            return [(game, by_game[game["id"]]) for game in games]


async def _create(connection: AsyncConnection, new: NewGame) -> None:
    table = str(new.game["id"])
    await connection.execute(sa.insert(GAME).values(**new.game, version=len(new.events), created=now(), updated=now()))
    await connection.execute(sa.insert(SEAT), [{"game_id": table, **seat} for seat in new.seats])
    await _insert(connection, table, 0, new.events)


async def _insert(connection: AsyncConnection, table: str, version: int, events: Sequence[NewEvent]) -> list[Row]:
    moment = now()
    rows: list[Row] = [
        {"game_id": table, "seq": seq, "at": moment, **asdict(event)} for seq, event in enumerate(events, version + 1)
    ]
    if rows:
        await connection.execute(sa.insert(EVENT), rows)
    return rows


def _engine(url: sa.URL, shared: bool) -> AsyncEngine:
    if shared:
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=4, max_overflow=0, pool_timeout=60)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def configure(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where `begin` below says, not where the driver guesses
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine.sync_engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
