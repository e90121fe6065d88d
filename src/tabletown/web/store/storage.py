"""The log in a database, SQLite or PostgreSQL: append at an expected version, read, notify other processes."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tabletown.web import metrics
from tabletown.web.refusals import Uncertain
from tabletown.web.settings import Settings

from .file_lock import FileLock
from .migrations import upgrade
from .schema import ANALYSIS, ANSWER, EVENT, GAME, PUSH, SEAT, SECRET, SNAPSHOT

CHANNEL = "tabletown"
PAGE = 500
"""How many events are read at once; between two pages of a long log the event loop is free."""
_WRITES = "tabletown_writes"
_COMMAND_SECONDS = 20.0
"""Seconds after which PostgreSQL is taken to be lost."""
_IDLE_SECONDS = 0.5
"""Seconds after which a connection is asked whether it still works."""

Row = Mapping[str, Any]

log = logging.getLogger("tabletown.web")


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
class Answer:
    """The answer to a request with an idempotency key; `id` says who asked what with which key, `body` is a hash."""

    id: str
    body: str
    payload: Row


@dataclass(frozen=True)
class Snapshot:
    """What a log came to at a version, as bytes that only code of the same `made_by` can read."""

    version: int
    made_by: str
    data: bytes


@dataclass(frozen=True)
class Stored:
    """A table as it is in the database; with a snapshot, only the events after it."""

    game: Row
    seats: list[Row]
    events: list[Row]
    snapshot: Snapshot | None = None


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def in_one_line(error: Exception) -> str:
    """What a database or its driver complains of; a timeout says nothing, so its name has to do."""
    cause = getattr(error, "orig", None) or error
    return next(iter(str(cause).splitlines()), type(cause).__name__)


class Storage:
    def __init__(self, settings: Settings) -> None:
        self.url = settings.url
        self.shared = self.url.get_backend_name() == "postgresql"
        """Whether other processes may write too."""
        self.engine = _engine(self.url, self.shared)
        self._lock = None if self.shared else FileLock(str(self.url.database))
        # SQLite has one writer at a time, and others try again after ever longer pauses, a connection in their hands.
        self._writer: AbstractAsyncContextManager[None] = nullcontext() if self.shared else asyncio.Lock()

    async def open(self) -> None:
        """Lock a SQLite file, and bring the tables up to date."""
        if self._lock:
            self._lock.acquire()
            make_private(str(self.url.database))
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
        with metrics.WRITE_SECONDS.time():
            async with self._writer, self.engine.connect() as connection:
                await connection.execution_options(**{_WRITES: True})
                async with connection.begin() as transaction:
                    yield connection
                    try:
                        await transaction.commit()
                    except (DBAPIError, OSError) as error:
                        log.error("the database was lost during a commit: %s", error)
                        raise Uncertain from error

    # -------------------------------------------------------------- writing

    async def create(self, new: NewGame, answer: Answer | None = None) -> None:
        """Store a new table with its first events. Stale: the answer's key was used before."""
        try:
            async with self.writing() as connection:
                await _create(connection, new)
                await _remember(connection, str(new.game["id"]), answer)
        except IntegrityError as error:
            raise Stale from error

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[NewEvent],
        changes: Row | None = None,
        seats: Mapping[int, Row] | None = None,
        beside: NewGame | None = None,
        answer: Answer | None = None,
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
                await _remember(connection, table, answer)
                if self.shared:
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{table}:{expected + len(events)}")))
        except IntegrityError as error:
            raise Stale from error
        return written

    async def keep_result(self, table: str, result: Row) -> None:
        """Store the result of a game that ended before results were kept."""
        async with self.writing() as connection:
            await connection.execute(sa.update(GAME).where(GAME.c.id == table).values(result=result))

    async def set_deadline(self, table: str, deadline: int | None) -> None:
        """When a table must be looked at next though nobody asks."""
        async with self.writing() as connection:
            await connection.execute(sa.update(GAME).where(GAME.c.id == table).values(deadline=deadline))

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot instead of the one before."""
        values = {"version": snapshot.version, "made_by": snapshot.made_by, "data": snapshot.data}
        async with self.writing() as connection:
            there = await connection.execute(sa.update(SNAPSHOT).where(SNAPSHOT.c.game_id == table).values(**values))
            if not there.rowcount:
                await connection.execute(sa.insert(SNAPSHOT).values(game_id=table, **values))

    async def keep_analysis(self, table: str, engine: str, body: bytes, most: int) -> None:
        """Store a review instead of the one before; of all reviews the oldest are dropped when there are too many."""
        async with self.writing() as connection:
            await connection.execute(sa.delete(ANALYSIS).where(ANALYSIS.c.game_id == table))
            there = sa.select(GAME.c.id).where(GAME.c.id == table)
            if (await connection.execute(there)).first() is None:
                return  # the table was deleted meanwhile
            await connection.execute(sa.insert(ANALYSIS).values(game_id=table, engine=engine, body=body, created=now()))
            last = sa.select(ANALYSIS.c.created).order_by(ANALYSIS.c.created.desc()).offset(most).limit(1)
            oldest = (await connection.execute(last)).scalar_one_or_none()
            if oldest is not None:
                await connection.execute(sa.delete(ANALYSIS).where(ANALYSIS.c.created <= oldest))

    async def analysis(self, table: str) -> tuple[str, bytes] | None:
        """The review of a table: the engine that made it, and its body."""
        async with self.reading() as connection:
            wanted = sa.select(ANALYSIS.c.engine, ANALYSIS.c.body).where(ANALYSIS.c.game_id == table)
            found = (await connection.execute(wanted)).first()
            return None if found is None else (found.engine, found.body)

    async def analyses(self, tables: Sequence[str]) -> dict[str, bytes]:
        """The reviews of some tables, by table."""
        async with self.reading() as connection:
            wanted = sa.select(ANALYSIS.c.game_id, ANALYSIS.c.body).where(ANALYSIS.c.game_id.in_(tables))
            return {row.game_id: row.body for row in await connection.execute(wanted)}

    async def delete(self, tables: Sequence[str], quiet_since: int | None = None) -> list[str]:
        """Delete tables with all that belongs to them; with `quiet_since`, only those not changed after that moment.

        Returns the tables that were deleted.
        """
        async with self.writing() as connection:
            wanted = sa.select(GAME.c.id).where(GAME.c.id.in_(tables)).with_for_update()
            if quiet_since is not None:
                wanted = wanted.where(GAME.c.updated < quiet_since)
            found = [row.id for row in await connection.execute(wanted)]
            for part in (EVENT, SEAT, SNAPSHOT, ANSWER, ANALYSIS):
                await connection.execute(sa.delete(part).where(part.c.game_id.in_(found)))
            await connection.execute(sa.delete(GAME).where(GAME.c.id.in_(found)))
            return found

    # -------------------------------------------------------------- notifications

    async def secret(self, name: str) -> str | None:
        async with self.reading() as connection:
            wanted = sa.select(SECRET.c.value).where(SECRET.c.name == name)
            found: str | None = (await connection.execute(wanted)).scalar_one_or_none()
            return found

    async def keep_secret(self, name: str, value: str) -> str:
        """Store a secret, unless another process was quicker; returns the one that holds."""
        with suppress(IntegrityError):
            async with self.writing() as connection:
                await connection.execute(sa.insert(SECRET).values(name=name, value=value))
        return await self.secret(name) or value

    async def subscribe(self, row: Row, most: int) -> None:
        """Keep a subscription; of those of one holder the oldest go when there are too many."""
        async with self.writing() as connection:
            await connection.execute(sa.delete(PUSH).where(PUSH.c.id == row["id"]))
            await connection.execute(sa.insert(PUSH).values(**row, created=now()))
            mine = sa.select(PUSH.c.id).where(PUSH.c.holder == row["holder"])
            found = await connection.execute(mine.order_by(PUSH.c.created.desc(), PUSH.c.id))
            old = [entry.id for entry in found][most:]
            if old:
                await connection.execute(sa.delete(PUSH).where(PUSH.c.id.in_(old)))

    async def unsubscribe(self, name: str, holder: str) -> bool:
        """Forget a subscription; whether there was one."""
        async with self.writing() as connection:
            gone = await connection.execute(sa.delete(PUSH).where((PUSH.c.id == name) & (PUSH.c.holder == holder)))
            return gone.rowcount > 0

    async def subscriptions_of(self, holder: str) -> list[Row]:
        async with self.reading() as connection:
            found = await connection.execute(sa.select(PUSH).where(PUSH.c.holder == holder).order_by(PUSH.c.created))
            return [dict(row) for row in found.mappings()]

    # -------------------------------------------------------------- reading

    async def read(self, table: str, after: int = 0, made_by: Callable[[str], str] | None = None) -> Stored | None:
        """A table with its events after a version, or after its snapshot.

        `made_by` says by a kind of game which snapshots can be read; without it all events are read.
        """
        async with self.reading() as connection:
            game = (await connection.execute(sa.select(GAME).where(GAME.c.id == table))).mappings().one_or_none()
            if game is None:
                return None
            seats = await connection.execute(sa.select(SEAT).where(SEAT.c.game_id == table).order_by(SEAT.c.seat))
            snapshot = await _snapshot(connection, table, made_by(game["kind"])) if made_by else None
            events: list[Row] = []
            seen = snapshot.version if snapshot else after
            while True:
                page = await _events(connection, table, seen)
                events += page
                if len(page) < PAGE:
                    break
                seen = page[-1]["seq"]
            return Stored(dict(game), [dict(s) for s in seats.mappings()], events, snapshot)

    async def events(self, table: str, after: int, most: int) -> list[Row]:
        """The first events of a table after a version."""
        async with self.reading() as connection:
            return await _events(connection, table, after, most)

    async def event_with(self, table: str, seats: Sequence[int], key: str) -> Row | None:
        """The event that one of these seats wrote with an idempotency key."""
        wanted = (EVENT.c.game_id == table) & EVENT.c.seat.in_(seats) & (EVENT.c.idem == key)
        async with self.reading() as connection:
            found = (await connection.execute(sa.select(EVENT).where(wanted).limit(1))).mappings().one_or_none()
            return dict(found) if found else None

    async def answer(self, name: str) -> Answer | None:
        """The answer that was given before to the same request."""
        async with self.reading() as connection:
            found = (await connection.execute(sa.select(ANSWER).where(ANSWER.c.id == name))).mappings().one_or_none()
            return Answer(found["id"], found["body"], found["payload"]) if found else None

    async def untouched(self, before: int, over: bool, most: int) -> list[str]:
        """Tables that nobody changed since a moment, finished ones or the others, the oldest first."""
        ended = GAME.c.status == "over" if over else GAME.c.status != "over"
        wanted = sa.select(GAME.c.id).where(ended & (GAME.c.updated < before)).order_by(GAME.c.updated).limit(most)
        async with self.reading() as connection:
            return [row.id for row in await connection.execute(wanted)]

    async def due(self, at: int, most: int = 100) -> list[str]:
        """The tables that must be looked at by a moment though nobody asks, the most urgent first."""
        wanted = sa.select(GAME.c.id).where(GAME.c.deadline <= at).order_by(GAME.c.deadline).limit(most)
        async with self.reading() as connection:
            return [row.id for row in await connection.execute(wanted)]

    async def ask(self) -> None:
        """The shortest question there is: whether the database answers."""
        async with self.reading() as connection:
            await connection.execute(sa.select(1))

    async def version(self, table: str) -> int | None:
        """Asked with almost every request, so without a transaction: one question and one answer."""
        async with self.engine.connect() as connection:
            if self.shared:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
            found = await connection.execute(sa.select(GAME.c.version).where(GAME.c.id == table))
            return found.scalar_one_or_none()

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        async with self.reading() as connection:
            found = await connection.execute(sa.select(GAME.c.id, GAME.c.version).where(GAME.c.id.in_(tables)))
            return {row.id: row.version for row in found}

    async def tables_of(self, holder: str, most: int = 100) -> list[tuple[Row, list[Row]]]:
        """The tables where a browser holds a seat or is the host, the latest first."""
        held = sa.select(SEAT.c.game_id).where(SEAT.c.holder == holder)
        return await self._listed((GAME.c.id.in_(held)) | (GAME.c.host == holder), most)

    async def finished_of(self, holder: str, most: int = 1000) -> list[tuple[Row, list[Row]]]:
        """The finished games in which a browser holds a seat, the latest first; branches don't count."""
        held = sa.select(SEAT.c.game_id).where(SEAT.c.holder == holder)
        return await self._listed(GAME.c.id.in_(held) & (GAME.c.status == "over") & GAME.c.branch_of.is_(None), most)

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


async def _snapshot(connection: AsyncConnection, table: str, made_by: str) -> Snapshot | None:
    wanted = (SNAPSHOT.c.game_id == table) & (SNAPSHOT.c.made_by == made_by)
    found = (await connection.execute(sa.select(SNAPSHOT).where(wanted))).mappings().one_or_none()
    return Snapshot(found["version"], found["made_by"], found["data"]) if found else None


async def _events(connection: AsyncConnection, table: str, after: int, most: int = PAGE) -> list[Row]:
    later = (EVENT.c.game_id == table) & (EVENT.c.seq > after)
    found = await connection.execute(sa.select(EVENT).where(later).order_by(EVENT.c.seq).limit(most))
    return [dict(row) for row in found.mappings()]


async def _remember(connection: AsyncConnection, table: str, answer: Answer | None) -> None:
    if answer:
        await connection.execute(sa.insert(ANSWER).values(game_id=table, **asdict(answer)))


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


def make_private(path: str) -> None:
    """Make a new database file that only its owner can read; SQLite gives the files beside it the same rights."""
    with suppress(FileExistsError, OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _check_idle_connections(engine: AsyncEngine) -> None:
    """Ask a connection that rested for a while whether it still works, before it is used; then another is opened
    instead. One that answered just now need not be asked: that would be one question in four."""

    @sa.event.listens_for(engine.sync_engine, "checkin")
    def rest(_: Any, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    @sa.event.listens_for(engine.sync_engine, "checkout")
    def check(connection: Any, record: Any, _: Any) -> None:
        if time.monotonic() < record.info.get("rests_since", time.monotonic()) + _IDLE_SECONDS:
            return
        try:
            alive = engine.dialect.do_ping(connection)
        except (engine.dialect.loaded_dbapi.Error, OSError):
            alive = False
        if not alive:
            raise sa.exc.InvalidatePoolError


def _engine(url: sa.URL, shared: bool) -> AsyncEngine:
    if shared:
        patience = {"timeout": _COMMAND_SECONDS, "command_timeout": _COMMAND_SECONDS}
        engine = create_async_engine(url, pool_size=8, max_overflow=8, connect_args=patience)
        _check_idle_connections(engine)
        return engine
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
